"""Marks the dice area, and the place for dice set aside, on the live picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from flask import Blueprint, flash, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from vision.area.value import DiceArea
from vision.errors import WrongArea
from vision.frame import Frame
from vision.observation import Observation

from ...checkup.corners import area_of_form
from ...live.area import FollowedArea
from ...live.lookout import Lookout, NoPicture
from ...words.area import dice_there
from ..context import here, site
from ..problems import problem

routes = Blueprint("area", __name__, url_prefix="/camera/area")
USUAL = DiceArea(((0.3, 0.75), (0.3, 0.25), (0.7, 0.25), (0.7, 0.75)))
"""Shown before an area is marked."""
SIZE = (1280, 960)
"""Of a picture that does not come."""
GAP, STRIP = 0.02, 0.16
"""Shares of the picture: the distance between area and the first place beside it, and its width."""


@dataclass(frozen=True)
class MarkedPlace:
    """What a page marks.

    Attributes:
        shown: where its lines are drawn.
        stored: True if the teacher marked it.
        beside: the dice area, if a place beside it is marked; else None.
    """

    shown: DiceArea
    stored: bool
    beside: DiceArea | None = None


@routes.get("")
def show() -> Response | str:
    """The page on which the area is marked."""
    lookout, area = _followed()
    if lookout is None or area is None:
        return render_template("cameras/area.html", view=None, aside=request.endpoint == "area.show_aside")
    marked = area.stored
    return _page(lookout, area, MarkedPlace((marked or area.given_up or USUAL).tray, marked is not None))


@routes.get("/aside")
def show_aside() -> Response | str:
    """The page on which the place for dice set aside is marked."""
    lookout, area = _followed()
    if lookout is None or area is None:
        return render_template("cameras/area.html", view=None, aside=request.endpoint == "area.show_aside")
    if area.stored is None:
        flash(here().t("First show me where the dice fall."))
        return redirect(url_for("area.show"), 303)
    tray, place = area.stored.tray, area.stored.aside
    return _page(lookout, area, MarkedPlace(place or usual_beside(tray), place is not None, tray))


@routes.get("/now")
def now() -> Response:
    """The reading in the area of the query, or in the place beside it, as in `area_of_form`."""
    lookout, area = _followed()
    if lookout is None or area is None:
        return problem(404, here().t("No camera is followed."))
    frame = lookout.newest
    if frame is None:
        says = here().t("The camera gives no picture just now.")
        return jsonify({"live": False, "dice": [], "good": False, "says": says})
    width, height = _size(frame)
    view: dict[str, object] = {"live": True, "width": width, "height": height}
    try:
        observation = area.look_at(area_of_form(request.args, width, height), frame)
    except WrongArea:
        return jsonify(view | {"dice": [], "good": False, "says": _no_area()})
    return jsonify(view | _reading(observation))


@routes.post("")
def mark() -> Response | str:
    """Stores the area of the form, or, after asking, removes it."""
    lookout, area = _followed()
    if lookout is None or area is None:
        return problem(404, here().t("No camera is followed."))
    if request.form.get("do") == "remove" and area.stored is not None and "sure" not in request.form:
        return _removal_question()
    try:
        _do(lookout, area, request.form.get("do", ""))
    except WrongArea:
        flash(_no_area())
    except NoPicture:
        flash(here().t("The camera gives no picture just now."))
    except OSError:
        flash(_unsaved())
    return redirect(url_for("area.show"), 303)


@routes.post("/aside")
def mark_aside() -> Response:
    """Stores the form's place for dice set aside, or removes it."""
    lookout, area = _followed()
    if lookout is None or area is None:
        return problem(404, here().t("No camera is followed."))
    try:
        _do_aside(lookout, area, request.form.get("do", ""))
    except WrongArea:
        flash(here().t("That is no place I can use: it must lie in the picture, beside the dice area and not upon it."))
    except NoPicture:
        flash(here().t("The camera gives no picture just now."))
    except OSError:
        flash(_unsaved())
    return redirect(url_for("area.show_aside"), 303)


def _followed() -> tuple[Lookout | None, FollowedArea | None]:
    lookout = site().lookout
    return lookout, None if lookout is None else lookout.area


