"""Make pictures of tables with OpenGL, and their truth.

python -m workshop.scenes.gl --kind occe --count 200 --seed 7 --split train --size 960x720 --physics 0.5 --out DIR
"""

from pathlib import Path

import numpy as np

from ..command import TAGS, Drawn, quick_options, size_of, write
from ..describe.sample import sample_scene
from ..physics.throwing import throw
from .canvas import Canvas
from .picture import render


def main() -> None:
    """Write `count` pictures and labels.jsonl into a folder; picture i depends on (seed, i) alone."""
    parser = quick_options("workshop.scenes.gl", __doc__, "960x720")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    size = size_of(given)
    canvas = Canvas(size)

    def drawn(rng: np.random.Generator) -> Drawn:
        scene = sample_scene(rng, given.kind, given.split, given.harsh, size, TAGS[given.tags])
        if given.physics > 0 and rng.random() < given.physics:
            scene = throw(rng, scene, given.cocked)
        return render(scene, canvas)

    write(given, "gl-", drawn)


if __name__ == "__main__":
    main()
