"""A teacher photographs a board: agrees, takes pictures, taps what lies there, points at a die that was missed."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from plain_board import BoardEyes, room

from vision.follow.follower import follow_frames
from vision.frame import Frame
from webui.capture.run import RunningCapture
from webui.checkup.kept import Calibrations
from webui.checkup.run import RunningCheck
from webui.live.lookout import Lookout
from workshop.evaluate.truth import read_truths

SIZES = {"tablet": (1280, 800), "upright": (800, 1280), "desktop": (1920, 1080), "phone": (390, 844)}


@pytest.fixture
def lookout(tmp_path: Path) -> Lookout:
    eyes = BoardEyes()
    capture = RunningCapture(tmp_path, eyes)
    return Lookout(Calibrations(tmp_path), eyes, RunningCheck(tmp_path), capture=capture)


@pytest.fixture
def source(lookout: Lookout):
    """A camera that shows the same table for ever."""

    def frames() -> Iterator[Frame]:
        image, tick = room(), Event()
        for k in range(100_000):
            tick.wait(0.02)
            yield Frame(image, k / 10)

    def follow():
        for seen, frame in follow_frames(lookout.watched(frames()), BoardEyes(), learnt=lookout.calibration):
            lookout.saw(seen, frame)
            yield seen, frame

    return follow


def begin(page, place) -> None:
    page.goto(f"{place.url}/enseignant")
    page.click("#seldom > summary")
    page.click("text=Photographier ce plateau")
    page.check("[name=agree]")
    page.check("[name=licence][value=cc0]")
    page.fill("[name=name]", "Léa")
    page.click("button[value=begin]")
    page.get_by_text("Étape 1 sur 24").wait_for()


def test_a_board_is_photographed_on_the_tablet(tablet, place, tmp_path: Path) -> None:
    begin(tablet, place)
    tablet.click("button[value=take]")
    tablet.locator(".capture-shown").wait_for()
    tablet.click("button[value=confirm]")
    tablet.get_by_text("cases 36 sur 36").wait_for()
    tablet.click("button[value=take]")  # dice were asked for: none is seen
    shown = tablet.locator(".capture-shown")
    shown.wait_for()
    for at in ({"x": 100, "y": 100}, {"x": 180, "y": 140}):
        if not tablet.locator("[data-missing][open]").count():
            tablet.click("[data-missing] summary")
        shown.click(position=at)
        tablet.wait_for_load_state()
    tablet.locator("[name=die-1]").first.wait_for(state="attached")
    tablet.locator("label:has([name=die-0][value='2'])").click()
    tablet.locator("label:has([name=die-1][value='1'])").click()
    tablet.click("button[value=confirm]")
    tablet.get_by_text("Étape 3 sur 24").wait_for()
    (capture,) = (tmp_path / "capture").iterdir()
    _, truth = read_truths(capture / "labels.jsonl")
    assert [die.value for die in truth.dice or ()] == [2, 1]
    tablet.click("button[value=stop]")
    tablet.click("button[value=delete]")
    tablet.click("text=Oui, tout effacer")
    tablet.get_by_text("Rien n’est gardé avant").wait_for()
    assert list((tmp_path / "capture").iterdir()) == []


TOO_SMALL = """() => [...document.querySelectorAll("main :is(a, button, summary, label)")]
  .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.width < 43.5 || box.height < 43.5)).map(([text]) => text)"""


@pytest.mark.parametrize("size", SIZES)
def test_the_page_fits_every_screen(visit, place, size: str) -> None:
    page = visit(SIZES[size], "teacher", "/capture")
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

    def fits() -> None:
        page.wait_for_load_state()  # with its style
        assert page.evaluate(wide) <= 0
        assert page.evaluate(TOO_SMALL) == []

    fits()
    begin(page, place)
    fits()
    page.click("button[value=take]")
    page.locator(".capture-shown").wait_for()
    page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")
    fits()
