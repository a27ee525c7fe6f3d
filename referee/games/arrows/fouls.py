"""The rule that a throw, a play, a word or a sighting breaks on the board of arrows."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from ...changes import changed_spaces
from ...core import Foul, Kind, Roll, Sighting, Space
from ...errors import BadPlace
from ...rules import dice_refusal
from .choice import legal
from .looks import NOTHING, SAID, appearance, counted, leftover
from .plays import BAR, OFF, ManMove, Play, Say
from .rules import ArrowRules, foul
from .state import ArrowState, Men


class Pairing(NamedTuple):
    """Steps that were found to be possible, and the places that men left and came to besides, once for each man."""

    steps: tuple[ManMove, ...]
    gone: list[int]
    come: list[int]


def of_roll(rules: ArrowRules, state: ArrowState, roll: Roll) -> Foul | None:
    """Which rule a throw breaks, or None when it is due."""
    return _undone(rules, state) or dice_refusal(roll, (rules.dice_due(state),))


def of_move(rules: ArrowRules, state: ArrowState, move: Play | Say) -> Foul | None:
    """Which rule a move breaks, or None when it is legal."""
    if state.champions:
        return foul("game_over")
    if isinstance(move, Say):
        allowed = move in (*legal(rules, state), *rules.offers(state))
        return None if allowed else foul("not_now", move.word, expected=legal(rules, state))
    if state.asked:
        return foul("must_answer", state.asked, expected=legal(rules, state))
    if not state.dice:
        return foul("must_throw", rules.dice_due(state))
    if rules.end_of(state, move) is not None:
        return None
    return replace(_of_play(rules, state, move), expected=legal(rules, state))


def _of_play(rules: ArrowRules, state: ArrowState, play: Play) -> Foul:
    """Why a play that is not legal is not: its first step that cannot be made, or what it leaves out."""
    dice = rules.dice_for(state.table, state.dice)
    for length, step in enumerate(play.steps):
        before = rules.walk.follow(state.table, dice, play.steps[:length])
        if not rules.walk.follow(state.table, dice, play.steps[: length + 1]):
            table, rest = before[0]
            return rules.step_refusal(state, table, rest, step) if rest else foul("dice_used_up", state.dice)
    return rules.short_refusal(state, play)


def _undone(rules: ArrowRules, state: ArrowState) -> Foul | None:
    """What must be done before a throw."""
    if state.champions:
        return foul("game_over")
    if state.asked:
        return foul("must_answer", state.asked, expected=legal(rules, state))
    return foul("must_move", state.dice, expected=legal(rules, state)) if state.dice else None


def of_sighting(rules: ArrowRules, state: ArrowState, sighting: Sighting) -> Foul:
    """Which rule the most probable reading breaks; asked only when no legal move explains it."""
    otherwise = changed_spaces(appearance(rules, state), leftover(state), sighting)
    word = otherwise.pop(SAID, NOTHING)
    if word != NOTHING and not otherwise:
        broken = of_move(rules, state, Say(word))
        if broken is not None:
            return broken
    if not otherwise or not state.dice:
        return _undone(rules, state) or foul("must_throw", rules.dice_due(state))
    play = _moved(rules, state, otherwise, sighting)
    broken = None if play is None else of_move(rules, state, play)
    return broken or foul("not_a_play", state.dice, expected=legal(rules, state))


def _moved(
    rules: ArrowRules, state: ArrowState, otherwise: dict[Space, Kind], sighting: Sighting
) -> Play | None:
    """The steps that take the mover's men from their old places to the sighted ones; None if no steps do.

    Men of a colour are alike: of all ways in which they may have gone, the one with most possible steps is taken.
    """
    shown = appearance(rules, state) | otherwise
    shown.pop(SAID, NOTHING)
    try:
        men = counted(rules, shown)
    except BadPlace:
        return None
    before = rules.men(state.table)[0]
    after = _with_unseen(rules, state.player, before, men[state.player], sighting)
    gone, come = _more(before, after), _more(after, before)
    if OFF in gone or BAR in come or len(gone) != len(come):
        return None
    if not 1 <= len(gone) <= len(rules.dice_for(state.table, state.dice)):
        return None
    steps, gone, come = _furthest(rules, state, gone, come)
    return Play((*steps, *(ManMove(source, target) for source, target in zip(gone, come, strict=True))))


def _with_unseen(rules: ArrowRules, player: int, before: Men, after: Men, sighting: Sighting) -> Men:
    """A player's men, those among them that came to or left a place that nobody saw: the bar, or beyond the last arrow.

    He has as many all the time. One more was on the bar; one fewer was borne off.
    """
    men, more = list(after), sum(after) - sum(before)
    place = BAR if more > 0 else OFF
    if more and rules.space(player, place) not in sighting.spaces:
        men[place] = max(0, men[place] - more)
    return tuple(men)


def _furthest(rules: ArrowRules, state: ArrowState, gone: list[int], come: list[int]) -> Pairing:
    """Most possible steps from some of these places to others, one after the other, and the places that are left."""
    dice, ways = rules.dice_for(state.table, state.dice), [Pairing((), gone, come)]
    furthest = ways[0]
    while ways:
        furthest, ways = ways[0], [
            Pairing((*steps, step), _without(gone, step.source), _without(come, step.target))
            for steps, gone, come in ways
            for step in dict.fromkeys(ManMove(source, target) for source in gone for target in come)
            if rules.walk.follow(state.table, dice, (*steps, step))
        ]
    return furthest


def _without(places: list[int], place: int) -> list[int]:
    """These places, that one once less."""
    at = places.index(place)
    return places[:at] + places[at + 1 :]


def _more(some: Men, others: Men) -> list[int]:
    """The places, once for each man, at which the first have more men than the second."""
    pairs = enumerate(zip(some, others, strict=True))
    return [number for number, (more, fewer) in pairs for _ in range(more - fewer)]
