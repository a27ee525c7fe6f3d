"""The wheel holds the five packages with their data, and nothing else."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOMS = {"vision", "referee", "webui", "models", "hardware"}
DATA = {".onnx", ".toml", ".html", ".css", ".js", ".mo", ".mp4", ".jsonl", ".svg", ".md"}


@pytest.fixture(scope="module")
def names(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=checkout,
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    return zipfile.ZipFile(wheel).namelist()


def test_the_wheel_holds_exactly_the_five_packages(names: list[str]) -> None:
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == ROOMS


def test_every_tracked_file_of_a_room_is_in_the_wheel(names: list[str], checkout: Path) -> None:
    tracked = subprocess.run(
        ["git", "ls-files", *sorted(ROOMS)], cwd=checkout, check=True, capture_output=True, text=True
    ).stdout.split("\n")
    missing = [name for name in tracked if name and (checkout / name).exists() and name not in names]
    assert missing == []
