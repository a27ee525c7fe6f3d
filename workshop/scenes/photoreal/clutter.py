"""What lies beside the game, as solids: papers, cards, coins, buttons, cups, pencils, many-sided dice; printed tags."""

from itertools import pairwise

import cv2
import numpy as np

from ..describe.camera import Floats
from ..describe.scene import Colour, Tag, Thing
from ..describe.stock import hue
from ..draw.textures import Picture
from ..draw.things import face_picture
from .forms import Solid, Surface, joined, laid, layered, outline, ring_of, rod, slab
from .wood import toned

_ROUND = ("coin", "button", "token")
_FINISH: dict[str, tuple[float, float, float, float]] = {
    "card": (0.3, 0.3, 0.3, 3.0), "phone": (0.08, 0.0, 1.0, 9.0), "paper": (0.9, 0.0, 0.05, 0.0),
    "domino": (0.3, 0.2, 1.0, 2.5), "eraser": (0.8, 0.0, 1.5, 2.0), "tile": (0.6, 0.0, 0.5, 0.6),
    "ruler": (0.3, 0.0, 0.4, 1.0), "leaflet": (0.35, 0.3, 0.05, 0.0),
}  # fmt: skip
"""Kind -> roughness, varnish, rounding of its upper edges and of its corners, mm."""


def thing_solids(thing: Thing) -> list[Solid]:
    """One thing on the table."""
    rng = np.random.default_rng(thing.seed + 9)
    if thing.kind == "cup":
        return _cup(thing, rng)
    if thing.kind == "pencil":
        return _pencil(thing, rng)
    if thing.kind == "token" and thing.seed % 2:
        return [_many_sided(thing, rng)]
    if thing.kind in _ROUND:
        return [_disc(thing, rng)]
    rough, coat, bevel, radius = _FINISH[thing.kind]
    body = slab(outline(thing.size, radius), max(thing.high, 0.25), bevel)
    placed = laid(body, thing.at, max(thing.high, 0.25), thing.turn)
    return [joined([placed], Surface(face_picture(thing, 5.0), rough, coat=coat))]


def _disc(thing: Thing, rng: np.random.Generator) -> Solid:
    picture = face_picture(thing, 8.0)
    placed = laid(slab(ring_of(thing.size[0]), thing.high, 0.4), thing.at, thing.high, thing.turn)
    metal = 1.0 if thing.kind == "coin" else 0.0
    side = picture.shape[0]
    y, x = np.mgrid[-1 : 1 : side * 1j, -1 : 1 : side * 1j]
    far = np.hypot(x, y)
    relief = np.where(far > 0.86, 0.25, 0.0).astype(np.float32)
    if metal:
        relief += (
            0.1
            * cv2.GaussianBlur(rng.standard_normal((side, side)).astype(np.float32), (0, 0), 2)
            * (far < 0.6)
        )
    rough = 0.32 if metal else float(rng.uniform(0.15, 0.6))
    soft = np.asarray(cv2.GaussianBlur(relief, (0, 0), 1.2), np.float32)
    return joined([placed], Surface(picture, rough, metal=metal, bump=soft))


def _cup(thing: Thing, rng: np.random.Generator) -> list[Solid]:
    wide, high = thing.size[0], thing.high
    foot = float(rng.uniform(0.6, 1.0))
    profile = [
        (foot * 0.92, 0.0),
        (foot, 0.04),
        ((1 + foot) / 2, 0.5),
        (1.0, 0.99),
        (0.98, 1.0),
        (0.93, 0.99),
    ]
    profile += [((0.9 + foot * 0.86) / 2, 0.5), (foot * 0.84, 0.08), (foot * 0.5, 0.06)]
    circle, centre = ring_of(wide, 48), np.array([thing.at[0], -thing.at[1]])
    rings = [
        np.column_stack([circle * share + centre, np.full(48, high * level)]) for share, level in profile
    ]
    body = layered(rings, (wide, wide))
    colour, drink = hue(rng, (0, 0.8), (0.5, 0.95)), hue(rng, (0.2, 0.8), (0.05, 0.5))
    level = float(rng.uniform(0.3, 0.85))
    radius = (foot * 0.84 + (0.9 - foot * 0.84) * level) * 0.99
    surface = np.column_stack([circle * radius + centre, np.full(48, high * level)])
    full = layered([surface - (0, 0, 2), surface], (wide, wide))
    parts = [joined([body], Surface(toned(colour, (64, 64), rng, 0.01), 0.15, coat=0.4))]
    parts.append(joined([full], Surface(drink, 0.05)))
    if rng.random() < 0.7:
        parts.append(_handle(thing, rng, colour))
    return parts


def _handle(thing: Thing, rng: np.random.Generator, colour: Colour) -> Solid:
    angle = np.radians(thing.turn)
    out = np.array([np.cos(angle), -np.sin(angle), 0.0])
    base = np.array([thing.at[0], -thing.at[1], 0.0]) + out * thing.size[0] * 0.46
    turns = np.linspace(-np.pi / 2, np.pi / 2, 9)
    reach, tall = thing.size[0] * 0.32, thing.high * 0.3
    arc = [
        base + out * reach * np.cos(t) + np.array([0, 0, thing.high * 0.5 + tall * np.sin(t)]) for t in turns
    ]
    rods = [rod(one, other, (4.0, 4.0), 12) for one, other in pairwise(arc)]
    return joined(rods, Surface(colour, 0.15, coat=0.4))


