"""What lies on tables and is no die: backgrounds, and things whose round marks look like pips."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from ...scenes.draw.typefaces import digit, pick_typeface

Picture = NDArray[np.uint8]
Rng = np.random.Generator
_FONTS = (0, 1, 2, 3, 4, 5, 6, 7)


def colour(rng: Rng) -> tuple[int, int, int]:
    """Any BGR colour, 0 to 255: often grey, wooden, or a felt's red, green or blue."""
    kind = rng.random()
    if kind < 0.3:
        grey = int(rng.integers(10, 250))
        return (grey, grey, grey)
    bands = ((8, 22, 60, 180), (0, 6, 150, 255), (55, 85, 80, 230), (100, 125, 80, 230), (0, 180, 0, 255))
    low, high, faint, strong = bands[int(rng.integers(len(bands)))]
    hsv = np.array(
        [[[rng.integers(low, high), rng.integers(faint, strong), rng.integers(25, 245)]]], np.uint8
    )
    blue, green, red = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].tolist()
    return (blue, green, red)


def noise(rng: Rng, size: int, cell: tuple[float, float]) -> NDArray[np.float32]:
    """Smooth noise (size, size), about -1 to 1, with features `cell` (x, y) pixels wide."""
    shape = (max(2, int(size / cell[1])), max(2, int(size / cell[0])))
    rough = rng.normal(0, 0.6, shape).astype(np.float32)
    return np.asarray(cv2.resize(rough, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


def surface(rng: Rng, size: int) -> Picture:
    """Wood, felt, carpet, cloth, paper or paint, (size, size, 3)."""
    base = np.full((size, size, 3), colour(rng), np.float32)
    kind = rng.integers(6)
    strength = rng.uniform(4, 40)
    if kind == 0:  # wood: long grain, rings
        grain = noise(rng, size, (rng.uniform(40, 300), rng.uniform(1.5, 8)))
        rings = np.sin(noise(rng, size, (200, 60)) * rng.uniform(4, 25))
        base += ((grain + 0.5 * rings) * strength)[..., None]
    elif kind == 1:  # felt, carpet
        base += (rng.normal(0, 1, (size, size)) * strength)[..., None]
        base += (noise(rng, size, (3, 3)) * strength)[..., None]
    elif kind == 2:  # checked or striped cloth
        base = _checked(rng, base, strength)
    elif kind == 3:  # terrazzo, stone, carpet loops
        for cell in (2.5, 5, 12):
            base += (noise(rng, size, (cell, cell)) * strength * 0.7)[..., None]
    elif kind == 4:  # planks
        base += (noise(rng, size, (rng.uniform(80, 300), 3)) * strength)[..., None]
        base[:: int(rng.integers(30, 120))] *= 0.5
    base += (noise(rng, size, (size / 2, size / 2)) * rng.uniform(0, 25))[..., None]
    turned = np.rot90(base, int(rng.integers(4)))
    return np.ascontiguousarray(np.clip(turned, 0, 255)).astype(np.uint8)


def _checked(rng: Rng, base: NDArray[np.float32], strength: float) -> NDArray[np.float32]:
    size, period = len(base), rng.uniform(4, 60)
    wave = np.sign(np.sin(np.arange(size) * 2 * np.pi / period + rng.uniform(0, 6)))
    other = np.array(colour(rng), np.float32)
    weight = 0.25 * (wave[None] + 1) + (0.25 * (wave[:, None] + 1) if rng.random() < 0.6 else 0)
    weight = weight * min(1.0, strength / 25)
    return np.asarray(base * (1 - weight[..., None]) + other * weight[..., None], np.float32)


def _token(picture: Picture, rng: Rng, at: tuple[int, int], size: int) -> None:
    """A round token, checker, coin or button."""
    cv2.circle(picture, at, size // 2, colour(rng), -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 3))):
        cv2.circle(
            picture, at, int(size * rng.uniform(0.15, 0.5)), colour(rng), max(1, size // 20), cv2.LINE_AA
        )
    holes, ring, paint = int(rng.choice([0, 0, 2, 4, 1])), size * rng.uniform(0.1, 0.22), colour(rng)
    start = rng.uniform(0, 6.3)
    for k in range(holes):
        angle = start + 2 * np.pi * k / holes
        spot = (int(at[0] + ring * np.cos(angle)), int(at[1] + ring * np.sin(angle)))
        cv2.circle(picture, spot, max(1, size // 12), paint, -1, cv2.LINE_AA)
    if rng.random() < 0.25:
        _digit(picture, rng, at, size)


def _dots(picture: Picture, rng: Rng, at: tuple[int, int], size: int) -> None:
    """A row, ring or grid of round spots, as board games print them: never on a square of its own."""
    columns, rows = int(rng.integers(1, 7)), int(rng.integers(1, 5))
    step, radius, paint = (
        size * rng.uniform(0.3, 0.7),
        max(1, int(size * rng.uniform(0.08, 0.25))),
        colour(rng),
    )
    angle = rng.uniform(0, 6.3)
    across, along = (
        (np.cos(angle) * step, np.sin(angle) * step),
        (-np.sin(angle) * step, np.cos(angle) * step),
    )
    for i in range(columns):
        for j in range(rows):
            spot = (int(at[0] + i * across[0] + j * along[0]), int(at[1] + i * across[1] + j * along[1]))
            cv2.circle(picture, spot, radius, paint, -1, cv2.LINE_AA)


def _slab(picture: Picture, rng: Rng, at: tuple[int, int], sides: tuple[float, float], angle: float) -> None:
    box = cv2.boxPoints((at, sides, angle)).astype(np.int32)
    cv2.fillConvexPoly(picture, box, colour(rng), cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.polylines(picture, [box], True, colour(rng), 1, cv2.LINE_AA)


def _domino(picture: Picture, rng: Rng, at: tuple[int, int], size: int) -> None:
    """A domino: two fields of 0 to 6 spots on one slab twice as long as wide."""
    angle = rng.uniform(0, 180)
    _slab(picture, rng, at, (size * 2.0, size * 1.0), angle)
    along = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    across, paint = np.array([-along[1], along[0]]), colour(rng)
    middle = np.array(at)
    ends = [tuple((middle + across * size * side).astype(int).tolist()) for side in (-0.42, 0.42)]
    cv2.line(picture, ends[0], ends[1], paint, max(1, size // 25), cv2.LINE_AA)
    patterns = ("", "e", "ai", "aei", "acgi", "acegi", "abcghi")
    for end in (-0.5, 0.5):
        for spot in patterns[int(rng.integers(7))]:
            row, column = divmod("abcdefghi".index(spot), 3)
            place = middle + along * size * (end + (row - 1) * 0.27) + across * size * (column - 1) * 0.27
            cv2.circle(
                picture, tuple(place.astype(int).tolist()), max(1, int(size * 0.09)), paint, -1, cv2.LINE_AA
            )


def _polyhedron(picture: Picture, rng: Rng, at: tuple[int, int], size: int) -> None:
    """A die of 4, 8, 10, 12 or 20 faces: some shaded facets, a number on the middle one."""
    corners, inner = int(rng.choice([3, 4, 5, 6, 6, 10])), float(rng.uniform(0.45, 0.65))
    start, paint = rng.uniform(0, 6.3), np.array(colour(rng), np.float64)
    angles = start + 2 * np.pi * np.arange(corners) / corners
    outline = np.stack([np.cos(angles), np.sin(angles)], 1) * 0.62 * size
    middle = np.array(at)
    face = outline[:: 2 if corners == 6 else 1] * inner * (1.3 if corners == 6 else 1.0)
    light = rng.uniform(0, 6.3)
    for k in range(corners):
        ends = np.stack([outline[k], outline[(k + 1) % corners], np.zeros(2)])
        shade = 0.75 + 0.35 * np.cos(angles[k] - light)
        facet = np.round(middle + ends).astype(np.int32)
        cv2.fillConvexPoly(picture, facet, np.clip(paint * shade, 0, 255).tolist(), cv2.LINE_AA)
    top = np.clip(paint * rng.uniform(1.0, 1.35), 0, 255).tolist()
    cv2.fillConvexPoly(picture, np.round(middle + face).astype(np.int32), top, cv2.LINE_AA)
    if rng.random() < 0.9:
        _digit(picture, rng, at, int(size * 0.6))


def _digit(picture: Picture, rng: Rng, at: tuple[int, int], size: int) -> None:
    number = (
        rng.choice((6, 8, 9, 0)) if rng.random() < 0.5 else rng.integers(0, 14)
    )  # round ones look like pips
    if rng.random() < 0.6:
        _typeset(picture, rng, at, digit(int(number), pick_typeface(rng, "train")), size)
        return
    text, font = str(number), int(rng.choice(_FONTS))
    (width, height), _ = cv2.getTextSize(text, font, 1.0, 1)
    scale = 0.6 * size / max(width, height)
    corner = (int(at[0] - width * scale / 2), int(at[1] + height * scale / 2))
    cv2.putText(picture, text, corner, font, scale, colour(rng), max(1, int(size / 12)), cv2.LINE_AA)


def _typeset(picture: Picture, rng: Rng, at: tuple[int, int], mask: NDArray[np.float32], size: int) -> None:
    """A mask in one colour with its middle at `at`, 0.5 to 0.8 of `size` high, turned any way."""
    scale = size * rng.uniform(0.5, 0.8) / mask.shape[0]
    middle = (mask.shape[1] / 2, mask.shape[0] / 2)
    turn = np.asarray(cv2.getRotationMatrix2D(middle, rng.uniform(0, 360), scale), dtype=np.float64)
    turn[:, 2] += np.asarray(at) - middle
    blurred = cv2.GaussianBlur(mask, (0, 0), max(0.1, 0.4 / scale))  # made small without gaps
    drawn = cv2.warpAffine(blurred, turn, picture.shape[1::-1])
    rows, columns = np.nonzero(drawn > 0.02)
    cover = drawn[rows, columns, None]
    mixed = picture[rows, columns] * (1 - cover) + np.array(colour(rng)) * cover
    picture[rows, columns] = mixed.astype(np.uint8)


def _tag(picture: Picture, rng: Rng, at: tuple[int, int], size: int) -> None:
    """A printed AprilTag on its white paper."""
    code = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11).generateImageMarker(
        int(rng.integers(0, 587)), 80
    )
    paper = cv2.copyMakeBorder(code, 14, 14, 14, 14, cv2.BORDER_CONSTANT, value=255)
    side = size * rng.uniform(0.8, 2.2)
    turn = np.asarray(
        cv2.getRotationMatrix2D((53.5, 53.5), rng.uniform(0, 360), side / 108), dtype=np.float64
    )
    turn[:, 2] += np.asarray(at) - 53.5
    shape = picture.shape[1::-1]
    soft = cv2.GaussianBlur(paper, (0, 0), max(0.1, 0.35 * 108 / side))
    drawn = cv2.warpAffine(soft, turn, shape)
    there = cv2.warpAffine(np.full_like(paper, 255), turn, shape) > 127
    picture[there] = (drawn[there, None] * rng.uniform(0.5, 1.0)).astype(np.uint8)


def _tile(picture: Picture, rng: Rng, at: tuple[int, int], size: int) -> None:
    """A number tile, plain or with a digit, one or a row of them."""
    angle, step = rng.uniform(0, 180), size * rng.uniform(1.02, 1.3)
    stretch = rng.uniform(0.9, 2)
    for k in range(int(rng.choice([1, 1, 5, 9]))):
        spot = (
            int(at[0] + k * step * np.cos(np.radians(angle))),
            int(at[1] + k * step * np.sin(np.radians(angle))),
        )
        _slab(picture, rng, spot, (size, size * stretch), angle)
        if rng.random() < 0.8:
            _digit(picture, rng, spot, size)


def _keys(picture: Picture, rng: Rng, at: tuple[int, int], size: int) -> None:
    """Keys of a keyboard."""
    cap, ink, step = colour(rng), colour(rng), int(size * rng.uniform(1.05, 1.4)) + 1
    for i in range(5):
        for j in range(3):
            x, y = at[0] + i * step + j * step // 3, at[1] + j * step
            cv2.rectangle(picture, (x, y), (x + size, y + size), cap, -1)
            letter = chr(int(rng.integers(65, 91)))
            cv2.putText(picture, letter, (x + size // 4, y + size // 2), 0, size / 50, ink, 1, cv2.LINE_AA)


def _text(picture: Picture, rng: Rng, at: tuple[int, int], size: int) -> None:
    words = "".join(chr(int(c)) for c in rng.integers(33, 122, 14))
    cv2.putText(
        picture, words, at, int(rng.choice(_FONTS)), size / 35, colour(rng), max(1, size // 16), cv2.LINE_AA
    )


def _cable(picture: Picture, rng: Rng, at: tuple[int, int], size: int) -> None:
    steps = rng.normal(0, size, (6, 2)).cumsum(0) + np.array(at)
    cv2.polylines(picture, [steps.astype(np.int32)], False, colour(rng), max(1, size // 6), cv2.LINE_AA)


def _points(picture: Picture, rng: Rng, at: tuple[int, int], size: int) -> None:
    """Long triangles side by side, as on a backgammon board, or a star."""
    paints = (colour(rng), colour(rng))
    for k in range(int(rng.integers(2, 8))):
        x = at[0] + k * size
        peak = (x + size // 2, at[1] + int(size * rng.uniform(3, 5)))
        triangle = np.array([(x, at[1]), (x + size, at[1]), peak], np.int32)
        cv2.fillConvexPoly(picture, triangle, paints[k % 2], cv2.LINE_AA)


def _pen(picture: Picture, rng: Rng, at: tuple[int, int], size: int) -> None:
    _slab(picture, rng, at, (size * rng.uniform(1, 6), size * rng.uniform(0.2, 1)), rng.uniform(0, 180))


def _card(picture: Picture, rng: Rng, at: tuple[int, int], size: int) -> None:
    """A card with a grid of symbols."""
    angle = rng.uniform(0, 180)
    box = cv2.boxPoints((at, (size * 2.4, size * 3.4), angle)).astype(np.int32)
    cv2.fillConvexPoly(picture, box, (235, 240, 240), cv2.LINE_AA)
    paint = (30, 30, 200) if rng.random() < 0.5 else (20, 20, 20)
    along = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    across = np.array([-along[1], along[0]])
    for i in range(int(rng.integers(1, 4))):
        for j in range(int(rng.integers(1, 5))):
            spot = np.array(at) + along * (i - 1) * size * 0.7 + across * (j - 1.5) * size * 0.75
            mark = cv2.boxPoints((spot.tolist(), (size * 0.35, size * 0.35), angle + 45)).astype(np.int32)
            cv2.fillConvexPoly(picture, mark, paint, cv2.LINE_AA)


THINGS: tuple[Callable[[Picture, Rng, tuple[int, int], int], None], ...] = (
    _token, _token, _token, _dots, _dots, _domino, _domino, _polyhedron, _polyhedron, _tile, _tile, _tile,
    _digit, _digit, _tag, _keys, _text, _cable, _points, _pen, _card,
)  # fmt: skip


def scatter(picture: Picture, rng: Rng, count: int, die: float) -> None:
    """Draw `count` things into the picture, in sizes like those of dice `die` px wide."""
    height, width = picture.shape[:2]
    for _ in range(count):
        at = (int(rng.integers(0, width)), int(rng.integers(0, height)))
        size = int(max(5, die * rng.uniform(0.5, 2.2)))
        THINGS[int(rng.integers(len(THINGS)))](picture, rng, at, size)
