"""What is good about a calibrated table and what to change: words and figures; the sentences are made elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..geometry.plane import sides
from ..layout import load_layout
from ..light import BLURRED, BURNT, DARK, FAINT, Light, board_cut, likeliest, unreadable
from .value import Calibration, SpaceLook

TRUSTED = 0.5  # a board found less surely is not kept
SHARE = 0.5  # of the picture's width: a camera hung so high that the board takes up less is worth moving
STEEP = 0.62  # the shortest side to the longest: below, the camera looks along the table
DIE_PX, TILE_PX = 15.0, 20.0  # px: smaller dice and tiles are read less surely
LEGIBLE = 0.9  # a tile read less surely is asked about in play
PALE = 0.45  # of the middle mark's strength: a digit that stands out less is worn
BACKS = 0.6  # of the digits' strength: backs that show so much have marks of their own


@dataclass(frozen=True)
class Finding:
    """The result of one check.

    Attributes:
        word: what: board, mirrored, unreadable, size, cut, steep, light, sharp, glare, dice, tiles, read, tags, turned,
            worn or backs.
        good: nothing needs to be changed.
        values: figures and names for the sentence, by name.
    """

    word: str
    good: bool
    values: tuple[tuple[str, Any], ...] = ()


def checks(table: Calibration) -> tuple[Finding, ...]:
    """The findings on a table, the board first; checks without a finding are left out."""
    findings = [
        Finding("board", table.sure >= TRUSTED, (("sure", table.sure), ("by_hand", table.by_hand))),
        *((Finding("mirrored", False),) if table.mirrored else _readable(table)),
        _size(table),
        *_only_bad("cut", not board_cut(table.corners, table.size)),
        *_only_bad("steep", _squareness(table) >= STEEP),
        *(() if table.light is None else lit(table.light)),
        Finding("dice", table.die_px is not None and table.die_px >= DIE_PX, (("px", table.die_px),)),
        *([Finding("tiles", table.tile_px >= TILE_PX, (("px", table.tile_px),))] if table.slots else []),
        _read(table),
        *([_tags(table)] if load_layout(table.layout).tags and not table.mirrored else []),
        *_only_bad("turned", not table.upside_down),
        *_listed("worn", worn(table.looks)),
        *([Finding("backs", True)] if backs_marked(table.looks) else []),
    ]
    return tuple(findings)


def lit(light: Light) -> tuple[Finding, ...]:
    """Light, sharpness and glare."""
    dark = light.brightness < DARK and light.contrast < FAINT
    return (
        Finding("light", not dark, (("level", round(light.brightness)),)),
        Finding("sharp", light.sharpness >= BLURRED, (("figure", round(light.sharpness, 2)),)),
        Finding("glare", light.glare <= BURNT, (("share", round(light.glare, 4)),)),
    )


def worn(looks: Iterable[SpaceLook]) -> tuple[str, ...]:
    """The spaces whose open tile shows a digit that hardly stands out, or that is not read surely."""
    stand = [look for look in looks if look.kind == "open"]
    usual = float(np.median([look.marks for look in stand])) if stand else 0.0
    return tuple(look.space for look in stand if look.marks < PALE * usual or look.sure < LEGIBLE)


def backs_marked(looks: Iterable[SpaceLook]) -> bool:
    """Whether the backs of closed tiles carry marks, nearly as strong as digits."""
    marks: dict[str, list[float]] = {"open": [], "closed": []}
    for look in looks:
        if look.kind in marks and "/" in look.space:  # hinged tiles show the same face, folded
            marks[look.kind].append(look.marks)
    if min(map(len, marks.values())) < 3:
        return False
    return float(np.median(marks["closed"])) > BACKS * float(np.median(marks["open"]))


def _readable(table: Calibration) -> tuple[Finding, ...]:
    """That the table cannot be read, and why; nothing where it can."""
    if not unreadable([sure for _, sure in table.faces], table.looks):
        return ()
    why = likeliest(table.looks, table.light, table.corners, table.die_px)
    return (Finding("unreadable", False, (("why", why),)),)


def _size(table: Calibration) -> Finding:
    share = float(np.ptp(np.asarray(table.corners)[:, 0])) / table.size[0]
    share = max(share, float(np.ptp(np.asarray(table.corners)[:, 1])) / table.size[0])
    return Finding("size", share >= SHARE, (("share", round(share, 2)),))


def _squareness(table: Calibration) -> float:
    """Of the two pairs of opposite sides, the one that differs most: the shorter to the longer."""
    lengths = sides(table.corners)
    return float(min(min(lengths[k], lengths[k + 2]) / max(lengths[k], lengths[k + 2]) for k in (0, 1)))


def _read(table: Calibration) -> Finding:
    now = [look for look in table.looks if look.space in dict(table.slots)]
    spaces = {look.space for look in now}
    doubtful = {look.space for look in now if look.kind == "unknown"}
    values = (("n", len(spaces)), ("read", len(spaces - doubtful)), ("doubtful", tuple(sorted(doubtful))))
    return Finding("read", bool(spaces) and not doubtful, values)


def _tags(table: Calibration) -> Finding:
    """All four tags, or none and the corners' order known otherwise, need no change."""
    values = (("n", table.tags), ("oriented", table.oriented), ("side", table.seat1_side))
    return Finding("tags", table.tags == 4 or (table.tags == 0 and (table.by_hand or table.oriented)), values)


def _only_bad(word: str, good: bool) -> tuple[Finding, ...]:
    return () if good else (Finding(word, False),)


def _listed(word: str, spaces: tuple[str, ...]) -> tuple[Finding, ...]:
    return (Finding(word, False, (("spaces", spaces),)),) if spaces else ()
