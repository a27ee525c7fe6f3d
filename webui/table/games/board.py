"""What the table believes of the pieces on the board: readings come in, a sighting for the referee goes out.

The board of a game that no camera reads here has no spaces, none of its pieces stands wrong. What differs between
families of games, each family says (`webui.table.games.family`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import inf

from referee.core import Kind, Sighting, State, Verdict
from referee.match import Match
from vision.follow.hands import TABLE
from vision.observation import Observation, PieceKind

from ..belief.value import BoardEvidence, Odd
from ..values.state import Step, Table
from . import spots, table_family
from .spots import declare

__all__ = ["declare"]


def playing(table: Table) -> dict[str, Kind]:
    """What each space that counts should show."""
    return table_family(table.game).playing(table.playing) if table.knows_board else {}


def expected(table: Table) -> dict[str, Kind]:
    """What the board should show, the move that stands included; after the end what the next game needs."""
    return table_family(table.game).expected(table, playing(table))


def as_set_up(table: Table) -> State:
    """The state to judge by: after the board was set up again, nothing remains from the turn or game before."""
    state = table.playing.state
    return state if table.setting_up else table.game.tidied(state)


def verdict(table: Table, *, certain: bool = False) -> Verdict:
    """What the referee makes of the board as believed; `certain`: every reading is what it most probably is."""
    seen, stood = sighting(table, certain=certain), seconds_stood(table)
    return table_family(table.game).verdict(table.game, as_set_up(table), seen, stood)


def notice(table: Table, observation: Observation) -> Step:
    """The spots after a settled reading, and what the family reports at once."""
    if not table.sees_board:
        return Step(table)
    family = table_family(table.game)
    pieces = [piece for piece in observation.pieces if piece.space not in observation.hands]
    hands = any(spot.reached > -inf for spot in table.spots.values())  # else no hand is seen here at all
    newest = {
        piece.space: spots.read_again(
            table.spots.get(piece.space), piece, family.chances(piece), table.t, hands=hands
        )
        for piece in pieces
    }
    return family.noticed(table, newest)


def mark_reached(table: Table, observation: Observation) -> Table:
    """The table once hands were over some spaces, or some could not be read: pieces may have been moved there."""
    readable = {piece.space for piece in observation.pieces if piece.kind != "unknown"}
    over = set(table.spots) - readable if observation.still else set(table.spots) & observation.hands
    if observation.hands and table.spots and (TABLE in observation.hands or table_family(table.game).strays):
        over = set(table.spots)  # a quick hand was over others between two looks
    if not over:
        return table
    return replace(
        table, spots={s: replace(spot, reached=table.t) if s in over else spot for s, spot in table.spots.items()}
    )


def sighting(table: Table, *, certain: bool = False) -> Sighting:
    """The sighting for the referee: the spaces that count and could be read; a person's word is certain.

    Accepted oddities say nothing more, as long as they are seen so. `certain` takes every reading for what it most
    probably is.
    """
    family, read, old = table_family(table.game), reading(table), accepted_oddities(table)
    spaces: dict[str, Mapping[Kind, float]] = {}
    for space in playing(table):
        spot = table.spots.get(space)
        if space in read and (spot is None or (space, spot.shows) not in old):
            said = spot is None or spot.declared or spot.was
            sure = 0.0 if spot is None or said else family.certainty(spot, table.t, certain=certain)
            spaces[space] = {spot.kind: sure} if spot is not None and sure else read[space]
    return Sighting((), spaces)


def accepted_oddities(table: Table) -> Odd:
    """The spaces that have been wrong since before play went on, and what they show."""
    reported = table.belief.first(lambda h: h.match.same(table.playing))
    return frozenset() if reported is None else reported.accepted_oddities


def reading(table: Table) -> dict[str, Mapping[Kind, float]]:
    """Every readable space, as it is read now, and what is known without looking.

    Each is weighed by its own readings, however long they last: a misread piece is misread at every look, but seldom
    with as much confidence as others. Nothing moves without a hand: an unreached piece more likely stands as before.
    """
    family = table_family(table.game)
    spaces: dict[str, Mapping[Kind, float]] = dict(family.unseen(table.playing.state) if table.spots else {})
    for space, spot in table.spots.items():
        if spot.declared is not None:
            spaces[space] = {spot.declared: 1.0}
        elif spot.was:
            spaces[space] = spots.unreached(spot, family.digits)
        elif spot.chances:
            spaces[space] = family.weighed(spot, table.t)
    return spaces


def evidence(table: Table) -> BoardEvidence:
    """The board evidence, for each match that may have been played."""
    if not table.knows_board:
        return lambda match: (match.state, Sighting((), {}), 0.0)
    family, read = table_family(table.game), reading(table)
    first = table.game.appearance(table.game.start(table.setup.seats))
    known: dict[tuple[State, bool], tuple[State, Sighting, float]] = {}

    def look(match: Match) -> tuple[State, Sighting, float]:
        key = match.state, table.setting_up or not match.same(table.playing)
        if key not in known:
            known[key] = family.looked(match, read, first, setting_up=key[1])
        return known[key]

    return look


def believed_board(table: Table) -> tuple[tuple[str, PieceKind], ...]:
    """The board as believed, to distinguish fouls."""
    return tuple((space, table.spots[space].shows) for space in playing(table) if space in table.spots)


def seconds_stood(table: Table) -> float:
    """Seconds for which the pieces that changed since the throw have stood as they are."""
    should = playing(table)
    turned = [
        table.spots[s] for s, kind in should.items() if s in table.spots and table.spots[s].shows != kind
    ]
    return table.t - max((spot.since for spot in turned if spot.declared is None), default=0.0)


def misfits(table: Table, should: Mapping[str, Kind]) -> tuple[tuple[str, Kind], ...]:
    """(space, what it should show) for the spaces that surely show something else."""
    return spots.misfits(table, should, table_family(table.game).fits)


def legible(table: Table, spaces: Iterable[str]) -> bool:
    """At least two of three of these spaces could be read."""
    return spots.legible(table, spaces)
