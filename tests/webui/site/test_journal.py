"""The journal keeps everything: after a crash the table is the same table."""

import json
import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_script import Script

from webui.store.journal import CORRUPT, UNREADABLE, Journal, JournalFull, JournalReadOnly, resume
from webui.table.reducer import Step, open_table
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at

CHILD = Setup("occe_child", players_at((1, 3), ("Zoé", "Léo")), "OCCE enfant")


def opened(folder, **given):
    return Journal.open(folder, clock=lambda: 1_700_000_000.0, **given)


def test_a_fresh_journal_holds_nothing(tmp_path):
    with opened(tmp_path / "new" / "folder") as journal:
        assert journal.resume() is None
        assert journal.games() == ()
        assert journal.warnings == ()
    assert resume(tmp_path / "new" / "folder") is None


def test_what_is_written_is_there_with_its_wall_clock(tmp_path):
    script = Script.laid(CHILD)
    with opened(tmp_path) as journal:
        game = journal.start(Step(script.table, tuple(script.events)))
        journal.write(game, Step(script.table, tuple(script.roll(4, 2))))
        lines = list(journal.lines(game))
    assert [line["event"] for line in lines] == ["game_started", "roll_started", "roll_settled"]
    assert [line["seq"] for line in lines] == [1, 2, 3]
    assert {line["game_id"] for line in lines} == {game}
    assert lines[0]["at"] == "2023-11-14T22:13:20.000+00:00"
    assert lines[2]["dice"] == [4, 2]


def one_deed(script, data):
    """A throw, a closing or "Suivant", by hand or by touch."""
    if script.table.due is None or script.table.whole:
        return script.touch(Next())
    if script.table.closing_due:
        tiles = data.draw(st.sampled_from(script.table.game.legal(script.table.match.state))).tiles
        return script.turn(tiles) if script.table.sight.on else script.touch(CloseTiles(tiles))
    dice = tuple(data.draw(st.integers(1, 6)) for _ in range(script.table.due.dice))
    return script.roll(*dice) if script.table.sight.on else script.touch(Throw(dice))


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_killed_after_any_event_the_table_is_the_same(data, tmp_path_factory):
    folder = tmp_path_factory.mktemp("journal")
    camera = data.draw(st.booleans())
    script = Script.laid(CHILD, camera=camera)
    # The journal is never closed: what resumes reads what a power cut would have left.
    journal = opened(folder)
    game = journal.start(Step(script.table, tuple(script.events)))
    for _ in range(data.draw(st.integers(0, 12))):
        told = one_deed(script, data)
        journal.write(game, Step(script.table, tuple(told)))
        assert resume(folder) == script.table
    journal.close()


def test_an_interrupted_transaction_leaves_nothing(tmp_path):
    script = Script.laid(CHILD)
    with opened(tmp_path) as journal:
        game = journal.start(Step(script.table, tuple(script.events)))
        before = script.table
        broken = Step(script.table, (*script.roll(4, 2), None))
        with pytest.raises(AttributeError):
            journal.write(game, broken)
        assert len(list(journal.lines(game))) == 1
        assert journal.resume() == (game, before)


def test_the_file_is_safe_against_a_power_cut(tmp_path):
    with opened(tmp_path) as journal:
        db = sqlite3.connect(journal.path)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        db.close()
        assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_the_newest_game_is_resumed_and_old_ones_are_listed(tmp_path):
    over = Script.laid(Setup("royal", players_at((1,)), options=(("single_ends", True),)), camera=False)
    with opened(tmp_path) as journal:
        first = journal.start(open_table(CHILD, camera=False))
        second = journal.start(open_table(over.table.setup, camera=False))
        over.touch(Throw((6, 3)))
        over.touch(CloseTiles((6,)))
        journal.write(second, Step(over.table, tuple(over.touch(Next()))))
        journal.write(second, Step(over.table))
        games = journal.games()
        assert journal.resume() == (second, over.table)
    assert [(game.id, game.over) for game in games] == [(first, False), (second, True)]
    assert [player.name for player in games[0].setup.players] == ["Zoé", "Léo"]


def test_a_listed_game_is_reread_only_after_a_change(tmp_path):
    script = Script.laid(CHILD)
    with opened(tmp_path) as journal:
        game = journal.start(Step(script.table, tuple(script.events)))
        line = journal.line(game)
        assert journal.line(game) is line
        journal.write(game, Step(script.table, tuple(script.roll(4, 2))))
        assert journal.line(game).events > line.events
        journal.erase(game)
        assert journal.line(game) is None


def test_the_newest_lines_only(tmp_path):
    script = Script.laid(CHILD)
    with opened(tmp_path) as journal:
        game = journal.start(Step(script.table, tuple(script.events)))
        journal.write(game, Step(script.table, tuple(script.roll(4, 2))))
        assert [line["event"] for line in journal.lines(game, 2)] == ["roll_started", "roll_settled"]
        assert len(list(journal.lines())) == 3
        assert list(journal.lines(99)) == []


def write_often(journal, game, step):
    for _ in range(2000):
        journal.write(game, step)


def test_a_full_disk_is_said_and_loses_nothing(tmp_path):
    script = Script.laid(CHILD)
    with opened(tmp_path, most_pages=24) as journal:
        game = journal.start(Step(script.table, tuple(script.events)))
        told = tuple(script.roll(4, 2))
        with pytest.raises(JournalFull, match="expected room"):
            write_often(journal, game, Step(script.table, told))
        kept = len(list(journal.lines(game)))
    with opened(tmp_path) as journal:
        assert len(list(journal.lines(game))) == kept
        assert journal.resume() == (game, script.table)


@pytest.mark.parametrize("rubbish", [b"not a database at all" * 200, b"SQLite format 3\x00" + b"\xff" * 8000])
def test_a_damaged_file_is_kept_aside(tmp_path, rubbish):
    for count in (1, 2):
        (tmp_path / "journal.sqlite").write_bytes(rubbish)
        with opened(tmp_path) as journal:
            assert journal.warnings == (CORRUPT,)
            assert journal.start(open_table(CHILD)) == 1
        assert (tmp_path / f"journal.sqlite.corrupt-{count}").read_bytes() == rubbish


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalReadOnly, match="expected a folder"):
        opened(tmp_path / "file")
    (tmp_path / "journal.sqlite").mkdir()
    with pytest.raises(JournalReadOnly, match="expected a file"):
        opened(tmp_path)


def test_a_game_of_another_piste_is_left_alone(tmp_path):
    with opened(tmp_path) as journal:
        game = journal.start(open_table(CHILD))
    db = sqlite3.connect(tmp_path / "journal.sqlite")
    db.execute(
        "UPDATE games SET stand = ?, setup = ?", (json.dumps({"new": 1}), json.dumps({"game": "chess"}))
    )
    db.commit()
    db.close()
    with opened(tmp_path) as journal:
        assert journal.resume() is None
        assert journal.warnings == (UNREADABLE,)
        assert journal.games() == ()
        assert len(list(journal.lines(game))) == 0
