"""The files of the rules' pages: what they name exists, and one that is not written as it should be says where."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest
from each import each

from referee.games import GAMES
from referee.options import Choice, choices
from webui.words import words
from webui.words.rules import BrokenRules, files, has_rules, rule_sheet
from webui.words.rules.sheet import Conditional, Paragraph, Passage

WRITTEN = tuple(game for game in GAMES if has_rules(game.name))
PAGE = """
[aim]
says = ["Close everything."]

[board]
title = "The tiles"
says = [{ when = { tiles = 9 }, says = "Nine." }, { unless = { tiles = 9, games = 1 }, says = ["More.", "Or games."] }]
"""


def parts(paragraph: Paragraph) -> list[Conditional]:
    return [*(part for part in paragraph.says if isinstance(part, Passage)), *paragraph.examples]


def texts(paragraph: Paragraph) -> list[str]:
    passages = [part if isinstance(part, Passage) else Passage(says=part) for part in paragraph.says]
    return [text for part in passages for text in ((part.says,) if isinstance(part.says, str) else part.says)]


@each("game", WRITTEN)
def test_every_condition_and_value_is_one_of_the_games_options(game) -> None:
    known: dict[str, Choice] = {choice.name: choice for choice in choices(game)}
    sheet = rule_sheet(game.name)
    for paragraph in (sheet.aim, *sheet.paragraphs.values()):
        for part in parts(paragraph):
            for name, allowed in (*part.when.items(), *part.unless.items()):
                for value in allowed if isinstance(allowed, tuple) else (allowed,):
                    assert known[name].allows(value), (paragraph.title, name, value)
            assert not isinstance(part, Passage) or bool(part.count) is bool(part.forms)
            assert not isinstance(part, Passage) or not part.count or part.count in known
        assert {name for text in texts(paragraph) for name in re.findall(r"%\((\w+)\)", text)} <= set(known)


def test_every_file_is_a_page_or_shared_by_one() -> None:
    there = {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in files.HERE.glob("*.toml")}
    used = {(held["like"], key) for page in there.values() for key, held in page.items() if "like" in held}
    games = {game.name for game in GAMES}
    assert {(name, key) for name, page in there.items() if name not in games for key in page} == used


def test_a_condition_holds_for_any_value_and_unless_for_all() -> None:
    part = Conditional(when={"block": (5, 6), "exit": "exact"}, unless={"crawford": True, "points": 1})
    usual = {"block": 5, "exit": "exact", "crawford": True, "points": 3}
    assert part.fits(usual)
    assert part.fits(usual | {"crawford": False, "points": 1})
    assert not part.fits(usual | {"points": 1})
    assert not part.fits(usual | {"block": 99})
    assert Conditional().fits({})


def test_a_paragraph_continues_the_one_that_it_is_like(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('[board]\ntitle = "The board"\nsays = ["It is square."]\nrules = ["edge"]\n')
    (tmp_path / "toy.toml").write_text(
        '[aim]\nsays = ["Win."]\n[board]\nlike = "house"\nsays = ["It is red."]\nrules = ["corner"]\n'
    )
    board = rule_sheet("toy", tmp_path).paragraphs["board"]
    assert (board.title, board.says, board.rules) == ("The board", ("It is square.", "It is red."), ("edge", "corner"))


def test_a_page_says_what_fits_its_house_rules(tmp_path: Path) -> None:
    (tmp_path / "toy.toml").write_text(PAGE)
    board = rule_sheet("toy", tmp_path).paragraphs["board"]
    assert board.sentences(words("en"), {"tiles": 9, "games": 1}) == ("Nine.",)
    assert board.sentences(words("en"), {"tiles": 9, "games": 3}) == ("Nine.", "More.", "Or games.")
    assert board.sentences(words("en"), {"tiles": 12, "games": 1}) == ("More.", "Or games.")


def test_a_file_is_read_once_when_its_page_is_opened(tmp_path: Path) -> None:
    (tmp_path / "toy.toml").write_text(PAGE)
    (tmp_path / "other.toml").write_text("nothing that is TOML")
    page = rule_sheet("toy", tmp_path)
    shutil.rmtree(tmp_path)
    assert rule_sheet("toy", tmp_path) is page


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[board\n", r"toy\.toml: .*line 1"),
        ("[board]\ntitle = 3\n", r"toy\.toml: \[board\]: Expected `str`, got `int` - at `\$\.title`"),
        ('[board]\ntitel = "x"\n', r"toy\.toml: \[board\]: Object contains unknown field `titel`"),
        ('[board]\nsays = "One."\n', r"\[board\]: Expected `array`, got `str` - at `\$\.says`"),
        ('[board]\nsays = [{ wen = { tiles = 9 }, says = "x" }]\n', r"\[board\]: .*`wen` - at `\$\.says\[0\]`"),
        ('[board]\n[[board.examples]]\nkey = "a"\nsteps = []\n', r"\[board\]: .*`title` - at `\$\.examples\[0\]`"),
        (
            '[board]\n[[board.examples]]\nkey = "a"\ntitle = "b"\nsteps = [{ breaks = "x" }]\n',
            r"\[board\]: Expected one of `look`, .* - at `\$\.examples\[0\]\.steps\[0\]`",
        ),
        ('[board]\ntitle = "x"\n', r"toy\.toml: expected a paragraph \[aim\]"),
        ("[aim]\nsays = []\n[board]\nsays = []\n", r"toy\.toml: expected a title of \[board\]"),
        ('[aim]\nlike = "toy"\n', r"toy\.toml: \[aim\]: expected a paragraph of that name in toy\.toml"),
        ('[aim]\nlike = "nowhere"\n', r"toy\.toml: \[aim\]: expected .* in nowhere\.toml"),
        ("[positions]\nusual = 3\n", r"toy\.toml: \[positions\] usual: Expected `object`, got `int`"),
        ("positions = 3\n", r"toy\.toml: \[positions\]: Expected `object`, got `int`"),
    ],
)
def test_a_broken_file_names_itself_and_the_place(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "toy.toml").write_text(text)
    with pytest.raises(BrokenRules, match=says):
        rule_sheet("toy", tmp_path)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "toy.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BrokenRules, match=r"toy\.toml"):
        rule_sheet("toy", tmp_path)


def test_a_condition_on_an_unknown_option_is_refused() -> None:
    part = Conditional(when={"tils": 9})
    with pytest.raises(BrokenRules, match="when: expected options of games, tiles; got tils"):
        part.fits({"tiles": 9, "games": 1})
