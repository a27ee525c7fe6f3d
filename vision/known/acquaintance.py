"""A summary of a known table: how much of it is known, and what is still misread."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..layout import Layout
from .looks import DETAILS, inner, spread_of
from .value import Known

DOUBTED = 2.0
"""Log odds below which a look is not believed."""
ALIKE = 3.0
"""Logarithm of how much likelier a tile's own look must be than its other one to distinguish the two."""


@dataclass(frozen=True)
class Acquaintance:
    """What is known of a table.

    Attributes:
        lessons: how many it was learnt from since board and light stand so.
        both: how many of its tiles are known open and closed.
        once: how many are known one way up.
        ground: the bare table is known, so that dice are looked for only where something new lies.
        dice: how many dice play confirmed.
        misread: how many of them had been read wrong.
        alike: spaces whose tile looks the same open and closed.
        doubted: spaces on which the camera and play disagreed.
        stored: how many tiles are known from before Piste was started.
    """

    lessons: int = 0
    both: int = 0
    once: int = 0
    ground: bool = False
    dice: int = 0
    misread: int = 0
    alike: tuple[str, ...] = ()
    doubted: tuple[str, ...] = ()
    stored: int = 0


def acquaintance(known: Known | None, layout: Layout | None) -> Acquaintance:
    """What there is to tell; nothing of a table that is not known."""
    if known is None:
        return Acquaintance()
    asking = known.asking
    stored = 0 if known.traits is None else int(known.traits.known.any(axis=1).sum())
    plain = Acquaintance(
        known.lessons, ground=known.ground is not None, dice=asking.count, misread=sum(asking.wrong), stored=stored
    )
    looks = known.looks
    if looks is None or layout is None:
        return plain
    names = [space.name for space in layout.spaces_of(len(looks.count) // layout.seats)]
    both, once = looks.known.all(axis=1), looks.known.any(axis=1)
    same = np.asarray(both & (_apart(known) < ALIKE))
    doubted = np.asarray((looks.known & (looks.trust < DOUBTED) & (looks.last >= 0)[:, None]).any(axis=1))
    return Acquaintance(
        plain.lessons, int(both.sum()), int((once & ~both).sum()), plain.ground, plain.dice, plain.misread,
        tuple(name for name, yes in zip(names, same, strict=True) if yes),
        tuple(name for name, yes in zip(names, doubted, strict=True) if yes),
        stored,
    )  # fmt: skip


def _apart(known: Known) -> NDArray[np.float64]:
    """(n,), how much likelier each tile's own look is than its other one, as a logarithm."""
    looks = known.looks
    assert looks is not None, "the looks are known"
    light = inner(looks.mean)
    flat = light - light.mean(axis=(2, 3), keepdims=True)
    theirs = np.square(flat).mean(axis=(2, 3, 4))
    usual = spread_of(looks.known, light.mean(axis=(2, 3, 4)), looks.loose, theirs)[:, 0]
    off = np.square(flat[:, 0] - flat[:, 1]).mean(axis=(1, 2, 3))
    tint = np.abs(light[:, 0].mean(axis=(1, 2)) - light[:, 1].mean(axis=(1, 2))).max(axis=1)
    return np.asarray(DETAILS / 2 * np.log1p(off / usual) + np.minimum(8.0, 0.5 * (tint / 0.1) ** 2))
