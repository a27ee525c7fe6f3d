"""What is known of one very table: measured once, kept as a value, asked each second if it still holds."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .board_geometry import Matrix, Quad, homography, inverse, project, sides, turned
from .frame import Image
from .observation import BoardSeen, LayoutName, Piece

Colour = tuple[float, float, float]
Grey = NDArray[np.uint8]

PATCH, SEARCH = 24, 48  # px: what is kept around each corner, and where it is looked for again
BOARD_SIDE = 240  # px of the board's longer side at which the patches are kept
ALIKE = 0.6  # correlation above which a patch is found again
FAR = 3.0  # px of a patch: one in eighty of the board's side
PLAIN = 4.0  # a patch whose grey levels vary less tells no place
FELT = np.array([(0.4, 0.4), (0.6, 0.4), (0.6, 0.6), (0.4, 0.6)])  # where every board shows its middle


@dataclass(frozen=True)
class Calibration:
    """One table, as one picture showed it.

    Attributes:
        layout: which board.
        size: width and height of the picture, px.
        corners: the board's four outer corners, px, as BoardSeen has them.
        oriented: as BoardSeen has it.
        seat1_side: the side of the picture where seat 1 sits: bottom, left, top or right.
        slots: (space, its four corners in px) for every space.
        tile_px: mean distance from one slot to the next.
        middle: mean colour of the board's middle, (blue, green, red).
        tiles: (kind, mean colour of the slots of that kind) for the kinds seen.
        patches: what each corner looked like: four grey pictures 24 x 24, as base64.
    """

    layout: LayoutName
    size: tuple[int, int]
    corners: Quad
    oriented: bool
    seat1_side: str
    slots: tuple[tuple[str, Quad], ...]
    tile_px: float
    middle: Colour
    tiles: tuple[tuple[str, Colour], ...]
    patches: tuple[str, str, str, str]

    @property
    def board(self) -> BoardSeen:
        """The board where it was measured."""
        return BoardSeen(self.layout, self.corners, self.oriented, 1.0)

    def to_json(self) -> str:
        """The calibration as one JSON object."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(text: str) -> Calibration:
        """The calibration that `to_json` wrote.

        Raises:
            ValueError: the text is no such object.
        """
        try:
            table: dict[str, Any] = json.loads(text)
            return Calibration(
                layout=table["layout"],
                size=(int(table["size"][0]), int(table["size"][1])),
                corners=_quad(table["corners"]),
                oriented=bool(table["oriented"]),
                seat1_side=str(table["seat1_side"]),
                slots=tuple((str(name), _quad(corners)) for name, corners in table["slots"]),
                tile_px=float(table["tile_px"]),
                middle=_colour(table["middle"]),
                tiles=tuple((str(kind), _colour(colour)) for kind, colour in table["tiles"]),
                patches=_four(table["patches"]),
            )
        except (KeyError, TypeError, IndexError, json.JSONDecodeError) as error:
            raise ValueError(f"expected a calibration as JSON; got {text[:60]!r} ({error!r})") from error


def measure(image: Image, board: BoardSeen, pieces: Iterable[Piece]) -> Calibration:
    """What one picture tells of a table.

    Args:
        image: (H, W, 3) uint8 BGR.
        board: where the board is.
        pieces: what TileReader read on it.

    Raises:
        ValueError: a row of fewer than two pieces.
    """
    rows = rows_of(pieces)
    slots = tuple(slot for row in rows for slot in polygons(row, board))
    steps = [np.hypot(*np.diff([p.center for p in row], axis=0).T) for row in rows]
    kinds = {piece.space: piece.kind for row in rows for piece in row}
    colours = {name: mean_colour(image, np.asarray(corners)) for name, corners in slots}
    tiles = tuple(
        (kind, _colour(np.mean([colours[name] for name in colours if kinds[name] == kind], axis=0)))
        for kind in sorted(set(kinds.values()))
    )
    height, width = image.shape[:2]
    return Calibration(
        layout=board.layout,
        size=(width, height),
        corners=board.corners,
        oriented=board.oriented,
        seat1_side=seat1_side(board.corners),
        slots=slots,
        tile_px=float(np.concatenate(steps).mean()),
        middle=mean_colour(image, project(homography(board.corners), FELT)),
        tiles=tiles,
        patches=_four([_packed(patch) for patch in corner_patches(image, board.corners, PATCH)]),
    )


