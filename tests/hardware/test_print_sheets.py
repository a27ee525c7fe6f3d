"""The printed sheets: their sizes, their texts, and that all of each page can be printed."""

import math
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from each import each
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from hardware.print.board_sheets import EDGE, FLAP, PART, place
from hardware.print.board_sheets import sheets as board_sheets
from hardware.print.box import FLOOR, GAP, TILE, WALL
from hardware.print.cards import Square
from hardware.print.digits import digit
from hardware.print.marks import ruler
from hardware.print.occe import SIDE, slot
from hardware.print.pages import as_pdf, as_svg
from hardware.print.paper import BOLD, PLAIN, Paper, fits, width
from hardware.print.shapes import (
    A4,
    A4_ACROSS,
    Area,
    Caption,
    Place,
    PrintedPage,
    Shape,
    Stroke,
    Window,
    moved,
    rectangle,
)
from vision.layout import load_layout
from webui.box import network
from webui.commands.print import command
from webui.table.values.languages import LANGUAGES
from webui.words import sheets as says
from webui.words import words

KINDS = ("tags", "board", "box", "seats", "target", "table")
PAGES = {"tags": 1, "board": 9, "box": 2, "seats": 1, "target": 1, "table": 1}


def written(kind: str, folder: Path, language: str = "fr") -> bytes:
    file = folder / f"{kind}-{language}.pdf"
    more = ["--address", "http://10.0.0.5:8000", "--data", str(folder)] if kind == "table" else []
    run = CliRunner().invoke(command, [kind, "--language", language, *more, str(file)])
    assert run.exit_code == 0, run.output
    return file.read_bytes()


def texts(pdf: bytes) -> list[str]:
    return [line for page in PdfReader(BytesIO(pdf)).pages for line in page.extract_text().splitlines()]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_sheet_gives_the_same_bytes_and_no_picture(kind: str, tmp_path: Path) -> None:
    pdf = written(kind, tmp_path)
    assert pdf == written(kind, tmp_path)
    assert len(PdfReader(BytesIO(pdf)).pages) == PAGES[kind]
    assert b"/Subtype /Image" not in pdf


@pytest.mark.parametrize(("language", "width"), [("fr", "0,75 mm"), ("en", "0.75 mm")])
def test_widths_are_written_as_the_language_writes_them(language: str, width: str, tmp_path: Path) -> None:
    assert width in texts(written("target", tmp_path, language))


@pytest.mark.parametrize("kind", KINDS)
def test_each_language_says_something_else(kind: str, tmp_path: Path) -> None:
    log = [texts(written(kind, tmp_path, language)) for language in LANGUAGES]
    assert log[0] != log[1] != log[2] != log[0]


def every(shapes: Sequence[Shape]) -> Iterator[Area | Stroke | Caption]:
    """Each shape; of what a window shows in part, nothing."""
    for shape in shapes:
        if not isinstance(shape, Window):
            yield shape


def reach(shape: Area | Stroke | Caption) -> list[Place]:
    match shape:
        case Area(outline, _):
            return list(outline)
        case Stroke(places, _, _, _):
            return list(places)
        case Caption(at, text, size, _, anchor, bold, turn):
            long = width(text, size, BOLD if bold else PLAIN)
            back = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * long
            ends = [Stroke(((-back, 0.0), (long - back, 0.0)), 1, (0, 0, 0))]
            (line,) = moved(ends, at, turn)
            assert isinstance(line, Stroke)
            return list(line.places)


SQUARE = Square("Address", ("http://192.168.100.200:8000/", "Password: abcd-efgh-jkmn"), [[True, False]] * 2)


@cache
def pages(language: str) -> dict[str, Sequence[PrintedPage]]:
    from hardware.print import box, cards, tags, target

    Paper("")  # brings the typeface's widths
    w = words(language)
    return {
        "tags": [tags.sheet(75, says.tags_sheet(w))],
        "board": board_sheets(says.board_sheets(w)),
        "box": box.sheets(says.box_sheets(w)),
        "seats": [cards.seat_cards(says.seat_cards(w))],
        "target": [target.sheet(says.target(w))],
        "table": [
            cards.table_sheet(says.table_sheet(w), [SQUARE] * many, "ABCDEF") for many in (1, 2, 3, 6)
        ],
    }


@each("language", LANGUAGES)
@each("kind", KINDS)
def test_nothing_that_matters_lies_where_printers_leave_white(kind: str, language: str) -> None:
    for sheet in pages(language)[kind]:
        wide, high = sheet.size
        for shape in every(sheet.shapes):
            if isinstance(shape, Stroke) and shape.dashes:
                continue  # scissors may leave the page
            for x, y in reach(shape):
                assert 4 <= x <= wide - 4, shape
                assert 4 <= y <= high - 4, shape


@each("language", LANGUAGES)
@each("kind", KINDS)
def test_no_line_of_text_holds_what_the_typeface_lacks(kind: str, language: str) -> None:
    texts = [
        shape.text
        for sheet in pages(language)[kind]
        for shape in every(sheet.shapes)
        if isinstance(shape, Caption)
    ]
    assert texts
    assert [text for text in texts if not fits(text)] == []


