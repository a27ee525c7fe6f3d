"""Whether Piste is alive and ready, and a few numbers, for the person who looks after the machine."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from flask import Blueprint, Response, jsonify

from .context import REFUSES, WITHOUT_MEMORY, site
from .metrics import text

routes = Blueprint("health", __name__)
OPENMETRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8"
BROKEN = REFUSES | {
    "area_moved", "board_moved", "camera_lost", "mirrored", "table_failed", "table_stopped", WITHOUT_MEMORY,
}  # fmt: skip
"""Problems that keep Piste from following the table, or from keeping what is played."""


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
    """200 if the table can be followed, by camera or by touch; else 503 with what is wrong and what still works."""
    place = site()
    view = place.live.snapshot()
    wrong = sorted(BROKEN & set(view.problems))
    camera = view.camera.state
    works = {
        "journal": not (REFUSES | {WITHOUT_MEMORY}) & set(wrong),
        "touch": not REFUSES & set(wrong),
        "camera": camera == "ok" if place.camera else None,
        "following": not {"table_failed", "table_stopped"} & set(wrong),
    }
    body = jsonify(status="problem" if wrong else "ok", problems=wrong, camera=camera, works=works)
    return body, 503 if wrong else 200


@routes.get("/metrics")
def metrics() -> Response:
    """The numbers as OpenMetrics."""
    return Response(text(site(), piste_version()), content_type=OPENMETRICS)
