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
"""The number of events whose ended games are cached together; a power of two."""


def is_move(event: Event) -> TypeGuard[Move]:
    """Whether a player chose it: it is no throw, no deal and no person's word."""
    return not isinstance(event, Roll | Deal | Placed | Touched | SetUp | Left)


def set_up_before(match: Match) -> int:
    """How many events of a match were no play: 1 if it starts from a position set up by hand, else 0."""
    return int(any(isinstance(event, SetUp) for event in match.events[:1]))


def has_played(match: Match, player: int) -> bool:
    """Whether a throw or a move of a player's, from 0, stands in a match."""
    states = zip(match.events, match.stood(), strict=False)
    mine = (match.game.awaits(state) for event, state in states if isinstance(event, Roll) or is_move(event))
    return any(due is not None and player == (due.player if due.actor == CHANCE else due.actor) for due in mine)


def acting(match: Match) -> int | None:
    """Who must act, from 0: the player who throws or deals, or owes a move or an answer; None once it is over."""
    due = match.game.awaits(match.state)
    return None if due is None else due.player if due.actor == CHANCE else due.actor


def open_state(game: Game, state: State) -> State:
    """The state as everybody may know it."""
    return reduce(game.view, range(len(game.scores(state))), state)


def event_word(match: Match, event: Event) -> str:
    """What a player did, in the game's own notation; of a secret only what everybody can see."""
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
    """A foul without the cards in anybody's hand: its expected moves are those possible for all that is known."""
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
    """Whether a turn is over, for a reason: its throw allowed nothing, or the game says so."""
    values = outcome.named
    thrown = bool(match.events) and isinstance(match.events[-1], Roll)
    return outcome.player is not None and "reason" in values and (thrown or "score" in values)


def turn_end_fields(match: Match, outcome: Outcome) -> dict[str, object]:
    """The fields of a turn that is over: its `score`, what stands `open`, and the game's own."""
    values = {name: list(value) if isinstance(value, tuple) else value for name, value in outcome.values}
    score = None if outcome.player is None else match.game.scores(match.state)[outcome.player]
    return {"score": score, "open": []} | {name: value for name, value in values.items() if name != "reason"}


def is_game(outcome: Outcome) -> bool:
    """Whether a game of the series, or a round, is over."""
    return "number" in outcome.named


def points_of(match: Match, outcome: Outcome) -> tuple[int | None, ...]:
    """What a finished game counts, one number a player; None for a player who did not take part."""
    points = outcome.named.get("points", 0)
    if isinstance(points, tuple):
        return points
    return tuple(points if player == outcome.player else 0 for player in range(len(match.seats)))


def winners_of(outcome: Outcome) -> tuple[int, ...]:
    """Who has won a finished game."""
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
    """The finished games, or rounds, of a match; cached for all but its newest events."""
    whole = len(match.events) // TOGETHER * TOGETHER
    return _games_before(match.until(whole)) + _games_since(match, whole)


@lru_cache(maxsize=32)
def _games_before(match: Match) -> tuple[Outcome, ...]:
    """The same for a match whose number of events recurs; computed in few and long stretches."""
    count = len(match.events)
    if not count:
        return ()
    first = count & (count - 1)
    return _games_before(match.until(first)) + _games_since(match, first)


def _games_since(match: Match, start: int) -> tuple[Outcome, ...]:
    return tuple(outcome for outcome in ends(match, start) if is_game(outcome))


def totals(match: Match) -> tuple[int, ...]:
    """Points of the finished games of the series; those of the running one in a game that adds none up."""
    points: tuple[int, ...] = getattr(match.game, "totals", match.game.scores)(match.state)
    return points
