"""A picture that waits for a person's answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.draw import YELLOW, frame_box, write
from vision.frame import Frame, Image
from vision.layout import load_layout
from vision.light import Light, light
from vision.observation import BoardSeen, Box, Observation, Point
from vision.still import Zoom

from .crop import cropped
from .labels import DieAnswer, answers_asked, box_at
from .plan import CaptureStep


@dataclass(frozen=True, eq=False)
class TakenPicture:
    """A picture that waits for a person's answers: in memory only.

    Attributes:
        step: what the picture should show.
        image: the crop, (H, W, 3) uint8 BGR.
        board: the board in it.
        boxes: places of possible dice, px of the crop.
        answers: the answer for each die, filled in if the step fixed it.
        light: on the board.
        although: why it was refused, if a person stored it anyway.
    """

    step: CaptureStep
    image: Image
    board: BoardSeen
    boxes: tuple[Box, ...]
    answers: tuple[DieAnswer, ...]
    light: Light
    although: tuple[str, ...] = ()

    def with_die(self, at: Point) -> TakenPicture:
        """The picture with one more place of a die, px of the crop. Raises ValueError for a point outside it."""
        height, width = self.image.shape[:2]
        if not (0 <= at[0] < width and 0 <= at[1] < height):
            raise ValueError(f"expected a point in a picture of {width} x {height}; got {at}")
        return replace(
            self, boxes=(*self.boxes, box_at(at, self.board, self.boxes)), answers=(*self.answers, None)
        )

    def answered(self, answers: Sequence[DieAnswer]) -> TakenPicture:
        """The picture with an answer for each place; unchanged if the number does not fit."""
        return replace(self, answers=tuple(answers)) if len(answers) == len(self.boxes) else self

    def without_die(self) -> TakenPicture:
        """The picture without the place added last."""
        return replace(self, boxes=self.boxes[:-1], answers=self.answers[:-1])

    def drawn(self) -> Image:
        """The crop with the board's edge, its places and the dice's numbers drawn on, for a person."""
        canvas, thick = self.image.copy(), max(1, round(max(self.image.shape[:2]) / 500))
        corners = np.array(self.board.corners)
        cv2.polylines(canvas, [np.round(corners).astype(np.int32)], True, YELLOW, thick, cv2.LINE_AA)
        middle = corners.mean(axis=0)
        for seat in range(1, load_layout(self.board.layout).seats + 1):
            x, y = 1.07 * (corners[seat - 1] + corners[seat - 2]) / 2 - 0.07 * middle
            write(canvas, (x - 5 * thick, y + 5 * thick), f"{seat}", YELLOW, 2 * thick)
        for number, box in enumerate(self.boxes, 1):
            frame_box(canvas, box, YELLOW, thick)
            write(canvas, (box[0], box[1] - 3), f"{chr(64 + number)}", YELLOW, thick)
        return canvas

    def condition(self) -> dict[str, object]:
        """The conditions of the picture, for its label."""
        return {
            "step": self.step.name, "lamp": self.step.lamp, "camera": self.step.stand,
            "brightness": round(self.light.brightness, 1), "contrast": round(self.light.contrast, 1),
            "sharpness": round(self.light.sharpness, 3), "glare": round(self.light.glare, 4),
            "although": list(self.although),
        }  # fmt: skip


def taken_of(step: CaptureStep, observation: Observation, frame: Frame, although: tuple[str, ...]) -> TakenPicture:
    """The crop of a picture, or of its larger still, and the possible dice in it."""
    image, reading = frame.image, observation
    if frame.still is not None:
        image, reading = frame.still, Zoom.between(frame.image, frame.still).observation(observation)
    if reading.board is None:
        raise ValueError("expected a board in a picture that is to be cut out")
    crop = cropped(image, reading.board)
    dice = tuple(crop.die(die) for die in reading.dice)
    return TakenPicture(
        step,
        crop.image,
        crop.board,
        tuple(die.box for die in dice),
        answers_asked(step, dice),
        light(crop.image, crop.board.corners),
        although,
    )


def enlarged(image: Image, side: int) -> Image:
    """A small copy (H, W, 3), its longer side `side` px."""
    scale = side / max(image.shape[:2])
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)
