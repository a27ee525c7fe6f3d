"""What is due in a state of Trente: who must throw or choose, the legal moves, and the possible targets."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from ...core import CHANCE, Await
from .dice import holds, keeps, threshold_of
from .moves import Attack, Keep, Move, Revenge
from .rules import TrenteRules
from .state import DICE, TrenteState

KEPT = 256
"""Number of throws whose choices stay in the cache."""


def awaits(state: TrenteState) -> Await | None:
    """Who must throw or choose, or None when the match is over."""
    if state.champions:
        return None
    who = state.player if state.asked is None else state.asked
    seat = state.seats[who]
    if state.asked is not None or state.dice or (state.level and state.target is None):
        return Await(who, who, seat)
    return Await(CHANCE, who, seat, dice_due(state))


def legal(rules: TrenteRules, state: TrenteState) -> tuple[Move, ...]:
    """Every legal move; () unless one is owed. See `Trente.legal`."""
    if state.champions:
        return ()
    if state.asked is not None:
        return (Revenge(taken=True), Revenge(taken=False))
    if state.dice:
        return _keeps(state.dice, not (state.threshold or rules.always_high))
    if state.level and state.target is None:
        return tuple(Attack(target) for target in targets(rules, state))
    return ()


@lru_cache(maxsize=KEPT)
def _keeps(dice: tuple[int, ...], first_decides: bool) -> tuple[Keep, ...]:
    """The legal choices of dice to set aside; cached, because it is asked often."""
    return tuple(keep for dice_kept in keeps(dice) for keep in _orders(dice_kept, first_decides))


def _orders(dice: tuple[int, ...], first_decides: bool) -> tuple[Keep, ...]:
    if not first_decides or dice[0] > 3 or dice[-1] <= 3:
        return (Keep(dice),)
    place = next(place for place, die in enumerate(dice) if die > 3)
    return Keep(dice), Keep((dice[place], *dice[:place], *dice[place + 1 :]))


def continuations(rules: TrenteRules, state: TrenteState, partial: Move) -> tuple[Keep, ...]:
    """The legal moves that set aside these dice and more, for the same threshold."""
    if not isinstance(partial, Keep) or not holds(state.dice, partial.dice):
        return ()
    first_decides = not (state.threshold or rules.always_high)
    return _longer(state.dice, first_decides, rules.threshold_after(state, partial), partial.dice)


@lru_cache(maxsize=16 * KEPT)
def _longer(
    dice: tuple[int, ...], first_decides: bool, threshold: int, aside: tuple[int, ...]
) -> tuple[Keep, ...]:
    mine = Counter(aside)
    return tuple(
        keep
        for keep in _keeps(dice, first_decides)
        if Counter(keep.dice) > mine
        and (not first_decides or threshold_of(keep.dice[0], always_high=False) == threshold)
    )


def targets(rules: TrenteRules, state: TrenteState) -> tuple[int, ...]:
    """The possible targets of a player beyond the threshold, in playing order.

    S4: "le joueur suivant à la première manche, le joueur précédent à la seconde manche, le joueur de son choix à
    la troisième"; a revenge: "n'importe quel joueur peut être choisi ..., y compris un joueur déjà mort".
    """
    me = state.player
    if state.revenge:
        return tuple(p for p in state.contenders if p != me and p not in state.gone)
    way = rules.direction(rules.round_number(state), state.level)
    return within_reach(me, state.alive, way, len(state.seats))


def within_reach(me: int, alive: tuple[int, ...], way: int, size: int) -> tuple[int, ...]:
    """The living that one may attack: the nearest clockwise (`way` 1) or the other way round (-1), or all (0)."""
    others = tuple(player for player in alive if player != me)
    if way == 0 or not others:
        return others
    return (min(others, key=lambda player: (player - me) * way % size),)


def dice_due(state: TrenteState) -> int:
    """How many dice the next throw has."""
    return DICE if state.fresh else state.aside.count(0)
