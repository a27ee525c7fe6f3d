"""A scene as things to draw: triangles with a texture and a surface."""

from dataclasses import dataclass, replace
from math import radians

import numpy as np

from ..describe.die_look import Look as DieLook
from ..describe.scene import Colour, Cube, Hand, Scene, Tag, Thing
from ..describe.stock import shaded
from ..draw.cubes import posed
from ..draw.die import Pose
from ..draw.hands import capsules_of, palette
from ..draw.render import tag_face
from ..draw.textures import Picture, tabletop
from ..draw.things import face_picture
from ..physics.solids import ROUND
from . import mesh
from .mesh import Floats, Mesh, placed

EVEN = 1200.0
"""Millimetres of the table that its texture covers; beyond it is mirrored."""


@dataclass(frozen=True)
class Surface:
    """How a surface takes light.

    Attributes:
        rough: 0.05 a mirror, 1 chalk.
        coat: strength of a clear varnish over it, 0 to 1.
        bump: how much its texture's brightness is felt as height, mm.
        cloth: 0 to 1: fibres that light up at the edge.
        soft: 0 to 1: light that goes a little into it (skin, clear resin).
    """

    rough: float = 0.5
    coat: float = 0.0
    bump: float = 0.0
    cloth: float = 0.0
    soft: float = 0.0


@dataclass(frozen=True, eq=False)
class Item:
    """One thing to draw.

    Attributes:
        mesh: its triangles, mm of the world (x right, y up the page, z up).
        surface: how it takes light.
        colour: where no texture shows, BGR 0 to 255.
        texture: (h, w, 3) uint8, or None.
        kind: table, board, tile, tag, thing, die, hand.
        number: of the die, else 0.
        die: what a die is made of.
        turn: (3, 3) from a die's own axes to the world.
    """

    mesh: Mesh
    surface: Surface
    colour: Colour
    texture: Picture | None = None
    kind: str = "board"
    number: int = 0
    die: DieLook | None = None
    turn: Floats | None = None


def about_z(degrees: float) -> Floats:
    """A turn (3, 3) of the world by degrees that are clockwise seen from above, as scenes count them."""
    cos, sin = np.cos(radians(-degrees)), np.sin(radians(-degrees))
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])


def resolution(scene: Scene) -> float:
    """Pixels a millimetre that textures are made with."""
    return float(np.clip(scene.camera.scale(scene.camera.target) * 1.5, 0.5, 5))


def ground(scene: Scene) -> Item:
    """The table's top."""
    table, ppm = scene.table, float(np.clip(resolution(scene) / 1.5, 0.4, 3.0))
    side = int(np.clip(EVEN * ppm, 512, 1400))
    x, y = scene.camera.target
    texture = tabletop(table, side, side / EVEN)
    made = mesh.sheet((x, -y), 6000.0, 0.0, EVEN, (x - EVEN / 2, -y + EVEN / 2))
    rng = np.random.default_rng(table.seed)
    smooth = table.kind in ("white", "stone")
    varnished = table.kind == "wood" and rng.random() < 0.6
    coat = float(rng.uniform(0.3, 1)) if smooth or varnished else 0.0
    cloth = float(table.kind in ("cloth", "checks", "stripes", "dots"))
    surface = Surface(
        float(rng.uniform(0.35, 0.9)), coat * float(rng.random() < 0.7), 0.35 + 0.5 * cloth, cloth
    )
    return Item(made, surface, table.colour, texture, "table")


def tag_item(tag: Tag, ppm: float) -> list[Item]:
    """A printed tag, and the scrap of paper that may hide it."""
    whole = tag.size + 2 * tag.margin
    centre = np.array([tag.at[0], -tag.at[1], 0.0])
    paper = placed(mesh.box((whole, whole, 0.35), 0.1, 1), centre + np.array([0, 0, 0.18]), about_z(tag.turn))
    found = [Item(paper, Surface(0.8), (238, 238, 238), tag_face(tag, ppm), "tag")]
    if tag.hidden:
        scrap = mesh.box((whole * 1.1, whole * 0.8, 0.5), 0.15, 1)
        found.append(
            Item(
                placed(scrap, centre + np.array([0, 0, 0.7]), about_z(tag.turn + 20)),
                Surface(0.9),
                (205, 215, 220),
            )
        )
    return found


