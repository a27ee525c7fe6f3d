"""Shutting the box down, or restarting it: the site leaves a word for a service that may do it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ..files import write_whole

OFF, RESTART = "off", "restart"
DEEDS = (OFF, RESTART)
WHERE = "PISTE_POWER"


def power_file(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The file for the word, from hardware/install/piste.service; None if Piste may not shut the machine down."""
    named = environment.get(WHERE, "")
    return Path(named) if named else None


def ask_for(deed: str, file: Path) -> None:
    """Writes the word, completely or not at all.

    Raises:
        ValueError: it is none of DEEDS.
        OSError: it cannot be written.
    """
    if deed not in DEEDS:
        raise ValueError(f"expected one of {', '.join(DEEDS)}; got {deed!r}")
    write_whole(file, f"{deed}\n")
