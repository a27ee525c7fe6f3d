"""What the camera sees: observations go in, events come out; and time that passes without a picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import exp, inf

from referee.core import Move, Roll
from referee.match import Match
from vision.observation import Observation

from ..belief.acts import Circumstances, add_missed, branch, reread
from ..belief.evidence import REAL, SettledDice, dice_changed, possible_throws, readings, stays, void
from ..belief.priors import PATIENCE
from ..belief.value import DiceAtRest
from ..games import board, laid, table_family
from ..values.state import Doubt, Step, Strayed, Table, UnreportedThrow
from . import moves, reports, setting_aside, standing


def see(table: Table, observation: Observation) -> Step:
    """The table after one more observation; call it for each, in order of time."""
    sight, hands = table.sight, bool(observation.hands)
    sight = sight if sight.hands == hands else replace(sight, hands=hands)
    table = _learnt(table.but(t=max(table.t, observation.time), sight=sight), observation)
    table = board.mark_reached(table, observation)
    step = standing.watch_light(table, observation).then(standing.watch_area, observation)
    step = step.then(standing.watch_mirroring, observation).then(standing.watch_board, observation)
    sight = step.table.sight
    if step.table.paused or sight.moved or (observation.still and isinstance(sight.place, Strayed)):
        return step.then(_unwatched, observation)
    if not observation.still:
        return step.then(_moving, observation)
    if table.match is None:
        return step.then(_dice_only, observation)
    return step.then(_settled, observation)


def _learnt(table: Table, observation: Observation) -> Table:
    """The table once its board is seen; one that was learnt in mid-game must first show how the game stands."""
    if observation.board is None or observation.board.layout == table.sight.layout:
        return table
    knew = table.knows_board
    table = table.but(sight=replace(table.sight, layout=observation.board.layout))
    return table if knew or not table.started else table.but(fitting=table.knows_board)


def _unwatched(table: Table, observation: Observation) -> Step:
    """Nothing is decided now: dice that move in a pause are nobody's, other dice are judged later by where they lie."""
    throws = table.throws.unseen()
    if table.paused:
        return Step(replace(table, throws=throws, settled_dice=None))
    table = replace(table, throws=throws)
    return Step(table.missing() if observation.still and dice_changed(observation) else table)


def _moving(table: Table, observation: Observation) -> Step:
    """Hands or dice move: nothing is decided about the tiles."""
    if observation.hands - {"table"}:
        table = replace(table, turned=replace(table.turned, since=table.t))
    step = Step(table)
    moving = any(die.state == "moving" for die in observation.dice)
    if table.match is not None and table.throws.unreported:
        step = step.then(_hurried, moving=moving)
    elif table.match is None and moving:
        step = step.then(report_unanswered)
    return step.then(_starts, observation)


def _hurried(table: Table, *, moving: bool) -> Step:
    """A hand comes, or the dice are picked up, before they were surely read."""
    if moving:
        return reports.report_taken_up(table)
    hides = table.sight.hands and table.sight.doubtful
    return reports.report_sure_events(table, patient=False) if hides else Step(table)


def _starts(table: Table, observation: Observation) -> Step:
    """Reports that dice left rest or entered, once a throw; the move that stands is meant if it is complete."""
    moving = any(die.state == "moving" and die.sure >= REAL for die in observation.dice)
    gone = observation.still and any(die.sure >= REAL for die in observation.gone)
    # One hand may hold the dice while the other turns one more tile: then only a throw at rest is one.
    if table.throws.rolling or not (moving or gone) or not _cares(table) or table.more:
        return Step(table)
    return report_start(table)


def report_start(table: Table) -> Step:
    """roll_started, after accepting the move that stands."""
    step = Step(table).then(moves.accept_if_meant)
    if table.match is not None and step.table.due is None:
        return step
    return step.then(reports.report_rolling)


def _cares(table: Table) -> bool:
    return table.match is None or (table.started and table.due is not None)


def _dice_only(table: Table, observation: Observation) -> Step:
    """No game: throws are judged by the dice alone."""
    known, fresh = table.settled_dice, dice_changed(observation)
    step = _starts(table, observation)
    if known is None or not fresh:
        settled = SettledDice.of(observation) if known is None else known.again(observation)
        step = step.but(settled_dice=settled)
        lies = step.table.throws.unreported
        return step.then(_thrown_only) if lies is not None and lies.since < inf else step
    step = step.then(report_unanswered)
    settled = SettledDice.of(observation)
    step = step.but(settled_dice=settled)
    real = [k for k in settled.stirred if settled.dice[k].sure >= REAL]
    if not real or stays(settled) > 0:
        rolling = step.table.throws.rolling and not settled.dice
        return step.but(throws=replace(step.table.throws, rolling=rolling))
    return step.but(throws=replace(step.table.throws, unreported=UnreportedThrow(settled.t))).then(_thrown_only)


