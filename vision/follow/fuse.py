"""Several readings of the same still table made one: what most of them say, and how sure that is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..observation import Die, Observation, Piece, PieceKind


def fused(looks: Sequence[Observation]) -> Observation:
    """One reading of at least one look at the same still table; time, board and warnings are the newest's.

    A doubt stays only if at least half of the looks have it, or if the looks disagree.
    """
    last = looks[-1]
    dice, disagree = _dice(looks)
    asks = {
        word
        for word in ("board", "dice", "tiles")
        if 2 * sum(word in one.abstains for one in looks) >= len(looks)
    }
    if disagree:
        asks.add("dice")
    return replace(last, dice=dice, pieces=_pieces(looks), abstains=frozenset(asks))


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
    kept = [group for group in groups if 2 * len(group) > len(looks)]
    doubtful = any(2 * len(group) == len(looks) for group in groups)
    return tuple(_one_die(group, len(looks)) for group in kept), doubtful


def _one_die(group: Sequence[Die], looks: int) -> Die:
    """The likeliest reading of one die; `sure` is that reading's mean over all looks."""
    weight: dict[tuple[int | None, str], float] = defaultdict(float)
    for die in group:
        weight[die.value, die.state] += die.sure
    best = max(weight, key=lambda key: weight[key])
    model = [die for die in group if (die.value, die.state) == best][-1]
    chances = [die.chances for die in group if die.chances]
    mean = tuple(float(p) for p in np.mean(chances, axis=0)) if chances else ()
    return replace(model, sure=round(min(1.0, weight[best] / looks), 6), chances=mean)


def _pieces(looks: Sequence[Observation]) -> tuple[Piece, ...]:
    """Each space's likeliest kind over the looks that told pieces."""
    groups: dict[str, list[Piece]] = {}
    for look in looks:
        for piece in look.pieces:
            groups.setdefault(piece.space, []).append(piece)
    return tuple(_one_piece(group) for group in groups.values())


def _one_piece(group: Sequence[Piece]) -> Piece:
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
