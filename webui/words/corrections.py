"""Corrections by Piste or a person: one short calm sentence each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..table.values.events import EventLine
from . import Words

Values = Mapping[str, Any]


class ReportedEvent(EventLine, total=False):
    """An event, with further values for its sentence: the tiles that have `shown` it, the `other` player's name."""

    shown: list[int]
    other: str


Teller = Callable[[Words, ReportedEvent, str], str]

CAUSES = ("roll", "move", "turn", "tile")
"""What a correction is told by, the first thing that it changes."""

TAKEN_BACK = ("move", "tile", "roll", "turn")
"""The same where a person takes something back."""


def corrected(w: Words, event: ReportedEvent, name: str) -> str:
    """A `corrected` event in one sentence; of several at one moment, show the one that `report_of` picks."""
    if event.get("what") is None:  # as in older journals
        return _by_hand(w, event["before"] or {}, event["after"] or {}, event["reason"], name)
    if event["by"] == "person" and event["reason"] == "undo":
        return _undone(w, event, name)
    table = BY_PERSON if event["by"] == "person" else BY_PISTE
    return table[event["what"]](w, event, name)


def report_of(history: Sequence[EventLine], event: EventLine) -> ReportedEvent | None:
    """The event with the tiles that revealed it, if it describes its correction best; None if another one does.

    What Piste corrects, or an undo, is reported once; what a person corrects, once a player.
    """
    undone = event["reason"] == "undo"
    every = undone or event["by"] == "piste"
    same = [
        line
        for line in history
        if line["event"] == "corrected" and line["t"] == event["t"]
        and (every or line.get("player") == event.get("player"))
    ]  # fmt: skip
    order = TAKEN_BACK if undone else CAUSES
    ranked = [line for what in order for line in same if line.get("what") == what] or same[-1:]
    if ranked[0] is not event:
        return None
    report: ReportedEvent = {**event, "shown": closed_since(history, event)}  # type: ignore[typeddict-item]  # `other` may be missing
    return report


def closed_since(history: Iterable[EventLine], event: EventLine) -> list[int]:
    """The tiles closed between the event that a correction replaces and the next throw."""
    closed: set[int] = set()
    replaced = event.get("of")
    since = event["t"] if replaced is None else replaced
    for line in history:
        if line["event"] == "roll_started" and line["t"] > event["t"]:
            break
        if line["event"] == "tile_flipped" and line["t"] >= since:
            (closed.add if line["state"] == "closed" else closed.discard)(line["tile"])
    return sorted(closed)


def just_put_right(history: Sequence[EventLine]) -> ReportedEvent | None:
    """The correction that Piste has just made, if only tiles were turned since; else None."""
    made = [event for event in history if event["event"] == "corrected" and event["by"] == "piste"]
    if not made:
        return None
    newest = made[-1]
    since = (line for line in history if line["t"] > newest["t"])
    if any(line["event"] != "tile_flipped" for line in since):
        return None
    return next(
        (report for event in made if event["t"] == newest["t"] and (report := report_of(history, event))), None
    )


def _undone(w: Words, event: ReportedEvent, name: str) -> str:
    before = event["before"] or {}
    if event["what"] == "turn" and before.get("left"):
        return w.t("We go back: %(name)s plays on.", name=name)
    if event["what"] == "roll":
        return w.t("We go back: the throw counts no more.")
    if _is_board(event):
        return w.t("We go back: the board stands as before.")
    if event["what"] == "move" and event["after"] is None:
        opened = before.get("closed", [])
    else:
        opened = sorted(set(_stands(event).get("open", ())) - set(_stood(event).get("open", ())))
    if not opened:
        return w.t("We go back.")
    return w.tn(
        "We go back: tile %(tiles)s is open again.",
        "We go back: %(tiles)s are open again.",
        len(opened),
        tiles=w.all_of(opened),
    )


def _stood(event: ReportedEvent) -> Values:
    values: Values = event.get("stood") or event["before"] or {}
    return values


def _stands(event: ReportedEvent) -> Values:
    values: Values = event.get("stands") or event["after"] or {}
    return values


def _by_hand(w: Words, stood: Values, stands: Values, reason: Any, name: str) -> str:
    """The present state of tiles that stood otherwise."""
    if reason == "undo":
        return w.t("We go back.")
    was, now = set(stood.get("open") or ()), set(stands.get("open") or ())
    if was == now:
        return w.t("Corrected: the tiles stay as they are.")
    if not now:
        return w.t("%(name)s has closed everything.", name=name)
    changes = w.all_of(text for text in (_shut(w, sorted(was - now)), _opened(w, sorted(now - was))) if text)
    return w.t("%(name)s: %(tiles)s.", name=name, tiles=changes)


