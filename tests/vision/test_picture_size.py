"""How large a picture is, told by its head: what is too large, or a line, is never decoded."""

import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.errors import UnreadablePicture
from vision.picture import decode_picture, read_picture
from vision.picture_size import KINDS as KINDS_OF_HEADS
from vision.picture_size import MOST_PIXELS, header_size, size_fault

KINDS = (".jpg", ".png", ".webp", ".bmp", ".tiff", ".gif")


def encoded(ending: str, wide: int, high: int) -> bytes:
    return cv2.imencode(ending, np.full((high, wide, 3), 90, np.uint8))[1].tobytes()


@pytest.mark.parametrize("ending", KINDS)
@given(wide=st.integers(1, 300), high=st.integers(1, 300))
def test_the_head_tells_what_the_decoder_makes(ending: str, wide: int, high: int) -> None:
    assert header_size(encoded(ending, wide, high)) == (wide, high)


@pytest.mark.parametrize("options", [[cv2.IMWRITE_JPEG_PROGRESSIVE, 1], [cv2.IMWRITE_JPEG_RST_INTERVAL, 2]])
def test_every_kind_of_jpeg_tells(options: list[int]) -> None:
    data = cv2.imencode(".jpg", np.full((40, 60, 3), 90, np.uint8), options)[1].tobytes()
    assert header_size(data) == (60, 40)


@pytest.mark.parametrize("quality", [80, 101])
def test_every_kind_of_webp_tells(quality: int) -> None:
    picture = np.random.default_rng(1).integers(0, 255, (40, 60, 3)).astype(np.uint8)
    data = cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, quality])[1].tobytes()
    assert header_size(data) == (60, 40)


def bomb(wide: int, high: int) -> bytes:
    """A small PNG that says it is large; its rows are one long run of nothing."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(100_000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize(("wide", "high"), [(20_000, 20_000), (2**31 - 1, 2**31 - 1), (60_000, 3), (4000, 1), (1, 1)])
def test_too_large_or_thin_pictures_are_refused_before_decoding(
    wide: int, high: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(UnreadablePicture, match=f"got {wide} x {high} px"):
        decode_picture(bomb(wide, high))


def test_a_large_photograph_is_no_bomb() -> None:
    assert size_fault((9000, 12_000)) is not None
    assert size_fault((8192, 12_000)) is None
    assert size_fault((4056, 3040)) is None
    assert MOST_PIXELS > 8192 * 12_000


@pytest.mark.parametrize("what", ["pipe", "folder", "device", "link to a device"])
def test_what_has_no_end_is_not_read(tmp_path: Path, what: str) -> None:
    path = tmp_path / what
    if what == "pipe":
        os.mkfifo(path)
    elif what == "folder":
        path.mkdir()
    elif what == "link to a device":
        path.symlink_to("/dev/zero")
    with pytest.raises(UnreadablePicture, match="expected a picture file"):
        read_picture(Path("/dev/zero") if what == "device" else path)


@given(st.binary(max_size=60), st.sampled_from(list(KINDS_OF_HEADS)))
def test_no_head_breaks_the_reading_of_it(rest: bytes, mark: bytes) -> None:
    size = header_size(mark + rest)
    assert size is None or len(size) == 2


@given(st.sampled_from(KINDS), st.integers(0, 400), st.binary(min_size=1, max_size=4))
def test_a_damaged_picture_is_read_or_refused(ending: str, at: int, noise: bytes) -> None:
    data = bytearray(encoded(ending, 24, 16))
    data[at % len(data) : at % len(data) + len(noise)] = noise
    try:
        image = decode_picture(bytes(data))
    except UnreadablePicture:
        return
    assert image.size <= 3 * MOST_PIXELS
