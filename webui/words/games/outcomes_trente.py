"""What ended at a table of Trente: sums, attacks, deaths, revenge, rounds."""

from __future__ import annotations

from .outcome_reader import NUMBERS, PLAY_OFFS, POINTS, Groups, Lines, Reader


def _made(r: Reader, v: Groups) -> str:
    named = {"name": r.name(v["who"]), "sum": v["sum"]}
    if v["threshold"] == "12":
        return r.w.t("%(name)s makes %(sum)s; 12 or less was wanted.", **named)
    return r.w.t("%(name)s makes %(sum)s; 30 or more was wanted.", **named)


def _loses(r: Reader, v: Groups) -> str:
    lost = int(v["lost"])
    if not lost:
        told = r.w.t("Exactly: nothing is lost.")
    else:
        told = r.w.tn("That costs %(n)s point.", "That costs %(n)s points.", lost)
    return " ".join((_made(r, v), told, _left(r, r.name(v["who"]), v["left"])))


def _left(r: Reader, name: str, points: str) -> str:
    return r.w.t("%(name)s has %(points)s now.", name=name, points=r.w.amount(int(points)))


def _attacks(r: Reader, v: Groups) -> str:
    told = r.w.t("Attack at %(level)s on %(name)s!", level=v["level"], name=r.name(v["target"]))
    return " ".join((_made(r, v), told))


def _may_attack(r: Reader, v: Groups) -> str:
    if v["targets"] == "nobody":
        told = r.w.t("Attack at %(level)s, but nobody is left to attack.", level=v["level"])
    else:
        told = r.w.t(
            "Attack at %(level)s: on %(names)s, as you choose.",
            level=v["level"],
            names=r.one_of(v["targets"]),
        )
    return " ".join((_made(r, v), told))


def _hits(r: Reader, v: Groups) -> str:
    hits, full = int(v["hits"]), int(v["full"])
    if not hits:
        return r.w.t(
            "No die shows %(level)s: %(name)s loses nothing.", level=v["level"], name=r.name(v["target"])
        )
    told = [r.w.tn("%(n)s hit at %(level)s.", "%(n)s hits at %(level)s.", hits, level=v["level"])]
    if full:
        told.append(r.w.tn("%(n)s full hand!", "%(n)s full hands!", full))
    target = r.name(v["target"])
    lost = int(v["lost"])
    told.append(r.w.tn("%(name)s loses %(n)s point.", "%(name)s loses %(n)s points.", lost, name=target))
    return " ".join((*told, _left(r, target, v["left"])))


def _dies(r: Reader, v: Groups) -> str:
    return r.w.t("%(name)s is out of this round.", name=r.name(v["who"]))


def _revenge(r: Reader, v: Groups) -> str:
    return r.w.t("%(name)s may take revenge with one more turn.", name=r.name(v["who"]))


def _played_off(r: Reader, v: Groups) -> str:
    return r.w.t("Play-off: %(points)s.", points=r.standings(v["points"]))


def _round(r: Reader, v: Groups) -> str:
    told = r.w.t("Round %(number)s: %(points)s.", number=v["number"], points=r.standings(v["points"]))
    return " ".join((told, *r.play_offs(v["play_offs"]), r.wins(v["who"])))


_MADE = r"(?P<who>\d+) makes (?P<sum>\d+) for (?P<threshold>\d+)"

TRENTE: Lines = (
    (rf"{_MADE}, loses (?P<lost>\d+), has (?P<left>-?\d+)", _loses),
    (rf"{_MADE}, attacks (?P<target>\d+) at (?P<level>\d)", _attacks),
    (rf"{_MADE}, attacks at (?P<level>\d), one of (?P<targets>nobody|{NUMBERS})", _may_attack),
    (
        r"\d+ hits (?P<hits>\d+) at (?P<level>\d), full hands (?P<full>\d+),"
        r" (?P<target>\d+) loses (?P<lost>\d+), has (?P<left>-?\d+)",
        _hits,
    ),
    (r"(?P<who>\d+) dies", _dies),
    (r"(?P<who>\d+) may take revenge", _revenge),
    (rf"play-off (?P<points>{POINTS})", _played_off),
    (rf"round (?P<number>\d+): (?P<points>{POINTS}){PLAY_OFFS} won by (?P<who>{NUMBERS})", _round),
)
"""The lines of Trente; its matches end as those of other games do."""
