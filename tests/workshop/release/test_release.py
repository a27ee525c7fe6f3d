"""What a release is made of: locked packages, Debian's, sums, a bill of materials, a signature."""

import hashlib
import json
import shutil
import subprocess
import tarfile
import zipfile
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest
from each import each

from workshop.release.bundle import MACHINES, download, packed, sums, wanted_on
from workshop.release.debs import parsed
from workshop.release.locked import MAKES_THE_WHEEL, locked, to_run
from workshop.release.sbom import bill

CHECKOUT = Path(__file__).resolve().parents[3]
LOCK = CHECKOUT / "requirements.lock"


def test_what_builds_the_wheel_is_not_needed_to_run() -> None:
    names = {item.name for item in locked(LOCK)}
    running = {item.name for item in to_run(LOCK)}
    assert names >= MAKES_THE_WHEEL
    assert not running & MAKES_THE_WHEEL
    assert {"numpy", "onnxruntime", "flask", "waitress", "lxml", "protobuf"} <= running
    assert all(item.hashes for item in to_run(LOCK))


def test_a_line_that_is_no_package_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("numpy>=1\n    --hash=sha256:" + "0" * 64 + "\n")
    with pytest.raises(ValueError, match="expected NAME==VERSION"):
        locked(tmp_path / "lock")


@each("machine", MACHINES)
def test_each_machine_gets_one_version_of_each_package(machine) -> None:
    names = [item.name for item in wanted_on(machine, to_run(LOCK))]
    assert sorted(names) == sorted(set(names))
    assert set(names) == {item.name for item in to_run(LOCK)}


def test_what_apt_prints_is_understood() -> None:
    line = "'http://deb.debian.org/debian/pool/main/p/python3.13.deb' python3.13_3.13.5-2_arm64.deb 768 SHA256:{}\n"
    (deb,) = parsed("Reading...\n" + line.format("a" * 64))
    assert (deb.package, deb.size, deb.sha256) == ("python3.13", 768, "a" * 64)


def small_wheel(folder: Path, version: str) -> Path:
    """A wheel that holds nothing."""
    file, info = folder / f"small-{version}-py3-none-any.whl", f"small-{version}.dist-info"
    with zipfile.ZipFile(file, "w") as wheel:
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: small\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    return file


def test_archives_leave_out_other_cached_versions(tmp_path: Path) -> None:
    cache, to = tmp_path / "cache", tmp_path / "wheels"
    cache.mkdir()
    to.mkdir()
    small_wheel(cache, "2.0")
    digest = hashlib.sha256(small_wheel(cache, "1.0").read_bytes()).hexdigest()
    (tmp_path / "lock").write_text(f"small==1.0 \\\n    --hash=sha256:{digest}\n")
    download(MACHINES[0], locked(tmp_path / "lock"), cache, to)
    assert [file.name for file in to.iterdir()] == ["small-1.0-py3-none-any.whl"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "piste-1.0"
    (root / "wheels").mkdir(parents=True)
    (root / "install.sh").write_text("echo\n")
    (root / "wheels" / "piste-1.0-py3-none-any.whl").write_bytes(b"wheel")
    (root / "SHA256SUMS").write_text(sums(root))
    return root


def test_sums_are_as_sha256sum_writes_them(folder: Path) -> None:
    assert f"{hashlib.sha256(b'wheel').hexdigest()}  wheels/piste-1.0-py3-none-any.whl\n" in sums(folder)
    assert "SHA256SUMS" not in sums(folder)
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=folder, check=True, capture_output=True)


def test_the_same_files_make_the_same_archive(folder: Path, tmp_path: Path) -> None:
    packed(folder, tmp_path / "one.tar", when=1_700_000_000)
    (folder / "install.sh").chmod(0o600)
    (folder / "install.sh").touch()
    packed(folder, tmp_path / "two.tar", when=1_700_000_000)
    assert (tmp_path / "one.tar").read_bytes() == (tmp_path / "two.tar").read_bytes()
    with tarfile.open(tmp_path / "one.tar") as archive:
        modes = {member.name: (member.mode, member.uid) for member in archive}
    assert modes["piste-1.0/install.sh"] == (0o755, 0)
    assert modes["piste-1.0/SHA256SUMS"] == (0o644, 0)


def test_the_bill_names_every_package_and_every_network(tmp_path: Path) -> None:
    wheel = tmp_path / "piste.whl"
    wheel.write_bytes(b"wheel")
    made = "2026-11-23T00:00:00+00:00"
    text = bill(wheel, CHECKOUT / "models", to_run(LOCK), version="1.0", made=made)
    parsed = json.loads(text)
    assert (parsed["bomFormat"], parsed["specVersion"]) == ("CycloneDX", "1.6")
    assert parsed["metadata"]["component"]["name"] == "piste"
    parts = {part["bom-ref"]: part for part in parsed["components"]}
    assert {f"pkg:pypi/{item.name}@{item.version}" for item in to_run(LOCK)} <= set(parts)
    networks = [part for part in parts.values() if part["type"] == "machine-learning-model"]
    assert len(networks) == len(list((CHECKOUT / "models").rglob("*.onnx")))
    assert [ref for ref, part in parts.items() if not part.get("licenses")] == unknown_here(parts)
    assert len(parts) == len(parsed["components"])
    assert {row["ref"] for row in parsed["dependencies"]} == {"pkg:pypi/piste@1.0", *parts}
    assert text == bill(wheel, CHECKOUT / "models", to_run(LOCK), version="1.0", made=made)


def unknown_here(parts) -> list[str]:
    """Packages of which nothing is known, because this environment has them not."""
    def missing(name: str) -> bool:
        try:
            metadata(name)
        except PackageNotFoundError:
            return True
        return False

    return [ref for ref, part in parts.items() if ref.startswith("pkg:") and missing(part["name"])]


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="this needs ssh-keygen")
def test_a_changed_release_fails_its_signature(folder: Path, tmp_path: Path) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    sign = ["sh", str(CHECKOUT / "workshop" / "release" / "sign.sh"), str(key), str(folder)]
    subprocess.run(sign, check=True, capture_output=True)
    who = tmp_path / "allowed"
    who.write_text(f"maintainer@piste {key.with_suffix('.pub').read_text()}")
    check = ["ssh-keygen", "-Y", "verify", "-f", str(who), "-I", "maintainer@piste", "-n", "piste-release"]
    signed = [*check, "-s", str(folder / "SHA256SUMS.sig")]
    parsed = (folder / "SHA256SUMS").read_bytes()
    assert subprocess.run(signed, input=parsed, capture_output=True).returncode == 0
    assert subprocess.run(signed, input=parsed + b"\n", capture_output=True).returncode != 0
    (folder / "install.sh").write_text("echo changed\n")
    assert subprocess.run(sign, capture_output=True).returncode != 0
