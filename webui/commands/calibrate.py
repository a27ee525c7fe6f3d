"""`piste calibrate`: learns one table, and makes a picture of the result."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..terminal import Translated, language_option
from ..words import N_
from .dice_area import Numbers, area_given, area_options, keep_area, keep_aside, numbers, remove_area
from .men_board import keep_men_board, shows_arrows
from .read import ARROWS, BOARDS, SIDES, opened
from .saved import at_table

if TYPE_CHECKING:
    from hardware.turned_camera import Hanging
    from vision.frame import Frame

    from ..checkup.calibrate import Learnt


@click.command(
    cls=Translated,
    help=N_(
        "Learn one table: where the board is, its tiles, colours and light; say what is good and what to "
        "change.\n\n"
        "What was learnt is kept in the data folder and used by serve, and by watch --data. Exit status 1 "
        "where the board was not found surely enough, or in a mirrored picture; then what was kept before still "
        "holds.\n\n"
        "A board of Backgammon, Jacquet or Le Tric Trac is learnt while the start position of one of them lies on it; "
        "--board arrows says that it is one, if Piste does not see it.\n\n"
        "With --dice-area or --dice-ring no board is learnt: where dice fall is kept, and what is seen there "
        "is told.\n\n"
        "Example: piste calibrate --camera usb:0 --picture table.png\n\n"
        "Example: piste calibrate --dice-area \"0.2,0.8 0.2,0.3 0.7,0.3 0.7,0.8\""
    ),
)
@click.option("--camera", default="auto", show_default=True, help=N_("auto, demo, usb:N, pi, a path or a URL."))
@click.option(
    "--board",
    type=click.Choice((*BOARDS[:-1], ARROWS)),
    default="auto",
    show_default=True,
    help=N_("Which board lies there."),
)
@click.option(
    "--seat1-side", type=click.Choice(SIDES), help=N_("Where place 1 is in the picture, against the tags.")
)
@click.option(
    "--white-is-darker", is_flag=True,
    help=N_("Of a board of arrows: the white men are the darker ones."),
)
@click.option("--data", type=click.Path(path_type=Path), help=N_("The data folder, as given to serve."))
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    help=N_("Where to write the picture of the result."),
)
@area_options
@click.option(
    "--aside", callback=numbers(8), metavar="X,Y X,Y X,Y X,Y",
    help=N_("Where dice of Trente are set aside, beside the dice area: four corners, 0 to 1 of the picture."),
)
@click.option("--no-dice-area", is_flag=True, help=N_("Use no dice area any more."))
@language_option
@click.argument("recording", metavar="[PICTURE|VIDEO]", required=False, type=click.Path(path_type=Path))
@click.pass_context
@at_table
def command(
    ctx: click.Context, camera: str, board: str, seat1_side: str | None, data: Path | None, picture: Path | None,
    dice_area: Numbers | None, dice_ring: Numbers | None, aside: Numbers | None, no_dice_area: bool, language: str,
    recording: Path | None, white_is_darker: bool,
) -> None:  # fmt: skip
    """Learns one table, or where dice fall."""
    from hardware.errors import CameraError
    from models import ModelError
    from vision.errors import VisionError

    from ..checkup.calibrate import learnt_from

    area, where = area_given(dice_area, dice_ring), str(recording) if recording else camera
    try:
        if no_dice_area:
            remove_area(data, language)
            return
        if area is not None:
            keep_area(area, pictures_of(where, hanging_of(data)), data, language, picture)
        if aside is not None:
            keep_aside(aside, data, language)
        if area is not None or aside is not None:
            return
        frames = pictures_of(where, hanging_of(data))
        if board == ARROWS or (board == BOARDS[0] and shows_arrows(frames)):
            if not keep_men_board(frames, data, language, picture, swapped=white_is_darker):
                ctx.exit(1)
            return
        learnt = learnt_from(frames, opened(board), board, seat1_side)  # type: ignore[arg-type]  # click.Choice checked both
    except (CameraError, ModelError, VisionError) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{error.strerror or error} ({error.filename})") from error
    try:
        _report(learnt, language, data, picture)
    except OSError as error:
        raise click.ClickException(f"{error.strerror or error} ({error.filename})") from error
    if not learnt.usable:
        ctx.exit(1)


def hanging_of(data: Path | None) -> Hanging:
    """The transformation of the camera's pictures, as set on the site's page."""
    from ..checkup.kept import Calibrations
    from .saved import data_folder

    calibrations = Calibrations(data_folder(data))
    if calibrations.warning:
        click.echo(calibrations.warning, err=True)
    return calibrations.hanging()


def pictures_of(where: str, hanging: Hanging) -> list[Frame]:
    """A few pictures of a camera as it hangs, a video or a picture. Raises CameraError, NoCamera without any."""
    from hardware.camera import open_camera
    from hardware.errors import NoCamera
    from hardware.turned_camera import hung

    from ..checkup.calibrate import WARM, spread

    with open_camera(where, paced=False) as camera:
        frames = spread(hung(camera, hanging), skip=WARM if camera.live else 0.0)
    if not frames:
        raise NoCamera(f"expected a picture from {where}; none came")
    return frames


def _report(learnt: Learnt, language: str, data: Path | None, picture: Path | None) -> None:
    """Prints the result, stores it, and writes the picture. Raises OSError."""
    from vision.picture import write_picture

    from ..checkup.kept import FILE, Calibrations
    from ..words import words
    from ..words.calibration import drawing, lines
    from .saved import data_folder

    w = words(language)
    for good, text in lines(w, learnt.calibration):
        click.echo(f"{'✓' if good else '!'} {text}")
    if picture is not None:
        write_picture(picture, learnt.picture(drawing(w)))
        click.echo(w.t("Picture of the result: %(file)s", file=picture))
    if learnt.calibration is not None and learnt.calibration.mirrored:
        click.echo(w.t("The page “Set up the camera” has a button for it; here, write @0m after the camera: usb:0@0m."))
    if not learnt.usable or learnt.calibration is None:
        click.echo(w.t("Nothing was kept."))
        return
    folder = data_folder(data)
    calibrations = Calibrations(folder)
    if calibrations.warning:
        click.echo(calibrations.warning, err=True)
    calibrations.keep(learnt.calibration)
    click.echo(w.t("Kept: %(file)s", file=folder / FILE))
