"""Every table of every box as a card, live, by box, class and game; a card for each box where these are too many."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request

from ...live.hall.follower import SLOW
from ...live.hall.ledger import LedgerError
from ...live.hall.present import HallBox, HallNow
from ...live.hall.remote import RemoteCard
from ..context import here
from ..digits import whole
from ..pages.wall import THEMES
from ..streams import stream_of
from .place import hall
from .shown import HallFilter, box_name, filtered, hall_table, kinds, shown_box

routes = Blueprint("hall", __name__)
A_PAGE, A_WALL = 24, 12
"""Cards of tables on a page, and on a projector: more could not be read."""
BOXES_A_PAGE, COLUMNS = 60, 6
"""Cards of boxes on a page, and in a line on a projector, which has at most one line less than columns."""
FEW, ROOMY = 3, 8
"""Boxes, and tables of each, up to which a projector says of every table how it stands."""


@routes.get("/")
def show() -> str:
    """The page; with `mur` for a projector."""
    wall = "mur" in request.args
    theme = THEMES.get(request.args.get("theme", ""), "")
    template = "classroom/wall.html" if wall else "hall/page.html"
    return render_template(template, theme=theme, query=_query(), **_values(hall().present.snapshot()))


@routes.get("/pieces")
def pieces() -> Response | str:
    """The changing part; 204 if `version` is the newest."""
    now = hall().present.snapshot()
    return Response(status=204) if request.args.get("version") == str(now.version) else _pieces(now)


@routes.get("/events")
def stream() -> Response:
    """The changing part whenever anything changes at any table, as server-sent events."""
    return stream_of(hall().present, hall().streams, _pieces)


@routes.get("/healthz")
def alive() -> Response:
    """204 while the hall answers."""
    return Response(status=204)


@routes.get("/readyz")
def ready() -> tuple[str, int]:
    """200 while the hall is up to date and its database answers, else 503 and the reason."""
    place = hall()
    trouble = place.follower.trouble or ("" if place.follower.connected else "waits")
    try:
        place.reading.get("ready", place.ledger.tournaments, SLOW)
    except LedgerError:
        trouble = trouble or "database"
    return (f"{trouble}\n", 503) if trouble else ("ok\n", 200)


def filter_here() -> HallFilter:
    """The filter of the request."""
    return HallFilter(*(request.args.get(name, "")[:80] for name in ("boite", "classe", "jeu")))


def _query() -> dict[str, str]:
    """What the request asks to show; `mur` may be empty."""
    named = {name: request.args.get(name, "") for name in ("boite", "classe", "jeu", "page")}
    return {name: value for name, value in named.items() if value} | ({"mur": ""} if "mur" in request.args else {})


def _with(**more: str | int) -> str:
    """The address of the same with something else of the query."""
    kept = {name: value for name, value in _query().items() if name != "page"}
    return f"{request.script_root}/?{urlencode(kept | more)}"


def _pieces(now: HallNow) -> str:
    """The changing part, drawn once for all who look at the same in a language."""
    of = (now.version, here().language, tuple(_query().items()), hall().follower.trouble)
    return hall().pieces.get(of, lambda token: render_template("hall/pieces.html", **_values(now)), "")


def _values(now: HallNow) -> dict[str, object]:
    """What the templates draw."""
    w, wanted, wall = here(), filter_here(), "mur" in request.args
    boxes = filtered(now.boxes, wanted)
    many = sum(len(cards) for _, cards in boxes)
    if wall:
        many = sum(card.game is not None for _, cards in boxes for card in cards) or many
    fits, most = many <= (A_WALL if wall else A_PAGE), COLUMNS * (COLUMNS - 1) if wall else BOXES_A_PAGE
    told = [] if fits else boxes if len(boxes) <= most else sorted(boxes, key=_pressing)
    pages = 1 if wall else max(1, -(-len(told) // most))
    page = min(max(1, whole(request.args.get("page", "")) or 1), pages)
    here_now = {box.letters for box, _ in told[(page - 1) * most : page * most]}
    shown = [of for of in boxes if of[0].letters in here_now]  # each has its place, whichever calls
    tables = [(box, card) for box, cards in boxes for card in cards] if fits else []
    columns = next(n for n in range(1, COLUMNS + 1) if n * (n - 1) >= len(shown)) if wall and shown else 0
    each_table = wall and len(shown) <= FEW and all(len(cards) <= ROOMY for _, cards in shown)
    return {
        "tables": [hall_table(w, box, card) for box, card in sorted(tables, key=_free)[:many]],
        "shown_boxes": [shown_box(w, box, cards, each_table) for box, cards in shown],
        "columns": columns,
        "each_table": each_table,
        "others": len(told) - len(shown) if wall else 0,
        "now": now,
        "boxes": [(box.letters, box_name(w, box.letters, box.name)) for box in now.boxes],
        "away": [box_name(w, box.letters, box.name) for box in now.boxes if not box.up],
        "classes": [(name, name) for name in sorted(now.classes)],
        "games": kinds(w, now.games),
        "wanted": wanted,
        "page": page,
        "pages": pages,
        "instead": _with,
        "trouble": hall().follower.trouble,
    }


def _free(of: tuple[HallBox, RemoteCard]) -> tuple[bool, ...]:
    """Which tables come last: those without a game, then those whose box is away."""
    return of[1].game is None, not of[0].up


def _pressing(of: tuple[HallBox, tuple[RemoteCard, ...]]) -> tuple[bool, ...]:
    """Which boxes come first where not all can be shown: those that call, then those where a game goes on."""
    box, cards = of
    return not any(card.calls for card in cards), not any(card.plays for card in cards), not box.up
