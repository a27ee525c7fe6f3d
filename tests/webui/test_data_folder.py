"""A data folder that vanishes: what was read last stands, and nothing is written where it was."""

import errno
from pathlib import Path

import pytest

from webui.files import Folder


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    (tmp_path / "data").mkdir()
    folder = Folder(tmp_path / "data")
    folder.write("a", "first")
    return folder


def gone(folder: Folder, how: str) -> None:
    """The folder moved away, or what was mounted there: the place stays, empty."""
    folder.path.rename(folder.path.with_name("away"))
    if how == "unmounted":
        folder.path.mkdir()


def back(folder: Folder) -> None:
    if folder.path.exists():
        folder.path.rmdir()
    folder.path.with_name("away").rename(folder.path)


@pytest.mark.parametrize("how", ["moved", "unmounted"])
def test_what_was_read_last_stands_and_nothing_is_written_meanwhile(folder: Folder, how: str) -> None:
    assert folder.read("b") is None
    gone(folder, how)
    assert (folder.there, folder.read("a"), folder.read("b")) == (False, b"first", None)
    for name in ("a", "b"):
        with pytest.raises(FileNotFoundError):
            folder.write(name, "second")
    assert not folder.path.exists() or list(folder.path.iterdir()) == []
    back(folder)
    folder.write("a", "second")
    assert (folder.path / "a").read_text() == "second"


def test_a_file_deleted_inside_a_kept_folder_is_missing(folder: Folder) -> None:
    (folder.path / "other").touch()
    (folder.path / "a").unlink()
    assert folder.read("a") is None


def test_a_file_that_cannot_be_read_says_what_it_said(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_path: Path) -> bytes:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(Path, "read_bytes", fails)
    assert folder.read("a") == b"first"
    with pytest.raises(OSError, match="Too many open files"):
        folder.read("b")  # nobody knows that it is not there


def test_an_empty_folder_may_be_begun(tmp_path: Path) -> None:
    Folder(tmp_path).write("a", "first")
    assert (tmp_path / "a").read_text() == "first"


def test_a_folder_in_a_files_place_is_set_aside(folder: Folder) -> None:
    (folder.path / "b").mkdir()
    (folder.path / "b" / "names").write_text("Zoe")
    assert folder.read("b") is None
    folder.write("b", "first")
    assert (folder.path / "b.corrupt-1" / "names").exists()
    folder.wipe("b")
    assert not (folder.path / "b.corrupt-1" / "names").exists()
    assert folder.read("b") is None
