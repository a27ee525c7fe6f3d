"""The three printed parts, as solids of build123d (extra `hardware`), each as it lies on the printer's bed.

`python -m hardware.stand DIR` writes them as STL and STEP.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, radians, tan
from typing import Any

from .size import DEEP, StandSize

SCREWS_PI = (58.0, 49.0)
"""mm between the holes of a Raspberry Pi's board."""
SCREWS_CAMERA = (21.0, 12.5)
"""mm between the holes of a Camera Module 3's board."""


def parts(size: StandSize) -> Mapping[str, Any]:
    """Foot, elbow and holder by their names."""
    return {"foot": foot(size), "elbow": elbow(size), "holder": holder(size)}


def foot(size: StandSize) -> Any:
    """A plate with a socket for the upright, four ribs, holes for a Raspberry Pi and for two screws into a table."""
    from build123d import Align, Axis, Box, Cylinder, Plane, Polyline, Pos, Rot, extrude, fillet, make_face

    long, wide = size.foot
    middle = long / 2 - size.ahead
    outer, hole = size.rod / 2 + size.wall, size.hole
    up = (Align.CENTER, Align.CENTER, Align.MIN)
    plate = Pos(-middle, 0, 0) * Box(long, wide, size.plate, align=up)
    solid = fillet(plate.edges().filter_by(Axis.Z), 12)
    solid += Cylinder(outer, size.plate + DEEP, align=up)
    for turn in (45, 135, 225, 315):
        corners = (
            (0, size.plate),
            (outer + DEEP * 0.8, size.plate),
            (outer - 1, size.plate + DEEP),
            (0, size.plate + DEEP),
        )
        rib = extrude(make_face(Plane.XZ * Polyline(*corners, close=True)), 2.5, both=True)
        solid += Rot(0, 0, turn) * rib
    solid -= Pos(0, 0, size.plate) * Cylinder(hole, DEEP + 1, align=up)
    across, down = SCREWS_PI
    for x in (-middle - 55, -middle - 55 + across):
        for y in (-down / 2, down / 2):
            solid -= Pos(x + 5, y, -1) * Cylinder(1.4, size.plate + 2, align=up)
    for y in (-wide / 2 + 15, wide / 2 - 15):
        solid -= Pos(-middle + long / 2 - 15, y, -1) * Cylinder(2.2, size.plate + 2, align=up)
    return solid


def elbow(size: StandSize) -> Any:
    """A block that joins the rods; printed with the upright's hole up, the arm's roofed like a tent."""
    from build123d import Align, Box, Cylinder, Plane, Polyline, Pos, extrude, make_face

    hole = size.hole
    side = size.rod + 2 * size.wall
    up = (Align.CENTER, Align.CENTER, Align.MIN)
    arm_up = size.wall + hole
    roof = hole * 2**0.5
    high = arm_up + roof + size.wall + DEEP
    long = side + DEEP - size.wall
    solid = Pos((long - side) / 2, 0, 0) * Box(long, side, arm_up + roof + size.wall, align=up)
    solid += Box(side, side, high, align=up)
    solid -= Pos(0, 0, high - DEEP) * Cylinder(hole, DEEP + 1, align=up)
    begin = long - side / 2 - DEEP
    tent = Polyline(
        (-hole / 2**0.5, arm_up + hole / 2**0.5),
        (0, arm_up + roof),
        (hole / 2**0.5, arm_up + hole / 2**0.5),
        close=True,
    )
    bore = Plane.YZ.offset(begin) * Pos(0, arm_up) * _disc(hole)
    solid -= extrude(bore, DEEP + 5)
    return solid - extrude(Plane.YZ.offset(begin) * make_face(tent), DEEP + 5)


def holder(size: StandSize) -> Any:
    """A cap for the arm's end, printed with the rod's hole up; beside it, leaning by its tilt, the camera's plate."""
    from build123d import Align, Box, Cylinder, Pos, Rot

    outer, thick, wide = size.rod / 2 + size.wall, 4.0, 34.0
    up = (Align.CENTER, Align.CENTER, Align.MIN)
    high = DEEP + size.wall
    lean = high * tan(radians(size.tilt))
    front = Pos(outer + thick, 0, 0) * Rot(0, size.tilt, 0)  # the plane that the camera's board is screwed to
    solid = Cylinder(outer, high, align=up) + front * Pos(-thick / 2, 0, 0) * Box(thick, wide, 3 * high)
    solid += Pos((outer + lean) / 2, 0, 0) * Box(outer + lean, 12, high, align=up)
    solid -= front * Pos(50, 0, 0) * Box(100, 100, 400)
    solid &= Box(400, 400, high, align=up)
    solid -= Pos(0, 0, size.wall) * Cylinder(size.hole, high, align=up)
    across, down = SCREWS_CAMERA
    for y in (-across / 2, across / 2):
        for z in (-down / 2, down / 2):
            solid -= (
                front * Pos(0, y, high / 2 / cos(radians(size.tilt)) + z) * Rot(0, 90, 0) * Cylinder(1.1, 12)
            )
    return solid


def _disc(radius: float) -> Any:
    from build123d import Circle

    return Circle(radius)
