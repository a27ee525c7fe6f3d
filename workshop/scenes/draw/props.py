"""What lies beside the game: drawn simply, as flat shapes and upright blocks with a texture."""

import cv2
import numpy as np
from numpy.typing import NDArray

from ..describe.camera import Floats
from ..describe.scene import Colour, Prop
from ..describe.stock import hue, shaded
from .painter import Painter, quad, raised
from .polyhedra import draw_polyhedron
from .textures import Picture, speckled

KINDS = (
    "card",
    "phone",
    "pencil",
    "coin",
    "paper",
    "domino",
    "button",
    "token",
    "cup",
    "eraser",
    "tile",
    "ruler",
    "leaflet",
)


SIZES: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "card": ((56, 63), (86, 89), (0.4, 0.4)),
    "phone": ((66, 78), (138, 162), (7, 9)),
    "pencil": ((7, 8), (90, 175), (7, 7)),
    "coin": ((16, 26), (16, 26), (1.7, 2.2)),
    "paper": ((105, 210), (148, 297), (0.2, 0.2)),
    "domino": ((20, 25), (40, 50), (6, 10)),
    "button": ((10, 25), (10, 25), (2, 4)),
    "token": ((15, 35), (15, 35), (2, 5)),
    "cup": ((60, 90), (60, 90), (70, 110)),
    "eraser": ((18, 25), (35, 60), (10, 13)),
    "tile": ((20, 40), (25, 45), (3, 6)),
    "ruler": ((28, 40), (150, 300), (1.5, 3)),
    "leaflet": ((90, 150), (120, 210), (0.5, 0.5)),
    "polyhedron": ((14, 26), (14, 26), (12, 22)),
}
"""Kind -> ranges of width, height and tallness in mm."""

_ROUND = ("coin", "button", "token", "cup", "polyhedron")


def footprint(prop: Prop) -> Floats:
    """Outline (n, 2) of what it covers, mm, clockwise."""
    if prop.kind in _ROUND:
        angles = np.linspace(0, 2 * np.pi, 28, endpoint=False)
        return np.asarray(prop.at) + np.column_stack([np.cos(angles), np.sin(angles)]) * prop.size[0] / 2
    return quad(prop.at, prop.size, prop.turn)


def draw_prop(painter: Painter, prop: Prop, ppm: float, ground: float = 0.0) -> None:
    """Draw it standing on `ground` mm, with its shadow."""
    if prop.kind == "polyhedron":
        draw_polyhedron(painter, prop, ground)
        return
    rng = np.random.default_rng(prop.seed)
    base = footprint(prop)
    painter.shade([(base, max(0.6, prop.high))], ground)
    face = _FACES[prop.kind](prop, ppm, rng)
    if prop.kind in _ROUND:
        colour = tuple(float(c) for c in face.reshape(-1, 3).mean(axis=0))
        painter.block(base, ground, ground + prop.high, shaded((colour[0], colour[1], colour[2]), 0.9))
        square = quad(prop.at, (prop.size[0], prop.size[0]), prop.turn)
        painter.paste(face, raised(square, ground + prop.high), _disc(face.shape[0]))
        return
    side = tuple(float(c) for c in face.reshape(-1, 3).mean(axis=0))
    painter.block(base, ground, ground + prop.high, shaded((side[0], side[1], side[2]), 0.85), face)


def _disc(side: int) -> NDArray[np.float32]:
    mask = np.zeros((side, side), np.uint8)
    cv2.circle(mask, (side * 8 - 8, side * 8 - 8), side * 8, 255, -1, cv2.LINE_AA, 4)
    return np.asarray(mask / 255, np.float32)


def _blank(prop: Prop, ppm: float, colour: Colour, amount: float = 3) -> Picture:
    width, height = max(4, round(prop.size[0] * ppm)), max(4, round(prop.size[1] * ppm))
    if prop.kind in _ROUND:
        height = width
    return speckled(colour, min(width, 1000), min(height, 1000), amount, prop.seed)


