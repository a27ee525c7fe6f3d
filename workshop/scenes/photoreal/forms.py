"""Solid shapes as vertices and faces, in mm of the die renderer's world: x right, y up the page, z up.

The board's frame (see scene.py) has y down: `upright` turns its points into the world's.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..describe.camera import Floats
from ..describe.scene import Colour
from ..draw.textures import Picture
from ..physics.solids import Solid as Part

Heights = NDArray[np.float32]
Face = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Surface:
    """What a solid is made of.

    Attributes:
        colour: (b, g, r) 0 to 255, or a picture (h, w, 3) laid on by the faces' own coordinates.
        rough: 0 a mirror, 1 chalk.
        metal: 0 or 1.
        coat: varnish over it, 0 to 1.
        coat_rough: of the varnish.
        clear: light that passes through it, 0 to 1.
        deep: light that wanders below its skin, 0 to 1.
        fuzz: of felt and cloth, 0 to 1.
        bump: heights (h, w), mm, laid on like the picture, or None.
    """

    colour: Colour | Picture = (128.0, 128.0, 128.0)
    rough: float = 0.5
    metal: float = 0.0
    coat: float = 0.0
    coat_rough: float = 0.15
    clear: float = 0.0
    deep: float = 0.0
    fuzz: float = 0.0
    bump: Heights | None = None


@dataclass(frozen=True, eq=False)
class Mesh:
    """A mesh of one surface.

    Attributes:
        vertices: (n, 3) mm.
        faces: corner indices, counter-clockwise seen from outside.
        uv: (n, 2) place on the surface's picture, 0 to 1, v upwards.
        surface: of all faces.
        smooth: whether faces blend into each other (flat ones of more than four corners never do).
        skin: mm; larger than 0: parts melt into one skin of that fineness.
    """

    vertices: Floats
    faces: tuple[Face, ...]
    uv: Floats
    surface: Surface = field(default_factory=Surface)
    smooth: bool = True
    skin: float = 0.0


def upright(points: Floats) -> Floats:
    """The board frame's points (n, 3) as the world's."""
    return np.asarray(points, float) * (1, -1, 1)


def joined(parts: Iterable[Mesh], surface: Surface, smooth: bool = True, skin: float = 0.0) -> Mesh:
    """Several solids as one, of one surface."""
    vertices, uv, faces, start = [], [], [], 0
    for part in parts:
        vertices.append(part.vertices)
        uv.append(part.uv)
        faces += [tuple(corner + start for corner in face) for face in part.faces]
        start += len(part.vertices)
    return Mesh(np.concatenate(vertices), tuple(faces), np.concatenate(uv), surface, smooth, skin)


def outline(size: tuple[float, float], radius: float, steps: int = 4) -> Floats:
    """A rectangle's outline (n, 2) around (0, 0) with rounded corners, counter-clockwise from the right."""
    half = np.array(size) / 2
    radius = float(min(radius, half.min() * 0.98))
    if radius < 0.05:
        return np.array([[1, -1], [1, 1], [-1, 1], [-1, -1]]) * half
    angles = np.linspace(0, np.pi / 2, steps + 1)
    arc = np.column_stack([np.cos(angles), np.sin(angles)]) * radius
    inner = half - radius
    corners = []
    for index, sign in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        turn = index * np.pi / 2
        turned = arc @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        corners.append(turned + inner * sign)
    return np.concatenate(corners)


def ring_of(width: float, sides: int = 40) -> Floats:
    """A circle's outline (n, 2) around (0, 0), counter-clockwise."""
    angles = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    return np.column_stack([np.cos(angles), np.sin(angles)]) * width / 2


def layered(
    rings: list[Floats], uv_size: tuple[float, float], closed: tuple[bool, bool] = (True, True)
) -> Mesh:
    """A skin through rings (n, 3) of equal length, lowest first; places on the picture go by x and y.

    Args:
        rings: from the bottom to the top, each counter-clockwise seen from above.
        uv_size: width and height, mm, that the picture covers around (0, 0).
        closed: whether bottom and top have lids.
    """
    count = len(rings[0])
    faces: list[Face] = []
    for level in range(len(rings) - 1):
        low, high = level * count, (level + 1) * count
        faces += [(low + i, low + (i + 1) % count, high + (i + 1) % count, high + i) for i in range(count)]
    if closed[0]:
        faces.append(tuple(range(count - 1, -1, -1)))
    if closed[1]:
        last = (len(rings) - 1) * count
        faces.append(tuple(range(last, last + count)))
    vertices = np.concatenate(rings)
    uv = np.clip(vertices[:, :2] / uv_size + 0.5, 0.004, 0.996)
    return Mesh(vertices, tuple(faces), uv)


