"""`python -m workshop train NAME ...`: the steps from pictures to a network, each a script with options of its own."""

from __future__ import annotations

import sys
from importlib import import_module

import click

STEPS: tuple[tuple[str, str], ...] = (
    ("board.prepare", "Gather the pictures that the board's network learns from."),
    ("board.train", "Train the board's network."),
    ("tiles.prepare", "Gather the slots and rows that the tiles' networks learn from."),
    ("tiles.train_rows", "Train the rows' network."),
    ("tiles.train_loose", "Train the loose tiles' network."),
    ("tiles.loose", "Draw tables and train the loose tiles' network that ships further."),
    ("tiles.train_hinged", "Train the hinged tiles' network."),
    ("tiles.export", "Write one of them, or the board's, as .onnx."),
    ("dice.pack", "Pack what the faces learn from into one file, for another machine."),
    ("dice.train", "Train both networks that read dice, from the pictures to the files that ship."),
    ("dice.lean", "Fit how the faces' word and geometry tell whether a die is cocked."),
    ("men.train", "Train the network that reads men on arrows."),
    ("men.find", "Train the network that finds a board of arrows."),
    ("men.exam", "Score the network that reads men on drawn boards."),
    ("men.starts", "Score which start positions teach a board, and which are refused at the right arrow."),
    ("men.known", "Score how men are read on drawn boards whose start position was learnt."),
)
"""Each module of workshop.train that is a script, and what it does in one line."""


class Steps(click.Command):
    """A command whose help lists the steps."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The steps, without importing any."""
        with formatter.section("Names"):
            formatter.write_dl(list(STEPS))


@click.command(cls=Steps, context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.argument("name", type=click.Choice([name for name, _ in STEPS]), metavar="NAME")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF ITS OWN]...")
def command(name: str, words: tuple[str, ...]) -> None:
    """Run a step of the training; `python -m workshop train NAME --help` tells its options.

    Example: python -m workshop train dice.train --work DIR --photos ../shared/photos --minutes 300
    """
    try:
        step = import_module(f"workshop.train.{name}")
    except ModuleNotFoundError as error:
        raise click.ClickException(f"expected {error.name}, of the extra train; it is absent") from error
    sys.argv = [f"python -m workshop train {name}", *words]
    step.main()
