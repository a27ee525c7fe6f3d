"""One frame in, one observation out: board, dice, tiles, hands, and what is too doubtful to act upon.

The readers are handed in; decided here: where to read, at which scale, what lies off the board, what to ask.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol, TypeAlias, runtime_checkable

import cv2
import numpy as np
from numpy.typing import NDArray

from .board.finder import Want
from .board.flipped import only_flipped
from .board.tags import mirrored
from .dice.turned import turned
from .frame import Frame, Image, fit
from .geometry.plane import Window
from .geometry.straight import Straight, straightened
from .layout import Layout, Layouts, layouts
from .light import faults, warned
from .observation import BoardSeen, Die, Observation, Piece, Side
from .still import Zoom
from .thresholds import Least, Thresholds

__all__ = [
    "Eyes",
    "FindsBoard",
    "LooksAtTables",
    "LooksForDice",
    "ReadsDice",
    "ReadsTiles",
    "Side",
    "Span",
    "TellsTurns",
    "Want",
]


Span = tuple[float, float]
"""Least and greatest."""

COVERS, UNSURE = 0.8, 0.5
"""How far from a tile's middle a die may lie, in its sides, to hide something of it; how sure that tile is at most."""


class ReadsDice(Protocol):
    """What Eyes ask of a dice reader."""

    def read(
        self,
        image: Image,
        *,
        board: BoardSeen | None = None,
        die_px: tuple[float, float] | None = None,
        within: Sequence[Window] = (),
    ) -> tuple[Die, ...]:
        """What may be dice in a picture, on and around a board, or in some parts of its plane alone.

        `die_px`: the least and greatest box side px.
        """


class FindsBoard(Protocol):
    """What Eyes ask of a board finder."""

    def find(self, image: Image, want: Want = "auto", seat1_side: Side | None = None) -> BoardSeen | None:
        """The board in a picture, or None."""


class ReadsTiles(Protocol):
    """What Eyes ask of a tile reader."""

    def read(self, image: Image, board: BoardSeen, layout: Layout) -> tuple[Piece, ...]:
        """One piece a space of the layout, in its order."""


class Reads(Protocol):
    """Dice read in one picture, everywhere or in some parts of the board's plane."""

    def __call__(self, *, within: Sequence[Window] = ()) -> tuple[Die, ...]:
        """The dice."""


class RecalledView(Protocol):
    """A picture beside what is known of its table, as vision.known.recall lays it there."""

    @property
    def dice_px(self) -> Span | None:
        """Least and greatest side of this table's dice, px; None where it is not known."""

    def dice(self, read: Reads, time: float, likely: float) -> tuple[Die, ...]:
        """The dice of a picture of that second; `likely`: how likely a die must be to count."""

    def pieces(self) -> tuple[Piece, ...] | None:
        """What stands at every space; None where nothing is known of them."""

    def usual(self, count: int) -> bool:
        """True if so many dice lay there before, or if no number is known."""

    def lost(self, dice: Sequence[Die], pieces: Sequence[Piece]) -> int:
        """How many dice may lie there unseen."""

    def clear(self, pieces: Sequence[Piece]) -> frozenset[str]:
        """The spaces upon which surely nothing lies."""


Recall: TypeAlias = Callable[[Image, BoardSeen, Layout, "ReadsTiles | None"], RecalledView | None]
"""Lays a picture through a straight lens beside what is known of its table; None where nothing is."""


class LooksAtTables(Protocol):
    """What following asks of eyes."""

    def look(
        self, frame: Frame, board: Want, seat1_side: Side | None, known_board: BoardSeen | None,
        dice_px: Span | None, /,
    ) -> Observation:  # fmt: skip
        """What lies on the table in one frame."""


@runtime_checkable
class TellsTurns(Protocol):
    """Eyes that can be asked how dice lie turned, which takes longer than reading them."""

    def turned(self, frame: Frame, observation: Observation, /) -> Observation:
        """What was read of a frame, with the turn of each flat die that has none yet."""


