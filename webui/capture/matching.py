"""Matches a reading with the truth: for captured pictures and for the workshop's evaluation."""

from __future__ import annotations

from collections.abc import Iterable

from vision.observation import Box, Piece

BORDER = 1.5
"""px: a die that comes this near to the picture's border is neither counted nor blamed."""


def nearest_first(pairs: Iterable[tuple[float, int, int]]) -> dict[int, int]:
    """The matches among (distance, true, read), each number in one of them, nearest first: true -> read."""
    pairs_chosen: dict[int, int] = {}
    taken: set[int] = set()
    for _, true, read in sorted(pairs):
        if true not in pairs_chosen and read not in taken:
            pairs_chosen[true] = read
            taken.add(read)
    return pairs_chosen


def touches_border(box: Box, size: tuple[float, float]) -> bool:
    """True if a box comes within BORDER of the edge of a picture of this width and height, px."""
    x, y, width, height = box
    right, bottom = size[0] - 1 - BORDER, size[1] - 1 - BORDER
    return x <= BORDER or y <= BORDER or x + width >= right or y + height >= bottom


def seats_moved(pieces: Iterable[Piece], turn: int, seats: int) -> dict[str, Piece]:
    """Pieces by space, every seat moved on by `turn` of `seats` places; unchanged for a board without seats."""
    if turn == 0:
        return {piece.space: piece for piece in pieces}
    moved = {}
    for piece in pieces:
        seat, slot = piece.space.split("/")
        moved[f"seat-{(int(seat.removeprefix('seat-')) - 1 + turn) % seats + 1}/{slot}"] = piece
    return moved