def _thrown_only(table: Table) -> Step:
    """What a throw without a game shows, as soon as it can be read."""
    settled = table.settled_dice
    assert settled is not None, "asked only while dice lie there"
    which, *_ = possible_throws(settled, ()) or ((),)
    dice = [settled.dice[k] for k in which]
    since = reports.waits_since(table)
    if any(die.state != "flat" for die in dice):
        if exp(void(dice)) < reports.ROLL and table.t - since < PATIENCE.void:
            return Step(table)
        word = "die_cocked" if any(die.state == "cocked" for die in dice) else "die_off_board"
        shown = tuple(die.value if die.state == "flat" else None for die in dice)
        step = reports.report_rolling(table).say(word, dice=list(shown))
        quiet = replace(step.table.throws, void=shown, rolling=False, unreported=None)
        return step.but(throws=quiet)
    ways = readings(dice)
    shares = [(values, round(exp(weight), 3)) for values, weight in ways[: reports.MOST_READINGS]]
    likely = [way for way in shares if way[1] >= reports.LIKELY * shares[0][1]]
    values, share = likely[0]
    if share >= reports.ROLL:
        return reports.report_throw(table, Roll(values), share)
    if table.t - since < PATIENCE.unsure:
        return Step(table)
    return reports.report_doubt(table, Doubt(since, tuple(likely)))


def report_unanswered(table: Table) -> Step:
    """Reports an unread throw before the next one."""
    step = Step(table)
    if table.throws.unreported and not table.throws.doubt and table.settled_dice is not None:
        waited = UnreportedThrow(table.t - PATIENCE.void)
        step = _thrown_only(replace(table, throws=replace(table.throws, unreported=waited)))
    return step.but(throws=replace(step.table.throws, unreported=None))


def _settled(table: Table, observation: Observation) -> Step:
    """Nothing moves and no hand is over the board: tiles, then what may have happened, then what is sure enough."""
    step = board.notice(table, observation)
    fresh = table.settled_dice is not None and (dice_changed(observation) or table.missed)
    if not step.table.started or step.table.setting_up:
        step = step.then(_set_up, observation)
    if reports.between_games(step.table):
        return step.then(_between_games, observation, fresh=fresh)
    missed = setting_aside.report_missing_dice(step.table, observation)
    if missed is not None:
        return Step(missed.table, step.events + missed.events)
    return step.then(_known, observation, fresh=fresh)


def _known(table: Table, observation: Observation, *, fresh: bool) -> Step:
    """Uses what lies on the table: reports what is sure enough, and lets dice set aside stand."""
    asks = "tiles" in observation.abstains
    step = setting_aside.report_dice_back(table)
    step = step.then(_starts, observation) if not _thrown(observation) else step
    if reports.between_games(step.table):
        return step.then(_between_games, observation, fresh=fresh)
    if fresh and step.table.throws.unreported:
        step = step.then(reports.report_taken_up)
    if fresh and _by_finger(step.table) and not _put_back(step.table, observation):
        step = step.then(moves.accept)
    lay = step.table
    step = Step(_believed(lay, observation, fresh=fresh), step.events)
    step = step.then(reports.report_void_throw, lay) if fresh else step
    step = step.then(reports.report_sure_events, asks=asks)
    step = Step(setting_aside.count_aside(table, step.table), step.events)
    return step.then(setting_aside.keep_what_lies_aside)


def _by_finger(table: Table) -> bool:
    """Whether a finger alone tells what stands, and nothing can follow it."""
    told = not table.sees_board or table_family(table.game).hands_lag(table)
    return told and not table.more


def _put_back(table: Table, observation: Observation) -> bool:
    """Whether the dice set aside last were taken back before they counted."""
    now = replace(table, settled_dice=SettledDice.of(observation))
    return table.settled_dice is not None and laid.lying_aside(now).none


def _thrown(observation: Observation) -> bool:
    return any(fate.fresh for fate in observation.fates)


def _between_games(table: Table, observation: Observation, *, fresh: bool) -> Step:
    """Dice thrown now are not for the next game; they may show that the last one is not over."""
    if not table.playing.events:
        return _ignored(table, observation)
    throws = replace(table.throws, rolling=False, unreported=None, absorb=False)
    return reports.report_sure_events(_believed(replace(table, throws=throws), observation, fresh=fresh))


