"""Tables as files: CSV for any program, ODS for LibreOffice, Excel and the like."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from unicodedata import category

from ..words import Words, words
from .sheets import Cell, Sheet

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""Characters that begin a formula in a spreadsheet."""


def to_csv(sheet: Sheet, language: str) -> bytes:
    """The table as CSV: UTF-8 with its mark, so that accents survive when a file is opened by a double click.

    In French and German semicolons separate the cells, because there the comma is the decimal mark and spreadsheets do
    not split cells at it; in English commas do. Text that a spreadsheet would take for a formula begins with an
    apostrophe, which makes it text.

    Args:
        sheet: the table.
        language: of `webui.words.LANGUAGES`.
    """
    w, file = words(language), io.StringIO()
    writer = csv.writer(file, delimiter=";" if w.decimal(".") == "," else ",", lineterminator="\r\n")
    writer.writerows([_plain(w, cell) for cell in row] for row in (sheet.head, *sheet.rows))
    return file.getvalue().encode("utf-8-sig")


def _plain(w: Words, cell: Cell) -> str | float | None:
    if isinstance(cell, float):
        return w.decimal(str(cell))
    if not isinstance(cell, str):
        return cell
    text = printable(cell)
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text


def printable(text: str) -> str:
    """The text with a space for every unprintable character: no line breaks, no control characters.

    The blanks that French puts before its colons stay.
    """
    return "".join(letter if letter.isprintable() or category(letter) == "Zs" else " " for letter in text)


def to_ods(sheets: Iterable[Sheet], language: str) -> bytes:
    """The tables as one OpenDocument spreadsheet; text is text there, however it begins.

    Args:
        sheets: in order, each with another title.
        language: of `webui.words.LANGUAGES`, for the spelling checker.
    """
    from odfdo import Cell as OdsCell
    from odfdo import Document, Row, Table

    document = Document("spreadsheet")
    document.body.clear()
    document.language = str(words(language).locale).replace("_", "-")
    for sheet in sheets:
        table = Table(sheet.title)
        for cells in (sheet.head, *sheet.rows):
            row = Row()
            row.extend_cells([OdsCell(_typed(cell)) for cell in cells])
            table.append_row(row)
        document.body.append(table)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def _typed(cell: Cell) -> str | float | None:
    return printable(cell) if isinstance(cell, str) else cell
