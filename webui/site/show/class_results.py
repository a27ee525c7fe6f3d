"""What a class has done, in words for its teacher: together, lesson by lesson, and each pupil."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from babel.dates import format_date, format_skeleton

from ...records.lessons import LessonPlayed, PupilPlace, by_round, standings
from ...records.pupils import KindPlayed, Played, PlayedMatch, PupilLine, pupil_lines
from ...table.results import DoneTogether
from ...words import Words

SHOWN = 12
"""Lessons that the page shows at first, the newest: a school year holds many."""
WEEK = 7


@dataclass(frozen=True)
class LessonShown:
    """A lesson as the class's page shows it.

    Attributes:
        iso: its day, for addresses.
        day: in words.
        count: what the class did, in words.
        part: of the most that it did in one of the shown lessons, percent.
        rounds: the rounds with finished games, in words.
        standings: who came where.
        kind: the kind of game, if all played one; else "".
    """

    iso: str
    day: str
    count: str
    part: int
    rounds: tuple[str, ...]
    standings: tuple[PupilPlace, ...]
    kind: str


@dataclass(frozen=True)
class PupilShown:
    """A pupil's row: three words or so beside the name, and what opens below them."""

    line: PupilLine
    short: tuple[str, ...]
    says: tuple[str, ...]


def done_says(w: Words, done: DoneTogether, *, school: bool = False) -> tuple[str, ...]:
    """What a class, or several, have done together, a clause for tiles and one for other games; () for nothing yet."""
    clauses = _of_school(w, done) if school else _clauses(w, done)
    return tuple(text for text, n in zip(clauses, _counts(done), strict=True) if n)


def class_says(w: Words, lessons: Sequence[LessonPlayed[Played]]) -> tuple[str, ...]:
    """What the class did in its newest lesson, each compared with the lesson before; () before the first."""
    if not lessons:
        return ()
    done, before = lessons[-1].done, lessons[-2] if len(lessons) > 1 else None
    when = _since(w, lessons[-1].day, before.day) if before else ""
    counts = zip(_clauses(w, done), _counts(done), _counts(before.done if before else done), strict=True)
    return tuple(_compared(w, text, n, was, when) for text, n, was in counts if n)


def games_says(w: Words, matches: Sequence[PlayedMatch]) -> str:
    """How many matches a class has begun since its list was made, and how many it has played to their end."""
    over = sum(match.over for match in matches)
    return w.t(
        "In all: %(games)s, %(over)s.",
        games=w.tn("%(n)s game", "%(n)s games", len(matches)),
        over=w.tn("%(n)s played out", "%(n)s played out", over),
    )


def _clauses(w: Words, done: DoneTogether) -> tuple[str, str]:
    return (
        w.tn("The class has closed %(n)s tile", "The class has closed %(n)s tiles", done.closed),
        w.tn("The class has finished %(n)s game", "The class has finished %(n)s games", done.finished),
    )


def _of_school(w: Words, done: DoneTogether) -> tuple[str, str]:
    return (
        w.tn("The school has closed %(n)s tile", "The school has closed %(n)s tiles", done.closed),
        w.tn("The school has finished %(n)s game", "The school has finished %(n)s games", done.finished),
    )


def _counts(done: DoneTogether) -> tuple[int, int]:
    return done.closed, done.finished


def _compared(w: Words, done: str, n: int, was: int, when: str) -> str:
    if not when or not was:
        return w.t("%(done)s.", done=done)
    if n == was:
        return w.t("%(done)s, as many as %(when)s.", done=done, when=when)
    if n > was:
        return w.t("%(done)s, %(n)s more than %(when)s.", done=done, n=n - was, when=when)
    return w.t("%(done)s, %(n)s fewer than %(when)s.", done=done, n=was - n, when=when)


def _since(w: Words, day: date, before: date) -> str:
    """The lesson before as a comparison names it: "on Tuesday", or the date a week later."""
    if (day - before).days < WEEK:
        return w.t("on %(weekday)s", weekday=format_date(before, "EEEE", locale=w.locale))
    return w.t("on %(date)s", date=_date(w, before))


def day_says(w: Words, day: date, today: date) -> str:
    """The day of a lesson: "Today", or "Thursday, 26 November"."""
    if day == today:
        return w.t("Today")
    return _capitalised(
        w.t("%(weekday)s, %(date)s", weekday=format_date(day, "EEEE", locale=w.locale), date=_date(w, day))
    )


def _day_briefly(w: Words, day: date, today: date) -> str:
    text = format_skeleton("MMMEd", day, locale=w.locale)
    return w.t("Today") if day == today else _capitalised(str(text))


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _date(w: Words, day: date) -> str:
    return str(format_skeleton("MMMMd", day, locale=w.locale))


