"""From dice to throws: started, settled, not counting, doubtful."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from referee.core import CHANCE, Roll
from referee.rules import foul
from vision.observation import Die, Observation
from vision.thresholds import Thresholds

from . import dice as seen
from .moves import accepted, advance, asks_to_look, refuse
from .state import Step, Table, Unread

LINE = 0.8
"""A throw is acted upon when all its dice together are read at least this surely."""

UNSURE_AFTER = 0.5
"""Seconds that a doubtful throw is looked at until Piste asks."""

ODD_AFTER, FEW_AFTER = 1.0, 2.2
"""Seconds that more, or fewer, dice than are due must lie still until the throw is refused."""

TILES_AFTER = 3.0
"""Seconds that doubtful tiles are looked at when the next throw lies there already."""


def starts(table: Table, observation: Observation) -> Step:
    """Tells that dice left rest or entered, once a throw; what stands is meant if nothing can be added."""
    gone = observation.still and seen.gone(table.throws.lying, observation.dice)
    moving = any(die.state == "moving" and die.sure >= seen.REAL for die in observation.dice)
    # One hand may hold the dice while the other turns one more tile: then only a throw at rest is one.
    if table.throws.rolling or not (moving or gone) or not _cares(table) or table.turned.more:
        return Step(table)
    return started(table)


def started(table: Table) -> Step:
    """roll_started, after accepting the move that stands."""
    step = Step(table).then(accepted)
    due = step.table.due
    if step.table.throws.rolling or (step.table.match is not None and due is None):
        return step
    step = step.say("roll_started", None if maybe_passed(step.table) else _thrower(step.table))
    return step.but(throws=replace(step.table.throws, rolling=True))


def _cares(table: Table) -> bool:
    return table.match is None or (table.started and table.due is not None)


def fresh(table: Table, observation: Observation) -> bool:
    """A throw has come to rest that was not judged yet."""
    seen = table.throws.seen
    return observation.still and seen is not None and observation.throw > seen


def ignored(table: Table, observation: Observation) -> Table:
    """The table that takes what lies there for old."""
    throws = replace(
        table.throws, seen=observation.throw, rolling=False, since=None, unread=None, absorb=False
    )
    return replace(table, throws=replace(throws, lying=seen.lying(observation.dice)))


def at_rest(table: Table, observation: Observation) -> Table:
    """The table after a settled reading without a new throw: the dice lie as they lie."""
    lying = seen.lying(observation.dice)
    usual = max(len(table.throws.void or table.throws.dice), 1)
    # Dice that were lifted and put back make no throw.
    rolling = table.throws.rolling and seen.real(lying) < usual
    return replace(table, throws=replace(table.throws, lying=lying, rolling=rolling))


def owed(table: Table, observation: Observation, *, quiet: bool = False) -> Step:
    """A throw came to rest although a closing is owed: refused, and the first throw still stands.

    `quiet` where the same look at the board was refused already.
    """
    dice = seen.thrown(table.throws.lying, observation.dice, ())
    refusal = table.game.roll_refusal(table.playing.state, Roll(seen.values(dice)))
    step = Step(table)
    if refusal is not None and not quiet:
        step = started(table).then(refuse, refusal)
    void = tuple(die.value for die in dice)
    table = ignored(step.table, observation)
    return Step(replace(table, throws=replace(table.throws, void=void)), step.events)


def came_to_rest(table: Table, observation: Observation) -> Step:
    """Judges the dice of a new throw while one is due, or leaves it unjudged to look at it longer."""
    if table.throws.absorb:
        return Step(ignored(table, observation))
    due = numbers_due(table)
    dice = seen.thrown(table.throws.lying, observation.dice, due)
    if not dice:
        return Step(ignored(table, observation))
    table = forgotten(table)
    values = _with_kept(table, dice, due)
    if any(die.state != "flat" for die in dice):
        judged = not due or len(dice) in due or _waited(table) >= ODD_AFTER
        return _void(table, observation, dice) if judged else Step(waiting(table))
    if not due or len(dice) + len(values) - len(seen.values(dice)) in due:
        return _read(table, observation, dice, values)
    few = len(dice) < min(due)
    judged = _waited(table) >= (FEW_AFTER if few else ODD_AFTER)
    return _odd(table, observation, values) if judged else Step(waiting(table))


def numbers_due(table: Table) -> tuple[int, ...]:
    """How many dice may lie there; () when any number may."""
    due = table.due
    return () if due is None or due.actor != CHANCE else (due.dice, *due.may)


def _void(table: Table, observation: Observation, dice: Sequence[Die]) -> Step:
    """A die stands askew or lies beside the board: the throw does not count."""
    word = "die_cocked" if any(die.state == "cocked" for die in dice) else "die_off_board"
    shown = tuple(die.value if die.state == "flat" else None for die in dice)
    step = started(table).say(word, _thrower(table), dice=list(shown))
    after = ignored(step.table, observation)
    return Step(replace(after, throws=replace(after.throws, void=shown, doubt=(), odds=())), step.events)


def _odd(table: Table, observation: Observation, values: tuple[int, ...]) -> Step:
    """Another number of dice than was due."""
    refusal = foul("dice_count", numbers_due(table)[0], len(values))
    step = started(table).then(refuse, refusal)
    after = ignored(step.table, observation)
    return Step(replace(after, throws=replace(after.throws, void=values, doubt=(), odds=())), step.events)


def _read(table: Table, observation: Observation, dice: Sequence[Die], values: tuple[int, ...]) -> Step:
    sure = prod(die.sure for die in dice)
    known = all(die.value is not None for die in dice)
    # Where the reader would rather ask, it may be for a stain that is no part of the throw.
    asks = "dice" in observation.abstains and len(dice) == len(observation.dice)
    asks = asks and not _complete(observation, dice, numbers_due(table))
    if known and sure >= LINE and not asks:
        judged = ignored(table, observation)
        judged = replace(judged, throws=replace(judged.throws, rolling=table.throws.rolling))
        return settled(judged, values, sure)
    kept = values[: len(values) - len(seen.values(dice))]
    ways = seen.readings(dice)
    readings, odds = tuple((*kept, *way) for way, _ in ways), tuple(odds for _, odds in ways)
    unread = Unread(observation.throw, readings, odds, seen.lying(observation.dice))
    after = waiting(table)
    after = replace(after, throws=replace(after.throws, unread=unread))
    return Step(after) if _waited(table) < UNSURE_AFTER else asked(after)


def _complete(observation: Observation, dice: Sequence[Die], due: tuple[int, ...]) -> bool:
    """As many dice as may be thrown lie there, each read surely: what may be one more is none.

    A further die that is really there is seen clearly sooner or later, and then told.
    """
    return (
        bool(due) and len(dice) == max(due) and observation.perhaps > 0 and all(_surely(die) for die in dice)
    )


def _surely(die: Die) -> bool:
    return die.sure >= Thresholds().die_on_board


def asked(table: Table) -> Step:
    """roll_uncertain, where a throw was looked at and could not be read; nothing where none was."""
    unread = table.throws.unread
    if unread is None:
        return Step(table)
    readings = [list(reading) for reading in unread.readings]
    step = started(table).say("roll_uncertain", _thrower(table), readings=readings)
    throws = replace(
        step.table.throws,
        seen=unread.throw,
        lying=unread.lying,
        doubt=unread.readings,
        odds=unread.odds,
        unread=None,
        rolling=False,
        since=None,
        void=(),
    )
    return step.but(throws=throws)


def missed(table: Table, observation: Observation) -> Step:
    """Asks about a throw that was taken up, or thrown again, before it had been looked at long enough."""
    unread = table.throws.unread
    if unread is None:
        return Step(table)
    gone = not observation.dice if observation.still else any(d.state == "moving" for d in observation.dice)
    return asked(table) if gone or observation.throw > unread.throw else Step(table)


def forgotten(table: Table) -> Table:
    """The table that asks no more about the throw in doubt: another one counts in its place."""
    return replace(table, throws=replace(table.throws, doubt=(), odds=()))


def maybe_passed(table: Table) -> bool:
    """With some reading of a throw in doubt nothing can be closed: whose turn it is then, nobody knows."""
    return any(passes(table, reading) for reading in table.throws.doubt)


def passes(table: Table, reading: tuple[int, ...]) -> bool:
    """Whether a throw that is due would end its player's turn."""
    if table.due is None:
        return False
    state = table.playing.state
    if table.game.roll_refusal(state, Roll(reading)) is not None:
        return False
    return table.game.apply(state, Roll(reading)).last_passed is not None


