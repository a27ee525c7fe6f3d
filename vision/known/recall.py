"""A picture beside what is known of its table: where dice may be, and which of their own looks the tiles show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp

import numpy as np
from numpy.typing import NDArray

from ..dice.pips import Colours, reweighed
from ..dice.turned import shown_of
from ..dice.upper import Shown
from ..frame import Image
from ..geometry.plane import Window
from ..layout import Layout
from ..observation import BoardSeen, Die, Piece
from ..tiles.reader import ShownSlots
from ..tiles.slots import KINDS as READ
from .asking import odds
from .ground import Ground, Mask, Sampled, covers, differs, part_of, sampled, shape_of
from .looks import KINDS, Compared, Floats, KnownSides, explained, probabilities, small
from .others import compared
from .traits import beside_traits, together
from .value import Known, ReadsSlots
from .windows import blobs, die_cells, on_board, share_in, windows_of

OTHERWISE = 0.22
"""Share of the board's known cells that differ from the bare board where something else lies there, or light is new."""
CROWDED = 0.45
"""The same of a dice area, where men and dice fill more of what is known."""
UNLIKE, MOSTLY = 0.4, 0.7
"""Share of the tiles known from both sides, and of those known from any, that show none of their looks where board or
light are not as they were."""
SHADOW = 2.0
"""Times as large as a die's box is what is not taken for bare ground around it."""
BARE, FULL = 0.12, 0.5
"""Share of a box whose cells must differ for a die to lie there; for something new to lie there that fills it."""
LEAST_BOX = 0.7
"""Times the cells of the smallest die that its box has a side, seen aslant."""
NEW = 2.0
"""Log odds that speak for a die where something new lies: tables have little else that comes and goes."""
WHOLE, LARGE = 0.5, 2.2
"""Sides of dice between which a new object may be one that the eyes do not see."""
CLEAR = 0.98
"""A die whose value the network tells so surely is not looked at by its pips."""
ENOUGH = 0.97
"""How surely the looks alone must tell every tile for the network not to be asked."""


Reads = Callable[..., tuple[Die, ...]]
"""Reads the dice of one picture: everywhere, or `within` some parts of the board's plane."""


@dataclass(frozen=True)
class Remembering:
    """What eyes ask at each look: their `recall`.

    Attributes:
        known: what is known now.
    """

    known: Callable[[], Known | None]

    def __call__(self, image: Image, board: BoardSeen, layout: Layout, tiles: object | None) -> Recalled | None:
        """A picture through a straight lens beside what is known of its table; None where nothing is."""
        known = self.known()
        slots = tiles if isinstance(tiles, ReadsSlots) else None
        return None if known is None else recalled(known, image, board, layout, slots)


