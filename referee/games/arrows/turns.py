"""From one state of a match to the next: who starts, throws, plays, games of a series, players who leave."""

from __future__ import annotations

from dataclasses import replace

from ...core import Outcome
from ...story import match_over
from .looks import of_table
from .rules import ArrowRules
from .state import LEFT, ArrowResult, ArrowState, Table


def after_roll(rules: ArrowRules, state: ArrowState, dice: tuple[int, ...]) -> ArrowState:
    """A throw that is due has come to rest."""
    state = replace(state, news=())
    if not state.opening:
        return thrown(rules, state, dice)
    drawn = (*state.drawn, *dice)
    if len(drawn) < len(state.seats):
        return replace(state, drawn=drawn)
    if drawn[0] == drawn[1]:
        return replace(state, drawn=(), news=(Outcome("draws_again", None, (("dice", drawn),)),))
    starter = drawn.index(max(drawn))
    news = Outcome("starts", starter, (("dice", drawn),))
    state = begun_by(rules, replace(state, drawn=(), news=(news,)), starter)
    return thrown(rules, state, drawn) if rules.plays_the_draw else state


def begun_by(rules: ArrowRules, state: ArrowState, player: int) -> ArrowState:
    """The game begins with this player's turn."""
    table = state.table if player == state.player else rules.turned(state.table)
    return replace(state, table=table, player=player, opening=False)


def thrown(rules: ArrowRules, state: ArrowState, dice: tuple[int, ...]) -> ArrowState:
    """A throw to be played; where nothing can be played the turn passes with it."""
    state = replace(state, dice=dice, thrown=dice)
    if rules.playable(state):
        return state
    values = (("reason", rules.pass_reason(state)), ("dice", dice))
    state = replace(state, news=(*state.news, Outcome("passes", state.player, values)))
    return after_throw(rules, state, state.table)


def after_throw(rules: ArrowRules, state: ArrowState, table: Table) -> ArrowState:
    """A throw was played, or passed, and the men stand so."""
    state = replace(state, table=rules.settled(state, table), dice=())
    ended = rules.ending(state)
    if ended is not None:
        return game_over(rules, state, ended)
    return state if rules.throws_again(state) else handed_over(rules, state)


def handed_over(rules: ArrowRules, state: ArrowState) -> ArrowState:
    """The other player's turn."""
    return replace(state, table=rules.turned(state.table), player=1 - state.player, dice=(), asked="")


def game_over(rules: ArrowRules, state: ArrowState, result: ArrowResult) -> ArrowState:
    """A game has its winner; the next one begins, or the match is over."""
    values = (("number", result.number), ("how", result.how), ("points", result.points))
    news = (*state.news, Outcome("won", result.winner, values))
    state = replace(state, results=(*state.results, result), dice=(), asked="", news=news)
    champions = rules.champions(state)
    return crowned(state, champions) if champions else rules.next_game(state)


def crowned(state: ArrowState, champions: tuple[int, ...]) -> ArrowState:
    """The match is over."""
    news = (*state.news, match_over(champions))
    return replace(state, champions=champions, dice=(), asked="", news=news)


def new_game(rules: ArrowRules, state: ArrowState, starter: int | None) -> ArrowState:
    """The men stand as at the start; the players draw, or one of them starts."""
    stood = of_table(rules, state.table, state.player)
    table = rules.given(rules.start_table(), state.handicaps)
    fresh = replace(state, table=table, player=0, opening=True, drawn=(), thrown=(), dice=(), asked="")
    if starter is not None:
        fresh = begun_by(rules, fresh, starter)
    stands = of_table(rules, fresh.table, fresh.player)
    return replace(fresh, left=tuple((space, kind) for space, kind in stood.items() if kind != stands[space]))


def after_placed(rules: ArrowRules, state: ArrowState, table: Table, player: int | None = None) -> ArrowState:
    """A person declared the men, and perhaps the next player; a throw that awaits a play ends."""
    owed = bool(state.dice)
    state = replace(state, table=table, dice=(), left=(), news=())
    ended = rules.ending(state)
    if ended is not None:
        return game_over(rules, state, ended)
    if player is None:
        player = 1 - state.player if owed and not rules.throws_again(state) else state.player
    return state if player == state.player else handed_over(rules, state)


def after_left(rules: ArrowRules, state: ArrowState, player: int) -> ArrowState:
    """A player has left for good: the other one has won the game, as its simplest win, and the match."""
    other = 1 - player
    if not rules.runs(state):
        return crowned(replace(state, news=()), (other,))
    result = ArrowResult(len(state.results) + 1, other, rules.simple_win(state), LEFT)
    values = (("number", result.number), ("how", result.how), ("points", result.points))
    state = replace(state, results=(*state.results, result), news=(Outcome("won", other, values),))
    return crowned(state, (other,))
