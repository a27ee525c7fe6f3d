"""What `piste serve` follows, and what it takes up again."""

from datetime import date, timedelta
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from sent import sent

from hardware.errors import NoCamera
from hardware.found_cameras import FoundCamera
from hardware.turned_camera import Hanging
from referee.core import Game
from referee.games import GAMES
from vision.errors import UnfitPicture
from vision.frame import Frame
from vision.look import Eyes
from vision.observation import Observation
from webui.checkup.frame_colours import FrameColours
from webui.checkup.kept import Calibrations
from webui.commands.serve import _setup, tell_opened
from webui.live import wiring
from webui.live.broker.publisher import Publisher
from webui.live.classroom.hub import EveryTable
from webui.live.classroom.practice import PracticeTables
from webui.live.gnubg.analyst import Analyst
from webui.live.live import Live
from webui.live.watchdog import Pulse
from webui.live.wiring import DEMONSTRATION, camera_word, lingering, open_live, open_source, unhurried
from webui.site.app import compile_templates
from webui.site.auth import Door
from webui.site.context import Site, Streams
from webui.site.deeds import do
from webui.site.roles import Role
from webui.store.broker import BrokerSettings
from webui.store.classes import Classes
from webui.store.journal import Journal
from webui.store.seats import Seats
from webui.table.values.actions import Throw
from webui.table.values.setup import NO_GAME, Setup, players_at
from webui.table.values.shown import MOST_PLACES
from webui.words import words

OWN = Setup("occe_adult", players_at((1, 2), ("Zoé", "Max")))


def nothing_to_see():
    """A source that ends at once."""
    return iter(())


def names(live: Live) -> list[str]:
    return [player["name"] for player in sent(live.snapshot())["players"]]


def test_a_camera_that_was_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(NoCamera):
        camera_word(str(tmp_path / "none.mp4"), print)


def test_a_recording_that_exists_is_followed(tmp_path: Path) -> None:
    assert camera_word(str(tmp_path), print) == str(tmp_path)


def test_the_chosen_camera_is_opened_if_present(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, there = list[str](), [FoundCamera("usb:2", "Microscope", "usb:2")]

    def gone(word: str, *, paced: bool) -> None:
        opened.append(word)
        raise NoCamera("expected a camera; got none")

    monkeypatch.setattr(wiring, "open_camera", gone)
    monkeypatch.setattr(wiring, "found_cameras", lambda: tuple(there))
    followed = open_source("auto", tmp_path, print, Pulse())
    assert followed is not None
    source, lookout = followed
    for choice in ("", "usb:2", "usb:2"):
        lookout.calibrations.choose(choice)
        with pytest.raises(NoCamera):
            next(iter(source()))
        if opened == ["auto", "usb:2"]:
            there.clear()
    assert opened == ["auto", "usb:2", "auto"]


WEBCAM = "usb:046d_C270_8A3F"


@pytest.mark.parametrize("turned", ["", "@90m"])
def test_a_camera_that_comes_back_under_another_number_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, turned: str
) -> None:
    opened, there = list[str](), [FoundCamera(WEBCAM, "Webcam", "usb:0")]

    def gone(word: str, *, paced: bool) -> None:
        opened.append(word)
        raise NoCamera("expected a camera; got none")

    monkeypatch.setattr(wiring, "open_camera", gone)
    monkeypatch.setattr(wiring, "found_cameras", lambda: tuple(there))
    followed = open_source(f"usb:0{turned}", tmp_path, print, Pulse())
    assert followed is not None
    source, lookout = followed
    for now in ([FoundCamera(WEBCAM, "Webcam", "usb:2")], [FoundCamera("usb:0", "Microscope", "usb:0")], []):
        there[:] = now
        with pytest.raises(NoCamera):
            next(iter(source()))
    assert opened == [f"{WEBCAM}{turned}", f"usb:0{turned}", f"usb:0{turned}"]
    assert lookout.cameras() == ()


def test_a_numbered_camera_stores_its_table_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Calibrations(tmp_path)
    kept.choose("usb:0")
    kept.hang(Hanging(90))
    monkeypatch.setattr(wiring, "found_cameras", lambda: (FoundCamera(WEBCAM, "Webcam", "usb:0"),))
    followed = open_source("auto", tmp_path, print, Pulse())
    assert followed is not None
    calibrations = followed[1].calibrations
    assert (calibrations.camera(), calibrations.hanging()) == (WEBCAM, Hanging(90))


def test_the_demonstration_begins_its_own_game(tmp_path: Path) -> None:
    live = open_live(tmp_path, nothing_to_see, demo=DEMONSTRATION)
    assert names(live) == ["Léa", "Tom"]
    live.close()


def test_no_recording_plays_into_a_resumed_touch_game(tmp_path: Path) -> None:
    first = Live(Journal.open(tmp_path))
    first.new_game(OWN)
    first.act(Throw((6, 2)))
    first.close()
    again = open_live(tmp_path, nothing_to_see, demo=DEMONSTRATION)
    assert names(again) == ["Zoé", "Max"]
    assert (again.snapshot().state, again.snapshot().mode) == ("waiting_move", "touch")
    again.close()


