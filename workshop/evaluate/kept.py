"""What was scored of pictures' dice, kept as lines of JSON: figures can be made of what several machines scored."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .score import DiceScore, PictureScore


def keep(scores: Iterable[PictureScore], file: Path) -> None:
    """Write a line a picture; of tiles and boards nothing is kept."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8") as lines:
        for one in scores:
            lines.write(json.dumps(_line(one)) + "\n")


def kept(folder: Path) -> list[PictureScore]:
    """All that was kept in the files of a folder, in the order of their names."""
    lines = (line for file in sorted(folder.glob("*.jsonl")) for line in file.read_text("utf-8").splitlines())
    return [_score(json.loads(line)) for line in lines]


def _line(one: PictureScore) -> dict[str, Any]:
    dice = None if one.dice is None else asdict(one.dice)
    told = {"source": one.source, "dice": dice, "sure": round(one.sure, 6), "asks": sorted(one.asks)}
    return told | {"custom_faces": True} if one.custom_faces else told


def _score(line: dict[str, Any]) -> PictureScore:
    dice = None if line["dice"] is None else DiceScore(**line["dice"])
    custom, asks = bool(line.get("custom_faces")), frozenset(line["asks"])
    return PictureScore(line["source"], dice, None, None, None, asks, custom, sure=line["sure"])