def _removal_question() -> str:
    """The page that asks before the area is removed."""
    return render_template(
        "confirm.html",
        title=here().t("Use no area any more?"),
        which="",
        lines=(),
        says=here().t("Piste looks for dice everywhere then. This page still shows the line, to keep it again."),
        where=url_for("area.mark"),
        again=[("do", "remove")],
        yes=("sure", "yes"),
        go=here().t("Yes, use none"),
        back=here().t("Keep it"),
        back_to="area.show",
    )


def _do(lookout: Lookout, area: FollowedArea, what: str) -> None:
    """Raises WrongArea, NoPicture, or OSError if it cannot be stored."""
    if what == "remove":
        area.unmark()
        flash(here().t("No dice area any more: I look for dice everywhere."))
        return
    frame = _picture(lookout)
    area.mark(area_of_form(request.form, *_size(frame)), frame)
    flash(here().t("Kept: in games whose board I do not follow, I look at this area alone."))


def _do_aside(lookout: Lookout, area: FollowedArea, what: str) -> None:
    """Raises WrongArea, NoPicture, or OSError if it cannot be stored."""
    if what == "remove":
        area.mark_aside(None)
        flash(here().t("No such place any more: dice are set aside by touch."))
        return
    frame = _picture(lookout)
    area.mark_aside(area_of_form(request.form, *_size(frame)), frame)
    flash(here().t("Kept: a die that lies there in Trente is set aside."))


def _picture(lookout: Lookout) -> Frame:
    frame = lookout.newest
    if frame is None:
        raise NoPicture("expected a picture to mark an area in")
    return frame


def _no_area() -> str:
    return here().t("That is no area I can use: it must lie in the picture, not be too small, and have no dent.")


def _unsaved() -> str:
    return here().t("That could not be saved: nothing was changed.")


def _size(frame: Frame) -> tuple[int, int]:
    """Width and height of a picture, px."""
    return frame.image.shape[1], frame.image.shape[0]


def usual_beside(area: DiceArea) -> DiceArea:
    """A first place beside an area, on the side where the picture has most room."""
    (left, top), (right, bottom) = np.min(area.corners, axis=0), np.max(area.corners, axis=0)
    strips = {
        float(left): (max(0.0, left - GAP - STRIP), top, left - GAP, bottom),
        float(1 - right): (right + GAP, top, min(1.0, right + GAP + STRIP), bottom),
        float(top): (left, max(0.0, top - GAP - STRIP), right, top - GAP),
        float(1 - bottom): (left, bottom + GAP, right, min(1.0, bottom + GAP + STRIP)),
    }
    x1, y1, x2, y2 = (float(edge) for edge in strips[max(strips)])
    try:
        return DiceArea(((x1, y2), (x1, y1), (x2, y1), (x2, y2)))
    except WrongArea:  # the area fills the picture: something to drag anyway
        return USUAL


def _reading(observation: Observation) -> dict[str, object]:
    """The reading, as JSON values."""
    good, says = dice_there(here(), observation)
    dice = [
        {"box": [round(length, 1) for length in die.box], "says": "?" if die.value is None else str(die.value)}
        for die in observation.dice
    ]
    return {"dice": dice, "good": good, "says": says}


def _page(lookout: Lookout, area: FollowedArea, place: MarkedPlace) -> str:
    """The page that marks a place."""
    frame, shown = lookout.newest, place.shown
    size = SIZE if frame is None else _size(frame)
    corners = shown.px(size).round(1)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    reading: dict[str, object] = {"dice": [], "good": True, "says": ""}
    if place.stored and frame is not None:
        reading = _reading(area.look_at(shown, frame))
    return render_template(
        "cameras/area.html",
        view={"live": frame is not None, "width": size[0], "height": size[1]},
        kept=place.stored,
        aside=place.beside is not None,
        round=shown.round,
        corners=corners.tolist(),
        outline=shown.outline(size).round(1).tolist(),
        fixed=[] if place.beside is None else place.beside.outline(size).round(1).tolist(),
        ring={"x": (left + right) / 2, "y": (top + bottom) / 2, "wide": right - left, "high": bottom - top},
        seen=reading,
        followed=area.followed is not None,
    )
