"""What was reported and proves false: `corrected` for each thing that happened differently, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.core import Event, Left, Placed, Roll, SetUp
from referee.match import Match
from referee.values.row import LongRow

from ..belief.priors import PATIENCE
from ..games import board, table_family
from ..values.everybody import acting, ends_turn, event_word, games, outcomes, turn_end_fields
from ..values.state import Step, Table, Turned


@dataclass(frozen=True)
class Fact:
    """One thing that a match reports.

    Attributes:
        what: roll, move, turn or tile.
        player: whose, from 0.
        values: the fields that describe it.
        t: seconds at which it was reported, or happened.
        index: of its event.
    """

    what: str
    player: int
    values: tuple[tuple[str, Any], ...]
    t: float
    index: int = 0

    @property
    def same(self) -> object:
        """What distinguishes it from another fact: for dice their values, in any order."""
        return sorted(self.content) if self.what == "roll" else self.values

    @property
    def content(self) -> Any:
        """What happened, as a correction's event has it: a list of dice, or named fields."""
        named = dict(self.values)
        return named["dice"] if self.what == "roll" else named


def overturn(table: Table, line: float) -> Step:
    """Corrects what was reported once it is more probably false than `line`; does nothing before."""
    match = table.playing
    standing = table.belief.share(lambda h: h.follows(match))
    if 1 - standing < line or not table.belief.histories:
        return Step(table)
    best = table.belief.best
    known = match.alike(best.match)
    other = best.match.until(known + 1)
    if table.belief.share(lambda h: h.follows(other)) < line / 2 and not _stands_so(table, line):
        return Step(table)  # it was not so, but nobody can say yet how it was
    # Later events are reported as usual; only earlier ones are corrected.
    upto = min(len(match.events), len(best.match.events))
    other = best.match.until(max(upto, known))
    times = LongRow.of(table.times).until(known).more(best.times[known : len(other.events)])
    return report_changes(table, other, times, by="piste", reason=_why(table))


def _stands_so(table: Table, line: float) -> bool:
    """Whether everything now stands as in the likeliest history, whatever was thrown, and not as reported."""
    reported, best = table.playing, table.belief.best.match
    upto = max(len(reported.events), len(best.events))
    if table.belief.share(lambda h: h.match.until(upto).state == reported.state) > 1 - line:
        return False
    return table.belief.share(lambda h: h.match.until(upto).state == best.state) >= line / 2


def _why(table: Table) -> str:
    return "tiles" if board.misfits(table, board.playing(table)) else "dice"


def report_changes(table: Table, match: Match, times: Sequence[float], *, by: str, reason: str | None) -> Step:
    """The table at another match: `corrected` for each reported fact that is gone, changed, or new."""
    times = reported_times(table, match, times)
    changes = differences(table, match, times)
    throws = replace(
        table.throws, dice=last_throw(match), unreported=None, void=(),
        count=tuple(map(type, match.events)).count(Roll),
    )  # fmt: skip
    setting_up = table.sees_board and bool(match.game.leftover(match.state))
    started = table.started or len(games(match)) < len(games(table.playing))
    table = replace(table, match=match, times=times, throws=throws, setting_up=setting_up, started=started)
    step = Step(replace(table, turned=Turned(), wrong=None, verdict=None))
    for player, fields in changes:
        step = step.say("corrected", player, **fields, by=by, reason=reason)
    return step


def reported_times(table: Table, match: Match, times: Sequence[float]) -> Sequence[float]:
    """The times of another match; facts that still stand keep the time at which they were reported."""
    known = table.playing.alike(match)
    pairs = _paired(table, match, times, known)
    times_before = {new.index: old.t for old, new in pairs if old and new and _same(old, new)}
    later = [times_before.get(index, t) for index, t in enumerate(times[known:], known)]
    return LongRow.of(table.times).until(known).more(later)


def differences(
    table: Table, match: Match, times: Sequence[float]
) -> tuple[tuple[int, dict[str, Any]], ...]:
    """How another match differs from the table's, in order: (player, fields of `corrected`)."""
    known = table.playing.alike(match)
    pairs = _paired(table, match, times, known)
    if pairs and ends(pairs[-1]):
        pairs = pairs[:-1]  # what the newest event ended is reported as usual
    return tuple(_difference(old, new) for old, new in pairs if not _same(old, new))


def ends(pair: tuple[Fact | None, Fact | None]) -> bool:
    """A turn that is over now, and was not reported to be."""
    return pair[0] is None and pair[1] is not None and pair[1].what == "turn"


