"""Jacquet, Backgammon and Le Tric Trac as a page draws them: arrows, men, what may be touched or declared.

No rule is here: the view's `stands` holds the men, its `steps` the possible steps, its `legal` the declarations and
`offers`; `topology` says where a space lies on the drawing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ....table.values.view import MenView, ViewStep
from ....words import Words
from ....words.games.arrows import printed, stands
from ....words.men import SAYINGS, answer_says, game_won, saying, step_says
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
        sign: how it differs from the others; "" if not.
        fresh: the move that does not count yet put it there.
    """

    x: int
    y: int
    sign: str = ""
    fresh: bool = False


@dataclass(frozen=True)
class ShownSpot:
    """A space of the board and its men.

    Attributes:
        place: its place.
        outline: corners of the arrow as SVG writes them; "" beside the arrows.
        colour: of its men, white or black; "" for none.
        count: how many.
        men: those that are drawn, the top one last.
        more: their number, if not all of them are drawn; "" else.
        says: the space in words.
        source: a man of the player to act may leave from here.
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
        """The upper edge of the touchable part."""
        return TOP if self.place.way > 0 else self.place.base - self.height

    @property
    def height(self) -> int:
        """The height of the touchable part."""
        return 312 if self.place.kind == "arrow" else 300


@dataclass(frozen=True)
class StepButton:
    """A step as a button: the move it sends, what stands on it, and the same in words."""

    move: str
    source: str
    target: str
    takes: bool
    says: str


@dataclass(frozen=True)
class ShownSaying:
    """A declaration as a button: the referee's word, and its label."""

    word: str
    says: str


@dataclass(frozen=True)
class ShownSide:
    """A player's row of the scores.

    Attributes:
        name, colour: the player and the colour of the men.
        points: of the running game, if it has any; None else.
        total: games or points of the match.
        total_says: the same in words.
        to_go: points that the men still have to go.
        cube: the number on the doubling die before this player; "" for none.
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
    """The whole board, and the possible actions.

    Attributes:
        game: its name for the referee.
        mover: colour of the men that may move now; "" for none.
        due: colour of the player who must throw or play; "" for nobody.
        thrower: colour of the player of the dice; "" for nobody.
        spots: every space.
        cube, cube_y: the number on the doubling die, and how low it lies; "" without one.
        steps: the possible steps; () if the house never shows them.
        data: the same, and how to write a move, for scripts: JSON.
        lies: the move that does not count yet, as the page sends it; "".
        spent: for each die, whether it is played.
        says: the move moves no man: an offer, or the answer to one.
        answers: the possible answers or offers.
        sides: the rows of the scores.
        travel: colour -> left or right, the direction of its men along their player's side.
        adoube: a touched man must be moved: "J'adoube" is offered.
        unclear: the arrow that is asked about; "".
        counts: how many men may stand on the arrow that is asked about, each with its kind.
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
    unclear: str
    counts: tuple[ShownSaying, ...]


def shown(w: Words, view: MenView) -> ShownArrows:
    """The values of the templates for a view of a game on the board of arrows."""
    game = view.game.name
    board = topology(game)
    due = view.acting
    acts = due or (view.at_turn.player if view.at_turn is not None else 0)  # of a picture, on which nobody has to act
    thrower = COLOURS[acts - 1] if acts else ""
    mover = COLOURS[due - 1] if view.numbers and due and view.state in MOVES else ""
    hinted = bool(mover) and view.shows_legal != "never"
    value, owner = _cube(view)
    return ShownArrows(
        game=game,
        mover=mover,
        due=COLOURS[due - 1] if due else "",
        thrower=thrower,
        spots=tuple(_spots(w, view, thrower if view.provisional else "", hinted=hinted)),
        cube=value,
        cube_y=CUBE[owner],
        steps=tuple(_step(w, step, ruban=board.ruban) for step in view.steps) if hinted else (),
        data=_data(w, view, ruban=board.ruban, hinted=hinted) if mover else "",
        lies=view.provisional or "",
        says=view.provisional in SAYINGS,
        spent=view.spent if mover else (),
        answers=tuple(ShownSaying(word, saying(w, word)) for word in _sayings(view)),
        sides=tuple(_sides(w, view, owner, value)),
        travel=board.travel,
        adoube=bool(mover) and view.options.get("touch_move") == "on",
        unclear=view.unclear,
        counts=tuple(ShownSaying(kind, answer_says(w, kind)) for kind in view.answers),
    )


