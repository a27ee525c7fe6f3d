"""Words about a calibrated table: what is good, what to change, and the content of its live picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from vision.area.men_board import BOARD_MOVED
from vision.calibration.checks import Finding, checks
from vision.calibration.learn import Calibration
from vision.calibration.marks import Mark
from vision.calibration.picture import pictured
from vision.errors import NoStart
from vision.frame import Image
from vision.men.known import LAYOUT, KnownMen
from vision.observation import UNREADABLE, Observation, Why

from ..table.values.view import MenFix
from . import N_, Words
from .men import misplaced_says

Values: TypeAlias = Mapping[str, Any]
Says: TypeAlias = Callable[[Words, bool, Values], str]
Tone: TypeAlias = Literal["good", "change", "waits"]
"""Of a sentence: all is well, something is to be done, or the first reading is awaited."""
LONG = 8.0
"""Seconds of motion after which the hands on the table are spoken of."""
MEN = {"white": N_("white: %(which)s"), "black": N_("black: %(which)s"), "doubtful": N_("in doubt: %(which)s")}
TILES = {"open": N_("open: %(which)s"), "closed": N_("closed: %(which)s"), "doubtful": N_("in doubt: %(which)s")}
DICE = {
    "die": "%(value)s", "doubtful": N_("in doubt (%(value)s)"), "leaning": N_("leaning"),
    "beside": N_("beside the board"),
}  # fmt: skip
"""What the marks of tiles and of dice say, by their kind."""


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


def drawing(w: Words) -> Callable[[Image, Calibration], Image]:
    """A function that draws a calibration into one of its pictures, with its sentences below."""

    def draw(image: Image, calibration: Calibration) -> Image:
        return pictured(image, calibration, lines(w, calibration), names(w))

    return draw


def side_words(w: Words) -> dict[str, str]:
    """The sides of the picture, in words."""
    return {
        "bottom": w.t("at the bottom"),
        "left": w.t("on the left"),
        "top": w.t("at the top"),
        "right": w.t("on the right"),
    }


def table_now(
    w: Words,
    seen: Observation | None,
    marks: Sequence[Mark],
    *,
    learnt: bool,
    moves_for: float | None,
    offers: bool = False,
) -> tuple[Tone, str]:
    """Whether all is well with the table, and the sentence; if not, the one thing to do now.

    Args:
        w: the reader's words.
        seen: the newest observation of the table at rest; None before one.
        marks: what was read in it.
        learnt: the table was calibrated.
        moves_for: s, for how long something has been moving; None at rest.
        offers: the page offers to learn the table.
    """
    if moves_for is not None and moves_for >= LONG:
        return "waits", w.t("Something moves: take your hands away, then I read what lies there.")
    if seen is None:
        return "waits", w.t("I am looking…")
    faults = (_unplaced(w, seen, learnt), _unfit(w, seen), _unread(w, seen, marks))
    fault = next(filter(None, faults), None)
    if fault is None and of_men(seen):
        return "good", w.t("All is well: I read the men on all arrows.")
    return ("change", fault) if fault else ("good", _all_well(w, marks, ask=offers and not learnt))


def arrows_lie(w: Words, *, learnt: bool) -> tuple[Tone, str]:
    """Of a board of arrows that nobody follows just now: what it is, and the one thing to do."""
    if learnt:
        return "good", w.t("I know this board of arrows: I follow its men as soon as a game of men is played on it.")
    return "change", w.t(
        "I see a board of arrows. Lay out the start position of Backgammon, Jacquet or Le Tric Trac, then press "
        "“Learn this board”."
    )


def of_men(seen: Observation) -> bool:
    """Whether a learnt board of arrows was looked at."""
    return seen.board is not None and seen.board.layout == LAYOUT


def _unplaced(w: Words, seen: Observation, learnt: bool) -> str | None:
    """What to do so that the board is found, the right way round."""
    if "mirrored" in seen.warnings:
        return _mirrored(w, False, {})
    if BOARD_MOVED in seen.warnings:
        return w.t("The board has moved since I learnt it: put it back, or lay a start position and teach me again.")
    if seen.board is not None:
        return _cut(w, False, {}) if "board_cut" in seen.warnings else None
    if learnt:
        return w.t("I no longer see the board: uncover it, or put it back under the camera.")
    return w.t("I do not see the board: show all of it from above, with nothing on its corners.")


def _unfit(w: Words, seen: Observation) -> str | None:
    """What keeps the table from being read surely."""
    why = next((UNREADABLE[word] for word in sorted(seen.warnings & UNREADABLE.keys())), None)
    if why is not None:
        return cannot_be_read(w, why)
    warned = (says for word, says in WARNED if word in seen.warnings)
    always = _size(w, False, {}) if "board_small" in seen.warnings else None
    return always or (next((says(w, False, {}) for says in warned), None) if seen.abstains else None)


def _unread(w: Words, seen: Observation, marks: Sequence[Mark]) -> str | None:
    """What to do so that every tile and die is read."""
    tiles, dice = [mark for mark in marks if mark.space], [mark for mark in marks if mark.kind in DICE]
    doubtful = sum(mark.kind == "doubtful" for mark in tiles)
    if of_men(seen):
        return w.t("I am not sure of the arrows marked “?”: what hides or dazzles them?") if doubtful else None
    if not tiles:
        return w.t("I can read no tile.")
    if doubtful:
        return w.tn(
            "I read %(read)s tiles of %(of)s. What hides or dazzles the one marked “?”?",
            "I read %(read)s tiles of %(of)s. What hides or dazzles those marked “?”?",
            doubtful, read=len(tiles) - doubtful, of=len(tiles),
        )  # fmt: skip
    if any(mark.kind == "leaning" for mark in dice):
        return w.t("A die leans: lay it flat.")
    if "dice" in seen.abstains:
        return w.t("I am not sure of a die: lay the dice flat in the middle, a little apart.")
    return None


def _all_well(w: Words, marks: Sequence[Mark], *, ask: bool) -> str:
    """What is read, and what may be done next."""
    tiles, dice = sum(bool(mark.space) for mark in marks), sum(mark.kind == "die" for mark in marks)
    if ask:
        return w.t("I read %(tiles)s tiles. If the marks lie right, press “The marks lie right”.", tiles=tiles)
    if not dice:
        return w.t("All is well: I read %(tiles)s tiles. Put two dice in the middle to see me read them.", tiles=tiles)
    return w.tn(
        "All is well: I read %(tiles)s tiles and %(n)s die.", "All is well: I read %(tiles)s tiles and %(n)s dice.",
        dice, tiles=tiles,
    )  # fmt: skip


def marks_in_words(w: Words, marks: Iterable[Mark]) -> list[tuple[str, list[str]]]:
    """(title, what is read there) for each place of the board and for the dice: what the marks show, as text."""
    rows: dict[str, list[Mark]] = {}
    for mark in marks:
        if mark.space:
            arrows = mark.space.startswith("arrow-")
            row = "arrows" if arrows else mark.space.rpartition("/")[0].removeprefix("seat-")
            rows.setdefault(row, []).append(mark)
        elif mark.kind in DICE:
            rows.setdefault("dice", []).append(mark)
    reads = {"dice": _dice_read, "arrows": _men_read}
    return [(_title(w, name), reads.get(name, _tiles_read)(w, row)) for name, row in rows.items()]


def _title(w: Words, row: str) -> str:
    if row == "arrows":
        return w.t("Men on their arrows")
    return w.t("Dice") if row == "dice" else w.t("Place %(number)s", number=row) if row else w.t("Tiles")


def _men_read(w: Words, row: Sequence[Mark]) -> list[str]:
    which = {kind: [_arrow_read(mark) for mark in row if mark.kind == kind] for kind in MEN}
    return [w.t(MEN[kind], which=w.all_of(arrows)) for kind, arrows in which.items() if arrows]


def _arrow_read(mark: Mark) -> str:
    """ "6 (5)": arrow 6 with five men."""
    arrow = mark.space.removeprefix("arrow-")
    return arrow if mark.value is None else f"{arrow} ({mark.value})"


def _tiles_read(w: Words, row: Sequence[Mark]) -> list[str]:
    which = {kind: [mark.space.rpartition("-")[2] for mark in row if mark.kind == kind] for kind in TILES}
    return [w.t(TILES[kind], which=w.all_of(numbers)) for kind, numbers in which.items() if numbers]


def _dice_read(w: Words, row: Sequence[Mark]) -> list[str]:
    return [w.t(DICE[mark.kind], value=mark.value or "?") for mark in row]


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
WARNED: tuple[tuple[str, Says], ...] = (("light_low", _light), ("blurred", _sharp), ("glare", _glare))
"""The words of what makes readings doubtful."""


def why_not(w: Words, refused: NoStart) -> str:
    """Why no board of arrows was learnt, and what to do."""
    if refused.why == "no-board":
        return w.t(
            "I see no board of arrows: show all of it from above, with nothing beside it that looks like one. "
            "Or show its four corners by hand."
        )
    if refused.why == "one-colour":
        return w.t("No start position lies there whose white men are lighter than the black ones.")
    wrong = misplaced_says(w, MenFix(refused.arrow, refused.expected, refused.read))
    advice = w.t(
        "If the start position is right, lay the men side by side from the rim on, or show the board’s four corners by "
        "hand; else put it right and try again."
    )
    return f"{wrong} {advice}"


def learnt_men_says(w: Words, known: KnownMen) -> str:
    """What was learnt of a board of arrows."""
    own = sum(known.own)
    return w.t(
        "I know this board: where its 24 arrows lie, the colours of its men, and how %(own)s arrows look without any.",
        own=own,
    )  # fmt: skip
