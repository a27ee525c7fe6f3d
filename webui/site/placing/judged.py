"""The referee's judgement of a position: whether pieces may stand there, and whether play can go on."""

from __future__ import annotations

import json
from collections.abc import Mapping

from referee.core import Placed
from referee.errors import RefereeError
from referee.match import Match

from ...table.transitions.lies import match_as_lying
from ...table.values.setup import SetupError
from ...table.values.state import Table
from ..show.games import family_played
from ..show.games.placed import NotSo, Placing, spaces_of, written
from .draft import AS_IT_IS, Draft


def placing_of(table: Table) -> Placing:
    """How positions of a table's game are set up, for families with their own way."""
    placing = family_played(table.game).placing
    assert placing is not None, f"expected a family that says how; {table.game.name} is of none"
    return placing


def running(table: Table) -> Match:
    """The running game, or its start if it is over."""
    return table.playing if table.due else table.setup.match()


def now(table: Table) -> Draft:
    """The draft of the running game's position, or of the start if it is over."""
    return placing_of(table).now(running(table))


def as_it_lies(table: Table) -> Draft | None:
    """The draft of the running game's board, to correct it; None without pieces that move on it or after its end."""
    match = match_as_lying(table)
    if table.due is None or not family_played(table.game).moved or match.game.is_over(match.state):
        return None
    return Draft(spaces_of(match), turn=AS_IT_IS)


def at_start(table: Table) -> Draft:
    """The draft of the game's start."""
    match = table.setup.match()
    draft = now(table)
    return Draft(spaces_of(match) if draft.spaces else {}, turn=draft.turn, points=draft.points)


def stands(table: Table, draft: Draft) -> dict[str, object]:
    """The pieces of a draft as a position. Raises NotSo if they cannot stand so."""
    start = table.setup.match()
    try:
        after = start.then(Placed(tuple(draft.spaces.items())))
    except RefereeError as error:
        raise NotSo(str(error)) from error
    if after.game.is_over(after.state) or spaces_of(after) != dict(draft.spaces):  # the next game begins differently
        raise NotSo("expected a game that is not over")
    return {key: value for key, value in written(after).items() if key in placing_of(table).pieces}


def position(table: Table, draft: Draft) -> Mapping[str, object]:
    """The position to play on from, with earlier games unchanged. Raises NotSo if nobody can play on."""
    before = written(table.playing) if table.due else {}
    position_now = placing_of(table).position_of(before, draft, lambda: stands(table, draft))
    try:
        table.setup.match(json.dumps(position_now))
    except SetupError as error:
        raise NotSo(str(error)) from error
    return position_now
