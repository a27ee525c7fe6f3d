"""Cut power, rotten disks, kills and lost cameras in small: what was acknowledged is there; a loss is seen."""

import random
import sqlite3
from pathlib import Path

import pytest
from each import each

from workshop.torture import kills as trial
from workshop.torture.cameras import losses
from workshop.torture.cuts import cut, drawn, lines, run_of
from workshop.torture.damage import BY_HAND, damaged, lesson, started
from workshop.torture.disk import Content, Disk, torn
from workshop.torture.kills import killed, kills, looked_at
from workshop.torture.recorded import Call, RecordingError, built, calls, compiler
from workshop.torture.scenarios import PHASES, prepared
from workshop.torture.series import series

TRIES, SEED = 40, 20


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if compiler() is None:
        pytest.skip("needs a C compiler, to record writes and syncs")
    return built(tmp_path_factory.mktemp("shim"))


@pytest.mark.parametrize("phase", PHASES)
def test_nothing_acknowledged_is_lost_in_a_power_cut(phase: str, library: Path) -> None:
    run = run_of(phase, "FULL", library)
    assert sum(call.kind == "a" for call in run.calls) > 10
    assert [outcome for outcome in cut(run, drawn(run, TRIES, SEED), SEED) if outcome.fault or outcome.mended] == []


@pytest.mark.parametrize("phase", ["play", "first_start"])
def test_the_same_without_syncs_loses_what_was_acknowledged(phase: str, library: Path) -> None:
    run = run_of(phase, "OFF", library)
    tried = list(cut(run, drawn(run, TRIES, SEED), SEED))
    assert len([outcome for outcome in tried if outcome.fault]) > TRIES // 5


def test_a_cut_during_creation_leaves_a_readable_file(library: Path) -> None:
    run = run_of("first_start", "FULL", library)
    assert [tried for tried in cut(run, [*range(24)] * 6, SEED) if tried.fault or tried.mended] == []


ROOT = "/data"
MANY = 300


def made(handle: int, name: str) -> Call:
    return Call("n", handle, 0, f"{ROOT}/{name}".encode())


def wrote(handle: int, at: int, data: bytes) -> Call:
    return Call("w", handle, at, data)


def synced(handle: int) -> Call:
    return Call("s", handle, 0, b"")


def moved(old: str, new: str) -> Call:
    paths = [f"{ROOT}/{name}".encode() for name in (old, new)]
    return Call("r", len(paths[0]), 0, b"".join(paths))


FOLDER = (Call("o", 9, 0, ROOT.encode()), synced(9))
WHOLE = (made(3, "a.new"), wrote(3, 0, b"x" * 600), synced(3), moved("a.new", "a"))


def left_after_cuts(*happened: Call, before: dict[str, bytes] | None = None) -> list[dict[str, bytes]]:
    """What may be there after a cut, tried often."""
    disk = Disk(ROOT, before or {})
    for call in happened:
        disk.play(call)
    chance = random.Random(1)
    return [disk.after_a_cut(chance) for _ in range(MANY)]


def test_synced_files_survive_every_cut() -> None:
    assert left_after_cuts(*WHOLE, *FOLDER, before={"a": b"old"}) == [{"a": b"x" * 600}] * MANY


def test_an_unsynced_folder_may_lose_only_the_new_name() -> None:
    contents = {left.get("a") for left in left_after_cuts(*WHOLE, before={"a": b"old"})}
    assert contents == {b"old", b"x" * 600}


def test_an_unsynced_file_may_be_torn_under_its_name() -> None:
    unsynced = (WHOLE[0], WHOLE[1], WHOLE[3], *FOLDER)
    contents = {left["a"] for left in left_after_cuts(*unsynced, before={"a": b"old"})}
    assert {b"", b"x" * 512, b"x" * 600, b"\0" * 512 + b"x" * 88} <= contents


def test_a_newer_write_may_be_there_without_an_older_one() -> None:
    writes = (made(3, "a"), *FOLDER, wrote(3, 0, b"1" * 512), wrote(3, 512, b"2" * 512))
    assert b"\0" * 512 + b"2" * 512 in {left["a"] for left in left_after_cuts(*writes)}


