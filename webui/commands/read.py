"""`piste read`: reads pictures of a table, one JSON line each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from vision.layout import layout_names
from vision.observation import Side

if TYPE_CHECKING:
    from vision.look import Eyes

BOARDS = ("auto", *layout_names(), "none")
SIDES = get_args(Side)


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
    "--board", type=click.Choice(BOARDS), default="auto", show_default=True, help="Which board to look for."
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
    ctx: click.Context, board: str, seat1_side: str | None, draw: Path | None, files: tuple[Path, ...]
) -> None:
    """Read pictures of a table: the board, its tiles and the dice, one JSON object a line.

    A file that holds no picture gives {"file", "error"} and exit status 1; the others are still read.

    Example: piste read --board occe table.jpg
    """
    from vision.draw import drawn
    from vision.errors import UnreadablePicture
    from vision.frame import Frame
    from vision.picture import read_picture, write_picture

    from ..readings import reading

    eyes, failed = opened(board), False
    for file in files:
        try:
            image = read_picture(file)
            observation = eyes.look(Frame(image, 0.0), board, seat1_side)  # type: ignore[arg-type]  # click.Choice checked both
        except UnreadablePicture as error:
            failed = True
            click.echo(json.dumps({"file": str(file), "error": str(error)}, ensure_ascii=False))
            continue
        click.echo(json.dumps({"file": str(file), **reading(observation, image.shape)}, ensure_ascii=False))
        if draw is not None:
            write_picture(draw / f"{file.stem}.png", drawn(image, observation))
    if failed:
        ctx.exit(1)
