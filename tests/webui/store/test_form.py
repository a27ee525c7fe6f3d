"""A journal of another Piste is refused untouched; a fresh one is of this Piste's form."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from webui.cli import main
from webui.live.live import Live
from webui.store.file import JournalNewer, JournalOlder
from webui.store.form import VERSION
from webui.store.journal import CORRUPT, NAME, Journal
from webui.table.values.setup import Setup, players_at

SERIES = Setup("occe_child", players_at((1, 2)))
OLDER = r"expected a journal of version 3; got 2, of a Piste before 1\.0\.0\. It was left as it is"
NEWER = r"expected a journal of version 3; got 4, of a newer Piste"


def ask(path: Path, question: str) -> list[tuple]:
    with closing(sqlite3.connect(path)) as db, db:
        return db.execute(question).fetchall()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With the journal of one game."""
    live = Live(Journal.open(tmp_path))
    live.new_game(SERIES)
    live.close()
    return tmp_path


def say(folder: Path, version: int) -> bytes:
    """Makes the journal one of another version; its bytes then."""
    ask(folder / NAME, "DROP TABLE form")
    ask(folder / NAME, f"PRAGMA user_version = {version}")
    return (folder / NAME).read_bytes()


def test_a_fresh_journal_is_of_the_newest_form(tmp_path: Path) -> None:
    with Journal.open(tmp_path):
        pass
    assert ask(tmp_path / NAME, "PRAGMA user_version") == [(VERSION,)]
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


@pytest.mark.parametrize(("version", "refusal", "words"), [(2, JournalOlder, OLDER), (4, JournalNewer, NEWER)])
@pytest.mark.parametrize("opened", [Journal.open, Journal.read])
def test_another_pistes_journal_is_refused_untouched(folder: Path, opened, version, refusal, words) -> None:
    before = say(folder, version)
    for _ in range(2):  # a service is started again
        with pytest.raises(refusal, match=words):
            opened(folder)
    assert (folder / NAME).read_bytes() == before
    assert [path.name for path in folder.iterdir() if not path.name.endswith(("-wal", "-shm"))] == [NAME]


def test_an_older_journal_without_a_game_is_taken_up(tmp_path: Path) -> None:
    with Journal.open(tmp_path):
        pass
    say(tmp_path, 2)
    with Journal.open(tmp_path) as journal:
        assert (journal.warnings, list(journal.games())) == ((), [])
    assert ask(tmp_path / NAME, "PRAGMA user_version") == [(VERSION,)]


def test_a_file_with_other_columns_is_put_aside(folder: Path) -> None:
    ask(folder / NAME, "ALTER TABLE games RENAME COLUMN stand TO stood")
    with Journal.open(folder) as journal:
        assert journal.warnings == (CORRUPT,)
    assert (folder / f"{NAME}.corrupt-1").is_file()


def test_a_damaged_older_journal_is_not_put_aside(folder: Path) -> None:
    say(folder, 2)
    with (folder / NAME).open("r+b") as file:
        file.seek(-4096, 2)
        file.write(b"\xff" * 4096)
    with pytest.raises(JournalOlder):
        Journal.open(folder)
    assert not list(folder.glob("*.corrupt-*"))


def test_serving_an_older_journal_says_what_to_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(listener: object, error: object) -> None:
        raise KeyboardInterrupt

    say(folder, 2)
    monkeypatch.setattr("webui.site.recovery.serve", stopped)
    shown = CliRunner().invoke(main, ["serve", "--data", str(folder), "--port", "0"])
    assert shown.exit_code == 1
    assert "Le journal ne s’ouvre pas" in shown.output
    assert "move the file away to begin a new one" in shown.output
