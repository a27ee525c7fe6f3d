"""One server a data folder."""

import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from webui.cli import main
from webui.site.server import listen
from webui.store.held import FolderHeld, held

HOLDS = """
import sys
from pathlib import Path
from webui.store.held import held
with held(Path(sys.argv[1]), "the first"):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_is_told_who_came_first(tmp_path: Path) -> None:
    with held(tmp_path, "0.0.0.0:8000, process 12"):
        with pytest.raises(FolderHeld, match=r"got one of 0\.0\.0\.0:8000, process 12$"), held(tmp_path, "another"):
            pass
        with pytest.raises(FolderHeld, match="process 12"), held(tmp_path, "a third"):
            pass


def test_it_is_held_though_somebody_deletes_the_file(tmp_path: Path) -> None:
    with held(tmp_path, "the first"):
        (tmp_path / "piste.lock").unlink()
        with pytest.raises(FolderHeld, match=r"whose piste\.lock was deleted"), held(tmp_path, "another"):
            pass
        (tmp_path / "beside").mkdir()
        with held(tmp_path / "beside", "of another folder"):
            pass
    with held(tmp_path, "the next"):
        pass


def test_it_is_let_go_of_at_the_end_whatever_happened(tmp_path: Path) -> None:
    with pytest.raises(KeyError), held(tmp_path, "a much longer word than the next one's"):
        raise KeyError
    with held(tmp_path, "next"), pytest.raises(FolderHeld, match=r"got one of next$"), held(tmp_path, "last"):
        pass


def test_a_killed_one_holds_nothing(tmp_path: Path) -> None:
    first = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert first.stdout is not None
    assert first.stdout.readline() == "held\n"
    with pytest.raises(FolderHeld, match="the first"), held(tmp_path, "the second"):
        pass
    first.send_signal(signal.SIGKILL)
    first.communicate()
    with held(tmp_path, "the second"):
        pass


@pytest.mark.parametrize(
    ("language", "folder", "port"),
    [
        ("fr_FR", "Erreur : Piste tourne déjà avec le dossier", "Erreur : Un autre programme répond déjà à"),
        ("de_DE", "Fehler: Piste läuft schon mit dem Ordner", "Fehler: Ein anderes Programm antwortet schon unter"),
        ("en_GB", "Error: Piste already runs with the folder", "Error: Another program answers at"),
    ],
)
def test_a_second_server_does_not_start(tmp_path: Path, language: str, folder: str, port: str) -> None:
    def started(data: Path, at: int) -> str:
        command = ["serve", "--host", "127.0.0.1", "--data", str(data), "--port", str(at)]
        result = CliRunner().invoke(main, command, env={"LC_ALL": f"{language}.UTF-8"})
        assert result.exit_code == 1
        return result.output.replace("\u00a0", " ")

    with held(tmp_path, "0.0.0.0:8000, PID 12"):
        assert started(tmp_path, 0).startswith(f"{folder} {tmp_path}")
    assert list(tmp_path.iterdir()) == [tmp_path / "piste.lock"]
    with closing(listen("127.0.0.1", 0)) as taken:
        at = taken.getsockname()[1]
        assert started(tmp_path, at).startswith(f"{port} 127.0.0.1:{at}")


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "piste.lock").mkdir()
    with pytest.raises(IsADirectoryError), held(tmp_path, "me"):
        pass
