"""A simulated game as values: what is played, what is to go wrong, the looks and the truth beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from referee.core import CHANCE, Appearance, Await, Event, Roll
from referee.games import GAMES
from referee.games.tiles import TileGame
from referee.match import Match
from vision.observation import Observation
from webui.table.transitions.overturned import move_fields
from webui.table.values.actions import Action
from webui.table.values.everybody import acting, ends_turn, is_game, outcomes, turn_end_fields, winners_of
from webui.table.values.setup import Setup

from ..recordings.plays import FOUL
from ..recordings.script import EventFields
from .faults import Fault
from .noise import TableKind

Played: TypeAlias = tuple[str, str, tuple[tuple[str, Any], ...], int]
"""A game, its profile, house rules that differ from that, and how many games make the series."""

PLAYED: Mapping[str, Played] = MappingProxyType(
    {
        "occe_child": ("occe_child", "OCCE enfant", (), 1),
        "occe_adult": ("occe_adult", "OCCE adulte", (), 1),
        "occe_child_turns": ("occe_child", "OCCE enfant", (("turns", "alternate"),), 1),
        "royal_frames": ("royal", "Tric-Trac Royal", (("frames", "own"),), 1),
        "royal": ("royal", "Tric-Trac Royal", (), 1),
        "royal_series": ("royal", "Tric-Trac Royal", (), 3),
        "occe_child_box": ("occe_child", "OCCE enfant", (("frames", "shared"),), 1),
        "occe_child_series": ("occe_child", "OCCE enfant", (), 3),
        "occe_adult_series": ("occe_adult", "OCCE adulte", (), 3),
        "trente": ("trente", "Trente (Wikilivres)", (), 1),
        "trente_nous": ("trente", "Trente (chez nous)", (), 1),
        "jacquet": ("jacquet", "Jacquet Ravensburger (notice)", (), 1),
        "jacquet_traditional": ("jacquet", "Jacquet traditionnel", (("touch_move", "on"),), 1),
        "backgammon": ("backgammon", "Backgammon Ravensburger (notice)", (), 1),
        "backgammon_series": ("backgammon", "Backgammon international", (), 3),
        "trictrac": ("trictrac", "Le Tric Trac Ravensburger (notice)", (), 1),
        "trictrac_series": ("trictrac", "Le Tric Trac Ravensburger (notice)", (), 3),
        "tock": ("tock", "Tock Canop", (), 1),
        "tock_known": ("tock", "Tock Canop", (("hands", "known"),), 1),
    }
)
"""Every rule set that is simulated, by a name of its own: all games and profiles, and some house rules."""

FILMED = ("occe_child", "occe_adult", "occe_child_turns", "royal_frames")
"""Those that recordings are made of, on a board with a frame for each player."""

_WITH_TILES = {game.name for game in GAMES if issubclass(game, TileGame)}
TILES = tuple(name for name, played in PLAYED.items() if played[0] in _WITH_TILES)
"""Those whose pieces the camera sees; of the others a finger tells the moves."""

DICE = tuple(name for name in PLAYED if name not in TILES and PLAYED[name][0] != "tock")
"""Those whose men a finger moves, with dice that the camera sees."""


@dataclass(frozen=True)
class Wish:
    """What is to go wrong beside what was counted.

    Attributes:
        kinds: of faults.FORCED; each game has one of them, once.
        foul: chance of a foul at a throw.
        arrows: share of short stacks of men that eyes read wrongly; None if no camera reads men.
    """

    kinds: tuple[str, ...] = ()
    foul: float = FOUL
    arrows: float | None = None


@dataclass(frozen=True)
class Check:
    """A moment at which the reports should be right.

    Attributes:
        look: index of the first look after it.
        throw: number of the throw that came to rest last, from 0.
        stands: `standing` of the truth then.
        fingers: number of touches before it.
        truth: the match then, if a person who sees a wrong report puts it right; None if nobody does.
    """

    look: int
    throw: int
    stands: object
    fingers: int = 0
    truth: Match | None = None


@dataclass(frozen=True)
class Finger:
    """What a player tells by touch.

    Attributes:
        t: s.
        look: index of the first look after it.
        action: what the finger says.
        before: the match as it really is; where the action is Next, with the move that is meant.
        foul: no rule allows it.
    """

    t: float
    look: int
    action: Action
    before: Match
    foul: bool = False


@dataclass(frozen=True)
class Lived:
    """A game and what is seen of it.

    Attributes:
        setup: what is played.
        looks: in order of time.
        truth: the due events, each with its second `t`.
        checks: one a throw that counts.
        faults: all that went wrong.
        fingers: the touches between the looks, in order.
        table: how well the table is read.
        end: the match as it really ended; None if it is not compared.
    """

    setup: Setup
    looks: tuple[Observation, ...]
    truth: tuple[Mapping[str, Any], ...]
    checks: tuple[Check, ...]
    faults: tuple[Fault, ...]
    fingers: tuple[Finger, ...] = ()
    table: TableKind = "good"
    end: Match | None = None


def standing(match: Match) -> object:
    """How a match stands: who must act, points, the board, and the dice that a move is owed for, in any order."""
    game, state = match.game, match.state
    dice = tuple(sorted(owed(match)))
    return game.awaits(state), game.scores(state), _looks(game.appearance(state)), dice


FACES = frozenset("123456")
"""What a space shows on which a die lies aside."""


def _looks(shown: Appearance) -> object:
    """A board; of dice that lie aside it does not matter which lies where."""
    stem = {space: space.rpartition("-")[0] for space in shown}
    aside = {stem[space] for space, kind in shown.items() if kind in FACES}
    dice = tuple(sorted(kind for space, kind in shown.items() if stem[space] in aside))
    return dice, tuple(sorted((space, kind) for space, kind in shown.items() if stem[space] not in aside))


def owed(match: Match) -> tuple[int, ...]:
    """The throw for which a move is owed; () where none is."""
    due, last = match.game.awaits(match.state), match.newest(Roll)
    if due is None or due.actor == CHANCE or last is None:
        return ()
    dice: tuple[int, ...] = match.events[last].dice
    return dice


def owes(match: Match, events: Sequence[EventFields]) -> bool:
    """Whether a move is due after these events."""
    for line in events:
        match = after(match, line)
    due = match.game.awaits(match.state)
    return due is not None and due.actor != CHANCE


def due_after(match: Match, events: Sequence[EventFields]) -> Await | None:
    """Who must act after a throw's events."""
    for line in events:
        match = match.then(Roll(tuple(line["dice"]))) if line["event"] == "roll_settled" else match
    return match.game.awaits(match.state)


