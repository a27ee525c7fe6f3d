"""Tock as a page draws it: the track, the pawns, the cards that may be laid, who holds how many.

No rule is here: the view's `stands` holds the pawns, its `steps` their possible steps, its `cards` the playable cards;
`track` says where a space lies on the drawing.
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
    """One pawn as it is drawn: its middle, its place, and whether the move that does not count yet put it there."""

    x: int
    y: int
    seat: int
    fresh: bool = False


@dataclass(frozen=True)
class ShownHole:
    """A space of the board and its pawns.

    Attributes:
        place: its place.
        pawns: those on it.
        protected: the pawn has just entered.
        says: the space in words.
        source: a pawn may leave with the played card.
        target: a pawn may arrive here.
    """

    place: DrawnHole
    pawns: tuple[ShownPawn, ...]
    protected: bool
    says: str
    source: bool
    target: bool

    @property
    def seat(self) -> int:
        """The place of the pawns' player; 0 for none."""
        return self.pawns[0].seat if self.pawns else 0


@dataclass(frozen=True)
class ShownCard:
    """A card to play, give or discard, or that is only held.

    Attributes:
        card: its name; "" for a secret one.
        says, does: its name, and its effect.
        may: play, discard or give; "" for nothing now.
        move: the move to send; "".
    """

    card: str
    says: str
    does: str
    may: str
    move: str


@dataclass(frozen=True)
class StepOfPawn:
    """A step as a button: the move to send, source and target in a few letters, and the same in words.

    `exchange`: two pawns change places.
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
        seat, name, colour, shape: of the player and the pawns.
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
    """The whole board, and the possible actions.

    Attributes:
        track: the drawing.
        holes: every space.
        phase: deal, give, play or over.
        known: phones hold the cards.
        due: place of the player who must act; 0 for nobody.
        mover: place of the pawns that may move now; 0 for none.
        laid: the lying card that does not count yet; "".
        rest: remaining steps of a 7.
        top, pile: the card on top of the played ones, and their number; "" and 0.
        cards: the cards that may be laid or given here.
        hand, holder: the cards of this device's player, all of them, and the place; () and 0 on the table.
        steps: the possible steps of pawns; () if the house never shows them.
        data: the same for scripts: JSON.
        lies: the move that does not count yet, as the page sends it; "".
        teams: the rows of the scores, partner by partner.
        names: place -> player.
        plates: place -> the name among its waiting pawns.
        hidden: the house never shows what may be played.
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
    """The values of the templates for a view of Tock."""
    position, hinted = view.position, view.shows_legal != "never"
    due = 0 if view.due is None else view.due.seat
    moves = bool(view.laid) and view.state in MOVES and position.phase == "play" and bool(due)
    top, pile = _pile(view.stands.get("pile", ""))
    return ShownTock(
        track=track(),
        holes=tuple(_holes(w, view, hinted=hinted and moves)),
        phase=position.phase,
        known=position.known,
        due=due,
        mover=position.whose if moves else 0,
        laid=view.laid,
        rest=position.rest,
        top=top,
        pile=pile,
        cards=tuple(_cards(w, view)),
        hand=tuple(_hand(w, view)),
        holder=next((p.seat for p in view.players if p.player == view.player), 0),
        steps=tuple(_step(w, step) for step in view.steps) if hinted and moves else (),
        data=_data(w, view, hinted=hinted) if moves else "",
        lies=view.provisional or "",
        teams=tuple(tuple(_seats(view, team)) for team in TEAMS),
        names={player.seat: player.name for player in view.players},
        plates={player.seat: name_plate(player.name, 14, 17, 2) for player in view.players},
        hidden=not hinted,
    )


def _pile(kind: str) -> tuple[str, int]:
    """ "V 12" as a card and a number; ("", 0) for no card."""
    card, _, many = kind.partition(" ")
    return (card, int(many)) if many else ("", 0)


def _holes(w: Words, view: PawnsView, *, hinted: bool) -> Iterator[ShownHole]:
    sources = {step.source for step in view.steps} if hinted else set()
    targets = {step.target for step in view.steps} if hinted else set()
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
    """ "pawn 2", "pawn 2 new" or "pawn 2 x 3" as the pawns on it."""
    words = kind.split()
    if words[:1] != ["pawn"]:
        return
    many = int(words[3]) if words[2:3] == ["x"] else 1
    for x, y in place.pawns[:many]:
        yield ShownPawn(x, y, int(words[1]), fresh and place.kind != "base")


def _cards(w: Words, view: PawnsView) -> Iterator[ShownCard]:
    """The cards to lay here: none on the shared table if phones hold the cards."""
    position = view.position
    if view.state not in MOVES or view.hand is not None or position.known or position.phase != "play":
        return
    for card in view.cards:
        yield _card(w, card.card, card.may, card.move)


def _hand(w: Words, view: PawnsView) -> Iterator[ShownCard]:
    """The cards of the reader of this view, each with its possible use."""
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


def _data(w: Words, view: PawnsView, *, hinted: bool) -> str:
    """For scripts: each step as [from, to, move, words, also lit], the lying card, and the steps done."""
    steps = [[s.source, s.target, s.move, step_says(w, s), s.via] for s in view.steps] if hinted else []
    return json.dumps({"steps": steps, "laid": view.laid, "lies": view.provisional or ""}, ensure_ascii=False)


def _seats(view: PawnsView, team: tuple[int, ...]) -> Iterator[TockSeat]:
    position, due = view.position, view.acting
    for seat in team:
        for player in view.players:
            if player.seat == seat:
                yield TockSeat(
                    seat=seat,
                    name=player.name,
                    colour=COLOURS[seat],
                    shape=track().signs[seat],
                    home=player.score,
                    held=position.held[str(seat)],
                    turn=player.player == due,
                    dealer=seat == position.dealer,
                    given=seat in position.given,
                    winner=player.player in view.winners,
                    left=player.left,
                )


def lines(w: Words, view: PawnsView) -> tuple[Line, ...]:
    """The players for podium and wall: the winning team first, partner beside partner."""
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
            done=tuple(pawn < player.score for pawn in range(4)),
        )
        for player in players
    )


def _home(w: Words, pawns: int) -> str:
    return w.tn("%(n)s pawn home", "%(n)s pawns home", pawns)


def ending(w: Words, view: PawnsView) -> tuple[str, ...]:
    """The sentences beside the podium: every game played, newest first."""
    return tuple(game_won(w, view, result) for result in reversed(view.results[-4:]))
