"""The live picture of the camera's pages: the part that is shown, the marks over it, and whether all is well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.area.value import DiceArea
from vision.calibration.marks import Mark, area_mark, board_marks, marks_of, middle_of, part_of
from vision.observation import Observation, Point

from ....live.lookout import Lookout
from ....words import Words
from ....words.area import dice_there
from ....words.calibration import Tone, arrows_lie, marks_in_words, table_now

USUAL = (1280, 960)
"""Size of a picture that does not come, px."""
LETTERS = 0.042
"""Height of a value in the picture, as a share of its shown part."""


@dataclass(frozen=True)
class PlacedValue:
    """A value beside its die: where, px, and the sign."""

    x: float
    y: float
    sign: str


@dataclass(frozen=True)
class LivePicture:
    """What a page shows of the newest picture.

    Attributes:
        live: there is one.
        size: its width and height, px.
        part: (x, y, width, height) of what is shown, px.
        at: s, the time of the picture.
        marks: what was read in it.
        values: the signs of the dice.
        letters: px, their height.
        moves: something moves: the marks are those of the last rest.
        ask_here: where the check wants dice, px; () for nowhere.
        tone, says: whether all is well, and the sentence.
        in_words: the marks as text.
        arrows: a board of arrows lies there, of which nobody reads the men now.
    """

    live: bool
    size: tuple[int, int]
    part: tuple[int, int, int, int]
    at: float
    marks: tuple[Mark, ...]
    values: tuple[PlacedValue, ...]
    letters: float
    moves: bool
    ask_here: tuple[Point, ...]
    tone: Tone
    says: str
    in_words: list[tuple[str, list[str]]]
    arrows: bool

    @property
    def of_men(self) -> bool:
        """Whether men were read on arrows."""
        return bool(self.arrow_spaces)

    @property
    def arrow_spaces(self) -> frozenset[str]:
        """The arrows that are marked."""
        return frozenset(mark.space for mark in self.marks if mark.space.startswith("arrow-"))

    @property
    def corners(self) -> tuple[Point, ...]:
        """The edge of the board, px; () without one."""
        return next((mark.outline for mark in self.marks if mark.kind == "board"), ())


def live_picture(w: Words, lookout: Lookout, *, offers: bool = False) -> LivePicture:
    """What is shown now, in the reader's words; `offers`: on a page that offers to learn the table."""
    newest, seen, area = lookout.newest, lookout.at_rest, lookout.followed_area
    size = USUAL if newest is None else (newest.image.shape[1], newest.image.shape[0])
    calibration, arrows = lookout.calibration(), lookout.arrows_lie
    areas = () if area is None else _areas(area, size)
    marks = areas if seen is None or arrows else marks_of(seen, size, areas)
    shown = marks
    if not marks and area is None and calibration is not None and calibration.size == size:
        shown = board_marks(calibration.board, size)  # privacy: what was learnt says which part to show
    part = part_of(shown, size)
    letters = round(LETTERS * max(part[2:]), 1)
    tone, says = _says(w, lookout, seen, marks, offers)
    trial = lookout.check.trial
    asks = trial is not None and trial.ask is not None and trial.ask.kind == "dice"
    board = None if seen is None else seen.board
    return LivePicture(
        live=newest is not None,
        size=size,
        part=part,
        at=0.0 if newest is None else newest.time,
        marks=marks,
        values=placed_values(marks, letters),
        letters=letters,
        moves=lookout.moves_for is not None,
        ask_here=middle_of(board, size) if asks and board is not None else (),
        tone=tone,
        says=says,
        in_words=marks_in_words(w, marks),
        arrows=arrows,
    )


def _areas(area: DiceArea, size: tuple[int, int]) -> tuple[Mark, ...]:
    """The dice area, and the place beside it where one is used."""
    beside = () if area.aside is None else (area_mark(area.aside.outline(size), aside=True),)
    return (area_mark(area.outline(size)), *beside)


def _says(
    w: Words, lookout: Lookout, seen: Observation | None, marks: Sequence[Mark], offers: bool
) -> tuple[Tone, str]:
    if lookout.newest is None:
        return "change", w.t(
            "No camera gives me a picture just now: is one plugged in and switched on? Play goes by touch."
        )
    if seen is not None and lookout.followed_area is not None:
        good, says = dice_there(w, seen)
        return "good" if good else "change", says
    if lookout.arrows_lie and lookout.men is not None:
        return arrows_lie(w, learnt=lookout.men.learnt() is not None)
    learnt = lookout.calibration() is not None
    return table_now(w, seen, marks, learnt=learnt, moves_for=lookout.moves_for, offers=offers)


def placed_values(marks: Sequence[Mark], letters: float) -> tuple[PlacedValue, ...]:
    """The values of dice, each outside its die, on the side away from the other dice."""
    dice = [mark for mark in marks if mark.kind in SIGNS and not mark.space]
    middles = np.array([np.mean(mark.outline, axis=0) for mark in dice]).reshape(-1, 2)
    return tuple(_beside(mark, middle, middles, letters) for mark, middle in zip(dice, middles, strict=True))


SIGNS = {"die": "", "doubtful": "?", "leaning": "?", "beside": "–"}
"""What stands beside a die that has no sure value, by the kind of its mark."""


def _beside(die: Mark, middle: np.ndarray, others: np.ndarray, letters: float) -> PlacedValue:
    away = middle - others.mean(axis=0)
    far = float(np.hypot(*away))
    way = away / far if far > 1 else np.array([0.0, -1.0])
    reach = float(np.ptp(np.asarray(die.outline), axis=0).max()) * 0.6 + 0.75 * letters
    x, y = (middle + reach * way).round(1).tolist()
    return PlacedValue(x, y, SIGNS[die.kind] or str(die.value))
