"""What Piste knows of the followed table, and what it still misreads: one sentence for the teacher."""

from __future__ import annotations

from vision.known.acquaintance import Acquaintance

from . import Words
from .calibration import which_tiles


def acquaintance(w: Words, known: Acquaintance) -> str:
    """The sentence."""
    if known.stored and not known.lessons:
        return w.tn(
            "I remember %(n)s tile of this table; I learn the rest while you play.",
            "I remember %(n)s tiles of this table; I learn the rest while you play.", known.stored,
        )  # fmt: skip
    if not known.lessons:
        return w.t("I do not know this table yet; I learn it while you play.")
    learnt = w.tn(
        "I have learnt this table from %(n)s moment of play",
        "I have learnt this table from %(n)s moments of play", known.lessons,
    )  # fmt: skip
    parts = ", ".join(_parts(w, known))
    return w.t("%(learnt)s (%(parts)s): %(mistakes)s", learnt=learnt, parts=parts, mistakes=_mistakes(w, known))


def _parts(w: Words, known: Acquaintance) -> list[str]:
    """How much Piste knows."""
    parts = []
    if known.both:
        parts.append(
            w.tn("%(n)s tile from both sides", "%(n)s tiles from both sides", known.both)
        )
    if known.once:
        parts.append(w.tn("%(n)s tile from one side", "%(n)s tiles from one side", known.once))
    parts.append(w.t("the empty middle") if known.ground else w.t("the middle not yet"))
    if known.dice:
        parts.append(w.tn("%(n)s die", "%(n)s dice", known.dice))
    return parts


def _mistakes(w: Words, known: Acquaintance) -> str:
    """What Piste still mistakes, by counts."""
    mistakes = []
    if known.alike:
        mistakes.append(w.t("these tiles look the same on both sides: %(which)s", which=which_tiles(w, known.alike)))
    if known.doubted:
        mistakes.append(
            w.t("the game and I disagreed about these tiles: %(which)s", which=which_tiles(w, known.doubted))
        )
    if known.misread:
        mistakes.append(
            w.tn("I misread %(n)s die of %(dice)s", "I misread %(n)s dice of %(dice)s", known.misread, dice=known.dice)
        )
    if mistakes:
        return w.t(", and ").join(mistakes) + "."
    if not known.dice:
        return w.t("play has not confirmed any die yet, so I cannot say how often I am wrong.")
    return w.tn(
        "play has confirmed %(n)s die, and so far I misread none.",
        "play has confirmed %(n)s dice, and so far I misread none.", known.dice,
    )  # fmt: skip
