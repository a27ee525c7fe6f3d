"""The page of a game's rules, as its file writes it: paragraphs for its readers, and worked throws for the referee."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from msgspec import Struct, field

from .. import Words
from ..games.forms import counted, tell

Options: TypeAlias = Mapping[str, object]
"""The house rules of the game on the page, by name."""

OptionValue: TypeAlias = bool | int | str

Condition: TypeAlias = dict[str, OptionValue | tuple[OptionValue, ...]]
"""House rule -> the value that it has, or one of several."""


class BrokenRules(ValueError):
    """A file of rules is not written as it should be."""


class Conditional(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is shown for some house rules only.

    Attributes:
        when: it is shown where all of these hold.
        unless: it is not shown where all of these hold.
    """

    when: Condition = field(default_factory=dict)
    unless: Condition = field(default_factory=dict)

    def fits(self, options: Options) -> bool:
        """Whether it is shown for a game with these house rules."""
        return _hold(self.when, options) and not (self.unless and _hold(self.unless, options))


class Passage(Conditional, frozen=True, kw_only=True):
    """Sentences of a paragraph.

    Attributes:
        says: one or several; %(name)s stands for the value of a house rule.
        count: the house rule whose number chooses between `forms`, where it is %(n)s.
        forms: the same sentence for one and for many.
    """

    says: str | tuple[str, ...] = ()
    count: str = ""
    forms: tuple[str, str] | None = None

    def sentences(self, w: Words, options: Options) -> Iterator[str]:
        """In the reader's language."""
        if self.forms is not None:
            yield counted(self.forms, self.count)(w, options)
        for text in (self.says,) if isinstance(self.says, str) else self.says:
            yield tell(w, text, options)


class ExampleStep(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step of an example: one of the first five.

    Attributes:
        look: nothing happens yet; whose turn it is, and the cards in the hand.
        throw: the values of dice that come to rest.
        attempt: somebody would like to move so, in the game's notation; the position stays as it is. Files write `try`.
        play: this legal move is made.
        touch: the space on which a man is touched, by the referee's name.
        breaks: the id of the rule that this breaks; "" if it may be done.
    """

    look: bool = False
    throw: tuple[int, ...] = ()
    attempt: str = field(default="", name="try")
    play: str = ""
    touch: str = ""
    breaks: str = ""

    def __post_init__(self) -> None:
        """Checks that it is one."""
        if sum(map(bool, (self.look, self.throw, self.attempt, self.play, self.touch))) != 1:
            raise ValueError("Expected one of `look`, `throw`, `try`, `play` and `touch`")


class Example(Conditional, frozen=True, kw_only=True):
    """A worked throw, or several: the page shows the referee's answer to each step, and a test checks it.

    Attributes:
        key: its name on the page, its own.
        title: what it shows.
        steps: in order; the first is a throw, or shows the board.
        position: what `Game.position` writes, for as few players as the game can have; empty for the start of a game.
        score: the first player's points after the last step.
        games: of the series, if the example continues after the first.
    """

    key: str
    title: str
    steps: tuple[ExampleStep, ...]
    position: dict[str, Any] = field(default_factory=dict)
    score: int = 0
    games: int = 1

    def position_text(self) -> str:
        """The position on one line; "" for the start of a game."""
        return json.dumps(self.position) if self.position else ""


class Paragraph(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A few sentences on one subject.

    Attributes:
        like: the file with a paragraph of the same name that this one continues; "" if it stands for itself.
        title: a few words.
        says: sentences.
        rules: ids of the rules that it explains: a refusal leads here.
        examples: worked throws below it.
    """

    like: str = ""
    title: str = ""
    says: tuple[str | Passage, ...] = ()
    rules: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()

    def sentences(self, w: Words, options: Options) -> tuple[str, ...]:
        """Those for a game with these house rules, in the reader's language."""
        passages = [Passage(says=said) if isinstance(said, str) else said for said in self.says]
        return tuple(text for one in passages if one.fits(options) for text in one.sentences(w, options))

    def after(self, shared: Paragraph) -> Paragraph:
        """This paragraph with what is shared before its own."""
        return Paragraph(
            title=self.title or shared.title,
            says=shared.says + self.says,
            rules=shared.rules + self.rules,
            examples=shared.examples + self.examples,
        )


class RuleSheet(Struct, frozen=True):
    """The whole page of a game's rules.

    Attributes:
        aim: what the game is about, in a sentence or two.
        paragraphs: name on the page -> paragraph, in reading order.
    """

    aim: Paragraph
    paragraphs: Mapping[str, Paragraph]


def _hold(condition: Condition, options: Options) -> bool:
    if unknown := condition.keys() - options.keys():
        raise BrokenRules(f"when: expected options of {', '.join(sorted(options))}; got {', '.join(sorted(unknown))}")
    return all(
        options[name] in (allowed if isinstance(allowed, tuple) else (allowed,))
        for name, allowed in condition.items()
    )
