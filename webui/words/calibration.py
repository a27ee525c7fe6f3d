"""Words about a calibrated table: what is good, what to change, and the content of its live picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from vision.calibration.checks import Finding, checks
from vision.calibration.learn import Calibration, seat1_side
from vision.calibration.picture import pictured
from vision.frame import Image
from vision.layout import layouts
from vision.observation import BoardSeen, Die, Why

from . import Words
from .area import flat_dice

Values: TypeAlias = Mapping[str, Any]
Says: TypeAlias = Callable[[Words, bool, Values], str]
STEP = 10
"""Steps, in hundredths of the picture, for the board's share: similar pictures get the same words."""


def lines(w: Words, calibration: Calibration | None) -> list[tuple[bool, str]]:
    """(good, sentence) for every check; without a board, what to do about it."""
    if calibration is None:
        return [
            (False, w.t("I do not see the board.")),
            (
                False,
                w.t(
                    "Show it whole, from above, with nothing on its corners. Or show its four corners by hand."
                ),
            ),
        ]
    return [(check.good, sentence(w, check)) for check in checks(calibration)]


def sentence(w: Words, check: Finding) -> str:
    """One check, in the reader's language."""
    return dict(SAYS)[check.word](w, check.good, dict(check.values))


def names(w: Words) -> dict[str, str]:
    """The words of the picture of the result."""
    seats = {f"seat-{seat}": w.t("Place %(number)s", number=seat) for seat in range(1, 5)}
    return seats | {
        "felt": w.t("middle"), "open": w.t("open tile"), "closed": w.t("closed tile"), "dice": w.t("dice"),
    }  # fmt: skip


def drawing(w: Words, *, sentences: bool = True) -> Callable[[Image, Calibration], Image]:
    """A function that draws a calibration into one of its pictures, in the reader's language.

    Args:
        w: the reader's language.
        sentences: put its sentences below the picture; False if the page shows them itself.
    """

    def draw(image: Image, calibration: Calibration) -> Image:
        return pictured(image, calibration, lines(w, calibration) if sentences else [], names(w))

    return draw


def side_words(w: Words) -> dict[str, str]:
    """The sides of the picture, in words."""
    return {
        "bottom": w.t("at the bottom"),
        "left": w.t("on the left"),
        "top": w.t("at the top"),
        "right": w.t("on the right"),
    }


def board_sentence(w: Words, board: BoardSeen | None, *, learnt: bool) -> str:
    """Whether the board is visible now, in one sentence; `learnt`: its place is known."""
    if board is None and learnt:
        return w.t("I do not see the board just now: the line shows where it was learnt.")
    if board is None:
        return w.t("I do not see the board.")
    layout = layouts().get(board.layout)
    if layout is not None and layout.hinged:
        return w.t("I see a box with hinged tiles.")
    return w.t("I see a board with four frames.")


def described(w: Words, board: BoardSeen | None, size: tuple[int, int], dice: Sequence[Die]) -> str:
    """Where the board lies in the picture, how large, which way round, and the dice on it; "" for an empty picture.

    Args:
        w: the reader's words.
        board: the outlined one.
        size: width and height of the picture, px.
        dice: the dice observed.
    """
    sentences = [] if board is None else _placed(w, board, size)
    return " ".join(
        [*sentences, *flat_dice(w, [die for die in dice if die.state == "flat" and die.value is not None])]
    )


def _placed(w: Words, board: BoardSeen, size: tuple[int, int]) -> list[str]:
    corners = np.asarray(board.corners) / size
    share = STEP * max(1, round(100 * _area(corners) / STEP))
    lies = w.t(
        "The board lies %(where)s of the picture and fills some %(share)s %% of it.",
        where=_where(w, corners),
        share=share,
    )
    cut = bool((corners < 0).any() or (corners > 1).any())
    side = side_words(w)[seat1_side(board.corners)]
    return [
        lies,
        *([w.t("The board is cut off: move the camera until all of it is in the picture.")] if cut else []),
        w.t("Place 1 is %(side)s of the picture.", side=side),
    ]