def _spots(
    face: Picture, centre: tuple[float, float], step: float, value: int, colour: Colour, radius: float
) -> None:
    where = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
    for cell in where.get(value, ()):
        x, y = centre[0] + (cell % 3 - 1) * step, centre[1] + (cell // 3 - 1) * step
        cv2.circle(face, (int(x * 16), int(y * 16)), int(radius * 16), colour, -1, cv2.LINE_AA, 4)


def _card(prop: Prop, ppm: float, rng: np.random.Generator) -> Picture:
    face = _blank(prop, ppm, (244, 246, 247), 1)
    height, width = face.shape[:2]
    ink: Colour = (40, 30, 200) if rng.random() < 0.5 else (30, 30, 30)
    if rng.random() < 0.25:
        face[4:-4, 4:-4] = hue(rng, (0.5, 1), (0.3, 0.8))
        return face
    for column in (0.32, 0.68):
        for row in np.linspace(0.2, 0.8, int(rng.integers(2, 5))):
            centre = (int(column * width * 16), int(row * height * 16))
            cv2.circle(face, centre, int(0.08 * width * 16), ink, -1, cv2.LINE_AA, 4)
    cv2.putText(
        face,
        str(int(rng.integers(2, 11))),
        (3, max(8, height // 7)),
        0,
        height / 300 + 0.2,
        ink,
        1,
        cv2.LINE_AA,
    )
    return face


def _phone(prop: Prop, ppm: float, rng: np.random.Generator) -> Picture:
    face = _blank(prop, ppm, (30, 28, 28), 1)
    if rng.random() < 0.4:
        pad = max(2, round(3 * ppm))
        face[pad:-pad, pad:-pad] = hue(rng, (0, 0.7), (0.3, 0.9))
    return face


def _pencil(prop: Prop, ppm: float, rng: np.random.Generator) -> Picture:
    face = _blank(prop, ppm, hue(rng, (0.5, 1), (0.4, 0.95)), 2)
    tip = max(2, int(face.shape[0] * 0.1))
    face[:tip] = (150, 190, 225)
    face[: max(1, tip // 3)] = (50, 50, 50)
    face[:, : max(1, face.shape[1] // 4)] = (face[:, : max(1, face.shape[1] // 4)] * 0.75).astype(np.uint8)
    return face


def _coin(prop: Prop, ppm: float, rng: np.random.Generator) -> Picture:
    colours: tuple[Colour, ...] = ((70, 110, 150), (90, 170, 200), (175, 180, 180))
    face = _blank(prop, ppm, colours[int(rng.integers(3))], 16)
    middle = face.shape[0] // 2
    cv2.circle(
        face,
        (middle, middle),
        int(middle * 0.75),
        shaded((120, 150, 170), 0.8),
        max(1, middle // 10),
        cv2.LINE_AA,
    )
    return face


def _paper(prop: Prop, ppm: float, rng: np.random.Generator) -> Picture:
    face = _blank(prop, ppm, shaded((242, 243, 244), float(rng.uniform(0.85, 1))), 2)
    step = max(3, round(7 * ppm))
    for y in range(step, face.shape[0] - 2, step):
        if rng.random() < 0.7:
            end = int(face.shape[1] * rng.uniform(0.4, 0.95))
            cv2.line(face, (int(face.shape[1] * 0.06), y), (end, y), (120, 90, 80), 1, cv2.LINE_AA)
    return face


def _domino(prop: Prop, ppm: float, rng: np.random.Generator) -> Picture:
    light = rng.random() < 0.5
    face = _blank(prop, ppm, (225, 235, 240) if light else (35, 35, 38), 2)
    ink: Colour = (30, 30, 30) if light else (235, 235, 235)
    height, width = face.shape[:2]
    cv2.line(face, (2, height // 2), (width - 3, height // 2), ink, max(1, width // 20))
    for row in (0.25, 0.75):
        value = int(rng.integers(0, 7))
        _spots(face, (width / 2, row * height), width * 0.27, value, ink, width * 0.08)
    return face


def _button(prop: Prop, ppm: float, rng: np.random.Generator) -> Picture:
    face = _blank(prop, ppm, hue(rng, (0.2, 0.9), (0.3, 0.95)), 3)
    side = face.shape[0]
    dark: Colour = (30, 30, 35)
    count = int(rng.integers(1, 3)) * 2
    for angle in np.arange(count) * 2 * np.pi / count + 0.6:
        x, y = side / 2 + side * 0.16 * np.cos(angle), side / 2 + side * 0.16 * np.sin(angle)
        cv2.circle(face, (int(x * 16), int(y * 16)), int(side * 1.1), dark, -1, cv2.LINE_AA, 4)
    return face


def _token(prop: Prop, ppm: float, rng: np.random.Generator) -> Picture:
    face = _blank(prop, ppm, hue(rng, (0.3, 1), (0.4, 0.95)), 3)
    side = face.shape[0]
    if rng.random() < 0.5:
        cv2.circle(
            face,
            (side // 2, side // 2),
            side // 3,
            hue(rng, (0, 0.5), (0.5, 1)),
            max(1, side // 12),
            cv2.LINE_AA,
        )
    return face


def _cup(prop: Prop, ppm: float, rng: np.random.Generator) -> Picture:
    face = _blank(prop, ppm, hue(rng, (0, 0.8), (0.5, 0.95)), 2)
    side = face.shape[0]
    cv2.circle(
        face, (side // 2, side // 2), int(side * 0.45), hue(rng, (0, 0.8), (0.1, 0.5)), -1, cv2.LINE_AA
    )
    return face


def _eraser(prop: Prop, ppm: float, rng: np.random.Generator) -> Picture:
    face = _blank(prop, ppm, (235, 238, 240), 2)
    face[face.shape[0] // 3 :] = hue(rng, (0.4, 1), (0.4, 0.9))
    return face


def _tile(prop: Prop, ppm: float, rng: np.random.Generator) -> Picture:
    face = _blank(prop, ppm, shaded((140, 180, 210), float(rng.uniform(0.7, 1.1))), 6)
    height = face.shape[0]
    if rng.random() < 0.6:
        text = str(int(rng.integers(1, 10)))
        at = (face.shape[1] // 4, int(height * 0.75))
        cv2.putText(
            face,
            text,
            at,
            cv2.FONT_HERSHEY_DUPLEX,
            height / 45,
            (30, 30, 40),
            max(1, height // 15),
            cv2.LINE_AA,
        )
    return face


def _ruler(prop: Prop, ppm: float, rng: np.random.Generator) -> Picture:
    face = _blank(prop, ppm, hue(rng, (0, 0.6), (0.6, 0.98)), 2)
    step = max(3, round(5 * ppm))
    for index, y in enumerate(range(2, face.shape[0], step)):
        length = face.shape[1] // (3 if index % 2 == 0 else 5)
        cv2.line(face, (0, y), (length, y), (40, 40, 40), 1)
    return face


def _leaflet(prop: Prop, ppm: float, rng: np.random.Generator) -> Picture:
    face = _blank(prop, ppm, hue(rng, (0, 0.7), (0.5, 1)), 2)
    height, width = face.shape[:2]
    for _ in range(int(rng.integers(3, 9))):
        colour = hue(rng, (0.3, 1), (0.2, 1))
        centre = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        if rng.random() < 0.5:
            cv2.circle(face, centre, int(rng.uniform(0.03, 0.25) * width), colour, -1, cv2.LINE_AA)
        else:
            corner = (centre[0] + int(width * 0.3), centre[1] + int(height * 0.1))
            cv2.rectangle(face, centre, corner, colour, -1)
    return face


_FACES = {
    "card": _card, "phone": _phone, "pencil": _pencil, "coin": _coin, "paper": _paper, "domino": _domino,
    "button": _button, "token": _token, "cup": _cup, "eraser": _eraser, "tile": _tile, "ruler": _ruler,
    "leaflet": _leaflet,
}  # fmt: skip


def face_picture(prop: Prop, ppm: float) -> Picture:
    """What its upper side shows, (h, w, 3) uint8, at about `ppm` px a millimetre."""
    return _FACES[prop.kind](prop, ppm, np.random.default_rng(prop.seed))
