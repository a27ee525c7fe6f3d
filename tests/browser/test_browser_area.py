"""The dice area is marked with a mouse, a finger, a keyboard, and without JavaScript."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import cv2
import numpy as np
import pytest

from vision.frame import Frame, Image
from vision.observation import BoardSeen, Die, Observation
from webui.checkup.kept import Calibrations
from webui.checkup.run import RunningCheck
from webui.live.area import FollowedArea
from webui.live.lookout import Lookout
from webui.live.wiring import followed

SIZES = {"tablet": (1280, 800), "upright": (800, 1280), "desktop": (1920, 1080), "phone": (390, 844)}
DIE = (700, 500)


def picture() -> Image:
    image = cv2.resize(np.random.default_rng(3).integers(60, 120, (60, 80, 3), dtype=np.uint8), (1280, 960))
    cv2.rectangle(image, (300, 250), (980, 800), (60, 110, 40), -1)
    cv2.rectangle(image, (DIE[0] - 25, DIE[1] - 25), (DIE[0] + 25, DIE[1] + 25), (30, 30, 220), -1)
    return np.asarray(image)


@dataclass
class Reds:
    """Takes every red square for a five."""

    def read(self, image: Image, *, board: BoardSeen | None = None, die_px=None, within=()) -> tuple[Die, ...]:
        red = (image[..., 2].astype(int) - image[..., 0] > 120).astype(np.uint8)
        _, _, stats, _ = cv2.connectedComponentsWithStats(red)
        boxes = [tuple(map(float, row[:4])) for row in stats[1:] if row[4] > 200]
        return tuple(Die(5, "flat", box, 0.98, None, (0, 0, 0, 0, 1.0, 0), 0.98) for box in boxes)


@pytest.fixture
def lookout(tmp_path: Path) -> Lookout:
    calibrations = Calibrations(tmp_path)
    area = FollowedArea(calibrations, Reds())
    return Lookout(calibrations, None, RunningCheck(tmp_path), area=area)


@pytest.fixture
def pictured() -> Event:
    """Set once the camera's first picture was handed over: a page without scripts shows what is there when it opens."""
    return Event()


@pytest.fixture
def source(lookout: Lookout, pictured: Event):
    """A camera that shows the same place for ever."""

    class Nothing:
        """Sees no board and no die."""

        def look(self, frame: Frame, *asked: object):
            return Observation(frame.time, None, ())

    def frames() -> Iterator[Frame]:
        image, tick = picture(), Event()
        for k in range(100_000):
            tick.wait(0.2)  # five a second: following them shares one interpreter with the site that is tried
            yield Frame(image, k / 10)
            pictured.set()

    return lambda: followed(lookout.watched(frames()), Nothing(), lookout)


PATIENCE = 60.0
"""Seconds that a machine that does other things may take; nothing waits longer than it must."""


def until(page, holds: str, seconds: float = PATIENCE) -> None:
    """Waits until an expression holds; the page's own policy forbids Playwright's way of asking again."""
    asks = f"""new Promise((done) => {{
      const end = Date.now() + {1000 * seconds};
      const look = () => (({holds}) || Date.now() > end ? done({holds}) : setTimeout(look, 30));
      look();
    }})"""
    assert page.evaluate(asks), f"expected {holds} within {seconds} s"


@pytest.fixture
def desk(tablet, place):
    return opened(tablet, place)


def opened(page, place):
    page.goto(f"{place.url}/camera/area")
    until(page, "document.querySelector('[data-shown]').naturalWidth > 0")
    until(page, "document.querySelector('form.is-editing') !== null")
    return page


def field(page, name: str) -> float:
    return float(page.input_value(f'[name="{name}"]'))


def on_screen(page, at: tuple[float, float]) -> tuple[float, float]:
    """Where a pixel of the picture is on the screen."""
    box = page.locator("[data-live]").bounding_box()
    return box["x"] + at[0] * box["width"] / 1280, box["y"] + at[1] * box["height"] / 960


