"""Common options of `piste coach`: numbers, levels and house rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

from ...terminal import language_option

if TYPE_CHECKING:
    from referee.games import AnyGame

FunctionT = TypeVar("FunctionT", bound=Callable[..., object])


def numbers(ctx: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    """Whole numbers with commas between them: "1,2,5,9"; none for an empty text."""
    if value is None:
        return None
    parts = [part.strip() for part in value.split(",")] if value.strip() else []
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise click.BadParameter(f"expected whole numbers such as 1,2,5,9; got {value!r}")
    return tuple(int(part) for part in parts)


def reader_options(function: FunctionT) -> FunctionT:
    """--level, --language and --json: the reader of the answer, and its form."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="One JSON object with exact fractions."),
        language_option,
        click.option(
            "--level",
            type=click.Choice(["first", "nine", "grown"]),
            default="grown",
            show_default=True,
            help="For a first reader, from nine years on, or for a grown-up.",
        ),
    ):
        function = option(function)
    return function


def house_option(function: FunctionT) -> FunctionT:
    """--option NAME=VALUE, repeatable: the house rules that are not at their default."""
    return click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="A house rule, such as one_die=may_at_6 (repeatable).",
    )(function)


def built(name: str, options: tuple[str, ...]) -> AnyGame:
    """The game with these house rules. Raises BadParameter for an unknown rule or value."""
    from referee.errors import BadOption
    from referee.games import find
    from referee.options import build

    try:
        return build(find(name), dict(_option(text) for text in options))
    except BadOption as error:
        raise click.BadParameter(str(error), param_hint="--option") from error


def _option(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"expected NAME=VALUE; got {text!r}", param_hint="--option")
    try:
        return name, json.loads(value.lower() if value in ("True", "False") else value)
    except ValueError:
        return name, value  # a word, such as may_at_6
