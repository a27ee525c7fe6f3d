"""Picture files: upright, whole, or refused."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from vision.errors import UnreadablePicture
from vision.picture import decode_picture, read_picture, with_end, write_picture

RED, BLUE = (0, 0, 255), (255, 0, 0)


def two_halves() -> np.ndarray:
    """Left red, right blue, 40 px wide and 24 high."""
    image = np.zeros((24, 40, 3), np.uint8)
    image[:, :20], image[:, 20:] = RED, BLUE
    return image


def encoded(ending: str) -> bytes:
    return cv2.imencode(ending, two_halves())[1].tobytes()


def with_orientation(jpeg: bytes, orientation: int) -> bytes:
    """The JPEG with an EXIF segment that says how to turn it."""
    entry = b"\x01\x12\x00\x03\x00\x00\x00\x01" + orientation.to_bytes(2, "big") + b"\x00\x00"
    exif = b"Exif\x00\x00" + b"MM\x00\x2a\x00\x00\x00\x08" + b"\x00\x01" + entry + b"\x00\x00\x00\x00"
    return jpeg[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + jpeg[2:]


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp", ".tiff"])
def test_a_picture_of_each_kind_is_read(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"un été — table 'N°1'{ending}"
    path.write_bytes(encoded(ending))
    image = read_picture(path)
    assert image.shape == (24, 40, 3)
    assert image[12, 5].argmax() == 2


@each(
    ("orientation", "shape", "red_at"),
    [
        (1, (24, 40), (12, 5)),
        (3, (24, 40), (12, 35)),  # upside down
        (6, (40, 24), (5, 12)),  # turned to the right: left becomes top
        (8, (40, 24), (35, 12)),
    ],
)
def test_exif_turns_a_photograph_upright(
    orientation: int, shape: tuple[int, int], red_at: tuple[int, int]
) -> None:
    image = decode_picture(with_orientation(encoded(".jpg"), orientation))
    assert image.shape[:2] == shape
    assert image[red_at].argmax() == 2


@each(
    ("damage", "says"),
    [
        (lambda data: b"", "empty"),
        (lambda data: data[: len(data) // 2], "cut short"),
        (lambda data: data[:-4], "cut short"),
        (lambda data: b"GIF89a no", "something else"),
        (lambda data: b"\x00" * 100, "something else"),
    ],
)
@each("ending", [".jpg", ".png"])
def test_a_broken_picture_is_refused_and_says_why(
    ending: str, damage: Callable[[bytes], bytes], says: str
) -> None:
    with pytest.raises(UnreadablePicture, match=says):
        decode_picture(damage(encoded(ending)))


def grainy(progressive: bool = False) -> bytes:
    """A JPEG every block of which is another, the last one, too."""
    picture = np.random.default_rng(4).integers(0, 256, (50, 70, 3)).astype(np.uint8)
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_PROGRESSIVE, int(progressive)])[1].tobytes()


@pytest.mark.parametrize("lacks", [1, 2])
def test_a_jpeg_that_lacks_its_end_marker_alone_is_read(lacks: int) -> None:
    whole = grainy()
    assert np.array_equal(decode_picture(whole[:-lacks]), decode_picture(whole))
    assert with_end(whole[:-lacks]) == whole == with_end(whole)


@each("lacks", [3, 4, 10, 300])
def test_a_jpeg_that_lacks_more_is_cut_short(lacks: int) -> None:
    with pytest.raises(UnreadablePicture, match="cut short"):
        decode_picture(grainy()[:-lacks])


def test_a_jpeg_with_intervals_without_its_end_is_refused() -> None:
    image = cv2.GaussianBlur(np.random.default_rng(1).integers(0, 255, (96, 128, 3), np.uint8), (0, 0), 2)
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_RST_INTERVAL, 1])[1].tobytes()
    for at in (data.rfind(b"\xff\xd3"), len(data) - 2):
        with pytest.raises(UnreadablePicture, match="cut short"):
            decode_picture(data[:at])
    assert decode_picture(data).shape == image.shape


@each("share", [0.3, 0.6, 0.9, 1.0])
def test_a_progressive_jpeg_without_its_end_is_refused(share: float) -> None:
    with pytest.raises(UnreadablePicture, match="cut short"):
        decode_picture(grainy(progressive=True)[: int(share * len(grainy(True))) - 2])


PHONES = "heic heix heim heis heif hevc hevx hevm hevs mif1 mif2 miaf msf1 avif avis"


def boxed(*brands: bytes) -> bytes:
    """The beginning of a file that says so of itself, then nothing."""
    kind = b"ftyp" + brands[0] + bytes(4) + b"".join(brands[1:])
    return (4 + len(kind)).to_bytes(4, "big") + kind + bytes(200)


@each("brand", PHONES.split())
def test_a_phones_own_format_is_named_with_what_to_do(brand: str) -> None:
    for data in (boxed(brand.encode()), boxed(b"1pic", b"xxxx", brand.encode())):
        with pytest.raises(UnreadablePicture, match=r"HEIC.*Most Compatible"):
            decode_picture(data)


def test_a_phones_video_is_no_picture() -> None:
    for brands in ((b"isom", b"iso2", b"avc1", b"mp41"), (b"qt  ",)):
        with pytest.raises(UnreadablePicture, match="got something else"):
            decode_picture(boxed(*brands))


def test_a_png_with_a_wrong_checksum_is_refused() -> None:
    data = bytearray(encoded(".png"))
    data[-20] ^= 0xFF
    with pytest.raises(UnreadablePicture, match="checksum"):
        decode_picture(bytes(data))


@given(
    st.binary(max_size=200), st.sampled_from([b"", b"\xff\xd8", b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n"])
)
def test_no_bytes_whatever_break_the_reader(data: bytes, head: bytes) -> None:
    try:
        image = decode_picture(head + data)
    except UnreadablePicture:
        return
    assert image.ndim == 3


def test_a_folder_or_an_absent_file_is_no_picture(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.jpg"):
        with pytest.raises(UnreadablePicture, match="expected"):
            read_picture(path)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    write_picture(tmp_path / "new" / "a.png", two_halves())
    assert np.array_equal(read_picture(tmp_path / "new" / "a.png"), two_halves())
