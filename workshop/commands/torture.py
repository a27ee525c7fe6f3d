"""`python -m workshop torture`: tries to break what Piste promises, and tells what was found, mended and lost."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from itertools import product
from pathlib import Path
from statistics import median

import click

from ..table import table
from ..torture.abuse import abuse


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Try to break what Piste promises: power cuts, a disk that rots, kills, broken input, too many guests.

    Each ends with exit code 1 where something acknowledged was lost.

    Example: python -m workshop torture cuts --many 10000
    """


CHECKOUT = Path(__file__).resolve().parents[2]
FUZZED = (
    "tests/workshop/torture/test_fuzz.py",
    "tests/workshop/torture/test_fuzz_site.py",
    "tests/webui/site/attacked/test_openapi_asked.py",
)
"""Tests that make up their inputs: as many as PISTE_EXAMPLES says (tests/plays/odd_inputs.py)."""
command.add_command(abuse)


@command.command()
@click.option("--many", default=3000, show_default=True, type=click.IntRange(min=1), help="Inputs, at least.")
@click.option("--seed", default=1, show_default=True, help="Of the draws.")
@click.option("--only", metavar="WORDS", help="Parsers of this name alone, as pytest's -k has it.")
def fuzz(many: int, seed: int, only: str | None) -> None:
    """Feed every parser and the site what nobody would write: it is read, or refused in words, within bounded time.

    Runs the tests that hypothesis and schemathesis make inputs for, with more of them: a parser that is fast gets up to
    twenty times as many. Needs the extra dev. Ends with exit code 1 where anything unforeseen was raised.

    Example: python -m workshop torture fuzz --many 10000 --only journal
    """
    words = [f"--hypothesis-seed={seed}", "--durations=0", *(["-k", only] if only else [])]
    asked = {**os.environ, "PISTE_EXAMPLES": str(many)}
    done = subprocess.run([sys.executable, "-m", "pytest", *words, *FUZZED], cwd=CHECKOUT, env=asked, check=False)
    sys.exit(done.returncode)


@command.command()
@click.option("--many", default=300, show_default=True, type=click.IntRange(min=1), help="How many cuts.")
@click.option("--seed", default=1, show_default=True, help="Of the draws.")
@click.option("--synchronous", default="FULL", type=click.Choice(("FULL", "OFF")), help="OFF must fail.")
@click.option("--phase", "phases", multiple=True, metavar="PHASE", help="This one alone; may be repeated.")
def cuts(many: int, seed: int, synchronous: str, phases: tuple[str, ...]) -> None:
    """Cut the power at any write or sync; what was not synced is dropped, reordered and torn.

    Needs a C compiler. Phases: play, corrections, series, backup, first_start, without_memory, erasing.
    """
    from ..torture.cuts import cuts as tried
    from ..torture.recorded import RecordingError
    from ..torture.scenarios import PHASES

    begun, rows, lost = time.monotonic(), {phase: [0, 0, 0] for phase in phases or PHASES}, []
    try:
        for outcome in tried(many, seed, synchronous, tuple(rows)):
            row = rows[outcome.phase]
            row[0] += 1
            row[1] += outcome.mended
            row[2] += bool(outcome.fault)
            if outcome.fault:
                lost.append(f"{outcome.phase}, call {outcome.at}: {outcome.fault}")
            if (done := sum(tries for tries, *_ in rows.values())) % 500 == 0:
                click.echo(f"{done} of {many} cuts, {len(lost)} lost, {time.monotonic() - begun:.0f} s", err=True)
    except RecordingError as error:
        raise click.ClickException(str(error)) from error
    rows["all"] = [sum(column) for column in zip(*rows.values(), strict=True)]
    head = ("power cut during", "tries", "damaged and mended", "lost")
    click.echo(table(head, ((phase, *row) for phase, row in rows.items())))
    _ends(f"seed {seed}, synchronous={synchronous}", begun, lost)


