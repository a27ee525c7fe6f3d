"""The camera is set up with a mouse, a finger and a keyboard."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import cv2
import numpy as np
import pytest

from hardware.turned_camera import Hanging
from vision.follow.follower import follow_frames
from vision.frame import Frame, Image
from vision.geometry.plane import homography, project
from vision.layout import load_layout
from vision.observation import BoardSeen, Observation, Piece
from webui.checkup.kept import Calibrations
from webui.checkup.run import RunningCheck
from webui.live.lookout import Lookout

CORNERS = ((300.0, 840.0), (330.0, 140.0), (960.0, 150.0), (990.0, 850.0))
SIZES = {"tablet": (1280, 800), "upright": (800, 1280), "desktop": (1920, 1080), "phone": (390, 844)}


def picture() -> Image:
    image = cv2.resize(np.random.default_rng(3).integers(60, 160, (60, 80, 3), dtype=np.uint8), (1280, 960))
    cv2.fillPoly(image, [np.array(CORNERS, np.int32)], (90, 150, 190))
    return np.asarray(image)


@dataclass
class Eyes:
    """Finds no board by itself; on a known one it reads all the tiles open."""

    def look(
        self, frame: Frame, board: str, side: object, known: BoardSeen | None, px: object
    ) -> Observation:
        if known is None:
            return Observation(frame.time, None, ())
        pieces = []
        for space in load_layout(known.layout).spaces_of():
            turn = [(0.2, 0.86), (0.14, 0.2), (0.8, 0.14), (0.86, 0.8)][space.seat - 1]
            along = [(0.07, 0), (0, 0.07), (-0.07, 0), (0, -0.07)][space.seat - 1]
            at = np.add(turn, np.multiply(along, space.slot - 1))
            ((x, y),) = project(homography(known.corners), at)
            pieces.append(Piece(space.name, "open", space.number, (float(x), float(y)), 0.97))
        return Observation(frame.time, known, (), tuple(pieces))


@pytest.fixture
def lookout(tmp_path: Path) -> Lookout:
    return Lookout(Calibrations(tmp_path), Eyes(), RunningCheck(tmp_path))


@pytest.fixture
def source(lookout: Lookout):
    """A camera that shows the same table for ever."""

    def frames() -> Iterator[Frame]:
        image, tick = picture(), Event()
        for k in range(100_000):
            tick.wait(0.02)
            yield Frame(image, k / 10)

    def follow():
        for seen, frame in follow_frames(lookout.watched(frames()), Eyes(), learnt=lookout.calibration):
            lookout.saw(seen, frame)
            yield seen, frame

    return follow


@pytest.fixture
def desk(tablet, place):
    """The page that sets up the camera, once it shows a picture."""
    tablet.goto(f"{place.url}/camera")
    until(tablet, "document.querySelector('.camera-stage img')?.naturalWidth > 0")
    return tablet


def until(page, holds: str, seconds: float = 15) -> None:
    """Waits until an expression holds; the page's own policy forbids Playwright's way of asking again."""
    asks = f"""new Promise((done) => {{
      const end = Date.now() + {1000 * seconds};
      const look = () => (({holds}) || Date.now() > end ? done({holds}) : setTimeout(look, 30));
      look();
    }})"""
    fields = [field(page, corner) for corner in range(1, 5)] if page.query_selector("[name=x1]") else []
    assert page.evaluate(asks), f"expected {holds} within {seconds} s; corners {fields}"


def by_hand(page) -> None:
    """Opens the part where corners are placed, and waits until the page has come to rest at the picture."""
    page.click("[data-hand] > summary")
    until(page, "document.querySelector('[data-shown]').naturalWidth > 0")
    until(page, "document.querySelector('[data-live]').getBoundingClientRect().top < 1")


def field(page, corner: int) -> tuple[float, float]:
    x, y = (page.input_value(f'[name="{axis}{corner}"]') for axis in "xy")
    return float(x), float(y)


def on_screen(page, at: tuple[float, float]) -> tuple[float, float]:
    """Where a pixel of the picture is on the screen."""
    box = page.locator("[data-live]").bounding_box()
    return box["x"] + at[0] * box["width"] / 1280, box["y"] + at[1] * box["height"] / 960


def drag(page, corner: int, to: tuple[float, float]) -> None:
    page.mouse.move(*on_screen(page, field(page, corner)))
    page.mouse.down()
    page.mouse.move(*on_screen(page, to), steps=4)
    arrives(page, corner, to)
    page.mouse.up()


def comes_true(page, holds, seconds: float = 15) -> None:
    """Waits, picture by picture of the page, for something that the server's side tells."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "expected it to come true in time"
        page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")


def arrives(page, corner: int, at: tuple[float, float], near: float = 4) -> None:
    """Waits until a corner lies at a place of the picture."""
    fields = [f"document.querySelector('[name={axis}{corner}]').value" for axis in "xy"]
    until(page, " && ".join(f"Math.abs({f} - {v}) <= {near}" for f, v in zip(fields, at, strict=True)))


