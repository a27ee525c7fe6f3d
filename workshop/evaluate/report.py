"""The report of `python -m workshop evaluate` as tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..table import table

Fields = Mapping[str, Any]
RATES = ("precision", "recall", "f1", "all_right")
TILE_RATES = ("each", "all_right", "all_right_as_seated", "digits", "all_right_with_digits", "board_and_dice")


def tables(report: Fields) -> str:
    """The whole report."""
    return "\n\n".join((f"{report['pictures']} pictures", *_parts(report)))


def _parts(report: Fields) -> Iterator[str]:
    if report["dice"]:
        yield table(("dice", "pictures", "dice", "precision", "recall", "F1", "all right"), _dice(report))
    if report["tiles"]:
        heads = ("tiles", "boards", "tiles", "each", "board", "as seated", "digits", "+digits", "+dice")
        yield table(heads, (_tile_row(*pair) for pair in _by_source(report, "tiles")))
    if report["board"]:
        yield _board(report["board"])
    if report.get("amiss"):
        counts = ("dice", "right", "extra", "missed")
        rows = ((name, *map(row.get, counts), percent(row["f1"])) for name, row in report["amiss"].items())
        yield table(("dice that do not count", *counts, "F1"), rows)
    if report.get("lean"):
        states = ("dice", "flat", "cocked", "off-board", "missed")
        lean = ((name, *map(row.get, states)) for name, row in report["lean"].items())
        yield table(("lean, degrees, and told as", *states), lean)
        yield from _turn(report["turn"])
    yield _acted(report["acted_upon"])
    if report.get("coverage"):
        yield _coverage(report["coverage"])
    if report.get("conditions"):
        rates = ("pictures", "dice F1", "all right", "tiles", "board", "+dice", "throws acted upon", "wrong")
        groups = (_condition(*group) for group in report["conditions"].items())
        yield table(("by condition", *rates, "boards acted upon", "wrong"), groups)


def _by_source(report: Fields, what: str) -> Iterator[tuple[str, Fields]]:
    """Each source with such figures, then all."""
    yield from ((source, figures[what]) for source, figures in report["sources"].items() if figures[what])
    yield "all", report[what]


def _dice(report: Fields) -> Iterator[Sequence[object]]:
    for pair in _by_source(report, "dice"):
        yield _dice_row(*pair)
    macro = (report["dice"]["macro_f1"], report["dice"]["macro_all_right"])
    yield ("macro over sources", "", "", "", "", *map(percent, macro))
    if report.get("custom_faces"):
        yield _dice_row("custom faces (apart)", report["custom_faces"])


def _dice_row(name: str, figures: Fields) -> Sequence[object]:
    return name, figures["pictures"], figures["dice"], *(percent(figures[rate]) for rate in RATES)


def _tile_row(name: str, figures: Fields) -> Sequence[object]:
    return name, figures["boards"], figures["tiles"], *(percent(figures[rate]) for rate in TILE_RATES)


def _turn(turn: Fields | None) -> Iterator[str]:
    if turn and turn["told"]:
        yield (
            f"turn of flat dice: told of {turn['told']} of {turn['dice']}, {percent(turn['close'])} within 10 degrees; "
            f"off by {turn['median']:.1f} degrees at the median, {turn['at_95']:.1f} at 95 %"
        )


def _board(board: Fields) -> str:
    return (
        f"board: right in {percent(board['found'])} of {board['pictures']}; all corners within 5 % of its side: "
        f"{percent(board['corners_within_5_percent'])}; worst corner, median: "
        f"{percent(board['corner_error_median'])} of its side"
    )


def _acted(acted: Fields) -> str:
    rows = (
        (name, row["of"], percent(row["share"]), row["n"], row["wrong"], percent(row["wrong_at_most"]))
        for name, row in acted.items()
    )
    return table(("acted upon (not asked)", "of", "share", "n", "wrong", "wrong at most (95 %)"), rows)


def _coverage(figures: Fields) -> str:
    """Area: the mean share of wrong ones over all coverages; then how much can be acted upon with so few wrong."""
    within = figures["coverage_at_risk"]
    areas = (f"{figures[name]:.4f}" for name in ("area", "least_area"))
    row = ("all throws", figures["throws"], figures["wrong"], *areas, *map(percent, within.values()))
    heads = ("throws", "wrong", "area", "at least", *(f"with <={percent(float(risk))} wrong" for risk in within))
    return table(("risk against coverage", *heads), [row])


def _condition(name: str, figures: Fields) -> Sequence[object]:
    dice, tiles, acted = figures["dice"] or {}, figures["tiles"] or {}, figures["acted_upon"]
    rates = (*map(dice.get, ("f1", "all_right")), *map(tiles.get, ("each", "all_right", "board_and_dice")))
    counts = (acted.get(what, {}).get(key, "-") for what in ("dice", "tiles") for key in ("n", "wrong"))
    return name, figures["pictures"], *map(percent, rates), *counts


def percent(rate: float | None) -> str:
    """A rate of 0 to 1 in percent, "-" where there is none."""
    return "-" if rate is None else f"{100 * rate:.1f}%"
