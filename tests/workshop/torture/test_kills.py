"""SIGKILL in the middle of play: what was acknowledged is there, and the trial tells where it is not."""

import sqlite3
from pathlib import Path

from workshop.torture.kills import kills, looked_at
from workshop.torture.scenarios import prepared


def test_nothing_acknowledged_is_lost_by_a_kill() -> None:
    tried = list(kills(3, seed=4))
    assert [one.lost for one in tried] == [""] * 3
    assert all(one.deeds for one in tried)


def test_the_trial_tells_events_that_are_lost(tmp_path: Path) -> None:
    prepared("play", tmp_path, Path())
    db = sqlite3.connect(tmp_path / "journal.sqlite")
    game, events = db.execute("SELECT id, seq FROM games ORDER BY id DESC").fetchone()
    db.close()
    found = looked_at(tmp_path, [{"game": game, "events": events + 2, "stand": ""}])
    assert "2 events" in found.lost