@runtime_checkable
class LooksForDice(Protocol):
    """Eyes that can be asked for dice alone, which takes less time than all that lies there."""

    def look_for_dice(
        self, frame: Frame, known_board: BoardSeen | None, pieces: Sequence[Piece], dice_px: Span | None, /,
    ) -> tuple[Die, ...]:  # fmt: skip
        """The dice in one frame; `pieces` as they stood a moment ago, so that no tile is taken for a die."""


def nothing_known(image: Image, board: BoardSeen, layout: Layout, tiles: ReadsTiles | None) -> None:
    """Nothing is known of the table."""


@dataclass(frozen=True)
class Eyes:
    """The readers of one table.

    Attributes:
        dice: reads dice.
        board: finds the board; None where no such network is at hand.
        tiles: reads its tiles; None likewise.
        thresholds: when to tell, and when to ask.
        known: the boards there are, by name.
        recall: what is known of this very table; asked at each look, for it learns.
    """

    dice: ReadsDice
    board: FindsBoard | None = None
    tiles: ReadsTiles | None = None
    thresholds: Thresholds = field(default_factory=Thresholds)
    known: Layouts = field(default_factory=layouts, hash=False)
    recall: Recall = nothing_known

    def look(
        self,
        frame: Frame,
        board: Want = "auto",
        seat1_side: Side | None = None,
        known_board: BoardSeen | None = None,
        dice_px: tuple[float, float] | None = None,
    ) -> Observation:
        """What lies on the table in one frame.

        Args:
            frame: the picture; a larger still that comes with it is read, and reported in the picture's pixels.
            board: which board to look for; "none" looks for none and never doubts it.
            seat1_side: the side of the picture where seat 1 sits, where no tag tells; None: the bottom.
            known_board: the board as it was found a moment ago and has not moved since; not looked for again.
            dice_px: least and greatest side, px, that dice have here, where that is known; on a board only.

        Raises UnfitPicture for a picture that can show no table.
        """
        frame = fit(frame)
        if frame.still is not None:
            zoom = Zoom.between(frame.image, frame.still)
            larger, large = Frame(frame.still, frame.time), zoom.board(known_board)
            observation = zoom.back.observation(self.look(larger, board, seat1_side, large, zoom.span(dice_px)))
            return observation if known_board is None else replace(observation, board=known_board)
        image = frame.image
        located = known_board
        if located is None and board != "none" and self.board is not None:
            located = self.board.find(image, board, seat1_side)
            if board == "auto" and located is not None and located.sure < self.thresholds.there:
                located = None
        flat = straightened(image, located)
        beside = self._recalled(flat)
        dice_read = self._dice(flat, dice_px, beside, frame.time)
        pieces = tuple(flat.piece(piece) for piece in self._tiles(flat, beside))
        free = self._free(flat.board)
        weighed = [(die, self._least(free, die, pieces)) for die in dice_read]
        dice = tuple(die for die, least in weighed if die.there >= least.tell)
        maybe = any(not _beside(die) and least.ask <= die.there < least.tell for die, least in weighed)
        maybe = maybe or (beside is not None and beside.lost(dice, pieces) > 0)
        clear = frozenset() if beside is None else beside.clear(pieces)
        mirror = self._only_flipped(flat, pieces)
        pieces = half_hidden(pieces, dice_read, self.thresholds.on_tile.ask, clear)
        hands = hidden(pieces)
        corners = located.corners if located else None
        warnings = faults(image, corners) | out_of_order(pieces) | warned(image, corners, dice, pieces)
        warnings |= {"hands_over_board"} if hands else set()
        asked = located is not None and located is not known_board and not located.oriented
        warnings |= {"mirrored"} if mirror or (asked and mirrored(image)) else set()
        missing = self.thresholds.missing if flat.board is None else self.thresholds.missing_on_board
        missed = missing.chance((die for die, least in weighed if least == free or die.there >= least.ask), dice)
        asks = doubts(self.thresholds, board != "none", located, dice, pieces)
        asks |= {"dice"} if maybe or missed > self.thresholds.missed else set()
        return Observation(frame.time, located, dice, pieces, hands, abstains=asks, warnings=warnings, missed=missed)

    def look_for_dice(
        self,
        frame: Frame,
        known_board: BoardSeen | None = None,
        pieces: Sequence[Piece] = (),
        dice_px: tuple[float, float] | None = None,
    ) -> tuple[Die, ...]:
        """The dice alone, as `look` tells them; `pieces` as they stood a moment ago: no tile is taken for a die."""
        if frame.still is not None:
            zoom = Zoom.between(frame.image, frame.still)
            larger, large = Frame(frame.still, frame.time), zoom.board(known_board)
            dice = self.look_for_dice(larger, large, tuple(map(zoom.piece, pieces)), zoom.span(dice_px))
            return tuple(map(zoom.back.die, dice))
        flat, free = straightened(frame.image, known_board), self._free(known_board)
        dice = self._dice(flat, dice_px, self._recalled(flat, slots=False), frame.time)
        return tuple(die for die in dice if die.there >= self._least(free, die, pieces).tell)

    def turned(self, frame: Frame, observation: Observation) -> Observation:
        """An observation of `look` with the turn of each flat die on a board that has none yet.

        Geometry alone tells it: asked for once, of a table at rest, it need not be worked out at each look.
        """
        if frame.still is not None:
            zoom = Zoom.between(frame.image, frame.still)
            straight_look = self.turned(Frame(frame.still, frame.time), zoom.observation(observation))
        else:
            flat = straightened(frame.image, observation.board)
            if flat.board is None:
                return observation
            straight = tuple(map(flat.straight_die, observation.dice))
            dice = turned(flat.image, flat.board, self.known[flat.board.layout], straight)
            straight_look = replace(observation, dice=dice)
        turns = [die.turn for die in straight_look.dice]
        dice = tuple(replace(die, turn=turn) for die, turn in zip(observation.dice, turns, strict=True))
        return replace(observation, dice=dice)

    def _recalled(self, flat: Straight, *, slots: bool = True) -> RecalledView | None:
        """The picture beside what is known of its table, with its slots or without."""
        board = flat.board
        if board is None:
            return None
        return self.recall(flat.image, board, self.known[board.layout], self.tiles if slots else None)

    def _tiles(self, flat: Straight, beside: RecalledView | None) -> tuple[Piece, ...]:
        """What stands at every space."""
        if flat.board is None or self.tiles is None:
            return ()
        known = None if beside is None else beside.pieces()
        if known is not None:
            return known
        return self.tiles.read(flat.image, flat.board, self.known[flat.board.layout])

    def _only_flipped(self, flat: Straight, pieces: Sequence[Piece]) -> bool:
        """Whether the tiles say that the picture is mirrored."""
        if flat.board is None or self.tiles is None:
            return False
        return only_flipped(self.tiles.read, flat.image, flat.board, self.known[flat.board.layout], pieces)

    def _dice(
        self, flat: Straight, dice_px: Span | None, beside: RecalledView | None, time: float
    ) -> tuple[Die, ...]:
        """Everything that may be a die, with its place on the board where there is one."""
        board = flat.board
        if board is None:
            return tuple(self.dice.read(flat.image, board=None, die_px=None))
        layout = self.known[board.layout]
        if beside is None:
            dice = self.dice.read(flat.image, board=board, die_px=dice_px)
            return tuple(flat.die(on_board(die, board, layout)) for die in dice)
        read = partial(self.dice.read, flat.image, board=board, die_px=dice_px or beside.dice_px)
        dice = beside.dice(read, time, self.thresholds.on_board.tell)
        return tuple(flat.die(on_board(die, board, layout)) for die in dice)

    def _free(self, board: BoardSeen | None) -> Least:
        """How likely a die must be where nothing is known to lie under it."""
        return self.thresholds.alone if board is None else self.thresholds.on_board

    def _least(self, free: Least, die: Die, pieces: Iterable[Piece]) -> Least:
        """How likely this one must be a die, given how likely on free ground, and the tiles."""
        under = _under(die, pieces)
        if not under:
            return self.thresholds.beside if _beside(die) else free
        sure = max((piece.sure for piece in under if piece.kind != "unknown"), default=0.0)
        return self.thresholds.on_sure_tile if sure >= self.thresholds.tile else self.thresholds.on_tile


