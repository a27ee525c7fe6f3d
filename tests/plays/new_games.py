"""Two games that no house has: each is one file's worth, as docs/architecture.md tells it under "Adding a game".

`Canoga` is a variant of the tile family, `Counters` a game of its own with one die and a row of counters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from referee import expect, positions, starts
from referee.base import BaseGame
from referee.changes import changed_spaces
from referee.core import CHANCE, Appearance, Await, Foul, Outcome, Placed, Roll, Sighting
from referee.declared import declared_spaces
from referee.errors import BadPlace
from referee.games.tiles import Close, Open, TileGame
from referee.games.tiles.rules import RULE_IDS as TILE_RULES
from referee.options import number, switch
from referee.rules import COMMON, RuleIds, dice_refusal, foul_of, joined
from referee.story import ENDS, end_text, match_over

CANOGA_RULES = joined(TILE_RULES, {"both_or_sum": ("dice", "closed")})

canoga_foul = foul_of(CANOGA_RULES)


@dataclass(frozen=True)
class Canoga(TileGame):
    """The tiles of both dice, or the tile of their sum; never one die alone."""

    name: ClassVar[str] = "canoga"
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]] = {"Canoga": {}}
    player_range: ClassVar[tuple[int, int]] = (1, 4)
    rule_ids: ClassVar[RuleIds] = CANOGA_RULES

    def closings(self, open_tiles: Open, dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Both, or the sum."""
        wanted = {frozenset(dice), frozenset({sum(dice)})}
        return tuple(sorted(tuple(sorted(tiles)) for tiles in wanted if tiles <= open_tiles))

    def broken_rule(self, open_tiles: Open, dice: tuple[int, ...], close: Close) -> Foul:
        """both_or_sum."""
        return canoga_foul("both_or_sum", dice, close.tiles)


COUNTER_RULES = joined(
    COMMON,
    {
        "take_first": ("die",),  # thrown again before a counter was taken
        "throw_due": (),  # taken before the throw
        "too_many_taken": ("die", "taken"),
        "from_the_end": ("counters",),  # others were left behind these
    },
)

foul = foul_of(COUNTER_RULES)


@dataclass(frozen=True, order=True)
class Take:
    """So many counters are taken from the end of the row."""

    count: int


@dataclass(frozen=True)
class Row:
    """Where a match of counters stands."""

    seats: tuple[int, ...]
    counters: int
    player: int = 0
    die: int = 0
    champions: tuple[int, ...] = ()
    handicaps: tuple[int, ...] = ()


