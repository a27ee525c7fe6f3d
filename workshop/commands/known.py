"""`python -m workshop known`: drawn tables looked at again and again, with and without what was learnt of them."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from ..table import table
from .drawn import added, drawn_options

CHANGES = ("none", "light", "board", "dice")
COLUMNS = ("board_and_dice", "board", "dice", "each_tile", "asked", "acted_wrong_share")
"""The figures of each group, as shares."""


@click.command()
@drawn_options(lessons=10, looks=40, least=2)
@click.option("--rigs", type=click.IntRange(min=1), default=24, show_default=True, help="How many tables.")
@click.option("--change", type=click.Choice(CHANGES), default="none", show_default=True, help="What changes half way.")
@click.option("--restart", is_flag=True, help="Also with what the disk has of the table, before anything is confirmed.")
@click.option("--wrong", is_flag=True, help="Some of what is said of the tiles is wrong.")
@click.option(
    "--photographed", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of the same tables path-traced (python -m workshop.scenes.photoreal --rigs).",
)
@click.option(
    "--pictures", type=click.Path(file_okay=False, path_type=Path), help="Folder for a picture of each table's looks."
)
def command(
    seed: int, rigs: int, first: int, split: Any, harsh: float, lessons: int, looks: int, change: Any, wrong: bool,
    restart: bool, each: Path | None, photographed: Path | None, pictures: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Score drawn tables once they are known, beside the same looks without.

    A table is known once its start position was seen and some throws were confirmed.

    Example: python -m workshop known --seed 8301 --rigs 2 --looks 10
    """
    from webui.live.eyes import open_eyes

    from ..evaluate.known import KnownScore, Plan, figures, scored_rig
    from ..evaluate.strips import Strip, headline
    from ..scenes.photoreal.looks import KeptLooks
    from ..scenes.rigs import drawn, rig

    draw = KeptLooks(photographed) if photographed else drawn
    eyes, plan = open_eyes(), Plan(lessons, looks, None if change == "none" else change, wrong, restart)
    scores: list[KnownScore] = []
    for number in range(first, first + rigs):
        strip = Strip(eyes.known["occe"], headline(seed, number, plan.change)) if pictures else None
        fresh = list(scored_rig(eyes, replace(rig(seed, number, split, harsh), draw=draw), number, plan, strip))
        if strip is not None and pictures is not None:
            pictures.mkdir(parents=True, exist_ok=True)
            strip.write(pictures / f"{seed}-{number:02}.jpg")
        scores += fresh
        click.echo(f"table {number}: {'; '.join(_brief(fresh)) or 'no board found'}", err=True)
        added(each, map(asdict, fresh))
    report = figures(scores)
    click.echo(json.dumps(report) if as_json else _table(report))


def _brief(scores: list[Any]) -> list[str]:
    """What one table brought, in a line."""
    from ..evaluate.known import figures

    return [
        f"{name}: right {row['board_and_dice']:.0%}, asked {row['asked']:.0%}, wrong {row['acted_wrong']}"
        for name, row in figures(scores).items()
    ]


def _table(report: dict[str, dict[str, Any]]) -> str:
    shares = (*COLUMNS, "acted_wrong_at_most")
    rows = (
        (name, row["looks"], row["acted_wrong"], *(f"{row[column]:.1%}" for column in shares))
        for name, row in report.items()
    )
    return table(("", "looks", "n wrong", *(name.replace("_", " ") for name in shares)), rows)
