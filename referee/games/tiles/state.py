"""The values of the tile games: a closing, what ended, and where a match stands."""

from __future__ import annotations

from dataclasses import dataclass, field

Open = frozenset[int]
"""The numbers of the open tiles of one frame."""

Scores = tuple[int | None, ...]
"""Points of one round, one a player; None for who did not play in it."""


@dataclass(frozen=True, order=True)
class Close:
    """A move: these tiles are shut.

    Attributes:
        tiles: their numbers, ascending, each once, at least one.

    Raises:
        ValueError: no tile, a tile twice, or a number below 1.
    """

    tiles: tuple[int, ...]

    def __post_init__(self) -> None:
        """Puts the numbers in order."""
        numbers = tuple(sorted(self.tiles))
        if not numbers or numbers[0] < 1 or len(set(numbers)) != len(numbers):
            raise ValueError(f"tiles: expected one or more numbers from 1, each once; got {self.tiles}")
        object.__setattr__(self, "tiles", numbers)


@dataclass(frozen=True)
class Passed:
    """A player's turn of this game is over.

    Attributes:
        player: who, from 0.
        score: the sum of the tiles left open.
        open: their numbers, ascending.
        dice: the throw that ended it.
        reason: "stuck" (nothing can be closed), "all_shut", or "single_die" (Royal, `single_ends`).
    """

    player: int
    score: int
    open: tuple[int, ...]
    dice: tuple[int, ...]
    reason: str

    @property
    def forced(self) -> bool:
        """True when the player stopped because nothing could be closed."""
        return self.reason == "stuck"


@dataclass(frozen=True)
class TileResult:
    """A finished game of a series.

    Attributes:
        number: its place in the series, from 1.
        scores: points, one a player; they count for the series.
        winners: players with the fewest, after the play-offs, of those who have not left.
        play_offs: scores of each play-off round that was needed; () without one.
        shut: True when a winner has shut every tile, in the game or in a play-off of it.
        absent: players who had left before it began; their frames stayed full.
    """

    number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    play_offs: tuple[Scores, ...] = ()
    shut: bool = False
    absent: tuple[int, ...] = ()


@dataclass(frozen=True)
class TileState:
    """Where a match of tiles stands. Players are numbered from 0 in playing order.

    Attributes:
        seats: place of each player.
        open: open tiles of each player in the running game.
        player: whose turn it is.
        contenders: who plays the running round: everybody, or those who are tied.
        done: players whose turn of the running round is over.
        dice: the throw for which a closing is owed; () when a throw is due.
        thrown: the newest throw, also after its closing; () before the first.
        results: the finished games, oldest first.
        settling: "" in a game, "game" or "series" while the tied play off for it.
        tied_scores: scores of the game that is being played off; () otherwise.
        play_offs: finished play-off rounds of what is being settled; at the end, of the series.
        last_passed: the turn that the newest event ended; None when it ended none.
        left: open tiles of each frame as they stood before it had to be set up anew; None where nothing
            is left from before.
        champions: the winners of the match; () while it runs.
        handicaps: points added to each player's score in every round; () for none.
        gone: players who have left for good.
        absent: those of them who had left before the running game began.
    """

    seats: tuple[int, ...]
    open: tuple[Open, ...]
    player: int
    contenders: tuple[int, ...]
    left: tuple[Open | None, ...]
    done: frozenset[int] = frozenset()
    dice: tuple[int, ...] = ()
    thrown: tuple[int, ...] = ()
    results: tuple[TileResult, ...] = field(default=(), hash=False)  # a state is looked up; this is long
    settling: str = ""
    tied_scores: tuple[int, ...] = ()
    play_offs: tuple[Scores, ...] = ()
    last_passed: Passed | None = None
    champions: tuple[int, ...] = ()
    handicaps: tuple[int, ...] = ()
    gone: frozenset[int] = frozenset()
    absent: tuple[int, ...] = ()
