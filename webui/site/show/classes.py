"""Errors in a class list, in words for its teacher."""

from __future__ import annotations

from ...store.classes import LONGEST_NAME, LONGEST_TITLE, MOST_CLASSES, MOST_PUPILS, ClassError
from ...words import Words
from ...words.seats import unseen


def unfit(w: Words, error: ClassError) -> str:
    """What to change: one sentence."""
    says = {
        "unnamed": w.t("Please give the class a name."),
        "long_title": w.t("The name of the class is too long: %(n)s letters at most.", n=LONGEST_TITLE),
        "nobody": w.t("Nobody is in the class yet: please write a first name or a colour on each line."),
        "many_pupils": w.t("A class has %(n)s pupils at most here.", n=MOST_PUPILS),
        "long_name": w.t("“%(name)s” is too long: %(n)s letters at most.", name=error.what, n=LONGEST_NAME),
        "unseen": unseen(w),
        "twice": w.t("“%(name)s” stands there twice: please add a letter to one of them.", name=error.what),
        "many_classes": w.t("Piste keeps %(n)s classes at most: please erase one first.", n=MOST_CLASSES),
    }
    return says[error.why]
