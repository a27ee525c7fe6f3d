"""Tiles that can be read only in the flipped picture say that it is mirrored; those that cannot tell say nothing."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from each import each

from vision.board.flipped import FEW, MANY, flipped, only_flipped, readable
from vision.frame import Image
from vision.layout import Layout, load_layout
from vision.observation import BoardSeen, Piece

OCCE = load_layout("occe")
BOARD = BoardSeen("occe", ((10.0, 90.0), (10.0, 10.0), (90.0, 20.0), (90.0, 80.0)), False, 0.9)
PLAIN = np.zeros((100, 120, 3), np.uint8)
PLAIN[:, :40] = 200


def tiles(shown: int, sure: float = 0.99, off: int = 0) -> tuple[Piece, ...]:
    """So many tiles that show a number, `off` from their own; the others show their backs."""
    return tuple(
        Piece(space.name, "open", space.number + off, (0, 0), sure)
        if k < shown
        else Piece(space.name, "closed", None, (0, 0), 0.99)
        for k, space in enumerate(OCCE.spaces_of())
    )


def says(as_it_is: Sequence[Piece], in_the_mirror: tuple[Piece, ...]) -> bool:
    asked: list[tuple[Image, BoardSeen]] = []

    def read(image: Image, board: BoardSeen, layout: Layout) -> tuple[Piece, ...]:
        asked.append((image, board))
        return in_the_mirror

    result = only_flipped(read, PLAIN, BOARD, OCCE, as_it_is)
    assert all(np.array_equal(image, PLAIN[:, ::-1]) and board.sure == BOARD.sure for image, board in asked)
    return result


@each(
    ("as_it_is", "in_the_mirror", "mirrored"),
    [
        (tiles(0), tiles(35), True),
        (tiles(FEW), tiles(MANY), True),  # an 8 and a 1 may look alike in a mirror
        (tiles(35), tiles(1), False),
        (tiles(FEW + 1), tiles(35), False),
        (tiles(0), tiles(0), False),  # all of them closed, or covered
        (tiles(0), tiles(MANY - 1), False),
        (tiles(0), tiles(35, sure=0.8), False),
        (tiles(0), tiles(30, off=1), False),  # numbers that stand elsewhere are no tiles
    ],
)
def test_only_many_tiles_that_read_flipped_alone_say_mirrored(as_it_is, in_the_mirror, mirrored: bool) -> None:
    assert says(as_it_is, in_the_mirror) == mirrored


def test_tiles_that_show_their_numbers_are_readable() -> None:
    assert [readable(tiles(n)) for n in (0, MANY - 1, MANY, 36)] == [False, False, True, True]


def test_mirroring_a_board_twice_gives_the_board() -> None:
    image, board = flipped(PLAIN, BOARD)
    assert board.corners == ((29.0, 80.0), (29.0, 20.0), (109.0, 10.0), (109.0, 90.0))
    again, same = flipped(image, board)
    assert np.array_equal(again, PLAIN)
    assert same == replace(BOARD)
