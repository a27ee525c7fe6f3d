"""What happens in a film, as values: acts, the clip that they make, and what one frame of it shows."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..describe.scene import Cube, Hand, Place, Scene
from .motion import Posture, at_rest

SUBFRAMES = 3
"""Moments that a frame with flying dice is the mean of."""


@dataclass(frozen=True)
class Throw:
    """A player gathers what dice lie there and throws.

    Attributes:
        seat: who throws.
        dice: as they come to rest; a cocked one has no value.
        flight: the same dice on their way, SUBFRAMES moments a frame; none: as `motion.flight` has it.
    """

    seat: int
    dice: tuple[Cube, ...]
    flight: tuple[tuple[Cube, ...], ...] = ()


@dataclass(frozen=True)
class Turn:
    """A player turns tiles over, one after the other, with one hand.

    Attributes:
        seat: whose frame.
        slots: which.
        to: how they then lie.
        word: what the watcher should say: accepted, refused, withdrawn, reset.
        by: whose hand, a seat; 0: the one whose frame it is.
    """

    seat: int
    slots: tuple[int, ...]
    to: Literal["open", "closed"]
    word: Literal["accepted", "refused", "withdrawn", "reset"] = "accepted"
    by: int = 0


@dataclass(frozen=True)
class Rest:
    """Nothing happens.

    Attributes:
        seconds: for how long.
    """

    seconds: float


@dataclass(frozen=True)
class Hover:
    """A hand comes, stays over a place without touching anything, and leaves.

    Attributes:
        seat: whose hand.
        at: where its fingertips stay, mm.
        seconds: how long it stays.
    """

    seat: int
    at: Place
    seconds: float


@dataclass(frozen=True)
class Shift:
    """A hand moves a die that lies there, its upper face kept: pushed over the table, or lifted and put back.

    Attributes:
        seat: whose hand.
        die: index of the die among those that lie there.
        to: how it lies then.
        lifted: it is taken up out of sight and put back; else it is pushed.
    """

    seat: int
    die: int
    to: Cube
    lifted: bool = False


Act: TypeAlias = Throw | Turn | Rest | Hover | Shift


@dataclass(frozen=True)
class Clip:
    """A film of a table.

    Attributes:
        scene: the table before the first act, without dice and hands.
        acts: what happens, in order.
        rate: frames a second.
        hand: length of the players' hands, mm; its seed decides skin and sleeve, one a seat.
        seed: of the noise.
    """

    scene: Scene
    acts: tuple[Act, ...]
    rate: float = 15.0
    hand: float = 150.0
    seed: int = 1


@dataclass(frozen=True)
class Shot:
    """What one frame shows: the table, what lies there, what moves.

    Attributes:
        scene: with the tiles as they lie.
        lying: the dice at rest.
        hand: over the table, or None.
        flying: dice on their way, several moments of each.
    """

    scene: Scene
    lying: tuple[Cube, ...]
    hand: Hand | None
    flying: tuple[tuple[Posture, ...], ...] = ()

    @property
    def dice(self) -> tuple[tuple[Posture, ...], ...]:
        """How each die lies or flies; several moments of it where it moves."""
        return (*((at_rest(cube),) for cube in self.lying), *self.flying)