def middle(page, handle: str) -> tuple[float, float]:
    """Where a handle is on the screen, the picture in sight."""
    page.locator("[data-live]").evaluate("(one) => one.scrollIntoView({ block: 'center' })")
    box = page.locator(f'[data-handle="{handle}"] .ring').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, handle: str, to: tuple[float, float]) -> None:
    page.mouse.move(*middle(page, handle))
    page.mouse.down()
    page.mouse.move(*on_screen(page, to), steps=4)
    page.mouse.up()


def arrives(page, near: float = 5, **values: float) -> None:
    """Waits until fields have these values."""
    fields = {f"document.querySelector('[name={name}]').value": value for name, value in values.items()}
    until(page, " && ".join(f"Math.abs({field} - {value}) <= {near}" for field, value in fields.items()))


def sends(page, button: str, says: str) -> None:
    """Presses a button that sends the form, and waits for the page that answers, and for what it says."""
    with page.expect_navigation(timeout=1000 * PATIENCE):
        page.click(f'button[value="{button}"]')
    page.get_by_text(says).wait_for(timeout=1000 * PATIENCE)


def test_corners_move_by_drag_or_keys_and_readings_follow(desk, lookout: Lookout) -> None:
    until(desk, "document.querySelector('[data-says]').textContent.includes('un dé')")
    drag(desk, "1", (320, 780))
    arrives(desk, x1=320, y1=780)
    drag(desk, "2", (310, 560))  # the die lies beyond
    drag(desk, "3", (960, 570))
    drag(desk, "4", (960, 780))
    arrives(desk, x2=310, y3=570, y4=780)
    until(desk, "document.querySelector('[data-says]').textContent.includes('aucun dé')")
    before = field(desk, "y2"), field(desk, "y3")
    for handle in ("2", "3"):
        desk.focus(f'[data-handle="{handle}"]')
        for _ in range(10):
            desk.keyboard.press("Shift+ArrowUp")
    arrives(desk, near=0.6, y2=before[0] - 256, y3=before[1] - 256)
    assert "Coin 3" in desk.locator('[data-handle="3"]').get_attribute("aria-label")
    until(desk, "document.querySelector('[data-says]').textContent.includes('un dé')")
    until(desk, "document.querySelectorAll('.area-die').length === 1")
    sends(desk, "keep", "C’est noté")
    assert lookout.area is not None
    kept = lookout.area.stored
    assert kept is not None
    np.testing.assert_allclose(kept.px((1280, 960))[0], (320, 780), atol=6)


def test_a_ring_is_placed_with_three_handles_and_a_tap(desk, lookout: Lookout) -> None:
    until(desk, "document.querySelector('[data-says]').textContent.includes('un dé')")  # nothing is laid out anew later
    desk.check('[value="ring"]')
    until(desk, "document.querySelector('[data-handle=middle]').classList.contains('is-chosen')")
    drag(desk, "middle", (660, 520))
    arrives(desk, x=660, y=520)
    drag(desk, "right", (860, 520))
    drag(desk, "bottom", (660, 680))
    arrives(desk, wide=400, high=320)
    desk.locator('[data-handle="middle"]').focus()
    desk.mouse.click(*on_screen(desk, (500, 380)))
    arrives(desk, x=500, y=380)
    sends(desk, "keep", "C’est noté")
    assert lookout.area is not None
    kept = lookout.area.stored
    assert kept is not None
    assert kept.round
    np.testing.assert_allclose(np.ptp(kept.outline((1280, 960)), axis=0), (400, 320), atol=8)
    assert desk.locator('[value="ring"]').is_checked()
    desk.click('button[value="remove"]')
    desk.get_by_role("button", name="Oui, ne plus en utiliser").click()
    desk.get_by_text("Plus de zone des dés").wait_for(timeout=1000 * PATIENCE)
    assert lookout.area.stored is None


