"""`python -m workshop recordings`: recorded games made, watched and scored."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path

import click


@click.group()
def command() -> None:
    """Make recorded games at random, and score how Piste tells them."""


@command.command()
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder of the films."
)
@click.option("--seed", type=int, required=True, help="Of everything: the same seed gives the same films.")
@click.option("--count", type=click.IntRange(min=1), default=24, show_default=True, help="How many films.")
@click.option("--game", default="", help="backgammon, jacquet or trictrac, whole games; games of tiles if not given.")
@click.option("--throws", type=click.IntRange(min=1), default=10_000, help="Games of men end after so many throws.")
def make(out: Path, seed: int, count: int, game: str, throws: int) -> None:
    """Film games at random, and write what happens in them; films that are there are left as they are.

    Example: python -m workshop recordings make --out DIR --seed 1201 --count 24
    """
    from ..recordings.making import MEN
    from ..recordings.making import make as made

    if game and game not in MEN:
        raise click.UsageError(f"--game: expected one of {', '.join(MEN)}; got {game}")
    start = time.monotonic()
    for film in made(out, seed, count, game, throws):
        click.echo(f"{film}: {time.monotonic() - start:.0f} s", err=True)
        start = time.monotonic()


@command.command()
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder of the films."
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
def moments(out: Path, names: tuple[str, ...]) -> None:
    """Film the small scripted moments that the tests watch; all where none is named.

    Example: python -m workshop recordings moments --out tests/recordings
    """
    from ..recordings.moments.making import make as made
    from ..recordings.moments.scripts import MOMENTS

    if unknown := sorted(set(names) - set(MOMENTS)):
        raise click.UsageError(f"expected some of {', '.join(MOMENTS)}; got {', '.join(unknown)}")
    for film in made(out, names):
        click.echo(f"{film}: {film.stat().st_size // 1000} kB", err=True)


@command.command()
@click.argument(
    "folders",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
@click.option("--old", is_flag=True, help="Take what was told of a film before, where it lies there.")
@click.option(
    "--faults",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the frames at which something was told wrongly.",
)
@click.option("--marked", is_flag=True, help="Learn boards of men where the truth has their corners.")
def score(folders: tuple[Path, ...], as_json: bool, old: bool, faults: Path | None, marked: bool) -> None:
    """Watch films that have their truth beside them, and score what was told.

    Example: python -m workshop recordings score DIR --faults FAULTS
    """
    from ..recordings.figures import lines, report, save_faults
    from ..recordings.watching import recordings, watched

    clips = []
    for recording in recordings(folders):
        start = time.monotonic()
        clips.append(watched(replace(recording, marked=marked), again=not old))
        spent = time.monotonic() - start
        click.echo(f"{recording.film}: {clips[-1].seconds:.0f} s of film in {spent:.0f} s", err=True)
        if faults:
            save_faults(faults, recording.film, clips[-1].score)
    figures = report(clips)
    click.echo(json.dumps(figures, indent=1) if as_json else lines(figures))


@command.command()
@click.argument(
    "truths", nargs=-1, required=True, metavar="TRUTH...", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--light", "names", multiple=True, help="A kind of change; all if none is named.")
@click.option("--until", type=float, default=45.0, show_default=True, help="Seconds of each film that are watched.")
def lights(truths: tuple[Path, ...], names: tuple[str, ...], until: float) -> None:
    """Watch films in light that changes, and lay what is told beside what is told of the undisturbed film.

    Example: python -m workshop recordings lights hardware/demo/demo.truth.jsonl --light "lamp off"
    """
    from webui.commands.read import opened

    from ..recordings.lights import LIGHTS, in_lights
    from ..recordings.watching import recorded

    if unknown := sorted(set(names) - set(LIGHTS)):
        raise click.UsageError(f"expected some of {', '.join(LIGHTS)}; got {', '.join(unknown)}")
    eyes = opened("occe")
    for file in truths:
        for compared in in_lights(recorded(file), eyes, names or tuple(LIGHTS)[1:], until):
            click.echo(f"{file.name.partition('.')[0]}: {compared}")
