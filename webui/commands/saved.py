"""What a command writes to a file that was asked for."""

from __future__ import annotations

import os
from pathlib import Path

import click


def save(path: Path, content: bytes, *, names: bool = False) -> None:
    """Writes the file and prints its name. Raises click.FileError with the system's reason.

    Args:
        path: where to.
        content: all of it.
        names: names of players stand in it, so that a file that is not there yet is for its owner alone (0600).
    """
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600 if names else 0o666), "wb") as file:
            file.write(content)
    except OSError as error:
        raise click.FileError(str(path), hint=error.strerror or str(error)) from error
    click.echo(path)
