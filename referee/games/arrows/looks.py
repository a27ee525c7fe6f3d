"""How a table of men looks, and what a person's word on some spaces makes of it."""

from __future__ import annotations

import re
from functools import lru_cache

from ...core import Counts, Kind, Placed, Space
from ...declared import TURN, declared_spaces
from ...errors import BadPlace
from .plays import BAR, OFF, Play
from .rules import KEPT, ArrowRules
from .state import COLOURS, ArrowState, Men, Table

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


def men_of(kind: Kind) -> Counts:
    """The men that a kind shows: {"white": 3}; {} for anything else."""
    match = _KIND.fullmatch(kind)
    return {match[1]: int(match[2])} if match and match[1] else {}


def appearance(rules: ArrowRules, state: ArrowState) -> dict[Space, Kind]:
    """Every space where men may stand, and "said" if a word is possible."""
    return of_table(rules, state.table, state.player) | ({SAID: NOTHING} if rules.words else {})


def leftover(state: ArrowState) -> dict[Space, Kind]:
    """Where men may still stand as the game before left them."""
    return {} if state.dice else dict(state.left)


def of_table(rules: ArrowRules, table: Table, player: int) -> dict[Space, Kind]:
    """Every space where men may stand, and what stands there; `player` is who sees the table."""
    return of_men(rules, player, *rules.men(table))


def of_men(rules: ArrowRules, player: int, mine: Men, his: Men) -> dict[Space, Kind]:
    """Every space, with these men of a player and of the opponent; where both should stand, the player's show."""
    shown = dict.fromkeys((*ARROWS, *rules.side_spaces), kind(player, 0))
    for who, men in ((1 - player, his), (player, mine)):
        for space, count in zip(_spaces(rules, who), men, strict=True):
            if count:
                shown[space] = kind(who, count)
    return shown


@lru_cache(maxsize=KEPT)
def _spaces(rules: ArrowRules, player: int) -> tuple[Space, ...]:
    """A player's places, by the player's own numbers."""
    return tuple(rules.space(player, number) for number in PLACES)


def of_play(
    rules: ArrowRules, table: Table, player: int, thrown: tuple[int, ...], play: Play
) -> dict[Space, Kind]:
    """Every space after a play; after an illegal one, what hands would make of it."""
    reached = rules.walk.follow(table, rules.dice_for(table, thrown), play.steps)
    if reached:
        return of_table(rules, reached[0][0], player)
    return of_men(rules, player, *_by_hand(rules, table, player, play))


def _by_hand(rules: ArrowRules, table: Table, player: int, play: Play) -> tuple[Men, Men]:
    """The men after a person moved them, legal or not; a lone enemy man is captured."""
    mine, his = (list(men) for men in rules.men(table))
    numbers = {rules.space(1 - player, number): number for number in PLACES}
    for step in play.steps:
        mine[step.source] = max(0, mine[step.source] - 1)
        mine[step.target] += 1
        other = numbers.get(rules.space(player, step.target))
        if other is not None and his[other] == 1 and rules.captured_to is not None:
            his[other] = 0
            his[rules.captured_to] += 1
    return tuple(mine), tuple(his)


def of_placed(rules: ArrowRules, state: ArrowState, placed: Placed) -> tuple[Table, int | None]:
    """The table once some spaces show what a person says of them, and who throws next; None where nobody said that.

    Raises BadPlace.
    """
    known = appearance(rules, state)
    says = declared_spaces(placed, known | {TURN: COLOURS[state.player]})
    turn = _turn(state, says)
    shown = known | {space: stands for space, stands in says.items() if space != TURN}
    if shown.pop(SAID, NOTHING) != NOTHING:
        raise BadPlace(f"expected {SAID} to show {NOTHING}: words are said, not placed; got {says[SAID]!r}")
    men = counted(rules, shown)
    for who, before in zip((state.player, 1 - state.player), rules.men(state.table), strict=True):
        if sum(men[who]) != sum(before):
            raise BadPlace(f"expected {sum(before)} {COLOURS[who]} men in all; got {sum(men[who])}")
    return rules.with_men(state.table, men[state.player], men[1 - state.player]), turn


def _turn(state: ArrowState, says: dict[Space, Kind]) -> int | None:
    """The next player by a person's declaration, from 0; None if it names no player."""
    if TURN not in says:
        return None
    if says[TURN] not in COLOURS:
        raise BadPlace(f"{TURN}: expected one of {', '.join(COLOURS)}; got {says[TURN]!r}")
    if state.opening or state.asked:
        waits = "a word waits for its answer" if state.asked else "it is not known who starts"
        raise BadPlace(f"{TURN}: expected nothing while {waits}; got {says[TURN]!r}")
    return COLOURS.index(says[TURN])


def counted(rules: ArrowRules, shown: dict[Space, Kind]) -> tuple[Men, Men]:
    """The men of both players, by each one's own numbers. Raises BadPlace for a kind that cannot stand there."""
    numbers = {(rules.space(who, number), who): number for who in (0, 1) for number in PLACES}
    men = ([0] * len(PLACES), [0] * len(PLACES))
    for space, stands in shown.items():
        match = _KIND.fullmatch(stands)
        if match is None:
            raise BadPlace(f"expected empty, or one to 15 men such as white x 3, at {space}; got {stands!r}")
        if match[1] is None:
            continue
        who = COLOURS.index(match[1])
        if (space, who) not in numbers:
            raise BadPlace(f"expected no {match[1]} man at {space}; got {stands!r}")
        men[who][numbers[space, who]] = int(match[2])
    return tuple(men[0]), tuple(men[1])
