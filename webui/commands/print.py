"""`piste print`: the printable sheets."""

from __future__ import annotations

from pathlib import Path

import click

from ..terminal import language_option
from .saved import save


@click.group()
def command() -> None:
    """Make the printable sheets.

    Example: piste print tags --size 40
    """


@command.command()
@click.option("--size", type=float, default=40.0, show_default=True, help="Width of a tag, 20 to 75 mm.")
@language_option
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), default=Path("piste-tags.svg"))
def tags(size: float, language: str, file: Path) -> None:
    """Write the A4 sheet of the four corner tags to FILE (SVG: open it in a browser and print at 100 %).

    Example: piste print tags --size 40 tags.svg
    """
    from hardware.print.tags import WORDS, sheet

    try:
        drawing = sheet(size, WORDS[language])
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--size") from error
    save(file, drawing.encode())
