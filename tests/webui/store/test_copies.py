"""Copies of the journal: whole, few, gone where something was erased, and of use where the journal is damaged."""

import sqlite3
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webui.live.copier import Copier
from webui.live.live import Live
from webui.live.wiring import both
from webui.store.copies import DAYS, FOLDER, LAST, copies, copy, surplus
from webui.store.journal import CORRUPT, NAME, Journal
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at

SETUP = Setup("royal", players_at((1,), ("Ana",)), "Tric-Trac Royal")
PAGE = 4096


def play(folder: Path) -> Live:
    live = Live(Journal.open(folder))
    live.new_game(SETUP)
    for deed in (Throw((6, 3)), CloseTiles((9,)), Next(), Throw((4, 2))):
        live.act(deed)
    return live


def texts(file: Path) -> list[tuple[object, ...]]:
    db = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    try:
        return [row for table in ("games", "events", "sittings") for row in db.execute(f"SELECT * FROM {table}")]
    finally:
        db.close()


def test_a_copy_is_the_whole_journal_while_it_is_open(tmp_path: Path) -> None:
    live = play(tmp_path)
    made = copy(tmp_path / NAME, "2026-11-23")
    assert made == tmp_path / FOLDER / "journal-000001-2026-11-23.sqlite"
    assert texts(made) == texts(tmp_path / NAME)
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert (tmp_path / f"{NAME}-wal").stat().st_size == 0, "the one file holds the lesson"
    live.act(CloseTiles((6,)))
    live.close()
    assert [path.name for path in (tmp_path / FOLDER).iterdir()] == [made.name]


@given(days=st.lists(st.integers(1, 40), max_size=120))
def test_the_last_five_and_a_month_of_days_stay(days: list[int]) -> None:
    dates = (f"2026-{1 + day // 28:02d}-{1 + day % 28:02d}" for day in days)
    names = [Path(f"journal-{k + 1:06d}-{date}.sqlite") for k, date in enumerate(dates)]
    newest_first = tuple(reversed(names))
    gone = surplus(newest_first)
    left = [path for path in newest_first if path not in gone]
    assert left[:LAST] == list(newest_first[:LAST])
    assert len(left) <= LAST + DAYS
    recent = list(dict.fromkeys(path.name[15:] for path in newest_first))[:DAYS]
    assert {path.name[15:] for path in left} >= set(recent)
    for day in recent:
        assert next(path for path in newest_first if path.name[15:] == day) in left


def test_too_many_copies_go(tmp_path: Path) -> None:
    live = play(tmp_path)
    for _ in range(LAST + 3):
        copy(tmp_path / NAME, "2026-11-23")
    live.close()
    assert [path.name[8:14] for path in copies(tmp_path / NAME)] == ["000008", "000007", "000006", "000005", "000004"]


@pytest.mark.parametrize("game", [1, None])
def test_whatever_is_erased_is_in_no_copy(tmp_path: Path, game: int | None) -> None:
    live = play(tmp_path)
    copy(tmp_path / NAME, "2026-11-23")
    (tmp_path / FOLDER / "journal-000002-2026-11-23.sqlite.new").write_text("Ana")  # one that was being made
    live.new_game(SETUP)
    live.erase(game)
    live.close()
    assert list((tmp_path / FOLDER).iterdir()) == []


def test_where_no_copy_can_be_made_those_of_before_stay(tmp_path: Path) -> None:
    live = play(tmp_path)
    first = copy(tmp_path / NAME, "2026-11-23")
    (tmp_path / FOLDER / "journal-000002-2026-11-24.sqlite").mkdir()
    with pytest.raises(OSError, match=r"."):
        copy(tmp_path / NAME, "2026-11-23/..")
    live.close()
    assert first.is_file()


def test_an_ended_game_is_copied_unless_it_is_the_demonstration(tmp_path: Path) -> None:
    copier = Copier(tmp_path / NAME, lambda: "2026-11-23")
    copied: list[str] = []
    hears = both(copier.played, lambda table, events: copied.extend(event.event for event in events))
    live = Live(Journal.open(tmp_path), confirmed=hears)
    live.new_game(Setup("royal", players_at((1,), ("Ana",)), "Tric-Trac Royal"))
    assert copies(tmp_path / NAME) == ()
    while live.snapshot().state not in ("game_over", "series_over"):
        due, legal = live.snapshot().due, live.snapshot().legal
        if due.what == "move":
            live.act(CloseTiles(max(legal)))
            live.act(Next())
        else:
            live.act(Throw((1,) * due.dice))
    copier.close()
    assert "game_ended" in copied
    (made,) = copies(tmp_path / NAME)
    assert any("game_ended" in str(row) for row in texts(made))
    live.close()


def test_a_failed_copy_is_reported_and_the_next_succeeds(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("in the way")
    live = play(tmp_path)
    copier = Copier(tmp_path / NAME, lambda: "2026-11-23")
    copier.begin()
    copier.close()
    assert copier.trouble
    (tmp_path / FOLDER).unlink()
    copier.begin()
    copier.close()
    live.close()
    assert (copier.trouble, len(copies(tmp_path / NAME))) == ("", 1)


@pytest.mark.parametrize("page", [0, 1, 2])
def test_an_unreadable_file_goes_on_from_its_newest_copy(tmp_path: Path, page: int) -> None:
    live = play(tmp_path)
    copy(tmp_path / NAME, "2026-11-23")
    live.close()
    before = texts(tmp_path / NAME)
    data = bytearray((tmp_path / NAME).read_bytes())
    data[page * PAGE : (page + 1) * PAGE] = b"\xff" * PAGE
    (tmp_path / NAME).write_bytes(data)
    with Journal.open(tmp_path) as journal:
        assert journal.warnings == (CORRUPT,)
        assert journal.resume() is not None
    assert texts(tmp_path / NAME) == before
