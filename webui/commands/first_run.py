"""`piste first-run`: the address of the box, its QR code and the one-time word, for its own screen or a USB stick."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import click

from ..terminal import Translated, host_name_option, port_option
from ..words import N_


@click.command(
    "first-run",
    cls=Translated,
    help=N_(
        "Tell the address of this box, with its QR code, and the word with which a tablet chooses the teacher's "
        "code.\n\n"
        "Example: piste first-run --to /media/usb"
    ),
)
@click.option("--to", type=click.Path(path_type=Path), help=N_("A folder, such as a USB stick: PISTE.html is written."))
@click.option("--html", is_flag=True, help=N_("Tell it as a page, for a browser or a printer."))
@click.option("--name", help=N_("Call this box so, on its pages and its card; an empty name forgets it."))
@click.option("--wifi", metavar="NAME", help=N_("Show this Wi-Fi of the box's own, too; an empty name forgets it."))
@click.option("--wifi-password", default="", metavar="WORD", help=N_("The password of --wifi."))
@port_option
@host_name_option
@click.option("--data", type=click.Path(path_type=Path), help=N_("The data folder, as given to serve."))
def command(
    to: Path | None,
    html: bool,
    name: str | None,
    wifi: str | None,
    wifi_password: str,
    port: int,
    host_names: tuple[str, ...],
    data: Path | None,
) -> None:
    """The address of the box, its QR code and the one-time word."""
    from ..box import card as cards
    from ..box.name import box_name, keep_name
    from ..box.network import Listening, Wifi, keep_wifi, own_wifi
    from ..box.word import word_file, word_left
    from ..site.auth import PIN_FILE
    from ..site.server import qr_code
    from ..site.show.invite import qr_picture
    from ..words import spoken, words
    from .pin import reset_command
    from .saved import data_folder

    w = words(spoken(os.environ))
    try:
        folder = data_folder(data)
        if name is not None:
            keep_name(folder, name)
        if wifi is not None:
            keep_wifi(folder, Wifi(wifi, wifi_password))
        word = "" if (folder / PIN_FILE).exists() else word_left(word_file())
        listening = Listening(names=(*_local(), *host_names))
        card = cards.Card(
            box_name(folder), listening.urls(port), listening.named(port), word, reset_command(folder), own_wifi(folder)
        )
        whole = cards.page(w, card, qr_picture)
        if to is not None:
            (to / "PISTE.html").write_text(whole, encoding="utf-8")
            click.echo(w.t("Written: %(file)s", file=to / "PISTE.html"))
        else:
            click.echo(whole if html else cards.text(w, card, qr_code), nl=not html)
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise click.ClickException(f"{error.strerror or error}{where}") from error


def _local() -> Iterator[str]:
    """The name that avahi-daemon announces on the network, if it runs."""
    if Path("/run/avahi-daemon/pid").exists():
        yield f"{socket.gethostname().partition('.')[0]}.local"
