"""Make photoreal pictures of tables and their truth (needs bpy: see models/scenes/README.md).

python -m models.scenes.photoreal --kind occe --seed 7 --count 60 --split exam --harsh 0 --tags some --out DIR
"""

import argparse
import json
import sys
import time
from pathlib import Path

import cv2
import numpy as np

from ..sample import sample_scene
from ..scene import Scene
from .blender import Effort, photographed
from .described import described, settled
from .sensor import developed
from .truths import truth_of


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m models.scenes.photoreal", description=__doc__)
    parser.add_argument("--kind", choices=("occe", "box", "none"), default="occe")
    parser.add_argument("--first", type=int, default=0, help="number of the first picture")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--split", choices=("train", "test", "exam"), default="test")
    parser.add_argument("--harsh", type=float, default=0.0, help="0 a teacher's set-up, 1 all hardships")
    parser.add_argument("--size", default="1280x960", help="of the pictures, px")
    parser.add_argument("--tags", choices=("yes", "no", "some"), default="some")
    parser.add_argument(
        "--thrown", type=float, default=-1, help="dice thrown by physics, this share set down leaning"
    )
    parser.add_argument("--samples", type=int, default=3, help="paths a pixel")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


def scene_of(asked: argparse.Namespace, index: int) -> Scene:
    """The table of picture `index`: it depends on the seed and the index alone."""
    rng = np.random.default_rng((asked.seed, index))
    width, height = (int(part) for part in asked.size.split("x"))
    tags = {"yes": True, "no": False, "some": None}[asked.tags]
    scene = sample_scene(rng, asked.kind, asked.split, asked.harsh, (width, height), tags)
    if asked.thrown >= 0:
        from ..physics import throw  # needs MuJoCo, of the extra train

        scene = throw(rng, scene, asked.thrown)
    return settled(scene)


def main() -> None:
    """Write `count` pictures and labels.jsonl into a folder; pictures that are there already stay."""
    asked = _arguments()
    asked.out.mkdir(parents=True, exist_ok=True)
    labels = asked.out / "labels.jsonl"
    lines = labels.read_text(encoding="utf-8").splitlines() if labels.exists() else []
    there = {json.loads(line)["image"] for line in lines}
    effort, start, made = Effort(asked.samples, asked.threads), time.monotonic(), 0
    for index in range(asked.first, asked.first + asked.count):
        name = f"{asked.kind}-{asked.seed}-{index:05d}.png"
        if name in there:
            continue
        scene = scene_of(asked, index)
        description = described(scene)
        light = photographed(description, effort, asked.out / f".{name}.exr")
        cv2.imwrite(str(asked.out / name), developed(light, scene, description.room))
        (asked.out / f".{name}.exr").unlink()
        with labels.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"image": name, **truth_of(scene)}) + "\n")
        made += 1
        spent = (time.monotonic() - start) / made
        print(
            f"{index + 1}/{asked.first + asked.count}, {spent:.1f} s a picture", file=sys.stderr, flush=True
        )


if __name__ == "__main__":
    main()
