"""A disk fails under the running server: who answers for the lesson may play on; all is written in the end."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from hand_clock import HandClock
from sent import sent

from webui.live.keeper import PROBE
from webui.live.live import Live
from webui.live.unwritten import WORD
from webui.store.journal import (
    NAME,
    Journal,
    JournalBusy,
    JournalError,
    JournalFull,
    JournalGone,
    JournalReadOnly,
)
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at

CHILD = Setup("occe_child", players_at((1, 3)), "OCCE enfant")


@pytest.fixture
def live(tmp_path: Path, clock: HandClock) -> Iterator[Live]:
    """A table that is played at, in tmp_path."""
    table = Live(Journal.open(tmp_path), clock=clock)
    table.new_game(CHILD)
    table.act(Throw((4, 2)))
    yield table
    table.close()


def problems(table: Live) -> list[str]:
    return list(sent(table.snapshot())["problems"])


def moves(table: Live) -> None:
    """Two moves, and a new game with a throw."""
    for deed in (CloseTiles((6,)), Next(), Throw((3, 1)), CloseTiles((4,)), Next()):
        table.act(deed)
    table.new_game(CHILD)
    table.act(Throw((6, 2)))


def games(table: Live) -> None:
    """One game after the other, until none can be written."""
    while True:
        table.new_game(CHILD)


def passes(table: Live, clock: HandClock) -> None:
    clock.now += PROBE
    table.beat()


def written_events(folder: Path) -> list[tuple[int, str]]:
    """Every event of the journal, by game and word."""
    with Journal.open(folder) as journal:
        assert journal.warnings == ()
        return [(line["game_id"], line["event"]) for line in journal.lines()]


def events_of(table: Live) -> list[str]:
    return [line["event"] for line in table.snapshot().history]


WHAT = [(1, "move_accepted"), (1, "roll_settled"), (1, "move_accepted"), (2, "game_started"), (2, "roll_settled")]


def test_nothing_is_chosen_where_all_can_be_written(live: Live) -> None:
    live.play_on()
    assert problems(live) == []


@pytest.mark.parametrize("how", ["moved", "unplugged"])
def test_a_journal_gets_everything_when_it_comes_back(
    live: Live, clock: HandClock, tmp_path: Path, how: str
) -> None:
    folder = tmp_path.with_name(f"{tmp_path.name}-drawer")
    tmp_path.rename(folder)
    if how == "unplugged":  # the empty folder on which its disk was mounted
        tmp_path.mkdir()
    passes(live, clock)
    assert problems(live) == ["journal_gone"]
    with pytest.raises(JournalGone):
        live.act(CloseTiles((6,)))
    live.play_on()
    assert problems(live) == [WORD]
    moves(live)
    passes(live, clock)
    assert problems(live) == [WORD]
    assert not (tmp_path / NAME).exists()
    with pytest.raises(JournalGone):
        live.erase()
    if how == "unplugged":
        tmp_path.rmdir()
    folder.rename(tmp_path)
    passes(live, clock)
    assert problems(live) == []
    assert live.snapshot().id == 2
    written = written_events(tmp_path)
    assert [line for line in written if line in WHAT][-5:] == WHAT
    assert [word for game, word in written if game == 2] == events_of(live)


def test_a_deleted_journal_is_written_anew_with_all_of_it(live: Live, clock: HandClock, tmp_path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        (tmp_path / f"{NAME}{end}").unlink()
    passes(live, clock)
    assert problems(live) == ["journal_gone"]
    live.play_on()
    moves(live)
    passes(live, clock)
    assert problems(live) == []
    live.act(CloseTiles((8,)))
    shutil.copytree(tmp_path, tmp_path / "cut")  # as a power cut leaves it
    written = written_events(tmp_path / "cut")
    assert written[0] == (1, "game_started")
    assert (1, "move_accepted") in written
    assert written[-1][0] == 2
    assert ((tmp_path / NAME).stat().st_mode & 0o077) == 0


def test_another_file_in_its_place_is_never_written_to(live: Live, clock: HandClock, tmp_path: Path) -> None:
    (tmp_path / NAME).rename(tmp_path / "away")
    with Journal.open(tmp_path / "other") as another:
        another.checkpoint()
    shutil.copy(tmp_path / "other" / NAME, tmp_path / NAME)
    before = (tmp_path / NAME).read_bytes()
    passes(live, clock)
    live.play_on()
    moves(live)
    passes(live, clock)
    assert problems(live) == [WORD]
    assert (tmp_path / NAME).read_bytes() == before
    (tmp_path / "away").rename(tmp_path / NAME)
    passes(live, clock)
    assert problems(live) == []


def test_a_copy_that_holds_what_was_written_last_goes_on(live: Live, clock: HandClock, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / NAME)) as source, closing(sqlite3.connect(tmp_path / "copy")) as copy:
        source.backup(copy)
    (tmp_path / "copy").replace(tmp_path / NAME)
    for end in ("-wal", "-shm"):
        (tmp_path / f"{NAME}{end}").unlink()
    passes(live, clock)
    assert problems(live) == ["journal_gone"]
    live.play_on()
    moves(live)
    passes(live, clock)
    assert problems(live) == []
    assert written_events(tmp_path)[-1] == (2, "roll_settled")


def test_a_read_only_disk_gets_everything_once_it_is_writable(
    live: Live, clock: HandClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.statvfs
    with monkeypatch.context() as patch:
        patch.setattr("os.statvfs", lambda path: SimpleNamespace(f_flag=real(path).f_flag | os.ST_RDONLY))
        with pytest.raises(JournalReadOnly):
            live.act(CloseTiles((6,)))
        live.play_on()
        moves(live)
        passes(live, clock)
        assert problems(live) == [WORD]
    passes(live, clock)
    assert problems(live) == []
    assert written_events(tmp_path)[-1] == (2, "roll_settled")


def test_a_held_journal_gets_it_when_it_is_let_go(
    live: Live, clock: HandClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(tmp_path / NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        passes_with_no_wait(live, monkeypatch)
        with pytest.raises(JournalBusy):
            live.act(CloseTiles((6,)))
        live.play_on()
        moves(live)
        passes(live, clock)
        assert problems(live) == [WORD]
    passes(live, clock)
    assert problems(live) == []
    assert written_events(tmp_path)[-1] == (2, "roll_settled")


def passes_with_no_wait(table: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for another program."""
    monkeypatch.setattr("webui.store.journal.WAIT", 0)
    table._journal._db.execute("PRAGMA busy_timeout = 0")


