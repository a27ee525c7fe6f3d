"""What of a long game is written once: a deed writes the newest events alone, and nothing that was written is lost.

version-3.sqlite was written by Piste 1.0.0: a game by touch, and a series that goes on.
"""

import json
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from msgspec.structs import replace
from put_otherwise import told_otherwise

from referee.core import Roll
from webui.live.live import Live
from webui.store.copies import copy
from webui.store.file import JournalFull, stand
from webui.store.journal import NAME, UNREADABLE, Journal
from webui.store.parts import NEWEST, TOGETHER, lost
from webui.store.repair import mend
from webui.store.sums import Rotten
from webui.table.reducer import NotNow
from webui.table.store import persistent
from webui.table.values.actions import Next, PlayMove, Throw, Undo
from webui.table.values.setup import Setup, players_at
from workshop.chance import random_event
from workshop.torture.deeds import erring, playing

OLD = Path(__file__).with_name("version-3.sqlite")
SERIES = Setup("occe_child", players_at((1, 2, 3, 4)), "OCCE enfant", games=20)


@contextmanager
def file_of(folder: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(folder / NAME)) as db, db:
        yield db


def played(folder: Path, deeds: int, seed: int = 1) -> Live:
    """The live table of a folder after so many deeds of a series."""
    live, chance = Live(Journal.open(folder)), random.Random(seed)
    if live.snapshot().id is None:
        live.new_game(SERIES)
    for _ in range(deeds):
        live.act(playing(live.snapshot(), chance))
    return live


def assert_written(live: Live) -> None:
    """The game that goes on is read again as it stands."""
    stored, table = live.stored_game(live.snapshot().id), live._table
    assert stored is not None
    assert table is not None
    assert persistent(stored[1]) == persistent(table)


