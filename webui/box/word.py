"""The one-time word of the first start, for other programs of the box: in memory, never on disk."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ..files import write_whole

WHERE = "PISTE_WORD"


def word_file(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The word's file, from hardware/install/piste.service: below /run; None if no other program reads it."""
    named = environment.get(WHERE, "")
    return Path(named) if named else None


def leave_word(word: str, file: Path | None) -> None:
    """Writes the word for `piste first-run`; "" removes it. Raises OSError."""
    if file is None:
        return
    if word:
        write_whole(file, f"{word}\n")
    else:
        file.unlink(missing_ok=True)


def word_left(file: Path | None) -> str:
    """The word; "" without one. Raises PermissionError if this user may not read it."""
    if file is None:
        return ""
    try:
        return file.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return ""
