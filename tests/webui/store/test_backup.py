"""Everything in one file, and back again; a file that is damaged, newer or none of ours changes nothing."""

import itertools
import json
import os
import shutil
import sqlite3
import stat
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from sent import sent

from webui.cli import main
from webui.live.live import Live
from webui.store.backup import (
    BACKED_UP,
    Backup,
    BackupError,
    CutShort,
    back_up,
    finish_restore,
    games_in,
    read_backup,
    restore,
)
from webui.store.copies import copy
from webui.store.held import NAME as LOCK
from webui.store.held import held
from webui.store.journal import NAME, Journal
from webui.store.sums import row_sum
from webui.store.tables import TableList, every_folder, table_folder
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at

SETUP = Setup("occe_child", players_at((1, 3), ("Zoé", "Léo")), "OCCE enfant")
ENGLISH = {"LANG": "en", "LC_ALL": "", "LC_MESSAGES": ""}
DAY = "2026-11-23T10:00:00+00:00"


def lesson(folder: Path, *names: str) -> dict[str, object]:
    """A lesson is played in a data folder; how its table stands."""
    live = Live(Journal.open(folder))
    live.new_game(Setup("occe_child", players_at((1, 3), names), "OCCE enfant"))
    for deed in (Throw((6, 3)), CloseTiles((9,)), Next(), Throw((4, 2))):
        live.act(deed)
    view = sent(live.snapshot())
    live.close()
    return {key: view[key] for key in ("players", "scores", "dice", "legal")}


def resumed(folder: Path) -> dict[str, object]:
    live = Live(Journal.open(folder))
    view = sent(live.snapshot())
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


def test_a_backup_made_while_the_site_runs_holds_the_games(tmp_path: Path) -> None:
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


OURS = {"classes.json": "mine", "known.json": "mine", "table.code": "mine"}
"""What lies in the folder, of which the backup brings only classes."""


def cut_short(does: Callable[[], object], at: int) -> bool:
    """A process does it, and dies before its rename of that number, from 1; False where it does fewer."""
    child = os.fork()
    if child == 0:
        left = iter(range(at))

        def dies(rename: Callable[..., object]) -> Callable[..., object]:
            def renames(*given: object) -> object:
                if next(left) == at - 1:
                    os._exit(9)
                return rename(*given)

            return renames

        try:
            Path.rename, Path.replace = dies(Path.rename), dies(Path.replace)  # type: ignore[method-assign,assignment]
            does()
            os._exit(0)
        finally:
            os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, 9)
    return status == 9


def newest(folder: Path) -> str:
    """The last event of a journal."""
    with Journal.read(folder) as journal:
        return str([*journal.lines()][-1]["event"])


def stands(folder: Path) -> str:
    """Whose lesson it is: "old" or "new", every file of it; nothing of the exchange is left."""
    texts = {path.name: path.read_text() for path in folder.iterdir() if path.name in OURS | {"teacher.pin": ""}}
    assert [path.name for path in folder.glob(".restore-*")] == []
    players = [player["name"] for player in resumed(folder)["players"]]  # type: ignore[attr-defined]  # a view's JSON
    if texts == OURS:
        assert players == ["Ana", "Bob"]
        assert newest(folder) == "tile_flipped"
        assert not (folder / "before-restore-1").exists()
        return "old"
    assert texts == {name: f"{name} of the first" for name in ("classes.json", "teacher.pin")}
    assert players == ["Zoé", "Léo"]
    assert not (folder / "copies").exists()
    aside = folder / "before-restore-1"
    assert {name: (aside / name).read_text() for name in OURS} == OURS
    assert list((aside / "copies").iterdir())
    assert newest(aside) == "tile_flipped"
    assert [player["name"] for player in resumed(aside)["players"]] == ["Ana", "Bob"]  # type: ignore[attr-defined]
    return "new"


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    """A folder whose power was cut in mid-game: its newest deed stands in the journal's log."""
    (folder := tmp_path / "running").mkdir()
    lesson(folder, "Ana", "Bob")
    copy(folder / NAME, "2026-11-22")
    for name, text in OURS.items():
        (folder / name).write_text(text)
    live = Live(Journal.open(folder))
    live.act(CloseTiles((6,)))
    cut = Path(shutil.copytree(folder, tmp_path / "ours"))
    live.close()
    assert (cut / f"{NAME}-wal").stat().st_size > 0
    return cut


