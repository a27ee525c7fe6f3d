"""The archive that installs Piste without a network: its wheel, those that it needs, Debian's packages, the scripts.

    piste-VERSION/  install.sh uninstall.sh ...   what hardware/install holds
                    wheels/                       for x86-64 and 64-bit Arm, Python 3.11 and 3.13
                    debs/RELEASE-CPU/             what a fresh Debian 12 or 13 lacks
                    SHA256SUMS                    of all of it

The same inputs make the same archive, byte by byte.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from packaging.markers import Marker

from .locked import Locked

SUMS = "SHA256SUMS"
GLIBC = ("manylinux_2_28", "manylinux_2_27", "manylinux_2_26", "manylinux_2_17", "manylinux2014")
"""What Debian 12 (glibc 2.36) and later can load."""


@dataclass(frozen=True)
class Platform:
    """A kind of machine that the archive serves.

    Attributes:
        release: Debian's name.
        python: its Python, such as "3.11".
        cpu: as `uname -m` tells it.
        debian: the same processor as Debian calls it.
    """

    release: str
    python: str
    cpu: str
    debian: str


MACHINES = tuple(
    Platform(release, python, cpu, debian)
    for release, python in (("bookworm", "3.11"), ("trixie", "3.13"))
    for cpu, debian in (("x86_64", "amd64"), ("aarch64", "arm64"))
)


def wanted_on(machine: Platform, packages: Iterable[Locked]) -> tuple[Locked, ...]:
    """The packages whose marker holds on a machine."""
    here: dict[str, str] = {
        "python_version": machine.python,
        "python_full_version": f"{machine.python}.0",
        "platform_machine": machine.cpu,
        "sys_platform": "linux",
        "platform_system": "Linux",
        "os_name": "posix",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    return tuple(package for package in packages if not package.where or Marker(package.where).evaluate(here))


def download(machine: Platform, packages: Iterable[Locked], cache: Path, to: Path) -> None:
    """Copies a machine's wheels, each checked by its hash, and nothing else that a cache holds of older versions.

    Args:
        machine: whose wheels.
        packages: of the lock.
        cache: an existing folder, where wheels that it lacks are downloaded to.
        to: an existing folder.

    Raises:
        subprocess.CalledProcessError: one cannot be had, or is not the one that was locked.
    """
    lock = cache.with_name(f"{machine.python}-{machine.cpu}.lock")
    chosen = wanted_on(machine, packages)
    lock.write_text("".join(package.text.replace(f" ; {package.where}", "") + "\n" for package in chosen))
    platforms = [part for glibc in GLIBC for part in ("--platform", f"{glibc}_{machine.cpu}")]
    target = ["--implementation", "cp", "--python-version", machine.python, *platforms]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    get = [*pip, "--require-hashes", "-r", str(lock), *target]
    take = [*get, "--no-index", "--find-links", str(cache), "-d", str(to)]
    if subprocess.run(take, capture_output=True).returncode:
        subprocess.run([*get, "-d", str(cache)], check=True)  # not all of it was downloaded before
        subprocess.run(take, check=True)
    lock.unlink()


def sums(folder: Path) -> str:
    """A line of SHA256SUMS for each file of a folder, as `sha256sum` writes it, sorted by name."""
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.name != SUMS)
    return "".join(f"{_sha256(file)}  {file.relative_to(folder).as_posix()}\n" for file in files)


def _sha256(file: Path) -> str:
    with file.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()


def packed(folder: Path, to: Path, *, when: int) -> None:
    """A folder as one tar file, deterministic: sorted, root's, scripts executable.

    Args:
        folder: its name is that of the archive's only folder.
        to: the file.
        when: time of every file, seconds since 1970.
    """

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        member.mtime = when
        member.mode = 0o755 if member.isdir() or member.name.endswith(".sh") else 0o644
        return member

    with tarfile.open(to, "w", format=tarfile.PAX_FORMAT) as archive:
        for file in sorted(folder.rglob("*")):
            archive.add(file, f"{folder.name}/{file.relative_to(folder).as_posix()}", recursive=False, filter=plain)
