"""The report on wrong codes for the teacher."""

from __future__ import annotations

from datetime import datetime

from ...words import Words
from ..limits.tries import Noted


def wrong_codes(w: Words, noted: Noted) -> str:
    """How many wrong teacher's codes were typed, and since when as far as this machine knows; "" for none."""
    if not noted.wrong:
        return ""
    since = datetime.fromtimestamp(noted.since).strftime("%d/%m %H:%M")
    return w.tn(
        "%(n)s wrong teacher's code was typed, on %(since)s.",
        "%(n)s wrong teacher's codes were typed since %(since)s.",
        noted.wrong,
        since=since,
    )
