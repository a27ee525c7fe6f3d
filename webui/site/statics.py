"""The files that never change while the site runs: style, scripts, type and textures."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

STATIC = Path(__file__).resolve().parents[1] / "static"


def stamp(folder: Path) -> str:
    """Eight hex digits that change with any file of a folder.

    It stands in every address of such a file, so that browsers may keep one for ever; what a style sheet or a script
    names beside itself carries it too.
    """
    whole = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            whole.update(path.relative_to(folder).as_posix().encode() + sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:8]
