"""The demonstration table: a two-player game of the OCCE's Tric Trac, child rule, as a film.

    python -m workshop.scenes.film.demonstration hardware/demo/demo.mp4

writes the film (H.264, needs the program ffmpeg and Pillow) and, beside it, demo.truth.jsonl: what a watcher
should tell. The players sit at seats 1 and 3. One throw has a cocked die and is made again; one
closing is against the rule and is put right.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..describe.camera import Viewpoint
from ..describe.sample_board import seat_frame
from ..describe.scene import (
    Cube,
    DrawnBoard,
    DrawnTag,
    Middle,
    Rim,
    Scene,
    SceneLook,
    TableTop,
    Tile,
    Wood,
    Writing,
)
from ..draw.textures import Picture
from .clip import Act, Clip, Rest, Throw, Turn, film, happenings
from .encode import encode

SIDE, TILE, GAP, DIE = 480.0, (31.0, 36.0), 1.6, 17.0
IVORY = 339
"""Seed of a die with an ivory body and dark pips."""

LEAN = 38
"""Seed of how the cocked die leans."""

SIZE = (1280, 960)
RATE = 12.0
WORDS = ("Démonstration", "images de synthèse")


@dataclass(frozen=True)
class Played:
    """One throw and what the player closes with it.

    Attributes:
        dice: as thrown; None is a cocked die.
        closes: slots turned over; () when nothing can be closed or the throw is made again.
        mistake: slots turned first, against the rule, and then put back.
    """

    dice: tuple[int | None, ...]
    closes: tuple[int, ...] = ()
    mistake: tuple[int, ...] = ()


GAME: dict[int, tuple[Played, ...]] = {
    1: (
        Played((6, 3), (9,)), Played((4, None)), Played((5, 3), (8,)), Played((6, 2), (2, 6), mistake=(2, 7)),
        Played((4, 3), (7,)), Played((5,), (5,)), Played((1,), (1,)), Played((6,)),
    ),
    3: (
        Played((5, 4), (9,)), Played((6, 2), (8,)), Played((3, 1), (1, 3)), Played((6, 1), (7,)), Played((2,), (2,)),
        Played((5,), (5,)), Played((3,)),
    ),
}  # fmt: skip
"""Seat -> that player's throws. Seat 1 ends with 3 and 4 open (7 points), seat 3 with 4 and 6 (10 points)."""


def demonstration() -> Clip:
    """The whole film as a script."""
    rng = np.random.default_rng(2026)
    acts: list[Act] = [Rest(2.5)]
    for seat, throws in GAME.items():
        for played in throws:
            acts += _acts(rng, seat, played)
    return Clip(_scene(), (*acts, Rest(3.0)), RATE, seed=4)


def _acts(rng: np.random.Generator, seat: int, played: Played) -> list[Act]:
    acts: list[Act] = [Throw(seat, _dice(rng, played.dice)), Rest(1.7)]
    if played.mistake:
        acts += [Turn(seat, played.mistake, "closed", "refused"), Rest(3.0)]
        acts += [Turn(seat, played.mistake, "open", "withdrawn"), Rest(1.6)]
    if played.closes:
        acts += [Turn(seat, played.closes, "closed"), Rest(1.7)]
    return acts


def _dice(rng: np.random.Generator, values: tuple[int | None, ...]) -> tuple[Cube, ...]:
    """Dice on the red centre, apart from each other."""
    cubes: list[Cube] = []
    while len(cubes) < len(values):
        at = SIDE / 2 + rng.uniform(-75, 75, 2)
        if any(np.hypot(*(at - cube.at)) < 45 for cube in cubes):
            continue
        value = values[len(cubes)]
        state = "flat" if value else "cocked"
        cubes.append(
            Cube(
                value, state, (float(at[0]), float(at[1])), 16.0, float(rng.uniform(0, 360)), DIE, IVORY, LEAN
            )
        )
    return tuple(cubes)


def _scene() -> Scene:
    board = _board()
    camera = Viewpoint(SIZE, 1440.0, (SIDE / 2 - 4, SIDE / 2), 1000.0, 12.0, 180.0)
    look = SceneLook(
        lamp=250.0, height=52.0, hard=0.45, second=70.0, shade=0.42, warmth=0.25, exposure=1.0, gradient=0.15, bars=0.0,
        glare=0.0, vignette=0.25, defocus=0.5, shake=(0.0, 0.0), noise=1.6, sharpen=0.2, jpeg=0, seed=3,
    )  # fmt: skip
    out = 31.0
    places = ((-out, -out), (SIDE + out, -out), (SIDE + out, SIDE + out), (-out, SIDE + out))
    tags = tuple(DrawnTag(number, at, 90.0, 40.0, 6.0, False) for number, at in enumerate(places))
    table = TableTop(
        "wood", (120, 150, 172), (90, 110, 130), Wood("ash", (128, 158, 182), 4, 0.35, 520.0), 11, 60.0
    )
    return Scene("occe", "train", board, (), tags, (), (), table, camera, look)


