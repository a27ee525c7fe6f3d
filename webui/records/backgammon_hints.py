"""What GNU Backgammon is asked about a match, and the move that its answer means."""

from __future__ import annotations

import re

from referee.core import CHANCE
from referee.games.arrows import Play, Say
from referee.games.backgammon import Backgammon
from referee.games.backgammon.game import ACCEPT, DOUBLE, REFUSE
from referee.match import Match

from .backgammon_ids import xgid
from .imports.mat import play_of

BEST = re.compile(r"^ *1\. Cube\w+ \S+ +(.+?) +(?:Eq\.|MWC):", re.MULTILINE)
DIE = re.compile(r"^Proper cube action: *(.+)$", re.MULTILINE)
DOUBLES = ("double", "redouble", "optional")


def asked(match: Match) -> str:
    """The position, XGID, in which the player to act has something to decide; "" where nothing is to be decided."""
    game, due = match.game, match.game.awaits(match.state)
    if not isinstance(game, Backgammon) or due is None:
        return ""
    choices = game.offers(match.state) if due.actor == CHANCE else game.legal(match.state)[1:]
    return xgid(game, match.state) if choices else ""


def advised(match: Match, says: str) -> Play | Say | None:
    """The move that an answer means; None for a throw without a double before it, and where it means none."""
    game, state = match.game, match.state
    assert isinstance(game, Backgammon), "asked only about that game"
    die = DIE.search(says)
    if state.asked:
        return None if die is None else REFUSE if re.search(r"\b(pass|drop)\b", die[1].lower()) else ACCEPT
    if not state.dice:
        return DOUBLE if die is not None and die[1].lower().startswith(DOUBLES) else None
    best = BEST.search(says)
    return None if best is None else play_of(game, state, best[1])
