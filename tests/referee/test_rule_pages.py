"""Every game has its page of ambiguous places, and the page names every house rule and profile.

The index of the pages tells every place of every page once.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from referee.games import GAMES
from referee.options import choices

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def page(checkout: Path, game: Any) -> str:
    """The game's page, and the page of what its family shares where it points there."""
    own = checkout / "docs" / "rules" / f"{game.name}.md"
    text = own.read_text(encoding="utf-8")
    family = own.parent / "tiles.md"
    return text + family.read_text(encoding="utf-8") if "](tiles.md)" in text else text


@every_game
def test_the_page_names_every_house_rule_and_its_values(checkout: Path, game: Any) -> None:
    text = page(checkout, game)
    missing = [choice.name for choice in choices(game) if choice.name not in text]
    missing += [
        value for choice in choices(game) for value in map(str, choice.values) if value.lower() not in text
    ]
    assert missing == []


@every_game
def test_the_page_names_every_profile(checkout: Path, game: Any) -> None:
    assert [name for name in game.profiles if f"**{name}**" not in page(checkout, game)] == []


@every_game
def test_its_quotes_are_the_sheets_own_words(checkout: Path, shared: Path, game: Any) -> None:
    sheets = " ".join(
        " ".join(sheet.read_text(encoding="utf-8").split()) for sheet in (shared / "rules").rglob("*.txt")
    )
    words = page(checkout, game).replace("\n", " ").split('"')[1::2]
    quotes = [part.strip() for quote in words for part in quote.split(" ... ")]
    assert len(quotes) > 5
    assert [quote for quote in quotes if quote not in sheets] == []


# The index.

NAMES = [game.name for game in GAMES]
SWITCH = re.compile(r"`([a-z_]+)=([a-z0-9_]+)`")


def index(checkout: Path) -> str:
    return (checkout / "docs" / "rules" / "README.md").read_text(encoding="utf-8")


def places(text: str) -> list[list[str]]:
    """The rows of a page's table: place, what the sheet says, what Piste does, switch."""
    rows = [line[2:-2].split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [row for row in rows if len(row) == 4 and row[0] != "place"]


@pytest.mark.parametrize("name", ["tiles", *NAMES])
def test_the_index_quotes_each_place_of_a_page_once(checkout: Path, name: str) -> None:
    text = (checkout / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    lines = [line for line in index(checkout).splitlines() if f"]({name}.md) | " in line]
    rows = [line[2:-2].split(" | ") for line in lines if line.count(" | ") == 4]
    wanted = [
        [place, "silent" if sheet == "nothing" else "its words", does, switch]
        for place, sheet, does, switch in places(text)
    ]
    assert [row[1:] for row in rows] == wanted
    assert len(wanted) >= 1


@every_game
def test_the_index_links_every_page_and_names_its_profiles(checkout: Path, game: Any) -> None:
    text = index(checkout)
    assert f"]({game.name}.md)" in text
    assert [name for name in game.profiles if f"**{name}**" not in text] == []


def test_the_index_names_every_switch_that_a_page_names(checkout: Path) -> None:
    text, own = index(checkout), {}
    for name in ("tiles", *NAMES):
        page_text = (checkout / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
        own[name] = set(SWITCH.findall(page_text)) - set(SWITCH.findall(text))
    assert {name: missing for name, missing in own.items() if missing} == {}
    every = {choice.name for game in GAMES for choice in choices(game)}
    assert [name for name in every if f"`{name}" not in text] == []


@every_game
def test_the_index_lists_the_settings_of_each_profile(checkout: Path, game: Any) -> None:
    """The first profile of a game is its default; of any other every switch that differs is named."""
    line = next(line for line in index(checkout).splitlines() if f"]({game.name}.md) | S" in line)
    for number, (name, options) in enumerate(game.profiles.items()):
        lines = line.partition(f"**{name}**")[2].partition("**")[0]
        defaults = {choice.name: choice.default for choice in choices(game)}
        differ = {key: str(value).lower() for key, value in options.items() if value != defaults[key]}
        assert dict(SWITCH.findall(lines)) == differ
        assert number or not differ
