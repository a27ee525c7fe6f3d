"""Each language's catalog is whole: every text, every value, the signs of its own typography, and no other language."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from webui.table.values.languages import LANGUAGES
from webui.words import CATALOGS

TRANSLATED = [language for language in LANGUAGES if (CATALOGS / language).exists()]
VALUE = re.compile(r"%\((\w+)\)s")
LATER = re.compile(r"\{\w+\}")
"""A value that a page's script fills in."""
THIN = "\u202f"

SAME = {
    "fr": {
        "Code", "Handicap", "Pause", "Pause.", "Place", "Place %(number)s", "Points", "Total", "Tric-Trac Royal",
        "orange", "place", "face", "%(name)s (place %(seat)s)", "%(tile)s (place %(seat)s)",
        "%(n)s point", "%(n)s points", "points", "Face", "Classes", "Table %(number)s", "%(num)s table",
        "%(num)s tables", "Tables",
    },
    "de": {"Box", "Box %(letters)s", "Code", "Name", "Pause", "Pause.", "Tric-Trac Royal"},
}  # fmt: skip
"""Texts with words that are the same in English."""

FOREIGN = {
    "fr": r"the|and|your|you|with|tile|dice|throw|play|is|are|this|that|not|nicht|und|der|das|ist|wird",
    "de": r"the|and|your|you|with|tile|dice|throw|play|is|are|this|that|not|le|la|les|et|est|tu|vous|une|avec",
}
"""Words of the other languages, none of which this one has."""

NAMES = re.compile(r"Le Tric Trac|« [^»]*»|“[^”]*”|(?:watch )?--[\w-]+")
"""Where they may stand all the same: a game's name, a sheet's own words, options."""

TYPED = re.compile(r"`[^`]*`|(?:Exemple|Beispiel)\W+piste .*")
"""What is typed in a terminal, with that one's signs."""


def catalog(language: str) -> Any:
    with (CATALOGS / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def forms(text: Any) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, tuple | list) else (text,)


def pairs(language: str) -> list[tuple[str, str]]:
    """Every English form and its translation."""
    return [
        pair for m in catalog(language) if m.id for pair in zip(forms(m.id), forms(m.string), strict=True)
    ]


@pytest.fixture(scope="module")
def extracted() -> set[str]:
    """The texts of the program."""
    checkout = Path(__file__).parents[3]
    with (checkout / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file, "babel.cfg")
    messages = extract_from_dir(
        str(checkout / "webui"),
        method_map=methods,
        options_map=options,
        keywords={
            "t": None,
            "tn": (1, 2),
            "N_": None,
            "Nn_": (1, 2),
            "_": None,
            "gettext": None,
            "ngettext": (1, 2),
        },
    )
    return {forms(text)[0] for _, _, text, _, _ in messages}


def test_english_alone_has_no_catalog() -> None:
    assert set(LANGUAGES) - set(TRANSLATED) == {"en"}
    assert {folder.name for folder in CATALOGS.iterdir() if folder.is_dir()} == set(TRANSLATED)


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalog_holds_exactly_the_programs_texts(language: str, extracted: set[str]) -> None:
    translated = catalog(language)
    assert {forms(m.id)[0] for m in translated if m.id} == extracted
    assert [m.id for m in translated if m.id and (m.fuzzy or not all(forms(m.string)))] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalog_is_the_written_one(language: str) -> None:
    with (CATALOGS / language / "LC_MESSAGES" / "messages.mo").open("rb") as mo:
        compiled = read_mo(mo)
    assert _lines(compiled) == _lines(catalog(language))


def _lines(messages: Any) -> dict[str, str]:
    """Message ids and texts, singular and plural on one line each."""
    return {"\n".join(forms(m.id)): "\n".join(forms(m.string)) for m in messages if m.id}


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_form_has_the_values_of_its_english_one(language: str) -> None:
    def values(text: str) -> set[str]:
        return {*VALUE.findall(text), *LATER.findall(text)}

    assert [(text, form) for text, form in pairs(language) if values(text) != values(form)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_form_can_be_filled_in(language: str) -> None:
    for text, form in pairs(language):
        if VALUE.search(text) or "%%" in text:
            assert "%(" not in form % dict.fromkeys(VALUE.findall(text), "x")


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_text_is_left_in_english(language: str) -> None:
    worded = [(text, form) for text, form in pairs(language) if re.search(r"[A-Za-z]{2}", VALUE.sub("", text))]
    assert {text for text, form in worded if text == form} <= SAME.get(language, set())


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_text_speaks_two_languages(language: str) -> None:
    foreign = re.compile(rf"(?<![\w’'-])(?:{FOREIGN[language]})(?![\w-])")
    texts = [NAMES.sub("", TYPED.sub("", VALUE.sub("", form.replace("\u00a0", " ")))) for _, form in pairs(language)]
    assert [text for text in texts if foreign.search(text)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_sentence_ends_as_the_english_one(language: str) -> None:
    def end(text: str) -> str:
        return text[-1] if text[-1] in ".!?:…" else ""

    assert [(text, form) for text, form in pairs(language) if end(text) != end(form)] == []


def test_french_signs_keep_to_their_words() -> None:
    texts = [TYPED.sub("", form) for _, form in pairs("fr")]
    assert [text for text in texts if re.search(r"(?: |[a-zé0-9])[;!?]| :|\w: |« | »|'", text)] == []


def test_german_signs_are_german() -> None:
    texts = [TYPED.sub("", form) for _, form in pairs("de")]
    assert [text for text in texts if THIN in text or re.search(r"[ \u00a0][;:!?.,](?:\s|$)|['\"”«»]", text)] == []
    assert [text for text in texts if Counter(text)["„"] != Counter(text)["“"]] == []
    assert [text for text in texts if re.search(r"\w…| …| %%", text)] == []


@pytest.mark.parametrize(
    ("language", "teachers", "children"),
    [
        ("fr", r"\b[Vv]ous\b|\b[Vv]otre|\w+ez\b", r"\b[Tt]u\b|\b[Tt]es?\b"),
        ("de", r"\bSie\b|\bIhr", r"\b[Dd]u\b|\b[Dd]ein"),
    ],
)
def test_no_text_addresses_a_child_and_a_teacher_at_once(language: str, teachers: str, children: str) -> None:
    texts = [form for _, form in pairs(language)]
    assert [text for text in texts if re.search(teachers, text) and re.search(children, text)] == []


ROW = re.compile(r"^\| ([\w ]+) \| ([\w ]+) \| ([\w ]+) \|", re.MULTILINE)
UNSAID = {"jeu de cases"}
"""What is no word of a page: French knows the game by its own name."""


def test_the_pages_speak_the_words_of_the_glossary() -> None:
    page = (Path(__file__).parents[3] / "docs" / "glossary.md").read_text(encoding="utf-8")
    _, _, table = page.partition("## In three languages")
    rows = [row for row in ROW.findall(table) if row[0] != "in English"]
    assert len(rows) > 15
    for column, language in ((1, "fr"), (2, "de")):
        spoken = " ".join(form for _, form in pairs(language)).lower()
        assert [row[column] for row in rows if row[column].lower() not in spoken and row[column] not in UNSAID] == []
