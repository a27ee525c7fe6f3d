"""`piste capture`: ten minutes before a real board, and a labelled set of photographs with Piste's score on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast

import click

from vision.layout import layout_names, load_layout

from ...capture.papers import LICENCES
from ...terminal import Translated, language_option
from ...words import N_
from ..read import SIDES, opened
from ..saved import at_table
from .desk import CaptureDesk, Moment, TableMoments

if TYPE_CHECKING:
    from vision.calibration.learn import Calibration
    from vision.frame import Frame
    from vision.look import Eyes
    from vision.observation import Side

    from ...capture.run import RunningCapture
    from ...words import Words

Signed: TypeAlias = tuple[bool, str | None, str | None]
"""Consent, name and licence as they were given on the command line."""
YES = ("y", "yes", "o", "oui", "j", "ja")


@click.command(
    cls=Translated,
    help=N_(
        "Photograph a real board, step by step: what to set out is said, each picture checked, its truth "
        "confirmed.\n\n"
        "Only the board and a small margin are ever written, and nothing before you agree. What lies there is"
        " what you confirm; what Piste reads by itself is its score. Enter takes the picture; p passes over a"
        " step, z goes back to the one before, q stops: the same command goes on later. The set is scored by "
        "`python -m workshop evaluate` too.\n\n"
        "Example: piste capture --camera usb:0"
    ),
)
@click.option(
    "--camera", default="auto", show_default=True,
    help=N_("auto, demo, usb:N, pi, a URL, a film, or a folder with a picture for each step."),
)  # fmt: skip
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), help=N_("The set's folder; one begun goes on.")
)
@click.option(
    "--board", type=click.Choice(layout_names()), help=N_("Which board; without: the one that was calibrated.")
)
@click.option("--tiles", type=int, help=N_("How many tiles a row has, where boards differ."))
@click.option("--seat1-side", type=click.Choice(SIDES), help=N_("Where place 1 is, if no corner tag tells."))
@click.option("--data", type=click.Path(path_type=Path), help=N_("The data folder, as given to serve."))
@click.option("--agree", is_flag=True, help=N_("Consent given beforehand: what would be asked is agreed to."))
@click.option("--name", help=N_("Who signs the licence."))
@click.option("--licence", type=click.Choice(LICENCES), help=N_("The licence of the pictures."))
@click.option("--delete", is_flag=True, help=N_("Delete the set of --out, without it all sets of the data folder."))
@click.option("--yes", is_flag=True, help=N_("Delete without being asked again."))
@language_option
@at_table
def command(
    camera: str, out: Path | None, board: str | None, tiles: int | None, seat1_side: str | None, data: Path | None,
    agree: bool, name: str | None, licence: str | None, delete: bool, yes: bool, language: str,
) -> None:  # fmt: skip
    """Photographs a real board, step by step."""
    from hardware.errors import CameraError
    from vision.errors import VisionError

    from ...capture.files import NotACapture
    from ...words import words

    w = words(language)
    try:
        if delete:
            _delete(data, out, w, sure=yes)
        else:
            _capture(w, camera, out, board, tiles, seat1_side, data, (agree, name, licence))
    except NotACapture as error:
        raise click.ClickException(str(error)) from error
    except (CameraError, VisionError) as error:
        safe = w.t("What was kept is safe: the same command goes on.")
        raise click.ClickException(f"{error}. {safe}") from error
    except OSError as error:
        raise click.ClickException(f"{error.strerror or error} ({error.filename})") from error


def _capture(
    w: Words, where: str, out: Path | None, board: str | None, tiles: int | None, side: str | None,
    data: Path | None, signed: Signed,
) -> None:  # fmt: skip
    """Opens the camera and the set, and guides through its remaining steps."""
    from hardware.camera import open_camera
    from hardware.turned_camera import hung

    from ...capture.run import RunningCapture
    from ...checkup.kept import Calibrations
    from ..saved import data_folder

    folder = data_folder(data)
    calibrations = Calibrations(folder)
    if calibrations.warning:
        click.echo(calibrations.warning, err=True)
    learnt = calibrations.now()
    layout = board or (learnt.layout if learnt else max(layout_names(), key=lambda name: load_layout(name).seats))
    eyes = opened(layout)
    capture = RunningCapture(folder, eyes)
    with open_camera(where, paced=False) as camera:
        count = _count(layout, tiles, learnt)
        if not _continue_set(capture, out, w) and not _begin_set(capture, out, w, signed, layout, count, camera.name):
            return
        coming = _moments(hung(camera, calibrations.hanging()), where, eyes, layout, side, calibrations.now)
        CaptureDesk(capture, TableMoments(coming, eyes), w).lead()


def _delete(data: Path | None, out: Path | None, w: Words, *, sure: bool) -> None:
    """Deletes one set or all of them, after confirmation."""
    from ...capture.files import delete, delete_all
    from ..saved import data_folder

    folder = data_folder(data)
    if not sure and not _yes(w, w.t("Delete every picture and label of it?")):
        return
    if out is not None:
        delete(out)
    else:
        delete_all(folder)
    click.echo(w.t("Deleted."))


def _yes(w: Words, question: str) -> bool:
    """A person's answer; anything except a yes is a no."""
    yes, no = w.t("yes"), w.t("no")
    typed = click.prompt(f"{question} ({yes}/{no})", default="", show_default=False, prompt_suffix=" > ")
    return str(typed).strip().lower() in YES