def test_a_restore_cut_before_any_rename_ends_at_next_start(made: Path, ours: Path) -> None:
    backup, ends = read_backup(made), []
    for at in itertools.count(1):
        folder = Path(shutil.copytree(ours, ours.with_name(f"at-{at}")))
        died = cut_short(lambda folder=folder: restore(backup, folder), at)  # type: ignore[misc]  # of this turn
        ended = finish_restore(folder)
        ends.append((ended, stands(folder)))
        assert finish_restore(folder) is CutShort.NONE
        if not died:
            break
    begun = ends.index((CutShort.FINISHED, "new"))
    assert set(ends[:begun]) == {(CutShort.NONE, "old")}
    assert set(ends[begun:-1]) == {(CutShort.FINISHED, "new")}
    assert len(ends[begun:-1]) == 10  # seven old files and three new ones
    assert ends[-1] == (CutShort.NONE, "new")


def test_its_end_may_be_cut_short_too(made: Path, ours: Path) -> None:
    backup = read_backup(made)
    for first in (6, 9, 12, 14):
        begun = Path(shutil.copytree(ours, ours.with_name(f"begun-{first}")))
        assert cut_short(lambda begun=begun: restore(backup, begun), first)  # type: ignore[misc]  # of this turn
        for at in itertools.count(1):
            folder = Path(shutil.copytree(begun, begun.with_name(f"{first}-{at}")))
            died = cut_short(lambda folder=folder: finish_restore(folder), at)  # type: ignore[misc]
            finish_restore(folder)
            assert stands(folder) == "new"
            if not died:
                break


def test_a_restore_without_its_files_is_rolled_back_and_reported(made: Path, ours: Path) -> None:
    backup = read_backup(made)
    assert cut_short(lambda: restore(backup, ours), 9)
    for left in ours.glob(".restore-*/"):
        shutil.rmtree(left)
    assert finish_restore(ours) is CutShort.TAKEN_BACK
    assert stands(ours) == "old"


@pytest.fixture
def more(made: Path) -> Path:
    """A backup with frames and a teacher's code, neither of which lies in our folder."""
    (made.with_name("first") / "frames.json").write_text("frames of the first")
    back_up(made.with_name("first"), made.with_name("more.zip"), made=DAY, piste="0.2.0")
    return made.with_name("more.zip")


