"""Looks at a table whose board of arrows was learnt: men, and the dice that lie among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ..board.finder import Want
from ..errors import WrongArea
from ..frame import Frame, Image, fit
from ..geometry.plane import homography, inverse, project, sides
from ..light import faults
from ..look import ReadsDice, Recall, Span, hidden, nothing_known
from ..men.finder import FindsLeaves, RememberedLeaves
from ..men.known import LAYOUT, KnownMen, place_of, surely
from ..men.look import ASKS
from ..men.strips import ARROWS, Leaf, leaf_of, strips_of
from ..men.weigh import MenRead, ReadsStrips, read_known
from ..observation import BoardSeen, Die, Observation, Piece, Side
from ..still import Zoom
from .eyes import AreaEyes
from .value import DiceArea, area_of

BOARD_MOVED = "board_moved"
"""The warning of an observation in which the board does not lie where it was learnt."""
DICE = 0.3, 1.0
"""Least and greatest side of a die's box, in arrows' widths: of 224 drawn dice it is 0.36 to 0.85."""
BLIND = 1.15
"""How much larger than its box the part of an arrow is that a die hides."""
ROUNDED = 0.5
"""px by which a corner is off that was found in a larger picture where it was learnt."""
LIKELY = 0.5
"""How likely a die must be for what it hides not to be read."""
LearntMen = Callable[[], KnownMen | None]
"""The learnt board that holds now; asked at each look, for play makes it better known."""


@dataclass(frozen=True)
class MenTableEyes:
    """The readers of a table of men.

    Attributes:
        dice: reads dice.
        finder, reader: the networks for boards of arrows.
        learnt: the board.
        area: reads the dice area, if one was marked: what is known of its dice helps.
        recall: what is known of the field and its dice, where no area was marked; asked at each look, for it learns.
    """

    dice: ReadsDice
    finder: FindsLeaves
    reader: ReadsStrips
    learnt: LearntMen
    area: AreaEyes | None = None
    recall: Recall = nothing_known

    def look(
        self,
        frame: Frame,
        board: Want = LAYOUT,
        seat1_side: Side | None = None,
        known_board: BoardSeen | None = None,
        dice_px: Span | None = None,
    ) -> Observation:
        """What lies on the table in one frame; the board is looked for if it is not known where it lies.

        Raises UnfitPicture for a picture that can show no table.
        """
        frame = fit(frame)
        if frame.still is not None:
            zoom = Zoom.between(frame.image, frame.still)
            larger, large = Frame(frame.still, frame.time), zoom.board(known_board)
            back = zoom.back.observation(self.look(larger, board, seat1_side, large, zoom.span(dice_px)))
            return replace(back, board=known_board or self._as_learnt(back.board))
        known = self.learnt()
        located = known_board if known_board is not None or known is None else self._found(frame.image, known)
        if known is None or located is None:
            return Observation(frame.time, None, (), abstains=frozenset({"board"}))
        seen = self._dice_eyes(frame, located).look(frame, dice_px=dice_px)
        leaves = leaves_in(known, located)
        read = self._read(frame.image, known, leaves, seen.dice)
        pieces = pieces_of(known, read, leaves)
        hands = hidden(pieces)
        doubtful = any(piece.kind == "unknown" or surely(piece) < ASKS for piece in pieces)
        warnings = faults(frame.image, located.corners) | seen.warnings
        warnings |= {"hands_over_board"} if hands else set()
        warnings |= set() if _in_place(frame.image, known, located) else {BOARD_MOVED}
        asks = seen.abstains | ({"arrows"} if doubtful else set())
        return replace(
            seen, board=located, pieces=pieces, hands=hands, abstains=frozenset(asks), warnings=frozenset(warnings)
        )

    def look_for_dice(
        self,
        frame: Frame,
        known_board: BoardSeen | None = None,
        pieces: Sequence[Piece] = (),
        dice_px: Span | None = None,
    ) -> tuple[Die, ...]:
        """The dice alone, as `look` tells them."""
        known = self.learnt()
        board = known_board or (None if known is None else known.board)
        return () if board is None else self._dice_eyes(frame, board).look_for_dice(frame, dice_px=dice_px)

    def read(self, frame: Frame, observation: Observation) -> MenRead | None:
        """What was read of the men in a frame that was observed; None where no learnt board was."""
        known, board = self.learnt(), observation.board
        if known is None or board is None or board.layout != LAYOUT:
            return None
        return self._read(frame.image, known, leaves_in(known, board), observation.dice)

    def _read(
        self, image: Image, known: KnownMen, leaves: tuple[Leaf, Leaf], dice: Sequence[Die]
    ) -> MenRead:
        strips = np.concatenate([strips_of(image, leaf) for leaf in leaves])
        under = under_dice(image, [die for die in dice if die.there >= LIKELY])
        lies = None if under is None else np.concatenate([strips_of(under, leaf) for leaf in leaves])
        return read_known(self.reader, known, strips, lies)

    def _dice_eyes(self, frame: Frame, board: BoardSeen) -> AreaEyes:
        """Who reads the dice: the marked area's, or those of an area around the field."""
        if self.area is not None:
            return self.area
        return AreaEyes(self.dice, field_of(board, frame), recall=self.recall, usual_px=dice_px_on(board))

    def _as_learnt(self, found: BoardSeen | None) -> BoardSeen | None:
        """The board as it was learnt, where it was found just there in a larger picture."""
        known = self.learnt()
        if known is None or found is None or np.abs(np.subtract(found.corners, known.corners)).max() > ROUNDED:
            return found
        return known.board

    def _found(self, image: Image, known: KnownMen) -> BoardSeen | None:
        """The board, looked for; turned as it lay when it was learnt."""
        size = (image.shape[1], image.shape[0])
        there = known.board if size == known.size else replace(known.board, corners=leaf_of(_sized(known, image)))
        before = leaves_in(known, there)
        leaves = RememberedLeaves(self.finder, before).find(image)
        if leaves is None or leaves.corners == before:
            return None if leaves is None else there
        ways = [leaves.outline, (*leaves.outline[2:], *leaves.outline[:2])]
        first, second = (float(np.abs(np.subtract(way, _sized(known, image))).sum()) for way in ways)
        return BoardSeen(LAYOUT, ways[0] if first <= second else ways[1], True, leaves.sure)


