"""Which rule of Trente was broken: by a throw, by a move, by a word, or by what is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core import Foul, Kind, Roll, Sighting, are_dice
from ...rules import dice_refusal, foul
from ...seen import changed
from . import looks
from .dice import holds
from .state import DICE, Attack, Keep, Revenge, TrenteState
from .turns import dice_due, targets

if TYPE_CHECKING:
    from .game import Trente


def of_roll(game: Trente, state: TrenteState, roll: Roll) -> Foul | None:
    """Which rule a throw breaks, or None when it is due."""
    if state.champions:
        return foul("game_over")
    owed = _owed(game, state)
    if owed is not None:
        return owed
    due, thrown = dice_due(state), len(roll.dice)
    aside = tuple(die for die in looks.shown_aside(game, state) if die)
    # S4: "Un dé écarté ne peut pas être relancé."
    if due < thrown <= DICE and aside and are_dice(roll.dice):
        return foul("aside_thrown", aside, due, thrown)
    return dice_refusal(roll, (due,))


def of_move(game: Trente, state: TrenteState, move: Keep | Attack | Revenge) -> Foul | None:
    """Which rule a move breaks, or None when it is legal."""
    if state.champions:
        return foul("game_over")
    if isinstance(move, Keep):
        return _of_keep(game, state, move)
    if isinstance(move, Attack):
        return _of_attack(game, state, move)
    return None if state.asked is not None else foul("no_revenge_due", expected=game.legal(state))


def of_sighting(game: Trente, state: TrenteState, seen: Sighting) -> Foul:
    """Which rule the most probable reading breaks; asked only when no legal move explains it."""
    if state.champions:
        return foul("game_over")
    otherwise = changed(game, state, seen)
    should = looks.appearance(game, state)
    moved = [space for space in looks.ASIDE if space in otherwise and should[space] != looks.EMPTY]
    if moved:
        return foul("aside_stays", tuple(int(should[space]) for space in moved), expected=game.legal(state))
    said = _said(game, state, otherwise.get("said", ""))
    kept = tuple(
        int(digit)
        for space in looks.ASIDE
        for digit in otherwise.get(space, "").split("+")
        if digit in looks.FACES and digit != looks.EMPTY
    )
    broken = said or (_of_keep(game, state, Keep(kept[:DICE])) if kept else None)
    if broken is None and "threshold" in otherwise:
        broken = foul("first_die_decides", otherwise["threshold"], expected=game.legal(state))
    # The likeliest reading can be legal although all readings together speak against it.
    return broken or _owed(game, state) or foul("throw_to_keep", dice_due(state))


def _said(game: Trente, state: TrenteState, word: Kind) -> Foul | None:
    """Which rule a word breaks that is none of the moves."""
    try:
        move = game.from_text(word)
    except ValueError:
        return None
    return None if isinstance(move, Keep) else of_move(game, state, move)


def _owed(game: Trente, state: TrenteState) -> Foul | None:
    """What must be chosen before anything else happens, as the rule that is broken otherwise."""
    legal = game.legal(state)
    if state.asked is not None:
        return foul("revenge_first", state.asked + 1, expected=legal)
    if state.dice:
        return foul("must_keep", state.thrown, expected=legal)
    if state.level and state.target is None:
        return foul("target_first", state.level, _numbers(targets(game, state)), expected=legal)
    return None


def _of_keep(game: Trente, state: TrenteState, keep: Keep) -> Foul | None:
    if not state.dice:
        return _owed(game, state) or foul("throw_to_keep", dice_due(state))
    if holds(state.dice, keep.dice):
        return None
    return foul("not_thrown", keep.dice, state.thrown, expected=game.legal(state))


def _of_attack(game: Trente, state: TrenteState, attack: Attack) -> Foul | None:
    legal = game.legal(state)
    if not state.level or state.target is not None:
        return foul("no_attack_due", expected=legal)
    if attack in legal:
        return None
    possible = _numbers(targets(game, state))
    if attack.target == state.player:
        return foul("not_yourself", possible, expected=legal)
    if attack.target in state.deaths and attack.target in state.contenders:
        return foul("target_dead", attack.target + 1, possible, expected=legal)
    return foul("not_a_target", attack.target + 1, possible, expected=legal)


def _numbers(players: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(player + 1 for player in players)
