"""The one-time word of the first start, where other programs of the box may read it: in memory, never on the disk."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ..files import write_whole

WHERE = "PISTE_WORD"


def word_file(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Where the word lies, as hardware/install/piste.service says: below /run; None where nobody else asks for it."""
    named = environment.get(WHERE, "")
    return Path(named) if named else None


def leave_word(word: str, file: Path | None) -> None:
    """Leaves the word for `piste first-run`; "" takes it away. Raises OSError."""
    if file is None:
        return
    if word:
        write_whole(file, f"{word}\n")
    else:
        file.unlink(missing_ok=True)


def word_left(file: Path | None) -> str:
    """The word; "" where there is none. Raises PermissionError where this user may not read it."""
    if file is None:
        return ""
    try:
        return file.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return ""
