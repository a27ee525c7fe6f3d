"""Sets up the camera, for the teacher: its picture with the board drawn over it, and learning the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast, get_args

import numpy as np
from flask import Blueprint, Response, flash, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from hardware.turned_camera import TURNS, Hanging
from vision.calibration.learn import seat1_side
from vision.geometry.plane import Quad
from vision.layout import layout_names, layouts
from vision.observation import BoardSeen, Side
from vision.picture import jpeg, narrowed

from ...checkup.corners import NotABoard, corners_of_form
from ...live.lookout import Lookout, NoPicture
from ...words.calibration import board_sentence, described, drawing, lines, side_words
from ...words.known import acquaintance
from ..context import here, signed_in, site
from ..problems import problem

routes = Blueprint("camera", __name__, url_prefix="/camera")
INSET = 0.2
"""Distance of unset corners from the picture's edges, as a share of it."""
BESIDE = 0.14
"""How far outside its side a seat's name stands, relative to the distance from the board's middle."""


@routes.get("")
def show() -> AnyResponse | str:
    """The page that sets up the camera."""
    lookout = site().lookout
    return render_template("camera.html", **_page_values(lookout) if lookout else {"view": None})


@routes.get("/now")
def now() -> AnyResponse:
    """Size of the newest picture, and where the board is in it."""
    lookout = _lookout()
    return problem(404, here().t("No camera is followed.")) if lookout is None else jsonify(_view(lookout))


@routes.get("/picture.jpg")
def picture() -> AnyResponse:
    """The newest picture; not stored."""
    lookout = _lookout()
    newest = lookout.newest if lookout else None
    if newest is None:
        return problem(404, here().t("The camera gives no picture just now."))
    return Response(jpeg(narrowed(newest.image)[0]), mimetype="image/jpeg")


@routes.get("/result.jpg")
def result() -> AnyResponse:
    """The picture of the last learning, held in memory."""
    lookout = _lookout()
    if lookout is None or lookout.learnt is None:
        return problem(404, here().t("This picture is forgotten already."))
    draw = drawing(here(), sentences=False)
    return Response(jpeg(narrowed(lookout.learnt.picture(draw))[0]), mimetype="image/jpeg")


@routes.post("")
def learn() -> AnyResponse:
    """Learns the table, by searching or by the form's corners; forgets or restores it; turns the picture."""
    lookout = site().lookout
    if lookout is None:
        return problem(404, here().t("No camera is followed."))
    if "sure" not in request.form and (asked := _forget_question(lookout, request.form.get("do", ""))):
        return Response(asked)
    before = lookout.learnt
    try:
        _do(lookout, request.form.get("do", ""))
    except NotABoard:
        flash(here().t("These four corners do not go round a board. Put each one on a corner of the board."))
    except NoPicture:
        flash(here().t("The camera gives no picture just now."))
    except OSError:
        flash(here().t("That could not be saved: nothing was changed."))
    anew = lookout.learnt is not None and lookout.learnt is not before
    return redirect(url_for("camera.show", _anchor="result" if anew else None), 303)


def _forget_question(lookout: Lookout, what: str) -> str:
    """The page that asks before the learnt table is forgotten; "" if nothing would be."""
    w, calibration = here(), lookout.calibration()
    if what == "forget" and calibration is not None:
        return _sure(
            w.t("Forget this table?"),
            w.t("Piste looks for the board again in every picture. “Set up the camera” can bring this table back."),
            [("do", "forget")],
            w.t("Yes, forget it"),
        )
    marked = lookout.area is not None and lookout.area.stored is not None
    if _shows_otherwise(lookout, what) and (calibration is not None or marked):
        return _sure(
            w.t("Show the picture otherwise?"),
            w.t("What Piste has learnt of this table lies elsewhere in it then: it has to be learnt again."),
            [(name, request.form[name]) for name in ("do", "turn", "mirror", "camera") if name in request.form],
            w.t("Yes, learn it again afterwards"),
        )
    return ""


def _shows_otherwise(lookout: Lookout, what: str) -> bool:
    """Whether the form asks for a picture turned differently."""
    if what == "hang":
        return lookout.live and _hanging() not in (None, lookout.calibrations.hanging())
    return what == "choose" and _camera(lookout) not in (None, lookout.calibrations.camera())


def _sure(title: str, says: str, again: list[tuple[str, str]], go: str) -> str:
    return render_template(
        "confirm.html",
        title=title,
        which="",
        lines=(),
        says=says,
        where=url_for("camera.learn"),
        again=again,
        yes=("sure", "yes"),
        go=go,
        back=here().t("Keep it"),
        back_to="camera.show",
    )


def _hanging() -> Hanging | None:
    """The camera's mounting from the form; None if it does not say."""
    turn, mirror = request.form.get("turn", ""), request.form.get("mirror", "")
    return Hanging(int(turn), mirror == "yes") if turn in map(str, TURNS) and mirror in ("yes", "no") else None


