"""Moments written to files: the film, and beside it its truth."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from ...scenes.film.clip import film
from ...scenes.film.encode import encode
from .scripts import MOMENTS, played

CRF = 27
SEED = 11
"""Of hands and noise."""


def make(out: Path, names: Iterable[str] = ()) -> Iterator[Path]:
    """Writes the moments of these names, or all; each again, and always the same.

    Yields:
        Each film, once it is there.
    """
    out.mkdir(parents=True, exist_ok=True)
    for name in names or MOMENTS:
        file = out / f"{name}.mp4"
        file.with_suffix(".truth.jsonl").write_text(truth_text(name), encoding="utf-8")
        clip = played(name).clip(SEED)
        encode((still.image for still in film(clip)), file, clip.scene.camera.size, clip.rate, CRF)
        yield file


def truth_text(name: str) -> str:
    """The lines of a moment's truth."""
    play = played(name)
    lines = play.truth(play.clip(SEED), renderer="quick", moment=name)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
