"""Backgammon (S1, the Ravensburger leaflet)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ... import expect
from ...core import Foul, Outcome, Space
from ...errors import BadPlace
from ...options import number, switch
from ...rules import RuleIds, foul_of, joined
from ..arrows import (
    BAR,
    OFF,
    ArrowGame,
    ArrowResult,
    ArrowState,
    ManMove,
    Play,
    Say,
    Trail,
    Walk,
    printed_arrow,
    turns,
)
from ..arrows.rules import RULE_IDS as ARROW_RULES
from . import board, doubling
from .board import HIS_OFF, HOME, MEN, Cells
from .doubling import DoublingCube

HOWS = ("single", "gammon", "backgammon")
"""The kinds of win, by what they count: 1, 2 and 3."""

DOUBLE, ACCEPT, REFUSE = Say("double"), Say("accept"), Say("refuse")


RULE_IDS = joined(
    ARROW_RULES,
    {
        "bar_first": ("waiting",),  # moved another man while `waiting` men are on the bar
        "not_all_home": ("outside",),  # borne off while `outside` men are not in the last quarter
        "push_first": ("dice", "arrow", "farther"),  # a die too great bears off from the last arrow only
        "greater_die_first": ("dice", "greater"),  # of two dice one can be played: the greater
    },
)
"""Rule ids of Backgammon."""

foul = foul_of(RULE_IDS)


@dataclass(frozen=True)
class Backgammon(ArrowGame):
    """Race round the board, capture lone men, bear off all fifteen.

    Attributes:
        single: what becomes of a throw of which one die only can be played: "strict_high" (the greater or none; S1:
            "ce sera toujours celui indiquant le plus grand nombre de points. Si cela est impossible, il laissera
            passer son tour") or "international" (the smaller, where the greater cannot be played).
        opening: who starts throws again ("reroll") or plays the two dice of the draw ("use_draw").
        bg_needs_no_bearoff: a game counts three times only where the loser has borne off no man.
        cube: doubling is offered. S1: "ils peuvent se servir du dé à doubler".
        points: points that win the match; 0 for a series of `games`.
        crawford: no doubling in the one game after a player comes within a point of the match.
        jacoby: a gammon or backgammon counts once until a player has doubled.
        stake: what one point is worth, in any unit.

    A handicap is points of the match that a player has before the first game; one point is always left to win.
    """

    single: str = switch("strict_high", "international")
    opening: str = switch("reroll", "use_draw")
    bg_needs_no_bearoff: bool = switch(False, True)
    cube: bool = switch(True, False)
    points: int = number(0, 0, 99)
    crawford: bool = switch(False, True)
    jacoby: bool = switch(False, True)
    stake: int = number(1, 0, 1_000_000)

    name: ClassVar[str] = "backgammon"
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "Backgammon Ravensburger (notice)": {
            "single": "strict_high",
            "opening": "reroll",
            "bg_needs_no_bearoff": False,
        },
        "Backgammon international": {
            "single": "international",
            "opening": "use_draw",
            "bg_needs_no_bearoff": True,
        },
    }
    rule_ids: ClassVar[RuleIds] = RULE_IDS
    wins: ClassVar[tuple[str, ...]] = (*HOWS, "refused", "left")
    side_spaces: ClassVar[tuple[Space, ...]] = ("bar-white", "bar-black", "off-white", "off-black")
    captured_to: ClassVar[int | None] = BAR
    words: ClassVar[tuple[str, ...]] = (DOUBLE.word, ACCEPT.word, REFUSE.word)
    extra_keys: ClassVar[tuple[str, ...]] = ("cube", "owner")
    outcome_ids: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **ArrowGame.outcome_ids,
        "doubles": ("to",),  # offers that the game counts so much
        "accepts": ("to",),
        "refuses": (),
    }

    # The board.

    def start_table(self) -> Cells:
        """Croquis 1 of the sheet."""
        return board.START

    def turned(self, table: Cells) -> Cells:
        """The board as the opponent sees it."""
        return board.turned(table)

    def men(self, table: Cells) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The men of both."""
        return board.men(table)

    def with_men(self, table: Cells, mine: tuple[int, ...], his: tuple[int, ...]) -> Cells:
        """The board with these men. Raises BadPlace where both stand on one arrow, or both have borne off all."""
        shared = [n for n in range(1, 25) if mine[n] and his[25 - n]]
        if shared:
            raise BadPlace(f"expected men of one colour on an arrow; got both on arrow {shared[0]}")
        if mine[OFF] == his[OFF] == MEN:
            raise BadPlace("expected a man on the board; got all of both borne off")
        return board.of_men(mine, his)

    def arrow(self, player: int, number: int) -> str:
        """White travels 1A to 12A and 12 to 1, Black 1 to 12 and 12A to 1A."""
        return printed_arrow(player, number)

    def to_go(self, number: int) -> int:
        """The arrows count down to the last quarter; from the barrière it is one more than from the farthest."""
        return number

    # The throw.

    @property
    def walk(self) -> Walk[Cells]:
        """Any man, any order of the dice. S1: "Le joueur est libre de choisir dans quel ordre"."""
        return Walk(board.steps)

    def keeps(self, table: Cells, thrown: tuple[int, ...]) -> Callable[[Trail], bool] | None:
        """Where one of two dice can be played only, it is the greater; see `single`."""
        greater = max(thrown)
        if min(thrown) == greater:
            return None
        if self.single == "international" and not any(True for _ in board.steps(table, greater)):
            return None
        return lambda trail: len(trail) > 1 or trail[0][0] == greater

    @property
    def plays_the_draw(self) -> bool:
        """See `opening`."""
        return self.opening == "use_draw"

    def results(self, cells: Cells, dice: tuple[int, ...]) -> tuple[Cells, ...]:
        """Every end of a throw, for the player who sees the board so; () for a pass."""
        wholes = self.walk.whole(cells, self.dice_for(cells, dice), self.keeps(cells, dice))
        return tuple(whole.position for whole in wholes)

    def pass_reason(self, state: ArrowState) -> str:
        """closed_board, no_entry, greater_die (the smaller alone is not allowed), or no_move."""
        cells: Cells = state.table
        if any(True for die in state.dice for _ in board.steps(cells, die)):
            return "greater_die"
        if not cells[BAR]:
            return "no_move"
        closed = all(cells[25 - die] <= -2 for die in range(1, 7))
        return "closed_board" if closed else "no_entry"

    def step_refusal(self, state: ArrowState, table: Cells, rest: tuple[int, ...], step: ManMove) -> Foul:
        """Why a man cannot make a step with one of these dice."""
        source, target = self.printed(state.player, step.source), self.printed(state.player, step.target)
        if table[step.source] <= 0:
            return foul("no_man_there", source)
        if table[BAR] and step.source != BAR:
            return foul("bar_first", table[BAR])
        if step.target >= step.source:
            return foul("wrong_way", source, target)
        if step.target == OFF:
            return self._borne_off_refusal(state.player, table, rest, step.source)
        if step.source - step.target not in rest:
            return foul("no_die_for_it", rest, source, target, step.source - step.target)
        return foul("arrow_held", target, -table[step.target])

    def _borne_off_refusal(self, player: int, table: Cells, rest: tuple[int, ...], source: int) -> Foul:
        last = board.rearmost(table)
        if last > HOME:
            return foul("not_all_home", sum(max(table[n], 0) for n in range(HOME + 1, BAR + 1)))
        if max(rest) < source:
            return foul("die_too_small", rest, self.printed(player, source), source)
        return foul("push_first", rest, self.printed(player, source), self.printed(player, last))

    def short_refusal(self, state: ArrowState, play: Play) -> Foul:
        """more_possible, or greater_die_first where one die can be played only."""
        most = max(len(whole.trail) for whole in self.wholes(state))
        if len(play.steps) == most:
            return foul("greater_die_first", state.dice, max(state.dice))
        return foul("more_possible", state.dice, len(play.steps), most)

    # The end, and what it counts.

    def ending(self, state: ArrowState) -> ArrowResult | None:
        """S1: "Le gagnant est celui qui y arrive le premier"."""
        cells: Cells = state.table
        if MEN not in (cells[OFF], cells[HIS_OFF]):
            return None
        mine = cells[OFF] == MEN
        won = board.value(cells if mine else board.turned(cells), needs_no_bearoff=self.bg_needs_no_bearoff)
        counts = 1 if self.jacoby and self.doubled(state) == 1 else won
        winner = state.player if mine else 1 - state.player
        return ArrowResult(len(state.results) + 1, winner, counts * self.doubled(state), HOWS[won - 1])

    def simple_win(self, state: ArrowState) -> int:
        """What the doubling die says."""
        return self.doubled(state)

    def totals(self, state: ArrowState) -> tuple[int, ...]:
        """Points of the match; a handicap leaves at least one point to win."""
        most = self.points - 1 if self.points else max(self.handicap_range)
        capped = tuple(min(given, most) for given in state.handicaps)
        return super().totals(replace(state, handicaps=capped))

    def champions(self, state: ArrowState) -> tuple[int, ...]:
        """Who has the points of the match; without such a number, see ArrowRules. Who wins a single game has won."""
        if not self.points and self.games == 1:
            return tuple(result.winner for result in state.results)
        if not self.points:
            return super().champions(state)
        totals = self.totals(state)
        return tuple(player for player in (0, 1) if totals[player] >= self.points)

    def payments(self, state: ArrowState) -> tuple[int, ...]:
        """What each player has won (or, negative, lost) in the finished games, in the unit of the stake."""
        white = sum(result.points * (1 if result.winner == 0 else -1) for result in state.results)
        return white * self.stake, -white * self.stake

    # The doubling die.

    def start_own(self) -> DoublingCube:
        """The doubling die beside the board."""
        return DoublingCube()

    def doubled(self, state: ArrowState) -> int:
        """What the running game counts by the doubling die."""
        cube: DoublingCube = state.own
        return cube.value

    def offers(self, state: ArrowState) -> tuple[Say, ...]:
        """A double before the throw, by the owner of the doubling die, or by either player while it has no owner.

        S1: "Le jeu étant commencé, chaque joueur peut annoncer le premier doublet"; "Le doublet doit être annoncé
        avant de jeter les dés". The game has begun once a throw was played.
        """
        if not self.cube or state.opening or state.dice or state.asked or state.champions:
            return ()
        begun = state.table != self.start_table()
        may = state.own.may_double(state.player) and not self.is_crawford(state)
        return (DOUBLE,) if begun and may else ()

    def is_crawford(self, state: ArrowState) -> bool:
        """True in the one game without doubling; see `crawford`."""
        if not self.crawford or not self.points:
            return False
        before = self.totals(replace(state, results=state.results[:-1]))
        near = max(self.totals(state)) == self.points - 1
        return near and (not state.results or max(before) < self.points - 1)

    def answers(self, state: ArrowState) -> tuple[Say, ...]:
        """S1: "La couleur noire peut soit accepter le doublet soit abandonner la partie"."""
        return (ACCEPT, REFUSE) if state.asked == DOUBLE.word else ()

    def after_word(self, state: ArrowState, say: Say) -> ArrowState:
        """A double is offered, accepted or refused; S1: "Dans ce cas, la couleur blanche gagne la mise"."""
        cube: DoublingCube = state.own
        if say == DOUBLE:
            news = Outcome("doubles", state.player, (("to", 2 * cube.value),))
            return replace(state, asked=say.word, news=(news,))
        other = 1 - state.player
        if say == ACCEPT:
            news = Outcome("accepts", other, (("to", 2 * cube.value),))
            return replace(state, asked="", own=cube.accepted(other), news=(news,))
        result = ArrowResult(len(state.results) + 1, state.player, cube.value, "refused")
        return turns.game_over(self, replace(state, news=(Outcome("refuses", other),)), result)

    def next_game(self, state: ArrowState) -> ArrowState:
        """Another draw, the doubling die beside the board again."""
        return replace(super().next_game(state), own=DoublingCube())

    def extras(self, state: ArrowState) -> Mapping[str, Any]:
        """The number on the doubling die and its owner, numbered from 1."""
        return doubling.written(state.own)

    def with_extras(self, state: ArrowState, fields: Mapping[str, Any]) -> ArrowState:
        """The state with the doubling die as it lies. Raises BadQuestion."""
        cube = doubling.read(fields)
        if not self.cube and cube != DoublingCube():
            raise expect.wrong("cube", "none, for there is no doubling", cube.value)
        may = self.cube and cube.may_double(state.player) and not self.is_crawford(state)
        if state.asked and not may:
            raise expect.wrong("asked", "a player who has the right to double", state.asked)
        return replace(state, own=cube)
