"""Sets up the camera, for the teacher: its picture with the board drawn over it, and learning the table."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import cast, get_args

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from hardware.turned_camera import TURNS, Hanging
from vision.calibration.marks import cut_to
from vision.geometry.plane import Quad
from vision.layout import layout_names, layouts
from vision.men.known import LAYOUT as ARROWS
from vision.men.known import place_of
from vision.observation import Side
from vision.picture import jpeg, narrowed

from ...checkup.corners import NotABoard, corners_of_form
from ...live.lookout import Lookout, NoPicture
from ...words.calibration import learnt_men_says, lines, side_words, why_not
from ...words.known import acquaintance
from ..context import here, signed_in, site
from ..problems import problem
from .cameras.live_picture import live_picture

routes = Blueprint("camera", __name__, url_prefix="/camera")
INSET = 0.2
"""Distance of unset corners from the picture's edges, as a share of it."""


@routes.get("")
def show() -> AnyResponse | str:
    """The page that sets up the camera."""
    lookout = site().lookout
    return render_template("camera.html", **_page_values(lookout) if lookout else {"picture": None})


@routes.get("/now")
def now() -> AnyResponse | str:
    """The part of the page that changes: the picture's address, its marks and the sentence."""
    lookout = _lookout()
    if lookout is None:
        return problem(404, here().t("No camera is followed."))
    return render_template("camera_now.html", picture=live_picture(here(), lookout, offers=True))


@routes.get("/picture.jpg")
def picture() -> AnyResponse:
    """The newest picture, or the part of it that the query asks for; not stored."""
    lookout = _lookout()
    newest = lookout.newest if lookout else None
    if newest is None:
        return problem(404, here().t("The camera gives no picture just now."))
    part = [request.args.get(name, type=int) for name in ("x", "y", "wide", "high")]
    x, y, wide, high = (each or 0 for each in part)
    image = newest.image if None in part else cut_to(newest.image, (x, y, wide, high))
    return Response(jpeg(narrowed(image)[0]), mimetype="image/jpeg")


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
    done = request.form.get("do")
    if done in ("men", "forget_men") or _shows_men() or (done == "find" and _of_arrows(lookout)):
        return redirect(url_for("camera.show", men="", _anchor="men"), 303)
    anew = lookout.learnt is not None and lookout.learnt is not before
    return redirect(url_for("camera.show", learnt="" if anew else None, _anchor="result" if anew else None), 303)


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
    elif what == "men":
        lookout.learn_men(swapped=request.form.get("white") == "darker")
    elif what == "forget_men":
        if lookout.men is not None:
            lookout.men.forget()
    elif what == "corners":
        newest = lookout.newest
        if newest is None:
            raise NoPicture("expected a picture to show corners in")
        height, width = newest.image.shape[:2]
        layout, corners = request.form.get("layout", ""), corners_of_form(request.form, width, height)
        if _shows_men():
            _learn_men(lookout, corners)
        else:
            lookout.learn_by_hand(corners, layout if layout in layout_names() else _usual(), side)
    elif _of_arrows(lookout):
        _learn_men(lookout)
    else:
        lookout.learn("auto", side)


def _of_arrows(lookout: Lookout) -> bool:
    """Whether the board that lies there is one of arrows."""
    return lookout.followed_men is not None or lookout.arrows_lie


def _learn_men(lookout: Lookout, corners: Quad | None = None) -> None:
    """The board of arrows anew, its white men as they were learnt."""
    known = None if lookout.men is None else lookout.men.learnt()
    lookout.learn_men(swapped=known is not None and known.swapped, corners=corners)


def _shows_men() -> bool:
    """Whether the form's corners are those of a board of arrows."""
    return request.form.get("do") == "corners" and request.form.get("layout") == ARROWS


def _lookout() -> Lookout | None:
    """The camera's lookout, for the teacher only."""
    return site().lookout if signed_in() else None


def _page_values(lookout: Lookout) -> dict[str, object]:
    """The values of the page."""
    w, picture = here(), live_picture(here(), lookout, offers=True)
    calibration, learnt, hanging = lookout.calibration(), lookout.learnt, lookout.calibrations.hanging()
    board = lookout.board or (calibration.board if calibration and calibration.size == picture.size else None)
    usual = calibration.layout if calibration else board.layout if board else _usual()
    corners = [[round(x, 1), round(y, 1)] for x, y in board.corners] if board else _inset(*picture.size)
    return {
        "picture": picture,
        "corners": corners,
        "layout": ARROWS if picture.arrows else usual,
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
        "men": _men_values(lookout),
        "warning": lookout.calibrations.warning,
    }


def _men_values(lookout: Lookout) -> dict[str, object] | None:
    """What the page says of the board of arrows, and its arrows in the picture; None if nobody can read one."""
    if lookout.men is None:
        return None
    w, known, refused = here(), lookout.men.learnt(), lookout.men.refused
    told = None if refused is None else why_not(w, refused)
    values: dict[str, object] = {"refused": told, "known": None, "swapped": False, "plays": lookout.men.plays}
    if known is not None:
        names = [(space.removeprefix("arrow-"), *place_of(known.leaves, k)) for k, space in enumerate(known.spaces)]
        letters = min(0.028 * known.size[0], 0.5 * min(dist(one[1:], other[1:]) for one, other in pairwise(names)))
        values |= {"known": learnt_men_says(w, known), "size": known.size, "outline": known.corners, "names": names,
                   "swapped": known.swapped, "letters": round(letters, 1)}  # fmt: skip
    return values


def _usual() -> str:
    """The board assumed before any was observed: the one with most seats."""
    return max(layouts().values(), key=lambda layout: layout.seats).name


def _inset(width: int, height: int) -> list[list[float]]:
    left, top, right, bottom = INSET * width, INSET * height, (1 - INSET) * width, (1 - INSET) * height
    return [[left, bottom], [left, top], [right, top], [right, bottom]]
