"""Make pictures of tables with OpenGL, and their truth.

python -m models.scenes.gl --kind occe --count 200 --seed 7 --split train --size 960x720 --physics 0.5 --out DIR
"""

import argparse
import json
import sys
import time
from pathlib import Path

import cv2
import numpy as np

from ..physics import throw
from ..sample import sample_scene
from .canvas import Canvas
from .picture import render


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m models.scenes.gl", description=__doc__)
    parser.add_argument("--kind", choices=("occe", "box", "none"), default="occe")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--split", choices=("train", "test", "exam"), default="train")
    parser.add_argument("--harsh", type=float, default=0.3, help="0 a teacher's set-up, 1 all hardships")
    parser.add_argument("--size", default="960x720", help="of the pictures, px")
    parser.add_argument("--tags", choices=("yes", "no", "some"), default="some")
    parser.add_argument("--physics", type=float, default=0, help="share of tables with dice thrown by MuJoCo")
    parser.add_argument("--cocked", type=float, default=0.3, help="share of such dice set down leaning")
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


def main() -> None:
    """Write `count` pictures and labels.jsonl into a folder; picture i depends on (seed, i) alone."""
    options = _arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    width, height = (int(part) for part in options.size.split("x"))
    tags = {"yes": True, "no": False, "some": None}[options.tags]
    canvas, start = Canvas((width, height)), time.monotonic()
    with (options.out / "labels.jsonl").open("w", encoding="utf-8") as labels:
        for index in range(options.count):
            rng = np.random.default_rng((options.seed, index))
            scene = sample_scene(rng, options.kind, options.split, options.harsh, (width, height), tags)
            if options.physics > 0 and rng.random() < options.physics:
                scene = throw(rng, scene, options.cocked)
            image, truth = render(scene, canvas)
            name = f"gl-{options.kind}-{options.seed}-{index:05d}.png"
            cv2.imwrite(str(options.out / name), image)
            labels.write(json.dumps({"image": name, **truth}) + "\n")
            if (index + 1) % 50 == 0 or index + 1 == options.count:
                spent = time.monotonic() - start
                print(f"{index + 1}/{options.count} pictures, {spent:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
