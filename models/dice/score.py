"""Score the dice reader on photographs, by source.

    python -m models.dice.score --network models/dice/dice.onnx --photos ../shared/photos
        --sources matteop65 measure [--json FILE] [--sheets DIR]

Value F1: value right and the told centre inside the box (for boxes around pips: within 1.5 of the longer side
from its centre). Boxes to ignore and boxes at the border are neither counted nor blamed.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.dice import DiceReader
from vision.observation import Die


def _near(die: Die, box: list[float], kind: str) -> bool:
    x, y = die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2
    if kind == "pips":
        return bool(np.hypot(x - box[0] - box[2] / 2, y - box[1] - box[3] / 2) <= 1.5 * max(box[2:]))
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]


def match(line: dict[str, Any], dice: tuple[Die, ...]) -> tuple[int, int, int, list[bool | None]]:
    """True dice, those read right, those told, and for each told die: right, wrong, or None (not counted)."""
    kind, boxed = line["bbox_kind"], [d for d in line["dice"] if d["bbox"]]
    silent = [d["bbox"] for d in boxed if d.get("edge")] + (line.get("ignore") or [])
    open_truths = [d for d in boxed if not d.get("edge")]
    wanted = len(open_truths)
    marks: list[bool | None] = []
    for die in dice:
        if die.state != "flat":
            marks.append(None)
            continue
        hits = [d for d in open_truths if _near(die, d["bbox"], kind)]
        hits.sort(key=lambda d: _far(die, d["bbox"]))
        if hits:
            open_truths.remove(hits[0])
            marks.append(hits[0]["value"] == die.value)
        elif any(_near(die, box, "die") for box in silent) or _cut(die, line):
            marks.append(None)
        else:
            marks.append(False)
    return wanted, sum(m is True for m in marks), sum(m is not None for m in marks), marks


def _far(die: Die, box: list[float]) -> float:
    return float(
        np.hypot(
            die.box[0] + die.box[2] / 2 - box[0] - box[2] / 2,
            die.box[1] + die.box[3] / 2 - box[1] - box[3] / 2,
        )
    )


def _cut(die: Die, line: dict[str, Any]) -> bool:
    x, y, width, height = die.box
    return x <= 1 or y <= 1 or x + width >= line["width"] - 2 or y + height >= line["height"] - 2


def unboxed(line: dict[str, Any], dice: tuple[Die, ...]) -> tuple[int, int, int, list[bool | None]]:
    """The same where only values are known, not places."""
    left = [d["value"] for d in line["dice"]]
    wanted, marks = len(left), []
    for die in dice:
        marks.append(die.value in left)
        if die.value in left:
            left.remove(die.value)
    return wanted, sum(marks), len(marks), list(marks)


def sheet(
    path: Path, failures: list[tuple[np.ndarray, dict[str, Any], tuple[Die, ...], list[bool | None]]]
) -> None:
    """A contact sheet: truth in white, right in green, wrong in red."""
    tiles = []
    for image, line, dice, marks in failures[:20]:
        drawn, scale = image.copy(), 480 / max(image.shape[:2])
        drawn = cv2.resize(drawn, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        for truth in line["dice"]:
            if truth["bbox"]:
                x, y, width, height = (int(v * scale) for v in truth["bbox"])
                cv2.rectangle(drawn, (x, y), (x + width, y + height), (255, 255, 255), 1)
                cv2.putText(drawn, str(truth["value"]), (x + width, y + 8), 0, 0.4, (255, 255, 255), 1)
        for die, mark in zip(dice, marks, strict=True):
            x, y, width, height = (int(v * scale) for v in die.box)
            paint = (0, 200, 0) if mark else (0, 0, 255) if mark is False else (255, 160, 0)
            cv2.rectangle(drawn, (x, y), (x + width, y + height), paint, 1)
            cv2.putText(drawn, f"{die.value} {die.sure:.2f}", (x, y - 2), 0, 0.4, paint, 1)
        tile = np.zeros((480, 480, 3), np.uint8)
        tile[: drawn.shape[0], : drawn.shape[1]] = drawn[:480, :480]
        tiles.append(tile)
    if tiles:
        tiles += [np.zeros((480, 480, 3), np.uint8)] * (-len(tiles) % 4)
        cv2.imwrite(str(path), np.vstack([np.hstack(tiles[k : k + 4]) for k in range(0, len(tiles), 4)]))


def score(reader: DiceReader, folder: Path, source: str, sheets: Path | None, every: int) -> dict[str, Any]:
    """Figures of one source."""
    lines = [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()]
    lines = [line for line in lines if line["source"] == source][::every]
    counts, whole, failures = np.zeros(3, int), 0, []
    for line in lines:
        image = cv2.imread(str(folder / line["image"]))
        assert image is not None, line["image"]
        dice = reader.read(np.asarray(image, np.uint8))
        places = all(d["bbox"] for d in line["dice"])
        wanted, right, told, marks = (match if places else unboxed)(line, dice)
        counts += (wanted, right, told)
        fine = wanted == right == told
        whole += fine
        if not fine:
            failures.append((image, line, dice, marks))
    if sheets:
        sheets.mkdir(parents=True, exist_ok=True)
        sheet(sheets / f"{source.split('/')[0]}.png", failures)
    wanted, right, told = counts.tolist()
    f1 = 2 * right / max(1, wanted + told)
    return {
        "pictures": len(lines),
        "dice": wanted,
        "told": told,
        "right": right,
        "value_f1": round(f1, 4),
        "all_right": round(whole / max(1, len(lines)), 4),
    }


def main() -> None:
    """Read the arguments, score, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--network", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument(
        "--sources", nargs="+", required=True, help="parts of names, or measure for all measured ones"
    )
    parser.add_argument("--json", type=Path)
    parser.add_argument("--sheets", type=Path)
    parser.add_argument("--every", type=int, default=1, help="score each n-th picture only")
    given = parser.parse_args()
    folder = given.photos / "dice"
    uses = {}
    for line in map(json.loads, (folder / "labels.jsonl").read_text().splitlines()):
        uses[line["source"]] = line["use"]
    wanted = [s for s in uses if any(w in s or w == uses[s] for w in given.sources)]
    reader = DiceReader(given.network)
    figures = {}
    for source in wanted:
        figures[source] = score(reader, folder, source, given.sheets, given.every)
        print(source, figures[source], flush=True)
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