def _beside(die: Die) -> bool:
    """Whether it lies beside the board; without a board no die is reported as cocked."""
    return die.state == "off-board" or (die.state == "cocked" and die.at is None)


def hidden(pieces: Sequence[Piece]) -> frozenset[str]:
    """Covered spaces, detected in one picture: neighbours in a row that cannot be read.

    A lone one may be glare, and where most cannot be read the light is to blame: no hand then.
    """
    blind = [piece.kind == "unknown" for piece in pieces]
    if 2 * sum(blind) > len(blind):
        return frozenset()
    rows = [piece.space.rpartition("/")[0] for piece in pieces]
    pairs = [k for k in range(1, len(pieces)) if blind[k] and blind[k - 1] and rows[k] == rows[k - 1]]
    return frozenset(pieces[k].space for pair in pairs for k in (pair - 1, pair))


def half_hidden(
    pieces: Iterable[Piece], dice: Iterable[Die], there: float, clear: frozenset[str] = frozenset()
) -> tuple[Piece, ...]:
    """The tiles, less sure where a die may lie: pips may be taken for a digit, and what they cover is not seen.

    Args:
        pieces: as they were read.
        dice: everything that may be a die.
        there: how likely a die must be.
        clear: spaces that show all that is known of their tiles.
    """
    over = [(die.center, COVERS * die.side) for die in dice if die.there >= there]
    return tuple(
        replace(piece, sure=min(piece.sure, UNSURE))
        if piece.space not in clear and any(math.dist(piece.center, at) < far for at, far in over)
        else piece
        for piece in pieces
    )