def test_an_unsynced_truncation_may_be_undone() -> None:
    short = (Call("o", 3, 0, f"{ROOT}/a".encode()), Call("t", 3, 1, b""))
    assert {left["a"] for left in left_after_cuts(*short, before={"a": b"long"})} == {b"long", b"l"}


def test_a_file_is_followed_through_its_names() -> None:
    later = (*WHOLE, *FOLDER, wrote(3, 0, b"y"), synced(3), Call("c", 3, 0, b""))
    assert left_after_cuts(*later) == [{"a": b"y" + b"x" * 599}] * MANY


@each(("at", "size", "parts"), [(0, 512, 1), (0, 513, 2), (500, 24, 2), (32, 4096, 9)])
def test_a_write_is_torn_at_the_edges_of_sectors(at: int, size: int, parts: int) -> None:
    data = bytes(k % 251 for k in range(size))
    pieces = list(torn(at, data, 512))
    assert len(pieces) == parts
    assert b"".join(part or b"" for _, part in pieces) == data
    whole = Content()
    whole.since += pieces
    whole.sync()
    assert bytes(whole.lasts) == bytes(at) + data


def test_a_log_is_read_back_whatever_its_bytes_are() -> None:
    log = b"w 3 0 4\n\n\0w\na 0 0 2\nokc 3 0 0\n"
    assert list(calls(log)) == [Call("w", 3, 0, b"\n\0w\n"), Call("a", 0, 0, b"ok"), Call("c", 3, 0, b"")]


def test_piste_starts_after_any_damage_without_confusing_tables() -> None:
    tried = list(damaged({"bits": 20, "pages": 20, "by hand": len(BY_HAND)}, seed=3))
    assert [outcome.wrong for outcome in tried if outcome.wrong] == []
    assert all(outcome.reported for outcome in tried if outcome.kind == "pages")
    assert max(outcome.games for outcome in tried if outcome.kind == "bits") == 9


def test_the_trial_tells_a_table_that_was_never_written(tmp_path: Path) -> None:
    whole, _ = lesson(tmp_path)
    assert "another table" in started("bits", tmp_path, lines(whole), frozenset({(9, "{}")})).wrong


def test_the_trial_tells_a_start_that_fails(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").mkdir()
    assert "JournalReadOnly" in started("by hand", tmp_path, {}, frozenset({(1, "")})).wrong


def test_nothing_acknowledged_is_lost_by_a_kill() -> None:
    tried = list(kills(3, seed=4, tables=3))
    assert [attempt.lost for attempt in tried] == [""] * 3
    assert all(attempt.deeds for attempt in tried)


def test_the_trial_tells_events_that_are_lost(tmp_path: Path) -> None:
    prepared("play", tmp_path)
    db = sqlite3.connect(tmp_path / "journal.sqlite")
    game, events = db.execute("SELECT id, seq FROM games ORDER BY id DESC").fetchone()
    db.close()
    result = looked_at(tmp_path, [{"game": game, "events": events + 2, "stand": ""}])
    assert "2 events" in result.lost


def test_a_process_that_ends_by_itself_says_why(tmp_path: Path) -> None:
    (tmp_path / "acks").write_bytes(b"")
    (tmp_path / "data").write_bytes(b"no folder")
    with pytest.raises(RecordingError, match=r"got exit 1: (.|\n)*JournalReadOnly"):
        killed(tmp_path / "data", tmp_path / "acks", 1, 0.0)


def test_a_process_that_does_nothing_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "acks").write_bytes(b"")
    monkeypatch.setattr(trial, "PATIENCE", 0.0)
    with pytest.raises(RecordingError, match="got one that did nothing for 0 s"):
        killed(tmp_path / "data", tmp_path / "acks", 1, 0.0)


def test_fifty_losses_leave_no_thread_and_no_file_handle() -> None:
    result = losses(50)
    assert result.seen > 0
    assert result.after.threads <= result.before.threads + 1  # one that ends is not yet gone, at most
    assert result.after.files <= result.before.files + 2
    assert result.after.memory - result.before.memory < 30_000_000


def test_each_game_of_a_series_has_its_cost() -> None:
    costs = list(series(2))
    assert [cost.game for cost in costs] == [1, 2]
    assert costs[0].over(costs[0]) == 1
    assert min(costs[1].throw, costs[1].close, costs[1].go_on) > 0
