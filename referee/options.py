"""House rules as fields of a game: what each may be, and building a game from names and values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache
from typing import Any, TypeVar

from .errors import BadOption

GameT = TypeVar("GameT")


@dataclass(frozen=True)
class Choice:
    """What a house rule may be.

    Attributes:
        name: the option's name.
        default: its value when it is not named.
        values: every allowed value in the order in which to offer them; () for a number.
        least: smallest allowed number, where `values` is ().
        most: greatest allowed number, where `values` is ().
    """

    name: str
    default: Any
    values: tuple[Any, ...]
    least: int = 0
    most: int = 0

    def allows(self, value: object) -> bool:
        """True when the option may have this value; True is no 1 here."""
        if self.values:
            return any(type(value) is type(known) and value == known for known in self.values)
        return type(value) is int and self.least <= value <= self.most

    @property
    def expected(self) -> str:
        """The allowed values, for a message."""
        if self.values:
            return ", ".join(repr(value) for value in self.values)
        return f"a whole number from {self.least} to {self.most}"


def switch(default: Any, *others: Any) -> Any:
    """A dataclass field that may be `default` or one of `others`."""
    return field(default=default, metadata={"values": (default, *others)})


def number(default: int, least: int, most: int) -> Any:
    """A dataclass field that may be a whole number from `least` to `most`."""
    return field(default=default, metadata={"values": (), "least": least, "most": most})


@dataclass(frozen=True)
class Switches:
    """What has house rules as its fields; one with a value that it cannot have cannot be made.

    Raises:
        BadOption: a field has a value it cannot have.
    """

    def __post_init__(self) -> None:
        """Checks every house rule."""
        check(self)


def choices(game: Any) -> tuple[Choice, ...]:
    """Every house rule of a game class or instance, in order."""
    return _of_class(game if isinstance(game, type) else type(game))


@cache
def _of_class(game: Any) -> tuple[Choice, ...]:
    """A class never changes its fields, and setups ask for them again and again."""
    return tuple(_choice(rule) for rule in fields(game))


def _choice(rule: Field[Any]) -> Choice:
    return Choice(rule.name, rule.default, **rule.metadata)


def check(game: Any) -> None:
    """Raises BadOption for the first house rule of an instance that has a value it cannot have."""
    for choice in choices(game):
        value = getattr(game, choice.name)
        if not choice.allows(value):
            raise BadOption(f"{choice.name}: expected {choice.expected}; got {value!r}")


def build(game: type[GameT], options: Mapping[str, Any]) -> GameT:
    """The game with these house rules, the others at their defaults.

    Raises:
        BadOption: an unknown name, or a value that the option cannot have.
    """
    known = {choice.name for choice in choices(game)}
    for name in options:
        if name not in known:
            raise BadOption(f"{name}: expected an option of {', '.join(sorted(known))}")
    return game(**options)


def values(game: Any) -> dict[str, Any]:
    """Every house rule of an instance and its value."""
    return {choice.name: getattr(game, choice.name) for choice in choices(game)}
