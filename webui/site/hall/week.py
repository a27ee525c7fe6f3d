"""What was played in a week at all boxes: together, day by day, by game and by class, and the newest games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from babel.dates import format_date, format_skeleton, format_time
from flask import Blueprint, render_template, request

from ...live.hall.ledger import PlayedResult
from ...words import Words
from ..context import here
from ..show.card import table_name
from ..show.page import game_name
from .place import HallPlace, hall
from .shown import HallFilter, box_name, player_name
from .wall import filter_here

routes = Blueprint("week", __name__, url_prefix="/semaine")
WEEK = re.compile(r"(\d{4})-W(\d{2})", re.ASCII)
YEARS = range(2000, 2200)
"""Those that the pages name: before and after, not every day has a midnight."""
NEWEST = 40
"""Games that the page lists."""


@dataclass(frozen=True)
class PlayedShown:
    """A finished game in words.

    Attributes:
        when, where, what: day and time; box and table; the game.
        players: the name, points and whether this one has won, in playing order.
    """

    when: str
    where: str
    what: str
    players: tuple[tuple[str, int, bool], ...]


@routes.get("")
def show() -> str:
    """The page."""
    w, wanted, place = here(), filter_here(), hall()
    monday = _monday(request.args.get("semaine", ""))
    values = place.reading.get((monday, w.language, wanted), lambda: _values(place, w, wanted, monday))
    return render_template("hall/week.html", **values)


def _values(place: HallPlace, w: Words, wanted: HallFilter, monday: date) -> dict[str, object]:
    """What the template draws."""
    every = place.ledger.between(moment(monday), moment(monday + timedelta(days=7)))
    played = [one for one in every if wanted.takes(one.box, one.school_class, one.game)]
    names = {box.letters: box.name for box in place.present.snapshot().boxes}
    days = [monday + timedelta(days=day) for day in range(7)]
    by_day = Counter(day_of(one.started) for one in played)
    most = max(by_day.values(), default=1)
    games, classes = Counter(one.game for one in played), Counter(one.school_class for one in played)
    return {
        "title": w.t("Week of %(day)s", day=format_skeleton("MMMMd", monday, locale=w.locale)),
        "before": _week(monday - timedelta(days=7)),
        "after": _week(monday + timedelta(days=7)) if monday + timedelta(days=7) <= _today() else "",
        "week": _week(monday),
        "closed": sum(one.closed or 0 for one in played),
        "many": len(played),
        "days": [
            (format_date(day, "EEEE", locale=w.locale).capitalize(), by_day[day], round(100 * by_day[day] / most))
            for day in days
            if by_day[day] or day.weekday() < 5
        ],
        "games": [(game_name(w, game, ""), many) for game, many in games.most_common()],
        "by_class": [(name, many) for name, many in sorted(classes.items()) if name],
        "newest": [shown(w, one, names.get(one.box, "")) for one in played[-NEWEST:][::-1]],
        "wanted": wanted,
        "choices": _choices(w, every, wanted),
    }


def shown(w: Words, one: PlayedResult, box: str) -> PlayedShown:
    """A finished game in words; `box` is the name of its box."""
    at = datetime.fromisoformat(one.started).astimezone() if _dated(one) else None
    when = f"{format_skeleton('MMMEd', at, locale=w.locale)} {format_time(at, 'short', locale=w.locale)}" if at else ""
    where = f"{box_name(w, one.box, box)} · {table_name(w, one.table)}"
    players = tuple((player_name(w, player), player.score, player.winner) for player in one.players)
    return PlayedShown(when, where, game_name(w, one.game, one.profile), players)


def moment(day: date) -> str:
    """The midnight with which a day begins here, as results have it: UTC, ISO 8601."""
    return datetime.combine(day, time()).astimezone().astimezone(UTC).isoformat(timespec="milliseconds")


def day_of(started: str) -> date | None:
    """The day here on which a game began; None if its box writes no moment."""
    try:
        return datetime.fromisoformat(started).astimezone().date()
    except (ValueError, OverflowError):
        return None


def _dated(one: PlayedResult) -> bool:
    return day_of(one.started) is not None


def _today() -> date:
    return datetime.now().astimezone().date()


def _monday(week: str) -> date:
    """The Monday of a week such as 2026-W48; of this week for anything else."""
    today = _today()
    if (match := WEEK.fullmatch(week)) is not None and int(match[1]) in YEARS:
        try:
            return date.fromisocalendar(int(match[1]), int(match[2]), 1)
        except ValueError:
            pass
    return today - timedelta(days=today.weekday())


def _week(monday: date) -> str:
    year, week, _ = monday.isocalendar()
    return f"{year}-W{week:02}"


def _choices(w: Words, every: Iterable[PlayedResult], wanted: HallFilter) -> dict[str, dict[str, str]]:
    """What the week may be filtered by, besides all."""
    games = {one.game for one in every} | ({wanted.game} if wanted.game else set())
    classes = {one.school_class for one in every} | {wanted.school_class}
    return {
        "classe": {name: name for name in sorted(classes) if name},
        "jeu": {game: game_name(w, game, "") for game in sorted(games)},
    }
