"""The certificate of a finished game, in words: players, game, day, best moment, winners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime

from babel.dates import format_date

from hardware.print.certificate import Certificate
from referee.core import Roll
from referee.match import Match

from ..table.games import table_family
from ..table.values.everybody import acting, games, has_played, points_of, totals
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
    played = (player for player in range(len(names)) if player not in match.gone or has_played(match, player))
    ranked = sorted(played, key=lambda player: (player in match.gone, points[player]))
    ranking = tuple((names[player], w.tn("%(n)s point", "%(n)s points", points[player])) for player in ranked)
    return Certificate(
        title=w.t("Certificate"),
        above=w.t("Played by") if alone else w.tn("Won by", "Won together by", len(winners)),
        winners=w.all_of(names[player] for player in winners),
        game=_played(w, setup),
        when=_day(w, started),
        moment=_moment(w, [match]),
        points=ranking,
        signed=w.t("Signed by"),
    )


def lesson_certificate(
    w: Words, name: str, day: date, played: Sequence[tuple[Setup, Match]], facts: Sequence[tuple[str, int]]
) -> Certificate:
    """The certificate of a pupil for a lesson: kind words for everybody, and no places.

    Args:
        w: its language.
        name: of the pupil.
        day: of the lesson.
        played: the pupil's matches of that day, also those that did not end; at least one.
        facts: what the pupil has done, each with how often; those that never happened are left out.
    """
    games = dict.fromkeys(_title(w, setup) for setup, _ in played)
    points = tuple((fact, str(times)) for fact, times in facts if times)
    here = w.t("It was good to have you here: the next throw is yours!")
    thanks = w.t("Thank you for playing with us!") if points else here
    return Certificate(
        title=w.t("Certificate"),
        above=w.t("Well played,"),
        winners=name,
        game=w.all_of(games),
        when=format_date(day, "long", locale=w.locale),
        moment=_moment(w, [match for _, match in played], name) or thanks,
        points=points,
        signed=w.t("Signed by"),
    )


def _title(w: Words, setup: Setup) -> str:
    return profile_name(w, setup.profile) if setup.profile else game_title(w, setup.game)


def _played(w: Words, setup: Setup) -> str:
    name = _title(w, setup)
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


def _moment(w: Words, matches: Iterable[Match], of: str = "") -> str:
    """The best moment of some matches, of everybody or of a player."""
    shut, closed = list[str](), list[tuple[str, Sequence[int]]]()
    for match in matches:
        tiles = [move for move in _closed(match) if of in ("", move[0])]
        closed += tiles
        shut += [name for name in _all_closed(match) if tiles and of in ("", name)]
    return best_moment(w, list(dict.fromkeys(shut)), closed)


def _all_closed(match: Match) -> Iterator[str]:
    """The players who closed everything in a game of tiles."""
    ended = [points_of(match, outcome) for outcome in games(match)]
    yield from (name for player, name in enumerate(match.names) if any(points[player] == 0 for points in ended))


def _closed(match: Match) -> Iterator[tuple[str, Sequence[int]]]:
    """Each player with the tiles closed, in order."""
    thrown, family = match.until(0), table_family(match.game)
    for number, event in enumerate(match.events):
        if isinstance(event, Roll):
            thrown = match.until(number)
        elif tiles := family.closed(event):
            yield match.names[acting(thrown) or 0], tiles
