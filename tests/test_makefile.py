"""What `make` says to whoever opens Piste for the first time."""

import shutil
import subprocess
from pathlib import Path

import pytest

needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")


@needs_make
def test_the_first_run_reports_its_progress(checkout: Path, tmp_path: Path) -> None:
    told = subprocess.run(
        ["make", "-n", "run", f"VENV={tmp_path / 'none'}"], cwd=checkout, check=True, capture_output=True, text=True
    ).stdout
    said, _, installs = told.partition("une seule fois")
    assert "pip install" not in said
    assert "-m venv" not in said
    (longest,) = (line for line in installs.splitlines() if "-r requirements.lock" in line)
    assert "--quiet" not in longest
