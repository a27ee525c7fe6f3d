"""A table that a script's camera watches, served to real browsers, and pages that wait for what is newest."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hand_clock import HandClock
from pictured import TABLE, table_frame
from plain_board import BoardEyes
from sent import sent
from watched_table import Watched

from webui.capture.run import RunningCapture
from webui.checkup.kept import Calibrations
from webui.checkup.run import RunningCheck
from webui.live.area import FollowedArea
from webui.live.live import Live
from webui.live.lookout import Lookout
from webui.store.journal import Journal
from webui.table.values.setup import Setup
from webui.words.games.sentences import foul_sentence


@dataclass(frozen=True)
class WatchedPlace:
    """A served table that only a script's camera follows; its time passes with the script.

    Attributes:
        place: the site.
        clock: its time.
    """

    place: object
    clock: HandClock

    def __call__(self, setup: Setup, closed: tuple[int, ...] = ()) -> Watched:
        """A new game, all others forgotten."""
        return Watched.begun(self.place.live, self.clock, setup, closed)


class NoDice:
    """Reads no die anywhere."""

    def read(self, image: object, **about: object) -> tuple[()]:
        return ()


@pytest.fixture(scope="module")
def begin(tmp_path_factory: pytest.TempPathFactory, served) -> Iterator[WatchedPlace]:
    """One served table for all tests of a file, whose camera shows one picture to the pages that set it up."""
    folder, clock = tmp_path_factory.mktemp("watched"), HandClock()
    live = Live(Journal.open(folder), sentence=foul_sentence, clock=clock)
    with served(live, folder, camera=True, lookout=_lookout(folder, clock), clock=clock) as place:
        yield WatchedPlace(place, clock)


def _lookout(folder: Path, clock: HandClock) -> Lookout:
    eyes, calibrations = BoardEyes(TABLE), Calibrations(folder)
    area = FollowedArea(calibrations, NoDice())
    capture = RunningCapture(folder, eyes)
    lookout = Lookout(calibrations, eyes, RunningCheck(folder), clock=clock, capture=capture, area=area)
    frame = table_frame()
    list(lookout.watched([frame]))
    lookout.saw(eyes.look(frame, "occe"), frame)
    return lookout


@pytest.fixture(scope="module")
def opens(opening, begin: WatchedPlace) -> Iterator[Callable]:
    """Opens a page of the watched table; nothing moves on it."""
    with opening(begin.place, reduced_motion="reduce") as open_page:
        yield open_page


@pytest.fixture(scope="module")
def measures(opening, undrawn, begin: WatchedPlace) -> Iterator[Callable]:
    """Opens such a page, which is only measured."""
    with opening(begin.place, undrawn, reduced_motion="reduce") as open_page:
        yield open_page


@pytest.fixture(scope="session")
def shows_newest() -> Callable[..., None]:
    """Waits until a page shows what its table shows now; meanwhile a move may have come to count by itself."""

    def wait(page, place) -> None:
        for _ in range(600):
            if page.locator("#table").get_attribute("data-version") == str(place.live.snapshot().version):
                return
            page.wait_for_timeout(25)
        raise AssertionError(f"expected the page to show version {sent(place.live.snapshot())['version']}")

    return wait
