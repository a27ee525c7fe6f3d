"""Names of children stand in these files: their owner alone may read them."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from webui.cli import main
from webui.live.live import Live
from webui.store.backup import back_up
from webui.store.classes import Classes
from webui.store.copies import copy
from webui.store.journal import NAME, Journal
from webui.table.values.actions import Throw
from webui.table.values.setup import Setup, players_at

LEA = Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), profile="OCCE enfant")


@pytest.fixture(autouse=True)
def open_handed() -> Iterator[None]:
    """The usual umask, with which everybody may read what is made."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    return [path.name for path in files if path.stat().st_mode & 0o077]


def played(folder: Path) -> Live:
    live = Live(Journal.open(folder))
    live.new_game(LEA)
    live.act(Throw((6, 2)))
    return live


def test_whatever_holds_names_is_for_its_owner_alone(tmp_path: Path) -> None:
    live = played(tmp_path)
    Classes(tmp_path).add("CE2", ("Léa", "Tom"))
    copy(tmp_path / NAME, "2026-11-23")
    back_up(tmp_path, tmp_path / "all.zip", made="2026-11-23", piste="0")
    names = {path.name for path in tmp_path.rglob("*")}
    assert names >= {NAME, f"{NAME}-wal", f"{NAME}-shm", "classes.json", "all.zip", "copies"}
    assert open_to_others(tmp_path) == []
    live.close()


def test_files_readable_by_everybody_are_made_private_at_start(tmp_path: Path) -> None:
    played(tmp_path).close()
    (tmp_path / NAME).chmod(0o644)
    Journal.open(tmp_path).close()
    assert open_to_others(tmp_path) == []


def test_what_is_salvaged_of_a_damaged_journal_stays_private(tmp_path: Path) -> None:
    played(tmp_path).close()
    whole = bytearray((tmp_path / NAME).read_bytes())
    whole[4096:4196] = bytes(100)
    (tmp_path / NAME).write_bytes(whole)
    Journal.open(tmp_path).close()
    assert [path for path in tmp_path.iterdir() if "corrupt" in path.name]
    assert open_to_others(tmp_path) == []


def test_records_and_exports_are_for_their_owner_alone(tmp_path: Path) -> None:
    played(tmp_path / "data").close()
    record, table = tmp_path / "monday.txt", tmp_path / "monday.csv"
    for words in (
        ["record", "1", "--out", record, "--data", tmp_path / "data"],
        ["export", record, "--out", table],
    ):
        done = CliRunner().invoke(main, [str(word) for word in words])
        assert done.exit_code == 0, done.output
    assert [path.stat().st_mode & 0o777 for path in (record, table)] == [0o600, 0o600]
