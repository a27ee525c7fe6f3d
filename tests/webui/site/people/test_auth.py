"""The codes: the teacher's stored hashed, the table's shown; counted tries, ended sessions."""

import stat
from pathlib import Path

import pytest
from hand_clock import HandClock
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.security import generate_password_hash

from webui.site import auth
from webui.site.auth import (
    KEY_FILE,
    LETTERS,
    PIN_FILE,
    TABLE_FILE,
    CodeError,
    Door,
    first_word,
    keep_code,
    mend_codes,
    new_pin,
    session_key,
)
from webui.site.limits.tries import FIRST_WAIT, FORGET_AFTER, FREE_TRIES, LONGEST_WAIT, known_device
from webui.store.tables import table_folder


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def door(tmp_path: Path, clock: HandClock) -> Door:
    return Door(tmp_path, clock)


def wrong(pin: str) -> str:
    return f"{(int(pin) + 1) % 10**6:06d}"


def test_a_first_word_exists_only_without_a_code(tmp_path: Path) -> None:
    word = first_word(tmp_path)
    assert len(word) == 8
    assert set(word) <= set(LETTERS)
    assert list(tmp_path.iterdir()) == []
    new_pin(tmp_path)
    assert first_word(tmp_path) == ""


def test_a_made_code_is_six_digits(tmp_path: Path) -> None:
    pin = new_pin(tmp_path)
    assert pin.isdigit()
    assert len(pin) == 6


def test_a_code_is_hashed_slowly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.site.auth.generate_password_hash", generate_password_hash)
    new_pin(tmp_path)
    assert (tmp_path / PIN_FILE).read_text().startswith("scrypt:32768:8:1$")


def test_the_files_are_secret_and_hold_no_plain_pin(tmp_path: Path) -> None:
    pin = new_pin(tmp_path)
    session_key(tmp_path)
    assert pin not in (tmp_path / PIN_FILE).read_text()
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in (PIN_FILE, KEY_FILE)] == [0o600, 0o600]


def test_the_session_key_stays_over_a_restart(tmp_path: Path) -> None:
    assert session_key(tmp_path) == session_key(tmp_path)
    assert len(session_key(tmp_path)) == 32


def test_only_the_right_pin_opens(door: Door) -> None:
    pin = new_pin(door.data)
    assert not door.opens("a", wrong(pin))
    assert door.opens("a", pin)
    assert door.opens("a", f" {pin[:3]} {pin[3:]} ")


def test_without_a_pin_nothing_opens(door: Door) -> None:
    assert not door.opens("a", "")
    assert not door.opens("a", "000000")


def test_a_new_pin_replaces_the_old_and_changes_the_stamp(door: Door) -> None:
    old, before = new_pin(door.data), door.stamp()
    new = new_pin(door.data)
    assert door.stamp() != before
    assert door.opens("a", new)
    assert new == old or not door.opens("a", old)


def test_after_five_wrong_tries_even_the_right_pin_waits(door: Door, clock: HandClock) -> None:
    pin = new_pin(door.data)
    for _ in range(FREE_TRIES):
        door.opens("a", wrong(pin))
    assert door.wait("a") == FIRST_WAIT
    assert not door.opens("a", pin)
    assert door.opens("b", pin)  # another tablet is not punished
    clock.now += FIRST_WAIT
    assert door.opens("a", pin)
    assert door.wait("a") == 0


def test_each_wrong_try_doubles_the_wait_to_a_limit(door: Door, clock: HandClock) -> None:
    pin = new_pin(door.data)
    waits = []
    for _ in range(FREE_TRIES + 8):
        clock.now += door.wait("a")
        door.opens("a", wrong(pin))
        waits.append(door.wait("a"))
    expected = [0.0] * (FREE_TRIES - 1) + [min(FIRST_WAIT * 2**n, LONGEST_WAIT) for n in range(9)]
    assert waits == expected


def test_old_tries_are_forgotten(door: Door, clock: HandClock) -> None:
    pin = new_pin(door.data)
    door.opens("a", wrong(pin))
    clock.now += FORGET_AFTER + 1
    door.opens("b", wrong(pin))
    assert set(door.tries.callers()) == {"b"}


@pytest.mark.parametrize(
    ("code", "why"),
    [("", "short"), ("abcd1", "short"), ("  a b c d 1  ", "short"), ("x" * 65, "long"), ("111111", "easy"),
     ("121212", "easy"), ("123456", "easy"), ("98765432", "easy"), ("abcdefgh", "easy"), ("aAaAaA", "easy")],
)  # fmt: skip
def test_a_code_that_everybody_would_guess_is_not_taken(tmp_path: Path, code: str, why: str) -> None:
    with pytest.raises(CodeError) as refused:
        keep_code(tmp_path, code)
    assert refused.value.why == why
    assert list(tmp_path.iterdir()) == []


def test_a_code_opens_despite_spacing_and_accent_encoding(door: Door) -> None:
    keep_code(door.data, "vive la récré")
    assert door.opens("a", "vivela re\u0301cre\u0301")
    assert not door.opens("a", "vive la recre")


