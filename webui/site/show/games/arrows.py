"""Jacquet, Backgammon and Le Tric Trac as a page draws them: arrows, men, what may be touched, what may be said.

No rule is here: where men stand is the view's `stands`, where one may go its `steps`, what may be said its `legal` and
`offers`; where a space lies on the drawing is `topology`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ....table.values.view import MenView, ViewStep
from ....words import Words
from ....words.games.arrows import printed, stands
from ....words.men import SAYINGS, game_won, saying, step_says
from ..scores import Line
from .topology import LENGTH, MAN, PILE, TOP, DrawnSpace, topology

COLOURS = ("white", "black")
"""The colour of each player's men, in playing order."""

MOVES = frozenset({"waiting_move", "provisional", "refused", "reading"})
"""States in which a man may be touched."""

CUBE = {"": 395, "white": 668, "black": 122}
"""Whose the doubling die is -> how low it lies on the drawing."""


@dataclass(frozen=True)
class ShownMan:
    """One man as it is drawn.

    Attributes:
        x, y: its middle.
        sign: what it is called that it is not like the others; "".
        fresh: it was put here by the move that does not count yet.
    """

    x: int
    y: int
    sign: str = ""
    fresh: bool = False


@dataclass(frozen=True)
class ShownSpot:
    """A space of the board with what stands there.

    Attributes:
        place: where it lies.
        outline: corners of the arrow as SVG writes them; "" beside the arrows.
        colour: of the men that stand there, white or black; "" for none.
        count: how many.
        men: those that are drawn, the one on top last.
        more: how many there are, where not all of them are drawn; "" else.
        says: all of it in words.
        source: a man of whoever plays may go from here.
        target: a man may arrive here.
    """

    place: DrawnSpace
    outline: str
    colour: str
    count: int
    men: tuple[ShownMan, ...]
    more: str
    says: str
    source: bool
    target: bool

    @property
    def top(self) -> int:
        """The upper edge of what can be touched."""
        return TOP if self.place.way > 0 else self.place.base - self.height

    @property
    def height(self) -> int:
        """Of what can be touched."""
        return 312 if self.place.kind == "arrow" else 300


@dataclass(frozen=True)
class StepButton:
    """A step as a button: the move to tell, what stands on it, and the same in words."""

    move: str
    source: str
    target: str
    takes: bool
    says: str


@dataclass(frozen=True)
class ShownSaying:
    """Something that may be said, as a button: the referee's word, and what it reads."""

    word: str
    says: str


@dataclass(frozen=True)
class ShownSide:
    """A player's row of the scores.

    Attributes:
        name, colour: the player and the colour of the men.
        points: of the running game, where it has any; None else.
        total: games or points of the match.
        total_says: the same in words.
        to_go: points that the men have still to go.
        cube: what the doubling die before this player shows; "" for none.
        turn, winner: acts now; has won the match.
    """

    name: str
    colour: str
    points: int | None
    total: int
    total_says: str
    to_go: int
    cube: str
    turn: bool
    winner: bool


@dataclass(frozen=True)
class ShownArrows:
    """The whole board, and what may be done on it.

    Attributes:
        game: the referee's name of it.
        mover: colour of whose men may be moved now; "" for nobody's.
        due: colour of whoever must throw or play; "" for nobody.
        thrower: colour of whose the dice are; "" for nobody's.
        spots: every space.
        cube, cube_y: what the doubling die shows, and how low it lies; "" without one.
        steps: what may be played next; () where the house never shows it.
        data: the same, and how a move is written, for scripts: JSON.
        lies: the move that does not count yet, as it is told; "".
        spent: of each die that it is played already.
        says: it moves no man: an offer, or the answer to one.
        answers: what may be answered or offered now.
        sides: the rows of the scores.
        travel: colour -> left or right, the way its men go along their player's side.
        adoube: a touched man must be moved: "J'adoube" is offered.
    """

    game: str
    mover: str
    due: str
    thrower: str
    spots: tuple[ShownSpot, ...]
    cube: str
    cube_y: int
    steps: tuple[StepButton, ...]
    data: str
    lies: str
    says: bool
    spent: tuple[bool, ...]
    answers: tuple[ShownSaying, ...]
    sides: tuple[ShownSide, ...]
    travel: Mapping[str, str]
    adoube: bool


def shown(w: Words, view: MenView) -> ShownArrows:
    """What the templates draw of a view of a game on the board of arrows."""
    game = view.game.name
    board = topology(game)
    due = view.acting
    acts = due or (view.at_turn.player if view.at_turn is not None else 0)  # of a picture, on which nobody is to act
    thrower = COLOURS[acts - 1] if acts else ""
    mover = COLOURS[due - 1] if view.numbers and due and view.state in MOVES else ""
    told = bool(mover) and view.shows_legal != "never"
    value, owner = _cube(view)
    return ShownArrows(
        game=game,
        mover=mover,
        due=COLOURS[due - 1] if due else "",
        thrower=thrower,
        spots=tuple(_spots(w, view, thrower if view.provisional else "", told=told)),
        cube=value,
        cube_y=CUBE[owner],
        steps=tuple(_step(w, step, ruban=board.ruban) for step in view.steps) if told else (),
        data=_data(w, view, ruban=board.ruban, told=told) if mover else "",
        lies=view.provisional or "",
        says=view.provisional in SAYINGS,
        spent=view.spent if mover else (),
        answers=tuple(ShownSaying(word, saying(w, word)) for word in _sayings(view)),
        sides=tuple(_sides(w, view, owner, value)),
        travel=board.travel,
        adoube=bool(mover) and view.options.get("touch_move") == "on",
    )


