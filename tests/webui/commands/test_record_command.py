"""`piste record` from the outside: games of the journal as records."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from table_script import Script

from referee.record import from_lines
from webui.cli import main
from webui.store.journal import NAME, Journal
from webui.table.reducer import Step
from webui.table.values.actions import CloseTiles, Next, Throw, Undo
from webui.table.values.practice import Practice
from webui.table.values.setup import NO_GAME, Setup, players_at

CHILD = Setup("occe_child", players_at((1, 3), ("Zoé", "Léo")), "OCCE enfant")


def record(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["record", *arguments, "--data", str(folder)])


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A folder with a game by touch, in which one closing was taken back, and a game of throws alone."""
    with Journal.open(tmp_path, clock=lambda: 1_700_000_000.0) as journal:
        script = Script.laid(CHILD, camera=False)
        script.touches(Throw((6, 3)), CloseTiles((9,)), Next(), Undo())
        game = journal.start(Step(script.table, tuple(script.events)))
        assert game == 1
        journal.start(Step(Script.laid(Setup(NO_GAME)).table))
    return tmp_path


def test_without_a_number_the_games_are_listed(played: Path) -> None:
    shown = record(played)
    assert shown.exit_code == 0
    first, second = shown.stdout.splitlines()
    assert first.split("\t") == ["1", "2023-11-14T22:13:20.000+00:00", "OCCE enfant", "Zoé, Léo", "not over"]
    assert second.split("\t")[2:] == ["none", "-", "not over"]


def test_a_game_is_written_as_it_counts(played: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.txt"
    assert record(played, "1", "--out", str(out)).exit_code == 0
    match = from_lines(out.read_text(encoding="utf-8").splitlines()).match
    assert match.players == ("Zoé", "Léo")
    with Journal.read(played) as journal:
        assert journal.match(1) == match
    story = CliRunner().invoke(main, ["replay", str(out), "--language", "fr"])
    assert story.exit_code == 0
    assert "Zoé" in story.stdout


@pytest.mark.parametrize(("practice", "drawn"), [(None, False), (Practice(), True), (Practice(dice="people"), False)])
def test_a_record_says_who_drew_the_dice(tmp_path: Path, practice: Practice | None, drawn: bool) -> None:
    script = Script.laid(replace(CHILD, practice=practice), camera=False)
    script.touch(Throw((6, 3)))
    with Journal.open(tmp_path) as journal:
        journal.start(Step(script.table, tuple(script.events)))
    lines = record(tmp_path, "1").stdout.splitlines()
    assert from_lines(lines).drawn == ("dice drawn" in lines) == drawn


@pytest.mark.parametrize(("number", "reason"), [("2", "got 2"), ("7", "of 1 to 2; got 7"), ("9" * 23, "1 to 2; got 9")])
def test_a_game_that_is_not_there_is_named(played: Path, number: str, reason: str) -> None:
    shown = record(played, number)
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert "expected a game with a referee" in shown.stderr
    assert reason in shown.stderr


def test_a_folder_without_games_stays_as_it_is(tmp_path: Path) -> None:
    shown = record(tmp_path)
    assert shown.exit_code == 1
    assert "expected the journal of games" in shown.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_journal_stays_where_it_is(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"not a journal" * 99)
    shown = record(tmp_path)
    assert shown.exit_code == 1
    assert "expected a sound SQLite file" in shown.stderr
    assert (tmp_path / NAME).read_bytes() == b"not a journal" * 99


def test_the_games_of_a_table_are_those_of_its_folder(played: Path) -> None:
    with Journal.open(played / "tables" / "3") as journal:
        journal.start(Step(Script.laid(Setup("royal", players_at((1,), ("Ana",)))).table))
    assert "Ana" in record(played, "1", "--table", "3").stdout
    assert record(played, "--table", "1").stdout == record(played).stdout
    refused = record(played, "--table", "2")
    assert refused.exit_code == 2
    assert "expected a table of this box (1, 3); got 2" in refused.stderr
    assert not (played / "tables" / "2").exists()
    assert CliRunner().invoke(main, ["repair", "--table", "3", "--data", str(played)]).exit_code == 0


def test_the_sheet_of_a_table_leads_to_it(played: Path) -> None:
    (played / "tables" / "3").mkdir(parents=True)
    words = ["print", "table", "--address", "http://box:8000", "--data", str(played)]
    for table, leads in (("1", False), ("3", True)):
        sheet = played / f"sheet-{table}.svg"
        assert CliRunner().invoke(main, [*words, "--table", table, str(sheet)]).exit_code == 0
        assert ("http://box:8000/table/3/" in sheet.read_text()) is leads
    assert (played / "tables" / "3" / "table.code").read_text() != (played / "table.code").read_text()
    assert CliRunner().invoke(main, [*words, "--table", "2", str(played / "none.svg")]).exit_code == 2