def _pencil(thing: Thing, rng: np.random.Generator) -> list[Solid]:
    radius, length = thing.size[0] / 2, thing.size[1]
    angle = np.radians(-thing.turn)
    along = np.array([-np.sin(angle), np.cos(angle), 0.0])
    middle = np.array([thing.at[0], -thing.at[1], radius * 0.9])
    sides = 6 if rng.random() < 0.7 else 16
    tail, neck, tip = middle - along * length / 2, middle + along * length * 0.38, middle + along * length / 2
    lead = neck + (tip - neck) * 0.75
    colour = hue(rng, (0.5, 1), (0.4, 0.95))
    body = rod(tail, neck, (radius, radius), sides, 2)
    cone = rod(neck, tip, (radius * 0.97, 0.6), sides, 2)
    point = rod(lead, tip, (radius * 0.3, 0.62), sides, 2)
    return [
        joined([body], Surface(colour, 0.25, coat=0.3), smooth=sides > 6),
        joined([cone], Surface((150.0, 190.0, 225.0), 0.7), smooth=sides > 6),
        joined([point], Surface((45.0, 45.0, 48.0), 0.4)),
    ]


def _many_sided(thing: Thing, rng: np.random.Generator) -> Solid:
    """A die of 8 or 20 sides, or of 4, lying on a face, with a number on each."""
    kind = int(rng.integers(3))
    points, faces = (_octahedron(), _icosahedron(), _tetrahedron())[kind]
    size = thing.size[0] * 0.55
    first = points[list(faces[0])].mean(axis=0)
    lain = points @ _carrying(first / np.linalg.norm(first), np.array([0.0, 0, -1])).T * size
    angle = np.radians(-thing.turn)
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    lain = lain @ turn.T
    lain[:, 2] -= lain[:, 2].min()
    placed = lain + np.array([thing.at[0], -thing.at[1], 0])
    vertices = np.concatenate([placed[list(face)] for face in faces])
    own = np.array([[0.5, 0.98], [0.07, 0.24], [0.93, 0.24]])
    columns = int(np.ceil(np.sqrt(len(faces))))
    cells = [divmod(index, columns) for index in range(len(faces))]
    uv = np.concatenate([(own + np.array([column, columns - 1 - row])) / columns for row, column in cells])
    triangles = tuple((3 * i, 3 * i + 1, 3 * i + 2) for i in range(len(faces)))
    return Solid(
        vertices, triangles, uv, Surface(_numbers(len(faces), columns, rng), 0.2, coat=0.3), smooth=False
    )


def _numbers(count: int, columns: int, rng: np.random.Generator) -> Picture:
    colour = hue(rng, (0.2, 1), (0.15, 0.95))
    ink: Colour = (20, 20, 20) if sum(colour) > 380 else (235, 235, 235)
    sheet = toned(colour, (96 * columns, 96 * columns), rng, 0.02)
    for index in range(count):
        row, column = divmod(index, columns)
        at = (column * 96 + (34 if index < 9 else 20), row * 96 + 68)
        cv2.putText(sheet, str(index + 1), at, cv2.FONT_HERSHEY_DUPLEX, 1.1, ink, 2, cv2.LINE_AA)
    return sheet


def _carrying(one: Floats, other: Floats) -> Floats:
    """The rotation (3, 3) that carries one unit vector to another."""
    axis, cosine = np.cross(one, other), float(one @ other)
    if cosine < -0.9999:
        return np.diag([1.0, -1.0, -1.0])
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.asarray(np.eye(3) + cross + cross @ cross / (1 + cosine))


def _octahedron() -> tuple[Floats, list[tuple[int, int, int]]]:
    points = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float)
    return points, _outward(points)


def _tetrahedron() -> tuple[Floats, list[tuple[int, int, int]]]:
    points = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / np.sqrt(3)
    return points, _outward(points)


def _icosahedron() -> tuple[Floats, list[tuple[int, int, int]]]:
    golden = (1 + np.sqrt(5)) / 2
    ones = [(0, s, t * golden) for s in (-1, 1) for t in (-1, 1)]
    points = np.array([p[k:] + p[:k] for p in ones for k in range(3)], float)
    return points / np.linalg.norm(points[0]), _outward(points)


def _outward(points: Floats) -> list[tuple[int, int, int]]:
    """The triangles of a regular solid: three corners at the shortest distance from each other."""
    far = np.linalg.norm(points[:, None] - points[None], axis=2)
    near = far < np.min(far[far > 1e-6]) * 1.01
    faces = []
    for i in range(len(points)):
        for j in range(i + 1, len(points)):
            for k in range(j + 1, len(points)):
                if near[i, j] and near[j, k] and near[i, k]:
                    out = np.cross(points[j] - points[i], points[k] - points[i]) @ points[i] > 0
                    faces.append((i, j, k) if out else (i, k, j))
    return faces


def tag_solids(tag: Tag) -> list[Solid]:
    """A printed tag: a square of paper, and a scrap of paper over it where it is hidden."""
    whole = tag.size + 2 * tag.margin
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    cells = cv2.aruco.generateImageMarker(family, tag.number, 8)
    inner = 256
    pad = round(inner * tag.margin / tag.size)
    paper = np.full((inner + 2 * pad, inner + 2 * pad), 236, np.uint8)
    black = cv2.resize(cells, (inner, inner), interpolation=cv2.INTER_NEAREST)
    paper[pad : pad + inner, pad : pad + inner] = np.where(black > 128, 236, 28)
    picture = np.asarray(cv2.cvtColor(paper, cv2.COLOR_GRAY2BGR), np.uint8)
    sheet = laid(slab(outline((whole, whole), 0.0), 0.3, 0.05), tag.at, 0.3, tag.turn)
    solids = [joined([sheet], Surface(picture, 0.75))]
    if tag.hidden:
        scrap = slab(outline((whole * 1.1, whole * 0.8), 0.5), 0.3, 0.05)
        solids.append(joined([laid(scrap, tag.at, 0.7, tag.turn + 20)], Surface((205.0, 215.0, 220.0), 0.8)))
    return solids
