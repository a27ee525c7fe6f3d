"""What an event ended or decided, in the words of a record."""

from __future__ import annotations

from collections.abc import Iterable

from ...core import Value
from .state import News


def told(news: Iterable[News]) -> tuple[str, ...]:
    """One line for each thing; players are numbered from 1. Champions of one match stand in one line."""
    all_news = tuple(news)
    champions = " ".join(str(one.player + 1) for one in all_news if one.what == "match")
    lines = [_line(one) for one in all_news if one.what != "match"]
    return (*lines, f"match won by {champions}") if champions else tuple(lines)


def _line(news: News) -> str:
    values = dict(news.values)
    if news.what == "draws_again":
        return f"draw again, dice {_shown(values['dice'])}"
    if news.what == "game":
        points = f"{values['points']} point" + ("" if values["points"] == 1 else "s")
        return f"game {values['number']}: won by {news.player + 1}, {values['how']}, {points}"
    named = (_shown(value) if name == "reason" else f"{name} {_shown(value)}" for name, value in news.values)
    return ", ".join((f"{news.player + 1} {news.what}", *named))


def _shown(value: Value) -> str:
    return " ".join(str(part) for part in value) if isinstance(value, tuple) else str(value)
