"""`python -m workshop simulate`: whole games without pixels, and the noise they are made with."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ..simulate.figures import Sums


@click.group()
def command() -> None:
    """Play whole games without pixels, eyes erring as they were counted to, and score how they are told.

    Example: python -m workshop simulate run --throws 2000 --half dev
    """


@command.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False), required=False)
@click.option("--out", type=click.Path(path_type=Path), help="Write the counts there.")
@click.option("--watch", is_flag=True, help="Watch films that have no .looks beside them: minutes each.")
@click.option("--priors", is_flag=True, help="Print what the table's priors should be by these counts.")
def count(folder: Path | None, out: Path | None, watch: bool, priors: bool) -> None:
    """Count how eyes err over the recorded games of FOLDER, films made by `recordings make`.

    Without FOLDER the counts are those that were kept. The looks of each film lie beside it as NAME.looks, what
    happens in it as NAME.deeds.json; staging that anew needs the extra `train`.

    Example: python -m workshop simulate count films/ --out noise.json --priors
    """
    from ..simulate.count import counted, films, write
    from ..simulate.happened import Strange
    from ..simulate.noise import COUNTED
    from ..simulate.priors import told

    try:
        if folder is None:
            noise = json.loads(COUNTED.read_text(encoding="utf-8"))
        else:
            noise = counted(films(folder, watch=watch))
        if out is not None:
            write(noise, out)
    except (OSError, Strange, ModuleNotFoundError) as error:
        raise click.ClickException(str(error)) from error
    if priors or out is None:
        click.echo("\n".join(told(noise)))


@command.command()
@click.option(
    "--throws", type=click.IntRange(min=1), default=1000, show_default=True, help="At least so many."
)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--half", type=click.Choice(("dev", "exam")), default="dev", show_default=True,
              help="Half of the seeds: what is chosen on one is reported on the other.")  # fmt: skip
@click.option("--answers", is_flag=True, help="Each question is answered, truthfully.")
@click.option("--game", default="", help="Only this game; all in turn where none is named.")
@click.option(
    "--fault",
    "faults",
    multiple=True,
    metavar="KIND",
    help="Have it happen once a game; several, or all: one of them.",
)
@click.option(
    "--foul",
    type=click.FloatRange(0, 1),
    help="Chance of a foul at a throw; as in recorded games if not given.",
)
@click.option(
    "--alone", is_flag=True, help="Nothing else goes wrong: eyes err in nothing else, no foul is tried."
)
@click.option(
    "--noise", "file", type=click.Path(path_type=Path), help="Other counts than those that were kept."
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def run(
    throws: int, seed: int, half: str, answers: bool, game: str, faults: tuple[str, ...], foul: float | None,
    alone: bool, file: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Play until so many throws were made and print how well they were told.

    Example: python -m workshop simulate run --throws 2000 --fault missed --alone --half exam
    """
    from ..recordings.plays import FOUL
    from ..simulate.faults import FORCED
    from ..simulate.figures import lines
    from ..simulate.game import PLAYED, Wish
    from ..simulate.noise import COUNTED, load
    from ..simulate.running import run as played

    kinds = FORCED if "all" in faults else faults
    if strange := sorted(set(kinds) - set(FORCED)):
        raise click.UsageError(f"--fault: expected some of {', '.join(FORCED)}; got {', '.join(strange)}")
    names = dict.fromkeys(one[0] for one in PLAYED)
    if game and game not in names:
        raise click.UsageError(f"--game: expected one of {', '.join(names)}; got {game}")
    wish = Wish(tuple(kinds), FOUL if foul is None else foul)
    try:
        noise = load(file or COUNTED)
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{file or COUNTED}: {error}") from error
    if alone:
        noise, wish = noise.without_errors(), Wish(tuple(kinds), foul or 0.0)
    told = played(noise, throws, seed, half, game=game, wish=wish, answers=answers, tell=_progress(throws))
    click.echo(json.dumps(told) if as_json else "\n".join(lines(told)))


@command.command()
@click.argument("kind")
@click.option("--number", type=click.IntRange(min=0), default=0, show_default=True, help="Which game.")
@click.option("--svg", type=click.Path(path_type=Path), help="Draw there how probable its histories are.")
def story(kind: str, number: int, svg: Path | None) -> None:
    """Tell one game with one fault KIND: what happened, what the table said, and what it put right.

    Example: python -m workshop simulate story missed --svg belief.svg
    """
    from ..simulate.faults import FORCED
    from ..simulate.noise import load
    from ..simulate.story import story as told

    if kind not in FORCED:
        raise click.UsageError(f"KIND: expected one of {', '.join(FORCED)}; got {kind}")
    try:
        lines, picture = told(load(), kind, number)
        if svg is not None:
            svg.write_text(picture, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    click.echo("\n".join(lines))


def _progress(throws: int) -> Any:
    """What tells on stderr how far it is."""
    if not sys.stderr.isatty():
        return lambda sums, seconds: None

    def tell(sums: Sums, seconds: float) -> None:
        rate = 3600 * sums.throws / max(seconds, 1e-6)
        click.echo(f"\r\033[K{sums.throws} of {throws} throws, {rate:.0f} an hour", nl=False, err=True)

    return tell
