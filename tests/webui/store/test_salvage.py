"""A damaged journal: what can be read of it goes on in a sound file, and the damaged one is kept."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webui.live.live import Live
from webui.store.connection import JournalConnection
from webui.store.file import begin_file
from webui.store.journal import CORRUPT, NAME, Journal, JournalFull
from webui.store.salvage import salvage
from webui.table.reducer import open_table
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at

GAMES = 9
PAGE = 4096
SETUP = Setup("occe_child", players_at((1, 3), ("Zoé", "Léo")), "OCCE enfant")
DEEDS = (Throw((6, 3)), CloseTiles((9,)), Next(), Throw((4, 2)), CloseTiles((6,)), Next()) * 2


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed journal of nine games of some twenty events."""
    folder = tmp_path_factory.mktemp("whole")
    live = Live(Journal.open(folder))
    for _ in range(GAMES):
        live.new_game(SETUP)
        for deed in DEEDS:
            live.act(deed)
    live.close()
    return folder / NAME


def rows(file: Path, table: str) -> set[tuple[object, ...]]:
    db = sqlite3.connect(file)
    try:
        return set(db.execute(f"SELECT * FROM {table}"))
    finally:
        db.close()


def pages(file: Path) -> int:
    return file.stat().st_size // PAGE


def damaged(whole: Path, folder: Path, page: int, filling: bytes) -> Path:
    """A copy one of whose pages, from 0, is rotten."""
    for old in folder.iterdir():
        old.unlink()
    copy = Path(shutil.copy(whole, folder / NAME))
    data = bytearray(copy.read_bytes())
    data[page * PAGE : (page + 1) * PAGE] = (filling * PAGE)[:PAGE]
    copy.write_bytes(data)
    return copy


def test_a_sound_journal_is_copied_row_by_row(whole: Path, tmp_path: Path) -> None:
    salvaged = salvage((whole,), tmp_path / "new.sqlite")
    for table in ("games", "events", "sittings", "interrupted"):
        assert rows(tmp_path / "new.sqlite", table) == rows(whole, table)
    assert salvaged.games == tuple(range(1, GAMES + 1))
    assert (salvaged.events, salvaged.lost) == (len(rows(whole, "events")), 0)


def roots(file: Path) -> set[int]:
    """Pages, from 0, without which a table or the whole file cannot be found."""
    db = sqlite3.connect(file)
    try:
        return {0, *(number - 1 for (number,) in db.execute("SELECT rootpage FROM sqlite_master"))}
    finally:
        db.close()


@pytest.mark.parametrize("filling", [b"\0", b"\xff", b"Piste"])
def test_a_rotten_page_costs_only_its_own_rows(whole: Path, tmp_path: Path, filling: bytes) -> None:
    on_a_page = 20  # events, at most
    for page in range(pages(whole)):
        (folder := tmp_path / str(page)).mkdir()
        damaged(whole, folder, page, filling)
        with Journal.open(folder) as journal:
            assert journal.warnings == (CORRUPT,)
            newest = journal.resume()
            journal.start(open_table(SETUP))
        if page not in roots(whole):
            games = {row[0] for row in rows(folder / NAME, "games") & rows(whole, "games")}
            assert len(games) >= GAMES - 1
            assert newest is not None
            assert newest[0] == max(games)
            of_them = {row for row in rows(whole, "events") if row[0] in games}
            assert len(of_them - rows(folder / NAME, "events")) <= on_a_page