def rows(folder: Path) -> list[tuple[int, int, int]]:
    with file_of(folder) as db:
        return db.execute("SELECT game, part, length(said) FROM parts ORDER BY game, part").fetchall()


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a long series that goes on, and a copy made in the middle of it."""
    folder = tmp_path_factory.mktemp("long")
    played(folder, 150).close()
    copy(folder / NAME, "2026-11-23")
    played(folder, 40, seed=2).close()
    return folder


@pytest.fixture
def folder(long: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(long, tmp_path / "data"))


@pytest.mark.parametrize("seed", range(4))
def test_whatever_people_do_the_table_is_read_as_it_stood(tmp_path: Path, seed: int) -> None:
    chance, live = random.Random(seed), Live(Journal.open(tmp_path))
    live.new_game(SERIES)
    for number in range(160):
        act = erring if chance.random() < 0.15 else playing
        with suppress(NotNow):
            live.act(act(live.snapshot(), chance))
        if number % 40 == 39:
            shown = live.snapshot()
            live.close()
            live = Live(Journal.open(tmp_path))
            assert replace(live.snapshot(), version=0, at=0) == replace(shown, version=0, at=0)
        assert_written(live)
    live.close()


def test_moves_taken_back_far_take_their_parts_with_them(tmp_path: Path) -> None:
    live = played(tmp_path, 90)
    before = rows(tmp_path)
    while live.snapshot().undo:
        live.act(Undo())
        assert_written(live)
    assert rows(tmp_path) == []
    live.close()
    played(tmp_path, 90).close()
    assert len(rows(tmp_path)) == len(before)


def test_late_deeds_write_no_more_than_early_ones(tmp_path: Path) -> None:
    live, most = played(tmp_path, 30), 0
    for number in range(200):
        live.act(playing(live.snapshot(), random.Random(number)))
        with file_of(tmp_path) as db:
            (stand_text,) = db.execute("SELECT stand FROM games").fetchone()
        most = max(most, len(json.loads(stand_text)["match"]))
    assert live.snapshot().events > 150
    assert most < TOGETHER + NEWEST
    assert all(part <= 16 * 40 for _, _, part in rows(tmp_path))
    live.close()


def test_parts_are_written_once(tmp_path: Path) -> None:
    live = played(tmp_path, 60)
    asked: list[str] = []
    live._journal._db.set_trace_callback(asked.append)
    before = len(rows(tmp_path))
    for number in range(100):
        live.act(playing(live.snapshot(), random.Random(number)))
    written = [statement for statement in asked if " parts " in statement]
    assert len(written) == len(rows(tmp_path)) - before
    assert all(statement.startswith("INSERT INTO parts") for statement in written)
    live.close()


def test_after_a_failed_write_the_next_writes_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(db: sqlite3.Connection, game: int) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    live, chance = played(tmp_path, 20), random.Random(3)
    for number in range(80):
        act = playing(live.snapshot(), chance)
        if number % 3 == 1:
            with monkeypatch.context() as patch:
                patch.setattr("webui.store.journal.sealed", full)
                with pytest.raises(JournalFull):
                    live.act(act)
            assert_written(live)
        live.act(act)
        assert_written(live)
    assert len(rows(tmp_path)) >= 3
    live.close()


# What rots.


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE parts SET said = replace(said, '6', '5') WHERE part = 2",
        "UPDATE parts SET said = CAST(x'ff' AS TEXT) WHERE part = 1",
        "UPDATE parts SET sum = replace(sum, '1', '2')",
        "UPDATE parts SET said = (SELECT said FROM parts WHERE part = 1), sum = (SELECT sum FROM parts WHERE part = 1)",
        "DELETE FROM parts WHERE part = 3",
        "DELETE FROM parts",
    ],
)
def test_a_part_that_is_lost_or_another_one_is_told(folder: Path, change: str) -> None:
    with file_of(folder) as db:
        assert lost(db, 1) == ()
        assert db.execute(change).rowcount
        with pytest.raises((Rotten, ValueError)):
            lost(db, 1)
    with Journal.open(folder) as journal:
        assert journal.resume() is None
        assert UNREADABLE in journal.warnings


def test_a_lost_part_is_restored_without_losing_newer_events(folder: Path) -> None:
    with Journal.open(folder) as journal:
        (sound,) = [stand(newest[1]) for newest in [journal.resume()] if newest]
    with file_of(folder) as db:
        db.execute("DELETE FROM parts WHERE part IN (1, 4)")
        db.execute("UPDATE parts SET said = 'x' WHERE part = 2")
    assert [(game.sound, game.lost, bool(game.copy)) for game in mend(folder / NAME)] == [(True, (), True)]
    with Journal.open(folder) as journal:
        newest = journal.resume()
        assert newest is not None
        assert stand(newest[1]) == sound


def test_without_a_copied_part_the_game_stands_as_copied(folder: Path) -> None:
    newest = max(part for _, part, _ in rows(folder))
    with file_of(folder) as db:
        db.execute("DELETE FROM parts WHERE part = ?", (newest,))
    assert [(game.sound, game.lost, bool(game.copy)) for game in mend(folder / NAME)] == [(True, (), True)]
    with Journal.open(folder) as journal:
        resumed = journal.resume()
        assert resumed is not None
        assert resumed[1].match is not None
        assert len(resumed[1].match.events) < newest * TOGETHER


def test_the_newest_copy_fills_a_rotten_page_of_parts(folder: Path) -> None:
    with closing(sqlite3.connect(folder / NAME)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'parts'").fetchone()
    data = bytearray((folder / NAME).read_bytes())
    data[(root - 1) * 4096 : root * 4096] = b"\xff" * 4096
    (folder / NAME).write_bytes(data)
    with Journal.open(folder) as journal:
        assert journal.warnings
    copied = max(part for _, part, _ in rows(folder))
    assert copied >= 3


def test_what_is_erased_takes_its_parts_with_it(folder: Path) -> None:
    with Journal.open(folder) as journal:
        journal.erase(1)
    assert rows(folder) == []


def test_a_game_set_up_by_hand_is_read_and_repaired(tmp_path: Path) -> None:
    chance, live = random.Random(7), Live(Journal.open(tmp_path))
    live.new_game(Setup("backgammon", players_at((1, 2)), options=(("points", 9),)))
    for _ in range(60):
        stored = live.stored_game(1)
        assert stored is not None
        match = stored[1].playing
        with suppress(NotNow):  # the referee takes no such board
            if chance.random() < 0.3:
                live.act(told_otherwise(match, chance))
            else:
                event = random_event(match.game, match.state, chance)
                live.act(Throw(event.dice) if isinstance(event, Roll) else PlayMove(match.game.to_text(event)))
                if live.snapshot().state == "provisional":
                    live.act(Next())
        assert_written(live)
    shown, count = live.snapshot().stands, len(live._table.playing.events)
    live.close()
    copy(tmp_path / NAME, "2026-11-23")
    with file_of(tmp_path) as db:
        assert db.execute("DELETE FROM parts WHERE part = 2").rowcount
    assert [(game.sound, game.lost, bool(game.copy)) for game in mend(tmp_path / NAME)] == [(True, (), True)]
    again = Live(Journal.open(tmp_path))
    assert (again.snapshot().stands, len(again._table.playing.events)) == (shown, count)
    again.close()


# Piste 1.0.0's.


def test_games_of_the_first_release_go_on(tmp_path: Path) -> None:
    shutil.copy(OLD, tmp_path / NAME)
    live = Live(Journal.open(tmp_path))
    with file_of(tmp_path) as db:
        games = {game for (game,) in db.execute("SELECT id FROM games")}
        assert [lost(db, game) for game in games] == [(), ()]
    counts = {game: len(stored[1].playing.events) for game in games if (stored := live.stored_game(game)) is not None}
    assert counts == {1: 9, 2: 60}
    live.close()
    live = played(tmp_path, 12)
    assert_written(live)
    live.close()


def test_what_had_rotted_in_it_is_not_taken_for_sound(tmp_path: Path) -> None:
    shutil.copy(OLD, tmp_path / NAME)
    with file_of(tmp_path) as db:
        db.execute("UPDATE games SET stand = replace(stand, 'Zoé', 'Zoo') WHERE id = 1")
    with Journal.open(tmp_path) as journal:
        assert UNREADABLE in journal.warnings
        assert journal.stored_game(1) is None
