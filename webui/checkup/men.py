"""Learns a board of arrows while the start position of a game lies on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee.core import Kind, Space
from referee.games import GAMES, AnyGame
from referee.games.arrows.looks import ARROWS
from vision.calibration.patches import packed
from vision.frame import Frame
from vision.men.finder import FindsLeaves
from vision.men.known import LAYOUT, KnownMen
from vision.men.learn import learn_men
from vision.men.weigh import ReadsStrips


def start_positions() -> tuple[Mapping[Space, Kind], ...]:
    """How men stand at the start of each game, by arrow."""
    return tuple(start_of(game) for game in (kind() for kind in GAMES) if game.layout == LAYOUT)


def start_of(game: AnyGame) -> dict[Space, Kind]:
    """How men stand at the start of a game on a board of arrows, by arrow."""
    stands = game.appearance(game.start((1, 2)))
    return {space: stands[space] for space in ARROWS}


def of_arrows(frame: Frame, finder: FindsLeaves) -> bool:
    """Whether a picture surely shows a board of arrows, which finders of tiles take for a box of theirs."""
    leaves = finder.find(frame.image)
    return leaves is not None and leaves.surely


def learnt_men(
    frames: Sequence[Frame], finder: FindsLeaves, reader: ReadsStrips, *, swapped: bool = False
) -> KnownMen:
    """The board of arrows in some pictures of a table at rest, on which one of the start positions lies.

    Raises NoStart: what is told of the position that fits best.
    """
    images = [frame.image for frame in frames]
    known = learn_men(images, start_positions(), finder, reader, swapped=swapped)
    return replace(known, patches=packed(images, known.corners))
