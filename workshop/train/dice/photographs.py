"""The photographs that the dice's networks learn from: those whose use is "train", each with its dice.

Sources are shown about alike often, however many pictures they hold. Every tenth picture is held back, to fit how
sure a reading may be. Cut-outs of single dice (`crop`) are laid into other pictures, and teach the faces alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import read_picture

from ...labels import lines
from .store import Annotation, Photo, Sprite

Picture = NDArray[np.uint8]
HELD, OF = 7, 10
"""Which picture of every so many is held back."""
FEW = 15
"""Pictures at which a source is shown half as often as one of very many."""
SHADOW = 0.07
"""How far beside a laid die its shadow falls."""
LARGEST = 96
"""Longer side, px, of a die that is cut out."""
BOARDS = ("shutbox", "shutbox_dice", "cards", "printed_digits")
"""Categories of the photographs of boards."""
SCENES = {True: "scene A", False: "scene C"}
"""Where the photographed boxes stand, by whether "dienum" is in a picture's name."""


def photographs(folder: Path) -> tuple[list[Photo], list[Photo], list[Photo]]:
    """To learn from, held back, and cut-outs of single dice.

    Args:
        folder: ../shared/photos.
    """
    dice = _lines(folder / "dice")
    crops = [_cut_out(folder / "dice", line) for line in dice if line.get("crop")]
    taken = [_dice_photo(folder / "dice", line) for line in dice if not line.get("crop")]
    boards = [photo for line in _lines(folder / "boards") for photo in _board_photo(folder / "boards", line)]
    taken += sorted(boards, key=lambda photo: photo.source.endswith(SCENES[True]))  # what is held back stays the same
    learnt = [photo for number, photo in enumerate(taken) if number % OF != HELD]
    held = [photo for number, photo in enumerate(taken) if number % OF == HELD]
    return weighed(learnt), held, crops


def _lines(folder: Path) -> list[dict[str, Any]]:
    """The labels of what may be learnt from; nothing else is so much as opened."""
    return [line for line in lines(folder / "labels.jsonl") if line["use"] == "train"]


def without(photos: Iterable[Photo], leave_out: Sequence[str]) -> list[Photo]:
    """The photographs of other sources than those with one of these in their name."""
    return [photo for photo in photos if not any(part in photo.source for part in leave_out)]


def weighed(photos: Sequence[Photo]) -> list[Photo]:
    """The same photographs, each shown so often that groups of many count hardly more than groups of few."""
    count = Counter(photo.group for photo in photos if photo.dice)
    return [replace(photo, weight=1 / (count[photo.group] + FEW)) for photo in photos]


def annotation(box: Sequence[float], value: int, kind: str = "die", die: float = 0.0) -> Annotation:
    """A labelled box (x, y, width, height) px; one of kind "pips" holds the upper face alone, of a die so wide."""
    x, y, width, height = box
    if kind == "pips":
        return Annotation(x + width / 2, y + height / 2, die, die, value, False)
    return Annotation(x + width / 2, y + height / 2, width, height, value, kind == "die")


def _border(width: int, height: int, die: float) -> Iterator[Annotation]:
    """The border of a picture, where some cut dice are not labelled."""
    deep = 0.5 * die
    yield Annotation(width / 2, 0, width, deep, -1)
    yield Annotation(width / 2, height, width, deep, -1)
    yield Annotation(0, height / 2, deep, height, -1)
    yield Annotation(width, height / 2, deep, height, -1)


def _dice_photo(folder: Path, line: dict[str, Any]) -> Photo:
    kind, dice = line.get("bbox_kind", "die"), [die for die in line["dice"] if die["bbox"]]
    sides = [max(die["bbox"][2:]) for die in dice if kind != "pips" or die["value"] in (4, 5, 6)]
    side = float(np.median(sides)) * (1.75 if kind == "pips" else 1) if sides else 45.0
    whole = tuple(annotation(die["bbox"], die["value"], kind, side) for die in dice if not die.get("edge"))
    cut = [annotation(die["bbox"], -1, kind, side) for die in dice if die.get("edge")]
    cut += [annotation(box, -1) for box in line.get("ignore") or []]
    ignored = (*cut, *_border(line["width"], line["height"], side))
    group = f"{line['source']} {'trays' if 'PXL' in line['image'] else ''}".strip()
    return Photo(read_picture(folder / line["image"]), line["source"], whole, ignored, side, 1.0, group=group)


