"""What the referee says of a position: whether pieces may stand so, and whether play can go on from there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from referee.core import Kind, Placed, Space
from referee.errors import RefereeError
from referee.games.arrows import ArrowGame
from referee.games.tock import Tock
from referee.match import Match

from ...table.games.lies import lying
from ...table.setup import Setup, SetupError
from ...table.state import Table
from .draft import AS_IT_IS, DRAW, Draft

OF_A_THROW = frozenset({"dice", "drawn", "asked", "touched", "player"})
OF_A_TURN = frozenset({"turn", "player", "aside", "threshold", "dice", "level", "target", "full_hands", "asked"})
OF_A_DEAL = frozenset({"dealer", "deal", "phase", "turn", "hands", "given", "played"})
"""Keys of a position that a new throw, turn or deal starts without."""


class NotSo(ValueError):
    """An impossible position, or one without a next move; the message is the referee's."""


def has_board(setup: Setup) -> bool:
    """Whether it has pieces on a board; Trente has only points."""
    return isinstance(setup.build(), ArrowGame | Tock)


def now(table: Table) -> Draft:
    """The draft of the running game's position, or of the start if it is over."""
    match = table.playing if table.due else table.setup.match()
    game, said = match.game, _position(match)
    if isinstance(game, Tock):
        closed = game.hands == "known" or said["phase"] == "deal"  # no page contains hands held by phones
        return Draft(_spaces(match), turn=said["dealer"] - 1 if closed else AS_IT_IS)
    if isinstance(game, ArrowGame):
        return Draft(_spaces(match), turn=said.get("player", DRAW + 1) - 1, points=_score(said))
    return Draft({}, turn=said["turn"] - 1, points=tuple(map(str, said["points"])))


def as_it_lies(table: Table) -> Draft | None:
    """The draft of the running game's board, to correct it; None without a board or after its end."""
    match = lying(table)
    if table.due is None or not has_board(table.setup) or match.game.is_over(match.state):
        return None
    return Draft(_spaces(match), turn=AS_IT_IS)


def _score(said: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(map(str, said["score"])) if "score" in said else ()


def at_start(table: Table) -> Draft:
    """The draft of the game's start."""
    match = table.setup.match()
    said = now(table)
    return Draft(_spaces(match) if said.spaces else {}, turn=said.turn, points=said.points)


def _spaces(match: Match) -> dict[Space, Kind]:
    """Only the spaces of the board, without cards and words."""
    known = match.game.appearance(match.state)
    return {space: kind for space, kind in known.items() if not space.startswith(("said", "pile"))}


def _position(match: Match) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(match.game.position(match.state))
    return said


def stands(setup: Setup, draft: Draft) -> dict[str, Any]:
    """The pieces of a draft as a position. Raises NotSo if they cannot stand so."""
    start = setup.match()
    try:
        after = start.then(Placed(tuple(draft.spaces.items())))
    except RefereeError as error:
        raise NotSo(str(error)) from error
    if after.game.is_over(after.state) or _spaces(after) != dict(draft.spaces):  # the next game begins differently
        raise NotSo("expected a game that is not over")
    keys = ("pawns", "fresh") if isinstance(after.game, Tock) else ("white", "black")
    return {key: value for key, value in _position(after).items() if key in keys}


def position(table: Table, draft: Draft) -> Mapping[str, Any]:
    """The position to play on from, with earlier games unchanged. Raises NotSo if nobody can play on."""
    setup = table.setup
    said = _said(table, draft)
    try:
        setup.match(json.dumps(said))
    except SetupError as error:
        raise NotSo(str(error)) from error
    return said


def _said(table: Table, draft: Draft) -> Mapping[str, Any]:
    game = table.game
    before = _position(table.playing) if table.due else {}
    if isinstance(game, Tock):
        dealt = {} if draft.turn == AS_IT_IS else {"dealer": draft.turn + 1}
        kept = before if draft.turn == AS_IT_IS else _without(before, OF_A_DEAL)
        return _without(kept, {"pawns", "fresh"}) | dealt | stands(table.setup, draft)
    points = _numbers(draft.points)
    if isinstance(game, ArrowGame):
        turn = {} if draft.turn == DRAW else {"player": draft.turn + 1}
        score = {"score": points} if points else {}
        return _without(before, OF_A_THROW) | turn | score | stands(table.setup, draft)
    dead = [player for player, number in enumerate(points, 1) if number < 0]
    deaths = [player for player in before.get("deaths", ()) if player in dead]
    fallen = {"deaths": [*deaths, *(player for player in dead if player not in deaths)]} if dead else {}
    kept = _without(before, OF_A_TURN | {"deaths"})
    return kept | fallen | {"points": points, "turn": draft.turn + 1}


def _without(said: Mapping[str, Any], keys: frozenset[str] | set[str]) -> dict[str, Any]:
    return {key: value for key, value in said.items() if key not in keys}


def _numbers(typed: tuple[str, ...]) -> list[int]:
    try:
        return [int(text) for text in typed]
    except ValueError as error:
        raise NotSo("points: expected whole numbers") from error
