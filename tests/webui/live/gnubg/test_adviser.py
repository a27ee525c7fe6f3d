"""GNU Backgammon thinks in a thread: what it says, and what comes of it where it is broken, hangs or is absent."""

from pathlib import Path
from threading import Event

import pytest

from webui.live.gnubg.adviser import GnuBackgammon

POSITION = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10"


def answer_of(program: GnuBackgammon) -> str:
    """What it says once it has thought."""
    assert program.says(POSITION) is None
    program.join()
    says = program.says(POSITION)
    assert says is not None
    return says


def script(folder: Path, text: str) -> str:
    program = folder / "gnubg"
    program.write_text(f"#!/bin/sh\n{text}\n")
    program.chmod(0o755)
    return str(program)


def test_it_is_told_the_position_and_asked_once(tmp_path: Path) -> None:
    program = GnuBackgammon(Event(), lambda: script(tmp_path, f'cat "$4"; echo x >> {tmp_path}/asked'))
    assert f"set xgid {POSITION}\nhint 1\n" in answer_of(program)
    assert program.says(POSITION)
    assert (tmp_path / "asked").read_text() == "x\n"


@pytest.mark.parametrize("text", ["exit 3", "kill -SEGV $$", "exec tail -f /dev/null"])
def test_a_broken_program_has_nothing_to_say(tmp_path: Path, text: str) -> None:
    assert answer_of(GnuBackgammon(Event(), lambda: script(tmp_path, text), 1.0)) == ""


def test_an_absent_program_has_nothing_to_say() -> None:
    assert answer_of(GnuBackgammon(Event(), lambda: None)) == ""


def test_another_position_waits_until_it_has_thought(tmp_path: Path) -> None:
    other = POSITION.replace(":31:", ":64:")
    program = GnuBackgammon(Event(), lambda: script(tmp_path, f'cat "$4"; while [ ! -e {tmp_path}/go ]; do :; done'))
    assert (program.says(POSITION), program.says(other)) == (None, None)
    (tmp_path / "go").touch()
    program.join()
    assert POSITION in (program.says(POSITION) or "")
    assert program.says(other) is None
    program.join()
    assert other in (program.says(other) or "")
