"""Photographs of this board: what to set out, the picture to confirm, the score. For the teacher only."""

from __future__ import annotations

import tempfile
import zipfile
from datetime import date
from typing import Any, cast

from flask import Blueprint, Response, flash, redirect, render_template, request, send_file, url_for
from werkzeug.wrappers import Response as AnyResponse

from vision.layout import layouts
from vision.picture import jpeg

from ...capture.files import CaptureFacts, CaptureSet, NotACapture
from ...capture.labels import DieAnswer, Unanswered
from ...capture.papers import Consent, Licence, NotSigned
from ...capture.run import RunningCapture
from ...capture.taken import TakenPicture, enlarged
from ...checkup.crops import cut
from ...words.capture import unanswered
from ..context import here, signed_in, site
from ..problems import problem
from ..show.capture import FACES, shown
from .check import hold_the_game

routes = Blueprint("capture", __name__, url_prefix="/capture")
DIE_PX = 180
"""px: how large a die is shown beside its values."""


@routes.get("")
def show() -> AnyResponse | str:
    """The page of the capture."""
    return render_template("capture.html", capture=shown(here(), site().lookout))


@routes.get("/now")
def now() -> AnyResponse | str:
    """The part of the page that changes."""
    return render_template("capture_now.html", capture=shown(here(), site().lookout))


@routes.get("/shown.jpg")
def picture() -> AnyResponse:
    """The picture to confirm, as it would be stored, with its places drawn on; only in memory."""
    running = _running()
    taken = running.taken if running else None
    if taken is None:
        return problem(404, here().t("This picture is forgotten already."))
    return Response(jpeg(taken.drawn(), quality=90), mimetype="image/jpeg")


@routes.get("/die-<int:which>.jpg")
def die(which: int) -> AnyResponse:
    """One place of a die in that picture, enlarged."""
    running = _running()
    taken = running.taken if running else None
    if taken is None or which >= len(taken.boxes):
        return problem(404, here().t("This picture is forgotten already."))
    part = cut(taken.image, taken.boxes[which])
    if not part.size:
        return problem(404, here().t("This picture is forgotten already."))
    return Response(jpeg(enlarged(part, DIE_PX), quality=90), mimetype="image/jpeg")


@routes.get("/<name>.zip")
def packed(name: str) -> AnyResponse:
    """A set as one file, to download."""
    running = _running()
    capture = next((each for each in running.sets() if each.folder.name == name), None) if running else None
    if capture is None:
        return problem(404, here().t("There is no such set."))
    try:
        return send_file(_zip(capture), "application/zip", as_attachment=True, download_name=f"piste-{name}.zip")
    except OSError:
        return problem(503, here().t("That could not be saved: nothing was changed."))


@routes.post("")
def steer() -> AnyResponse:
    """Begins, takes, confirms, skips, goes back, stops, resumes, deletes."""
    running = _running()
    if running is None:
        return problem(404, here().t("No camera is followed."))
    if request.form.get("do") == "delete" and "sure" not in request.form:
        return Response(_sure())
    try:
        _do(running, request.form.get("do", ""))
    except NotSigned:
        flash(here().t("Nothing was stored: agree, choose a licence and sign with a name first."))
    except (NotACapture, FileNotFoundError, FileExistsError):
        flash(here().t("This set cannot be gone on with."))
    except OSError:
        flash(here().t("That could not be saved: nothing was changed."))
    return redirect(url_for("capture.show"), 303)


def _do(running: RunningCapture, what: str) -> None:
    if what == "begin":
        _begin(running)
    elif what == "resume":
        _resume(running, request.form.get("set", ""))
    elif what in ("take", "insist"):
        running.take(insist=what == "insist")
    elif what == "add":
        _add(running)
    elif what == "confirm":
        _confirm(running)
    elif what == "delete":
        running.delete()
    elif what in _SIMPLE:
        _SIMPLE[what](running)


_SIMPLE = {
    "again": RunningCapture.again,
    "skip": RunningCapture.skip,
    "redo": RunningCapture.redo,
    "stop": RunningCapture.stop,
}


def _begin(running: RunningCapture) -> None:
    """Begins a set. Raises NotSigned if the form does not agree to everything, OSError."""
    if "agree" not in request.form:
        raise NotSigned("expected an explicit consent; got none")
    consent = Consent(
        request.form.get("name", "").strip(),
        cast(Licence, request.form.get("licence", "")),
        date.today().isoformat(),
    )
    layout, _, count = request.form.get("board", "").partition("-")
    board = layouts().get(layout)
    if board is None or count not in map(str, board.counts):
        raise NotSigned(f"expected a board that there is; got {layout!r} with {count!r} tiles a row")
    hold_the_game()
    running.begin(CaptureFacts(consent, layout, int(count), _camera()))


def _camera() -> str:
    """The camera in a few words: the size of its pictures."""
    lookout = site().lookout
    newest = lookout.newest if lookout else None
    if newest is None:
        return "?"
    height, width = (newest.image if newest.still is None else newest.still).shape[:2]
    return f"{width} x {height}"


def _resume(running: RunningCapture, name: str) -> None:
    capture = next((each for each in running.sets() if each.folder.name == name), None)
    if capture is not None:
        hold_the_game()
        running.resume(capture.folder)


def _add(running: RunningCapture) -> None:
    try:
        x, y = (float(request.form.get(axis, "")) for axis in ("x", "y"))
        running.add_die((x, y), _answers(running.taken))
    except ValueError:
        flash(here().t("Touch the picture where the die lies."))


def _confirm(running: RunningCapture) -> None:
    taken = running.taken
    if taken is None:
        return
    given = _answers(taken)
    try:
        running.confirm(given, request.form.getlist("otherwise"))
    except Unanswered:
        running.answered(given)
        flash(unanswered(here(), taken.step))


def _answers(taken: TakenPicture | None) -> list[DieAnswer]:
    """The form's answer for each place of a die."""
    return [_answer(request.form.get(f"die-{k}", "")) for k in range(len(taken.boxes) if taken else 0)]


def _answer(word: str) -> DieAnswer:
    if word == "leaning":
        return "leaning"
    if word == "none":
        return "none"
    return int(word) if word in map(str, FACES) else None


def _sure() -> str:
    """The page that asks before everything is deleted."""
    return render_template(
        "confirm.html",
        title=here().t("Delete all these photographs?"),
        which="",
        lines=(),
        says=here().t("Every set on this machine goes, with its labels and its licence. It cannot be brought back."),
        where=url_for("capture.steer"),
        again=[("do", "delete")],
        yes=("sure", "yes"),
        go=here().t("Yes, delete them all"),
        back=here().t("Keep them"),
        back_to="capture.show",
    )


def _zip(capture: CaptureSet) -> Any:
    """A set in an archive: an open file that disappears when closed. Raises OSError."""
    file = tempfile.TemporaryFile(dir=capture.folder.parent)  # noqa: SIM115  the answer closes it once it is sent
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(capture.folder.rglob("*")):
            if path.is_file():
                archive.write(path, f"piste-{capture.folder.name}/{path.relative_to(capture.folder)}")
    file.seek(0)
    return file


def _running() -> RunningCapture | None:
    """The capture that may run, for the teacher only."""
    lookout = site().lookout
    return lookout.capture if lookout is not None and signed_in() else None
