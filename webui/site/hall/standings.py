"""Who has won how often in a tournament, counted from the results: players where names leave the boxes, else tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ...live.hall.ledger import PlayedResult
from ...live.hall.remote import RemotePlayer


@dataclass(frozen=True)
class Entrant:
    """A player, or a table whose players have no names here.

    Attributes:
        name: of the player, or "" for a table.
        of: the class of a player, or "" if that is not known.
        box, table: of the table, or of where the player played last.
    """

    name: str
    of: str
    box: str
    table: int


@dataclass(frozen=True)
class EntrantStanding:
    """What an entrant has come to.

    Attributes:
        entrant: who.
        played, won: games.
        closed: tiles.
    """

    entrant: Entrant
    played: int = 0
    won: int = 0
    closed: int = 0


def standings(played: Iterable[PlayedResult]) -> tuple[EntrantStanding, ...]:
    """Players by games won, then by fewest games; then tables by tiles closed and games, which are nobody's alone."""
    found: dict[tuple[str, ...], EntrantStanding] = {}
    for one in played:
        players = one.players
        for player in players:
            if player.name:
                key = ("player", one.school_class or one.box, player.name)
                entrant = Entrant(player.name, one.school_class, one.box, one.table)
                found[key] = _more(found.get(key, EntrantStanding(entrant)), entrant, player)
        if not any(player.name for player in players):
            key = ("table", one.box, str(one.table))
            known = found.get(key, EntrantStanding(Entrant("", one.school_class, one.box, one.table)))
            found[key] = replace(known, played=known.played + 1, closed=known.closed + (one.closed or 0))
    return tuple(sorted(found.values(), key=_order))


def _more(known: EntrantStanding, entrant: Entrant, player: RemotePlayer) -> EntrantStanding:
    return EntrantStanding(
        entrant, known.played + 1, known.won + player.winner, known.closed + (player.closed or 0)
    )


def _order(of: EntrantStanding) -> tuple[object, ...]:
    if of.entrant.name:
        return False, -of.won, of.played, of.entrant.name.casefold(), of.entrant.of, of.entrant.box
    return True, -of.closed, -of.played, of.entrant.box, of.entrant.table
