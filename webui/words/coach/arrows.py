"""The coach's sentences for games on the board of arrows, at three reading levels (`webui.words.coach.tiles.LEVELS`).

Only countable facts: points to go, throws that capture a lone man, throws that enter; no best play.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.coach_arrows import Entry, Shots, ThrowOdds
from referee.games.backgammon.leaflet import Opening

from .. import Words
from ..odds import percent
from .tiles import Lines


def colour(w: Words, player: int) -> str:
    """ "White" or "Black"."""
    return w.t("Black") if player else w.t("White")


def pip_lines(w: Words, level: str, pips: tuple[int, int]) -> Lines:
    """How far the men of both players still have to go.

    Args:
        w: the reader's words.
        level: the reading level.
        pips: points to go, White's first.
    """
    white, black = pips
    if level == "first":
        if white == black:
            return (w.t("White and Black have equally far to go."),)
        return (w.t("%(colour)s is ahead.", colour=colour(w, int(black < white))),)
    both_sides = w.t("White still has %(white)s points to go, Black %(black)s.", white=white, black=black)
    if level == "nine" or white == black:
        return (both_sides,)
    behind = w.tn(
        "%(colour)s is behind by %(n)s point.",
        "%(colour)s is behind by %(n)s points.",
        abs(white - black),
        colour=colour(w, int(black > white)),
    )
    return (both_sides, behind)


def shot_lines(w: Words, level: str, player: int, shots: Sequence[Shots]) -> Lines:
    """A player's lone men, and the opponent's throws that would capture them now.

    Args:
        w: the reader's words.
        level: the reading level.
        player: the player of the men, 0 for White.
        shots: from `BackgammonCoach.shots`.
    """
    name = colour(w, player)
    if not shots:
        return (w.t("%(colour)s has no man alone.", colour=name),)
    if level == "first":
        return tuple(_short_shot(w, name, lone) for lone in shots)
    sentences: list[str] = []
    for lone in shots:
        sentences.append(_shot(w, name, lone))
        sentences += _shot_in_full(w, lone) if level == "grown" else ()
    return tuple(sentences)


def _short_shot(w: Words, name: str, lone: Shots) -> str:
    if lone.odds.throws:
        return w.t("%(colour)s's man alone on %(arrow)s is in danger.", colour=name, arrow=lone.arrow)
    return w.t("%(colour)s's man alone on %(arrow)s is safe for this throw.", colour=name, arrow=lone.arrow)


def _shot(w: Words, name: str, lone: Shots) -> str:
    return w.tn(
        "Of 36 throws %(n)s captures %(colour)s's man alone on %(arrow)s.",
        "Of 36 throws %(n)s capture %(colour)s's man alone on %(arrow)s.",
        lone.odds.of_36,
        colour=name,
        arrow=lone.arrow,
    )


def _shot_in_full(w: Words, lone: Shots) -> Lines:
    which = _which(w, lone.odds)
    attackers = (
        w.t(
            "From %(arrow)s it is %(far)s away: %(throws)s of 36 throws on an empty board.",
            arrow=w.t("the bar") if arrow == "bar" else arrow,
            far=far,
            throws=throws,
        )
        for arrow, far, throws in lone.attackers
    )
    return (*which, *attackers)


def entry_lines(w: Words, level: str, player: int, entry: Entry) -> Lines:
    """The prospects of a player's captured men; () if there are none.

    Args:
        w: the reader's words.
        level: the reading level.
        player: the player of the men, 0 for White.
        entry: from `BackgammonCoach.entry`.
    """
    if not entry.waiting:
        return ()
    name = colour(w, player)
    if level == "first":
        return (_short_entry(w, name, entry),)
    sentences = [
        w.tn(
            "Of 36 throws %(n)s brings in a man of %(colour)s.",
            "Of 36 throws %(n)s bring in a man of %(colour)s.",
            entry.at_least_one.of_36,
            colour=name,
        )
    ]
    if level == "grown":
        sentences += _which(w, entry.at_least_one)
    if entry.waiting > 1:
        sentences.append(
            w.tn(
                "%(n)s brings in all %(men)s.",
                "%(n)s bring in all %(men)s.",
                entry.everyone.of_36,
                men=entry.waiting,
            )
        )
        sentences += _which(w, entry.everyone) if level == "grown" else ()
    return tuple(sentences)


def _short_entry(w: Words, name: str, entry: Entry) -> str:
    if entry.at_least_one.chance == 1:
        return w.t("%(colour)s can come in whatever is thrown.", colour=name)
    if not entry.at_least_one.throws:
        return w.t("%(colour)s cannot come in with this throw.", colour=name)
    if 2 * entry.at_least_one.chance > 1:
        return w.t("%(colour)s will most likely come in.", colour=name)
    if 2 * entry.at_least_one.chance == 1:
        return w.t("%(colour)s is as likely to come in as not.", colour=name)
    return w.t("%(colour)s needs luck to come in.", colour=name)


def _which(w: Words, odds: ThrowOdds) -> Lines:
    """The throws one by one, with their chance; () for none."""
    if not odds.throws:
        return ()
    throws = w.all_of(f"{a}-{b}" for a, b in odds.throws)
    return (w.t("%(chance)s: %(throws)s.", chance=percent(w, odds.chance), throws=throws),)


def opening_lines(w: Words, openings: Sequence[Opening]) -> Lines:
    """The leaflet's advice for the first throw, as White plays it and with the leaflet's own arrows.

    Args:
        w: the reader's words.
        openings: from `BackgammonCoach.openings` for one throw; at least one.
    """
    ways = (", ".join(opening.men) for opening in openings)
    dice = "-".join(map(str, openings[0].dice))
    return tuple(
        w.t("With %(dice)s the leaflet recommends %(men)s to White.", dice=dice, men=way) for way in ways
    )
