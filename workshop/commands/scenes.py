"""`python -m workshop scenes`: pictures of tables and their truth."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, get_args

import click

from ..scenes.describe.scene import Kind, Split
from ..scenes.pictures import TAGS, Order

SHARE = click.FloatRange(0, 1)


def _size(ctx: click.Context, param: click.Parameter, text: str) -> tuple[int, int]:
    """Width and height, px, of 640x480."""
    width, cross, height = text.partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()):
        raise click.BadParameter(f"expected a size such as 640x480, got {text}")
    return int(width), int(height)


@click.command()
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder of pictures and labels.jsonl.",
)
@click.option("--count", type=click.IntRange(min=0), default=100, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--kind", type=click.Choice(get_args(Kind)), default="occe", show_default=True)
@click.option("--split", type=click.Choice(get_args(Split)), default="train", show_default=True)
@click.option("--size", callback=_size, default="640x480", show_default=True, help="Of the pictures, px.")
@click.option(
    "--harsh", type=SHARE, default=0.3, show_default=True, help="0 a teacher's set-up, 1 all hardships."
)
@click.option(
    "--tags",
    type=click.Choice(tuple(TAGS)),
    default="some",
    show_default=True,
    help="At the board's corners.",
)
@click.option("--trouble", type=SHARE, default=0.0, help="Share of boards with more tiles amiss.")
@click.option("--colours", type=SHARE, default=0.0, help="Share of boards with digits and grounds of any two colours.")
@click.option("--inks", type=SHARE, default=0.0, help="Share of boards with an ink for each number or player.")
@click.option("--one-wood", type=SHARE, default=0.0, help="Share of boards with gaps beside closed tiles, of one wood.")
@click.option("--mirrored", type=SHARE, default=0.0, help="Share of boards with a lamp mirrored along a row.")
@click.option("--without-dice", is_flag=True, help="No die, but more that could be taken for one.")
@click.option("--physics", type=SHARE, default=0.0, help="Share of tables with dice thrown by MuJoCo.")
@click.option(
    "--cocked", type=SHARE, default=0.3, show_default=True, help="Share of such dice set down leaning."
)
def command(out: Path, count: int, seed: int, tags: str, **order: Any) -> None:
    """Draw tables, and write what truly lies on them; picture i depends on the seed and on i alone.

    Example: python -m workshop scenes --kind occe --count 200 --seed 7 --split test --out DIR
    """
    _write(out, Order(tags=TAGS[tags], **order), seed, count)


def _write(out: Path, order: Order, seed: int, count: int) -> None:
    import cv2

    from ..scenes.pictures import pictures

    out.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    with (out / "labels.jsonl").open("w", encoding="utf-8") as labels:
        for index, (image, truth) in enumerate(pictures(order, seed, count)):
            name = f"{order.kind}-{seed}-{index:05d}.png"
            cv2.imwrite(str(out / name), image)
            labels.write(json.dumps({"image": name, **truth}) + "\n")
            if (index + 1) % 50 == 0 or index + 1 == count:
                click.echo(f"{index + 1}/{count} pictures, {time.monotonic() - start:.0f} s", err=True)
