"""Everything in one file, and back again; a file that is damaged, newer or none of ours changes nothing."""

import json
import sqlite3
import stat
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from webui.cli import main
from webui.live.live import Live
from webui.store.backup import KEPT, BackupError, back_up, read_backup, restore
from webui.store.copies import copy
from webui.store.held import held
from webui.store.journal import NAME, Journal
from webui.store.sums import row_sum
from webui.table.actions import CloseTiles, Next, Throw
from webui.table.setup import Setup, players_at

SETUP = Setup("occe_child", players_at((1, 3), ("Zoé", "Léo")), "OCCE enfant")
ENGLISH = {"LANG": "en", "LC_ALL": "", "LC_MESSAGES": ""}
DAY = "2026-11-23T10:00:00+00:00"


def lesson(folder: Path, *names: str) -> dict[str, object]:
    """A lesson is played in a data folder; how its table stands."""
    live = Live(Journal.open(folder))
    live.new_game(Setup("occe_child", players_at((1, 3), names), "OCCE enfant"))
    for deed in (Throw((6, 3)), CloseTiles((9,)), Next(), Throw((4, 2))):
        live.act(deed)
    view = live.snapshot()
    live.close()
    return {key: view[key] for key in ("players", "scores", "dice", "legal")}


def resumed(folder: Path) -> dict[str, object]:
    live = Live(Journal.open(folder))
    view = live.snapshot()
    live.close()
    return {key: view[key] for key in ("players", "scores", "dice", "legal")}


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A backup of a lesson with a class and a teacher's code."""
    folder = tmp_path / "first"
    folder.mkdir()
    lesson(folder, "Zoé", "Léo")
    for name in ("classes.json", "teacher.pin"):
        (folder / name).write_text(f"{name} of the first")
    (folder / "session.key").write_text("secret")
    back_up(folder, tmp_path / "backup.zip", made=DAY, piste="0.2.0")
    return tmp_path / "backup.zip"


