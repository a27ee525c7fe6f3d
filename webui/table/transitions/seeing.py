"""What the camera sees: observations go in, what happened comes out; and time that passes without a picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import exp, inf

from referee.core import Move, Roll
from referee.match import Match
from vision.observation import Observation

from ..belief.acts import Circumstances, branched, reread, unseen
from ..belief.evidence import REAL, Rest, casts, changed, readings, stays, void
from ..belief.priors import PATIENCE
from ..belief.value import Cast
from ..games import board, laid
from ..values.state import Doubt, Step, Strayed, Table, Untold
from . import moves, reports, setting_aside, standing


def see(table: Table, observation: Observation) -> Step:
    """The table after one more observation; call it for each, in order of time."""
    sight, hands = table.sight, bool(observation.hands)
    sight = sight if sight.hands == hands else replace(sight, hands=hands)
    table = board.reached(replace(table, t=max(table.t, observation.time), sight=sight), observation)
    step = standing.lit(table, observation).then(standing.area_watched, observation)
    step = step.then(standing.mirrored, observation).then(standing.watched, observation)
    sight = step.table.sight
    if step.table.paused or sight.moved or (observation.still and isinstance(sight.place, Strayed)):
        return step.then(_unwatched, observation)
    if not observation.still:
        return step.then(_moving, observation)
    if table.match is None:
        return step.then(_dice_only, observation)
    return step.then(_settled, observation)


def _unwatched(table: Table, observation: Observation) -> Step:
    """Nothing is decided now: in a pause what lies there is nobody's, else dice that move are told from once it is."""
    throws = table.throws.unseen()
    if table.paused:
        return Step(replace(table, throws=throws, rest=None))
    table = replace(table, throws=throws)
    return Step(table.missing() if observation.still and changed(observation) else table)


def _moving(table: Table, observation: Observation) -> Step:
    """Hands or dice move: nothing is decided about the tiles."""
    if observation.hands - {"table"}:
        table = replace(table, turned=replace(table.turned, since=table.t))
    step = Step(table)
    moving = any(die.state == "moving" for die in observation.dice)
    if table.match is not None and table.throws.untold:
        step = step.then(_hurried, moving=moving)
    elif table.match is None and moving:
        step = step.then(unanswered)
    return step.then(_starts, observation)


def _hurried(table: Table, *, moving: bool) -> Step:
    """A hand comes, or the dice are taken up, before what lies there was surely read."""
    if moving:
        return reports.taken_up(table)
    return reports.told(table, patient=False) if table.sight.hands and table.sight.doubtful else Step(table)


def _starts(table: Table, observation: Observation) -> Step:
    """Tells that dice left rest or entered, once a throw; what stands is meant if nothing can be added."""
    moving = any(die.state == "moving" and die.sure >= REAL for die in observation.dice)
    gone = observation.still and any(die.sure >= REAL for die in observation.gone)
    # One hand may hold the dice while the other turns one more tile: then only a throw at rest is one.
    if table.throws.rolling or not (moving or gone) or not _cares(table) or table.more:
        return Step(table)
    return started(table)


def started(table: Table) -> Step:
    """roll_started, after accepting the move that stands."""
    step = Step(table).then(moves.meant)
    if table.match is not None and step.table.due is None:
        return step
    return step.then(reports.rolling)


def _cares(table: Table) -> bool:
    return table.match is None or (table.started and table.due is not None)


def _dice_only(table: Table, observation: Observation) -> Step:
    """No game: throws are told by the dice alone."""
    known, fresh = table.rest, changed(observation)
    step = _starts(table, observation)
    if known is None or not fresh:
        rest = Rest.of(observation) if known is None else known.again(observation)
        step = step.but(rest=rest)
        lies = step.table.throws.untold
        return step.then(_thrown_only) if lies is not None and lies.since < inf else step
    step = step.then(unanswered)
    rest = Rest.of(observation)
    step = step.but(rest=rest)
    real = [k for k in rest.stirred if rest.dice[k].sure >= REAL]
    if not real or stays(rest) > 0:
        rolling = step.table.throws.rolling and not rest.dice
        return step.but(throws=replace(step.table.throws, rolling=rolling))
    return step.but(throws=replace(step.table.throws, untold=Untold(rest.t))).then(_thrown_only)


