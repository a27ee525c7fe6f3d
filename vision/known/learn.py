"""Lessons: what play confirms of a picture makes the table better known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np

from ..dice import pips
from ..dice.pips import Colours
from ..dice.turned import shown_of
from ..frame import Image
from ..geometry.plane import sides
from ..geometry.straight import Straight, straightened
from ..layout import Layout
from ..observation import Die, Observation, Piece
from ..tiles.slots import HINGED, LOOSE
from .asking import odds
from .ground import covers, differs, sampled, without
from .ground import learnt as ground_learnt
from .looks import KINDS, none, small
from .recall import SHADOW, recalled
from .teach import TileWord, taught
from .value import Known, KnownDice, Lesson, ReadsSlots
from .windows import slot_cells

COVERS = 1.2
"""How far from a tile's middle a die must lie, in its sides, for the tile's look to be learnt."""
SELF = 0.9
"""How surely the network must read an unconfirmed tile before its look is stored."""


def learnt(
    known: Known | None,
    image: Image,
    observation: Observation,
    layout: Layout,
    tiles: ReadsSlots | None,
    lesson: Lesson,
) -> Known | None:
    """What is known after a lesson; as before where no board was seen.

    Args:
        known: as it was; None before the first lesson.
        image: (H, W, 3) uint8 BGR, of a table at rest without hands.
        observation: what was read in it.
        layout: of its board.
        tiles: cuts the slots out; None where tiles are not read.
        lesson: what is surely known of it.
    """
    flat = straightened(image, observation.board)
    if flat.board is None:
        return known
    if known is None or known.layout != layout.name:
        known = Known(layout.name)
    only_stored = known.traits is not None and not known.lessons
    before = recalled(known, flat.image, flat.board, layout, tiles) if known.lessons or only_stored else None
    if only_stored and tiles is not None and (before is None or before.beside is None):  # what was kept does not fit
        known = replace(known, looks=None, places=None, slots=None, traits=None)
    if before is not None and known.ground is not None and before.off is None:  # light or board are not as they were
        known = replace(known, ground=None, looks=None, places=None, slots=None, lessons=0, traits=None)
    dice = [flat.straight_die(die) for die in observation.dice]
    known = _tiles_learnt(known, flat, layout, tiles, words_of(observation, lesson, digits_of(layout)))
    if not layout.seats and lesson.dice is not None:
        dice = those_of(dice, lesson.dice)
    known = _dice_learnt(known, flat, layout, dice, lesson)
    known = _ground_learnt(known, flat, layout, dice, lesson)
    return replace(known, lessons=known.lessons + 1)


def words_of(observation: Observation, lesson: Lesson, digits: int) -> list[TileWord | None]:
    """The word on each space, by play or else by the network; None for spaces that a die may cover."""
    over = [(die.center, COVERS * die.side) for die in observation.dice]
    return [
        _word(piece, lesson, digits)
        if all(math.dist(piece.center, at) >= far for at, far in over) and piece.space not in observation.hands
        else None
        for piece in observation.pieces
    ]


def digits_of(layout: Layout) -> int:
    """How many digits its tiles may show."""
    return (HINGED if layout.hinged else LOOSE).digits


def _tiles_learnt(
    known: Known, flat: Straight, layout: Layout, tiles: ReadsSlots | None, words: Sequence[TileWord | None]
) -> Known:
    if tiles is None or not words or flat.board is None:
        return known
    if known.places is None or known.places.shape[1] != len(words):  # a box may have more tiles than was thought
        known = replace(known, places=tiles.places(flat.image, flat.board, layout), slots=None, looks=None)
    places = known.places
    if places is None or places.shape[1] != len(words):
        return known
    crops = small(tiles.shown(flat.image, flat.board, layout, places).crops)
    looks = known.looks
    if looks is None or len(looks.count) != len(words):
        looks = none(len(words), (crops.shape[1], crops.shape[2]), digits_of(layout))
    slots = slot_cells(places, layout) if known.slots is None else known.slots
    return replace(known, places=places, slots=slots, looks=taught(looks, crops, words))


def _word(piece: Piece, lesson: Lesson, digits: int) -> TileWord | None:
    """The word on a space, by play or else by the network if it is sure."""
    read: dict[str, float] = dict(piece.chances or ((piece.kind, piece.sure),))
    declared = lesson.kinds.get(piece.space)
    if piece.kind == "unknown":
        return None
    if declared is None and (piece.kind not in KINDS or read.get(piece.kind, 0.0) < SELF):
        return None
    kind = KINDS.index(declared if declared in KINDS else piece.kind)
    mine, other = read.get(KINDS[kind], 0.0), read.get(KINDS[1 - kind], 0.0)
    log_odds = odds((mine + 1e-6) / (mine + other + 2e-6))
    shows = _shown_digit(piece, mine, digits) if kind == 0 else ()
    return TileWord(kind, lesson.odds(piece.space) if declared in KINDS else 0.0, log_odds, shows)


def _shown_digit(piece: Piece, chance: float, digits: int) -> tuple[float, ...]:
    """Each digit's probability as it was read of an open tile; () where none was."""
    if piece.reads is None or piece.reads > digits or piece.kind != "open":
        return ()
    read = min(0.999, piece.sure / max(chance, 1e-6))
    shows = np.full(digits, (1 - read) / (digits - 1))
    shows[piece.reads - 1] = read
    return tuple(shows.tolist())


