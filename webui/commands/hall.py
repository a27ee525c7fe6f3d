"""`piste hall`: all tables of all boxes of a school on one page, what was played in a week, and tournaments."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..terminal import Translated, certificate_option, host_name_option, https_option, not_started
from ..words import N_

if TYPE_CHECKING:
    from ..box.network import Listening
    from ..live.hall.ledger import Ledger
    from ..store.broker import Broker

SCHEMES = {"mqtt": False, "mqtts": True}
"""Schemes of a broker's address, and whether the connection is encrypted."""


@click.command(
    cls=Translated,
    help=N_(
        "Open the page of a school's hall: it reads what every box publishes to an MQTT broker.\n\n"
        "The results go into a database: SQLite, or PostgreSQL.\n\n"
        "Example: piste hall --broker mqtt://hall:secret@broker.local --port 8080"
    ),
)
@click.option(
    "--broker",
    required=True,
    envvar="PISTE_HALL_BROKER",
    metavar="URL",
    help=N_("mqtt://USER:PASSWORD@HOST:1883, or mqtts:// for an encrypted connection."),
)
@click.option(
    "--ca",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=N_("What the broker's certificate is checked against, PEM."),
)
@click.option(
    "--database",
    envvar="PISTE_HALL_DATABASE",
    metavar="URL",
    help=N_("sqlite:////PATH or postgresql://USER:PASSWORD@HOST/NAME; without it hall.db in the data folder."),
)
@click.option("--data", type=click.Path(path_type=Path), help=N_("Folder of the hall's code; not that of a box."))
@click.option("--host", default="0.0.0.0", show_default=True, help=N_("Address to listen on."))
@host_name_option
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help=N_("0 takes any."))
@https_option
@certificate_option
def command(
    broker: str,
    ca: Path | None,
    database: str | None,
    data: Path | None,
    host: str,
    host_names: tuple[str, ...],
    port: int,
    https: bool,
    certificate: Path | None,
) -> None:
    """Opens the hall."""
    from ..box.network import Listening
    from ..files import data_folder
    from ..logs import write_log
    from ..store.held import held
    from .serve import own_certificate

    write_log(sys.stderr)
    os.umask(0o077)
    try:
        folder = data_folder(data or data_folder() / "hall")
        with held(folder, f"{host}:{port}, PID {os.getpid()}"):
            listening = Listening(host, host_names)
            pem = certificate or (own_certificate(folder, listening) if https else None)
            ledger = _ledger(database or f"sqlite:///{folder / 'hall.db'}")
            try:
                _serve(folder, broker_of(broker, ca, folder), ledger, listening, port, pem)
            finally:
                ledger.close()
    except OSError as error:
        raise not_started(error) from error


def broker_of(url: str, ca: Path | None, folder: Path) -> Broker:
    """The broker of an address, with the letters of the hall whose folder this is. Raises click.BadParameter."""
    from urllib.parse import unquote, urlsplit

    from ..store.broker import PORT, TLS_PORT, Broker, BrokerError, BrokerSettings

    try:
        parts = urlsplit(url)
        tls = SCHEMES[parts.scheme]
        wanted = Broker(
            host=parts.hostname or "", port=parts.port or (TLS_PORT if tls else PORT), tls=tls, on=True,
            user=unquote(parts.username or ""), password=unquote(parts.password or ""),
            ca=ca.read_text(encoding="ascii", errors="replace") if ca else "",
        )  # fmt: skip
    except (KeyError, ValueError, BrokerError) as error:
        expected = "expected mqtt://USER:PASSWORD@HOST:PORT, or mqtts://"
        raise click.BadParameter(expected, param_hint="--broker") from error
    return BrokerSettings(folder).change(wanted)  # the letters are drawn once: the broker knows the hall again


def _ledger(url: str) -> Ledger:
    """The results. Raises click.ClickException without the extra, LedgerError if the database refuses."""
    try:
        from ..live.hall.ledger import Ledger
    except ImportError as error:
        raise click.ClickException("piste hall needs the extra: pip install 'piste[hall]'") from error
    return Ledger(url)


def _serve(
    folder: Path, broker: Broker, ledger: Ledger, listening: Listening, port: int, pem: Path | None
) -> None:
    """Serves until the end."""
    from ..live.hall.follower import HallFollower
    from ..live.hall.present import Present
    from ..site import server
    from ..site.auth import first_word, mend_codes, new_pin
    from ..site.hall.app import hall_app
    from ..site.tls import context_of, fingerprint
    from ..words import spoken, words
    from .pin import reset_command

    w = words(spoken(os.environ))
    listener = server.listen(listening.host, port)
    tls = context_of(pem) if pem else None
    here, scheme = listener.getsockname()[1], "https" if tls else "http"
    for address in (listening.here(here, scheme), *listening.urls(here, scheme)):
        click.echo(address)
    if pem:
        click.echo(server.compares(w, fingerprint(pem)))
    mend_codes(folder)
    if first_word(folder):
        click.echo(w.t("The hall's code is %(code)s. Write it down: it is shown this once.", code=new_pin(folder)))
    else:
        click.echo(w.t("The hall's code forgotten? This makes a new one: %(command)s", command=reset_command(folder)))
    present = Present()
    follower = HallFollower(broker, ledger, present)
    app = hall_app(folder, present, ledger, follower, listening=listening, https=tls is not None)
    follower.start()
    try:
        server.run(app, listener, tls)
    finally:
        present.close()
        follower.close()
