"""What the labels say lies in a picture: three formats of label lines, one value.

Formats: the photographs of dice (`dice` with `bbox`), the photographs of boards (`category` and `label`,
boxes in 0 to 1), and our own generated tables (`"format": "scene"`, the keys of `piste read`), in which captured sets
are told too: their board is `proposed` by Piste and only looked at by a person, so that its corners measure nothing.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vision.observation import Box, Point
from webui.capture.matching import touches_border


class WrongLabels(ValueError):
    """A label file that is none of the three formats."""


@dataclass(frozen=True)
class TrueDie:
    """One labelled die.

    Attributes:
        value: 1 to 6; None where it shows none (cocked).
        box: px (x, y, width, height); None where only the value is known.
        pips: the box holds only the pips of the upper face.
        role: "counts"; "neutral" (cut by the border, covered: neither counted nor blamed); "decoy" (cocked or
            off the board: reading it as a flat die is blamed, seeing it otherwise is not).
        state: "flat", "cocked" or "off-board"; photographs are labelled as flat throughout.
        lean, turn: degrees that its upmost face leans, and that it lies turned on the board (0 to 90); None where
            the labels do not say.
    """

    value: int | None
    box: Box | None
    pips: bool = False
    role: str = "counts"
    state: str = "flat"
    lean: float | None = None
    turn: float | None = None

    @property
    def middle(self) -> Point:
        """The box's centre; where no box is known, nowhere."""
        if self.box is None:
            return (math.nan, math.nan)
        return self.box[0] + self.box[2] / 2, self.box[1] + self.box[3] / 2

    def holds(self, point: Point) -> bool:
        """Whether a point lies in its box."""
        if self.box is None:
            return False
        x, y, w, h = self.box
        return x <= point[0] <= x + w and y <= point[1] <= y + h


@dataclass(frozen=True)
class TrueTile:
    """What stands at one space: `kind` open, closed, missing or unknown; `reads` None where not labelled."""

    kind: str
    reads: int | None = None


@dataclass(frozen=True)
class Truth:
    """What lies in one picture.

    Attributes:
        picture: its file.
        source: the origin of the picture; figures are grouped by it.
        use: "train" or "measure", as the labels say; a scene's split.
        size: (width, height) px.
        dice: None where dice are not labelled.
        ignore: px boxes where a reading is neither counted nor blamed.
        custom_faces: dice without pips; told apart.
        layout: "occe", "box", or None where no board is labelled (`board_known` False) or lies there (True).
        corners: the board's four, px, or None where they are not known, or were proposed by Piste itself.
        turn_known: a tag is visible, so that the seats can be told; else tiles are scored up to a turn.
        tiles: space -> what stands there; empty where not labelled.
        condition: free words on how the picture was made.
    """

    picture: Path
    source: str
    use: str
    size: tuple[float, float]
    dice: tuple[TrueDie, ...] | None = None
    ignore: tuple[Box, ...] = ()
    custom_faces: bool = False
    layout: str | None = None
    board_known: bool = False
    corners: tuple[Point, ...] | None = None
    turn_known: bool = True
    tiles: Mapping[str, TrueTile] = field(default_factory=dict)
    condition: Mapping[str, Any] = field(default_factory=dict)


def read_truths(path: Path) -> Iterator[Truth]:
    """The truths of a label file, in order; lines that label neither dice nor tiles are passed over.

    Raises OSError for an unreadable file, WrongLabels for a line that is no JSON object or no known format.
    """
    for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            label = json.loads(line.decode())
            truth = truth_of(label, path.parent)
        except (ValueError, KeyError, TypeError, IndexError, AttributeError, ArithmeticError, RecursionError) as error:
            raise WrongLabels(
                f"{path}:{number}: expected a label line of one of three formats; got {error!r}"
            ) from error
        if truth is not None:
            yield truth


def truth_of(label: Mapping[str, Any], folder: Path) -> Truth | None:
    """The truth of one label line; None where it labels neither dice nor tiles. Raises as `read_truths` does, bare."""
    if label.get("format") == "scene":
        return _scene(label, folder)
    if "category" in label:
        return _board_photo(label, folder)
    return _dice_photo(label, folder)


