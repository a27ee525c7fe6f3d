"""What the tile games have in common: everything but which tiles a throw may close."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ... import starts
from ...base import BaseGame
from ...core import CHANCE, Appearance, Await, Foul, Outcome, Placed, Roll, Sighting, Space
from ...rules import RuleIds
from . import fouls, looks, positions, story, turns
from .rules import RULE_IDS, TileRules
from .state import Close, TileState


@dataclass(frozen=True)
class TileGame(TileRules, BaseGame[TileState, Close]):
    """A game in which throws close numbered tiles and the open ones count against their player.

    A handicap is points added to its player's score in every round.
    """

    handicap_range: ClassVar[tuple[int, int]] = (0, 45)
    rule_ids: ClassVar[RuleIds] = RULE_IDS
    solved: ClassVar[bool] = True
    moves: ClassVar[tuple[type[Any], ...]] = (Close,)
    outcome_ids: ClassVar[Mapping[str, tuple[str, ...]]] = story.OUTCOME_IDS

    @property
    def places(self) -> int:
        """How many places the board has: four where each has a frame, one a player where one box is shared."""
        most = self.player_range[1]
        return most if self.frames == "shared" else min(4, most)

    # The interface of a game.

    def start(self, seats: tuple[int, ...], handicaps: tuple[int, ...] = ()) -> TileState:
        """Everything open, the first of `seats` to throw. See `Game.start`."""
        seats = starts.checked_seats(seats, (self.player_range[0], self.places), self.places)
        return turns.begin(self, seats, starts.checked_handicaps(self, len(seats), handicaps))

    def awaits(self, state: TileState) -> Await | None:
        """Who must throw or close, or None when the match is over."""
        if state.champions:
            return None
        seat = state.seats[state.player]
        if state.dice:
            return Await(state.player, state.player, seat)
        due, *may = self.dice_allowed(state.open[state.player])
        return Await(CHANCE, state.player, seat, due, tuple(may))

    def legal(self, state: TileState) -> tuple[Close, ...]:
        """Every legal closing; () unless one is owed."""
        return turns.legal(self, state)

    def moved(self, state: TileState, move: Close) -> TileState:
        """The state after a legal closing."""
        return turns.after_close(self, state, move)

    def rolled(self, state: TileState, dice: tuple[int, ...]) -> TileState:
        """The state after a throw; with nothing to close it ends the player's turn."""
        return turns.after_roll(self, state, dice)

    def placed(self, state: TileState, word: Placed) -> TileState:
        """The state once some tiles stand as a person says. Raises BadPlace."""
        return turns.after_placed(self, state, looks.stands(self, state, word))

    def left(self, state: TileState, player: int) -> TileState:
        """The state once a player has left for good."""
        return turns.after_left(self, state, player)

    def set_up(self, state: TileState, position: str) -> TileState:
        """The state of a position, see `referee.games.tiles.positions`."""
        return positions.from_text(self, state, position)

    def staying(self, state: TileState) -> set[int]:
        """The players who have not left."""
        return set(range(len(state.seats))) - state.gone

    def scores(self, state: TileState) -> tuple[int, ...]:
        """Sums of the open tiles in the running game, and the handicaps, one a player."""
        return tuple(turns.points(self, state, player) for player in range(len(state.seats)))

    def appearance(self, state: TileState) -> dict[Space, str]:
        """Every tile of the players' frames, or of the shared box as the player whose turn it is needs it."""
        return looks.appearance(self, state)

    def leftover(self, state: TileState) -> dict[Space, str]:
        """Tiles of a frame that may still stand as the turn or game before left them."""
        return looks.leftover(self, state)

    def tidied(self, state: TileState) -> TileState:
        """The state without what a turn or game before left."""
        return looks.tidied(state)

    def stale(self, state: TileState) -> dict[Space, str]:
        """The tiles of the player who owes a closing, where the turn or game before left them otherwise."""
        return looks.stale(self, state)

    def effect(self, state: TileState, move: Close) -> Appearance:
        """The tiles of the closing, shut, in the frame of the player whose turn it is."""
        return {self.space(state, state.player, tile): "closed" for tile in move.tiles}

    def position(self, state: TileState) -> str:
        """The position as a line of JSON, see `referee.games.tiles.positions`."""
        return positions.to_text(state)

    def partials(self, state: TileState) -> tuple[Close, ...]:
        """Some but not all tiles of a legal closing, where they are none themselves: tiles turn one by one."""
        return turns.partials(self.legal(state))

    def continuations(self, state: TileState, partial: Close) -> tuple[Close, ...]:
        """The legal closings that contain these tiles and more."""
        return tuple(move for move in self.legal(state) if set(move.tiles) > set(partial.tiles))

    def refusal(self, state: TileState, sighting: Sighting) -> Foul:
        """Which rule the most probable reading of the tiles breaks."""
        return fouls.of_sighting(self, state, sighting)

    def roll_refusal(self, state: TileState, roll: Roll) -> Foul | None:
        """must_close, dice_count, not_dice, game_over, or None when the throw is due."""
        return fouls.of_roll(self, state, roll)

    def move_refusal(self, state: TileState, move: Close) -> Foul | None:
        """Which rule a closing breaks, or None when it is legal."""
        return fouls.of_close(self, state, move)

    def outcomes(self, before: TileState, after: TileState) -> tuple[Outcome, ...]:
        """What the event between two states ended."""
        return story.outcomes(before, after)

    def outcome_text(self, outcome: Outcome) -> str:
        """One of `outcomes` as a record has it."""
        return story.to_text(outcome)

    def to_text(self, move: Close) -> str:
        """Its tiles joined by a plus: "2+4"."""
        return "+".join(str(tile) for tile in move.tiles)

    def from_text(self, text: str) -> Close:
        """The closing that `to_text` wrote. Raises ValueError saying what was expected."""
        parts = text.split("+")
        if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
            raise ValueError(f"expected tiles joined by a plus, such as 2+4; got {text!r}")
        return Close(tuple(int(part) for part in parts))

    # What a page shows.

    def open_tiles(self, state: TileState, player: int) -> tuple[int, ...]:
        """A player's open tiles in the running game, ascending."""
        return tuple(sorted(state.open[player]))

    def dice(self, state: TileState) -> tuple[int, ...]:
        """The throw for which a closing is owed, or ()."""
        return state.dice

    def totals(self, state: TileState) -> tuple[int, ...]:
        """Points of the finished games of the series, one a player."""
        return turns.totals(state.results, len(state.seats))

    def game_number(self, state: TileState) -> int:
        """The running game of the series, 1 to `games`; a play-off has the number of its game."""
        ended = bool(state.champions) or state.settling == "series"
        return len(state.results) + (0 if ended else 1)

    def has_finished(self, state: TileState, player: int) -> bool:
        """True when the player's turn of the running round is over, or the player does not play in it."""
        return player in state.done or player not in state.contenders
