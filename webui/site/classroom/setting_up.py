"""The tables of the box as the teacher sets them up: names, colours, cameras, and their codes to print."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from hardware.found_cameras import FoundCamera, found_cameras, persistent_word
from hardware.phone_camera import PHONE

from ...box.network import own_wifi
from ...interrupted import going_on
from ...live.classroom.tables import FurtherTables
from ...live.wiring import AUTO, DEMO
from ...store.tables import FIRST, MOST_TABLES, NamedTable, TableListError
from ...words import N_, Words
from ...words.offer import colour_names
from ..context import Site, at_table, first_site, here
from ..pages.asking import sure
from ..show.card import table_name
from ..show.invite import Invitation, invitation
from .pages import to_watch

routes = Blueprint("tables", __name__, url_prefix="/enseignant/tables")
Answer: TypeAlias = Response | tuple[str, int]
WHY_NOT = {
    "many_tables": N_("This box has as many tables as it can hold."),
    "long_name": N_("That name is too long."),
    "unseen": N_("That name cannot be seen: please write letters or digits."),
    "no_table": N_("This table has been taken away."),
}
"""Why a table cannot be so, by the reason of TableListError."""


@dataclass(frozen=True)
class CameraChoice:
    """A camera that a table may have.

    Attributes:
        word: as `piste serve --camera` takes it; "" for play by touch.
        says: its name.
        at: the number of another table that has it; 0 if it is free.
    """

    word: str
    says: str
    at: int = 0


@dataclass(frozen=True)
class SetUpTable:
    """A table on the page.

    Attributes:
        named: its number, name, colour and camera.
        says: what it is called.
        cameras: those to choose from; () for the first table, whose camera is the command line's.
        camera: the name of the one that it has.
        code: what opens a tablet; "" while the table is not open.
        wrong: why it is not open; "" if it is.
    """

    named: NamedTable
    says: str
    cameras: tuple[CameraChoice, ...]
    camera: str
    code: str
    wrong: str


def camera_choices(
    w: Words, table: NamedTable, tables: Iterable[NamedTable], found: Sequence[FoundCamera]
) -> tuple[CameraChoice, ...]:
    """The cameras for a table: of two tables only one can have the same; a phone is another one at each."""
    at = {_same(other.camera, found): other.number for other in tables if other.number != table.number}
    names = {"": w.t("None: played by touch")} | {camera.word: camera.name or camera.word for camera in found}
    names |= {PHONE: w.t("A phone")}
    own = _same(table.camera, found)
    if own not in names:
        names[own] = w.t("%(camera)s (not found now)", camera=own)
    shared = ("", PHONE)
    return tuple(CameraChoice(word, says, 0 if word in shared else at.get(word, 0)) for word, says in names.items())


def _same(word: str, found: Iterable[FoundCamera]) -> str:
    """The word of a camera however it hangs, and wherever it is plugged in."""
    return persistent_word(word, found).partition("@")[0]


@routes.get("")
def show() -> str:
    """The page."""
    return _page({})


def _page(sent: Mapping[str, str]) -> str:
    """The page with what was typed, if something of that could not be saved."""
    box, found = _box(), found_cameras()
    return render_template(
        "classroom/tables.html",
        tables=[_set_up(table, found) for table in _tables(found)],
        colours=colour_names(here()),
        more=len(box.listed.all()) < MOST_TABLES,
        to_watch=to_watch,
        sent=sent,
    )


@routes.post("")
def add() -> Answer:
    """Another table, opened at once."""
    return _done(lambda box: box.add())


@routes.post("/toutes")
def change() -> Answer:
    """Gives each table the form's name, colour and camera; another camera opens it anew, and its game goes on."""
    return _done(lambda box: None)


def _changed(box: FurtherTables) -> dict[int, TableListError]:
    """Does so for every table that the form has; why one cannot be so, which keeps no other from it, by its number.

    Raises OSError.
    """
    found, wrong = found_cameras(), dict[int, TableListError]()
    for table in _tables(found):
        try:
            if f"name-{table.number}" in request.form:
                _change(box, table, found)
        except TableListError as error:
            wrong[table.number] = error
    return wrong


