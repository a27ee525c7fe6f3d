"""A journal of an older Piste goes on in this one.

version-0.sqlite was written by Piste at ea1f191: a game by touch played to its end, with a move taken back (1); the
film one-turn.mp4, then tiles corrected by the teacher (2); throws alone (3); a table with a camera whose newest throw
is looked at a while longer (4), and one with a question standing (5).
"""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from webui.cli import main
from webui.live.live import Live
from webui.store.file import JournalBroken, JournalFull, JournalNewer, JournalOlder
from webui.store.journal import CORRUPT, NAME, UNREADABLE, Journal
from webui.store.migrate import VERSION
from webui.table import store as table_store
from webui.table.actions import AnswerRoll, CloseTiles, Next, Throw

OLD = Path(__file__).with_name("version-0.sqlite")
COPY = f"{NAME}.before-3"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(OLD, tmp_path / NAME)
    return tmp_path


def ask(path: Path, question: str) -> list[tuple]:
    db = sqlite3.connect(path)
    found = db.execute(question).fetchall()
    db.close()
    return found


def said(path: Path) -> list[tuple]:
    """Everything that was agreed on or happened, as it was written."""
    events = ask(path, "SELECT game, seq, at, line FROM events ORDER BY game, seq")
    return [*ask(path, "SELECT id, started, setup, seq FROM games ORDER BY id"), *events]


def test_every_game_has_the_form_of_this_piste_and_its_lines_stay(folder: Path) -> None:
    with Journal.open(folder) as journal:
        assert journal.warnings == ()
    assert ask(folder / NAME, "PRAGMA user_version") == [(VERSION,)]
    assert said(folder / NAME) == said(OLD)
    old = ask(OLD, "SELECT stand FROM games ORDER BY id")
    new = ask(folder / NAME, "SELECT stand FROM games ORDER BY id")
    for (before,), (after,) in zip(old, new, strict=True):
        was, now = json.loads(before), json.loads(after)
        assert (was["match"] or [], was["t"], was["verdict"]) == (now["match"], now["t"], now["verdict"])
        assert table_store.to_json(table_store.from_json(now)) == now


def test_a_copy_of_the_old_file_lies_beside_it(folder: Path) -> None:
    with Journal.open(folder) as journal:
        journal.games()
    assert sorted(path.name for path in folder.iterdir()) == [NAME, COPY]
    assert ask(folder / COPY, "PRAGMA user_version") == [(0,)]
    every = "SELECT id, stand FROM games ORDER BY id"
    assert ask(folder / COPY, every) == ask(OLD, every)
    assert said(folder / COPY) == said(OLD)


def test_it_is_done_once_and_an_older_copy_stays(folder: Path) -> None:
    (folder / COPY).write_bytes(b"of the year before")
    for _ in range(2):
        with Journal.open(folder) as journal:
            assert len(journal.games()) == 5
    assert (folder / COPY).read_bytes() == b"of the year before"
    assert sorted(path.name for path in folder.iterdir()) == [NAME, COPY, f"{COPY}-2"]


def test_a_fresh_journal_is_of_the_newest_form_without_a_copy(tmp_path: Path) -> None:
    with Journal.open(tmp_path):
        pass
    assert ask(tmp_path / NAME, "PRAGMA user_version") == [(VERSION,)]
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


@pytest.mark.parametrize("opened", [Journal.open, Journal.read])
def test_a_newer_journal_is_refused_and_nothing_is_touched(folder: Path, opened) -> None:
    ask(folder / NAME, f"PRAGMA user_version = {VERSION + 1}")
    before = (folder / NAME).read_bytes()
    with pytest.raises(JournalNewer, match="version 3 or older; got 4, of a newer Piste"):
        opened(folder)
    assert (folder / NAME).read_bytes() == before
    assert [path.name for path in folder.iterdir() if not path.name.endswith(("-wal", "-shm"))] == [NAME]


def test_where_no_copy_can_be_made_nothing_changes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", full)
        with pytest.raises(JournalFull, match="room for a copy"):
            Journal.open(folder)
    assert [path.name for path in folder.iterdir()] == [NAME]
    assert ask(folder / NAME, "SELECT stand FROM games") == ask(OLD, "SELECT stand FROM games")
    with Journal.open(folder) as journal:
        assert len(journal.games()) == 5


def test_a_power_cut_in_between_leaves_the_old_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(table: object) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("webui.store.migrate.stand", cut)
        with pytest.raises(KeyboardInterrupt):
            Journal.open(folder)
    assert ask(folder / NAME, "PRAGMA user_version") == [(0,)]
    assert ask(folder / NAME, "SELECT stand FROM games") == ask(OLD, "SELECT stand FROM games")


