"""Gather what the dice networks are trained on, into the files of one cache or several.

    python -m workshop train dice.prepare --out PHOTOS --photos ../shared/photos
    python -m workshop train dice.prepare --out BANK --scenes 3000 --seed 3
    python -m workshop train dice.prepare --out TABLES --tables DIR/occe-*/labels.jsonl --every 10
    python -m workshop train dice.prepare --out FLAT --flat DIR/occe-*/labels.jsonl --every 3
    python -m workshop train dice.prepare --out MISTAKEN --mistaken DIR/nodice-*/labels.jsonl --search dice.onnx
    python -m workshop train dice.prepare --out PLACES --places DIR/occe-*/labels.jsonl --search dice.onnx
    python -m workshop train dice.prepare --out VIEWS --views DIR/occe-*/labels.jsonl

Expected of the photographs: 876 with dice, 413 without; every tenth more is held back (held.pickle) for calibrate.py.
They are read where they lie; the cache stays outside.
"""

import argparse
import json
import pickle
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ...scenes.draw.die import DieLook, Lighting, leaning, looking_at, random_look, render_die, resting
from . import places, views
from .clutter import surface
from .flat import flat_pieces, mistaken
from .store import DRAWN, Annotation, Photo, Sprite, SpriteBank

Picture = NDArray[np.uint8]

LEANING = 0.2  # share of drawn dice that lean


def _annotation(box: list[float], value: int, kind: str, die: float) -> Annotation:
    x, y, width, height = box
    if (
        kind == "pips"
    ):  # only the upper face's pips are boxed: the die is about as wide as elsewhere in the picture
        return Annotation(x + width / 2, y + height / 2, die, die, value, False)
    return Annotation(x + width / 2, y + height / 2, width, height, value, kind == "die")


def _border(width: int, height: int, die: float) -> Iterator[Annotation]:
    """The border of a picture, where some cut dice are not labelled."""
    deep = 0.5 * die
    yield Annotation(width / 2, 0, width, deep, -1)
    yield Annotation(width / 2, height, width, deep, -1)
    yield Annotation(0, height / 2, deep, height, -1)
    yield Annotation(width, height / 2, deep, height, -1)


def _dice_photo(folder: Path, line: dict[str, Any], weight: float) -> Photo:
    image = cv2.imread(str(folder / line["image"]))
    assert image is not None, line["image"]
    kind, dice = line["bbox_kind"], [d for d in line["dice"] if d["bbox"]]
    sides = [max(d["bbox"][2:]) for d in dice if kind != "pips" or d["value"] in (4, 5, 6)]
    die = float(np.median(sides)) * (1.75 if kind == "pips" else 1) if sides else 45.0
    kept = tuple(_annotation(d["bbox"], d["value"], kind, die) for d in dice if not d.get("edge"))
    cut = [_annotation(d["bbox"], -1, kind, die) for d in dice if d.get("edge")]
    cut += [_annotation(box, -1, "die", die) for box in line.get("ignore") or []]
    ignored = (*cut, *_border(line["width"], line["height"], die))
    return Photo(np.asarray(image, np.uint8), line["source"], kept, ignored, die, weight)


def dice_photos(folder: Path, leave_out: str) -> list[Photo]:
    """The photographs of dice whose use is "train", without one source."""
    lines = [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()]
    lines = [
        line for line in lines if line["use"] == "train" and not (leave_out and leave_out in line["source"])
    ]
    count = {line["source"]: 0 for line in lines}
    for line in lines:
        count[line["source"]] += 1
    return [_dice_photo(folder, line, 1 / count[line["source"]] ** 0.5) for line in lines]


def board_photos(folder: Path) -> list[Photo]:
    """Boxes with dice (one of the two scenes only), and photographs of cards and digits, without dice."""
    photos = []
    for line in map(json.loads, (folder / "labels.jsonl").read_text().splitlines()):
        if line["use"] != "train" or "dienum" in line["image"]:
            continue
        if line["category"] not in ("shutbox", "shutbox_dice", "cards", "printed_digits"):
            continue
        image = cv2.imread(str(folder / line["image"]))
        assert image is not None, line["image"]
        boxes = line["label"].get("dice_boxes") or [] if line["category"].startswith("shutbox") else []
        if line["category"].startswith("shutbox") and len(boxes) != len(line["label"].get("dice") or []):
            continue
        if line["category"] == "shutbox_dice":  # stored square, taken 16:9
            image = cv2.resize(image, (1138, 640))
        photos.append(_board_photo(np.asarray(image, np.uint8), line["source"], boxes))
    return photos


def _board_photo(image: Picture, source: str, boxes: list[dict[str, Any]]) -> Photo:
    longest = max(image.shape[:2])
    if longest > 1300:
        image = np.asarray(
            cv2.resize(image, None, fx=1300 / longest, fy=1300 / longest, interpolation=cv2.INTER_AREA),
            np.uint8,
        )
    height, width = image.shape[:2]
    scale = np.array([width, height, width, height])
    dice = []
    for box in boxes:
        x0, y0, x1, y1 = (np.array(box["box"]) * scale).tolist()
        dice.append(_annotation([x0, y0, x1 - x0, y1 - y0], box["value"], "die", 0))
    die = float(np.median([max(d.width, d.height) for d in dice])) if dice else 0.0
    return Photo(image, source, tuple(dice), (), die, 0.05 if dice else 1.0)


