"""The state of the live table and what changed: the values that the table's functions pass on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Concatenate, Literal, ParamSpec, TypeAlias

from referee.core import CHANCE, Await, Foul, Game, Move
from referee.match import Match
from vision.observation import UNREADABLE, PieceKind, Point

from ..belief.evidence import SettledDice
from ..belief.value import Belief, changed
from .events import TableEvent
from .setup import Setup
from .shown import camera_reads

P = ParamSpec("P")

Sentence: TypeAlias = Callable[[Foul, str, Mapping[str, object]], str]
"""Makes the sentence of a foul: (foul, language, the people whom its numbers mean) -> sentence."""


class TableError(Exception):
    """Base class of the errors that the table raises on purpose."""


class NotNow(TableError, ValueError):
    """The action makes no sense in the present state. A wrong move does not raise it: it gives a move_refused."""


@dataclass(frozen=True)
class Spot:
    """One space of the board as believed.

    Attributes:
        kind: what stands there.
        chances: (kind, probability) pairs of the newest reading; () if it could not be read.
        declared: what a person says stands there, against `kind`; None if nobody did.
        since: seconds; since when the readings show this kind.
        reported: what the last report said stands there; unknown before the first.
        reached: seconds; when a hand was last over it, or it could not be read.
        was: what it showed before, if its reading changed although no hand was over it; else None.
    """

    kind: PieceKind
    chances: tuple[tuple[PieceKind, float], ...]
    declared: PieceKind | None = None
    since: float = 0.0
    reported: PieceKind = "unknown"
    reached: float = -inf
    was: PieceKind | None = None

    @property
    def shows(self) -> PieceKind:
        """What to believe: a person's word overrides the camera."""
        return self.declared or self.kind


@dataclass(frozen=True)
class UnreportedThrow:
    """A throw on the table that is not reported yet.

    Attributes:
        since: seconds; since when it is being read. Infinite while nobody looks.
    """

    since: float


@dataclass(frozen=True)
class Doubt(UnreportedThrow):
    """A throw on the table that is reported with a question mark.

    Attributes:
        ways: what it may show and how probable that is, 0 to 1, likeliest first.
        asks: a person is asked about it.
    """

    ways: tuple[tuple[tuple[int, ...], float], ...]
    asks: bool = False

    @property
    def readings(self) -> tuple[tuple[int, ...], ...]:
        """What it may show, likeliest first."""
        return tuple(dice for dice, _ in self.ways)


@dataclass(frozen=True)
class Throws:
    """What is reported of the dice.

    Attributes:
        count: throws that counted so far in this match.
        rolling: dice have left rest or entered, and no throw has come to rest yet.
        dice: the newest throw that counted, () before one.
        sure: 0 to 1, of `dice`.
        unreported: the throw on the table while it is not reported, or reported with a question mark; else None.
        void: values of a throw that did not count, None for a die without one; () if the newest one did.
        absorb: the next throw to come to rest was already entered by hand.
    """

    count: int = 0
    rolling: bool = False
    dice: tuple[int, ...] = ()
    sure: float = 1.0
    unreported: UnreportedThrow | None = None
    void: tuple[int | None, ...] = ()
    absorb: bool = False

    @property
    def doubt(self) -> Doubt | None:
        """The throw on the table, while it is reported with a question mark."""
        return self.unreported if isinstance(self.unreported, Doubt) else None

    def unseen(self) -> Throws:
        """The same while nobody looks: only a throw in doubt is known to lie there."""
        return replace(self, unreported=None if self.doubt is None else replace(self.doubt, since=inf))


@dataclass(frozen=True)
class Turned:
    """The move that stands, before it is accepted.

    Attributes:
        move: in the game's own form, as far as it was made; None if nothing was done.
        since: seconds; since when it stands.
        touched: a finger made it, or took back what stood: where dice lie no longer matters.
    """

    move: Move | None = None
    since: float = 0.0
    touched: bool = False


@dataclass(frozen=True)
class SuspectBoard:
    """A board that no legal move explains, not refused yet.

    Attributes:
        rule: the rule's id.
        shown: (space, kind) pairs of the board as observed.
        since: seconds; when it was first observed.
    """

    rule: str
    shown: tuple[tuple[str, PieceKind], ...]
    since: float = 0.0


