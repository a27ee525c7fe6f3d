"""What an update brings: the wheels of an archive, one wheel, or what an index has; in a folder that build.sh takes."""

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
    """The file is no wheel and no archive of Piste's, or it is damaged."""


def from_file(file: Path, kept: Path, to: Path) -> None:
    """Lays the wheels out: those of an archive, or a wheel of Piste's beside those that this box keeps.

    Args:
        file: piste-VERSION-offline.tar, or piste-VERSION-py3-none-any.whl.
        kept: the wheels of the version in use.
        to: an empty folder.

    Raises NoRelease, or OSError.
    """
    if file.name.startswith("piste-") and file.suffix == ".whl":
        _gathered((wheel for wheel in kept.glob("*.whl") if not wheel.match(OURS)), to)
        shutil.copy(file, to)
        return
    unpacked = to / "unpacked"
    try:
        with tarfile.open(file, "r:") as archive:  # not packed: what comes out is no larger than what went in
            archive.extractall(unpacked, filter="data")
    except (tarfile.TarError, EOFError) as error:
        raise NoRelease(f"{file}: expected an archive or a wheel of Piste's; got: {error}") from error
    for wheel in _checked(file, unpacked):
        wheel.replace(to / wheel.name)
    shutil.rmtree(unpacked)


def _checked(file: Path, unpacked: Path) -> tuple[Path, ...]:
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


def from_index(index: str, kept: Path, to: Path) -> None:
    """Downloads the newest Piste of an index; the index is asked for the rest only where this box's wheels do not do.

    So libraries stay those that this Piste was tried with, as long as they suffice.
    Raises subprocess.CalledProcessError.
    """
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]
    subprocess.run([*pip, "--index-url", index, "--no-deps", "-d", str(to), "piste"], check=True)
    (wheel,) = to.glob(OURS)
    rest = [*pip, "--find-links", str(kept), "-d", str(to), str(wheel)]
    if subprocess.run([*rest, "--no-index"], stderr=subprocess.DEVNULL).returncode:
        subprocess.run([*rest, "--index-url", index], check=True)


def keep(wheels: Path, kept: Path, cpu: str) -> None:
    """Keeps the wheels that fit this processor for the next update, in place of those kept so far. Raises OSError."""
    draft = kept.with_name(f"{kept.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir()
    _gathered((wheel for wheel in wheels.glob("*.whl") if fits(wheel.name, cpu)), draft)
    shutil.rmtree(kept, ignore_errors=True)
    draft.rename(kept)


def fits(wheel: str, cpu: str) -> bool:
    """A wheel's name promises that it runs on this processor: "x86_64" or "aarch64", as `uname -m` tells it."""
    return wheel.endswith("-any.whl") or cpu in wheel.rsplit("-", 1)[-1]


def _gathered(wheels: Iterable[Path], to: Path) -> None:
    for wheel in wheels:
        shutil.copy(wheel, to)
