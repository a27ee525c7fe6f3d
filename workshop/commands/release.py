"""`python -m workshop release`: everything that a release hands out, in one folder."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from ..release.bundle import MACHINES, SUMS, download, packed, sums
from ..release.debs import fetched, lacking
from ..release.locked import locked, to_run
from ..release.sbom import bill

CHECKOUT = Path(__file__).resolve().parents[2]


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--cache", type=click.Path(path_type=Path), help="Where downloads are kept for the next time.")
@click.option("--debs/--no-debs", default=True, help="With Debian's packages that a fresh system lacks.")
@click.option("--archive/--no-archive", default=True, help="With the archive that installs without a network.")
def command(folder: Path, cache: Path | None, debs: bool, archive: bool) -> None:
    """Make wheel, sdist, the offline archive, the bill of materials and SHA256SUMS in FOLDER, which must be empty.

    Example: python -m workshop release dist --cache ~/.cache/piste-release
    """
    if folder.exists() and any(folder.iterdir()):
        raise click.UsageError(f"{folder}: expected an empty folder")
    folder.mkdir(parents=True, exist_ok=True)
    version = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    when = _last_commit()
    wheel = _built(folder)
    packages = (*to_run(CHECKOUT / "requirements.lock"), *locked(CHECKOUT / "requirements-pi.lock"))
    made = datetime.fromtimestamp(when, UTC).isoformat()
    text = bill(wheel, CHECKOUT / "models", packages, version=version, made=made)
    (folder / f"piste-{version}.cdx.json").write_text(text, encoding="utf-8")
    if archive:
        with TemporaryDirectory(prefix="piste-release-") as work:
            root = Path(work) / f"piste-{version}"
            _filled(root, wheel, cache or Path(work) / "cache", debs)
            packed(root, folder / f"piste-{version}-offline.tar", when=when)
    (folder / SUMS).write_text(sums(folder))
    for file in sorted(folder.iterdir()):
        click.echo(f"{file.stat().st_size / 1e6:8.1f} MB  {file.name}")


def _built(folder: Path) -> Path:
    """Builds wheel and sdist into a folder; the wheel."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(folder.resolve())]
    subprocess.run(build, cwd=CHECKOUT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def _filled(root: Path, wheel: Path, cache: Path, debs: bool) -> None:
    """Lays out what the archive holds."""
    shutil.copytree(CHECKOUT / "hardware" / "install", root, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    shutil.copy(CHECKOUT / "docs" / "install.md", root)
    folder, wheels = cache / "wheels", root / "wheels"
    folder.mkdir(parents=True, exist_ok=True)
    wheels.mkdir()
    packages = (*to_run(CHECKOUT / "requirements.lock"), *locked(CHECKOUT / "requirements-pi.lock"))
    for machine in MACHINES:
        download(machine, packages, folder, wheels)
        if debs:
            _debs(root, cache, machine.release, machine.debian)
    shutil.copy(wheel, wheels)
    (root / SUMS).write_text(sums(root))


def _debs(root: Path, cache: Path, release: str, cpu: str) -> None:
    folder = cache / "debs" / f"{release}-{cpu}"
    with TemporaryDirectory(prefix="piste-apt-") as work:
        wanted = lacking(release, cpu, Path(work))
    for file in fetched(wanted, folder):
        to = root / "debs" / f"{release}-{cpu}"
        to.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, to)


def _last_commit() -> int:
    """When the newest commit was made, seconds since 1970: the same sources make the same files."""
    log = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=CHECKOUT, check=True, capture_output=True, text=True
    )
    return int(log.stdout)