@dataclass(frozen=True)
class RefusedBoard:
    """A board that was refused because no legal move explains it.

    Attributes:
        shown: (space, kind) pairs of the board as observed.
    """

    shown: tuple[tuple[str, PieceKind], ...]


Corners: TypeAlias = tuple[Point, Point, Point, Point]
"""Of a board, (x, y) px."""


@dataclass(frozen=True)
class InPlace:
    """The board where it stands.

    Attributes:
        corners: of the board.
    """

    corners: Corners


@dataclass(frozen=True)
class Strayed(InPlace):
    """The newest reading of the corners lies off; the next one decides whether the board was moved."""


@dataclass(frozen=True)
class Moved:
    """The board was moved or is out of sight; nothing is decided.

    Attributes:
        corners: where it was last seen.
    """

    corners: Corners


LIGHT, READING, BOARD, ASIDE = PERSISTENT = ("light_low", "unreadable", "board", "aside")
"""Differences that count only if they persist: the light, how well the table is read, whether the board is visible, and
whether dice that were set aside are still there."""

MIRRORED, AREA_MOVED, ASIDE_MOVED = "mirrored", "area_moved", "aside_moved"
"""Warnings that hold at once."""


@dataclass(frozen=True)
class Sight:
    """What the camera does.

    Attributes:
        pictures: "come"; or "none" and "entered": none come and play goes by touch, without or with an entry since
            then.
        place: where the board stands; None before it was seen.
        warnings: the observation warnings that hold: low light, a mirrored board, a moved dice area, a moved place
            beside it, and why the table cannot be read.
        otherwise: seconds; since when each of PERSISTENT seems to have changed.
        hands: a hand is over the board.
        doubtful: spaces whose reading decides and is not sure.
        layout: the kind of the board that was seen last; "" before one was.
    """

    pictures: Literal["come", "none", "entered"] = "come"
    place: InPlace | Moved | None = None
    warnings: frozenset[str] = frozenset()
    otherwise: Mapping[str, float] = field(default_factory=dict)
    hands: bool = False
    doubtful: tuple[str, ...] = ()
    layout: str = ""

    @property
    def on(self) -> bool:
        """Whether pictures come; else play goes by touch."""
        return self.pictures == "come"

    @property
    def moved(self) -> bool:
        """Whether the board was moved or is out of sight; then nothing is decided."""
        return isinstance(self.place, Moved)

    @property
    def unreadable(self) -> str:
        """Why the table cannot be read; "" while it can."""
        return next((word for word in UNREADABLE if word in self.warnings), "")

    def since(self, what: str, t: float | None) -> Sight:
        """The same with `what` seeming changed since `t`, seconds; None: it does not seem changed."""
        if self.otherwise.get(what) == t:
            return self
        others = {name: at for name, at in self.otherwise.items() if name != what}
        return replace(self, otherwise=others if t is None else others | {what: t})

    def warned(self, word: str, *, holds: bool) -> Sight:
        """The same with a warning that holds, or does not."""
        return self if (word in self.warnings) == holds else replace(self, warnings=self.warnings ^ {word})


@dataclass(frozen=True)
class LeftPlace:
    """A place that its player had left, before somebody came to it.

    Attributes:
        player: who, from 0.
        name: of who left.
        index: of the event of leaving.
        t: seconds at which that was reported.
    """

    player: int
    name: str
    index: int
    t: float


@dataclass(frozen=True)
class Arrival:
    """Somebody who joined in mid-game.

    Attributes:
        events: how many events the match had then.
        place: the place that had been left; None for one that nobody had.
    """

    events: int
    place: LeftPlace | None = None


