"""What Piste reads in the demonstration film is marked where it lies on the screen, and the page stays calm."""

import json
import re
from itertools import compress, pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from on_screen import DRAWN, SEEN, SIDEWAYS, resized, watch_for_shifts

from hardware.camera import open_camera
from vision.follow.follower import follow_frames
from vision.frame import Frame
from vision.observation import Observation
from webui.checkup.kept import Calibrations
from webui.checkup.run import RunningCheck
from webui.live.eyes import open_eyes
from webui.live.lookout import Lookout

DEMO = Path(__file__).resolve().parents[2] / "hardware" / "demo"
SIZES = ((360, 740), (800, 1280), (1366, 640), (1920, 1080))
ON_SCREEN = """() => {
  const marks = document.querySelector(".camera-stage .marks");
  const at = marks.getScreenCTM();
  const place = ([x, y]) => { const one = new DOMPoint(x, y).matrixTransform(at); return [one.x, one.y]; };
  const outlines = (kind) => [...marks.querySelectorAll(`.mark.of-${kind}`)].flatMap((path) =>
    path.getAttribute("d").split("Z").filter(Boolean).map((part) =>
      part.slice(1).split("L").map((point) => place(point.split(" ").map(Number)))));
  const values = [...marks.querySelectorAll(".of-value")].map((one) => one.dataset.die);
  return { dice: outlines("die"), board: outlines("board")[0], values };
}"""
UNMARKED = """() => {
  const without = new CSSStyleSheet();
  without.replaceSync(".camera-stage .marks { visibility: hidden }");
  document.adoptedStyleSheets = [without];
}"""
"""Draws the page without its marks, whatever is refreshed meanwhile."""


@pytest.fixture(scope="module")
def film() -> list[tuple[Observation, Frame]]:
    """The demonstration until its second throw has been read."""
    shown = []
    with open_camera("demo", paced=False) as camera:
        for seen, frame in follow_frames(camera.frames(), open_eyes()):
            shown.append((seen, frame))
            if seen.time > TRUTH[-1]["t"] + 0.5 and seen.still:
                return shown
    return shown


TRUTH = [
    line
    for line in map(json.loads, (DEMO / "demo.truth.jsonl").read_text(encoding="utf-8").splitlines())
    if line["event"] == "roll_settled"
][:2]


@pytest.fixture
def lookout(tmp_path: Path) -> Lookout:
    """Shows a picture until the next one, however long that takes."""
    return Lookout(Calibrations(tmp_path), None, RunningCheck(tmp_path), clock=lambda: 0.0, patience=0)


def show(lookout: Lookout, seen: Observation, frame: Frame) -> None:
    for shown in lookout.watched([frame]):
        lookout.saw(seen, shown)


def refreshed(page, frame: Frame) -> None:
    """Waits until the page shows that picture."""
    page.locator(f".camera-stage img[src$='at={frame.time}']").wait_for()


def rests(film: list[tuple[Observation, Frame]]) -> list[tuple[Observation, Frame]]:
    """The first look at each of the known throws."""
    return [next(look for look in film if look[0].still and look[0].time > line["t"] - 0.1) for line in TRUTH]


def white_on_felt(picture: np.ndarray) -> list[tuple[float, float]]:
    """The middles of what is nearly white and lies in the red of a picture, from the left."""
    hue, saturation, value = cv2.split(cv2.cvtColor(picture, cv2.COLOR_BGR2HSV))
    red = ((hue < 6) | (hue > 172)) & (saturation > 150)
    felt = cv2.morphologyEx(red.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((61, 61), np.uint8))
    white = (saturation < 70) & (value > 130) & (felt > 0)
    _, _, boxes, middles = cv2.connectedComponentsWithStats(white.astype(np.uint8))
    whole = [k for k in range(1, len(boxes)) if boxes[k][4] > 40]
    return sorted(tuple(middles[k]) for k in whole)


def dice_on_screen(page) -> list[tuple[float, float]]:
    """Where the dice are in the picture that the page shows, without its marks."""
    page.locator(".camera-stage img").evaluate("(picture) => picture.decode()")
    page.evaluate(UNMARKED)
    drawn = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    top, seen = page.locator(".camera-stage").bounding_box()["y"], white_on_felt(drawn)
    page.evaluate(SEEN)
    return [(x, y) for x, y in seen if y > top]


