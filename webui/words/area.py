"""The reading in the dice area, in a sentence for the person who marks it."""

from __future__ import annotations

from collections.abc import Sequence

from vision.follow.edge import ASIDE_MOVED, MOVED
from vision.observation import Die, Observation

from . import Words


def dice_there(w: Words, observation: Observation) -> tuple[bool, str]:
    """Whether all is well, and the sentence."""
    if MOVED in observation.warnings:
        return False, w.t("The dice area has moved: mark it again.")
    if ASIDE_MOVED in observation.warnings:
        return False, w.t("The place for dice set aside has moved: mark it again.")
    flat = [die for die in observation.dice if die.state == "flat" and die.value is not None]
    if not observation.dice:
        if "dice" in observation.abstains:
            return False, w.t("Something there might be a die: I would ask.")
        return True, w.t("I see no die there.")
    if not flat:
        return False, w.t("I see a die there that leans, or lies on the edge.")
    (sentence,) = flat_dice(w, flat)
    if "dice" in observation.abstains:
        return False, w.t("%(seen)s I am not sure: I would ask.", seen=sentence)
    return True, sentence


def flat_dice(w: Words, flat: Sequence[Die]) -> list[str]:
    """The sentence about dice and their values; none without dice."""
    if not flat:
        return []
    return [w.tn("I see one die: %(values)s.", "I see %(n)s dice: %(values)s.", len(flat), values=_values(w, flat))]


def _values(w: Words, dice: Sequence[Die]) -> str:
    """From the left."""
    return w.all_of(str(die.value) for die in sorted(dice, key=lambda die: die.box[:2]))
