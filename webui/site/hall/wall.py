"""Every table of every box as a card, live, by box, class and game; on a projector the pages turn by themselves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, render_template, request, url_for

from ...live.hall.present import HallNow, Present
from ..context import here
from ..digits import whole
from ..pages.wall import THEMES
from ..streams import stream_of
from .place import hall
from .shown import HallFilter, box_name, filtered, hall_table, kinds

routes = Blueprint("hall", __name__)
A_PAGE, A_WALL = 24, 12
"""Cards of a page, and of a projector: more could not be read."""
TURN = 15.0
"""Seconds for which a projector shows one of its pages."""


@dataclass(frozen=True)
class Turning:
    """All tables, as a projector waits for them: its page turns, too.

    Args:
        present: how they stand.
    """

    present: Present

    @property
    def closed(self) -> bool:
        """Whether nothing newer comes."""
        return self.present.closed

    def snapshot(self) -> HallNow:
        """The newest."""
        turn = int(hall().clock() / TURN)
        now = self.present.snapshot()
        return replace(now, version=now.version + turn, turn=turn)

    def wait(self, version: int, timeout: float) -> HallNow | None:
        """The newest once it has another version; None after `timeout` seconds or at the close."""
        now = self.snapshot()
        if now.version == version:
            self.present.wait(version - now.turn, timeout)
            now = self.snapshot()
        return None if now.version == version else now


@routes.get("/")
def show() -> str:
    """The page; with `mur` for a projector."""
    wall = "mur" in request.args
    theme = THEMES.get(request.args.get("theme", ""), "")
    template, values = f"hall/{'wall' if wall else 'page'}.html", _values(_source().snapshot())
    return render_template(template, theme=theme, query=_query(), **values)


@routes.get("/pieces")
def pieces() -> Response | str:
    """The changing part; 204 if `version` is the newest."""
    now = _source().snapshot()
    return Response(status=204) if request.args.get("version") == str(now.version) else _pieces(now)


@routes.get("/events")
def stream() -> Response:
    """The changing part whenever anything changes at any table, as server-sent events."""
    return stream_of(_source(), hall().streams, _pieces)


@routes.get("/healthz")
def alive() -> Response:
    """204 while the hall answers."""
    return Response(status=204)


@routes.get("/readyz")
def ready() -> tuple[str, int]:
    """200 while the hall is up to date, else 503 and the reason."""
    follower = hall().follower
    return ("ok\n", 200) if follower.connected and not follower.trouble else (f"{follower.trouble or 'waits'}\n", 503)


def filter_here() -> HallFilter:
    """The filter of the request."""
    return HallFilter(*(request.args.get(name, "")[:80] for name in ("boite", "classe", "jeu")))


def _source() -> Turning:
    return Turning(hall().present)


def _query() -> dict[str, str]:
    """What the request asks to show; `mur` may be empty."""
    named = {name: request.args.get(name, "") for name in ("boite", "classe", "jeu", "page")}
    return {name: value for name, value in named.items() if value} | ({"mur": ""} if "mur" in request.args else {})


def _of_page(number: int) -> str:
    """The address of another page of the same filter."""
    values: dict[str, Any] = _query() | {"page": str(number)}
    return url_for("hall.show", **values)


def _pieces(now: HallNow) -> str:
    """The changing part, drawn once for all who look at the same in a language."""
    of = (now.version, here().language, tuple(_query().items()), hall().follower.trouble)
    return hall().pieces.get(of, lambda token: render_template("hall/pieces.html", **_values(now)), "")


def _values(now: HallNow) -> dict[str, Any]:
    """What the templates draw."""
    w, wanted = here(), filter_here()
    wall = "mur" in request.args
    every = [(box, card) for box in now.boxes for card in box.cards]
    tables = filtered(now.boxes, wanted)
    if wall:
        tables = [(box, card) for box, card in tables if card.game] or tables
    most = A_WALL if wall else A_PAGE
    pages = max(1, -(-len(tables) // most))
    page = now.turn % pages + 1 if wall else min(max(1, whole(request.args.get("page", "")) or 1), pages)
    shown = tables[(page - 1) * most : page * most]
    return {
        "version": now.version,
        "tables": [hall_table(w, box, card) for box, card in shown],
        "many": len(tables),
        "playing": sum(card.game is not None for _, card in every),
        "all": len(every),
        "boxes": [(box.letters, box_name(w, box.letters, box.name)) for box in now.boxes],
        "away": [box_name(w, box.letters, box.name) for box in now.boxes if not box.up],
        "classes": [(name, name) for name in sorted({card.school_class for _, card in every} - {""})],
        "games": kinds(w, (card for _, card in every)),
        "wanted": wanted,
        "page": page,
        "pages": pages,
        "of_page": _of_page,
        "trouble": hall().follower.trouble,
        "wall": wall,
    }
