"""Whether a position of Trente that was set up by hand can be played on."""

from __future__ import annotations

from collections.abc import Iterator

from ...positions import Check, check
from .dice import count
from .rounds import start
from .rules import TrenteRules
from .state import DICE, HIGH, TrenteState
from .turns import targets


def checked(rules: TrenteRules, state: TrenteState) -> TrenteState:
    """The state, if play can go on from it. Raises BadStart."""
    for checks in (_match, _players, _turn):
        check(checks(rules, state))
    return state


def _match(rules: TrenteRules, state: TrenteState) -> Iterator[Check]:
    """The finished rounds, and what is played off."""
    there = set(range(len(state.seats))) - state.gone
    ended = len(state.results) == rules.rounds
    yield "results: expected fewer, for the match is over", len(state.results) > rules.rounds
    yield "results: expected fewer, or a play-off for the match", ended != (state.settling == "match")
    of_rounds, played_off = rules.settles_each_round, rules.tie == "extra_game"
    yield "settling: expected no play-off for a round", state.settling == "round" and not of_rounds
    yield (
        "settling: expected no play-off for the match",
        state.settling == "match" and (of_rounds or not played_off),
    )
    yield "tied: expected it while a round is played off", (state.tied is None) == (state.settling == "round")
    yield (
        "play_offs: expected none unless something is played off",
        bool(state.play_offs and not state.settling),
    )
    yield "contenders: expected two or more who are there", len(there & set(state.contenders)) < 2
    yield (
        "contenders: expected everybody who is there",
        not (state.settling or there <= set(state.contenders)),
    )


def _players(rules: TrenteRules, state: TrenteState) -> Iterator[Check]:
    """Points, who is dead, and whose turn it is."""
    most = start(rules, state.seats, state.handicaps).points
    dead, playing = set(state.deaths), set(state.contenders) - state.gone
    for player, points in enumerate(state.points):
        here = player in state.contenders
        yield "points: expected no more than at the start of a round", points > (most[player] if here else 0)
        yield "points: expected 0 for who does not play", not here and points != 0
        yield (
            "deaths: expected exactly those who fell below zero, and those who left",
            here and (points < 0 or player in state.gone) != (player in dead),
        )
    yield "deaths: expected some of those who play", not dead <= set(state.contenders)
    yield "turn: expected one who plays", state.turn not in state.contenders
    # Who has killed may have left while who was killed is asked.
    acting = playing if state.asked is None else set(state.contenders)
    yield "player: expected one who plays and is there", state.player not in acting
    avenged = state.revenge or state.asked is not None
    yield "player: expected only who is dead to play out of turn", state.revenge and state.player not in dead
    yield "asked: expected nobody, for there is no revenge", avenged and rules.revenge == "no"
    yield "points: expected two or more players with 0 or more", not avenged and len(state.alive) < 2
    asked = state.asked
    yield (
        "asked: expected another player who fell below zero and is there",
        asked is not None and (asked == state.player or asked not in dead & playing),
    )


def _turn(rules: TrenteRules, state: TrenteState) -> Iterator[Check]:
    """Dice, threshold, and the attack."""
    lies = [die for die in state.aside if die]
    attacks = state.target is not None
    chooses = bool(state.level) and not attacks
    idle = not (state.dice or state.level or attacks or state.threshold)
    yield "asked: expected no dice, threshold or attack beside it", state.asked is not None and not idle
    yield "full_hands: expected none without an attack", bool(state.full_hands) and not attacks
    if attacks:
        yield from _attack(rules, state, lies)
    elif state.asked is None:
        possible = {rules.threshold_with((die,)) for die in lies} or {0}
        yield "threshold: expected what a die that lies aside decides", state.threshold not in possible
        due = state.aside.count(0)
        yield f"dice: expected {due} or none", len(state.dice) not in (0, due)
        yield "aside: expected fewer dice, for the turn is over", not due and not chooses
    if chooses:
        level = count(state.threshold, sum(lies)).level if len(lies) == DICE else 0
        yield "level: expected that of the six dice aside", level != state.level or bool(state.dice)
        yield "level: expected two or more who may be attacked", len(targets(rules, state)) < 2


def _attack(rules: TrenteRules, state: TrenteState, lies: list[int]) -> Iterator[Check]:
    yield "level: expected that of the attack, 1 to 6", not state.level
    yield "dice: expected none, for an attack sets aside by itself", bool(state.dice)
    yield "target: expected one who may be attacked", state.target not in targets(rules, state)
    yield (
        "aside: expected dice of the attack's level, fewer than six",
        set(lies) > {state.level} or not set(lies) <= {state.level} or len(lies) == DICE,
    )
    yield (
        "threshold: expected 12 or 30",
        not state.threshold or (rules.always_high and state.threshold != HIGH),
    )
