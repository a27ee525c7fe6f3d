"""`piste coach GAME`: what the best player would do, and what everything else costs."""

from __future__ import annotations

from importlib import import_module

import click

GAMES: tuple[tuple[str, str, str], ...] = (
    ("occe_child", "tiles", "Tric Trac of the OCCE, child rule."),
    ("occe_adult", "tiles", "Tric Trac of the OCCE, adult variant."),
    ("royal", "tiles", "Tric-Trac Royal."),
    ("trente", "trente", "Trente: which dice to set aside, and what an attack does."),
    ("jacquet", "arrows", "Jacquet: how far the men still have to go."),
    ("backgammon", "arrows", "Backgammon: points to go, shots on lone men, chances to enter."),
    ("trictrac", "arrows", "Le Tric Trac: how far the men still have to go."),
)
"""Each game that has a coach, the module beside this one that holds `command(game)`, and its line of help."""


class Games(click.Group):
    """A group that knows its games by name and imports what coaches them on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The games, in the order in which a user meets them."""
        return [name for name, _, _ in GAMES]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The game's own command, or None when no coach knows that game."""
        doors = {name: module for name, module, _ in GAMES}
        if cmd_name not in doors:
            return None
        command: click.Command = import_module(f".{doors[cmd_name]}", __package__).command(cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the games without importing any."""
        with formatter.section("Games"):
            formatter.write_dl([(name, said) for name, _, said in GAMES])


@click.command(cls=Games)
def command() -> None:
    """Tell the best move, what every other one costs, and the odds of the next throw. All numbers are exact.

    Example: piste coach occe_adult --open 1,2,5,9 --dice 6,3
    """
