"""Is Piste alive, is it ready, and a few numbers: for the person who looks after the machine."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from flask import Blueprint, Response, jsonify

from .context import site

routes = Blueprint("health", __name__)
OPENMETRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8"
BROKEN = frozenset(
    {
        "area_moved",
        "board_moved",
        "camera_lost",
        "journal_broken",
        "journal_busy",
        "journal_full",
        "journal_read_only",
        "table_failed",
        "table_stopped",
    }
)
"""Problems that keep Piste from following the table."""


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
    """200 when the table can be followed, by camera or by touch; else 503 and what is wrong."""
    view = site().live.snapshot()
    wrong = sorted(BROKEN & set(view["problems"]))
    body = jsonify(status="problem" if wrong else "ok", problems=wrong, camera=view["camera"]["state"])
    return body, 503 if wrong else 200


@routes.get("/metrics")
def metrics() -> Response:
    """The numbers as OpenMetrics."""
    place = site()
    view = place.live.snapshot()
    camera = view["camera"]["state"]
    rows = [
        ("piste_build_info", "info", f'{{version="{piste_version()}"}}', 1),
        ("piste_uptime_seconds", "gauge", "", round(place.clock() - place.started, 1)),
        ("piste_table_version", "gauge", "", view["version"]),
        ("piste_throws", "gauge", "", view["throws"]),
        ("piste_camera_ok", "gauge", "", int(camera == "ok")),
        ("piste_problems", "gauge", "", len(view["problems"])),
        ("piste_table_failures_total", "counter", "", place.live.failures),
        ("piste_streams_open", "gauge", "", place.streams.open),
        ("piste_pin_addresses_waiting", "gauge", "", len(place.door.tries())),
    ]
    text = "".join(f"# TYPE {_family(name)} {kind}\n{name}{labels} {n}\n" for name, kind, labels, n in rows)
    return Response(text + "# EOF\n", content_type=OPENMETRICS)


def _family(name: str) -> str:
    return name.removesuffix("_info").removesuffix("_total")
