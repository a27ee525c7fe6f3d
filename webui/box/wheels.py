"""The wheels of an update: from an archive, one wheel, or an index; in a folder for build.sh."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from pathlib import Path

SUMS = "SHA256SUMS"
OURS = "piste-*.whl"


class NoRelease(ValueError):
    """The file is neither a wheel nor an archive of Piste, or it is damaged."""


def from_file(file: Path, held: Path, to: Path) -> None:
    """Lays out the wheels of an archive, or a wheel of Piste with this box's stored ones.

    Args:
        file: piste-VERSION-offline.tar, or piste-VERSION-py3-none-any.whl.
        held: the wheels of the version in use.
        to: an empty folder.

    Raises NoRelease, or OSError.
    """
    if file.name.startswith("piste-") and file.suffix == ".whl":
        _gather((wheel for wheel in held.glob("*.whl") if not wheel.match(OURS)), to)
        shutil.copy(file, to)
        return
    unpacked = to / "unpacked"
    try:
        with tarfile.open(file, "r:") as archive:  # uncompressed: the output is no larger than the input
            archive.extractall(unpacked, filter="data")
    except (tarfile.TarError, EOFError) as error:
        raise NoRelease(f"{file}: expected an archive or a wheel of Piste's; got: {error}") from error
    for wheel in _checked_wheels(file, unpacked):
        wheel.replace(to / wheel.name)
    shutil.rmtree(unpacked)


def _checked_wheels(file: Path, unpacked: Path) -> tuple[Path, ...]:
    """The wheels of an archive, each as its SHA256SUMS says. Raises NoRelease."""
    roots = [path for path in unpacked.iterdir() if path.is_dir()]
    if len(roots) != 1 or not (roots[0] / SUMS).is_file():
        raise NoRelease(f"{file}: expected one folder with {SUMS} in it; got {sorted(path.name for path in roots)}")
    lines = (roots[0] / SUMS).read_text(encoding="utf-8").splitlines()
    wanted = {name: total for total, _, name in (line.partition("  ") for line in lines)}
    wheels = tuple(sorted((roots[0] / "wheels").glob("*.whl")))
    if sum(wheel.match(OURS) for wheel in wheels) != 1:
        raise NoRelease(f"{file}: expected one wheel of Piste's in it")
    for wheel in wheels:
        with wheel.open("rb") as data:
            total = hashlib.file_digest(data, "sha256").hexdigest()
        if wanted.get(f"wheels/{wheel.name}") != total:
            raise NoRelease(f"{file}: expected {wheel.name} as {SUMS} says; it is damaged")
    return wheels


def from_index(index: str, held: Path, to: Path) -> None:
    """Downloads the newest Piste of an index, and the libraries that this box's wheels do not satisfy.

    So libraries stay those that were tested with this Piste, as long as they suffice.
    Raises subprocess.CalledProcessError.
    """
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]
    subprocess.run([*pip, "--index-url", index, "--no-deps", "-d", str(to), "piste"], check=True)
    (wheel,) = to.glob(OURS)
    rest = [*pip, "--find-links", str(held), "-d", str(to), str(wheel)]
    if subprocess.run([*rest, "--no-index"], stderr=subprocess.DEVNULL).returncode:
        subprocess.run([*rest, "--index-url", index], check=True)


def keep(wheels: Path, held: Path, cpu: str) -> None:
    """Stores the wheels that fit this processor for the next update, replacing earlier ones. Raises OSError."""
    draft = held.with_name(f"{held.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir()
    _gather((wheel for wheel in wheels.glob("*.whl") if fits(wheel.name, cpu)), draft)
    shutil.rmtree(held, ignore_errors=True)
    draft.rename(held)


def fits(wheel: str, cpu: str) -> bool:
    """True if a wheel's name fits this processor: "x86_64" or "aarch64", as `uname -m` prints it."""
    return wheel.endswith("-any.whl") or cpu in wheel.rsplit("-", 1)[-1]


def _gather(wheels: Iterable[Path], to: Path) -> None:
    for wheel in wheels:
        shutil.copy(wheel, to)
