"""The house rules of a tile game, and what depends on them alone: what a throw may close, how many dice are due."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from ...core import Foul, Space
from ...options import Switches, number, switch
from ...rules import COMMON, foul_of, joined
from .state import Close, Open, TileState

RULE_IDS = joined(
    COMMON,
    {
        "must_close": ("dice",),  # thrown again while a closing is owed for `dice`
        "throw_first": ("closed", "due"),  # closed before the `due` dice were thrown
        "reopened": ("tiles",),  # closed tiles of the player stand open again
        "other_frame": ("seat", "closed", "opened"),  # changed in the frame of `seat`, whose turn it is not
        "tile_missing": ("seat", "tiles"),  # no tile lies in these places of `seat`'s frame
        "not_reset": ("tiles",),  # closed since the turn or game before: open them first
        "already_shut": ("tiles",),  # named in a closing, but shut before
        "no_such_tile": ("tiles", "most"),  # the frame ends at `most`
    },
)
"""Rule ids of every tile game; see `referee.rules`."""

foul = foul_of(RULE_IDS)


@dataclass(frozen=True)
class TileRules(Switches, ABC):
    """The switches of a game in which throws close numbered tiles; a game of the family says what a throw may close.

    Attributes:
        tiles: how many tiles a frame has.
        games: games of a series; the lowest total wins it.
        tie: equal players at the end "shared" the win, or play an "extra_game" until one is ahead.
        turns: "whole" (a player plays the whole game, then the next) or "alternate" (throw by throw).
        frames: "own" (one before each seat) or "shared" (one box, used one after the other).
        instant_win: True when the first to shut everything ends the game at once.
        one_die: "after_789" (one die is thrown once 7, 8 and 9 are shut), "never", or by the player's choice
            "may_after_789" or "may_at_6" (open tiles sum to 6 or less).
        show_legal: teaching switch: what may be closed is shown "always", "on_request" or "never".

    Raises:
        BadOption: a field has a value it cannot have.
    """

    tiles: int = switch(9, 10, 12)
    games: int = number(1, 1, 300)
    tie: str = switch("shared", "extra_game")
    turns: str = switch("whole", "alternate")
    frames: str = switch("own", "shared")
    instant_win: bool = switch(False, True)
    one_die: str = switch("after_789", "never", "may_after_789", "may_at_6")
    show_legal: str = switch("always", "on_request", "never")

    settles_each_game: ClassVar[bool] = False
    """True when a tie is decided in every game of a series (each has its stake), not only at its end."""

    # What a game of this family says.

    @abstractmethod
    def closings(self, open_tiles: Open, dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Every set of open tiles that this throw may close, ascending, in a stable order, none twice."""

    @abstractmethod
    def broken_rule(self, open_tiles: Open, dice: tuple[int, ...], close: Close) -> Foul:
        """Why open tiles may not be closed with this throw; only asked when they may not."""

    def ends_turn(self, dice: tuple[int, ...], close: Close) -> bool:
        """True when this closing is the player's last."""
        return False

    # Numbers of the material.

    @property
    def all_tiles(self) -> Open:
        """The numbers of a full frame."""
        return frozenset(range(1, self.tiles + 1))

    @property
    def layout(self) -> str:
        """Name of the board: "occe" where each has a frame, "box" where one is shared."""
        return "box" if self.frames == "shared" else "occe"

    def dice_allowed(self, open_tiles: Open) -> tuple[int, ...]:
        """How many dice may be thrown with these tiles open; where there is a choice, two come first."""
        gone = not open_tiles & {7, 8, 9}
        if self.one_die == "after_789":
            return (1,) if gone else (2,)
        if self.one_die == "may_after_789":
            return (2, 1) if gone else (2,)
        if self.one_die == "may_at_6":
            return (2, 1) if sum(open_tiles) <= 6 else (2,)
        return (2,)

    def space(self, state: TileState, player: int, tile: int) -> Space:
        """Where a player's tile stands: "seat-3/slot-4", or "slot-4" in a shared box."""
        return _space(None if self.frames == "shared" else state.seats[player], tile)

    def frame_spaces(self, state: TileState, player: int) -> tuple[Space, ...]:
        """Where all of a player's tiles stand, in order of their numbers."""
        return _spaces(None if self.frames == "shared" else state.seats[player], self.tiles)

    def frame_of(self, player: int) -> int:
        """Index of a player's frame; the box that all use one after the other is frame 0."""
        return 0 if self.frames == "shared" else player


@lru_cache(maxsize=256)
def _space(seat: int | None, tile: int) -> Space:
    return f"slot-{tile}" if seat is None else f"seat-{seat}/slot-{tile}"


@lru_cache(maxsize=32)
def _spaces(seat: int | None, tiles: int) -> tuple[Space, ...]:
    return tuple(_space(seat, tile) for tile in range(1, tiles + 1))
