"""Games of the journal in words: players, kind, time, and state."""

from __future__ import annotations

from collections.abc import Container, Iterable
from contextlib import suppress
from dataclasses import dataclass

from ...store.journal import GameLine
from ...words import Words
from ...words.again import of_players, when
from ...words.offer import game_title, profile_name


@dataclass(frozen=True)
class GameListed:
    """A game as the teacher's page lists it.

    Attributes:
        id: its number.
        title: its players.
        about: which game, and when it began.
        state: "running", "interrupted", "over" or "left", for a game without any play.
        says: the state in words.
        at: what its addresses begin with, if it was played at another table than the page's.
    """

    id: int
    title: str
    about: str
    state: str
    says: str
    at: str | None = None


def games_played(
    w: Words,
    games: Iterable[GameLine],
    *,
    running: int | None,
    interrupted: Container[int],
    at: str | None = None,
) -> tuple[GameListed, ...]:
    """These games, newest first, without those of a recording.

    Args:
        w: the reader's language.
        games: oldest first.
        running: the number of the one at the table; None without one.
        interrupted: the numbers of those that can be resumed.
        at: what the addresses of their table begin with; None for the page's own table.
    """
    rows = [_played(w, game, running, interrupted, at) for game in games if not game.setup.recorded]
    return tuple(reversed(rows))


def _played(
    w: Words, game: GameLine, running: int | None, interrupted: Container[int], at: str | None
) -> GameListed:
    state = _state(game, running, interrupted)
    says = {
        "over": w.t("played to the end"),
        "running": w.t("at the table now"),
        "interrupted": w.t("interrupted"),
        "left": w.t("begun, not continued"),
    }
    players = [player.name for player in game.setup.players]
    title = w.t("Game %(of)s", of=of_players(w, players)) if players else game_title(w, game.setup.game)
    return GameListed(game.id, title, about(w, game), state, says[state], at)


def _state(game: GameLine, running: int | None, interrupted: Container[int]) -> str:
    if game.over:
        return "over"
    if game.id == running:
        return "running"
    return "interrupted" if game.id in interrupted else "left"


def about(w: Words, game: GameLine) -> str:
    """The kind of game and when it began."""
    setup = game.setup
    parts = [profile_name(w, setup.profile) if setup.profile else game_title(w, setup.game)]
    if setup.practice is not None:
        parts.append(w.t("Practice"))
    if setup.games > 1:
        parts.append(w.tn("%(n)s game", "%(n)s games", setup.games))
    with suppress(ValueError, OverflowError):  # an unreadable date hides no game
        parts.append(when(w, game.started))
    return " · ".join(parts)
