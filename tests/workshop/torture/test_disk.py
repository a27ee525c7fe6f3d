"""A disk whose power goes: what was synced stays; what was not may go, in part, and in any order."""

import random

from each import each

from workshop.torture.disk import Content, Disk, torn
from workshop.torture.recorded import Call, calls

ROOT = "/data"
MANY = 300


def made(handle: int, name: str) -> Call:
    return Call("n", handle, 0, f"{ROOT}/{name}".encode())


def wrote(handle: int, at: int, data: bytes) -> Call:
    return Call("w", handle, at, data)


def synced(handle: int) -> Call:
    return Call("s", handle, 0, b"")


def moved(old: str, new: str) -> Call:
    paths = [f"{ROOT}/{name}".encode() for name in (old, new)]
    return Call("r", len(paths[0]), 0, b"".join(paths))


FOLDER = (Call("o", 9, 0, ROOT.encode()), synced(9))
WHOLE = (made(3, "a.new"), wrote(3, 0, b"x" * 600), synced(3), moved("a.new", "a"))


def found(*happened: Call, before: dict[str, bytes] | None = None) -> list[dict[str, bytes]]:
    """What may be there after a cut, tried often."""
    disk = Disk(ROOT, before or {})
    for call in happened:
        disk.play(call)
    chance = random.Random(1)
    return [disk.after_a_cut(chance) for _ in range(MANY)]


def test_what_was_synced_with_its_folder_is_there_after_every_cut() -> None:
    assert found(*WHOLE, *FOLDER, before={"a": b"old"}) == [{"a": b"x" * 600}] * MANY


def test_without_a_sync_of_the_folder_the_new_name_may_be_lost_and_never_the_old_file_with_it() -> None:
    contents = {left.get("a") for left in found(*WHOLE, before={"a": b"old"})}
    assert contents == {b"old", b"x" * 600}


def test_without_a_sync_of_the_file_the_new_name_may_stand_for_a_torn_one() -> None:
    unsynced = (WHOLE[0], WHOLE[1], WHOLE[3], *FOLDER)
    contents = {left["a"] for left in found(*unsynced, before={"a": b"old"})}
    assert {b"", b"x" * 512, b"x" * 600, b"\0" * 512 + b"x" * 88} <= contents


def test_a_newer_write_may_be_there_without_an_older_one() -> None:
    writes = (made(3, "a"), *FOLDER, wrote(3, 0, b"1" * 512), wrote(3, 512, b"2" * 512))
    assert b"\0" * 512 + b"2" * 512 in {left["a"] for left in found(*writes)}


def test_a_file_that_was_cut_short_and_not_synced_may_be_long_again() -> None:
    short = (Call("o", 3, 0, f"{ROOT}/a".encode()), Call("t", 3, 1, b""))
    assert {left["a"] for left in found(*short, before={"a": b"long"})} == {b"long", b"l"}


def test_a_file_is_followed_through_its_names() -> None:
    later = (*WHOLE, *FOLDER, wrote(3, 0, b"y"), synced(3), Call("c", 3, 0, b""))
    assert found(*later) == [{"a": b"y" + b"x" * 599}] * MANY


@each(("at", "size", "parts"), [(0, 512, 1), (0, 513, 2), (500, 24, 2), (32, 4096, 9)])
def test_a_write_is_torn_at_the_edges_of_sectors(at: int, size: int, parts: int) -> None:
    data = bytes(k % 251 for k in range(size))
    pieces = list(torn(at, data, 512))
    assert len(pieces) == parts
    assert b"".join(part or b"" for _, part in pieces) == data
    whole = Content()
    whole.since += pieces
    whole.sync()
    assert bytes(whole.lasts) == bytes(at) + data


def test_a_log_is_read_back_whatever_its_bytes_are() -> None:
    log = b"w 3 0 4\n\n\0w\na 0 0 2\nokc 3 0 0\n"
    assert list(calls(log)) == [Call("w", 3, 0, b"\n\0w\n"), Call("a", 0, 0, b"ok"), Call("c", 3, 0, b"")]
