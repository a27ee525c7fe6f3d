"""The words of the check of a table: what to do, the reading, and the result."""

from __future__ import annotations

from collections.abc import Iterable

from vision.observation import Observation

from ..checkup.report import ReadRight, Report
from ..checkup.selftest import Ask, Trial, scored
from . import Words
from .calibration import which_tiles


def asked(w: Words, ask: Ask, box: bool) -> str:
    """What the teacher should do; `box` if there is one row of hinged tiles."""
    if ask.kind == "dice":
        return w.t("Put two dice in the middle, with face %(face)s up.", face=ask.face)
    if ask.state == "open":
        return w.t("Open all the tiles, and take your hands away.")
    return (
        w.t("Close all the tiles.") if box else w.t("Close the nine tiles of place 1. Leave the others open.")
    )


def reading_now(w: Words, ask: Ask, trial: Trial) -> str:
    """The present reading."""
    if trial.newest is None:
        return w.t("Something moves…") if trial.began is not None else w.t("I am looking…")
    return _dice_now(w, trial.newest) if ask.kind == "dice" else _tiles_now(w, ask, trial.newest)


def _dice_now(w: Words, observation: Observation) -> str:
    lying = [die for die in observation.dice if die.state in ("flat", "cocked")]
    if not lying:
        return w.t("I see no die.")
    values = w.all_of(die.value if die.value is not None else "?" for die in lying)
    return w.tn("I see one die: %(values)s.", "I see %(n)s dice: %(values)s.", len(lying), values=values)


def _tiles_now(w: Words, ask: Ask, observation: Observation) -> str:
    outcome = scored(ask, observation)
    if not outcome.n:
        return w.t("I see no tiles.")
    if outcome.right == outcome.n:
        return w.t("All %(n)s tiles are as asked.", n=outcome.n)
    others = [str(space) for space, *_ in _rows(outcome.read)]
    if len(others) > 6:
        return w.t("%(right)s tiles of %(n)s are as asked.", right=outcome.right, n=outcome.n)
    which = which_tiles(w, others)
    return w.t(
        "%(right)s tiles of %(n)s are as asked. Otherwise: %(which)s.",
        right=outcome.right,
        n=outcome.n,
        which=which,
    )


def result(w: Words, report: Report) -> list[tuple[bool, str]]:
    """(good, sentence) for the whole result, the verdict first."""
    sentences = [(report.verdict == "pass", verdict(w, report))]
    if report.dice.n:
        sentences.append(_score(w, report.dice, w.t("Dice")))
    if report.tiles.n:
        sentences.append(_score(w, report.tiles, w.t("Tiles")))
    sentences += [(False, _wrong(w, name, read)) for name, read in report.wrong]
    if report.die_px is not None:
        text = w.t("Size of a die: %(px)s pixels.", px=round(report.die_px))
        sentences.append(_figure(text, w.t("Bring the camera closer."), "dice_small" not in report.faults))
    return sentences + _light(w, report) + _skipped(w, report)


def verdict(w: Words, report: Report) -> str:
    """The verdict in a sentence."""
    return {
        "pass": w.t("Passed: you can play on this table."),
        "fail": w.t("Not passed: see below what to change, then try again."),
        "incomplete": w.t("Too few steps were done to tell."),
    }[report.verdict]


def _score(w: Words, score: ReadRight, what: str) -> tuple[bool, str]:
    text = w.t(
        "%(what)s: %(right)s of %(n)s read right, the least sure at %(least)s %%.",
        what=what, right=score.right, n=score.n, least=round(100 * score.least),
    )  # fmt: skip
    return score.right == score.n, text


def _wrong(w: Words, name: str, read: tuple[object, ...]) -> str:
    kind, _, which = name.partition("-")
    if kind == "dice":
        values = w.all_of("?" if value is None else value for value in read) or w.t("nothing")
        return w.t("Face %(face)s: I read %(values)s.", face=which, values=values)
    spaces = [str(space) for space, *_ in _rows(read)]
    if which == "open":
        return w.t("Open tiles that I read wrong: %(which)s.", which=which_tiles(w, spaces))
    return w.t("Closed tiles that I read wrong: %(which)s.", which=which_tiles(w, spaces))


def _light(w: Words, report: Report) -> list[tuple[bool, str]]:
    if report.light is None:
        return []
    figures = report.light
    level = w.t("Light: %(level)s of 255.", level=round(figures.brightness))
    sharp = w.t("Sharpness: %(figure)s.", figure=w.amount(figures.sharpness))
    glare = w.t("Glare: %(share)s %%.", share=w.amount(100 * figures.glare))
    shines = w.t("Something shines: move the lamp or draw the curtain.")
    return [
        _figure(level, w.t("It is too dark: switch on a lamp."), "light" not in report.faults),
        _figure(sharp, w.t("Clean the lens and fix the camera."), "sharp" not in report.faults),
        _figure(glare, shines, "glare" not in report.faults),
    ]


def _figure(text: str, advice: str, good: bool) -> tuple[bool, str]:
    """A figure, with what to do if it is not good."""
    return good, text if good else f"{text} {advice}"


def _skipped(w: Words, report: Report) -> list[tuple[bool, str]]:
    n = len(report.skipped)
    return [(False, w.tn("%(n)s step was passed over.", "%(n)s steps were passed over.", n))] if n else []


def _rows(read: Iterable[object]) -> list[tuple[object, ...]]:
    return [row for row in read if isinstance(row, tuple)]
