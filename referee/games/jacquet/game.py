"""Jacquet (S1:7-64): a postillon goes ahead, fourteen men follow, and the first to bear off all fifteen wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from ... import expect
from ...core import Deal, Foul, Left, Placed, SetUp, Space, Touched
from ...errors import BadPlace
from ...options import switch
from ...rules import RuleIds
from ...story import outcome
from ..arrows import BAR, OFF, ArrowGame, ArrowResult, ArrowState, ManMove, Men, Play, Walk
from ..arrows.rules import AT_HAND
from ..arrows.search import Dice, Trail
from . import fouls
from .rules import ARROWS, MEN, Position, Rules, arrow_name, running, start


@dataclass(frozen=True)
class Jacquet(ArrowGame):
    """Two players travel the same way round; arrows are numbered along each one's own course, 1 to 24.

    A handicap is how many of its player's men are borne off before each game begins.

    Attributes:
        block: most arrows in a row without a man on 23 or 24. S1: "Un joueur ne peut boucher plus de 6 flèches
            consécutives que s'il a déjà posé au moins une dame sur le 23ème ou 24ème flèche". 99: any number.
        exit: "exact_rearmost": the exact number, the man that has farthest to go first. S1: "le nombre de points
            nécessaire pour arriver sur la dernière flèche plus un", "dans l'ordre". "exact_any": the exact number,
            any man. "overshoot": so too, and a greater number bears off the man that has farthest to go.
        doublet_postillon: a running postillon plays a doublet four times, too; otherwise twice.
        touch_move: "on": a man that was touched must be moved if it can be. S1: "J'adoube".
    """

    block: int = switch(6, 5, 99)
    exit: str = switch("exact_rearmost", "exact_any", "overshoot")
    doublet_postillon: bool = switch(True, False)
    touch_move: str = switch("off", "on")

    name: ClassVar[str] = "jacquet"
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "Jacquet Ravensburger (notice)": {"block": 6, "exit": "exact_rearmost"},
        "Jacquet traditionnel": {"block": 5, "exit": "overshoot"},
    }
    handicap_range: ClassVar[tuple[int, int]] = (0, 10)
    rule_ids: ClassVar[RuleIds] = fouls.RULE_IDS
    wins: ClassVar[tuple[str, ...]] = ("all_off", "left")
    extra_keys: ClassVar[tuple[str, ...]] = ("touched",)
    outcome_ids: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **ArrowGame.outcome_ids,
        "touched": ("arrow", "reason", "dice"),  # a man, by the arrow as it is printed
    }

    @property
    def rules(self) -> Rules:
        """The house rules that decide what a throw allows."""
        return Rules(self.block, self.exit, self.doublet_postillon)

    # How the men stand.

    def start_table(self) -> Position:
        """S1: "trois piles de 5 pions sur la première flèche"."""
        return start()

    def given(self, table: Position, handicaps: tuple[int, ...]) -> Position:
        """Fewer men on arrow 1 where a handicap has borne some off."""
        return start(handicaps)

    def turned(self, table: Position) -> Position:
        """The same table as the other player sees it."""
        return table.turned()

    def men(self, table: Position) -> tuple[Men, Men]:
        """The men of the player whose turn it is, and of the other, by their own numbers."""
        other = table.turned()
        return _men(table), _men(other)

    def with_men(self, table: Position, mine: Men, his: Men) -> Position:
        """The table with other men; a player with some not borne off, but none on 19 or beyond, runs a postillon."""
        if mine[BAR] or his[BAR]:
            raise BadPlace("expected no men on a bar: Jacquet has none; got some")
        opposite = _opposite(his)
        shared = [n for n in range(1, ARROWS + 1) if mine[n] and opposite[n - 1]]
        if shared:
            raise BadPlace(f"expected men of one colour on each arrow; got both on my {shared}")
        if mine[OFF] == his[OFF] == MEN:
            raise BadPlace("expected a man on the board; got all of both borne off")
        board = tuple(mine[n] - opposite[n - 1] for n in range(1, ARROWS + 1))
        return Position(board, (mine[OFF], his[OFF]), (running(mine[1:BAR]), running(his[1:BAR])))

    def arrow(self, player: int, number: int) -> str:
        """What is printed there: White's course is 12 to 1 and 1A to 12A, Black's 1A to 12A and 12 to 1."""
        return arrow_name(player, number)

    def marked(self, state: ArrowState) -> Mapping[Space, str]:
        """Where each "postillon" runs that has not arrived yet."""
        players = (state.player, 1 - state.player)
        pairs = zip(players, state.table.post, strict=True)
        return {self.space(player, post): "postillon" for player, post in pairs if post}

    # How they move.

    @property
    def walk(self) -> Walk[Position]:
        """How men walk with one throw."""
        return self.rules.walk

    def dice_for(self, table: Position, thrown: tuple[int, ...]) -> Dice:
        """A doublet four times: "Le joueur peut jouer 4 fois"."""
        return self.rules.dice(table, thrown)

    def keeps(self, table: Position, thrown: tuple[int, ...]) -> Callable[[Trail], bool] | None:
        """With touched men: only what moves them, of those that can be moved the first touched before all."""
        wanted = self.must_leave(table, thrown)
        return leaving(wanted) if wanted else None

    def must_leave(self, table: Position, thrown: tuple[int, ...]) -> frozenset[int]:
        """The arrows of touched men that must be moved: S1 "à moins que cela ne soit pas possible"."""
        wanted: frozenset[int] = frozenset()
        for arrow in table.touched:
            if any(wanted | {arrow} <= left for left in _left_together(self, table, thrown)):
                wanted |= {arrow}
        return wanted

    def settled(self, state: ArrowState, table: Position) -> Position:
        """A postillon that stands on 19 or beyond has arrived; touched men are forgotten."""
        return table.settled()

    # Words.

    def word_refusal(self, state: ArrowState, event: Deal | Touched | Placed | Left | SetUp) -> Foul | None:
        """A touch is due where `touch_move` is on. See `BaseGame.word_refusal`."""
        if isinstance(event, Touched) and self.touch_move == "on":
            return fouls.of_touch(self, state, event)
        return super().word_refusal(state, event)

    def noted(self, state: ArrowState, event: Deal | Touched) -> ArrowState:
        """The state after a touch, where `touch_move` is on."""
        if isinstance(event, Touched):
            return self._touched(state, fouls.touched_arrow(state, event))
        return super().noted(state, event)

    def _touched(self, state: ArrowState, arrow: int) -> ArrowState:
        known = state.table.touched
        table = replace(state.table, touched=known if arrow in known else (*known, arrow))
        must = arrow in self.must_leave(table, state.dice)
        reason = "must_move" if must else "cannot_move"
        printed = self.printed(state.player, arrow)
        news = outcome(self.outcome_ids, "touched", state.player, printed, reason, state.dice)
        return replace(state, table=table, news=(news,))

    def step_refusal(self, state: ArrowState, table: Position, rest: Dice, step: ManMove) -> Foul:
        """Why one step cannot be made with any of the dice that are left."""
        return fouls.of_step(self.rules, state.player, table, rest, step)

    def short_refusal(self, state: ArrowState, play: Play) -> Foul:
        """more_possible, or touched_man where as many dice as possible are played but not with that man."""
        most = max(len(whole.trail) for whole in self.wholes(state))
        left = self.must_leave(state.table, state.dice) - {step.source for step in play.steps}
        if len(play.steps) < most or not left:
            return super().short_refusal(state, play)
        touched = next(arrow for arrow in state.table.touched if arrow in left)
        return fouls.foul("touched_man", self.printed(state.player, touched))

    def pass_reason(self, state: ArrowState) -> str:
        """The one rule that forbids every step, or "nothing_fits" if there are several."""
        return fouls.common_reason(self.rules, state.table, state.dice)

    # What it counts.

    def ending(self, state: ArrowState) -> ArrowResult | None:
        """S1: "Le gagnant est le joueur qui le premier, réussit à sortir toutes ses dames du jeu"."""
        mine, his = state.table.off
        if MEN not in (mine, his):
            return None
        winner = state.player if mine == MEN else 1 - state.player
        return ArrowResult(len(state.results) + 1, winner, 1, "all_off")

    def totals(self, state: ArrowState) -> tuple[int, ...]:
        """Games won, one a player."""
        return tuple(sum(result.points for result in state.results if result.winner == player) for player in (0, 1))

    def extras(self, state: ArrowState) -> Mapping[str, Any]:
        """`touched`: my arrows from which a man was touched and still has to go."""
        return {"touched": list(state.table.touched)}

    def with_extras(self, state: ArrowState, fields: Mapping[str, Any]) -> ArrowState:
        """The state with the touched men of a position."""
        expected = "different arrows from 1 to 24 with men of the player who owes a play"
        touched = expect.wholes(fields.get("touched", []), "touched", 1, ARROWS, expected)
        stand = all(state.table.board[arrow - 1] > 0 for arrow in touched)
        if touched and not (
            state.dice and stand and len(set(touched)) == len(touched) and self.touch_move == "on"
        ):
            raise expect.wrong("touched", expected, list(touched))
        return replace(state, table=replace(state.table, touched=touched))


def _left_together(game: Jacquet, table: Position, thrown: tuple[int, ...]) -> frozenset[frozenset[int]]:
    """From which arrows men leave in the ways to play a throw; whichever men are touched, it is worked out once."""
    if not table.touched:
        return frozenset()
    standing = {n for n, men in enumerate(table.board, start=1) if men > 0}
    return _left(game, replace(table, touched=tuple(sorted({*standing, *table.touched}))), thrown)


@lru_cache(maxsize=AT_HAND)
def _left(game: Jacquet, table: Position, thrown: tuple[int, ...]) -> frozenset[frozenset[int]]:
    ends = game.walk.longest(table, game.dice_for(table, thrown))
    return frozenset(frozenset(table.touched) - frozenset(position.touched) for position, _ in ends)


def leaving(arrows: frozenset[int]) -> Callable[[Trail], bool]:
    """Asks of a trail whether a man leaves each of these arrows in it."""
    return lambda trail: arrows <= {step.source for _, step in trail}


def _men(table: Position) -> Men:
    return (table.off[0], *(max(0, men) for men in table.board), 0)


def _opposite(his: Men) -> tuple[int, ...]:
    """His men along my course, index i for my arrow i + 1."""
    half = ARROWS // 2
    return (*his[half + 1 : BAR], *his[1 : half + 1])
