"""One short sentence for each event: the story beside the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import N_, Words
from .aside import set_aside_sentence
from .corrections import ReportedEvent, Teller, corrected
from .games.arrows import SAID, TOUCHES, move_text, place, printed
from .games.tock import of_cards


def _numbers(w: Words, numbers: Any) -> str:
    return w.all_of(n for n in numbers or () if n is not None)


def _settled(w: Words, event: ReportedEvent, name: str) -> str:
    dice = _numbers(w, event["dice"])
    if event.get("anew"):
        return w.t("The tiles show that %(name)s threw %(dice)s.", name=name, dice=dice)
    return w.t("%(name)s throws %(dice)s.", name=name, dice=dice)


def _uncertain(w: Words, event: ReportedEvent, name: str) -> str:
    if not event.get("asks", True):
        return w.t("The dice are hard to read: Piste looks on.")
    return w.t("The dice are hard to read: Piste asks.")


def _flipped(w: Words, event: ReportedEvent, name: str) -> str:
    if event["state"] == "open":
        return w.t("Tile %(tile)s is open again.", tile=event["tile"])
    return w.t("Tile %(tile)s is closed.", tile=event["tile"])


def _accepted(w: Words, event: ReportedEvent, name: str) -> str:
    if event.get("steps"):
        move = move_text(w, event["steps"])
        sentence = w.t("%(name)s plays %(move)s.", name=name, move=move)
        made = w.tn("That makes %(n)s point.", "That makes %(n)s points.", event.get("gained", 0))
        return f"{sentence} {made}" if event.get("gained") else sentence
    if sentence := set_aside_sentence(w, event, name):
        return sentence
    declared = SAID.get(event.get("move", ""))
    if declared is not None:
        return w.t(declared, name=name)
    if (cards := of_cards(w, event.get("move", ""), name)) is not None:
        return cards
    if event.get("move", "").startswith(TOUCHES):
        man = place(w, printed(event["move"].removeprefix(TOUCHES)))
        return w.t("%(name)s touches the man on %(place)s: it must be moved.", name=name, place=man)
    if not event["closed"]:
        return w.t("%(name)s plays %(move)s.", name=name, move=event.get("move", ""))
    return w.t("%(name)s closes %(tiles)s.", name=name, tiles=_numbers(w, event["closed"]))


def _refused(w: Words, event: ReportedEvent, name: str) -> str:
    if event["rule"] == "board_unsure":
        return w.t("The teacher is asked to look at %(name)s's tiles.", name=name)
    return w.t("%(name)s's move did not fit.", name=name)


def _passed(w: Words, event: ReportedEvent, name: str) -> str:
    if event.get("cause") == "left":
        return w.t("%(name)s leaves the game.", name=name)
    if event.get("forced") and not event.get("open"):  # with tiles, some are open but do not fit
        return w.t("%(name)s passes.", name=name)
    if event["score"] == 0:
        return w.t("%(name)s has closed everything: 0 points!", name=name)
    return w.tn(
        "%(name)s stops at %(n)s point.", "%(name)s stops at %(n)s points.", event["score"] or 0, name=name
    )


def fixed(text: str) -> Teller:
    """A teller with a fixed sentence."""
    return lambda w, event, name: w.t(text)


EVENTS: Mapping[str, Teller] = {
    "game_started": fixed(N_("The game begins.")),
    "roll_started": fixed(N_("The dice are rolling.")),
    "roll_settled": _settled,
    "die_cocked": fixed(N_("A die is leaning: the throw does not count.")),
    "die_off_board": fixed(N_("A die left the board: the throw does not count.")),
    "roll_uncertain": _uncertain,
    "tile_flipped": _flipped,
    "move_accepted": _accepted,
    "move_refused": _refused,
    "move_withdrawn": fixed(N_("The tiles were put back.")),
    "turn_passed": _passed,
    "board_reset": fixed(N_("The tiles are open again.")),
    "game_ended": fixed(N_("The game is over.")),
    "series_ended": fixed(N_("The series is over.")),
    "corrected": corrected,
    "board_moved": fixed(N_("The board has moved.")),
    "board_back": fixed(N_("The board is found again.")),
    "light_low": fixed(N_("It is getting dark.")),
    "camera_lost": fixed(N_("The camera does not answer any more.")),
    "camera_back": fixed(N_("The camera is back.")),
    "paused": fixed(N_("Pause.")),
    "resumed": fixed(N_("The game goes on.")),
}
"""Event word of `webui.table.values.events.FIELDS` -> who words it."""
