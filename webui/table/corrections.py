"""A person's word: dice and tiles corrected, moves taken back. It replaces, and never deletes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.core import Foul, Legal, Partial, Roll
from referee.games.tiles import Close
from referee.match import Match
from referee.witness import explain, touched

from . import moves
from . import tiles as board
from .actions import AnswerTile, CorrectDice, CorrectTiles, Said, Undo
from .belief import Belief
from .histories import placed, repaired, rethrown
from .overturned import differences, kept_alike, newly_ended
from .sentence import by_seat, plain_sentence
from .state import NotNow, Step, Table, Throws, Turned


def undo(table: Table, action: Undo) -> Step:
    """Takes back the move that stands, else the last accepted move, else the last throw.

    Raises NotNow when nothing was done yet. With a camera the table then waits until the board fits.
    """
    told = table.wrong is not None and table.wrong.told is not None
    open_yet = table.turned.tiles or told or table.throws.doubt
    after = _rewound(table, table.playing if open_yet else _before_last(table.playing))
    after = replace(after, fitting=table.sight.on, spots=_unsaid(after))
    return corrected(table, after, action, reason=action.reason or "undo")


def _before_last(match: Match) -> Match:
    """The match before its last accepted move, or before its only throw."""
    for index in range(len(match.events) - 1, -1, -1):
        if not isinstance(match.events[index], Roll):
            return match.until(index)
    if not match.events:
        raise NotNow("expected a throw or a move to take back; nothing happened yet")
    return match.until(len(match.events) - 1)


def _rewound(table: Table, match: Match) -> Table:
    """The table at another place of its match, by a person's word; everything that hung on what came after is gone."""
    throws = replace(
        table.throws, doubt=(), odds=(), asks=False, void=(), since=None, dice=match.state.thrown
    )
    known = kept_alike(table.playing, match)
    times = (*table.times[:known], *(table.t for _ in match.events[known:]))
    return replace(
        table,
        match=match,
        times=times,
        belief=Belief.sure(match, times),
        throws=throws,
        turned=Turned(),
        wrong=None,
        verdict=None,
        setting_up=table.sight.on and bool(match.game.leftover(match.state)),
        started=True,
    )


def _unsaid(table: Table) -> dict[str, Any]:
    return {space: replace(spot, said=None) for space, spot in table.spots.items()}


def correct_dice(table: Table, action: CorrectDice) -> Step:
    """The last throw showed other values: the moves after it stand where they are still legal.

    Raises NotNow when there is no throw, or these dice were not due.
    """
    match = table.playing
    last = next((k for k in range(len(match.events) - 1, -1, -1) if isinstance(match.events[k], Roll)), None)
    if last is None:
        raise NotNow("expected a throw to correct; nothing was thrown yet")
    refusal = match.game.roll_refusal(match.until(last).state, Roll(action.dice))
    if refusal is not None:
        raise NotNow(plain_sentence(refusal, "en"))
    other, dropped = rethrown(match, last, action.dice)
    after = _rewound(table, other)
    throws: Throws = replace(after.throws, dice=action.dice, sure=1.0)
    step = corrected(table, replace(after, throws=throws), action)
    if isinstance(other.events[-1], Roll) and newly_ended(table, other, after.times):
        step = step.then(moves.ended, other.until(len(other.events) - 1).state)
    if not step.table.closing_due:
        return step
    return step.then(_stands, dropped.tiles if dropped else table.turned.tiles)


def _stands(table: Table, tiles: tuple[int, ...]) -> Step:
    """Judges what stands on the board anew, by camera or as it was touched."""
    if table.sight.on and table.spots:
        return moves.judged(table, at_once=True)
    if not tiles:
        return Step(table)
    step = close(replace(table, turned=Turned(tiles)), tiles)
    refused = any(event.event == "move_refused" for event in step.events)
    return step.but(turned=Turned()) if refused else step


def close(table: Table, tiles: tuple[int, ...]) -> Step:
    """The tiles closed with this throw are these, all of them: provisional, or refused and not done."""
    if not tiles:
        return _shown(table, ()).then(moves.partial, Partial(()))
    game, state = table.game, board.as_set_up(table)
    verdict = explain(game, state, touched(game, state, Close(tiles)))
    if isinstance(verdict, Legal):
        return _shown(table, tiles).then(moves.legal, verdict)
    if isinstance(verdict, Partial):
        return _shown(table, tiles).then(moves.partial, replace(verdict, changed=_closed(table, tiles)))
    refusal = game.move_refusal(state, Close(tiles))
    if refusal is None:
        raise NotNow(f"expected tiles of the player whose turn it is; got {list(tiles)}")
    due = table.due
    rest = set(game.open_tiles(state, due.player)) - set(tiles) if due is not None else set()
    return Step(table).then(moves.refuse, refusal, sorted(rest))


