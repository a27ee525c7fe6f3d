"""What is said of a game for practice: that it is one, whom Piste plays for, and what it does when it is its turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import N_, Words

View = Mapping[str, Any]

NAME = "Piste"
"""What the places are called that Piste plays; where it plays several, with their number."""

AGAINST: Mapping[str, str] = {
    "random": N_("against Piste, which plays at random"),
    "advice": N_("against Piste, which plays the coach’s best"),
}
"""How Piste chooses -> what the game is."""
CHOOSES: Mapping[str, str] = {
    "random": N_("It chooses any move that is allowed, at random."),
    "advice": N_("It plays the coach’s best."),
}
"""How Piste chooses -> what is told while it does."""


def piste_name(place: int, places: int) -> str:
    """What Piste is called at a place, where it plays so many."""
    return NAME if places == 1 else f"{NAME} {place}"


def which_practice(w: Words, game: View) -> str:
    """What the game is practised for, or against whom; "" where it is none for practice."""
    practice = game.get("practice")
    if practice is None:
        return ""
    against = AGAINST[practice["plays"]]
    return w.t(against) if practice["seats"] else w.t("you play every place yourself")


def throws_asked(w: Words, view: View) -> tuple[tuple[int, str], ...]:
    """What a person may tap so that Piste draws the dice: how many, and the words; () where that is not due."""
    due, practice = view["due"] or {}, (view["game"] or {}).get("practice")
    if practice is None or practice["dice"] != "piste" or view["state"] != "waiting_throw":
        return ()
    if due["what"] != "throw" or due["piste"]:
        return ()
    if not due["may"]:
        return ((due["dice"], w.tn("Throw the die", "Throw the dice", due["dice"])),)
    counts = sorted((due["dice"], *due["may"]), reverse=True)
    return tuple((count, w.tn("Throw one die", "Throw %(n)s dice", count)) for count in counts)


def piste_plays(view: View) -> bool:
    """Piste is to act, and nothing is to be done by people but to look on."""
    due = view["due"] or {}
    return bool(due.get("piste")) and view["state"] in ("waiting_throw", "waiting_move", "provisional")


def for_piste(view: View) -> bool:
    """It is the turn of a place that Piste plays."""
    practice = (view["game"] or {}).get("practice")
    return practice is not None and (view["due"] or {}).get("seat") in practice["seats"]


def piste_now(w: Words, view: View, says: tuple[str, ...], headline: str) -> tuple[str, tuple[str, ...]] | None:
    """Headline and sentences where it is Piste's turn, in place of those that a person would be told; else None.

    Args:
        w: the reader's words.
        view: the table's.
        says, headline: what a person would be told: what has just ended first, what to do last.
    """
    if not for_piste(view):
        return None
    due, practice = view["due"], view["game"]["practice"]
    name = next((p["name"] for p in view["players"] if p["player"] == due["player"]), NAME)
    thinks = practice["plays"]
    if not due["piste"]:
        throws = due["what"] == "throw" and view["state"] == "waiting_throw"
        return (w.t("Throw the dice for %(name)s!", name=name), says) if throws else None
    match view["state"]:
        case "waiting_throw":
            throws = w.t("%(name)s throws…", name=name)
            return w.t("%(name)s deals the cards…", name=name) if due["what"] == "deal" else throws, says[:-1]
        case "waiting_move":
            return _chooses(w, view, name), (*says[:-1], w.t(CHOOSES[thinks]))
        case "provisional":
            return _plays(w, view, name, headline), (w.t("Look at the move: it counts in a moment."),)
        case "put_back":
            tiles = w.all_of(fix["tile"] for fix in view["put_back"])
            done = w.t("Piste has no hands: do it on the board.")
            return w.t("Close %(tiles)s for %(name)s", tiles=tiles, name=name), (done,)
    return None


def _chooses(w: Words, view: View, name: str) -> str:
    dice = [die["value"] for die in view["dice"] if die["value"]]
    if view.get("laid"):
        return w.t("%(name)s plays %(card)s…", name=name, card=view["laid"])
    if dice and not view.get("asked") and "laid" not in view and _with_dice(view):
        return w.t("%(name)s has %(dice)s…", name=name, dice=w.all_of(dice))
    return w.t("%(name)s chooses…", name=name)


def _with_dice(view: View) -> bool:
    """The dice that lie there are those to be played."""
    return "turn" not in view or bool(view["turn"]["cast"])


def _plays(w: Words, view: View, name: str, headline: str) -> str:
    tiles = view["provisional"]
    if isinstance(tiles, list):
        return w.t("%(name)s closes %(tiles)s", name=name, tiles=w.all_of(tiles))
    if "turn" in view:
        return w.t("%(name)s: %(does)s", name=name, does=headline)
    return w.t("%(name)s has moved", name=name)
