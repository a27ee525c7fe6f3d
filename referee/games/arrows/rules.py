"""What a game on the board of arrows says of itself: how the men walk, and what a game counts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from ...core import Foul, Kind, Space
from ...options import Switches, number, switch
from ...rules import COMMON, RuleIds, foul_of, joined
from ...values.remembered import by_identity
from . import story
from .plays import BAR, OFF, ManMove, Play, Say
from .search import Dice, Trail, Walk, Whole
from .state import COLOURS, ArrowResult, ArrowState, Men, Table

KEPT = 96
"""Number of throws whose legal plays stay in the cache: three for each of the 32 matches of a belief."""

AT_HAND = 8
"""Number of complete searches in the cache: questions about one throw come in a row, and searches need memory."""

RULE_IDS = joined(
    COMMON,
    {
        "must_move": ("dice",),  # thrown again while a play is owed for `dice`
        "must_throw": ("due",),  # played before the `due` dice were thrown
        "must_answer": ("word",),  # played or thrown while `word` waits for its answer
        "not_now": ("word",),  # a word that is not allowed now
        "no_man_there": ("arrow",),  # no man of the player who moves stands there
        "wrong_way": ("source", "target"),  # backwards, or to where it stands
        "no_die_for_it": ("dice", "source", "target", "steps"),  # none of the dice left takes a man so far
        "arrow_held": ("arrow", "men"),  # `men` of the opponent hold it
        "dice_used_up": ("dice",),  # one step more than the throw has
        "more_possible": ("dice", "played", "most"),  # `most` dice can be played, `played` were
        "not_a_play": ("dice",),  # the men stand as no play of these dice leaves them
        "die_too_small": ("dice", "arrow", "needed"),  # no die is great enough to bear off from there
    },
)
"""Rule ids of every game on this board; an arrow is named as it is printed ("12A"), or "bar", "off"."""

foul = foul_of(RULE_IDS)


@dataclass(frozen=True)
class ArrowRules(Switches, ABC):
    """What a game of this family must say and may say; see ArrowGame, which plays it."""

    games: int = number(1, 1, 99)
    show_legal: str = switch("always", "on_request", "never")

    name: ClassVar[str]
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]]
    player_range: ClassVar[tuple[int, int]] = (2, 2)
    handicap_range: ClassVar[tuple[int, int]] = (0, 24)
    rule_ids: ClassVar[RuleIds] = RULE_IDS
    outcome_ids: ClassVar[Mapping[str, tuple[str, ...]]] = story.OUTCOME_IDS
    wins: ClassVar[tuple[str, ...]]
    """The words for a kind of win, "left" among them."""
    side_spaces: ClassVar[tuple[Space, ...]] = ("off-white", "off-black")
    """Spaces beside the arrows on which men may stand; the bar, where a game has one, too."""
    captured_to: ClassVar[int | None] = None
    """Where a captured man goes, by its owner's number; None where nothing is captured."""
    words: ClassVar[tuple[str, ...]] = ()
    """The words that a player may say, such as "double"; games with words have a space "said"."""
    extra_keys: ClassVar[tuple[str, ...]] = ()
    """Keys of a position besides those of every game."""

    # What a game must say.

    @abstractmethod
    def start_table(self) -> Table:
        """The men at the start, as their own player sees them; the same for both players."""

    @abstractmethod
    def turned(self, table: Table) -> Table:
        """The same table as the other player sees it."""

    @abstractmethod
    def men(self, table: Table) -> tuple[Men, Men]:
        """The men of the player whose turn it is, and of the other, each by the owner's own numbers OFF to BAR."""

    @abstractmethod
    def with_men(self, table: Table, mine: Men, his: Men) -> Table:
        """The table with other men. Raises BadPlace, saying what was expected, for men that cannot stand so."""

    @abstractmethod
    def arrow(self, player: int, number: int) -> str:
        """What is printed on a player's arrow 1 to 24: "12A"."""

    @property
    @abstractmethod
    def walk(self) -> Walk[Any]:
        """How men walk with one throw."""

    @abstractmethod
    def ending(self, state: ArrowState) -> ArrowResult | None:
        """What the running game has come to: None while it goes on. Asked after every throw, before the turn ends.

        Either player may have won: a person's word can put the men anywhere.
        """

    @abstractmethod
    def step_refusal(self, state: ArrowState, table: Table, rest: Dice, step: ManMove) -> Foul:
        """Why one step cannot be made with any of the dice that are left, on the table as it stands by then."""

    @abstractmethod
    def pass_reason(self, state: ArrowState) -> str:
        """A word for why nothing can be played, such as "no_entry"; only asked when nothing can."""

    @abstractmethod
    def next_game(self, state: ArrowState) -> ArrowState:
        """The next game of a series, once one is over."""

    # What a game may say.

    def given(self, table: Table, handicaps: tuple[int, ...]) -> Table:
        """The table at the start of a game, as player 0 sees it, with what handicaps change of it: here nothing."""
        return table

    def start_own(self) -> Any:
        """What `ArrowState.own` is at the start of a match."""
        return None

    def dice_for(self, table: Table, thrown: tuple[int, ...]) -> Dice:
        """The dice of a throw, once for each time that they may be played, in the order in which to try them."""
        return tuple(sorted(thrown, reverse=True)) * (2 if len(set(thrown)) == 1 else 1)

    def keeps(self, table: Table, thrown: tuple[int, ...]) -> Callable[[Trail], bool] | None:
        """Which of the longest trails are legal, where that is not all of them. See `Walk.whole`."""
        return None

    def settled(self, state: ArrowState, table: Table) -> Table:
        """The table at the end of a throw, played or passed: for what is only counted then."""
        return table

    def throws_again(self, state: ArrowState) -> bool:
        """True when the same player throws once more after the throw `state.thrown`."""
        return False

    @property
    def plays_the_draw(self) -> bool:
        """True when who starts plays the two dice of the draw instead of throwing again."""
        return False

    def short_refusal(self, state: ArrowState, play: Play) -> Foul:
        """Why a play may not end there although each of its steps can be made: more dice can be played."""
        most = max(len(whole.trail) for whole in self.wholes(state))
        return foul("more_possible", state.dice, len(play.steps), most)

    def simple_win(self, state: ArrowState) -> int:
        """Points of the running game when its loser leaves."""
        return 1

    def runs(self, state: ArrowState) -> bool:
        """True while there is a game that a player who leaves can lose: here always."""
        return True

    def totals(self, state: ArrowState) -> tuple[int, ...]:
        """Points of the finished games and the handicaps, one a player."""
        given = state.handicaps or (0, 0)
        won = _points(state.results)
        return tuple(points + more for points, more in zip(given, won, strict=True))

    def champions(self, state: ArrowState) -> tuple[int, ...]:
        """Who has won the match, by its finished games; () while it goes on."""
        if len(state.results) < self.games:
            return ()
        totals = self.totals(state)
        return tuple(player for player in (0, 1) if totals[player] == max(totals))

    def offers(self, state: ArrowState) -> tuple[Say, ...]:
        """What the player whose turn it is may say instead of throwing; () in most games."""
        return ()

    def answers(self, state: ArrowState) -> tuple[Say, ...]:
        """The possible answers to the word that was asked."""
        return ()

    def answerer(self, state: ArrowState) -> int:
        """Who must answer the word that was asked: here the other player."""
        return 1 - state.player

    def after_word(self, state: ArrowState, say: Say) -> ArrowState:
        """The state after an offer or an answer; only asked for those that are due. `state.news` is empty."""
        raise TypeError(f"expected a play; got {say!r}")

    def extras(self, state: ArrowState) -> Mapping[str, Any]:
        """What a position says besides the men, under `extra_keys`; what is empty is left out."""
        return {}

    def with_extras(self, state: ArrowState, fields: Mapping[str, Any]) -> ArrowState:
        """The state with what a position says under `extra_keys`. Raises BadQuestion by way of `referee.expect`."""
        return state

    # Numbers of the material.

    @property
    def layout(self) -> str:
        """Name of the board."""
        return "arrows"

    def space(self, player: int, number: int) -> Space:
        """Where a player's men stand by the player's own number: "arrow-12A", "bar-white", "off-black"."""
        if number in (OFF, BAR):
            return f"{'off' if number == OFF else 'bar'}-{COLOURS[player]}"
        return f"arrow-{self.arrow(player, number)}"

    def numbers(self, player: int) -> Mapping[Space, str]:
        """Each space where a player's men may stand -> the player's own number of it, as a play is written.

        "arrow-1A" is White's "24" in Backgammon; "bar-white" is "bar", "off-white" is "off".
        """
        names = {OFF: "off", BAR: "bar"}
        names_here = {self.space(player, n): names.get(n, str(n)) for n in range(OFF, BAR + 1)}
        return {space: word for space, word in names_here.items() if word.isdigit() or space in self.side_spaces}

    def points_to_go(self, player: int, stands: Mapping[Space, Kind]) -> int:
        """Points that all men of a player have still to go, where the men stand so."""
        total = 0
        for n in range(OFF, BAR + 1):
            colour, _, men = stands.get(self.space(player, n), "").partition(" x ")
            total += int(men) * self.to_go(n) if colour == COLOURS[player] else 0
        return total

    def marked(self, state: ArrowState) -> Mapping[Space, str]:
        """Where a man stands that is not like the others, and what it is called; {} in most games."""
        return {}

    def to_go(self, number: int) -> int:
        """Points that a man has still to go until it leaves the board, from a place by its owner's number.

        Here from 1 up to the arrow after 24; 0 once it has left.
        """
        return 0 if number == OFF else 25 - number

    def printed(self, player: int, number: int) -> str:
        """What is printed on a player's arrow, or "bar" or "off"."""
        return {OFF: "off", BAR: "bar"}.get(number) or self.arrow(player, number)

    def wholes(self, state: ArrowState) -> tuple[Whole[Any], ...]:
        """Every end of the throw that is owed a play; () where nothing can be played."""
        return self.ends(state.table, state.dice)

    def ends(self, table: Table, thrown: tuple[int, ...]) -> tuple[Whole[Any], ...]:
        """Every end of a throw; of the newest few it is remembered."""
        return _ends(self, table, thrown)

    def playable(self, state: ArrowState) -> bool:
        """True when something can be played; where any step is a play, the first one tells."""
        table, thrown = state.table, state.dice
        if self.walk.rests_anywhere and self.keeps(table, thrown) is None:
            return self.walk.begins(table, self.dice_for(table, thrown))
        return bool(self.wholes(state))

    def end_of(self, state: ArrowState, play: Play) -> Table | None:
        """The table after a legal play of the throw that is owed one; None for any other play."""
        dice = self.dice_for(state.table, state.dice)
        reached = self.walk.follow(state.table, dice, play.steps)
        if not reached:
            return None
        if self.walk.rests_anywhere and not reached[0][1] and self.keeps(state.table, state.dice) is None:
            return reached[0][0]  # with every die played it need not be compared with what else can be
        ends = _looks(self, state.table, state.dice)
        return next((table for table, _ in reached if self.walk.look(table) in ends), None)

    # What is due.

    def dice_due(self, state: ArrowState) -> int:
        """How many dice the next throw has."""
        return 1 if state.opening else 2


@lru_cache(maxsize=AT_HAND)
def _ends(rules: ArrowRules, table: Table, thrown: tuple[int, ...]) -> tuple[Whole[Any], ...]:
    return rules.walk.whole(table, rules.dice_for(table, thrown), rules.keeps(table, thrown))


@lru_cache(maxsize=KEPT)
def _looks(rules: ArrowRules, table: Table, thrown: tuple[int, ...]) -> frozenset[Any]:
    """What the ends of a throw look like. See `Walk.look`."""
    return frozenset(rules.walk.look(whole.position) for whole in _ends(rules, table, thrown))


@by_identity(16)
def _points(results: tuple[ArrowResult, ...]) -> tuple[int, int]:
    """Points of finished games, one a player."""
    white, black = (sum(result.points for result in results if result.winner == player) for player in (0, 1))
    return white, black
