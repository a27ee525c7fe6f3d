"""The coach's advice on the present table: on the last move, and if allowed, on the next one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.match import Match

from ...store.advice import AdviceAllowed
from ...table.values.setup import COLOURS, Setup, players_at
from ...table.values.view import View
from ...words import N_, Words
from ...words.coach.tiles import LEVELS, Lines, level_name
from ...words.offer import game_title
from .games import family_of
from .page import Page
from .position import board_of, position_view, running_setup

BEGINS = Setup("occe_child", players_at((1,)))
"""What is shown before a game."""
AHEAD = N_("Before a move: what would be best")
"""What the coach says before a move of any game, on the teacher's page."""


@dataclass(frozen=True)
class ShownAdvice:
    """The coach's page.

    Attributes:
        levels: (level, name) of each reading level.
        level: the chosen one.
        after: advice on the last move: a heading and lines; () if there is none or it is not allowed.
        before: the same for the next move.
        wait: why there is no advice, or "".
        board: the table; before a game, a starting position.
        ahead: what the coach says before a move, as the teacher allows it.
    """

    levels: tuple[tuple[str, str], ...]
    level: str
    after: Lines
    before: Lines
    wait: str
    board: Page
    ahead: str


def advice_page(
    w: Words, view: View, allowed: AdviceAllowed, level: str, match: Match | None = None,
    painted: Sequence[str] = COLOURS[:4],
) -> ShownAdvice:
    """The coach's advice on a view.

    Args:
        w: the reader's words.
        view: the newest.
        allowed: what the teacher allows.
        level: one of LEVELS; anything else counts as that of nine years.
        match: the state of the game.
        painted: colours of the frames at places 1 to 4.
    """
    level = level if level in LEVELS else LEVELS[1]
    if view.due is not None and view.due.piste:
        allowed = replace(allowed, before=False)  # Piste needs no advice
    levels = tuple((name, level_name(w, name)) for name in LEVELS)
    setup = running_setup(view)
    if setup is None:
        begins = board_of(position_view(BEGINS, BEGINS.match(), dice=(5, 3)), w.language, painted=painted)
        nothing = w.t("There is no game that I can give advice on just now.")
        return ShownAdvice(levels, level, (), (), nothing, begins, w.t(AHEAD))
    board, coach = board_of(view, w.language, painted=painted), family_of(view).coach
    if coach is None or match is None:
        alone = w.t("I know no advice for %(game)s: here you decide alone.", game=game_title(w, setup.game))
        return ShownAdvice(levels, level, (), (), alone, board, w.t(AHEAD))
    after = coach.after(w, match.game, match, view, level) if allowed.after else ()
    before = coach.before(w, match.game, match, view, level) if allowed.before else ()
    wait = "" if after or before else _wait(w, allowed)
    return ShownAdvice(levels, level, after, before, wait, board, w.t(coach.ahead))


def _wait(w: Words, allowed: AdviceAllowed) -> str:
    if not (allowed.after or allowed.before):
        return w.t("Today you find it yourselves: the teacher has sent the coach on a break.")
    if not allowed.before:
        return w.t("Play first. Afterwards I tell you what I think of your move.")
    return w.t("There is nothing to choose just now.")
