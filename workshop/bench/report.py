"""What something costs on a machine that does other things too, beside what it should: timed, as JSON, as tables.

    python -m workshop.bench.report docs/performance.json docs/performance.md docs/images/performance.svg
    python -m workshop.bench.report docs/performance-pages.json docs/performance.md

The first writes the tables of seeing and their picture, the second those of the pages; other tables stay as they are.

Steps are timed in turn, round after round, and their quiet medians reported, in processor time: where several programs
share a core, a long step is interrupted and a short one is not, and the ratio of their times on the clock would tell
of the others. Whole commands are run in a process of their own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, log10
from pathlib import Path
from statistics import median
from typing import Any, Literal

from ..table import table

LEAST = 0.002
"""s that one sample lasts at least: a quicker step is run several times for it."""
MOST = 50
"""Times that a step is run for one sample at most."""


@dataclass(frozen=True)
class Timed:
    """Something whose cost is asked.

    Attributes:
        key: its name in the figures.
        run: does it once; its argument is the number of runs before.
    """

    key: str
    run: Callable[[int], object]


def alternating(
    steps: Sequence[Timed],
    rounds: int,
    clock: Callable[[], float] = time.process_time,
    after: Callable[[int], object] = lambda done: None,
) -> Mapping[str, float]:
    """Seconds of each step: the quiet median over rounds in which all steps run in turn.

    Args:
        steps: each is run once before, to warm up and to see how quick it is.
        rounds: samples of each.
        clock: tells s; processor time, so that waiting while others run does not count.
        after: called after each round with the number of finished rounds.
    """
    repeats = {step.key: _repeats(step, clock) for step in steps}
    samples: dict[str, list[float]] = {step.key: [] for step in steps}
    for number in range(rounds):
        for step in steps:
            samples[step.key].append(_sample(step, number * repeats[step.key] + 2, repeats[step.key], clock))
        after(number + 1)
    return {key: quiet(times) for key, times in samples.items()}


def quiet(times: Sequence[float]) -> float:
    """The median of the quicker half: what a step costs while little else disturbs it.

    Raises ValueError where there is no time at all.
    """
    if not times:
        raise ValueError("expected the times of one round or more; got none")
    return median(sorted(times)[: ceil(len(times) / 2)])


def _repeats(step: Timed, clock: Callable[[], float]) -> int:
    """How often a step is run for one sample; the first run, which opens files and tables, does not tell."""
    step.run(0)
    once = _sample(step, 1, 1, clock)
    return min(MOST, max(1, ceil(LEAST / max(once, 1e-9))))


def _sample(step: Timed, first: int, repeats: int, clock: Callable[[], float]) -> float:
    start = clock()
    for number in range(first, first + repeats):
        step.run(number)
    return (clock() - start) / repeats


_CHILD = """
import sys, time
from webui.cli import main
try:
    main()
finally:
    lines = open("/proc/self/status").read().splitlines()
    (peak,) = [line.split()[1] for line in lines if line.startswith("VmHWM")]
    print("cost", peak, time.process_time(), file=sys.stderr)
"""


@dataclass(frozen=True)
class Cost:
    """What a command took in a process of its own.

    Attributes:
        peak_mb: memory at its highest, 2^20 bytes.
        seconds: of processor time.
        waited: s on the clock from its start to its end.
        output: its standard output.
    """

    peak_mb: float
    seconds: float
    waited: float
    output: bytes


def cost(words: Sequence[str], given: bytes = b"") -> Cost | None:
    """What `piste WORDS` takes; None where the system does not tell, or the command fails.

    Args:
        words: the verb and what follows it.
        given: its standard input, through a pipe.
    """
    start = time.perf_counter()
    command = [sys.executable, "-c", _CHILD, *words]
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    waited = time.perf_counter() - start
    costs = [line.split() for line in done.stderr.splitlines() if line.startswith(b"cost ")]
    if done.returncode or not costs:
        return None
    return Cost(int(costs[-1][1]) / 1024, float(costs[-1][2]), waited, done.stdout)


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
    """The figures of seeing as JSON values: `about`, `a`, `rows`, `projection`."""
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


def heading(report: Mapping[str, Any]) -> str:
    """What a subject's figures were measured in and with."""
    if "a" in report:
        unit = f"A costs {report['a']['gflop']} GFLOP and took {report['a']['ms']:.1f} ms"
    else:
        unit = f"B took {report['b_ms']:.1f} ms" if "b_ms" in report else f"S took {report['s_ms']:.1f} ms"
    named = ("chromium", "onnxruntime", "opencv", "numpy", "python")
    tools = ", ".join(f"{name} {report[name]}" for name in named if name in report)
    return f"{unit}; {report['rounds']} rounds; {tools}."


def cells(report: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """A subject's head and figures: what, measured, its ms or times B, target, met or missed."""
    yield "what", "measured", "times B" if "b_ms" in report else "ms", "target", ""
    for row in report["rows"]:
        wanted = "" if row["target"] is None else f"<= {shown(row['target'], row['unit'])}"
        yield row["what"], shown(row["value"], row["unit"]), _beside(report, row), wanted, WORD[row["met"]]


def _beside(report: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    if row["value"] is None:
        return ""
    if "b_ms" in report:
        return "" if row["times_b"] is None else f"{row['times_b']:g}"
    if row["unit"] == "A":
        return f"{row['value'] * report['a']['ms']:.2f}"
    return f"{row['value'] * report['s_ms']:.0f}" if row["unit"] == "S" else ""


def tables(report: Mapping[str, Any]) -> str:
    """A subject's figures as Markdown; of seeing, with what they would be on other machines before the target."""
    machines = report.get("projection", {})
    first, *rows = cells(report)
    names = (name.removeprefix("Raspberry ") for name in machines)
    lined = []
    for row, figure in zip(rows, report["rows"], strict=True):
        there = (_projected(machine.get(figure["key"]), figure["unit"]) for machine in machines.values())
        lined.append((*row[:3], *there, *row[3:]))
    return f"{heading(report)}\n\n{table((*first[:3], *names, *first[3:]), lined)}"


def _projected(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    return f"{100 * value:.0f} %" if unit == "share" else f"{value:.{1 if value < 10 else 0}f}"


def written(page: str, report: Mapping[str, Any], subject: str = "eyes") -> str:
    """The page with a subject's tables made anew. Raises ValueError where it has not the two marks."""
    first, last = MARKS[subject]
    before, begin, rest = page.partition(first)
    _, end, after = rest.partition(last)
    if not begin or not end:
        raise ValueError(f"expected a page with {first} and {last}")
    return f"{before}{first}\n{tables(report)}\n{last}{after}"


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
    report = json.loads(figures.read_text(encoding="utf-8"))
    for subject in MARKS.keys() & report.keys():
        text = written(page.read_text(encoding="utf-8"), report[subject], subject)
        page.write_text(text, encoding="utf-8")
    for image in images:
        image.write_text(picture(report["eyes"]["rows"]), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
