"""From one state of Trente to the next: throws, dice set aside, attacks, revenge, rounds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from ...core import CHANCE, Await
from .dice import Strike, count, holds, keeps, threshold_of
from .rounds import begun, round_over
from .rules import TrenteRules
from .state import DICE, NONE_ASIDE, Attack, Died, Keep, Move, Revenge, Scored, Slots, Struck, TrenteState


def dice_due(state: TrenteState) -> int:
    """How many dice the next throw has."""
    return DICE if state.fresh else state.aside.count(0)


KEPT = 256
"""Throws of which what may be set aside is remembered."""


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
    """What may be set aside of a throw; remembered, for it is asked of again and again."""
    return tuple(keep for kept in keeps(dice) for keep in _orders(kept, first_decides))


def _orders(kept: tuple[int, ...], first_decides: bool) -> tuple[Keep, ...]:
    if not first_decides or kept[0] > 3 or kept[-1] <= 3:
        return (Keep(kept),)
    place = next(place for place, die in enumerate(kept) if die > 3)
    return Keep(kept), Keep((kept[place], *kept[:place], *kept[place + 1 :]))


def continuations(rules: TrenteRules, state: TrenteState, partial: Move) -> tuple[Keep, ...]:
    """The legal moves that set aside these dice and more, for the same threshold."""
    if not isinstance(partial, Keep) or not holds(state.dice, partial.dice):
        return ()
    first_decides = not (state.threshold or rules.always_high)
    return _longer(state.dice, first_decides, rules.threshold_after(state, partial), partial.dice)


@lru_cache(maxsize=16 * KEPT)
def _longer(
    dice: tuple[int, ...], first_decides: bool, threshold: int, kept: tuple[int, ...]
) -> tuple[Keep, ...]:
    mine = Counter(kept)
    return tuple(
        keep
        for keep in _keeps(dice, first_decides)
        if Counter(keep.dice) > mine
        and (not first_decides or threshold_of(keep.dice[0], always_high=False) == threshold)
    )


def targets(rules: TrenteRules, state: TrenteState) -> tuple[int, ...]:
    """Who may be attacked by the player who has gone beyond the threshold, in playing order.

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


def after_roll(rules: TrenteRules, state: TrenteState, dice: tuple[int, ...]) -> TrenteState:
    """A throw that is due has come to rest."""
    clear = replace(
        state, aside=NONE_ASIDE if state.fresh else state.aside, fresh=False, thrown=dice, news=()
    )
    if state.target is not None:
        return _after_strike(rules, clear, dice)
    return replace(clear, dice=tuple(sorted(dice)))


def filled(aside: Slots, roll: tuple[int, ...], kept: tuple[int, ...]) -> Slots:
    """What lies aside once these dice of a throw do too: its dice, ascending, belong to the places free."""
    rest, places = list(kept), list(aside)
    free = [place for place, die in enumerate(aside) if not die]
    for place, die in zip(free, sorted(roll), strict=True):
        if die in rest:
            rest.remove(die)
            places[place] = die
    return tuple(places)


def after_keep(rules: TrenteRules, state: TrenteState, keep: Keep) -> TrenteState:
    """Some dice of the throw were set aside; with the sixth the turn is counted."""
    threshold = rules.threshold_after(state, keep)
    aside = filled(state.aside, state.dice, keep.dice)
    state = replace(state, aside=aside, threshold=threshold, dice=(), news=())
    return state if 0 in aside else counted(rules, state)


def counted(rules: TrenteRules, state: TrenteState) -> TrenteState:
    """Six dice lie aside: points are lost, or an attack is due."""
    found = count(state.threshold, sum(state.aside))
    if not found.level:
        return _missed(rules, state, found.lost)
    state = replace(state, level=found.level)
    due = targets(rules, state)
    told = Scored(
        state.player,
        found.threshold,
        found.sum,
        0,
        found.level,
        state.points[state.player],
        due,
        state.revenge,
    )
    state = replace(state, news=(*state.news, told))
    if not due:
        return coup_over(rules, state)
    return aimed(state, due[0]) if len(due) == 1 else state