def test_a_full_disk_gets_it_when_there_is_room(clock: HandClock, tmp_path: Path) -> None:
    journal = Journal.open(tmp_path, most_pages=24)
    live = Live(journal, clock=clock)
    with pytest.raises(JournalFull):
        games(live)
    live.play_on()
    passes(live, clock)
    assert problems(live) == [WORD]  # a look alone does not tell whether there is room
    game = live.new_game(CHILD).id
    live.act(Throw((4, 2)))
    for _ in range(4):
        moves(live)
    passes(live, clock)
    assert problems(live) == [WORD]
    journal._db.execute("PRAGMA max_page_count = 10000")
    passes(live, clock)
    assert problems(live) == []
    written = written_events(tmp_path)
    assert written[-1] == (game + 4, "roll_settled")
    assert [word for number, word in written if number == game + 4] == events_of(live)
    live.close()


def test_all_of_it_is_written_or_none(
    live: Live, clock: HandClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / NAME).rename(tmp_path / "away")
    passes(live, clock)
    live.play_on()
    moves(live)
    (tmp_path / "away").rename(tmp_path / NAME)
    before = sqlite3.connect(tmp_path / NAME).execute("SELECT count(*) FROM events").fetchone()
    real, written = Journal._add, []

    def fails(self: Journal, *more: object) -> None:
        written.append(more)
        if len(written) > 3:
            raise JournalFull("expected room")
        real(self, *more)  # type: ignore[arg-type]  # handed on as it came

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "_add", fails)
        passes(live, clock)
    assert len(written) > 3
    assert problems(live) == [WORD]
    assert sqlite3.connect(tmp_path / NAME).execute("SELECT count(*) FROM events").fetchone() == before
    passes(live, clock)
    assert problems(live) == []
    lines = written_events(tmp_path)
    assert len(lines) == len(set(sqlite3.connect(tmp_path / NAME).execute("SELECT game, seq FROM events")))
    assert lines[-1] == (2, "roll_settled")


