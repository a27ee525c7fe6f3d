"""What the table knows about a family of games, as one object: here for a game of no family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from msgspec.structs import asdict

from referee.core import (
    Appearance,
    Event,
    Foul,
    Game,
    Kind,
    Move,
    Outcome,
    Sighting,
    State,
    Verdict,
    sure_sighting,
)
from referee.match import Match
from referee.witness import explain
from vision.observation import Piece

from ..belief.priors import PATIENCE
from ..values.actions import Action
from ..values.everybody import acting, event_word, games, points_of, winners_of
from ..values.points import Point
from ..values.sentence import by_seat
from ..values.state import NotNow, Spot, Step, Table
from ..values.view import TileDoubt, TileFix, TouchView, View, ViewResult
from .spots import CERTAIN, Chances


@dataclass(frozen=True)
class ShownState:
    """A state as it is shown to somebody.

    Attributes:
        state: as that player may know it, or everybody.
        read: the same after the likeliest reading of a doubtful throw that nobody is asked about.
        legal: the moves that may be made then.
        player: whose view it is, from 0; None for everybody's.
    """

    state: State
    read: State
    legal: tuple[Move, ...]
    player: int | None


class TableFamily:
    """What the table knows and reports about games of a kind; a family overrides what is its own.

    Attributes:
        games: the class on which its games are built.
        view: the kind of their views.
        corrected: what a correction that changes no report is about.
        lies: a person may say how its pieces lie.
        point: what a point is, and whether the fewest are best.
        told: a placement is what a person told, and can be taken back; else it is what was seen.
        fits: a space fits if what it should show is at least this probable, or if it cannot be read.
        strays: a hand over one space may have been over any other a moment ago.
        wrong: seconds for which pieces must stand as no move explains until they are refused.
        settles: seconds after the next throw until a doubtful board counts as what it most probably shows.
        early: how probable a throw before an owed move must be to be refused at once; else pieces may tell for a while.
        digits: to which the probabilities of a space are rounded, so that nothing is weighed again for less.
    """

    games: ClassVar[type] = Game
    view: ClassVar[type[View]] = TouchView
    corrected: ClassVar[str] = "move"
    lies: ClassVar[bool] = False
    point: ClassVar[Point] = Point("won")
    told: ClassVar[bool] = True
    fits: ClassVar[float] = 0.5
    strays: ClassVar[bool] = False
    wrong: ClassVar[float] = PATIENCE.wrong
    settles: ClassVar[float] = PATIENCE.tiles
    early: ClassVar[float] = 0.0
    digits: ClassVar[int] = 2

    def shown(self, table: Table, view: View, now: ShownState) -> View:
        """The view of any game with this family's fields: here for pieces moved by touch."""
        return touched(table, view, now)

    # The board, if a camera reads it.

    def playing(self, match: Match) -> dict[str, Kind]:
        """What each space that counts should show."""
        return {}

    def expected(self, table: Table, should: dict[str, Kind]) -> dict[str, Kind]:
        """What the board should show, the move that stands included, if it `should` show that without."""
        return should

    def unseen(self, state: State) -> Mapping[str, Mapping[Kind, float]]:
        """How probable kinds are of spaces of which a camera says nothing, although it reads the board."""
        return {}

    def chances(self, piece: Piece) -> Chances:
        """How probable each kind is by a reading, in this game."""
        return tuple(piece.chances or ((piece.kind, piece.sure),))

    def noticed(self, table: Table, newest: Mapping[str, Spot]) -> Step:
        """The table with the newest spots, and reports of pieces that moved."""
        return Step(table.but(spots=dict(table.spots) | dict(newest)))

    def weighed(self, spot: Spot, t: float) -> Mapping[Kind, float]:
        """How probable the kinds of a space are by its newest reading."""
        return {kind: round(chance, self.digits) for kind, chance in spot.chances}

    def certainty(self, spot: Spot, t: float, *, certain: bool) -> float:
        """How certain a space is for the referee, however it is weighed; 0 if it is not.

        `certain`: nobody is asked any more.
        """
        return CERTAIN if certain else 0.0

    def looked(
        self, match: Match, read: Mapping[str, Mapping[Kind, float]], first: Appearance, *, setting_up: bool
    ) -> tuple[State, Sighting, float]:
        """A look as evidence for a match: see `BoardEvidence`.

        Args:
            match: as it may have been played.
            read: each space as it is read.
            first: the board when a match begins.
            setting_up: what a turn or game before left may still stand there.
        """
        return match.state, Sighting((), {}), 0.0

    def verdict(self, game: Game, state: State, sighting: Sighting, stood: float = 0.0) -> Verdict:
        """What the referee makes of a sighting; `stood`: seconds for which the pieces have stood so."""
        return explain(game, state, sighting)

    def same_move(self, table: Table, move: Move) -> Move:
        """A move as a camera sees it; the one that stands if both look the same."""
        return move

    def hands_lag(self, table: Table) -> bool:
        """Whether a finger made the move that stands, and hands have yet to make it on the board."""
        return False

    # Games of any kind.

    def unmoved(self, game: Game, state: State) -> Foul | None:
        """Which rule is broken by going on although a move is owed; None if the rule of a throw says it."""
        return game.refusal(state, sure_sighting((), game.appearance(state)))

    def owed(self, match: Match) -> tuple[int, ...]:
        """The throw for which a move is owed, if the dice lie there until then."""
        return ()

    def game_number(self, match: Match) -> int:
        """The running game of the series, from 1."""
        return len(games(match)) + (match.game.awaits(match.state) is not None)

    def missed(self, match: Match) -> bool:
        """Whether a player who joins now has missed whole games."""
        return False

    def frame(self, game: Game) -> frozenset[int]:
        """The tiles before a player when a game begins; none if other pieces are moved."""
        return frozenset()

    def expect_tiles(self, game: Game) -> None:
        """Raises NotNow for a game without tiles."""
        raise NotNow(f"expected a game of tiles; {game.name} has none")

    def left_of(self, match: Match, player: int) -> tuple[int, ...]:
        """The tiles open before a player in the match."""
        return ()

    def left_by(self, table: Table, move: Move | None) -> list[int]:
        """The tiles of the player at turn that stay open after a move, ascending."""
        return []

    def open_tiles(self, table: Table, player: int) -> list[int]:
        """The tiles open before a player as seen or touched, ascending."""
        return []

    def by_hand(self, table: Table, move: Move | None) -> Step:
        """Reports the pieces that a finger moves from what stands to a move."""
        return Step(table)

    def goes_on(self, table: Table, move: Move | None) -> bool:
        """Whether the move that stands is part of another, or equal to it."""
        return bool(move == table.turned.move or move in table.more)

    def plain_move(self, game: Game, move: Move) -> list[int] | str:
        """A move as events have it: its word in the game's notation."""
        return game.to_text(move)

    def is_word(self, move: Move) -> bool:
        """Whether a move is a word, such as a double: it counts once it is said twice."""
        return False

    def closed(self, event: Event) -> tuple[int, ...]:
        """The tiles that an event closes, ascending."""
        return ()

    def put_back(self, table: Table) -> tuple[TileFix, ...]:
        """What hands must do to make the board right."""
        return ()

    def tidies(self, table: Table) -> bool:
        """Whether hands must make the board right."""
        return bool(self.put_back(table))

    def unsure(self, table: Table) -> TileDoubt | None:
        """The pieces whose reading decides and is doubtful."""
        return None

    def hard_to_read(self, table: Table) -> dict[str, tuple[int, int]]:
        """The spaces of `unsure`, each with the seat and the number of the piece that stands there."""
        return {}

    def orders(self, table: Table) -> tuple[Move, ...]:
        """The moves of which one is on the table, if only a finger can tell which."""
        return ()

    def move_fields(self, before: Match, event: Event) -> dict[str, object]:
        """What an accepted move says besides its word."""
        return {}

    def as_everybody_knows(self, match: Match) -> Match:
        """A match without what its players hold hidden."""
        return match

    def parts(self, move: Move) -> tuple[Move, ...]:
        """A move in steps, each complete so far; the move itself comes last."""
        return (move,)

    def action(self, move: Move) -> Action | None:
        """The action that makes a whole move, if it is not made by its word."""
        return None

    def best(self, game: Game, known: State) -> Move | None:
        """The coach's best move; None if the coach does not know."""
        return None

    def most_dice(self, game: Game, state: State, player: int) -> int | None:
        """The number of dice that the coach would throw; None if the coach does not know."""
        return None

    def is_next(self, state: State, player: int) -> bool:
        """Whether a player throws, deals or plays next, whatever lies there."""
        return bool(state.player == player)

    def named_next(self, state: State, player: int) -> Kind:
        """How a placement names the player who is next."""
        raise NotImplementedError(f"asked only where `lies`: {self.games.__name__}")


def touched(table: Table, view: View, now: ShownState) -> TouchView:
    """The view of a game whose pieces are moved by touch."""
    game, stands, match = table.game, table.turned.move, table.playing
    own = now.player is not None and now.player == acting(match)
    more = {
        "legal": tuple(game.to_text(move) for move in now.legal),
        "continuations": tuple(game.to_text(move) for move in table.more),
        "provisional": None if stands is None else game.to_text(stands) if own else event_word(match, stands),
        "offers": tuple(game.to_text(move) for move in game.offers(now.state)),
        "spaces": dict(game.appearance(now.state)),
        "results": tuple(_ended(table, outcome) for outcome in games(match)),
    }
    return TouchView(**asdict(view) | more)


def _ended(table: Table, outcome: Outcome) -> ViewResult:
    return ViewResult(
        outcome.named["number"],
        by_seat(table, points_of(table.playing, outcome)),
        tuple(player + 1 for player in winners_of(outcome)),
        how=outcome.named.get("how"),
    )