def _spots(w: Words, view: MenView, moved: str, *, told: bool) -> Iterator[ShownSpot]:
    """Every space; what may leave it or arrive there only where the house shows it.

    `moved` is the colour of a move that lies there and does not count yet; "" for none.
    """
    sources = {step.source for step in view.steps} if told else set()
    targets = {step.target for step in view.steps} if told else set()
    for place in topology(view.game.name).places:
        kind = view.stands.get(place.space, "empty")
        colour, count = _counted(kind)
        drawn = count if place.kind == "off" else min(count, PILE if place.kind == "arrow" else 3)
        sign = view.marked.get(place.space, "")
        before = _counted(view.spaces.get(place.space, "empty"))
        fresh = colour == moved != "" and (before[0] != colour or before[1] < count)
        yield ShownSpot(
            place=place,
            outline=_outline(place),
            colour=colour,
            count=count,
            men=tuple(_man(place, k, drawn, sign, fresh=fresh) for k in range(drawn)),
            more=str(count) if count > drawn or (place.kind == "off" and count) else "",
            says=_says(w, place, kind, sign),
            source=place.space in sources,
            target=place.space in targets,
        )


def _counted(kind: str) -> tuple[str, int]:
    """ "white x 3" as a colour and a number; ("", 0) for none."""
    colour, _, men = kind.partition(" x ")
    return (colour, int(men)) if men else ("", 0)


def _man(place: DrawnSpace, index: int, many: int, sign: str, *, fresh: bool) -> ShownMan:
    """A man of a pile; only the one on top is not like the others, and was put there last."""
    top = index == many - 1
    return ShownMan(place.x, place.man(index, many), sign if top else "", fresh and top)


def _outline(place: DrawnSpace) -> str:
    if place.kind != "arrow":
        return ""
    half, tip = MAN // 2 + 1, place.base + place.way * LENGTH
    return f"{place.x - half},{place.base} {place.x + half},{place.base} {place.x},{tip}"


def _says(w: Words, place: DrawnSpace, kind: str, sign: str) -> str:
    told = stands(w, place.space, kind)
    return ", ".join(text for text in (told, place.named if place.named == "bosse" else "", sign) if text)


def _step(w: Words, step: ViewStep, *, ruban: bool) -> StepButton:
    source, target = _short(w, step.source), _short(w, step.target)
    return StepButton(step.move, source, target, bool(step.takes), step_says(w, step, ruban=ruban))


def _short(w: Words, space: str) -> str:
    """A place in a few letters: "12A", "bar", "off"."""
    name = printed(space)
    return {"bar": w.t("bar"), "off": w.t("out")}.get(name, name)


def _data(w: Words, view: MenView, *, ruban: bool, told: bool) -> str:
    """For scripts: each step as [from, to, move, words], the numbers that a move is written with, what lies there."""
    steps = [[s.source, s.target, s.move, step_says(w, s, ruban=ruban)] for s in view.steps] if told else []
    lies = view.provisional or ""
    return json.dumps({"steps": steps, "numbers": view.numbers, "lies": lies}, ensure_ascii=False)


def _sayings(view: MenView) -> tuple[str, ...]:
    """The words that may be said now: the answers that are due, else the offers."""
    if view.provisional in SAYINGS:
        return ()
    if view.asked:
        return view.legal
    return view.offers if view.state in ("waiting_throw", "rolling") else ()


def _cube(view: MenView) -> tuple[str, str]:
    """What the doubling die shows, and the colour of whose it is; ("", "") in a game without one.

    Before the first double it shows 64; the die that is offered lies in the middle.
    """
    position = view.position
    if "cube" not in position or not view.options.get("cube"):
        return "", ""
    value, owner = position["cube"] or 1, position["owner"]
    if view.asked == "double":
        return str(2 * value), ""
    return ("64", "") if owner is None else (str(value), COLOURS[owner - 1])


def _sides(w: Words, view: MenView, owner: str, cube: str) -> Iterator[ShownSide]:
    points = "score" in view.position
    due = view.acting
    for player, colour in zip(view.players, COLOURS, strict=True):
        total = player.total
        yield ShownSide(
            name=player.name,
            colour=colour,
            points=player.score if points else None,
            total=total,
            total_says=_total(w, view, total),
            to_go=view.to_go[str(player.seat)],
            cube=cube if owner == colour else "",
            turn=player.player == due,
            winner=player.player in view.winners,
        )


def _total(w: Words, view: MenView, total: int) -> str:
    """What a player has won of the match: games, or points where games count differently."""
    points = view.options.get("points")
    if points is None:
        return w.tn("%(n)s game won", "%(n)s games won", total)
    if points:
        return w.tn("%(n)s point of %(points)s", "%(n)s points of %(points)s", total, points=points)
    return w.tn("%(n)s point", "%(n)s points", total)


def lines(w: Words, view: MenView) -> tuple[Line, ...]:
    """The players for podium and wall: who has won the match first, then who has more."""
    winners = set(view.winners)
    totals = [player.total for player in view.players]
    return tuple(
        Line(
            name=player.name,
            colour=colour,
            shape="circle",
            score=player.score,
            score_says=w.tn("%(n)s point", "%(n)s points", player.score),
            total=total,
            total_says=_total(w, view, total),
            games=(),
            balance="",
            rank=1 if player.player in winners or not winners else 1 + len(winners),
            start=max(*totals, 1),
            turn=player.turn,
            winner=player.player in winners,
            left=player.left,
        )
        for player, colour, total in zip(view.players, COLOURS, totals, strict=True)
    )


def ending(w: Words, view: MenView) -> tuple[str, ...]:
    """What is told beside the podium: every game that was played, the newest first."""
    return tuple(game_won(w, view, result) for result in reversed(view.results[-4:]))

