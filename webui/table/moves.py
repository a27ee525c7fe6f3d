"""From the board as believed to moves: provisional, accepted, refused, withdrawn, and what a move ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.core import CHANCE, Event, Foul, Legal, Partial, Roll, Unclear
from referee.match import Match
from referee.witness import explain

from . import tiles as board
from .belief import Belief
from .events import TableEvent
from .overturned import move_fields
from .sentence import by_seat, plain, reasons
from .state import Step, Table, Turned, Wrong

STILL = 1.0
"""Seconds that the board stands still until a move is accepted to which nothing can be added."""

WRONG_AFTER = 1.0
"""Seconds that tiles stand so that no move explains them until that is refused."""

DOUBTFUL_AFTER = 2.5
"""The same where the reader itself would rather ask: time enough for it to look again."""


def advance(table: Table, event: Event) -> Step:
    """The match one throw or move further, and what that ended. Raises IllegalMove where it is not due."""
    before = table.playing.state
    match = table.playing.then(event)
    verdict = asks_to_look(table.verdict) if isinstance(event, Roll) else None
    step = Step(replace(table, match=match, turned=Turned(), wrong=None, verdict=verdict))
    step = step.but(times=(*table.times, table.t), belief=_holds(table, match))
    if not isinstance(event, Roll):
        step = step.say("move_accepted", before.player, **move_fields(table.playing, event))
    return step.then(ended, before)


def _holds(table: Table, match: Match) -> Belief:
    """The belief in which a match holds: where no history says so, nothing else can have happened."""
    known = table.belief.first(lambda h: h.follows(match)) is not None
    return table.belief if known else Belief.sure(match, (*table.times, table.t))


def asks_to_look(verdict: TableEvent | None) -> TableEvent | None:
    """The verdict where it only asks that the teacher look at the board: it outlives the throw after it."""
    return verdict if verdict is not None and verdict.values.get("rule") == "board_unsure" else None


def ended(table: Table, before: Any) -> Step:
    """turn_passed, game_ended, series_ended: what the newest event of the match ended."""
    step, state = Step(table), table.playing.state
    passed = state.last_passed
    if passed is not None:
        values = {"score": passed.score, "open": list(passed.open), "forced": passed.forced}
        step = step.say("turn_passed", passed.player, **values, cause=passed.reason)
        step = step.but(verdict=step.events[-1])
    for result in state.results[len(before.results) :]:
        scores, winners = by_seat(table, result.scores), [table.setup.seats[p] for p in result.winners]
        step = step.say("game_ended", scores=scores, winners=winners, game=result.number)
        step = step.but(started=table.due is None)
    if state.champions and not before.champions:
        step = _series_ended(step)
    if set(table.game.leftover(state)) - set(table.game.leftover(before)) or state.champions:
        step = step.but(setting_up=True)
    return step if table.sight.on else step.then(set_up)


def _series_ended(step: Step) -> Step:
    table, state = step.table, step.table.playing.state
    if table.setup.games == 1 and state.champions == state.results[-1].winners:
        return step
    winners = [table.setup.seats[player] for player in state.champions]
    return step.say("series_ended", scores=by_seat(table, table.game.totals(state)), winners=winners)


def set_up(table: Table) -> Step:
    """The board shows what the next throw needs: board_reset and game_started, each where it is due."""
    step = Step(table)
    if table.setting_up and table.due is not None:
        step = step.say("board_reset").but(setting_up=False)
    if not table.started and table.due is not None:
        setup = table.setup
        options = {name: plain(value) for name, value in setup.rules().items()}
        step = step.say(
            "game_started", game=setup.game, profile=setup.profile, options=options, seats=list(setup.seats)
        ).but(started=True)
    return step


def judged(
    table: Table, *, thrown: bool = False, at_once: bool = False, asks: bool = False, certain: bool = False
) -> Step:
    """What the board as believed says.

    Args:
        table: the table with its newest spots.
        thrown: the next throw has come to rest: what stands is what was meant.
        at_once: a person said what stands: a foul is refused without waiting.
        asks: the reader finds the tiles too doubtful to act upon.
        certain: nobody asks any more: every reading is taken for what it most probably is.
    """
    if table.throws.doubt or table.due is None:
        return Step(table)
    if table.fitting:
        fits = not board.misfits(table, board.expected(table))
        return Step(replace(table, fitting=not fits))
    if table.wrong is not None and table.wrong.told and table.wrong.shown == board.shown(table):
        return Step(table)
    verdict = explain(table.game, board.as_set_up(table), board.sighting(table, certain=certain))
    doubtful = verdict.doubtful if isinstance(verdict, Unclear) else ()
    table = replace(table, sight=replace(table.sight, doubtful=tuple(doubtful)))
    if isinstance(verdict, Legal):
        return legal(table, verdict, thrown=thrown)
    if isinstance(verdict, Partial):
        return partial(table, verdict)
    if isinstance(verdict, Foul):
        wait = 0.0 if thrown or at_once else DOUBTFUL_AFTER if asks else WRONG_AFTER
        return accepted(table) if _handed_over(table) else wrong(table, verdict, wait)
    return Step(table)


def _handed_over(table: Table) -> bool:
    """The board was set up for the next player: the move that stood was meant, also where more could have followed."""
    if not table.turned.legal:
        return False
    other = replace(table, match=table.playing.then(_standing(table)), turned=Turned())
    return bool(table.game.leftover(other.playing.state)) and not board.misfits(other, board.expected(other))


def _standing(table: Table) -> Any:
    """The legal move that stands."""
    return next(m for m in table.game.legal(table.playing.state) if m.tiles == table.turned.tiles)


def legal(table: Table, verdict: Legal, *, thrown: bool = False) -> Step:
    """A whole legal move stands: provisional, and accepted when the rules of acceptance say so."""
    tiles = tuple(verdict.move.tiles)
    more = tuple(tuple(sorted(set(move.tiles) - set(tiles))) for move in verdict.continuations)
    same = table.turned.legal and table.turned.tiles == tiles
    since = table.turned.since if same else table.t
    step = _withdrawn(table, tiles)
    if step.table.setting_up:
        step = step.then(set_up)
    verdict_now = step.table.verdict if same else None
    step = step.but(turned=Turned(tiles, True, more, since), wrong=None, verdict=verdict_now)
    return step.then(accepted) if thrown else step.then(ripe)


def partial(table: Table, verdict: Partial) -> Step:
    """Nothing is turned, or something on the way to a legal move."""
    tiles = tuple(sorted(board.number_of(space) for space, kind in verdict.changed if kind == "closed"))
    if table.due is None or table.due.actor == CHANCE:
        tiles = ()
    step = _withdrawn(table, tiles)
    same = table.turned.tiles == tiles
    since = table.turned.since if same else table.t
    verdict_now = step.table.verdict if same else None
    return step.but(turned=Turned(tiles, False, (), since), wrong=None, verdict=verdict_now)


def unturned(table: Table) -> Step:
    """The board stands as before the throw."""
    return partial(table, Partial(()))


def _withdrawn(table: Table, tiles: tuple[int, ...]) -> Step:
    """move_withdrawn where a refused board was put right, or a tile of the provisional move is open again."""
    refused = table.wrong is not None and table.wrong.told is not None
    reopened = table.turned.legal and not set(table.turned.tiles) <= set(tiles)
    due = table.due
    if due is None or not (refused or reopened):
        return Step(table)
    stands = board.open_tiles(table, due.player) if table.sight.on else _rest(table, due.player, tiles)
    return Step(table).say("move_withdrawn", due.player, open=stands).but(verdict=None)


def _rest(table: Table, player: int, tiles: tuple[int, ...]) -> list[int]:
    return sorted(set(table.game.open_tiles(table.playing.state, player)) - set(tiles))


def wrong(table: Table, foul: Foul, wait: float) -> Step:
    """No move explains the tiles: refused once they have stood so for `wait` seconds."""
    # The tiles of the turn before still stand: the page asks to open them, nobody did wrong.
    if foul.rule == "not_reset":
        return Step(replace(table, setting_up=True))
    shown = board.shown(table)
    seen = table.wrong
    if seen is None or seen.shown != shown:
        seen = Wrong(foul.rule, shown)
    if board.stood(table) < wait:
        return Step(replace(table, wrong=seen))
    step = Step(replace(table, turned=Turned())).then(refuse, foul)
    return step.but(wrong=replace(seen, told=step.events[-1]))


def refuse(table: Table, foul: Foul, open_tiles: list[int] | None = None) -> Step:
    """move_refused, in words; the state of the game does not change."""
    due = table.due
    player = due.player if due is not None else 0
    legal_moves = foul.expected or table.game.legal(table.playing.state)
    step = Step(table).say(
        "move_refused",
        player,
        rule=foul.rule,
        values={name: plain(value) for name, value in foul.values},
        reason=reasons(table, foul),
        open=board.open_tiles(table, player) if open_tiles is None else open_tiles,
        legal=[list(move.tiles) for move in legal_moves],
    )
    return step.but(verdict=step.events[-1])


def accepted(table: Table) -> Step:
    """The move that stands is meant. Nothing happens where none stands, or where it is not sure any more."""
    if not table.turned.legal or table.sight.doubtful:
        return Step(table)
    move = _standing(table)
    belief = table.belief.happened(table.playing, move, table.t, board.seen(table))
    return advance(replace(table, belief=belief), move)


def ripe(table: Table) -> Step:
    """Accepts a move to which nothing can be added once the board stood still for a second."""
    turned = table.turned
    if turned.legal and not turned.more and table.t - turned.since >= STILL and not table.paused:
        return accepted(table)
    return Step(table)
