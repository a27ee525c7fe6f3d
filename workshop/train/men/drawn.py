"""Boards of arrows drawn from straight above, men and all, with what stands on each arrow.

No photograph of such boards may be learnt from, so they vary beyond reason: woods, felts, prints; arrows full, bare,
outlined, striped, nested, dotted; men flat, dished, ringed, carved, in stacks, shingled, crooked; hands, dice, glare.
A picture is of the board's own plane. The tops of its men are shifted in one direction, as by a camera at one side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle, pairwise, product

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.core import Kind, Space
from referee.games import find
from referee.games.arrows import ArrowGame
from referee.games.arrows.looks import men_of
from vision.men.reader import LUMINANCE, MOST
from vision.men.strips import ARROWS, LONG, PITCH

from ...scenes import men as scenes
from ...scenes.draw.photo import jpeg

Rng = np.random.Generator
Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]
Colour = NDArray[np.float64]
"""BGR, 0 to 255."""

FINE = 2
"""Pixels drawn for each pixel of a strip."""
WIDTH, LENGTH, MARGIN = FINE * PITCH, FINE * LONG, 2 * FINE * PITCH
"""px as drawn: of an arrow, of half a board, around the board."""
GAMES = ("backgammon", "jacquet", "trictrac")
SHIFT = 4
"""Fractional bits of OpenCV's coordinates."""


@dataclass(frozen=True)
class DrawnArrows:
    """One drawn board.

    Attributes:
        picture, bare: (H, W, 3) uint8 BGR, with and without its men.
        leaves: (2, 4, 2) px, corners of either leaf: near left, then clockwise.
        men: (24,), of each strip in the order of the strips: 0 none, n lighter, 15 + n darker men.
        colours: of the lighter and the darker men.
    """

    picture: Picture
    bare: Picture
    leaves: Floats
    men: NDArray[np.int64]
    colours: tuple[Colour, Colour]


@dataclass(frozen=True)
class Style:
    """What all men of a board share.

    Attributes:
        across: diameter, in arrows.
        high: height, in arrows.
        lean: (x, y) by which a top is shifted for each arrow's width of height: where the camera stands.
        rest: (x, y) px by which all men lie beside their place: the plane that was marked is not theirs.
        squeeze: px of height for each px of width: arrows are cut to one length, whatever theirs.
        ring, dish: shares of the radius; 0 for none.
        shine: strength of the light's spot on them.
        gap: between two men of one arrow, in diameters.
        crooked: px (standard deviation).
    """

    across: float
    high: float
    lean: Floats
    rest: Floats
    squeeze: float
    ring: float
    dish: float
    shine: float
    gap: float
    crooked: float


def board(rng: Rng, men: NDArray[np.int64] | None = None) -> DrawnArrows:
    """A board at random, with these men or others."""
    bar = int(WIDTH * rng.uniform(0.25, 1.3))
    high, wide = 2 * LENGTH + 2 * MARGIN, 2 * ARROWS * WIDTH + bar + 2 * MARGIN
    bare = _ground(rng, high, wide, bar)
    light, dark = _colours(rng)
    style = _style(rng)
    stand = positions(rng) if men is None else men
    picture = bare.copy()
    laid = _laid(rng, stand, style, bar, high)
    for at, level, colour, seed in sorted(laid, key=lambda man: (man[1], -man[0] @ style.lean)):
        _man(picture, at, level, (light, dark)[colour], style, seed)
    _clutter(rng, picture, bar)
    lit = _light(rng, picture.shape[:2])
    noise = int(rng.integers(1 << 30))
    left, top = float(MARGIN), float(MARGIN)
    near, far = top + 2 * LENGTH, top
    leaves = np.array([
        [(x, near), (x, far), (x + ARROWS * WIDTH, far), (x + ARROWS * WIDTH, near)]
        for x in (left, left + ARROWS * WIDTH + bar)
    ])  # fmt: skip
    return DrawnArrows(_taken(picture, lit, noise), _taken(bare, lit, noise + 1), leaves, stand, (light, dark))


