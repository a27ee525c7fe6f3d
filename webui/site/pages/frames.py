"""The colours of this table's frames: read from the camera's picture, or chosen by the teacher."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from vision.calibration.frames import frame_colours

from ...checkup.frame_colours import FrameColours, read_off
from ...words.offer import colour_names
from ..context import here, site

routes = Blueprint("frames", __name__, url_prefix="/frames")


def colours() -> FrameColours:
    """The colours of this table."""
    return site().frames


@routes.get("")
def show() -> Response | str:
    """The page that chooses the colours, filled in from the picture at first."""
    palette = colours()
    asks = "look" in request.args or not palette.chosen
    read = _colours_read() if asks else None
    return render_template(
        "frames.html", chosen=read or palette.now, names=colour_names(here()), seen=read is not None
    )


@routes.post("")
def keep() -> Response:
    """Stores the form's colours."""
    try:
        colours().keep(request.form.getlist("colour"))
    except ValueError:
        flash(here().t("That cannot be done just now."))
    except OSError:
        flash(here().t("That could not be saved: nothing was changed."))
    return redirect(url_for("table.show"), 303)


def _colours_read() -> tuple[str, ...] | None:
    """The frames' colours in the newest picture of a learnt table; None without one."""
    lookout = site().lookout
    calibration = lookout.calibration() if lookout else None
    newest = lookout.newest if lookout else None
    if calibration is None or newest is None or newest.image.shape[1::-1] != calibration.size:
        return None
    shown = frame_colours(newest.image, calibration)
    return read_off(shown, colours().now) if shown else None
