"""The README's picture: the demonstration film, read by the real eyes, as the tablet shows it.

`PISTE_PICTURES=1 pytest tests/browser/test_browser_demonstration.py` writes docs/images/demonstration.png anew; without
it the committed picture is compared with what the site shows now.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import cv2
import numpy as np
import pytest
from on_screen import photographed

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


class Film:
    """The demonstration film, as fast as it can be read, held at the first refused move."""

    def __init__(self) -> None:
        self.live: Live | None = None
        self.begun, self.held, self.over = Event(), Event(), Event()

    def __call__(self) -> Iterator[tuple[Observation, Frame]]:
        self.begun.wait()
        with open_camera("demo", paced=False) as camera:
            for seen in follow_frames(camera.frames(), open_eyes()):
                yield seen
                if self.live is not None and self.live.snapshot()["state"] == "refused":
                    self.held.set()
                    self.over.wait()
                    return
        self.held.set()


@pytest.fixture
def film() -> Iterator[Film]:
    film = Film()
    yield film
    film.begun.set()
    film.over.set()


@pytest.fixture
def source(film: Film) -> Film:
    return film


def test_the_readme_shows_the_demonstration_as_it_is(film: Film, place, visit) -> None:
    film.live = place.live
    place.live.new_game(DEMONSTRATION)
    film.begun.set()
    assert film.held.wait(timeout=300)
    assert place.live.snapshot()["state"] == "refused"
    page = visit()
    page.locator("#now").get_by_text("cela fait 9").first.wait_for()
    page.evaluate("document.fonts.ready")
    shown = photographed(page)
    if os.environ.get("PISTE_PICTURES"):
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(PICTURE), shown, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    assert difference(shown, cv2.imread(str(PICTURE))) < LIKENESS
    film.over.set()  # the table is given up before its source is


def difference(one: np.ndarray, other: np.ndarray) -> float:
    """Mean absolute difference of two pictures' grey levels, both made small first."""
    assert one.shape == other.shape
    small = [
        cv2.resize(cv2.cvtColor(p, cv2.COLOR_BGR2GRAY), (64, 40), interpolation=cv2.INTER_AREA)
        for p in (one, other)
    ]
    return float(np.abs(small[0].astype(float) - small[1]).mean())
