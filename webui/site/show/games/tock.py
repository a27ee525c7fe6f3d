"""Tock as a page draws it: the track, the pawns, the cards that may be laid, who holds how many.

No rule is here: where pawns stand is the view's `stands`, where one may go its `steps`, what may be laid its `cards`;
where a space lies on the drawing is `track`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ....table.values.view import PawnsView, ViewStep
from ....words import Words
from ....words.games.tock import stands
from ....words.pawns import card_name, does, step_says
from ....words.winners import game_won
from ..plates import NamePlate, name_plate
from ..scores import Line
from .track import DrawnHole, TrackBoard, track

COLOURS: Mapping[int, str] = {1: "blue", 2: "green", 3: "red", 4: "yellow"}
"""Place -> the colour of its pawns: on the sheet blue plays with red, and green with yellow."""

TEAMS = ((1, 3), (2, 4))
"""Partners face each other."""

MOVES = frozenset({"waiting_move", "provisional", "refused"})
"""States in which cards may be laid and pawns moved."""


@dataclass(frozen=True)
class ShownPawn:
    """One pawn as it is drawn: its middle, whose it is, and whether the move that does not count yet put it there."""

    x: int
    y: int
    seat: int
    fresh: bool = False


@dataclass(frozen=True)
class ShownHole:
    """A space of the board with what stands there.

    Attributes:
        place: where it lies.
        pawns: those that stand there.
        protected: the pawn has just entered.
        says: all of it in words.
        source: a pawn may go from here with the card that is laid.
        target: one may arrive here.
    """

    place: DrawnHole
    pawns: tuple[ShownPawn, ...]
    protected: bool
    says: str
    source: bool
    target: bool

    @property
    def seat(self) -> int:
        """Whose pawns stand here; 0 for nobody's."""
        return self.pawns[0].seat if self.pawns else 0


@dataclass(frozen=True)
class ShownCard:
    """A card that may be laid, given or laid down, or that is only held.

    Attributes:
        card: what stands on it; "" for one that stays a secret.
        says, does: its name, and what it does.
        may: play, discard or give; "" for nothing now.
        move: what to tell; "".
    """

    card: str
    says: str
    does: str
    may: str
    move: str


@dataclass(frozen=True)
class StepOfPawn:
    """A step as a button: the move to tell, whence and whither in a few letters, and the same in words.

    `exchange` tells that two pawns change places.
    """

    move: str
    source: str
    target: str
    takes: bool
    says: str
    exchange: bool


@dataclass(frozen=True)
class TockSeat:
    """A player's row of the scores.

    Attributes:
        seat, name, colour, shape: who, and whose pawns.
        home: how many of the four pawns are home.
        held: cards in the hand.
        turn, dealer, given, winner, left: plays now; deals; has given a card; has won; has left for good.
    """

    seat: int
    name: str
    colour: str
    shape: str
    home: int
    held: int
    turn: bool
    dealer: bool
    given: bool
    winner: bool
    left: bool


@dataclass(frozen=True)
class ShownTock:
    """The whole board, and what may be done on it.

    Attributes:
        track: where everything is drawn.
        holes: every space.
        phase: deal, give, play or over.
        known: phones hold the cards.
        due: place of whoever must act; 0 for nobody.
        mover: place of those pawns that may be moved now; 0 for none.
        laid: the card that lies there and does not count yet; "".
        rest: steps of a 7 that are left.
        top, pile: the card on top of the played ones, and how many lie there; "" and 0.
        cards: what may be laid or given here.
        hand, holder: the cards of this device's player, all of them, and the place; () and 0 on the table.
        steps: what the pawns may do; () where the house never shows it.
        data: the same for scripts: JSON.
        lies: the move that does not count yet, as it is told; "".
        teams: the rows of the scores, partner by partner.
        names: place -> who sits there.
        plates: place -> the name among the pawns that wait there.
        hidden: the house shows nobody what may be played.
    """

    track: TrackBoard
    holes: tuple[ShownHole, ...]
    phase: str
    known: bool
    due: int
    mover: int
    laid: str
    rest: int
    top: str
    pile: int
    cards: tuple[ShownCard, ...]
    hand: tuple[ShownCard, ...]
    holder: int
    steps: tuple[StepOfPawn, ...]
    data: str
    lies: str
    teams: tuple[tuple[TockSeat, ...], ...]
    names: Mapping[int, str]
    plates: Mapping[int, NamePlate]
    hidden: bool


def shown(w: Words, view: PawnsView) -> ShownTock:
    """What the templates draw of a view of Tock."""
    said, told = view.position, view.shows_legal != "never"
    due = 0 if view.due is None else view.due.seat
    moves = bool(view.laid) and view.state in MOVES and said.phase == "play" and bool(due)
    top, pile = _pile(view.stands.get("pile", ""))
    return ShownTock(
        track=track(),
        holes=tuple(_holes(w, view, told=told and moves)),
        phase=said.phase,
        known=said.known,
        due=due,
        mover=said.whose if moves else 0,
        laid=view.laid,
        rest=said.rest,
        top=top,
        pile=pile,
        cards=tuple(_cards(w, view)),
        hand=tuple(_hand(w, view)),
        holder=next((p.seat for p in view.players if p.player == view.player), 0),
        steps=tuple(_step(w, step) for step in view.steps) if told and moves else (),
        data=_data(w, view, told=told) if moves else "",
        lies=view.provisional or "",
        teams=tuple(tuple(_seats(view, team)) for team in TEAMS),
        names={player.seat: player.name for player in view.players},
        plates={player.seat: name_plate(player.name, 14, 17, 2) for player in view.players},
        hidden=not told,
    )


