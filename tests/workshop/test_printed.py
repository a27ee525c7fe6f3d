"""The printed board, and the printed box, rendered as a camera sees them, are read as they are."""

import numpy as np
import pytest

from hardware.print.shapes import Area, Caption, Stroke, Window, rectangle
from vision.look import Eyes
from workshop.evaluate.printed import printed_box_reads, printed_reads
from workshop.scenes.printed import VIEWS, PrintedView, printed_view, raster
from workshop.scenes.printed_box import BOX_VIEWS, printed_box_view


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    from webui.live.eyes import open_eyes

    return open_eyes()


@pytest.mark.parametrize(
    "view", [VIEWS[1], VIEWS[3], VIEWS[10]], ids=lambda view: f"{view.tilt:g} from {view.azimuth:g}"
)
def test_the_printed_board_is_read_without_a_fault(eyes: Eyes, view: object) -> None:
    (first,) = printed_reads(eyes, 1, (view,))  # type: ignore[arg-type]  # ids hide its type
    assert first.oriented
    assert first.wrong == ()
    assert first.dice


def test_an_expected_but_absent_tile_is_missed(eyes: Eyes) -> None:
    picture, truth = printed_view(VIEWS[1], 1, missing=36)
    assert set(truth.kinds.values()) == {"missing"}
    assert not np.array_equal(picture, printed_view(VIEWS[1], 1)[0])


@pytest.mark.parametrize(
    ("view", "seed"), [(BOX_VIEWS[2], 3), (BOX_VIEWS[4], 4)], ids=["from before it", "from one side"]
)
def test_the_printed_box_is_read_without_a_fault(eyes: Eyes, view: PrintedView, seed: int) -> None:
    (first,) = printed_box_reads(eyes, seed, (view,))
    assert first.oriented
    assert first.wrong == ()
    assert first.dice


def test_each_seed_gives_other_tiles_of_both_kinds() -> None:
    small = (320, 240)
    views = [printed_box_view(BOX_VIEWS[0], seed, small) for seed in (1, 1, 2)]
    assert np.array_equal(views[0][0], views[1][0])
    assert not np.array_equal(views[0][0], views[2][0])
    assert set(views[0][1].kinds.values()) == {"open", "closed"}


def test_the_same_seed_gives_the_same_picture() -> None:
    small = (320, 240)
    first, second = printed_view(VIEWS[0], 7, small), printed_view(VIEWS[0], 7, small)
    assert np.array_equal(first[0], second[0])
    assert first[1] == second[1]
    assert not np.array_equal(first[0], printed_view(VIEWS[0], 8, small)[0])


def test_shapes_become_pixels_where_they_lie() -> None:
    black, white = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
    shapes = (
        Area(rectangle(1, 1, 3, 2), black),
        Window((6, 0, 1, 9), (Area(rectangle(5, 1, 3, 2), black),)),
        Stroke(((1, 6), (4, 6)), 1, black),
        Caption((0, 9), "no words", 3),
        Area(rectangle(2, 1, 1, 2), white),
    )
    grey = raster(shapes, (0, 0, 10, 10), 10)[..., 0]
    assert grey.shape == (100, 100)
    dark = [(15, 15), (15, 35), (15, 65), (60, 20)]  # down, across
    light = [(5, 5), (15, 25), (15, 55), (15, 75), (90, 10)]
    assert [int(grey[place]) < 60 for place in dark] == [True] * 4
    assert [int(grey[place]) > 200 for place in light] == [True] * 5