def test_a_file_cut_short_loses_what_stood_behind_the_cut(whole: Path, tmp_path: Path) -> None:
    data, games = whole.read_bytes(), []
    for cut in (*range(max(roots(whole)) + 1, pages(whole)), pages(whole) - 0.5):
        (folder := tmp_path / str(cut)).mkdir()
        (folder / NAME).write_bytes(data[: int(cut * PAGE)])
        (rotten := tmp_path / f"{cut}.rotten").write_bytes(data[: int(cut * PAGE)].ljust(len(data), b"\0"))
        due = salvage((rotten,), tmp_path / f"{cut}.sqlite")
        with Journal.open(folder) as journal:
            assert journal.warnings == (CORRUPT,)
            games.append(newest[0] if (newest := journal.resume()) else 0)
        assert games[-1] == (due.games[-1] if due.games else 0)
        for table in ("games", "events", "sittings"):
            assert rows(folder / NAME, table) >= rows(tmp_path / f"{cut}.sqlite", table)
    assert games[-1] >= GAMES - 1


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_file_in_any_state_of_decay_opens(
    data: st.DataObject, whole: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("decay")
    decayed = bytearray(whole.read_bytes())
    for _ in range(data.draw(st.integers(1, 200))):
        decayed[data.draw(st.integers(100, len(decayed) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    (folder / NAME).write_bytes(decayed[: data.draw(st.integers(PAGE, len(decayed)))])
    with Journal.open(folder) as journal:
        journal.resume()
        tuple(journal.lines())
        journal.games()
        assert journal.start(open_table(SETUP)) >= 1


def test_the_damaged_file_stays_with_its_log(whole: Path, tmp_path: Path) -> None:
    file = damaged(whole, tmp_path, pages(whole) - 1, b"\xff")
    before = file.read_bytes()
    with Journal.open(tmp_path):
        pass
    assert (tmp_path / f"{NAME}.corrupt-1").read_bytes() == before
    assert not (tmp_path / f"{NAME}.salvaged").exists()


def test_without_room_for_the_new_file_the_damaged_stays(whole: Path, tmp_path: Path) -> None:
    file = damaged(whole, tmp_path, pages(whole) - 1, b"\xff")
    before = file.read_bytes()
    with pytest.raises(JournalFull):
        Journal.open(tmp_path, most_pages=6)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if "salvaged" in path.name] == []
    with Journal.open(tmp_path) as journal:
        assert journal.resume() is not None


def test_a_power_cut_between_the_two_renames_loses_neither(whole: Path, tmp_path: Path) -> None:
    file = damaged(whole, tmp_path, pages(whole) - 1, b"\xff")
    salvage((file,), tmp_path / f"{NAME}.salvaged")
    (tmp_path / f"{NAME}-wal").write_bytes(b"of the damaged one")
    file.rename(tmp_path / f"{NAME}.corrupt-1")  # and then the power went
    with Journal.open(tmp_path) as journal:
        assert CORRUPT not in journal.warnings
        assert len(journal.games()) >= GAMES - 1
    assert (tmp_path / f"{NAME}.corrupt-1-wal").read_bytes() == b"of the damaged one"


def test_a_schema_that_is_not_text_counts_as_damage(whole: Path, tmp_path: Path) -> None:
    copy, name = Path(shutil.copy(whole, tmp_path / NAME)), b"sqlite_autoindex_interrupted_1"
    assert name in copy.read_bytes()
    copy.write_bytes(copy.read_bytes().replace(name, name[:15] + b"\xcc" + name[16:]))
    with pytest.raises(UnicodeDecodeError):
        sqlite3.connect(copy).execute("SELECT * FROM games")
    with pytest.raises(sqlite3.DatabaseError, match="it is damaged"):
        sqlite3.connect(copy, factory=JournalConnection).execute("SELECT * FROM games")
    with Journal.open(tmp_path) as journal:
        assert journal.warnings == (CORRUPT,)
    assert list(tmp_path.glob(f"{NAME}.corrupt-*"))


def test_an_emptied_file_is_reported_unlike_a_first_start(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "new") as journal:
        assert journal.warnings == ()
    assert [path.name for path in (tmp_path / "new").iterdir()] == [NAME]
    (tmp_path / "new" / NAME).write_bytes(b"")
    with Journal.open(tmp_path / "new") as journal:
        assert journal.warnings == (CORRUPT,)
    assert (tmp_path / "new" / f"{NAME}.corrupt-1").exists()


def test_a_first_start_that_was_cut_short_says_nothing(tmp_path: Path) -> None:
    begin_file(tmp_path / NAME)
    assert (tmp_path / NAME).stat().st_mode & 0o077 == 0
    (tmp_path / f"{NAME}.begun").write_bytes(b"of a cut before")
    with Journal.open(tmp_path) as journal:
        assert journal.warnings == ()
