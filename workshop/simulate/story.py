"""One simulated game told: what happened, what the table said of it, and how likely it took the rest to be.

    lines, svg = story(noise, "missed", 0)

The picture shows, look by look, how probable the table takes what was told to be, and the likeliest history that tells
otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp
from random import Random
from typing import Any

from webui.table.reducer import Table, open_table, see

from .game import FILMED, PLAYED, Lived, Wish
from .noise import CountedNoise
from .world import lived

TOLD = ("roll_settled", "move_accepted", "move_refused", "turn_passed", "corrected", "roll_uncertain")
AROUND = 25.0
"""Seconds before and after the fault that are told."""

WIDE, HIGH, LEFT, TOP = 880.0, 260.0, 50.0, 24.0
"""px of the picture, and of its margins."""

Share = tuple[float, float, float]
"""Second; how probable what was told is; the likeliest history beside it."""


def story(noise: CountedNoise, kind: str, number: int) -> tuple[list[str], str]:
    """The lines of a game with one fault and no other, around it, and the picture as SVG.

    Args:
        noise: how eyes err.
        kind: of the fault, a key of `faults.FORCED`.
        number: which game, from 0.

    Raises:
        ValueError: the fault does not happen in that game.
    """
    wish = Wish((kind,), 0.0)
    one = lived(Random(f"story-{number}"), noise.without_errors(), PLAYED[FILMED[number % len(FILMED)]], wish)
    when = next((fault.t for fault in one.faults if fault.kind == kind), None)
    if when is None:
        raise ValueError(f"number: expected a game in which {kind} happens; game {number} ends before")
    told, shares = _followed(one)
    near = [share for share in shares if abs(share[0] - when) <= AROUND]
    return list(_lines(one, told, kind, when)), drawn(near, when, kind)


def _followed(one: Lived) -> tuple[list[Mapping[str, Any]], list[Share]]:
    step = open_table(one.setup)
    told: list[Mapping[str, Any]] = []
    shares: list[Share] = []
    for look in one.looks:
        step = see(step.table, look)
        told += [event.as_json() for event in step.events]
        if look.still and step.table.belief.histories:
            shares.append((look.time, *_shares(step.table)))
    return told, shares


def _shares(table: Table) -> tuple[float, float]:
    match = table.playing
    others = [exp(h.weight) for h in table.belief.histories if not h.follows(match)]
    return table.belief.share(lambda h: h.follows(match)), max(others, default=0.0)


def _lines(one: Lived, told: Sequence[Mapping[str, Any]], kind: str, when: float) -> Iterator[str]:
    happened = [(event["t"], "happened", event) for event in one.truth if event["event"] in TOLD]
    said = [(event["t"], "told", event) for event in told if event["event"] in TOLD]
    fault = [(when, "fault", {"event": kind})]
    for t, who, event in sorted([*happened, *said, *fault], key=lambda line: line[0]):
        if abs(t - when) <= AROUND:
            yield f"{t:7.1f} s  {who:9}{event['event']:15}{_what(event)}"


def _what(event: Mapping[str, Any]) -> str:
    if event["event"] == "corrected":
        return f"{event['what']}: {event['before']} -> {event['after']}, by the {event['reason']}"
    names = ("dice", "closed", "rule", "readings", "score")
    said = next((event[name] for name in names if event.get(name) is not None), "")
    return f"seat {event['seat']}: {said}" if event.get("seat") else str(said)


def drawn(shares: Sequence[Share], when: float, kind: str) -> str:
    """The picture of how probable histories are, as SVG; `when` is the second of the fault."""
    start, end = shares[0][0], shares[-1][0]

    def x(t: float) -> float:
        return LEFT + (t - start) / max(end - start, 1e-9) * (WIDE - 2 * LEFT)

    def y(share: float) -> float:
        return TOP + (1 - share) * (HIGH - 2 * TOP)

    def line(column: int, colour: str) -> str:
        points = " ".join(f"{x(share[0]):.1f},{y(share[column]):.1f}" for share in shares)
        return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>'

    ticks = "".join(
        f'<text x="{LEFT - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{share:g}</text>'
        f'<line x1="{LEFT}" x2="{WIDE - LEFT}" y1="{y(share):.1f}" y2="{y(share):.1f}" stroke="#ddd"/>'
        for share in (0, 0.5, 1)
    )
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:g} {HIGH:g}" font-family="sans-serif" '
            'font-size="13">',
            f'<rect width="{WIDE:g}" height="{HIGH:g}" fill="white"/>',
            ticks,
            f'<line x1="{x(when):.1f}" x2="{x(when):.1f}" y1="{TOP}" y2="{HIGH - TOP}" stroke="#c33"/>',
            f'<text x="{x(when) + 5:.1f}" y="{TOP + 12}" fill="#c33">{kind}</text>',
            line(1, "#1f5fa8"),
            line(2, "#d98200"),
            f'<text x="{LEFT}" y="16"><tspan fill="#1f5fa8">as it was told</tspan>   '
            '<tspan fill="#d98200">the likeliest history beside it</tspan></text>',
            f'<text x="{WIDE - LEFT}" y="{HIGH - 6}" text-anchor="end">{start:.0f} to {end:.0f} s</text>',
            "</svg>\n",
        )
    )
