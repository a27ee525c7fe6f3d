"""`piste read`: reads pictures of a table, one JSON line each."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, get_args

import click

from vision.layout import layout_names
from vision.observation import Side

if TYPE_CHECKING:
    from vision.frame import Image
    from vision.look import Eyes
    from vision.men.look import MenEyes

Look: TypeAlias = "Callable[[Image], tuple[Mapping[str, object], Callable[[], Image]]]"

BOARDS = ("auto", *layout_names(), "none")
ARROWS = "arrows"
"""A board of arrows: what stands there is read in single pictures so far."""
SIDES = get_args(Side)


def men_opened() -> MenEyes:
    """Eyes for a board of arrows. Raises click.ClickException as `opened` does."""
    from models import ModelError
    from vision.errors import VisionError

    from ..live.eyes import open_men_eyes

    try:
        return open_men_eyes()
    except (ModelError, VisionError) as error:
        raise click.ClickException(str(error)) from error


def opened(board: str, instead: Mapping[str, Path] | None = None) -> Eyes:
    """Eyes for a board of BOARDS. Raises click.ClickException if a network is missing or broken."""
    from models import ModelError
    from vision.errors import VisionError

    from ..live.eyes import open_eyes

    try:
        return open_eyes(instead, boards=board != "none")
    except (ModelError, VisionError) as error:
        raise click.ClickException(str(error)) from error


@click.command()
@click.option(
    "--board", type=click.Choice((*BOARDS, ARROWS)), default="auto", show_default=True, help="Which board to look for."
)
@click.option("--seat1-side", type=click.Choice(SIDES), help="Where seat 1 sits, if no corner tag tells.")
@click.option(
    "--draw",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the pictures with the reading drawn on.",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.pass_context
def command(
    ctx: click.Context, board: str, seat1_side: Side | None, draw: Path | None, files: tuple[Path, ...]
) -> None:
    """Read pictures of a table: the board, its tiles or men, and the dice, one JSON object a line.

    A file that holds no picture gives {"file", "error"} and exit status 1; the others are still read.

    Example: piste read --board occe table.jpg
    """
    from vision.errors import UnreadablePicture
    from vision.picture import read_picture, write_picture

    look, failed = looked_at(board, seat1_side), False
    for file in files:
        try:
            image = read_picture(file)
            line, marked = look(image)
        except UnreadablePicture as error:
            failed = True
            click.echo(json.dumps({"file": str(file), "error": str(error)}, ensure_ascii=False))
            continue
        click.echo(json.dumps({"file": str(file), **line}, ensure_ascii=False))
        if draw is not None:
            write_picture(draw / f"{file.stem}.png", marked())
    if failed:
        ctx.exit(1)


def looked_at(board: str, seat1_side: Side | None) -> Look:
    """How pictures are read for a board; `Look` gives a line's keys, and draws the reading when asked."""
    from vision.draw import drawn, drawn_men
    from vision.frame import Frame

    from ..readings import men_reading, reading

    eyes = opened("none" if board == ARROWS else board)
    men_eyes = men_opened() if board == ARROWS else None

    def look(image: Image) -> tuple[Mapping[str, object], Callable[[], Image]]:
        observation = eyes.look(Frame(image, 0.0), "none" if men_eyes else board, seat1_side)
        if men_eyes is None:
            return reading(observation, image.shape), lambda: drawn(image, observation)
        men = men_eyes.look(image, seat1_side)
        marked = drawn(image, observation)
        return men_reading(observation, men, image.shape), lambda: marked if men is None else drawn_men(marked, men)

    return look