def press(page, corner: int, key: str, times: int) -> None:
    page.focus(f'[data-handle="{corner}"]')
    for _ in range(times):
        page.keyboard.press(key)


def test_corners_set_by_mouse_and_keys_are_used(
    desk, place, lookout: Lookout
) -> None:
    by_hand(desk)
    for corner in (1, 2, 3):
        drag(desk, corner, CORNERS[corner - 1])
    drag(desk, 4, (960, 830))
    x, y = field(desk, 4)
    press(desk, 4, "ArrowRight", 4)
    press(desk, 4, "Shift+ArrowDown", 1)
    step = 1280 * 0.002
    arrives(desk, 4, (x + 4 * step, y + 10 * step), near=0.3)
    assert "Coin 4" in desk.locator('[data-handle="4"]').get_attribute("aria-label")
    desk.locator('[data-said]:text("Coin 4")').wait_for(state="attached")
    drag(desk, 4, CORNERS[3])
    desk.click('button[value="corners"]')
    desk.get_by_text("là où vous l’avez montré").wait_for()
    kept = lookout.calibration()
    assert kept is not None
    np.testing.assert_allclose(kept.corners, CORNERS, atol=4)
    # The follower takes the board up within a second, although nothing finds it.
    desk.locator(".marks .of-board").wait_for(state="attached")
    comes_true(desk, lambda: lookout.board == kept.board)


def test_a_chosen_corner_goes_to_the_tap_and_back(desk) -> None:
    by_hand(desk)
    before = [field(desk, corner) for corner in range(1, 5)]
    desk.locator('[data-handle="2"]').focus()
    desk.mouse.click(*on_screen(desk, (400, 300)))
    arrives(desk, 2, (400, 300))
    desk.click("[data-undo]")
    assert [field(desk, corner) for corner in range(1, 5)] == before


def test_a_finger_drags_a_corner(visit) -> None:
    page = visit(role="teacher", path="/camera", has_touch=True)
    by_hand(page)
    start, end = on_screen(page, field(page, 1)), on_screen(page, (280, 860))
    finger = page.context.new_cdp_session(page)
    points = [
        {"x": start[0] + (end[0] - start[0]) * k / 5, "y": start[1] + (end[1] - start[1]) * k / 5}
        for k in range(6)
    ]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    for point in points[1:]:
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    arrives(page, 1, (280, 860))


def test_a_camera_that_hangs_head_first_is_turned_and_mirrored(desk, lookout: Lookout) -> None:
    for button, hanging in (("tourner", "90"), ("miroir", "270m")):
        desk.click("text=La caméra elle-même")
        desk.get_by_role("button", name=re.compile(button, re.IGNORECASE)).click()
        desk.locator(f'[data-hanging="{hanging}"]').wait_for(state="attached")
        until(desk, "document.querySelector('.camera-stage img').naturalWidth > 0")
    shown = "document.querySelector('.camera-stage img')"
    until(desk, f"{shown}.naturalHeight > {shown}.naturalWidth")
    assert lookout.hung == Hanging(270, mirror=True)


def test_the_check_is_guided_on_the_page(desk, place) -> None:
    desk.click("text=Contrôler les dés et les cases")
    desk.click('button[value="begin"]')
    desk.get_by_text("Posez deux dés au milieu, face 1 en haut.").wait_for()
    desk.get_by_text("Je ne vois aucun dé.").wait_for()
    desk.click('button[value="skip"]')
    desk.get_by_text("Étape 2 sur 8").wait_for()
    desk.click('button[value="stop"]')
    desk.get_by_text("Trop peu d’étapes").wait_for()


TOO_SMALL = """() => [...document.querySelectorAll("main a, main button, main summary, main .pill, main .consent")]
  .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.width < 43.5 || box.height < 43.5)).map(([text]) => text)"""


@pytest.mark.parametrize("size", SIZES)
def test_the_pages_fit_every_screen(visit, place, size: str) -> None:
    page = visit(SIZES[size], "teacher")
    for address in ("/camera", "/check"):
        page.goto(place.url + address)
        if address == "/camera":
            by_hand(page)
            page.locator('[data-handle="1"]').wait_for()
            grip = page.locator('[data-handle="1"] .grip').bounding_box()
            assert min(grip["width"], grip["height"]) >= 44
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wide) <= 0
        assert page.evaluate(TOO_SMALL) == []


class TestWithoutAPicture:
    """No camera has given a picture yet."""

    @pytest.fixture
    def source(self) -> None:
        """Nothing is followed."""

    def test_what_needs_a_picture_is_not_offered(self, visit, lookout: Lookout) -> None:
        page = visit(role="teacher", path="/camera")
        offered = page.locator(".needs-picture")
        assert offered.count() >= 2
        assert not any(way.is_visible() for way in offered.all())
        for frame in lookout.watched([Frame(picture(), 0.0)]):
            lookout.saw(Observation(frame.time, None, ()), frame)
        offered.first.wait_for()