def fault(code: int | None) -> sqlite3.Error:
    error = sqlite3.DatabaseError("something odd")
    if code is not None:
        error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    "code", [None, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_ERROR]
)
@pytest.mark.parametrize("opened", [Journal.open, Journal.read])
def test_an_odd_fault_in_between_leaves_the_journal_where_it_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch, opened, code: int | None
) -> None:
    def odd(db: sqlite3.Connection, game: int) -> None:
        raise fault(code)

    before = ask(folder / NAME, "SELECT stand FROM games")
    with monkeypatch.context() as patch:
        patch.setattr("webui.store.migrate._rewritten", odd)
        for _ in range(3):  # as often as a service is started again
            with pytest.raises(
                JournalOlder, match=r"up to version 3; got: something odd\. It was left as it is"
            ):
                opened(folder)
    assert sorted(path.name for path in folder.iterdir()) == [NAME, COPY]
    assert ask(folder / NAME, "PRAGMA user_version") == [(0,)]
    assert ask(folder / NAME, "SELECT stand FROM games") == before
    assert said(folder / COPY) == said(OLD)
    with Journal.open(folder) as journal:
        assert (journal.warnings, len(journal.games())) == ((), 5)


def test_a_file_that_proves_damaged_in_between_is_put_aside(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rotten(db: sqlite3.Connection, game: int) -> None:
        raise fault(sqlite3.SQLITE_CORRUPT)

    monkeypatch.setattr("webui.store.migrate._rewritten", rotten)
    with pytest.raises(JournalBroken):
        Journal.read(folder)
    with Journal.open(folder) as journal:
        assert journal.warnings == (CORRUPT,)
    assert said(folder / f"{NAME}.corrupt-1") == said(OLD)


def test_serving_an_old_journal_that_cannot_be_rewritten_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def odd(db: sqlite3.Connection, game: int) -> None:
        raise fault(sqlite3.SQLITE_ERROR)

    def stopped(listener: object, error: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("webui.store.migrate._rewritten", odd)
    monkeypatch.setattr("webui.site.recovery.serve", stopped)
    shown = CliRunner().invoke(main, ["serve", "--data", str(folder), "--port", "0"])
    assert shown.exit_code == 1
    assert "The journal cannot be opened" in shown.output
    assert "move the file away to begin a new one" in shown.output


def test_a_game_that_cannot_be_read_stays_as_it_is(folder: Path) -> None:
    for game, rotten in ((5, "'{\"new\": 1}'"), (4, "x'ff00'"), (3, "'[]'")):
        db = sqlite3.connect(folder / NAME)
        with db:
            db.execute(f"UPDATE games SET stand = {rotten} WHERE id = {game}")
        db.close()
    with Journal.open(folder) as journal:
        found = journal.resume()
        assert found is not None
        assert found[0] == 2
        assert journal.warnings == (UNREADABLE,)
        match = journal.match(2)
        assert match is not None
        assert len(match.events) == 3
    assert ask(folder / NAME, "SELECT stand FROM games WHERE id = 5") == [('{"new": 1}',)]


def test_the_record_command_lists_it_and_writes_a_game(folder: Path) -> None:
    shown = CliRunner().invoke(main, ["record", "--data", str(folder)])
    assert shown.exit_code == 0
    assert [line.split("\t")[-1] for line in shown.stdout.splitlines()] == ["over", *["not over"] * 4]
    assert "Léa" in CliRunner().invoke(main, ["record", "2", "--data", str(folder)]).stdout


def test_what_happened_keeps_its_time(folder: Path) -> None:
    with Journal.open(folder) as journal:
        _, table = journal.resume() or (0, None)
        told = [line for line in journal.lines(5) if line["event"] in ("roll_settled", "move_accepted")]
    assert table is not None
    assert list(table.times) == [line["t"] for line in told]


def test_the_question_that_stood_stands_and_play_goes_on(folder: Path) -> None:
    live = Live(Journal.open(folder))
    view = live.snapshot()
    assert (view["id"], view["state"]) == (5, "doubt")
    assert view["doubt"] == {"kind": "dice", "readings": [[5, 3], [6, 3]], "asks": True, "crops": [], "tile_crop": None}
    assert live.act(AnswerRoll((6, 3)))["state"] == "waiting_move"
    live.act(CloseTiles((9,)))
    live.act(Next())
    assert live.act(Throw((6, 1)))["scores"] == {"1": 23, "3": 45}
    live.close()
    with Journal.open(folder) as journal:
        assert [line["event"] for line in journal.lines(5)][-2:] == ["roll_started", "roll_settled"]


def test_a_throw_that_was_looked_at_longer_is_asked_about(folder: Path) -> None:
    db = sqlite3.connect(folder / NAME)
    with db:
        db.execute("DELETE FROM events WHERE game = 5")
        db.execute("DELETE FROM games WHERE id = 5")
    db.close()
    live = Live(Journal.open(folder))
    assert live.snapshot()["state"] == "doubt"
    assert live.snapshot()["doubt"]["asks"] is True
    live.close()
