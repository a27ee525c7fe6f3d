"""What ended at a table of Tock: cards that moved nothing, exchanges, houses that are full, packs played."""

from __future__ import annotations

from .outcome_reader import Groups, Lines, Reader
from .passes import pass_sentence


def _discards(r: Reader, v: Groups) -> str:
    told = r.w.t("%(name)s discards %(card)s.", name=r.name(v["who"]), card=v["card"])
    return f"{told} {pass_sentence(r.w, r.game, v['reason'])}"


def _exchanged(r: Reader, v: Groups) -> str:
    return r.w.t("Partners have exchanged a card, without a word.")


def _plays_on(r: Reader, v: Groups) -> str:
    return r.w.t("%(name)s plays on for %(other)s too.", name=r.name(v["who"]), other=r.name(v["other"]))


def _home(r: Reader, v: Groups) -> str:
    return r.w.t(
        "%(name)s has all four pawns home and plays for %(other)s now.",
        name=r.name(v["who"]),
        other=r.name(v["other"]),
    )


def _pack(r: Reader, v: Groups) -> str:
    return r.w.t("The whole pack is played: %(name)s deals.", name=r.name(v["who"]))


TOCK: Lines = (
    (r"(?P<who>\d) discards (?P<card>\w+), (?P<reason>\w+)(?:, hand [\w ]+)?", _discards),
    (r"partners have exchanged a card", _exchanged),
    (r"(?P<who>\d) plays on for (?P<other>\d)", _plays_on),
    (r"(?P<who>\d) is home, plays for (?P<other>\d)", _home),
    (r"pack played, (?P<who>\d) deals", _pack),
)
"""The lines of Tock; its games and matches end as those of other games do."""