def _missed(rules: TrenteRules, state: TrenteState, short: int) -> TrenteState:
    """S4: "perd un point par point d'écart"; nothing where the threshold is met, or for an avenger who is spared."""
    me = state.player
    lost = short if rules.revenge_penalty or not state.revenge else 0
    points = _less(state.points, me, lost)
    found = count(state.threshold, sum(state.aside))
    told = Scored(me, found.threshold, found.sum, lost, 0, points[me], (), state.revenge)
    state = replace(state, points=points, news=(*state.news, told))
    return coup_over(rules, _buried(state, me, me))


def aimed(state: TrenteState, target: int) -> TrenteState:
    """Who is attacked is known: six dice are thrown for the damage."""
    return replace(state, target=target, fresh=True)


def _after_strike(rules: TrenteRules, state: TrenteState, dice: tuple[int, ...]) -> TrenteState:
    before = Strike(state.hits, state.full_hands, len(dice))
    now = before.then(state.level, dice)
    gained = (state.level,) * (now.hits - before.hits)
    state = replace(
        state,
        aside=filled(state.aside, dice, gained),
        fresh=now.full_hands > before.full_hands,
        hits=now.hits,
        full_hands=now.full_hands,
    )
    return state if now.due else struck(rules, state)


def struck(rules: TrenteRules, state: TrenteState) -> TrenteState:
    """The attack is over: its target loses the points, and may take revenge if that kills."""
    target = state.target
    assert target is not None, "an attack that runs has its target"
    points = _less(state.points, target, state.hits * state.level)
    told = Struck(state.player, target, state.level, state.hits, state.full_hands, points[target])
    state = replace(state, points=points, news=(*state.news, told))
    after = _buried(state, target, state.player)
    if len(after.deaths) > len(state.deaths) and rules.revenge == "yes":
        return replace(
            after, asked=target, level=0, target=None, hits=0, full_hands=0, fresh=True, threshold=0
        )
    return coup_over(rules, after)


def avenging(rules: TrenteRules, state: TrenteState, *, taken: bool) -> TrenteState:
    """Who was killed plays one more turn at once, or does not want to."""
    avenger = state.asked
    assert avenger is not None, "somebody was asked"
    state = replace(state, asked=None, news=())
    return begun(replace(state, player=avenger)) if taken else coup_over(rules, state)


def coup_over(rules: TrenteRules, state: TrenteState) -> TrenteState:
    """A turn with all its revenges is over: the next living player's, or the round ends.

    S4: "Une manche se termine lorsqu'il reste au plus un joueur dont le score est positif ou nul".
    """
    alive = state.alive
    if len(alive) <= 1:
        return round_over(rules, state)
    size = len(state.seats)
    follower = min(alive, key=lambda player: (player - state.turn - 1) % size)
    return begun(replace(state, turn=follower, player=follower))


def after_left(rules: TrenteRules, state: TrenteState, player: int) -> TrenteState:
    """A player has left for good: dead for the rest, without revenge; what that player did or was to do is dropped."""
    busy = player in ((state.player, state.target) if state.asked is None else (state.asked,))
    deaths = (*state.deaths, player) if player in state.alive else state.deaths
    state = replace(state, gone=state.gone | {player}, deaths=deaths, news=())
    avenged = state.revenge or state.asked is not None
    if _nothing_left(state, avenged=avenged):
        return round_over(rules, state)
    if busy:
        return coup_over(rules, replace(state, asked=None))
    if state.level and state.target is None:
        return _retargeted(rules, state)
    return state


def _nothing_left(state: TrenteState, *, avenged: bool) -> bool:
    """True when nobody can attack anybody any more: the last one there, or the last one alive without a revenge."""
    there = [player for player in state.contenders if player not in state.gone]
    return len(there) == 1 or (not avenged and len(state.alive) <= 1)


def _retargeted(rules: TrenteRules, state: TrenteState) -> TrenteState:
    """One of those who could be attacked is gone."""
    due = targets(rules, state)
    if not due:
        return coup_over(rules, state)
    return aimed(state, due[0]) if len(due) == 1 else state


def _less(points: tuple[int, ...], player: int, lost: int) -> tuple[int, ...]:
    return (*points[:player], points[player] - lost, *points[player + 1 :])


def _buried(state: TrenteState, player: int, by: int) -> TrenteState:
    """S4: "Un joueur dont le score passe en dessous de zéro est éliminé"; nobody dies twice in a round."""
    if state.points[player] >= 0 or player in state.deaths:
        return state
    return replace(state, deaths=(*state.deaths, player), news=(*state.news, Died(player, by)))
