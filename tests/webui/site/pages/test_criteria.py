"""What the review by the criteria of the RGAA found and mended stays so (docs/guide/rgaa.fr.md)."""

import re
from html.parser import HTMLParser
from itertools import chain
from pathlib import Path

import pytest
from flask import render_template

from webui.site.app import create_app
from webui.store.classes import Classes

PHRASES = frozenset({"span", "p", "h1", "h2", "h3", "strong", "em", "small", "a", "label", "button"})
"""Elements that hold words, never a form."""
VOID = frozenset({"input", "img", "link", "meta", "br", "col"})


class OpenTags(HTMLParser):
    """Which tags are open around each form."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.around_forms: list[set[str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "form":
            self.around_forms.append(set(self.open))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A drawing's shapes hold nothing."""

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            del self.open[len(self.open) - 1 - self.open[::-1].index(tag) :]


@pytest.fixture
def school(teacher, tmp_path: Path):
    Classes(tmp_path).add("CE2", ("Léa", "Tom"))
    return teacher


@pytest.mark.parametrize("path", ["/", "/enseignant", "/enseignant/classe/1", "/enseignant/position", "/new"])
def test_no_form_stands_within_words(school, path: str) -> None:
    tags = OpenTags()
    tags.feed(school.page(path))
    assert tags.around_forms
    assert [around & PHRASES for around in tags.around_forms if around & PHRASES] == []


@pytest.mark.parametrize("game", ["jacquet", "backgammon", "trictrac", "tock", "trente"])
def test_a_static_board_is_an_image_with_a_name(visitor, game: str) -> None:
    drawn = re.findall(r'<svg class="(?:arrows|tock|ring|ruler)"[^>]*>', visitor.page(f"/regles/{game}"))
    assert drawn
    named = [one for one in drawn if re.search(r' role="img" aria-label="[^"]+"', one) and one.count("role=") == 1]
    assert named == drawn


@pytest.mark.parametrize("path", ["/enseignant/classe/1", "/enseignant/position"])
def test_each_table_of_figures_has_a_name(school, path: str) -> None:
    tables = re.findall(r"<table[^>]*>", school.page(path))
    assert tables
    assert [table for table in tables if "aria-label" not in table] == []


@pytest.mark.parametrize("path", ["/enseignant/classe", "/enseignant/classe/1/liste", "/enseignant/code"])
def test_a_form_whose_fields_are_all_needed_says_so(school, path: str) -> None:
    assert "Tous les champs sont à remplir." in school.words(path)


def test_the_first_code_explains_errors_beside_its_fields(visitor, tmp_path: Path) -> None:
    new = tmp_path / "new"
    new.mkdir()
    client = create_app(visitor.live, new).test_client()
    page = client.get("/bienvenue").text
    assert "Tous les champs sont à remplir." in page
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token is not None
    wrong = client.post("/bienvenue", data={"csrf_token": token[1], "code": "123456", "again": "123456"}).text
    assert wrong.count('aria-describedby="wrong') == 2


def test_the_first_link_leads_to_the_content_of_every_page(teacher) -> None:
    for path in ("/", "/new", "/regles", "/enseignant"):
        assert '<a class="skip" href="#main">Aller au contenu</a>' in teacher.page(path)


def test_a_page_waiting_for_a_restore_stays(visitor) -> None:
    with visitor.app.test_request_context("/enseignant/restauration/oui"):
        page = render_template("memory/restoring.html")
    assert "refresh" not in page
    assert 'href="/"' in page


def styles(checkout: Path) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted((checkout / "webui/static").rglob("*.css")))


def test_nothing_moves_by_itself_for_longer_than_five_seconds(checkout: Path) -> None:
    text = styles(checkout)
    assert "infinite" not in text
    for seconds, times in re.findall(r"animation: \w+ ([\d.]+)s [\w-]+ (\d+)", text):
        assert float(seconds) * int(times) < 5
    paper = "\n".join(line for line in text.splitlines() if ".confetti i" in line)
    lasts = re.findall(r"animation: flutter ([\d.]+)s|animation-duration: ([\d.]+)s", paper)
    begins = re.findall(r"animation-delay: ([\d.]+)s", paper)
    assert max(map(float, filter(None, chain(*lasts)))) + max(map(float, begins)) <= 5


def light(colour: str) -> float:
    """Relative luminance, as WCAG counts it."""
    shares = [int(part * (3 - len(part)), 16) / 255 for part in re.findall("." if len(colour) == 3 else "..", colour)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(ink: str, ground: str) -> float:
    """Of two colours, 1 to 21."""
    dark, bright = sorted((light(ink), light(ground)))
    return (bright + 0.05) / (dark + 0.05)


def test_a_name_is_readable_on_its_frames_colour(checkout: Path) -> None:
    text = styles(checkout)
    plates = re.findall(r"\.is-(\w+)\{ --paint: var\(--\w+\); --on: #(\w+) \}", text)
    assert len(plates) == 8
    paints = dict(re.findall(r"--(\w+): #(\w+);", text))
    assert [name for name, ink in plates if contrast(ink, paints[name]) < 4.5] == []


def test_words_on_the_felt_of_the_arrows_can_be_read(checkout: Path) -> None:
    text = styles(checkout)
    ink, felt = (re.search(rf"\.{name} {{ fill: #(\w+);", text) for name in ("named", "felt"))
    assert ink is not None
    assert felt is not None
    assert contrast(ink[1], felt[1]) >= 4.5
