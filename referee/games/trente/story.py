"""What an event of Trente ended, in the words of a record; players are numbered from 1.

= 1 makes 25 for 30, loses 5, has 25
= 1 makes 33 for 30, attacks 2 at 3          or: attacks at 3, one of 2 3
= 1 hits 4 at 3, full hands 0, 2 loses 12, has -2
= 2 dies
= round 1: 18 -2 won by 1
= match won by 1
"""

from __future__ import annotations

from ...story import numbered, points_of
from .state import Died, News, Points, RoundResult, Struck, TrenteState


def outcomes(before: TrenteState, after: TrenteState) -> tuple[str, ...]:
    """The turn, the attack, the deaths, the rounds and the match that ended between two states."""
    lines = [_told(news) for news in after.news]
    if after.asked is not None and after.asked != before.asked:
        lines.append(f"{after.asked + 1} may take revenge")
    if after.settling and (after.settling, after.play_offs) != (before.settling, before.play_offs):
        lines += [_points("play-off", one) for one in after.play_offs[len(before.play_offs) :]]
        lines.append(f"play-off for the {after.settling} between {numbered(after.contenders)}")
    lines += [_round(result) for result in after.results[len(before.results) :]]
    if after.champions and not before.champions:
        rounds = "".join(f", {_points('play-off', one)}" for one in after.play_offs)
        lines.append(f"match{rounds} won by {numbered(after.champions)}")
    return tuple(lines)


def _told(news: News) -> str:
    if isinstance(news, Died):
        return f"{news.player + 1} dies"
    if isinstance(news, Struck):
        return (
            f"{news.player + 1} hits {news.hits} at {news.level}, full hands {news.full_hands},"
            f" {news.target + 1} loses {news.damage}, has {news.left}"
        )
    made = f"{news.player + 1} makes {news.sum} for {news.threshold}"
    if not news.level:
        return f"{made}, loses {news.lost}, has {news.left}"
    if len(news.targets) == 1:
        return f"{made}, attacks {numbered(news.targets)} at {news.level}"
    return f"{made}, attacks at {news.level}, one of {numbered(news.targets) or 'nobody'}"


def _round(result: RoundResult) -> str:
    rounds = "".join(f", {_points('play-off', one)}" for one in result.play_offs)
    return f"{_points(f'round {result.number}:', result.points)}{rounds} won by {numbered(result.winners)}"


def _points(word: str, points: Points) -> str:
    return f"{word} {points_of(points)}"
