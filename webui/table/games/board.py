"""What the table believes of the tiles: readings come in, a sighting for the referee goes out.

Everything that the table knows about tiles and their boards begins here. The board of a game that no camera reads has
no spaces here, none of its men stands wrong, and its moves are reported in the game's notation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import inf, log
from typing import cast

from referee.core import Kind, Move, Partial, Sighting, State
from referee.games.tiles import Close, TileGame, TileState
from referee.match import Match
from vision.follow.hands import TABLE
from vision.observation import Observation, Piece, PieceKind

from ..belief.priors import PATIENCE
from ..belief.value import BoardEvidence, Odd
from ..values.shown import camera_reads
from ..values.state import Spot, Step, Table

CLEAR = ((0.9, 0.999), (0.8, 0.95))
"""(probability, certainty): a reading at least this probable for `PATIENCE.clear` is taken to be this certain."""

TURNED = 0.9
"""How often a tile that is read as missing during a game is a closed one: few go missing then."""

UNREACHED = 0.02
"""How often a tile is turned although no hand was seen over it. Else it is misread, and stands as before."""

AT_ONCE = 0.98
"""How sure a reading must be to be reported at once."""

CERTAIN = 0.999
"""The certainty of everything once nobody is asked any more."""

TIDIED, UNTIDY = 0.02, 1e-4
"""How often tiles of a player who has finished are set up again while others play on, and how often just turned."""

FITS = 0.5
"""A space fits if what it should show is at least this probable, or if it cannot be read."""


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


def as_far_as(verdict: Partial) -> Close | None:
    """The tiles closed on the way to a move, as one closing."""
    return closing(number_of(space) for space, kind in verdict.changed if kind == "closed")


def left_by(table: Table, move: Move | None) -> list[int]:
    """The tiles of the player whose turn it is that stand open after a move, ascending."""
    (game, state), due = played(table.playing), table.due
    return [] if due is None else sorted(set(game.open_tiles(state, due.player)) - set(tiles_of(move)))


def by_hand(table: Table, move: Move | None) -> Step:
    """tile_flipped for each tile that a finger turned, and a declaration for what the camera sees."""
    due, step = table.due, Step(table)
    if due is None:
        return step
    game, state = played(table.playing)
    before, now = set(left_by(table, table.turned.move)), set(left_by(table, move))
    for tile in sorted(before ^ now):
        step = step.say("tile_flipped", due.player, tile=tile, state="open" if tile in now else "closed")
    if not table.sight.on:
        return step
    turned = before | now | set(tiles_of(move))
    kinds = {game.space(state, due.player, t): "open" if t in now else "closed" for t in sorted(turned)}
    sure = replace(step.table.sight, doubtful=())
    return step.but(spots=declare(step.table, kinds), wrong=None, sight=sure)


def playing(table: Table) -> dict[str, Kind]:
    """What each space that counts should show; a player who has finished may tidy up the frame."""
    return _counting(*played(table.playing)) if camera_reads(table.game) else {}


def _counting(game: TileGame, state: TileState) -> dict[str, Kind]:
    should = dict(game.appearance(state))
    idle = _idle(game, state)
    return {space: kind for space, kind in should.items() if space not in idle} if idle else should


def _idle(game: TileGame, state: TileState) -> frozenset[str]:
    """The spaces of players who have finished."""
    if game.frames == "shared" or game.is_over(state):
        return frozenset()
    done = (player for player in range(len(state.seats)) if game.has_finished(state, player))
    return frozenset(space for player in done for space in game.frame_spaces(state, player))


def expected(table: Table) -> dict[str, Kind]:
    """What the board should show, the move that stands included; after the end all tiles are open again."""
    should = playing(table)
    if table.due is None:
        return dict.fromkeys(should, "open")
    if not should:
        return {}
    game, state = played(table.playing)
    return should | {game.space(state, state.player, tile): "closed" for tile in tiles_of(table.turned.move)}


def as_set_up(table: Table) -> State:
    """The state to judge by: after the board was set up again, nothing remains from the turn or game before."""
    state = table.playing.state
    return state if table.setting_up else table.game.tidied(state)


def notice(table: Table, observation: Observation) -> Step:
    """The spots after a settled reading, and a tile_flipped for each tile of the running turn that turned.

    What a move may turn is reported at once, anything else once it has stood so for a moment: a reading may be wrong.
    """
    if not table.sees_board:
        return Step(table)
    pieces = [piece for piece in observation.pieces if piece.space not in observation.hands]
    hands = any(spot.reached > -inf for spot in table.spots.values())  # else no hand is seen here at all
    newest = {
        piece.space: _spot(table.spots.get(piece.space), piece, table.t, hands=hands) for piece in pieces
    }
    spots = dict(table.spots) | newest
    after = table.but(spots=spots)
    turned = [space for space in newest if _turned(spots[space])]
    if not turned and all(spot.reported != "unknown" for spot in newest.values()):
        return Step(after)
    loose = table.game.leftover(table.playing.state)
    counts = set(playing(table)) - set(loose) if _announces(table) else set()
    moves = _may_turn(after) if turned else frozenset()
    step = Step(table)
    for space, spot in newest.items():
        if space in counts and _turned(spot):
            at_once = (space, spot.shows) in moves and (spot.declared is not None or _chance(spot) >= AT_ONCE)
            wait = PATIENCE.lone if spot.was else 0.0 if at_once else PATIENCE.turned
            if table.t - spot.since < wait:
                continue
            player = table.setup.seats.index(seat_of(table, space))
            step = step.say("tile_flipped", player, tile=number_of(space), state=spot.shows)
        spots[space] = replace(spot, reported=spot.shows if spot.shows in ("open", "closed") else spot.reported)
    return step.but(spots=spots)


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


def seat_of(table: Table, space: str) -> int:
    """The seat before which a space lies; of a box, the seat of the player whose turn it is."""
    if "/" in space:
        return int(space.split("/")[0].removeprefix("seat-"))
    due = table.due
    return due.seat if due is not None else table.setup.seats[0]


def mark_reached(table: Table, observation: Observation) -> Table:
    """The table once hands were over some tiles, or some could not be read: they may have been turned."""
    readable = {piece.space for piece in observation.pieces if piece.kind != "unknown"}
    over = set(table.spots) - readable if observation.still else set(table.spots) & observation.hands
    if TABLE in observation.hands:  # a quick hand was over others between two looks
        over = set(table.spots)
    if not over:
        return table
    return replace(
        table, spots={s: replace(spot, reached=table.t) if s in over else spot for s, spot in table.spots.items()}
    )


def _spot(old: Spot | None, piece: Piece, t: float, *, hands: bool) -> Spot:
    """A space after one more reading; an unreadable one stays as it was believed. `hands`: some were seen."""
    if old is None:
        old = Spot("unknown", ())
    if piece.kind == "unknown":
        return replace(old, chances=(), since=t, was=None)
    chances = _in_play(piece)
    kind = max(chances, key=lambda pair: pair[1])[0] if piece.kind == "missing" else piece.kind
    goes_on = old.kind == kind and bool(old.chances)
    was = _stood(old, kind, t) if hands else None
    if goes_on and old.declared is None and (chances, was) == (old.chances, old.was):
        return old
    new = replace(old, kind=kind, chances=chances, since=old.since if goes_on else t, was=was)
    # A person's word holds until the camera surely agrees, becomes sure, or surely sees the tile turned.
    stays = surely(old) and old.kind == new.kind != old.declared
    return new if old.declared is None or stays or not surely(new) else replace(new, declared=None)


def _stood(old: Spot, kind: PieceKind, t: float) -> PieceKind | None:
    """What a space showed before its reading changed, if no hand was over it meanwhile."""
    if t - old.reached < PATIENCE.reach or not old.chances:
        return None
    if old.kind != kind:
        return None if old.was == kind else old.kind
    return old.was


def _in_play(piece: Piece) -> tuple[tuple[PieceKind, float], ...]:
    """What a space shows, and how probable that is during a game."""
    raw = dict(piece.chances or ((piece.kind, piece.sure),))
    gone = raw.get("missing", 0.0)
    if gone:
        raw |= {"missing": (1 - TURNED) * gone, "closed": raw.get("closed", 0.0) + TURNED * gone}
    return tuple(raw.items())


def _chance(spot: Spot) -> float:
    """How sure the newest reading is of what it shows."""
    return dict(spot.chances).get(spot.kind, 0.0)


def surely(spot: Spot) -> bool:
    """Whether the newest reading leaves nothing to ask a person about."""
    return _chance(spot) >= CLEAR[0][0]


def declare(table: Table, kinds: Mapping[str, Kind]) -> dict[str, Spot]:
    """The spots after a person declared what some spaces show."""
    spots = dict(table.spots)
    for space, shows in kinds.items():
        old, kind = spots.get(space, Spot("unknown", ())), cast("PieceKind", shows)  # a tile shows nothing else
        spots[space] = replace(old, declared=None if old.kind == kind and surely(old) else kind, reported=kind)
    return spots


def sighting(table: Table, *, certain: bool = False) -> Sighting:
    """The sighting for the referee: the spaces that count and could be read; a person's word is certain.

    Accepted oddities say nothing more, as long as they are seen so. `certain` takes every reading for what it most
    probably is.
    """
    read, old = reading(table), accepted_oddities(table)
    spaces = {s: read[s] for s in playing(table) if s in read and (s, table.spots[s].shows) not in old}
    for space in spaces:
        spot = table.spots[space]
        sure = 0.0 if spot.declared or spot.was else CERTAIN if certain else _clear(spot, table.t)
        spaces[space] = {spot.kind: sure} if sure else spaces[space]
    return Sighting((), spaces)


def accepted_oddities(table: Table) -> Odd:
    """The spaces that have been wrong since before play went on, and what they show."""
    reported = table.belief.first(lambda h: h.match.same(table.playing))
    return frozenset() if reported is None else reported.accepted_oddities


def reading(table: Table) -> dict[str, Mapping[Kind, float]]:
    """Every readable space, as it is read now; a reading that repeats with full confidence is certain.

    Everything else is weighed by its own readings, however long they last: a misread tile is misread at every look, but
    seldom with as much confidence as others. No tile turns without a hand: an unreached one more likely stands as
    before.
    """
    spaces: dict[str, Mapping[Kind, float]] = {}
    for space, spot in table.spots.items():
        if spot.declared is not None:
            spaces[space] = {spot.declared: 1.0}
        elif spot.was:
            spaces[space] = _unreached(spot)
        elif spot.chances:
            sure = _clear(spot, table.t) if _chance(spot) >= AT_ONCE else 0.0
            spaces[space] = {spot.kind: sure} if sure else {k: round(p, 2) for k, p in spot.chances}
    return spaces


def _unreached(spot: Spot) -> dict[Kind, float]:
    """How probable the kinds are of a space whose reading changed although no hand was over it."""
    odds = {kind: chance * (1 if kind == spot.was else UNREACHED) for kind, chance in spot.chances}
    whole = sum(odds.values()) or 1.0
    return {kind: round(chance / whole, 2) for kind, chance in odds.items()}


def evidence(table: Table) -> BoardEvidence:
    """The board evidence, for each match that may have been played."""
    if not camera_reads(table.game):
        return lambda match: (match.state, Sighting((), {}), 0.0)
    (game, _), read = played(table.playing), reading(table)
    first = game.appearance(game.start(table.setup.seats))

    known: dict[tuple[State, bool], tuple[State, Sighting, float]] = {}

    def look(match: Match) -> tuple[State, Sighting, float]:
        key = match.state, table.setting_up or not match.same(table.playing)
        if key not in known:
            known[key] = looked(*key)
        return known[key]

    def looked(state: State, setting_up: bool) -> tuple[State, Sighting, float]:
        shows, off = game.appearance(state), _idle(game, state)
        spaces = {space: read[space] for space in shows if space in read and space not in off}
        idle = {space: kind for space, kind in shows.items() if space in off}
        there = state if setting_up else game.tidied(state)
        there = _reopened(game, state) if game.is_over(state) else there
        return there, Sighting((), spaces), _untouched(idle, read, first)

    return look


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
    chance = _chance(spot)
    clear = zip(CLEAR, PATIENCE.clear, strict=True)
    return next((sure for (least, sure), after in clear if chance >= least and lasted >= after), 0.0)


def believed_board(table: Table) -> tuple[tuple[str, PieceKind], ...]:
    """The board as believed, to distinguish fouls."""
    return tuple((space, table.spots[space].shows) for space in playing(table) if space in table.spots)


def seconds_stood(table: Table) -> float:
    """Seconds for which the tiles that changed since the throw have stood as they are."""
    should = playing(table)
    turned = [
        table.spots[s] for s, kind in should.items() if s in table.spots and table.spots[s].shows != kind
    ]
    return table.t - max((spot.since for spot in turned if spot.declared is None), default=0.0)


def misfits(table: Table, should: Mapping[str, Kind]) -> tuple[tuple[str, Kind], ...]:
    """(space, what it should show) for the spaces that surely show something else."""
    return tuple((space, kind) for space, kind in should.items() if not _fits(table.spots.get(space), kind))


def _fits(spot: Spot | None, kind: Kind) -> bool:
    if spot is None or (spot.declared is None and not spot.chances):
        return True
    if spot.declared is not None:
        return spot.declared == kind
    return sum(chance for shows, chance in spot.chances if shows == kind) >= FITS


def legible(table: Table, spaces: Iterable[str]) -> bool:
    """At least two of three of these spaces could be read."""
    wanted = list(spaces)
    read = sum(1 for space in wanted if space in table.spots and table.spots[space].kind != "unknown")
    return 3 * read >= 2 * len(wanted)


def open_tiles(table: Table, player: int) -> list[int]:
    """The numbers open before a player as seen or touched, ascending."""
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
