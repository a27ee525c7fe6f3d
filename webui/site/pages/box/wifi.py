"""The page of the box's own Wi-Fi, shown to devices that look for the Internet."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ....box.network import own_wifi
from ...context import site

routes = Blueprint("wifi", __name__, url_prefix="/wifi")


@routes.get("")
def show() -> tuple[str, int]:
    """Says that this Wi-Fi has no Internet, what to open, and how to stay; 404 and why if the box makes no Wi-Fi."""
    own = own_wifi(site().door.data)
    stays = (request.remote_addr or "") in site().staying
    return render_template("people/wifi.html", own=own, stays=stays), 200 if own else 404


@routes.post("")
def stay() -> Response:
    """From now on this device gets the answer that all is well."""
    site().staying.stays(request.remote_addr or "")
    return redirect(url_for("wifi.show"))
