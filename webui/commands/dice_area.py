"""The dice area of `piste calibrate`: parsed from the command line, stored, and the reading in it printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import click

from ..words import N_
from .read import opened

if TYPE_CHECKING:
    from vision.area.value import DiceArea
    from vision.frame import Frame


Numbers: TypeAlias = tuple[float, ...]
Command = TypeVar("Command", bound=Callable[..., object])


def numbers(count: int) -> Callable[[click.Context, click.Parameter, str | None], Numbers | None]:
    """A reader of so many numbers of an option, between commas and blanks; click.BadParameter for anything else."""

    def read(_: click.Context, __: click.Parameter, text: str | None) -> Numbers | None:
        if text is None:
            return None
        try:
            values = tuple(float(part) for part in text.replace(",", " ").split())
        except ValueError:
            values = ()
        if len(values) != count:
            raise click.BadParameter(f"expected {count} numbers of 0 to 1 of the picture; got {text!r}")
        return values

    return read


def area_options(function: Command) -> Command:
    """`--dice-area` and `--dice-ring`, for `area_given`."""
    ring = click.option(
        "--dice-ring", callback=numbers(4), metavar="X,Y WIDTH,HEIGHT",
        help=N_("The same by a ring: its middle and its size."),
    )(function)  # fmt: skip
    return click.option(
        "--dice-area", callback=numbers(8), metavar="X,Y X,Y X,Y X,Y",
        help=N_("Where dice fall, for games whose board is not followed: four corners, 0 to 1 of the picture."),
    )(ring)  # fmt: skip


def area_given(corners: Numbers | None, ring: Numbers | None) -> DiceArea | None:
    """The requested area; None without one. Raises click.UsageError for an invalid one."""
    from vision.area.value import DiceArea
    from vision.errors import WrongArea

    if corners is not None and ring is not None:
        raise click.UsageError("expected --dice-area or --dice-ring; got both")
    try:
        if corners is not None:
            return _within(corners)
        if ring is not None:
            x, y, across, down = ring[0], ring[1], ring[2] / 2, ring[3] / 2
            square = ((x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down))
            return DiceArea(square, round=True)
    except WrongArea as error:
        raise click.UsageError(str(error)) from error
    return None


def _within(corners: Numbers) -> DiceArea:
    """The area between four corners. Raises WrongArea."""
    from vision.area.value import DiceArea, in_order

    return DiceArea(in_order(list(zip(corners[::2], corners[1::2], strict=True))))


def keep_aside(corners: Numbers, data: Path | None, language: str) -> None:
    """Stores the place for dice set aside (Trente) beside the stored area.

    Raises OSError; click.UsageError without a stored area, or for an invalid or overlapping place.
    """
    from dataclasses import replace

    from vision.errors import WrongArea

    from ..checkup.kept import Calibrations
    from ..words import words
    from .saved import data_folder

    calibrations = Calibrations(data_folder(data))
    area = calibrations.area()
    if area is None:
        raise click.UsageError("expected a dice area to set dice aside beside; none is kept (--dice-area)")
    try:
        calibrations.keep_area(replace(area, aside=_within(corners)), calibrations.edge())
    except WrongArea as error:
        raise click.UsageError(str(error)) from error
    click.echo(words(language).t("Kept: a die that lies there in Trente is set aside."))


def keep_area(area: DiceArea, frames: list[Frame], data: Path | None, language: str, picture: Path | None) -> None:
    """Stores the area and prints the reading in it. Raises OSError; click.ClickException if nothing can be read."""
    from vision.area.eyes import AreaEyes
    from vision.draw import drawn
    from vision.follow.edge import edge_of
    from vision.picture import write_picture

    from ..checkup.kept import FILE, Calibrations
    from ..words import words
    from ..words.area import dice_there
    from .saved import data_folder

    w, frame = words(language), frames[len(frames) // 2]
    eyes = AreaEyes(opened("none").dice, area)
    observation = eyes.look(frame)
    good, says = dice_there(w, observation)
    click.echo(f"{'✓' if good else '!'} {says}")
    if picture is not None:
        write_picture(picture, drawn(eyes.shown(frame.image), observation))
        click.echo(w.t("Picture of the result: %(file)s", file=picture))
    folder = data_folder(data)
    calibrations = Calibrations(folder)
    if calibrations.warning:
        click.echo(calibrations.warning, err=True)
    edge = edge_of(frame.image, area.places((frame.image.shape[1], frame.image.shape[0])))
    calibrations.keep_area(area.beside(calibrations.area()), edge, calibrations.aside_edge())
    click.echo(w.t("Kept: %(file)s", file=folder / FILE))


def remove_area(data: Path | None, language: str) -> None:
    """Removes the area. Raises OSError."""
    from ..checkup.kept import Calibrations
    from ..words import words
    from .saved import data_folder

    Calibrations(data_folder(data)).keep_area(None)
    click.echo(words(language).t("No dice area any more: I look for dice everywhere."))
