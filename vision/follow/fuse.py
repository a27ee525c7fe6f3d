"""Several readings of the same still table made one: what most of them say, and how sure that is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..observation import Die, Observation, Piece, PieceKind

BOTH = 0.2
"""Two looks contradict each other where it is less likely than this that the table could look both ways."""
SHIFTED = 0.3
"""Sides of a die that lie between two looks at one that moved: a box around a die at rest trembles less."""


def fused(looks: Sequence[Observation]) -> Observation:
    """One reading of at least one look at the same table; time, board and warnings are the newest's.

    Only the newest looks that agree with the last one count: those before it saw the table before it was at rest. A
    doubt stays only if at least half of them have it, if they disagree, or if the last one stands alone.
    """
    last, alike = looks[-1], agreeing(looks)
    dice, disagree = _dice(alike)
    asks = {
        word
        for word in ("board", "dice", "tiles", "arrows")
        if 2 * sum(word in look.abstains for look in alike) >= len(alike)
    }
    if disagree:
        asks.add("dice")
    if alone(looks):
        asks |= contradicted(looks[-2], last)
    return replace(last, dice=dice, pieces=_pieces(alike), abstains=frozenset(asks))


def agreeing(looks: Sequence[Observation]) -> tuple[Observation, ...]:
    """The newest looks that do not contradict the last one, oldest first."""
    last = looks[-1]
    before = next((k for k in range(len(looks) - 2, -1, -1) if contradicted(looks[k], last)), -1)
    return tuple(looks[before + 1 :])


def alone(looks: Sequence[Observation]) -> bool:
    """Whether the last of some looks contradicts the one before it."""
    return len(looks) > 1 and len(agreeing(looks)) == 1


def contradicted(before: Observation, now: Observation) -> frozenset[str]:
    """Of "dice", "tiles": what two looks surely tell differently, so that it changed between them."""
    contradictions = set()
    if _dice_differ(before.dice, now.dice) or _dice_differ(now.dice, before.dice):
        contradictions.add("dice")
    kinds = {piece.space: piece for piece in before.pieces}
    if any(piece.space in kinds and _turned(kinds[piece.space], piece) for piece in now.pieces):
        contradictions.add("tiles")
    return frozenset(contradictions)


def _dice_differ(dice: Sequence[Die], others: Sequence[Die]) -> bool:
    """Whether one of these dice surely lies there, and is surely not as any of the others is."""
    return any(all(_unlike(die, other) for other in others) and 1 - die.there < BOTH for die in dice)


def _unlike(die: Die, other: Die) -> bool:
    """Whether two readings cannot be of one die that lay still."""
    if die.distance(other) > SHIFTED * max(die.side, other.side):
        return True
    return (die.value, die.state) != (other.value, other.state) and _both(die.sure, other.sure) < BOTH


def _turned(before: Piece, now: Piece) -> bool:
    kinds = {before.kind, now.kind}
    return len(kinds) == 2 and "unknown" not in kinds and _both(before.sure, now.sure) < BOTH


def _both(sure: float, other: float) -> float:
    """How likely one of two readings that differ is wrong, and the other right."""
    return sure * (1 - other) + other * (1 - sure)


def _dice(looks: Sequence[Observation]) -> tuple[tuple[Die, ...], bool]:
    """Dice that more than half of the looks see, and whether their count is in doubt."""
    groups: list[list[Die]] = []
    for look in looks:
        for die in look.dice:
            home = next((group for group in groups if group[-1].same(die)), None)
            if home is None:
                groups.append([die])
            else:
                home.append(die)
    agreed = [group for group in groups if 2 * len(group) > len(looks)]
    doubtful = any(2 * len(group) == len(looks) for group in groups)
    return tuple(_fused_die(group, len(looks)) for group in agreed), doubtful


def _fused_die(group: Sequence[Die], looks: int) -> Die:
    """The likeliest reading of one die; `sure` is that reading's mean over all looks."""
    weight: dict[tuple[int | None, str], float] = defaultdict(float)
    for die in group:
        weight[die.value, die.state] += die.sure
    best = max(weight, key=lambda key: weight[key])
    model = [die for die in group if (die.value, die.state) == best][-1]
    chances = [die.chances for die in group if die.chances]
    mean = tuple(float(p) for p in np.mean(chances, axis=0)) if chances else ()
    leans = round(float(np.mean([die.leans for die in group])), 6)
    return replace(model, sure=round(min(1.0, weight[best] / looks), 6), chances=mean, leans=leans)


def _pieces(looks: Sequence[Observation]) -> tuple[Piece, ...]:
    """Each space's likeliest kind over the looks that read pieces."""
    groups: dict[str, list[Piece]] = {}
    for look in looks:
        for piece in look.pieces:
            groups.setdefault(piece.space, []).append(piece)
    return tuple(_fused_piece(group) for group in groups.values())


def _fused_piece(group: Sequence[Piece]) -> Piece:
    weight: dict[PieceKind, float] = defaultdict(float)
    for piece in group:
        for kind, chance in piece.chances or ((piece.kind, piece.sure),):
            weight[kind] += chance / len(group)
    kinds: dict[PieceKind, float] = defaultdict(float)
    for piece in group:
        kinds[piece.kind] += piece.sure / len(group)
    best = max(kinds, key=lambda kind: kinds[kind])
    model = max((piece for piece in group if piece.kind == best), key=lambda piece: piece.sure)
    ranked = tuple(sorted(weight.items(), key=lambda pair: -pair[1]))
    return replace(model, sure=round(min(1.0, kinds[best]), 6), chances=ranked if model.chances else ())
