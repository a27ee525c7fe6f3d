"""Shutting the box down, or restarting it: the site may do neither itself, it leaves a word for a service that may."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ..files import write_whole

OFF, RESTART = "off", "restart"
DEEDS = (OFF, RESTART)
WHERE = "PISTE_POWER"


def power_file(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Where the word is left, as hardware/install/piste.service says; None on a machine that Piste has no say over."""
    named = environment.get(WHERE, "")
    return Path(named) if named else None


def ask_for(deed: str, file: Path) -> None:
    """Leaves the word, whole or not at all.

    Raises:
        ValueError: it is none of DEEDS.
        OSError: it cannot be written.
    """
    if deed not in DEEDS:
        raise ValueError(f"expected one of {', '.join(DEEDS)}; got {deed!r}")
    write_whole(file, f"{deed}\n")
