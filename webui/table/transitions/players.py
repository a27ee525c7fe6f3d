"""Another name at a place, somebody who joins in mid-game, somebody who leaves for good."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from referee.core import CHANCE, Event, Left, SetUp
from referee.errors import BadPlace, BadStart, IllegalMove
from referee.match import Match
from referee.values.row import LongRow

from ..belief.value import Belief, History, belief_of
from ..games import table_family
from ..values.actions import Join, Leave, ReplacePlayer
from ..values.everybody import has_played
from ..values.setup import Setup, SetupError
from ..values.shown import places_of
from ..values.state import Arrival, LeftPlace, NotNow, Step, Table, Turned
from . import moves
from .overturned import differences

OVER, FULL, SET_UP, GAMES, TURNS, MISSED = "over", "full", "set_up", "games", "turns", "missed"
"""Why nobody may join: no game goes on; no place is free; the game began from a position set up by hand; a game of the
series is over already; others would have played out of turn; or the only free place was left, and has missed a turn."""


@dataclass(frozen=True)
class Joining:
    """Where somebody may join the game that goes on.

    Attributes:
        seats: the free places at which one may; ().
        why_not: where there is none, the reason: OVER, FULL, SET_UP, GAMES, TURNS or MISSED; else "".
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

    At a place that was left it is as if nobody had left it. Raises NotNow if `joining` does not offer the place, or for
    an invalid name.
    """
    possible = joining(table, action.name)
    if action.seat not in possible.seats:
        raise NotNow(f"seat: expected one of {possible.seats or possible.why_not}; got {action.seat}")
    try:
        if action.seat in table.setup.seats:
            return _come_back(table, table.setup.renamed(action.seat, action.name), action.seat)
        setup = table.setup.joined(action.seat, action.name)
    except SetupError as error:
        raise NotNow(str(error)) from error
    match = _as_if(table.playing, setup)
    if match is None:
        raise NotNow(f"seat: expected a place at which somebody may join; got {action.seat}")
    carried = _carried(table, match, lambda h: _as_if(h.match, setup), table.times)
    return Step(replace(carried, setup=setup, joined=(*table.joined, Arrival(len(match.events)))))


def joined_just_now(table: Table) -> bool:
    """Whether the newest action is that somebody joined: nothing was thrown or played since then."""
    open_yet = table.turned.move is not None or table.throws.doubt
    return bool(table.joined) and not open_yet and len(table.playing.events) <= table.joined[-1].events


def unjoin(table: Table) -> Step:
    """Removes the player who joined last, or leaves the place again; everything else stays.

    Raises NotNow if the game would stand differently without that player.
    """
    if (place := table.joined[-1].place) is not None:
        return _left_again(table, place)
    try:
        setup = table.setup.without_last()
    except SetupError as error:
        raise NotNow(str(error)) from error
    match = _as_if(table.playing, setup)
    if match is None:
        raise NotNow("expected nobody to have played since; without who joined the game would stand otherwise")
    carried = _carried(table, match, lambda h: _as_if(h.match, setup), table.times)
    return Step(replace(carried, setup=setup, joined=table.joined[:-1]))


def _come_back(table: Table, setup: Setup, seat: int) -> Step:
    """Somebody plays on at a place that was left."""
    player = setup.seats.index(seat)
    index = table.playing.events.index(Left(player))
    place = LeftPlace(player, table.setup.names[player], index, table.times[index])
    match = _stayed(table, player)
    if match is None:
        raise NotNow(f"seat: expected a place at which somebody may join; got {seat}")
    times = (*table.times[:index], *table.times[index + 1 :])
    step = _with_left(table, replace(match, players=setup.names), setup, times, "back")
    return step.but(joined=(*table.joined, Arrival(len(match.events), place)))


def _left_again(table: Table, place: LeftPlace) -> Step:
    """The place is as it was before somebody came to it. Raises NotNow if that cannot be any more."""
    before, setup = table.playing, table.setup.renamed(table.setup.seats[place.player], place.name)
    match = _then(before.until(place.index), (Left(place.player), *before.events[place.index :]))
    if match is None:
        raise NotNow("expected nobody to have played since; without who came back the game would stand otherwise")
    times = (*table.times[: place.index], place.t, *table.times[place.index :])
    step = _with_left(table, replace(match, players=setup.names), setup, times, "undo")
    return step.but(joined=table.joined[:-1])


def _with_left(table: Table, match: Match, setup: Setup, times: Sequence[float], reason: str) -> Step:
    """The table with one event of leaving more or fewer, and what proves false of what was reported."""
    changes = differences(table, match, times)
    step = Step(replace(_onwards(table, match, LongRow.of(times)), setup=setup))
    for player, fields in changes:
        step = step.say("corrected", player, **fields, by="person", reason=reason)
    return step


def _stayed(table: Table, player: int) -> Match | None:
    """The match as if a player had not left; None if anything but that player's place would stand differently."""
    match = table.playing
    index = match.events.index(Left(player))
    later, other = match.events[index + 1 :], match.until(index)
    quiet = all(isinstance(event, Left) for event in later) and table.turned.move is None and not table.throws.doubt
    for number, event in enumerate(later, index + 1):
        if not quiet and match.game.awaits(other.state) != match.game.awaits(match.until(number).state):
            return None
        try:
            other = other.then(event)
        except (IllegalMove, BadPlace, BadStart):
            return None
    due, now = match.game.awaits(other.state), match.game.awaits(match.state)
    pairs = zip(match.game.scores(other.state), match.game.scores(match.state), strict=True)
    same = all(mine == theirs for number, (mine, theirs) in enumerate(pairs) if number != player)
    return other if same and (due == now or (quiet and due is not None and due.actor == CHANCE)) else None


def joining(table: Table, name: str = "") -> Joining:
    """Where somebody may join now, or why nobody may: who has this name first where that player left."""
    if table.match is None or table.due is None:
        return Joining(why_not=OVER)
    if any(isinstance(event, SetUp) for event in table.match.events):
        return Joining(why_not=SET_UP)
    free = [seat for seat in places_of(table.game) if seat not in table.setup.seats]
    setups = ((seat, _joined(table.setup, seat)) for seat in free)
    possible = [(seat, setup) for seat, setup in setups if setup is not None]
    if not possible and not table.match.gone:
        return Joining(why_not=FULL)
    back = [player for player in sorted(table.match.gone) if _stayed(table, player) is not None]
    own = [player for player in back if table.setup.names[player] == name]
    left = [player for player in back if player not in own and not has_played(table.match, player)]
    seats = (
        *(table.setup.seats[player] for player in own),
        *(seat for seat, setup in possible if _as_if(table.match, setup) is not None),
        *(table.setup.seats[player] for player in left),
    )
    missed = table_family(table.game).missed(table.match)
    return Joining(seats, "" if seats else GAMES if missed else TURNS if possible else MISSED)


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


def _onwards(table: Table, match: Match, times: Sequence[float]) -> Table:
    """The table at another match: what is thrown and not reported yet goes on from there."""
    before = table.playing
    count = len(before.events)
    pairs = [(h, _then(match, h.match.events[count:])) for h in table.belief.histories if h.follows(before)]
    histories = [h.but(match=m, times=(*times, *h.times[count:])) for h, m in pairs if m is not None]
    belief = belief_of(histories) if histories else Belief.sure(match, times)
    return replace(table, match=match, times=times, belief=belief, read=None)


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
