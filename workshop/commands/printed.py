"""`python -m workshop printed`: the printed board, or the printed box, in twelve views, read by Piste."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..evaluate.printed import PrintedRead


@click.command()
@click.option("--box", is_flag=True, help="The box with nine tiles in place of the board.")
@click.option(
    "--seed",
    "seeds",
    type=int,
    multiple=True,
    default=(1,),
    show_default=True,
    help="Tiles, dice, table, light.",
)
@click.option(
    "--missing",
    type=click.IntRange(0, 36),
    default=0,
    show_default=True,
    help="Tiles that are not laid down.",
)
@click.option(
    "--picture", type=click.Path(dir_okay=False, path_type=Path), help="File for the views, four in a row."
)
def command(box: bool, seeds: tuple[int, ...], missing: int, picture: Path | None) -> None:
    """Read the board of `piste print board` in twelve views for each seed, and tell what was read as it is, as a table.

    Example: python -m workshop printed --seed 1 --picture printed.jpg
    """
    from webui.live.eyes import open_eyes

    from ..evaluate.printed import printed_box_reads, printed_reads

    if box and missing:
        raise click.UsageError("expected --missing for the board alone: the box's tiles hang together")
    eyes, reads = open_eyes(), list["PrintedRead"]()
    click.echo("| seed | tilt | from | covers | tiles | dice | asks |\n|--:|--:|--:|--:|--:|---|---|")
    for seed in seeds:
        for read in printed_box_reads(eyes, seed) if box else printed_reads(eyes, seed, missing=missing):
            click.echo(_line(seed, read))
            reads.append(read)
    good = sum(read.faultless for read in reads)
    asks, tiles = sum(bool(read.asks) for read in reads), sum(read.tiles for read in reads)
    right = tiles - sum(len(read.wrong) for read in reads)
    click.echo(f"\n{good} of {len(reads)} without a fault, {right} of {tiles} tiles right; {asks} ask a person")
    if picture is not None:
        from vision.picture import write_picture

        from ..evaluate.sheets import smaller, tiled

        write_picture(picture, tiled([smaller(read.picture, 0.25) for read in reads[:12]], 4))


def _line(seed: int, read: PrintedRead) -> str:
    view = read.view
    tiles = f"{read.tiles - len(read.wrong)} of {read.tiles}" if read.oriented else "no board"
    dice, asks = "right" if read.dice else "wrong", ", ".join(read.asks) or "-"
    return f"| {seed} | {view.tilt:g} | {view.azimuth:g} | {view.across:g} | {tiles} | {dice} | {asks} |"