def _area(corners: np.ndarray) -> float:
    """The area of the quadrilateral, as a share of the picture."""
    x, y = corners[:, 0], corners[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def _where(w: Words, corners: np.ndarray) -> str:
    """The third of the picture, across and down, that holds the board's middle."""
    across, down = np.clip((3 * corners.mean(axis=0)).astype(int), 0, 2)
    rows = (
        (w.t("at the upper left"), w.t("at the top"), w.t("at the upper right")),
        (w.t("on the left"), w.t("in the middle"), w.t("on the right")),
        (w.t("at the lower left"), w.t("at the bottom"), w.t("at the lower right")),
    )
    return rows[down][across]


def which_tiles(w: Words, spaces: Iterable[str]) -> str:
    """ "7 (place 2) and 9 (place 2)"."""
    return w.all_of(_which(w, space) for space in spaces)


def _which(w: Words, space: str) -> str:
    seat, _, slot = space.rpartition("/")
    number = slot.removeprefix("slot-")
    return w.t("%(tile)s (place %(seat)s)", tile=number, seat=seat.removeprefix("seat-")) if seat else number


def _board(w: Words, good: bool, values: Values) -> str:
    if values["by_hand"]:
        return w.t("The board stands where you showed it.")
    if good:
        return w.t("I see the board, and am %(sure)s %% sure.", sure=round(100 * values["sure"]))
    return w.t("I am not sure where the board is: show its four corners by hand.")


def cannot_be_read(w: Words, why: Why) -> str:
    """The table is unreadable: the likely reason, and what to change, in two lines of a phone."""
    return {
        "glare": w.t("I read the table badly: something shines. Move the lamp."),
        "small": w.t("I read the table badly: too small. Bring the camera closer."),
        "dark": w.t("I read the table badly: too dark. Switch on a lamp."),
        "blurred": w.t("I read the table badly: blurred. Clean the lens."),
    }[why]


def _unreadable(w: Words, good: bool, values: Values) -> str:
    return cannot_be_read(w, values["why"])


def _size(w: Words, good: bool, values: Values) -> str:
    if good:
        return w.t("The board is large enough in the picture.")
    return w.t("The board is small in the picture: bring the camera closer.")


def _cut(w: Words, good: bool, values: Values) -> str:
    return w.t("The board is cut off: move the camera until all of it is in the picture.")


def _steep(w: Words, good: bool, values: Values) -> str:
    return w.t("The camera looks too much from the side: put it higher, above the board.")


def _light(w: Words, good: bool, values: Values) -> str:
    return w.t("The light is good.") if good else w.t("It is too dark: switch on a lamp.")


def _sharp(w: Words, good: bool, values: Values) -> str:
    if good:
        return w.t("The picture is sharp.")
    return w.t("The picture is blurred: clean the lens, and fix the camera so that it cannot shake.")


def _glare(w: Words, good: bool, values: Values) -> str:
    return (
        w.t("Nothing shines too much.")
        if good
        else w.t("Something shines: move the lamp or draw the curtain.")
    )


def _dice(w: Words, good: bool, values: Values) -> str:
    if values["px"] is None:
        return w.t("I saw no die: put two dice in the middle to see whether they are large enough.")
    px = round(values["px"])
    if good:
        return w.t("The dice are large enough (%(px)s pixels).", px=px)
    return w.t("The dice are small in the picture (%(px)s pixels): bring the camera closer.", px=px)


def _tiles(w: Words, good: bool, values: Values) -> str:
    px = round(values["px"])
    if good:
        return w.t("The tiles are large enough (%(px)s pixels).", px=px)
    return w.t("The tiles are small in the picture (%(px)s pixels): bring the camera closer.", px=px)


def _read(w: Words, good: bool, values: Values) -> str:
    if not values["n"]:
        return w.t("I can read no tile.")
    if good:
        return w.t("I see the %(n)s tiles.", n=values["n"])
    return w.t(
        "I see %(read)s tiles of %(n)s. What hides these: %(which)s?",
        read=values["read"], n=values["n"], which=which_tiles(w, values["doubtful"]),
    )  # fmt: skip


def _tags(w: Words, good: bool, values: Values) -> str:
    side = side_words(w)[values["side"]]
    if values["n"] == 4:
        return w.t("I see the four corner tags. Place 1 is %(side)s of the picture.", side=side)
    if good:
        return w.t("Place 1 is %(side)s of the picture.", side=side)
    if not values["n"]:
        return w.t("I see no corner tag: I take place 1 to be %(side)s of the picture.", side=side)
    return w.tn(
        "I see %(n)s corner tag of four: uncover the others.",
        "I see %(n)s corner tags of four: uncover the others.",
        values["n"],
    )


def _mirrored(w: Words, good: bool, values: Values) -> str:
    return w.t("The picture is mirrored: no digit can be read in it. Show it the right way round.")


def _turned(w: Words, good: bool, values: Values) -> str:
    return w.t("The camera hangs upside down: check where place 1 is.")


def _worn(w: Words, good: bool, values: Values) -> str:
    return w.t(
        "Hard to read: %(which)s. Go over the digit with a pen.", which=which_tiles(w, values["spaces"])
    )


def _backs(w: Words, good: bool, values: Values) -> str:
    return w.t("The backs of the tiles carry marks: I take note.")


SAYS: tuple[tuple[str, Says], ...] = (
    ("board", _board), ("size", _size), ("cut", _cut), ("steep", _steep), ("light", _light), ("sharp", _sharp),
    ("glare", _glare), ("dice", _dice), ("tiles", _tiles), ("read", _read), ("tags", _tags),
    ("mirrored", _mirrored), ("turned", _turned), ("worn", _worn), ("backs", _backs),
    ("unreadable", _unreadable),
)  # fmt: skip
