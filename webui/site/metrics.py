"""The numbers of a running Piste as OpenMetrics, without names or values of throws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..checkup.machine import temperature
from .context import Site

Sample = tuple[str, Mapping[str, str], float]
"""What follows the family's name, its labels, and the number."""


@dataclass(frozen=True)
class MetricFamily:
    """One metric.

    Attributes:
        name: without the suffixes of its samples.
        kind: of OpenMetrics.
        says: what it is, in a few words.
        samples: its numbers.
    """

    name: str
    kind: str
    says: str
    samples: tuple[Sample, ...]

    def text(self) -> str:
        """The metric in OpenMetrics format."""
        head = f"# TYPE {self.name} {self.kind}\n# HELP {self.name} {self.says}\n"
        return head + "".join(
            f"{self.name}{end}{_labels(labels)} {number:.10g}\n" for end, labels, number in self.samples
        )


def _labels(labels: Mapping[str, str]) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels.items()) + "}" if labels else ""


def gauge(name: str, says: str, number: float) -> MetricFamily:
    """A number that goes up and down."""
    return MetricFamily(name, "gauge", says, (("", {}, number),))


def counter(name: str, says: str, number: float) -> MetricFamily:
    """A number that only grows, since the program started."""
    return MetricFamily(name, "counter", says, (("_total", {}, number),))


def counters(name: str, says: str, label: str, numbers: Mapping[str, int]) -> MetricFamily:
    """Metrics of one kind, distinguished by a label."""
    return MetricFamily(name, "counter", says, tuple(("_total", {label: of}, n) for of, n in numbers.items()))


def families(place: Site, version: str, thermal: Path | None = None) -> Iterator[MetricFamily]:
    """Every metric: those of each table, with a label for its number where the box has several.

    Args:
        place: the site at the first table.
        version: Piste's.
        thermal: the file with the machine's temperature; None for the usual place.
    """
    yield MetricFamily("piste_build", "info", "the version", (("_info", {"version": version}, 1),))
    yield gauge("piste_uptime_seconds", "since the site opened", round(place.clock() - place.started, 1))
    tables = place.every_table()
    for of_tables in zip(*map(_of_table, tables), strict=True):
        yield of_tables[0] if len(tables) == 1 else _labelled(of_tables, [table.number for table in tables])
    yield gauge("piste_streams_open", "pages that are told each change at once", place.streams.open)
    yield gauge("piste_wrong_code_callers", "that are remembered", len(place.door.tries.callers()))
    yield counters("piste_wrong_codes", "codes that open nothing", "code", place.door.tries.total)
    if place.publisher.settings.now().on:
        yield gauge("piste_broker_connected", "1 while the MQTT broker is", int(place.publisher.connected))
        yield counter("piste_broker_failures", "connections to it that failed or broke", place.publisher.failures)
    degrees = temperature(thermal)
    if degrees is not None:
        yield gauge("piste_temperature_celsius", "of the machine's processor", degrees)


def _of_table(place: Site) -> Iterator[MetricFamily]:
    """The metrics that each table has, in the same order."""
    view, tally = place.live.snapshot(), place.live.tally
    yield gauge("piste_table_version", "grows with each change", view.version)
    yield gauge("piste_game_throws", "throws of the running game", view.throws)
    yield counter("piste_throws", "throws told", tally.throws)
    yield counter("piste_questions", "throws that a person was asked about", tally.questions)
    yield counter("piste_refusals", "moves that the rules do not allow", tally.refusals)
    yield counters("piste_corrections", "what was put right, by whom", "by", tally.corrections)
    steps = [("_bucket", {"le": f"{step:g}"}, n) for step, n in tally.within.items()]
    rest = [("_bucket", {"le": "+Inf"}, tally.decisions), ("_count", {}, tally.decisions), ("_sum", {}, tally.seconds)]
    says = "from a picture to what it means, written and shown"
    yield MetricFamily("piste_decision_seconds", "histogram", says, (*steps, *rest))
    yield gauge("piste_frames_per_second", "readings of the camera, over ten seconds", tally.rate)
    yield counter("piste_looks_dropped", "were due each half second, and left out", place.live.lag.dropped)
    yield gauge("piste_camera_ok", "1 where pictures come", int(view.camera.state == "ok"))
    yield gauge("piste_problems", "that stand now", len(view.problems))
    yield counter("piste_table_failures", "went wrong unforeseen while it was followed", place.live.failures)


def _labelled(same: Sequence[MetricFamily], numbers: Iterable[int]) -> MetricFamily:
    """One metric of several tables, the samples of each with its number."""
    samples = tuple(
        (end, {"table": str(number), **labels}, value)
        for number, family in zip(numbers, same, strict=True)
        for end, labels, value in family.samples
    )
    return replace(same[0], samples=samples)


def text(place: Site, version: str) -> str:
    """All of them."""
    return "".join(family.text() for family in families(place, version)) + "# EOF\n"
