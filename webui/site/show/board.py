"""The board as a page draws it: frames, tiles and dice, with texts for screen readers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from ...table.values.shown import frames_at, side_of
from ...table.values.view import TilesPlayer, TilesView, View, ViewDie, ViewPlayer, ViewT, ViewTile
from ...words import Words
from ...words.now import legal_now
from .dice import laid, turned


@dataclass(frozen=True)
class ShownTile:
    """One tile of a frame.

    Attributes:
        number: the number on it.
        state: open, closed, provisional, refused, missing or unknown.
        says: its state in words, for screen readers.
        hint: True if a legal move closes it and the game may show that.
        fix: "" or "open" / "closed": the state that a person must give it.
        chosen: True if it is already part of this throw's move.
    """

    number: int
    state: str
    says: str
    hint: bool
    fix: str
    chosen: bool


@dataclass(frozen=True)
class ShownFrame:
    """One player's frame of tiles, or the box while it is his.

    Attributes:
        seat, side: the place at the board, and where the page draws it (`webui.table.values.shown`).
        player, name, colour, shape: of the player there.
        turn, done, left: plays now; has finished this game; has left for good.
        points: in words, of the running game.
        tiles: in the numbers' order.
        playable: True if its tiles may be tapped now.
    """

    seat: int
    side: str
    player: int
    name: str
    colour: str
    shape: str
    turn: bool
    done: bool
    left: bool
    points: str
    tiles: tuple[ShownTile, ...]
    playable: bool


@dataclass(frozen=True)
class ShownDie:
    """A die as it lies.

    Attributes:
        value: its face; None for a die that does not count.
        crop: the id of the picture it was read from, or None.
        says: words for screen readers.
        doubtful: it may show another face.
        x, y: where it is drawn on the felt, percent from its left and top, even numbers.
        turn: its rotation, degrees from 0 to 84, in steps of six.
    """

    value: int | None
    crop: str | None
    says: str
    doubtful: bool = False
    x: int = 50
    y: int = 50
    turn: int = 0


@dataclass(frozen=True)
class Bed:
    """A side of the board and its frame.

    Attributes:
        side, colour: where it lies and its paint.
        frame: the player's frame; None at an empty place.
    """

    side: str
    colour: str
    frame: ShownFrame | None


def in_their_frames(view: ViewT, painted: Sequence[str]) -> ViewT:
    """The view with every player in the colour of the own frame, if the board has frames."""
    if not frames_at(view.layout) or not view.players:
        return view
    return structs.replace(view, players=tuple(_painted(player, painted) for player in view.players))


def _painted(player: ViewPlayer, painted: Sequence[str]) -> ViewPlayer:
    return structs.replace(player, colour=painted[(player.seat - 1) % len(painted)])


def beds(w: Words, view: TilesView, painted: Sequence[str]) -> tuple[Bed, ...]:
    """Every frame of the board, including empty places, in the order of the players, then of the places."""
    taken = [Bed(frame.side, frame.colour, frame) for frame in frames(w, view)]
    return (*taken, *empty_beds(view, painted, {bed.side for bed in taken}))


def empty_beds(view: View, painted: Sequence[str], taken: Collection[str] = ()) -> tuple[Bed, ...]:
    """The frames of the board without a player."""
    sides = enumerate(frames_at(view.layout))
    return tuple(Bed(side, painted[k], None) for k, side in sides if side not in taken)


def frames(w: Words, view: TilesView) -> tuple[ShownFrame, ...]:
    """Every player's frame; for a shared box, that of the acting player."""
    return tuple(_frame(w, view, player) for player in _at_the_board(view))


def dice(w: Words, view: View) -> tuple[ShownDie, ...]:
    """The dice on the table; for a doubtful throw, its likeliest reading."""
    unsure = _unsure(view)
    places, turns = laid(view.dice, view.layout), turned(view.dice)
    return tuple(
        replace(
            _die(w, die, doubtful=k in unsure),
            x=2 * round(place[0] * 50), y=2 * round(place[1] * 50), turn=6 * (int(turn) // 6),
        )
        for k, (die, place, turn) in enumerate(zip(view.dice, places, turns, strict=True))
    )  # fmt: skip


def _unsure(view: View) -> set[int]:
    """The places of the dice that differ between the readings of a doubtful throw; all if none differs."""
    readings = view.readings
    if not readings or view.state not in ("reading", "doubt"):
        return set()
    first = readings[0]
    alike = all(len(reading) == len(first) for reading in readings)
    differ = {k for k, n in enumerate(first) if not alike or any(reading[k] != n for reading in readings)}
    return differ or set(range(len(first)))


def may_close(view: View) -> bool:
    """Tiles may be closed by touch now."""
    owed = view.owed == "move"
    return owed and view.state in ("waiting_move", "provisional", "refused")


def dice_to_correct(w: Words, view: View) -> tuple[ShownDie, ...]:
    """The dice that a correction replaces: those in question, in their likeliest reading, else the last throw's."""
    if not view.readings:
        counted = view.undo and any(die.value for die in view.dice)
        return dice(w, view) if counted else ()
    first, crops = view.readings[0], view.crops
    shown = crops if len(crops) == len(first) else (None,) * len(first)
    return tuple(_die(w, ViewDie(n, crop=crop)) for n, crop in zip(first, shown, strict=True))


def _at_the_board(view: TilesView) -> tuple[TilesPlayer, ...]:
    if frames_at(view.layout):
        return view.players
    return tuple(player for player in view.players if player.turn) or view.players[-1:]


def _frame(w: Words, view: TilesView, player: TilesPlayer) -> ShownFrame:
    fixes = {fix.tile: fix.state for fix in view.put_back if fix.seat == player.seat}
    playable = player.turn and may_close(view)
    fitting = view.continuations if view.state == "provisional" else legal_now(view)
    hinted = (playable or (player.turn and view.state == "reading")) and view.shows_legal != "never"
    hints = {n for tiles in fitting for n in tiles} if hinted else set()
    standing = {tile.number for tile in player.tiles if tile.state == "open"}
    if len(standing) > 3 and hints >= standing:  # hints on all tiles help nobody
        hints = set()
    return ShownFrame(
        seat=player.seat,
        side=side_of(view.layout, player.seat),
        player=player.player,
        name=player.name,
        colour=player.colour,
        shape=player.shape,
        turn=player.turn,
        done=player.done,
        left=player.left,
        points=w.tn("%(n)s point", "%(n)s points", player.score),
        tiles=tuple(_tile(w, tile, hints, fixes) for tile in player.tiles),
        playable=playable,
    )


def _tile(w: Words, tile: ViewTile, hints: set[int], fixes: Mapping[int, str]) -> ShownTile:
    state = tile.state
    says = {
        "open": w.t("open"),
        "closed": w.t("closed"),
        "provisional": w.t("just closed"),
        "refused": w.t("refused"),
        "missing": w.t("missing"),
    }.get(state, w.t("not seen"))
    fix = fixes.get(tile.number, "")
    if fix:
        says = ", ".join((says, w.t("open it again") if fix == "open" else w.t("close it")))
    number = tile.number
    return ShownTile(number, state, says, state == "open" and number in hints, fix, state == "provisional")


def _die(w: Words, die: ViewDie, *, doubtful: bool = False) -> ShownDie:
    value = die.value
    says = w.t("a die that shows %(value)s", value=value) if value else w.t("a die that does not count")
    if doubtful:
        says = w.t("a die that perhaps shows %(value)s", value=value)
    return ShownDie(value, die.crop, says, doubtful)
