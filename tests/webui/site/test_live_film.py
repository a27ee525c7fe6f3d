"""A recording given as the camera: it is shown once in a game, and its end is no camera that was lost."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from sent import sent
from table_script import Script, words

from webui.live.follow import Source
from webui.live.live import Live
from webui.site.show.page import page
from webui.store.journal import Journal
from webui.table.reducer import open_table
from webui.table.values.actions import CloseTiles, FilmEnded, Next, Pause, Resume, Throw
from webui.table.values.setup import NO_GAME, Setup, players_at

CHILD = Setup("occe_child", players_at((1, 3)), "OCCE enfant")
SOON = 20.0
"""Seconds within which a thread must have done its part; a test never waits that long."""


class Film:
    """One turn: 4 and 2 are thrown, the 6 is closed, and there it ends; or it breaks there.

    Attributes:
        shown: how often it was opened.
    """

    def __init__(self, breaks: type[Exception] | None = None) -> None:
        self.shown, self._breaks = 0, breaks

    def __call__(self) -> Iterator[tuple[object, None]]:
        self.shown += 1
        script = Script(open_table(CHILD).table, {seat: set(range(1, 10)) for seat in (1, 2, 3, 4)})
        for _ in range(4):
            script.t += 0.5
            yield script.observation(), None
        script.roll(4, 2, settle=False)
        yield script.observation(), None
        script.open[1] -= {6}
        script.t += 0.2
        yield script.observation(), None
        if self._breaks:
            raise self._breaks("the film is broken here")


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., Live]]:
    """Opens live tables on the same folder, and closes them in the end."""
    lives: list[Live] = []

    def open_one(source: Source) -> Live:
        lives.append(Live(Journal.open(tmp_path), source=source, film=True, retry=(0.0,)))
        return lives[-1]

    yield open_one
    for live in lives:
        live.close()


def until(live: Live, state: str) -> None:
    """Waits until the camera's state is this one."""
    while sent(live.snapshot())["camera"]["state"] != state:
        assert live.wait(live.snapshot().version, SOON) is not None, sent(live.snapshot())["camera"]


def told(live: Live) -> list[str]:
    return [event["event"] for event in live.snapshot().history]


ONE_TURN = ["game_started", "roll_started", "roll_settled", "tile_flipped", "move_accepted"]


def test_play_continues_by_touch_after_a_film_ends(opened) -> None:
    film = Film()
    live = opened(film)
    live.new_game(CHILD)
    live.start()
    until(live, "ended")
    view = sent(live.snapshot())
    assert told(live) == ONE_TURN
    assert (view["mode"], view["state"], view["problems"]) == ("touch", "waiting_throw", [])
    assert page(live.snapshot(), "fr").alerts[0].startswith("Le film est fini.")
    live.act(Throw((6, 2)))
    live.act(CloseTiles((8,)))
    assert live.act(Next()).scores == {"1": 31, "3": 45}
    assert sent(live.snapshot())["camera"]["state"] == "ended"


def test_a_film_restarts_only_in_a_new_game(opened) -> None:
    film = Film()
    live = opened(film)
    live.new_game(CHILD)
    live.start()
    until(live, "ended")
    live.use_camera(False)
    assert sent(live.use_camera(True))["camera"]["state"] == "ended"
    assert live.follows is False
    assert sent(live.new_game(CHILD))["camera"]["state"] == "ok"
    while told(live) != ONE_TURN:
        assert live.wait(live.snapshot().version, SOON) is not None
    assert film.shown == 2


def test_a_film_is_not_shown_in_a_resumed_game(opened) -> None:
    film = Film()
    live = opened(film)
    live.use_camera(False)
    number = live.new_game(CHILD).id
    live.act(Throw((6, 3)))
    live.act(CloseTiles((9,)))
    live.new_game(CHILD)
    live.use_camera(True)
    live.resume_game(number)
    live.start()
    assert live.act(Next()).scores == {"1": 36, "3": 45}
    assert (live.follows, film.shown) == (False, 0)