def test_what_was_moved_goes_back(desk) -> None:
    names = [f"{axis}{k}" for k in (1, 2, 3, 4) for axis in "xy"]
    before = [field(desk, name) for name in names]
    drag(desk, "2", (420, 300))
    arrives(desk, x2=420, y2=300)
    desk.click("[data-undo]")
    assert [field(desk, name) for name in names] == before


def test_a_finger_drags_a_corner(visit, place) -> None:
    page = visit(role="teacher", has_touch=True)
    opened(page, place)
    start, end = middle(page, "1"), on_screen(page, (300, 760))
    finger = page.context.new_cdp_session(page)
    points = [
        {"x": start[0] + (end[0] - start[0]) * k / 5, "y": start[1] + (end[1] - start[1]) * k / 5} for k in range(6)
    ]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    for point in points[1:]:
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    arrives(page, x1=300, y1=760)


def test_without_javascript_numbers_do(visit, place, pictured: Event, lookout: Lookout) -> None:
    assert pictured.wait(PATIENCE)
    page = visit(role="teacher", path="/camera/area", java_script_enabled=False)
    page.click("main summary")
    for name, value in {"x1": 320, "y1": 780, "x2": 320, "y2": 300, "x3": 960, "y3": 300, "x4": 960, "y4": 780}.items():
        page.fill(f'[name="{name}"]', str(value))
    sends(page, "keep", "Je vois un dé")
    assert page.locator(".area-die").count() == 1
    page.check('[value="ring"]')
    page.click("main summary")
    assert not page.locator('[name="x1"]').is_visible()
    page.fill('[name="wide"]', "400")
    sends(page, "keep", "C’est noté")
    assert lookout.area is not None
    assert lookout.area.stored is not None
    assert lookout.area.stored.round


BESIDE = {"x1": 1040, "y1": 800, "x2": 1040, "y2": 250, "x3": 1200, "y3": 250, "x4": 1200, "y4": 800}


def test_the_place_beside_it_is_marked_in_the_same_way(desk, place, lookout: Lookout) -> None:
    desk.keyboard.press("Tab")
    sends(desk, "keep", "C’est noté")
    with desk.expect_navigation(timeout=1000 * PATIENCE):
        desk.get_by_role("link", name="Où met-on les dés de côté").click()
    until(desk, "document.querySelector('form.is-editing') !== null")
    before = field(desk, "x1")
    desk.focus('[data-handle="1"]')
    desk.keyboard.press("ArrowRight")
    arrives(desk, near=0.2, x1=before + 2.6)
    sends(desk, "keep", "C’est noté")
    assert lookout.area is not None
    assert lookout.area.stored is not None
    assert lookout.area.stored.aside is not None


def test_the_place_beside_it_is_marked_without_javascript(visit, place, pictured: Event, lookout: Lookout) -> None:
    assert pictured.wait(PATIENCE)
    page = visit(role="teacher", path="/camera/area", java_script_enabled=False)
    sends(page, "keep", "C’est noté")
    page.goto(f"{place.url}/camera/area/aside")
    page.click("main summary")
    for name, value in BESIDE.items():
        page.fill(f'[name="{name}"]', str(value))
    sends(page, "keep", "C’est noté")
    assert lookout.area is not None
    assert lookout.area.stored is not None
    assert lookout.area.stored.aside is not None
    sends(page, "remove", "on le fait au doigt")
    assert lookout.area.stored.aside is None


TOO_SMALL = """() => [...document.querySelectorAll("main a, main button, main summary, main .pill")]
  .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.width < 43.5 || box.height < 43.5)).map(([text]) => text)"""


@pytest.mark.parametrize("size", SIZES)
def test_the_page_fits_every_screen(visit, place, size: str) -> None:
    page = visit(SIZES[size], "teacher")
    opened(page, place)
    grip = page.locator('[data-handle="1"] .grip').bounding_box()
    assert min(grip["width"], grip["height"]) >= 44
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert page.evaluate(TOO_SMALL) == []
