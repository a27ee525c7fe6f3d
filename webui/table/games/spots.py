"""The spaces of a board as believed, reading by reading; no game and no family is known here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from referee.core import Kind
from vision.observation import Piece, PieceKind

from ..belief.priors import PATIENCE
from ..values.state import Spot, Table

Chances: TypeAlias = tuple[tuple[PieceKind, float], ...]
"""(kind, probability) pairs."""

SURELY = 0.9
"""A reading at least this probable leaves nothing to ask a person about."""

CERTAIN = 0.999
"""The certainty of everything once nobody is asked any more."""

UNREACHED = 0.02
"""How often a piece changes although no hand was seen over it. Else it is misread, and stands as before."""


def read_again(old: Spot | None, piece: Piece, chances: Chances, t: float, *, hands: bool) -> Spot:
    """A space after one more reading; an unreadable one stays as it was believed.

    Args:
        old: the space before it; None at the first reading.
        piece: the reading.
        chances: how probable each kind is by it, in this game.
        t: seconds, of the reading.
        hands: hands are seen at this table.
    """
    if old is None:
        old = Spot("unknown", ())
    if piece.kind == "unknown":
        return replace(old, chances=(), since=t, was=None)
    kind = max(chances, key=lambda pair: pair[1])[0] if piece.kind == "missing" else piece.kind
    goes_on = old.kind == kind and bool(old.chances)
    was = _stood(old, kind, t) if hands else None
    if goes_on and old.declared is None and (chances, was) == (old.chances, old.was):
        return old
    new = replace(old, kind=kind, chances=chances, since=old.since if goes_on else t, was=was)
    # A person's word holds until the camera surely agrees, becomes sure, or surely sees the piece changed.
    stays = surely(old) and old.kind == new.kind != old.declared
    return new if old.declared is None or stays or not surely(new) else replace(new, declared=None)


def _stood(old: Spot, kind: PieceKind, t: float) -> PieceKind | None:
    """What a space showed before its reading changed, if no hand was over it meanwhile."""
    if t - old.reached < PATIENCE.reach or not old.chances:
        return None
    if old.kind != kind:
        return None if old.was == kind else old.kind
    return old.was


def chance(spot: Spot) -> float:
    """How sure the newest reading is of what it shows."""
    return dict(spot.chances).get(spot.kind, 0.0)


def surely(spot: Spot) -> bool:
    """Whether the newest reading leaves nothing to ask a person about."""
    return chance(spot) >= SURELY


def unreached(spot: Spot, digits: int) -> dict[Kind, float]:
    """How probable the kinds are of a space whose reading changed although no hand was over it, to so many digits."""
    odds = {kind: chance * (1 if kind == spot.was else UNREACHED) for kind, chance in spot.chances}
    whole = sum(odds.values()) or 1.0
    return {kind: round(chance / whole, digits) for kind, chance in odds.items()}


def declare(table: Table, kinds: Mapping[str, Kind]) -> dict[str, Spot]:
    """The spots after a person declared what some spaces show."""
    spots = dict(table.spots)
    for space, kind in kinds.items():
        old = spots.get(space, Spot("unknown", ()))
        spots[space] = replace(old, declared=None if old.kind == kind and surely(old) else kind, reported=kind)
    return spots


def misfits(table: Table, should: Mapping[str, Kind], least: float) -> tuple[tuple[str, Kind], ...]:
    """(space, what it should show) for the spaces at which that is less probable than `least`."""
    return tuple((space, kind) for space, kind in should.items() if not _fits(table.spots.get(space), kind, least))


def _fits(spot: Spot | None, kind: Kind, least: float) -> bool:
    if spot is None or (spot.declared is None and not spot.chances):
        return True
    if spot.declared is not None:
        return spot.declared == kind
    return sum(chance for shows, chance in spot.chances if shows == kind) >= least


def legible(table: Table, spaces: Iterable[str]) -> bool:
    """At least two of three of these spaces could be read."""
    wanted = list(spaces)
    read = sum(1 for space in wanted if space in table.spots and table.spots[space].kind != "unknown")
    return 3 * read >= 2 * len(wanted)
