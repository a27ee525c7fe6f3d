"""`piste selftest`: two minutes of dice and tiles, and whether this table is fit to play on."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

import click

from ..terminal import Translated, language_option
from ..words import N_
from .read import BOARDS, SIDES, opened
from .saved import at_table

if TYPE_CHECKING:
    from vision.frame import Frame
    from vision.observation import Observation

    from ..checkup.run import RunningCheck
    from ..words import Words


@click.command(
    cls=Translated,
    help=N_(
        "Check this very table: dice with each face up, tiles open and closed, then passed or not, with "
        "figures.\n\n"
        "Each step is done when the reading is still. In a terminal, Enter passes over a step, \"y\" and Enter "
        "says that it lies there as asked. Figures are kept in the data folder; pictures only with "
        "--keep-crops. Exit status 1 unless it is passed.\n\n"
        "Example: piste selftest --camera usb:0"
    ),
)
@click.option("--camera", default="auto", show_default=True, help=N_("auto, demo, usb:N, pi, a path or a URL."))
@click.option(
    "--pictures", type=click.Path(exists=True, path_type=Path), help=N_("A recording in place of a camera.")
)
@click.option(
    "--board", type=click.Choice(BOARDS), default="auto", show_default=True, help=N_("none: dice alone.")
)
@click.option("--seat1-side", type=click.Choice(SIDES), help=N_("Where place 1 is, if no corner tag tells."))
@click.option("--data", type=click.Path(path_type=Path), help=N_("The data folder, as given to serve."))
@click.option("--json", "as_json", is_flag=True, help=N_("The result as one JSON object."))
@click.option(
    "--keep-crops", is_flag=True, help=N_("Keep pictures of the single dice and tiles in the data folder.")
)
@language_option
@click.pass_context
@at_table
def command(
    ctx: click.Context, camera: str, pictures: Path | None, board: str, seat1_side: str | None, data: Path | None,
    as_json: bool, keep_crops: bool, language: str,
) -> None:  # fmt: skip
    """Checks this very table."""
    from hardware.errors import CameraError
    from vision.errors import VisionError

    from ..checkup.run import RunningCheck
    from ..words import words
    from .saved import data_folder

    w = words(language)
    try:
        folder = data_folder(data)
        check = RunningCheck(folder)
        check.begin(tiles=board != "none", crops=keep_crops)
        observations = _observations(str(pictures) if pictures else camera, board, seat1_side, folder)
        _guide(check, observations, w, quiet=as_json)
    except (CameraError, VisionError) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{error.strerror or error} ({error.filename})") from error
    check.stop()
    if not _report(check, w, as_json):
        ctx.exit(1)


def _observations(
    where: str, board: str, seat1_side: str | None, folder: Path
) -> Iterator[tuple[Observation, Frame]]:
    """The camera's observations, with the table's calibration if it has one."""
    from hardware.camera import open_camera
    from hardware.turned_camera import hung
    from vision.follow.follower import follow_frames

    from ..checkup.kept import Calibrations

    calibrations, eyes = Calibrations(folder), opened(board)
    if calibrations.warning:
        click.echo(calibrations.warning, err=True)
    with open_camera(where, paced=False) as camera:
        yield from follow_frames(
            hung(camera, calibrations.hanging()),
            eyes,
            board=board,
            seat1_side=seat1_side,  # type: ignore[arg-type]  # click.Choice checked it
            learnt=calibrations.now,
        )


def _guide(check: RunningCheck, observations: Iterable[tuple[Observation, Frame]], w: Words, *, quiet: bool) -> None:
    """Shows each step in turn until all are done or the recording ends."""
    keys, printed = _keys(), ""
    for observation, frame in observations:
        _steered(check, keys)
        check.saw(observation, frame)
        if not check.running:
            return
        now = _now(check, w)
        if not quiet and now != printed:
            click.echo(now)
            printed = now


def _now(check: RunningCheck, w: Words) -> str:
    """ "3/8 Put two dice… | I see 2 dice: 3 and 3."; "" at the end."""
    from ..words.selftest import asked, reading_now

    trial = check.trial
    if trial is None or trial.ask is None:
        return ""
    number = f"{len(trial.outcomes) + 1}/{len(trial.steps)}"
    return f"{number} {asked(w, trial.ask, trial.hinged)} | {reading_now(w, trial.ask, trial)}"


def _keys() -> SimpleQueue[str]:
    """Lines typed in a terminal; none elsewhere."""
    typed: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            typed.put(line.strip().lower())

    if sys.stdin.isatty():
        Thread(target=read, name="keys", daemon=True).start()
    return typed


def _steered(check: RunningCheck, keys: SimpleQueue[str]) -> None:
    try:
        while True:
            word = keys.get_nowait()
            check.confirm() if word in ("y", "yes", "o", "oui") else check.skip()
    except Empty:
        return


def _report(check: RunningCheck, w: Words, as_json: bool) -> bool:
    """Prints the result; True if it is a pass."""
    from ..words.selftest import result

    report = check.result()
    if report is None:
        return False
    if as_json:
        click.echo(json.dumps(report.to_json(), ensure_ascii=False))
    else:
        for good, text in result(w, report):
            click.echo(f"{'✓' if good else '!'} {text}")
    if check.trouble:
        click.echo(check.trouble, err=True)
    return report.verdict == "pass"