def _dice_photo(label: Mapping[str, Any], folder: Path) -> Truth:
    size = (float(label["width"]), float(label["height"]))
    pips = label.get("bbox_kind") == "pips"

    def die(entry: Mapping[str, Any]) -> TrueDie:
        box = _box(entry["bbox"]) if entry["bbox"] else None
        cut = bool(entry.get("edge")) or (box is not None and touches_border(box, size))
        return TrueDie(entry["value"], box, pips, "neutral" if cut else "counts")

    return Truth(
        folder / label["image"],
        label["source"],
        label.get("use", "measure"),
        size,
        tuple(map(die, label["dice"])),
        tuple(map(_box, label.get("ignore", ()))),
        bool(label.get("custom_faces")),
    )


def _board_photo(line: Mapping[str, Any], folder: Path) -> Truth | None:
    if line["category"] not in ("shutbox", "shutbox_dice"):
        return None
    size, label = (float(line["w"]), float(line["h"])), line["label"]
    placed = [TrueDie(entry["value"], _unit_box(entry["box"], size)) for entry in label["dice_boxes"]]
    dice = [
        TrueDie(die.value, die.box, role="neutral" if die.box and touches_border(die.box, size) else "counts")
        for die in placed
    ] or [TrueDie(value, None) for value in label["dice"] or ()]
    states = {"up": "open", "down": "closed"}
    tiles = {
        f"slot-{n}": TrueTile(states.get(word, "unknown"), n if word == "up" else None)
        for n, word in enumerate(label["tiles"] or (), 1)
    }
    return Truth(
        folder / line["image"],
        line["source"],
        line.get("use", "measure"),
        size,
        None if label["dice"] is None and not placed else tuple(dice),
        layout="box" if tiles else None,
        board_known=bool(tiles),
        tiles=tiles,
        condition={"view": line.get("view", "")},
    )


def _scene(label: Mapping[str, Any], folder: Path) -> Truth:
    size, board = (float(label["width"]), float(label["height"])), label.get("board")
    layout = board["layout"] if board else None
    return Truth(
        folder / label["image"],
        label["source"],
        label.get("split", "measure"),
        size,
        tuple(_scene_die(entry, size) for entry in label["dice"]),
        tuple(map(_box, label.get("ignore", ()))),
        layout=layout,
        board_known=True,
        corners=_corners(board) if board and not board.get("proposed") else None,
        turn_known=layout != "occe" or bool(board and board.get("tags")),
        tiles={
            space_of(layout, entry): TrueTile(
                "unknown" if entry.get("covered") else entry["state"], entry.get("reads")
            )
            for entry in label.get("tiles", ())
        },
        condition=label.get("condition", {}),
    )


def _corners(board: Mapping[str, Any]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in board["corners"])


def _scene_die(entry: Mapping[str, Any], size: tuple[float, float]) -> TrueDie:
    box = _box(entry["box"])
    if entry.get("covered") or touches_border(box, size) or entry["state"] == "moving":
        return TrueDie(entry["value"], box, role="neutral")
    state = str(entry["state"])
    role, lies = "counts" if state == "flat" else "decoy", (entry.get("lean"), entry.get("turn"))
    return TrueDie(entry["value"], box, False, role, state, *lies)


def space_of(layout: str | None, tile: Mapping[str, Any]) -> str:
    """The space's name of a tile as `piste read` prints it: "seat-2/slot-7" on occe, "slot-7" on a box."""
    return f"seat-{tile['player']}/slot-{tile['slot']}" if layout == "occe" else f"slot-{tile['slot']}"


def _box(numbers: Any) -> Box:
    x, y, w, h = (float(number) for number in numbers)
    return x, y, w, h


def _unit_box(numbers: Any, size: tuple[float, float]) -> Box:
    """[x0, y0, x1, y1] in 0 to 1 -> px (x, y, width, height)."""
    x0, y0, x1, y1 = (float(number) for number in numbers)
    return x0 * size[0], y0 * size[1], (x1 - x0) * size[0], (y1 - y0) * size[1]
