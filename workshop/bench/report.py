"""The figures of a bench beside their targets: as a table to read, as JSON to keep, as a page's tables and a picture.

    python -m workshop.bench.report docs/performance.json docs/performance.md docs/images/performance.svg
    python -m workshop.bench.report docs/performance-pages.json docs/performance.md

The first writes the tables of seeing and their picture, the second those of the pages; other tables stay as they are.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import log10
from pathlib import Path
from typing import Any, Literal

Unit = Literal["A", "share", "MB", "frames", "s", "ms", "S", "T", "KB", "requests"]
"""Times of A's time; part of one processor core, 0 to 1; 10^6 bytes (memory: 2^20); frames of a film; s and 10^-3 s;
times of S, a plain page's, and of T, a tap of the tile games; 10^3 bytes; requests of a browser."""

PUBLISHED = {"Raspberry Pi 5": 0.199, "Raspberry Pi 4": 0.560}
"""s that a detector of A's shape takes there, as published."""
UNSURE = 2.0
"""How many times more or less a projection may turn out: smaller networks and pictures may not follow A."""


@dataclass(frozen=True)
class FigureRow:
    """One figure.

    Attributes:
        key: its name in the JSON.
        what: its name to read.
        value: in its unit; None where this machine cannot tell.
        unit: of value and target.
        target: the most that it should be; None where nothing was promised.
    """

    key: str
    what: str
    value: float | None
    unit: Unit
    target: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether it is as small as promised; None where nothing was promised, or it was not measured."""
        return None if self.target is None or self.value is None else self.value <= self.target


def as_json(
    rows: Iterable[FigureRow], a_seconds: float, a_flop: int, about: Mapping[str, Any]
) -> dict[str, Any]:
    """The figures as JSON values: `about`, `a`, `rows`, `projection`."""
    rows = tuple(rows)
    return {
        **about,
        "a": {"gflop": round(a_flop / 1e9, 3), "ms": round(a_seconds * 1e3, 2)},
        "rows": [row_json(row) for row in rows],
        "projection": {
            machine: {"a_ms": seconds * 1e3, "factor": round(seconds / a_seconds, 2), "unsure": UNSURE}
            | {row.key: projected(row, seconds, a_seconds) for row in rows if row.unit in ("A", "share")}
            for machine, seconds in PUBLISHED.items()
        },
    }


def row_json(row: FigureRow) -> dict[str, Any]:
    """One figure as JSON values."""
    return {
        "key": row.key,
        "what": row.what,
        "value": None if row.value is None else float(f"{row.value:.4g}"),
        "unit": row.unit,
        "target": None if row.target is None else float(f"{row.target:.4g}"),
        "met": row.met,
    }


def projected(row: FigureRow, there: float, here: float) -> float | None:
    """What a figure would be where A takes `there` seconds instead of `here`: ms for a step, else a share."""
    if row.value is None:
        return None
    return round(row.value * there * 1e3, 2) if row.unit == "A" else round(row.value * there / here, 4)


def table(rows: Sequence[FigureRow], a_seconds: float) -> list[str]:
    """Lines to read: what, measured, target, met or missed; steps in ms too."""

    def took(row: FigureRow) -> str:
        return "" if row.unit != "A" or row.value is None else f"{row.value * a_seconds * 1e3:.2f}"

    return lined(rows, "ms", took)


def lined(rows: Sequence[FigureRow], title: str, beside: Callable[[FigureRow], str]) -> list[str]:
    """Lines to read: what, measured, what `beside` says of it under that title, target, met or missed."""
    lines = [("", "measured", title, "target", "")]
    lines += [
        (
            row.what,
            shown(row.value, row.unit),
            beside(row),
            "" if row.target is None else f"<= {shown(row.target, row.unit)}",
            {True: "met", False: "MISSED", None: ""}[row.met],
        )
        for row in rows
    ]
    widths = [max(len(line[k]) for line in lines) for k in range(5)]
    return [
        f"{line[0]:<{widths[0]}}  " + "  ".join(f"{line[k]:>{widths[k]}}" for k in range(1, 5)).rstrip()
        for line in lines
    ]


def shown(value: float | None, unit: Unit) -> str:
    """A figure in its unit."""
    if value is None:
        return "not measured"
    if unit == "A":
        return f"A/{1 / value:.{1 if value > 0.1 else 0}f}" if 0 < value < 1 else f"{value:.2f} A"
    if unit == "share":
        return f"{100 * value:.2f} %"
    usual = 3 if value < 1 else 1 if value < 100 else 0
    digits = {"frames": 0, "requests": 0, "MB": 1, "KB": 1, "S": 1, "T": 2}.get(unit, usual)
    return f"{value:.{digits}f} {unit}"


MARKS = {
    "eyes": ("<!-- figures -->", "<!-- end of figures -->"),
    "referee": ("<!-- figures of the referee -->", "<!-- end of the referee's figures -->"),
    "pages": ("<!-- figures of the pages -->", "<!-- end of the pages' figures -->"),
}
"""Between which lines of the page the tables of each subject stand."""
WORD = {True: "met", False: "**missed**", None: ""}
WIDE, LINE, LEFT = 900, 24, 330
"""px of the picture: its width, each line's height, where bars begin."""
FROM, TO = 1e-3, 4.0
"""Times of A that the bars' scale runs over."""
COLOURS = {True: "#1b7f5c", False: "#c2410c", None: "#64748b"}


def tables(told: Mapping[str, Any], subject: str = "eyes") -> str:
    """The figures of a subject of `python -m workshop bench --json` as Markdown."""
    if subject == "referee":
        return "\n".join(_refereed(told))
    if subject == "pages":
        return "\n".join(_paged(told))
    return "\n".join(_measured(told))