def test_what_was_written_without_confirmation_is_not_written_twice(
    live: Live, clock: HandClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / NAME).rename(tmp_path / "away")
    passes(live, clock)
    live.play_on()
    moves(live)
    (tmp_path / "away").rename(tmp_path / NAME)
    real = Journal.catch_up

    def unheard(self: Journal, deeds: object) -> None:
        real(self, deeds)  # type: ignore[arg-type]  # handed on as it came
        raise JournalFull("the disk went while it answered")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "catch_up", unheard)
        passes(live, clock)
    assert problems(live) == [WORD]
    live.act(CloseTiles((8,)))
    passes(live, clock)
    assert problems(live) == []
    written = written_events(tmp_path)
    assert [word for game, word in written if game == 2] == events_of(live)


def test_it_is_written_at_the_close_if_the_disk_returned(live: Live, clock: HandClock, tmp_path: Path) -> None:
    (tmp_path / NAME).rename(tmp_path / "away")
    passes(live, clock)
    live.play_on()
    moves(live)
    (tmp_path / "away").rename(tmp_path / NAME)
    live.close()
    assert written_events(tmp_path)[-1] == (2, "roll_settled")


def test_too_much_is_refused(live: Live, clock: HandClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / NAME).rename(tmp_path / "away")
    passes(live, clock)
    live.play_on()
    monkeypatch.setattr("webui.live.unwritten.MOST", 3)
    with pytest.raises(JournalError):
        moves(live)
    (tmp_path / "away").rename(tmp_path / NAME)


# The pages.

PAGES = ("/", "/enseignant", "/new", "/mur", "/regles", "/main", "/login")


def test_only_the_teacher_chooses_it_and_every_page_says_so(teacher, tmp_path: Path) -> None:
    assert "Play on without memory" not in teacher.page("/")
    (tmp_path / NAME).rename(tmp_path / "away")
    teacher.clock.now += PROBE
    teacher.live.beat()
    offers = 'href="/enseignant/sans-memoire"'
    assert offers in teacher.page("/")
    assert offers in teacher.page("/enseignant")
    teacher.sign_in_as_pupil()
    assert offers not in teacher.page("/")
    assert teacher.post("/enseignant/sans-memoire", sure="1").status_code in (302, 403)
    assert problems(teacher.live) == ["journal_gone"]
    teacher.sign_in()
    assert teacher.client.post("/enseignant/sans-memoire", data={"sure": "1"}).status_code == 400  # no token
    assert teacher.client.get("/enseignant/sans-memoire").status_code == 200
    assert teacher.post("/enseignant/sans-memoire").status_code == 200
    assert problems(teacher.live) == ["journal_gone"]
    assert teacher.act(action="throw", dice=[4, 2]).status_code == 503
    assert teacher.post("/enseignant/sans-memoire", sure="1").status_code == 302
    assert teacher.act(action="throw", dice=[4, 2]).status_code == 200
    for path in PAGES:
        assert teacher.page(path).count('class="unkept"') == 1, path
    ready = teacher.client.get("/readyz")
    assert (ready.status_code, ready.get_json()["problems"]) == (503, [WORD])
    assert {**ready.get_json()["works"], "camera": None, "following": True} == {
        "journal": False, "touch": True, "camera": None, "following": True,
    }  # fmt: skip
    (tmp_path / "away").rename(tmp_path / NAME)
    teacher.clock.now += PROBE
    teacher.live.beat()
    for path in PAGES:
        assert 'class="unkept"' not in teacher.page(path), path
    assert teacher.client.get("/readyz").status_code == 200
    assert teacher.post("/enseignant/sans-memoire", sure="1").status_code == 302
    assert problems(teacher.live) == []


