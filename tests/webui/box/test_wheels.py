"""What an update brings is checked before anything of it is used."""

import bz2
import gzip
import hashlib
import io
import lzma
import tarfile
from pathlib import Path

import pytest
from each import each

from webui.box.wheels import NoRelease, fits, from_file, keep

OURS = "piste-9.0.0-py3-none-any.whl"


def archive(file: Path, members: dict[str, bytes]) -> Path:
    with tarfile.open(file, "w") as whole:
        for name, data in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            whole.addfile(member, io.BytesIO(data))
    return file


def sums(members: dict[str, bytes]) -> bytes:
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in members.items()).encode()


def release(file: Path, **changed: bytes) -> Path:
    held = {f"wheels/{OURS}": b"ours", "wheels/numpy-2.4.6-cp311-cp311-manylinux_2_28_aarch64.whl": b"theirs"}
    files = {"SHA256SUMS": sums(held)}
    return archive(file, {f"piste-9.0.0/{name}": data for name, data in (held | files | changed).items()})


@pytest.fixture
def to(tmp_path: Path) -> Path:
    folder = tmp_path / "to"
    folder.mkdir()
    return folder


def test_the_wheels_of_an_archive_are_laid_out(tmp_path: Path, to: Path) -> None:
    from_file(release(tmp_path / "piste.tar"), tmp_path / "kept", to)
    assert sorted(path.name for path in to.iterdir()) == [
        "numpy-2.4.6-cp311-cp311-manylinux_2_28_aarch64.whl",
        OURS,
    ]


def test_a_wheel_of_piste_is_installed_with_the_stored_ones(tmp_path: Path, to: Path) -> None:
    wheels_held, file = tmp_path / "kept", tmp_path / OURS
    wheels_held.mkdir()
    for name in ("flask-3.1.3-py3-none-any.whl", "piste-8.0.0-py3-none-any.whl"):
        (wheels_held / name).write_bytes(b"old")
    file.write_bytes(b"new")
    from_file(file, wheels_held, to)
    assert sorted(path.name for path in to.iterdir()) == ["flask-3.1.3-py3-none-any.whl", OURS]


@pytest.mark.parametrize(
    "changed",
    [
        {f"wheels/{OURS}": b"something else"},
        {"SHA256SUMS": b""},
        {"wheels/piste-9.1.0-py3-none-any.whl": b"two of them"},
        {"wheels/evil-1-py3-none-any.whl": b"in no list"},
    ],
)
def test_a_damaged_archive_is_refused(tmp_path: Path, to: Path, changed: dict[str, bytes]) -> None:
    with pytest.raises(NoRelease):
        from_file(release(tmp_path / "piste.tar", **changed), tmp_path, to)


@pytest.mark.parametrize("packed", [gzip, bz2, lzma])
def test_a_packed_archive_is_refused_before_it_is_unpacked(tmp_path: Path, to: Path, packed) -> None:
    file = release(tmp_path / "piste.tar")
    file.write_bytes(packed.compress(file.read_bytes()))
    with pytest.raises(NoRelease):
        from_file(file, tmp_path, to)
    assert list(to.iterdir()) == []


@pytest.mark.parametrize("name", ["../../evil", "/etc/evil"])
def test_nothing_is_written_beside_the_folder(tmp_path: Path, to: Path, name: str) -> None:
    file = archive(tmp_path / "piste.tar", {name: b"evil"})
    with pytest.raises(NoRelease):
        from_file(file, tmp_path, to)
    assert not list(tmp_path.rglob("evil*"))[1:]


def test_a_file_that_is_no_archive_is_refused(tmp_path: Path, to: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"\xff\xd8" * 500)
    with pytest.raises(NoRelease, match=r"holiday\.jpg"):
        from_file(tmp_path / "holiday.jpg", tmp_path, to)


@each(
    ("wheel", "cpu", "runs"),
    [
        ("flask-3.1.3-py3-none-any.whl", "aarch64", True),
        ("numpy-2.4.6-cp311-cp311-manylinux_2_28_aarch64.whl", "aarch64", True),
        ("numpy-2.4.6-cp311-cp311-manylinux_2_28_aarch64.whl", "x86_64", False),
        ("x86_64-1-cp311-cp311-manylinux_2_28_aarch64.whl", "x86_64", False),
    ],
)
def test_a_wheel_tells_by_its_name_where_it_runs(wheel: str, cpu: str, runs: bool) -> None:
    assert fits(wheel, cpu) is runs


def test_the_next_update_finds_the_wheels_of_this_one(tmp_path: Path, to: Path) -> None:
    wheels_held = tmp_path / "kept"
    wheels_held.mkdir()
    (wheels_held / "old-1-py3-none-any.whl").touch()
    for name in ("new-1-py3-none-any.whl", "new-1-cp311-cp311-manylinux_2_28_x86_64.whl"):
        (to / name).touch()
    keep(to, wheels_held, "aarch64")
    assert [path.name for path in wheels_held.iterdir()] == ["new-1-py3-none-any.whl"]
