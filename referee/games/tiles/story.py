"""What an event ended, and its line of a record."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...core import Outcome
from ...story import ENDS, end_text, match_over, outcome
from .state import Passed, TileResult, TileState

OUTCOME_IDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "stops": ("score", "open", "reason"),  # a player's turn is over, for a reason of `Passed`
        **ENDS,
    }
)
"""What an event may end -> the names of its values."""


def outcomes(before: TileState, after: TileState) -> tuple[Outcome, ...]:
    """The turn, the games and the match that ended between two states."""
    ended = [] if after.last_passed is None else [_turn(after.last_passed)]
    if not before.settling and after.settling:
        ended.append(outcome(OUTCOME_IDS, "play_off", None, after.settling, after.contenders))
    ended += [_game(result) for result in after.results[len(before.results) :]]
    if after.champions and not before.champions:
        ended.append(match_over(after.champions, after.play_offs))
    return tuple(ended)


def to_text(outcome: Outcome) -> str:
    """One of `outcomes` as a record has it: "1 stops at 16, open 7 9, stuck"."""
    if outcome.what != "stops" or outcome.player is None:
        return end_text(outcome)
    values = outcome.named
    standing = " ".join(map(str, values["open"])) or "none"
    return f"{outcome.player + 1} stops at {values['score']}, open {standing}, {values['reason']}"


def _turn(passed: Passed) -> Outcome:
    return outcome(OUTCOME_IDS, "stops", passed.player, passed.score, passed.open, passed.reason)


def _game(result: TileResult) -> Outcome:
    values = (result.number, result.scores, result.play_offs, result.winners)
    return outcome(OUTCOME_IDS, "game", None, *values)
