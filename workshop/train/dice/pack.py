"""Pack what the faces learn from into one small file, to be taken to another machine.

    python -m workshop train dice.pack --photos ../shared/photos --out DIR/faces.npz

Patches of the photographs that may be learnt from: around every die, and around what the search takes for one. Drawn
tables are not packed: they are drawn where the training runs.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from vision.dice.search import Search

from .patches import TrainingPatch, of_photograph, pack
from .photographs import SCENES, photographs, weighed, without
from .recipe import Recipe

PACK = "faces.npz"
SEARCH = Path("models/dice/dice.onnx")


def packed(photos: Path, file: Path, scene: str = Recipe.scene) -> None:
    """Gather the patches, and write them.

    Args:
        photos: ../shared/photos.
        file: the pack.
        scene: of the photographed boxes, the one that is learnt from.
    """
    learnt, _, crops = photographs(photos)
    unseen = [other for other in SCENES.values() if other != scene]
    search, every = Search(SEARCH), list[TrainingPatch]()
    for number, photo in enumerate(without([*learnt, *weighed(crops)], unseen)):
        every += of_photograph(photo, search)
        if number % 100 == 0:
            print(number, "photographs,", len(every), "patches", flush=True)
    pack(every, file)
    on_die = float(np.mean([patch.on_die for patch in every]))
    print(
        f"{file}: {len(every)} patches, {on_die:.0%} of them around a die, {file.stat().st_size / 1e6:.1f} MB"
    )


def main() -> None:
    """Read the arguments, and pack."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--scene", choices=sorted(SCENES.values()), default=Recipe.scene, help="of boxes, learnt from"
    )
    given = parser.parse_args()
    packed(given.photos, given.out, given.scene)