def _ignored(table: Table, observation: Observation) -> Step:
    """What lies there is old."""
    throws = replace(table.throws, rolling=False, unreported=None, absorb=False)
    belief = table.belief.each(lambda h: replace(h, at_rest=DiceAtRest(), base=h.base + h.dice, dice=0.0))
    settled = SettledDice.of(observation)
    return Step(replace(table, throws=throws, settled_dice=settled, belief=belief))


def _believed(table: Table, observation: Observation, *, fresh: bool) -> Table:
    """The table with its belief after one more settled look."""
    lay = table.settled_dice
    if lay is None:
        return replace(_ignored(table, observation).table, throws=table.throws)
    if not fresh:
        settled = lay.again(observation)
        belief = reread(table.belief, settled) if settled != lay else table.belief
        read = board.reading(table)
        same = table.read is not None and table.read[0] == len(table.playing.events) and table.read[1] == read
        belief = belief if same else belief.after_look(board.evidence(table))
        table = table.but(settled_dice=settled, belief=belief, read=(len(table.playing.events), read))
        return _with_missed(table) if _puzzles(table) else table
    if table.belief.best.odd_stands:  # what stood there when the table was last still, before it is left so
        table = _with_missed(table)
    settled = lay.after(observation) if lay.missed else SettledDice.of(observation)
    table = table.but(settled_dice=settled)
    if table.throws.absorb and settled.stirred:
        which = tuple(range(len(settled.dice)))
        belief = table.belief.each(
            lambda h: replace(h, at_rest=DiceAtRest("same", table.throws.dice, which), dice=0.0)
        )
        return replace(table, belief=belief, throws=replace(table.throws, absorb=False, rolling=False))
    branched = branch(table.belief, _circumstances(table, settled.t - lay.t))
    return table.but(belief=branched.reconciled_with(table.playing))


def _with_missed(table: Table) -> Table:
    return table.but(belief=add_missed(table.belief, _circumstances(table), table.playing))


def _circumstances(table: Table, since: float = inf) -> Circumstances:
    """What is known besides the histories; `since`: seconds since dice last moved, if they have moved just now."""
    return Circumstances(
        settled=table.settled_dice or SettledDice(),
        since=since,
        asked=bool(table.throws.doubt),
        keeps=table.setup.cocked == "rethrow_die",
        look=board.evidence(table),
        meant=_meant(table),
        between=table.playing if reports.between_games(table) else None,
    )


def _meant(table: Table) -> Callable[[Match], tuple[tuple[Move, float], ...]]:
    """The moves that may have been made since then: by finger, or by setting dice aside.

    They are made in the reported match, and in each one that continues it with unanswered events.
    """
    reported = table.playing
    known = {reported: laid.possible_moves(table)}

    def ways(match: Match) -> tuple[tuple[Move, float], ...]:
        if match not in known:
            known[match] = laid.possible_moves(laid.as_if_played(table, match)) if match.follows(reported) else ()
        return known[match]

    return ways


def _puzzles(table: Table) -> bool:
    """Whether tiles have stood differently for a moment: too long for a misreading, too short to be refused."""
    return board.seconds_stood(table) < PATIENCE.wrong and bool(board.misfits(table, board.playing(table)))


def _set_up(table: Table, observation: Observation) -> Step:
    """game_started and board_reset, as soon as the board stands as it should."""
    should = board.expected(table)
    wrong = board.misfits(table, should)
    if not board.legible(table, should):
        return Step(table)
    if not wrong:
        return moves.set_up(table)
    # A throw shows that the players are ready: a tile or two may be misread.
    if not table.started and _thrown(observation) and len(wrong) * 9 <= len(should):
        spots = board.declare(table, dict(wrong))
        return moves.set_up(replace(table, spots=spots))
    return Step(table)


def tick(table: Table, t: float) -> Step:
    """Time passes without a picture: a move to which nothing can be added is accepted after a second."""
    table = replace(table, t=max(table.t, t))
    return Step(table) if table.sight.on or table.match is None else moves.accept_ripe(table)


def close(table: Table, t: float) -> Step:
    """The recording ends: everything counts as what it most probably is."""
    table = replace(table, t=max(table.t, t))
    if table.match is None:
        return report_unanswered(table)
    step = reports.report_sure_events(table, patient=False) if table.throws.unreported else Step(table)
    meant = step.table.whole and not step.table.more
    return step.then(moves.accept) if meant else step
