"""A name for each box where several stand in one class; it is the box's own, so that no backup carries it elsewhere."""

from __future__ import annotations

from pathlib import Path

from ..files import write_whole

NAME = "name.txt"
LONGEST = 24
"""Characters."""


def box_name(data: Path) -> str:
    """What this box is called, as its teacher wrote it; "" where it has no name or the file cannot be read."""
    try:
        return tidy((data / NAME).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return ""


def keep_name(data: Path, name: str) -> None:
    """Keeps a name; "" forgets it. Raises OSError."""
    if name := tidy(name):
        write_whole(data / NAME, f"{name}\n")
    else:
        (data / NAME).unlink(missing_ok=True)


def tidy(name: str) -> str:
    """One line without marks that no page shows, of LONGEST characters at most."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(shown.split())[:LONGEST].strip()