def test_the_first_code_needs_the_machine_or_the_word(door: Door) -> None:
    door.word = "KMNPRT34"
    assert not door.begins("a", "", "soleil vert")
    assert not door.begins("a", "KMNPRT33", "soleil vert")
    assert door.stamp() == ""
    assert door.begins("a", "kmnp rt34", "soleil vert")
    assert not door.begins("b", "KMNPRT34", "lune rouge")
    assert not door.begins("b", None, "lune rouge")
    assert door.opens("a", "soleil vert")


def test_the_machine_itself_needs_no_word(door: Door) -> None:
    assert door.begins("127.0.0.1", None, "soleil vert")


def test_without_a_word_nobody_else_begins(door: Door) -> None:
    assert not door.begins("a", "", "soleil vert")


def test_wrong_words_are_counted(door: Door) -> None:
    door.word = "KMNPRT34"
    for _ in range(FREE_TRIES):
        door.begins("a", "wrong", "soleil vert")
    assert not door.begins("a", door.word, "soleil vert")
    assert door.wait("a") == FIRST_WAIT


def test_a_code_that_will_not_do_costs_the_word_nothing(door: Door) -> None:
    door.word = "KMNPRT34"
    with pytest.raises(CodeError):
        door.begins("a", door.word, "123456")
    assert door.begins("a", door.word, "soleil vert")


def test_the_tables_code_tolerates_a_childs_typing(door: Door) -> None:
    code = door.table_code()
    assert len(code) == 4
    assert set(code) <= set(LETTERS)
    assert door.table_code() == code
    assert door.opens_table("a", f" {code[:2].lower()}-{code[2:]} ")
    assert not door.opens("a", code)
    assert stat.S_IMODE((door.data / TABLE_FILE).stat().st_mode) == 0o600


def test_without_a_table_code_no_pupil_comes_in(door: Door) -> None:
    assert not door.opens_table("a", "")
    assert door.table_stamp() == ""


def test_another_table_code_shuts_the_old_one_out(door: Door) -> None:
    old, before = door.table_code(), door.table_stamp()
    assert door.new_table_code() != old
    assert door.table_stamp() != before
    assert not door.opens_table("a", old)


def test_codes_of_all_tables_differ_and_grow_beyond_six(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter("CDFG" "CDFG" "CDFG" "HJKM" "HJKM" "CDFGN")
    monkeypatch.setattr(auth.secrets, "choice", lambda letters: next(drawn))
    doors = [door]
    for number in (3, 7):
        folder = table_folder(door.data, number)
        folder.mkdir(parents=True)
        doors.append(door.at_table(folder))
    assert [of_table.table_code() for of_table in doors] == ["CDFG", "HJKM", "HJKMC"]
    assert not doors[1].opens_table("a", "CDFG")
    assert doors[2].opens_table("a", "hjkmc")


def test_the_tables_code_does_not_help_guess_the_teachers(door: Door) -> None:
    pin, code, device = new_pin(door.data), door.table_code(), known_device("locked again")
    for _ in range(FREE_TRIES):
        assert not door.opens(device, wrong(pin))
        assert door.opens_table(device, code)
        assert door.lets(device, good=True)
    assert door.wait(device) == FIRST_WAIT
    assert not door.opens(device, pin)


@given(st.text(max_size=70))
def test_no_text_breaks_the_door(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    door = Door(tmp_path_factory.getbasetemp(), HandClock(), "KMNPRT34")
    assert not door.opens_table("a", text)
    assert not door.opens("a", text)


@pytest.mark.parametrize("kept", [b"", b"12345", b"\xff\xfe\0", b"00" * 31, b"zz" * 32, None])
def test_a_damaged_session_key_is_replaced_and_told(tmp_path: Path, kept: bytes | None, caplog) -> None:
    file = tmp_path / KEY_FILE
    file.mkdir() if kept is None else file.write_bytes(kept)
    key = session_key(tmp_path)
    assert len(key) == 32
    assert session_key(tmp_path) == key
    assert "session.key was damaged" in caplog.text
    assert (tmp_path / f"{KEY_FILE}.corrupt-1").exists()


@pytest.mark.parametrize("kept", [b"", b"123456", b"\xff\xfe\0", b"scrypt:32768:8:1$salt$", b"x" * 10_000, None])
def test_a_damaged_teachers_code_opens_nothing_and_is_chosen_anew(tmp_path: Path, kept: bytes | None, caplog) -> None:
    file = tmp_path / PIN_FILE
    file.mkdir() if kept is None else file.write_bytes(kept)
    door = Door(tmp_path, HandClock())
    assert door.stamp() == ""
    assert not door.opens("a", "123456")  # while it lies there
    assert mend_codes(tmp_path) == (PIN_FILE,)
    assert "teacher.pin was damaged" in caplog.text
    door = Door(tmp_path, HandClock(), first_word(tmp_path))
    assert door.begins("a", door.word, "soleil vert")
    assert door.opens("a", "soleil vert")
    assert mend_codes(tmp_path) == ()


def test_a_damaged_code_of_the_table_is_made_anew(door: Door) -> None:
    (door.data / TABLE_FILE).write_bytes(b"\xff\0")
    assert door.table_stamp() == ""
    assert mend_codes(door.data) == (TABLE_FILE,)
    assert door.opens_table("a", door.table_code())