def _change(box: FurtherTables, table: NamedTable, found: Sequence[FoundCamera]) -> None:
    number, form = table.number, request.form
    camera = form.get(f"camera-{number}", table.camera) if number != FIRST else table.camera
    offered = {choice.word for choice in camera_choices(here(), table, _tables(found), found) if not choice.at}
    if camera not in (*offered, table.camera):
        raise TableListError("camera", camera)
    name, colour = form[f"name-{number}"].strip(), form.get(f"colour-{number}", table.painted)
    if (name, colour, camera) == (table.name, table.painted, table.camera):
        return
    new = replace(table, name=name, colour=colour, camera=camera)
    box.listed.change(new if number != FIRST else replace(new, camera=""))
    if camera != table.camera:
        box.shut(number)
        box.open(new)


@routes.post("/<int:number>/ouverture")
def reopen(number: int) -> Answer:
    """Tries again to open a table."""
    return _done(lambda box: box.open(box.listed.find(number) or abort(404)))


@routes.post("/<int:number>/retrait")
def take_away(number: int) -> Answer | str:
    """Takes a table away; asks first if a game goes on there. Its data stay."""
    place = first_site().at_table(number)
    if place is not None and going_on(place.live.snapshot()) and not request.form.get("sure"):
        w = here()
        return sure(
            w.t("Take “%(table)s” away?", table=table_name(w, number, place.named.name)),
            w.t("A game goes on there. It is kept: if you add a table again, it goes on."),
            w.t("Yes, take it away"),
            back_to="tables.show",
        )

    def taken(box: FurtherTables) -> None:
        box.listed.remove(number)
        box.shut(number)

    return _done(taken)


@routes.get("/codes")
def codes() -> str:
    """A sheet for each table, to print and fold: its code, and the QR code that opens a tablet."""
    w = here()
    sheets = [
        (place.named, table_name(w, place.number, place.named.name), _invited(place))
        for place in first_site().every_table()
    ]
    return render_template("classroom/codes.html", sheets=sheets)


def _box() -> FurtherTables:
    """The tables of the box; 404 if it can have one alone."""
    return first_site().tables or abort(404)


def _tables(found: Sequence[FoundCamera]) -> tuple[NamedTable, ...]:
    """Those listed, the first with the camera that it has now."""
    first = first_site()
    camera = _box().first_camera
    if camera == AUTO:
        chosen = first.lookout.calibrations.camera() if first.lookout else ""
        camera = chosen or next((camera.word for camera in found), AUTO)
    return tuple(replace(table, camera=camera) if table.number == FIRST else table for table in _box().listed.all())


def _set_up(table: NamedTable, found: Sequence[FoundCamera]) -> SetUpTable:
    w, place = here(), first_site().at_table(table.number)
    choices = camera_choices(w, table, _tables(found), found)
    own = next(choice.says for choice in choices if choice.word == _same(table.camera, found))
    return SetUpTable(
        named=table,
        says=table_name(w, table.number, table.name),
        cameras=() if table.number == FIRST else choices,
        camera=w.t("The demonstration") if table.camera == DEMO else own,
        code=place.door.table_code() if place else "",
        wrong=_box().wrong.get(table.number, ""),
    )


def _done(does: Callable[[FurtherTables], object]) -> Answer:
    """Back to the page once this was done, and what is typed on it was saved; it says what could not be.

    422 and the page as it was sent if a table cannot be as typed: then nothing else is done.
    """
    w, box = here(), _box()
    try:
        if wrong := _changed(box):
            for number, error in wrong.items():
                known = box.listed.find(number)
                name = table_name(w, number, known.name if known else "")
                flash(w.t("%(table)s: %(why)s", table=name, why=why_not(w, error)))
            return _page(request.form), 422
        does(box)
    except TableListError as error:
        flash(why_not(w, error))
    except OSError:
        flash(w.t("That could not be saved: nothing was changed."))
    return redirect(url_for("tables.show"), 303)


def why_not(w: Words, error: TableListError) -> str:
    """Why a table cannot be listed so, in the reader's words."""
    return w.t(WHY_NOT.get(error.why, N_("That cannot be done just now.")))


def _invited(place: Site) -> Invitation:
    """How tablets get to a table."""
    root = f"{request.host_url.rstrip('/')}{at_table(place.number)}/"
    return invitation(place.door.table_code(), root, place.listening, own_wifi(place.door.data))