def all_in(folder: Path) -> dict[str, bytes]:
    """Every file in a folder and in those below it, by its path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def undisturbed(backup: Backup, ours: Path) -> dict[str, bytes]:
    """What a restore that nothing interrupts makes of a copy of our folder."""
    folder = Path(shutil.copytree(ours, ours.with_name("undisturbed")))
    restore(backup, folder)
    return all_in(folder)


@pytest.mark.parametrize("at", range(6, 17))  # the mark is there; seven old files and four new ones are to be moved
def test_whatever_file_is_missing_all_is_new_or_old(more: Path, ours: Path, at: int) -> None:
    backup, before = read_backup(more), all_in(ours)
    names, after = sorted(backup.files), undisturbed(backup, ours)
    begun = Path(shutil.copytree(ours, ours.with_name("begun")))
    assert cut_short(lambda: restore(backup, begun), at)
    for turn, gone in enumerate([*([name] for name in names), names]):
        folder = Path(shutil.copytree(begun, ours.with_name(f"turn-{turn}")))
        for name in gone:
            next(folder.glob(".restore-*/")).joinpath(name).unlink(missing_ok=True)
        if set(gone) <= set(names[: max(0, at - 13)]):  # they had come
            assert finish_restore(folder) is CutShort.FINISHED
            assert all_in(folder) == after
        else:
            assert finish_restore(folder) is CutShort.TAKEN_BACK
            assert all_in(folder) == before


@pytest.mark.parametrize("at", range(6, 17))
def test_one_that_the_keyboard_interrupts_is_finished_later(more: Path, ours: Path, at: int) -> None:
    backup, count = read_backup(more), itertools.count(1)
    after = undisturbed(backup, ours)

    def interrupted(rename: Callable[[Path, Path], Path]) -> Callable[[Path, Path], Path]:
        def renames(path: Path, to: Path) -> Path:
            if next(count) == at:
                raise KeyboardInterrupt
            return rename(path, to)

        return renames

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "rename", interrupted(Path.rename))
        patch.setattr(Path, "replace", interrupted(Path.replace))
        with pytest.raises(KeyboardInterrupt):
            restore(backup, ours)
    assert finish_restore(ours) is CutShort.FINISHED
    assert all_in(ours) == after


@pytest.mark.parametrize("files_gone", [False, True])
def test_what_was_written_after_it_was_cut_short_destroys_nothing(made: Path, ours: Path, files_gone: bool) -> None:
    assert cut_short(lambda: restore(read_backup(made), ours), 12)  # all that was there lies aside, nothing has come
    assert not (ours / NAME).exists()
    lesson(ours, "Zoé", "Max")
    (ours / "table.code").write_text("since")
    for left in ours.glob(".restore-*/") if files_gone else ():
        shutil.rmtree(left)
    finish_restore(ours)
    old = ours if files_gone else ours / "before-restore-1"
    assert [player["name"] for player in resumed(old)["players"]] == ["Ana", "Bob"]  # type: ignore[attr-defined]
    assert (old / "table.code").read_text() == "mine"
    since = ours / "before-restore-2"
    assert [player["name"] for player in resumed(since)["players"]] == ["Zoé", "Max"]  # type: ignore[attr-defined]
    assert (since / "table.code").read_text() == "since"


def test_where_a_rename_fails_all_is_as_it_was(made: Path, ours: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backup, real = read_backup(made), Path.replace

    def full(path: Path, to: Path) -> Path:
        if to == ours / "teacher.pin":
            raise OSError(28, "No space left on device", str(to))
        return real(path, to)

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        restore(backup, ours)
    assert stands(ours) == "old"
    assert finish_restore(ours) is CutShort.NONE


def test_an_interrupted_restore_is_reported_at_the_start(made: Path, ours: Path) -> None:
    backup = read_backup(made)
    assert cut_short(lambda: restore(backup, ours), 9)
    result = CliRunner().invoke(main, ["restore", str(made), "--data", str(ours)], env=ENGLISH)
    assert result.exit_code == 0
    assert "A restore was cut short: it is finished now." in result.output
    assert (ours / "before-restore-2").exists()


COMMANDS = {
    "pin": (), "record": (), "record --out": ("record", "1", "--out", "{to}"), "backup": ("backup", "{to}"),
    "doctor": (), "repair": (), "first-run": (), "print certificate": ("print", "certificate", "{to}"),
    "print table": ("print", "table", "--address", "a", "--without-code", "{to}"),
}  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_any_command_finishes_an_interrupted_restore_and_reports_it(made: Path, ours: Path, name: str) -> None:
    assert cut_short(lambda: restore(read_backup(made), ours), 9)
    words = [word.format(to=ours.with_name("to.pdf")) for word in COMMANDS[name] or (name,)]
    result = CliRunner(env=ENGLISH).invoke(main, [*words, "--data", str(ours)])
    assert result.output.startswith("A restore was cut short: it is finished now.")
    assert stands(ours) == "new"


def test_a_restore_under_way_is_left_to_whoever_does_it(made: Path, ours: Path) -> None:
    assert cut_short(lambda: restore(read_backup(made), ours), 9)
    before = all_in(ours)
    with held(ours, "piste restore, process 1"):
        result = CliRunner(env=ENGLISH).invoke(main, ["record", "--data", str(ours)])
        assert result.exit_code == 1
        assert "piste restore, process 1" in result.output
    (ours / LOCK).unlink()
    assert all_in(ours) == {name: data for name, data in before.items() if name != LOCK}


def test_a_file_that_is_there_is_not_overwritten(made: Path, tmp_path: Path) -> None:
    before = made.read_bytes()
    with pytest.raises(FileExistsError):
        back_up(tmp_path / "first", made, made=DAY, piste="0.2.0")
    assert made.read_bytes() == before


def rewritten(made: Path, **changes: object) -> Path:
    """The backup with other files in it; None leaves one out, a dict changes what the manifest says."""
    with zipfile.ZipFile(made) as whole:
        files: dict[str, object] = {name: whole.read(name) for name in whole.namelist()}
    fields = changes.pop("said", {})
    manifest = json.loads(files["backup.json"])  # type: ignore[arg-type]  # bytes, read above
    files["backup.json"] = json.dumps(manifest | fields)  # type: ignore[operator]  # a dict, by the callers below
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
        ({"said": {"format": 3}}, "of a newer Piste"),
        ({"said": {"format": "1"}}, "to say format, made, piste and files"),
        ({"said": {"files": []}}, "to say format, made, piste and files"),
        ({"said": {"files": {"../evil": "0"}}}, "expected nothing in it but"),
        ({"said": {"files": {"tables/1/table.code": "0"}}}, "expected nothing in it but"),
        ({"said": {"files": {"tables/2/../../evil": "0"}}}, "expected nothing in it but"),
        ({"classes_json": "other"}, r"expected classes\.json in it as it was written"),
        ({"classes_json": None}, r"expected classes\.json in it"),
        ({"backup_json": None}, r"expected backup\.json in it"),
        ({"backup_json": "[" * 100_000}, r"expected backup\.json in it to say"),
    ],
)
def test_what_is_none_of_ours_changes_nothing(made: Path, tmp_path: Path, changes: dict[str, object], why: str) -> None:
    (folder := tmp_path / "data").mkdir()
    (folder / "classes.json").write_text("mine")
    result = CliRunner().invoke(main, ["restore", str(rewritten(made, **changes)), "--data", str(folder)])
    assert result.exit_code == 1
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
        backup = read_backup(folder / "backup.zip")
    except BackupError:
        return
    assert backup.files["classes.json"] == b"of the first " * 50


@pytest.mark.parametrize("spoilt", [(b"PK\1\2", 46, 0xFF), (b"PK\1\2", 45, 0x7F), (b"PK\5\6", 19, 0x80)])
def test_an_odd_zip_is_refused_in_a_sentence(made: Path, tmp_path: Path, spoilt: tuple[bytes, int, int]) -> None:
    head, at, byte = spoilt
    odd = bytearray(made.read_bytes())
    place = odd.rindex(head)
    odd[place + at] = byte
    if head == b"PK\1\2":
        odd[place + 9] |= 0x08  # the name is marked as UTF-8
    made.write_bytes(odd)
    (folder := tmp_path / "data").mkdir()
    result = CliRunner().invoke(main, ["restore", str(made), "--data", str(folder)], env=ENGLISH)
    assert (result.exit_code, type(result.exception)) == (1, SystemExit)
    assert "expected a backup of Piste's; it is none, or damaged" in result.output
    assert [path.name for path in folder.iterdir()] == ["piste.lock"]


def test_a_backup_that_cannot_be_read_is_not_called_damaged(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="Is a directory"):
        read_backup(tmp_path)


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
    result = CliRunner().invoke(main, ["backup", file, "--data", str(folder)], env=ENGLISH)
    assert (result.exit_code, result.output) == (0, f"Kept in {file}: journal.sqlite.\n")
    assert CliRunner().invoke(main, ["backup", file, "--data", str(folder)]).exit_code == 1
    result = CliRunner().invoke(main, ["restore", file, "--data", str(folder)], env=ENGLISH)
    assert result.exit_code == 0
    assert f"What was there before lies in {folder / 'before-restore-1'}." in result.output
    with held(folder, "a server"):
        result = CliRunner().invoke(main, ["restore", file, "--data", str(folder)])
    assert result.exit_code == 1
    assert "got one of a server" in result.output


def test_nothing_that_is_kept_is_forgotten() -> None:
    """Every file that the site writes into its data folder is in a backup, or is named here as one that is not."""
    from webui.checkup import frame_colours, kept, run
    from webui.live import area, memory
    from webui.site import auth
    from webui.store import advice, classes, journal, lessons, tables

    written = {
        journal.NAME, classes.NAME, lessons.NAME, tables.NAME, advice.FILE, frame_colours.FILE, run.FILE, kept.FILE,
        memory.FILE, area.FILE, auth.PIN_FILE, auth.TABLE_FILE,
    }  # fmt: skip
    assert written == set(BACKED_UP)
    assert auth.KEY_FILE not in BACKED_UP


# Several tables in one box.


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A box with three tables, each in mid-game, a copy of its journal beside; the last was taken away."""
    (folder := tmp_path / "box").mkdir()
    listed = TableList(folder)
    for number, name in enumerate(("Ana", "Bob", "Cem"), 1):
        if number > 1:
            table_folder(folder, listed.add().number).mkdir(parents=True)
        at = table_folder(folder, number)
        lesson(at, name, "Léo")
        copy(at / NAME, "2026-11-22")
        (at / "table.code").write_text(f"code {number}")
        (at / "hands.json").write_text("left in place")
    listed.remove(3)
    return folder