def _under(die: Die, pieces: Iterable[Piece]) -> list[Piece]:
    """The places on which a die would lie."""
    return [piece for piece in pieces if math.dist(die.center, piece.center) < die.side / 2]


def to_millimetres(board: BoardSeen, layout: Layout) -> NDArray[np.float64]:
    """The (3, 3) homography from px to mm: first corner (0, 0), x to the second, y to the fourth."""
    deep, wide = layout.size_mm
    there = np.array([(0, 0), (deep, 0), (deep, wide), (0, wide)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(np.array(board.corners, np.float32), there), np.float64)


def on_board(die: Die, board: BoardSeen, layout: Layout) -> Die:
    """The die with its place in mm; without one outside the board's edge, and there "off-board" unless it leans."""
    x, y, w, h = die.box
    foot = np.array([[[x + w / 2, y + h / 2]]], np.float64)
    at = cv2.perspectiveTransform(foot, to_millimetres(board, layout))[0, 0]
    inside = cv2.pointPolygonTest(np.array(board.corners, np.float32), (x + w / 2, y + h / 2), True)
    if inside < -0.25 * max(w, h):
        return die if die.state == "cocked" else replace(die, state="off-board")
    return replace(die, at=(round(float(at[0]), 1), round(float(at[1]), 1)))


def out_of_order(pieces: Iterable[Piece]) -> frozenset[str]:
    """The warning of a tile that stands, digit up, in another's place."""
    wrong = any(
        piece.kind == "open" and piece.reads is not None and piece.reads != piece.number
        for piece in pieces
    )
    return frozenset({"tile_out_of_order"}) if wrong else frozenset()


def doubts(
    least: Thresholds,
    wants_board: bool,
    board: BoardSeen | None,
    dice: Iterable[Die],
    pieces: Iterable[Piece],
) -> frozenset[str]:
    """Of "board", "dice", "tiles": what Piste would ask about before it acts."""
    asks = set()
    if wants_board and (board is None or board.sure < least.board):
        asks.add("board")
    sure = least.die if board is None else least.die_on_board
    if any(_doubtful(die, sure, least.cocked) for die in dice):
        asks.add("dice")
    if any(piece.kind == "unknown" or piece.sure < least.tile for piece in pieces):
        asks.add("tiles")
    return frozenset(asks)


def _doubtful(die: Die, flat: float, cocked: float) -> bool:
    if die.state == "flat":
        return die.value is None or die.sure < flat
    return die.state == "cocked" and die.sure < cocked
