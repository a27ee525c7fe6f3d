"""The hand of one player, on that player's own phone: taken with a code, shown to nobody else.

The shared table shows each place's code until a phone takes it; the phone then shows a code that passes the hand to
another phone.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from ...live.revision import MovedOn
from ...table.values.actions import Next, PlayMove
from ...table.values.view import View
from ..auth import HANDS
from ..context import here, site
from ..deeds import REFUSED
from ..pages.login import entered, not_entered
from ..problems import problem
from ..show.invite import qr_picture, reachable
from ..show.page import page
from ..streams import event_stream

routes = Blueprint("hands", __name__)
KEY = "hand"
"""Under which name a phone's session keeps its secret."""


def players(view: View) -> Mapping[int, str]:
    """Place -> player of the running game, if phones hold its cards; {} otherwise.

    Piste needs no phone; a player who practises alone, or against Piste, has the cards at the tablet.
    """
    practice = view.practice
    people = {p.seat: p.name for p in view.players if practice is None or p.seat not in practice.seats}
    at_the_tablet = practice is not None and (len(people) == 1 or not practice.seats)
    return people if view.secret and not at_the_tablet else {}


def held() -> int:
    """The place whose hand this device holds; 0 for none."""
    return site().seats.held(players(site().live.snapshot()), str(session.get(KEY, "")))


@routes.get("/mains")
def all_places() -> str:
    """On the shared table: the code of each place that no phone holds yet."""
    view, seats = site().live.snapshot(), site().seats
    who, root = players(view), _root()
    taken = seats.taken(who)
    free = [(seat, "" if seat in taken else seats.code(who, seat)) for seat in sorted(who)]
    shown = [(seat, who[seat], code, _qr(root, code) if code else "") for seat, code in free]
    return render_template("hands/places.html", places=shown)


def _root() -> str:
    """The site's address for phones; "" if none can reach it."""
    return next(iter(reachable(request.root_url, site().listening)), "")


def _qr(root: str, code: str) -> str:
    return qr_picture(f"{root}main?code={code}") if root else ""


@routes.post("/mains/liberer")
def free() -> Response:
    """Frees a place whose phone is lost or flat: another may take it with a new code."""
    who = players(site().live.snapshot())
    seat = next((seat for seat in who if str(seat) == request.form.get("seat")), 0)
    if seat:
        site().seats.free(who, seat)
    return redirect(url_for("hands.all_places"))


@routes.get("/main")
def show() -> str:
    """The hand that this phone holds, or the page that asks for a place's code."""
    if not held():
        return _code_page(request.args.get("code", ""), "")
    return render_template("hands/phone.html", **_phone_values())


@routes.post("/main")
def take() -> Response | tuple[str, int]:
    """Takes a place with the code shown by the table or by the phone that held it; 401 for a wrong one."""
    who, code = players(site().live.snapshot()), request.form.get("code", "")
    seat = site().seats.opens(who, code)
    if not entered(lambda address, _: site().door.lets(address, good=bool(seat)), code):
        wrong, status = not_entered(here().t("That is not the code of a free hand. Look at the table again."), HANDS)
        return _code_page(code, wrong), status
    session.permanent = True
    session[KEY] = site().seats.take(who, seat)
    return redirect(url_for("hands.show"))


@routes.get("/main/pieces")
def pieces() -> Response | str:
    """The changing part of the phone's page; 204 if `version` is the newest."""
    view = site().live.snapshot()
    if held() and request.args.get("version") == str(view.version):
        return Response(status=204)
    return _drawn(view)


@routes.get("/main/events")
def stream() -> Response:
    """The same at each new version, as server-sent events."""
    return event_stream(site(), _drawn)


@routes.post("/main/jouer")
def play() -> Response:
    """Gives, lays, plays or discards a card of this phone's hand, when its player is to act."""
    live, move = site().live, request.form.get("move", "")
    try:
        with live.as_meant("play", request.form.get("moment", "")):
            if not (seat := held()):
                return _refused(403, here().t("This phone holds no hand."))
            due = live.snapshot().due
            if due is None or due.what != "move" or due.seat != seat:
                return _refused(409, here().t("It is not your turn."))
            live.act(Next() if request.form.get("action") == "next" else PlayMove(move))
    except MovedOn as error:
        return _refused(409, here().t("The table has changed meanwhile: look, then try again."), str(error))
    except REFUSED as error:
        return _refused(409, here().t("That cannot be done just now."), str(error))
    except OSError as error:
        return _refused(503, here().t("That could not be saved: nothing was changed."), str(error))
    if request.headers.get("X-Requested-With") == "fetch":
        return Response(status=204)
    return redirect(url_for("hands.show"))


def _refused(status: int, text: str, why: str = "") -> Response:
    """The reason of a refusal: a problem for a script, otherwise a page on the phone."""
    if request.headers.get("X-Requested-With") == "fetch":
        return problem(status, text, why=why)
    flash(text)
    return redirect(url_for("hands.show"))


def _code_page(code: str, wrong: str) -> str:
    return render_template("hands/code.html", code=code[:12], wrong=wrong)


def _drawn(view: View) -> str:
    return render_template("hands/pieces.html", **_phone_values())


def _phone_values() -> dict[str, object]:
    """The phone's view, and the code that passes its hand on; nothing if it holds none."""
    seat, live = held(), site().live
    view = live.snapshot()
    if not seat:
        return {"page": page(view, here().language), "mine": False, "seat": 0, "name": "", "code": "", "qr": ""}
    who = players(view)
    own = live.view_for([player.seat for player in view.players].index(seat))
    due = own.due
    code = site().seats.code(who, seat)
    return {
        "page": page(own, here().language),
        "mine": due is not None and due.seat == seat and due.what == "move",
        "seat": seat,
        "name": who[seat],
        "code": code,
        "qr": _qr(_root(), code),
        "act_at": url_for("hands.play"),
    }