def _dice_learnt(
    known: Known, picture: Straight, layout: Layout, dice: Sequence[Die], lesson: Lesson
) -> Known:
    """Sizes, numbers and the line for asking, from a throw whose values are known."""
    board = picture.board
    if not lesson.dice or board is None:
        return known
    flat = [die for die in dice if die.state == "flat" and die.value is not None]
    asking = known.asking
    if confirms(flat, lesson.dice):
        for die in flat:
            asking = asking.confirmed(die.sure, right=True)
        side = float(sides(board.corners).mean())
        lengths = [die.side / side for die in flat]
        span = known.dice.span or (inf, 0.0)
        counts = dict(known.dice.counts)
        counts[len(flat)] = counts.get(len(flat), 0) + 1
        known_dice = KnownDice(
            (min(span[0], *lengths), max(span[1], *lengths)), tuple(sorted(counts.items())),
            _colours_learnt(known.dice.colours, picture, layout, flat),
        )  # fmt: skip
        return replace(known, dice=known_dice, asking=asking)
    if len(flat) == len(lesson.dice):  # one of them was misread: the one that was least sure, as far as anybody knows
        worst = min(flat, key=lambda die: die.sure)
        asking = asking.confirmed(worst.sure, right=False)
    return replace(known, asking=asking)


def those_of(dice: Sequence[Die], values: Sequence[int]) -> list[Die]:
    """The surest dice that show these values; all of them where some value is not shown.

    In a dice area men, counters and a doubling die come and go: what else was read as a die is none, says the throw.
    """
    left = sorted((die for die in dice if die.state == "flat"), key=lambda die: -die.sure)
    chosen = []
    for value in values:
        match = next((die for die in left if die.value == value), None)
        if match is None:
            return list(dice)
        left.remove(match)
        chosen.append(match)
    return chosen


def confirms(flat: Sequence[Die], values: Sequence[int]) -> bool:
    """What was read is what lies there."""
    return sorted(die.value for die in flat if die.value is not None) == sorted(values)


def _colours_learnt(
    known: Colours | None, picture: Straight, layout: Layout, dice: Sequence[Die]
) -> Colours | None:
    """The colours of pips and bodies after a throw whose values are known."""
    assert picture.board is not None, "dice are learnt on a board"
    for die, shown in zip(dice, shown_of(picture.image, picture.board, layout, dice), strict=True):
        assert die.value is not None, "flat dice were read"
        known = pips.learnt(known, shown, die.value)
    return known


def _ground_learnt(
    known: Known, picture: Straight, layout: Layout, dice: Sequence[Die], lesson: Lesson
) -> Known:
    """The bare table outside all dice; nothing if the dice are unknown."""
    if lesson.dice is None or picture.board is None:
        return known
    flat = [die for die in dice if die.state == "flat" and die.value is not None]
    if lesson.dice and not confirms(flat, lesson.dice):
        return known
    now = sampled(picture.image, picture.board, layout)
    boxes = [die.box for die in dice]
    bare = ~covers(boxes, picture.board, layout, SHADOW) if lesson.dice else np.ones_like(now.visible)
    if known.slots is not None:
        bare = bare & (known.slots < 0)
    before = known.ground
    if before is not None and not layout.seats:  # men come and go there: what is no die lies there from now on
        before = without(before, bare & differs(before, now))
    return replace(known, ground=ground_learnt(before, now, bare))
