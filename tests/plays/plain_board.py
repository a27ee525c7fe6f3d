"""A plain board in a plain room, and eyes that always find it: for captures of which the reading is not tried."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.frame import Frame, Image
from vision.geometry.plane import homography, project
from vision.layout import load_layout
from vision.observation import BoardSeen, Die, Observation, Piece

CORNERS = ((160.0, 420.0), (170.0, 80.0), (470.0, 90.0), (480.0, 430.0))
BOARD = BoardSeen("occe", CORNERS, True, 0.9)


def room(seed: int = 1, light: float = 1.0) -> Image:
    """A picture of it, 640 x 480, as sharp as noise."""
    image = np.random.default_rng(seed).integers(60, 200, (480, 640, 3), dtype=np.uint8)
    cv2.rectangle(image, (200, 200), (260, 260), (30, 30, 180), -1)
    return np.asarray(image * light, np.uint8)


@dataclass
class BoardEyes:
    """Finds the board where it is told that it is, in the middle of a crop, and reads what it is told lies there.

    Attributes:
        board: None where none is found.
        dice: what is read in a picture; their boxes are of the whole picture.
        closed: spaces whose tiles are read as closed.
    """

    board: BoardSeen | None = BOARD
    dice: tuple[Die, ...] = ()
    closed: frozenset[str] = frozenset()

    def look(
        self, frame: Frame, want: str, side: object = None, known: BoardSeen | None = None, px: object = None
    ) -> Observation:
        board = known or self.board
        if board is None:
            return Observation(frame.time, None, (), abstains=frozenset({"board"}))
        at = self._shift(frame.image)
        board = replace(board, corners=tuple((x - at[0], y - at[1]) for x, y in board.corners))  # type: ignore[arg-type]  # four of them
        dice = tuple(
            replace(die, box=(die.box[0] - at[0], die.box[1] - at[1], *die.box[2:])) for die in self.dice
        )
        return Observation(frame.time, board, dice, self._pieces(board))

    def _shift(self, image: Image) -> tuple[int, int]:
        """Where a crop of `room` was cut out: its one plain square tells."""
        if image.shape[:2] == (480, 640):
            return 0, 0
        plain = np.zeros(image.shape[:2], np.uint8)
        plain[1:, 1:] = (image[1:, 1:] == image[:-1, :-1]).all(axis=2)
        _, _, stats, _ = cv2.connectedComponentsWithStats(plain)
        wide, high = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
        square = int(np.argmin(np.abs(wide - 60) + np.abs(high - 60)))
        return 201 - int(stats[square, cv2.CC_STAT_LEFT]), 201 - int(stats[square, cv2.CC_STAT_TOP])

    def _pieces(self, board: BoardSeen) -> tuple[Piece, ...]:
        pieces = []
        for space in load_layout(board.layout).spaces_of():
            turn = [(0.2, 0.86), (0.14, 0.2), (0.8, 0.14), (0.86, 0.8)][space.seat - 1]
            along = [(0.07, 0), (0, 0.07), (-0.07, 0), (0, -0.07)][space.seat - 1]
            ((x, y),) = project(homography(board.corners), np.add(turn, np.multiply(along, space.slot - 1)))
            shut = space.name in self.closed
            kind, reads = ("closed", None) if shut else ("open", space.number)
            pieces.append(Piece(space.name, kind, reads, (float(x), float(y)), 0.97))  # type: ignore[arg-type]  # a kind
        return tuple(pieces)
