"""Training pictures of 256x256, endlessly: photographs and drawn tables, warped and augmented, with targets.

Dice are asked for where their longer side is 9 to 75 px; larger ones must be answered with silence (a coarser
picture shows them), smaller ones and those marked "ignore" cost nothing either way.
"""

from collections.abc import Callable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from ..augment import augmented_photo
from .clutter import scatter
from .store import DRAWN, Annotation, Photo, Sprite, SpriteBank

SIZE, CELL = 256, 8
LEAST, GREATEST = 9.0, 75.0
Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]
Rng = np.random.Generator
SMALL = 0.5
"""Share of pictures with dice as small as where the board tells their size."""
STAYS = 0.95
"""How many of the pictures that shall stay upright do; the others are as if held sideways."""
EMPTY = 0.4
"""Share of drawn pictures without dice: coins, men, tokens, number tiles and the like alone."""
Side = Callable[[Rng], float]
"""Draws the longer side, px, that a picture's dice shall have."""


def _side(rng: Rng) -> float:
    """A die's longer side, px: any that the search shall find, or too large for it."""
    if rng.random() < 0.06:
        return float(rng.uniform(85, 240))
    if rng.random() < SMALL:
        return float(np.exp(rng.uniform(np.log(10), np.log(21))))
    return float(np.exp(rng.uniform(np.log(10), np.log(62))))


def photo_picture(
    photo: Photo, rng: Rng, side: Side = _side, upright: bool = False
) -> tuple[Picture, list[Annotation]]:
    """A photograph scaled, turned (hardly so where it shall stay upright) and shifted; its dice have any size."""
    die = side(rng)
    scale = (
        die / photo.die
        if photo.dice
        else float(np.exp(rng.uniform(-1, 1.7))) * SIZE / max(photo.image.shape[:2])
    )
    scale = float(np.clip(scale, 0.15, 5))
    right_angled = rng.random() < 0.6 or upright
    quarters = 0 if upright and rng.random() < STAYS else rng.integers(4)
    angle = quarters * 90 + rng.normal(0, 5) if right_angled else rng.uniform(0, 360)
    if photo.dice and rng.random() < (0.5 if photo.source == DRAWN else 0.8):
        centre = photo.dice[int(rng.integers(len(photo.dice)))]
        middle = np.array([centre.x, centre.y]) + rng.uniform(-0.36, 0.36, 2) * SIZE / scale
    else:
        middle = rng.uniform(0, 1, 2) * photo.image.shape[1::-1]
    warp = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), float(angle), scale)
    if rng.random() < 0.5:
        warp[0] *= -1
    warp[:, 2] = SIZE / 2 - warp[:, :2] @ middle
    image = photo.image
    if scale < 0.6:
        small = cv2.resize(image, None, fx=scale * 1.2, fy=scale * 1.2, interpolation=cv2.INTER_AREA)
        image = np.asarray(small, np.uint8)
        shrunk = np.diag([1 / (scale * 1.2), 1 / (scale * 1.2)])
        drawn_warp = np.column_stack([warp[:, :2] @ shrunk, warp[:, 2]])
    else:
        drawn_warp = warp
    fill = tuple(int(v) for v in photo.image[::32, ::32].mean((0, 1)))
    drawn = cv2.warpAffine(image, drawn_warp, (SIZE, SIZE), flags=cv2.INTER_LINEAR, borderValue=fill)
    truths = []
    for die_truth in (*photo.dice, *photo.ignored):
        x, y = warp[:, :2] @ (die_truth.x, die_truth.y) + warp[:, 2]
        sized = die_truth.sized and right_angled
        width, height = die_truth.width * scale, die_truth.height * scale
        if right_angled and round(angle / 90) % 2:
            width, height = height, width
        truths.append(Annotation(float(x), float(y), width, height, die_truth.value, sized))
    return np.asarray(drawn, np.uint8), truths


def lay(
    picture: Picture, truths: list[Annotation], bank: SpriteBank, rng: Rng, die: float, count: int
) -> list[Annotation]:
    """Lay `count` drawn dice into the picture (changed in place); the truths of all dice in it."""
    scene = bank.scene(rng)
    laid: list[Annotation] = []
    chosen: list[tuple[Sprite, float, float, float]] = []
    for _ in range(count):
        sprite = scene[int(rng.integers(len(scene)))]
        scale = die * rng.uniform(0.88, 1.14) / max(sprite.width, sprite.height)
        x, y = rng.uniform(-0.02, 1.02, 2) * SIZE
        if laid and rng.random() < 0.35:  # touching the one before
            angle, before = rng.uniform(0, 2 * np.pi), laid[-1]
            apart = die * rng.uniform(0.8, 1.25)
            x, y = before.x + apart * np.cos(angle), before.y + apart * np.sin(angle)
        new = Annotation(x, y, sprite.width * scale, sprite.height * scale, sprite.value)
        if any(np.hypot(new.x - t.x, new.y - t.y) < 0.8 * die for t in (*laid, *truths) if t.value >= 0):
            continue
        laid.append(new)
        chosen.append((sprite, scale, x, y))
    for sprite, scale, x, y in chosen:
        _blend(picture, sprite.shade, None, sprite.middle, 2 * scale, (x, y))
    for sprite, scale, x, y in sorted(chosen, key=lambda choice: choice[3]):
        middle = (sprite.width / 2, sprite.height / 2)
        _blend(picture, sprite.bgra[..., 3], sprite.bgra[..., :3], middle, scale, (x, y))
    return [*truths, *laid]