def rows_of(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """The pieces by seat, in order."""
    rows: dict[str, list[Piece]] = {}
    for piece in pieces:
        rows.setdefault(piece.space.rpartition("/")[0], []).append(piece)
    if not rows or min(map(len, rows.values())) < 2:
        raise ValueError(f"expected rows of two pieces or more; got {[len(row) for row in rows.values()]}")
    return list(rows.values())


def polygons(row: Sequence[Piece], board: BoardSeen) -> list[tuple[str, Quad]]:
    """The slots of one row: squares in the board's plane around the pieces, that touch."""
    plane = homography(board.corners)
    centers = project(inverse(plane), [piece.center for piece in row])
    half = np.gradient(centers, axis=0) / 2
    back = np.stack([half[:, 1], -half[:, 0]], axis=1)
    corners = [centers - half + back, centers + half + back, centers + half - back, centers - half - back]
    return [
        (piece.space, _quad(project(plane, quad)))
        for piece, quad in zip(row, np.stack(corners, axis=1), strict=True)
    ]


def seat1_side(corners: Quad) -> str:
    """The side of the picture that seat 1's side of the board faces."""
    x, y = (np.add(corners[3], corners[0]) - np.add(corners[1], corners[2])) / 2
    if abs(x) > abs(y):
        return "right" if x > 0 else "left"
    return "bottom" if y > 0 else "top"


def board_moved(image: Image, calibration: Calibration) -> bool:
    """Whether the board is no longer where it was measured: its corners are elsewhere, or none is seen again.

    Cheap enough for every second. Up to three corners may be covered. Another picture size counts as moved.
    """
    if (image.shape[1], image.shape[0]) != calibration.size:
        return True
    shifts = []
    kept = [_unpacked(patch) for patch in calibration.patches]
    telling = [patch.std() > PLAIN for patch in kept]
    for patch, around, tells in zip(
        kept, corner_patches(image, calibration.corners, SEARCH), telling, strict=True
    ):
        found = cv2.matchTemplate(around, patch, cv2.TM_CCOEFF_NORMED)
        _, best, _, (x, y) = cv2.minMaxLoc(found)
        if tells and best > ALIKE:
            middle = (SEARCH - PATCH) / 2
            shifts.append(float(np.hypot(x - middle, y - middle)))
    if not shifts:
        return any(telling)
    return float(np.median(shifts)) > FAR


def corner_patches(image: Image, corners: Quad, side: int) -> list[Grey]:
    """What is around each corner, grey, `side` px wide, with the board made 240 px long."""
    scale = float(sides(corners).max()) / BOARD_SIDE
    patches = []
    for x, y in corners:
        reach = scale * (side - 1) / 2
        view = np.array([[scale, 0, x - reach], [0, scale, y - reach]])
        patches.append(_grey(image, view, side, scale))
    return patches


def mean_colour(image: Image, polygon: Matrix) -> Colour:
    """Mean (blue, green, red) inside a polygon (n, 2) px; black where it lies outside the picture."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(polygon).astype(np.int32)], 255)
    return _colour(cv2.mean(image, mask)[:3])


def _grey(image: Image, view: Matrix, side: int, scale: float) -> Grey:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fine = max(1, round(scale))  # sample more finely, then average, so that no pixel is skipped
    finer = view / [fine, fine, 1.0]
    finer[:, 2] += -scale * (fine - 1) / (2 * fine)
    size = (side * fine, side * fine)
    cut = cv2.warpAffine(image, finer, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    grey = cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, (side, side), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _packed(patch: Grey) -> str:
    return base64.b64encode(patch.tobytes()).decode("ascii")


def _unpacked(text: str) -> Grey:
    return np.frombuffer(base64.b64decode(text), np.uint8).reshape(PATCH, PATCH)


def _quad(points: Any) -> Quad:
    return turned([(float(x), float(y)) for x, y in points], 0)


def _colour(values: Any) -> Colour:
    blue, green, red = (round(float(value), 2) for value in values)
    return blue, green, red


def _four(texts: Sequence[str]) -> tuple[str, str, str, str]:
    a, b, c, d = map(str, texts)
    return a, b, c, d
