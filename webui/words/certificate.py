"""The certificate of a finished game, in words: players, game, day, best moment, winners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from babel.dates import format_date

from hardware.print.certificate import Certificate
from referee.core import Roll
from referee.match import Match

from ..table.games import table_family
from ..table.values.everybody import acting, games, points_of, totals
from ..table.values.setup import Setup
from . import Words
from .offer import game_title, profile_name


def certificate(w: Words, setup: Setup, match: Match, started: str) -> Certificate | None:
    """Its content; None while the match is not over.

    Args:
        w: its language.
        setup: the agreed game.
        match: the game as it counts.
        started: when it began, ISO 8601 with the time zone.
    """
    winners = match.game.winners(match.state)
    if not winners:
        return None
    names, points = match.names, totals(match)
    alone = len(names) == 1
    ranked = sorted(range(len(names)), key=lambda player: (player in match.gone, points[player]))
    ranking = tuple((names[player], w.tn("%(n)s point", "%(n)s points", points[player])) for player in ranked)
    return Certificate(
        title=w.t("Certificate"),
        above=w.t("Played by") if alone else w.tn("Won by", "Won together by", len(winners)),
        winners=w.all_of(names[player] for player in winners),
        game=_played(w, setup),
        when=_day(w, started),
        moment=_moment(w, match),
        points=ranking,
        signed=w.t("Signed by"),
    )


def _played(w: Words, setup: Setup) -> str:
    name = profile_name(w, setup.profile) if setup.profile else game_title(w, setup.game)
    name = ", ".join((name, w.t("Practice"))) if setup.practice is not None else name
    return ", ".join((name, w.tn("%(n)s game", "%(n)s games", setup.games))) if setup.games > 1 else name


def _day(w: Words, started: str) -> str:
    """The local day; "" if the date is corrupted."""
    try:
        return format_date(datetime.fromisoformat(started).astimezone().date(), "long", locale=w.locale)
    except (ValueError, OverflowError):
        return ""


def best_moment(w: Words, shut: Sequence[str], closed: Sequence[tuple[str, Sequence[int]]]) -> str:
    """The best moment: a player who closed everything in one game, else the most tiles closed with one throw; or "".

    Args:
        w: the reader's language.
        shut: the names of players who closed everything.
        closed: each player with the tiles closed, in order.
    """
    if shut:
        return w.tn(
            "%(names)s closed everything!", "%(names)s closed everything!", len(shut), names=w.all_of(shut)
        )
    moves = [move for move in closed if len(move[1]) > 1]
    if not moves:
        return ""
    name, tiles = max(moves, key=lambda move: len(move[1]))
    return w.t("A fine move: %(name)s closed %(tiles)s with one throw.", name=name, tiles=w.all_of(tiles))


def _moment(w: Words, match: Match) -> str:
    names = match.names
    closed = list(_closed(match))
    ended = [points_of(match, outcome) for outcome in games(match)] if closed else []
    shut = [name for player, name in enumerate(names) if any(points[player] == 0 for points in ended)]
    return best_moment(w, shut, closed)


def _closed(match: Match) -> Iterator[tuple[str, Sequence[int]]]:
    """Each player with the tiles closed, in order."""
    thrown, family = match.until(0), table_family(match.game)
    for number, event in enumerate(match.events):
        if isinstance(event, Roll):
            thrown = match.until(number)
        elif tiles := family.closed(event):
            yield match.names[acting(thrown) or 0], tiles