def _cut_out(folder: Path, line: dict[str, Any]) -> Photo:
    image = read_picture(folder / line["image"])
    height, width = image.shape[:2]
    dice = tuple(Annotation(width / 2, height / 2, width, height, die["value"], False) for die in line["dice"][:1])
    return Photo(image, line["source"], dice, (), float(max(width, height)), 0.0, group=line["source"])


def _board_photo(folder: Path, line: dict[str, Any]) -> Iterator[Photo]:
    """A box with dice, its source told with its scene, or cards and digits without any."""
    boxed = line["category"].startswith("shutbox")
    if line["category"] not in BOARDS:
        return
    source = f"{line['source']} {SCENES['dienum' in line['image']]}" if boxed else line["source"]
    boxes = line["label"].get("dice_boxes") or [] if boxed else []
    if boxed and len(boxes) != len(line["label"].get("dice") or []):
        return
    image = read_picture(folder / line["image"])
    if line["category"] == "shutbox_dice":  # stored square, taken 16:9
        image = np.asarray(cv2.resize(image, (1138, 640)), np.uint8)
    longest = max(image.shape[:2])
    if longest > 1300:
        scale = 1300 / longest
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    height, width = image.shape[:2]
    sides = np.array([width, height, width, height])
    dice = []
    for box in boxes:
        x0, y0, x1, y1 = (np.array(box["box"]) * sides).tolist()
        dice.append(annotation([x0, y0, x1 - x0, y1 - y0], box["value"]))
    side = float(np.median([max(die.width, die.height) for die in dice])) if dice else 0.0
    yield Photo(image, source, tuple(dice), (), side, 1.0, group=source)


def cut_dice(photos: Sequence[Photo]) -> tuple[tuple[list[Sprite], ...], ...]:
    """The dice of photographs, cut out with soft edges; those of one photograph together, photographs by group."""
    groups: dict[str, list[list[Sprite]]] = defaultdict(list)
    for photo in photos:
        sprites = [_sprite(photo.image, die) for die in photo.dice if _whole(die, photo.image)]
        if sprites:
            groups[photo.group].append(sprites)
    return tuple(tuple(groups[name]) for name in sorted(groups))


def _whole(die: Annotation, image: Picture) -> bool:
    """Whether a die's sides are known and lie in the picture."""
    inside = die.x - die.width / 2 >= -1 and die.y - die.height / 2 >= -1
    inside &= die.x + die.width / 2 <= image.shape[1] + 1 and die.y + die.height / 2 <= image.shape[0] + 1
    alone = (die.width, die.height) == image.shape[1::-1]
    return inside and die.value > 0 and (die.sized or alone) and min(die.width, die.height) >= 12


def _sprite(image: Picture, die: Annotation) -> Sprite:
    left, top = max(0, round(die.x - die.width / 2)), max(0, round(die.y - die.height / 2))
    part = image[top : round(die.y + die.height / 2), left : round(die.x + die.width / 2)]
    scale = min(1.0, LARGEST / max(part.shape[:2]))
    part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    height, width = part.shape[:2]
    across, down = np.abs(np.linspace(-1, 1, width)), np.abs(np.linspace(-1, 1, height))
    far = (across[None] ** 3.5 + down[:, None] ** 3.5) ** (1 / 3.5)  # a square with round corners
    cover = np.clip((1.0 - far) / 0.12, 0, 1) * 255
    wide, high = round(0.8 * width), round(0.8 * height)  # at half the scale, with room around the die
    shade = np.zeros((high, wide), np.uint8)
    cv2.ellipse(shade, (wide // 2, high // 2), (wide // 3, high // 3), 0, 0, 360, 150, -1)
    shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), 0.06 * wide), np.uint8)
    aside, below = SHADOW * np.random.default_rng(round(die.x) + 7 * round(die.y)).normal(0, 1, 2)
    middle = (wide * (0.5 + float(aside)), high * (0.5 + float(below)))
    return Sprite(np.dstack([part, cover.astype(np.uint8)]), shade, middle, die.value)
