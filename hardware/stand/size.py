"""How large the stand is, and whether it stands: nothing here needs more than Python."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, degrees, pi, radians, sin

from ..optics import AROUND_MM, BOARD_MM, CAMERAS, Optics, least_distance

DEEP = 34.0
"""mm that a rod is held over."""
PLASTIC, BEECH = 1.24e-3, 0.72e-3
"""g/mm³ of PLA, and of the rods."""
FILLED = 0.45
"""Share of a printed part's volume that is plastic: walls, and a filling of 20 %."""
CAMERA_G, BOARD_COMPUTER_G = 12.0, 60.0
"""g: a Camera Module 3 with its screws and half of its cable; a Raspberry Pi on the foot with its own."""


@dataclass(frozen=True)
class StandSize:
    """Lengths in mm, angles in degrees.

    Attributes:
        height: of the lens over the table.
        arm: from the upright's middle to the lens, towards the board.
        tilt: of the camera from straight down.
        rod: diameter of both wooden rods.
        play: by how much their holes are wider.
        wall: of plastic around them.
        foot: its length towards the board and its width.
        plate: thickness of the foot.
        ahead: how far the foot reaches beyond the upright's middle, towards the board.
    """

    height: float
    arm: float
    tilt: float
    rod: float = 20.0
    play: float = 0.3
    wall: float = 4.0
    foot: tuple[float, float] = (200.0, 160.0)
    plate: float = 6.0
    ahead: float = 55.0

    @property
    def hole(self) -> float:
        """Radius of the holes for the rods."""
        return (self.rod + self.play) / 2

    @property
    def axis(self) -> float:
        """How high the arm's middle line lies over the table: the lens hangs below it."""
        return self.height + self.rod / 2 + self.wall + 6

    @property
    def upright(self) -> float:
        """Length of the upright rod, from the floor of the foot's socket to that of the elbow's."""
        return self.axis - self.hole * 2**0.5 - self.wall - self.plate

    @property
    def reach(self) -> float:
        """Length of the arm's rod, from the elbow's socket to the end of the holder's."""
        return self.arm + (DEEP - self.wall) / 2 - self.rod / 2


def stand_for(camera: Optics = CAMERAS[1], tilt: float = 15.0) -> StandSize:
    """The lowest stand from which a camera sees a usual board that lies just before the foot."""
    distance = least_distance(camera, tilt) + 20.0
    short = distance * sin(radians(tilt))
    ahead = 55.0
    return StandSize(
        height=round(distance * cos(radians(tilt)) / 5) * 5.0,
        arm=round((BOARD_MM / 2 + AROUND_MM / 2 + ahead - short) / 5) * 5.0,
        tilt=tilt,
        ahead=ahead,
    )


@dataclass(frozen=True)
class Balance:
    """Where a stand's weight lies.

    Attributes:
        mass: of all, g.
        before: mm from its centre of mass to the foot's edge towards the board.
        tips: degrees that it may lean towards the board before it falls.
        push: g of force at the lens, towards the board, that makes it fall.
    """

    mass: float
    before: float
    tips: float
    push: float


def balance(size: StandSize, volumes: tuple[float, float, float], ballast: float = 0.0) -> Balance:
    """Whether the stand holds the camera at its arm's end.

    Args:
        size: of it.
        volumes: of foot, elbow and camera's holder, mm³.
        ballast: g that lie on the back of the foot, besides the computer: a bag of sand, a full bottle.
    """
    foot, elbow, holder = (volume * FILLED * PLASTIC for volume in volumes)
    section = pi * (size.rod / 2) ** 2 * BEECH
    back = size.foot[0] / 2 - size.ahead
    parts = (  # g, mm towards the board from the upright, mm over the table
        (foot, -back, size.plate),
        (BOARD_COMPUTER_G, -back - 20, size.plate + 10),
        (ballast, -back - 45, size.plate + 40),
        (section * size.upright, 0.0, size.plate + size.upright / 2),
        (elbow, 10.0, size.axis),
        (section * size.reach, (size.reach + size.rod) / 2, size.axis),
        (holder + CAMERA_G, size.arm, size.axis),
    )
    mass = sum(weight for weight, _, _ in parts)
    out = sum(weight * at for weight, at, _ in parts) / mass
    high = sum(weight * up for weight, _, up in parts) / mass
    before = size.ahead - out
    return Balance(mass, before, degrees(atan2(before, high)), mass * before / size.height)
