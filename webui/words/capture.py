"""The words of a capture: the consent, what each picture should show, why one is refused, how it was read."""

from __future__ import annotations

from collections.abc import Iterable

from vision.calibration.learn import seat1_side
from vision.observation import BoardSeen

from ..capture.plan import MISSING, SWAPPED, CaptureStep, WantedDie
from ..capture.score import CaptureScore
from . import Words
from .calibration import side_words


def consent(w: Words) -> list[str]:
    """The points that a person agrees to before anything is stored."""
    return [
        w.t("Only the board and a hand's breadth around it are kept; all else is painted over before it is written."),
        w.t("Nobody is to be in the pictures: one step shows your hand, and you may pass over it."),
        w.t("The pictures stay on this machine. Nothing is sent; you may delete them all at any time."),
        w.t("You sign a licence, so that others may learn from them where you give them away yourself."),
    ]


def licence_says(w: Words) -> dict[str, str]:
    """The licences to choose from."""
    return {
        "cc-by": w.t("CC BY 4.0: everybody may use them who says whose they are"),
        "cc0": w.t("CC0: everybody may use them, and owes nothing"),
    }


def asked(w: Words, step: CaptureStep, before: CaptureStep | None, hinged: bool) -> list[tuple[bool, str]]:
    """(new, sentence): tiles, dice, lamp and camera of a step; `new` if it differs from the step before."""
    def new(name: str) -> bool:
        return before is None or getattr(step, name) != getattr(before, name)

    def back(name: str) -> bool:
        return before is not None and new(name)

    sentences = [(new("closed") or new("extra"), _tiles(w, step, hinged)), (new("dice"), _dice(w, step))]
    if step.lamp != "usual" or back("lamp"):
        sentences.append((new("lamp"), _lamp(w, step)))
    if step.stand != "usual" or back("stand"):
        sentences.append((new("stand"), _stand(w, step)))
    return [(fresh, text) for fresh, text in sentences if text]


def _tiles(w: Words, step: CaptureStep, hinged: bool) -> str:
    if step.extra == "swapped":
        return w.t("At place 1, put tiles %(one)s and %(other)s in each other's place. All tiles are open.",
                   one=SWAPPED[0], other=SWAPPED[1])  # fmt: skip
    if step.extra == "missing":
        return w.t("At place 1, take tile %(tile)s away. All others are open, in their places.", tile=MISSING)
    if step.extra == "hand":
        return w.t("All tiles are open. Lay a hand on the tiles of place 1 and leave it there.") if not hinged else w.t(
            "All tiles are open. Lay a hand on them and leave it there."
        )
    return {
        "none": w.t("Open all the tiles."),
        "odd": w.t("Close the odd tiles: 1, 3, 5, 7 and so on. Open the others."),
        "even": w.t("Close the even tiles: 2, 4, 6, 8 and so on. Open the others."),
        "first": w.t("Close the nine tiles of place 1. Leave the others open."),
        "all": w.t("Close all the tiles."),
    }[step.closed]


def _dice(w: Words, step: CaptureStep) -> str:
    if not step.dice:
        return w.t("No die on the table.")
    first, other = step.dice
    values = {"one": first.value, "other": other.value}
    if first.place in ("beside", "leaning", "tile"):
        return _odd_die(w, first)
    if first.value is None:
        return w.t("Throw two dice on the board.")
    return {
        "middle": w.t("Put two dice in the middle: %(one)s and %(other)s up.", **values),
        "edges": w.t("Put two dice near the frames, far apart: %(one)s and %(other)s up.", **values),
        "touching": w.t("Put two dice side by side, touching: %(one)s and %(other)s up.", **values),
    }[first.place]


def _odd_die(w: Words, die: WantedDie) -> str:
    if die.place == "beside":
        return w.t("Lay one die beside the board, two fingers from its edge, another one on the board.")
    if die.place == "leaning":
        return w.t("Lean one die against a frame, so that it stands askew; lay another one flat in the middle.")
    return w.t("Lay one die on a tile, another one in the middle.")


def _lamp(w: Words, step: CaptureStep) -> str:
    return {
        "usual": w.t("Light as at the beginning."),
        "dim": w.t("Dim the lamp, or draw the curtain."),
        "side": w.t("Let the lamp shine from the side."),
    }[step.lamp]


