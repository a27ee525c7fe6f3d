"""From one state of Trente to the next: throws, dice set aside, attacks, revenge, rounds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from .choice import targets
from .dice import Strike, count
from .moves import Keep
from .rules import TrenteRules
from .state import NONE_ASIDE, CountedTurn, Died, Points, RoundResult, Slots, Struck, TrenteState


def after_roll(rules: TrenteRules, state: TrenteState, dice: tuple[int, ...]) -> TrenteState:
    """A throw that is due has come to rest."""
    clear = replace(
        state, aside=NONE_ASIDE if state.fresh else state.aside, fresh=False, thrown=dice, news=()
    )
    if state.target is not None:
        return _after_strike(rules, clear, dice)
    return replace(clear, dice=tuple(sorted(dice)))


def filled(aside: Slots, roll: tuple[int, ...], keep: tuple[int, ...]) -> Slots:
    """What lies aside once these dice of a throw do too: its dice, ascending, belong to the places free."""
    rest, places = list(keep), list(aside)
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
    tally = count(state.threshold, sum(state.aside))
    if not tally.level:
        return _missed(rules, state, tally.lost)
    state = replace(state, level=tally.level)
    due = targets(rules, state)
    turn = CountedTurn(
        state.player,
        tally.threshold,
        tally.sum,
        0,
        tally.level,
        state.points[state.player],
        due,
        state.revenge,
    )
    state = replace(state, news=(*state.news, turn))
    if not due:
        return coup_over(rules, state)
    return aimed(state, due[0]) if len(due) == 1 else state


def _missed(rules: TrenteRules, state: TrenteState, short: int) -> TrenteState:
    """S4: "perd un point par point d'écart"; nothing if the threshold is met, or for a spared avenger."""
    me = state.player
    lost = short if rules.revenge_penalty or not state.revenge else 0
    points = _less(state.points, me, lost)
    tally = count(state.threshold, sum(state.aside))
    turn = CountedTurn(me, tally.threshold, tally.sum, lost, 0, points[me], (), state.revenge)
    state = replace(state, points=points, news=(*state.news, turn))
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
    attack = Struck(state.player, target, state.level, state.hits, state.full_hands, points[target])
    state = replace(state, points=points, news=(*state.news, attack))
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
    """True when no attack is possible any more: one player is left, or one is alive without a due revenge."""
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
    """S4: "Un joueur dont le score passe en dessous de zéro est éliminé"; a player dies once in a round."""
    if state.points[player] >= 0 or player in state.deaths:
        return state
    return replace(state, deaths=(*state.deaths, player), news=(*state.news, Died(player, by)))


def start(rules: TrenteRules, seats: tuple[int, ...], handicaps: tuple[int, ...]) -> TrenteState:
    """The state before the first throw."""
    everybody = tuple(range(len(seats)))
    points = tuple(rules.start_score + more for more in handicaps or (0,) * len(seats))
    return TrenteState(seats, points, 0, 0, everybody, handicaps=handicaps)


def begun(state: TrenteState) -> TrenteState:
    """The player's turn begins: six dice are due. What lies aside is from before."""
    return replace(
        state, fresh=True, threshold=0, dice=(), level=0, target=None, hits=0, full_hands=0, asked=None
    )


def round_over(rules: TrenteRules, state: TrenteState) -> TrenteState:
    """At most one player is left with 0 points or more.

    S4: "le gagnant de la manche est celui dont le score est le plus élevé".
    """
    state = begun(state)
    points: Points = tuple(
        state.points[player] if player in state.contenders else None for player in range(len(state.seats))
    )
    first = leaders(points, state.gone)
    if state.settling:
        return _play_off_over(rules, replace(state, play_offs=(*state.play_offs, points)), first)
    result = RoundResult(rules.round_number(state), points, first, state.deaths)
    if len(first) > 1 and rules.settles_each_round:
        return _new_round(rules, replace(state, settling="round", tied=result), first)
    return _round_counted(rules, state, result)


def leaders(points: Points, gone: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """The players with most points of those who played and have not left."""
    standing = {p: score for p, score in enumerate(points) if score is not None and p not in gone}
    return tuple(player for player, score in standing.items() if score == max(standing.values()))


def _play_off_over(rules: TrenteRules, state: TrenteState, first: tuple[int, ...]) -> TrenteState:
    if len(first) > 1:
        return _new_round(rules, state, first)
    if state.settling == "match" or state.tied is None:
        return _crowned(state, first)
    result = replace(state.tied, winners=first, play_offs=state.play_offs)
    return _round_counted(rules, replace(state, settling="", tied=None, play_offs=()), result)


def _round_counted(rules: TrenteRules, state: TrenteState, result: RoundResult) -> TrenteState:
    """A round is finished, and perhaps the match with it."""
    state = replace(state, results=(*state.results, result))
    there = tuple(player for player in range(len(state.seats)) if player not in state.gone)
    if len(there) == 1:
        return _crowned(state, there)
    if len(state.results) < rules.rounds:
        return _new_round(rules, state, there)
    first = best(rules, state, there)
    if len(first) > 1 and rules.tie == "extra_game" and not rules.settles_each_round:
        return _new_round(rules, replace(state, settling="match"), first)
    return _crowned(state, first)


def best(rules: TrenteRules, state: TrenteState, there: Iterable[int]) -> tuple[int, ...]:
    """Who has won most rounds; where that is level, by the sum of their points.

    S4: "En cas d'égalité sur le nombre de manches remportées, on additionne le score des trois manches", which is
    "Pas en lien avec nous": there those who are level share.
    """
    won = {player: sum(player in result.winners for result in state.results) for player in there}
    first = tuple(player for player in won if won[player] == max(won.values()))
    if rules.rules == "nous":
        return first
    total = {player: sum(result.points[player] or 0 for result in state.results) for player in first}
    return tuple(player for player in first if total[player] == max(total.values()))


def _crowned(state: TrenteState, winners: tuple[int, ...]) -> TrenteState:
    return replace(state, champions=winners, settling="", tied=None)


def _new_round(rules: TrenteRules, state: TrenteState, contenders: tuple[int, ...]) -> TrenteState:
    """Everybody who plays it has the points of a start.

    S4: "Le premier joueur de la manche suivante est le premier joueur mort de la manche précédente".
    """
    dead = state.tied.deaths if state.tied else state.results[-1].deaths if state.results else ()
    first = next((player for player in dead if player in contenders), contenders[0])
    fresh = start(rules, state.seats, state.handicaps).points
    points = tuple(given if player in contenders else 0 for player, given in enumerate(fresh))
    return replace(begun(state), points=points, turn=first, player=first, contenders=contenders, deaths=())


def paid(rules: TrenteRules, result: RoundResult) -> tuple[Fraction, ...]:
    """What each player wins by a finished round, or, negative, pays: every loser the stake to who won; winners share.

    S4: "chaque manche est une partie parce qu'on joue une « mise »".
    """
    played = [player for player, points in enumerate(result.points) if points is not None]
    losers = len(played) - len(result.winners)
    won = Fraction(rules.stake * losers, len(result.winners))
    return tuple(
        won if player in result.winners else Fraction(-rules.stake if player in played else 0)
        for player in range(len(result.points))
    )