def test_the_ruler_is_as_long_as_it_says() -> None:
    marks = [shape for shape in ruler((60, 50), "") if isinstance(shape, Stroke)]
    across = [x for mark in marks for x, _ in mark.places]
    assert max(across) - min(across) == pytest.approx(100)
    upright = sorted({mark.places[0][0] for mark in marks[1:]})
    assert [there - here for here, there in pairwise(upright)] == pytest.approx([1.0] * 100)


def test_the_six_sheets_make_the_board_that_the_eyes_expect() -> None:
    layout = load_layout("occe")
    assert layout.board_mm[0] <= SIDE <= layout.board_mm[1]
    pitch = (slot(4, 2)[0] - slot(4, 1)[0]) / SIDE
    assert layout.row.pitch[0] <= pitch <= layout.row.pitch[1]
    left, top, right, bottom = layout.row.window
    assert all(
        left < slot(4, number)[0] / SIDE < right and top < slot(4, number)[1] / SIDE < bottom
        for number in range(1, 10)
    )


@each("row", range(3))
@each("column", range(2))
def test_board_parts_fit_their_pages_with_flaps(row: int, column: int) -> None:
    x, y = place(row, column)
    left, top = x + column * PART[0], y + row * PART[1]
    assert left >= EDGE + (FLAP if column else 0)
    assert top >= EDGE + (FLAP if row else 0)
    assert left + PART[0] <= A4_ACROSS[0] - EDGE - (0 if column else FLAP)
    assert top + PART[1] <= A4_ACROSS[1] - EDGE - (0 if row == 2 else FLAP)


def test_each_join_has_its_letter_on_both_sides() -> None:
    answer = [
        {
            word[0]
            for shape in sheet.shapes
            if isinstance(shape, Caption)
            for word in [shape.text]
            if re.match(r"[A-G](\s|$)", word)
        }
        for sheet in board_sheets(says.board_sheets(words("fr")))[:6]
    ]
    together = [letter for letters in answer for letter in letters]
    assert sorted(together) == sorted("ABCDEFG" * 2)


def test_the_thirty_six_tiles_are_four_times_one_to_nine() -> None:
    tiles = board_sheets(says.board_sheets(words("fr")))[6:]
    fronts = [
        shape.places
        for sheet in tiles
        for shape in sheet.shapes
        if isinstance(shape, Stroke) and shape.width > 2.7
    ]
    strokes = sum(len(digit(number, (0, 0), 25, (0, 0, 0))) for number in range(1, 10))
    underlines = 2  # of 6 and 9, thinner than what is counted here
    assert len(fronts) == 4 * (strokes - underlines)


def test_the_folded_box_holds_its_tiles() -> None:
    assert 9 * TILE[0] + 8 * GAP <= FLOOR[0]
    assert FLOOR[0] + 2 * WALL <= A4_ACROSS[0] - 2 * 5
    assert FLOOR[1] + 2 * WALL <= A4_ACROSS[1] - 2 * 5
    layout = load_layout("box")
    assert layout.board_mm[0] <= max(FLOOR) <= layout.board_mm[1]
    assert layout.row.pitch[0] <= (TILE[0] + GAP) / FLOOR[0] <= layout.row.pitch[1]


@each("number", range(1, 10))
def test_a_digit_is_as_high_as_it_was_asked_for(number: int) -> None:
    strokes = digit(number, (10, 20), 8, (0, 0, 0))[: None if number not in (6, 9) else -1]
    down = [y for stroke in strokes for _, y in stroke.places]
    thick = strokes[0].width
    assert max(down) - min(down) + thick == pytest.approx(8, abs=0.1)
    assert (max(down) + min(down)) / 2 == pytest.approx(20, abs=0.05)


def test_there_is_no_tenth_digit() -> None:
    with pytest.raises(ValueError, match="1 to 9"):
        digit(10, (0, 0), 1, (0, 0, 0))


@given(st.floats(-100, 100), st.floats(-100, 100), st.sampled_from([0.0, 90.0, 180.0, 270.0, -90.0]))
def test_shapes_that_are_turned_and_moved_keep_their_size(x: float, y: float, turn: float) -> None:
    (area,) = moved([Area(rectangle(1, 2, 3, 4), (0, 0, 0))], (x, y), turn)
    assert isinstance(area, Area)
    sides = [np.hypot(there[0] - here[0], there[1] - here[1]) for here, there in pairwise(area.outline)]
    assert sides == pytest.approx([3, 4, 3], abs=1e-9)


def test_a_window_is_not_turned() -> None:
    with pytest.raises(ValueError, match="shifted"):
        moved([Window((0, 0, 1, 1), ())], (0, 0), 90)


