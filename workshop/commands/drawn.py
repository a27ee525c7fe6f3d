"""What `workshop known` and `workshop area` have in common: which tables are drawn, and where their scores go."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def drawn_options(*, lessons: int, looks: int, least: int = 1) -> Callable[[Command], Command]:
    """The options `seed`, `first`, `split`, `harsh`, `lessons`, `looks`, `each` and `as_json`.

    Args:
        lessons, looks: the usual numbers of throws that are confirmed, and of looks that are scored.
        least: the fewest looks that make sense.
    """
    options = (
        click.option("--seed", type=int, required=True, help="Of the tables and of what happens on them."),
        click.option("--first", type=click.IntRange(min=0), default=0, show_default=True, help="Number of the first."),
        click.option(
            "--split", type=click.Choice(("train", "test", "exam")), default="exam", show_default=True,
            help="Which typefaces, woods and marks may occur.",
        ),
        click.option(
            "--harsh", type=click.FloatRange(0, 1), default=0.0, show_default=True, help="Chance of each hardship."
        ),
        click.option(
            "--lessons", type=click.IntRange(min=0), default=lessons, show_default=True,
            help="Throws that are confirmed.",
        ),
        click.option(
            "--looks", type=click.IntRange(min=least), default=looks, show_default=True, help="Looks that are scored."
        ),
        click.option(
            "--each", type=click.Path(dir_okay=False, path_type=Path), help="File of one JSON line a look: added to."
        ),
        click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table."),
    )  # fmt: skip

    def decorated(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


def added(each: Path | None, scores: Iterable[Mapping[str, Any]]) -> None:
    """Adds a line of JSON for each score to a file, where one is named. Raises OSError."""
    if each is not None:
        with each.open("a", encoding="utf-8") as lines:
            lines.writelines(json.dumps(score) + "\n" for score in scores)