def positions(rng: Rng) -> NDArray[np.int64]:
    """Men at random on 24 arrows: mostly none to five, now and then a tower; at most 15 of a colour."""
    stand = np.zeros(24, np.int64)
    left = [MOST, MOST]
    towers = rng.random() < 0.25
    for arrow in rng.permutation(24):
        if rng.random() < 0.38:
            continue
        colour = int(rng.integers(2))
        tower = towers and rng.random() < 0.12
        count = int(min(left[colour], rng.integers(6, 16) if tower else 1 + rng.geometric(0.4) % 7))
        if count:
            stand[arrow], left[colour] = count + MOST * colour, left[colour] - count
    return stand


def played(seed: int) -> Iterator[Mapping[Space, Kind]]:
    """How the men stand in games at random, for ever, the three games in turn."""
    games = [scenes.positions(game(), seed) for game in map(find, GAMES) if issubclass(game, ArrowGame)]
    return (next(game) for game in cycle(games))


def strip_kind(kind: Kind, lighter: str = "white") -> int:
    """The number of a kind among those of `vision.men.reader`."""
    return sum(men if colour == lighter else MOST + men for colour, men in men_of(kind).items())


def _style(rng: Rng) -> Style:
    tilt = float(rng.uniform(0, 1.3) * rng.random() ** 0.5)
    angle = float(rng.normal(0, 0.35) + (np.pi / 2 if rng.random() < 0.7 else rng.uniform(0, 2 * np.pi)))
    lean = np.array([np.cos(angle), -abs(np.sin(angle)) if rng.random() < 0.9 else np.sin(angle)]) * tilt
    return Style(
        across=float(rng.uniform(0.72, 1.05)), high=float(rng.uniform(0.12, 0.38)), lean=lean,
        rest=rng.normal(0, (0.06 * WIDTH, 0.16 * WIDTH)), squeeze=float(rng.uniform(0.85, 1.55)),
        ring=float(rng.choice([0.0, rng.uniform(0.55, 0.95)])), dish=float(rng.choice([0.0, rng.uniform(0.3, 0.8)])),
        shine=float(rng.choice([0.0, rng.uniform(0, 0.5)])), gap=float(max(0.0, rng.normal(0.02, 0.03))),
        crooked=float(rng.choice([0.6, 1.5, 3.0])),
    )  # fmt: skip


