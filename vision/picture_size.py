"""How large a picture is, as the first bytes of its file say: asked before anything is decoded."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from types import MappingProxyType

Size = tuple[int, int]
"""Width and height, px."""

MOST_PIXELS = 100_000_000
"""A larger picture is not decoded: it would take more than 300 MB."""
LEAST_SIDE, FLATTEST = 8, 16
"""px; and how many times longer than its other side a side may be: nothing lies on a table that is a line."""


def size_fault(size: Size | None) -> str | None:
    """Why a picture of this size is not decoded, such as "expected ... got 4000 x 1 px"; None where it may be.

    Args:
        size: None where its file is of no kind that is read.
    """
    if size is None:
        return "expected a picture (JPEG, PNG, WebP, BMP, TIFF or GIF); got something else"
    wide, high = size
    got = f"got {wide} x {high} px"
    if wide * high > MOST_PIXELS:
        return f"expected a picture of at most {MOST_PIXELS // 1_000_000} million px; {got}"
    if min(size) < LEAST_SIDE or max(size) > FLATTEST * min(size):
        return f"expected a picture of a table, of {LEAST_SIDE} px at least and no line; {got}"
    return None


def header_size(data: bytes) -> Size | None:
    """The size that a file's head tells; None where it is none of these kinds, or cut short in its head."""
    for mark, size_of in KINDS.items():
        if data.startswith(mark):
            try:
                return size_of(data)
            except (struct.error, IndexError):
                return None
    return None


def _png(data: bytes) -> Size:
    wide, high = struct.unpack_from(">II", data, 16)
    return wide, high


def _gif(data: bytes) -> Size:
    wide, high = struct.unpack_from("<HH", data, 6)
    return wide, high


def _bmp(data: bytes) -> Size:
    if struct.unpack_from("<I", data, 14)[0] == 12:  # the oldest kind of head
        wide, high = struct.unpack_from("<HH", data, 18)
    else:
        wide, high = struct.unpack_from("<ii", data, 18)
    return abs(wide), abs(high)  # upside down where it is negative


def _jpeg(data: bytes) -> Size | None:
    """Walks the segments to the one that begins a frame: SOF0 to SOF15, except three that do not."""
    at = 2
    while data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xFF:  # a fill byte
            at += 1
        elif 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            high, wide = struct.unpack_from(">HH", data, at + 5)
            return wide, high
        elif kind == 0x01 or 0xD0 <= kind <= 0xD8:  # marks without a length
            at += 2
        else:
            at += 2 + int(struct.unpack_from(">H", data, at + 2)[0])
    return None


def _webp(data: bytes) -> Size | None:
    """The canvas: of three kinds of chunk, each of which says it in its own way."""
    if data[8:12] != b"WEBP":
        return None
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        wide, high = struct.unpack_from("<HH", data, 26)
        return wide & 0x3FFF, high & 0x3FFF
    return None


def _tiff(data: bytes) -> Size | None:
    """Width and height are tags 256 and 257 of the first folder, each of two or four bytes."""
    end = "<" if data[:2] == b"II" else ">"
    (at,) = struct.unpack_from(f"{end}I", data, 4)
    (count,) = struct.unpack_from(f"{end}H", data, at)
    tags: dict[int, int] = {}
    for entry in range(at + 2, at + 2 + 12 * count, 12):
        tag, kind = struct.unpack_from(f"{end}HH", data, entry)
        if tag in (256, 257):
            tags[tag] = struct.unpack_from(f"{end}{'H' if kind == 3 else 'I'}", data, entry + 8)[0]
    return (tags[256], tags[257]) if len(tags) == 2 else None


KINDS: Mapping[bytes, Callable[[bytes], Size | None]] = MappingProxyType(
    {
        b"\xff\xd8": _jpeg,
        b"\x89PNG\r\n\x1a\n": _png,
        b"RIFF": _webp,
        b"BM": _bmp,
        b"II*\0": _tiff,
        b"MM\0*": _tiff,
        b"GIF8": _gif,
    }
)
"""The kinds of pictures that are read, by how their files begin."""
