"""Which rule was broken on the board of arrows: by a throw, by a play, by a word, or by what is seen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...core import Foul, Kind, Roll, Sighting, Space
from ...errors import BadPlace
from ...rules import foul
from .looks import NOTHING, SAID, counted
from .plays import Play, Say, Step
from .state import ArrowState, Men

if TYPE_CHECKING:
    from .game import ArrowGame


def of_roll(game: ArrowGame, state: ArrowState, roll: Roll) -> Foul | None:
    """Which rule a throw breaks, or None when it is due."""
    due = _undone(game, state)
    if due is not None:
        return due
    if not roll.dice or not all(type(die) is int and 1 <= die <= 6 for die in roll.dice):
        return foul("not_dice", roll.dice)
    if len(roll.dice) != game.dice_due(state):
        return foul("dice_count", game.dice_due(state), len(roll.dice))
    return None


def of_move(game: ArrowGame, state: ArrowState, move: Play | Say) -> Foul | None:
    """Which rule a move breaks, or None when it is legal."""
    if state.champions:
        return foul("game_over")
    if isinstance(move, Say):
        said = move in (*game.legal(state), *game.offers(state))
        return None if said else foul("not_now", move.word, expected=game.legal(state))
    if state.asked:
        return foul("must_answer", state.asked, expected=game.legal(state))
    if not state.dice:
        return foul("must_throw", game.dice_due(state))
    if game.end_of(state, move) is not None:
        return None
    return replace(_of_play(game, state, move), expected=game.legal(state))


def _of_play(game: ArrowGame, state: ArrowState, play: Play) -> Foul:
    """Why a play that is not legal is not: its first step that cannot be made, or what it leaves out."""
    dice = game.dice_for(state.table, state.dice)
    for length, step in enumerate(play.steps):
        before = game.walk.follow(state.table, dice, play.steps[:length])
        if not game.walk.follow(state.table, dice, play.steps[: length + 1]):
            table, rest = before[0]
            return game.step_refusal(state, table, rest, step) if rest else foul("dice_used_up", state.dice)
    return game.short_refusal(state, play)


def _undone(game: ArrowGame, state: ArrowState) -> Foul | None:
    """What must be done before a throw."""
    if state.champions:
        return foul("game_over")
    if state.asked:
        return foul("must_answer", state.asked, expected=game.legal(state))
    return foul("must_move", state.dice, expected=game.legal(state)) if state.dice else None


def of_sighting(game: ArrowGame, state: ArrowState, seen: Sighting) -> Foul:
    """Which rule the most probable reading breaks; asked only when no legal move explains it."""
    changed = _changed(game, state, seen)
    word = changed.pop(SAID, NOTHING)
    if word != NOTHING and not changed:
        found = of_move(game, state, Say(word))
        if found is not None:
            return found
    if not changed or not state.dice:
        return _undone(game, state) or foul("must_throw", game.dice_due(state))
    play = _moved(game, state, changed)
    found = None if play is None else of_move(game, state, play)
    return found or foul("not_a_play", state.dice, expected=game.legal(state))


def _changed(game: ArrowGame, state: ArrowState, seen: Sighting) -> dict[Space, Kind]:
    """The spaces whose likeliest kind is neither what is due nor what was left from before."""
    left = game.leftover(state)
    found = {}
    for space, due in game.appearance(state).items():
        kinds = seen.spaces.get(space)
        likeliest = max(kinds, key=kinds.__getitem__) if kinds else due
        if likeliest not in (due, left.get(space)):
            found[space] = likeliest
    return found


def _moved(game: ArrowGame, state: ArrowState, changed: dict[Space, Kind]) -> Play | None:
    """The steps that take the mover's men from where they stood to where they are seen; None where none can."""
    shown = game.appearance(state) | changed
    shown.pop(SAID, NOTHING)
    try:
        men = counted(game, shown)
    except BadPlace:
        return None
    before, after = game.men(state.table)[0], men[state.player]
    gone, come = _more(before, after), _more(after, before)
    if len(gone) != len(come) or not 1 <= len(gone) <= len(game.dice_for(state.table, state.dice)):
        return None
    try:
        return Play(tuple(Step(source, target) for source, target in zip(gone, come, strict=True)))
    except ValueError:
        return None


def _more(some: Men, others: Men) -> list[int]:
    """The places, once for each man, at which the first have more men than the second."""
    pairs = enumerate(zip(some, others, strict=True))
    return [number for number, (one, other) in pairs for _ in range(one - other)]