def test_a_lesson_goes_on_on_another_box(made: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    assert restore(read_backup(made), other) is None
    assert resumed(other) == resumed(tmp_path / "first")
    assert (other / "classes.json").read_text() == "classes.json of the first"
    assert not (other / "session.key").exists(), "devices are opened anew"
    assert {stat.S_IMODE(path.stat().st_mode) for path in other.iterdir() if path.suffix != ".sqlite-shm"} == {0o600}


def test_it_is_made_while_the_site_runs_and_holds_what_was_played(tmp_path: Path) -> None:
    (folder := tmp_path / "data").mkdir()
    live = Live(Journal.open(folder))
    live.new_game(SETUP)
    live.act(Throw((6, 3)))
    assert back_up(folder, tmp_path / "backup.zip", made=DAY, piste="0.2.0") == (NAME,)
    live.act(CloseTiles((9,)))
    live.close()
    (other := tmp_path / "other").mkdir()
    restore(read_backup(tmp_path / "backup.zip"), other)
    assert [die["value"] for die in resumed(other)["dice"]] == [6, 3]  # type: ignore[attr-defined]  # a view's JSON
    assert stat.S_IMODE((tmp_path / "backup.zip").stat().st_mode) == 0o600


def test_what_was_there_is_never_destroyed(made: Path, tmp_path: Path) -> None:
    (folder := tmp_path / "data").mkdir()
    before = lesson(folder, "Ana", "Bob")
    copy(folder / NAME, "2026-11-22")
    (folder / "known.json").write_text("known")
    aside = restore(read_backup(made), folder)
    assert aside == folder / "before-restore-1"
    assert resumed(folder) == resumed(tmp_path / "first")
    assert resumed(aside) == before
    assert (aside / "known.json").read_text() == "known"
    assert not (folder / "copies").exists()
    assert restore(read_backup(made), folder) == folder / "before-restore-2"


def test_what_was_put_aside_goes_where_everything_is_erased(made: Path, tmp_path: Path) -> None:
    (folder := tmp_path / "data").mkdir()
    lesson(folder, "Ana", "Bob")
    restore(read_backup(made), folder)
    with Journal.open(folder) as journal:
        journal.erase()
    assert [path.name for path in folder.rglob("*") if b"Ana" in (path.read_bytes() if path.is_file() else b"")] == []
    assert not (folder / "before-restore-1").exists()


def test_a_file_that_is_there_is_not_overwritten(made: Path, tmp_path: Path) -> None:
    before = made.read_bytes()
    with pytest.raises(FileExistsError):
        back_up(tmp_path / "first", made, made=DAY, piste="0.2.0")
    assert made.read_bytes() == before


def rewritten(made: Path, **changes: object) -> Path:
    """The backup with other files in it; None leaves one out, a dict changes what the manifest says."""
    with zipfile.ZipFile(made) as whole:
        files: dict[str, object] = {name: whole.read(name) for name in whole.namelist()}
    said = changes.pop("said", {})
    told = json.loads(files["backup.json"])  # type: ignore[arg-type]  # bytes, read above
    files["backup.json"] = json.dumps(told | said)  # type: ignore[operator]  # a dict, by the callers below
    files.update({name.replace("_", "."): data for name, data in changes.items()})
    other = made.with_name("other.zip")
    with zipfile.ZipFile(other, "w") as whole:
        for name, data in files.items():
            if data is not None:
                whole.writestr(name, data)  # type: ignore[arg-type]  # bytes or text
    return other


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"said": {"format": 2}}, "of a newer Piste"),
        ({"said": {"format": "1"}}, "to say format, made, piste and files"),
        ({"said": {"files": []}}, "to say format, made, piste and files"),
        ({"said": {"files": {"../evil": "0"}}}, "expected nothing in it but"),
        ({"classes_json": "other"}, r"expected classes\.json in it as it was written"),
        ({"classes_json": None}, r"expected classes\.json in it"),
        ({"backup_json": None}, r"expected backup\.json in it"),
        ({"backup_json": "[" * 100_000}, r"expected backup\.json in it to say"),
    ],
)
def test_what_is_none_of_ours_changes_nothing(made: Path, tmp_path: Path, changes: dict[str, object], why: str) -> None:
    (folder := tmp_path / "data").mkdir()
    (folder / "classes.json").write_text("mine")
    told = CliRunner().invoke(main, ["restore", str(rewritten(made, **changes)), "--data", str(folder)])
    assert told.exit_code == 1
    with pytest.raises(BackupError, match=why):
        read_backup(rewritten(made, **changes))
    assert sorted(path.name for path in folder.iterdir()) == ["classes.json", "piste.lock"]
    assert (folder / "classes.json").read_text() == "mine"


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_damaged_backup_is_refused_or_whole(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    (folder / "classes.json").write_text("of the first " * 50)
    back_up(folder, folder / "backup.zip", made=DAY, piste="0.2.0")
    whole = bytearray((folder / "backup.zip").read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    (folder / "backup.zip").write_bytes(whole[: data.draw(st.integers(1, len(whole)))])
    try:
        found = read_backup(folder / "backup.zip")
    except BackupError:
        return
    assert found.files["classes.json"] == b"of the first " * 50


def test_a_journal_of_a_newer_piste_changes_nothing(made: Path, tmp_path: Path) -> None:
    newer = tmp_path / "newer"
    newer.mkdir()
    lesson(newer, "Ana", "Bob")
    db = sqlite3.connect(newer / NAME)
    with db:
        db.execute("INSERT INTO form VALUES (99, ?)", (row_sum("form", 99),))
    db.close()
    back_up(newer, tmp_path / "newer.zip", made=DAY, piste="9.0.0")
    folder = tmp_path / "first"
    before = (folder / NAME).read_bytes()
    with pytest.raises(BackupError, match="of a newer Piste"):
        restore(read_backup(tmp_path / "newer.zip"), folder)
    assert (folder / NAME).read_bytes() == before
    assert not (folder / "before-restore-1").exists()


def test_the_commands(tmp_path: Path) -> None:
    (folder := tmp_path / "data").mkdir()
    lesson(folder, "Zoé", "Léo")
    file = str(tmp_path / "backup.zip")
    told = CliRunner().invoke(main, ["backup", file, "--data", str(folder)], env=ENGLISH)
    assert (told.exit_code, told.output) == (0, f"Kept in {file}: journal.sqlite.\n")
    assert CliRunner().invoke(main, ["backup", file, "--data", str(folder)]).exit_code == 1
    told = CliRunner().invoke(main, ["restore", file, "--data", str(folder)], env=ENGLISH)
    assert told.exit_code == 0
    assert f"What was there before lies in {folder / 'before-restore-1'}." in told.output
    with held(folder, "a server"):
        told = CliRunner().invoke(main, ["restore", file, "--data", str(folder)])
    assert told.exit_code == 1
    assert "got one of a server" in told.output


def test_nothing_that_is_kept_is_forgotten() -> None:
    """Every file that the site writes into its data folder is in a backup, or is named here as one that is not."""
    from webui.checkup import frame_colours, kept, run
    from webui.live import area, memory
    from webui.site import auth
    from webui.store import advice, classes, journal

    written = {
        journal.NAME, classes.NAME, advice.FILE, frame_colours.FILE, run.FILE, kept.FILE, memory.FILE, area.FILE,
        auth.PIN_FILE, auth.TABLE_FILE,
    }  # fmt: skip
    assert written == set(KEPT)
    assert auth.KEY_FILE not in KEPT


def test_a_zip_bomb_ends_early(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.store.backup.LARGEST", 1000)
    with pytest.raises(BackupError, match="1000 bytes at most"):
        read_backup(made)
