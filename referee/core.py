"""The nouns that every game shares, and the one interface of a game.

A game is a frozen dataclass whose fields are the house rules; its methods are pure functions of values.
Chance is input: the referee never rolls. Players are numbered from 0 in playing order; a seat is a place at
the board, from 1.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeAlias

Space: TypeAlias = str
"""A place on a board where a piece may stand: "seat-1/slot-4", "slot-4", "arrow-12A"."""

Kind: TypeAlias = str
"""What stands there: "open", "closed", "missing"."""

Appearance: TypeAlias = Mapping[Space, Kind]
"""What a camera should see at each space that the game knows about."""

Counts: TypeAlias = Mapping[str, int]
"""How many of each piece a kind shows: {"white": 3}."""

CHANCE = -1
"""The player who throws the dice."""


@dataclass(frozen=True)
class Roll:
    """Dice that came to rest, in the order they lie (values 1 to 6)."""

    dice: tuple[int, ...]


@dataclass(frozen=True)
class Placed:
    """The true kinds of some spaces, declared by a person or read from the table; the rules do not restrict them.

    Applying it replaces those spaces of the state; a throw ends if one of its player's spaces is among them.

    Attributes:
        spaces: (space, kind) pairs, each space of the game's appearance, none twice; at least one. Of men on arrows
            "turn" may stand among them: the colour that throws next.
    """

    spaces: tuple[tuple[Space, Kind], ...]


@dataclass(frozen=True)
class Deal:
    """Cards that were dealt.

    Attributes:
        hands: one for each player in playing order: the cards in any order, or None if they are unknown.
    """

    hands: tuple[tuple[str, ...] | None, ...]


@dataclass(frozen=True)
class Touched:
    """The player who owes a move touched a piece without saying "j'adoube" first.

    Attributes:
        space: where it stands.
    """

    space: Space


@dataclass(frozen=True)
class SetUp:
    """A position set up by hand, before anything else has happened.

    Attributes:
        position: what `Game.position` writes: a JSON object on one line.
    """

    position: str


@dataclass(frozen=True)
class Left:
    """A player leaves for good; no other player takes the place.

    Attributes:
        player: who, from 0.
    """

    player: int


@dataclass(frozen=True)
class Replaced:
    """Somebody else plays on for a player.

    Attributes:
        player: whose place, from 0.
        name: who sits there from now on.
    """

    player: int
    name: str


@dataclass(frozen=True)
class Paused:
    """The match is interrupted, perhaps until another day.

    Attributes:
        note: what a person wrote beside it, such as a date; may be empty.
    """

    note: str = ""


@dataclass(frozen=True)
class Resumed:
    """An interrupted match goes on.

    Attributes:
        note: as of Paused.
    """

    note: str = ""


@dataclass(frozen=True)
class Await:
    """Who must act.

    Attributes:
        actor: the player who chooses a move, or CHANCE when dice or cards are due.
        player: whose turn it is (who throws or deals, when the actor is CHANCE).
        seat: that player's place at the board, from 1.
        dice: how many dice are due; 0 unless the actor is CHANCE.
        may: other numbers of dice that the player may throw instead; () where there is no choice.
        cards: how many cards every player is dealt; 0 unless the actor is CHANCE and a Deal is due.
    """

    actor: int
    player: int
    seat: int
    dice: int = 0
    may: tuple[int, ...] = ()
    cards: int = 0


@dataclass(frozen=True)
class Sighting:
    """What a camera reads from the table, as plain numbers without pixels.

    Attributes:
        dice: the values that lie flat, as they lie.
        spaces: for each space the kinds with their probabilities (they sum to 1 or less; the rest is
            "cannot say"). A space without an entry was not read.
    """

    dice: tuple[int, ...]
    spaces: Mapping[Space, Mapping[Kind, float]]


Move: TypeAlias = Any
"""A game's own move: a frozen, hashable value."""

Event: TypeAlias = Any
"""A Roll, a Deal, a Move, or a person's word: Placed, Touched, SetUp, Left.

Replaced, Paused and Resumed belong to the match: no game receives them.
"""

State: TypeAlias = Any
"""A game's own state: a frozen, hashable value."""

Value: TypeAlias = int | float | str | bool | tuple[Any, ...] | None


