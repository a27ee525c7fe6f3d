"""The page of a game's rules: paragraphs for its readers, and worked throws that the referee plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..games.forms import Sentence

Options: TypeAlias = Mapping[str, Any]
"""The house rules of the game on the page, by name."""

When: TypeAlias = Callable[[Options], bool]
"""Whether something is shown for a game with these house rules."""


def always(options: Options) -> bool:
    """Whatever the house rules are."""
    return True


def where(**allowed: tuple[Any, ...]) -> When:
    """True if each named option has one of these values."""
    return lambda options: all(options[name] in values for name, values in allowed.items())


@dataclass(frozen=True)
class ThrowStep:
    """A step of an example: the dice come to rest.

    Attributes:
        dice: their values.
        rule: the rule that this throw breaks; "" if it is due.
    """

    dice: tuple[int, ...]
    rule: str = ""


@dataclass(frozen=True)
class TryStep:
    """A step of an example: somebody would like to move so; the position stays as it is.

    Attributes:
        move: in the game's notation.
        rule: the rule that this move breaks; "" if it may be done.
    """

    move: str
    rule: str = ""


@dataclass(frozen=True)
class PlayStep:
    """A step of an example: this legal move is made.

    Attributes:
        move: in the game's notation.
    """

    move: str


@dataclass(frozen=True)
class LookStep:
    """A step of an example: nothing happens yet; whose turn it is, and the cards in the hand."""

    rule: str = ""


@dataclass(frozen=True)
class TouchStep:
    """A step of an example: a man is touched.

    Attributes:
        space: where it stands, by the referee's name.
        rule: the rule that this breaks; "" if a man may be touched.
    """

    space: str
    rule: str = ""


ExampleStep: TypeAlias = ThrowStep | TryStep | PlayStep | LookStep | TouchStep


@dataclass(frozen=True)
class Example:
    """A worked throw, or several: the page shows the referee's answer to each step, and a test checks it.

    Attributes:
        key: its name on the page, its own.
        title: what it shows, marked for translation.
        position: what `Game.position` writes, for as few players as the game can have; "" for the start of a game.
        steps: in order; the first is a throw, or shows the board.
        score: the first player's points after the last one.
        when: for which house rules it holds.
        games: of the series, if the example continues after the first.
    """

    key: str
    title: str
    position: str
    steps: tuple[ExampleStep, ...]
    score: int
    when: When = always
    games: int = 1


@dataclass(frozen=True)
class Paragraph:
    """A few sentences on one subject.

    Attributes:
        key: its name on the page.
        title: a few words, marked for translation.
        says: sentences made from the house rules, each with the house rules for which it appears.
        rules: ids of the rules that it explains: a refusal leads here.
        examples: worked throws below it.
    """

    key: str
    title: str
    says: tuple[tuple[Sentence, When], ...]
    rules: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True)
class RuleSheet:
    """The whole page of a game's rules.

    Attributes:
        aim: what the game is about, in a sentence or two; made from the house rules.
        paragraphs: in reading order.
    """

    aim: Sentence
    paragraphs: tuple[Paragraph, ...]