def lessons_shown(w: Words, lessons: Sequence[LessonPlayed[Played]], today: date) -> tuple[LessonShown, ...]:
    """The lessons, newest first, each with its bar."""
    tiles = any(lesson.done.closed for lesson in lessons)
    counts = [lesson.done.closed if tiles else len(lesson.over) for lesson in lessons]
    most = max((*counts, 1))
    return tuple(
        LessonShown(
            lesson.day.isoformat(),
            _day_briefly(w, lesson.day, today),
            w.tn("%(n)s tile", "%(n)s tiles", count) if tiles else w.tn("%(n)s game", "%(n)s games", count),
            round(100 * count / most),
            tuple(
                w.t("Round %(number)s", number=number) if number else w.t("Points") for number, _ in by_round(lesson)
            ),
            standings(lesson),
            only_kind(w, pupil_lines((), lesson.over)),
        )
        for lesson, count in reversed(list(zip(lessons, counts, strict=True)))
    )


def only_kind(w: Words, lines: Iterable[PupilLine]) -> str:
    """The kind of game of which all have finished some and no other; "" for several: their points differ."""
    kinds = {kind.title(w) for line in lines for kind in line.kinds}
    return kinds.pop() if len(kinds) == 1 else ""


def pupils_shown(w: Words, lines: Iterable[PupilLine]) -> tuple[PupilShown, ...]:
    """The pupils, in the order of their lines."""
    return tuple(PupilShown(line, _short(w, line), tuple(_says(w, line))) for line in lines)


def _short(w: Words, line: PupilLine) -> tuple[str, ...]:
    average = _average(w, line.kinds[0]) if len(line.kinds) == 1 else ""
    return w.tn("%(n)s game", "%(n)s games", line.played), _won(w, line) if line.won else "", average


def _won(w: Words, line: PupilLine) -> str:
    return w.tn("%(n)s won", "%(n)s won", line.won)


def _average(w: Words, kind: KindPlayed) -> str:
    """The same in points: 1.5 is one point in French, several in English."""
    average = round(kind.average, 1)
    n = 1 if w.locale.plural_form(int(average) if average == int(average) else average) == "one" else 2
    return w.tn("%(average)s point on average", "%(average)s points on average", n, average=mean(w, kind))


def mean(w: Words, kind: KindPlayed) -> str:
    """The average points of a game, with one digit after the decimal mark."""
    return w.amount(round(kind.average, 1))


def _says(w: Words, line: PupilLine) -> Iterable[str]:
    begun = w.tn("%(n)s begun", "%(n)s begun", line.played)
    over = w.tn("%(n)s played out", "%(n)s played out", line.over)
    yield f"{begun}, {over}, {_won(w, line)}."
    yield from (_kind_says(w, kind) for kind in line.kinds)
    if line.closed:
        yield w.tn("%(n)s tile closed.", "%(n)s tiles closed.", line.closed)
    if line.refusals.refused:
        yield w.tn(
            "%(n)s move refused, %(righted)s put right in the same turn.",
            "%(n)s moves refused, %(righted)s put right in the same turn.",
            line.refusals.refused,
            righted=line.refusals.righted,
        )
    if line.partners:
        yield w.t("Has played %(times)s.", times=", ".join(_with_whom(w, line.partners)))


def _kind_says(w: Words, kind: KindPlayed) -> str:
    n = sum(kind.points)
    points = {
        "open": w.tn("%(n)s point left open", "%(n)s points left open", n),
        "won": w.tn("%(n)s point won", "%(n)s points won", n),
        "left": w.tn("%(n)s point kept", "%(n)s points kept", n),
        "home": w.tn("%(n)s pawn home", "%(n)s pawns home", n),
    }[kind.point.word]
    named = {
        "game": kind.title(w),
        "games": w.tn("%(n)s game", "%(n)s games", len(kind.points)),
        "points": points,
        "average": mean(w, kind),
        "best": kind.best,
    }
    if kind.point.fewest:
        return w.t("%(game)s: %(games)s, %(points)s; %(average)s on average, %(best)s at least.", **named)
    return w.t("%(game)s: %(games)s, %(points)s; %(average)s on average, %(best)s at most.", **named)


def _with_whom(w: Words, partners: Sequence[tuple[str, int]]) -> Iterable[str]:
    """ "3 times with Hugo", then those met less often."""
    for times in dict.fromkeys(times for _, times in partners):
        names = w.all_of(name for name, met in partners if met == times)
        yield w.tn("%(n)s time with %(names)s", "%(n)s times with %(names)s", times, names=names)


def certificate_facts(w: Words, line: PupilLine, matches: Sequence[PlayedMatch]) -> tuple[tuple[str, int], ...]:
    """What a pupil has done in a lesson, each with how often, for the certificate: nothing that compares.

    Who has finished no game has done something all the same, in these matches, and the table together.
    """
    together = sum((match.results.done for match in matches), DoneTogether()).closed
    unfinished = () if line.over else ((w.t("Games begun"), line.played), (w.t("Tiles closed at the table"), together))
    return (
        *unfinished,
        (w.t("Games played to the end"), line.over),
        (w.t("Games won"), line.won),
        (w.t("Tiles closed"), line.closed),
        (w.t("Moves put right"), line.refusals.righted),
        (w.t("Playmates"), len(line.partners)),
    )