@pytest.fixture
def six(tmp_path: Path) -> Path:
    """A backup of a box with six tables."""
    (folder := tmp_path / "six").mkdir()
    for number in range(1, 7):
        at = table_folder(folder, number if number == 1 else TableList(folder).add().number)
        at.mkdir(parents=True, exist_ok=True)
        lesson(at, f"Zoé{number}", "Max")
        (at / "table.code").write_text(f"six {number}")
        (at / "calibration.json").write_text(f"hangs over {number}")
    back_up(folder, tmp_path / "six.zip", made=DAY, piste="0.2.0")
    return tmp_path / "six.zip"


OTHERS = ("tables/3", "tables/5", "tables/6")
"""Those whose files a test of every step leaves out."""


def firsts(folder: Path) -> list[str]:
    """Who plays first at each table of a data folder."""
    tables = [at for at in every_folder(folder).values() if (at / NAME).exists()]
    return [resumed(at)["players"][0]["name"] for at in tables]  # type: ignore[index]  # a view's JSON


def manifest_of(file: Path) -> dict[str, object]:
    with zipfile.ZipFile(file) as whole:
        return dict(json.loads(whole.read("backup.json")))


def test_only_a_backup_with_tables_or_lessons_is_refused_by_older_pistes(made: Path, six: Path, tmp_path: Path) -> None:
    assert manifest_of(made)["format"] == 1
    assert manifest_of(six)["format"] == 2
    (tmp_path / "first" / "lessons.json").write_text("{}")
    back_up(tmp_path / "first", tmp_path / "lessons.zip", made=DAY, piste="0.2.0")
    assert manifest_of(tmp_path / "lessons.zip")["format"] == 2


