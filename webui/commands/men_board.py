"""The board of arrows of `piste calibrate --board arrows`: learnt from a start position, and stored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from vision.frame import Frame


def shows_arrows(frames: list[Frame]) -> bool:
    """Whether some pictures surely show a board of arrows. Raises as `keep_men_board`, but for OSError."""
    from ..checkup.men import of_arrows
    from ..live.eyes import open_men_networks

    return of_arrows(frames[len(frames) // 2], open_men_networks()[0])


def keep_men_board(
    frames: list[Frame], data: Path | None, language: str, picture: Path | None, *, swapped: bool
) -> bool:
    """Learns the board whose start position some pictures show, says so, and stores it.

    Args:
        frames: at least one.
        data: the data folder.
        language: of what is printed.
        picture: where to write a picture of the arrows and their numbers.
        swapped: the white men are the darker ones.

    Returns whether it was learnt. Raises OSError; models.ModelError or VisionError if a network is missing or broken.
    """
    from vision.draw import drawn_arrows
    from vision.errors import NoStart
    from vision.picture import write_picture

    from ..checkup.kept import FILE, Calibrations
    from ..checkup.men import learnt_men
    from ..live.eyes import open_men_networks
    from ..words import words
    from ..words.calibration import learnt_men_says, why_not
    from .saved import data_folder

    w = words(language)
    try:
        known = learnt_men(frames, *open_men_networks(), swapped=swapped)
    except NoStart as error:
        click.echo(f"! {why_not(w, error)}")
        click.echo(w.t("Nothing was kept."))
        return False
    click.echo(f"✓ {learnt_men_says(w, known)}")
    if picture is not None:
        write_picture(picture, drawn_arrows(frames[-1].image, known))
        click.echo(w.t("Picture of the result: %(file)s", file=picture))
    folder = data_folder(data)
    calibrations = Calibrations(folder)
    if calibrations.warning:
        click.echo(calibrations.warning, err=True)
    calibrations.keep_men(known)
    click.echo(w.t("Kept: %(file)s", file=folder / FILE))
    return True
