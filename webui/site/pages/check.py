"""The check of the table: the current step, the reading, and the result. For the teacher only."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...checkup.run import RunningCheck
from ...live.lookout import Lookout
from ...table.values.actions import Pause
from ...table.values.state import NotNow
from ...words.selftest import asked, reading_now, result
from ..context import here, site
from ..problems import problem
from .cameras.live_picture import live_picture

routes = Blueprint("check", __name__, url_prefix="/check")


@routes.get("")
def show() -> Response | str:
    """The page of the check."""
    return render_template("check.html", **_page_values(site().lookout))


@routes.get("/now")
def now() -> Response | str:
    """The part of the page that changes."""
    return render_template("check_now.html", **_page_values(site().lookout))


@routes.post("")
def steer() -> Response:
    """Begins, skips a step, confirms one, or stops."""
    lookout = site().lookout
    if lookout is None:
        return problem(404, here().t("No camera is followed."))
    match request.form.get("do"):
        case "begin":
            hold_the_game()
            lookout.check.begin(crops="crops" in request.form)
        case "skip":
            lookout.check.skip()
        case "confirm":
            lookout.check.confirm()
        case "stop":
            lookout.check.stop()
    return redirect(url_for("check.show"), 303)


def hold_the_game() -> None:
    """Pauses the running game: the check's dice are not its dice."""
    try:
        site().live.act(Pause())
    except NotNow:  # there is no game, or it is paused already
        return


def _page_values(lookout: Lookout | None) -> dict[str, object]:
    """The values of the page: the live picture, and the start, the running step, or the result."""
    if lookout is None:
        return {"picture": None, "check": {"state": "none"}}
    picture, check = live_picture(here(), lookout), _step(lookout.check)
    if picture.live and "asked" in check:
        picture = replace(picture, tone="change", says=check["asked"])
    return {"picture": picture, "check": check}


def _step(check: RunningCheck) -> dict[str, Any]:
    w, trial = here(), check.trial
    if trial is None:
        return {"state": "before", "lines": []}
    if trial.ask is None:
        report = check.result()
        lines = result(w, report) if report else []
        return {"state": "after", "lines": lines, "trouble": check.trouble, "crops": check.kept_crops}
    return {
        "state": "running",
        "number": len(trial.outcomes) + 1,
        "of": len(trial.steps),
        "face": trial.ask.face,
        "asked": asked(w, trial.ask, trial.hinged),
        "seen": reading_now(w, trial.ask, trial),
    }
