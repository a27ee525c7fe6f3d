"""Every game has its page of ambiguous places, and the page names every house rule and profile."""

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
        " ".join(sheet.read_text(encoding="utf-8").split())
        for sheet in (shared / "rules").rglob("*.txt")
    )
    words = page(checkout, game).replace("\n", " ").split('"')[1::2]
    quotes = [part.strip() for quote in words for part in quote.split(" ... ")]
    assert len(quotes) > 5
    assert [quote for quote in quotes if quote not in sheets] == []