def after(match: Match, line: EventFields) -> Match:
    """The match once a line of the truth of a game of tiles happened."""
    if line["event"] == "roll_settled":
        return match.then(Roll(tuple(line["dice"])))
    if line["event"] != "move_accepted":
        return match
    legal: Any = match.game.legal(match.state)
    return match.then(next(move for move in legal if sorted(move.tiles) == sorted(line["closed"])))


def lines_of(match: Match, event: Event) -> tuple[EventFields, ...]:
    """The due events of an event and of what it ends, from the referee alone."""
    after, seats = match.then(event), match.seats
    seat = seats[acting(match) or 0]
    if isinstance(event, Roll):
        events: list[EventFields] = [{"event": "roll_settled", "seat": seat, "dice": list(event.dice)}]
    else:
        events = [{"event": "move_accepted", "seat": seat, **move_fields(match, event)}]
    for outcome in outcomes(after, match.state):
        if outcome.player is not None and ends_turn(after, outcome):
            events.append({"event": "turn_passed", "seat": seats[outcome.player], **turn_end_fields(after, outcome)})
        if is_game(outcome):
            winners = [seats[player] for player in winners_of(outcome)]
            events.append({"event": "game_ended", "game": outcome.named["number"], "winners": winners})
    return tuple(events)


def foul_of(events: Sequence[EventFields]) -> str:
    """Which kind of faults.PLAYERS a throw is that does not count."""
    rule = next((line["rule"] for line in events if "rule" in line), "")
    return {"": "void", "must_close": "forgotten"}.get(rule, "dice_count")
