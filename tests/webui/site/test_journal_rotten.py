"""A journal some of whose characters are others than were written: Piste starts, says so, and goes on with the rest."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from sent import sent

from webui.cli import main
from webui.live.live import Live
from webui.site.show.page import page
from webui.store.interrupted import interrupted
from webui.store.journal import CORRUPT, NAME, UNREADABLE, Journal
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.languages import LANGUAGES
from webui.table.values.setup import Setup, players_at
from webui.words import words
from webui.words.again import offered
from webui.words.games.sentences import foul_sentence

OLD = Setup("royal", players_at((1,), ("Ana",)), "Tric-Trac Royal")
NEW = Setup("occe_child", players_at((1, 3), ("Zoé", "Léo")), "OCCE enfant")
NEWEST_GAME = "WHERE id = (SELECT max(id) FROM games)"
LINES = "WHERE game = (SELECT max(id) FROM games) AND seq = 2"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two games by touch; in the newer one a move was accepted and another is refused."""
    folder = tmp_path_factory.mktemp("whole")
    live = Live(Journal.open(folder), sentence=foul_sentence)
    for setup in (OLD, NEW):
        live.new_game(setup)
        for deed in (Throw((6, 3)), CloseTiles((9,)), Next(), Throw((4, 2)), CloseTiles((8,))):
            live.act(deed)
    live.close()
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    shutil.copy(whole / NAME, tmp_path)
    return tmp_path


def damage(folder: Path, change: str, *given: object) -> None:
    db = sqlite3.connect(folder / NAME)
    with db:
        assert db.execute(change, given).rowcount
    db.close()


def started(folder: Path) -> tuple[list[str], list[str]]:
    """Piste starts, shows its page in every language, begins a game: the earlier players, and the problems reported."""
    live = Live(Journal.open(folder), sentence=foul_sentence)
    try:
        view = live.snapshot()
        for language in LANGUAGES:
            page(view, language)
        live.new_game(NEW)
    finally:
        live.close()
    return [player.name for player in view.players], list(view.problems)


def test_a_sound_journal_says_nothing(folder: Path) -> None:
    assert started(folder) == (["Zoé", "Léo"], [])


@pytest.mark.parametrize(
    "change",
    [
        f"UPDATE games SET stand = 'x' {NEWEST_GAME}",
        f"UPDATE games SET stand = '' {NEWEST_GAME}",
        f"UPDATE games SET stand = 5 {NEWEST_GAME}",
        f"UPDATE games SET stand = '[]' {NEWEST_GAME}",
        f"UPDATE games SET stand = CAST(x'7bff7d' AS TEXT) {NEWEST_GAME}",
        f"UPDATE games SET stand = CAST(replace(stand, 'Zo', CAST(x'ff' AS TEXT)) AS TEXT) {NEWEST_GAME}",
        f"UPDATE games SET stand = replace(stand, '\"spots\": {{}}', '\"spots\": []') {NEWEST_GAME}",
        f"UPDATE games SET stand = replace(stand, '[6, 3]', '[6, 7]') {NEWEST_GAME}",
        f"UPDATE games SET stand = replace(stand, '[6, 3]', '[1, 1]') {NEWEST_GAME}",
        f'UPDATE games SET stand = replace(stand, \'"t": \', \'"t": NaN, "u": \') {NEWEST_GAME}',
        f"UPDATE games SET stand = replace(stand, '\"sight\"', '\"sihgt\"') {NEWEST_GAME}",
        f"UPDATE games SET stand = replace(stand, '\"seat\": 3', '\"seat\": 1') {NEWEST_GAME}",
        f"UPDATE games SET stand = replace(stand, 'occe_child', 'occe_chile') {NEWEST_GAME}",
        f"UPDATE games SET stand = replace(stand, '\"wrong\": null', '\"wrong\": 7') {NEWEST_GAME}",
        f"UPDATE games SET stand = '{'[' * 9999}' {NEWEST_GAME}",
    ],
)
def test_the_newest_game_that_can_be_read_opens(folder: Path, change: str) -> None:
    damage(folder, change)
    before = stands(folder)
    assert started(folder) == (["Ana"], [UNREADABLE])
    assert stands(folder)[:2] == before  # it is left where it is


def test_a_resumed_game_is_no_longer_offered(folder: Path) -> None:
    damage(folder, f"UPDATE games SET stand = 'x' {NEWEST_GAME}")
    live = Live(Journal.open(folder))
    assert (live.snapshot().id, live.interrupted(9)) == (1, ())
    live.new_game(NEW)
    assert [game.id for game in live.interrupted(9)] == [1]
    live.close()


