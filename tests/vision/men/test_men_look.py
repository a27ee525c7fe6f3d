"""What is read of each strip becomes an arrow with its name, its men and their place in the picture."""

import numpy as np
import pytest
from each import each

from vision.draw import drawn_men
from vision.men.finder import Leaves
from vision.men.look import NAMES, MenEyes
from vision.men.reader import KINDS, MOST

LEAVES = Leaves(
    (((50, 450), (50, 50), (290, 50), (290, 450)), ((310, 450), (310, 50), (550, 50), (550, 450))), 0.97
)
PICTURE = np.zeros((500, 600, 3), np.uint8)


class Finds:
    """A finder that finds the leaves, or nothing."""

    def __init__(self, leaves: Leaves | None) -> None:
        self.leaves, self.asked = leaves, list[object]()

    def find(self, image: object, seat1_side: object = None) -> Leaves | None:
        self.asked.append(seat1_side)
        return self.leaves


class Men:
    """A reader of boards on which some arrows hold men: {"12A": (15 + 5, 0.8)}; nothing surely else."""

    def __init__(self, **stand: tuple[int, float]) -> None:
        self.stand = stand

    def board(self, image: object, leaves: object) -> np.ndarray:
        chances = np.zeros((24, KINDS))
        chances[:, 0] = 1.0
        for name, (kind, sure) in self.stand.items():
            chances[NAMES.index(name.removeprefix("a")), [0, kind]] = (1 - sure, sure)
        return chances


@each(("name", "near", "left"), [("1", True, False), ("12", True, True), ("12A", False, True), ("1A", False, False)])
def test_arrows_are_named_around_the_board(name: str, near: bool, left: bool) -> None:
    seen = MenEyes(Finds(LEAVES), Men(**{f"a{name}": (3, 0.99)})).look(PICTURE)
    assert seen is not None
    (arrow,) = (arrow for arrow in seen.arrows if arrow.count)
    assert (arrow.name, arrow.colour, arrow.count, arrow.sure) == (name, "light", 3, 0.99)
    x, y = arrow.center
    assert (y > 250, x < 300) == (near, left)
    assert [arrow.name for arrow in seen.arrows] == [f"{n}{s}" for s in ("", "A") for n in range(1, 13)]


def test_a_row_of_men_has_its_middle_beyond_the_rim() -> None:
    seen = MenEyes(Finds(LEAVES), Men(a7=(MOST + 4, 0.95), a6A=(1, 0.5))).look(PICTURE)
    assert seen is not None
    by_name = {arrow.name: arrow for arrow in seen.arrows}
    assert by_name["7"].colour == "dark"
    assert by_name["7"].center == pytest.approx((270, 450 - 400 * 0.086 * 2))
    assert by_name["8"].center == pytest.approx((230, 450))
    assert (by_name["6A"].count, seen.doubtful) == (0, True) or by_name["6A"].sure == 0.5
    assert seen.doubtful


def test_nothing_is_read_where_no_board_is() -> None:
    finder = Finds(None)
    assert MenEyes(finder, Men()).look(PICTURE, "top") is None
    assert finder.asked == ["top"]


def test_drawing_writes_on_a_copy() -> None:
    seen = MenEyes(Finds(LEAVES), Men(a1=(2, 0.99), a2=(0, 0.6))).look(PICTURE)
    assert seen is not None
    assert drawn_men(PICTURE, seen).any()
    assert not PICTURE.any()
