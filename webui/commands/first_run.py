"""`piste first-run`: the address of the box, its QR code and the one-time word, for its own screen or a USB stick."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import click

from ..terminal import Translated, port_option
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
@port_option
@click.option("--data", type=click.Path(path_type=Path), help=N_("The data folder, as given to serve."))
def command(to: Path | None, html: bool, name: str | None, port: int, data: Path | None) -> None:
    """The address of the box, its QR code and the one-time word."""
    from ..box import card as cards
    from ..box.name import box_name, keep_name
    from ..box.word import word_file, word_left
    from ..files import data_folder
    from ..site.auth import PIN_FILE
    from ..site.server import qr_code, tablets_address
    from ..site.show.invite import qr_picture
    from ..words import spoken, words
    from .pin import reset_command

    w = words(spoken(os.environ))
    try:
        folder = data_folder(data)
        if name is not None:
            keep_name(folder, name)
        word = "" if (folder / PIN_FILE).exists() else word_left(word_file())
        address = tablets_address("", port)
        card = cards.Card(box_name(folder), address, _local(port), word, reset_command(folder))
        whole = cards.page(w, card, qr_picture(card.link) if card.link else "")
        if to is not None:
            (to / "PISTE.html").write_text(whole, encoding="utf-8")
            click.echo(w.t("Written: %(file)s", file=to / "PISTE.html"))
        else:
            click.echo(whole if html else cards.text(w, card, qr_code(card.link) if card.link else ""), nl=not html)
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise click.ClickException(f"{error.strerror or error}{where}") from error


def _local(port: int) -> str:
    """The address by name, where avahi-daemon tells it to the network."""
    if not Path("/run/avahi-daemon/pid").exists():
        return ""
    return f"http://{socket.gethostname().partition('.')[0]}.local:{port}/"