def settled(table: Table, dice: tuple[int, ...], sure: float, *, anew: bool = False) -> Step:
    """roll_settled, and what the referee makes of it. The throw must be due; one in doubt is meant, if there is one.

    `anew` where the same throw was told before, for another player's.
    """
    # A throw in doubt started long ago, and the next one may roll already.
    doubt = table.throws.doubt
    step = Step(table) if doubt else started(table)
    throws = replace(step.table.throws, since=None, unread=None, doubt=(), odds=(), void=())
    throws = replace(
        throws, dice=dice, sure=sure, count=throws.count + 1, rolling=bool(doubt) and throws.rolling
    )
    step = step.but(throws=throws, verdict=asks_to_look(table.verdict))
    again = {"anew": True} if anew else {}
    step = step.say("roll_settled", _thrower(table), dice=list(dice), sure=round(sure, 3), **again)
    return step if table.match is None else step.then(advance, Roll(dice))


def _thrower(table: Table) -> int | None:
    due = table.due
    return None if due is None else due.player


def waits(table: Table) -> bool:
    """A throw may be looked at a while before the tiles are judged without being sure."""
    return _waited(table) < TILES_AFTER


def hurried(table: Table, observation: Observation) -> bool:
    """A hand comes before the tiles were surely read that a throw at rest waits for."""
    waits = table.throws.since is not None and bool(table.sight.doubtful)
    return waits and bool(observation.hands) and all(die.state != "moving" for die in observation.dice)


def long_looked_at(table: Table) -> Table:
    """The table that looks no longer at the tiles: they count as what they most probably are."""
    return replace(table, throws=replace(table.throws, since=table.t - TILES_AFTER))


def waiting(table: Table) -> Table:
    """The throw is being looked at."""
    since = table.t if table.throws.since is None else table.throws.since
    return replace(table, throws=replace(table.throws, since=since))


def _waited(table: Table) -> float:
    return 0.0 if table.throws.since is None else table.t - table.throws.since


def _with_kept(table: Table, dice: Sequence[Die], due: tuple[int, ...]) -> tuple[int, ...]:
    """The values thrown; where only a cocked die is thrown again, those that were kept come first."""
    values = seen.values(dice)
    kept = tuple(value for value in table.throws.void if value is not None)
    again = table.setup.cocked == "rethrow_die" and None in table.throws.void
    return kept + values if again and len(dice) not in due and len(dice) + len(kept) in due else values
