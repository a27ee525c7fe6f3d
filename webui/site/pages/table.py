"""The table page, its live pieces, and the actions of its forms."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup
from werkzeug.wrappers import Response

from vision.observation import UNREADABLE

from ...live.revision import MovedOn, revision_of
from ...live.view import TOO_SLOW
from ...table.values.setup import NotVisible
from ...table.values.view import View
from ...words import N_
from ...words.calibration import cannot_be_read
from ...words.seats import unseen
from ..classroom.arriving import arrived
from ..context import device, held_here, here, payload_here, role, role_for, shown_here, site, takes_back
from ..deeds import REFUSED, do
from ..forms import action_of
from ..lesson.notice import LessonNotice, lesson_at
from ..problems import problem
from ..roles import Role
from ..show.page import page
from ..streams import event_stream
from .asking import asked, must_ask
from .frames import colours

routes = Blueprint("table", __name__)
BEGINS = {
    "demonstration": N_("Yes, see the demonstration"),
    "next_game": N_("Yes, begin the new game"),
    "resume_game": N_("Yes, take up the other game"),
}
"""Actions that interrupt the game that goes on, with the words of the button that says so."""


@routes.get("/")
def show() -> Response | str:
    """The table page; for whoever arrives without a table, what leads to one."""
    return arrived() or _page(site().live.snapshot())


@routes.get("/pieces")
def pieces() -> Response | str:
    """The live part of the table page; 204 if `version` is the newest."""
    view = site().live.snapshot()
    if request.args.get("version") == str(view.version):
        return Response(status=204)
    return _pieces(view)


@routes.get("/events")
def stream() -> Response:
    """The live part of the table page, again at each new version, as server-sent events."""
    return event_stream(site(), _pieces)


@routes.get("/correct")
def correct() -> Response | str:
    """The page that corrects dice and tiles by touch."""
    view = site().live.snapshot()
    return _drawn("correct.html", view, lesson_at(site(), view))


@routes.get("/crops/<crop_id>.jpg")
def crop(crop_id: str) -> Response:
    """The picture that a die was read from, held in memory only."""
    picture = site().live.crop(crop_id)
    if picture is None:
        return problem(404, here().t("This picture is forgotten already."))
    answer = Response(picture, mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "private, max-age=3600, immutable"
    return answer


@routes.post("/actions")
def act() -> Response | str:
    """Does a form's action and returns to the table; asks before interrupting a game."""
    if (refused := may_not(request.form.get("action", ""))) is not None:
        return refused
    try:
        action = action_of(request.form)
        if action["action"] in BEGINS and must_ask(action["action"]):
            return _interruption_question(action["action"])
        if action.get("seats") != {}:  # unchanged tiles correct nothing
            view = do(site(), payload_here(action), role(), device())
            view = _meant(view) if "meant" in request.form and view is not None else view
            if action["action"] == "correct_tiles" and view is not None:
                _warn_of_tiles(view)
    except MovedOn as error:
        return _late(request.form.get("action", ""), error)
    except NotVisible as error:
        return answer(409, unseen(here()), str(error))
    except REFUSED as error:
        return answer(409, _why_not(request.form.get("action", "")), str(error))
    except OSError as error:
        return answer(503, here().t("That could not be saved: nothing was changed."), str(error))
    return answer(200, "")


def _meant(view: View) -> View | None:
    """Completes the move just reported, if it is a whole move."""
    if view.state != "provisional":
        return view
    return do(site(), payload_here({"action": "next", "moment": revision_of(view).text}), role(), device())


def _late(action: str, error: MovedOn) -> Response:
    """The answer to a tap meant for an earlier state; if it was to begin a game, one has begun.

    A whole move counts by itself after a moment: a tap on it just afterwards has its effect already.
    """
    if action in BEGINS or action == "next":
        return answer(200, "")
    return answer(409, here().t("The table has changed meanwhile: look, then try again."), str(error))


