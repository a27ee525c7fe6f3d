"""`python -m workshop area`: drawn tables whose dice alone are followed, with a dice area and without."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from ..table import table
from .drawn import added, drawn_options

WAYS = ("whole picture", "area", "known area")


@click.command()
@drawn_options(lessons=5, looks=8)
@click.option("--tables", type=click.IntRange(min=1), default=26, show_default=True, help="How many tables.")
@click.option("--way", "ways", type=click.Choice(WAYS), multiple=True, help="How they are read; all if none is named.")
@click.option(
    "--pictures", type=click.Path(file_okay=False, path_type=Path), help="Folder for contact sheets of the failures."
)
def command(
    seed: int, tables: int, first: int, split: Any, harsh: float, lessons: int, looks: int, ways: tuple[str, ...],
    each: Path | None, pictures: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Score drawn tables without a followed board: trays, cloths and boards of arrows, with men and a doubling die.

    An area is known once it was seen bare and some throws were confirmed.

    Example: python -m workshop area --seed 9301 --tables 2 --looks 5
    """
    from webui.live.eyes import open_eyes

    from ..evaluate.area import AreaScore, Failures, figures, scored_area
    from ..evaluate.sheets import Sheets
    from ..scenes.area import area_rig

    eyes, scores = open_eyes(boards=False), list[AreaScore]()
    sheets = None if pictures is None else Sheets(pictures)
    shows = None if sheets is None else Failures(sheets)
    for number in range(first, first + tables):
        fresh = list(
            scored_area(eyes, area_rig(seed, number, split, harsh), number, lessons, looks, ways or WAYS, shows)
        )
        scores += fresh
        brief = (f"{way}: right {row['right']['count']} of {row['looks']}" for way, row in figures(fresh).items())
        click.echo(f"table {number}, {fresh[0].ground}: {'; '.join(brief)}", err=True)
        added(each, map(asdict, fresh))
    if sheets is not None:
        click.echo(f"contact sheets: {', '.join(map(str, sheets.close())) or 'no failure'}", err=True)
    report = figures(scores)
    click.echo(json.dumps(report) if as_json else _table(report))


def _table(report: dict[str, dict[str, Any]]) -> str:
    rows = (
        (name, row["looks"], *(_rate(row[key]) for key in ("right", "asked", "wrong", "false_die")))
        for name, row in report.items()
    )
    return table(("", "looks", "right", "asked", "acted wrong", "false die acted"), rows)


def _rate(rate: dict[str, Any]) -> str:
    """ "12, 6.0 % (3.4-10.3)"."""
    return f"{rate['count']}, {rate['share']:.1%} ({rate['low']:.1%}-{rate['high']:.1%})"