def test_all_tables_come_back(six: Path, box: Path) -> None:
    aside = restore(read_backup(six), box)
    assert aside == box / "before-restore-1"
    assert firsts(box) == [f"Zoé{number}" for number in range(1, 7)]
    assert [table.number for table in TableList(box).all()] == [1, 2, 3, 4, 5, 6]
    assert [(at / "table.code").read_text() for at in every_folder(box).values()] == [f"six {n}" for n in range(1, 7)]
    assert firsts(aside) == ["Ana", "Bob", "Cem"]
    assert [len(list((at / "copies").iterdir())) for at in every_folder(aside).values()] == [1, 1, 1]
    assert not list(box.glob("tables/*/copies"))
    assert (box / "tables" / "3" / "hands.json").exists()
    assert {stat.S_IMODE(path.stat().st_mode) for path in box.glob("tables/*/*.code")} == {0o600}


def test_the_backup_of_one_table_takes_the_others_aside(made: Path, box: Path) -> None:
    aside = restore(read_backup(made), box)
    assert aside is not None
    assert firsts(box) == ["Zoé"]
    assert [table.number for table in TableList(box).all()] == [1]
    assert firsts(aside) == ["Ana", "Bob", "Cem"]


def test_games_of_all_tables_are_counted(six: Path, tmp_path: Path) -> None:
    assert games_in(read_backup(six), tmp_path) == 6
    assert list(tmp_path.glob(".restore-*")) == []


