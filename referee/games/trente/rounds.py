"""Rounds of Trente: how one begins and ends, play-offs, and who wins the match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from .rules import TrenteRules
from .state import Points, RoundResult, TrenteState


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
    return _counted(rules, state, result)


def leaders(points: Points, gone: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """The players with most points of those who played and have not left."""
    standing = {p: one for p, one in enumerate(points) if one is not None and p not in gone}
    return tuple(player for player, one in standing.items() if one == max(standing.values()))


def _play_off_over(rules: TrenteRules, state: TrenteState, first: tuple[int, ...]) -> TrenteState:
    if len(first) > 1:
        return _new_round(rules, state, first)
    if state.settling == "match" or state.tied is None:
        return _crowned(state, first)
    result = replace(state.tied, winners=first, play_offs=state.play_offs)
    return _counted(rules, replace(state, settling="", tied=None, play_offs=()), result)


def _counted(rules: TrenteRules, state: TrenteState, result: RoundResult) -> TrenteState:
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
    points = tuple(one if player in contenders else 0 for player, one in enumerate(fresh))
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
