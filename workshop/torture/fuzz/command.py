"""`python -m workshop torture fuzz`."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import click


@click.command()
@click.option("--many", default=10_000, show_default=True, type=click.IntRange(min=1), help="How many inputs in all.")
@click.option("--seed", default=1, show_default=True, help="Of the draws.")
@click.option("--only", multiple=True, metavar="PARSER", help="This one alone; may be repeated.")
@click.option("--keep", metavar="FOLDER", type=click.Path(path_type=Path), help="Writes what broke something there.")
@click.option(
    "--corpus", metavar="FOLDER", type=click.Path(path_type=Path), help="Begins with what led further before; keeps it."
)
def fuzz(many: int, seed: int, only: tuple[str, ...], keep: Path | None, corpus: Path | None) -> None:
    """Feed every parser what nobody would write: each input is read, or refused in words, within bounded time.

    Inputs are mutated by bytes, words and JSON values, and led by the lines of the program that they reach. Ends with
    exit code 1 where anything unforeseen was raised.

    Example: python -m workshop torture fuzz --many 200000
    """
    from .corpus import add_to, with_corpus
    from .loop import fuzz as fuzzed
    from .run import HEAD, row, targets, tries_of

    logging.disable(logging.CRITICAL)
    broken = 0
    memory = Path("/dev/shm")  # what is written is no matter here, and a disk would be slow
    with TemporaryDirectory(prefix="piste-fuzz-", dir=memory if memory.is_dir() else None) as folder:
        chosen = [one for one in targets(Path(folder)) if not only or one.name in only]
        share = tries_of([one.name for one in chosen], many)
        click.echo(f"| {' | '.join(HEAD)} |\n| --- |{' --: |' * (len(HEAD) - 1)}")
        total = [0, 0, 0]
        for target in chosen:
            begins = target if corpus is None else with_corpus(target, corpus)
            found = fuzzed(begins, share[target.name], Random(f"{seed} {target.name}"))
            if corpus is not None:
                add_to(corpus, target.name, found.led)
            click.echo(f"| {' | '.join(row(target.name, found))} |")
            total = [total[0] + found.tries, total[1] + found.refused, total[2] + len(found.broken)]
            broken += len(found.broken)
            for number, (place, (trace, data)) in enumerate(found.broken.items()):
                click.echo(f"{target.name}: {place}\n{trace}\n{data[:2000]!r}", err=True)
                if keep is not None:
                    keep.mkdir(parents=True, exist_ok=True)
                    (keep / f"{target.name.replace(' ', '-')}-{number}").write_bytes(data)
        click.echo(f"| all | {total[0]} | {total[1]} | | | {total[2]} |")
    sys.exit(1 if broken else 0)
