"""Whether Piste is alive and ready, and a few numbers, for the person who looks after the machine."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from flask import Blueprint, Response, jsonify, request

from ..live.classroom.addresses import TABLE
from .context import REFUSES, WITHOUT_MEMORY, Site, first_site, site
from .metrics import text

routes = Blueprint("health", __name__)
OPENMETRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8"
BROKEN = REFUSES | {
    "area_moved", "board_moved", "camera_lost", "mirrored", "table_failed", "table_stopped", WITHOUT_MEMORY,
}  # fmt: skip
"""Problems that keep Piste from following the table, or from keeping what is played."""
CLOSED = "table_closed"
"""The problem of a table that is listed and did not open."""


def piste_version() -> str:
    """The installed version, or "0" when run from a checkout that is not installed."""
    try:
        return version("piste")
    except PackageNotFoundError:
        return "0"


@routes.get("/healthz")
def alive() -> Response:
    """The process answers."""
    return jsonify(status="ok", version=piste_version())


@routes.get("/readyz")
def ready() -> tuple[Response, int]:
    """200 if the table can be followed, by camera or by touch; else 503 with what is wrong and what still works.

    Of a box with several tables: the one of which most is wrong, and its number. At the address of a table: that one.
    """
    first = first_site()
    listed = () if first.tables is None else first.tables.listed.all()
    if TABLE in request.environ or len(listed) < 2:
        found = _state(site())
    else:
        closed = (TableState(table.number, (CLOSED,)) for table in listed if first.at_table(table.number) is None)
        found = max((*map(_state, first.every_table()), *closed), key=lambda state: state.rank)
    body = jsonify(
        status="problem" if found.wrong else "ok", problems=found.wrong, camera=found.camera, works=found.works,
        **({} if len(listed) < 2 else {"table": found.number}),
    )  # fmt: skip
    return body, 503 if found.wrong else 200


@dataclass(frozen=True)
class TableState:
    """How a table does.

    Attributes:
        number: of the table.
        wrong: the problems that keep it from being followed or stored.
        camera: the state of its camera.
        has_camera: it follows one.
    """

    number: int
    wrong: tuple[str, ...] = ()
    camera: str = "none"
    has_camera: bool = False

    @property
    def works(self) -> dict[str, bool | None]:
        """What still works; None for what the table does not have."""
        closed = CLOSED in self.wrong
        return {
            "journal": not closed and not (REFUSES | {WITHOUT_MEMORY}) & set(self.wrong),
            "touch": not closed and not REFUSES & set(self.wrong),
            "camera": self.camera == "ok" if self.has_camera else None,
            "following": not {CLOSED, "table_failed", "table_stopped"} & set(self.wrong),
        }

    @property
    def rank(self) -> tuple[int, int, int]:
        """Higher for a table of which more is wrong; of two alike, for the lower number."""
        return list(self.works.values()).count(False), len(self.wrong), -self.number


def _state(place: Site) -> TableState:
    view = place.live.snapshot()
    return TableState(place.number, tuple(sorted(BROKEN & set(view.problems))), view.camera.state, place.camera)


@routes.get("/metrics")
def metrics() -> Response:
    """The numbers of all tables as OpenMetrics."""
    return Response(text(first_site(), piste_version()), content_type=OPENMETRICS)
