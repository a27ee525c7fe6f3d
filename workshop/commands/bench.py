"""`python -m workshop bench`: what Piste costs on this machine, beside what it should cost."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import click

SUBJECTS = ("eyes", "referee", "pages")
"""What can be measured; all of it where nothing is named."""


@click.command()
@click.option(
    "--json", "json_file", metavar="FILE", type=click.Path(path_type=Path), help="Write the figures there."
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=50,
    show_default=True,
    help="How often every step is timed; fewer than 50 are a rough guess.",
)
@click.option("--only", metavar="FIGURE", multiple=True, help="Measure this figure alone; may be repeated.")
@click.argument("subjects", nargs=-1, type=click.Choice(SUBJECTS))
def command(json_file: Path | None, rounds: int, only: tuple[str, ...], subjects: tuple[str, ...]) -> None:
    """Measure what reading a table, refereeing and the site's pages cost, beside what they should cost.

    Times of the eyes are told as shares of A, a small detector as others use it, timed in turn with them on one
    thread; times of the referee in times of B, a plain loop of Python; times of the pages in times of S, the first
    paint of a plain page in the same browser.

    Example: python -m workshop bench --json bench.json

    Example: python -m workshop bench eyes --rounds 10 --only gate --only gate_moving

    Example: python -m workshop bench referee --only match

    Example: python -m workshop bench pages --rounds 10 --only table --only tap
    """
    from hardware.errors import CameraError
    from models import ModelError
    from vision.errors import VisionError

    from ..bench.report import tables

    chosen = {subject: _bench(subject) for subject in subjects or SUBJECTS}
    everything = [figure for bench in chosen.values() for figure in bench.FIGURES]
    if unknown := sorted(set(only).difference(everything)):
        raise click.UsageError(f"--only: expected some of {', '.join(everything)}; got {', '.join(unknown)}")
    report: dict[str, Any] = {"piste": version("piste")}
    for subject, bench in chosen.items():
        wanted = tuple(figure for figure in only if figure in bench.FIGURES)
        if only and not wanted:
            continue
        try:
            report[subject] = bench.measured(rounds, _say, wanted)
        except (CameraError, ModelError, VisionError, RuntimeError, ValueError, OSError) as error:
            raise click.ClickException(str(error)) from error
        click.echo(tables(report[subject]))
    if json_file is not None:
        try:
            json_file.write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise click.ClickException(f"{json_file}: {error.strerror or error}") from error


def _bench(subject: str) -> ModuleType:
    """The module that measures one of SUBJECTS: its FIGURES can be `measured` alone."""
    return import_module(f"workshop.bench.{subject}")


def _say(what: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r\033[K{what}", nl=False, err=True)