@pytest.mark.parametrize("mounted", [False, True])
def test_where_the_whole_folder_vanishes_the_teacher_stays_a_teacher(teacher, tmp_path: Path, mounted: bool) -> None:
    assert teacher.post("/login", pin=teacher.pin).location == "/"
    code = teacher.app.extensions["piste"].door.table_code()
    pupil, stranger = teacher.app.test_client(), teacher.app.test_client()
    assert posted(pupil, "/jouer", code=code).location == "/"
    away = tmp_path.with_name(f"{tmp_path.name}-away")
    tmp_path.rename(away)
    if mounted:
        tmp_path.mkdir()  # where the stick was, nothing lies
    teacher.clock.now += PROBE
    teacher.live.beat()
    assert problems(teacher.live) == ["journal_gone"]
    assert [role_of(client) for client in (teacher.client, pupil, stranger)] == ["teacher", "pupil", "looker_on"]
    assert [teacher.client.get(path).status_code for path in PAGES] == [200] * 7
    assert posted(stranger, "/login", pin="000000").status_code == 401
    assert posted(stranger, "/jouer", code="????").status_code == 401
    assert not mounted or list(tmp_path.iterdir()) == []
    assert tmp_path.exists() is mounted
    assert posted(stranger, "/login", pin=teacher.pin).location == "/"
    assert teacher.post("/enseignant/sans-memoire", sure="1").location == "/"
    assert teacher.act(action="throw", dice=[4, 2]).status_code == 200
    if mounted:
        tmp_path.rmdir()
    away.rename(tmp_path)
    teacher.clock.now += PROBE
    teacher.live.beat()
    assert problems(teacher.live) == []
    assert [role_of(client) for client in (teacher.client, pupil, stranger)] == ["teacher", "pupil", "teacher"]


SETTINGS = ("/frames", "/conseil", "/enseignant/boite/nom", "/enseignant/code", "/camera", "/check", "/capture")


@pytest.mark.parametrize("path", SETTINGS)
def test_no_setting_lands_where_a_stick_was_mounted(teacher, tmp_path: Path, path: str) -> None:
    away = tmp_path.with_name(f"{tmp_path.name}-away")
    tmp_path.rename(away)
    tmp_path.mkdir()
    fields = {"name": "Rouge", "before": "on", "pin": teacher.pin, "code": "12345678", "again": "12345678"}
    head = {"X-Requested-With": "fetch", "X-CSRFToken": teacher.token()}
    assert teacher.client.post(path, data=fields, headers=head).status_code == 503
    assert list(tmp_path.iterdir()) == []
    tmp_path.rmdir()
    away.rename(tmp_path)
    assert teacher.client.post(path, data=fields, headers=head).status_code != 503


def posted(client, path: str, **fields: str):
    token = client.get("/api/v1/session").get_json()["csrf_token"]
    return client.post(path, data={"csrf_token": token, **fields})


def role_of(client) -> str:
    return str(client.get("/api/v1/session").get_json()["role"])


def test_where_file_handles_run_out_the_teacher_stays_a_teacher(teacher, monkeypatch: pytest.MonkeyPatch) -> None:
    assert role_of(teacher.client) == "teacher"
    real = Path.read_bytes

    def fails(path: Path) -> bytes:
        if path.name == "teacher.pin":
            raise OSError(errno.EMFILE, "Too many open files", str(path))
        return real(path)

    monkeypatch.setattr(Path, "read_bytes", fails)
    assert role_of(teacher.client) == "teacher"
