"""What GNU Backgammon says of a game, for the page that shows it step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.games.arrows import Play, Say
from referee.match import Match

from ...records.backgammon import house
from ...records.backgammon_errors import MARKS, Assessed, decisions
from ...words import Words
from ...words.games.arrows import move_text
from .played import Moment


@dataclass(frozen=True)
class PlayerErrors:
    """What a player's plays cost.

    Attributes:
        name: the player.
        says: plays, thousandths of a point lost, and lost for each play, in a sentence.
        marks: each sign with how often it was given.
    """

    name: str
    says: str
    marks: tuple[tuple[str, int], ...]


def errors_of(w: Words, names: Sequence[str], plays: Sequence[Assessed]) -> tuple[PlayerErrors, ...]:
    """Each player's errors, in playing order."""
    return tuple(_errors(w, name, [play for play in plays if play.player == k]) for k, name in enumerate(names))


def _errors(w: Words, name: str, plays: Sequence[Assessed]) -> PlayerErrors:
    lost = [play.lost for play in plays if play.lost is not None]
    says = w.tn(
        "%(n)s play, %(lost)s thousandths of a point lost: %(rate)s for each play",
        "%(n)s plays, %(lost)s thousandths of a point lost: %(rate)s for each play",
        len(lost),
        lost=round(1000 * sum(lost)),
        rate=w.decimal(f"{1000 * sum(lost) / max(len(lost), 1):.1f}"),
    )
    return PlayerErrors(name, says, tuple((mark, sum(play.mark == mark for play in plays)) for mark in MARKS.values()))


def with_marks(
    w: Words, moments: Sequence[Moment], match: Match, plays: Sequence[Assessed]
) -> tuple[Moment, ...]:
    """The moments, each play that counts with its mark and what it cost; those of corrected plays unchanged.

    Args:
        w: the reader's words.
        moments: of the game.
        match: as it counts.
        plays: its plays and words, as far as they were analysed.
    """
    return tuple(_with_mark(w, moment, match, plays) for moment in moments)


def _with_mark(w: Words, moment: Moment, match: Match, plays: Sequence[Assessed]) -> Moment:
    then = None if moment.replayed is None else moment.replayed.match
    if moment.event != "move_accepted" or then is None or not isinstance(then.events[-1], Play | Say):
        return moment
    number = decisions(then)
    if number > len(plays) or match.events[: len(then.events)] != then.events:
        return moment
    play = plays[number - 1]
    return replace(moment, mark=play.mark, says=(*moment.says, *_says(w, then.until(len(then.events) - 1), play)))


def _says(w: Words, before: Match, play: Assessed) -> tuple[str, ...]:
    """What a play cost, and the best, as a sentence; () for a word about the doubling die without a mark."""
    if play.lost is None:
        named = {
            "?!": w.t("%(mark)s The doubling die: doubtful.", mark=play.mark),
            "?": w.t("%(mark)s The doubling die: an error.", mark=play.mark),
            "??": w.t("%(mark)s The doubling die: a blunder.", mark=play.mark),
        }
        return (named[play.mark],) if play.mark else ()
    if play.best is None or not round(1000 * play.lost):
        return (w.t("The best play, says GNU Backgammon."),)
    best = move_text(w, house(before).journey(before.state, play.best))
    costs = {"best": best, "lost": round(1000 * play.lost), "mark": play.mark}
    return (
        {
            "": w.t("A good play: %(best)s is better by %(lost)s thousandths of a point.", **costs),
            "?!": w.t("%(mark)s Doubtful: %(best)s is better by %(lost)s thousandths of a point.", **costs),
            "?": w.t("%(mark)s An error: %(best)s is better by %(lost)s thousandths of a point.", **costs),
            "??": w.t("%(mark)s A blunder: %(best)s is better by %(lost)s thousandths of a point.", **costs),
        }[play.mark],
    )
