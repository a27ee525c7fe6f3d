"""Every game, in every house that differs from its sheet in one rule."""

from typing import Any

from referee.games import GAMES
from referee.options import build, choices


def houses() -> list[Any]:
    """Every game as the sheet has it, and with each house rule changed once; what is only shown is no rule."""
    result = []
    for game in GAMES:
        result.append(game())
        for choice in (choice for choice in choices(game) if choice.name != "show_legal"):
            others = choice.values[1:] or (min(choice.most, choice.default + 1),)
            result += [build(game, {choice.name: value}) for value in others]
    return result


def shown(game: Any) -> str:
    options = [(choice, getattr(game, choice.name)) for choice in choices(game)]
    return "-".join((game.name, *(f"{c.name}={value}" for c, value in options if value != c.default)))


def seats_of(game: Any) -> tuple[int, ...]:
    least, most = game.player_range
    return tuple(range(1, max(least, min(3, most)) + 1))