@command.command()
@click.option("--bits", default=300, show_default=True, type=click.IntRange(min=0), help="Flipped bits.")
@click.option("--pages", default=600, show_default=True, type=click.IntRange(min=0), help="Rotten pages.")
@click.option("--by-hand", default=10, show_default=True, type=click.IntRange(min=0), help="Damages by hand.")
@click.option("--seed", default=1, show_default=True, help="Of the draws.")
def damage(bits: int, pages: int, by_hand: int, seed: int) -> None:
    """Damage a closed journal of nine games, and start Piste on it; no copy of it is there."""
    from ..torture.damage import DEEDS, GAMES, damaged

    begun, wrong = time.monotonic(), list[str]()
    rows: dict[str, list[int]] = {}
    for outcome in damaged({"bits": bits, "pages": pages, "by hand": by_hand}, seed):
        row = rows.setdefault(outcome.kind, [0, 0, 0, 0, GAMES])
        row[0] += 1
        row[1] += outcome.reported
        row[2] += bool(outcome.wrong)
        row[3] += outcome.games
        row[4] = min(row[4], outcome.games)
        wrong += [f"{outcome.kind}: {outcome.wrong}"] if outcome.wrong else []
    head = ("damage", "tries", "told", "traceback or untrue", "games read, mean of 9", "at least")
    figures = [(kind, *row[:3], f"{row[3] / row[0]:.2f}", row[4]) for kind, row in rows.items()]
    click.echo(table(head, figures))
    _ends(f"seed {seed}, {GAMES} games of {DEEDS} deeds", begun, wrong)


@command.command()
@click.option("--many", default=40, show_default=True, type=click.IntRange(min=1), help="How many kills.")
@click.option("--seed", default=1, show_default=True, help="Of the moments.")
@click.option("--tables", default=1, show_default=True, type=click.IntRange(1, 12), help="Played at, all at once.")
def kills(many: int, seed: int, tables: int) -> None:
    """Kill a process that plays, again and again on one folder, at any moment."""
    from ..torture.kills import kills as killed
    from ..torture.recorded import RecordingError

    begun = time.monotonic()
    tried = []
    try:
        for kill in killed(many, seed, tables):
            tried.append(kill)
            if len(tried) % 50 == 0:
                click.echo(f"{len(tried)} of {many} kills, {time.monotonic() - begun:.0f} s", err=True)
    except RecordingError as error:
        raise click.ClickException(str(error)) from error
    lost = [kill.lost for kill in tried if kill.lost]
    row = (many, sum(kill.deeds for kill in tried), sum(kill.ahead for kill in tried), len(lost))
    click.echo(table(("kills", "deeds acknowledged", "one more was written", "lost"), [row]))
    _ends(f"seed {seed}", begun, lost)


def _ends(about: str, begun: float, lost: list[str]) -> None:
    """Tells what was tried, for how long, and what was lost; exit code 1 where anything was."""
    click.echo(f"{about}, {time.monotonic() - begun:.0f} s")
    for line in lost[:20]:
        click.echo(line, err=True)
    sys.exit(1 if lost else 0)


@command.command()
@click.option("--many", default=500, show_default=True, type=click.IntRange(min=1), help="How many losses.")
def cameras(many: int) -> None:
    """Lose a network camera again and again: its stream ends, its pictures rot, nobody answers.

    Exit code 1 where threads, file handles or more than 10 MB of memory stay behind.
    """
    from ..torture.cameras import losses

    begun, losses_found = time.monotonic(), losses(many)
    more = (
        losses_found.after.threads - losses_found.before.threads,
        losses_found.after.files - losses_found.before.files,
        (losses_found.after.memory - losses_found.before.memory) / 1e6,
    )
    head = ("camera lost", "pictures between", "threads more", "file handles more", "MB more")
    click.echo(table(head, [(many, losses_found.seen, *more[:2], f"{more[2]:.1f}")]))
    click.echo(f"{time.monotonic() - begun:.0f} s")
    sys.exit(1 if more[0] > 1 or more[1] > 2 or more[2] > 10 else 0)


