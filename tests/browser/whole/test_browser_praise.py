"""Praise stands for two and a half seconds, or until the next throw: what else is to be said waits so long."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from watched_table import PAIR, Watched

from webui.table.values.actions import Pause, Undo

JUST_BEFORE, THEN = 2_400, 200
"""Milliseconds of a page's own clock: praise still stands, and then no more."""
PRAISE = re.compile(r"Léa ferme 8\. C’est juste")
STANDS_AT_ONCE: dict[str, Callable[[Watched], object]] = {
    "the next throw": lambda script: script.roll(5, 4),
    "taken back": lambda script: script.touch(Undo()),
    "a pause": lambda script: script.touch(Pause()),
}


@dataclass(frozen=True)
class Praised:
    """A table whose newest closing has just been praised, and a page of it whose clock stands still."""

    script: Watched
    page: object
    newest: Callable[..., None]

    def stands(self) -> bool:
        """The page shows how the table is now, and praise on it."""
        self.newest(self.page, self.script.live)
        return PRAISE.search(re.sub(r"\s", " ", self.page.locator("#now").inner_text())) is not None


@pytest.fixture
def praised(begin, opens, shows_newest) -> Iterator[Callable[[str], Praised]]:
    """Opens a page (its path is given) at a table that then praises the closing of 8."""
    pages = []

    def praise(path: str) -> Praised:
        script = begin(PAIR)
        page = opens(role="teacher", path=path)
        pages.append(page)
        page.clock.install(time=0)
        page.clock.pause_at(60_000)
        page.reload()
        script.roll(6, 2)
        script.turn((8,))
        script.rest(2)
        shown = Praised(script, page, lambda page, live: shows_newest(page, begin.place))
        assert shown.stands()
        return shown

    yield praise
    for page in pages:
        page.context.close()


@pytest.mark.parametrize("path", ["/", "/mur"], ids=["table", "wall"])
def test_other_sentences_wait_until_praise_was_read(praised, path: str) -> None:
    told = praised(path)
    told.page.clock.run_for(1_000)
    told.script.turn((7,), seat=3)  # nobody has thrown
    told.script.rest(3)
    assert told.script.live.snapshot().state != "waiting_throw"
    assert told.stands()
    told.page.clock.run_for(JUST_BEFORE - 1_000)
    assert told.stands()
    told.page.clock.run_for(THEN)
    assert not told.stands()


def test_praise_that_was_read_gives_way_at_once(praised) -> None:
    told = praised("/")
    told.page.clock.run_for(JUST_BEFORE + THEN)
    assert told.stands()  # nothing else is to be said
    told.script.turn((7,), seat=3)
    told.script.rest(3)
    assert not told.stands()


@pytest.mark.parametrize("what", STANDS_AT_ONCE)
def test_a_throw_and_a_persons_word_are_told_at_once(praised, what: str) -> None:
    told = praised("/")
    STANDS_AT_ONCE[what](told.script)
    assert not told.stands()
