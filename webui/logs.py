"""The log: one JSON object a line on the error output, without names.

Of an error it holds only the kind and the place: the message may contain what somebody typed.
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import TextIO

DEEPEST = 12
"""Places of a traceback that are written at most, the innermost."""
LONGEST = 500
"""Characters of a message."""


class Lines(logging.Formatter):
    """Each record as a line: `t` (UTC), `level`, `from`, `says`, and of an error `error` and `at`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        line: dict[str, object] = {
            "t": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": _without_questions(record.getMessage())[:LONGEST],
        }
        if record.exc_info and record.exc_info[0] is not None:
            line |= {"error": record.exc_info[0].__name__, "at": _places(record.exc_info[2])}
        return json.dumps(line, ensure_ascii=False)


def write_log(to: TextIO) -> None:
    """Sends everything from INFO on to `to`; many simultaneous requests of tablets are not logged."""
    handler = logging.StreamHandler(to)
    handler.setFormatter(Lines())
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)


def _places(trace: TracebackType | None) -> list[str]:
    """Files and lines, the innermost last."""
    return [f"{place.filename}:{place.lineno} {place.name}" for place in traceback.extract_tb(trace)[-DEEPEST:]]


def _without_questions(says: str) -> str:
    """Addresses without their query: it may contain a code or a name."""
    return " ".join(word.partition("?")[0] + ("?…" if "?" in word else "") for word in says.split(" "))