def _colour(rng: Rng, value: tuple[float, float], saturation: float) -> Colour:
    hsv = np.array([[[rng.uniform(0, 180), 255 * saturation * rng.random(), 255 * rng.uniform(*value)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float64)


def _colours(rng: Rng) -> tuple[Colour, Colour]:
    """Of the lighter and the darker men."""
    while True:
        pair = [_colour(rng, (0.6, 1.0), 0.5 if rng.random() < 0.7 else 1.0), _colour(rng, (0.03, 0.6), 1.0)]
        pair.sort(key=lambda colour: -float(colour @ LUMINANCE))
        if float(np.abs(pair[0] - pair[1]).mean()) > 45:
            return pair[0], pair[1]


def _texture(rng: Rng, high: int, wide: int, colour: Colour) -> Picture:
    """Wood, felt, leather, or plain: a colour with grain."""
    kind, amount = rng.integers(4), rng.uniform(2, 22)
    if kind == 0:  # wood, along or across
        along = rng.random() < 0.5
        small = rng.normal(0, 1, (max(2, high // 60), wide // 2) if along else (high // 2, wide // 60 + 2))
    elif kind == 1:  # felt
        small = rng.normal(0, 1, (high // 2, wide // 2))
    else:  # leather, marble
        small = rng.normal(0, 1, [max(2, side // int(rng.integers(8, 60))) for side in (high, wide)])
    field = cv2.resize(small.astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC)[..., None]
    tint = rng.uniform(0.7, 1.2, 3).astype(np.float32) * np.float32(amount * (0.3 if kind == 3 else 1))
    return np.asarray(np.clip(colour.astype(np.float32) + field * tint, 0, 255), np.uint8)


def _ground(rng: Rng, high: int, wide: int, bar: int) -> Picture:
    """The board without men: field, rim, bar, arrows."""
    frame = _texture(rng, high, wide, _colour(rng, (0.05, 0.8), 0.8))
    field = _texture(rng, high, wide, _colour(rng, (0.1, 0.95), 0.9))
    out = frame
    tall = LENGTH * float(rng.uniform(0.7, 0.97))
    look, rounded = int(rng.integers(7)), rng.random() < 0.15
    wide_arrow = WIDTH * float(rng.uniform(0.8, 1.0))
    masks = np.zeros((2, high, wide), np.uint8)
    for leaf in range(2):
        x = MARGIN + leaf * (ARROWS * WIDTH + bar)
        part = slice(MARGIN, MARGIN + 2 * LENGTH), slice(x, x + ARROWS * WIDTH)
        out[part] = field[part]
        for k, far in product(range(ARROWS), (False, True)):
            base, way = (MARGIN, 1) if far else (MARGIN + 2 * LENGTH, -1)
            mask = masks[(k + far + leaf * ARROWS) % 2]
            _arrow(mask, x + (k + 0.5) * WIDTH, base, way * tall, wide_arrow, look, rounded=rounded)
    for mask in masks:
        out = _mixed(out, _texture(rng, high, wide, _colour(rng, (0.05, 1.0), 0.9)), mask)
    if rng.random() < 0.5:  # the rim throws a shadow, or has an edge
        first, last = (MARGIN - 2, MARGIN - 2), (wide - MARGIN + 2, high - MARGIN + 2)
        cv2.rectangle(out, first, last, _colour(rng, (0, 1), 1).tolist(), int(rng.integers(1, 5)))
    return out


def _mixed(under: Picture, over: Picture, mask: Picture) -> Picture:
    part = mask[..., None].astype(np.uint16)
    return np.asarray((under * (255 - part) + over * part) // 255, np.uint8)


def _arrow(mask: Picture, middle: float, base: float, tall: float, width: float, look: int, *, rounded: bool) -> None:
    """Marks where an arrow is painted, 0 to 255."""

    def triangle(share: float, value: int, thick: int = -1) -> None:
        half = share * width / 2
        corners = np.array([(middle - half, base), (middle + half, base), (middle, base + tall * share)])
        points = [np.round(corners * 2**SHIFT).astype(np.int32)]
        if thick < 0:
            cv2.fillPoly(mask, points, value, cv2.LINE_AA, SHIFT)
        else:
            cv2.polylines(mask, points, True, value, thick, cv2.LINE_AA, SHIFT)

    if look == 5:
        triangle(1.0, 255, 2)
    elif look == 6:
        return  # no arrow at all: only places
    else:
        triangle(1.0, 255)
    if look == 3:
        triangle(0.7, 0)
        triangle(0.45, 255)
    if look == 4:
        for k in range(1, 6):
            at = (round(middle * 2**SHIFT), round((base + tall * k / 7) * 2**SHIFT))
            cv2.circle(mask, at, round(width * (0.14 - 0.015 * k) * 2**SHIFT), 90, -1, cv2.LINE_AA, SHIFT)
    if rounded:
        at = (round(middle * 2**SHIFT), round((base + tall) * 2**SHIFT))
        cv2.circle(mask, at, round(width * 0.16 * 2**SHIFT), 255, -1, cv2.LINE_AA, SHIFT)


def _laid(
    rng: Rng, stand: NDArray[np.int64], style: Style, bar: int, high: int
) -> list[tuple[Floats, int, int, int]]:
    """Each man: where his middle is, on how many others he lies, whether he is a darker one, a seed."""
    found = []
    across = style.across * WIDTH
    step = across * style.squeeze * (1 + style.gap)
    fits = max(3, int((LENGTH * rng.uniform(0.82, 1.0)) // step))
    for strip, kind in enumerate(stand):
        count, dark = (int(kind) - MOST, 1) if kind > MOST else (int(kind), 0)
        leaf, far, k = strip // 12, strip % 12 >= ARROWS, strip % ARROWS
        column = ARROWS - 1 - k if far else k
        x = MARGIN + leaf * (ARROWS * WIDTH + bar) + (column + 0.5) * WIDTH
        own, layers = step, count > fits
        if layers and rng.random() < 0.3 and count <= 2 * fits:  # shingled: each lies half on the one before
            own, layers = LENGTH * 0.93 / count, False
        start = across * style.squeeze * 0.5 + abs(rng.normal(0, 1.5))
        for man in range(count):
            level, place = divmod(man, fits) if layers else (0, man)
            y = start + place * own + (0.4 * own * (level % 2) if rng.random() < 0.5 else 0.0)
            at = np.array([x, (MARGIN + y) if far else (high - MARGIN - y)])
            at += rng.normal(0, style.crooked, 2) * (1, 0.4)
            found.append((at + style.rest, level, dark, int(rng.integers(1 << 30))))
    return found


def _man(picture: Picture, at: Floats, level: int, colour: Colour, style: Style, seed: int) -> None:
    rng = np.random.default_rng(seed)
    rx = style.across * WIDTH / 2
    ry = rx * style.squeeze
    up = style.lean * style.high * WIDTH * np.array([1.0, style.squeeze])
    base, top = at + level * up, at + (level + 1) * up
    own = np.clip(colour * rng.uniform(0.93, 1.07) + rng.normal(0, 3, 3), 0, 255)
    _ellipse(picture, base + np.array([rx, ry]) * 0.1, rx * 1.05, ry * 1.05, own * 0.15 + 20, blend=0.45)
    steps = max(1, int(np.hypot(*(top - base)) // 2))
    for k in range(steps):
        _ellipse(picture, base + (top - base) * k / steps, rx, ry, own * 0.62)
    _ellipse(picture, top, rx, ry, own)
    if style.ring:
        shade = own * rng.choice([0.75, 1.2])
        _ellipse(picture, top, rx * style.ring, ry * style.ring, shade, thick=max(1, int(rx // 9)))
    if style.dish:
        _ellipse(picture, top, rx * style.dish, ry * style.dish, own * 0.88)
        _ellipse(picture, top + 1, rx * style.dish, ry * style.dish, own * 1.15, thick=1)
    _ellipse(picture, top, rx * 0.97, ry * 0.97, own * 0.8, thick=1)
    if style.shine:
        _ellipse(picture, top - np.array([rx, ry]) * 0.3, rx * 0.3, ry * 0.25, np.full(3, 255.0), blend=style.shine)


def _ellipse(
    picture: Picture, at: Floats, rx: float, ry: float, colour: Colour, *, thick: int = -1, blend: float = 1.0
) -> None:
    one = 2**SHIFT
    middle, axes = (round(float(at[0]) * one), round(float(at[1]) * one)), (round(rx * one), round(ry * one))
    value = np.clip(colour, 0, 255).tolist()
    if blend >= 1:
        cv2.ellipse(picture, middle, axes, 0, 0, 360, value, thick, cv2.LINE_AA, SHIFT)
        return
    x0, x1 = max(0, int(at[0] - rx) - 2), min(picture.shape[1], int(at[0] + rx) + 3)
    y0, y1 = max(0, int(at[1] - ry) - 2), min(picture.shape[0], int(at[1] + ry) + 3)
    if x1 <= x0 or y1 <= y0:
        return
    part = picture[y0:y1, x0:x1]
    over = part.copy()
    cv2.ellipse(over, (middle[0] - x0 * one, middle[1] - y0 * one), axes, 0, 0, 360, value, thick, cv2.LINE_AA, SHIFT)
    cv2.addWeighted(over, blend, part, 1 - blend, 0, dst=part)


def _clutter(rng: Rng, picture: Picture, bar: int) -> None:
    """Dice, a cube, a cup, a hand between the men: beside the first two places of each arrow."""
    high, wide = picture.shape[:2]
    for _ in range(int(rng.integers(0, 4))):
        side = WIDTH * float(rng.uniform(0.35, 0.7))
        at = (float(rng.uniform(MARGIN, wide - MARGIN)), float(high / 2 + rng.normal(0, 0.25) * LENGTH))
        box = cv2.boxPoints((at, (side, side), float(rng.uniform(0, 90))))
        value = _colour(rng, (0.0, 1.0), 0.8)
        cv2.fillPoly(picture, [np.round(box * 2**SHIFT).astype(np.int32)], value.tolist(), cv2.LINE_AA, SHIFT)
        pips = np.zeros(3) if value.mean() > 110 else np.full(3, 240.0)
        for _ in range(int(rng.integers(1, 7))):
            _ellipse(picture, np.array(at) + rng.uniform(-0.3, 0.3, 2) * side, side * 0.09, side * 0.09, pips)


def _light(rng: Rng, shape: tuple[int, int]) -> Floats:
    """Factors of light over the board, with its tint."""
    field = cv2.resize(np.exp(rng.normal(0, 0.22, (3, 3))), (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    gain = float(np.exp(rng.normal(0, 0.25))) * (1.0 if rng.random() < 0.88 else float(rng.uniform(0.15, 0.6)))
    return np.asarray(field[..., None] * rng.uniform(0.85, 1.15, 3) * gain)


def _taken(picture: Picture, light: Floats, seed: int) -> Picture:
    """As a camera takes it: lit, coarse, blurred, grainy."""
    rng = np.random.default_rng(seed // 2 * 2)  # the bare look has the same camera
    out = np.clip(picture * light, 0, 255).astype(np.float32)
    coarse = float(rng.uniform(0.22, 1.0))
    small = cv2.resize(out, None, fx=coarse, fy=coarse, interpolation=cv2.INTER_AREA)
    if rng.random() < 0.5:
        small = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.3, 1.1 if rng.random() < 0.8 else 3.0)))
    small = small + np.random.default_rng(seed).normal(0, rng.uniform(0.5, 7), small.shape)
    whole = np.clip(small, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        whole = jpeg(whole, int(rng.integers(35, 92)))
    return np.asarray(cv2.resize(whole, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR), np.uint8)


def cased(rng: Rng, drawn: DrawnArrows) -> tuple[Picture, Floats]:
    """The board in its case, trays at its sides as most have them, and where its leaves are in that picture."""
    picture, leaves = drawn.picture, drawn.leaves.copy()
    rim = int(rng.uniform(0.1, 0.9) * MARGIN)
    cut = MARGIN - rim
    picture, leaves = picture[cut : picture.shape[0] - cut, cut : picture.shape[1] - cut], leaves - cut
    for side in (0, 1):
        if rng.random() < 0.45:
            continue
        tray = _tray(rng, picture)
        picture = np.hstack([tray, picture] if side == 0 else [picture, tray])
        leaves = leaves + ((tray.shape[1], 0) if side == 0 else (0, 0))
    edge = np.full((picture.shape[0], max(1, rim // 3), 3), _colour(rng, (0, 0.7), 0.6), np.uint8)
    return np.hstack([edge, picture, edge]), leaves + np.array([edge.shape[1], 0])


def _tray(rng: Rng, picture: Picture) -> Picture:
    """Compartments at the side of a board, some with men in them."""
    wide, high = int(WIDTH * rng.uniform(0.9, 2.0)), picture.shape[0]
    out = np.array(picture[:, :1].repeat(wide, axis=1))
    felt = picture[high // 2, picture.shape[1] // 4].astype(np.float64)
    walls = np.linspace(0.1 * WIDTH, high - 0.1 * WIDTH, int(rng.integers(2, 6))).astype(int)
    for top, low in pairwise(walls):
        inside = _texture(rng, max(4, low - top - 8), max(4, wide - 12), felt)
        out[top + 4 : top + 4 + inside.shape[0], 6 : 6 + inside.shape[1]] = inside
        for _ in range(int(rng.integers(0, 5))):
            at = np.array([wide / 2, rng.uniform(top + 12, low - 12)])
            _ellipse(out, at, WIDTH * 0.42, WIDTH * 0.42, _colour(rng, (0, 1), 0.6))
    return out
