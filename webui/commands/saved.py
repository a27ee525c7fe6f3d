"""What a command writes to a file that was asked for."""

from __future__ import annotations

from pathlib import Path

import click


def save(path: Path, content: bytes) -> None:
    """Writes the file and prints its name. Raises click.FileError with the system's reason."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise click.FileError(str(path), hint=error.strerror or str(error)) from error
    click.echo(path)