def _interruption_question(action: str) -> Response | str:
    """Asks whether the running game may be interrupted; a script gets the address of that question."""
    if request.headers.get("X-Requested-With") == "fetch":
        return answer(409, here().t("A game goes on: open “New game” to begin another one."))
    return asked(url_for("table.act"), here().t(BEGINS[action]))


def _warn_of_tiles(view: View) -> None:
    """Warns the teacher that no move gives the corrected tiles, beside the button that undoes the correction."""
    corrections = [event for event in view.history if event["event"] == "corrected"]
    newest = [event for event in corrections if event["t"] == corrections[-1]["t"] and not event.get("explained", True)]
    if not newest:
        return
    w = here()
    if any(event["spent"] for event in newest):
        flash(w.t("No move gives these tiles: the throw counts as played."), "undo")
    else:
        flash(w.t("No allowed move gives these tiles. I note them as you said."), "undo")


def _why_not(action: str) -> str:
    w = here()
    if action == "correct_tiles":
        return w.t("These throws cannot leave those tiles.")
    return w.t("That cannot be done just now.")


def may_not(word: object) -> Response | None:
    """The refusal if this session may not do an action, 403 for a pupil; else None."""
    wanted = role_for(str(word), site().live.snapshot())
    return None if role() >= wanted else answer(403 if role() else 401, not_yours(wanted), by=wanted)


def not_yours(wanted: Role) -> str:
    """The role that the requested action needs."""
    w = here()
    if wanted is Role.PUPIL:
        return w.t("Only a tablet that was opened with a code can do that.")
    return w.t("Only a tablet that the teacher has opened can do that.")


def answer(status: int, text: str, why: str = "", *, by: Role = Role.TEACHER) -> Response:
    """The end of an action: 204 or a problem for a script, else a redirect to the table, with the text on it.

    Leads a visitor without that role to the page that asks for its code.
    """
    if request.headers.get("X-Requested-With") == "fetch":
        return Response(status=204) if status == 200 else problem(status, text, why=why)
    if text:
        flash(text)
    asks = "login.ask_pupil" if by is Role.PUPIL else "login.ask"
    return redirect(url_for(asks if status in (401, 403) else "table.show"))


def _page(view: View) -> str:
    """The page around the live part, which is drawn once for all."""
    lesson = lesson_at(site(), view)
    return _drawn("table.html", view, lesson, pieces=Markup(_shared(view, lesson)))


def _pieces(view: View) -> str:
    """The live part for this session."""
    return _shared(view, lesson_at(site(), view))


def _shared(view: View, lesson: LessonNotice) -> str:
    """The same, drawn once for all whose page shows the same."""
    shown = shown_here(view)
    looks = (_to_mark(view), tuple(colours().now), lesson)
    sees = (role(), here().language, takes_back(view), held_here(view), *looks)
    return site().pieces.get(
        (shown.version, *sees), lambda token: _drawn("pieces.html", shown, lesson, csrf_token=lambda: token),
        generate_csrf(),
    )


def _drawn(template: str, view: View, lesson: LessonNotice, **more: object) -> str:
    shown = page(shown_here(view), here().language, colours().now, ended=lesson.ended)
    return render_template(
        template, page=shown, takes_back=takes_back(view), to_mark=_to_mark(view), hard_to_read=_hard_to_read(view),
        too_slow=TOO_SLOW in view.problems, seating=lesson.seating, next=lesson.next, **more,
    )  # fmt: skip


def _hard_to_read(view: View) -> str:
    """A warning that the camera reads the table too unsurely, and what to change; "" otherwise."""
    why = next((UNREADABLE[word] for word in view.problems if word in UNREADABLE), None)
    return "" if why is None else cannot_be_read(here(), why)


def _to_mark(view: View) -> bool:
    """The camera should read the dice alone, no dice area is marked, and nobody has thrown yet."""
    lookout = site().lookout
    if lookout is None or lookout.area is None or view.mode != "camera" or not view.by_touch:
        return False
    reads = lookout.area.stored is not None or lookout.followed_men is not None
    return view.owed == "throw" and not view.throws and not reads