def _thrown_only(table: Table) -> Step:
    """What a throw without a game shows, as soon as it can be read."""
    rest = table.rest
    assert rest is not None, "asked only while dice lie there"
    which, *_ = casts(rest, ()) or ((),)
    dice = [rest.dice[k] for k in which]
    since = reports.waits_since(table)
    if any(die.state != "flat" for die in dice):
        if exp(void(dice)) < reports.ROLL and table.t - since < PATIENCE.void:
            return Step(table)
        word = "die_cocked" if any(die.state == "cocked" for die in dice) else "die_off_board"
        shown = tuple(die.value if die.state == "flat" else None for die in dice)
        step = reports.rolling(table).say(word, dice=list(shown))
        quiet = replace(step.table.throws, void=shown, rolling=False, untold=None)
        return step.but(throws=quiet)
    ways = readings(dice)
    shares = [(values, round(exp(weight), 3)) for values, weight in ways[: reports.MOST_READINGS]]
    likely = [way for way in shares if way[1] >= reports.LIKELY * shares[0][1]]
    values, share = likely[0]
    if share >= reports.ROLL:
        return reports.settled(table, Roll(values), share)
    if table.t - since < PATIENCE.unsure:
        return Step(table)
    return reports.doubted(table, Doubt(since, tuple(likely)))


def unanswered(table: Table) -> Step:
    """A throw that could not be read is told before the next one, where nobody had time to look at it."""
    step = Step(table)
    if table.throws.untold and not table.throws.doubt and table.rest is not None:
        step = _thrown_only(replace(table, throws=replace(table.throws, untold=Untold(table.t - PATIENCE.void))))
    return step.but(throws=replace(step.table.throws, untold=None))


def _settled(table: Table, observation: Observation) -> Step:
    """Nothing moves and no hand is over the board: tiles, then what may have happened, then what is sure enough."""
    step = board.noticed(table, observation)
    fresh = table.rest is not None and (changed(observation) or table.missed)
    if not step.table.started or step.table.setting_up:
        step = step.then(_set_up, observation)
    if reports.between_games(step.table):
        return step.then(_between_games, observation, fresh=fresh)
    missed = setting_aside.undecided(step.table, observation)
    if missed is not None:
        return Step(missed.table, step.events + missed.events)
    return step.then(_known, observation, fresh=fresh)


def _known(table: Table, observation: Observation, *, fresh: bool) -> Step:
    """What lies there tells what happened: what is sure enough is told, what lies aside stands."""
    asks = "tiles" in observation.abstains
    step = setting_aside.back(table)
    step = step.then(_starts, observation) if not _thrown(observation) else step
    if reports.between_games(step.table):
        return step.then(_between_games, observation, fresh=fresh)
    if fresh and step.table.throws.untold:
        step = step.then(reports.taken_up)
    if fresh and not (step.table.sees_board or step.table.more) and not _put_back(step.table, observation):
        step = step.then(moves.accepted)
    lay = step.table
    step = Step(_believed(lay, observation, fresh=fresh), step.events)
    step = step.then(reports.taken_as_void, lay) if fresh else step
    step = step.then(reports.told, asks=asks)
    step = Step(setting_aside.noted(table, step.table), step.events)
    return step.then(setting_aside.laid)


def _put_back(table: Table, observation: Observation) -> bool:
    """The last dice were set aside, and lie there no more: they did not count yet."""
    return table.rest is not None and laid.lies(replace(table, rest=Rest.of(observation))).none


def _thrown(observation: Observation) -> bool:
    return any(fate.fresh for fate in observation.fates)


