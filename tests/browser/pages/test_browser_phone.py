"""A phone's browser is the camera: the pictures of its device become frames."""

import pytest

from hardware.phone_camera import PhoneCamera
from webui.checkup.kept import Calibrations
from webui.checkup.run import RunningCheck
from webui.live.lookout import Lookout


@pytest.fixture
def lookout(tmp_path) -> Lookout:
    """Follows a phone; nobody looks at what it shows."""
    return Lookout(Calibrations(tmp_path), None, RunningCheck(tmp_path), phone=PhoneCamera(patience=15.0))


def test_a_phone_shows_the_table_until_it_is_stopped(visit, place, lookout, barriers) -> None:
    page = visit((360, 740), "teacher")
    page.context.grant_permissions(["camera"], origin=place.url)
    page.goto(f"{place.url}/camera/telephone")
    assert barriers(page) == []
    page.get_by_role("button", name="Montrer la table").click()
    page.get_by_text("La table est montrée.").wait_for()
    with lookout.phone as camera:
        frames = camera.frames()
        first, second = next(frames), next(frames)
    assert min(first.image.shape[:2]) >= 240
    assert first.image.std() > 5
    assert second.time >= first.time
    page.get_by_role("button", name="Arrêter").click()
    page.get_by_text("Le téléphone ne montre plus rien.").wait_for()
    assert page.locator("video").is_hidden()


def test_a_page_without_https_says_why_it_has_no_camera(visit, place, lookout) -> None:
    page = visit((360, 740), "teacher")
    page.add_init_script("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })")
    page.goto(f"{place.url}/camera/telephone")
    page.get_by_role("alert").get_by_text("--https").wait_for()
    assert page.get_by_role("button", name="Montrer la table").is_disabled()
