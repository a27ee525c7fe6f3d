"""The report of `python -m workshop evaluate` as tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Told = Mapping[str, Any]


def table(report: Told) -> Iterator[str]:
    """The report's lines."""
    yield f"{report['pictures']} pictures"
    if report["dice"]:
        yield from _dice(report)
    if report["tiles"]:
        yield from _tiles(report)
    if report["board"]:
        yield from _board(report["board"])
    if report.get("amiss"):
        yield from _amiss(report["amiss"])
    if report.get("lean"):
        yield from _lying(report["lean"], report["turn"])
    yield from _acted(report["acted_upon"])
    if report.get("coverage"):
        yield from _coverage(report["coverage"])
    if report.get("conditions"):
        yield from _conditions(report["conditions"])


def _conditions(groups: Mapping[str, Told]) -> Iterator[str]:
    yield ""
    heads = (
        "pictures",
        "dice F1",
        "all right",
        "tiles",
        "board",
        "+dice",
        "acted",
        "wrong",
        "acted",
        "wrong",
    )
    yield _row(30, "by condition", *heads)
    for name, told in groups.items():
        dice, tiles, acted = told["dice"] or {}, told["tiles"] or {}, told["acted_upon"]
        rates = (
            dice.get("f1"),
            dice.get("all_right"),
            *map(tiles.get, ("each", "all_right", "board_and_dice")),
        )
        counts = [acted.get(what, {}).get(key, "-") for what in ("dice", "tiles") for key in ("n", "wrong")]
        yield _row(30, name, told["pictures"], *map(percent, rates), *counts)
    yield "  (acted, wrong: throws, then boards)"


def _dice(report: Told) -> Iterator[str]:
    yield ""
    yield _row(44, "dice", "pictures", "dice", "precision", "recall", "F1", "all right")
    for source, told in report["sources"].items():
        if told["dice"]:
            yield _dice_row(source, told["dice"])
    whole = report["dice"]
    yield _dice_row("all", whole)
    macro = (percent(whole["macro_f1"]), percent(whole["macro_all_right"]))
    yield _row(44, "macro over sources", "", "", "", "", *macro)
    if report.get("custom_faces"):
        yield _dice_row("custom faces (apart)", report["custom_faces"])


def _amiss(kinds: Mapping[str, Told]) -> Iterator[str]:
    yield ""
    yield _row(34, "dice that do not count", "dice", "right", "extra", "missed", "F1")
    for name, told in kinds.items():
        yield _row(34, name, *map(told.get, ("dice", "right", "extra", "missed")), percent(told["f1"]))


def _lying(bands: Mapping[str, Told], turn: Told | None) -> Iterator[str]:
    yield ""
    heads = ("dice", "flat", "cocked", "off-board", "missed")
    yield _row(34, "lean, degrees, and told as", *heads)
    for name, told in bands.items():
        yield _row(34, name, *map(told.get, heads))
    if turn and turn["told"]:
        yield f"turn of flat dice: told of {turn['told']} of {turn['dice']}, {percent(turn['close'])} within 10 degrees"
        yield f"  off by {turn['median']:.1f} degrees at the median, {turn['at_95']:.1f} at 95 %"


def _dice_row(name: str, told: Told) -> str:
    rates = [percent(told[rate]) for rate in ("precision", "recall", "f1", "all_right")]
    return _row(44, name, told["pictures"], told["dice"], *rates)


def _tiles(report: Told) -> Iterator[str]:
    yield ""
    yield _row(34, "tiles", "boards", "tiles", "each", "board", "as seated", "digits", "+digits", "+dice")
    for source, told in report["sources"].items():
        if told["tiles"]:
            yield _tile_row(source, told["tiles"])
    yield _tile_row("all", report["tiles"])


def _tile_row(name: str, told: Told) -> str:
    rates = ("each", "all_right", "all_right_as_seated", "digits", "all_right_with_digits", "board_and_dice")
    return _row(34, name, told["boards"], told["tiles"], *(percent(told[rate]) for rate in rates))


def _board(board: Told) -> Iterator[str]:
    yield ""
    yield f"board: right in {percent(board['found'])} of {board['pictures']}"
    yield f"  all corners within 5 % of its side: {percent(board['corners_within_5_percent'])}"
    yield f"  worst corner, median: {percent(board['corner_error_median'])} of its side"


def _acted(acted: Told) -> Iterator[str]:
    yield ""
    yield _row(34, "acted upon (not asked)", "of", "share", "n", "wrong", "at most")
    for name, told in acted.items():
        bound = percent(told["wrong_at_most"])
        yield _row(34, name, told["of"], percent(told["share"]), told["n"], told["wrong"], bound)
    yield "  (at most: 95 % upper bound of the share of wrong ones)"


def _coverage(told: Told) -> Iterator[str]:
    yield ""
    within = told["coverage_at_risk"]
    heads = (f"<={percent(float(risk))}" for risk in within)
    yield _row(34, "risk against coverage", "throws", "wrong", "area", "at least", *heads)
    areas = (f"{told[name]:.4f}" for name in ("area", "least_area"))
    yield _row(34, "all throws", told["throws"], told["wrong"], *areas, *map(percent, within.values()))
    yield "  (area: mean share of wrong ones over all coverages; then how much can be acted upon with so few wrong)"


def _row(width: int, name: str, *cells: object) -> str:
    return f"{name[:width]:{width}}" + "".join(f"{cell!s:>10}" for cell in cells)


def percent(rate: float | None) -> str:
    """A rate of 0 to 1 in percent, "-" where there is none."""
    return "-" if rate is None else f"{100 * rate:.1f}%"
