import shutil
from pathlib import Path

import pytest

import models
from vision.board.finder import BoardFinder
from vision.errors import BrokenLayout, UnknownLayout
from vision.layout import HERE, layout_names, layouts, load_layout
from vision.tiles.reader import TileReader


@pytest.mark.parametrize(
    ("name", "count", "first", "last"),
    [
        ("occe", 36, "seat-1/slot-1", "seat-4/slot-9"),  # seat by seat, each from its own left
        ("box", 9, "slot-1", "slot-9"),  # one row, nine being the usual count
    ],
)
def test_spaces_come_seat_by_seat(name: str, count: int, first: str, last: str) -> None:
    spaces = load_layout(name).spaces_of()
    assert (len(spaces), spaces[0].name, spaces[-1].name) == (count, first, last)


@pytest.mark.parametrize("name", ["occe", "box"])
def test_every_number_stands_in_its_own_slot(name: str) -> None:
    assert all(space.number == space.slot for space in load_layout(name).spaces_of())


@pytest.mark.parametrize("count", [9, 10, 12])
def test_a_box_may_have_nine_ten_or_twelve_tiles(count: int) -> None:
    assert [space.slot for space in load_layout("box").spaces_of(count)] == list(range(1, count + 1))


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="9 or 10 or 12 slots a row; got 11"):
        load_layout("box").spaces_of(11)


def test_an_unknown_layout_is_refused() -> None:
    with pytest.raises(UnknownLayout, match="box, occe; got 'chess'"):
        load_layout("chess")


def test_all_layouts_load() -> None:
    assert {load_layout(name).name for name in layout_names()} == {"occe", "box"}


def test_a_layout_is_read_once() -> None:
    assert load_layout("occe") is load_layout("occe")


@pytest.mark.parametrize(
    "text", ["seats = 1", "seats =", 'tiles = "glued"\nseats = 1', 'tiles = "loose"\nseats = 1\nslots = 9']
)
def test_an_invalid_layout_is_refused_by_name(text: str, tmp_path: Path) -> None:
    (tmp_path / "toy.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BrokenLayout, match=r"toy\.toml: expected a layout"):
        layouts(tmp_path)


def beside_those_that_ship(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    """A folder of the layouts that ship and one more: the OCCE board's, changed."""
    shutil.copytree(HERE, folder, dirs_exist_ok=True)
    text = (HERE / "occe.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["grand", "quad"])  # before and after "occe"
def test_two_boards_that_no_camera_tells_apart_are_refused(name: str, tmp_path: Path) -> None:
    folder = beside_those_that_ship(tmp_path, name)
    with pytest.raises(BrokenLayout, match=r"tell apart; got (grand and occe|occe and quad), both of area 'occe'"):
        layouts(folder)


def test_a_board_without_a_map_is_refused(tmp_path: Path) -> None:
    known = layouts(beside_those_that_ship(tmp_path, "hexa", ('"occe"', '"hexa"')))
    with pytest.raises(BrokenLayout, match="hexa: expected an area of occe, box; got 'hexa'"):
        BoardFinder(models.path("board"), known=known)


@pytest.mark.parametrize(
    ("slots", "why"), [("[7]", "4 of 7 tiles: "), ("[10]", "4 of 10 tiles, where numbers go to 9")]
)
def test_a_board_whose_rows_no_network_reads_is_refused(slots: str, why: str, tmp_path: Path) -> None:
    known = layouts(beside_those_that_ship(tmp_path, "hexa", ('"occe"', '"hexa"'), ("[9]", slots)))
    with pytest.raises(BrokenLayout, match=f"hexa: expected rows that the networks read; got {why}"):
        TileReader(*map(models.path, ("rows", "tiles", "hinges")), known=known)