def test_a_freed_table_opens_without_the_demonstration_that_day(tmp_path: Path, monkeypatch) -> None:
    first = open_live(tmp_path, nothing_to_see, demo=DEMONSTRATION)
    first.new_game(Setup(NO_GAME))
    first.close()
    again = open_live(tmp_path, nothing_to_see, demo=DEMONSTRATION)
    assert (again.snapshot().game, again.snapshot().mode) == (None, "touch")
    again.close()
    monkeypatch.setattr(wiring, "date", SimpleNamespace(today=lambda: date.today() + timedelta(days=1)))
    tomorrow = open_live(tmp_path, nothing_to_see, demo=DEMONSTRATION)
    assert names(tomorrow) == ["Léa", "Tom"]
    tomorrow.close()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_can_be_configured(game: type[Game]) -> None:
    for players in range(game.player_range[0], min(game.player_range[1], MOST_PLACES) + 1):
        setup = _setup(game.name, players)
        assert setup is not None
        assert (setup.game, len(setup.seats)) == (game.name, players)


def test_a_configured_game_comes_before_the_demonstration(tmp_path: Path) -> None:
    open_live(tmp_path, nothing_to_see, demo=DEMONSTRATION).close()
    again = open_live(tmp_path, nothing_to_see, demo=DEMONSTRATION, begin=OWN)
    assert (names(again), again.snapshot().mode) == (["Zoé", "Max"], "touch")
    again.close()


def test_the_terminal_says_which_table_opens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for begin in (DEMONSTRATION, OWN):
        live = Live(Journal.open(tmp_path))
        live.new_game(begin)
        tell_opened(words("fr"), live)
        live.close()
    assert capsys.readouterr().out.splitlines() == [
        "La table de démonstration s’ouvre.", "La partie de Zoé et Max continue.",
    ]  # fmt: skip


def test_a_configured_game_begins_only_if_none_runs(tmp_path: Path) -> None:
    first = open_live(tmp_path, None, demo=None, begin=OWN)
    assert names(first) == ["Zoé", "Max"]
    first.close()
    second = open_live(tmp_path, None, demo=None, begin=DEMONSTRATION)
    assert names(second) == ["Zoé", "Max"]
    second.close()


def test_a_new_game_ends_the_demonstration(tmp_path: Path) -> None:
    live = open_live(tmp_path, nothing_to_see, demo=DEMONSTRATION)
    door, classes = Door(tmp_path, lambda: 0.0), Classes(tmp_path)
    every = EveryTable(tuple, Event())
    here = (Seats(tmp_path), FrameColours(tmp_path), Streams(1), every, PracticeTables())
    nobody = Publisher(BrokerSettings(tmp_path), every.snapshot, tuple, lambda: ("", ""), Event())
    place = Site(live, door, classes, *here, nobody, Analyst(Event()), lambda: 0.0, 0.0, True, DEMONSTRATION)
    do(place, {"action": "new_game", "setup": OWN.to_json()}, Role.TEACHER)
    assert (names(live), live.snapshot().mode) == (["Zoé", "Max"], "touch")
    do(place, {"action": "demonstration"}, Role.TEACHER)
    assert names(live) == ["Léa", "Tom"]
    live.close()


@pytest.mark.parametrize(
    ("spent", "slept"),
    [
        (0.0, [0.5, 0.5]),  # reading takes no time: played as filmed
        (0.2, [0.3, 0.3]),  # reading fits in between
        (0.7, []),  # a slow machine: every frame, later
    ],
)
def test_a_recording_is_never_hurried_and_loses_no_frame(spent: float, slept: list[float]) -> None:
    now, waits = [0.0], []

    def sleep(seconds: float) -> None:
        waits.append(round(seconds, 6))
        now[0] += seconds

    frames = [Frame(np.zeros((1, 1, 3), np.uint8), time) for time in (0.0, 0.5, 1.0)]
    seen = []
    for frame in unhurried(frames, lambda: now[0], sleep):
        seen.append(frame.time)
        now[0] += spent
    assert seen == [0.0, 0.5, 1.0]
    assert waits == slept


def test_the_end_of_a_recording_stands_for_a_while() -> None:
    picture = np.zeros((1, 1, 3), np.uint8)
    shown = list(lingering([Frame(picture, 0.0), Frame(picture, 3.0)], seconds=1.0))
    assert [frame.time for frame in shown] == [0.0, 3.0, 3.5, 4.0]
    assert list(lingering([])) == []


def test_a_camera_of_flat_pictures_says_so_and_shows_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webui.live.wiring.open_eyes", lambda: Eyes(None))  # it never comes to reading
    folder = tmp_path / "flat"
    folder.mkdir()
    cv2.imwrite(str(folder / "1.png"), np.zeros((8, 100, 3), np.uint8))
    opened = open_source(str(folder), tmp_path, print, Pulse())
    assert opened is not None
    source, lookout = opened
    with pytest.raises(UnfitPicture, match="got 100x8"):
        list(source())
    assert lookout.newest is None


def test_what_is_seen_after_the_close_changes_nothing(tmp_path: Path) -> None:
    live = open_live(tmp_path, None, demo=None, begin=OWN)
    live.close()
    before = live.snapshot()
    live.look(Observation(1.0, None, ()))
    live.lose()
    live.beat()
    assert live.snapshot() is before


def test_compiled_templates_are_compiled_once(teacher, monkeypatch) -> None:
    compile_templates(teacher.app)
    monkeypatch.setattr(teacher.app.jinja_env, "compile", lambda *_: pytest.fail("it was compiled again"))
    for path in ("/", "/mur", "/enseignant", "/new", "/jouer", "/nothing-there"):
        assert teacher.client.get(path).status_code in (200, 302, 404)
