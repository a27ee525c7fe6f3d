"""What an event ended, as a record has it."""

from typing import Any


def ended(game: Any, before: Any, after: Any) -> tuple[str, ...]:
    """The lines of a record between two states of a game, without their "= "."""
    return tuple(game.outcome_text(outcome) for outcome in game.outcomes(before, after))
