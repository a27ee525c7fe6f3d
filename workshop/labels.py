"""Files of labels: a line of JSON for each picture, which lies beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vision.frame import Image
from vision.picture import read_picture


def lines(labels: Path) -> Iterator[dict[str, Any]]:
    """The lines of a labels.jsonl. Raises OSError, ValueError."""
    yield from map(json.loads, labels.read_text(encoding="utf-8").splitlines())


def labelled(labels: Path) -> Iterator[tuple[Image, dict[str, Any]]]:
    """Each drawn table, (H, W, 3) uint8 BGR, with its truth. Raises UnreadablePicture too."""
    return ((read_picture(labels.parent / truth["image"]), truth) for truth in lines(labels))
