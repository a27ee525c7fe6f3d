"""Files that never change while the site runs (style, scripts, type, textures), and compression of texts."""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from types import MappingProxyType

from flask import Response, request, send_from_directory

STATIC = Path(__file__).resolve().parents[1] / "static"
TEXTS = frozenset({".css", ".js", ".svg", ".txt"})
"""Endings of compressible files; pictures and type are already compressed."""
WRITTEN = frozenset({"text/html", "application/json"})
"""Types of answers that are made and compressed for each reader."""
WORTH_IT = 1000
"""Bytes from which compression saves anything."""
COMMENT = re.compile(rb"/\*.*?\*/\n?", re.DOTALL)
"""Comments of a style sheet: an eighth of it."""


def stamp(folder: Path) -> str:
    """Eight hex digits that change with any file of a folder.

    Every address of such a file contains it, so that browsers may cache files for ever; so do references inside style
    sheets and scripts.
    """
    whole = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            whole.update(path.relative_to(folder).as_posix().encode() + sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:8]


@lru_cache(maxsize=2)
def packed(folder: Path) -> Mapping[str, bytes]:
    """The texts of a folder as gzip by path, style sheets without comments; deterministic."""
    texts = (path for path in sorted(folder.rglob("*")) if path.suffix in TEXTS)
    whole = {path.relative_to(folder).as_posix(): gzip.compress(_text(path), 9, mtime=0) for path in texts}
    return MappingProxyType(whole)


def _text(path: Path) -> bytes:
    whole = path.read_bytes()
    return COMMENT.sub(b"", whole) if path.suffix == ".css" else whole


def send(filename: str) -> Response:
    """A file of STATIC, compressed if the reader accepts gzip."""
    small = packed(STATIC).get(filename)
    if small is None:
        return send_from_directory(STATIC, filename)
    answer = _small(filename, small) if request.accept_encodings["gzip"] else send_from_directory(STATIC, filename)
    answer.vary.add("Accept-Encoding")
    return answer


def _small(filename: str, small: bytes) -> Response:
    answer = Response(small, mimetype=guess_type(filename)[0], headers={"Content-Encoding": "gzip"})
    answer.set_etag(sha256(small).hexdigest()[:16])
    answer.make_conditional(request)
    return answer


def pack_page(answer: Response) -> Response:
    """After each request: compresses a page or JSON if the reader accepts gzip; streams compress themselves.

    The token changes every second, so the length of a compressed page does not reveal it.
    """
    if answer.mimetype not in WRITTEN or answer.is_streamed or answer.status_code != 200:
        return answer
    answer.vary.add("Accept-Encoding")
    whole = answer.get_data()
    if len(whole) >= WORTH_IT and request.accept_encodings["gzip"] and not answer.content_encoding:
        answer.set_data(gzip.compress(whole, 5, mtime=0))
        answer.content_encoding = "gzip"
    return answer
