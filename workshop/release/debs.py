"""Debian packages that a fresh system lacks, so that a school without Internet can install Piste.

apt works out what NEEDED brings along, for another release or processor too, in a folder of its own; what debootstrap
puts on every system is left out. Both programs come from Debian.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

NEEDED = ("python3", "python3-venv", "avahi-daemon")
MIRROR = "http://deb.debian.org/debian"
SECURITY = "http://deb.debian.org/debian-security"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
MERGED = """Package: usr-is-merged
Status: install ok installed
Version: 99
Architecture: all
Multi-Arch: foreign
Maintainer: none
Description: what debootstrap has done already, so that nothing that does it is brought along
"""
URI = re.compile(r"^'(?P<url>[^']+)' (?P<file>\S+) (?P<size>\d+) (?:SHA256:(?P<sum>[0-9a-f]{64}))?$", re.MULTILINE)


@dataclass(frozen=True)
class Deb:
    """A package file to fetch: its address, its name, its size in bytes and its SHA-256 ("" where apt tells none)."""

    url: str
    file: str
    size: int
    sha256: str

    @property
    def package(self) -> str:
        """The package's name."""
        return self.file.partition("_")[0]


def parsed(text: str) -> tuple[Deb, ...]:
    """What `apt-get --print-uris` tells."""
    return tuple(Deb(m["url"], m["file"], int(m["size"]), m["sum"] or "") for m in URI.finditer(text))


def lacking(release: str, cpu: str, work: Path) -> tuple[Deb, ...]:
    """The packages that NEEDED brings beyond what debootstrap installs.

    Args:
        release: Debian's name of it, such as "trixie".
        cpu: Debian's name of it, such as "arm64".
        work: an empty folder.

    Raises:
        subprocess.CalledProcessError, FileNotFoundError: apt or debootstrap cannot be run, or cannot reach the mirror.
    """
    options = _apt(release, cpu, work)
    _run("apt-get", *options, "-q", "update")
    listed = _run("apt-get", *options, "install", "--print-uris", "-y", "-q", "--no-install-recommends", *NEEDED)
    base = _run("debootstrap", "--print-debs", f"--arch={cpu}", release, str(work / "base"), MIRROR).split()
    return tuple(deb for deb in parsed(listed) if deb.package not in base)


def _apt(release: str, cpu: str, work: Path) -> tuple[str, ...]:
    for folder in ("lists/partial", "cache/archives/partial", "etc/apt.conf.d", "etc/preferences.d"):
        (work / folder).mkdir(parents=True)
    (work / "status").write_text(MERGED)
    lines = (f"{MIRROR} {release}", f"{MIRROR} {release}-updates", f"{SECURITY} {release}-security")
    sources = "".join(f"deb [signed-by={KEYRING}] {line} main\n" for line in lines)
    (work / "etc" / "sources.list").write_text(sources)
    settings = {
        "Dir::Etc": work / "etc",
        "Dir::State": work,
        "Dir::State::status": work / "status",
        "Dir::Cache": work / "cache",
        "APT::Architecture": cpu,
        "APT::Sandbox::User": "root",
        "Acquire::ForceHash": "SHA256",
    }
    given = [part for name, value in settings.items() for part in ("-o", f"{name}={value}")]
    return (*given, "-o", "APT::Architectures=", "-o", f"APT::Architectures::={cpu}")


def fetched(debs: tuple[Deb, ...], to: Path) -> Iterator[Path]:
    """Fetches each package that is not there yet. Raises ValueError where one is not what was promised, or OSError."""
    to.mkdir(parents=True, exist_ok=True)
    for deb in debs:
        file = to / urllib.request.url2pathname(deb.file)
        if not file.exists():
            with urllib.request.urlopen(deb.url) as answer:
                data = answer.read()
            if len(data) != deb.size or (deb.sha256 and hashlib.sha256(data).hexdigest() != deb.sha256):
                raise ValueError(f"expected {deb.file} of {deb.size} bytes as apt promised it; got something else")
            file.write_bytes(data)
        yield file


def _run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
