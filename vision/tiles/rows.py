"""From the rows' network's maps to a row of equally spaced slots."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..board.outline import Map, local_peaks
from ..geometry.plane import Matrix
from ..layout import Layout, RowPlace
from .crops import STRIP_SHAPE, Row, from_strip, to_strip

STRIDE = 4
ENDS, EACH = 6, 4  # candidates for each end; rows of each count
LEAST_END, LEAST_SLOT = 0.04, 0.25
LEAST_SURE = 0.35
AT_ENDS = 0.25  # what a row gains that begins and ends where ends are seen
ALIKE = 0.5  # what a row loses that lies a slot or more off the other seats' rows
NEAR = 0.25  # slots that frames of one board may lie unlike
STAYS = 0.45  # how much better than about there a row must be seen to stay where no other seat has its row

Map3 = NDArray[np.float32]


@dataclass(frozen=True)
class ScoredRow:
    """A row that the maps of one strip may show, and how well they show it."""

    row: Row
    score: float


def find_rows(maps: Sequence[Map3], layout: Layout) -> list[Row]:
    """The row that the maps of each strip show best, seat 1 first; frames of one board are made alike.

    Args:
        maps: for each strip (3, h, w) probabilities of a slot's place, of the first slot's, of the last slot's.
        layout: how many slots a row may have, and where it may lie.
    """
    scored_rows = [candidates(strip, layout) for strip in maps]
    usual = likeliest(scored_rows)
    if usual is None:
        return agreed([max(scored, key=lambda candidate: candidate.score).row for scored in scored_rows])
    rows = [fitting(usual, strip, scored, layout.row) for strip, scored in zip(maps, scored_rows, strict=True)]
    return agreed(rows)


def likeliest(scored_rows: Sequence[Sequence[ScoredRow]]) -> Row | None:
    """The row that suits all seats best: of all seats' candidates the one near which most is seen at every seat.

    Args:
        scored_rows: candidates of each seat; None where there is one seat, or fewer than two see a row clearly.
    """
    clear = [scored for scored in scored_rows if max(scored, key=lambda row: row.score).row.sure >= LEAST_SURE]
    if len(clear) < 2:
        return None
    rows = [candidate.row for scored in scored_rows for candidate in scored if candidate.score > 0]
    suits = np.zeros(len(rows))
    for scored in scored_rows:
        scores = np.array([candidate.score for candidate in scored])
        near = scores - far([candidate.row for candidate in scored], rows)
        suits += np.maximum(near.max(axis=1), 0.0)
    return rows[int(np.argmax(suits))]


def far(ones: Sequence[Row], others: Sequence[Row]) -> Matrix:
    """How far apart the ends of rows lie, in slots of the others: the greatest part along either axis.

    Returns:
        (others, ones).
    """
    ends, places = (np.array([(*row.first, *row.last) for row in rows]) for rows in (ones, others))
    pitches = np.array([max(float(np.hypot(*row.pitch)), 1e-6) for row in others])
    return np.asarray(np.abs(places[:, None] - ends).max(axis=2) / pitches[:, None])


def cells(row: Row, place: RowPlace) -> Matrix:
    """A row's first and last place in the cells of a strip's maps, (2, 2)."""
    return np.asarray((to_strip(np.array([row.first, row.last]), place.window) + 0.5) / STRIDE - 0.5)


def fitting(usual: Row, maps: Map3, scored: Sequence[ScoredRow], place: RowPlace) -> Row:
    """One seat's row: its own that is seen well and lies about where the usual one lies, or the usual one drawn
    towards what is seen of the slots there."""
    aside = far([candidate.row for candidate in scored], [usual])[0]
    fair = [candidate.score - ALIKE * min(1.0, off) for candidate, off in zip(scored, aside.tolist(), strict=True)]
    best = int(np.argmax(fair))
    own = scored[best]
    if aside[best] < NEAR or own.row.count != usual.count:
        return own.row
    start, end = cells(usual, place)
    there = settled(maps[0], start, end, usual.count, place)
    return own.row if own.score - shown(maps, there, place) > STAYS else there


def shown(maps: Map3, row: Row, place: RowPlace) -> float:
    """How well the maps of a strip show a row, as candidates are scored."""
    slot, first, last = maps
    ends = cells(row, place)
    at_ends = heights(first, ends[:1])[0] + heights(last, ends[1:])[0]
    return float(support(slot, ends[None], row.count)[0] + AT_ENDS * at_ends)


def candidates(maps: Map3, layout: Layout) -> list[ScoredRow]:
    """Every row that one strip may show; where it shows none, the usual place with `sure` and score 0."""
    slot, first, last = maps
    starts, ends = local_peaks(first, LEAST_END)[:ENDS], local_peaks(last, LEAST_END)[:ENDS]
    best = []
    for count in layout.counts:
        pairs = plausible(starts, ends, count, layout.row)
        scores = support(slot, pairs, count) + AT_ENDS * pairs[:, :, 2].sum(axis=1)
        order = [index for index in np.argsort(-scores)[:EACH] if scores[index] > 0]
        best += [(float(scores[index]), *pairs[index], count) for index in order]
    rows = [
        ScoredRow(settled(slot, start, end, count, layout.row), score) for score, start, end, count in best
    ]
    return rows or [ScoredRow(Row(*layout.row.usual, layout.counts[0], 0.0), 0.0)]


def plausible(starts: Matrix, ends: Matrix, count: int, place: RowPlace) -> Matrix:
    """The pairs (n, 2, 3) of a start and an end (x, y, height), cells, that a row may run between.

    It is nearly level, and its slots are of a fair size.
    """
    pairs = np.stack([np.repeat(starts, len(ends), axis=0), np.tile(ends, (len(starts), 1))], axis=1)
    run, rise = ((pairs[:, 1] - pairs[:, 0])[:, :2] * STRIDE).T
    left, _, right, _ = place.window
    pitch = run / (count - 1) * (right - left) / STRIP_SHAPE[1]
    least, most = place.pitch
    return np.asarray(pairs[(least < pitch) & (pitch < most) & (np.abs(rise) < 0.2 * run)])


def support(slot: Map, pairs: Matrix, count: int) -> Matrix:
    """How much stronger the slot map is at each pair's places than between them, (n,), -1 to 1."""
    if not len(pairs):
        return np.zeros(0)
    share = np.linspace(0, 1, 2 * count - 1)[:, None]
    spots = pairs[:, None, 0, :2] + share * (pairs[:, None, 1, :2] - pairs[:, None, 0, :2])
    strengths = heights(slot, spots.reshape(-1, 2)).reshape(len(pairs), -1)
    return np.asarray(strengths[:, ::2].mean(axis=1) - strengths[:, 1::2].mean(axis=1))


