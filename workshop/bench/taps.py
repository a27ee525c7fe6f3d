"""How soon a tap is seen: on the page that was tapped, and on another screen, in every game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from webui.live.live import Live
from webui.table.actions import Action, Throw
from webui.table.setup import Setup, players_at

from .measure import quiet
from .report import FigureRow
from .screens import SETUP, Screens, page

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

    def begun(self, live: Live) -> Mapping[str, Any]:
        """The view of a table in which this may be tapped."""
        live.new_game(self.setup, self.position)
        for act in self.acts:
            live.act(act)
        return live.snapshot()


def faces(*values: int) -> tuple[str, ...]:
    """The faces of a throw that is told by hand."""
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
        for one in (tablet, other):
            one.goto(screens.site)
            one.evaluate(SEES)
        for _ in range(rounds):
            before = tap.begun(screens.live)
            for one in (tablet, other):
                one.evaluate(SEEN, str(before["version"]))
            for selector in tap.on:
                tablet.locator(selector).dispatch_event("click")
            shows: Callable[[Any], float] = partial(page_sees, version=_after(screens.live, before))
            start = float(tablet.evaluate("tapped"))
            yield {"tap_own": (shows(tablet) - start) / 1e3, "tap_other": (shows(other) - start) / 1e3}


def page_sees(shown: Any, version: str) -> float:
    """When a page showed a view, ms since 1970."""
    return float(shown.evaluate(SEEN, version))


def _after(live: Live, before: Mapping[str, Any]) -> str:
    """The version of the first view in which the tap was heard."""
    view: Mapping[str, Any] = before
    while view["version"] == before["version"]:
        view = live.wait(int(before["version"]), 1.0) or live.snapshot()
    return str(view["version"])
