"""`piste update`: installs another version on this box if nobody plays, and rolls back if it fails."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from ..terminal import Translated, port_option
from ..words import N_

if TYPE_CHECKING:
    from ..box.update import Versions

STEPS = {
    "keep": N_("Everything that Piste keeps is written into one file."),
    "try": N_("The new version is tried on a copy of the games."),
    "move": N_("The new version takes over."),
    "back": N_("It does not do: the version before comes back, with the games as they were."),
}
"""What is told, by the steps of `webui.box.update.bring`."""


@click.command(
    cls=Translated,
    help=N_(
        "Bring another version to a box that install.sh has set up, from FILE: an archive or a wheel of Piste's. "
        "Nothing is done while a game goes on, and what does not do is taken back.\n\n"
        "Example: piste update /media/usb/piste-1.1.0-offline.tar"
    ),
)
@click.argument("file", required=False, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--index", metavar="URL", help=N_("Instead of a file: where pip finds the newest Piste."))
@click.option("--back", is_flag=True, help=N_("Instead of a file: the version that was in use before."))
@click.option("--prefix", default="/opt/piste", type=click.Path(path_type=Path), help=N_("Where Piste is installed."))
@click.option(
    "--data", default="/var/lib/piste", type=click.Path(path_type=Path), help=N_("The data folder, as given to serve.")
)
@port_option
def command(file: Path | None, index: str | None, back: bool, prefix: Path, data: Path, port: int) -> None:
    """Another version on this box."""
    from ..box.update import UpdateError, Versions

    if sum((file is not None, index is not None, back)) != 1:
        raise click.UsageError("expected one of FILE, --index and --back")
    place = Versions(prefix, data)
    try:
        _brought(place, _new(place, file, index), port, fresh=not back)
    except UpdateError as error:
        raise click.ClickException(str(error)) from error
    except subprocess.CalledProcessError as error:
        raise click.ClickException(f"{error.cmd[0]} ended with {error.returncode}") from error
    except (OSError, ValueError, sqlite3.Error) as error:
        raise click.ClickException(str(error)) from error


def _new(place: Versions, file: Path | None, index: str | None) -> Path:
    """The folder of the new version, installed beside the one in use."""
    from ..box import wheels
    from ..box.update import NotFit

    place.current  # noqa: B018  raises where install.sh did not install this Piste, before anything is unpacked
    if file is None and index is None:
        before = place.before()
        if before is None:
            raise NotFit("expected a version that was in use before; there is none")
        return before
    wheels_in_use = place.prefix / "wheels"
    with TemporaryDirectory(dir=place.prefix, prefix=".update-") as work:
        if file is not None:
            wheels.from_file(file, wheels_in_use, Path(work))
        else:
            wheels.from_index(str(index), wheels_in_use, Path(work))
        build = ["bash", str(place.prefix / "box" / "build.sh"), work]
        environment = {**os.environ, "PISTE_PREFIX": str(place.prefix)}
        built = subprocess.run(build, check=True, stdout=subprocess.PIPE, text=True, env=environment)
        wheels.keep(Path(work), wheels_in_use, platform.machine())
    return Path(built.stdout.splitlines()[-1])


def _brought(place: Versions, new: Path, port: int, *, fresh: bool) -> None:
    from ..box.machine import Machine
    from ..box.update import NotFit, bring
    from ..site.health import piste_version
    from ..words import spoken, words

    w = words(spoken(os.environ))
    if new.resolve() == place.current:
        click.echo(w.t("This version is in use already."))
        return
    now = datetime.now(UTC).isoformat(timespec="seconds")

    def say(step: str) -> None:
        click.echo(w.t(STEPS[step]))

    try:
        bring(place, new, Machine(port), say, made=now, piste=piste_version())
    except NotFit:
        if fresh:
            shutil.rmtree(new, ignore_errors=True)
        raise
    click.echo(w.t("Done: %(version)s.", version=new.name))
