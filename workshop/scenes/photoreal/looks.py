"""One table looked at again and again, path-traced: its pictures are kept in a folder, for each takes its time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.picture import read_picture

from ..describe.scene import Scene
from ..draw.textures import Picture
from .described import settled
from .truths import truth_of


@dataclass(frozen=True)
class KeptLooks:
    """Draws the looks of `workshop.scenes.rigs.Rig` once, and finds them again.

    Attributes:
        folder: of the pictures, DIR/SEED-RIG-LOOK.png.
        photograph: makes one; None where nothing is to be made.
    """

    folder: Path
    photograph: Callable[[Scene, Path], None] | None = None

    def __call__(self, scene: Scene, name: str) -> tuple[Picture, dict[str, Any]]:
        """The picture and its labels.

        Raises:
            FileNotFoundError: it was not made yet, and nothing is to be made.
        """
        lying, path = settled(scene), self.folder / f"{name}.png"
        if not path.exists():
            if self.photograph is None:
                raise FileNotFoundError(f"{path} is not there: python -m workshop.scenes.photoreal --rigs makes it")
            self.photograph(lying, path)
        return read_picture(path), truth_of(lying)
