"""A box opens its tables one by one; what fails at one touches no other."""

from functools import cache
from pathlib import Path

import pytest

from webui.live.classroom.opening import opened
from webui.live.classroom.tables import FurtherTables
from webui.live.eyes import open_eyes
from webui.live.notify import SignOfAll
from webui.store.held import FolderHeld, held
from webui.store.journal import NAME
from webui.store.tables import NamedTable, TableList, table_folder
from webui.table.values.actions import Throw
from webui.table.values.setup import Setup, players_at

GAME = Setup("occe_adult", players_at((1, 2), ("Zoé", "Max")))


@pytest.fixture
def tables(tmp_path: Path):
    listed = TableList(tmp_path)
    listed.add()
    listed.add()
    box = FurtherTables(tmp_path, lambda folder, table: opened(folder, table.camera, print), "a test")
    yield box
    box.close()


def test_every_listed_table_opens(tables: FurtherTables, tmp_path: Path) -> None:
    tables.open_all()
    assert [number for number, _ in tables] == [2, 3]
    tables.find(3).live.new_game(GAME)
    assert tables.find(3).live.snapshot().state == "waiting_throw"
    assert tables.find(2).live.snapshot().state == "setup"
    assert tables.find(1) is None
    assert not (tmp_path / NAME).exists()


def test_a_table_is_taken_up_where_it_was(tables: FurtherTables) -> None:
    tables.open_all()
    tables.find(2).live.new_game(GAME)
    tables.find(2).live.act(Throw((6, 2)))
    tables.shut(2)
    assert tables.find(2) is None
    assert tables.open(NamedTable(2)).live.snapshot().state == "waiting_move"


def test_no_other_process_holds_the_folder_of_a_table(tables: FurtherTables, tmp_path: Path) -> None:
    tables.open_all()
    with pytest.raises(FolderHeld, match="a test"), held(table_folder(tmp_path, 2), "another"):
        pass
    tables.shut(2)
    with held(table_folder(tmp_path, 2), "another"):
        assert tables.open(NamedTable(2)) is None
        assert "another" in tables.wrong[2]
    assert tables.open(NamedTable(2)) is not None
    assert not tables.wrong


def test_a_table_that_cannot_open_stops_no_other(tables: FurtherTables, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "2").write_text("no folder", encoding="utf-8")
    tables.open_all()
    assert [number for number, _ in tables] == [3]
    assert "exists" in tables.wrong[2]


def test_cameras_share_their_readers(tmp_path: Path) -> None:
    reads = cache(open_eyes)
    readers = []
    for number in (2, 3):
        (tmp_path / str(number)).mkdir()
        table = opened(tmp_path / str(number), "phone", print, reads=reads)
        readers.append(table.lookout._eyes)
        table.close()
    assert readers[0].dice is readers[1].dice is reads().dice
    assert readers[0].recall is not readers[1].recall


def test_one_table_that_hangs_keeps_the_sign_of_life_back() -> None:
    given: list[str] = []
    signs = SignOfAll(lambda: given.append("alive"))
    first, second = signs.of("first"), signs.of("second")
    first()
    first()
    assert not given
    second()
    assert given == ["alive"]
    second()
    first()
    assert given == ["alive"] * 2
    signs.without("second")
    first()
    second()
    assert given == ["alive"] * 3
