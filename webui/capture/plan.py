"""The steps of a capture: one for each picture, as data, in an order that turns few tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from vision.layout import Layout
from vision.observation import DieState

Closed: TypeAlias = Literal["none", "odd", "even", "first", "all"]
"""Which tiles are closed: none, those of odd or even numbers, all those of place 1, or all."""
DiePlace: TypeAlias = Literal["middle", "edges", "touching", "tile", "beside", "leaning"]
"""Where a die goes: the middle, near the frames, against the other die, on a tile, off the board, against a frame."""
Lamp: TypeAlias = Literal["usual", "dim", "side"]
Stand: TypeAlias = Literal["usual", "higher", "slanted"]
"""How the camera stands."""
Extra: TypeAlias = Literal["", "swapped", "missing", "hand"]
"""Of place 1: tiles 6 and 9 in each other's place, tile 5 taken away, a hand laid on its tiles."""
FIRST_SEAT, MISSING, SWAPPED = 1, 5, (6, 9)


@dataclass(frozen=True)
class WantedDie:
    """One die of a step.

    Attributes:
        place: where to put it.
        value: the face, 1 to 6; None: as it falls.
    """

    place: DiePlace = "middle"
    value: int | None = None

    @property
    def state(self) -> DieState:
        """Its state in that place."""
        states: dict[DiePlace, DieState] = {"beside": "off-board", "leaning": "cocked"}
        return states.get(self.place, "flat")


@dataclass(frozen=True)
class CaptureStep:
    """The content of one picture.

    Attributes:
        name: "start", "odd-throw"; also of its picture's file.
        closed: the closed tiles.
        dice: all dice on the table.
        lamp, stand: light and camera, if not as usual.
        extra: the other change at place 1.
    """

    name: str
    closed: Closed = "none"
    dice: tuple[WantedDie, ...] = ()
    lamp: Lamp = "usual"
    stand: Stand = "usual"
    extra: Extra = ""

    @property
    def loose_only(self) -> bool:
        """Only a board of several rows of loose tiles can show it."""
        return self.closed == "first" or self.extra in ("swapped", "missing")


def _shown(place: DiePlace, *values: int) -> tuple[WantedDie, ...]:
    return tuple(WantedDie(place, value) for value in values)


THROWN = (WantedDie(), WantedDie())
ON_TILE = (WantedDie("tile"), WantedDie())

STEPS = (
    CaptureStep("start"),
    CaptureStep("one-two", dice=_shown("middle", 1, 2)),
    CaptureStep("three-four", dice=_shown("edges", 3, 4)),
    CaptureStep("five-six", dice=_shown("edges", 5, 6)),
    CaptureStep("touching", dice=_shown("touching", 6, 6)),
    CaptureStep("throw", dice=THROWN),
    CaptureStep("beside", dice=(WantedDie("beside"), WantedDie())),
    CaptureStep("leaning", dice=(WantedDie("leaning"), WantedDie())),
    CaptureStep("on-tile", dice=ON_TILE),
    CaptureStep("dim", dice=THROWN, lamp="dim"),
    CaptureStep("side", dice=THROWN, lamp="side"),
    CaptureStep("hand", extra="hand"),
    CaptureStep("swapped", extra="swapped"),
    CaptureStep("missing", extra="missing"),
    CaptureStep("first", "first"),
    CaptureStep("odd", "odd"),
    CaptureStep("odd-on-tile", "odd", ON_TILE),
    CaptureStep("higher", "odd", THROWN, stand="higher"),
    CaptureStep("slanted", "odd", THROWN, stand="slanted"),
    CaptureStep("slanted-dim", "odd", THROWN, lamp="dim", stand="slanted"),
    CaptureStep("even", "even"),
    CaptureStep("even-throw", "even", THROWN),
    CaptureStep("all", "all"),
    CaptureStep("all-throw", "all", THROWN),
)
"""Every step, in order."""


def plan(layout: Layout) -> tuple[CaptureStep, ...]:
    """The steps for this board, in order."""
    return tuple(step for step in STEPS if layout.seats > 1 or not step.loose_only)