def tables(labels: Path, every: int = 1) -> Iterator[Photo]:
    """Tables of workshop.scenes, every so-manieth: dice among tiles, tags, dominoes, hands; each dice labelled."""
    for line in islice(labels.read_text(encoding="utf-8").splitlines(), None, None, every):
        truth = json.loads(line)
        image = cv2.imread(str(labels.parent / truth["image"]))
        assert image is not None, truth["image"]
        dice: list[Annotation] = []
        hidden: list[Annotation] = []
        for die in truth["dice"]:
            known = _annotation(die["box"], die["value"] or 0, "die", 0)
            (hidden if die.get("covered") else dice).append(known)
        sides = [max(die.width, die.height) for die in dice]
        size = float(np.median(sides)) if sides else 0.0
        kept = tuple(replace(die, value=-1) for die in hidden)
        yield Photo(np.asarray(image, np.uint8), DRAWN, tuple(dice), kept, size, 0.03 if dice else 1.0)


def _scene(rng: np.random.Generator, count: int) -> list[Sprite]:
    """Dice of one camera, one lamp, each about 48 px wide."""
    tilt = float(np.radians(rng.uniform(0, 58) if rng.random() < 0.6 else abs(rng.normal(0, 20)) % 58))
    distance = rng.uniform(180, 900)
    toward = (rng.normal(), rng.normal(), rng.uniform(0.6, 2.5))
    strength = rng.uniform(0.15, 0.75)
    light = Lighting(toward, rng.uniform(0.9, 1.15) - strength, strength, rng.uniform(0.1, 1.2))
    same = random_look(rng) if rng.random() < 0.5 else None
    sprites = []
    for _ in range(count):
        look, side = same or random_look(rng), 16.0
        camera = looking_at((0, 0), distance, tilt, 0.0, 42 * distance / side, (160, 160))
        at = (rng.normal(0, 0.15) * distance * 0.5, rng.normal(0, 0.15) * distance * 0.5)
        sprites.append(_sprite(rng, camera, light, look, at, side))
    return sprites


def _sprite(
    rng: np.random.Generator,
    camera: Any,
    light: Lighting,
    look: DieLook,
    at: tuple[float, float],
    side: float,
) -> Sprite:
    if rng.random() < LEANING:
        pose = leaning(rng, at, side, look)
    else:
        pose = resting(int(rng.integers(1, 7)), rng.uniform(0, 2 * np.pi), at, side, look)
    patch = render_die(pose, camera, light, look)
    x, y, width, height = (round(v) for v in patch.box)
    left, top = x - patch.corner[0], y - patch.corner[1]
    die = patch.bgra[top : top + height, left : left + width].copy()
    shade = np.asarray(
        cv2.resize(patch.shade, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) * 255, np.uint8
    )
    return Sprite(die, shade, ((left + width / 2) / 2, (top + height / 2) / 2), patch.value or 0)


def bank(scenes: int, surfaces: int, seed: int) -> SpriteBank:
    """Draw the bank; about 25 ms a scene."""
    rng = np.random.default_rng(seed)
    return SpriteBank([_scene(rng, 6) for _ in range(scenes)], [surface(rng, 512) for _ in range(surfaces)])


def gather(given: argparse.Namespace) -> None:
    """Write what was asked for, each into its file of the cache."""
    given.out.mkdir(parents=True, exist_ok=True)
    photos: list[Photo] = []
    if given.photos:
        taken = dice_photos(given.photos / "dice", given.leave_out) + board_photos(given.photos / "boards")
        photos += [photo for k, photo in enumerate(taken) if k % 10 != 7]
        held = [photo for k, photo in enumerate(taken) if k % 10 == 7]
        (given.out / "held.pickle").write_bytes(pickle.dumps(held))
    photos += [table for labels in given.tables for table in tables(labels, given.every)]
    photos += [piece for labels in given.flat for piece in flat_pieces(labels, given.every)]
    photos += [piece for labels in given.mistaken for piece in mistaken(labels, given.search)]
    if given.places:
        each = (places.places(labels, given.search, given.every, given.times) for labels in given.places)
        print(places.save_cuts(chain.from_iterable(each), given.out), "places on tables")
    if given.views:
        seen = (views.pieces(labels, given.every) for labels in given.views)
        print(views.save_pieces(chain.from_iterable(seen), given.out), "pieces of views")
    if photos:
        (given.out / "photos.pickle").write_bytes(pickle.dumps(photos))
    if given.scenes:
        (given.out / "bank.pickle").write_bytes(pickle.dumps(bank(given.scenes, 500, given.seed)))
    with_dice = sum(bool(photo.dice) for photo in photos)
    print(with_dice, "pictures with dice,", len(photos) - with_dice, "without;", given.scenes, "drawn scenes")


def main() -> None:
    """Read the arguments and gather."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder of the cache")
    parser.add_argument("--photos", type=Path, help="../shared/photos; every tenth is held back")
    parser.add_argument("--leave-out", default="", help="a source that is not taken")
    parser.add_argument("--scenes", type=int, default=0, help="drawn scenes of six dice")
    parser.add_argument(
        "--tables", type=Path, nargs="*", default=[], help="labels.jsonl of workshop.scenes, split train"
    )
    parser.add_argument(
        "--flat", type=Path, nargs="*", default=[], help="the same, seen as from straight above"
    )
    parser.add_argument(
        "--mistaken",
        type=Path,
        nargs="*",
        default=[],
        help="tables without dice: what the search takes for one",
    )
    parser.add_argument(
        "--places", type=Path, nargs="*", default=[], help="tables: every die and what the search finds there"
    )
    parser.add_argument("--views", type=Path, nargs="*", default=[], help="tables as the search sees them")
    parser.add_argument("--times", type=int, default=1, help="how often each of them is looked at")
    parser.add_argument("--search", type=Path, help="dice.onnx, for --mistaken and --places")
    parser.add_argument("--every", type=int, default=1, help="of those tables, every so-manieth")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if (given.mistaken or given.places) and not given.search:
        parser.error("--mistaken, --places: expected --search beside them")
    gather(given)


if __name__ == "__main__":
    main()
