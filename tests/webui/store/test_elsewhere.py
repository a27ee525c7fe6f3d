"""Backups outside the data folder: erased with everything, named where they are away, erased when they return."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from webui.cli import main
from webui.store.elsewhere import FILE, MOST, erase_elsewhere, known_copies, remember, settle


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "classes.json").write_text('{"version": 1, "classes": []}')
    return folder


@pytest.fixture
def stick(tmp_path: Path, data: Path) -> Path:
    """A medium with a backup on it."""
    folder = tmp_path / "stick"
    folder.mkdir()
    done = CliRunner().invoke(main, ["backup", str(folder / "all.zip"), "--data", str(data)])
    assert done.exit_code == 0, done.output
    return folder


def test_a_backup_that_is_there_goes_with_everything(data: Path, stick: Path) -> None:
    assert erase_elsewhere(data) == ()
    assert list(stick.iterdir()) == []
    assert not (data / FILE).exists()


def test_a_backup_that_is_away_is_erased_when_it_returns(data: Path, stick: Path, tmp_path: Path) -> None:
    away = tmp_path / "drawer"
    stick.rename(away)
    file = str(stick / "all.zip")
    assert erase_elsewhere(data) == (file,)
    assert settle(data) == (file,)  # it is still away
    away.rename(stick)
    assert settle(data) == ()
    assert list(stick.iterdir()) == []


def test_a_file_that_replaced_the_backup_is_left_alone(data: Path, stick: Path) -> None:
    (stick / "all.zip").write_text("holiday pictures")
    assert erase_elsewhere(data) == ()
    assert (stick / "all.zip").read_text() == "holiday pictures"


def test_what_is_not_owed_is_never_touched(data: Path, stick: Path) -> None:
    assert settle(data) == ()
    assert (stick / "all.zip").exists()


def test_what_is_remembered_is_bounded(data: Path, stick: Path) -> None:
    for number in range(MOST + 5):
        copy = stick / f"{number}.zip"
        shutil.copy(stick / "all.zip", copy)
        remember(data, copy)
    assert len(known_copies(data)) == MOST


ODD = (b"[{}]", b"[1]", b"{}", b"[" * 5000, b'[{"path": 1, "total": 2, "owed": 3}]')


@given(st.binary(max_size=60) | st.sampled_from(ODD))
def test_no_file_breaks_the_remembering(tmp_path_factory: pytest.TempPathFactory, text: bytes) -> None:
    folder = tmp_path_factory.getbasetemp()
    (folder / FILE).write_bytes(text)
    assert settle(folder) == ()
