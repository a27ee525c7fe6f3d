"""A person's word: moves made by touch, dice corrected, moves taken back. It replaces, and never deletes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.core import Legal, Move, Roll
from referee.match import Match

from . import moves
from . import tiles as board
from .actions import CorrectDice, ReplacePlayer, Said, Undo
from .belief import Belief
from .everybody import acting
from .histories import rethrown
from .overturned import differences, kept_alike, last_throw, newly_ended
from .sentence import by_seat, plain_sentence
from .setup import SetupError
from .shown import by_camera
from .state import NotNow, Step, Table, Throws, Turned


def undo(table: Table, action: Undo) -> Step:
    """Takes back the move that stands, else the last accepted move, else the last throw.

    Raises NotNow when nothing was done yet. With a camera the table then waits until the board fits.
    """
    told = table.wrong is not None and table.wrong.told is not None
    open_yet = table.turned.move is not None or told or table.throws.doubt
    after = rewound(table, table.playing if open_yet else _before_last(table.playing))
    after = replace(after, fitting=table.sees_board, spots=_unsaid(after))
    return corrected(table, after, action, reason=action.reason or "undo")


def replace_player(table: Table, action: ReplacePlayer) -> Step:
    """Another name at a seat, in all that may have happened; nothing that was played changes.

    Raises NotNow where nobody sits there, or for what is no name.
    """
    try:
        setup = table.setup.renamed(action.seat, action.name)
    except SetupError as error:
        raise NotNow(str(error)) from error
    names = tuple(player.name for player in setup.players)
    histories = tuple(h.but(match=replace(h.match, players=names)) for h in table.belief.histories)
    match = None if table.match is None else replace(table.match, players=names)
    return Step(replace(table, setup=setup, match=match, belief=Belief(histories)))


def _before_last(match: Match) -> Match:
    """The match before its last accepted move, or before its only throw."""
    for index in range(len(match.events) - 1, -1, -1):
        if not isinstance(match.events[index], Roll):
            return match.until(index)
    if not match.events:
        raise NotNow("expected a throw or a move to take back; nothing happened yet")
    return match.until(len(match.events) - 1)


def rewound(table: Table, match: Match) -> Table:
    """The table at another place of its match, by a person's word; everything that hung on what came after is gone."""
    throws = replace(table.throws, doubt=(), odds=(), asks=False, void=(), since=None, dice=last_throw(match))
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
        setting_up=table.sees_board and bool(match.game.leftover(match.state)),
        started=True,
    )


def _unsaid(table: Table) -> dict[str, Any]:
    return {space: replace(spot, said=None) for space, spot in table.spots.items()}


def correct_dice(table: Table, action: CorrectDice) -> Step:
    """The last throw showed other values: the moves after it stand where they are still legal.

    Raises NotNow when there is no throw, or these dice were not due.
    """
    match = table.playing
    last = match.newest(Roll)
    if last is None:
        raise NotNow("expected a throw to correct; nothing was thrown yet")
    refusal = match.game.roll_refusal(match.until(last).state, Roll(action.dice))
    if refusal is not None:
        raise NotNow(plain_sentence(refusal, "en"))
    other, dropped = rethrown(match, last, action.dice)
    after = rewound(table, other)
    throws: Throws = replace(after.throws, dice=action.dice, sure=1.0)
    step = corrected(table, replace(after, throws=throws), action)
    if isinstance(other.events[-1], Roll) and newly_ended(table, other, after.times):
        step = step.then(moves.ended, other.until(len(other.events) - 1).state)
    if not step.table.closing_due:
        return step
    return step.then(_stands, table.turned.move if dropped is None else dropped)


def _stands(table: Table, move: Move | None) -> Step:
    """Judges what stands on the board anew, by camera or as it was touched."""
    if table.sees_board and table.spots:
        return moves.judged(table, at_once=True)
    if move is None:
        return Step(table)
    step = play(replace(table, turned=Turned(move)), move)
    refused = any(event.event == "move_refused" for event in step.events)
    return step.but(turned=Turned()) if refused else step


def play(table: Table, move: Move | None) -> Step:
    """The move made by touch, as far as it goes: provisional, or refused and not done. None takes back what stood."""
    if move is None:
        return board.by_hand(table, None).then(moves.partial, None)
    game, state = table.game, board.as_set_up(table)
    refusal = game.move_refusal(state, move)
    more = game.continuations(state, move) if table.closing_due else ()
    if refusal is None:
        return board.by_hand(table, move).then(moves.legal, Legal(move, more))
    if more:
        return board.by_hand(table, move).then(moves.partial, move)
    return Step(table).then(moves.refuse, refusal, board.left_by(table, move), event=move)


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
    first = before if before.due is not None else after
    who = player if player is not None else acting(first.playing) or 0
    why = {"by": "person", "who": action.by, "reason": reason if reason is not None else action.reason}
    told = differences(before, after.playing, after.times)
    stood = _stand(before, who), _stand(after, who)
    if not told:
        kind = "tile" if by_camera(before.game) else "move"
        what = {"what": kind, "of": None, "before": stood[0], "after": stood[1]}
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