@dataclass(frozen=True)
class Counters(BaseGame[Row, Take]):
    """Throw a die, take as many counters as it shows or fewer; who takes the last one has won."""

    counters: int = number(12, 1, 20)
    show_legal: str = switch("always", "on_request", "never")

    outcome_ids: ClassVar[Mapping[str, tuple[str, ...]]] = {"match": ENDS["match"]}
    name: ClassVar[str] = "counters"
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]] = {"Counters": {}}
    player_range: ClassVar[tuple[int, int]] = (2, 2)
    rule_ids: ClassVar[RuleIds] = COUNTER_RULES
    moves: ClassVar[tuple[type[Any], ...]] = (Take,)

    @property
    def layout(self) -> str:
        return "row"

    def start(self, seats: tuple[int, ...], handicaps: tuple[int, ...] = ()) -> Row:
        seats = starts.checked_seats(seats, self.player_range, 2)
        return Row(seats, self.counters, handicaps=starts.checked_handicaps(self, 2, handicaps))

    def awaits(self, state: Row) -> Await | None:
        if state.champions:
            return None
        seat = state.seats[state.player]
        return Await(state.player if state.die else CHANCE, state.player, seat, 0 if state.die else 1)

    def legal(self, state: Row) -> tuple[Take, ...]:
        return tuple(Take(count) for count in range(1, min(state.die, state.counters) + 1))

    def rolled(self, state: Row, dice: tuple[int, ...]) -> Row:
        return replace(state, die=dice[0])

    def moved(self, state: Row, move: Take) -> Row:
        return self._standing(state, state.counters - move.count)

    def placed(self, state: Row, word: Placed) -> Row:
        now = {**self.appearance(state), **declared_spaces(word, self.appearance(state))}
        kinds = "".join(kind[0] for kind in now.values())
        if not set(now.values()) <= {"there", "gone"} or "gt" in kinds:
            raise BadPlace(f"expected a row without holes, each there or gone; got {now}")
        return self._standing(state, kinds.count("t"))

    def left(self, state: Row, player: int) -> Row:
        return replace(state, die=0, champions=(1 - player,))

    def set_up(self, state: Row, position: str) -> Row:
        with positions.reading(position, ("counters", "player", "die")) as fields:
            counters = expect.whole(expect.member(fields, "counters", "counters"), "counters", 1, self.counters)
            player = expect.whole(fields.get("player", 1), "player", 1, 2) - 1
            return replace(
                state, counters=counters, player=player, die=expect.whole(fields.get("die", 0), "die", 0, 6)
            )

    def _standing(self, state: Row, counters: int) -> Row:
        """So many are there now: the throw is spent; who took the last has won."""
        if not counters:
            return replace(state, counters=0, die=0, champions=(state.player,))
        player = 1 - state.player if state.die else state.player
        return replace(state, counters=counters, die=0, player=player)

    def scores(self, state: Row) -> tuple[int, ...]:
        return tuple(int(player in state.champions) for player in (0, 1))

    def position(self, state: Row) -> str:
        fields = {"counters": state.counters, "player": state.player + 1}
        return positions.written(fields | ({"die": state.die} if state.die else {}))

    def appearance(self, state: Row) -> Appearance:
        return {
            f"counter-{n}": "there" if n <= state.counters else "gone" for n in range(1, self.counters + 1)
        }

    def effect(self, state: Row, move: Take) -> Appearance:
        first = max(state.counters - move.count, 0) + 1
        return {f"counter-{n}": "gone" for n in range(first, state.counters + 1)}

    def continuations(self, state: Row, partial: Take) -> tuple[Take, ...]:
        return tuple(move for move in self.legal(state) if move.count > partial.count)

    def roll_refusal(self, state: Row, roll: Roll) -> Foul | None:
        if state.champions:
            return foul("game_over")
        return (
            foul("take_first", state.die, expected=self.legal(state))
            if state.die
            else dice_refusal(roll, (1,))
        )

    def move_refusal(self, state: Row, move: Take) -> Foul | None:
        if state.champions:
            return foul("game_over")
        if not state.die:
            return foul("throw_due")
        legal = self.legal(state)
        return None if move in legal else foul("too_many_taken", state.die, move.count, expected=legal)

    def refusal(self, state: Row, observation: Sighting) -> Foul:
        gone = tuple(int(space[8:]) for space in changed_spaces(self.appearance(state), {}, observation))
        inner = bool(gone) and gone != tuple(range(gone[0], state.counters + 1))
        if inner and state.die:
            return foul("from_the_end", gone, expected=self.legal(state))
        return self.move_refusal(state, Take(len(gone))) or foul(
            "take_first", state.die, expected=self.legal(state)
        )

    def outcomes(self, before: Row, after: Row) -> tuple[Outcome, ...]:
        return (match_over(after.champions),) if after.champions and not before.champions else ()

    def outcome_text(self, outcome: Outcome) -> str:
        return end_text(outcome)

    def to_text(self, move: Take) -> str:
        return f"take-{move.count}"

    def from_text(self, text: str) -> Take:
        if not text.startswith("take-") or not text[5:].isdecimal() or len(text) > 7:
            raise ValueError(f"expected take- and a number, such as take-2; got {text!r}")
        return Take(int(text[5:]))


NEW_GAMES: tuple[type[BaseGame[Any, Any]], ...] = (Canoga, Counters)