def slab(base: Floats, thick: float, bevel: float, uv_size: tuple[float, float] | None = None) -> Mesh:
    """A prism over a convex outline (n, 2) around (0, 0) from z = -thick to 0, its upper edge rounded."""
    size = uv_size or (float(np.ptp(base[:, 0])), float(np.ptp(base[:, 1])))
    bevel = min(bevel, thick * 0.45)
    reach = np.abs(base).max(axis=0)
    rings = [np.column_stack([base, np.full(len(base), -thick)])]
    for angle in np.linspace(0, np.pi / 2, 4):
        inset = bevel * (1 - np.cos(angle))
        ring = base * np.maximum(1 - inset / reach, 0.05)
        rings.append(np.column_stack([ring, np.full(len(base), -bevel * (1 - np.sin(angle)))]))
    return layered(rings, size)


def turned_by(solid: Mesh, origin: Floats, right: Floats, up: Floats) -> Mesh:
    """A solid made around (0, 0, 0) carried to `origin`, its x along `right` and its y along `up` (unit vectors)."""
    frame = np.stack([right, up, np.cross(right, up)])
    moved = solid.vertices @ frame + origin
    return Mesh(np.asarray(moved), solid.faces, solid.uv, solid.surface, solid.smooth, solid.skin)


def laid(solid: Mesh, at: tuple[float, float], top: float, turn: float) -> Mesh:
    """A solid whose top is z = 0 laid so that its top is `top` mm high.

    Args:
        solid: made around (0, 0, 0).
        at: where, in the board's frame.
        top: height of its top.
        turn: degrees, clockwise seen from above, that its right points away from +x.
    """
    angle = np.radians(-turn)
    right = np.array([np.cos(angle), np.sin(angle), 0.0])
    up = np.array([-np.sin(angle), np.cos(angle), 0.0])
    return turned_by(solid, np.array([at[0], -at[1], top]), right, up)


def bodied(part: Part, radius: float, bevel: float, uv_size: tuple[float, float] | None = None) -> Mesh:
    """A box or cylinder of the shared description as a mesh with rounded edges; its picture lies on its upper face.

    Args:
        part: where it is, how large and how turned; of a hinged tile the digit's face is the upper one.
        radius: of the corners of its outline, mm.
        bevel: of its upper edges, mm.
        uv_size: width and height, mm, that its picture covers; its own where not given.
    """
    wide, tall, half = (float(length) for length in part.half)
    base = ring_of(2 * wide) if part.shape == "cylinder" else outline((2 * wide, 2 * tall), radius)
    right, up, out = part.axes().T
    if part.what == "hinged":  # its own axes point right, down and through the tile
        up, out = -up, -out
    return turned_by(slab(base, 2 * half, bevel, uv_size), np.asarray(part.centre) + out * half, right, up)


def celled(solid: Mesh, cell: int, columns: int) -> Mesh:
    """The same solid showing cell number `cell` of a sheet of columns x columns pictures, the first at the top left."""
    row, column = divmod(cell, columns)
    uv = (solid.uv + np.array([column, columns - 1 - row])) / columns
    return Mesh(solid.vertices, solid.faces, uv, solid.surface, solid.smooth, solid.skin)


def rod(start: Floats, end: Floats, radii: tuple[float, float], sides: int = 14, ends: int = 3) -> Mesh:
    """A tapered rod with round ends between two points (3,)."""
    axis = np.asarray(end, float) - start
    length = float(np.linalg.norm(axis)) or 1e-6
    forward = axis / length
    side = np.cross(forward, (0, 0, 1) if abs(forward[2]) < 0.9 else (1, 0, 0))
    side = side / np.linalg.norm(side)
    frame = np.stack([side, np.cross(forward, side), forward])
    arc = np.linspace(np.pi / 2 * 0.9, 0, ends)
    levels = [(-radii[0] * np.sin(a), radii[0] * np.cos(a)) for a in arc]
    levels += [(length + radii[1] * np.sin(a), radii[1] * np.cos(a)) for a in arc[::-1]]
    rings = [np.column_stack([ring_of(2 * wide, sides), np.full(sides, far)]) for far, wide in levels]
    made = layered(rings, (max(radii) * 2, max(radii) * 2))
    return Mesh(np.asarray(made.vertices @ frame + start), made.faces, made.uv)
