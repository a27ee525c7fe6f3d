"""How a table of men looks, and what a person's word on some spaces makes of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...core import Kind, Placed, Space
from ...errors import BadPlace
from ...said import told_spaces
from .plays import BAR, OFF, Play, Say
from .state import COLOURS, ArrowState, Men, Table

if TYPE_CHECKING:
    from .game import ArrowGame

SAID: Space = "said"
"""Where a decision shows that no man makes: "nothing", or the word."""

NOTHING: Kind = "nothing"

ARROWS = tuple(f"arrow-{number}{side}" for side in ("", "A") for number in range(1, 13))
"""The spaces of the board: printed 1 to 12 on one side, 1A to 12A on the other."""

PLACES = range(OFF, BAR + 1)
"""A player's own numbers of the places where a man may be."""

_KIND = re.compile(r"empty|(white|black) x ([1-9]|1[0-5])", re.ASCII)


def kind(player: int, men: int) -> Kind:
    """ "white x 3", "empty"."""
    return f"{COLOURS[player]} x {men}" if men else "empty"


def of_men(game: ArrowGame, player: int, mine: Men, his: Men) -> dict[Space, Kind]:
    """Every space, with these men of a player and of the opponent; where both should stand, the player's show."""
    shown = dict.fromkeys((*ARROWS, *game.side_spaces), kind(player, 0))
    for who, men in ((1 - player, his), (player, mine)):
        for number, count in enumerate(men):
            if count:
                shown[game.space(who, number)] = kind(who, count)
    return shown


def of_effect(game: ArrowGame, state: ArrowState, move: Play | Say) -> dict[Space, Kind]:
    """The spaces that a move changes, and what they show then; of an illegal one, what hands would make of it."""
    if isinstance(move, Say):
        return {SAID: move.word}
    before = game.look(state.table, state.player)
    reached = game.walk.follow(state.table, game.dice_for(state.table, state.dice), move.steps)
    if reached:
        after = game.look(reached[0][0], state.player)
    else:
        after = of_men(game, state.player, *_by_hand(game, state, move))
    return {space: shown for space, shown in after.items() if shown != before[space]}


def _by_hand(game: ArrowGame, state: ArrowState, play: Play) -> tuple[Men, Men]:
    """The men once somebody moved them so, whatever the rules say; a lone enemy man is captured."""
    mine, his = (list(men) for men in game.men(state.table))
    numbers = {game.space(1 - state.player, number): number for number in PLACES}
    for step in play.steps:
        mine[step.source] = max(0, mine[step.source] - 1)
        mine[step.target] += 1
        other = numbers.get(game.space(state.player, step.target))
        if other is not None and his[other] == 1 and game.captured_to is not None:
            his[other] = 0
            his[game.captured_to] += 1
    return tuple(mine), tuple(his)


def of_placed(game: ArrowGame, state: ArrowState, placed: Placed) -> Table:
    """The table once some spaces show what a person says of them. Raises BadPlace."""
    known = game.appearance(state)
    says = told_spaces(placed, known)
    shown = known | says
    if shown.pop(SAID, NOTHING) != NOTHING:
        raise BadPlace(f"expected {SAID} to show {NOTHING}: words are said, not placed; got {says[SAID]!r}")
    men = counted(game, shown)
    for who, before in zip((state.player, 1 - state.player), game.men(state.table), strict=True):
        if sum(men[who]) != sum(before):
            raise BadPlace(f"expected {sum(before)} {COLOURS[who]} men in all; got {sum(men[who])}")
    return game.with_men(state.table, men[state.player], men[1 - state.player])


def counted(game: ArrowGame, shown: dict[Space, Kind]) -> tuple[Men, Men]:
    """The men of both players, by each one's own numbers. Raises BadPlace for a kind that cannot stand there."""
    numbers = {(game.space(who, number), who): number for who in (0, 1) for number in PLACES}
    men = ([0] * len(PLACES), [0] * len(PLACES))
    for space, stands in shown.items():
        found = _KIND.fullmatch(stands)
        if found is None:
            raise BadPlace(f"expected empty, or one to 15 men such as white x 3, at {space}; got {stands!r}")
        if found[1] is None:
            continue
        who = COLOURS.index(found[1])
        if (space, who) not in numbers:
            raise BadPlace(f"expected no {found[1]} man at {space}; got {stands!r}")
        men[who][numbers[space, who]] = int(found[2])
    return tuple(men[0]), tuple(men[1])
