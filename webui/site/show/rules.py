"""The page of a game's rules: its paragraphs for the house rules, and the worked throws as the referee plays them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from referee.games import find
from referee.options import choices, values

from ...table.values.setup import NO_GAME, Setup, players_at
from ...table.values.view import View
from ...words import Words, words
from ...words.games import words_of
from ...words.offer import game_title, variants_listed
from ...words.rules import Example, Options, Paragraph, has_rules, paragraph_of, rule_sheet
from .worked import ShownExample, worked


@dataclass(frozen=True)
class ShownParagraph:
    """A paragraph of the rules under the house rules.

    Attributes:
        key, title: its name on the page, and in words.
        says: sentences.
        rules: ids of the rules that it explains.
        examples: worked throws.
    """

    key: str
    title: str
    says: tuple[str, ...]
    rules: tuple[str, ...]
    examples: tuple[ShownExample, ...]


@dataclass(frozen=True)
class ShownRules:
    """The page of a game's rules.

    Attributes:
        game, title: its name, and how players call it.
        aim: its aim; "" if there is no page yet.
        about: the game in a sentence, if it has one.
        running: the house rules are those of the running game.
        paragraphs: in reading order.
        variants: each house rule as the form of a new game asks for it: the question, and what it is here.
    """

    game: str
    title: str
    aim: str
    about: str
    running: bool
    paragraphs: tuple[ShownParagraph, ...]
    variants: tuple[tuple[str, str], ...] = ()


@lru_cache(maxsize=12)
def rules_page(setup: Setup, language: str, *, running: bool) -> ShownRules:
    """The rules of a game with the house rules of a setup; for a game without a page, its name alone.

    The referee plays the worked throws once; the newest pages are stored.

    Args:
        setup: the game; its players do not matter.
        language: of `webui.table.values.languages.LANGUAGES`.
        running: it is the running game.
    """
    w, game = words(language), setup.build()
    sheet = rule_sheet(game.name) if has_rules(game.name) else None
    about, options = words_of(game.name).about, values(game)
    return ShownRules(
        game.name,
        game_title(w, game.name),
        " ".join(sheet.aim.sentences(w, options)) if sheet else "",
        w.t(about) if about else "",
        running,
        tuple(_paragraph(w, key, text, setup, options) for key, text in (sheet.paragraphs if sheet else {}).items()),
        variants_listed(w, game) if sheet else (),
    )


def default_setup(game: str) -> Setup:
    """A game with its sheet's own rules. Raises LookupError for an unknown game."""
    house = find(game)
    series = next((choice.default for choice in choices(house) if choice.name == "games"), 1)
    players = players_at(range(1, house.player_range[0] + 1))
    return Setup(game, players, profile=next(iter(house.profiles), ""), games=series)


def why_link(view: View) -> tuple[str, str] | None:
    """The game and the paragraph that explain the refusal of a view; None if there is nothing to explain."""
    verdict, game = view.verdict, view.game
    if verdict is None or verdict["event"] != "move_refused" or game is None or game.name == NO_GAME:
        return None
    key = paragraph_of(game.name, verdict["rule"])
    return (game.name, key) if key else None


def _paragraph(w: Words, key: str, paragraph: Paragraph, setup: Setup, options: Options) -> ShownParagraph:
    return ShownParagraph(
        key,
        w.t(paragraph.title),
        paragraph.sentences(w, options),
        paragraph.rules,
        tuple(_example(w, example, setup) for example in paragraph.examples if example.fits(options)),
    )


def _example(w: Words, example: Example, setup: Setup) -> ShownExample:
    return ShownExample(example.key, w.t(example.title), tuple(worked(w, example, setup)))
