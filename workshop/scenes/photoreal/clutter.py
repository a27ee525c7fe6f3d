"""What lies beside the game, with its surfaces: the shared solids, cups and pencils finer; printed tags."""

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np

from ..describe.camera import Floats
from ..describe.scene import Colour, DrawnTag, Prop
from ..describe.stock import hue
from ..draw.polyhedra import lying
from ..draw.props import face_picture
from ..draw.render import tag_face
from ..draw.textures import Picture
from ..physics.solids import Solid as Part
from ..physics.solids import prop_solid
from .forms import Mesh, Surface, bodied, joined, laid, layered, outline, ring_of, rod, slab, upright
from .wood import toned

_ROUND = ("coin", "button", "token")
THINNEST = 0.25
"""mm that even a sheet of paper is thick here."""
TAG_PPM = 8.0
"""px a millimetre of a printed tag."""
_FINISH: dict[str, tuple[float, float, float, float]] = {
    "card": (0.3, 0.3, 0.3, 3.0), "phone": (0.08, 0.0, 1.0, 9.0), "paper": (0.9, 0.0, 0.05, 0.0),
    "domino": (0.3, 0.2, 1.0, 2.5), "eraser": (0.8, 0.0, 1.5, 2.0), "tile": (0.6, 0.0, 0.5, 0.6),
    "ruler": (0.3, 0.0, 0.4, 1.0), "leaflet": (0.35, 0.3, 0.05, 0.0),
}  # fmt: skip
"""Kind -> roughness, varnish, rounding of its upper edges and of its corners, mm."""


def prop_solids(prop: Prop) -> list[Mesh]:
    """One thing on the table."""
    rng = np.random.default_rng(prop.seed + 9)
    if prop.kind == "cup":
        return _cup(prop, rng)
    if prop.kind == "pencil":
        return _pencil(prop, rng)
    if prop.kind == "polyhedron":
        return [_many_sided(prop)]
    part = prop_solid(replace(prop, high=max(prop.high, THINNEST)))
    if prop.kind in _ROUND:
        return [_disc(prop, part, rng)]
    rough, coat, bevel, radius = _FINISH[prop.kind]
    return [joined([bodied(part, radius, bevel)], Surface(face_picture(prop, 5.0), rough, coat=coat))]


def _disc(prop: Prop, part: Part, rng: np.random.Generator) -> Mesh:
    picture = face_picture(prop, 8.0)
    metal = 1.0 if prop.kind == "coin" else 0.0
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
    return joined([bodied(part, 0.0, 0.4)], Surface(picture, rough, metal=metal, bump=soft))


def _cup(prop: Prop, rng: np.random.Generator) -> list[Mesh]:
    wide, high = prop.size[0], prop.high
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
    circle, centre = ring_of(wide, 48), np.array([prop.at[0], -prop.at[1]])
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
        parts.append(_handle(prop, rng, colour))
    return parts


def _handle(prop: Prop, rng: np.random.Generator, colour: Colour) -> Mesh:
    angle = np.radians(prop.turn)
    out = np.array([np.cos(angle), -np.sin(angle), 0.0])
    base = np.array([prop.at[0], -prop.at[1], 0.0]) + out * prop.size[0] * 0.46
    turns = np.linspace(-np.pi / 2, np.pi / 2, 9)
    reach, tall = prop.size[0] * 0.32, prop.high * 0.3
    arc = [
        base + out * reach * np.cos(t) + np.array([0, 0, prop.high * 0.5 + tall * np.sin(t)]) for t in turns
    ]
    rods = [rod(start, end, (4.0, 4.0), 12) for start, end in pairwise(arc)]
    return joined(rods, Surface(colour, 0.15, coat=0.4))


def _pencil(prop: Prop, rng: np.random.Generator) -> list[Mesh]:
    radius, length = prop.size[0] / 2, prop.size[1]
    angle = np.radians(-prop.turn)
    along = np.array([-np.sin(angle), np.cos(angle), 0.0])
    middle = np.array([prop.at[0], -prop.at[1], radius * 0.9])
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


def _many_sided(prop: Prop) -> Mesh:
    """A die with other than six sides as the painter has it lying, a number on each face."""
    points, faces, colour, ink = lying(prop, 0.0)
    world, columns = upright(points), int(np.ceil(np.sqrt(len(faces))))
    vertices, uv, rings, start = [], [], [], 0
    for index, face in enumerate(faces):
        own = _outward(world[list(face)], world.mean(axis=0))
        row, column = divmod(index, columns)
        vertices.append(own)
        uv.append((_flat(own) + np.array([column, columns - 1 - row])) / columns)
        rings.append(tuple(range(start, start + len(own))))
        start += len(own)
    surface = Surface(_numbers(len(faces), columns, colour, ink), 0.2, coat=0.3)
    return Mesh(np.concatenate(vertices), tuple(rings), np.concatenate(uv), surface, smooth=False)


def _outward(face: Floats, middle: Floats) -> Floats:
    """A face's corners counter-clockwise seen from outside of a solid about `middle`."""
    out = np.cross(face[1] - face[0], face[2] - face[0]) @ (face[0] - middle) > 0
    return face if out else face[::-1]


def _flat(face: Floats) -> Floats:
    """A face's corners (n, 2) in its own plane, within 0 and 1, its first corner upmost."""
    away = face - face.mean(axis=0)
    reach = float(np.linalg.norm(away, axis=1).max())
    up = away[0] / np.linalg.norm(away[0])
    normal = np.cross(away[0], away[1])
    right = np.cross(up, normal / np.linalg.norm(normal))
    return np.asarray(np.column_stack([away @ right, away @ up]) / reach * 0.48 + 0.5)


def _numbers(count: int, columns: int, colour: Colour, ink: Colour) -> Picture:
    sheet = np.full((96 * columns, 96 * columns, 3), colour, np.float32).astype(np.uint8)
    for index in range(count):
        row, column = divmod(index, columns)
        at = (column * 96 + (34 if index < 9 else 20), row * 96 + 60)
        cv2.putText(sheet, str(index + 1), at, cv2.FONT_HERSHEY_DUPLEX, 1.0, ink, 2, cv2.LINE_AA)
    return sheet


def tag_solids(tag: DrawnTag) -> list[Mesh]:
    """A printed tag: a square of paper, and a scrap of paper over it where it is hidden."""
    whole = tag.size + 2 * tag.margin
    sheet = laid(slab(outline((whole, whole), 0.0), 0.3, 0.05), tag.at, 0.3, tag.turn)
    solids = [joined([sheet], Surface(tag_face(tag, TAG_PPM), 0.75))]
    if tag.hidden:
        scrap = slab(outline((whole * 1.1, whole * 0.8), 0.5), 0.3, 0.05)
        solids.append(joined([laid(scrap, tag.at, 0.7, tag.turn + 20)], Surface((205.0, 215.0, 220.0), 0.8)))
    return solids