def _board() -> DrawnBoard:
    beech = Wood("beech", (138, 180, 214), 3, 0.3, 300.0)
    maple = Wood("maple", (172, 208, 232), 7, 0.22, 180.0)
    frames = ((150, 80, 40), (70, 130, 60), (50, 60, 190), (60, 170, 220))
    inner = (9 * TILE[0] + 8 * GAP + 3, TILE[1] + 3)
    rims = []
    for seat in range(1, 5):
        corner, right, inward = seat_frame(SIDE, seat)
        centre = corner + right * SIDE / 2 + inward * (18 + inner[1] / 2)
        b, g, r = frames[seat - 1]
        rims.append(
            Rim(
                seat,
                (float(centre[0]), float(centre[1])),
                inner,
                "raised",
                6.0,
                8.0,
                (float(b), float(g), float(r)),
            )
        )
    writing = Writing("DejaVuSans-Bold", "printed", (34.0, 36.0, 40.0), None, 0.62, "line", "plain")
    middle = Middle("round", 300.0, (38.0, 32.0, 172.0), True)
    return DrawnBoard(
        "occe",
        (SIDE, SIDE),
        16.0,
        10.0,
        beech,
        maple,
        None,
        middle,
        tuple(rims),
        writing,
        _tiles(tuple(rims)),
    )


def _tiles(rims: tuple[Rim, ...]) -> tuple[Tile, ...]:
    rng = np.random.default_rng(7)
    tiles = []
    for rim in rims:
        _, right, _ = seat_frame(SIDE, rim.seat)
        for slot in range(1, 10):
            at = np.asarray(rim.centre) + right * ((slot - 5) * (TILE[0] + GAP)) + rng.normal(0, 0.35, 2)
            place = (float(at[0]), float(at[1]))
            turn = float(rng.normal(0, 0.7))
            tiles.append(
                Tile(rim.seat, slot, slot, "open", place, turn, TILE, 5.0, None, int(rng.integers(1 << 30)))
            )
    return tuple(tiles)


def truth(clip: Clip) -> list[dict[str, object]]:
    """The due reports of `piste watch` on the film, in order."""
    events = happenings(clip)
    lines: list[dict[str, object]] = [{"event": "game_started", "game": "occe_child", "seats": list(GAME)}]
    open_tiles = {seat: set(range(1, 10)) for seat in GAME}
    for line in events:
        seat, tiles = line.get("seat"), line.get("tiles")
        if line["event"] == "move_accepted" and isinstance(seat, int) and isinstance(tiles, list):
            open_tiles[seat] -= set(tiles)
            line = {**line, "closed": sorted(tiles), "open": sorted(open_tiles[seat])}
        lines.append(line)
        if line["event"] == "roll_settled" and _last(seat, line):
            assert isinstance(seat, int)
            score = sum(open_tiles[seat])
            lines.append({"event": "turn_passed", "t": line["t"], "seat": seat, "score": score})
    scores = {str(seat): sum(tiles) for seat, tiles in open_tiles.items()}
    best = min(scores.values())
    winners = [place + 1 for place, score in enumerate(scores.values()) if score == best]
    return [*lines, {"event": "game_ended", "scores": scores, "winners": winners}]


def _last(seat: object, line: dict[str, object]) -> bool:
    return isinstance(seat, int) and list(GAME[seat][-1].dice) == line["dice"] and not GAME[seat][-1].closes


def marked(image: Picture, label: Picture) -> Picture:
    """The frame with the words that say it is a demonstration, in the margin beside the board."""
    height, width = label.shape[:2]
    top, left = (image.shape[0] - height) // 2, 16
    weight = label[..., None].astype(np.float32) / 255
    frame = image.copy()
    corner = frame[top : top + height, left : left + width]
    corner[:] = (corner * (1 - weight) + 250 * weight).astype(np.uint8)
    return frame


def label() -> Picture:
    """The words as a mask (h, w) uint8."""
    from importlib import import_module

    drawing, fonts, images = (import_module(f"PIL.{name}") for name in ("ImageDraw", "ImageFont", "Image"))
    canvas = images.new("L", (212, 64))
    pen = drawing.Draw(canvas)
    for row, (words, size) in enumerate(zip(WORDS, (27, 20), strict=True)):
        font = fonts.truetype("DejaVuSans.ttf", size)
        pen.text((2, 2 + 32 * row), words, fill=255, font=font)
    return np.asarray(canvas, np.uint8)


def main() -> None:
    """Writes the film and its truth; shows progress."""
    parser = argparse.ArgumentParser(description="Film the demonstration game.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--still", type=float, help="write one PNG of this second instead")
    parser.add_argument("--crf", type=int, default=25, help="quality of the film; larger is smaller")
    asked = parser.parse_args()
    clip, words = demonstration(), label()
    if asked.still is not None:
        for frame in film(clip):
            if frame.time >= asked.still:
                cv2.imwrite(str(asked.file), marked(frame.image, words))
                return
    lines = [json.dumps(line, ensure_ascii=False) for line in truth(clip)]
    asked.file.with_suffix(".truth.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    encode(_marked(clip, words), asked.file, SIZE, RATE, asked.crf)


def _marked(clip: Clip, words: Picture) -> Iterator[Picture]:
    for number, still in enumerate(film(clip)):
        if number % 75 == 0:
            print(f"{still.time:.0f} s of film", file=sys.stderr)
        yield marked(still.image, words)


if __name__ == "__main__":
    main()
