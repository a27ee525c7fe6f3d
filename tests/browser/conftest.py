"""A Chromium, a real server on a free port, and the teacher's tablet; skipped where there is no Chromium."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import pytest
from on_screen import UNSEEN
from served import served as served_app
from werkzeug.security import generate_password_hash

from webui.files import write_whole
from webui.live.live import Live
from webui.site.app import create_app
from webui.site.auth import PIN_FILE
from webui.store.journal import Journal
from webui.words.games.sentences import foul_sentence

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--font-render-hinting=none",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-fake-device-for-media-stream",  # a camera of the browser's own, which shows a clock
    "--use-fake-ui-for-media-stream",
)
UNDRAWN = "--disable-threaded-compositing"
"""With it Chromium lays pages out, but draws no frame of its own accord: that took a third of the time."""
TABLET = (1280, 800)
PIN = "271828"
"""The teacher's code."""


@pytest.fixture(scope="session")
def started() -> Iterator[Callable[..., object]]:
    """Starts a Chromium with some arguments more."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"needs a Chromium; none of {', '.join(BROWSERS)} is installed")
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs the playwright package")
    with sync_api.sync_playwright() as playwright, ExitStack() as running:

        def start(*more: str):
            browser = playwright.chromium.launch(executable_path=found, args=[*ARGUMENTS, *more])
            running.callback(browser.close)
            return browser

        yield start


@pytest.fixture(scope="session")
def chromium(started):
    """A running Chromium."""
    return started()


@pytest.fixture(scope="session")
def undrawn(started):
    """A Chromium whose pages are laid out and measured, but neither photographed nor touched: both wait for a frame."""
    return started(UNDRAWN)


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


@contextmanager
def serving(live: Live, folder: Path, **options) -> Iterator[Place]:
    """A real server on a live table, which ends with the block."""
    app = create_app(live, folder, **options)
    with closing(live), served_app(app) as site:
        write_whole(folder / PIN_FILE, hashed_pin())
        yield Place(f"http://127.0.0.1:{site.effective_port}", live, PIN, app)


@cache
def hashed_pin() -> str:
    """How the teacher's code is kept: to hash it takes as long as a short test."""
    return generate_password_hash(PIN) + "\n"


@pytest.fixture(scope="session")
def served() -> Callable[..., object]:
    """Serves a live table within a block, as `serving` does."""
    return serving


@pytest.fixture
def clock() -> Callable[[], float]:
    """The table's time, seconds."""
    return time.monotonic


@pytest.fixture
def place(tmp_path: Path, source, lookout, clock) -> Iterator[Place]:
    """A real server with a table that is played by touch, or follows a source."""
    live = Live(Journal.open(tmp_path), source=source, sentence=foul_sentence, clock=clock)
    with serving(live, tmp_path, lookout=lookout) as place:
        live.start()
        yield place


@pytest.fixture(scope="session")
def come_in() -> Callable[..., None]:
    """Gives a browser's context the session that a code would give it: "teacher" or "pupil"."""

    def enter(context, place: Place, who: str) -> None:
        door = place.app.extensions["piste"].door
        door.table_code()
        stamp = {"teacher": door.stamp, "pupil": door.table_stamp}[who]()
        signed = place.app.session_interface.get_signing_serializer(place.app).dumps({who: stamp})
        context.add_cookies([{"name": place.app.config["SESSION_COOKIE_NAME"], "value": signed, "url": place.url}])

    return enter


@pytest.fixture(scope="session")
def opening(chromium, come_in) -> Callable[..., object]:
    """Within a block, opens a page for a role ("" looks on) in a context of its own; what goes wrong is noted."""

    @contextmanager
    def opener(place: Place, browser=chromium, **usual) -> Iterator[Callable]:
        with ExitStack() as contexts:
            wrong: list[str] = []

            def open_page(size: tuple[int, int] = TABLET, role: str = "", path: str = "/table/1/", **wishes):
                viewport = dict(zip(("width", "height"), size, strict=True))
                wishes = {"viewport": viewport, "locale": "fr-FR"} | usual | wishes
                context = contexts.enter_context(browser.new_context(**wishes))
                context.set_default_timeout(15_000)
                context.add_init_script(UNSEEN)
                if role:
                    come_in(context, place, role)
                page = context.new_page()
                page.on("pageerror", lambda error: wrong.append(str(error)))
                page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
                page.goto(place.url + path)
                return page

            open_page.wrong = wrong
            yield open_page

    return opener


@pytest.fixture
def visit(opening, place: Place) -> Iterator[Callable]:
    """Opens pages of the served site; a script's or a request's error fails the test."""
    with opening(place) as open_page:
        yield open_page
    assert open_page.wrong == []


@pytest.fixture
def measured(opening, place: Place, undrawn) -> Iterator[Callable]:
    """Opens pages as `visit` does, which are only measured."""
    with opening(place, undrawn) as open_page:
        yield open_page
    assert open_page.wrong == []


@pytest.fixture
def tablet(visit):
    """The teacher's tablet, signed in."""
    return visit(role="teacher")


SCAN = """async ([within, options]) => {
  const unseen = document.adoptedStyleSheets;
  document.adoptedStyleSheets = [];
  const found = await axe.run(within, options);
  document.adoptedStyleSheets = unseen;
  return found.violations.flatMap(
    (one) => one.nodes.map((node) => `${one.id}: ${node.target.join(" ")} ${node.any[0]?.message ?? ""}`));
}"""
BESIDE_THE_USUAL = ("target-size", "label-content-name-mismatch")  # what is heard is what is read
EVERY_RULE = {"rules": {rule: {"enabled": True} for rule in BESIDE_THE_USUAL}, "resultTypes": ["violations"]}
OF_COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
COLOURS = {"runOnly": OF_COLOURS, "resultTypes": ["violations"]}


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, which scans a page for barriers."""
    package = pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python (axe-core)")
    return (resources.files(package) / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def barriers(axe: str) -> Callable[..., list[str]]:
    """What axe finds on a page, best practices and the size of targets among it; or of its colours only."""

    def scan(page, *, within: str = "html", colours_only: bool = False) -> list[str]:
        if not page.evaluate("typeof axe === 'object'"):
            page.evaluate(axe)
        return page.evaluate(SCAN, [within, COLOURS if colours_only else EVERY_RULE])

    return scan


@pytest.fixture
def plain(visit):
    """A browser without scripts."""
    return visit(java_script_enabled=False)
