"""A second medium for copies: recognised by its folder, thinned out, and reported while it is absent."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from webui.checkup.doctor import Grade, of_the_medium
from webui.files import write_whole
from webui.live.copier import Copier
from webui.live.live import Live
from webui.store import medium as store
from webui.store.copies import LAST, copies_in, copy
from webui.store.elsewhere import erase_elsewhere, known_copies
from webui.store.journal import NAME, Journal
from webui.store.medium import FILE, copy_to_medium, medium, medium_of_all, name_medium, share_medium
from webui.table.values.actions import Throw
from webui.table.values.setup import Setup, players_at

DAY = "2026-11-23"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    live = Live(Journal.open(folder))
    live.new_game(Setup("royal", players_at((1,), ("Ana",)), "Tric-Trac Royal"))
    live.act(Throw((6, 3)))
    live.close()
    return folder


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def words(data: Path) -> dict[str, Grade]:
    known = medium(data)
    return {} if known is None else {line.word: line.grade for line in [of_the_medium(known)]}


def test_each_copy_on_the_medium_is_whole_and_private(data: Path, stick: Path) -> None:
    named = name_medium(data, str(stick))
    assert named is not None
    copier = Copier(data / NAME, lambda: DAY)
    copier.begin()
    copier.close()
    (there,) = copies_in(named.place)
    assert there.read_bytes() == (data / "copies" / there.name).read_bytes()
    assert there.stat().st_mode & 0o077 == 0
    assert [copy.path for copy in known_copies(data)] == [str(there)]
    assert words(data) == {"medium": Grade.WELL}
    assert name_medium(data, str(stick)).last == DAY  # named again, it is the same


def test_each_table_has_a_folder_of_its_own_on_the_medium(data: Path, stick: Path) -> None:
    named, third = name_medium(data, str(stick)), data / "tables" / "3"
    assert named is not None
    Journal.open(third).close()
    for _ in range(2):  # a second start changes nothing
        share_medium(data, 3)
    for folder in (data, third):
        copy(folder / NAME, DAY)
        assert copy_to_medium(folder / NAME)
    places = sorted(path.name for path in stick.iterdir())
    assert places == [f"piste-copies-{named.mark}", f"piste-copies-{named.mark}table3"]
    assert [len(copies_in(stick / place)) for place in places] == [1, 1]
    assert [len(known_copies(folder)) for folder in (data, third)] == [1, 1]
    write_whole(third / FILE, (third / FILE).read_text().replace('"trouble": ""', '"trouble": "it is full"'))
    assert medium_of_all(data) == replace(named, last=DAY, trouble="it is full")
    name_medium(data, "")
    share_medium(data, 3)
    assert (medium_of_all(data), medium(third)) == (None, None)


def test_nothing_is_said_or_copied_where_none_is_named(data: Path, stick: Path) -> None:
    copy(data / NAME, DAY)
    assert not copy_to_medium(data / NAME)
    name_medium(data, str(stick))
    assert name_medium(data, "") is None
    assert (medium(data), words(data)) == (None, {})


def test_an_empty_mount_point_is_not_taken_for_the_medium(
    data: Path, stick: Path, tmp_path: Path
) -> None:
    name_medium(data, str(stick))
    copy(data / NAME, DAY)
    stick.rename(tmp_path / "drawer")
    assert not copy_to_medium(data / NAME)
    assert words(data) == {"medium_away": Grade.WORTH_KNOWING}
    stick.mkdir()  # where it was mounted
    assert not copy_to_medium(data / NAME)
    assert list(stick.iterdir()) == []
    stick.rmdir()
    (tmp_path / "drawer").rename(stick)
    assert copy_to_medium(data / NAME)


def test_another_stick_in_its_place_is_taken(data: Path, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name_medium(data, str(stick))
    copy(data / NAME, DAY)
    for place in stick.iterdir():
        place.rmdir()
    real = Path.stat

    def another_disk(self: Path, **more: bool) -> object:
        status = real(self, **more)
        if self == stick:
            return SimpleNamespace(st_dev=status.st_dev + 1, st_mode=status.st_mode)
        return status

    monkeypatch.setattr(Path, "stat", another_disk)
    assert copy_to_medium(data / NAME)


def test_one_that_is_away_when_it_is_named_is_told(data: Path, tmp_path: Path) -> None:
    assert name_medium(data, str(tmp_path / "not there")) is not None
    assert words(data) == {"medium_away": Grade.WORTH_KNOWING}


def test_too_many_go_and_are_forgotten(data: Path, stick: Path) -> None:
    named = name_medium(data, str(stick))
    assert named is not None
    for _ in range(LAST + 3):
        copy(data / NAME, DAY)
        assert copy_to_medium(data / NAME)
    left = copies_in(named.place)
    assert len(left) == LAST
    assert {place.path for place in known_copies(data)} == {str(path) for path in left}


def test_copies_that_begin_to_count_anew_write_over_none(data: Path, stick: Path) -> None:
    named = name_medium(data, str(stick))
    assert named is not None
    for _ in range(2):
        copy(data / NAME, DAY)
        assert copy_to_medium(data / NAME)
    for path in (data / "copies").iterdir():
        path.unlink()
    copy(data / NAME, DAY)
    assert copy_to_medium(data / NAME)
    assert [path.name[8:14] for path in copies_in(named.place)] == ["000003", "000002", "000001"]


def test_one_that_cannot_be_written_is_told_until_it_can(
    data: Path, stick: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    name_medium(data, str(stick))

    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    copier = Copier(data / NAME, lambda: DAY)
    with monkeypatch.context() as patch:
        patch.setattr(store, "write_bytes_whole", full)
        copier.begin()
        copier.close()
    assert copier.trouble == ""
    assert "No space left" in caplog.text
    assert words(data) == {"medium_closed": Grade.WORTH_KNOWING}
    copier.begin()
    copier.close()
    assert words(data) == {"medium": Grade.WELL}


def test_a_copy_of_what_is_erased_meanwhile_does_not_stay(
    data: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = name_medium(data, str(stick))
    assert named is not None
    made, real = copy(data / NAME, DAY), store.write_bytes_whole

    def slow(path: Path, whole: bytes) -> None:
        made.unlink()
        erase_elsewhere(data)
        real(path, whole)

    monkeypatch.setattr(store, "write_bytes_whole", slow)
    copy_to_medium(data / NAME)
    assert copies_in(named.place) == ()


@pytest.mark.parametrize("game", [1, None])
def test_whatever_is_erased_is_in_no_copy_there(data: Path, stick: Path, tmp_path: Path, game: int | None) -> None:
    named = name_medium(data, str(stick))
    assert named is not None
    copy(data / NAME, DAY)
    copy_to_medium(data / NAME)
    with Journal.open(data) as journal:
        journal.erase(game)
    assert list(named.place.iterdir()) == []


STRANGE = '{"folder": "x", "mark": "../..", "last": "", "trouble": ""}'


@pytest.mark.parametrize("content", ["", "[]", "{}", STRANGE, "[" * 9000])
def test_a_damaged_file_names_none(data: Path, content: str) -> None:
    (data / FILE).write_text(content)
    assert medium(data) is None
