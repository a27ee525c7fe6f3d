"""A throw that could not be read for sure: Piste asks, and goes on by what the tiles or the next throw tell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from referee.core import Foul, Legal, Partial, Placed, Roll, Unclear, Verdict
from referee.witness import explain, left_unexplained, whatever_was_thrown
from vision.observation import Observation

from . import dice as seen
from . import moves, throws
from . import tiles as board
from .state import Step, Table, Turned

AGREES_AFTER = 0.5
"""Seconds that the tiles stand so that only one reading of the dice explains them until it is taken."""


@dataclass(frozen=True)
class _Way:
    """What one reading of the dice makes of the tiles.

    Attributes:
        reading: the dice.
        verdict: the referee's word on the tiles, had these dice been thrown.
        explains: the tiles were turned, and this reading says how.
    """

    reading: tuple[int, ...]
    verdict: Verdict
    explains: bool

    @property
    def begun(self) -> bool:
        """The tiles are on the way to a move of this reading."""
        return isinstance(self.verdict, Partial) and bool(self.verdict.towards) and not self.explains


def judged(
    table: Table, *, thrown: bool = False, asks: bool = False, certain: bool = False, guess: bool = True
) -> Step:
    """The dice as the tiles tell them, while Piste asks about a throw; roll_settled once they do.

    Args:
        table: the table with its newest spots.
        thrown: the next throw has come to rest, or the recording ends: what stands is what was meant.
        asks, certain: as in `table_moves.judged`.
        guess: with `thrown`, take the likeliest reading where several explain the tiles and differ in what follows.
    """
    if not table.throws.doubt or table.due is None or table.fitting:
        return Step(table)
    told = table.wrong is not None and table.wrong.told is not None
    if told and table.wrong is not None and table.wrong.shown == board.shown(table):
        return Step(table)
    ways = _ways(table, certain=certain)
    unclear = {space for way in ways if isinstance(way.verdict, Unclear) for space in way.verdict.doubtful}
    table = replace(table, sight=replace(table.sight, doubtful=tuple(sorted(unclear))))
    if not board.misfits(table, board.playing(table)):
        return moves.partial(table, Partial(()))
    found = _meant(table, ways, thrown=thrown, guess=guess)
    if found is not None:
        return taken(table, found.reading, _sure(found))
    fouls = [way.verdict for way in ways if isinstance(way.verdict, Foul)]
    if fouls and len(fouls) == len(ways):
        foul = whatever_was_thrown([way.reading for way in ways], fouls)
        wait = 0.0 if thrown else moves.DOUBTFUL_AFTER if asks else moves.WRONG_AFTER
        return moves.wrong(table, foul, wait)
    return Step(table)


def overtaken(table: Table, observation: Observation) -> Step:
    """The next throw lies there, and the tiles do not tell what the one in doubt was.

    It was made again by the same player; or nothing could be closed, and the next player throws. The number of
    dice may tell, else what is likelier. Where tiles were refused that no reading explains, they stay as they are.
    """
    if table.wrong is not None and table.wrong.told is not None and table.wrong.rule == "dice_unsure":
        return _left(table)
    passing = [reading for reading in table.throws.doubt if throws.passes(table, reading)]
    if not passing or board.misfits(table, board.playing(table)):
        return Step(table)
    after = _with(table, passing[0])
    again, follows = _fits(table, observation), _fits(after, observation)
    odds = dict(zip(table.throws.doubt, table.throws.odds, strict=True))
    likely = 2 * sum(odds[reading] for reading in passing) > sum(odds.values())
    if after.due is None or (follows and (likely or not again)):
        return taken(table, passing[0], odds[passing[0]])
    remembered = replace(table.throws, passed=passing[0], passed_odds=odds[passing[0]])
    return Step(replace(table, throws=remembered if follows else table.throws))


def _left(table: Table) -> Step:
    """Play goes on although no reading explains the tiles: they stand as they stand, and the teacher is asked to look.

    The throw counts as its likeliest reading and is spent; undo and corrections work as after a person's word.
    """
    before, misfits = table.playing.state, board.misfits(table, board.playing(table))
    closed = [space for space, should in misfits if should == "open" and table.spots[space].shows == "closed"]
    if not closed or len(closed) != len(misfits):
        return Step(table)
    match = table.playing
    reading = next((r for r in table.throws.doubt if _closes(table, r)), None)
    match = match if reading is None else match.then(Roll(reading))
    match = match.then(Placed(tuple((space, "closed") for space in closed)))
    tiles = tuple(sorted(board.number_of(space) for space in closed))
    step = moves.refuse(replace(table, wrong=None, turned=Turned()), left_unexplained(tiles))
    asked = step.table.verdict
    step = step.but(match=match, throws=throws.forgotten(step.table).throws).then(moves.ended, before)
    return step.but(verdict=step.table.verdict if match.state.last_passed else asked)


def _closes(table: Table, reading: tuple[int, ...]) -> bool:
    """The throw is due, and something can be closed with it."""
    refusal = table.game.roll_refusal(table.playing.state, Roll(reading))
    return refusal is None and not throws.passes(table, reading)


def reconsidered(table: Table, *, thrown: bool = False) -> Step:
    """The next player's tiles are turned, and the throw was taken for one made again: it was the next player's.

    roll_settled for the throw that was in doubt, what that ended, and roll_settled anew for the next player's.
    """
    said, match = table.throws, table.match
    if match is None or not said.passed or not table.closing_due or table.fitting:
        return Step(table)
    seen_now = board.sighting(table)
    if not isinstance(explain(table.game, board.as_set_up(table), seen_now), Foul):
        return Step(table)
    start, last = match.until(len(match.events) - 1), match.events[-1]
    passed = start.then(Roll(said.passed))
    if table.game.roll_refusal(passed.state, last) is not None:
        return Step(table)
    other = replace(table, match=passed.then(last))
    verdict = explain(table.game, board.as_set_up(other), board.sighting(other))
    begun = isinstance(verdict, Legal) or (isinstance(verdict, Partial) and bool(verdict.changed))
    if not begun or (board.stood(other) < AGREES_AFTER and not thrown):
        return Step(table)
    back = replace(said, doubt=(said.passed,), odds=(said.passed_odds,), passed=(), count=said.count - 1)
    step = taken(replace(table, match=start, throws=back), said.passed, said.passed_odds)
    # Its dice rolled long ago; others may roll already.
    step = step.but(throws=replace(step.table.throws, rolling=True))
    step = step.then(throws.settled, last.dice, said.sure, anew=True)
    return step.but(throws=replace(step.table.throws, rolling=said.rolling))


def taken(table: Table, reading: tuple[int, ...], sure: float) -> Step:
    """roll_settled: the throw in doubt was this one."""
    return throws.settled(replace(table, wrong=None, turned=Turned()), reading, sure)


def _ways(table: Table, *, certain: bool) -> list[_Way]:
    """Every reading that was due, likeliest first, none twice."""
    state = table.playing.state
    found: dict[tuple[int, ...], _Way] = {}
    for reading in table.throws.doubt:
        if table.game.roll_refusal(state, Roll(reading)) is None:
            found.setdefault(tuple(sorted(reading)), _way(table, reading, certain=certain))
    return list(found.values())


def _way(table: Table, reading: tuple[int, ...], *, certain: bool) -> _Way:
    after = _with(table, reading)
    verdict = explain(table.game, board.as_set_up(after), board.sighting(after, certain=certain))
    if not throws.passes(table, reading):
        return _Way(reading, verdict, isinstance(verdict, Legal))
    # Nothing could be closed: tiles that are opened again are set up for the next player, or tidied.
    turned = board.misfits(table, board.playing(table))
    if turned and all(should == "closed" for _, should in turned) and isinstance(verdict, Partial):
        return _Way(reading, verdict, True)
    verdict = explain(table.game, board.as_set_up(table), board.sighting(table, certain=certain))
    return _Way(reading, verdict, False)


def _with(table: Table, reading: tuple[int, ...]) -> Table:
    """The table, had this been thrown."""
    before, match = table.playing.state, table.playing.then(Roll(reading))
    left = set(table.game.leftover(match.state)) - set(table.game.leftover(before))
    quiet = replace(table.throws, doubt=(), odds=())
    return replace(
        table, match=match, throws=quiet, turned=Turned(), setting_up=table.setting_up or bool(left)
    )


def _meant(table: Table, ways: Iterable[_Way], *, thrown: bool, guess: bool) -> _Way | None:
    """The reading that the tiles tell, or None while they do not."""
    every = list(ways)
    explain_it = [way for way in every if way.explains]
    begun = [way for way in every if way.begun]
    if thrown and explain_it and not _agree(table, explain_it):
        # They go on: whoever is done would have opened the box again.
        ready = [way for way in explain_it if not _unready(table, way)]
        return next(iter(ready or explain_it)) if guess else None
    if thrown:
        return next(iter((*explain_it, *begun)), None)
    if not explain_it or begun or any(isinstance(way.verdict, Unclear) for way in every):
        return None
    if len(explain_it) == 1:
        return explain_it[0] if board.stood(table) >= AGREES_AFTER else None
    # All the same to the game, if nothing more is turned.
    more = any(isinstance(way.verdict, Legal) and way.verdict.continuations for way in explain_it)
    same = not more and _agree(table, explain_it)
    return explain_it[0] if same and board.stood(table) >= moves.STILL else None


def _after(table: Table, way: _Way) -> Table:
    """The table once what a reading explains was accepted."""
    after = _with(table, way.reading)
    return (
        replace(after, match=after.playing.then(way.verdict.move))
        if isinstance(way.verdict, Legal)
        else after
    )


def _agree(table: Table, ways: Iterable[_Way]) -> bool:
    """Whichever of these was thrown, the same follows."""
    return len({_follows(_after(table, way)) for way in ways}) < 2


def _follows(table: Table) -> tuple[Any, ...]:
    """Who goes on, the points, and who has stopped."""
    game, state = table.game, table.playing.state
    stopped = tuple(game.has_finished(state, player) for player in range(len(table.setup.seats)))
    return game.awaits(state), game.scores(state), stopped


def _unready(table: Table, way: _Way) -> bool:
    """Nothing would follow, or the board is not set up for it."""
    after = _after(table, way)
    return after.due is None or bool(board.misfits(after, board.playing(after)))


def _sure(way: _Way) -> float:
    return way.verdict.sure if isinstance(way.verdict, Legal | Partial) else 0.0


def _fits(table: Table, observation: Observation) -> bool:
    """Whether as many dice lie there as are due now."""
    due = throws.numbers_due(table)
    return len(seen.thrown(table.throws.lying, observation.dice, due)) in due
