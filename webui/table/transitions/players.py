"""Another name at a place, somebody who joins in mid-game, somebody who leaves for good."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from referee.core import Event, Left, SetUp
from referee.errors import BadPlace, BadStart, IllegalMove
from referee.match import Match
from referee.values.row import LongRow

from ..belief.value import Belief, History, belief_of
from ..games import table_family
from ..values.actions import Join, Leave, ReplacePlayer
from ..values.setup import Setup, SetupError
from ..values.shown import places_of
from ..values.state import NotNow, Step, Table, Turned
from . import moves

OVER, FULL, SET_UP, GAMES, TURNS = "over", "full", "set_up", "games", "turns"
"""Why nobody may join: no game goes on; no place is free; the game began from a position set up by hand; a game of the
series is over already; or others would have played out of turn."""


@dataclass(frozen=True)
class Joining:
    """Where somebody may join the game that goes on.

    Attributes:
        seats: the free places at which one may; ().
        why_not: where there is none, the reason: OVER, FULL, SET_UP, GAMES or TURNS; else "".
    """

    seats: tuple[int, ...] = ()
    why_not: str = ""


def replace_player(table: Table, action: ReplacePlayer) -> Step:
    """Another name at a seat, in every history; nothing that was played changes.

    Raises NotNow if nobody sits there, or for an invalid name.
    """
    try:
        setup = table.setup.renamed(action.seat, action.name)
    except SetupError as error:
        raise NotNow(str(error)) from error
    names = tuple(player.name for player in setup.players)
    histories = tuple(h.but(match=replace(h.match, players=names)) for h in table.belief.histories)
    match = None if table.match is None else replace(table.match, players=names)
    return Step(replace(table, setup=setup, match=match, belief=Belief(histories)))


def leave(table: Table, action: Leave) -> Step:
    """A player leaves for good: turn_passed with `cause` left, and what that ended.

    The pieces on the table stay unless they are that player's; open tiles count as they stand.

    Raises NotNow if nobody at that place still plays, if only that player does, and once the game is over.
    """
    match, due = table.playing, table.due
    if due is None or action.seat not in table.setup.seats:
        raise NotNow(f"seat: expected one of who plays on, of {table.setup.seats}; got {action.seat}")
    player = table.setup.seats.index(action.seat)
    try:
        after = match.then(Left(player))
    except IllegalMove as error:
        raise NotNow(str(error)) from error
    step = Step(_without(table, after) if due.player == player else _with(table, after))
    stands = table_family(match.game).left_of(match, player)
    score = match.game.scores(match.state)[player]
    step = step.say("turn_passed", player, score=score, open=list(stands), forced=False, cause="left")
    return step.then(moves.report_ends, match.state)


def join(table: Table, action: Join) -> Step:
    """Somebody plays from now on, last in playing order, as if from the start; nothing that was played changes.

    Raises NotNow if `joining` does not offer the place, or for an invalid name.
    """
    possible = joining(table)
    if action.seat not in possible.seats:
        raise NotNow(f"seat: expected one of {possible.seats or possible.why_not}; got {action.seat}")
    try:
        setup = table.setup.joined(action.seat, action.name)
    except SetupError as error:
        raise NotNow(str(error)) from error
    match = _as_if(table.playing, setup)
    if match is None:
        raise NotNow(f"seat: expected a place at which somebody may join; got {action.seat}")
    carried = _carried(table, match, lambda h: _as_if(h.match, setup), table.times)
    return Step(replace(carried, setup=setup, joined=(*table.joined, len(match.events))))


def joined_just_now(table: Table) -> bool:
    """Whether the newest action is that somebody joined: nothing was thrown or played since then."""
    open_yet = table.turned.move is not None or table.throws.doubt
    return bool(table.joined) and not open_yet and len(table.playing.events) <= table.joined[-1]


def unjoin(table: Table) -> Step:
    """Removes the player who joined last; everything else stays.

    Raises NotNow if the game would stand differently without that player.
    """
    try:
        setup = table.setup.without_last()
    except SetupError as error:
        raise NotNow(str(error)) from error
    match = _as_if(table.playing, setup)
    if match is None:
        raise NotNow("expected nobody to have played since; without who joined the game would stand otherwise")
    carried = _carried(table, match, lambda h: _as_if(h.match, setup), table.times)
    return Step(replace(carried, setup=setup, joined=table.joined[:-1]))


def joining(table: Table) -> Joining:
    """Where somebody may join now, or why nobody may."""
    if table.match is None or table.due is None:
        return Joining(why_not=OVER)
    if any(isinstance(event, SetUp) for event in table.match.events):
        return Joining(why_not=SET_UP)
    free = [seat for seat in places_of(table.game) if seat not in table.setup.seats]
    setups = ((seat, _joined(table.setup, seat)) for seat in free)
    possible = [(seat, setup) for seat, setup in setups if setup is not None]
    if not possible:
        return Joining(why_not=FULL)
    seats = tuple(seat for seat, setup in possible if _as_if(table.match, setup) is not None)
    missed = table_family(table.game).missed(table.match)
    return Joining(seats, "" if seats else GAMES if missed else TURNS)


def _joined(setup: Setup, seat: int) -> Setup | None:
    try:
        return setup.joined(seat, str(seat))
    except SetupError:
        return None  # the game is for fewer players


def _as_if(match: Match, setup: Setup) -> Match | None:
    """The match if this setup, with one player more or fewer at the end, had been agreed on at its start.

    None if anything would stand differently.
    """
    other, game = setup.match(), match.game
    for number, event in enumerate(match.events):
        before = match.until(number)
        if game.awaits(other.state) != game.awaits(before.state):
            return None
        try:
            other = other.then(event)
        except (IllegalMove, BadPlace, BadStart):
            return None
    pairs = zip(game.scores(other.state), game.scores(match.state), strict=False)
    same = all(points == same_points for points, same_points in pairs)
    return other if same and game.awaits(other.state) == game.awaits(match.state) else None


def _without(table: Table, match: Match) -> Table:
    """The table after the player whose turn it was has left: an unfinished throw and closing belong to nobody."""
    quiet = replace(table.throws, unreported=None, void=(), rolling=False)
    times = LongRow.of(table.times).then(table.t)
    table = replace(table, match=match, times=times, belief=Belief.sure(match, times), throws=quiet)
    return replace(table, turned=Turned(), wrong=None, verdict=None)


def _with(table: Table, match: Match) -> Table:
    """The table after another player has left: the player at turn goes on with what is on the table."""
    reported = table.playing

    def goes_on(h: History) -> Match | None:
        return _then(match, h.match.events[len(reported.events) :]) if h.follows(reported) else None

    return _carried(table, match, goes_on, LongRow.of(table.times).then(table.t))


def _then(match: Match, events: Sequence[Event]) -> Match | None:
    try:
        return reduce(Match.then, events, match)
    except (IllegalMove, BadPlace):
        return None


def _carried(
    table: Table, match: Match, carry: Callable[[History], Match | None], times: Sequence[float]
) -> Table:
    """The table at another match reported at `times`, with the histories that are still possible."""
    count = len(table.playing.events)
    pairs = [(h, carry(h)) for h in table.belief.histories]
    put = times[count:]
    histories = [h.but(match=m, times=(*h.times[:count], *put, *h.times[count:])) for h, m in pairs if m is not None]
    belief = belief_of(histories) if histories else Belief.sure(match, times)
    return replace(table, match=match, times=times, belief=belief, read=None)
