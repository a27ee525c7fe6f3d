"""`python -m workshop printed`: the printed board in twelve views, read by Piste."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..evaluate.printed import PrintedRead
    from ..scenes.draw.textures import Picture


@click.command()
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
def command(seeds: tuple[int, ...], missing: int, picture: Path | None) -> None:
    """Read the board of `piste print board` in twelve views for each seed, and tell what was read as it is, as a table.

    Example: python -m workshop printed --seed 1 --picture printed.jpg
    """
    from webui.live.eyes import open_eyes

    from ..evaluate.printed import printed_reads

    eyes, reads = open_eyes(), list["PrintedRead"]()
    click.echo("| seed | tilt | from | covers | tiles | dice | asks |\n|--:|--:|--:|--:|--:|---|---|")
    for seed in seeds:
        for one in printed_reads(eyes, seed, missing=missing):
            click.echo(_line(seed, one))
            reads.append(one)
    good = sum(one.faultless for one in reads)
    asks, tiles = sum(bool(one.asks) for one in reads), sum(36 - len(one.wrong) for one in reads)
    click.echo(
        f"\n{good} of {len(reads)} without a fault, {tiles} of {36 * len(reads)} tiles right; {asks} ask a person"
    )
    if picture is not None:
        from vision.picture import write_picture

        write_picture(picture, _contact_sheet([one.picture for one in reads[:12]]))


def _line(seed: int, one: PrintedRead) -> str:
    view = one.view
    tiles = f"{36 - len(one.wrong)} of 36" if one.oriented else "no board"
    dice, asks = "right" if one.dice else "wrong", ", ".join(one.asks) or "-"
    return f"| {seed} | {view.tilt:g} | {view.azimuth:g} | {view.across:g} | {tiles} | {dice} | {asks} |"


def _contact_sheet(pictures: list[Picture]) -> Picture:
    """The pictures at a quarter of their size, four in a row."""
    import cv2
    import numpy as np

    small = [cv2.resize(picture, (320, 240), interpolation=cv2.INTER_AREA) for picture in pictures]
    small += [np.full_like(small[0], 255)] * (-len(small) % 4)
    rows = [np.hstack(small[begin : begin + 4]) for begin in range(0, len(small), 4)]
    return np.asarray(np.vstack(rows), np.uint8)
