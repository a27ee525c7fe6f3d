"""What the table knows of games of tiles, and of tiles on a board that a camera reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from math import log
from typing import ClassVar, cast

from msgspec.structs import asdict

from referee.coach import Coach
from referee.core import Appearance, Event, Foul, Game, Kind, Move, Sighting, State
from referee.games.tiles import Close, TileGame, TileResult, TileState
from referee.match import Match
from referee.values.remembered import by_identity
from vision.observation import Piece

from ..belief.priors import PATIENCE
from ..values.actions import Action, CloseTiles
from ..values.points import Point
from ..values.state import Spot, Step, Table
from ..values.view import (
    StateOfTile,
    TileDoubt,
    TileFix,
    TilesGame,
    TilesPlayer,
    TileSpot,
    TilesView,
    View,
    ViewGame,
    ViewPlayer,
    ViewResult,
    ViewTile,
)
from .family import ShownState, TableFamily
from .spots import SURELY, Chances, chance, declare, misfits

CLEAR = ((SURELY, 0.999), (0.8, 0.95))
"""(probability, certainty): a reading at least this probable for `PATIENCE.clear` is taken to be this certain."""

TURNED = 0.9
"""How often a tile that is read as missing during a game is a closed one: few go missing then."""

AT_ONCE = 0.98
"""How sure a reading must be to be reported at once."""

TIDIED, UNTIDY = 0.02, 1e-4
"""How often tiles of a player who has finished are set up again while others play on, and how often just turned."""


def number_of(space: str) -> int:
    """The number of a space's place: "seat-3/slot-4" and "slot-4" are 4's."""
    return int(space.rsplit("-", 1)[1])


def played(match: Match) -> tuple[TileGame, TileState]:
    """The game of tiles, and its state."""
    return cast(TileGame, match.game), match.state


def closing(tiles: Iterable[int]) -> Close | None:
    """These tiles closed; None for none."""
    numbers = tuple(tiles)
    return Close(numbers) if numbers else None


def tiles_of(move: Move | None) -> tuple[int, ...]:
    """The tiles that a move closes, ascending; () if it closes none."""
    return move.tiles if isinstance(move, Close) else ()


def seat_of(table: Table, space: str) -> int:
    """The seat before which a space lies; of a box, the seat of the player whose turn it is."""
    if "/" in space:
        return int(space.split("/")[0].removeprefix("seat-"))
    due = table.due
    return due.seat if due is not None else table.setup.seats[0]


class TileFamily(TableFamily):
    """Tiles that are closed."""

    games: ClassVar[type] = TileGame
    view: ClassVar[type[View]] = TilesView
    corrected: ClassVar[str] = "tile"
    point: ClassVar[Point] = Point("open", fewest=True)
    told: ClassVar[bool] = False

    def shown(self, table: Table, view: View, now: ShownState) -> TilesView:
        """With what stands and what may follow as tiles."""
        return _tiles_view(table, view, now.legal)

    def owed(self, match: Match) -> tuple[int, ...]:
        """The throw that allows a closing."""
        return _tiled(match.game).dice(match.state)

    def game_number(self, match: Match) -> int:
        """As the game counts them."""
        return _tiled(match.game).game_number(match.state)

    def missed(self, match: Match) -> bool:
        """Their points count in the total."""
        return bool(match.state.results)

    def frame(self, game: Game) -> frozenset[int]:
        """All of them."""
        return frozenset(_tiled(game).all_tiles)

    def expect_tiles(self, game: Game) -> None:
        """It has them."""

    def left_of(self, match: Match, player: int) -> tuple[int, ...]:
        """Those of the frame, or the box."""
        return tuple(_tiled(match.game).open_tiles(match.state, player))

    def left_by(self, table: Table, move: Move | None) -> list[int]:
        """Those that the move does not close."""
        (game, state), due = played(table.playing), table.due
        return [] if due is None else sorted(set(game.open_tiles(state, due.player)) - set(tiles_of(move)))

    def open_tiles(self, table: Table, player: int) -> list[int]:
        """As seen; unreadable tiles as reported."""
        (game, state), due = played(table.playing), table.due
        if game.frames == "shared" and (due is None or due.player != player):
            return list(game.open_tiles(state, player))
        if not table.sight.on or not table.spots:
            turned = table.turned.move if table.due is not None and table.due.player == player else None
            return sorted(set(game.open_tiles(state, player)) - set(tiles_of(turned)))
        numbers = []
        for tile in range(1, game.tiles + 1):
            spot = table.spots.get(game.space(state, player, tile))
            stands = spot.shows == "open" if spot and spot.shows != "unknown" else tile in state.open[player]
            if stands:
                numbers.append(tile)
        return numbers

    def by_hand(self, table: Table, move: Move | None) -> Step:
        """tile_flipped for each tile that a finger turned, and a declaration for what the camera sees."""
        due, step = table.due, Step(table)
        if due is None:
            return step
        game, state = played(table.playing)
        before, now = set(self.left_by(table, table.turned.move)), set(self.left_by(table, move))
        for tile in sorted(before ^ now):
            step = step.say("tile_flipped", due.player, tile=tile, state="open" if tile in now else "closed")
        if not table.sight.on:
            return step
        turned = before | now | set(tiles_of(move))
        kinds = {game.space(state, due.player, t): "open" if t in now else "closed" for t in sorted(turned)}
        sure = replace(step.table.sight, doubtful=())
        return step.but(spots=declare(step.table, kinds), wrong=None, sight=sure)

    def goes_on(self, table: Table, move: Move | None) -> bool:
        """It closes all tiles that are closed, and perhaps more."""
        if table.turned.move is None:
            return super().goes_on(table, move)
        return set(tiles_of(table.turned.move)) <= set(tiles_of(move))

    def plain_move(self, game: Game, move: Move) -> list[int] | str:
        """Its tiles."""
        return list(tiles_of(move)) or super().plain_move(game, move)

    def closed(self, event: Event) -> tuple[int, ...]:
        """Those of a closing."""
        return tiles_of(event)

    def put_back(self, table: Table) -> tuple[TileFix, ...]:
        """Which tiles to open or to close."""
        waits = table.fitting or table.setting_up or not table.started
        if not table.sight.on or not (table.refused or waits) or table.due is None:
            return ()
        should = self.playing(table.playing)
        should = should if table.refused else self.expected(table, should)
        return tuple(
            TileFix(seat_of(table, space), number_of(space), kind)
            for space, kind in misfits(table, should, self.fits)
        )

    def unsure(self, table: Table) -> TileDoubt | None:
        """The tiles, and the one to ask about."""
        tiles = tuple(TileSpot(seat, tile) for seat, tile in self.hard_to_read(table).values())
        return TileDoubt(tiles=tiles, asks=_asked(table, tiles)) if tiles else None

    def hard_to_read(self, table: Table) -> dict[str, tuple[int, int]]:
        """The tiles."""
        return {space: (seat_of(table, space), number_of(space)) for space in table.sight.doubtful}

    def move_fields(self, before: Match, event: Event) -> dict[str, object]:
        """Which tiles it closed, and which stand open."""
        closed = set(self.closed(event))
        return {"closed": sorted(closed), "open": sorted(_open_beside(before, event) - closed)} if closed else {}

    def action(self, move: Move) -> Action | None:
        """As tiles are closed by touch."""
        return CloseTiles(tiles_of(move))

    def best(self, game: Game, known: State) -> Move | None:
        """The closing that costs nothing."""
        tiled = _tiled(game)
        return coach_of_tiles(tiled).costs(tiled.open_tiles(known, known.player), tiled.dice(known))[0].close

    def most_dice(self, game: Game, state: State, player: int) -> int | None:
        """The count with the better odds."""
        tiled = _tiled(game)
        return coach_of_tiles(tiled).dice_choices(tiled.open_tiles(state, player))[0].dice

    # The board.

    def playing(self, match: Match) -> dict[str, Kind]:
        """A player who has finished may tidy up the frame."""
        game, state = played(match)
        should, idle = dict(game.appearance(state)), _idle(game, state)
        return {space: kind for space, kind in should.items() if space not in idle} if idle else should

    def expected(self, table: Table, should: dict[str, Kind]) -> dict[str, Kind]:
        """After the end all tiles are open again."""
        if table.due is None:
            return dict.fromkeys(should, "open")
        game, state = played(table.playing)
        return should | {game.space(state, state.player, tile): "closed" for tile in tiles_of(table.turned.move)}

    def chances(self, piece: Piece) -> Chances:
        """Few tiles go missing during a game."""
        raw = dict(super().chances(piece))
        gone = raw.get("missing", 0.0)
        if gone:
            raw |= {"missing": (1 - TURNED) * gone, "closed": raw.get("closed", 0.0) + TURNED * gone}
        return tuple(raw.items())

    def noticed(self, table: Table, newest: Mapping[str, Spot]) -> Step:
        """A tile_flipped for each tile of the running turn that turned.

        What a move may turn is reported at once, anything else once it has stood so for a moment: a reading may be
        wrong.
        """
        spots = dict(table.spots) | dict(newest)
        after = table.but(spots=spots)
        turned = [space for space in newest if _turned(spots[space])]
        if not turned and all(spot.reported != "unknown" for spot in newest.values()):
            return Step(after)
        loose = table.game.leftover(table.playing.state)
        counts = set(self.playing(table.playing)) - set(loose) if _announces(table) else set()
        moves = _may_turn(after) if turned else frozenset()
        step = Step(table)
        for space, spot in newest.items():
            if space in counts and _turned(spot):
                at_once = (space, spot.shows) in moves and (spot.declared is not None or chance(spot) >= AT_ONCE)
                wait = PATIENCE.lone if spot.was else 0.0 if at_once else PATIENCE.turned
                if table.t - spot.since < wait:
                    continue
                player = table.setup.seats.index(seat_of(table, space))
                step = step.say("tile_flipped", player, tile=number_of(space), state=spot.shows)
            spots[space] = replace(spot, reported=spot.shows if spot.shows in ("open", "closed") else spot.reported)
        return step.but(spots=spots)

    def weighed(self, spot: Spot, t: float) -> Mapping[Kind, float]:
        """A reading that repeats with full confidence is certain."""
        sure = _clear(spot, t) if chance(spot) >= AT_ONCE else 0.0
        return {spot.kind: sure} if sure else super().weighed(spot, t)

    def certainty(self, spot: Spot, t: float, *, certain: bool) -> float:
        """By how long it has been read so."""
        return super().certainty(spot, t, certain=certain) or _clear(spot, t)

    def looked(
        self, match: Match, read: Mapping[str, Mapping[Kind, float]], first: Appearance, *, setting_up: bool
    ) -> tuple[State, Sighting, float]:
        """Frames of players who have finished stay, or are set up again."""
        game, state = played(match)
        shows, off = game.appearance(state), _idle(game, state)
        spaces = {space: read[space] for space in shows if space in read and space not in off}
        idle = {space: kind for space, kind in shows.items() if space in off}
        there = state if setting_up else game.tidied(state)
        there = _reopened(game, state) if game.is_over(state) else there
        return there, Sighting((), spaces), _untouched(idle, read, first)

    def unmoved(self, game: Game, state: State) -> Foul | None:
        """A throw is what breaks a rule then."""
        return None


def _tiled(game: Game) -> TileGame:
    return cast(TileGame, game)  # the registry hands this family its own games alone


def _open_beside(before: Match, move: Move) -> set[int]:
    """The numbers that stand open in the frame in which a move closes tiles."""
    frame = next(iter(before.game.effect(before.state, move))).rpartition("slot-")[0]
    stands = before.game.appearance(before.state)
    return {
        number_of(space)
        for space, kind in stands.items()
        if kind == "open" and space.rpartition("slot-")[0] == frame
    }


@lru_cache(maxsize=4)
def coach_of_tiles(game: TileGame) -> Coach:
    """The coach of a house; it remembers its results."""
    return Coach(game)


def _tiles_view(table: Table, shown: View, legal: Iterable[Move]) -> TilesView:
    """The view of any game, with what stands and what may follow as tiles."""
    (game, state), stands = played(table.playing), tiles_of(table.turned.move)
    own = {
        "game": _game(game, state, shown.game),
        "players": tuple(_player(table, player) for player in shown.players),
        "legal": tuple(tiles_of(move) for move in legal),
        "continuations": tuple(tuple(sorted({*move.tiles} - {*stands})) for move in table.more),
        "provisional": stands or None,
        "results": _results(state.results, game, table.setup.seats),
        "closed": tiles_closed(table.playing),
    }
    return TilesView(**asdict(shown) | own)


def tiles_closed(match: Match) -> int:
    """How many tiles the moves of a match have closed, in all its games."""
    return sum(len(event.tiles) for event in match.events if isinstance(event, Close))


def _game(game: TileGame, state: TileState, shown: ViewGame | None) -> TilesGame:
    assert shown is not None, "asked only of a table with a game"
    dues = tuple(getattr(game, "dues", ()))
    return TilesGame(**asdict(shown), tiles=game.tiles, turns=game.turns, settling=state.settling, dues=dues)


def _player(table: Table, player: ViewPlayer) -> TilesPlayer:
    """A player, with what he has of tiles."""
    (game, state), index = played(table.playing), player.player - 1
    return TilesPlayer(
        **asdict(player),
        done=game.has_finished(state, index),
        games=_points(state.results, index),
        tiles=tuple(ViewTile(tile, _tile(table, index, tile)) for tile in range(1, game.tiles + 1)),
    )


def _tile(table: Table, player: int, tile: int) -> StateOfTile:
    """How a tile stands, as the table believes and sees."""
    (game, state), due = played(table.playing), table.due
    mine = due is not None and due.player == player
    should: StateOfTile = "open" if tile in state.open[player] else "closed"
    if mine and tile in tiles_of(table.turned.move):
        return "provisional"
    spot = table.spots.get(game.space(state, player, tile))
    counted = mine or (game.frames != "shared" and not game.has_finished(state, player))
    if not table.sight.on or spot is None or not counted or table.due is None:
        return should
    if spot.shows != should and table.refused:
        return "refused"
    if mine and table.throws.doubt and (should, spot.shows) == ("open", "closed"):
        return "provisional"
    return "missing" if spot.shows == "missing" else "unknown" if spot.shows == "unknown" else should


def _asked(table: Table, doubtful: tuple[TileSpot, ...]) -> TileSpot | None:
    """The tile to ask about: the most doubtful one of the player who closes, after a while."""
    due = table.due
    mine = [spot for spot in doubtful if due is not None and spot.seat == due.seat]
    if not table.closing_due or not mine:
        return None
    game, state = played(table.playing)
    space = game.space(state, state.player, mine[0].tile)
    since = table.turned.since or (table.spots[space].since if space in table.spots else table.t)
    return mine[0] if table.t - since >= PATIENCE.doubtful else None


@by_identity(8)
def _results(results: tuple[TileResult, ...], game: Game, seats: tuple[int, ...]) -> tuple[ViewResult, ...]:
    """The finished games: the same object until another one is over."""
    return tuple(_result(result, game, seats) for result in results)


@by_identity(64)
def _points(results: tuple[TileResult, ...], player: int) -> tuple[int, ...]:
    return tuple(result.scores[player] for result in results)


def _result(result: TileResult, game: Game, seats: tuple[int, ...]) -> ViewResult:
    paid = game.paid(result) if hasattr(game, "paid") else ()
    return ViewResult(
        result.number,
        {str(seat): score for seat, score in zip(seats, result.scores, strict=True)},
        tuple(player + 1 for player in result.winners),
        {str(seat): float(part) for seat, part in zip(seats, paid, strict=False)},
        result.shut,
    )


def _turned(spot: Spot) -> bool:
    return {spot.shows, spot.reported} == {"open", "closed"}


def _may_turn(table: Table) -> frozenset[tuple[str, Kind]]:
    """The spaces that a move, or the correction of a refused one, may turn now, and what they show then."""
    game, match = table.game, table.belief.best.match if table.belief.histories else table.playing
    pairs = {pair for move in game.legal(match.state) for pair in game.effect(match.state, move).items()}
    if table.turned.move is not None or table.refused:
        pairs |= set(game.appearance(table.playing.state).items())
    return frozenset(pairs)


def _announces(table: Table) -> bool:
    return table.started and not table.fitting and table.due is not None


def _idle(game: TileGame, state: TileState) -> frozenset[str]:
    """The spaces of players who have finished."""
    if game.frames == "shared" or game.is_over(state):
        return frozenset()
    done = (player for player in range(len(state.seats)) if game.has_finished(state, player))
    return frozenset(space for player in done for space in game.frame_spaces(state, player))


def _reopened(game: TileGame, state: TileState) -> TileState:
    """A finished state in which tiles may stand as they were left, or open for the next game."""
    return replace(state, left=(game.all_tiles,) * len(state.left))


def _untouched(
    idle: Mapping[str, Kind], read: Mapping[str, Mapping[Kind, float]], first: Mapping[str, Kind]
) -> float:
    """Logarithm of how likely spaces that no longer count are seen so: they stay, or are set up again."""
    stays = tidied = 1.0
    for space, kind in idle.items():
        kinds = read.get(space, {})
        if kinds:
            most = max(kinds.values())
            stays *= kinds.get(kind, 0.0) / most
            tidied *= max(kinds.get(kind, 0.0), kinds.get(first.get(space, kind), 0.0)) / most
    return log(max(TIDIED * tidied + (1 - TIDIED) * stays, UNTIDY))


def _clear(spot: Spot, t: float) -> float:
    """How certain a space is whose reading repeats, whatever the rules find likely; else 0."""
    lasted = t - spot.since
    if lasted < PATIENCE.clear[0]:
        return 0.0
    read = chance(spot)
    clear = zip(CLEAR, PATIENCE.clear, strict=True)
    return next((sure for (least, sure), after in clear if read >= least and lasted >= after), 0.0)
