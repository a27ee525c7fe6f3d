"""A record as two tables that a teacher can open: the points of each player, and what happened turn by turn.

Pure values: rows of text and whole numbers. They know no game: they hold only what every game has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from referee.core import Foul, Outcome, Roll, State, Touched
from referee.match import Match
from referee.record import Record, profile_of

from ..words import Words
from ..words.games.sentences import foul_sentence, outcome_sentence
from ..words.offer import game_title, profile_name
from .files import RecordedEvent, steps
from .story import done_sentence

Cell: TypeAlias = str | float | None
"""Text, a number, or nothing."""

Games: TypeAlias = dict[int, tuple[int | None, ...]]
"""By its number, each player's points of a finished game; None for a player who did not take part."""


@dataclass(frozen=True)
class Sheet:
    """One table.

    Attributes:
        title: what a spreadsheet calls it.
        head: a heading for each column.
        rows: as many cells each as the head has.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def scores(w: Words, records: Iterable[tuple[str, Record]]) -> Sheet:
    """A line per player: points of each game of the series, total, and the winners.

    Args:
        w: the reader's language.
        records: each with its name.
    """
    tables = [(name, record.match, _games(record)) for name, record in records]
    games = tuple(sorted({number for _, _, ended in tables for number in ended}))
    head = (
        w.t("Record"), w.t("Game"), w.t("Player"), w.t("Place"), w.t("Handicap"),
        *(w.t("Game %(number)s", number=number) for number in games),
        w.t("Total"), w.t("Winner"),
    )  # fmt: skip
    rows = (_score_rows(w, name, match, ended, games) for name, match, ended in tables)
    return Sheet(w.t("Scores"), head, tuple(chain.from_iterable(rows)))


def _games(record: Record) -> Games:
    """The points of each finished game, or round, of a series."""
    players = len(record.match.seats)
    ended = chain.from_iterable(step.outcomes for step in steps(record))
    games = [outcome for outcome in ended if outcome.what in ("game", "round", "won")]
    return {outcome.named["number"]: _points(outcome, players) for outcome in games}


def _points(ended: Outcome, players: int) -> tuple[int | None, ...]:
    """Each player's points of a game; 0 for the others if it counts only for its winner."""
    points = ended.named["points"]
    if ended.what == "won":
        return tuple(points if player == ended.player else 0 for player in range(players))
    return tuple(points)


def _score_rows(
    w: Words, name: str, match: Match, ended: Games, games: tuple[int, ...]
) -> Iterator[tuple[Cell, ...]]:
    won, totals = match.game.winners(match.state), _totals(match, ended)
    profile = profile_of(match.game)
    for player, seat in enumerate(match.seats):
        yield (
            name,
            profile_name(w, profile) if profile else game_title(w, match.game.name),
            _who_played(match, player),
            seat,
            match.handicaps[player] if match.handicaps else 0,
            *(ended[game][player] if game in ended else None for game in games),
            totals[player],
            w.t("yes") if player in won else "",
        )


def _totals(match: Match, ended: Games) -> tuple[int, ...]:
    """Points of the finished games of a series; before the first has ended, those of the running one."""
    if not ended:
        return match.game.scores(match.state)
    totals: Callable[[State], tuple[int, ...]] | None = getattr(match.game, "totals", None)
    if totals is not None:
        return totals(match.state)
    return tuple(sum(points or 0 for points in game_points) for game_points in zip(*ended.values(), strict=True))


def _who_played(match: Match, player: int) -> str:
    """The player's name; both names if somebody else took over."""
    first, last = match.players[player], match.names[player]
    return first if first == last else f"{first} → {last}"


def turns(w: Words, records: Iterable[tuple[str, Record]]) -> Sheet:
    """A line per throw with its move, in order: player, event, what it ended, earlier refusals, and the points.

    Args:
        w: the reader's language.
        records: each with its name.
    """
    titled = tuple(records)
    most = max((len(record.match.seats) for _, record in titled), default=0)
    head = (
        w.t("Record"), w.t("Number"), w.t("Player"), w.t("Dice"), w.t("Move"), w.t("What ended"), w.t("Refused before"),
        *(w.t("Points of player %(number)s", number=number + 1) for number in range(most)),
    )  # fmt: skip
    rows = (_turn_rows(w, name, record, most) for name, record in titled)
    return Sheet(w.t("Turns"), head, tuple(chain.from_iterable(rows)))


def _turn_rows(w: Words, name: str, record: Record, most: int) -> Iterator[tuple[Cell, ...]]:
    for number, turn in enumerate(_turns(record), start=1):
        last, done = turn[-1], [step for step in turn if step.foul is None]
        points = record.match.game.scores(last.after.state)
        yield (
            name,
            number,
            _name(last),
            " ".join(str(die) for step in done if isinstance(step.event, Roll) for die in step.event.dice),
            " ".join(done_sentence(w, step) for step in done if not isinstance(step.event, Roll)),
            " ".join(_endings(w, step) for step in done if step.outcomes),
            " ".join(_refused(w, step, step.foul) for step in turn if step.foul),
            *points,
            *(None,) * (most - len(points)),
        )


def _turns(record: Record) -> Iterator[list[RecordedEvent]]:
    """The steps in groups: a throw with the move made of it; anything else stands alone. A try that was refused
    stands with what was accepted after it.
    """
    group: list[RecordedEvent] = []
    tries: list[RecordedEvent] = []
    for step in steps(record):
        if step.foul is not None:
            tries.append(step)
            continue
        if group and not _goes_on(group, step):
            yield group
            group = []
        group += [*tries, step]
        tries = []
    yield from (turn for turn in (group, tries) if turn)


def _goes_on(group: list[RecordedEvent], step: RecordedEvent) -> bool:
    """Whether the group is a throw, perhaps with a touched piece, and the step its player's move."""
    (first, *more) = (other for other in group if other.foul is None)
    thrown = isinstance(first.event, Roll) and all(isinstance(other.event, Touched) for other in more)
    return thrown and not isinstance(step.event, Roll) and step.player == first.player


def _name(step: RecordedEvent) -> str:
    return "" if step.player is None else step.before.names[step.player]


def _endings(w: Words, step: RecordedEvent) -> str:
    game, names = step.after.game, step.after.names
    return " ".join(outcome_sentence(w, game, ended, names) for ended in step.outcomes)


def _refused(w: Words, step: RecordedEvent, foul: Foul) -> str:
    return f"{done_sentence(w, step)} {foul_sentence(foul, w.language, {'everybody': step.before.names})}"