@command.command()
@click.option("--tablets", default=(1, 20, 40, 60), show_default=True, multiple=True, type=click.IntRange(1, 60))
@click.option("--tables", default=(1,), show_default=True, multiple=True, type=click.IntRange(1, 12), help="At once.")
@click.option("--camera", "cameras", multiple=True, help="Of one more table: demo, a film, a folder of pictures.")
@click.option("--deeds", default=40, show_default=True, type=click.IntRange(min=1), help="At each table.")
@click.option("--seed", default=1, show_default=True, help="Of the games.")
def load(
    tablets: tuple[int, ...], tables: tuple[int, ...], cameras: tuple[str, ...], deeds: int, seed: int
) -> None:
    """Play before so many tablets a table: how soon a deed is answered, and seen on every one of them.

    Exit code 1 where a deed was not seen on a tablet, or its stream ended.
    """
    from ..torture.load import NotServed, late
    from ..torture.load import load as played

    rows, failed, begun = [], list[str](), time.monotonic()
    for playing, many in product(tables, tablets):
        try:
            result = played(many, deeds, seed, tables=playing, cameras=cameras)
        except NotServed as error:
            raise click.ClickException(str(error)) from error
        kinds = (result.answered, result.seen, result.pages)
        times = (f"{median(s) * 1e3:.0f} / {late(s) * 1e3:.0f} / {max(s) * 1e3:.0f}" for s in kinds if s)
        each = result.processor / (playing * (1 + deeds)) * 1e3
        rows.append((playing, many, *times, len(result.failed), f"{each:.0f}", f"{result.memory / 1e6:.0f}"))
        failed += result.failed
    times_of = ("deed answered, ms", "deed seen on each, ms", "page, ms")
    head = ("tables", "tablets of each", *times_of, "not seen", "processor a deed, ms", "MB")
    click.echo(table(head, rows))
    says = f"{deeds} deeds at each table, seed {seed}; times: half, 99 of 100 and all within"
    click.echo(f"{says}; {time.monotonic() - begun:.0f} s")
    sys.exit(1 if failed else 0)


@command.command()
@click.option("--boxes", default=300, show_default=True, type=click.IntRange(1, 900), help="That publish.")
@click.option("--tables", default=6, show_default=True, type=click.IntRange(1, 12), help="Of each.")
@click.option("--restarts", default=3, show_default=True, type=click.IntRange(0, 100), help="Of the broker, killed.")
@click.option("--seconds", default=120.0, show_default=True, type=click.FloatRange(10), help="For which boxes speak.")
@click.option("--seed", default=1, show_default=True, help="Of the boxes.")
def hall(boxes: int, tables: int, restarts: int, seconds: float, seed: int) -> None:
    """Follow so many boxes with `piste hall` while their broker is killed: what it costs, and what is lost.

    Needs mosquitto. Exit code 1 where a result was lost or counted twice, or the page showed a state never.
    """
    from ..torture.hall import hall as followed
    from ..torture.load import NotServed, late

    begun = time.monotonic()
    try:
        trial = followed(boxes, tables, restarts, seconds, seed)
    except NotServed as error:
        raise click.ClickException(str(error)) from error
    times = (median(trial.late) if trial.late else 0.0, late(trial.late), max(trial.late, default=0.0))
    head = (
        "boxes", "tables of each", "states/s", "broker killed", "results", "lost", "twice", "of one core", "MB",
        "on the page, ms", "never",
    )  # fmt: skip
    row = (
        boxes, tables, f"{trial.states:.0f}", restarts, trial.sent, trial.lost, trial.doubled,
        f"{100 * trial.processor:.0f} %", f"{trial.memory / 1e6:.0f}",
        " / ".join(f"{1e3 * seconds:.0f}" for seconds in times), trial.missed,
    )  # fmt: skip
    click.echo(table(head, [row]))
    click.echo(f"seed {seed}; times: half, 99 of 100 and all within; {time.monotonic() - begun:.0f} s")
    sys.exit(1 if trial.lost or trial.doubled or trial.missed else 0)