def heights(values: Map, points: Matrix) -> Matrix:
    """A map's height at points (n, 2) cells, between cells in proportion."""
    xs, ys = points.astype(np.float32).T
    values_there = cv2.remap(values, xs[None], ys[None], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values_there[0], dtype=np.float64)


def settled(slot: Map, start: Matrix, end: Matrix, count: int, place: RowPlace) -> Row:
    """The row drawn towards the slots' own peaks near its places."""
    places = start[:2] + np.linspace(0, 1, count)[:, None] * (end - start)[:2]
    reach = 0.45 * float(np.hypot(*(end - start)[:2])) / (count - 1)
    peaks = local_peaks(slot, LEAST_SLOT)
    weights, targets = np.full(count, 0.05), places.copy()
    if len(peaks):
        far = np.hypot(*(peaks[:, None, :2] - places).transpose(2, 0, 1))
        near, held = far.argmin(axis=0), far.min(axis=0) < reach
        targets[held], weights[held] = peaks[near[held], :2], peaks[near[held], 2]
    line = straight(targets, weights**2)
    first, last = from_strip((line + 0.5) * STRIDE - 0.5, place.window)
    sure = float(heights(slot, line[0] + np.linspace(0, 1, count)[:, None] * (line[1] - line[0])).mean())
    return Row((float(first[0]), float(first[1])), (float(last[0]), float(last[1])), count, sure)


def straight(points: Matrix, weights: Matrix) -> Matrix:
    """First and last point, (2, 2), of the equally spaced row nearest to points (n, 2)."""
    shares = weights / weights.sum()
    slots = np.arange(len(points)) - shares @ np.arange(len(points))
    middle = shares @ points
    pitch = (shares * slots) @ (points - middle) / (shares @ slots**2)
    return np.stack([middle + slots[0] * pitch, middle + slots[-1] * pitch])


def agreed(rows: Sequence[Row], least: float = LEAST_SURE) -> list[Row]:
    """The rows of all seats, each that is hardly seen replaced by the others' mean: frames are made alike."""
    good = [row for row in rows if row.sure >= least]
    if not good or len(good) == len(rows):
        return list(rows)
    first = np.mean([row.first for row in good], axis=0)
    last = np.mean([row.last for row in good], axis=0)
    mean = Row((float(first[0]), float(first[1])), (float(last[0]), float(last[1])), good[0].count, least / 2)
    return [row if row.sure >= least else mean for row in rows]
