"""The pages of the site, found in its own list of addresses."""

import re
from collections.abc import Iterator

NO_PAGE = re.compile(
    r"^/(static|api|crops|healthz|readyz|metrics)|/(events|pieces|now|moments|liste)$|\.(jpg|zip|webmanifest)$|<kind>|<form>"
)
"""Addresses that give programs, pictures or parts of a page."""
NAMED = {"number": "1", "game": "royal"}
"""What stands in an address for its parts."""


def addresses(app) -> Iterator[str]:
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and not NO_PAGE.search(rule.rule):
            yield re.sub(r"<(?:\w+:)?(\w+)>", lambda part: NAMED[part[1]], rule.rule)
