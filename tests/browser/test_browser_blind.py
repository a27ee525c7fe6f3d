"""A camera that is followed and gives no picture: the pages that need one say so, and offer nothing in its place."""

from pathlib import Path

import pytest
from on_screen import resized

from webui.checkup.kept import Calibrations
from webui.checkup.run import RunningCheck
from webui.live.lookout import Lookout

SIZES = ((360, 740), (1366, 640))


@pytest.fixture
def lookout(tmp_path: Path) -> Lookout:
    return Lookout(Calibrations(tmp_path), None, RunningCheck(tmp_path))


@pytest.mark.parametrize("path", ["/camera", "/check"])
def test_without_a_picture_only_that_is_said(tablet, place, path: str) -> None:
    tablet.goto(f"{place.url}{path}")
    for _ in resized(tablet, SIZES):
        assert tablet.get_by_text("Aucune caméra ne me donne d’image").is_visible()
        assert tablet.locator("main :is(img, svg, .is-main, summary):visible").count() == 0
