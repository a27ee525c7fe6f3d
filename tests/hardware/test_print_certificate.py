"""The certificate of a game: a PDF that another program reads, with all that was told on it."""

from io import BytesIO

import pytest
from each import each
from pypdf import PdfReader
from pypdf.generic import ContentStream

from hardware.print.certificate import Certificate, by_hand
from hardware.print.certificate_page import MOST_LINES, sheet
from hardware.print.paper import A4_ACROSS, BOLD, Paper, fits, ink, width

TOLD = Certificate(
    "Diplôme",
    "Partie gagnée par",
    "Léa et Zoë",
    "Tric Trac, règle des enfants",
    "23 novembre 2026",
    "Léa ferme 9 et 3 d’un seul lancer\u202f!",
    (("Léa", "12 points"), ("Zoë", "12 points")),
    "Signature",
)


def texts(pdf: bytes) -> list[str]:
    (page,) = PdfReader(BytesIO(pdf)).pages
    return page.extract_text().replace("\u00a0", " ").splitlines()


def dotted(pdf: bytes) -> int:
    """How many lines of dots there are."""
    reader = PdfReader(BytesIO(pdf))
    drawn = ContentStream(reader.pages[0].get_contents(), reader).operations
    return sum(operator == b"d" and bool(operands[0]) for operands, operator in drawn)


def test_all_that_is_told_stands_on_it() -> None:
    text = " ".join(texts(sheet(TOLD)))
    for part in ("Diplôme", "Partie gagnée par", "Léa et Zoë", "Zoë", "Signature", "d’un seul lancer !"):
        assert part in text
    assert "Tric Trac, règle des enfants · 23 novembre 2026" in text
    assert text.count("12 points") == 2


def test_the_same_game_gives_the_same_bytes() -> None:
    pdf = sheet(TOLD)
    assert pdf == sheet(TOLD)
    reader = PdfReader(BytesIO(pdf))
    assert reader.metadata.title == "Diplôme – Léa et Zoë"
    (page,) = reader.pages
    assert tuple(map(float, page.mediabox[2:])) == pytest.approx(A4_ACROSS, abs=1)
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    embedded = [font for font in fonts if "/FontDescriptor" in font]
    assert {str(font["/BaseFont"])[8:27] for font in embedded} == {"AtkinsonHyperlegibl"}
    assert all("/FontFile2" in font["/FontDescriptor"].get_object() for font in embedded)
    assert len(pdf) < 80_000


NAMES = ["Łukasz", "Żaneta", "Œdipe", "Jürgen", "Le\u0301a", "Ştefan", "Đặng", "Nguyễn", "İpek", "Ŵŷn", "Ολγα", "Ирина"]


@each("name", NAMES)
def test_names_of_europe_are_set(name: str) -> None:
    pdf = sheet(Certificate("Diplôme", "", name, "", "", "", (), ""))
    assert fits(name)
    assert not by_hand(name)
    assert dotted(pdf) == 0
    assert len("".join(texts(pdf)).replace("Diplôme", "").strip("123456789 ")) == len(name.replace("\u0301", ""))


@pytest.mark.parametrize("name", ["יעל", "سارة", "李雷", "अनु"])
def test_a_name_without_glyphs_is_left_for_handwriting(name: str) -> None:
    pdf = sheet(Certificate("Diplôme", "", name, "", "", name, ((name, "3 points"),), ""))
    assert not fits(name)
    assert by_hand(name)
    assert name not in "\n".join(texts(pdf))
    assert dotted(pdf) == 2


EMOJI = ["Léa 😀", "🦄 Léa", "Léa 👩🏽\u200d🚀", "Léa ❤\ufe0f", "Léa 🇫🇷"]


@each("name", EMOJI)
def test_a_name_is_set_without_its_emoji(name: str) -> None:
    pdf = sheet(Certificate("Diplôme", "", name, "", "", f"Bravo {name}", ((name, "3 points"),), ""))
    assert not by_hand(name)
    assert (dotted(pdf), "\n".join(texts(pdf)).count("Léa")) == (1, 3)  # before the points
    assert PdfReader(BytesIO(pdf)).metadata.title == "Diplôme – Léa"


def test_emoji_alone_are_left_for_handwriting() -> None:
    assert by_hand("🦄🦄")
    assert dotted(sheet(Certificate("Diplôme", "", "🦄🦄", "", "", "", (), ""))) == 1


def test_no_more_players_are_told_than_fit() -> None:
    crowd = tuple((f"Player {n}", "45 points") for n in range(20))
    text = " ".join(texts(sheet(Certificate("Urkunde", "", "W" * 24 * 5, "", "", "", crowd, ""))))
    assert text.count("Player") == MOST_LINES


@pytest.mark.parametrize("words", ["W" * 120, "Diplôme", ""])
def test_a_line_stands_in_the_middle_however_long_it_is(words: str) -> None:
    assert Paper("").middle(100, words, 46, ink("#000000"), BOLD) <= 600.01


def test_an_accent_is_as_wide_as_its_letter() -> None:
    Paper("")
    assert width("é", 10) == width("e\u0301", 10) == width("e", 10)
    assert width("Œuvre", 10, BOLD) > width("Euvre", 10, BOLD)