def _between_games(table: Table, observation: Observation, *, fresh: bool) -> Step:
    """What lies there was not thrown for the next game; it may tell that the last one is not over."""
    if not table.playing.events:
        return _ignored(table, observation)
    throws = replace(table.throws, rolling=False, untold=None, absorb=False)
    return reports.told(_believed(replace(table, throws=throws), observation, fresh=fresh))


def _ignored(table: Table, observation: Observation) -> Step:
    """What lies there is old."""
    throws = replace(table.throws, rolling=False, untold=None, absorb=False)
    belief = table.belief.each(lambda h: replace(h, cast=Cast(), base=h.base + h.dice, dice=0.0))
    rest = Rest.of(observation)
    return Step(replace(table, throws=throws, rest=rest, belief=belief))


def _believed(table: Table, observation: Observation, *, fresh: bool) -> Table:
    """The table with what may have happened, after one more settled look."""
    lay = table.rest
    if lay is None:
        return replace(_ignored(table, observation).table, throws=table.throws)
    if not fresh:
        rest = lay.again(observation)
        belief = reread(table.belief, rest) if rest != lay else table.belief
        read = board.reading(table)
        same = table.read is not None and table.read[0] == len(table.playing.events) and table.read[1] == read
        belief = belief if same else belief.seen(board.seen(table))
        table = replace(table, rest=rest, belief=belief, read=(len(table.playing.events), read))
        return replace(table, belief=unseen(belief, _circumstances(table), table.playing)) if _puzzles(table) else table
    if table.belief.best.odd_stands:  # what stood there when the table was last still, before it is left so
        table = replace(table, belief=unseen(table.belief, _circumstances(table), table.playing))
    rest = lay.after(observation) if lay.missed else Rest.of(observation)
    table = replace(table, rest=rest)
    if table.throws.absorb and rest.stirred:
        which = tuple(range(len(rest.dice)))
        belief = table.belief.each(
            lambda h: replace(h, cast=Cast("same", table.throws.dice, which), dice=0.0)
        )
        return replace(table, belief=belief, throws=replace(table.throws, absorb=False, rolling=False))
    return replace(table, belief=branched(table.belief, _circumstances(table, rest.t - lay.t)).as_told(table.playing))


def _circumstances(table: Table, since: float = inf) -> Circumstances:
    """What is known beside the histories; `since`: seconds since dice lay otherwise, where they do just now."""
    return Circumstances(
        rest=table.rest or Rest(),
        since=since,
        asked=bool(table.throws.doubt),
        keeps=table.setup.cocked == "rethrow_die",
        seen=board.seen(table),
        meant=_meant(table),
        between=table.playing if reports.between_games(table) else None,
    )


def _meant(table: Table) -> Callable[[Match], tuple[tuple[Move, float], ...]]:
    """The moves that may have been made since: by finger, or by setting dice aside.

    They are made in the match as told, and in each that goes on from it by what nobody has answered yet.
    """
    told = table.playing
    known = {told: laid.meant(table)}

    def ways(match: Match) -> tuple[tuple[Move, float], ...]:
        if match not in known:
            known[match] = laid.meant(laid.gone_on(table, match)) if match.follows(told) else ()
        return known[match]

    return ways


def _puzzles(table: Table) -> bool:
    """Tiles have stood otherwise for a moment: long enough to be no misreading, too short to be refused."""
    return board.stood(table) < PATIENCE.wrong and bool(board.misfits(table, board.playing(table)))


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
        spots = board.told(table, dict(wrong))
        return moves.set_up(replace(table, spots=spots))
    return Step(table)


def tick(table: Table, t: float) -> Step:
    """Time passes without a picture: a move to which nothing can be added is accepted after a second."""
    table = replace(table, t=max(table.t, t))
    return Step(table) if table.sight.on or table.match is None else moves.ripe(table)


def close(table: Table, t: float) -> Step:
    """The recording ends: what lies there is taken for what it most probably is."""
    table = replace(table, t=max(table.t, t))
    if table.match is None:
        return unanswered(table)
    step = reports.told(table, patient=False) if table.throws.untold else Step(table)
    meant = step.table.whole and not step.table.more
    return step.then(moves.accepted) if meant else step
