"""Whether a picture may be kept: sharp, lit, the whole board, no hand. Words; the sentences are made elsewhere."""

from __future__ import annotations

from vision.frame import Image
from vision.light import faults
from vision.observation import Observation

from .plan import CaptureStep

NEVER = frozenset({"no_board", "other_board", "board_cut"})
"""With one of these a picture is not kept, whatever a person says."""


def unfit(step: CaptureStep, seen: Observation, image: Image, layout: str) -> tuple[str, ...]:
    """Why a picture of a table at rest is not kept: of NEVER, board_small, light_low, blurred, glare, hand.

    Args:
        step: what it is to show: a dim lamp may be dim, one from the side may shine, a hand may lie there.
        seen: what was read, in pixels of `image`.
        image: (H, W, 3) uint8 BGR.
        layout: the board that is captured.
    """
    if seen.board is None:
        return ("no_board",)
    if seen.board.layout != layout:
        return ("other_board",)
    meant = {"dim": {"light_low"}, "side": {"glare"}, "usual": set()}[step.lamp]
    hand = step.extra != "hand" and (seen.hands or "hands_over_board" in seen.warnings)
    return (*sorted(faults(image, seen.board.corners) - meant), *(("hand",) if hand else ()))