_SURFACES = {
    "phone": Surface(0.25, 1.0), "coin": Surface(0.3, 0.6, 0.1), "cup": Surface(0.35, 0.7), "card": Surface(0.5, 0.3),
    "domino": Surface(0.4, 0.6), "button": Surface(0.4, 0.5), "token": Surface(0.4, 0.4), "pencil": Surface(0.4, 0.5),
}  # fmt: skip


def thing_item(thing: Thing, ppm: float) -> list[Item]:
    """What lies beside the game."""
    face = face_picture(thing, ppm)
    mean = face.reshape(-1, 3).mean(axis=0)
    side: Colour = shaded((float(mean[0]), float(mean[1]), float(mean[2])), 0.85)
    centre = np.array([thing.at[0], -thing.at[1], thing.high / 2])
    surface = _SURFACES.get(thing.kind, Surface(0.7))
    if thing.kind == "cup":
        return [Item(placed(_cup(thing), centre * (1, 1, 0), about_z(0)), surface, side, None, "thing")]
    if thing.kind in ROUND:
        made = mesh.prism(
            mesh.disc(thing.size[0] / 2), -thing.high / 2, thing.high / 2, min(0.6, thing.high * 0.3)
        )
    else:
        bevel = min(0.25 * thing.high, 2.0 if thing.kind in ("phone", "domino", "eraser") else 0.8)
        made = mesh.box((*thing.size, thing.high), bevel)
    return [Item(placed(made, centre, about_z(thing.turn)), surface, side, face, "thing")]


def _cup(thing: Thing) -> Mesh:
    radius, high = thing.size[0] / 2, thing.high
    low, wall = radius * 0.78, 2.5
    profile = np.array([
        (0, 0), (low, 0), (low, 0.5), (radius - 0.5, high - 1), (radius - 0.8, high), (radius - wall, high),
        (radius - wall - 0.3, high - 1), (low - wall, high * 0.25), (low - wall - 0.3, high * 0.25), (0, high * 0.25),
    ])  # fmt: skip
    return mesh.turned(profile)


def die_item(cube: Cube, number: int) -> Item:
    """A die as it lies."""
    return posed_die(*posed(cube), cube.ground, number)


def posed_die(pose: Pose, look: DieLook, above: float, number: int) -> Item:
    """A die in any pose, whose heights count from `above` mm over the table."""
    centre = np.asarray(pose.centre, float) + np.array([0, 0, above])
    made = mesh.die(look.edge, look.ball)
    sized = replace(made, points=made.points * pose.side / 2)
    surface = Surface(0.75 - 0.6 * look.gloss, look.gloss, 0.0, 0.0, look.translucence)
    b, g, r = look.colour
    return Item(placed(sized, centre, np.asarray(pose.rotation, float)), surface, (b * 255, g * 255, r * 255), None,
                "die", number, look, np.asarray(pose.rotation, float))  # fmt: skip


def hand_items(hand: Hand) -> list[Item]:
    """A hand's skin, nails and sleeve."""
    flip = np.array([1.0, -1.0, 1.0])
    colours = dict(
        zip(("skin", "nail", "sleeve"), palette(hand, np.random.default_rng(hand.seed + 1)), strict=True)
    )
    surfaces = {
        "skin": Surface(0.6, 0.05, 0, 0, 0.6),
        "nail": Surface(0.35, 0.5, 0, 0, 0.3),
        "sleeve": Surface(0.95, 0, 0, 1.0),
    }
    found = []
    for part, colour in colours.items():
        rods = [
            mesh.rod(np.array(c.start) * flip, np.array(c.end) * flip, c.radii)
            for c in capsules_of(hand)
            if c.part == part
        ]
        found.append(Item(mesh.joined(rods), surfaces[part], colour, None, "hand"))
    return found