def test_marks_lie_on_the_dice_of_each_throw(tablet, place, lookout: Lookout, film) -> None:
    tablet.set_viewport_size({"width": 1366, "height": 640})
    for number, (look, line) in enumerate(zip(rests(film), TRUTH, strict=True)):
        show(lookout, *look)
        if number == 0:
            tablet.goto(f"{place.url}/camera")
        else:
            refreshed(tablet, look[1])
        tablet.locator(f".of-value[data-die='{line['dice'][0]}']").first.wait_for()
        marks = tablet.evaluate(ON_SCREEN)
        assert sorted(map(int, marks["values"])) == sorted(line["dice"])
        seen = dice_on_screen(tablet)
        marked = sorted(np.mean(outline, axis=0).tolist() for outline in marks["dice"])
        assert len(seen) == len(marked) == 2
        for outline, at, (x, y) in zip(sorted(marks["dice"]), marked, seen, strict=True):
            side = float(np.ptp(np.array(outline), axis=0).max())
            assert np.hypot(at[0] - x, at[1] - y) < 0.4 * side, (at, (x, y), side)


def test_the_picture_is_large_fits_and_shows_the_board_alone(tablet, place, lookout: Lookout, film, barriers) -> None:
    show(lookout, *rests(film)[0])
    for path in ("/camera", "/check"):
        tablet.goto(place.url + path)
        tablet.wait_for_selector(".of-value", state="attached")
        for width, height in resized(tablet, SIZES):
            tablet.evaluate(DRAWN)
            board = np.array(tablet.evaluate(ON_SCREEN)["board"])
            stage = tablet.locator(".camera-stage").bounding_box()
            assert tablet.evaluate(SIDEWAYS) <= 0
            assert np.ptp(board, axis=0).max() > 0.7 * min(stage["width"], stage["height"])
            assert stage["y"] + stage["height"] <= height
            assert max(stage["width"] / width, stage["height"] / height) > 0.65
            says = tablet.locator(".camera-says").bounding_box()
            assert says["y"] + says["height"] <= height
        assert barriers(tablet) == []
        tablet.emulate_media(color_scheme="dark")
        assert barriers(tablet, colours_only=True) == []
        tablet.emulate_media(color_scheme="light")


def test_nothing_jumps_while_the_film_goes_on(tablet, place, lookout: Lookout, film) -> None:
    show(lookout, *film[0])
    for size in ((360, 740), (1366, 640)):
        tablet.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        tablet.goto(f"{place.url}/camera")
        watch_for_shifts(tablet)
        changes = [(one[0].still, one[0].dice) != (other[0].still, other[0].dice) for one, other in pairwise(film)]
        for look in (*list(compress(film, changes))[:4], film[-1]):
            show(lookout, *look)
            refreshed(tablet, look[1])
            tablet.evaluate(DRAWN)
        assert tablet.evaluate("window.shifts") == []


def test_a_hidden_page_asks_for_nothing(tablet, place, lookout: Lookout, film) -> None:
    show(lookout, *film[0])
    tablet.clock.install()
    tablet.goto(f"{place.url}/camera")
    with tablet.expect_response(re.compile("/camera/now")):
        tablet.clock.run_for(1100)
    asked = []
    tablet.evaluate("""() => Object.defineProperty(document, "hidden", { get: () => true })""")
    tablet.on("request", lambda request: asked.append(request.url))
    tablet.clock.run_for(10_000)
    assert asked == []


def test_without_scripts_a_still_picture_has_its_marks(plain, come_in, place, lookout: Lookout, film) -> None:
    show(lookout, *rests(film)[0])
    come_in(plain.context, place, "teacher")
    plain.goto(f"{place.url}/camera")
    assert plain.locator(".camera-stage img").is_visible()
    assert plain.locator(".marks .of-die").count() == 2  # one in the picture, one in the key
    assert plain.locator(".of-value").count() == 2
    assert "Je lis 36 cases" in plain.locator(".camera-says").inner_text()
    plain.click("text=Ce que je lis, en mots")
    assert plain.locator(".camera-words").inner_text().count("ouvertes") == 4
