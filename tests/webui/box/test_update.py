"""Another version on the box: only when nobody plays, tested first, rolled back if it fails."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from webui.box.update import KEPT, TRIAL, GameRuns, NotFit, RolledBack, Versions, bring
from webui.store.journal import NAME, Journal
from webui.store.tables import TableList, every_folder, table_folder
from webui.table.reducer import open_table
from webui.table.values.setup import Setup, players_at

NOW = {"made": "2026-11-23T04:00:00+00:00", "piste": "0.2.0"}


@dataclass
class Box:
    """A box whose versions are folders; a version named "blind" finds no game, "deaf" is never ready."""

    place: Versions
    deeds: list[str] = field(default_factory=list)
    playing: list[bool] = field(default_factory=list)
    spoils: bool = False
    trials: list[tuple[str, ...]] = field(default_factory=list)

    def going_on(self) -> bool:
        return self.playing.pop(0) if self.playing else False

    def tried(self, version: Path, data: Path) -> str:
        assert data != self.place.data
        self.deeds.append(f"try {version.name}")
        self.trials.append(tuple(table.camera for table in TableList(data).all()))
        return "/readyz says 503: journal_broken" if version.name == "deaf" else ""

    def games(self, version: Path, data: Path) -> tuple[str, ...]:
        if version.name == "blind" and data == self.place.data:
            return ()
        if version.name == "newer" and data != self.place.data:
            raise FileNotFoundError(2, "no journal")
        found: list[str] = []
        for folder in every_folder(data).values():
            with Journal.read(folder) as journal:
                found += (str(game.id) for game in journal.games())
        return tuple(found)

    def stop(self) -> None:
        self.deeds.append("stop")

    def start(self) -> str:
        version = self.place.current.name
        self.deeds.append(f"start {version}")
        if self.spoils and version != "old":
            (self.place.data / NAME).write_bytes(b"spoilt" * 1000)
        return "nothing answers" if version == "late" else ""

    def own(self, data: Path) -> None:
        self.deeds.append("own")


@pytest.fixture
def box(tmp_path: Path) -> Box:
    """A box with one game, on which "old" is in use."""
    place = Versions(tmp_path / "opt", tmp_path / "data")
    for name in ("old", "new", "deaf", "blind", "late", "newer"):
        (place.prefix / "versions" / name).mkdir(parents=True)
    place.use(place.prefix / "versions" / "old")
    setup = Setup("occe_child", players_at((1, 2)))
    with Journal.open(place.data) as journal:
        journal.start(open_table(setup, camera=False))
    return Box(place)


def version(box: Box, name: str) -> Path:
    return box.place.prefix / "versions" / name


def brought(box: Box, name: str) -> list[str]:
    steps: list[str] = []
    bring(box.place, version(box, name), box, steps.append, **NOW)
    return steps


def games(box: Box) -> tuple[str, ...]:
    return box.games(version(box, "old"), box.place.data)


def test_a_version_that_does_takes_over(box: Box) -> None:
    assert brought(box, "new") == ["keep", "try", "move"]
    assert box.place.current.name == "new"
    assert [deed for deed in box.deeds if deed != "own"] == ["try new", "stop", "start new"]
    assert (box.place.data / KEPT).exists()
    assert not (box.place.data / TRIAL).exists()
    assert games(box) == ("1",)


def test_a_trial_serves_every_table_and_opens_no_camera(box: Box) -> None:
    listed = TableList(box.place.data)
    second = listed.add(camera="usb:1")
    with Journal.open(table_folder(box.place.data, second.number)) as journal:
        journal.start(open_table(Setup("occe_child", players_at((1, 2))), camera=False))
    brought(box, "new")
    assert box.trials == [("", "")]
    assert [table.camera for table in listed.all()] == ["", "usb:1"]
    assert games(box) == ("1", "1")


def test_nothing_is_done_while_a_game_goes_on(box: Box) -> None:
    box.playing = [True]
    with pytest.raises(GameRuns):
        brought(box, "new")
    assert box.deeds == []
    assert box.place.current.name == "old"


def test_nothing_is_done_where_a_game_was_begun_meanwhile(box: Box) -> None:
    box.playing = [False, True]
    with pytest.raises(GameRuns):
        brought(box, "new")
    assert "stop" not in box.deeds
    assert box.place.current.name == "old"


@pytest.mark.parametrize(("name", "why"), [("deaf", "journal_broken"), ("newer", "no journal")])
def test_a_version_that_cannot_serve_the_copy_is_refused(box: Box, name: str, why: str) -> None:
    with pytest.raises(NotFit, match=why):
        brought(box, name)
    assert "stop" not in box.deeds
    assert box.place.current.name == "old"
    assert not (box.place.data / TRIAL).exists()


@pytest.mark.parametrize(("name", "why"), [("late", "nothing answers"), ("blind", "0 games of 1")])
def test_a_version_that_fails_after_taking_over_is_rolled_back(box: Box, name: str, why: str) -> None:
    with pytest.raises(RolledBack, match=why):
        brought(box, name)
    assert box.place.current.name == "old"
    assert box.deeds[-1] == "start old"
    assert games(box) == ("1",)
    assert not list(box.place.data.glob("before-restore-*"))


def test_games_that_a_version_has_spoilt_come_back(box: Box) -> None:
    box.spoils = True
    with pytest.raises(RolledBack):
        brought(box, "late")
    assert games(box) == ("1",)
    assert list(box.place.data.glob("before-restore-*"))
    assert box.deeds[-2:] == ["own", "start old"]


def test_the_previous_version_is_the_newest_complete_unused_one(box: Box) -> None:
    assert box.place.before() is None
    (version(box, "old") / ".complete").touch()
    assert box.place.before() is None
    (version(box, "new") / ".complete").touch()
    previous = box.place.before()
    assert previous is not None
    assert previous.name == "new"


def test_what_install_sh_did_not_install_is_not_updated(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"install\.sh"):
        _ = Versions(tmp_path, tmp_path).current
