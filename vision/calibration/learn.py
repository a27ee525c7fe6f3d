"""What is known of one very table: learnt in under a minute, kept as a value, asked each second if it still holds.

The value stands in calibration_value.py, the check in calibration_patches.py, what is good and what to change in
calibration_checks.py, the picture of it in calibration_picture.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from ..board.finder import Want
from ..board.refine import refined
from ..board.tags import board_tags, mirrored
from ..follow.fuse import fused
from ..frame import Frame, Image
from ..geometry.plane import DIRECTIONS, Matrix, Quad, homography, sides, turned
from ..geometry.straight import Plane
from ..layout import load_layout
from ..light import light
from ..look import LooksAtTables
from ..observation import BoardSeen, Die, Piece, Side
from .patches import Anchor, anchored, board_moved, packed
from .value import Calibration, Colour, SpaceLook, colour, quad

__all__ = [
    "Anchor", "Calibration", "SpaceLook", "anchored", "board_moved", "learn", "learn_on", "measure",
    "merged", "seat1_side", "with_looks",
]  # fmt: skip

FELT = np.array([(0.4, 0.4), (0.6, 0.4), (0.6, 0.6), (0.4, 0.6)])  # where every board shows its middle
MIDDLE = 0.6  # share of a slot, each way, that shows its tile and nothing beside it
AGREES = 0.05  # of the board's side: a corner so far from the surest one's may still be of the same board
LENS_AGREES = 0.04  # of k: how far what several pictures of one camera tell of its lens may lie apart
READ = 3  # pictures that are read once the board is known
HEAD_FIRST = 1.04  # so much larger at the picture's top than at its bottom: the camera hangs head first


def learn(
    frames: Sequence[Frame], eyes: LooksAtTables, want: Want = "auto", seat1_side: Side | None = None
) -> Calibration | None:
    """All that a few pictures of one table tell; None where they show no board.

    Args:
        frames: of the same still table; a hand may pass through some.
        eyes: read one frame.
        want: which board to look for.
        seat1_side: the side of the picture where seat 1 sits, where no tag tells.
    """
    boards = [eyes.look(frame, want, seat1_side, None, None).board for frame in frames]
    board = merged([each for each in boards if each is not None])
    return None if board is None else learn_on(frames, eyes, through_one_lens(frames, board))


def learn_on(
    frames: Sequence[Frame], eyes: LooksAtTables, board: BoardSeen, *, by_hand: bool = False
) -> Calibration:
    """A calibration from a few pictures of a table with a known board.

    Args:
        frames: at least one.
        eyes: read one frame.
        board: where the board is.
        by_hand: a person gave its corners.
    """
    if by_hand and load_layout(board.layout).square:
        lens = agreed_lens([refined(frame.image, board.corners).lens for frame in frames])
        board = replace(board, lens=lens)
    clear = sorted(frames, key=lambda frame: -light(frame.image, board.corners).sharpness)[:READ]
    looks = [eyes.look(frame, board.layout, None, board, None) for frame in clear]
    reading = fused(looks)
    images = [frame.image for frame in frames]
    learnt = measure(clear[0].image, board, reading.pieces, reading.dice)
    return replace(
        learnt,
        sure=1.0 if by_hand else round(board.sure, 4),
        by_hand=by_hand,
        tags=max(count_tags(image, board) for image in images[: READ + 2]),
        patches=packed(images, board.corners),
        frames=len(frames),
        mirrored="mirrored" in reading.warnings or (load_layout(board.layout).tags and mirrored(clear[0].image)),
    )


def merged(boards: Sequence[BoardSeen]) -> BoardSeen | None:
    """One board from several readings: the median of those that agree with the surest.

    Readings of another board, or that lie elsewhere, are left out; which corner is the first is the surest's to say,
    before all of one that a tag or the board itself told.
    """
    if not boards:
        return None
    surest = max(board.sure for board in boards)
    best = max(boards, key=lambda board: (board.oriented and 2 * board.sure > surest, board.sure))
    side = float(sides(best.corners).mean())
    same = [
        (near, other.lens) for other in boards if other.layout == best.layout and (near := _near(other, best, side))
    ]
    corners = quad(np.median([near for near, _ in same], axis=0))
    return replace(best, corners=corners, sure=surest, lens=agreed_lens([lens for _, lens in same]))


def agreed_lens(lenses: Sequence[float]) -> float:
    """The lens that most of some pictures tell alike; 0 where they do not."""
    bent = [k for k in lenses if k != 0.0]
    if 2 * len(bent) <= len(lenses) or max(bent) - min(bent) > LENS_AGREES:
        return 0.0
    return round(float(np.median(bent)), 4)


def through_one_lens(frames: Sequence[Frame], board: BoardSeen) -> BoardSeen:
    """The board whose lens is known, its corners where all pictures show its edges through that lens."""
    if board.lens == 0.0:
        return board
    corners = [refined(frame.image, board.corners, board.lens).corners for frame in frames]
    return replace(board, corners=quad(np.median(corners, axis=0)))


def _near(board: BoardSeen, best: BoardSeen, side: float) -> Quad | None:
    """The corners of one reading in the order of another's; None where they lie elsewhere."""
    turns = [turned(board.corners, k) for k in range(4)]
    apart = [float(np.hypot(*np.subtract(corners, best.corners).T).max()) for corners in turns]
    k = int(np.argmin(apart))
    return turns[k] if apart[k] < AGREES * side else None