@dataclass(frozen=True, eq=False)
class Recalled:
    """A picture beside what is known.

    Attributes:
        known: what is known.
        image: the picture, (H, W, 3) uint8 BGR.
        board: where the board is in it.
        layout: of that board.
        off: (h, w) cells that show something else than the bare table, tiles that look as they should left out; None
            where the ground is not as it was, or not known.
        shown: the slots; None without known ones.
        beside: what they show beside their looks; None where the looks are not known, or nothing is as it was.
        sides: what is known of those looks; None likewise.
        slots: (h, w), the number of the slot that a cell belongs to; -1 beside them.
        reader: of the slots; None without known ones.
    """

    known: Known
    image: Image
    board: BoardSeen
    layout: Layout
    off: Mask | None
    shown: ShownSlots | None
    beside: Compared | None
    slots: NDArray[np.int16]
    reader: ReadsSlots | None = None
    sides: KnownSides | None = None

    @property
    def dice_px(self) -> tuple[float, float] | None:
        """Least and greatest side of this table's dice, px; None where it is not known."""
        return self.known.dice.px(self.board)

    def windows(self) -> tuple[Window, ...]:
        """Parts of the board's plane where dice may be, to be searched; () where all of it must be."""
        return () if self.off is None else windows_of(self.off, self.layout, self.known.dice)

    @property
    def bare(self) -> bool:
        """No box as large as a die holds so much that is new that one may lie there; False where tiles lie."""
        ground = self.known.ground
        if self.off is None or ground is None or self.layout.seats:
            return False
        return share_in(self.off, ground.known, round(LEAST_BOX * die_cells(self.known.dice, self.layout))) < BARE

    def covered(self, die: Die) -> float:
        """Share of a die's cells that show something new; 2 if unknown."""
        ground = self.known.ground
        if self.off is None or ground is None:
            return 2.0
        there, looks = part_of(die.box, self.board, self.layout), self.known.looks
        slots = self.slots[there]
        both = np.zeros(1, np.bool_) if looks is None else np.append(looks.known.all(axis=1), False)
        known = np.where(slots < 0, ground.known[there], both[slots])
        return float(self.off[there].mean()) if known.size and known.all() else 2.0

    def dice(self, read: Reads, time: float, likely: float) -> tuple[Die, ...]:
        """The dice of a picture.

        They are looked for where something is new; everywhere now and then, and where not as many as ever are seen.
        In a dice area that shows nothing new nobody looks but now and then: whatever was read there would be none.

        Args:
            read: reads them.
            time: seconds, of the picture.
            likely: how likely a die must be to count.
        """
        due = self.known.due(time)
        if not due and self.bare:
            return ()
        windows = () if due else self.windows()
        dice = read(within=windows) if windows else ()
        if not windows or not self.known.dice.usual(sum(die.there >= likely for die in dice)):
            dice = read()
        beside = ((die, self.covered(die)) for die in dice)
        there = [_likelier(die, share) for die, share in beside if share >= BARE]
        return tuple(self._as_sure(die) for die in self._by_pips(there))

    def _by_pips(self, dice: Sequence[Die]) -> list[Die]:
        """The same, doubtful ones as the colours of this table's pips tell them; all of a look at once."""
        colours = self.known.dice.colours
        if colours is None:
            return list(dice)
        shows = iter(shown_of(self.image, self.board, self.layout, list(filter(_doubtful, dice))))
        return [_by_colours(die, next(shows), colours) if _doubtful(die) else die for die in dice]

    def _as_sure(self, die: Die) -> Die:
        """A die as sure as such readings turned out to be here."""
        return replace(die, sure=self.known.asking.sure(min(1.0, die.sure))) if die.state == "flat" else die

    def usual(self, count: int) -> bool:
        """True if so many dice lay there before, or if no number is known."""
        return not self.known.dice.counts or self.known.dice.usual(count)

    def lost(self, dice: Sequence[Die], pieces: Sequence[Piece]) -> int:
        """How many dice may lie there unseen.

        As many as new things of their size lie on the board's free ground, and tiles look otherwise than what they are
        read as; only while fewer dice are seen than ever lay there: else whatever lies there is none.
        """
        ground = self.known.ground
        if self.off is None or ground is None or len(dice) >= self.known.dice.least:
            return 0
        left = self.off & ground.known & (self.slots < 0) & on_board(self.layout)
        left = left & ~covers([die.box for die in dice], self.board, self.layout, SHADOW)
        side = die_cells(self.known.dice, self.layout) / 0.8
        return self._strange(pieces) + sum(
            WHOLE * side < x1 - x0 < side * LARGE and WHOLE * side < y1 - y0 < side * LARGE
            for x0, y0, x1, y1 in blobs(left, self.layout, self.known.dice)
        )

    def _strange(self, pieces: Sequence[Piece]) -> int:
        """How many tiles do not look as they did when they stood as they are read."""
        looks, beside = self.known.looks, self.beside
        if looks is None or beside is None or self._only_stored or len(pieces) != len(looks.count):
            return 0
        kinds = [(index, KINDS.index(piece.kind)) for index, piece in enumerate(pieces) if piece.kind in KINDS]
        return sum(looks.known[side] and beside.weight[side] < beside.other[side[0]] for side in kinds)

    def clear(self, pieces: Sequence[Piece]) -> frozenset[str]:
        """The spaces that plainly show one of their own looks: nothing lies upon them that would hide a digit."""
        if self.beside is None or self.known.looks is None or self._only_stored:
            return frozenset()
        weight = np.where(self.known.looks.known.all(axis=1, keepdims=True), self.beside.weight, -np.inf).max(axis=1)
        plain = weight > self.beside.other / 2
        return frozenset(piece.space for piece, shown in zip(pieces, plain, strict=True) if shown)

    @property
    def _only_stored(self) -> bool:
        """Some of what is known of the looks is what was kept of them: too little to do without the network."""
        return self.sides is not None and self.sides is not self.known.looks

    def pieces(self) -> tuple[Piece, ...] | None:
        """What stands at every space, the network asked only where the looks alone do not tell."""
        tiles = self.reader
        if self.shown is None or tiles is None or self.beside is None or self.sides is None:
            return None  # where the looks do not fit, the places may not either
        looks, even = self.sides, np.full((len(self.shown.crops), len(READ)), 1 / len(READ), np.float32)
        fused, alone = probabilities(looks, self.beside, even)
        digits = looks.digits
        plain = not self._only_stored and float(alone.min(initial=1.0)) >= ENOUGH
        if not plain or not (digits.sum(axis=1) > 0)[fused.argmax(axis=1) == 0].all():
            read = tiles.probabilities(self.shown, self.layout)
            fused, _ = probabilities(looks, self.beside, np.asarray(read[:, : len(READ)], np.float32))
            digits = _digits(looks, fused, read[:, len(READ) :])
        digits = np.where(digits.sum(axis=1, keepdims=True) > 0, digits, 1 / digits.shape[1])
        return tiles.pieces(self.shown, self.layout, np.concatenate([fused, digits], axis=1).astype(float))


