"""The rule of Trente that a throw, a move, a word or a sighting breaks."""

from __future__ import annotations

from ...changes import changed_spaces
from ...core import Foul, Kind, Roll, Sighting, are_dice
from ...rules import dice_refusal
from . import looks
from .choice import dice_due, legal, targets
from .dice import holds
from .moves import Attack, Keep, Move, from_text
from .rules import TrenteRules, foul
from .state import DICE, TrenteState


def of_roll(rules: TrenteRules, state: TrenteState, roll: Roll) -> Foul | None:
    """Which rule a throw breaks, or None when it is due."""
    if state.champions:
        return foul("game_over")
    owed = _owed(rules, state)
    if owed is not None:
        return owed
    due, thrown = dice_due(state), len(roll.dice)
    aside = tuple(die for die in looks.shown_aside(state) if die)
    # S4: "Un dé écarté ne peut pas être relancé."
    if due < thrown <= DICE and aside and are_dice(roll.dice):
        return foul("aside_thrown", aside, due, thrown)
    return dice_refusal(roll, (due,))


def of_move(rules: TrenteRules, state: TrenteState, move: Move) -> Foul | None:
    """Which rule a move breaks, or None when it is legal."""
    if state.champions:
        return foul("game_over")
    if isinstance(move, Keep):
        return _of_keep(rules, state, move)
    if isinstance(move, Attack):
        return _of_attack(rules, state, move)
    return None if state.asked is not None else foul("no_revenge_due", expected=legal(rules, state))


def of_sighting(rules: TrenteRules, state: TrenteState, sighting: Sighting) -> Foul:
    """Which rule the most probable reading breaks; asked only when no legal move explains it."""
    if state.champions:
        return foul("game_over")
    otherwise = changed_spaces(looks.appearance(rules, state), looks.leftover(state), sighting)
    should = looks.appearance(rules, state)
    moved = [space for space in looks.ASIDE if space in otherwise and should[space] != looks.EMPTY]
    if moved:
        return foul("aside_stays", tuple(int(should[space]) for space in moved), expected=legal(rules, state))
    broken_word = _of_word(rules, state, otherwise.get("said", ""))
    dice = tuple(
        int(digit)
        for space in looks.ASIDE
        for digit in otherwise.get(space, "").split("+")
        if digit in looks.FACES and digit != looks.EMPTY
    )
    broken = broken_word or (_of_keep(rules, state, Keep(dice[:DICE])) if dice else None)
    if broken is None and "threshold" in otherwise:
        broken = foul("first_die_decides", otherwise["threshold"], expected=legal(rules, state))
    # The likeliest reading can be legal although all readings together speak against it.
    return broken or _owed(rules, state) or foul("throw_to_keep", dice_due(state))


def _of_word(rules: TrenteRules, state: TrenteState, word: Kind) -> Foul | None:
    """Which rule a word breaks that is none of the moves."""
    try:
        move = from_text(word)
    except ValueError:
        return None
    return None if isinstance(move, Keep) else of_move(rules, state, move)


def _owed(rules: TrenteRules, state: TrenteState) -> Foul | None:
    """What must be chosen before anything else happens, as the rule that is broken otherwise."""
    possible = legal(rules, state)
    if state.asked is not None:
        return foul("revenge_first", state.asked + 1, expected=possible)
    if state.dice:
        return foul("must_keep", state.thrown, expected=possible)
    if state.level and state.target is None:
        return foul("target_first", state.level, _numbers(targets(rules, state)), expected=possible)
    return None


def _of_keep(rules: TrenteRules, state: TrenteState, keep: Keep) -> Foul | None:
    if not state.dice:
        return _owed(rules, state) or foul("throw_to_keep", dice_due(state))
    if holds(state.dice, keep.dice):
        return None
    return foul("not_thrown", keep.dice, state.thrown, expected=legal(rules, state))


def _of_attack(rules: TrenteRules, state: TrenteState, attack: Attack) -> Foul | None:
    possible = legal(rules, state)
    if not state.level or state.target is not None:
        return foul("no_attack_due", expected=possible)
    if attack in possible:
        return None
    them = _numbers(targets(rules, state))
    if attack.target == state.player:
        return foul("not_yourself", them, expected=possible)
    if attack.target in state.deaths and attack.target in state.contenders:
        return foul("target_dead", attack.target + 1, them, expected=possible)
    return foul("not_a_target", attack.target + 1, them, expected=possible)


def _numbers(players: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(player + 1 for player in players)