def measure(image: Image, board: BoardSeen, pieces: Iterable[Piece], dice: Iterable[Die] = ()) -> Calibration:
    """What one picture contributes to the calibration of a table.

    Args:
        image: (H, W, 3) uint8 BGR.
        board: where the board is.
        pieces: what TileReader read on it; none where it could not.
        dice: what DiceReader read.

    Raises:
        ValueError: a row of one piece.
    """
    pieces, flat = tuple(pieces), [die for die in dice if die.state == "flat" and die.value is not None]
    rows = rows_of(pieces) if pieces else []
    height, width = image.shape[:2]
    plane = Plane(board, (width, height))
    slots = tuple(slot for row in rows for slot in polygons(row, plane))
    steps = [np.hypot(*np.diff([p.center for p in row], axis=0).T) for row in rows]
    looks = tuple(look_of(image, piece, dict(slots)[piece.space]) for row in rows for piece in row)
    return Calibration(
        layout=board.layout,
        size=(width, height),
        corners=board.corners,
        oriented=board.oriented,
        seat1_side=seat1_side(board.corners),
        slots=slots,
        tile_px=round(float(np.concatenate(steps).mean()), 1) if steps else 0.0,
        middle=mean_colour(image, plane.to_picture(FELT)),
        tiles=mean_of_kinds(looks),
        patches=packed([image], board.corners),
        sure=board.sure,
        upside_down=upside_down(board.corners),
        die_px=round(float(np.mean([max(die.box[2:]) for die in flat])), 1) if flat else None,
        faces=tuple((die.value, round(die.sure, 4)) for die in flat if die.value is not None),
        light=light(image, board.corners),
        looks=looks,
        lens=board.lens,
    )


def look_of(image: Image, piece: Piece, slot: Quad) -> SpaceLook:
    """How one space looks with what stands there now."""
    inside = np.asarray(slot)
    inside = inside.mean(axis=0) + MIDDLE * (inside - inside.mean(axis=0))
    _, spread = _grey_levels(image, inside)
    return SpaceLook(
        piece.space, piece.kind, piece.reads, round(piece.sure, 4), mean_colour(image, inside), spread
    )


def mean_of_kinds(looks: Iterable[SpaceLook]) -> tuple[tuple[str, Colour], ...]:
    """(kind, mean colour) for each kind among these."""
    kinds: dict[str, list[Colour]] = {}
    for look in looks:
        kinds.setdefault(look.kind, []).append(look.colour)
    return tuple((kind, colour(np.mean(kinds[kind], axis=0))) for kind in sorted(kinds))