def _stand(w: Words, step: CaptureStep) -> str:
    return {
        "usual": w.t("Camera as at the beginning."),
        "higher": w.t("Put the camera higher, the whole board in the picture."),
        "slanted": w.t("Let the camera look from the side, at a slant, the whole board in the picture."),
    }[step.stand]


def place1(w: Words, board: BoardSeen | None) -> str:
    """Where place 1 is in the picture; "" without a board."""
    if board is None:
        return ""
    return w.t("Place 1 is %(side)s of the picture.", side=side_words(w)[seat1_side(board.corners)])


def unfit(w: Words, reasons: Iterable[str]) -> list[str]:
    """Why a picture was not taken, and what to do."""
    says = {
        "no_board": w.t(
            "I do not see the board. Show it whole, or show its four corners by hand: “Set up the camera”."
        ),
        "other_board": w.t("I see another board. Show its four corners by hand: “Set up the camera”."),
        "board_cut": w.t("The board is cut off: move the camera until all of it is in the picture."),
        "board_small": w.t("The board is small in the picture: bring the camera closer."),
        "light_low": w.t("It is too dark: switch on a lamp."),
        "blurred": w.t("The picture is blurred: clean the lens, and fix the camera so that it cannot shake."),
        "glare": w.t("Something shines: move the lamp or draw the curtain."),
        "hand": w.t("Something covers the tiles: a hand? Take it away."),
    }
    return [says[word] for word in reasons]


def unanswered(w: Words, step: CaptureStep) -> str:
    """What is missing in a person's answers."""
    wanted = [die.value for die in step.dice]
    if not wanted:
        return w.t(
            "No die was asked for. Say “no die” where none lies, or take it away and take the picture again."
        )
    if None not in wanted:
        return w.t("Asked were two dice, %(values)s up. Say what each one shows, or take the picture again.",
                   values=w.all_of(wanted))  # fmt: skip
    return w.t("Asked were two dice. Say what each one shows; touch the picture where one is missing.")


def read(w: Words, score: CaptureScore) -> tuple[bool, str]:
    """(all right, how Piste read the last stored picture)."""
    parts = [w.t("tiles %(right)s of %(n)s", right=score.tiles_right, n=score.tiles)]
    if score.dice or score.dice_extra:
        parts.append(w.t("dice %(right)s of %(n)s", right=score.dice_right, n=score.dice))
    if score.dice_extra:
        parts.append(w.tn("%(n)s die where none lies", "%(n)s dice where none lies", score.dice_extra))
    good = bool(score.tiles_all and score.dice_all)
    return good, w.t("Kept. By myself I read right: %(what)s.", what=", ".join(parts))


def result(w: Words, score: CaptureScore, skipped: int) -> list[tuple[bool, str]]:
    """(good, sentence) for a whole set."""
    sentences = [
        (bool(score.pictures), w.tn("%(n)s picture is kept.", "%(n)s pictures are kept.", score.pictures)),
        _of(w, w.t("Board found"), score.boards, score.pictures),
        _of(w, w.t("Tiles read right"), score.tiles_right, score.tiles),
        _of(w, w.t("Dice read right"), score.dice_right, score.dice),
        (not score.dice_extra, w.t("Dice that I saw where none lies: %(n)s.", n=score.dice_extra)),
        (True, w.t("Pictures that I would have asked about: %(dice)s for their dice, %(tiles)s for their tiles.",
                   dice=score.dice_asked, tiles=score.tiles_asked)),
        (not score.dice_wrong + score.tiles_wrong,
         w.t("Pictures read wrong without asking: %(dice)s for their dice, %(tiles)s for their tiles.",
             dice=score.dice_wrong, tiles=score.tiles_wrong)),
    ]
    if skipped:
        sentences.append((False, w.tn("%(n)s step was passed over.", "%(n)s steps were passed over.", skipped)))
    return sentences


def _of(w: Words, what: str, right: int, n: int) -> tuple[bool, str]:
    return right == n, w.t("%(what)s: %(right)s of %(n)s.", what=what, right=right, n=n)
