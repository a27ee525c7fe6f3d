"""Solids as triangles: bevelled boxes, prisms, cylinders, tapered rods. World: mm, x right, y up the page, z up."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Faces = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Mesh:
    """Triangles.

    Attributes:
        points: (n, 3) mm.
        normals: (n, 3) unit.
        uv: (n, 2) place in the texture; (0, 0) its top left.
        own: (n, 3): of a die its own coordinates (half a side is 1); else (1, 0, 0) where the texture shows, and
            0 where the side colour does.
        faces: (m, 3) numbers of points.
    """

    points: Floats
    normals: Floats
    uv: Floats
    own: Floats
    faces: Faces

    def packed(self) -> NDArray[np.float32]:
        """(n, 11) float32: point, normal, uv, own."""
        return np.concatenate([self.points, self.normals, self.uv, self.own], axis=1).astype(np.float32)


def placed(mesh: Mesh, centre: Floats, rotation: Floats) -> Mesh:
    """The same turned by (3, 3), then moved by (3,)."""
    return replace(mesh, points=mesh.points @ rotation.T + centre, normals=mesh.normals @ rotation.T)


def joined(meshes: list[Mesh]) -> Mesh:
    """All as one."""
    starts = np.cumsum([0, *(len(mesh.points) for mesh in meshes[:-1])])
    faces = [mesh.faces + start for mesh, start in zip(meshes, starts, strict=True)]
    parts = [[getattr(mesh, name) for mesh in meshes] for name in ("points", "normals", "uv", "own")]
    points, normals, uv, own = (np.concatenate(part) for part in parts)
    return Mesh(points, normals, uv, own, np.concatenate(faces))


def _grid(rows: int, columns: int) -> Faces:
    first = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    one = np.stack([first, first + 1, first + columns], axis=1)
    other = np.stack([first + 1, first + columns + 1, first + columns], axis=1)
    return np.concatenate([one, other]).astype(np.int32)


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9))


def box(size: tuple[float, float, float], bevel: float, steps: int = 2) -> Mesh:
    """A box about the origin with rounded edges; the texture lies on its upper side, whose top is +y."""
    half = np.asarray(size, float) / 2
    bevel = float(min(bevel, 0.49 * min(size)))
    found = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            found.append(_side(half, bevel, steps, axis, sign))
    return joined(found)


def _side(half: Floats, bevel: float, steps: int, axis: int, sign: float) -> Mesh:
    across = [a for a in range(3) if a != axis]
    share = np.tan(np.linspace(0, np.pi / 4, steps + 1)) * bevel
    lines = [np.concatenate([-half[a] + bevel - share[::-1], half[a] - bevel + share]) for a in across]
    u, v = (part.ravel() for part in np.meshgrid(*lines, indexing="xy"))
    outer = np.zeros((len(u), 3))
    outer[:, axis], outer[:, across[0]], outer[:, across[1]] = sign * half[axis], u, v
    core = np.clip(outer, -(half - bevel), half - bevel)
    normals = _unit(outer - core)
    points = core + normals * bevel
    uv = np.column_stack([points[:, 0] / half[0] / 2 + 0.5, 0.5 - points[:, 1] / half[1] / 2])
    own = np.zeros_like(points)
    own[:, 0] = 1.0 if axis == 2 and sign > 0 else 0.0
    return Mesh(points, normals, uv, own, _grid(len(lines[1]), len(lines[0])))


def die(edge: float, ball: float, fine: int = 6) -> Mesh:
    """A die of side 2 about the origin: edges rounded by `edge`, cut with a sphere of radius `ball`."""
    made = _fine_cube(fine)
    core = np.clip(made.points, -(1 - edge), 1 - edge)
    normals = _unit(made.points - core)
    points = core + normals * edge
    far = np.linalg.norm(points, axis=1, keepdims=True)
    cut = far > ball
    points = np.where(cut, points * (ball / far), points)
    normals = np.where(cut, points / ball, normals)
    return Mesh(points, normals, made.uv, points.copy(), made.faces)


def _fine_cube(fine: int) -> Mesh:
    line = np.sin(np.linspace(-np.pi / 2, np.pi / 2, 4 * fine + 1))
    u, v = (part.ravel() for part in np.meshgrid(line, line))
    found = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            points = np.zeros((len(u), 3))
            points[:, axis] = sign
            points[:, (axis + 1) % 3], points[:, (axis + 2) % 3] = u, v
            found.append(Mesh(points, points, np.zeros((len(u), 2)), points, _grid(len(line), len(line))))
    return joined(found)


def prism(base: Floats, low: float, high: float, bevel: float) -> Mesh:
    """An upright prism over a convex outline (n, 2); the texture spans its bounding rectangle, +y up."""
    centre = base.mean(axis=0)
    span = np.ptp(base, axis=0)
    after, before = np.roll(base, -1, axis=0) - base, base - np.roll(base, 1, axis=0)
    out = _unit(
        _unit(np.column_stack([after[:, 1], -after[:, 0]]))
        + _unit(np.column_stack([before[:, 1], -before[:, 0]]))
    )
    if float(((base - centre) * out).sum()) < 0:
        out = -out
    angles = np.linspace(0, np.pi / 2, 4)
    rings = [(base, low, 0.0)] + [
        (base - out * bevel * (1 - np.cos(a)), high - bevel * (1 - np.sin(a)), a) for a in angles
    ]
    count = len(base) + 1
    wrap = np.arange(count) % len(base)
    points = np.concatenate([np.column_stack([ring[wrap], np.full(count, z)]) for ring, z, _ in rings])
    normals = np.concatenate(
        [np.column_stack([out[wrap] * np.cos(a), np.full(count, np.sin(a))]) for _, _, a in rings]
    )
    top = np.concatenate([rings[-1][0], centre[None]])
    cap = np.column_stack([top, np.full(len(top), high)])
    fan = np.array([[i, (i + 1) % len(base), len(base)] for i in range(len(base))], np.int32)
    whole = np.concatenate([points, cap])
    facing = np.concatenate([normals, np.tile([0.0, 0.0, 1.0], (len(cap), 1))])
    corner = base.min(axis=0)
    uv = np.column_stack([(whole[:, 0] - corner[0]) / span[0], 1 - (whole[:, 1] - corner[1]) / span[1]])
    own = np.zeros_like(whole)
    own[2 * count :, 0] = np.clip(facing[2 * count :, 2] * 1.5, 0, 1)
    return Mesh(whole, facing, uv, own, np.concatenate([_grid(len(rings), count), fan + len(points)]))


def disc(radius: float, sides: int = 40) -> Floats:
    """An outline (n, 2) about the origin."""
    angles = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    return np.column_stack([np.cos(angles), np.sin(angles)]) * radius


def turned(profile: Floats, sides: int = 40) -> Mesh:
    """What a profile (n, 2) of radius and height sweeps about the z axis; its sharp bends stay soft."""
    step = np.gradient(profile, axis=0)
    normal = _unit(np.column_stack([step[:, 1], -step[:, 0]]))
    angles = np.linspace(0, 2 * np.pi, sides + 1)
    round_ = np.column_stack([np.cos(angles), np.sin(angles)])
    points = np.concatenate([np.column_stack([round_ * r, np.full(len(angles), z)]) for r, z in profile])
    normals = np.concatenate([np.column_stack([round_ * r, np.full(len(angles), z)]) for r, z in normal])
    return Mesh(
        points, normals, np.zeros((len(points), 2)), np.zeros_like(points), _grid(len(profile), len(angles))
    )


def rod(start: Floats, end: Floats, radii: tuple[float, float], sides: int = 18) -> Mesh:
    """A tapered rod with round ends, from (3,) to (3,)."""
    length = float(np.linalg.norm(end - start))
    bow = np.linspace(-np.pi / 2, 0, 6)
    lower = np.column_stack([np.cos(bow), np.sin(bow)]) * radii[0]
    upper = np.column_stack([np.cos(-bow[::-1]), np.sin(-bow[::-1])]) * radii[1] + (0, length)
    made = turned(np.concatenate([lower, upper]), sides)
    along = (end - start) / max(length, 1e-6)
    other = np.array([1.0, 0, 0]) if abs(along[0]) < 0.8 else np.array([0, 1.0, 0])
    one = np.cross(along, other)
    one /= np.linalg.norm(one)
    return placed(made, start, np.stack([one, np.cross(along, one), along], axis=1))


def sheet(
    centre: tuple[float, float], half: float, height: float, repeat: float, corner: tuple[float, float]
) -> Mesh:
    """A level square; its texture measures `repeat` mm, its top left lies at `corner`, and it is mirrored beyond."""
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    at = signs * half + centre
    uv = np.column_stack([(at[:, 0] - corner[0]) / repeat, (corner[1] - at[:, 1]) / repeat])
    points = np.column_stack([at, np.full(4, height)])
    own = np.tile([1.0, 0, 0], (4, 1))
    return Mesh(points, np.tile([0.0, 0, 1], (4, 1)), uv, own, np.array([[0, 1, 2], [0, 2, 3]], np.int32))
