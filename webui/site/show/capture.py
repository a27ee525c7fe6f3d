"""Turns a running capture into the values of its page: consent, what to set out, the picture, the result."""

from __future__ import annotations

from vision.layout import layouts, load_layout

from ...capture.files import CaptureSet
from ...capture.fit import NEVER
from ...capture.run import RunningCapture
from ...capture.taken import TakenPicture
from ...live.lookout import Lookout
from ...words import Words
from ...words.capture import asked, consent, licence_says, place1, read, result, unfit

FACES = (1, 2, 3, 4, 5, 6)


def shown(w: Words, lookout: Lookout | None) -> dict[str, object]:
    """The values of the page: consent, what to set out, the picture to confirm, or the result."""
    running = lookout.capture if lookout else None
    if lookout is None or running is None:
        return {"state": "none"}
    current = running.current
    if current is None:
        return {"state": "before", "trouble": running.trouble, **_before(w, lookout, running)}
    common = {"trouble": running.trouble, "number": len(current.rows) + 1, "of": len(current.steps)}
    if running.taken is not None:
        return common | {"state": "review", **_review(w, current, running.taken)}
    if current.step is None:
        skipped = sum(not row.image for row in current.rows.values())
        return common | {"state": "after", "lines": result(w, current.score, skipped), "set": current.folder.name,
                         "folder": str(current.folder)}  # fmt: skip
    return common | {"state": "asking", **_asking(w, lookout, running, current)}


def _before(w: Words, lookout: Lookout, running: RunningCapture) -> dict[str, object]:
    learnt = lookout.calibration()
    board = learnt.layout if learnt else lookout.board.layout if lookout.board else ""
    usual = board or max(layouts().values(), key=lambda layout: layout.seats).name
    return {
        "consent": consent(w),
        "licences": licence_says(w),
        "boards": [(layout.name, count) for layout in layouts().values() for count in layout.counts],
        "usual": (usual, load_layout(usual).counts[0]),
        "sets": [
            {"name": each.folder.name, "kept": len(each.pictures), "of": len(each.steps), "done": each.step is None}
            for each in running.sets()
        ],
    }


def _asking(w: Words, lookout: Lookout, running: RunningCapture, current: CaptureSet) -> dict[str, object]:
    step, hinged = current.step, load_layout(current.facts.layout).hinged
    reasons = running.unfit
    return {
        "asked": asked(w, step, current.last, hinged) if step else [],
        "place1": "" if hinged else place1(w, lookout.board),
        "unfit": unfit(w, reasons),
        "insist": bool(reasons) and not NEVER & set(reasons),
        "corners": bool(NEVER & set(reasons)),
        "wanted": running.wanted,
        "moving": running.moving,
        "live": lookout.newest is not None,
        "read": read(w, running.score) if running.score else None,
        "back": current.last is not None,
    }


def _review(w: Words, current: CaptureSet, taken: TakenPicture) -> dict[str, object]:
    layout = load_layout(current.facts.layout)
    return {
        "asked": asked(w, taken.step, taken.step, layout.hinged),
        "width": taken.image.shape[1],
        "height": taken.image.shape[0],
        "dice": [{"name": chr(65 + k), "said": answer} for k, answer in enumerate(taken.answers)],
        "wanted": len(taken.step.dice),
        "missing": len(taken.boxes) < len(taken.step.dice),
        "faces": FACES,
        "seats": [
            {"seat": seat, "tiles": [space for space in layout.spaces_of(current.facts.count) if space.seat == seat]}
            for seat in range(1, layout.seats + 1)
        ],
    }
