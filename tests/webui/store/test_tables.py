"""The list of a box's tables: the first is always there, and a damaged file costs names alone."""

from pathlib import Path

import pytest

from webui.store.tables import (
    FIRST,
    MOST_TABLES,
    NAME,
    NamedTable,
    TableList,
    TableListError,
    every_folder,
    table_folder,
)


def test_a_box_has_its_first_table(tmp_path: Path) -> None:
    assert TableList(tmp_path).all() == (NamedTable(FIRST),)
    assert not (tmp_path / NAME).exists()


def test_tables_are_added_changed_and_taken_away(tmp_path: Path) -> None:
    tables = TableList(tmp_path)
    second, third = tables.add(" Les Renards "), tables.add(colour="purple", camera="usb:1")
    assert (second, third) == (NamedTable(2, "Les Renards"), NamedTable(3, "", "purple", "usb:1"))
    tables.change(NamedTable(FIRST, "Les Ours", "red"))
    tables.remove(2)
    assert TableList(tmp_path).all() == (NamedTable(FIRST, "Les Ours", "red"), third)
    assert tables.add().number == 2


def test_each_table_has_a_colour(tmp_path: Path) -> None:
    assert [NamedTable(number).painted for number in (1, 2, 9)] == ["blue", "green", "blue"]
    assert NamedTable(1, colour="black").painted == "black"


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"name": "x" * 25}, "long_name"),
        ({"name": "a\u202eb"}, "unseen"),
        ({"colour": "pink"}, "colour"),
        ({"camera": "usb:0\n"}, "camera"),
        ({"camera": "x" * 201}, "camera"),
        ({"number": 0}, "no_table"),
        ({"number": MOST_TABLES + 1}, "no_table"),
    ],
)
def test_a_wrong_table_is_refused(wrong: dict[str, object], why: str) -> None:
    with pytest.raises(TableListError) as refused:
        NamedTable(**{"number": 2} | wrong)
    assert refused.value.why == why


def test_a_box_has_no_more_tables_than_it_can_bear(tmp_path: Path) -> None:
    tables = TableList(tmp_path)
    for _ in range(MOST_TABLES - 1):
        tables.add()
    with pytest.raises(TableListError):
        tables.add()
    assert len(tables.all()) == MOST_TABLES


@pytest.mark.parametrize("number", [FIRST, 2, 7])
def test_only_other_listed_tables_are_taken_away(tmp_path: Path, number: int) -> None:
    with pytest.raises(TableListError):
        TableList(tmp_path).remove(number)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"tables": [{"number": 40}]}', '{"tables": [], "version": 9}', "[" * 5000]
)
def test_a_damaged_list_is_put_aside(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text, encoding="utf-8")
    assert TableList(tmp_path).all() == (NamedTable(FIRST),)
    assert len(list(tmp_path.glob(f"{NAME}.*"))) == 1


def test_the_folders_of_tables_taken_away_are_found(tmp_path: Path) -> None:
    for name in ("2", "11", "old", "0"):
        (tmp_path / "tables" / name).mkdir(parents=True)
    (tmp_path / "tables" / "5").touch()
    assert every_folder(tmp_path) == {number: table_folder(tmp_path, number) for number in (1, 2, 11)}