def newly_ended(table: Table, match: Match, times: Sequence[float]) -> bool:
    """Whether the newest event of another match ends a turn that was not reported."""
    known = table.playing.alike(match)
    pairs = _paired(table, match, times, known)
    return bool(pairs) and ends(pairs[-1])


def _paired(
    table: Table, match: Match, times: Sequence[float], known: int
) -> list[tuple[Fact | None, Fact | None]]:
    """The reported facts beside those of another match, from its event `known` on."""
    return _pairs(facts(table, table.playing, table.times, known), facts(table, match, times, known))


def _same(old: Fact | None, new: Fact | None) -> bool:
    return old is not None and new is not None and (old.player, old.same) == (new.player, new.same)


def _difference(old: Fact | None, new: Fact | None) -> tuple[int, dict[str, object]]:
    fact = new or old
    assert fact is not None, "a pair holds one of the two"
    return fact.player, {
        "what": fact.what,
        "of": None if old is None else round(old.t, 3),
        "before": None if old is None else old.content,
        "after": None if new is None else new.content,
        "when": round(fact.t, 3),
    }


def last_throw(match: Match) -> tuple[int, ...]:
    """The dice of its newest throw, () before one."""
    newest = match.newest(Roll)
    event = None if newest is None else match.events[newest]
    return event.dice if isinstance(event, Roll) else ()


def _pairs(before: Sequence[Fact], after: Sequence[Fact]) -> list[tuple[Fact | None, Fact | None]]:
    """Facts of both side by side, in order: the longest matching of facts of the same kind."""
    rows, columns = len(before), len(after)
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in reversed(range(rows)):
        for j in reversed(range(columns)):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + _alike(before[i], after[j]))
    pairs: list[tuple[Fact | None, Fact | None]] = []
    i = j = 0
    while i < rows and j < columns:
        worth = _alike(before[i], after[j])
        if worth > 0 and best[i][j] == best[i + 1][j + 1] + worth:
            pairs.append((before[i], after[j]))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            pairs.append((before[i], None))
            i += 1
        else:
            pairs.append((None, after[j]))
            j += 1
    return [*pairs, *((fact, None) for fact in before[i:]), *((None, fact) for fact in after[j:])]


def _alike(first: Fact, second: Fact) -> float:
    if first.what != second.what:
        return 0.0
    near = abs(first.t - second.t) < PATIENCE.near
    return 1.0 + (first.player == second.player) + 2.0 * (first.same == second.same) + near


def facts(table: Table, match: Match, times: Sequence[float], start: int) -> tuple[Fact, ...]:
    """The facts of a match from its event `start` on."""
    result: list[Fact] = []
    now = match.until(start)
    for index, event in enumerate(match.events[start:], start):
        after = now.then(event)
        t = times[index] if index < len(times) else table.t
        new = _facts(table, now, event, after, t)
        result += (replace(fact, index=index) for fact in new[_guessed(table, match, times, index) :])
        now = after
    return tuple(result)


def _guessed(table: Table, match: Match, times: Sequence[float], index: int) -> bool:
    """Whether nobody knows the dice of a throw: it is no fact. The next one may have the same dice and time."""
    event = match.events[index]
    if not isinstance(event, Roll) or index >= len(times):
        return False
    guesses = table.guessed.count((times[index], *event.dice))
    return guesses > 0 and guesses > sum(
        times[before] == times[index] and match.events[before] == event for before in range(index)
    )


def _facts(table: Table, before: Match, event: Event, after: Match, t: float) -> list[Fact]:
    player = acting(before) or 0
    ended: list[Fact] = []
    if isinstance(event, Left):
        ended = [Fact("turn", event.player, (("left", True), *_score(after, event.player)), t)]
    elif isinstance(event, Roll):
        ended = [Fact("roll", player, (("dice", list(event.dice)),), t)]
    elif isinstance(event, Placed):
        kinds = {kind: sorted(space for space, k in event.spaces if k == kind) for _, kind in event.spaces}
        ended = [Fact("tile", player, tuple(sorted(kinds.items())), t)]
    elif not isinstance(event, SetUp):  # a game begins with it
        ended = [Fact("move", player, tuple(sorted(move_fields(before, event).items())), t)]
    for outcome in outcomes(after, before.state):
        if ends_turn(after, outcome) and outcome.player is not None:
            ended.append(Fact("turn", outcome.player, tuple(sorted(turn_end_fields(after, outcome).items())), t))
    return ended


def _score(match: Match, player: int) -> tuple[tuple[str, object], ...]:
    return (("score", match.game.scores(match.state)[player]),)


def move_fields(before: Match, event: Event) -> dict[str, object]:
    """The fields of an accepted move: its word, and what its family adds."""
    return {"move": event_word(before, event), **table_family(before.game).move_fields(before, event)}
