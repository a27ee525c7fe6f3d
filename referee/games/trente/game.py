"""Trente: the house rules, and the interface of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

from ... import starts
from ...core import CHANCE, Appearance, Await, Event, Foul, Left, Placed, Roll, SetUp, Sighting, Space
from ...errors import BadStart
from ...options import check, number, switch
from ...rules import refuse
from ...said import word_refusal
from . import fouls, looks, positions, rounds, story, texts, turns
from .dice import keeps, threshold_of
from .state import HIGH, Attack, Keep, Revenge, RoundResult, TrenteState

Move: TypeAlias = Keep | Attack | Revenge


@dataclass(frozen=True)
class Trente:
    """Six dice are set aside one after the other: 30 or more, or 12 or less, else points are lost (S4).

    Attributes:
        rules: "standard" (the first die decides between 12 and 30; the round decides who is attacked) or "nous" (the
            family's remarks: always 30; an even level attacks the player at the right, an odd one at the left).
        revenge: "yes" where who is killed by another may play one more turn at once.
        revenge_penalty: True where a revenge that misses its threshold costs points, as any turn.
        round: the number of a match's first round. The rules of attack go by it: round 1 the next player, 2 the one
            before, from 3 on whoever one likes.
        rounds: how many rounds a match has.
        start_score: points of every player at the start of a round.
        tie: who is level at the end "shared" the win, or plays an "extra_game": under "nous" after each round, which
            is a game of its own there, else at the end of the match.
        stake: what each player pays into a round; the winner takes it.
        show_legal: teaching switch: what may be done is shown "always", "on_request" or "never".

    A handicap is points that its player has more (or, negative, fewer) at the start of every round.

    Raises:
        BadOption: a field has a value it cannot have.
    """

    rules: str = switch("standard", "nous")
    revenge: str = switch("yes", "no")
    revenge_penalty: bool = switch(True, False)
    round: int = number(1, 1, 3)
    rounds: int = number(3, 1, 99)
    start_score: int = number(30, 1, 999)
    tie: str = switch("shared", "extra_game")
    stake: int = number(0, 0, 1_000_000)
    show_legal: str = switch("always", "on_request", "never")

    name: ClassVar[str] = "trente"
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "Trente (Wikilivres)": {"rules": "standard"},
        "Trente (chez nous)": {"rules": "nous", "tie": "extra_game", "stake": 1},
    }
    player_range: ClassVar[tuple[int, int]] = (2, 12)
    handicap_range: ClassVar[tuple[int, int]] = (-20, 20)

    def __post_init__(self) -> None:
        """Checks every house rule."""
        check(self)

    # What the sheet says.

    @property
    def always_high(self) -> bool:
        """S4: "Nous, on joue sur le seuil de 30 tout le temps."."""
        return self.rules == "nous"

    @property
    def settles_each_round(self) -> bool:
        """True when a tie is decided in every round: "Pour Nous, chaque manche est une partie"."""
        return self.rules == "nous" and self.tie == "extra_game"

    def direction(self, number: int, level: int) -> int:
        """Who is attacked in a round of that number: 1 the next living player clockwise, -1 the one before, 0 any.

        S4: "+2 c’est pair ça détermine que c’est mon joueur de droite", "( impair), se serait le joueur de gauche";
        going clockwise the next player is the one at the left.
        """
        if self.rules == "nous":
            return 1 if level % 2 else -1
        return {1: 1, 2: -1}.get(number, 0)

    def round_number(self, state: TrenteState) -> int:
        """The running round's number, from `round`; a play-off has that of the round before it."""
        return self.round + min(len(state.results), self.rounds - 1)

    # The interface of a game.

    @property
    def layout(self) -> str:
        """ "none": there is no board."""
        return "none"

    def start(self, seats: tuple[int, ...], handicaps: tuple[int, ...] = ()) -> TrenteState:
        """Everybody has the points of a start, the first of `seats` throws. See `Game.start`."""
        seats = starts.checked_seats(seats, self.player_range, max(self.player_range))
        given = starts.checked_handicaps(self, len(seats), handicaps)
        if given and self.start_score + min(given) < 0:
            raise BadStart(f"handicaps: expected {-self.start_score} or more; got {min(given)}")
        return rounds.start(self, seats, given)

    def awaits(self, state: TrenteState) -> Await | None:
        """Who must throw or choose, or None when the match is over."""
        if state.champions:
            return None
        who = state.player if state.asked is None else state.asked
        seat = state.seats[who]
        if state.asked is not None or state.dice or (state.level and state.target is None):
            return Await(who, who, seat)
        return Await(CHANCE, who, seat, turns.dice_due(state))

    def legal(self, state: TrenteState) -> tuple[Move, ...]:
        """Every legal move; () unless one is owed.

        One Keep stands for all orders of the same dice; where the first die of a turn decides, the least of those
        that decide for 12 stands first, and the least of those that decide for 30.
        """
        if state.champions:
            return ()
        if state.asked is not None:
            return (Revenge(taken=True), Revenge(taken=False))
        if state.dice:
            return tuple(keep for kept in keeps(state.dice) for keep in self._orders(state, kept))
        if state.level and state.target is None:
            return tuple(Attack(target) for target in turns.targets(self, state))
        return ()

    def _orders(self, state: TrenteState, kept: tuple[int, ...]) -> tuple[Keep, ...]:
        if state.threshold or self.always_high or kept[0] > 3 or kept[-1] <= 3:
            return (Keep(kept),)
        place = next(place for place, die in enumerate(kept) if die > 3)
        return Keep(kept), Keep((kept[place], *kept[:place], *kept[place + 1 :]))

    def threshold_with(self, aside: tuple[int, ...]) -> int:
        """The threshold of a turn with these dice aside, the first of them first: LOW or HIGH.

        Without any it is HIGH where that is always so, and 0 where the first die is yet to decide.
        """
        if aside:
            return threshold_of(aside[0], always_high=self.always_high)
        return HIGH if self.always_high else 0

    def threshold_after(self, state: TrenteState, keep: Keep) -> int:
        """The threshold of the turn once these dice are set aside: LOW or HIGH."""
        return state.threshold or self.threshold_with(keep.dice)

    def offers(self, state: TrenteState) -> tuple[Move, ...]:
        """None: nothing may be done instead of a throw."""
        return ()

    def apply(self, state: TrenteState, event: Event) -> TrenteState:
        """The state after an event; hits of an attack lie aside with the throw itself."""
        if isinstance(event, Keep | Attack | Revenge):
            refuse(self.move_refusal(state, event), event, self.to_text)
            return self._moved(state, event)
        if isinstance(event, Roll):
            refuse(self.roll_refusal(state, event), event, self.to_text)
            return turns.after_roll(self, state, event.dice)
        staying = set(range(len(state.seats))) - state.gone
        refuse(word_refusal(self, state, event, staying), event, self.to_text)
        if isinstance(event, Placed):
            return looks.after_placed(self, state, event)
        if isinstance(event, Left):
            return turns.after_left(self, state, event.player)
        if isinstance(event, SetUp):
            return positions.from_text(self, state, event.position)
        raise TypeError(f"expected a throw, a move of Trente or a person's word; got {event!r}")

    def _moved(self, state: TrenteState, move: Move) -> TrenteState:
        if isinstance(move, Keep):
            return turns.after_keep(self, state, move)
        if isinstance(move, Attack):
            return turns.aimed(replace(state, news=()), move.target)
        return turns.avenging(self, state, taken=move.taken)

    def position(self, state: TrenteState) -> str:
        """The position as a line of JSON, see `referee.games.trente.positions`."""
        return positions.to_text(state)

    def scores(self, state: TrenteState) -> tuple[int, ...]:
        """Points of the running round, one a player; below 0 is dead, 0 for who does not play in it."""
        return state.points

    def winners(self, state: TrenteState) -> tuple[int, ...]:
        """Who has won the match; () while it runs."""
        return state.champions

    def is_over(self, state: TrenteState) -> bool:
        """True when the match has its winners."""
        return bool(state.champions)

    def view(self, state: TrenteState, player: int) -> TrenteState:
        """The state itself: nothing is hidden."""
        return state

    def pack(self, state: TrenteState) -> tuple[str, ...]:
        """None: there are no cards."""
        return ()

    def appearance(self, state: TrenteState) -> dict[Space, str]:
        """What lies aside, the threshold where a die decides it, and that nothing was said yet."""
        return looks.appearance(self, state)

    def leftover(self, state: TrenteState) -> dict[Space, str]:
        """Dice that may still lie aside from before, while all six are due."""
        return looks.leftover(self, state)

    def tidied(self, state: TrenteState) -> TrenteState:
        """The state once all six dice were taken up for their throw."""
        return looks.tidied(self, state)

    def stale(self, state: TrenteState) -> dict[Space, str]:
        """Nothing: who owes a move has thrown."""
        return {}

    def effect(self, state: TrenteState, move: Move) -> Appearance:
        """Dice on their places aside, with the threshold that the first decides; or what is said."""
        return looks.effect(self, state, move)

    def continuations(self, state: TrenteState, partial: Move) -> tuple[Keep, ...]:
        """The legal moves that set aside these dice and more, for the same threshold."""
        return looks.continuations(self, state, partial)

    def partials(self, state: TrenteState) -> tuple[Move, ...]:
        """None: whatever was set aside so far is legal by itself."""
        return ()

    def refusal(self, state: TrenteState, seen: Sighting) -> Foul:
        """Which rule the most probable reading of the table breaks."""
        return fouls.of_sighting(self, state, seen)

    def roll_refusal(self, state: TrenteState, roll: Roll) -> Foul | None:
        """Which rule a throw breaks, or None when it is due."""
        return fouls.of_roll(self, state, roll)

    def move_refusal(self, state: TrenteState, move: Move) -> Foul | None:
        """Which rule a move breaks, or None when it is legal."""
        return fouls.of_move(self, state, move)

    def outcomes(self, before: TrenteState, after: TrenteState) -> tuple[str, ...]:
        """The turn, attack, round and match that an event ended, in words of a record."""
        return story.outcomes(before, after)

    def to_text(self, move: Move) -> str:
        """ "5+1+2" for dice, the first first; "attack-3" for player 3; "revenge" or "no-revenge"."""
        return texts.to_text(move)

    def from_text(self, text: str) -> Move:
        """The move that `to_text` wrote. Raises ValueError saying what was expected."""
        return texts.from_text(text)

    # What a page shows.

    def dice(self, state: TrenteState) -> tuple[int, ...]:
        """The throw of which dice must be set aside, or ()."""
        return state.dice

    def payments(self, state: TrenteState) -> tuple[Fraction, ...]:
        """What each player has won (or, negative, paid) in the finished rounds, in the unit of the stake."""
        each = [self.paid(result) for result in state.results]
        return tuple(sum((one[player] for one in each), Fraction(0)) for player in range(len(state.seats)))

    def paid(self, result: RoundResult) -> tuple[Fraction, ...]:
        """The same of one finished round."""
        return rounds.paid(self, result)
