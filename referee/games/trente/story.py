"""What an event of Trente ended, and its line of a record, where players are numbered from 1.

= 1 makes 25 for 30, loses 5, has 25
= 1 makes 33 for 30, attacks 2 at 3          or: attacks at 3, one of 2 3
= 1 hits 4 at 3, full hands 0, 2 loses 12, has -2
= 2 dies
= round 1: 18 -2 won by 1
= match won by 1
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ...core import Outcome
from ...story import ENDS, end_text, match_over, numbered, outcome, points_of
from .state import Died, News, RoundResult, Struck, TrenteState

OUTCOME_IDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "loses": ("sum", "threshold", "lost", "left"),  # a turn without an attack; `left` points afterwards
        "attacks": ("sum", "threshold", "target", "level"),  # a turn that ends in an attack on `target`
        "may_attack": ("sum", "threshold", "targets", "level"),  # one of `targets`, () without one
        "hits": ("hits", "level", "full_hands", "target", "lost", "left"),  # an attack is over
        "dies": (),  # fell below zero
        "may_revenge": (),  # was killed and may play one more turn
        "played_off": ("points",),  # a play-off round without a winner
        "round": ENDS["game"],
        "play_off": ENDS["play_off"],
        "match": ENDS["match"],
    }
)
"""What an event may end -> the names of its values."""


def outcomes(before: TrenteState, after: TrenteState) -> tuple[Outcome, ...]:
    """The turn, the attack, the deaths, the rounds and the match that ended between two states."""
    ended = [_of_news(news) for news in after.news]
    if after.asked is not None and after.asked != before.asked:
        ended.append(Outcome("may_revenge", after.asked))
    if after.settling and (after.settling, after.play_offs) != (before.settling, before.play_offs):
        new = after.play_offs[len(before.play_offs) :]
        ended += [outcome(OUTCOME_IDS, "played_off", None, points) for points in new]
        ended.append(outcome(OUTCOME_IDS, "play_off", None, after.settling, after.contenders))
    ended += [_round(result) for result in after.results[len(before.results) :]]
    if after.champions and not before.champions:
        ended.append(match_over(after.champions, after.play_offs))
    return tuple(ended)


def _of_news(news: News) -> Outcome:
    if isinstance(news, Died):
        return Outcome("dies", news.player)
    if isinstance(news, Struck):
        values = (news.hits, news.level, news.full_hands, news.target, news.damage, news.left)
        return outcome(OUTCOME_IDS, "hits", news.player, *values)
    made = (news.sum, news.threshold)
    if not news.level:
        return outcome(OUTCOME_IDS, "loses", news.player, *made, news.lost, news.left)
    if len(news.targets) == 1:
        return outcome(OUTCOME_IDS, "attacks", news.player, *made, news.targets[0], news.level)
    return outcome(OUTCOME_IDS, "may_attack", news.player, *made, news.targets, news.level)


def _round(result: RoundResult) -> Outcome:
    values = (result.number, result.points, result.play_offs, result.winners)
    return outcome(OUTCOME_IDS, "round", None, *values)


def to_text(outcome: Outcome) -> str:
    """One of `outcomes` as a record has it."""
    values = outcome.named
    if outcome.what == "played_off":
        return f"play-off {points_of(values['points'])}"
    return end_text(outcome) if outcome.player is None else f"{outcome.player + 1} {_DONE[outcome.what](values)}"


def _made(v: Mapping[str, Any]) -> str:
    return f"makes {v['sum']} for {v['threshold']}"


_DONE: Mapping[str, Any] = {
    "loses": lambda v: f"{_made(v)}, loses {v['lost']}, has {v['left']}",
    "attacks": lambda v: f"{_made(v)}, attacks {v['target'] + 1} at {v['level']}",
    "may_attack": lambda v: (
        f"{_made(v)}, attacks at {v['level']}, one of {numbered(v['targets']) or 'nobody'}"
    ),
    "hits": lambda v: (
        f"hits {v['hits']} at {v['level']}, full hands {v['full_hands']}, {v['target'] + 1} loses {v['lost']},"
        f" has {v['left']}"
    ),
    "dies": lambda v: "dies",
    "may_revenge": lambda v: "may take revenge",
}
"""What a player does -> the rest of the line, made of its values."""