@dataclass(frozen=True)
class Table:
    """A game at a real table, as far as Piste knows.

    Attributes:
        setup: what was agreed on.
        match: the throws and moves that were reported; None if only throws are watched.
        t: seconds, of the newest observation or action.
        times: seconds at which each event of `match` was reported.
        guessed: throws whose dice nobody knows: (time, then the likeliest dice, which stand in `match`).
        belief: what may have happened; each of its histories continues `match` or contradicts it.
        settled_dice: the dice on the table; None: whatever is there at the next look was there before.
        started: the running game was announced.
        paused: nothing is decided.
        fitting: the board must first match the referee's state (after an undo or a correction).
        setting_up: tiles are being reopened for the next player or game.
        joined: who joined in mid-game, in that order.
        throws: the dice.
        spots: the board as believed, by space; empty without a camera.
        turned: the move that stands.
        aside: how many of the dice that count as set aside in this turn were seen in their place.
        wrong: the board that no legal move explains; None while all is well.
        verdict: the newest refusal or passed turn, for the page; None once the game has gone on.
        sight: what the camera does.
        sentence: makes the sentences of fouls; not part of the table's identity.
        read: the event count and the board reading for which the belief was last weighed, so that nothing is weighed
            twice.
    """

    setup: Setup
    match: Match | None
    t: float = 0.0
    times: Sequence[float] = ()
    guessed: tuple[tuple[float, ...], ...] = ()
    belief: Belief = field(default_factory=Belief)
    settled_dice: SettledDice | None = None
    started: bool = False
    paused: bool = False
    fitting: bool = False
    setting_up: bool = False
    joined: tuple[Arrival, ...] = ()
    throws: Throws = field(default_factory=Throws)
    spots: Mapping[str, Spot] = field(default_factory=dict)
    turned: Turned = field(default_factory=Turned)
    aside: int = 0
    wrong: SuspectBoard | RefusedBoard | None = None
    verdict: TableEvent | None = None
    sight: Sight = field(default_factory=Sight)
    sentence: Sentence = field(compare=False, repr=False, kw_only=True)
    read: tuple[int, Mapping[str, Mapping[str, float]]] | None = field(
        default=None, compare=False, repr=False
    )

    def but(self, **changes: object) -> Table:
        """The table with some fields changed. Raises TypeError for a field that it does not have."""
        return changed(self, **changes)

    @property
    def game(self) -> Game:
        """The referee's game. Raises NotNow if there is none."""
        return self.playing.game

    @property
    def playing(self) -> Match:
        """The match. Raises NotNow if only throws are watched."""
        if self.match is None:
            raise NotNow("expected a game; only throws are watched")
        return self.match

    @property
    def due(self) -> Await | None:
        """Who must act; None if the match is over or nothing is refereed."""
        return None if self.match is None else self.game.awaits(self.match.state)

    @property
    def whole(self) -> bool:
        """Whether the move that stands is a whole legal move."""
        move = self.turned.move
        return move is not None and self.game.move_refusal(self.playing.state, move) is None

    @property
    def more(self) -> tuple[Move, ...]:
        """The whole legal moves that may continue the one that stands."""
        return self.game.continuations(self.playing.state, self.turned.move) if self.whole else ()

    @property
    def refused(self) -> bool:
        """Whether the board as it stands was refused and must be corrected."""
        return isinstance(self.wrong, RefusedBoard)

    @property
    def knows_board(self) -> bool:
        """Whether a camera can read the board of this game here: any camera can, or this table has learnt it."""
        return self.match is not None and (camera_reads(self.game) or self.sight.layout == self.game.layout)

    @property
    def sees_board(self) -> bool:
        """Whether pictures come and show the board of this game; else its pieces are moved by touch."""
        return self.sight.on and self.knows_board

    @property
    def missed(self) -> bool:
        """Whether dice moved while nothing could be decided."""
        return self.settled_dice is not None and self.settled_dice.missed

    def missing(self) -> Table:
        """The table after that: the next look judges by their places how the dice came there."""
        settled = self.settled_dice
        return self if settled is None else replace(self, settled_dice=replace(settled, missed=True))

    @property
    def closing_due(self) -> bool:
        """Whether a player owes a move."""
        due = self.due
        return due is not None and due.actor != CHANCE


@dataclass(frozen=True)
class Step:
    """The table after something happened, and the events to report."""

    table: Table
    events: tuple[TableEvent, ...] = ()

    def but(self, **changes: object) -> Step:
        """The same events with the table changed."""
        return Step(self.table.but(**changes), self.events)

    def say(self, event: str, player: int | None = None, /, **values: object) -> Step:
        """Adds one event; `player` is the referee's number, from 0."""
        seat = None if player is None else self.table.setup.seats[player]
        number = None if player is None else player + 1
        return Step(self.table, (*self.events, TableEvent(event, self.table.t, number, seat, values)))

    def then(self, do: Callable[Concatenate[Table, P], Step], *given: P.args, **named: P.kwargs) -> Step:
        """Applies `do` to the table; its events follow these."""
        after = do(self.table, *given, **named)
        return Step(after.table, self.events + after.events)