@dataclass(frozen=True)
class Foul:
    """A change of the table that no rule allows.

    Attributes:
        rule: the rule's id, such as "sum_mismatch"; the catalogs hold a sentence for each.
        values: named numbers and lists for that sentence, as (name, value) pairs in a fixed order.
        expected: the moves that would have been legal.
    """

    rule: str
    values: tuple[tuple[str, Value], ...] = ()
    expected: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """Something that an event ended or decided: a turn, a game, the match, who starts.

    Attributes:
        what: a word of the game's `outcome_ids`, such as "stops"; the catalogs hold a sentence for each.
        player: the player concerned, from 0; None if it concerns no single player.
        values: (name, value) pairs in the order of `outcome_ids`. Players among them are numbered from 0, and stand
            under a name of `referee.story.PLAYERS`.
    """

    what: str
    player: int | None = None
    values: tuple[tuple[str, Value], ...] = ()

    @property
    def named(self) -> Mapping[str, Any]:
        """The values by their names."""
        return dict(self.values)


@dataclass(frozen=True)
class Legal:
    """One legal move explains the sighting; `continuations` lists the moves that may still extend it in this throw.

    Attributes:
        move: the complete move, as far as the sighting shows it.
        continuations: whole moves that contain it and are still possible; () when nothing more may follow.
        sure: 0 to 1.
    """

    move: Move
    continuations: tuple[Move, ...] = ()
    sure: float = 1.0


@dataclass(frozen=True)
class Partial:
    """On the way to one or more legal moves, not yet at one.

    Attributes:
        towards: the legal moves that may still become of it; () when no move is owed.
        changed: what has changed so far, as (space, kind) pairs; () when nothing has.
        sure: 0 to 1.
        done: what was done so far, as a move; None when nothing was.
    """

    towards: tuple[Move, ...]
    changed: tuple[tuple[Space, Kind], ...] = ()
    sure: float = 1.0
    done: Move | None = None


@dataclass(frozen=True)
class Unclear:
    """Several moves, or a move and no move, explain the sighting about equally well.

    Attributes:
        candidates: the legal moves that may be meant, likeliest first; () between no move and a foul.
        doubtful: the spaces whose reading decides, most doubtful first.
    """

    candidates: tuple[Move, ...]
    doubtful: tuple[Space, ...] = ()


Verdict: TypeAlias = Legal | Partial | Unclear | Foul