def _shut(w: Words, tiles: Sequence[int]) -> str:
    if not tiles:
        return ""
    return w.tn("tile %(tiles)s is closed", "tiles %(tiles)s are closed", len(tiles), tiles=w.all_of(tiles))


def _opened(w: Words, tiles: Sequence[int]) -> str:
    if not tiles:
        return ""
    return w.tn("tile %(tiles)s is open", "tiles %(tiles)s are open", len(tiles), tiles=w.all_of(tiles))


def _is_board(event: ReportedEvent) -> bool:
    """True for a correction of men or pawns on their spaces, not of tiles that are open or closed."""
    kinds = (event.get("after") or event.get("before") or {}).keys()
    return event["what"] == "tile" and bool(kinds) and not kinds & {"open", "closed", "missing", "dice"}


def _board_by_word(w: Words, event: ReportedEvent) -> str:
    """A person corrected the men or pawns, and perhaps the player to throw."""
    if event.get("spent"):
        return w.t("The board was put as it really stands; that throw counts no more.")
    turn = next((kind for kind, spaces in event["after"].items() if "turn" in spaces), "")
    if turn.startswith("place"):
        return w.t("The board was put as it really stands; it is another player’s turn.")
    if turn:
        return w.t("The board was put as it really stands; the other player throws.")
    return w.t("The board was put as it really stands.")


def _tiles_by_word(w: Words, event: ReportedEvent, name: str) -> str:
    if _is_board(event) and event["after"]:
        return _board_by_word(w, event)
    return _by_hand(w, _stood(event), _stands(event), event["reason"], name)


def _dice_by_word(w: Words, event: ReportedEvent, name: str) -> str:
    was, dice = event["before"], event["after"]
    if dice is None:
        return w.t("The throw counts no more.")
    if not was or was == dice:
        return w.tn("The die was a %(dice)s.", "The dice were %(dice)s.", len(dice), dice=w.all_of(dice))
    return w.tn(
        "The die was a %(dice)s, not a %(was)s.",
        "The dice were %(dice)s, not %(was)s.",
        len(dice),
        dice=w.all_of(dice),
        was=w.all_of(was),
    )


def _roll(w: Words, event: ReportedEvent, name: str) -> str:
    before, after = event["before"], event["after"]
    if after is None:
        return w.t("That was not a new throw.")
    dice = w.all_of(after)
    if before is None:
        return w.t("%(name)s had already thrown %(dice)s.", name=name, dice=dice)
    now: Counter[int] = Counter(after) - Counter(before)
    was: Counter[int] = Counter(before) - Counter(after)
    if not now and not was:
        return w.t("It was %(name)s who threw %(dice)s.", name=name, dice=dice)
    if now.total() != 1 or was.total() != 1:
        return w.t("The throw was %(dice)s.", dice=dice)
    (die,), (other,) = now, was
    if event["reason"] == "tiles" and die in event.get("shown", ()):
        return w.t("It was a %(die)s: tile %(die)s was closed.", die=die)
    return w.t("It was a %(die)s, not a %(other)s.", die=die, other=other)


def _move(w: Words, event: ReportedEvent, name: str) -> str:
    before, after = event["before"], event["after"]
    if "closed" not in (after or before):
        move = (after or before).get("move", "")
        if after is None:
            return w.t("%(name)s has not played %(move)s.", name=name, move=move)
        return w.t("%(name)s plays %(move)s.", name=name, move=move)
    closed = w.all_of((after or before).get("closed", ()))
    if after is None:
        return w.t("%(name)s has not closed %(tiles)s.", name=name, tiles=closed)
    if before is None:
        return w.t("%(name)s had already closed %(tiles)s.", name=name, tiles=closed)
    return w.t("%(name)s has closed %(tiles)s.", name=name, tiles=closed)


def _turn(w: Words, event: ReportedEvent, name: str) -> str:
    after = event["after"]
    if after is None and (event["before"] or {}).get("left"):
        return w.t("%(name)s plays on.", name=name)
    if after is None:
        return w.t("%(name)s's turn is not over.", name=name)
    if "dice" in after:
        return w.t("%(name)s passes.", name=name)
    return w.tn(
        "%(name)s stops at %(n)s point.", "%(name)s stops at %(n)s points.", after["score"], name=name
    )


def _tiles(w: Words, event: ReportedEvent, name: str) -> str:
    return w.t("The tiles are noted as they stand.")


BY_PISTE: Mapping[str, Teller] = {"roll": _roll, "move": _move, "turn": _turn, "tile": _tiles}
BY_PERSON: Mapping[str, Teller] = {
    "roll": _dice_by_word, "move": _tiles_by_word, "turn": _turn, "tile": _tiles_by_word,
}  # fmt: skip
"""What was put right -> who words it."""
