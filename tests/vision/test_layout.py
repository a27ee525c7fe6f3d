import pytest

from vision.errors import UnknownLayout
from vision.layout import layout_names, load_layout


@pytest.mark.parametrize(
    ("name", "count", "first", "last"),
    [
        ("occe", 36, "seat-1/slot-1", "seat-4/slot-9"),  # seat by seat, each from its own left
        ("box", 9, "slot-1", "slot-9"),  # one row, nine being the usual count
    ],
)
def test_spaces_come_seat_by_seat(name: str, count: int, first: str, last: str) -> None:
    spaces = load_layout(name).spaces
    assert (len(spaces), spaces[0].name, spaces[-1].name) == (count, first, last)


@pytest.mark.parametrize("name", ["occe", "box"])
def test_every_number_stands_in_its_own_slot(name: str) -> None:
    assert all(space.number == space.slot for space in load_layout(name).spaces)


@pytest.mark.parametrize("count", [9, 10, 12])
def test_a_box_may_have_nine_ten_or_twelve_tiles(count: int) -> None:
    assert [space.slot for space in load_layout("box").spaces_of(count)] == list(range(1, count + 1))


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="9 or 10 or 12 slots a row; got 11"):
        load_layout("box").spaces_of(11)


def test_a_space_is_found_by_its_name() -> None:
    space = load_layout("occe").space("seat-3/slot-7")
    assert (space.seat, space.slot, space.number) == (3, 7, 7)


@pytest.mark.parametrize("name", ["seat-5/slot-1", "slot-1", "hole-7", ""])
def test_an_unknown_space_is_refused(name: str) -> None:
    with pytest.raises(LookupError, match="expected a space of the layout 'occe'"):
        load_layout("occe").space(name)


def test_an_unknown_layout_is_refused() -> None:
    with pytest.raises(UnknownLayout, match="box, occe; got 'chess'"):
        load_layout("chess")


def test_all_layouts_load() -> None:
    assert {load_layout(name).name for name in layout_names()} == {"occe", "box"}