def with_looks(calibration: Calibration, before: Iterable[SpaceLook]) -> Calibration:
    """The calibration that also remembers how its spaces looked with tiles of the other kind."""
    own = {(look.space, look.kind) for look in calibration.looks}
    spaces = {look.space for look in calibration.looks}
    remembered = [
        look
        for look in before
        if look.kind in ("open", "closed") and look.space in spaces and (look.space, look.kind) not in own
    ]
    looks = (*calibration.looks, *remembered)
    return replace(calibration, looks=looks, tiles=mean_of_kinds(looks))


def rows_of(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """The pieces by seat, in order."""
    rows: dict[str, list[Piece]] = {}
    for piece in pieces:
        rows.setdefault(piece.space.rpartition("/")[0], []).append(piece)
    if not rows or min(map(len, rows.values())) < 2:
        raise ValueError(f"expected rows of two pieces or more; got {[len(row) for row in rows.values()]}")
    return list(rows.values())


def polygons(row: Sequence[Piece], plane: Plane) -> list[tuple[str, Quad]]:
    """The slots of one row: squares in the board's plane around the pieces, that touch."""
    centers = plane.to_board(np.array([piece.center for piece in row]))
    half = np.gradient(centers, axis=0) / 2
    back = np.stack([half[:, 1], -half[:, 0]], axis=1)
    corners = [centers - half + back, centers + half + back, centers + half - back, centers - half - back]
    return [
        (piece.space, quad(plane.to_picture(points)))
        for piece, points in zip(row, np.stack(corners, axis=1), strict=True)
    ]


def seat1_side(corners: Quad) -> Side:
    """The side of the picture that seat 1's side of the board faces."""
    way = (np.add(corners[3], corners[0]) - np.add(corners[1], corners[2])) / 2
    return max(DIRECTIONS, key=lambda side: float(np.dot(way, DIRECTIONS[side])))


def upside_down(corners: Quad) -> bool:
    """Whether perspective shows what is near the camera at the top of the picture."""
    plane = homography(corners)
    depths = np.array([(0, 1, 1), (0, 0, 1), (1, 0, 1), (1, 1, 1)]) @ plane[2]  # as UNIT; larger is farther
    heights = np.asarray(corners)[:, 1]
    reach = float(heights.max() - heights.min())
    slope = np.polyfit(heights, np.log(depths), 1)[0] if (depths > 0).all() and reach > 0 else 0.0
    return bool(slope * reach > np.log(HEAD_FIRST))


def count_tags(image: Image, board: BoardSeen) -> int:
    """How many of the four printed tags stand readable beside a board's corners."""
    return len(board_tags(image, board.corners)) if load_layout(board.layout).tags else 0


def mean_colour(image: Image, polygon: Matrix) -> Colour:
    """Mean (blue, green, red) inside a polygon (n, 2) px; black where it lies outside the picture."""
    cut, mask = _cut(image, polygon)
    return colour(cv2.mean(cut, mask)[:3]) if cut.size else (0.0, 0.0, 0.0)


def _grey_levels(image: Image, polygon: Matrix) -> tuple[float, float]:
    """Mean and standard deviation of grey inside a polygon (n, 2) px."""
    cut, mask = _cut(image, polygon)
    if not cut.size:
        return 0.0, 0.0
    mean, spread = cv2.meanStdDev(cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY), mask=mask)
    return round(float(mean[0, 0]), 2), round(float(spread[0, 0]), 2)


def _cut(image: Image, polygon: Matrix) -> tuple[Any, Any]:
    """The part of a picture around a polygon, and the polygon as its mask."""
    points = np.round(polygon).astype(np.int32)
    left, top = np.maximum(points.min(axis=0), 0)
    right, bottom = points.max(axis=0) + 1
    cut = image[top : max(top, bottom), left : max(left, right)]
    mask = np.zeros(cut.shape[:2], np.uint8)
    if cut.size:
        cv2.fillPoly(mask, [points - (left, top)], 255)
    return cut, mask