def _doubtful(die: Die) -> bool:
    """A flat die whose value the network does not tell plainly."""
    return die.state == "flat" and bool(die.chances) and max(die.chances) < CLEAR


def _likelier(die: Die, covered: float) -> Die:
    """A die, the likelier where something new lies that fills its place."""
    if not FULL <= covered <= 1.0:
        return die
    there = 1 / (1 + exp(-odds(die.there) - NEW))
    return replace(die, there=there, sure=die.sure * there / max(die.there, 1e-6))


def _by_colours(die: Die, shown: Shown, colours: Colours) -> Die:
    """A die whose value its pips' colours help to tell."""
    chances = reweighed(die.chances, shown, colours)
    value = 1 + max(range(6), key=lambda face: chances[face])
    return replace(die, value=value, chances=chances, sure=die.sure * max(chances) / max(die.chances))


def _digits(looks: KnownSides, fused: Floats, read: NDArray[np.float64]) -> Floats:
    """Each digit's probabilities: of a tile that shows its own open look, with what was read of it before."""
    before = np.where(looks.digits.sum(axis=1, keepdims=True) > 0, looks.digits, 1.0)
    own = (looks.known[:, 0] & (fused[:, 0] > 0.9))[:, None]
    both = np.where(own, read * np.maximum(before, 1e-3), read)
    return np.asarray(both / both.sum(axis=1, keepdims=True), np.float32)


def recalled(known: Known, image: Image, board: BoardSeen, layout: Layout, tiles: ReadsSlots | None) -> Recalled | None:
    """A picture through a straight lens beside what is known of its board; None where that is another one.

    What does not look as it did is left out: dice are then searched everywhere, and tiles read by the network alone.
    """
    if known.layout != board.layout:
        return None
    shown = beside = sides = None
    if tiles is not None and known.places is not None:  # else the slots are passed over
        shown = tiles.shown(image, board, layout, known.places)
        sides, beside = _recalled_sides(known, shown, layout) or (None, None)
    slots = known.slots if known.slots is not None else np.full(shape_of(layout), -1, np.int16)
    off = None
    if known.ground is not None:
        strange = np.full(int(slots.max(initial=-1)) + 1, tiles is not None)
        if sides is not None and beside is not None:
            strange = ~explained(sides, beside)
        off = _off(known.ground, slots, sampled(image, board, layout), layout, strange)
    return Recalled(known, image, board, layout, off, shown, beside, slots, tiles, sides)


def _recalled_sides(known: Known, shown: ShownSlots, layout: Layout) -> tuple[KnownSides, Compared] | None:
    """The slots beside what is known of their looks; None where too many show neither."""
    now, looks = small(shown.crops), known.looks
    comparison = compared(looks, now, layout.seats) if looks is not None and looks.known.any() else None
    sides: tuple[KnownSides, Compared] | None = None if looks is None or comparison is None else (looks, comparison)
    traits = known.traits
    if traits is not None and len(traits.known) == len(now) and (looks is None or (traits.known & ~looks.known).any()):
        sides = together(looks, comparison, traits, beside_traits(traits, now))
    return None if sides is None or _unlike(*sides) else sides


def _unlike(looks: KnownSides, comparison: Compared) -> bool:
    """Whether so many slots show neither of their looks that board or light are not as they were."""
    strange = ~explained(looks, comparison)
    both, any_known = looks.known.all(axis=1), looks.known.any(axis=1)
    new = np.count_nonzero(both & strange) > max(2.0, UNLIKE * np.count_nonzero(both))
    return bool(new or np.count_nonzero(any_known & strange) > max(2.0, MOSTLY * np.count_nonzero(any_known)))


def _off(
    ground: Ground, slots: NDArray[np.int16], now: Sampled, layout: Layout, strange: Mask
) -> Mask | None:
    """(h, w), cells that are not as they were, those of strange slots among them; None where too many are not."""
    free = slots < 0
    off = differs(ground, now)
    both = ground.known & on_board(layout)
    most = OTHERWISE if layout.seats else CROWDED
    if int(np.count_nonzero(off & both)) > most * max(1, int(np.count_nonzero(both))):
        return None
    off |= ~ground.known
    if strange.size:
        off = np.where(free, off, np.append(strange, False)[slots])
    off &= now.visible
    return off
