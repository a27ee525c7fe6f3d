"""Pictures whose dice are plain squares, and eyes that read them, for commands of which the reading is not tried."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.follow.fates import NUDGE
from vision.frame import Frame, Image
from vision.layout import Layouts, layouts
from vision.observation import BoardSeen, Die, DieState, Observation, Piece, PieceKind

MARK, EDGE = 201, 22
SKIN = 220  # red of a hand
GRAIN = cv2.blur(np.random.default_rng(1).integers(-6, 6, (480, 640)).astype(np.float32), (9, 1))
WOOD = np.array((60, 90, 130), np.float32) + GRAIN[..., None]
BARE = WOOD.astype(np.uint8)


@dataclass
class PlainEyes:
    """Reads dice painted by `table`: their green is MARK, their blue tells the value (0: cocked); recalls nothing.

    Where there is a board, dice outside it are off-board; `places` are tiles (px): open where something blue lies,
    closed where the picture is as `table` paints it, unknown where a hand covers it. `looks` are the times asked.
    """

    board: BoardSeen | None = None
    places: tuple[tuple[int, int], ...] = ()
    looks: list[float] = field(default_factory=list)
    tiles: None = None
    recall: object = None
    known: Layouts = field(default_factory=layouts)

    def look(self, frame: Frame, *asked: object) -> Observation:
        self.looks.append(frame.time)
        return Observation(frame.time, self.board, self.dice(frame), tuple(self._pieces(frame.image)))

    def turned(self, frame: Frame, observation: Observation) -> Observation:
        return observation

    def dice(self, frame: Frame) -> tuple[Die, ...]:
        green = (frame.image[:, :, 1] == MARK).astype(np.uint8)
        boxes = cv2.connectedComponentsWithStats(green)[2][1:, :4].tolist()
        return tuple(self._die(frame, *box) for box in boxes)

    def _die(self, frame: Frame, x: int, y: int, w: int, h: int) -> Die:
        value = int(frame.image[y + h // 2, x + w // 2, 0]) // 20
        inside = self.board is None or self.board.corners[0][0] <= x <= self.board.corners[2][0]
        state: DieState = "off-board" if not inside else "flat" if value else "cocked"
        return Die(value or None, state, (x, y, w, h), 0.99)

    def _pieces(self, image: Image) -> Iterator[Piece]:
        for number, (x, y) in enumerate(self.places, 1):
            blue, red = int(image[y, x, 0]), int(image[y, x, 2])
            kind: PieceKind = "unknown" if red > 200 else "open" if blue > 80 else "closed"
            yield Piece(f"slot-{number}", kind, None, (x, y), 0.99)


def table(
    *dice: tuple[int, int, int],
    hand: tuple[int, int] | None = None,
    turned: tuple[int, int] | None = None,
    gain: float = 1.0,
) -> Image:
    """A wooden table: x, y (px) and value of each die, a hand's fingertips (from the left edge), a tile turned over."""
    image = BARE.copy() if gain == 1.0 else np.clip(WOOD * gain, 0, 199).astype(np.uint8)
    if turned:
        image[turned[1] - 10 : turned[1] + 10, turned[0] - 10 : turned[0] + 10] = (90, 20, 60)
    for x, y, value in dice:
        image[y : y + EDGE, x : x + EDGE] = (20 * value, MARK, 250)
    if hand:
        x, y = hand
        for finger in range(-2, 3):
            cv2.line(image, (0, y + 10), (x, y + 22 * finger), (120, 150, SKIN), 16)
        cv2.line(image, (0, y + 10), (max(0, x - 60), y), (100, 140, SKIN - 5), 80)
    return image


def fresh(observation: Observation) -> list[int]:
    """The values of dice that lie farther from where one lay than a nudge, or show something else there."""
    pairs = zip(observation.dice, observation.fates, strict=True) if observation.fates else ()
    return sorted(
        die.value or 0
        for die, fate in pairs
        if fate.stirred and (fate.off > NUDGE or fate.was not in (None, die.value))
    )


LYING = table((300, 200, 5), (380, 260, 3))