@command.command()
@click.option("--many", default=60, show_default=True, type=click.IntRange(min=1), help="How many matches.")
@click.option("--tables", default=7, show_default=True, type=click.IntRange(2, 12), help="Played at, all at once.")
@click.option("--events", default=60, show_default=True, type=click.IntRange(min=1), help="At most in each match.")
@click.option("--seed", default=1, show_default=True, help="Of the matches.")
def classroom(many: int, tables: int, events: int, seed: int) -> None:
    """Play random matches of every game at several tables at once, over HTTP, beside the referee's own.

    Exit code 1 where a table differs from the referee, or shows anything that belongs to another table.
    """
    from ..torture.classroom import ClassroomTrial
    from ..torture.classroom import classroom as played
    from ..torture.load import NotServed

    begun, after = time.monotonic(), [ClassroomTrial()]
    try:
        for trial in played(many, seed, tables, events):
            after.append(trial)
            if len(after) % 20 == 0:
                click.echo(f"{len(after)} of {many} matches, {time.monotonic() - begun:.0f} s", err=True)
    except NotServed as error:
        raise click.ClickException(str(error)) from error
    trial = after[-1]
    head = ("matches", "tables", "events", "answers searched", "deeds of other tables refused", "wrong")
    click.echo(table(head, [(many, tables, trial.events, trial.answers, trial.refused, len(trial.wrong))]))
    _ends(f"seed {seed}", begun, trial.wrong)


@command.command()
@click.option("--games", default=10, show_default=True, type=click.IntRange(2, 300), help="How long the series is.")
def series(games: int) -> None:
    """Play a series of four players: what a deed costs late in it, as ratio to the first game.

    Exit code 1 where any costs more than one and a half times as much.
    """
    from ..torture.series import series as played

    costs = list(played(games))
    shown = [cost for cost in costs if cost.game in (1, 2, 5, 10, 20, 50, 100, 200, games)]
    rows = [
        (cost.game, *(f"{1e3 * s:.1f} ms" for s in (cost.throw, cost.close, cost.go_on)), f"{cost.over(costs[0]):.1f}")
        for cost in shown
    ]
    click.echo(table(("game", "throw", "close", "next", "times the first"), rows))
    dearest = max(costs, key=lambda cost: cost.over(costs[0]))
    click.echo(f"the dearest: game {dearest.game}, {dearest.over(costs[0]):.1f} times the first")
    sys.exit(1 if dearest.over(costs[0]) > 1.5 else 0)


@command.command()
@click.option("--games", default=400, show_default=True, type=click.IntRange(min=20), help="How many, 20 at least.")
@click.option("--film-every", default=2, show_default=True, type=click.IntRange(min=1), help="Which are filmed.")
@click.option("--seed", default=1, show_default=True, help="Of the games.")
@click.option("--lines", type=click.Path(path_type=Path), help="Write each game's figures there, as it ends (CSV).")
def soak(games: int, film_every: int, seed: int, lines: Path | None) -> None:
    """Play a school year in one process, film and touch in turn: nothing may grow but the journal.

    Exit code 1 where the last games hold, or take, more than the first ones may. Ctrl-C tells of the games until then,
    20 at least; --lines keeps what was seen however the run ends.
    """
    from ..torture.soak import HEAD, LEAST, grown, line
    from ..torture.soak import soak as played

    begun, year = time.monotonic(), []
    if lines is not None:
        lines.write_text(HEAD, encoding="utf-8")
    with click.progressbar(played(games, film_every, seed), games, file=sys.stderr) as shown:
        try:
            for game in shown:
                year.append(game)
                if lines is not None:
                    with lines.open("a", encoding="utf-8") as out:
                        out.write(line(len(year), game))
        except KeyboardInterrupt:
            if len(year) < LEAST:
                raise
    growth = grown(year)
    units = {"threads": (1.0, ""), "files": (1.0, ""), "memory": (1e-6, " MB")}
    rows = []
    for name, (first, last, _, holds) in growth.items():
        scale, unit = units.get(name, (1e3, " ms"))
        rows.append((name, f"{first * scale:.4g}{unit}", f"{last * scale:.4g}{unit}", "yes" if holds else "NO"))
    click.echo(table(("after each game", "first games", "last games", "holds"), rows))
    films, stored = sum(game.film for game in year), year[-1].stored / 1e6
    took = time.monotonic() - begun
    click.echo(f"{len(year)} of {games} games, {films} filmed, {stored:.1f} MB kept, seed {seed}, {took:.0f} s")
    sys.exit(0 if all(holds for *_, holds in growth.values()) else 1)