def _sized(known: KnownMen, image: Image) -> NDArray[np.float64]:
    """The learnt corners in a picture of another size."""
    return np.asarray(np.array(known.corners) * (image.shape[1] / known.size[0], image.shape[0] / known.size[1]))


def _in_place(image: Image, known: KnownMen, board: BoardSeen) -> bool:
    off = np.abs(np.array(board.corners) - _sized(known, image)).max()
    return bool(off <= 0.01 * max(image.shape[:2]))


def field_of(board: BoardSeen, frame: Frame) -> DiceArea:
    """The dice area that the field of a board is; all of the picture where part of the field is out of sight."""
    try:
        return area_of(board.corners, (frame.image.shape[1], frame.image.shape[0]))
    except WrongArea:
        return DiceArea(((0.0, 1.0), (0.0, 0.0), (1.0, 0.0), (1.0, 1.0)))


def dice_px_on(board: BoardSeen) -> Span:
    """Least and greatest side, px, of dice on a board of arrows: they go with its men, which are as wide as arrows."""
    arrows = sides(board.corners)[::2] / (2 * ARROWS)
    return DICE[0] * float(arrows.min()), DICE[1] * float(arrows.max())


def leaves_in(known: KnownMen, board: BoardSeen) -> tuple[Leaf, Leaf]:
    """The leaves of the learnt board where it lies now."""
    if board.corners == known.corners:
        return known.leaves
    way = homography(board.corners) @ inverse(homography(known.corners))
    left, right = (project(way, leaf) for leaf in known.leaves)
    return leaf_of(left), leaf_of(right)


def under_dice(image: Image, dice: Sequence[Die]) -> Image | None:
    """(H, W), 255 where dice hide the board; None without dice."""
    if not dice:
        return None
    mask = np.zeros(image.shape[:2], np.uint8)
    for die in dice:
        (x, y), half = die.center, np.array(die.box[2:]) * BLIND / 2
        left, top, right, bottom = (round(float(edge)) for edge in (x - half[0], y - half[1], x + half[0], y + half[1]))
        cv2.rectangle(mask, (left, top), (right, bottom), 255, -1)
    return mask


def pieces_of(known: KnownMen, read: MenRead, leaves: tuple[Leaf, Leaf]) -> tuple[Piece, ...]:
    """What stands on each arrow, arrow-1 to arrow-12, then arrow-1A to arrow-12A."""
    by_space = {space: _piece(known, read, leaves, strip) for strip, space in enumerate(known.spaces)}
    return tuple(by_space[f"arrow-{number}{side}"] for side in ("", "A") for number in range(1, 2 * ARROWS + 1))


def _piece(known: KnownMen, read: MenRead, leaves: tuple[Leaf, Leaf], strip: int) -> Piece:
    space, row = known.spaces[strip], read.chances[strip]
    at = place_of(leaves, strip)
    if read.covered[strip]:
        return Piece(space, "unknown", None, at, float(1 - row.max() / 2))
    ranked = sorted(((known.kind(k), round(float(p), 6)) for k, p in enumerate(row) if p > 1e-4), key=lambda it: -it[1])
    return Piece(space, ranked[0][0], None, at, ranked[0][1], tuple(ranked))