@pytest.mark.parametrize("date", ["x", "0001-01-01", "2026-11-22T09:00:00+99:00", b"\xff"])
def test_an_interrupted_game_is_offered_whatever_its_date_has_become(folder: Path, date: str | bytes) -> None:
    damage(folder, "UPDATE games SET started = CAST(? AS TEXT) WHERE id = 1", date)
    with Journal.open(folder) as journal:
        (offer,) = offered(words("fr"), interrupted(journal, 9))
    assert (offer.id, "commencée" in offer.about) == (1, False)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games SET stand = 'x' WHERE id = 1",
        "UPDATE games SET stand = replace(stand, '[6, 3]', '[6, 7]') WHERE id = 1",
        "UPDATE interrupted SET game = CAST(x'ff' AS TEXT)",
        "UPDATE interrupted SET game = 77",
    ],
)
def test_an_interrupted_game_that_cannot_be_read_is_not_offered(folder: Path, change: str) -> None:
    damage(folder, change)
    with Journal.open(folder) as journal:
        assert interrupted(journal, 9) == ()
    assert started(folder) == (["Zoé", "Léo"], [UNREADABLE] if "stand" in change else [])


def stands(folder: Path) -> list[bytes]:
    db = sqlite3.connect(folder / NAME)
    try:
        return [row[0] for row in db.execute("SELECT CAST(stand AS BLOB) FROM games ORDER BY id")]
    finally:
        db.close()


@pytest.mark.parametrize(
    "change",
    [
        f"UPDATE events SET line = replace(line, '\"event\": ', '\"event\"; ') {LINES}",
        f"UPDATE events SET line = replace(line, 'roll_', 'rool_') {LINES}",
        f"UPDATE events SET line = CAST(x'7bff7d' AS TEXT) {LINES}",
        f"UPDATE events SET line = '[]' {LINES}",
        f'UPDATE events SET line = \'{{"event": [], "t": 1}}\' {LINES}',
        f'UPDATE events SET line = \'{{"event": "move_accepted", "t": 1}}\' {LINES}',
        f"UPDATE events SET at = CAST(x'ff' AS TEXT) {LINES}",
    ],
)
def test_lines_that_cannot_be_read_are_left_out(folder: Path, change: str) -> None:
    damage(folder, change)
    with Journal.open(folder) as journal:
        numbers = [line["seq"] for line in journal.lines(2)]
    assert numbers == [1, *range(3, len(numbers) + 2)]
    assert started(folder) == (["Zoé", "Léo"], [UNREADABLE])


def test_where_no_game_can_be_read_a_new_one_begins(folder: Path) -> None:
    damage(folder, "UPDATE games SET stand = 'x'")
    assert started(folder) == ([], [UNREADABLE])


def test_a_file_with_other_tables_is_no_end_either(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / NAME)
    db.execute("CREATE TABLE games (title TEXT)")
    db.close()
    live = Live(Journal.open(tmp_path))
    assert sent(live.snapshot())["problems"] == [CORRUPT]
    assert (tmp_path / f"{NAME}.corrupt-1").is_file()
    live.new_game(NEW)
    live.close()


@pytest.mark.parametrize("column", ["stand", "setup", "started"])
def test_a_list_of_games_omits_unreadable_ones(folder: Path, column: str) -> None:
    damage(folder, f"UPDATE games SET {column} = CAST(x'ff' AS TEXT) WHERE id = 1")
    listed = CliRunner().invoke(main, ["record", "--data", str(folder)])
    assert (listed.exit_code, listed.exception) == (0, None)
    assert "Zoé, Léo" in listed.stdout
    assert "left out, for they cannot be read: 1" in listed.stderr
    written = CliRunner().invoke(main, ["record", "2", "--data", str(folder)])
    assert written.exit_code == 0


COLUMNS = (("games", "stand"), ("games", "setup"), ("games", "started"), ("events", "line"), ("events", "at"))


@settings(max_examples=60)
@given(where=st.sampled_from(COLUMNS), row=st.integers(0, 10**6), bit=st.integers(0, 10**9))
def test_no_single_bit_stops_piste(where: tuple[str, str], row: int, bit: int, whole: Path) -> None:
    table, column = where
    folder = whole / "rotten"
    folder.mkdir(exist_ok=True)
    for file in folder.iterdir():
        file.unlink()
    shutil.copy(whole / NAME, folder)
    key = "id" if table == "games" else "game * 100 + seq"
    db = sqlite3.connect(folder / NAME)
    rows = db.execute(f"SELECT {key}, CAST({column} AS BLOB) FROM {table} ORDER BY 1 DESC").fetchall()
    db.close()
    number, text = rows[row % len(rows)]
    rotten = bytearray(text)
    rotten[bit // 8 % len(rotten)] ^= 1 << bit % 8
    damage(folder, f"UPDATE {table} SET {column} = CAST(? AS TEXT) WHERE {key} = ?", bytes(rotten), number)
    names, _ = started(folder)
    assert names
    assert CliRunner().invoke(main, ["record", "--data", str(folder)]).exception is None
