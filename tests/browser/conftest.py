"""A Chromium, a real server on a free port, and the teacher's tablet; skipped where there is no Chromium."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import pytest

from webui.live.live import Live
from webui.site import server
from webui.site.app import create_app
from webui.site.auth import new_pin
from webui.store.journal import Journal
from webui.words.games.sentences import foul_sentence

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
TABLET, UPRIGHT, DESKTOP, PHONE = (1280, 800), (800, 1280), (1920, 1080), (390, 844)


@pytest.fixture(scope="session")
def chromium():
    """A running Chromium."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"needs a Chromium; none of {', '.join(BROWSERS)} is installed")
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs the playwright package")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        yield browser
        browser.close()


@dataclass
class Place:
    """The served site.

    Attributes:
        url: its address, without a slash at the end.
        live: the table behind it.
        pin: the teacher's.
        app: the Flask application.
    """

    url: str
    live: Live
    pin: str
    app: object


@pytest.fixture
def source() -> None:
    """What the table follows; nothing where a test does not say otherwise."""


@pytest.fixture
def lookout() -> None:
    """Who looks out beside the table; nobody where a test does not say otherwise."""


@pytest.fixture
def place(tmp_path: Path, source, lookout) -> Iterator[Place]:
    """A real server with a table that is played by touch, or follows a source."""
    live = Live(Journal.open(tmp_path), source=source, sentence=foul_sentence)
    app = create_app(live, tmp_path, lookout=lookout)
    listener = server.listen("127.0.0.1", 0)
    serving = server.server_on(app, listener)
    thread = Thread(target=serving.run, daemon=True)
    thread.start()
    live.start()
    yield Place(f"http://127.0.0.1:{listener.getsockname()[1]}", live, new_pin(tmp_path), app)
    app.extensions["piste"].streams.closing.set()
    live.close()
    serving.task_dispatcher.shutdown()
    serving.close()
    thread.join(timeout=5)


@pytest.fixture
def visit(chromium, place: Place) -> Iterator[Callable]:
    """Opens the table page in a browser of its own; a script error or a failed request fails the test."""
    contexts, wrong = [], []

    def open_page(size: tuple[int, int] = TABLET, **options):
        options = {"viewport": {"width": size[0], "height": size[1]}, "locale": "fr-FR"} | options
        context = chromium.new_context(**options)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.goto(place.url)
        return page

    open_page.wrong = wrong
    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def tablet(visit, place: Place):
    """The teacher's tablet, signed in."""
    page = visit()
    sign_in(page, place)
    return page


def sign_in(page, place: Place) -> None:
    page.goto(f"{place.url}/login")
    page.fill("#pin", place.pin)
    page.click("main button")
    page.wait_for_selector("#table")
    page.wait_for_load_state()  # the table can be there before its style sheet is