def test_a_film_continues_in_a_touch_game_only_on_request(opened) -> None:
    film = Film()
    live = opened(film)
    live.use_camera(False)
    live.new_game(CHILD)
    live.start()
    live.act(Throw((6, 2)))
    assert sent(live.use_camera(True))["camera"]["state"] == "ended"
    assert live.new_game(CHILD).mode == "camera"
    until(live, "ended")
    assert (film.shown, told(live)) == (1, ONE_TURN)


@pytest.mark.parametrize("error", [OSError, ZeroDivisionError])
def test_a_film_that_breaks_is_over_too(opened, error: type[Exception]) -> None:
    film = Film(error)
    live = opened(film)
    live.new_game(CHILD)
    live.start()
    until(live, "ended")
    assert (film.shown, told(live)) == (1, ONE_TURN)
    assert live.failures == (error is ZeroDivisionError)


def test_empty_films_end_and_unreadable_films_are_lost(opened) -> None:
    opens, twice = [], Event()

    def unreadable():
        opens.append(1)
        if len(opens) > 1:
            twice.set()
        raise OSError("expected a film")

    empty, broken = opened(lambda: iter(())), opened(unreadable)
    for live in (empty, broken):
        live.new_game(CHILD)
        live.start()
    until(empty, "ended")
    assert twice.wait(SOON)
    until(broken, "lost")


def test_no_film_begins_in_mid_game_after_a_restart(opened) -> None:
    live = opened(Film())
    live.new_game(CHILD)
    live.start()
    until(live, "ended")
    live.close()
    film = Film()
    again = opened(film)
    again.start()
    assert (told(again), sent(again.snapshot())["camera"]["state"]) == (ONE_TURN, "ended")
    again.new_game(CHILD)
    until(again, "ended")
    assert film.shown == 1


def test_a_film_shown_before_any_game_restarts(opened) -> None:
    film = Film()
    live = opened(film)
    live.start()
    until(live, "ended")
    live.new_game(CHILD)
    until(live, "ended")
    assert (film.shown, told(live)) == (2, ONE_TURN)


def test_in_a_pause_the_end_of_a_film_decides_nothing() -> None:
    script = Script.laid(CHILD)
    script.roll(4, 2)
    script.turn((6,))
    script.touch(Pause())
    assert words(script.touch(FilmEnded())) == []
    assert script.table.whole
    assert not script.table.sight.on
    script.touch(Resume())
    assert words(script.touch(Next())) == ["move_accepted"]


def test_a_films_end_decides_nothing_without_open_questions() -> None:
    for script in (Script.laid(CHILD, camera=False), Script.laid(CHILD), Script.laid(Setup(NO_GAME))):
        script.roll(4, 2)
        match = script.table.match
        assert script.touch(FilmEnded()) == []
        assert (script.table.match, script.table.sight.on) == (match, False)


class Waiting:
    """The same turn, which then goes on until another showing is wanted; the next one begins with open tiles."""

    def __init__(self) -> None:
        self.thrown, self.again = Event(), Event()

    def __call__(self) -> Iterator[tuple[object, None]]:
        script = Script(open_table(CHILD).table, {seat: set(range(1, 10)) for seat in (1, 2, 3, 4)})
        if self.thrown.is_set():
            self.again.set()
        for _ in range(4):
            script.t += 0.5
            yield script.observation(), None
        script.roll(4, 2, settle=False)
        while True:
            script.t += 0.1
            yield script.observation(), None
            self.thrown.set()
            self.again.wait(0.01)


def test_the_demonstration_always_begins_with_its_film(tmp_path: Path) -> None:
    film, demo = Waiting(), replace(CHILD, recorded=True)
    live = Live(Journal.open(tmp_path), source=film, again=demo, retry=(0.0,))
    try:
        live.new_game(demo)
        live.start()
        assert film.thrown.wait(SOON)
        assert live.new_game(demo).id == 2
        assert film.again.wait(SOON)
        view = live.snapshot()
        while not view.dice:
            view = live.wait(view.version, SOON)
            assert view is not None
        assert ([die.value for die in view.dice], view.id) == ([4, 2], 2)
    finally:
        live.close()
