"""`piste serve`: the site beside the board."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee import games

from ..table.values.shown import MOST_PLACES, usual_places
from ..terminal import (
    NotStarted,
    Translated,
    certificate_option,
    host_name_option,
    https_option,
    not_started,
    terminals,
)
from ..words import N_

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from socket import socket

    from ..box.network import Listening
    from ..live.live import Live
    from ..live.notify import Notifier
    from ..table.values.setup import Setup
    from ..words import Words

GAMES = tuple(game.name for game in games.GAMES)


@click.command(
    cls=Translated,
    help=N_(
        "Open the site beside the board: it follows the camera and shows the game to the tablets of the "
        "network.\n\n"
        "Without a camera the demonstration table opens, and any game can be played by touch.\n\n"
        "Example: piste serve --camera usb:0 --port 8080"
    ),
)
@click.option("--host", default="0.0.0.0", show_default=True, help=N_("Address to listen on."))
@host_name_option
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help=N_("0 takes any."))
@click.option("--data", type=click.Path(path_type=Path), help=N_("Folder of the journal and the codes."))
@click.option(
    "--camera", "cameras", metavar="[N=]SOURCE", multiple=True, callback=lambda _, __, words: cameras_of(words),
    help=N_("auto, demo, usb:N, pi, phone, a path or a URL; with N= the camera of table N. Else auto."),
)  # fmt: skip
@click.option(
    "--copies",
    metavar="DIR",
    envvar="PISTE_COPIES",
    help=N_("Copy the journal after each game there, too, such as to a stick. It is kept in mind; '-' ends it."),
)
@https_option
@certificate_option
@click.option("--panel", is_flag=True, help=N_("A button and three lamps are at the Raspberry Pi's pins."))
@click.option("--game", type=click.Choice(GAMES), help=N_("Begin this game where none is going on."))
@click.option(
    "--players", default=2, show_default=True, type=click.IntRange(1, MOST_PLACES), help=N_("Players of --game.")
)
def command(
    host: str,
    host_names: tuple[str, ...],
    port: int,
    data: Path | None,
    cameras: Mapping[int, str],
    copies: str | None,
    https: bool,
    certificate: Path | None,
    panel: bool,
    game: str | None,
    players: int,
) -> None:
    """Opens the site beside the board."""
    from hardware.errors import CameraError

    from ..box.network import Listening
    from ..files import data_folder
    from ..logs import write_log
    from ..store.held import held
    from ..store.journal import JournalError
    from ..store.medium import name_medium
    from ..table.values.setup import SetupError
    from .saved import tell_restored

    write_log(sys.stderr)
    os.umask(0o077)  # the data hold names of children: no other user of this machine may read them
    try:
        datetime.now().astimezone()
    except ValueError as error:
        raise click.ClickException(f"TZ: expected a time zone; got {os.environ.get('TZ')!r}: {error}") from error
    try:
        begin, folder = _setup(game, players), data_folder(data)
        with held(folder, who := f"{host}:{port}, PID {os.getpid()}"):
            tell_restored(folder, who)
            if copies is not None:
                name_medium(folder, "" if copies == "-" else copies)
            listening = Listening(host, host_names)
            pem = certificate or (own_certificate(folder, listening) if https else None)
            while (backup := _serve(listening, port, folder, cameras, begin, pem, panel=panel)) is not None:
                port, begin = backup.port, None
                _restore(folder, backup.file, who)
    except SetupError as error:
        raise click.UsageError(str(error)) from error
    except CameraError as error:
        raise NotStarted(str(error)) from error
    except JournalError as error:
        raise NotStarted(terminals().t("The journal cannot be opened: %(why)s", why=error)) from error
    except OSError as error:
        raise not_started(error) from error


def cameras_of(words: Iterable[str]) -> dict[int, str]:
    """The cameras of --camera by the numbers of their tables: "usb:0" is the first table's, "2=usb:2" the second's."""
    from ..store.tables import FIRST, MOST_TABLES

    cameras = dict[int, str]()
    for word in words:
        number, equals, camera = word.partition("=")
        table = int(number) if equals and number.isdecimal() else FIRST
        if not FIRST <= table <= MOST_TABLES or table in cameras:
            raise click.BadParameter(f"expected one camera for each of the tables 1 to {MOST_TABLES}; got {word!r}")
        cameras[table] = camera if equals and number.isdecimal() else word
    return cameras


def own_certificate(folder: Path, listening: Listening) -> Path:
    """The certificate that this machine makes for itself. Raises OSError."""
    from ..site.tls import certificate, names_here

    return certificate(folder, names_here(listening.addresses(), listening.names))


def _restore(folder: Path, file: Path, who: str) -> None:
    """Restores a confirmed, sound backup while all tables are closed; if that fails, nothing changes."""
    from ..store.backup import BackupError, read_backup, restore
    from ..store.held import tables_held
    from ..words import spoken, words

    w = words(spoken(os.environ))
    try:
        backup = read_backup(file)
        file.unlink()
        with tables_held(folder, who):
            aside = restore(backup, folder)
    except (BackupError, OSError) as error:
        click.echo(str(error), err=True)
        return
    click.echo(w.t("Restored in %(folder)s, as it was on %(day)s.", folder=folder, day=backup.made))
    if aside is not None:
        click.echo(w.t("What was there before lies in %(aside)s.", aside=aside))


@dataclass(frozen=True)
class RestoreAsked:
    """The site ended to reopen on a backup.

    Attributes:
        file: the backup.
        port: the site's port.
    """

    file: Path
    port: int


def _serve(
    listening: Listening, port: int, folder: Path, cameras: Mapping[int, str], begin: Setup | None, pem: Path | None,
    *, panel: bool,
) -> RestoreAsked | None:  # fmt: skip
    """Serves until the end; returns a backup if it should continue with that."""
    from threading import Thread

    from ..box.card import Card
    from ..box.network import own_wifi
    from ..box.power import power_file
    from ..box.word import leave_word, word_file
    from ..live import wiring
    from ..live.classroom.opening import OpenTable, opened
    from ..live.classroom.tables import FurtherTables
    from ..live.eyes import open_eyes
    from ..live.notify import READY, STOPPING, Notifier, SignOfAll
    from ..live.pressed import beside
    from ..site import server
    from ..site.app import compile_templates, create_app
    from ..site.auth import first_word, mend_codes
    from ..site.context import Site
    from ..site.tls import context_of, fingerprint
    from ..store.medium import share_medium
    from ..store.tables import FIRST, NamedTable
    from ..words import spoken, words
    from .pin import reset_command

    listener = server.listen(listening.host, port)
    notes: list[str] = []
    w = words(spoken(os.environ))
    for damaged in mend_codes(folder):
        click.echo(w.t("%(file)s was damaged and is put aside: choose a new code.", file=damaged))
    word, reset = first_word(folder), reset_command(folder)
    where = wiring.camera_word(cameras.get(FIRST, wiring.AUTO), notes.append, w.t)
    leave_word(word, word_file())
    shown = fingerprint(pem) if pem else ""
    tls = context_of(pem) if pem else None
    here, scheme = listener.getsockname()[1], "https" if pem else "http"
    card = Card("", listening.urls(here, scheme), listening.named(here, scheme), word, reset, own_wifi(folder))
    click.echo(server.greeting(w, card, listening.here(here, scheme), shown))
    for note in notes:
        click.echo(note)
    service = Notifier()
    alive, reads = SignOfAll(service.alive), cache(open_eyes)
    table = opened(
        folder, where, click.echo, w.t, begin=begin, alive=alive.of(folder),
        opens=lambda live: _open_live(live, listener, service), reads=reads,
    )  # fmt: skip
    tell_opened(w, table.live)

    def opens(place: Path, named: NamedTable) -> OpenTable:
        mend_codes(place)
        try:
            share_medium(folder, named.number)
        except OSError as error:
            click.echo(f"{error.filename}: {error.strerror}", err=True)
        return opened(place, named.camera, click.echo, w.t, alive=alive.of(place), reads=reads)

    who = f"{listening.host}:{here}, PID {os.getpid()}"
    tables = FurtherTables(folder, opens, who, alive.without, first_camera=where)
    asked: list[RestoreAsked] = []

    def restores(file: Path) -> None:
        asked.append(RestoreAsked(file, here))
        server.end_soon()

    try:
        for number, camera in cameras.items():
            if number != FIRST:
                tables.listed.equip(number, camera)
        tables.open_all()
        app = create_app(
            table.live, folder, camera=table.lookout is not None, demo=table.demo, lookout=table.lookout,
            first_word=word, reset=reset, https=tls is not None, power=power_file(), restores=restores,
            listening=listening, tables=tables,
        )  # fmt: skip
        place: Site = app.extensions["piste"]
        place.publisher.start()
        place.practices.start()
        service.say(READY)
        Thread(target=compile_templates, args=(app,), name="templates", daemon=True).start()
        with beside(table.live) if panel else nullcontext():
            server.run(app, listener, tls)
        place.publisher.close()
        place.practices.close()
    finally:
        if not asked:
            service.say(STOPPING)
        tables.close()
        table.close()
        if not asked:
            click.echo(w.t("Piste has stopped. The game is kept."))
    return asked[0] if asked else None


def tell_opened(w: Words, live: Live) -> None:
    """Prints what is on the table: the demonstration, or the running game."""
    from ..interrupted import under_way
    from ..words.again import of_players

    view = live.snapshot()
    if view.recorded:
        click.echo(w.t("The demonstration table opens."))
    elif under_way(view):
        click.echo(w.t("The game %(of)s goes on.", of=of_players(w, [player.name for player in view.players])))


def _open_live(opens: Callable[[], Live], listener: socket, service: Notifier) -> Live:
    """The live table; while its journal cannot be opened, a page says why and it tries again."""
    from ..live.notify import READY
    from ..site.recovery import serve
    from ..store.journal import JournalError

    reported = ""
    while True:
        try:
            return opens()
        except JournalError as error:
            if str(error) != reported:
                reported = str(error)
                click.echo(terminals().t("The journal cannot be opened: %(why)s", why=reported), err=True)
            service.say(READY)  # a page is served, so no service should end it
            service.alive()
            serve(listener, error)


def _setup(game: str | None, players: int) -> Setup | None:
    """The game of --game, its players at their usual places."""
    from ..table.games import SHOWN
    from ..table.values.setup import Setup, expect_shown, players_at

    if game is None:
        return None
    expect_shown(game, SHOWN)
    return Setup(game, players_at(usual_places(games.find(game)(), players)))
