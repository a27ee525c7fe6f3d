"""What the table knows of games of pawns and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar, TypeGuard, cast

from msgspec.structs import asdict

from referee.core import Deal, Event, Kind, Move, SetUp, State
from referee.games.tock import CardPlay, Discard, Give, PawnStep, Tock
from referee.games.tock.board import HOUSE, QUARTER, SEVEN, TRACK, Pawns, start_of
from referee.games.tock.cards import BACK, IN
from referee.games.tock.follow import part_of_seven
from referee.games.tock.looks import place
from referee.games.tock.plays import Seven, begun, ends, further, whole
from referee.games.tock.state import TockState
from referee.match import Match

from ..values.actions import DealCards
from ..values.everybody import open_state
from ..values.points import Point
from ..values.state import NotNow, Table
from ..values.view import PawnsPosition, PawnsView, TouchView, View, ViewCard, ViewStep
from .family import ShownState, TableFamily, touched

FARTHEST = 13
"""The most holes that a card moves a pawn forward; a pawn that goes farther was teleported."""


class PawnFamily(TableFamily):
    """Pawns and cards."""

    games: ClassVar[type] = Tock
    view: ClassVar[type[View]] = PawnsView
    lies: ClassVar[bool] = True
    point: ClassVar[Point] = Point("home")

    def shown(self, table: Table, view: View, now: ShownState) -> PawnsView:
        """With how the pawns stand, what may be laid and done next."""
        return _pawns_view(table, touched(table, view, now), now.state, now.player)

    def as_everybody_knows(self, match: Match) -> Match:
        """A running match as with paper cards: without hands, or which card was given. Others stay."""
        game = cast(Tock, match.game)
        if game.hands != "known" or game.is_over(match.state):
            return match
        public = Match(replace(game, hands="unknown"), match.seats, match.players, handicaps=match.handicaps)
        for count, event in enumerate(match.events, start=1):
            public = public.then(_public(match, count, event))
        return public

    def parts(self, move: Move) -> tuple[Move, ...]:
        """The card, then pawn by pawn."""
        if not isinstance(move, CardPlay):
            return (move,)
        return tuple(CardPlay(move.card, move.steps[:count]) for count in range(len(move.steps) + 1))

    def is_next(self, state: State, player: int) -> bool:
        """A player deals or lays a card next."""
        return bool(state.turn == state.seat(player))

    def named_next(self, state: State, player: int) -> Kind:
        """By the place at the board."""
        return place(state.seat(player))


def _pawns_view(table: Table, shown: TouchView, state: State, player: int | None) -> PawnsView:
    """The view of a state as a player may know it, from 0; None for everybody."""
    game = cast(Tock, table.game)
    move = table.turned.move
    lies = move if isinstance(move, CardPlay | Discard) else None
    return PawnsView(
        **asdict(shown),
        stands={**game.appearance(state), **(game.effect(state, lies) if lies else {})},
        steps=_steps(game, state, lies) if isinstance(lies, CardPlay) and table.started else (),
        laid=lies.card if lies else "",
        cards=_cards(game, state) if move is None and table.started else (),
        hand=None if player is None else state.hands[state.seat(player)].cards,
        player=None if player is None else player + 1,
        position=_position(game, state, lies),
    )


def draw_deal(table: Table, shuffle: Callable[[list[str]], None]) -> DealCards:
    """The deal that is due, from a pack that `shuffle` mixes in place; unknown cards if nobody tells them.

    Raises NotNow if none is due.
    """
    due, game, state = table.due, table.game, table.playing.state
    if due is None or not due.cards:
        raise NotNow("expected that cards are due; they are not")
    pack = list(game.pack(state))
    shuffle(pack)
    players = range(len(table.setup.players))
    return DealCards(tuple(tuple(pack[due.cards * k : due.cards * (k + 1)]) or None for k in players))


def _public(match: Match, count: int, event: Event) -> Event:
    """What everybody sees of the event at this place of a match."""
    if isinstance(event, Deal):
        return Deal((None,) * len(event.hands))
    if isinstance(event, SetUp):
        return SetUp(match.game.position(open_state(match.game, match.until(count).state)))
    return Give() if isinstance(event, Give) else event


def _position(game: Tock, state: TockState, lies: CardPlay | Discard | None) -> PawnsPosition:
    part = part_of_seven(game, state.board, state.turn, lies.steps) if _is_seven(lies) else None
    return PawnsPosition(
        phase=state.phase,
        deal=state.deal + 1,
        dealer=state.dealer + 1,
        held={str(seat + 1): hand.count for seat, hand in enumerate(state.hands)},
        given=tuple(seat + 1 for seat, card in enumerate(state.given) if card),
        whose=(part.whose if isinstance(part, Seven) and part.rest else state.board.plays(state.turn)) + 1,
        rest=part.rest if isinstance(part, Seven) else 0,
        known=game.hands == "known",
    )


def _is_seven(lies: CardPlay | Discard | None) -> TypeGuard[CardPlay]:
    return isinstance(lies, CardPlay) and lies.card == "7"


def _cards(game: Tock, state: TockState) -> tuple[ViewCard, ...]:
    """What may be laid or given, each card once, in the order of the sheet."""
    cards: dict[str, ViewCard] = {}
    for move in game.legal(state):
        card = move.card or ""
        text = game.to_text(move)
        match move:
            case Give():
                cards.setdefault(card, ViewCard(card, "give", text))
            case Discard():
                cards.setdefault(card, ViewCard(card, "discard", text))
            case _:
                cards.setdefault(card, ViewCard(card, "play", f"{card}:"))
    return tuple(cards.values())


def _steps(game: Tock, state: TockState, lies: CardPlay) -> tuple[ViewStep, ...]:
    """What the pawns may do next with the card that lies there, each step once."""
    before = {**game.appearance(state), **game.effect(state, lies)}
    steps: dict[tuple[str, str, bool], ViewStep] = {}
    plays = _parts(game, state, lies) if _is_seven(lies) else game.continuations(state, lies)
    board = _board(game, state, lies)
    for play in plays:
        step = _step(game, state, board, before, play)
        steps.setdefault((step.source, step.target, step.exchange), step)
    return tuple(steps.values())


def _parts(game: Tock, state: TockState, lies: CardPlay) -> Iterator[CardPlay]:
    """A 7 with one part more, if all seven steps can then be made.

    If the board would look as after a whole 7 of other steps, a part of it would be ambiguous: such a play is whole.
    """
    now = part_of_seven(game, state.board, state.turn, lies.steps)
    if not isinstance(now, Seven):
        return
    for after in further(game, now):
        play = CardPlay("7", after.steps)
        if not after.rest or after.board not in _as_whole(game, state.board, state.turn):
            if _can_end(game, after):
                yield play
        else:
            yield from (CardPlay("7", end.steps) for end in whole(game, after))


@lru_cache(maxsize=8)
def _as_whole(game: Tock, board: Pawns, seat: int) -> frozenset[Pawns]:
    """The boards to which a whole 7 leads; cached, for a position asks again and again."""
    return frozenset(ends(game, board, seat, "7"))


def _can_end(game: Tock, now: Seven) -> bool:
    return not now.rest or any(True for _ in whole(game, now))


def _board(game: Tock, state: TockState, lies: CardPlay) -> Pawns:
    """The pawns with what lies there of the card."""
    part = part_of_seven(game, state.board, state.turn, lies.steps) if _is_seven(lies) else None
    return part.board if isinstance(part, Seven) else state.board


def _step(game: Tock, state: TockState, board: Pawns, before: Mapping[str, str], play: CardPlay) -> ViewStep:
    """What may be done next: its source and target, the move to send, and its effect."""
    last = play.steps[-1]
    mine = _whose(game, state, play)
    after = {**game.appearance(state), **game.effect(state, play)}
    target, via = _space(board, mine, last, "to"), _via(last)
    return ViewStep(
        source=_space(board, mine, last, "start"),
        target=target,
        move=game.to_text(play),
        takes=_waiting(after) - _waiting(before) + (last == IN),
        then=after[target],
        via="" if via is None else f"hole-{via}",
        exchange=bool(last.exchange),
    )


def _whose(game: Tock, state: TockState, play: CardPlay) -> int:
    """The seat whose pawns make the last step of a play."""
    if play.card != "7":
        return state.board.plays(state.turn)
    now = part_of_seven(game, state.board, state.turn, play.steps[:-1])
    return now.whose if isinstance(now, Seven) else begun(state.board, state.turn).whose


def _space(board: Pawns, mine: int, step: PawnStep, end: str) -> str:
    """The space at which a step of a pawn starts, or ends."""
    if step == IN:
        return f"base-{mine + 1}" if end == "start" else f"hole-{start_of(mine)}"
    place = step.start if end == "start" else step.to
    if place < HOUSE:
        return f"hole-{place}"
    whose = board.at(step.start) if step.start < HOUSE else mine
    return f"house-{(whose if whose >= 0 else mine) + 1}-{place - HOUSE + 1}"


def _via(step: PawnStep) -> int | None:
    """The case 7 from which a pawn is teleported to where its step ends; None for any other step."""
    if step.exchange or step == IN or step.to >= HOUSE or step.to % QUARTER != SEVEN or step.start >= HOUSE:
        return None
    plain = (step.to - step.start) % TRACK in range(1, FARTHEST + 1) or (step.start - step.to) % TRACK == BACK
    return None if plain else (step.to - QUARTER) % TRACK


def _waiting(kinds: Mapping[str, str]) -> int:
    """How many pawns wait in the bases."""
    bases = (kind for space, kind in kinds.items() if space.startswith("base-"))
    return sum(int(kind.rpartition(" ")[2]) for kind in bases if " x " in kind)
