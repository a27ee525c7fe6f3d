"""`python -m workshop simulate`: whole games without pixels, and the noise they are made with."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..simulate.figures import Sums
    from ..simulate.tables import TableRow


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
    from ..simulate.priors import listing

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
        click.echo("\n".join(listing(noise)))


@command.command()
@click.option(
    "--throws", type=click.IntRange(min=1), default=1000, show_default=True, help="At least so many, of all."
)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--half", type=click.Choice(("dev", "exam")), default="dev", show_default=True,
              help="Half of the seeds: what is chosen on one is reported on the other.")  # fmt: skip
@click.option("--answers", is_flag=True, help="Each question is answered, truthfully.")
@click.option(
    "--game", "games", multiple=True, metavar="NAME",
    help="Only this rule set, or all of a game; all in turn where none is named.",
)  # fmt: skip
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
@click.option("--arrows", type=click.FloatRange(0, 0.1),
              help="A camera reads the men: share of arrows that it reads wrongly.")  # fmt: skip
@click.option("--keep", type=click.Path(path_type=Path, dir_okay=False),
              help="Keep each game there, and go on where it ends.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def run(
    throws: int, seed: int, half: str, answers: bool, games: tuple[str, ...], faults: tuple[str, ...],
    foul: float | None, alone: bool, arrows: float | None, keep: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Play until so many throws were made and print how well they were told, a row for each rule set.

    Example: python -m workshop simulate run --throws 2000 --game trente --half exam
    """
    from ..recordings.plays import FOUL
    from ..simulate.faults import FORCED
    from ..simulate.figures import lines
    from ..simulate.game import Wish
    from ..simulate.noise import load
    from ..simulate.running import Simulation, figures, until

    kinds = FORCED if "all" in faults else faults
    if strange := sorted(set(kinds) - set(FORCED)):
        raise click.UsageError(f"--fault: expected some of {', '.join(FORCED)}; got {', '.join(strange)}")
    names = [name for game in games for name in _rule_sets(game)]
    chance = (0.0 if alone else FOUL) if foul is None else foul
    wanted = {"names": tuple(dict.fromkeys(names))} if names else {}
    wish = Wish(tuple(kinds), chance, arrows)
    played = Simulation(seed=seed, half=half, wish=wish, alone=alone, answers=answers, **wanted)
    try:
        sums = until(played, load(), lambda sums: sums.throws >= throws, keep, _progress(throws))
    except (OSError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    report = figures(played, sums)
    click.echo(json.dumps(report) if as_json else lines(report))


@command.command()
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True,
              help="Keep each game there, and go on where they end; the tables go to tables.md.")  # fmt: skip
@click.option("--throws", type=click.IntRange(min=1), default=10_000, show_default=True, help="Of each rule set.")
@click.option("--faults", type=click.IntRange(min=1), default=300, show_default=True, help="Of each kind.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--half", type=click.Choice(("dev", "exam")), default="exam", show_default=True)
@click.option("--only", "parts", multiple=True, metavar="PART", help="rules, answers, alone or faults.")
@click.option("--row", "names", multiple=True, metavar="NAME", help="Only rows of this name, such as trente.")
@click.option("--there", "only_there", is_flag=True, help="Play nothing: print what was played so far.")
def tables(
    out: Path, throws: int, faults: int, seed: int, half: str, parts: tuple[str, ...], names: tuple[str, ...],
    only_there: bool,
) -> None:  # fmt: skip
    """Play all that docs/simulation.md tells, and print its tables. Broken off, it goes on where it was.

    Example: python -m workshop simulate tables --out tables/ --throws 100000 --faults 1000
    """
    from ..simulate.noise import load
    from ..simulate.tables import PARTS, markdown, played, rows, there

    every = list(rows(throws, faults, seed, half))
    if strange := sorted(set(parts) - set(PARTS)):
        raise click.UsageError(f"--only: expected some of {', '.join(PARTS)}; got {', '.join(strange)}")
    if strange := sorted(set(names) - {row.name for row in every}):
        raise click.UsageError(f"--row: expected names of rows; got {', '.join(strange)}")
    some = [row for row in every if row.part in (parts or PARTS) and (not names or row.name in names)]
    try:
        out.mkdir(parents=True, exist_ok=True)
        results = there(some, out) if only_there else played(some, load(), out, _row_progress())
        text = markdown(results)
        (out / "tables.md").write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(text)


