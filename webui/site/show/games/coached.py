"""What the coach says of games that no tile is closed in: of a match, as the house plays it.

Trente: which dice to set aside, and what an attack does; exact. On the board of arrows: what can be counted, and no
best play.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from referee.coach_trente import TrenteCoach
from referee.core import CHANCE
from referee.games.arrows import ArrowGame
from referee.games.trente import Keep, Trente, TrenteState
from referee.games.trente.policy import LOSE_LEAST
from referee.match import Match

from ....coach.arrows import board_lines
from ....coach.trente import attack_lines
from ....words import Words
from ....words.coach.tiles import LEVELS, Lines
from ....words.coach.trente import advice_lines, odds_lines


@lru_cache(maxsize=4)
def _coach(game: Trente) -> TrenteCoach:
    """The coach of a house, who keeps what he has worked out."""
    return TrenteCoach(game)


def coached(match: Match | None) -> bool:
    """The coach knows this game, and it goes on or was played."""
    return match is not None and isinstance(match.game, Trente | ArrowGame)


def said_before(w: Words, match: Match, level: str) -> Lines:
    """What is due now, for whoever must act: a heading and lines; () where there is nothing to say."""
    due = match.game.awaits(match.state)
    if due is None:
        return ()
    head = w.t("%(name)s, to you:", name=match.players[due.player])
    if isinstance(match.game, ArrowGame):
        return (head, *board_lines(w, level, match.game, match.state))
    if not isinstance(match.game, Trente):
        return ()
    lines = _trente(w, match.game, match.state, level, throws=due.actor == CHANCE)
    return (head, *lines) if lines else ()


def _trente(w: Words, game: Trente, state: TrenteState, level: str, *, throws: bool) -> Lines:
    """Of a throw what to set aside, before one what the turn comes to; of an attack what it does."""
    coach = _coach(game)
    if state.asked is not None:
        return ()
    if state.level:
        points = state.points[state.target] if state.target is not None and not state.hits else None
        return attack_lines(w, level, coach, state.level, points if points is None or points >= 0 else None)
    aside = () if state.fresh else tuple(die for die in state.aside if die)
    threshold = state.threshold or game.threshold_with(())
    if state.dice:
        return advice_lines(w, level, coach.advice(aside, state.threshold if aside else 0, state.dice), LOSE_LEAST)
    if not throws:
        return ()
    odds = coach.odds(aside, state.threshold) if aside else coach.start()
    return odds_lines(w, level, threshold, odds)


def said_after(w: Words, match: Match, level: str) -> Lines:
    """How good the newest choice of dice was: a heading, a verdict, and what the coach says of that throw."""
    index, game = match.newest(Keep), match.game
    if index is None or not isinstance(game, Trente):
        return ()
    before, keep = match.until(index), match.events[index]
    state, coach = before.state, _coach(game)
    aside = tuple(die for die in state.aside if die)
    advice = coach.advice(aside, state.threshold if aside else 0, state.dice)
    after = game.threshold_after(state, keep)
    mine = next((one for one in advice if _same(one, keep, after)), None)
    if mine is None:
        return ()
    head = w.t("%(name)s sets aside %(dice)s.", name=match.players[state.player], dice=w.all_of(keep.dice))
    if len(advice) == 1:
        return (head, w.t("There was no other choice."))
    verdict = w.t("There was something cleverer.") if mine.cost else w.t("Bravo, that was the cleverest!")
    told = () if level == LEVELS[0] and not mine.cost else advice_lines(w, level, advice, LOSE_LEAST)
    with_dice = w.t("With %(dice)s:", dice=w.all_of(state.thrown))
    return (head, verdict, *((with_dice, *told) if told else ()))


def _same(one: Any, keep: Keep, threshold: int) -> bool:
    return sorted(one.keep.dice) == sorted(keep.dice) and one.threshold == threshold
