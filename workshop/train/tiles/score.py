"""How well boards are found and their tiles read, on generated tables or photographed boxes.

    python -m workshop train tiles.score TEST/*/labels.jsonl --out occe.json --failures DIR
    python -m workshop train tiles.score ../shared/photos/boards/labels.jsonl --view "scene C" --out box.json

Every reading counts, abstained or not. An occe board without visible tags, or whose tags the finder says that it could
not read, is scored in that of the four turns that fits best: nothing is then said about which side is seat 1.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models import path
from vision.board.finder import BoardFinder
from vision.frame import Image
from vision.geometry.plane import sides
from vision.geometry.straight import straightened
from vision.layout import load_layout
from vision.look import doubts
from vision.observation import BoardSeen, Piece
from vision.thresholds import Thresholds
from vision.tiles.reader import TileReader

from ..board.prepare import lines, picture
from ..reliability import reliability

Answer = tuple[str, int | None]
BANDS = (0, 0.5, 0.8, 0.9, 0.97, 0.99, 1.01)  # of `sure`
NEAR = 0.05  # of the board's side: how far off a corner may be for the board to count as found


@dataclass(frozen=True)
class BoardScore:
    """One picture's.

    Attributes:
        name: of the picture.
        found: the right board, each corner within a twentieth of its side (photographs: the right board).
        tiles: how many of its tiles are right, and how many there are.
        sures: (sure, right) for every tile.
        acted: whether Piste would act upon it without asking.
        words: conditions that it belongs to.
    """

    name: str
    found: bool
    tiles: tuple[int, int]
    sures: tuple[tuple[float, bool], ...]
    acted: bool
    words: tuple[str, ...]

    @property
    def all_right(self) -> bool:
        """Whether every tile is right."""
        return self.tiles[0] == self.tiles[1]


def main() -> None:
    """Scores every picture with a board and writes a JSON table."""
    arguments = parsed()
    given = {name: Path(file) for name, file in (pair.split("=") for pair in arguments.network)}
    finder = BoardFinder(given.get("board") or path("board"))
    names = ("rows", "tiles", "hinges")
    reader = TileReader(*(given.get(name) or path(name) for name in names))
    scores = []
    for labels in arguments.labels:
        for truth in chosen(lines(labels), arguments.view):
            image = picture(labels.parent / truth["image"])
            score, board, pieces = of_picture(image, truth, finder, reader)
            scores.append(score)
            if arguments.failures and not score.all_right:
                draw_failure(arguments.failures, image, truth, score, board, pieces)
    result = {
        "pictures": [str(file.parent.name) for file in arguments.labels],
        "view": arguments.view,
        **table(scores),
    }
    text = json.dumps(result, indent=1)
    if arguments.out:
        arguments.out.write_text(text + "\n", encoding="utf-8")
    print(text)


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("labels", type=Path, nargs="+")
    parser.add_argument("--view", default="", help="of photographs: only those whose view says this")
    parser.add_argument(
        "--network", action="append", default=[], help="board=FILE, rows=..., tiles=..., hinges=..."
    )
    parser.add_argument("--out", type=Path)
    parser.add_argument("--failures", type=Path, help="folder for drawn failures")
    return parser.parse_args()


def chosen(truths: Iterable[dict[str, Any]], view: str) -> Iterator[dict[str, Any]]:
    """Generated tables with a board; photographed boxes of that view."""
    for truth in truths:
        if truth.get("format") == "scene":
            if truth["board"] is not None:
                yield truth
        elif truth["category"] == "shutbox" and view in truth["view"]:
            yield truth


def of_picture(
    image: Image, truth: dict[str, Any], finder: BoardFinder, reader: TileReader
) -> tuple[BoardScore, BoardSeen | None, tuple[Piece, ...]]:
    """Finds, reads and scores one picture; the board is looked for without a hint of its kind."""
    board = finder.find(image)
    flat = straightened(image, board)
    read = () if flat.board is None else reader.read(flat.image, flat.board, load_layout(flat.board.layout))
    pieces = tuple(flat.piece(piece) for piece in read)
    answers = expected(truth)
    layout = truth["board"]["layout"] if "board" in truth else "box"
    right = [False] * len(answers)
    if board is not None and board.layout == layout and len(pieces) == len(answers):
        seen: list[Answer] = [(piece.kind, piece.reads) for piece in pieces]
        free = layout == "occe" and not (truth["board"]["oriented"] and board.oriented)
        right = best_turn(seen, answers, free)
    sures = tuple((piece.sure, hit) for piece, hit in zip(pieces, right, strict=False))
    acted = not doubts(Thresholds(), True, board, (), pieces)
    tiles = (sum(right), len(right))
    score = BoardScore(truth["image"], found(board, truth), tiles, sures, acted, tuple(words(truth)))
    return score, board, pieces


def expected(truth: dict[str, Any]) -> list[Answer | None]:
    """What each space should be read as; None where a hand covers it: not scored."""
    if truth.get("format") == "scene":
        tiles = sorted(truth["tiles"], key=lambda tile: (tile["player"], tile["slot"]))
        return [None if tile["covered"] else (tile["state"], tile["reads"]) for tile in tiles]
    states = truth["label"]["tiles"]
    return [("open" if state == "up" else "closed", slot) for slot, state in enumerate(states, start=1)]


def best_turn(seen: list[Answer], answers: list[Answer | None], free: bool) -> list[bool]:
    """Which tiles are right, in the best of the four turns where the turn is free."""
    tried = [seen[9 * turn :] + seen[: 9 * turn] for turn in (range(4) if free else (0,))]
    hits = [[a is None or a == s for a, s in zip(answers, turned, strict=True)] for turned in tried]
    return max(hits, key=sum)


def found(board: BoardSeen | None, truth: dict[str, Any]) -> bool:
    """Whether the right board was found, in any turn, with its corners where they are."""
    if "board" not in truth:
        return board is not None and board.layout == "box"
    if board is None or board.layout != truth["board"]["layout"]:
        return False
    true, corners = np.array(truth["board"]["corners"]), np.array(board.corners)
    side = sides(true).mean()
    errors = [np.hypot(*(np.roll(corners, turn, axis=0) - true).T).max() for turn in range(4)]
    return bool(min(errors) < NEAR * side)


def words(truth: dict[str, Any]) -> Iterator[str]:
    """The conditions of a picture."""
    yield "all"
    if truth.get("format") != "scene":
        return
    yield "tags seen" if truth["board"]["tags"] else "no tags"
    tilt = truth["condition"]["tilt_deg"]
    yield "tilt over 30" if tilt > 30 else "tilt to 30"
    if truth["hands"]:
        yield "hands"
    corners = np.array(truth["board"]["corners"])
    yield "board over half the width" if np.ptp(corners[:, 0]) > truth["width"] / 2 else "board small"
    tiles = np.array([tile["quad"] for tile in truth["tiles"]])
    wide = float(np.median(np.hypot(*(tiles[:, 1] - tiles[:, 0]).T)))
    yield "tiles under 16 px" if wide < 16 else "tiles from 16 px"


def table(scores: list[BoardScore]) -> dict[str, Any]:
    """Shares by condition, and how far `sure` can be believed."""
    groups = sorted({word for score in scores for word in score.words})
    rows = {group: shares([s for s in scores if group in s.words]) for group in groups}
    sures = [pair for score in scores for pair in score.sures]
    return {"conditions": rows, "reliability": by_sureness(sures)}


def shares(scores: list[BoardScore]) -> dict[str, Any]:
    """Pictures, boards found, tiles right, boards wholly right, boards acted upon, those of them not wholly right."""
    right, there = (sum(score.tiles[k] for score in scores) for k in (0, 1))
    return {
        "pictures": len(scores),
        "boards found": round(float(np.mean([score.found for score in scores])), 4),
        "tiles right": round(right / max(1, there), 4),
        "all tiles right": round(float(np.mean([score.all_right for score in scores])), 4),
        "acted upon": sum(score.acted for score in scores),
        "acted upon and wrong": sum(score.acted and not score.all_right for score in scores),
    }


def by_sureness(sures: list[tuple[float, bool]]) -> list[dict[str, float]]:
    """For each band of `sure`: how many tiles, their mean sure, the share that is right."""
    said, right = np.array(sures, float).reshape(-1, 2).T
    bands = reliability(said, right, BANDS)
    return [{"tiles": band["n"], "sure": band["said"], "right": band["right"]} for band in bands]


def draw_failure(
    folder: Path,
    image: Image,
    truth: dict[str, Any],
    score: BoardScore,
    board: BoardSeen | None,
    pieces: tuple[Piece, ...],
) -> None:
    """Writes the picture with the board as found and each tile as read, wrong ones red."""
    folder.mkdir(parents=True, exist_ok=True)
    shown = image.copy()
    if board is not None:
        cv2.polylines(shown, [np.round(board.corners).astype(np.int32)], True, (0, 255, 255), 1)
    for piece, (_, hit) in zip(pieces, score.sures, strict=False):
        spot = (round(piece.center[0]) - 6, round(piece.center[1]) + 4)
        colour = (60, 220, 60) if hit else (40, 40, 255)
        letter = f"{piece.kind[0]}{piece.reads or ''}"
        cv2.putText(shown, letter, spot, cv2.FONT_HERSHEY_SIMPLEX, 0.4, colour, 1, cv2.LINE_AA)
    name = Path(truth["image"]).stem
    cv2.imwrite(str(folder / f"{score.tiles[0]:02d}-{name}.png"), shown)


if __name__ == "__main__":
    main()