def _refereed(told: Mapping[str, Any]) -> Iterator[str]:
    yield f"B took {told['b_ms']:.1f} ms; {told['rounds']} rounds; {_tools(told)}."
    yield ""
    yield "| what | measured | times B | target | |"
    yield "|---|--:|--:|--:|---|"
    for row in told["rows"]:
        times = "" if row["times_b"] is None else f"{row['times_b']:g}"
        yield f"| {row['what']} | {shown(row['value'], row['unit'])} | {times} | {_wanted(row)} | {WORD[row['met']]} |"


def _paged(told: Mapping[str, Any]) -> Iterator[str]:
    tools = f"chromium {told['chromium']}, python {told['python']}"
    yield f"S took {told['s_ms']:.1f} ms; {told['rounds']} rounds; {tools}."
    yield ""
    yield "| what | measured | ms | target | |"
    yield "|---|--:|--:|--:|---|"
    for row in told["rows"]:
        took = f"{row['value'] * told['s_ms']:.0f}" if row["unit"] == "S" and row["value"] is not None else ""
        yield f"| {row['what']} | {shown(row['value'], row['unit'])} | {took} | {_wanted(row)} | {WORD[row['met']]} |"


def _wanted(row: Mapping[str, Any]) -> str:
    return "" if row["target"] is None else f"<= {shown(row['target'], row['unit'])}"


def _measured(told: Mapping[str, Any]) -> Iterator[str]:
    a, machines = told["a"], told["projection"]
    yield f"A costs {a['gflop']} GFLOP and took {a['ms']:.1f} ms; {told['rounds']} rounds; {_tools(told)}."
    yield ""
    there = "".join(f" {name.removeprefix('Raspberry ')} |" for name in machines)
    yield f"| what | measured | ms |{there} target | |"
    yield f"|---|--:|--:|{'--:|' * len(machines)}--:|---|"
    for row in told["rows"]:
        value, unit = shown(row["value"], row["unit"]), row["unit"]
        took = f"{row['value'] * a['ms']:.2f}" if unit == "A" and row["value"] is not None else ""
        there = "".join(f" {_projected(machine.get(row['key']), unit)} |" for machine in machines.values())
        yield f"| {row['what']} | {value} | {took} |{there} {_wanted(row)} | {WORD[row['met']]} |"


def _tools(told: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name} {told[name]}" for name in ("onnxruntime", "opencv", "numpy", "python") if name in told
    )


def _projected(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    return f"{100 * value:.0f} %" if unit == "share" else f"{value:.{1 if value < 10 else 0}f}"


def written(page: str, told: Mapping[str, Any], subject: str = "eyes") -> str:
    """The page with a subject's tables made anew. Raises ValueError where it has not the two marks."""
    first, last = MARKS[subject]
    before, begin, rest = page.partition(first)
    _, end, after = rest.partition(last)
    if not begin or not end:
        raise ValueError(f"expected a page with {first} and {last}")
    return f"{before}{first}\n{tables(told, subject)}\n{last}{after}"


def picture(rows: Iterable[Mapping[str, Any]]) -> str:
    """The steps as bars on a scale of tens, A's time the line, targets as marks: an SVG."""
    rows = [row for row in rows if row["unit"] == "A" and row["value"] is not None]
    high = LINE * (len(rows) + 2)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDE}" height="{high}" fill="#ffffff"/>',
        *(line for share in (0.001, 0.01, 0.1, 1) for line in _rule(share, high)),
        *(line for k, row in enumerate(rows) for line in _bar(row, LINE * k + LINE // 2)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _rule(share: float, high: int) -> Iterator[str]:
    x = _at(share)
    yield f'<line x1="{x:.1f}" y1="4" x2="{x:.1f}" y2="{high - LINE}" stroke="#cbd5e1"/>'
    yield f'<text x="{x:.1f}" y="{high - 8}" text-anchor="middle" fill="#475569">{shown(share, "A")}</text>'


def _bar(row: Mapping[str, Any], top: int) -> Iterator[str]:
    end, colour, value = _at(row["value"]), COLOURS[row["met"]], shown(row["value"], "A")
    middle = top + LINE * 0.6
    yield f'<text x="{LEFT - 8}" y="{middle:.1f}" text-anchor="end" fill="#0f172a">{escape(row["what"])}</text>'
    yield f'<rect x="{LEFT}" y="{top + 3}" width="{end - LEFT:.1f}" height="{LINE - 8}" fill="{colour}"/>'
    yield f'<text x="{end + 6:.1f}" y="{middle:.1f}" fill="{colour}">{value}</text>'
    if row["target"] is not None:
        x = _at(row["target"])
        yield f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{top + LINE - 2}" stroke="#0f172a" stroke-width="2"/>'


def _at(share: float) -> float:
    """Where a time stands, px from the left."""
    part = log10(min(TO, max(FROM, share)) / FROM) / log10(TO / FROM)
    return LEFT + part * (WIDE - LEFT - 80)


def main(words: Sequence[str]) -> None:
    """Writes the page's tables and the picture; see the module."""
    figures, page, *images = (Path(word) for word in words)
    told = json.loads(figures.read_text(encoding="utf-8"))
    for subject in MARKS.keys() & told.keys():
        text = written(page.read_text(encoding="utf-8"), told[subject], subject)
        page.write_text(text, encoding="utf-8")
    for image in images:
        image.write_text(picture(told["eyes"]["rows"]), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
