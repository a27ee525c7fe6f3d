"""Checksums of the journal: one flipped bit is reported, never taken for another throw, table or game."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from webui.cli import main
from webui.live.live import Live
from webui.store.copies import copy
from webui.store.file import stand
from webui.store.form import VERSION
from webui.store.journal import CORRUPT, NAME, UNREADABLE, Journal
from webui.store.repair import examine, mend
from webui.store.sums import Rotten, missing
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at

SETUP = Setup("occe_child", players_at((1, 3), ("Zoé", "Léo")), "OCCE enfant")
DEEDS = (Throw((6, 3)), CloseTiles((9,)), Next(), Throw((4, 2)), CloseTiles((6,)), Next())


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three games, and a copy made after the second."""
    folder = tmp_path_factory.mktemp("whole")
    live = Live(Journal.open(folder))
    for game in range(3):
        live.new_game(SETUP)
        for deed in DEEDS:
            live.act(deed)
        if game == 1:
            copy(folder / NAME, "2026-11-23")
    live.close()
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "data"))


@contextmanager
def file_of(folder: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(folder / NAME)) as db, db:
        yield db


def reported(folder: Path) -> tuple[int, str, list[dict[str, object]], tuple[str, ...]]:
    """The game that goes on, its stand, its events, and the warnings."""
    with Journal.open(folder) as journal:
        game, table = journal.resume() or (0, None)
        assert table is not None
        return game, stand(table), list(journal.lines()), journal.warnings


def test_a_sound_journal_is_whole(folder: Path) -> None:
    with file_of(folder) as db:
        assert [missing(db, game) for game in (1, 2, 3)] == [(), (), ()]
        with pytest.raises(Rotten):
            missing(db, 4)


COLUMNS = (
    ("games", "setup"), ("games", "stand"), ("games", "chain"), ("games", "sum"),
    ("events", "at"), ("events", "line"), ("events", "sum"), ("sittings", "at"), ("sittings", "sum"),
)  # fmt: skip


@settings(max_examples=80)
@given(where=st.sampled_from(COLUMNS), row=st.integers(0, 10**6), bit=st.integers(0, 10**9))
def test_no_flipped_bit_is_taken_for_another_table(
    where: tuple[str, str], row: int, bit: int, whole: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    table, column = where
    folder = tmp_path_factory.mktemp("bit")
    shutil.copy(whole / NAME, folder)
    key = {"games": "id", "events": "game * 100 + seq", "sittings": "sitting"}[table]
    with file_of(folder) as db:
        rows = db.execute(f"SELECT {key}, CAST({column} AS BLOB) FROM {table}").fetchall()
        number, text = rows[row % len(rows)]
        rotten = bytearray(text)
        rotten[bit // 8 % len(rotten)] ^= 1 << bit % 8
        db.execute(f"UPDATE {table} SET {column} = CAST(? AS TEXT) WHERE {key} = ?", (bytes(rotten), number))
    sound, flipped = reported(whole), reported(folder)
    if flipped[0] == sound[0]:
        assert flipped[1] == sound[1]
    else:
        assert UNREADABLE in flipped[3]
    assert all(line in sound[2] for line in flipped[2])
    if len(flipped[2]) < len(sound[2]):
        assert UNREADABLE in flipped[3]


@pytest.mark.parametrize(
    ("change", "lost"),
    [
        ("DELETE FROM events WHERE game = 3 AND seq = 2", (2,)),
        ("UPDATE events SET line = replace(line, '6', '5') WHERE game = 3 AND seq = 3", (3,)),
        ("UPDATE events SET at = '2027' WHERE game = 3 AND seq = 1", (1,)),
    ],
)
def test_an_event_that_is_lost_or_another_one_is_told(folder: Path, change: str, lost: tuple[int, ...]) -> None:
    with file_of(folder) as db:
        assert db.execute(change).rowcount == 1
        assert (missing(db, 1), missing(db, 3)) == ((), lost)


def test_events_of_another_time_break_the_chain(folder: Path) -> None:
    with file_of(folder) as db:
        third = "(SELECT line FROM events WHERE game = 3 AND seq = 3)"
        db.execute(f"UPDATE events SET line = {third} WHERE game = 3 AND seq = 2")
        assert missing(db, 3) == (2,)
        db.execute("UPDATE games SET seq = seq - 1 WHERE id = 3")
        with pytest.raises(Rotten):
            missing(db, 3)


def test_a_flipped_bit_of_the_version_is_repaired(folder: Path) -> None:
    sound = reported(folder)
    for version in (0, 1, 3, 258):
        with file_of(folder) as db:
            db.execute(f"PRAGMA user_version = {version}")
        assert reported(folder) == sound
        with file_of(folder) as db:
            assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)


@pytest.mark.parametrize("how", ["emptied", "deleted"])
def test_a_missing_or_empty_journal_continues_from_its_newest_copy(folder: Path, how: str) -> None:
    if how == "emptied":
        (folder / NAME).write_bytes(b"")
    else:
        (folder / NAME).unlink()
    with Journal.open(folder) as journal:
        assert journal.warnings == (CORRUPT,)
        assert [game.id for game in journal.games()] == [1, 2]


# Repair.


def test_what_a_copy_still_holds_is_put_back(folder: Path) -> None:
    sound = reported(folder)
    with file_of(folder) as db:
        db.execute("UPDATE games SET stand = replace(stand, '[6, 3]', '[6, 2]') WHERE id = 1")
        db.execute("DELETE FROM events WHERE game = 2 AND seq IN (1, 4)")
        db.execute("DELETE FROM events WHERE game = 3 AND seq = 2")
        assert [(game.sound, game.lost) for game in examine(db)] == [(False, ()), (True, (1, 4)), (True, (2,))]
    made = "journal-000001-2026-11-23.sqlite"
    assert [(mended.sound, mended.lost, mended.copy) for mended in mend(folder / NAME)] == [
        (True, (), made), (True, (), made), (True, (2,), ""),
    ]  # fmt: skip
    lines = [line for line in sound[2] if (line["game_id"], line["seq"]) != (3, 2)]
    assert reported(folder)[2] == lines


def test_the_command_lists_every_game_and_says_what_is_lost(folder: Path) -> None:
    whole = CliRunner().invoke(main, ["repair", "--data", str(folder)])
    assert whole.exit_code == 0
    assert whole.stdout.splitlines() == [f"Partie {k}\N{NO-BREAK SPACE}: complète" for k in (1, 2, 3)]
    with file_of(folder) as db:
        db.execute("UPDATE games SET stand = 'x' WHERE id IN (2, 3)")
        db.execute("DELETE FROM events WHERE game = 1 AND seq > 3")
    (folder / "copies" / "journal-000001-2026-11-23.sqlite").write_bytes(b"rotten")
    broken = CliRunner().invoke(main, ["repair", "--data", str(folder)])
    assert broken.exit_code == 1
    assert "Partie 2\N{NO-BREAK SPACE}: illisible" in broken.stdout
    assert "événements perdus" in broken.stdout


def test_the_command_leaves_a_journal_alone_that_is_served(folder: Path) -> None:
    from webui.store.held import held

    with held(folder, "0.0.0.0:8000, process 1"):
        refused = CliRunner().invoke(main, ["repair", "--data", str(folder)])
    assert refused.exit_code == 1
    assert "process 1" in refused.output
