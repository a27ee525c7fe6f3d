"""SIGKILL in the middle of play: what was acknowledged is there, and the trial tells where it is not."""

import sqlite3
from pathlib import Path

import pytest

from workshop.torture import kills as trial
from workshop.torture.kills import killed, kills, looked_at
from workshop.torture.recorded import RecordingError
from workshop.torture.scenarios import prepared


def test_nothing_acknowledged_is_lost_by_a_kill() -> None:
    tried = list(kills(3, seed=4))
    assert [one.lost for one in tried] == [""] * 3
    assert all(one.deeds for one in tried)


def test_the_trial_tells_events_that_are_lost(tmp_path: Path) -> None:
    prepared("play", tmp_path)
    db = sqlite3.connect(tmp_path / "journal.sqlite")
    game, events = db.execute("SELECT id, seq FROM games ORDER BY id DESC").fetchone()
    db.close()
    found = looked_at(tmp_path, [{"game": game, "events": events + 2, "stand": ""}])
    assert "2 events" in found.lost


def test_a_process_that_ends_by_itself_says_why(tmp_path: Path) -> None:
    (tmp_path / "acks").write_bytes(b"")
    (tmp_path / "data").write_bytes(b"no folder")
    with pytest.raises(RecordingError, match=r"got exit 1: (.|\n)*Traceback"):
        killed(tmp_path / "data", tmp_path / "acks", 1, 0.0)


def test_a_process_that_does_nothing_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "acks").write_bytes(b"")
    monkeypatch.setattr(trial, "PATIENCE", 0.0)
    with pytest.raises(RecordingError, match="got one that did nothing for 0 s"):
        killed(tmp_path / "data", tmp_path / "acks", 1, 0.0)