def test_an_svg_holds_the_same_shapes() -> None:
    page = PrintedPage(
        (
            Window((0, 0, 5, 5), (Area(rectangle(1, 1, 2, 2), (1, 0, 0)),)),
            Caption((3, 3), "a < b", 4, bold=True, turn=90),
        )
    )
    svg = as_svg(page)
    assert 'fill="#ff0000"' in svg
    assert "a &lt; b" in svg
    assert 'rotate(90 3 3)"' in svg
    assert f'width="{A4[0]:g}mm"' in svg


def test_several_pages_make_no_svg(tmp_path: Path) -> None:
    run = CliRunner().invoke(command, ["box", str(tmp_path / "box.svg")])
    assert run.exit_code == 1
    assert "2 pages" in run.output


def test_the_tablet_sheet_bears_this_tables_code(tmp_path: Path) -> None:
    lines = texts(written("table", tmp_path))
    code = (tmp_path / "table.code").read_text().strip()
    assert " ".join(code) in lines
    assert "http://10.0.0.5:8000/" in lines


NETWORKS = ("10.42.0.1", "192.168.1.20")


def in_networks(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *more: str, networks: tuple[str, ...] = NETWORKS
) -> Path:
    """The sheet for tablets of a box with a Wi-Fi of its own, in two networks or in others."""
    monkeypatch.setattr(network, "network_addresses", lambda: networks)
    network.keep_wifi(folder, network.Wifi("Piste-rouge", "abcd-efgh-jkmn"))
    file = folder / "table.pdf"
    run = CliRunner().invoke(command, ["table", "--data", str(folder), *more, str(file)])
    assert run.exit_code == 0, run.output
    return file


def test_the_sheet_for_tablets_bears_the_wifi_and_every_address(tmp_path: Path, monkeypatch) -> None:
    lines = texts(in_networks(tmp_path, monkeypatch).read_bytes())
    assert {"http://10.42.0.1:8000/", "http://192.168.1.20:8000/", "Piste-rouge"} <= set(lines)
    assert any(line.endswith("abcd-efgh-jkmn") for line in lines)


def test_a_sheet_for_a_corridor_lets_nobody_in(tmp_path: Path, monkeypatch) -> None:
    lines = texts(in_networks(tmp_path, monkeypatch, "--without-code").read_bytes())
    assert "http://10.42.0.1:8000/" in lines
    assert not any("Piste-rouge" in line or "abcd" in line for line in lines)


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="needs pdftoppm (Debian: poppler-utils)")
@pytest.mark.parametrize("dpi", [100, 150, 300])
@pytest.mark.parametrize("more", [0, 1, 2, 3])
def test_each_square_of_the_sheet_for_tablets_can_be_read(tmp_path: Path, monkeypatch, more: int, dpi: int) -> None:
    networks = (*NETWORKS, *("192.168.100.120", "172.16.254.103", "10.101.102.103")[:more])
    page = picture(in_networks(tmp_path, monkeypatch, networks=networks), dpi)
    code = (tmp_path / "table.code").read_text().strip()
    rows = math.ceil((1 + len(networks)) / 2)
    top, high, wide = (round(mm * dpi / 25.4) for mm in (60, 164 / rows, 105))
    places = [(top + row * high, column * wide) for row in range(rows) for column in range(2)]
    squares = [page[y : y + high, x : x + wide] for y, x in places[: 1 + len(networks)]]
    text = [cv2.QRCodeDetectorAruco().detectAndDecode(square)[0] for square in squares]
    assert text[0] == network.Wifi("Piste-rouge", "abcd-efgh-jkmn").joined_by
    assert text[1:] == [f"http://{item}:8000/jouer?code={code}" for item in networks]


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="needs pdftoppm (Debian: poppler-utils)")
def test_another_pdf_reader_shows_the_window_and_the_qr_code(
    tmp_path: Path,
) -> None:
    page = PrintedPage((Window((10, 10, 20, 20), (Area(rectangle(0, 0, 50, 50), (1, 0, 0)),)),), A4)
    (tmp_path / "a.pdf").write_bytes(as_pdf([page], "a"))
    observation = picture(tmp_path / "a.pdf", 127)  # 5 px a millimetre
    red = np.argwhere((observation[..., 2] > 200) & (observation[..., 1] < 60))
    assert np.abs(red.min(axis=0) - 50).max() <= 1
    assert np.abs(red.max(axis=0) - 149).max() <= 1
    (tmp_path / "t.pdf").write_bytes(written("table", tmp_path))
    log, _, _ = cv2.QRCodeDetectorAruco().detectAndDecode(picture(tmp_path / "t.pdf", 100))
    assert log == f"http://10.0.0.5:8000/jouer?code={(tmp_path / 'table.code').read_text().strip()}"


def picture(pdf: Path, dpi: int) -> np.ndarray:
    subprocess.run(
        ["pdftoppm", "-r", str(dpi), "-png", "-singlefile", str(pdf), str(pdf.with_suffix(""))], check=True
    )
    return np.asarray(cv2.imread(str(pdf.with_suffix(".png"))))
