"""Make pictures of tables and their truth.

python -m workshop.scenes --kind occe --count 200 --seed 7 --split test --out DIR
"""

import argparse
from pathlib import Path

import numpy as np

from .command import TAGS, Drawn, quick_options, size_of, write
from .describe.clutter import without_dice
from .describe.sample import sample_scene
from .draw.render import render
from .physics.throwing import throw

STEEPEST = 35.0
"""Tables are seen from this tilt at least now and then, however tidy the set-up."""


def _arguments() -> argparse.Namespace:
    parser = quick_options("workshop.scenes", __doc__, "640x480")
    parser.add_argument("--trouble", type=float, default=0, help="share of boards with more tiles amiss")
    parser.add_argument(
        "--beyond", type=float, default=-1, help="only tables seen from a larger tilt, degrees"
    )
    parser.add_argument(
        "--without-dice", action="store_true", help="no die, but more that could be taken for one"
    )
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    if given.beyond >= STEEPEST:
        parser.error(f"--beyond: expected less than {STEEPEST:g} degrees, got {given.beyond:g}")
    return given


def main() -> None:
    """Write `count` pictures and labels.jsonl into a folder; picture i depends on (seed, i) alone."""
    given = _arguments()
    wish = (given.kind, given.split, given.harsh, size_of(given), TAGS[given.tags], given.trouble)

    def drawn(rng: np.random.Generator) -> Drawn:
        scene = sample_scene(rng, *wish)
        while scene.camera.tilt <= given.beyond:
            scene = sample_scene(rng, *wish)
        if given.without_dice:
            scene = without_dice(rng, scene)
        if given.physics > 0 and rng.random() < given.physics:
            scene = throw(rng, scene, given.cocked)
        return render(scene)

    write(given, drawn)


if __name__ == "__main__":
    main()
