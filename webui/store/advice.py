"""When the coach may speak: what the teacher allows, kept in the data folder."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from ..files import write_whole

FILE = "advice.json"


@dataclass(frozen=True)
class AdviceAllowed:
    """What the teacher allows.

    Attributes:
        before: the coach may advise what to close before a closing.
        after: the coach may rate a closing once it counts.
    """

    before: bool = False
    after: bool = True


def advice_allowed(folder: Path) -> AdviceAllowed:
    """The permissions stored in a data folder; without a readable file: only after the move."""
    try:
        stored = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return AdviceAllowed(stored["before"] is True, stored["after"] is True)
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return AdviceAllowed()


def allow_advice(folder: Path, allowed: AdviceAllowed) -> None:
    """Stores what the teacher allows. Raises OSError."""
    write_whole(folder / FILE, json.dumps(asdict(allowed)) + "\n")
