"""What everybody at the table may know: nobody's hand of cards, and what each event ended."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, reduce
from itertools import pairwise
from typing import TypeGuard

from referee.core import (
    CHANCE,
    Deal,
    Event,
    Foul,
    Game,
    Left,
    Move,
    Outcome,
    Placed,
    Roll,
    SetUp,
    State,
    Touched,
)
from referee.match import Match
from referee.record_events import event_text

TOGETHER = 32
"""Events of which it is remembered together what games they ended; a power of two."""


def is_move(event: Event) -> TypeGuard[Move]:
    """A player chose it: it is no throw, no deal and no person's word."""
    return not isinstance(event, Roll | Deal | Placed | Touched | SetUp | Left)


def set_up_before(match: Match) -> int:
    """How many events of a match were no play: 1 where it goes on from a position that was set up by hand, else 0."""
    return int(any(isinstance(event, SetUp) for event in match.events[:1]))


def acting(match: Match) -> int | None:
    """Who must act, from 0: whoever throws or deals, or owes a move or an answer; None once it is over."""
    due = match.game.awaits(match.state)
    return None if due is None else due.player if due.actor == CHANCE else due.actor


def open_state(game: Game, state: State) -> State:
    """The state as everybody may know it."""
    return reduce(game.view, range(len(game.scores(state))), state)


def event_word(match: Match, event: Event) -> str:
    """What a player did, in the game's own notation; of what is secret no more than what all can see of it."""
    if not is_move(event):
        return event_text(match.game, event) if isinstance(event, Touched) else "deals"
    game, known = match.game, open_state(match.game, match.state)
    if known == match.state or game.move_refusal(known, event) is None:
        return game.to_text(event)
    if game.move_refusal(match.state, event) is not None:
        return game.to_text(event)  # a part of a move: it is secret no more
    after = open_state(game, game.apply(match.state, event))
    same = (move for move in game.legal(known) if open_state(game, game.apply(known, move)) == after)
    return game.to_text(next(same, event))


def open_foul(match: Match, foul: Foul, event: Event = None) -> Foul:
    """A foul without the cards in anybody's hand: what may be played is what may be for all that is known."""
    game, known = match.game, open_state(match.game, match.state)
    if known == match.state:
        return foul
    refusal = None if event is None else game.move_refusal(known, event)
    if refusal is None or refusal.rule != foul.rule:
        named = tuple((name, () if isinstance(value, tuple) else value) for name, value in foul.values)
        refusal = replace(foul, values=named)
    return replace(refusal, expected=game.legal(known))


def outcomes(match: Match, before: State) -> tuple[Outcome, ...]:
    """What the newest event of a match ended or decided, from the state before it."""
    game = match.game
    return tuple(game.outcomes(open_state(game, before), open_state(game, match.state)))


def ends_turn(match: Match, outcome: Outcome) -> bool:
    """A turn is over, for a reason: its throw allowed nothing, or the game says so."""
    values = outcome.named
    thrown = bool(match.events) and isinstance(match.events[-1], Roll)
    return outcome.player is not None and "reason" in values and (thrown or "score" in values)


def turn_end_fields(match: Match, outcome: Outcome) -> dict[str, object]:
    """What is told of a turn that is over: its `score`, what stands `open`, and whatever else the game tells."""
    values = {name: list(value) if isinstance(value, tuple) else value for name, value in outcome.values}
    score = None if outcome.player is None else match.game.scores(match.state)[outcome.player]
    return {"score": score, "open": []} | {name: value for name, value in values.items() if name != "reason"}


def is_game(outcome: Outcome) -> bool:
    """A game of the series, or a round, is over."""
    return "number" in outcome.named


def points_of(match: Match, outcome: Outcome) -> tuple[int | None, ...]:
    """What a game that is over counts, one number a player; None for who did not play in it."""
    points = outcome.named.get("points", 0)
    if isinstance(points, tuple):
        return points
    return tuple(points if player == outcome.player else 0 for player in range(len(match.seats)))


def winners_of(outcome: Outcome) -> tuple[int, ...]:
    """Who has won a game that is over."""
    who = () if outcome.player is None else (outcome.player,)
    winners: tuple[int, ...] = outcome.named.get("winners", who)
    return winners


def ends(match: Match, start: int = 0) -> tuple[Outcome, ...]:
    """The games and play-offs that its events from `start` on ended or began, in order."""
    return tuple(
        outcome
        for before, after in pairwise(match.stood(start))
        for outcome in match.game.outcomes(before, after)
        if is_game(outcome) or "settling" in outcome.named
    )


def games(match: Match) -> tuple[Outcome, ...]:
    """The games, or rounds, of a match that are over; of all but its newest events they are remembered."""
    whole = len(match.events) // TOGETHER * TOGETHER
    return _games_before(match.until(whole)) + _games_since(match, whole)


@lru_cache(maxsize=32)
def _games_before(match: Match) -> tuple[Outcome, ...]:
    """The same, of a match of so many events that it is asked again and again; worked out in few and long stretches."""
    count = len(match.events)
    if not count:
        return ()
    first = count & (count - 1)
    return _games_before(match.until(first)) + _games_since(match, first)


def _games_since(match: Match, start: int) -> tuple[Outcome, ...]:
    return tuple(outcome for outcome in ends(match, start) if is_game(outcome))


def totals(match: Match) -> tuple[int, ...]:
    """Points of the finished games of the series; of a game that adds none up, those of the running one."""
    points: tuple[int, ...] = getattr(match.game, "totals", match.game.scores)(match.state)
    return points
