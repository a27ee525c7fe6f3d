"""What the coach says of the table as it stands: of the move just made, and where it may, of the one that is due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from referee.coach import Coach
from referee.core import Game
from referee.games.arrows import ArrowGame
from referee.games.tiles import TileGame
from referee.games.trente import Trente
from referee.match import Match

from ...coach.tiles import Asked, lines
from ...store.advice import AdviceAllowed
from ...table.setup import COLOURS, Setup, players_at
from ...table.view import TilesPlayer, View
from ...words import Words
from ...words.coach.tiles import LEVELS, Lines, advice_lines, level_name
from ...words.offer import game_title
from .games.coached import coached, said_after, said_before
from .page import Page
from .position import board_of, position_view, running_setup

BEGINS = Setup("occe_child", players_at((1,)))
"""What is shown before a game."""


@dataclass(frozen=True)
class ShownAdvice:
    """The coach's page.

    Attributes:
        levels: (level, name) of each reading level.
        level: the one that is read.
        after: of the move just made: a heading and lines; () where there is none, or it is not allowed.
        before: the same of what is due.
        wait: why nothing is told, or "".
        board: what lies on the table; before a game, how one begins.
        ahead: what the coach says before a move, as the teacher allows it.
    """

    levels: tuple[tuple[str, str], ...]
    level: str
    after: Lines
    before: Lines
    wait: str
    board: Page
    ahead: str


@lru_cache(maxsize=4)
def _coach(game: TileGame) -> Coach:
    """The coach of a game, who keeps what he has worked out."""
    return Coach(game)


def advice_page(
    w: Words, view: View, allowed: AdviceAllowed, level: str, match: Match | None = None,
    painted: Sequence[str] = COLOURS[:4],
) -> ShownAdvice:
    """What the coach says of a view.

    Args:
        w: the reader's words.
        view: the newest.
        allowed: what the teacher allows.
        level: one of LEVELS; of anything else, that of nine years.
        match: how the game stands.
        painted: colours of the frames at places 1 to 4.
    """
    level = level if level in LEVELS else LEVELS[1]
    if view.due is not None and view.due.piste:
        allowed = replace(allowed, before=False)  # Piste needs no advice
    levels = tuple((one, level_name(w, one)) for one in LEVELS)
    setup = running_setup(view)
    if setup is None:
        begins = board_of(position_view(BEGINS, BEGINS.match(), dice=(5, 3)), w.language, painted=painted)
        nothing = w.t("There is no game that I can give advice on just now.")
        return ShownAdvice(levels, level, (), (), nothing, begins, ahead(w, None))
    game, board = setup.build(), board_of(view, w.language, painted=painted)
    if match is not None and coached(match):
        after = said_after(w, match, level) if allowed.after else ()
        before = said_before(w, match, level) if allowed.before else ()
    elif isinstance(game, TileGame):
        after = _after(w, view, game, level) if allowed.after else ()
        before = _before(w, view, game, level) if allowed.before else ()
    else:
        alone = w.t("I know no advice for %(game)s: here you decide alone.", game=game_title(w, game.name))
        return ShownAdvice(levels, level, (), (), alone, board, ahead(w, game))
    wait = "" if after or before else _wait(w, allowed)
    return ShownAdvice(levels, level, after, before, wait, board, ahead(w, game))


def ahead(w: Words, game: Game | None) -> str:
    """What the coach says before a move of this game, on the teacher's page; of any game for None."""
    if isinstance(game, TileGame):
        return w.t("Before a move: what to close")
    if isinstance(game, Trente):
        return w.t("Before a move: which dice to set aside")
    if isinstance(game, ArrowGame):
        return w.t("Before a move: what can be counted on the board")
    return w.t("Before a move: what would be best")


def _wait(w: Words, allowed: AdviceAllowed) -> str:
    if not (allowed.after or allowed.before):
        return w.t("Today you find it yourselves: the teacher has sent the coach on a break.")
    if not allowed.before:
        return w.t("Play first. Afterwards I tell you what I think of your move.")
    return w.t("There is nothing to choose just now.")


def _after(w: Words, view: View, game: TileGame, level: str) -> Lines:
    """How good the newest accepted closing was: a heading, a verdict, and what the coach says of that throw."""
    found = _newest_closing(view)
    if found is None:
        return ()
    name, dice, closed, stood = found
    if len(dice) not in game.dice_allowed(stood):
        return ()  # tiles were corrected meanwhile
    advice = _coach(game).costs(stood, dice)
    mine = next((one for one in advice if set(one.close.tiles) == set(closed)), None)
    if mine is None:
        return ()
    head = w.t("%(name)s closed %(tiles)s.", name=name, tiles=w.all_of(closed))
    verdict = _verdict(w, only=len(advice) == 1, best=not mine.cost)
    told = () if level == LEVELS[0] and not mine.cost else advice_lines(w, level, stood, advice)
    with_dice = w.t("With %(dice)s:", dice=w.all_of(dice))
    return (head, verdict, *((with_dice, *told) if told else ()))


def _verdict(w: Words, *, only: bool, best: bool) -> str:
    if only:
        return w.t("There was no other choice.")
    return w.t("Bravo, that was the cleverest!") if best else w.t("There was something cleverer.")


def _newest_closing(view: View) -> tuple[str, tuple[int, ...], tuple[int, ...], frozenset[int]] | None:
    """Who closed last, with which throw, what, and what stood open before; None where nobody can tell."""
    closing: Mapping[str, Any] | None = None
    for event in reversed(view.history):
        if event["event"] == "corrected":
            return None
        if closing is None and event["event"] == "move_accepted":
            closing = event
        elif closing is not None and event["event"] == "roll_settled":
            closed = tuple(closing["closed"])
            names = view.names
            stood = frozenset([*closing["open"], *closed])
            return names.get(closing["player"], ""), tuple(event["dice"]), closed, stood
    return None


def _before(w: Words, view: View, game: TileGame, level: str) -> Lines:
    """What may be done best now: after the throw what to close, before it what to expect."""
    player = view.at_turn
    stages = ("waiting_throw", "waiting_move", "provisional", "refused")
    if not isinstance(player, TilesPlayer) or view.state not in stages:
        return ()
    stands = frozenset(tile.number for tile in player.tiles if tile.state in ("open", "provisional", "refused"))
    dice = tuple(die.value for die in view.dice if die.value) if view.owed == "move" else ()
    head = w.t("%(name)s, to you:", name=player.name)
    return (head, *lines(w, level, _coach(game), Asked(game, stands, dice)))
