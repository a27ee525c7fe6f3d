"""Interrupted games in words: the players, the state, and the time of the start."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from babel.dates import format_skeleton

from ..interrupted import Interrupted
from . import Words
from .offer import game_title, profile_name

NAMED = 4
"""How many players are named."""


@dataclass(frozen=True)
class Offered:
    """A game that can be resumed: its number, the words of its button, and a description."""

    id: int
    says: str
    about: str


def offered(w: Words, games: Iterable[Interrupted]) -> tuple[Offered, ...]:
    """What a page offers of these games."""
    return tuple(_offered(w, game) for game in games)


def _offered(w: Words, game: Interrupted) -> Offered:
    setup = game.setup
    names = [player.name for player in setup.players]
    title = profile_name(w, setup.profile) if setup.profile else game_title(w, setup.game)
    parts = [title, *([w.t("Practice")] if setup.practice is not None else [])]
    if setup.games > 1:
        parts.append(w.t("Game %(number)s of %(games)s", number=game.game_number, games=setup.games))
    points = [f"{name} {score}" for name, score in zip(names, game.scores, strict=True)][:NAMED]
    parts.append(", ".join(points) + ("…" if len(names) > NAMED else ""))
    with suppress(ValueError, OverflowError):  # a corrupted date hides no game
        parts.append(w.t("begun on %(when)s", when=when(w, game.started)))
    return Offered(game.id, w.t("Take up the game %(of)s again", of=of_players(w, names)), " · ".join(parts))


def of_players(w: Words, names: Sequence[str]) -> str:
    """ "of Léa and Tom"; of many only the first ones are named."""
    shown = list(names)
    if len(names) > NAMED:
        more = len(names) - NAMED + 1
        shown = [*names[: NAMED - 1], w.tn("%(n)s other", "%(n)s others", more)]
    return w.t("of %(names)s", names=w.all_of(shown))


def when(w: Words, started: str) -> str:
    """Day and time in local time. Raises ValueError or OverflowError."""
    moment = datetime.fromisoformat(started).astimezone()
    return f"{format_skeleton('MMMMd', moment, locale=w.locale)}, {moment:%H:%M}"
