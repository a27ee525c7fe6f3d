"""`piste print`: the printable sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..terminal import Translated, TranslatedGroup, language_option, port_option
from ..words import N_, words
from .saved import at_table, data_folder, folder_at_table, save, table_option

if TYPE_CHECKING:
    from hardware.print.shapes import PrintedPage

Command = Callable[..., object]

served_data = click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), help=N_("The data folder, as given to serve.")
)


@click.group(cls=TranslatedGroup, help=N_("Make the printable sheets.\n\nExample: piste print tags --size 40"))
def command() -> None:
    """The printable sheets."""


def printed(name: str) -> Callable[[Command], Command]:
    """Options of every sheet: its language, and its file, piste-NAME.pdf by default."""
    file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path), default=Path(f"piste-{name}.pdf"))
    return lambda does: language_option(file(does))


def written(file: Path, sheets: Sequence[PrintedPage], title: str) -> None:
    """Saves sheets as a PDF, or one of them as SVG if the file's name ends so. Raises click.ClickException."""
    from hardware.print.pages import as_pdf, as_svg

    if file.suffix.lower() != ".svg":
        save(file, as_pdf(sheets, title))
    elif len(sheets) == 1:
        save(file, as_svg(sheets[0]).encode())
    else:
        raise click.ClickException(f"expected a name that ends with .pdf for {len(sheets)} pages; got {file}")


@command.command(
    cls=Translated,
    help=N_(
        "Write the sheet of the four corner tags to FILE.\n\n"
        "A PDF of one A4 page; print it at 100 %.\n\n"
        "Example: piste print tags --size 40 tags.pdf"
    ),
)
@click.option("--size", type=float, default=40.0, show_default=True, help=N_("Width of a tag, 20 to 75 mm."))
@printed("tags")
def tags(size: float, language: str, file: Path) -> None:
    """The four corner tags."""
    from hardware.print.tags import sheet

    from ..words.sheets import tags_sheet

    says = tags_sheet(words(language))
    try:
        page = sheet(size, says)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--size") from error
    written(file, [page], says.title)


@command.command(
    cls=Translated,
    help=N_(
        "Write the board of OCCE Tric Trac to FILE.\n\n"
        "A PDF: six A4 pages to join, three with the tiles. The corner tags are on it, and Piste reads it "
        "like a board of wood.\n\n"
        "Example: piste print board board.pdf"
    ),
)
@printed("board")
def board(language: str, file: Path) -> None:
    """A board of paper."""
    from hardware.print.board_sheets import sheets

    from ..words.sheets import board_sheets

    says = board_sheets(words(language))
    written(file, sheets(says), says.title)


@command.command(
    cls=Translated,
    help=N_(
        "Write a box with nine hinged tiles to FILE.\n\n"
        "A PDF of two A4 pages to cut, fold and glue.\n\n"
        "Example: piste print box box.pdf"
    ),
)
@printed("box")
def box(language: str, file: Path) -> None:
    """A box of paper."""
    from hardware.print.box import sheets

    from ..words.sheets import box_sheets

    says = box_sheets(words(language))
    written(file, sheets(says), says.title)


@command.command(
    cls=Translated,
    help=N_(
        "Write a card for each place to FILE.\n\n"
        "A PDF of one A4 page; each card has its place's colour, its sign and a line for names.\n\n"
        "Example: piste print seats seats.pdf"
    ),
)
@printed("seats")
def seats(language: str, file: Path) -> None:
    """A card for each place."""
    from hardware.print.cards import seat_cards

    from ..words import sheets

    says = sheets.seat_cards(words(language))
    written(file, [seat_cards(says)], says.title)


@command.command(
    cls=Translated,
    help=N_(
        "Write a sheet to set the camera up by to FILE.\n\n"
        "A PDF of one A4 page: focus, fineness, light, dice of ten sizes.\n\n"
        "Example: piste print target target.pdf"
    ),
)
@printed("target")
def target(language: str, file: Path) -> None:
    """A sheet to set the camera up by."""
    from hardware.print.target import sheet

    from ..words import sheets

    says = sheets.target(words(language))
    written(file, [sheet(says)], says.title)


@command.command(
    cls=Translated,
    help=N_(
        "Write how tablets get in to FILE.\n\n"
        "A PDF of one A4 page: the Wi-Fi of this box and its addresses, each with a QR code, and the table's "
        "code.\n\n"
        "Example: piste print table --address http://192.168.1.20:8000/ table.pdf"
    ),
)
@click.option(
    "--address", help=N_("Of the site, as it is typed, such as http://192.168.1.20:8000/; else all of this machine's.")
)
@port_option
@click.option(
    "--without-code",
    is_flag=True,
    help=N_("Leave the table's code and the Wi-Fi out, for a sheet that hangs in a corridor."),
)
@served_data
@table_option
@printed("table")
def table(
    address: str | None,
    port: int,
    without_code: bool,
    data: Path | None,
    table: int | None,
    language: str,
    file: Path,
) -> None:
    """How tablets get in."""
    import time

    from hardware.print.cards import Square, table_sheet

    from ..box.network import ANYWHERE, own_wifi
    from ..site.auth import Door
    from ..store.tables import FIRST
    from ..words import sheets

    at = "" if table in (None, FIRST) else f"table/{table}/"
    addresses = [f"{url.rstrip('/')}/{at}" for url in ((address,) if address else ANYWHERE.urls(port))]
    if not addresses:
        raise click.UsageError("expected --address: this machine has no address in a network")
    w, folder = words(language), data_folder(data)
    door = Door(folder, time.monotonic).at_table(folder_at_table(data, table or FIRST))
    code = "" if without_code else door.table_code()
    wifi = None if without_code else own_wifi(folder)
    squares = []
    if wifi is not None:
        password = (w.t("Its password: %(password)s", password=wifi.password),) if wifi.password else ()
        squares.append(Square(w.t("1. Wi-Fi of this box"), (wifi.name, *password), _dark(wifi.joined_by)))
    label = w.t("2. Address") if wifi else w.t("Address")
    squares += [Square(label, (url,), _dark(f"{url}jouer?code={code}" if code else url)) for url in addresses]
    says = sheets.table_sheet(w)
    written(file, [table_sheet(says, squares, code)], says.title)


def _dark(text: str) -> list[list[bool]]:
    """The dark cells of a text's QR code, row by row."""
    import segno

    return [[bool(cell) for cell in row] for row in segno.make(text, error="m", micro=False).matrix]


@command.command(
    cls=Translated,
    help=N_(
        "Write the certificate of a game that is over to FILE.\n\n"
        "A PDF of one A4 page laid on its long side. It names the game, the day, who has won, everybody's "
        "points and the best moment. 'piste record' lists the games.\n\n"
        "Example: piste print certificate --game 12 certificate.pdf"
    ),
)
@click.option(
    "--game", type=click.IntRange(min=1), help=N_("Its number in the journal; else the newest that is over.")
)
@served_data
@language_option
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), default=Path("piste-certificate.pdf"))
@at_table
def certificate(game: int | None, data: Path | None, language: str, file: Path) -> None:
    """The certificate of a game."""
    from hardware.print.certificate_page import sheet

    from ..words.certificate import certificate as certificate_of
    from .record import journal_of

    with journal_of(data) as journal:
        over = [line for line in journal.games() if line.over and game in (None, line.id)]
        match = journal.match(over[-1].id) if over else None
    content = None if match is None else certificate_of(words(language), over[-1].setup, match, over[-1].started)
    if content is None:
        raise click.ClickException(f"expected a game that is over; got {game or 'none in the journal'}")
    save(file, sheet(content), names=True)
