"""`python -m workshop bench`: what Piste costs on this machine, beside what it should cost."""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from pathlib import Path
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
    chosen = dict.fromkeys(subjects or SUBJECTS)
    known = {subject: figures(subject) for subject in chosen}
    everything = [figure for subject in chosen for figure in known[subject]]
    if unknown := sorted(set(only).difference(everything)):
        raise click.UsageError(f"--only: expected some of {', '.join(everything)}; got {', '.join(unknown)}")
    told: dict[str, Any] = {"piste": version("piste")}
    for subject in chosen:
        wanted = tuple(figure for figure in only if figure in known[subject])
        if wanted or not only:
            told[subject] = {"eyes": _eyes, "referee": _referee, "pages": _pages}[subject](rounds, wanted)
    if json_file is not None:
        try:
            json_file.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise click.ClickException(f"{json_file}: {error.strerror or error}") from error


def figures(subject: str) -> tuple[str, ...]:
    """The figures of one of SUBJECTS that can be measured alone."""
    if subject == "eyes":
        from ..bench.eyes import PARTS, WHAT

        return (*WHAT, *PARTS)
    if subject == "pages":
        from ..bench.pages import FIGURES as OF_PAGES

        return OF_PAGES
    from ..bench.referee import FIGURES

    return FIGURES


def _eyes(rounds: int, only: tuple[str, ...]) -> dict[str, Any]:
    """The figures of seeing, or some of them, printed as a table. Raises click.ClickException."""
    from hardware.errors import CameraError
    from models import ModelError
    from vision.errors import VisionError

    from ..bench.eyes import bench_eyes
    from ..bench.report import as_json, table
    from ..bench.steps import network

    try:
        measure, flop = network()
        a, rows, about = bench_eyes(measure, rounds, _say, only)
    except (CameraError, ModelError, VisionError, ValueError, OSError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"A, a detector of {flop / 1e9:.2f} GFLOP at 640x640: {a * 1e3:.1f} ms, one thread")
    click.echo("\n".join(table(rows, a)))
    return as_json(rows, a, flop, about)


def _referee(rounds: int, only: tuple[str, ...]) -> dict[str, Any]:
    """The figures of refereeing, or some of them, printed as a table. Raises click.ClickException."""
    from ..bench.referee import bench_referee, lines, told

    try:
        b, rows, about = bench_referee(rounds, _say, only)
    except (RuntimeError, OSError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"B, 20,000 steps of plain Python: {b * 1e3:.1f} ms")
    click.echo("\n".join(lines(rows, b)))
    return told(b, rows, about)


def _pages(rounds: int, only: tuple[str, ...]) -> dict[str, Any]:
    """The figures of the site's pages, or some of them, printed as a table. Raises click.ClickException."""
    from hardware.errors import CameraError
    from models import ModelError

    from ..bench.pages import bench_pages, lines, told
    from ..bench.screens import NoBrowser

    try:
        s, rows, about = bench_pages(rounds, _say, only)
    except (NoBrowser, CameraError, ModelError, OSError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"S, the first paint of a plain page: {s * 1e3:.1f} ms")
    click.echo("\n".join(lines(rows, s)))
    return told(s, rows, about)


def _say(what: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r\033[K{what}", nl=False, err=True)