def _rule_sets(name: str) -> tuple[str, ...]:
    """The rule sets that a name stands for: its own, else all of a game."""
    from ..simulate.game import PLAYED

    names = (name,) if name in PLAYED else tuple(rules for rules, played in PLAYED.items() if played[0] == name)
    if not names:
        raise click.UsageError(f"--game: expected one of {', '.join(PLAYED)}; got {name}")
    return names


@command.command()
@click.argument("kind")
@click.option("--number", type=click.IntRange(min=0), default=0, show_default=True, help="Which game.")
def story(kind: str, number: int) -> None:
    """Tell one game with one fault KIND: what happened, what the table said, and what it put right.

    Example: python -m workshop simulate story missed
    """
    from ..simulate.faults import FORCED
    from ..simulate.noise import load
    from ..simulate.story import story as story_lines

    if kind not in FORCED:
        raise click.UsageError(f"KIND: expected one of {', '.join(FORCED)}; got {kind}")
    try:
        lines = story_lines(load(), kind, number)
    except (OSError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    click.echo("\n".join(lines))


@command.command()
@click.option("--turns", "count", type=click.IntRange(min=1), default=500, show_default=True, help="Of each row.")
@click.option("--wrong", "rates", type=click.FloatRange(0, 0.1), multiple=True, default=(0.001, 0.003, 0.006),
              show_default=True, help="Share of short stacks that are read wrongly.")  # fmt: skip
@click.option("--game", "games", multiple=True, default=("backgammon", "jacquet", "trictrac"), show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
def men(count: int, rates: tuple[float, ...], games: tuple[str, ...], seed: int) -> None:
    """Read single turns of games of men with errors, and print how well the table would tell them.

    Example: python -m workshop simulate men --turns 2000 --game backgammon
    """
    from referee.errors import UnknownGame
    from referee.games import find
    from referee.games.arrows import ArrowGame

    from ..simulate.men import MenTurns, turns
    from ..table import table

    try:
        played = [find(name)() for name in games]
    except UnknownGame as error:
        raise click.UsageError(f"--game: {error}") from error
    of_men = [game for game in played if isinstance(game, ArrowGame)]
    if strange := [game.name for game in played if game not in of_men]:
        raise click.UsageError(f"--game: expected games on arrows; got {', '.join(strange)}")
    rows = [(game.name, *sum(turns(game, count, wrong, seed), MenTurns()).shares())
            for game, wrong in product(of_men, rates)]  # fmt: skip
    head = ("", "arrows read wrongly", "boards right", "true end likeliest", "told right", "refused wrongly",
            "nothing told", "fouls found")  # fmt: skip
    click.echo(table(head, rows))


def _progress(throws: int) -> Callable[[Sums], None]:
    """What tells on stderr how far it is."""
    return lambda sums: _says(f"{sums.throws} of {throws} throws, {_an_hour(sums)} an hour")


def _row_progress() -> Callable[[TableRow, Sums], None]:
    """The same of the row of a table."""

    def tell(row: TableRow, sums: Sums) -> None:
        far = f"{sums.happened(row.kind)} of {row.faults} faults, " if row.kind else f"of {row.throws}, "
        _says(f"{row.part} {row.name}: {sums.throws} throws {far}{_an_hour(sums)} an hour")

    return tell


def _an_hour(sums: Sums) -> int:
    return round(3600 * sums.throws / max(sums.seconds, 1e-6))


def _says(text: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r\033[K{text}", nl=False, err=True)
