"""Picture files: read upright, whole or not at all."""

import zlib
from pathlib import Path

import cv2
import numpy as np

from .errors import UnreadablePicture
from .frame import Image
from .picture_size import header_size, size_fault

_JPEG, _PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
_END, _MORE = b"\xff\xd9", b"\x5a\x13\xc7" * 256
_SCAN, _PROGRESSIVE, _RESTARTS = b"\xff\xda", b"\xff\xc2", b"\xff\xdd"
"""A JPEG's end marker; bytes that a decoder would go on with if it still needed some; how a scan begins, and the frame
of one that has several; what says that it comes in intervals."""
_HEIF, _BRANDS = (b"hei", b"hev", b"mif", b"mia", b"msf", b"avi"), 1 << 10
"""How brands of pictures as phones store them begin (heic, hevx, mif2, avis...), and the bytes that may list them."""
HEIC = (
    "expected a JPEG or PNG; got HEIC (or AVIF), a phone's own format: have the phone take JPEG "
    "(iPhone: Settings, Camera, Formats, Most Compatible), or save the picture as JPEG first"
)
WIDE = 1280
"""px: a page shows a picture at most so wide."""
LARGEST = 1 << 28
"""Bytes. A larger file is no photograph of a table."""


def read_picture(path: Path) -> Image:
    """The picture in a file as (H, W, 3) uint8 BGR, turned upright as its EXIF orientation says.

    Raises UnreadablePicture for an absent file, a folder, no picture, or one whose end is missing.
    """
    try:
        if path.exists() and not path.is_file():  # a pipe or a device would be read without end
            raise UnreadablePicture("expected a picture file; got a folder, a pipe or a device")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise UnreadablePicture(f"expected a picture file; got {error.strerror or error}") from error
    if len(data) > LARGEST:
        raise UnreadablePicture(f"expected a picture of at most {LARGEST} bytes; got a larger file")
    return decode_picture(data)


def decode_picture(data: bytes) -> Image:
    """The picture in a buffer as (H, W, 3) uint8 BGR, upright. Raises UnreadablePicture."""
    if not data:
        raise UnreadablePicture("expected a picture; got an empty file")
    if any(brand.startswith(_HEIF) for brand in _brands(data)):
        raise UnreadablePicture(HEIC)
    fault = size_fault(header_size(data)) or _fault(data)
    if fault:
        raise UnreadablePicture(fault)
    try:
        image = cv2.imdecode(np.frombuffer(with_end(data), np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise UnreadablePicture(f"expected a picture; the decoder says: {error.err}") from error
    if image is None or image.size == 0:
        raise UnreadablePicture("expected a picture (JPEG, PNG, WebP, BMP, TIFF or GIF); got something else")
    return np.ascontiguousarray(image, dtype=np.uint8)


def _brands(data: bytes) -> list[bytes]:
    """What a file of boxes says it is, then what else it can be read as; none of another file."""
    if data[4:8] != b"ftyp":
        return []
    ends = min(int.from_bytes(data[:4], "big"), _BRANDS)
    return [data[at : at + 4] for at in (8, *range(16, ends, 4))]


def _fault(data: bytes) -> str | None:
    """What is broken in a JPEG or PNG that a decoder would paint over with grey; None when whole."""
    if data.startswith(_JPEG):
        return _jpeg_fault(data)
    if data.startswith(_PNG):
        return _png_fault(data)
    return None


def _jpeg_fault(data: bytes) -> str | None:
    """Walks the segments to the first scan; after it all but the end marker must come (scans escape their 0xFF)."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return "expected a JPEG marker; the file is damaged"
        kind = data[at + 1]
        if kind == 0xFF:  # a fill byte
            at += 1
            continue
        if kind == 0xDA:
            whole = data.find(_END, at) >= 0 or _all_but_its_end(data)
            return None if whole else "expected the end of the JPEG; the file is cut short"
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return "expected a JPEG scan; the file is cut short"


def with_end(data: bytes) -> bytes:
    """A picture's bytes with the end marker that a whole JPEG may lack, as some webcams send it; others as they are."""
    lacks = data.startswith(_JPEG) and data.find(_END, data.rfind(_SCAN)) < 0 and _all_but_its_end(data)
    return data.rstrip(b"\xff") + _END if lacks else data


def _all_but_its_end(data: bytes) -> bool:
    """Whether a JPEG without its end marker holds all of its picture: what is put behind its scan shows nowhere then.

    Of one of several scans, or of one in intervals, nobody can tell whether the last was sent.
    """
    scan = data.rstrip(b"\xff")
    if data.count(_SCAN) > 1 or _PROGRESSIVE in data or _RESTARTS in data:
        return False
    decoded = [
        cv2.imdecode(np.frombuffer(scan + more + _END, np.uint8), cv2.IMREAD_COLOR)
        for more in (b"", _MORE, _MORE[::-1])
    ]
    first = np.asarray(decoded[0])
    return all(picture is not None and np.array_equal(np.asarray(picture), first) for picture in decoded)


def _png_fault(data: bytes) -> str | None:
    """Walks the chunks and their checksums to IEND."""
    at = len(_PNG)
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        body, end = data[at + 4 : at + 8 + length], at + 12 + length
        if end > len(data):
            break
        if zlib.crc32(body) != int.from_bytes(data[end - 4 : end], "big"):
            return "expected a whole PNG; a checksum is wrong"
        if body[:4] == b"IEND":
            return None
        at = end
    return "expected the end of the PNG; the file is cut short"


def narrowed(image: Image, wide: int = WIDE) -> tuple[Image, float]:
    """The picture at most `wide` px wide, and by how much that is (1 where it is left as it is)."""
    scale = min(1.0, wide / image.shape[1])
    if scale == 1.0:
        return image, scale
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), scale


def jpeg(image: Image, quality: int = 82) -> bytes:
    """A picture as a JPEG; b"" where it has none."""
    done, written = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return written.tobytes() if done else b""


def write_picture(path: Path, image: Image) -> None:
    """Writes a picture (format by the name's ending), making its folder. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done, data = cv2.imencode(path.suffix or ".png", image)
    if not done:
        raise OSError(f"expected a picture file name such as table.png; cannot write {path.name}")
    path.write_bytes(data.tobytes())
