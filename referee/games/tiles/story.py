"""What an event ended, in the words of a record."""

from __future__ import annotations

from ...story import numbered, points_of
from .state import GameResult, Passed, TileState


def outcomes(before: TileState, after: TileState) -> tuple[str, ...]:
    """The turn, the games and the match that ended between two states; players are numbered from 1."""
    lines = [] if after.last_passed is None else [_turn(after.last_passed)]
    if not before.settling and after.settling:
        lines.append(f"play-off for the {after.settling} between {numbered(after.contenders)}")
    lines += [_game(result) for result in after.results[len(before.results) :]]
    if after.champions and not before.champions:
        rounds = "".join(f", play-off {points_of(scores)}" for scores in after.play_offs)
        lines.append(f"match{rounds} won by {numbered(after.champions)}")
    return tuple(lines)


def _turn(passed: Passed) -> str:
    standing = " ".join(str(tile) for tile in passed.open) or "none"
    return f"{passed.player + 1} stops at {passed.score}, open {standing}, {passed.reason}"


def _game(result: GameResult) -> str:
    rounds = "".join(f", play-off {points_of(scores)}" for scores in result.play_offs)
    return f"game {result.number}: {points_of(result.scores)}{rounds} won by {numbered(result.winners)}"