def _continue_set(capture: RunningCapture, out: Path | None, w: Words) -> bool:
    """Continues the set of `out`, or by default the newest unfinished one; False without one."""
    from ...capture.files import STATE

    if out is not None and (out / STATE).exists():
        capture.resume(out)
    elif out is None and (left := [capture_set for capture_set in capture.sets() if capture_set.step is not None]):
        capture.resume(left[0].folder)
    if capture.current is None:
        return False
    click.echo(w.t("Going on with %(folder)s.", folder=capture.current.folder))
    return True


def _begin_set(
    capture: RunningCapture, out: Path | None, w: Words, signed: Signed, layout: str, count: int, camera: str
) -> bool:
    """Asks for consent and begins a set; False if a person refuses: then nothing is stored."""
    from ...capture.files import CaptureFacts
    from ...capture.papers import Consent, Licence, NotSigned
    from ...words.capture import consent, licence_says

    agree, name, licence = signed
    for line in consent(w):
        click.echo(f"- {line}")
    if not agree and not _yes(w, w.t("Do you agree?")):
        click.echo(w.t("Nothing was stored."))
        return False
    for line in licence_says(w).values():
        click.echo(f"- {line}")
    chosen = licence or click.prompt(w.t("Which licence?"), type=click.Choice(LICENCES), default=LICENCES[0])
    by = name or click.prompt(w.t("Your name, as it stands under the licence"))
    try:
        agreement = Consent(by, cast("Licence", chosen), date.today().isoformat())
    except NotSigned as error:
        raise click.ClickException(str(error)) from error
    capture.begin(CaptureFacts(agreement, layout, count, camera), out)
    return True


def _count(layout: str, wanted: int | None, learnt: Calibration | None) -> int:
    """How many tiles a row has: as given, else as calibrated, else the usual number."""
    board = load_layout(layout)
    calibrated = len(learnt.slots) // board.seats if learnt is not None and learnt.layout == layout else 0
    count = wanted or calibrated or board.counts[0]
    if count not in board.counts:
        raise click.BadParameter(f"expected {' or '.join(map(str, board.counts))} tiles a row; got {count}")
    return count


def _moments(
    frames: Iterator[Frame],
    where: str,
    eyes: Eyes,
    layout: str,
    side: str | None,
    learnt: Callable[[], Calibration | None],
) -> Iterator[Moment]:
    """The camera's observations; each picture of a folder is a table at rest."""
    from hardware.recorded_camera import PICTURES
    from vision.follow.follower import follow_frames

    if Path(where).is_dir() or Path(where).suffix.lower() in PICTURES:
        for frame in frames:
            yield eyes.look(frame, layout, cast("Side | None", side)), frame
    else:
        yield from follow_frames(frames, eyes, board=layout, seat1_side=cast("Side | None", side), learnt=learnt)
