"""What most games answer alike: a game that is built on it says only what is its own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from .core import Appearance, Counts, Deal, Event, Foul, Game, Kind, Left, Placed, Roll, SetUp, Space, Touched
from .declared import word_refusal
from .options import Switches
from .rules import COMMON, RuleIds, refuse


class Ends(Protocol):
    """What the state of every game tells."""

    @property
    def champions(self) -> tuple[int, ...]:
        """Who has won the match; () while it runs."""


StateT = TypeVar("StateT", bound=Ends)
"""A game's own state: a frozen, hashable value."""

MoveT = TypeVar("MoveT")
"""A game's own moves: frozen, hashable values."""


@dataclass(frozen=True)
class BaseGame(Switches, Game, Generic[StateT, MoveT]):
    """A `referee.core.Game` that answers what most games answer alike; `Game` documents each answer.

    A game says the rest:

    - what must be there: `name`, `profiles`, `player_range`, `moves`, a switch `show_legal`; `layout`, `start`,
      `awaits`, `legal`, `moved`, `rolled`, `placed`, `left`, `set_up`, `position`, `scores`, `appearance`, `effect`,
      `roll_refusal`, `move_refusal`, `refusal`, `outcomes`, `to_text`, `from_text`;
    - what may be: `handicap_range`, `rule_ids`, `with_dice`, `sets_aside`, `solved`, `openly`, `places`; `offers`,
      `pack` and `noted` (cards), `view` (secrets), `partials` and `continuations` (moves made in several grasps),
      `leftover`, `stale` and `tidied` (a board that is set up anew), `staying`, `word_refusal`.
    """

    handicap_range: ClassVar[tuple[int, int]] = (0, 0)
    rule_ids: ClassVar[RuleIds] = COMMON
    with_dice: ClassVar[bool] = True
    sets_aside: ClassVar[bool] = False
    solved: ClassVar[bool] = False
    openly: ClassVar[Mapping[str, Any]] = {}
    moves: ClassVar[tuple[type[Any], ...]]
    """What its moves are."""

    @property
    def places(self) -> int:
        """As many as can play."""
        return self.player_range[1]

    def offers(self, state: StateT) -> tuple[MoveT, ...]:
        """None: nothing may be done instead of a throw."""
        return ()

    # What happens.

    def apply(self, state: StateT, event: Event) -> StateT:
        """The state after an event. See `Game.apply`."""
        if isinstance(event, self.moves):
            refuse(self.move_refusal(state, event), event, self.to_text)
            return self.moved(state, event)
        if isinstance(event, Roll):
            refuse(self.roll_refusal(state, event), event, self.to_text)
            return self.rolled(state, event.dice)
        if not isinstance(event, Deal | Touched | Placed | Left | SetUp):
            known = ", ".join(f"a {kind.__name__}" for kind in self.moves)
            raise TypeError(f"expected a throw, {known} or a person's word; got {event!r}")
        refuse(self.word_refusal(state, event), event, self.to_text)
        if isinstance(event, Placed):
            return self.placed(state, event)
        if isinstance(event, Left):
            return self.left(state, event.player)
        return self.set_up(state, event.position) if isinstance(event, SetUp) else self.noted(state, event)

    @abstractmethod
    def moved(self, state: StateT, move: MoveT) -> StateT:
        """The state after a legal move."""

    @abstractmethod
    def rolled(self, state: StateT, dice: tuple[int, ...]) -> StateT:
        """The state after a throw that is due."""

    @abstractmethod
    def placed(self, state: StateT, word: Placed) -> StateT:
        """The state once some spaces stand as a person says. Raises BadPlace."""

    @abstractmethod
    def left(self, state: StateT, player: int) -> StateT:
        """The state once a player has left for good; at least one other is there."""

    @abstractmethod
    def set_up(self, state: StateT, position: str) -> StateT:
        """The state of a position, with the players and handicaps of this start. Raises BadStart."""

    def noted(self, state: StateT, event: Deal | Touched) -> StateT:
        """The state after cards were dealt, or a touch was noted, in a game that knows them."""
        raise TypeError(f"expected no {event!r}: {self.name} knows none")

    def staying(self, state: StateT) -> Collection[int]:
        """The players who have not left; everybody where no player remains."""
        return range(len(self.scores(state)))

    # What may not happen.

    def word_refusal(self, state: StateT, event: Deal | Touched | Placed | Left | SetUp) -> Foul | None:
        """Which rule a person's word would break now, or None when it is due: here cards and touches always."""
        return word_refusal(self, state, event, self.staying(state))

    # Where it stands.

    def winners(self, state: StateT) -> tuple[int, ...]:
        """Who has won the whole match; () while it runs."""
        return state.champions

    def is_over(self, state: StateT) -> bool:
        """True when the match has its winners."""
        return bool(state.champions)

    def pack(self, state: StateT) -> tuple[str, ...]:
        """None: there are no cards."""
        return ()

    def view(self, state: StateT, player: int) -> StateT:
        """The state itself: nothing is hidden."""
        return state

    # What the table shows.

    def leftover(self, state: StateT) -> Appearance:
        """Nothing: no board is set up anew."""
        return {}

    def stale(self, state: StateT) -> Appearance:
        """Nothing: who owes a move has nothing to set up before."""
        return {}

    def tidied(self, state: StateT) -> StateT:
        """The state itself: nothing is left over from before."""
        return state

    def counts(self, kind: Kind) -> Counts:
        """None: its pieces may leave the table, or be turned there."""
        return {}

    def waits(self) -> Mapping[str, Space]:
        """Nowhere: none is captured."""
        return {}

    def partials(self, state: StateT) -> tuple[MoveT, ...]:
        """None: every partial move of this game is itself legal."""
        return ()

    def continuations(self, state: StateT, partial: MoveT) -> tuple[MoveT, ...]:
        """None: a legal move is whole."""
        return ()