def _spots(w: Words, view: MenView, moved: str, *, hinted: bool) -> Iterator[ShownSpot]:
    """Every space; sources and targets only if the house shows them.

    `moved` is the colour of a lying move that does not count yet; "" for none.
    """
    sources = {step.source for step in view.steps} if hinted else set()
    targets = {step.target for step in view.steps} if hinted else set()
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
    """A man of a pile; only the top one may differ, and came last."""
    top = index == many - 1
    return ShownMan(place.x, place.man(index, many), sign if top else "", fresh and top)


def _outline(place: DrawnSpace) -> str:
    if place.kind != "arrow":
        return ""
    half, tip = MAN // 2 + 1, place.base + place.way * LENGTH
    return f"{place.x - half},{place.base} {place.x + half},{place.base} {place.x},{tip}"


def _says(w: Words, place: DrawnSpace, kind: str, sign: str) -> str:
    standing = stands(w, place.space, kind)
    return ", ".join(text for text in (standing, place.named if place.named == "bosse" else "", sign) if text)


def _step(w: Words, step: ViewStep, *, ruban: bool) -> StepButton:
    source, target = _short(w, step.source), _short(w, step.target)
    return StepButton(step.move, source, target, bool(step.takes), step_says(w, step, ruban=ruban))


def _short(w: Words, space: str) -> str:
    """A place in a few letters: "12A", "bar", "off"."""
    name = printed(space)
    return {"bar": w.t("bar"), "off": w.t("out")}.get(name, name)


def _data(w: Words, view: MenView, *, ruban: bool, hinted: bool) -> str:
    """For scripts: each step as [from, to, move, words], the numbers of a move's notation, and the lying move."""
    steps = [[s.source, s.target, s.move, step_says(w, s, ruban=ruban)] for s in view.steps] if hinted else []
    lies = view.provisional or ""
    return json.dumps({"steps": steps, "numbers": view.numbers, "lies": lies}, ensure_ascii=False)


def _sayings(view: MenView) -> tuple[str, ...]:
    """The words that may be declared now: the answers that are due, else the offers."""
    if view.provisional in SAYINGS:
        return ()
    if view.asked:
        return view.legal
    return view.offers if view.state in ("waiting_throw", "rolling") else ()


def _cube(view: MenView) -> tuple[str, str]:
    """The number on the doubling die, and its owner's colour; ("", "") in a game without one.

    Before the first double it shows 64; an offered die lies in the middle.
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
    """A player's score in the match: games, or points if games count differently."""
    points = view.options.get("points")
    if points is None:
        return w.tn("%(n)s game won", "%(n)s games won", total)
    if points:
        return w.tn("%(n)s point of %(points)s", "%(n)s points of %(points)s", total, points=points)
    return w.tn("%(n)s point", "%(n)s points", total)


def lines(w: Words, view: MenView) -> tuple[Line, ...]:
    """The players for podium and wall: the winner first, then by score."""
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
            short="" if "score" in view.position else f"{view.to_go[str(player.seat)]} {w.t('to go')}",
        )
        for player, colour, total in zip(view.players, COLOURS, totals, strict=True)
    )


def ending(w: Words, view: MenView) -> tuple[str, ...]:
    """The sentences beside the podium: every game played, newest first."""
    return tuple(game_won(w, view, result) for result in reversed(view.results[-4:]))

