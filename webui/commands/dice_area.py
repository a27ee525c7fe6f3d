"""The dice area of `piste calibrate`: read from the command line, kept, and what is seen in it told."""

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
    """What reads so many numbers of an option, between commas and blanks; click.BadParameter where they are not."""

    def read(_: click.Context, __: click.Parameter, text: str | None) -> Numbers | None:
        if text is None:
            return None
        try:
            found = tuple(float(part) for part in text.replace(",", " ").split())
        except ValueError:
            found = ()
        if len(found) != count:
            raise click.BadParameter(f"expected {count} numbers of 0 to 1 of the picture; got {text!r}")
        return found

    return read


def area_options(function: Command) -> Command:
    """`--dice-area` and `--dice-ring`, as `area_told` takes them."""
    ring = click.option(
        "--dice-ring", callback=numbers(4), metavar="X,Y WIDTH,HEIGHT",
        help=N_("The same by a ring: its middle and its size."),
    )(function)  # fmt: skip
    return click.option(
        "--dice-area", callback=numbers(8), metavar="X,Y X,Y X,Y X,Y",
        help=N_("Where dice fall, for games whose board is not followed: four corners, 0 to 1 of the picture."),
    )(ring)  # fmt: skip


def area_told(corners: Numbers | None, ring: Numbers | None) -> DiceArea | None:
    """The area that was asked for; None where none was. Raises click.UsageError for what is none."""
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
    """Keeps the place beside the area that is kept, where dice of Trente are set aside.

    Raises OSError; click.UsageError where no area is kept, or for a place that is none or lies upon it.
    """
    from dataclasses import replace

    from vision.errors import WrongArea

    from ..checkup.kept import Calibrations
    from ..words import words
    from .saved import kept_folder

    kept = Calibrations(kept_folder(data))
    area = kept.area()
    if area is None:
        raise click.UsageError("expected a dice area to set dice aside beside; none is kept (--dice-area)")
    try:
        kept.keep_area(replace(area, aside=_within(corners)), kept.edge())
    except WrongArea as error:
        raise click.UsageError(str(error)) from error
    click.echo(words(language).t("Kept: a die that lies there in Trente is set aside."))


def keep_area(area: DiceArea, frames: list[Frame], data: Path | None, language: str, picture: Path | None) -> None:
    """Keeps the area and says what is seen in it. Raises OSError; click.ClickException where nothing can be read."""
    from vision.area.eyes import AreaEyes
    from vision.draw import drawn
    from vision.follow.edge import edge_of
    from vision.picture import write_picture

    from ..checkup.kept import FILE, Calibrations
    from ..words import words
    from ..words.area import seen_there
    from .saved import kept_folder

    w, frame = words(language), frames[len(frames) // 2]
    eyes = AreaEyes(opened("none").dice, area)
    seen = eyes.look(frame)
    good, says = seen_there(w, seen)
    click.echo(f"{'✓' if good else '!'} {says}")
    if picture is not None:
        write_picture(picture, drawn(eyes.shown(frame.image), seen))
        click.echo(w.t("Picture of the result: %(file)s", file=picture))
    folder = kept_folder(data)
    kept = Calibrations(folder)
    if kept.warning:
        click.echo(kept.warning, err=True)
    size = (frame.image.shape[1], frame.image.shape[0])
    kept.keep_area(area.beside(kept.area()), edge_of(frame.image, area.places(size)), kept.aside_edge())
    click.echo(w.t("Kept: %(file)s", file=folder / FILE))


def remove_area(data: Path | None, language: str) -> None:
    """Uses no area any more. Raises OSError."""
    from ..checkup.kept import Calibrations
    from ..words import words
    from .saved import kept_folder

    Calibrations(kept_folder(data)).keep_area(None)
    click.echo(words(language).t("No dice area any more: I look for dice everywhere."))
