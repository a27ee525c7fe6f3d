"""The game Tock (S2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ... import starts
from ...base import BaseGame
from ...core import (
    CHANCE,
    Appearance,
    Await,
    Deal,
    Foul,
    Left,
    Outcome,
    Placed,
    Roll,
    SetUp,
    Sighting,
    Touched,
)
from ...declared import TURN, declared_spaces
from ...errors import BadPlace, BadSeats
from ...rules import RuleIds
from . import cards, fouls, looks, positions, story, turns
from .board import Pawns, partner_of
from .cards import COPIES, DEALS, RANKS, CardPlay, Discard, Give, Move
from .choice import chosen
from .follow import outcome
from .fouls import of_sighting
from .rules import RULE_IDS, TockRules, foul
from .state import DEAL, HIDDEN, OVER, Hand, TockState


@dataclass(frozen=True)
class Tock(TockRules, BaseGame[TockState, Move]):
    """Two teams of two, a pack of 52 cards: who first brings all pawns home wins.

    A handicap is the number of pawns that stand in the house when a game begins, at its far end.
    """

    name: ClassVar[str] = "tock"
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]] = {"Tock Canop": {}}
    player_range: ClassVar[tuple[int, int]] = (4, 4)
    handicap_range: ClassVar[tuple[int, int]] = (0, 3)
    rule_ids: ClassVar[RuleIds] = RULE_IDS
    with_dice: ClassVar[bool] = False
    openly: ClassVar[Mapping[str, Any]] = {"hands": "known"}
    moves: ClassVar[tuple[type[Any], ...]] = (Give, CardPlay, Discard)
    outcome_ids: ClassVar[Mapping[str, tuple[str, ...]]] = story.OUTCOME_IDS

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
        """The player who must deal, give or play; the partner chooses for a player who has left."""
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

    def position(self, state: TockState) -> str:
        """The position as one line of JSON. See `Game.position` and `positions`."""
        return positions.to_text(state)

    def scores(self, state: TockState) -> tuple[int, ...]:
        """How many pawns each player has home in the running game."""
        home = turns.home_counts(state.board)
        return tuple(home[state.seat(player)] for player in range(4))

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
        """Holes, houses, bases, the pile, and declared gifts. See `looks`."""
        return looks.appearance(state)

    def leftover(self, state: TockState) -> dict[str, str]:
        """The pawns as the game before left them, until cards are dealt."""
        return looks.leftover(state)

    def tidied(self, state: TockState) -> TockState:
        """The state with all pawns put back for a new game."""
        return replace(state, left=None)

    def effect(self, state: TockState, move: Move) -> Appearance:
        """The holes, houses and bases that change, and the pile; for a gift, its declaration."""
        return chosen(self, state).effect(move)

    def continuations(self, state: TockState, partial: Move) -> tuple[CardPlay, ...]:
        """The whole plays of a card that lies there, or of a 7 half done."""
        return chosen(self, state).continuations(partial)

    def partials(self, state: TockState) -> tuple[CardPlay, ...]:
        """A card that lies there alone, and every 7 half done that can be made whole."""
        return chosen(self, state).partials

    def refusal(self, state: TockState, sighting: Sighting) -> Foul:
        """Which rule the most probable reading of the table breaks."""
        return of_sighting(self, state, sighting)

    def roll_refusal(self, state: TockState, roll: Roll) -> Foul | None:
        """no_dice, or game_over: nothing is ever thrown."""
        return fouls.of_roll(self, state, roll)

    def move_refusal(self, state: TockState, move: Move) -> Foul | None:
        """Which rule a gift, a play or a discard breaks, or None when it is legal."""
        return fouls.of_move(self, state, move)

    def outcomes(self, before: TockState, after: TockState) -> tuple[Outcome, ...]:
        """What the event between two states ended."""
        return story.outcomes(before, after)

    def outcome_text(self, outcome: Outcome) -> str:
        """One of `outcomes` as a record has it."""
        return story.to_text(outcome)

    def to_text(self, move: Move) -> str:
        """The move as one word: "7:12>15+40>44", "V:5x30", "R:in", "discards:9", "gives:?"."""
        return cards.to_text(move)

    def from_text(self, text: str) -> Move:
        """The move that `to_text` wrote. Raises ValueError saying what was expected."""
        return cards.from_text(text)

    # What happens.

    def word_refusal(self, state: TockState, event: Deal | Touched | Placed | Left | SetUp) -> Foul | None:
        """Which rule a deal or a person's word would break now, or None when it is due."""
        if isinstance(event, Deal):
            return fouls.of_deal(self, state, event)
        if isinstance(event, Left):
            return fouls.of_leaving(self, state, event)
        if isinstance(event, Touched):
            return foul("not_in_this_game", expected=self.legal(state))
        if state.phase == OVER:
            return foul("game_over")
        if isinstance(event, SetUp) and state != self._start_of(state):
            return foul("not_at_start", expected=self.legal(state))
        return None

    def _start_of(self, state: TockState) -> TockState:
        by_player = tuple(state.handicaps[state.seat(player)] for player in range(4))
        return self.start(state.places, by_player)

    def moved(self, state: TockState, move: Move) -> TockState:
        """The state after a legal gift, play or discard."""
        if isinstance(move, Give):
            return turns.after_give(state, move)
        if isinstance(move, Discard):
            return turns.after_discard(self, state, move.card)
        board = outcome(self, state.board, state.turn, move)
        assert isinstance(board, Pawns), "a play that breaks no rule has its board"
        return turns.after_card(self, state, move.card, board)

    def rolled(self, state: TockState, dice: tuple[int, ...]) -> TockState:
        """Never: `roll_refusal` refuses every throw."""
        raise TypeError(f"expected no dice in a game of cards; got {dice}")

    def noted(self, state: TockState, event: Deal | Touched) -> TockState:
        """The state after cards were dealt."""
        return turns.after_deal(state, event) if isinstance(event, Deal) else super().noted(state, event)

    def left(self, state: TockState, player: int) -> TockState:
        """The state once a player has left for good: the partner plays on."""
        return turns.after_leaving(state, state.seat(player))

    def set_up(self, state: TockState, position: str) -> TockState:
        """The state of a position, see `referee.games.tock.positions`."""
        return positions.from_text(self, state, position)

    def placed(self, state: TockState, word: Placed) -> TockState:
        """The declared board and next player; with one more card on the pile, the turn is over too."""
        known = looks.appearance(state)
        says = declared_spaces(word, known | {TURN: looks.place(state.turn)})
        strange = [space for space in says if space.startswith("said-") and says[space] != known[space]]
        if strange:
            raise BadPlace(f"{strange[0]}: expected {looks.NOTHING}; got {says[strange[0]]!r}")
        board = looks.board_of(known | says)
        card, turn = looks.card_of(state, says.get("pile", known["pile"])), looks.turn_of(says)
        if card is None:
            return turns.after_word(self, state if turn is None else turns.passed_on(state, turn), board)
        if turn is not None:
            raise BadPlace(f"{TURN}: expected nothing beside a card that is laid; got {says[TURN]!r}")
        return turns.after_card(self, state, card, board)
