"""`piste coach GAME`: the best play, and the cost of every other one."""

from __future__ import annotations

from importlib import import_module

import click

from ...words import games


def coached() -> dict[str, games.CoachOffer]:
    """Each game with a coach, in the order of first use."""
    return {name: row.coach for name, row in games.WORDS.items() if row.coach is not None}


class Games(click.Group):
    """A group that knows its games by name and imports their coaches on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The games, in the order of first use."""
        return list(coached())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The game's own command, or None if no coach knows that game."""
        coach = coached().get(cmd_name)
        if coach is None:
            return None
        command: click.Command = import_module(f".{coach.module}", __package__).command(cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the games without importing any coach."""
        with formatter.section("Games"):
            formatter.write_dl([(name, coach.help) for name, coach in coached().items()])


@click.command(cls=Games)
def command() -> None:
    """Tell the best move, what every other one costs, and the odds of the next throw. All numbers are exact.

    Example: piste coach occe_adult --open 1,2,5,9 --dice 6,3
    """
