"""`piste doctor`: is this machine healthy and fast enough?"""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..terminal import Translated
from ..words import N_

if TYPE_CHECKING:
    from ..checkup.doctor import Symptom
    from ..store.broker import Broker


@click.command(
    cls=Translated,
    help=N_(
        "Look at the machine, the data folder, the journal and the networks, time one look, and say whether this "
        "machine suffices.\n\n"
        "Exit status: 0 all is well, 1 something is worth knowing, 3 Piste cannot run like this. The site may be "
        "running.\n\n"
        "Example: piste doctor --bundle doctor.zip"
    ),
)
@click.option("--data", type=click.Path(path_type=Path), help=N_("The data folder, as given to serve."))
@click.option(
    "--bundle",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help=N_("Write what was found into FILE, to show to somebody: no picture, no name, no code is in it."),
)
@click.pass_context
def command(ctx: click.Context, data: Path | None, bundle: Path | None) -> None:
    """Is this machine well, and does it suffice?"""
    from ..box.network import network_addresses
    from ..checkup.doctor import examined, exit_code
    from ..site.tls import FILE, amiss, names_here
    from ..store.broker import BrokerSettings
    from ..store.medium import medium_of_all
    from ..store.tables import every_folder
    from ..words import spoken, words
    from ..words.doctor import symptom_sentence
    from .saved import data_folder

    w, symptoms = words(spoken(os.environ)), []
    try:
        folder = data_folder(data)
        pem = folder / FILE
        https = amiss(pem, names_here(network_addresses())) if pem.exists() else None
        broker = BrokerSettings(folder).now()
        reached = _called(broker) if broker.on else None
        look, read = _timed()
        for symptom in examined(folder, look, medium_of_all(folder), https, read, every_folder(folder), reached):
            symptoms.append(symptom)
            click.echo(symptom_sentence(w, symptom))
        if bundle is not None:
            _write_bundle(bundle, folder, symptoms)
            click.echo(w.t("Written to %(file)s.", file=bundle))
    except OSError as error:
        raise click.ClickException(f"{error.filename or ''}: {error.strerror or error}") from error
    ctx.exit(exit_code(symptoms))


def _called(broker: Broker) -> str:
    """Why nothing reaches the MQTT broker; "" if something would."""
    from ..live.broker.line import tried

    return tried(broker)


def _timed() -> tuple[Callable[[], object] | None, Callable[[], object] | None]:
    """A look at the first picture of the demonstration, and the reading of a throw at rest while following.

    None and None if a network is missing or broken.
    """
    from hardware.camera import open_camera
    from models import ModelError
    from vision.errors import VisionError
    from vision.follow.pace import Pace, Question

    from ..live.eyes import open_eyes

    try:
        eyes = open_eyes(None, boards=True)
    except (ModelError, VisionError):
        return None, None
    pace = Pace()
    with open_camera("demo", paced=False) as film:
        frames = list(islice(film.frames(), pace.reads))
    board = eyes.look(frames[0]).board
    asks = Question(eyes, "auto", None)
    return lambda: asks.look(frames[0]), lambda: asks.look_at_all(frames, board, pace.trust)


def _write_bundle(file: Path, folder: Path, symptoms: list[Symptom]) -> None:
    """Writes a zip of findings, versions, and the names, sizes and modes of the files. Raises OSError."""
    from ..store.tables import FIRST, every_folder

    report = {
        "found": [
            {"word": each.word, "grade": each.grade.name.lower(), "table": each.table, **_plain(each)}
            for each in symptoms
        ],
        "versions": dict(_versions()),
        "files": [_described(path) for path in sorted(folder.iterdir())],
        "tables": {
            number: [_described(path) for path in sorted(table.iterdir())]
            for number, table in every_folder(folder).items()
            if number != FIRST
        },
    }
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as whole:
        whole.writestr("doctor.json", json.dumps(report, indent=1))


def _plain(symptom: Symptom) -> dict[str, object]:
    """The values without places on this machine: a folder's name may be a person's."""
    return {name: value for name, value in symptom.values.items() if name not in ("folder", "error")}


def _versions() -> Iterator[tuple[str, str]]:
    from importlib.metadata import PackageNotFoundError, version

    for name in ("piste", "numpy", "opencv-python-headless", "onnxruntime", "flask", "waitress"):
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, ""


def _described(path: Path) -> dict[str, object]:
    """A file of the folder: only names given by Piste appear, of others only the extension."""
    from ..store.backup import BACKED_UP

    stem = path.name.split(".sqlite")[0]
    known = path.name in BACKED_UP or stem in ("journal", "copies") or path.name in ("session.key", "piste.lock")
    about = path.stat()
    name = path.name if known else f"(another){path.suffix}"
    return {"name": name, "bytes": about.st_size, "mode": f"{about.st_mode & 0o777:o}"}
