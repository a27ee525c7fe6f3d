"""Where the board stands, and the light on it: a board that was moved, or is out of sight, is reported once."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from vision.board.flipped import readable
from vision.observation import UNREADABLE, Observation, Point

from ..belief.priors import PATIENCE
from ..values.state import (
    AREA_MOVED,
    ASIDE_MOVED,
    BOARD,
    LIGHT,
    MIRRORED,
    READING,
    Corners,
    InPlace,
    Moved,
    Step,
    Strayed,
    Table,
)

T = TypeVar("T")

MOVED_BY = 0.06
"""A board was moved if two successive readings shift its corners by more than this share of its side: twice the largest
error of a single corner, so that such errors never count as a move."""

STEADY = 0.2
"""The share of one more reading in where the board is believed to stand."""


def watch_board(table: Table, observation: Observation) -> Step:
    """Whether the board stands where it stood: board_moved and board_back."""
    if not table.sees_board or not observation.still:
        return Step(table)
    if observation.board is None:
        return _without_board(table)
    # Corners that the reader itself doubts say nothing of a board that moved.
    place, corners = table.sight.place, observation.board.corners
    if "board" in observation.abstains and isinstance(place, InPlace):
        return _placed(table, place)
    if place is None:
        return _placed(table, InPlace(corners))
    off = _shift(place.corners, corners) > MOVED_BY
    if isinstance(place, Moved):
        return _placed(table, Moved(corners)) if off else _placed(table, InPlace(corners)).say("board_back")
    if not off:
        return _placed(table, InPlace(_steadied(place.corners, corners)))
    if isinstance(place, Strayed):
        return _placed(table, Moved(corners)).say("board_moved")
    return _placed(table, Strayed(place.corners))


def watch_mirroring(table: Table, observation: Observation) -> Step:
    """Whether the picture shows a mirrored board: until its tags, or its tiles, can be read."""
    board, sight = observation.board, table.sight
    if not table.sees_board or not observation.still or board is None:
        return Step(table)
    plain = board.oriented or readable(observation.pieces)
    now = MIRRORED in observation.warnings or (MIRRORED in sight.warnings and not plain)
    return Step(replace(table, sight=sight.warned(MIRRORED, holds=now)))


def watch_area(table: Table, observation: Observation) -> Step:
    """Whether the dice area lies where it was marked: reported like a board's, by board_moved and board_back.

    For the place beside it alone there is no event: only dice that lie there are in doubt.
    """
    if not observation.still:
        return Step(table)
    sight, moved = table.sight, AREA_MOVED in observation.warnings
    now = sight.warned(ASIDE_MOVED, holds=ASIDE_MOVED in observation.warnings).warned(AREA_MOVED, holds=moved)
    step = Step(replace(table, sight=now))
    if moved == (AREA_MOVED in sight.warnings):
        return step
    return step.say("board_moved" if moved else "board_back")


def _without_board(table: Table) -> Step:
    place = table.sight.place
    if not isinstance(place, InPlace):
        return Step(table)
    since = table.sight.otherwise.get(BOARD, table.t)
    if table.t - since < PATIENCE.lost:
        return Step(replace(table, sight=table.sight.since(BOARD, since)))
    return _placed(table, Moved(place.corners)).say("board_moved")


def _placed(table: Table, place: InPlace | Moved) -> Step:
    return Step(replace(table, sight=replace(table.sight.since(BOARD, None), place=place)))


def _shift(before: Corners, now: Corners) -> float:
    """How far the corners have moved, as a share of the board's longest side.

    It is the mean of the middle two: one misread corner moves no board, and one right corner does not hold it.
    """
    side = max(_far(a, b) for a, b in pairwise(now))
    _, second, third, _ = sorted(_far(a, b) for a, b in zip(before, now, strict=True))
    return (second + third) / 2 / max(side, 1.0)


def _steadied(before: Corners, now: Corners) -> Corners:
    """Where the board stands, after one more reading of its corners."""
    a, b, c, d = (
        (x + STEADY * (u - x), y + STEADY * (v - y)) for (x, y), (u, v) in zip(before, now, strict=True)
    )
    return a, b, c, d


def _far(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def watch_light(table: Table, observation: Observation) -> Step:
    """light_low once when the light fades for a while; an unreadable table is stored, without an event."""
    sight, warnings = table.sight, observation.warnings
    if not observation.still:
        return Step(table)
    was = LIGHT in sight.warnings
    low, low_since = _persistent(table, was, LIGHT in warnings, sight.otherwise.get(LIGHT))
    word = next((word for word in UNREADABLE if word in warnings), "")
    # Between throws no die lies there to show that dice can be read again.
    seems = word if word or observation.dice or not table.throws.count else sight.unreadable
    why, why_since = _persistent(table, sight.unreadable, seems, sight.otherwise.get(READING))
    now = sight.since(LIGHT, low_since).since(READING, why_since).warned(LIGHT, holds=low)
    for reason in UNREADABLE:
        now = now.warned(reason, holds=reason == why)
    step = Step(table if now == sight else replace(table, sight=now))
    return step.say("light_low") if low and not was else step


def _persistent(table: Table, stands: T, seems: T, since: float | None) -> tuple[T, float | None]:
    """What counts from now on, and since when it seems different: a change counts once it has lasted."""
    if seems == stands:
        return stands, None
    since = table.t if since is None else since
    return (stands, since) if table.t - since < PATIENCE.light else (seems, None)
