"""`python -m workshop bench pages`: how soon a page is there, and how soon a tap is seen on another screen.

Times are on the clock, for it is people who wait, and told in times of S: the first contentful paint of a page of plain
text, opened by the same browser in turn with the others. Site, browser and plain page share one machine.

Needs a Chromium and `playwright`, of the extra `dev`.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any

from webui.table.actions import Throw

from .measure import quiet
from .report import FigureRow, lined, row_json
from .screens import SETUP, Screens, page, screens
from .taps import tap_rows

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


def bench_pages(
    rounds: int, say: Callable[[str], None], only: Collection[str] = ()
) -> tuple[float, list[FigureRow], dict[str, Any]]:
    """The figures of the site's pages.

    Args:
        rounds: how often each page is opened, and each tap made.
        say: told what is being done.
        only: names of FIGURES to measure; everything where there is none.

    Returns: seconds of S, the rows, and what they were measured with.

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
    rows = [FigureRow(f"paint_{key}", told_of(key), quiet(times[key]) / s, "S") for key in FIGURES if key in times]
    return s, [*rows, *taps, *weight], about


def told_of(key: str) -> str:
    """What a page is called in the figures."""
    return "the table, opened again" if key == "again" else PAGES[key][0]


def told(s: float, rows: list[FigureRow], about: dict[str, Any]) -> dict[str, Any]:
    """The figures as JSON values: `about`, `s_ms`, and the rows."""
    return {**about, "s_ms": round(s * 1e3, 1), "rows": [row_json(row) for row in rows]}


def lines(rows: list[FigureRow], s: float) -> list[str]:
    """The figures as lines to read."""

    def took(row: FigureRow) -> str:
        return "" if row.unit != "S" or row.value is None else f"{row.value * s * 1e3:.0f}"

    return lined(rows, "ms", took)


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
        told = shown.context.new_cdp_session(shown)
        told.on("Network.requestWillBeSent", lambda event: taken.setdefault(event["requestId"], 0.0))
        told.on("Network.dataReceived", partial(_add, taken))
        told.on("Network.loadingFinished", partial(_is, taken))
        told.send("Network.enable")
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
