"""Trente: the house rules, and the interface of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from ... import starts
from ...base import BaseGame
from ...core import Appearance, Await, Foul, Outcome, Placed, Roll, Sighting, Space
from ...errors import BadStart
from ...rules import RuleIds
from . import choice, fouls, looks, moves, positions, story, turns
from .moves import Attack, Keep, Move, Revenge
from .rules import RULE_IDS, TrenteRules
from .state import RoundResult, TrenteState


@dataclass(frozen=True)
class Trente(TrenteRules, BaseGame[TrenteState, Move]):
    """Six dice are set aside one after the other: 30 or more, or 12 or less, else points are lost (S4).

    A handicap is points that its player has more (or, negative, fewer) at the start of every round.
    """

    name: ClassVar[str] = "trente"
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "Trente (Wikilivres)": {"rules": "standard"},
        "Trente (chez nous)": {"rules": "nous", "tie": "extra_game", "stake": 1},
    }
    player_range: ClassVar[tuple[int, int]] = (2, 12)
    handicap_range: ClassVar[tuple[int, int]] = (-20, 20)
    rule_ids: ClassVar[RuleIds] = RULE_IDS
    sets_aside: ClassVar[bool] = True
    solved: ClassVar[bool] = True
    moves: ClassVar[tuple[type[Any], ...]] = (Keep, Attack, Revenge)
    outcome_ids: ClassVar[Mapping[str, tuple[str, ...]]] = story.OUTCOME_IDS

    # The interface of a game.

    @property
    def layout(self) -> str:
        """ "none": there is no board."""
        return "none"

    def start(self, seats: tuple[int, ...], handicaps: tuple[int, ...] = ()) -> TrenteState:
        """Everybody has the points of a start, the first of `seats` throws. See `Game.start`."""
        seats = starts.checked_seats(seats, self.player_range, max(self.player_range))
        given = starts.checked_handicaps(self, len(seats), handicaps)
        if given and self.start_score + min(given) < 0:
            raise BadStart(f"handicaps: expected {-self.start_score} or more; got {min(given)}")
        return turns.start(self, seats, given)

    def awaits(self, state: TrenteState) -> Await | None:
        """Who must throw or choose, or None when the match is over."""
        return choice.awaits(state)

    def legal(self, state: TrenteState) -> tuple[Move, ...]:
        """Every legal move; () unless one is owed.

        One Keep stands for all orders of the same dice; where the first die of a turn decides, the least of those
        that decide for 12 stands first, and the least of those that decide for 30.
        """
        return choice.legal(self, state)

    def moved(self, state: TrenteState, move: Move) -> TrenteState:
        """The state after a legal move."""
        if isinstance(move, Keep):
            return turns.after_keep(self, state, move)
        if isinstance(move, Attack):
            return turns.aimed(replace(state, news=()), move.target)
        return turns.avenging(self, state, taken=move.taken)

    def rolled(self, state: TrenteState, dice: tuple[int, ...]) -> TrenteState:
        """The state after a throw; hits of an attack lie aside with it."""
        return turns.after_roll(self, state, dice)

    def placed(self, state: TrenteState, word: Placed) -> TrenteState:
        """The state once some dice lie aside as a person says. Raises BadPlace."""
        return looks.after_placed(self, state, word)

    def left(self, state: TrenteState, player: int) -> TrenteState:
        """The state once a player has left for good."""
        return turns.after_left(self, state, player)

    def set_up(self, state: TrenteState, position: str) -> TrenteState:
        """The state of a position, see `referee.games.trente.positions`."""
        return positions.from_text(self, state, position)

    def staying(self, state: TrenteState) -> set[int]:
        """The players who have not left."""
        return set(range(len(state.seats))) - state.gone

    def position(self, state: TrenteState) -> str:
        """The position as a line of JSON, see `referee.games.trente.positions`."""
        return positions.to_text(state)

    def scores(self, state: TrenteState) -> tuple[int, ...]:
        """Points of the running round, one a player; below 0 is dead, 0 for who does not play in it."""
        return state.points

    def appearance(self, state: TrenteState) -> dict[Space, str]:
        """The dice aside, the threshold if a die decides it, and the space of an unsaid word."""
        return looks.appearance(self, state)

    def leftover(self, state: TrenteState) -> dict[Space, str]:
        """Dice that may still lie aside from before, while all six are due."""
        return looks.leftover(state)

    def tidied(self, state: TrenteState) -> TrenteState:
        """The state once all six dice were taken up for their throw."""
        return looks.tidied(state)

    def effect(self, state: TrenteState, move: Move) -> Appearance:
        """Dice on their places aside, with the threshold that the first decides; or the word."""
        return looks.effect(self, state, move)

    def continuations(self, state: TrenteState, partial: Move) -> tuple[Keep, ...]:
        """The legal moves that set aside these dice and more, for the same threshold."""
        return choice.continuations(self, state, partial)

    def refusal(self, state: TrenteState, sighting: Sighting) -> Foul:
        """Which rule the most probable reading of the table breaks."""
        return fouls.of_sighting(self, state, sighting)

    def roll_refusal(self, state: TrenteState, roll: Roll) -> Foul | None:
        """Which rule a throw breaks, or None when it is due."""
        return fouls.of_roll(self, state, roll)

    def move_refusal(self, state: TrenteState, move: Move) -> Foul | None:
        """Which rule a move breaks, or None when it is legal."""
        return fouls.of_move(self, state, move)

    def outcomes(self, before: TrenteState, after: TrenteState) -> tuple[Outcome, ...]:
        """What the event between two states ended."""
        return story.outcomes(before, after)

    def outcome_text(self, outcome: Outcome) -> str:
        """One of `outcomes` as a record has it."""
        return story.to_text(outcome)

    def to_text(self, move: Move) -> str:
        """ "5+1+2" for dice, the first first; "attack-3" for player 3; "revenge" or "no-revenge"."""
        return moves.to_text(move)

    def from_text(self, text: str) -> Move:
        """The move that `to_text` wrote. Raises ValueError saying what was expected."""
        return moves.from_text(text)

    # What a page shows.

    def dice(self, state: TrenteState) -> tuple[int, ...]:
        """The throw that awaits a choice, or ()."""
        return state.dice

    def payments(self, state: TrenteState) -> tuple[Fraction, ...]:
        """What each player has won (or, negative, paid) in the finished rounds, in the unit of the stake."""
        each = [self.paid(result) for result in state.results]
        return tuple(sum((row[player] for row in each), Fraction(0)) for player in range(len(state.seats)))

    def paid(self, result: RoundResult) -> tuple[Fraction, ...]:
        """The same of one finished round."""
        return turns.paid(self, result)
