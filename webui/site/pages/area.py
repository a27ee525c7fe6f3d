"""Where the dice fall in games whose board is not followed: marked by the teacher on the live picture."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, jsonify, redirect, render_template, request, url_for
from flask_babel import get_locale, gettext
from werkzeug.wrappers import Response

from vision.area.value import DiceArea
from vision.errors import WrongArea
from vision.frame import Frame
from vision.observation import Observation

from ...checkup.corners import area_said
from ...live.area import FollowedArea
from ...live.lookout import Lookout, NoPicture
from ...words import words
from ...words.area import seen_there
from ..context import site
from ..problems import problem

routes = Blueprint("area", __name__, url_prefix="/camera/area")
USUAL = DiceArea(((0.3, 0.75), (0.3, 0.25), (0.7, 0.25), (0.7, 0.75)))
"""What is shown before anybody marked an area."""
SIZE = (1280, 960)
"""Of a picture that does not come."""


@routes.get("")
def show() -> Response | str:
    """The page on which the area is marked."""
    lookout = site().lookout
    area = None if lookout is None else lookout.area
    shown = {"view": None} if lookout is None or area is None else _shown(lookout, area)
    return render_template("area.html", **shown)


@routes.get("/now")
def now() -> Response:
    """What is seen just now in the area of the query, as `area_said` has it."""
    lookout = site().lookout
    if lookout is None or lookout.area is None:
        return problem(404, gettext("No camera is followed."))
    frame = lookout.newest
    if frame is None:
        says = gettext("The camera gives no picture just now.")
        return jsonify({"live": False, "dice": [], "good": False, "says": says})
    width, height = _size(frame)
    view: dict[str, Any] = {"live": True, "width": width, "height": height}
    try:
        seen = lookout.area.seen(area_said(request.args, width, height), frame)
    except WrongArea:
        return jsonify(view | {"dice": [], "good": False, "says": _no_area()})
    return jsonify(view | _told(seen))


@routes.post("")
def mark() -> Response | str:
    """Keeps the area of the form, or, having asked, uses none any more."""
    lookout = site().lookout
    if lookout is None or lookout.area is None:
        return problem(404, gettext("No camera is followed."))
    if request.form.get("do") == "remove" and lookout.area.kept is not None and "sure" not in request.form:
        return _asked()
    try:
        _do(lookout, lookout.area, request.form.get("do", ""))
    except WrongArea:
        flash(_no_area())
    except NoPicture:
        flash(gettext("The camera gives no picture just now."))
    except OSError:
        flash(gettext("That could not be saved: nothing was changed."))
    return redirect(url_for("area.show"), 303)


def _asked() -> str:
    """The page that asks before the area is given up."""
    return render_template(
        "confirm.html",
        title=gettext("Use no area any more?"),
        which="",
        lines=(),
        says=gettext("Piste looks for dice everywhere then. This page still shows the line, to keep it again."),
        where=url_for("area.mark"),
        again=[("do", "remove")],
        yes=("sure", "yes"),
        go=gettext("Yes, use none"),
        back=gettext("Keep it"),
        back_to="area.show",
    )


def _do(lookout: Lookout, area: FollowedArea, what: str) -> None:
    """Raises WrongArea, NoPicture, or OSError where it cannot be kept."""
    if what == "remove":
        area.unmark()
        flash(gettext("No dice area any more: I look for dice everywhere."))
        return
    frame = lookout.newest
    if frame is None:
        raise NoPicture("expected a picture to mark an area in")
    area.mark(area_said(request.form, *_size(frame)), frame)
    flash(gettext("Kept: in games whose board I do not follow, I look at this area alone."))


def _no_area() -> str:
    return str(gettext("That is no area I can use: it must lie in the picture, not be too small, and have no dent."))


def _size(frame: Frame) -> tuple[int, int]:
    """Width and height of a picture, px."""
    return frame.image.shape[1], frame.image.shape[0]


def _told(seen: Observation) -> dict[str, Any]:
    """What is seen, JSON values only."""
    good, says = seen_there(words(str(get_locale())), seen)
    dice = [
        {"box": [round(length, 1) for length in die.box], "says": "?" if die.value is None else str(die.value)}
        for die in seen.dice
    ]
    return {"dice": dice, "good": good, "says": says}


def _shown(lookout: Lookout, area: FollowedArea) -> dict[str, Any]:
    """What the page shows."""
    frame, kept = lookout.newest, area.kept
    size = SIZE if frame is None else _size(frame)
    shown = kept or area.given_up or USUAL
    corners = shown.px(size).round(1)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    seen = {"dice": [], "good": True, "says": ""}
    if kept is not None and frame is not None:
        seen = _told(area.seen(kept, frame))
    return {
        "view": {"live": frame is not None, "width": size[0], "height": size[1]},
        "kept": kept is not None,
        "round": shown.round,
        "corners": corners.tolist(),
        "outline": shown.outline(size).round(1).tolist(),
        "ring": {"x": (left + right) / 2, "y": (top + bottom) / 2, "wide": right - left, "high": bottom - top},
        "seen": seen,
        "followed": area.followed is not None,
    }
