"""`piste serve`: the site beside the board."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..table.shown import MOST_PLACES, SHOWN, usual_places
from ..terminal import Translated
from ..words import N_

if TYPE_CHECKING:
    from ..table.setup import Setup

GAMES = tuple(game.name for game in SHOWN)


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
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help=N_("0 takes any."))
@click.option("--data", type=click.Path(path_type=Path), help=N_("Folder of the journal and the codes."))
@click.option("--camera", default="auto", show_default=True, help=N_("auto, demo, usb:N, pi, a path or a URL."))
@click.option("--game", type=click.Choice(GAMES), help=N_("Begin this game where none is going on."))
@click.option(
    "--players", default=2, show_default=True, type=click.IntRange(1, MOST_PLACES), help=N_("Players of --game.")
)
def command(host: str, port: int, data: Path | None, camera: str, game: str | None, players: int) -> None:
    """Opens the site beside the board."""
    from hardware.errors import CameraError

    from ..store.journal import JournalError
    from ..table.setup import SetupError

    try:
        _serve(host, port, data, camera, _setup(game, players))
    except SetupError as error:
        raise click.UsageError(str(error)) from error
    except CameraError as error:
        raise click.ClickException(str(error)) from error
    except JournalError as error:
        raise click.ClickException(f"The journal cannot be opened: {error}") from error
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise click.ClickException(f"{error.strerror or error}{where}") from error


def _serve(host: str, port: int, data: Path | None, camera: str, begin: Setup | None) -> None:
    from hardware.camera import is_film

    from ..files import data_folder
    from ..live import wiring
    from ..live.watchdog import Pulse
    from ..site import server
    from ..site.app import create_app
    from ..site.auth import first_word
    from ..words import spoken, words
    from .pin import reset_command

    folder = data_folder(data)
    listener = server.listen(host, port)
    notes: list[str] = []
    w, word, reset = words(spoken(os.environ)), first_word(folder), reset_command(folder)
    where = wiring.camera_word(camera, notes.append, w.t)
    click.echo(server.greeting(w, host, listener.getsockname()[1], word, reset))
    for note in notes:
        click.echo(note)
    pulse = Pulse()
    source, lookout = wiring.open_source(where, folder, click.echo, pulse, w.t) or (None, None)
    demo = wiring.DEMONSTRATION if where == wiring.DEMO and source else None
    film = where != wiring.DEMO and is_film(where)
    confirmed = lookout.played if lookout else None
    live = wiring.open_live(
        folder, source, demo=demo, begin=begin, film=film, pulse=pulse, confirmed=confirmed
    )
    try:
        app = create_app(
            live, folder, camera=source is not None, demo=demo, lookout=lookout, first_word=word, reset=reset
        )
        server.run(app, listener)
    finally:
        live.close()
        click.echo(w.t("Piste has stopped. The game is kept."))


def _setup(game: str | None, players: int) -> Setup | None:
    """The game of --game, its players where they usually sit."""
    from ..table.setup import Setup, players_at

    if game is None:
        return None
    return Setup(game, players_at(usual_places(Setup(game, players_at((1, 2))).build(), players)))
