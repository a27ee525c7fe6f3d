"""The wheel holds the five packages with their data, and nothing else; the sdist everything that they are made of."""

import email
import stat
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOMS = {"vision", "referee", "webui", "models", "hardware"}
ABROAD = {".gitignore", ".ci"}
"""What of a checkout is in no sdist: it says how the checkout itself is looked after."""
LARGEST = {"wheel": 8_000_000, "sdist": 16_000_000}
"""Bytes: a stick and a school's network carry them."""


@pytest.fixture(scope="module")
def built(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist."""
    folder = tmp_path_factory.mktemp("built")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(folder)],
        cwd=checkout,
        check=True,
        capture_output=True,
    )
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (file,) = built.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def names(wheel: Path) -> list[str]:
    return zipfile.ZipFile(wheel).namelist()


@pytest.fixture(scope="module")
def sources(built: Path) -> dict[str, int]:
    """What the sdist holds, below its one folder, with the mode of each file."""
    (file,) = built.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        return {member.name.partition("/")[2]: member.mode for member in archive if member.isfile()}


def tracked(checkout: Path, *what: str) -> list[str]:
    told = subprocess.run(["git", "ls-files", *what], cwd=checkout, check=True, capture_output=True, text=True).stdout
    return [name for name in told.splitlines() if (checkout / name).exists()]


def test_the_wheel_holds_exactly_the_five_packages(names: list[str]) -> None:
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == ROOMS


def test_every_tracked_file_of_a_room_is_in_the_wheel(names: list[str], checkout: Path) -> None:
    missing = [name for name in tracked(checkout, *sorted(ROOMS)) if name not in names]
    assert missing == []


def test_the_wheel_states_its_name_and_requirements(wheel: Path, names: list[str]) -> None:
    inside = zipfile.ZipFile(wheel)
    (place,) = (name for name in names if name.endswith(".dist-info/METADATA"))
    told = email.message_from_bytes(inside.read(place))
    assert told["Name"] == "piste"
    assert told["License-Expression"] == "MIT"
    assert told["Requires-Python"] == ">=3.11"
    needed = {line.split(">")[0] for line in told.get_all("Requires-Dist") or [] if "extra ==" not in line}
    assert {"numpy", "onnxruntime", "flask", "waitress"} <= needed
    (points,) = (name for name in names if name.endswith("entry_points.txt"))
    assert b"piste = webui.cli:main" in inside.read(points)


def test_every_tracked_file_is_in_the_sdist_and_nothing_else(sources: dict[str, int], checkout: Path) -> None:
    there = {name for name in tracked(checkout) if name.split("/")[0] not in ABROAD}
    assert sorted(there - set(sources)) == []
    assert set(sources) - there <= {"PKG-INFO", ".gitignore"}  # hatchling adds them


def test_scripts_can_be_run_from_the_sdist(sources: dict[str, int]) -> None:
    scripts = [name for name in sources if name.startswith("hardware/install/") and name.endswith("install.sh")]
    assert scripts
    assert [name for name in scripts if not sources[name] & stat.S_IXUSR] == []


def test_neither_has_grown_beyond_what_a_stick_carries(built: Path, wheel: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    assert wheel.stat().st_size < LARGEST["wheel"]
    assert sdist.stat().st_size < LARGEST["sdist"]