def _blend(
    picture: Picture,
    cover: Picture,
    colour: Picture | None,
    middle: tuple[float, float],
    scale: float,
    at: tuple[float, float],
) -> None:
    """Blend a sprite, or black where colour is None, with its `middle` at `at`."""
    size = (max(1, round(cover.shape[1] * scale)), max(1, round(cover.shape[0] * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    left, top = round(at[0] - middle[0] * scale), round(at[1] - middle[1] * scale)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(SIZE, left + size[0]), min(SIZE, top + size[1])
    if x0 >= x1 or y0 >= y1:
        return
    rows, columns = slice(y0 - top, y1 - top), slice(x0 - left, x1 - left)
    weight = cv2.resize(cover, size, interpolation=how)[rows, columns, None].astype(np.float32) / 255
    below = picture[y0:y1, x0:x1]
    new = 0 if colour is None else cv2.resize(colour, size, interpolation=how)[rows, columns]
    picture[y0:y1, x0:x1] = (below * (1 - weight) + new * weight).astype(np.uint8)


def drawn_picture(
    bank: SpriteBank, photos: list[Photo], rng: Rng, side: Side = _side, upright: bool = False
) -> tuple[Picture, list[Annotation]]:
    """A drawn table, or a photograph without dice, with clutter and drawn dice."""
    die = side(rng)
    if photos and rng.random() < 0.45:
        picture, _ = photo_picture(photos[int(rng.integers(len(photos)))], rng, side, upright)
    else:
        picture = bank.surfaces[int(rng.integers(len(bank.surfaces)))]
        x, y = rng.integers(0, picture.shape[0] - SIZE, 2)
        picture = np.ascontiguousarray(np.rot90(picture[y : y + SIZE, x : x + SIZE], int(rng.integers(4))))
        if rng.random() < 0.3:
            picture = np.ascontiguousarray(picture[..., rng.permutation(3)])
    picture = picture.copy()
    if rng.random() < 0.65:
        scatter(picture, rng, int(rng.integers(1, 12)), die)
    most = 1 + int(min(20, (SIZE / die) ** 2 / 2.5))
    count = 0 if rng.random() < EMPTY else int(rng.integers(max(1, most // 2), most + 1))
    return picture, lay(picture, [], bank, rng, die, count)


def targets(truths: list[Annotation]) -> Floats:
    """What the search network should answer, (9, 32, 32).

    Planes: 0 heat, 1 weight of the heat's loss, 2-5 place and sides as in search_net.py, 6 weight of the
    sides, 7 weight of place and sides, 8 the value 1 to 6, 0 where there is none to tell.
    """
    cells = SIZE // CELL
    wanted = np.zeros((9, cells, cells), np.float32)
    wanted[1] = 1
    ys, xs = np.mgrid[:cells, :cells].astype(np.float32) * CELL + (CELL - 1) / 2
    for truth in truths:
        longer = max(truth.width, truth.height)
        aside, below = (truth.x - xs), (truth.y - ys)
        far = np.hypot(aside, below)
        if truth.value < 0 or longer < LEAST:
            wanted[1][
                (np.abs(aside) < truth.width / 2 + CELL) & (np.abs(below) < truth.height / 2 + CELL)
            ] = 0
            continue
        if longer > GREATEST:
            wanted[1][far < longer * 0.15] *= 0 if longer < 1.25 * GREATEST else 1
            continue
        heat = np.exp(-0.5 * (far / max(3.5, 0.14 * longer)) ** 2)
        on = np.unravel_index(int(far.argmin()), far.shape)
        if far[on] < CELL:
            heat[on] = 1.0
        near = (heat > wanted[0]) & (heat > 0.5)
        wanted[0] = np.maximum(wanted[0], heat)
        box = (aside / CELL, below / CELL, np.log(truth.width / 32), np.log(truth.height / 32))
        for plane, value in zip(range(2, 6), box, strict=True):
            wanted[plane][near] = value[near] if isinstance(value, np.ndarray) else value
        wanted[6][near], wanted[7][near], wanted[8][near] = truth.sized, heat[near], truth.value
    return wanted


def samples(
    bank: SpriteBank, photos: list[Photo], seed: int, drawn: float, side: Side = _side, upright: bool = False
) -> Iterator[tuple[Picture, list[Annotation], bool]]:
    """Pictures (256, 256, 3) uint8 BGR, what lies in them, and whether they are flat (Photo.flat), for ever.

    A share `drawn` of them is of drawn tables.
    """
    rng = np.random.default_rng(seed)
    grain = rng.standard_normal((4 * SIZE, 4 * SIZE, 3), np.float32)
    with_dice = [p for p in photos if p.dice or p.flat]
    without = [p for p in photos if not p.dice and not p.flat]
    weights = np.array([p.weight for p in with_dice])
    weights = weights / weights.sum() if len(weights) else weights
    while True:
        flat = False
        if not with_dice or rng.random() < drawn:
            picture, truths = drawn_picture(bank, without, rng, side, upright)
        else:
            photo = with_dice[int(rng.choice(len(with_dice), p=weights))]
            (picture, truths), flat = photo_picture(photo, rng, side, upright), photo.flat
            if truths and not flat and bank.scenes and rng.random() < 0.6:
                die = float(np.median([max(t.width, t.height) for t in truths])) * rng.uniform(0.8, 1.3)
                if 11 < die < 66:
                    truths = lay(picture, truths, bank, rng, die, int(rng.integers(1, 8)))
        yield augmented_photo(picture, rng, grain), truths, flat


def pictures(
    bank: SpriteBank, photos: list[Photo], seed: int, drawn: float
) -> Iterator[tuple[Picture, Floats]]:
    """Pictures (256, 256, 3) uint8 BGR and targets, for ever; a share `drawn` of them is of drawn tables."""
    for picture, truths, _ in samples(bank, photos, seed, drawn):
        yield picture, targets(truths)