def test_a_rotten_journal_of_one_table_changes_nothing(six: Path, box: Path) -> None:
    backup, before = read_backup(six), all_in(box)
    with pytest.raises(BackupError, match="a journal that can be opened"):
        restore(replace(backup, files={**backup.files, f"tables/4/{NAME}": b"rotten" * 1000}), box)
    assert all_in(box) == before


def test_tables_are_all_old_or_all_new_wherever_it_is_cut(six: Path, box: Path) -> None:
    whole, before, ends = read_backup(six), all_in(box), list[str]()
    backup = replace(whole, files={name: data for name, data in whole.files.items() if name[:8] not in OTHERS})
    after = undisturbed(backup, box)
    for at in itertools.count(1):
        folder = Path(shutil.copytree(box, box.with_name(f"at-{at}")))
        died = cut_short(lambda folder=folder: restore(backup, folder), at)  # type: ignore[misc]  # of this turn
        done, stands_now = finish_restore(folder), all_in(folder)
        ends.append("new" if stands_now == after else "old" if stands_now == before else f"torn at {at}")
        assert done is (CutShort.NONE if ends[-1] == "old" or not died else CutShort.FINISHED)
        if not died:
            break
    assert ends == sorted(ends, reverse=True)  # first old, then new
    assert len(ends) > 25


@pytest.mark.parametrize("first", [24, 33, 45])
def test_the_end_of_a_restore_of_tables_may_be_cut_too(six: Path, box: Path, first: int) -> None:
    backup, after = read_backup(six), undisturbed(read_backup(six), box)
    assert cut_short(lambda: restore(backup, box), first)
    for at in itertools.count(1):
        folder = Path(shutil.copytree(box, box.with_name(f"at-{at}")))
        died = cut_short(lambda folder=folder: finish_restore(folder), at)  # type: ignore[misc]  # of this turn
        finish_restore(folder)
        assert all_in(folder) == after
        if not died:
            break


@pytest.mark.parametrize("gone", ["tables/5/calibration.json", "table.code", "tables/2/journal.sqlite"])
def test_a_missing_file_of_one_table_takes_all_tables_back(six: Path, box: Path, gone: str) -> None:
    backup, before = read_backup(six), all_in(box)
    for at in (24, 30):
        folder = Path(shutil.copytree(box, box.with_name(f"at-{at}")))
        assert cut_short(lambda folder=folder: restore(backup, folder), at)  # type: ignore[misc]  # of this turn
        next(folder.glob(".restore-*/")).joinpath(gone).unlink()
        assert finish_restore(folder) is CutShort.TAKEN_BACK
        assert all_in(folder) == before
        assert sorted(path.name for path in (folder / "tables").iterdir()) == ["2", "3"]


def test_no_table_is_served_while_a_restore_runs(six: Path, box: Path) -> None:
    before = all_in(box)
    with held(box / "tables" / "3", "a server of table 3"):
        result = CliRunner(env=ENGLISH).invoke(main, ["restore", str(six), "--data", str(box)])
    assert result.exit_code == 1
    assert "a server of table 3" in result.output
    assert {name: data for name, data in all_in(box).items() if not name.endswith(LOCK)} == before


def test_a_zip_bomb_ends_early(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.store.backup.LARGEST", 1000)
    with pytest.raises(BackupError, match="1000 bytes at most"):
        read_backup(made)
