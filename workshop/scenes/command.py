"""What the commands that draw tables share: their options, and writing pictures with their truth."""

import argparse
import json
import sys
import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from .draw.textures import Picture

TAGS = {"yes": True, "no": False, "some": None}
"""What `--tags` means to sample_scene."""
Drawn = tuple[Picture, dict[str, Any]]


def options(name: str, about: str | None, size: str) -> argparse.ArgumentParser:
    """The options of a renderer's command, its pictures of `size` where nothing is said."""
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=about)
    parser.add_argument("--kind", choices=("occe", "box", "none"), default="occe")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--size", default=size, help="of the pictures, px")
    parser.add_argument("--tags", choices=tuple(TAGS), default="some")
    return parser


def quick_options(name: str, about: str | None, size: str) -> argparse.ArgumentParser:
    """The same for the painter, of whose pictures many are drawn to learn from."""
    parser = options(name, about, size)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--split", choices=("train", "test", "exam"), default="train")
    parser.add_argument("--harsh", type=float, default=0.3, help="0 a teacher's set-up, 1 all hardships")
    parser.add_argument("--physics", type=float, default=0, help="share of tables with dice thrown by MuJoCo")
    parser.add_argument("--cocked", type=float, default=0.3, help="share of such dice set down leaning")
    return parser


def size_of(given: argparse.Namespace) -> tuple[int, int]:
    """Width and height of the pictures, px."""
    width, height = (int(part) for part in given.size.split("x"))
    return width, height


def write(given: argparse.Namespace, drawn: Callable[[np.random.Generator], Drawn]) -> None:
    """Write `count` pictures and labels.jsonl into a folder; picture i depends on (seed, i) alone.

    Args:
        given: the options as they were said.
        drawn: a picture and its truth.
    """
    given.out.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    with (given.out / "labels.jsonl").open("w", encoding="utf-8") as labels:
        for index in range(given.count):
            image, truth = drawn(np.random.default_rng((given.seed, index)))
            name = f"{given.kind}-{given.seed}-{index:05d}.png"
            cv2.imwrite(str(given.out / name), image)
            labels.write(json.dumps({"image": name, **truth}) + "\n")
            if (index + 1) % 50 == 0 or index + 1 == given.count:
                spent = time.monotonic() - start
                print(f"{index + 1}/{given.count} pictures, {spent:.0f} s", file=sys.stderr, flush=True)
