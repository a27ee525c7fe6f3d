"""Records from files: whatever bytes stand in them."""

import random
from pathlib import Path

import pytest

from referee.errors import BadRecord
from webui.records.files import read_record

RECORDS = sorted((Path(__file__).parents[2] / "referee" / "records").glob("*.txt"))
SHORT = Path(__file__).parents[2] / "referee" / "records" / "occe-adult-alternate.txt"


def written(folder: Path, content: bytes) -> Path:
    path = folder / "record.txt"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("mark", "end"), [(b"\xef\xbb\xbf", b"\n"), (b"", b"\r\n"), (b"\xef\xbb\xbf", b"\r")]
)
def test_marks_and_line_ends_do_not_matter(tmp_path: Path, mark: bytes, end: bytes) -> None:
    content = mark + SHORT.read_bytes().replace(b"\n", end)
    assert read_record(written(tmp_path, content)) == read_record(SHORT)


@pytest.mark.parametrize("line", [1, 2, 14, 30])
def test_the_line_that_is_no_utf8_is_named(tmp_path: Path, line: int) -> None:
    lines = SHORT.read_bytes().split(b"\n")
    lines[line - 1] += b"\xe9"
    with pytest.raises(BadRecord, match=rf"^line {line}: expected UTF-8 text; got the byte 0xe9"):
        read_record(written(tmp_path, b"\n".join(lines)))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\0" * 5000,
        b"\xff\xfe" * 300,
        SHORT.read_text(encoding="utf-8").encode("utf-16"),
        b"PK\x03\x04",
    ],
    ids=["empty", "one line end", "zeros", "ones", "UTF-16", "zip"],
)
def test_what_is_no_record_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(BadRecord, match=r"^line 1: "):
        read_record(written(tmp_path, content))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_byte_changed_anywhere_breaks_nothing(tmp_path: Path, path: Path) -> None:
    """There is no other error than BadRecord, and it names a line of the file or the one after it."""
    rng, lines = random.Random(5), path.read_bytes().split(b"\n")[:40]
    content = b"\n".join(lines)
    for _ in range(25):
        at, byte = rng.randrange(len(content)), bytes([rng.randrange(256)])
        changed = written(tmp_path, content[:at] + byte + content[at + 1 :])
        try:
            count = len(read_record(changed).match.events)
        except BadRecord as refused:
            count = refused.line
        assert 0 <= count <= len(lines) + 2
