"""Make photoreal pictures of tables and their truth (needs bpy: see workshop/scenes/README.md).

python -m workshop.scenes.photoreal --kind occe --seed 7 --count 60 --split exam --harsh 0 --tags some --out DIR
python -m workshop.scenes.photoreal --rigs 6 --seed 7 --count 30 --split exam --harsh 0 --out DIR
"""

import argparse
import json
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import get_args

import cv2
import numpy as np

from ..describe.sample import sample_scene
from ..describe.scene import Kind, Scene, Split
from ..pictures import TAGS
from ..rigs import looks, rig, start
from .blender import Effort, photographed
from .described import described, settled
from .looks import KeptLooks
from .sensor import developed
from .truths import truth_of


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m workshop.scenes.photoreal", description=__doc__)
    parser.add_argument("--kind", choices=get_args(Kind), default="occe")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--size", default="1280x960", help="of the pictures, px")
    parser.add_argument("--tags", choices=tuple(TAGS), default="some")
    parser.add_argument("--first", type=int, default=0, help="number of the first picture")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--rigs", type=int, default=0, help="tables, each with its start position and `count` throws")
    parser.add_argument("--split", choices=get_args(Split), default="test")
    parser.add_argument("--harsh", type=float, default=0.0, help="0 a teacher's set-up, 1 all hardships")
    parser.add_argument(
        "--thrown", type=float, default=-1, help="dice thrown by physics, this share set down leaning"
    )
    parser.add_argument(
        "--labels", action="store_true", help="tell the pictures that are there anew, make none"
    )
    parser.add_argument("--samples", type=int, default=3, help="paths a pixel")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


def scene_of(asked: argparse.Namespace, index: int) -> Scene:
    """The table of picture `index`: it depends on the seed and the index alone."""
    rng = np.random.default_rng((asked.seed, index))
    width, height = map(int, asked.size.split("x"))
    scene = sample_scene(rng, asked.kind, asked.split, asked.harsh, (width, height), TAGS[asked.tags])
    if asked.thrown >= 0:
        from ..physics.throwing import throw  # needs MuJoCo, of the extra train

        scene = throw(rng, scene, asked.thrown)
    return settled(scene)


def main() -> None:
    """Write `count` pictures and labels.jsonl into a folder; pictures that are there already stay."""
    asked = _arguments()
    asked.out.mkdir(parents=True, exist_ok=True)
    if asked.rigs:
        _rigs(asked)
        return
    labels, start, made = asked.out / "labels.jsonl", time.monotonic(), 0
    lines = _lines_of(labels)
    for index in range(asked.first, asked.first + asked.count):
        name = f"{asked.kind}-{asked.seed}-{index:05d}.png"
        there = (asked.out / name).exists()
        if (asked.labels and not there) or (there and name in lines and not asked.labels):
            continue
        scene = scene_of(asked, index)
        if not there:
            _photograph(scene, asked.out / name, Effort(asked.samples, asked.threads))
            made += 1
            spent = (time.monotonic() - start) / made
            print(
                f"{index + 1}/{asked.first + asked.count}, {spent:.1f} s a picture",
                file=sys.stderr,
                flush=True,
            )
        lines[name] = json.dumps({"image": name, **truth_of(scene)})
        labels.write_text("\n".join(lines[key] for key in sorted(lines)) + "\n", encoding="utf-8")


def _rigs(asked: argparse.Namespace) -> None:
    """The looks at so many tables; those that are there already stay."""
    stored = KeptLooks(asked.out, partial(_photograph, effort=Effort(asked.samples, asked.threads)))
    for number in range(asked.first, asked.first + asked.rigs):
        table = replace(rig(asked.seed, number, asked.split, asked.harsh), draw=stored)
        start(table)
        for done, _ in enumerate(looks(table, asked.count), start=1):
            print(f"table {number}: {done}/{asked.count}", file=sys.stderr, flush=True)


def _lines_of(labels: Path) -> dict[str, str]:
    """The lines of the pictures that are there, by name."""
    lines = labels.read_text(encoding="utf-8").splitlines() if labels.exists() else []
    known = {json.loads(line)["image"]: line for line in lines}
    return {name: line for name, line in known.items() if (labels.parent / name).exists()}


def _photograph(scene: Scene, path: Path, effort: Effort) -> None:
    description, scratch = described(scene), path.with_suffix(".exr")
    light = photographed(description, effort, scratch)
    picture = developed(light, scene, description.room)
    scratch.unlink()
    cv2.imwrite(str(path.with_suffix(".part.png")), picture)
    path.with_suffix(".part.png").rename(path)


if __name__ == "__main__":
    main()
