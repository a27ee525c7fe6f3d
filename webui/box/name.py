"""A name for each box, if several stand in one class; it belongs to the box, so backups do not carry it."""

from __future__ import annotations

from pathlib import Path

from ..files import write_whole

NAME = "name.txt"
LONGEST = 24
"""Characters."""


def box_name(data: Path) -> str:
    """The box's name, as its teacher wrote it; "" without one, or if the file cannot be read."""
    try:
        return tidy((data / NAME).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return ""


def keep_name(data: Path, name: str) -> None:
    """Stores a name; "" removes it. Raises OSError."""
    if name := tidy(name):
        write_whole(data / NAME, f"{name}\n")
    else:
        (data / NAME).unlink(missing_ok=True)


def tidy(name: str) -> str:
    """One line without invisible characters, of LONGEST characters at most."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(shown.split())[:LONGEST].strip()
