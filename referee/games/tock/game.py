"""The game Tock (S2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ... import starts
from ...core import (
    CHANCE,
    Appearance,
    Await,
    Deal,
    Event,
    Foul,
    Left,
    Placed,
    Roll,
    SetUp,
    Sighting,
    Touched,
)
from ...errors import BadPlace, BadSeats
from ...rules import RuleIds, illegal, refuse
from ...said import told_spaces
from . import fouls, looks, moves, positions, story, turns
from .board import Board, partner_of
from .cards import COPIES, DEALS, RANKS
from .choice import chosen
from .follow import outcome
from .moves import Discard, Give, Move, Play
from .rules import RULE_IDS, TockRules, foul
from .sight import of_sighting
from .state import DEAL, HIDDEN, OVER, Hand, TockState


@dataclass(frozen=True)
class Tock(TockRules):
    """Two teams of two, a pack of 52 cards: who first brings all pawns home wins.

    A handicap is the number of pawns that stand in the house when a game begins, at its far end.
    """

    name: ClassVar[str] = "tock"
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]] = {"Tock Canop": {}}
    player_range: ClassVar[tuple[int, int]] = (4, 4)
    handicap_range: ClassVar[tuple[int, int]] = (0, 3)
    rule_ids: ClassVar[RuleIds] = RULE_IDS

    @property
    def layout(self) -> str:
        """Name of the board: "tock"."""
        return "tock"

    # The interface of a game.

    def start(self, seats: tuple[int, ...], handicaps: tuple[int, ...] = ()) -> TockState:
        """Before the first deal; the first of `seats`, all four of them clockwise, plays first. See `Game.start`."""
        if len(seats) != 4:
            raise BadSeats(f"seats: expected 4 players, two teams of two; got {len(seats)}")
        turned = tuple((seats[0] - 1 + count) % 4 + 1 for count in range(4))
        if tuple(seats) != turned or seats[0] not in range(1, 5):
            raise BadSeats(f"seats: expected the places 1 to 4 clockwise, such as 1, 2, 3, 4; got {seats}")
        given = starts.checked_handicaps(self, 4, handicaps) or (0,) * 4
        return turns.begin(tuple(seats), given)

    def awaits(self, state: TockState) -> Await | None:
        """Who must deal, give or play; the partner chooses for a player who has left."""
        if state.phase == OVER:
            return None
        player = state.player(state.turn)
        if state.phase == DEAL:
            return Await(CHANCE, player, state.turn + 1, cards=DEALS[state.deal])
        acting = partner_of(state.turn) if state.turn in state.gone else state.turn
        return Await(state.player(acting), player, state.turn + 1)

    def pack(self, state: TockState) -> tuple[str, ...]:
        """The cards that are left to deal, where the hands are known."""
        if state.phase != DEAL or self.hands == "unknown":
            return ()
        out = state.played if state.deal else ()
        return tuple(rank for rank in RANKS for _ in range(COPIES - out.count(rank)))

    def legal(self, state: TockState) -> tuple[Move, ...]:
        """Every gift, or every play and discard of a card that may be in the hand; one for each outcome.

        Of an unknown hand every unseen card may be played, and discarded where it cannot be.
        """
        return chosen(self, state).legal

    def offers(self, state: TockState) -> tuple[Move, ...]:
        """Nothing: cards are due, or a move is owed."""
        return ()

    def apply(self, state: TockState, event: Event) -> TockState:
        """The state after a Deal, a Give, a Play, a Discard, or a person's word. See `Game.apply`."""
        if isinstance(event, Give | Play | Discard):
            return self._moved(state, event)
        if isinstance(event, Deal):
            refuse(fouls.of_deal(self, state, event), event, self.to_text)
            return turns.after_deal(state, event)
        if isinstance(event, Placed):
            refuse(foul("game_over") if state.phase == OVER else None, event, self.to_text)
            return self._placed(state, event)
        if isinstance(event, SetUp):
            return self._set_up(state, event)
        if isinstance(event, Left):
            refuse(fouls.of_leaving(self, state, event), event, self.to_text)
            return turns.after_leaving(state, state.seat(event.player))
        if isinstance(event, Roll):
            raise illegal(fouls.of_roll(self, state, event), event, self.to_text)
        if isinstance(event, Touched):
            raise illegal(foul("not_in_this_game", expected=self.legal(state)), event, self.to_text)
        raise TypeError(f"expected a Deal, a move of Tock or a person's word; got {event!r}")

    def position(self, state: TockState) -> str:
        """The position as one line of JSON. See `Game.position` and `positions`."""
        return positions.to_text(state)

    def scores(self, state: TockState) -> tuple[int, ...]:
        """How many pawns each player has home in the running game."""
        home = turns.home_counts(state.board)
        return tuple(home[state.seat(player)] for player in range(4))

    def winners(self, state: TockState) -> tuple[int, ...]:
        """The players of the winning team; all four where a series ends level; () while it runs."""
        return state.champions

    def is_over(self, state: TockState) -> bool:
        """True when the match has its winners."""
        return state.phase == OVER

    def view(self, state: TockState, player: int) -> TockState:
        """The state without the hands of the others, and without what they hand to their partners.

        Who plays on for a partner who left sees that hand as well.
        """
        seat = state.seat(player)
        sees = {seat, partner_of(seat)} & ({seat} | state.gone)
        hands = tuple(hand if s in sees else Hand((), hand.count) for s, hand in enumerate(state.hands))
        given = tuple(card if s in sees or not card else HIDDEN for s, card in enumerate(state.given))
        last = state.last
        if last is not None and last.seat not in sees:
            last = replace(last, hand=None)
        return replace(state, hands=hands, given=given, last=last)

    def appearance(self, state: TockState) -> dict[str, str]:
        """Holes, houses, bases, the pile, and what was said. See `looks`."""
        return looks.appearance(state)

    def leftover(self, state: TockState) -> dict[str, str]:
        """The pawns as the game before left them, until cards are dealt."""
        return looks.leftover(state)

    def tidied(self, state: TockState) -> TockState:
        """The state with all pawns put back for a new game."""
        return replace(state, left=None)

    def stale(self, state: TockState) -> dict[str, str]:
        """Nothing: who owes a move was dealt cards, and the pawns were put back before."""
        return {}

    def effect(self, state: TockState, move: Move) -> Appearance:
        """The holes, houses and bases that change, and the pile; or what is said."""
        return chosen(self, state).effect(move)

    def continuations(self, state: TockState, partial: Move) -> tuple[Play, ...]:
        """The whole plays of a card that lies there, or of a 7 half done."""
        return chosen(self, state).continuations(partial)

    def partials(self, state: TockState) -> tuple[Play, ...]:
        """A card that lies there alone, and every 7 half done that can be made whole."""
        return chosen(self, state).partials

    def refusal(self, state: TockState, seen: Sighting) -> Foul:
        """Which rule the most probable reading of the table breaks."""
        return of_sighting(self, state, seen)

    def roll_refusal(self, state: TockState, roll: Roll) -> Foul | None:
        """no_dice, or game_over: nothing is ever thrown."""
        return fouls.of_roll(self, state, roll)

    def move_refusal(self, state: TockState, move: Move) -> Foul | None:
        """Which rule a gift, a play or a discard breaks, or None when it is legal."""
        return fouls.of_move(self, state, move)

    def outcomes(self, before: TockState, after: TockState) -> tuple[str, ...]:
        """What an event ended, in words of a record. See `story`."""
        return story.outcomes(before, after)

    def to_text(self, move: Move) -> str:
        """The move as one word: "7:12>15+40>44", "V:5x30", "R:in", "discards:9", "gives:?"."""
        return moves.to_text(move)

    def from_text(self, text: str) -> Move:
        """The move that `to_text` wrote. Raises ValueError saying what was expected."""
        return moves.from_text(text)

    # How it is done.

    def _moved(self, state: TockState, move: Move) -> TockState:
        refuse(fouls.of_move(self, state, move), move, self.to_text)
        if isinstance(move, Give):
            return turns.after_give(state, move)
        if isinstance(move, Discard):
            return turns.after_discard(self, state, move.card)
        board = outcome(self, state.board, state.turn, move)
        assert isinstance(board, Board), "a play that breaks no rule has its board"
        return turns.after_card(self, state, move.card, board)

    def _placed(self, state: TockState, placed: Placed) -> TockState:
        """The board as a person says; with one more card on the pile the turn is over, too."""
        known = looks.appearance(state)
        says = told_spaces(placed, known)
        strange = [space for space in says if space.startswith("said-") and says[space] != known[space]]
        if strange:
            raise BadPlace(f"{strange[0]}: expected {looks.NOTHING}; got {says[strange[0]]!r}")
        board = looks.board_of(known | says)
        card = looks.card_of(state, says.get("pile", known["pile"]))
        if card is None:
            return turns.after_word(self, state, board)
        return turns.after_card(self, state, card, board)

    def _set_up(self, state: TockState, event: SetUp) -> TockState:
        if state.phase == OVER:
            raise illegal(foul("game_over"), event, self.to_text)
        by_player = tuple(state.handicaps[state.seat(player)] for player in range(4))
        start = self.start(state.places, by_player)
        if state != start:
            raise illegal(foul("not_at_start", expected=self.legal(state)), event, self.to_text)
        return positions.from_text(self, start, event.position)
