import numpy as np
import pytest
from drawn_boards import table
from each import each

from vision.board.tags import find_tags, mirrored


def test_tags_are_found_where_they_are() -> None:
    tags = find_tags(table({0: (50, 400), 2: (500, 40)}, 48))
    assert [tag.id for tag in tags] == [0, 2]
    np.testing.assert_allclose(tags[0].corners, [(50, 400), (97, 400), (97, 447), (50, 447)], atol=1.5)


def test_a_turned_tag_says_which_corner_is_its_own_first() -> None:
    image = np.ascontiguousarray(np.rot90(table({1: (100, 100)}, 48)))  # a quarter turn to the left
    (tag,) = find_tags(image)
    assert tag.corners[0][1] == max(y for _, y in tag.corners)


@each("side", [20, 24, 32, 64])
def test_small_tags_are_found_in_a_region(side: int) -> None:
    image = table({3: (300, 200)}, side)
    tags = find_tags(image, [((250.0, 150.0, 140.0, 140.0), side * 0.8)])
    assert [tag.id for tag in tags] == [3]
    np.testing.assert_allclose(tags[0].center, (300 + (side - 1) / 2, 200 + (side - 1) / 2), atol=1.5)


def test_ids_above_three_are_not_ours() -> None:
    assert find_tags(table({7: (100, 100), 1: (300, 100)}, 48))[0].id == 1
    assert len(find_tags(table({7: (100, 100)}, 48))) == 0


@pytest.mark.parametrize(
    "box",
    [
        (-300.0, -300.0, 100.0, 100.0),  # wholly outside
        (630.0, 470.0, 200.0, 200.0),  # a sliver inside
        (100.0, 100.0, 3.0, 3.0),  # too small for a tag
    ],
)
def test_regions_without_room_hold_no_tag(box: tuple[float, float, float, float]) -> None:
    assert find_tags(table({0: (300, 200)}, 48), [(box, 30.0)]) == ()


def test_an_empty_table_has_no_tags() -> None:
    assert find_tags(np.zeros((120, 160, 3), np.uint8)) == ()


@each(("shown", "says"), [((0, 1, 2, 3), True), ((0, 2), True), ((0,), False), ((), False)])
def test_a_mirrored_picture_says_so_by_two_tags(shown: tuple[int, ...], says: bool) -> None:
    places = {0: (60, 60), 1: (300, 60), 2: (300, 240), 3: (60, 240)}
    picture = table({tag: places[tag] for tag in shown}, 48)
    assert not mirrored(picture)
    assert mirrored(picture[:, ::-1].copy()) == says
