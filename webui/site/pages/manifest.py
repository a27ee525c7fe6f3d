"""The manifest: with it a tablet puts the table on its home screen, and shows it without a browser around it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType

from flask import Blueprint, Response, url_for

from ...box.name import box_name
from ...store.tables import FIRST
from ..context import Site, here, site

routes = Blueprint("manifest", __name__)
PAPER: Mapping[str, str] = MappingProxyType({"light": "#f4efe4", "dark": "#191510"})
"""What the pages are drawn on, as in `piste.css`: a browser colours what surrounds them alike."""
ICONS = (("192", "192x192", "any"), ("512", "512x512", "any"), ("maskable", "512x512", "maskable"))
"""File, size and purpose of each icon; `python -m workshop textures` draws them."""
routes.app_context_processor(lambda: {"paper": PAPER})


@routes.get("/piste.webmanifest")
def show() -> Response:
    """The table's manifest, in the language of the device."""
    home, names = url_for("table.show"), _names(site())
    told = {
        "name": " · ".join(names),
        "short_name": names[0],
        "lang": here().language,
        "id": home,
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "theme_color": PAPER["light"],
        "background_color": PAPER["light"],
        "color_scheme_dark": {"theme_color": PAPER["dark"], "background_color": PAPER["dark"]},
        "icons": [
            {"src": url_for("static", filename=f"icons/{name}.png"), "sizes": size, "type": "image/png", "purpose": use}
            for name, size, use in ICONS
        ],
    }
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/manifest+json")


def _names(place: Site) -> tuple[str, ...]:
    """What stands below the icon, then what else tells this table from others."""
    listed = place.tables.listed.find(place.number) if place.tables else None
    short = "Piste" if place.number == FIRST else f"Piste {place.number}"
    return (short, *filter(None, (box_name(place.door.data), listed.name if listed else "")))
