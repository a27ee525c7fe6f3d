"""`python -m workshop bench pages`: how soon a page is there, and how soon a tap is seen on another screen.

Times are on the clock, for it is people who wait, and told in times of S: the first contentful paint of a page of plain
text, opened by the same browser in turn with the others. Site, browser and plain page share one machine.

Needs a Chromium and `playwright`, of the extra `dev`.
"""

from __future__ import annotations

import json
import platform
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
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
from webui.table.values.actions import Action, Throw
from webui.table.values.setup import Setup, players_at
from webui.table.values.view import View

from .report import FigureRow, quiet, row_json

PAGES: Mapping[str, tuple[str, str, str]] = {
    "table": ("the table, first visit", "", "/"),
    "wall": ("the projector's page, first visit", "", "/mur"),
    "rules": ("the rules, first visit", "", "/regles/occe_child"),
    "new": ("a new game, first visit", "teacher", "/new"),
    "teacher": ("the teacher's page, first visit", "teacher", "/enseignant"),
    "area": ("where the dice fall, first visit", "teacher", "/camera/area"),
}
"""Each page: what to call it, whose it is, and its address."""
FIGURES = (*PAGES, "again", "tap", "weight")
"""What can be measured alone."""
KILOBYTES, REQUESTS = 150.0, 12.0
"""What a first view of the table may take at most."""

PAINTED = """() => new Promise((done) => new PerformanceObserver((list) => {
  const paint = list.getEntries().find((one) => one.name === "first-contentful-paint");
  if (paint) done(paint.startTime);
}).observe({ type: "paint", buffered: true }))"""


def measured(rounds: int, say: Callable[[str], None], only: Collection[str] = ()) -> dict[str, Any]:
    """The figures of the site's pages as JSON values.

    Args:
        rounds: how often each page is opened, and each tap made.
        say: called with each step.
        only: names of FIGURES to measure; everything where there is none.

    Raises:
        NoBrowser: no browser can be driven here.
        CameraError, ModelError, OSError: the demonstration film, or the networks, cannot be opened.
    """
    wanted = frozenset(only) or frozenset(FIGURES)
    with screens(camera="area" in wanted) as open_now:
        times: dict[str, list[float]] = {"plain": []}
        for number in range(rounds):
            say(f"round {number + 1} of {rounds}")
            for key, seconds in one_round(open_now, wanted):
                times.setdefault(key, []).append(seconds)
        s = quiet(times.pop("plain"))
        taps = list(tap_rows(open_now, rounds, s)) if "tap" in wanted else []
        weight = weighed(open_now) if "weight" in wanted else []
        about = {"chromium": open_now.browser.version, "python": platform.python_version(), "rounds": rounds}
    rows = [FigureRow(f"paint_{key}", page_name(key), quiet(times[key]) / s, "S") for key in FIGURES if key in times]
    return {**about, "s_ms": round(s * 1e3, 1), "rows": [row_json(row) for row in (*rows, *taps, *weight)]}


def page_name(key: str) -> str:
    """What a page is called in the figures."""
    return "the table, opened again" if key == "again" else PAGES[key][0]


def one_round(opened: Screens, wanted: Collection[str]) -> Iterator[tuple[str, float]]:
    """Seconds to the first contentful paint of the plain page, and of each page that is wanted."""
    with page(opened) as shown:
        yield "plain", painted(shown, opened.plain)
    for key in (key for key in PAGES if key in wanted or (key == "table" and "again" in wanted)):
        _, role, path = PAGES[key]
        with page(opened, role) as shown:
            yield key, painted(shown, opened.site + path)
            if key == "table" and "again" in wanted:
                shown.wait_for_load_state()
                shown.goto("about:blank")
                yield "again", painted(shown, opened.site + path)


def painted(shown: Any, address: str) -> float:
    """Seconds until a page shows its first text or picture."""
    shown.goto(address)
    return float(shown.evaluate(PAINTED)) / 1e3


def weighed(opened: Screens) -> list[FigureRow]:
    """Bytes and requests of a first view of the table, with its dice, as the browser counts them."""
    opened.live.new_game(SETUP)
    opened.live.act(Throw((6, 2)))
    taken: dict[str, float] = {}
    with page(opened) as shown:
        session = shown.context.new_cdp_session(shown)
        session.on("Network.requestWillBeSent", lambda event: taken.setdefault(event["requestId"], 0.0))
        session.on("Network.dataReceived", partial(_add, taken))
        session.on("Network.loadingFinished", partial(_is, taken))
        session.send("Network.enable")
        shown.goto(opened.site)
        shown.locator("#table.is-waiting_move").wait_for()
        shown.evaluate("document.fonts.ready.then(() => {})")
    return [
        FigureRow("weight", "first view of the table", sum(taken.values()) / 1e3, "KB", KILOBYTES),
        FigureRow("requests", "requests for it", float(len(taken)), "requests", REQUESTS),
    ]


def _add(taken: dict[str, float], event: Mapping[str, Any]) -> None:
    taken[event["requestId"]] = taken.get(event["requestId"], 0.0) + event["encodedDataLength"]


def _is(taken: dict[str, float], event: Mapping[str, Any]) -> None:
    taken[event["requestId"]] = event["encodedDataLength"]


BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chromium-headless-shell")
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

    Raises as `measured`.
    """
    browser_path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser_path is None or find_spec("playwright") is None:
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
        browser = playwright.chromium.launch(executable_path=browser_path, args=list(ARGUMENTS))
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


SEES = """() => {
  const now = () => performance.timeOrigin + performance.now();
  const version = () => document.getElementById("table").dataset.version;
  window.seen = new Map();
  const note = () => { if (!seen.has(version())) seen.set(version(), now()); };
  note();
  new MutationObserver(note)
    .observe(document.getElementById("main"), { subtree: true, attributes: true, childList: true });
  addEventListener("click", () => (window.tapped = now()), { capture: true });
}"""
SEEN = """(version) => new Promise((done) => {
  const look = () => seen.has(version) ? done(seen.get(version)) : setTimeout(look, 5);
  look();
})"""
OPENING = (Throw((5,)), Throw((2,)))
MOST_TIMES = 1.5
"""What a tap may cost at most, in times of the tile games'."""


@dataclass(frozen=True)
class TimedTap:
    """What is tapped in a game, at a moment that asks much of the referee.

    Attributes:
        setup: the game.
        on: CSS selectors of what is tapped; the last of them sends.
        acts: what was done since the game began.
        position: where it began, as records write positions; empty at its own start.
    """

    setup: Setup
    on: tuple[str, ...]
    acts: tuple[Action, ...] = ()
    position: str = ""

    def begun(self, live: Live) -> View:
        """The view of a table in which this may be tapped."""
        live.new_game(self.setup, self.position)
        for act in self.acts:
            live.act(act)
        return live.snapshot()


def faces(*values: int) -> tuple[str, ...]:
    """The faces of a throw entered by hand."""
    return tuple(f'#pad input[name="die{die}"][value="{value}"]' for die, value in enumerate(values, 1))


TOCK = {
    "pawns": [[3, 12, 30, 60], [-1, 20, 33, 45], [-1, 55, 70, 75], [-1, 1, 9, 66]],
    "fresh": [False] * 4, "dealer": 4, "deal": 2, "phase": "play", "turn": 1,
    "hands": [[None] * 3] * 4, "played": ["A"],
}  # fmt: skip
TAPS: Mapping[str, TimedTap] = {
    "tiles": TimedTap(SETUP, faces(3, 3)),
    "trente": TimedTap(Setup("trente", players_at((1, 2, 3, 4))), faces(6, 3, 5, 2, 4, 6)),
    "jacquet": TimedTap(Setup("jacquet", players_at((1, 2))), faces(3, 3), OPENING),
    "backgammon": TimedTap(Setup("backgammon", players_at((1, 2))), faces(3, 3), OPENING),
    "trictrac": TimedTap(Setup("trictrac", players_at((1, 2))), faces(3, 3), OPENING),
    "tock": TimedTap(
        Setup("tock", players_at((1, 2, 3, 4))), ('.deck button[value="7:"]',), position=json.dumps(TOCK)
    ),
}
"""Games, and a tap in each: the widest throw, or the card with the most ways to lay it."""


def tap_rows(screens: Screens, rounds: int, s: float) -> Iterator[FigureRow]:
    """The rows of taps: of the tile games in times of S, of the other games in times of those."""
    tiles = list(tapped(screens, TAPS["tiles"], rounds))
    for key, what in (("tap_own", "a tap, until its own page shows it"), ("tap_other", "until another screen does")):
        yield FigureRow(key, what, quiet([tap[key] for tap in tiles]) / s, "S")
    for game in (game for game in TAPS if game != "tiles"):
        taps = list(tapped(screens, TAPS[game], rounds))
        for key, what in (("tap_own", "its own page"), ("tap_other", "another screen")):
            ratio = quiet([tap[key] for tap in taps]) / quiet([tap[key] for tap in tiles])
            yield FigureRow(f"{key}_{game}", f"a tap in {game}, {what}", ratio, "T", MOST_TIMES)


def tapped(screens: Screens, tap: TimedTap, rounds: int) -> Iterator[dict[str, float]]:
    """Seconds from a finger on a pupil's tablet until that page, and another screen, show what it did."""
    tap.begun(screens.live)
    with page(screens, "pupil") as tablet, page(screens) as other:
        for screen in (tablet, other):
            screen.goto(screens.site)
            screen.evaluate(SEES)
        for _ in range(rounds):
            before = tap.begun(screens.live)
            for screen in (tablet, other):
                screen.evaluate(SEEN, str(before.version))
            for selector in tap.on:
                tablet.locator(selector).dispatch_event("click")
            shows: Callable[[Any], float] = partial(page_sees, version=_after(screens.live, before))
            start = float(tablet.evaluate("tapped"))
            yield {"tap_own": (shows(tablet) - start) / 1e3, "tap_other": (shows(other) - start) / 1e3}


def page_sees(shown: Any, version: str) -> float:
    """When a page showed a view, ms since 1970."""
    return float(shown.evaluate(SEEN, version))


def _after(live: Live, before: View) -> str:
    """The version of the first view that shows the tap."""
    view = before
    while view.version == before.version:
        view = live.wait(before.version, 1.0) or live.snapshot()
    return str(view.version)
