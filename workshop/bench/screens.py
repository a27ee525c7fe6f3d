"""A browser, Piste with a game that goes on, and a plain page beside it: what pages and taps are timed on."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

from hardware.camera import DEMO, open_camera
from webui.checkup.kept import Calibrations
from webui.checkup.run import RunningCheck
from webui.live.area import FollowedArea
from webui.live.eyes import open_eyes
from webui.live.live import Live
from webui.live.lookout import Lookout
from webui.site import server
from webui.site.app import create_app
from webui.site.auth import new_pin
from webui.store.journal import Journal
from webui.table.setup import Setup, players_at

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
PLAIN = b"<!doctype html><html lang=en><title>Plain</title><h1>Plain text</h1><p>Nothing else is on this page."
SETUP = Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), "OCCE enfant")


class NoBrowser(RuntimeError):
    """There is no Chromium, or nothing to drive it."""


@dataclass(frozen=True)
class Screens:
    """A browser, and the two sites that it opens.

    Attributes:
        browser: Playwright's, a running Chromium.
        site: address of Piste, without a slash at the end.
        plain: address of the plain page.
        live: the table behind the site.
        session: role -> the cookie that its code would bring.
    """

    browser: Any
    site: str
    plain: str
    live: Live
    session: Mapping[str, dict[str, str]]


@contextmanager
def screens(*, camera: bool) -> Iterator[Screens]:
    """A browser, Piste with a game that goes on, and where wanted with a camera, and a plain page.

    Raises as `bench_pages`.
    """
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None or find_spec("playwright") is None:
        raise NoBrowser(f"expected the package playwright (extra dev) and one of {', '.join(BROWSERS)}; one is absent")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        live = Live(Journal.open(folder))
        stack.callback(live.close)
        live.new_game(SETUP)
        new_pin(folder)
        app = create_app(live, folder, camera=camera, lookout=looking_out(folder) if camera else None)
        site = stack.enter_context(_served(app))
        stack.callback(app.extensions["piste"].streams.closing.set)  # before the server ends
        plain = stack.enter_context(_plain())
        playwright = stack.enter_context(import_module("playwright.sync_api").sync_playwright())
        browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        stack.callback(browser.close)
        yield Screens(browser, site, plain, live, _sessions(app, site))


def looking_out(folder: Path) -> Lookout:
    """A camera that shows the demonstration table for ever."""
    eyes, calibrations = open_eyes(), Calibrations(folder)
    lookout = Lookout(
        calibrations, eyes, RunningCheck(folder), clock=lambda: 0.0, area=FollowedArea(calibrations, eyes.dice)
    )
    with open_camera(str(DEMO), paced=False) as camera:
        next(iter(lookout.watched(camera.frames())))
    return lookout


@contextmanager
def _served(app: Any) -> Iterator[str]:
    """The site behind its own server, on a free port."""
    listener = server.listen("127.0.0.1", 0)
    serving = server.server_on(app, listener)
    thread = Thread(target=serving.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        serving.task_dispatcher.shutdown()
        serving.close()
        thread.join(timeout=5)


class PlainPage(BaseHTTPRequestHandler):
    """Answers everything with the plain page."""

    def do_GET(self) -> None:
        """The page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PLAIN)))
        self.end_headers()
        self.wfile.write(PLAIN)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is said of it."""


@contextmanager
def _plain() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), PlainPage) as serving:
        Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_address[1]}"
        serving.shutdown()


def _sessions(app: Any, site: str) -> Mapping[str, dict[str, str]]:
    """The cookie of each role."""
    door, signer = app.extensions["piste"].door, app.session_interface.get_signing_serializer(app)
    door.table_code()
    stamps = {"teacher": door.stamp(), "pupil": door.table_stamp()}
    name = app.config["SESSION_COOKIE_NAME"]
    return {role: {"name": name, "value": signer.dumps({role: stamp}), "url": site} for role, stamp in stamps.items()}


@contextmanager
def page(screens: Screens, role: str = "") -> Iterator[Any]:
    """A page of a browser that has never been here, in the session of a role."""
    context = screens.browser.new_context(viewport={"width": 1280, "height": 800}, locale="fr-FR")
    try:
        context.add_cookies([screens.session[role]] if role else [])
        yield context.new_page()
    finally:
        context.close()
