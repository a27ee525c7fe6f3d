"""GNU Backgammon, another reader of matches, where it is installed."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

GNUBG = shutil.which("gnubg", path="/usr/games:/usr/bin:/usr/local/bin")


@pytest.fixture
def gnubg_says(tmp_path: Path) -> Callable[..., str]:
    """Gives it commands and returns its output."""
    if GNUBG is None:
        pytest.skip("needs GNU Backgammon (Debian's gnubg), which is not here")

    def says(*commands: str) -> str:
        (tmp_path / "commands").write_text("\n".join(("set confirm new off", "set confirm save off", *commands, "")))
        result = subprocess.run(
            [str(GNUBG), "-t", "-q", "-c", str(tmp_path / "commands")],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={"HOME": str(tmp_path), "LC_ALL": "C.UTF-8"},
            check=True,
        )
        return (result.stdout + result.stderr).decode("utf-8", "replace")

    return says