def _pile(kind: str) -> tuple[str, int]:
    """ "V 12" as a card and a number; ("", 0) for no card."""
    card, _, many = kind.partition(" ")
    return (card, int(many)) if many else ("", 0)


def _holes(w: Words, view: PawnsView, *, told: bool) -> Iterator[ShownHole]:
    sources = {step.source for step in view.steps} if told else set()
    targets = {step.target for step in view.steps} if told else set()
    for place in track().holes:
        kind = view.stands.get(place.space, "empty")
        fresh = kind != view.spaces.get(place.space, kind)
        yield ShownHole(
            place=place,
            pawns=tuple(_pawns(place, kind, fresh=fresh)),
            protected=kind.endswith(" new"),
            says=stands(w, place.space, kind),
            source=place.space in sources,
            target=place.space in targets,
        )


def _pawns(place: DrawnHole, kind: str, *, fresh: bool) -> Iterator[ShownPawn]:
    """ "pawn 2", "pawn 2 new" or "pawn 2 x 3" as the pawns that stand there."""
    told = kind.split()
    if told[:1] != ["pawn"]:
        return
    many = int(told[3]) if told[2:3] == ["x"] else 1
    for x, y in place.pawns[:many]:
        yield ShownPawn(x, y, int(told[1]), fresh and place.kind != "base")


def _cards(w: Words, view: PawnsView) -> Iterator[ShownCard]:
    """What may be laid here: where phones hold the cards, nothing on the table in the middle."""
    said = view.position
    if view.state not in MOVES or view.hand is not None or said.known or said.phase != "play":
        return
    for card in view.cards:
        yield _card(w, card.card, card.may, card.move)


def _hand(w: Words, view: PawnsView) -> Iterator[ShownCard]:
    """The cards of who looks at this view, each with what may be done with it now."""
    moves = {card.card: card for card in view.cards}
    mine = view.state in MOVES and view.owed == "move" and view.acting == view.player
    for card in view.hand or ():
        may = moves.get(card) if mine else None
        yield _card(w, card, may.may if may else "", may.move if may else "")


def _card(w: Words, card: str, may: str, move: str) -> ShownCard:
    return ShownCard(card, card_name(w, card), does(w, card), may, move)


def _step(w: Words, step: ViewStep) -> StepOfPawn:
    source, target = _short(w, step.source), _short(w, step.target)
    return StepOfPawn(step.move, source, target, bool(step.takes), step_says(w, step), step.exchange)


def _short(w: Words, space: str) -> str:
    """A place in a few letters: "12", "house 2", "base"."""
    kind, _, rest = space.partition("-")
    if kind == "hole":
        return rest
    return w.t("the base") if kind == "base" else w.t("house %(place)s", place=rest.partition("-")[2])


def _data(w: Words, view: PawnsView, *, told: bool) -> str:
    """For scripts: each step as [from, to, move, words, also lit], the card that lies there, and what was done."""
    steps = [[s.source, s.target, s.move, step_says(w, s), s.via] for s in view.steps] if told else []
    return json.dumps({"steps": steps, "laid": view.laid, "lies": view.provisional or ""}, ensure_ascii=False)


def _seats(view: PawnsView, team: tuple[int, ...]) -> Iterator[TockSeat]:
    said, due = view.position, view.acting
    for seat in team:
        for player in view.players:
            if player.seat == seat:
                yield TockSeat(
                    seat=seat,
                    name=player.name,
                    colour=COLOURS[seat],
                    shape=track().signs[seat],
                    home=player.score,
                    held=said.held[str(seat)],
                    turn=player.player == due,
                    dealer=seat == said.dealer,
                    given=seat in said.given,
                    winner=player.player in view.winners,
                    left=player.left,
                )


def lines(w: Words, view: PawnsView) -> tuple[Line, ...]:
    """The players for podium and wall: the team that has won first, partner beside partner."""
    winners = set(view.winners)
    players = sorted(view.players, key=lambda player: (player.player not in winners, player.seat % 2 == 0))
    return tuple(
        Line(
            name=player.name,
            colour=COLOURS[player.seat],
            shape=track().signs[player.seat],
            score=player.score,
            score_says=_home(w, player.score),
            total=player.total,
            total_says=_home(w, player.score),
            games=(),
            balance="",
            rank=1 if player.player in winners or not winners else 1 + len(winners),
            start=4,
            turn=player.turn,
            winner=player.player in winners,
            left=player.left,
        )
        for player in players
    )


def _home(w: Words, pawns: int) -> str:
    return w.tn("%(n)s pawn home", "%(n)s pawns home", pawns)


def ending(w: Words, view: PawnsView) -> tuple[str, ...]:
    """What is told beside the podium: every game that was played, the newest first."""
    return tuple(game_won(w, view, result) for result in reversed(view.results[-4:]))
