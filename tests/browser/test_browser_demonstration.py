"""The demonstration film, read by the real eyes, view by view: no page jumps, and the README's picture shows it.

`PISTE_PICTURES=1 pytest tests/browser/test_browser_demonstration.py` writes docs/images/demonstration.png anew; without
it the committed picture is compared with what the site shows now.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Event

import cv2
import numpy as np
import pytest
from on_screen import DRAWN, SHOWN, photographed, watch_for_shifts

from hardware.camera import open_camera
from vision.follow.follower import follow_frames
from vision.frame import Frame
from vision.observation import Observation
from webui.live.eyes import open_eyes
from webui.live.live import Live
from webui.live.wiring import DEMONSTRATION

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "images" / "demonstration.png"
LIKENESS = 12.0
"""Mean difference of grey levels, at a twentieth of the size, that other typefaces and rounding may bring."""
SIZES = {"tablet": (1280, 800), "upright": (800, 1280), "phone": (360, 740)}


class StepwiseFilm:
    """The demonstration film, which waits after each new view until pages have shown it.

    Attributes:
        live: the table that follows it.
        begun: set, it is shown.
        views: the version of each new view; None once the film is over.
        on: something is put there for each view that was shown.
        closing: set, it waits no more.
    """

    def __init__(self) -> None:
        self.live: Live | None = None
        self.begun, self.closing = Event(), Event()
        self.views: Queue[int | None] = Queue()
        self.on: Queue[None] = Queue()

    def __call__(self) -> Iterator[tuple[Observation, Frame]]:
        self.begun.wait()
        if self.live is None:
            return
        shown = self.live.snapshot().version
        with open_camera("demo", paced=False) as camera:
            for seen in follow_frames(camera.frames(), open_eyes()):
                yield seen
                if (newest := self.live.snapshot().version) != shown:
                    shown = newest
                    self.views.put(newest)
                    self.on.get()
        self.views.put(None)
        self.closing.wait()

    def end(self) -> None:
        """Nobody looks any more."""
        self.begun.set()
        self.closing.set()
        for _ in range(10_000):
            self.on.put(None)


@pytest.fixture
def source() -> Iterator[StepwiseFilm]:
    film = StepwiseFilm()
    yield film
    film.end()


def test_the_demonstration_jumps_nowhere_and_is_what_the_readme_shows(source: StepwiseFilm, place, visit) -> None:
    source.live = place.live
    pages = {name: visit(size, path="/table/1/") for name, size in SIZES.items()}
    place.live.new_game(DEMONSTRATION)
    for page in pages.values():
        page.evaluate(SHOWN, place.live.snapshot().version)
        watch_for_shifts(page)
    source.begun.set()
    states: list[str] = []
    while (version := source.views.get(timeout=300)) is not None:
        for page in pages.values():
            page.evaluate(SHOWN, version)
        if (state := place.live.snapshot().state) == "refused" and state not in states:
            assert "cela fait 9" in pages["tablet"].inner_text("#now")
            shown = photographed(pages["tablet"])
        states.append(state)
        source.on.put(None)
    again = place.live.new_game(DEMONSTRATION).version  # as the demonstration does after its end
    for page in pages.values():
        page.evaluate(SHOWN, again)
        page.evaluate(DRAWN)
    assert {"waiting_throw", "rolling", "waiting_move", "provisional", "refused", "game_over"} <= set(states)
    assert {name: page.evaluate("window.shifts") for name, page in pages.items()} == {name: [] for name in pages}
    if os.environ.get("PISTE_PICTURES"):
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(PICTURE), shown, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    assert difference(shown, cv2.imread(str(PICTURE))) < LIKENESS
    source.end()  # the table is given up before its source is


def difference(one: np.ndarray, other: np.ndarray) -> float:
    """Mean absolute difference of two pictures' grey levels, both made small first."""
    assert one.shape == other.shape
    small = [
        cv2.resize(cv2.cvtColor(p, cv2.COLOR_BGR2GRAY), (64, 40), interpolation=cv2.INTER_AREA)
        for p in (one, other)
    ]
    return float(np.abs(small[0].astype(float) - small[1]).mean())