def _closed(table: Table, tiles: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    state = table.playing.state
    return tuple((table.game.space(state, state.player, tile), "closed") for tile in tiles)


def _shown(table: Table, tiles: tuple[int, ...]) -> Step:
    """tile_flipped for each tile that a finger turned, and a person's word for what the camera sees."""
    due = table.due
    step = Step(table)
    if due is None:
        return step
    game, state = table.game, table.playing.state
    before = set(game.open_tiles(state, due.player)) - set(table.turned.tiles)
    now = set(game.open_tiles(state, due.player)) - set(tiles)
    for tile in sorted(before ^ now):
        step = step.say("tile_flipped", due.player, tile=tile, state="open" if tile in now else "closed")
    if not table.sight.on:
        return step
    turned = before | now | set(tiles)
    kinds = {game.space(state, due.player, t): "open" if t in now else "closed" for t in sorted(turned)}
    sure = replace(step.table.sight, doubtful=())
    return step.but(spots=board.told(step.table, kinds), wrong=None, sight=sure)


def answer_tile(table: Table, action: AnswerTile) -> Step:
    """A tile that was in doubt is as a person says; a foul is refused without waiting.

    Raises NotNow for a tile that nobody asks about.
    """
    asked = {(board.seat_of(table, space), board.number_of(space)): space for space in table.sight.doubtful}
    space = asked.get((action.seat, action.tile))
    if space is None:
        raise NotNow(f"expected a tile in doubt, of {sorted(asked)}; got {(action.seat, action.tile)}")
    before = table.spots[space].shows
    step = Step(replace(table, spots=board.told(table, {space: action.state}), wrong=None))
    if before != action.state:
        player = table.setup.seats.index(action.seat)
        step = step.say("tile_flipped", player, tile=action.tile, state=action.state)
    return step.then(moves.judged, at_once=True)


def correct_tiles(table: Table, action: CorrectTiles) -> Step:
    """What really is open before some seats: the running move read anew, or accepted ones repaired.

    Where no game of these throws leads there, the board stands so all the same: the teacher's word replaces what
    Piste believed, and a throw of that player is spent.

    Raises NotNow for a seat that does not play, for tiles that do not exist, and once the game is over or the
    player does not have the shared box, for tiles that no game of these throws leads to.
    """
    step = Step(table)
    for seat, tiles in action.seats:
        if seat not in table.setup.seats:
            raise NotNow(f"seat: expected one of {table.setup.seats}; got {seat}")
        step = step.then(_correct_seat, table.setup.seats.index(seat), frozenset(tiles), action)
    return step


def _correct_seat(table: Table, player: int, tiles: frozenset[int], action: CorrectTiles) -> Step:
    game, state = table.game, table.playing.state
    strange = sorted(tiles - game.all_tiles)
    if strange:
        raise NotNow(f"tiles: expected numbers up to {game.tiles}; got {strange}")
    accepted = frozenset(game.open_tiles(state, player))
    moving = table.closing_due and state.player == player and _explained(table, accepted, tiles)
    after = table
    said: dict[str, Any] = {}
    if not moving and tiles != accepted:
        match = repaired(table.playing, player, tiles)
        if match is None:
            match = placed(table.playing, player, tiles)
            spent = bool(game.dice(state)) and not game.dice(match.state)
            said = {"explained": False, "spent": spent}
        after = _rewound(table, match)
    after = replace(_told(after, player, tiles), wrong=None, fitting=False)
    step = corrected(table, after, action, player, **said)
    if after.match is not None and after.playing.events[len(table.playing.events) :]:
        step = step.then(moves.ended, state)
    if moving and not table.sight.on:
        return step.then(close, tuple(sorted(accepted - tiles)))
    return step.then(moves.judged, at_once=True) if table.sight.on else step


def _explained(table: Table, accepted: frozenset[int], tiles: frozenset[int]) -> bool:
    """With the throw that stands, the tiles are as they were, or a move or the way to one."""
    if not tiles < accepted:
        return tiles == accepted
    game, state = table.game, board.as_set_up(table)
    return not isinstance(explain(game, state, touched(game, state, Close(tuple(accepted - tiles)))), Foul)


def _told(table: Table, player: int, tiles: frozenset[int]) -> Table:
    if not table.sight.on:
        return table
    game, state = table.game, table.playing.state
    kinds = {game.space(state, player, t): "open" if t in tiles else "closed" for t in sorted(game.all_tiles)}
    return replace(table, spots=board.told(table, kinds))


def corrected(
    before: Table,
    after: Table,
    action: Said,
    player: int | None = None,
    reason: str | None = None,
    **said: Any,
) -> Step:
    """corrected, by a person, for everything that was told and is not so: what stood before and stands after, and why.

    `said` adds to it: `explained` False where no move leads there, and `spent`, that it cost the throw that stood.
    """
    due = before.due if before.due is not None else after.due
    who = player if player is not None else due.player if due is not None else 0
    why = {"by": "person", "who": action.by, "reason": reason if reason is not None else action.reason}
    told = differences(before, after.playing, after.times)
    stood = _stand(before, who), _stand(after, who)
    if not told:
        what = {"what": "tile", "of": None, "before": stood[0], "after": stood[1]}
        return Step(after).say("corrected", who, **what, **why, **said)
    step = Step(after)
    for player_of, fields in told:
        step = step.say("corrected", player_of, **fields, stood=stood[0], stands=stood[1], **why, **said)
    return step


def _stand(table: Table, player: int) -> dict[str, Any]:
    """What a correction replaces: the dice, a player's open tiles, and everybody's points."""
    state = table.playing.state
    scores = by_seat(table, table.game.scores(state))
    return {"dice": list(table.throws.dice), "open": board.open_tiles(table, player), "scores": scores}
