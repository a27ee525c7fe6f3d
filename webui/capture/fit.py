"""Checks whether a picture is fit to store: sharp, lit, the whole board, no hand. Returns words, not sentences."""

from __future__ import annotations

from vision.frame import Image
from vision.light import faults
from vision.observation import Observation

from .plan import CaptureStep

NEVER = frozenset({"no_board", "other_board", "board_cut"})
"""With one of these a picture is not kept, whatever a person says."""


def unfit(step: CaptureStep, observation: Observation, image: Image, layout: str) -> tuple[str, ...]:
    """Why a picture of a table at rest is not stored: of NEVER, board_small, light_low, blurred, glare, hand.

    Args:
        step: what the picture should show: a dim lamp may be dim, one from the side may shine, a hand may lie there.
        observation: the reading, in pixels of `image`.
        image: (H, W, 3) uint8 BGR.
        layout: the captured board.
    """
    if observation.board is None:
        return ("no_board",)
    if observation.board.layout != layout:
        return ("other_board",)
    meant = {"dim": {"light_low"}, "side": {"glare"}, "usual": set()}[step.lamp]
    hand = step.extra != "hand" and (observation.hands or "hands_over_board" in observation.warnings)
    return (*sorted(faults(image, observation.board.corners) - meant), *(("hand",) if hand else ()))