def _camera(lookout: Lookout) -> str | None:
    """The camera chosen in the form, "" for the first found; None if there is no such camera."""
    chosen = request.form.get("camera")
    return chosen if chosen in ("", *(camera.word for camera in lookout.cameras())) else None


def _do(lookout: Lookout, what: str) -> None:
    side_sent = request.form.get("seat1_side", "")
    side = cast(Side, side_sent) if side_sent in get_args(Side) else None
    if what == "forget":
        lookout.forget()
    elif what == "bring_back":
        lookout.bring_back()
    elif what == "hang":
        if lookout.live and (hanging := _hanging()) is not None:
            lookout.hang(hanging)
    elif what == "choose":
        if (camera := _camera(lookout)) is not None:
            lookout.choose(camera)
    elif what == "corners":
        newest = lookout.newest
        if newest is None:
            raise NoPicture("expected a picture to show corners in")
        height, width = newest.image.shape[:2]
        layout = request.form.get("layout", "")
        board = layout if layout in layout_names() else _usual()
        lookout.learn_by_hand(corners_of_form(request.form, width, height), board, side)
    else:
        lookout.learn("auto", side)


def _lookout() -> Lookout | None:
    """The camera's lookout, for the teacher only."""
    return site().lookout if signed_in() else None


def _page_values(lookout: Lookout) -> dict[str, object]:
    """The values of the page."""
    w = here()
    calibration, learnt = lookout.calibration(), lookout.learnt
    view, hanging = _view(lookout), lookout.calibrations.hanging()
    corners = view.corners or _inset(view.width, view.height)
    layout = calibration.layout if calibration else view.layout or _usual()
    return {
        "view": replace(view, corners=corners),
        "found": view.corners is not None,
        "labels": _labels(corners),
        "layout": layout,
        "seats": layouts()[layout].seats,
        "side": seat1_side(cast(Quad, [tuple(corner) for corner in corners])),
        "said_side": calibration.seat1_side if calibration and calibration.by_hand else "",
        "sides": side_words(w),
        "lines": lines(w, learnt.calibration) if learnt else [],
        "learnt": learnt,
        "kept": calibration,
        "known": acquaintance(w, lookout.memory.acquaintance),
        "hanging": hanging if lookout.live else None,
        "cameras": lookout.cameras(),
        "chosen": lookout.calibrations.camera(),
        "can_mark": lookout.area is not None,
        "forgotten": lookout.calibrations.forgotten(),
        "warning": lookout.calibrations.warning,
    }


def _usual() -> str:
    """The board assumed before any was observed: the one with most seats."""
    return max(layouts().values(), key=lambda layout: layout.seats).name


@dataclass(frozen=True)
class CameraNow:
    """The newest picture: its size (px), the board in it, and both in words for screen readers."""

    live: bool
    width: int
    height: int
    corners: list[list[float]] | None
    layout: str | None
    learnt: bool
    found: str = ""
    says: str = ""


def _view(lookout: Lookout) -> CameraNow:
    """The newest picture's size and the board in it: the learnt one, else the last one observed."""
    newest, calibration = lookout.newest, lookout.calibration()
    width, height = (newest.image.shape[1], newest.image.shape[0]) if newest else (1280, 960)
    board: BoardSeen | None = lookout.board
    if board is None and calibration is not None and calibration.size == (width, height):
        board = calibration.board
    return CameraNow(
        newest is not None,
        width,
        height,
        [[round(x, 1), round(y, 1)] for x, y in board.corners] if board else None,
        board.layout if board else None,
        calibration is not None,
        **_sentences(lookout, board, (width, height)),
    )


def _sentences(lookout: Lookout, board: BoardSeen | None, size: tuple[int, int]) -> dict[str, str]:
    """A description of the picture, for screen readers; `board` is the outlined one."""
    w = here()
    if lookout.newest is None:
        return {"found": "", "says": ""}
    sentence = board_sentence(w, lookout.board, learnt=board is not None)
    return {"found": sentence, "says": described(w, board, size, lookout.dice)}


def _labels(corners: list[list[float]]) -> list[list[float]]:
    """Where each seat's name stands, outside its side: seat 1 from the fourth corner to the first."""
    points = np.asarray(corners)
    sides = (points + np.roll(points, 1, axis=0)) / 2
    out: list[list[float]] = (sides + BESIDE * (sides - points.mean(axis=0))).round(1).tolist()
    return out


def _inset(width: int, height: int) -> list[list[float]]:
    left, top, right, bottom = INSET * width, INSET * height, (1 - INSET) * width, (1 - INSET) * height
    return [[left, bottom], [left, top], [right, top], [right, bottom]]
