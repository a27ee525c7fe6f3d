"""The probabilities from which Piste acts upon a reading, or asks. Chosen on pictures that are never scored."""

from __future__ import annotations

from dataclasses import dataclass

from .missed import ALONE, ON_BOARD, Missing

NEVER = 2.0
"""No probability reaches it."""


@dataclass(frozen=True)
class Least:
    """How likely a candidate must be a die, of any value.

    Attributes:
        ask: to be asked about: where it is less likely than `tell`.
        tell: to be reported as a die.
    """

    ask: float
    tell: float


@dataclass(frozen=True)
class Thresholds:
    """What is less sure is asked about before Piste acts.

    Attributes:
        there: least `sure` of a board when the caller does not say which board lies there.
        board, tile: least `sure` of the board, of each tile.
        die, die_on_board: least `sure` of each flat die, where no board is known, and where one is.
        cocked: least `sure` of a die that leans.
        alone: for a die where no board tells where dice lie and how large they are.
        on_board: on the board's free ground.
        beside: beside the board, where dominoes, coins and spare objects lie: they raise no question.
        on_tile: on a tile, whose digit may look like pips.
        on_sure_tile: on a tile that is read surely: a die would hide what it shows.
        missing, missing_on_board: how likely a die was missed, by what was found there, where no board is found, and
            where a board or a dice area is.
        missed: likelier than this is asked about.
    """

    there: float = 0.35
    board: float = 0.5
    tile: float = 0.95
    die: float = 0.9
    die_on_board: float = 0.93
    cocked: float = 0.8
    alone: Least = Least(ask=0.25, tell=0.5)
    on_board: Least = Least(ask=0.12, tell=0.3)
    beside: Least = Least(ask=NEVER, tell=0.8)
    on_tile: Least = Least(ask=0.6, tell=0.75)
    on_sure_tile: Least = Least(ask=0.6, tell=0.95)
    missing: Missing = ALONE
    missing_on_board: Missing = ON_BOARD
    missed: float = 0.35