class Game(Protocol):
    """The one interface. An instance is a frozen dataclass whose fields are the switches of the sheet."""

    name: ClassVar[str]
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]]
    player_range: ClassVar[tuple[int, int]]
    handicap_range: ClassVar[tuple[int, int]]
    """Least and most that one player may be given; what the number means is the game's to say."""
    outcome_ids: ClassVar[Mapping[str, tuple[str, ...]]]
    """What an event may end or decide -> the names of its values, in order."""

    rule_ids: ClassVar[Mapping[str, tuple[str, ...]]]
    """Every rule that can be broken in this game, and the names of its values in order."""

    with_dice: ClassVar[bool]
    """It is played with dice; else with cards alone."""

    sets_aside: ClassVar[bool]
    """Dice are set aside in it, as they lie, before the others are thrown again."""

    solved: ClassVar[bool]
    """A coach of the referee computes its best moves exactly, for an aim that fits in one sentence."""

    openly: ClassVar[Mapping[str, Any]]
    """The options under which no player holds hidden cards or dice; only then can a program play."""

    @property
    @abstractmethod
    def places(self) -> int:
        """How many places its board has."""

    @property
    @abstractmethod
    def show_legal(self) -> str:
        """Teaching switch, for who shows the game: legal moves "always", "on_request" or "never"."""

    @property
    @abstractmethod
    def layout(self) -> str:
        """Name of the board it is played on, such as "occe" or "box"."""

    @abstractmethod
    def start(self, seats: tuple[int, ...], handicaps: tuple[int, ...] = ()) -> State:
        """The state before the first throw; `seats` in playing order, distinct, numbered from 1.

        `handicaps` holds one number a player, each in `handicap_range`; () for none.

        Raises BadSeats for too many or too few of them, or for a place that the board does not have, and
        BadStart for handicaps that cannot be.
        """

    @abstractmethod
    def awaits(self, state: State) -> Await | None:
        """Who must act, or None when the game (or the whole series) is over."""

    @abstractmethod
    def legal(self, state: State) -> tuple[Move, ...]:
        """Every legal move, in a stable order; () unless a player must choose.

        If several plays end in the same position, the list holds one of them.
        """

    @abstractmethod
    def offers(self, state: State) -> tuple[Move, ...]:
        """What the player may say or do instead of the throw that is due, such as doubling; () in most games."""

    @abstractmethod
    def apply(self, state: State, event: Event) -> State:
        """The state after an event.

        A move is any of `legal` and `offers`, or another way to the same end as one of them. A SetUp is due only
        before anything else has happened.

        Raises IllegalMove, with its Foul, for anything not due; BadPlace for a space or kind that is not there,
        or a Placed that no board can show; BadStart for a SetUp that is no position of this game.
        """

    @abstractmethod
    def pack(self, state: State) -> tuple[str, ...]:
        """The cards that a Deal may contain now, in a fixed order; () if no cards are due or a deal needs no cards."""

    @abstractmethod
    def position(self, state: State) -> str:
        """The position as one line of JSON, from which SetUp continues; it does not contain the history.

        Only while a throw, a deal or a move is awaited.
        """

    @abstractmethod
    def scores(self, state: State) -> tuple[int, ...]:
        """Points so far in the running game, one a player."""

    @abstractmethod
    def winners(self, state: State) -> tuple[int, ...]:
        """Who has won the whole match; () while it runs."""

    @abstractmethod
    def is_over(self, state: State) -> bool:
        """True when nothing is awaited any more."""

    @abstractmethod
    def view(self, state: State, player: int) -> State:
        """The state as that player may know it."""

    @abstractmethod
    def appearance(self, state: State) -> Appearance:
        """What a camera should see once the hands have left, and the board was set up for what is awaited."""

    @abstractmethod
    def leftover(self, state: State) -> Appearance:
        """Spaces that may still show what stood there before a new turn or game, and what that was.

        Never those of the player who owes a move: they must be set up by then, see `stale`.
        """

    @abstractmethod
    def tidied(self, state: State) -> State:
        """The state once the board was set up for what is awaited: nothing is left over from before."""

    @abstractmethod
    def stale(self, state: State) -> Appearance:
        """What the spaces of the player who owes a move showed before they had to be set up.

        Seen again, it may be a move that looks the same, or a board that was not set up: a person is asked.
        """

    @abstractmethod
    def effect(self, state: State, move: Move) -> Appearance:
        """The spaces that a move changes and what they show after it, before anything is set up anew."""

    @abstractmethod
    def continuations(self, state: State, partial: Move) -> tuple[Move, ...]:
        """What may still become of what is done so far, itself excluded: whole legal moves that contain it.

        `partial` is a legal move or one of `partials`; for anything else the answer is ().
        """

    @abstractmethod
    def counts(self, kind: Kind) -> Counts:
        """The pieces that a kind shows, so many of each, if they never leave the board: {"white": 3}; {} in most games.

        A look with more or fewer of them than there should be was misread: it is never a foul.
        """

    @abstractmethod
    def waits(self) -> Mapping[str, Space]:
        """Where captured pieces that are counted wait, by what `counts` calls them; {} in most games.

        If nobody sees that place, a piece whose place another one took is not missing: it waits there.
        """

    @abstractmethod
    def partials(self, state: State) -> tuple[Move, ...]:
        """What may be done on the way to a legal move and is none itself, as moves; the empty one left out.

        One for each look of the table. Their `effect` is what the table shows then.
        """

    @abstractmethod
    def refusal(self, state: State, sighting: Sighting) -> Foul:
        """Which rule a change that no legal move explains has broken."""

    @abstractmethod
    def roll_refusal(self, state: State, roll: Roll) -> Foul | None:
        """Which rule a throw would break now, or None when it is due."""

    @abstractmethod
    def move_refusal(self, state: State, move: Move) -> Foul | None:
        """Which rule a move would break now, or None when it is legal."""

    def outcomes(self, before: State, after: State) -> tuple[Outcome, ...]:
        """What an event ended or decided: turns, games, the match; () when it ended nothing."""

    def outcome_text(self, outcome: Outcome) -> str:
        """One of `outcomes` as a record tells it after its "= ": one line, players numbered from 1."""

    @abstractmethod
    def to_text(self, move: Move) -> str:
        """The move as one word of a record."""

    @abstractmethod
    def from_text(self, text: str) -> Move:
        """The move that `to_text` wrote. Raises ValueError saying what was expected."""


def are_dice(faces: Iterable[object]) -> bool:
    """True when each of these is a whole number from 1 to 6."""
    return all(type(face) is int and 1 <= face <= 6 for face in faces)


def sure_sighting(dice: Iterable[int], spaces: Appearance) -> Sighting:
    """A sighting without doubt, for touch and for tests."""
    return Sighting(tuple(dice), {space: {kind: 1.0} for space, kind in spaces.items()})
