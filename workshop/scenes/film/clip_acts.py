"""What happens in a film, as values: acts, the clip that they make, and what one frame of it shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from ..describe.men import Man
from ..describe.scene import Cube, DrawnHand, Place, Scene
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
        stays: which of the dice that lie there stay as they lie, by index; they come first afterwards.
    """

    seat: int
    dice: tuple[Cube, ...]
    flight: tuple[tuple[Cube, ...], ...] = ()
    stays: tuple[int, ...] = ()


@dataclass(frozen=True)
class Turn:
    """A player turns tiles over, one after the other, with one hand.

    Attributes:
        seat: whose frame.
        slots: which.
        to: how they then lie.
        word: what the watcher should say: accepted, refused, withdrawn, reset.
        by: whose hand, a seat; 0: the one whose frame it is.
        lingers: seconds that the hand then stays over the last of them.
    """

    seat: int
    slots: tuple[int, ...]
    to: Literal["open", "closed"]
    word: Literal["accepted", "refused", "withdrawn", "reset"] = "accepted"
    by: int = 0
    lingers: float = 0.0


@dataclass(frozen=True)
class Carry:
    """A hand takes men, one after the other, carries each to its new place and puts it down.

    Attributes:
        seat: whose hand.
        ways: index of each man among those on the board as it stands by then, and how he lies afterwards.
    """

    seat: int
    ways: tuple[tuple[int, Man], ...]


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


@dataclass(frozen=True)
class Unseen:
    """Something is held before the camera while things happen.

    Attributes:
        acts: what happens meanwhile, in order.
    """

    acts: tuple[Act, ...]


@dataclass(frozen=True)
class Both:
    """Two things happen at once.

    Attributes:
        tiles: what one hand does, the dice left alone.
        dice: what the other hand does with the dice.
        later: seconds after which the dice begin; below 0: the tiles, after so many.
    """

    tiles: Turn | Hover
    dice: Throw | Shift
    later: float = 0.0


@dataclass(frozen=True)
class Dim:
    """The lamp grows darker, or lighter.

    Attributes:
        to: the light afterwards; 1 is the light at the beginning.
        seconds: how long it takes.
    """

    to: float
    seconds: float = 0.6


@dataclass(frozen=True)
class Wheel:
    """A hand turns the board on the table, with its tags and the dice that lie on it.

    Attributes:
        seat: whose hand, by where they sit beforehand.
        turn: degrees, clockwise seen from above.
        seconds: how long it takes.
    """

    seat: int
    turn: float
    seconds: float = 1.2


Act: TypeAlias = Throw | Turn | Carry | Rest | Hover | Shift | Unseen | Both | Dim | Wheel


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
        other: a second hand over the table, or None.
        light: share of the light at the beginning.
        covered: share of the picture, from above, that something before the lens hides.
        carried: a man in the hand.
    """

    scene: Scene
    lying: tuple[Cube, ...]
    hand: DrawnHand | None
    flying: tuple[tuple[Posture, ...], ...] = ()
    other: DrawnHand | None = None
    light: float = 1.0
    covered: float = 0.0
    carried: Man | None = None

    @property
    def fixed(self) -> Scene:
        """What stays for a while: the table, and dice that men may hide."""
        return replace(self.scene, dice=self.lying) if self.scene.men else self.scene

    @property
    def hands(self) -> tuple[DrawnHand, ...]:
        """Every hand over the table."""
        return tuple(hand for hand in (self.hand, self.other) if hand is not None)

    @property
    def dice(self) -> tuple[tuple[Posture, ...], ...]:
        """How each die lies or flies that is not fixed; several moments of it where it moves."""
        lying = () if self.scene.men else self.lying
        return (*((at_rest(cube),) for cube in lying), *self.flying)
