"""GNU Backgammon as a program apart: absent, broken, hanging."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from webui.live.gnubg.analyst import Analysis, Analyst

GAMES = ("(;GM[6])\n", "(;GM[6])\n")


@pytest.fixture
def analysis_by(tmp_path: Path) -> Callable[..., Analysis | None]:
    """What comes of a match if this shell script is GNU Backgammon."""
    def analysis(script: str, seconds: float = 30.0, *, closing: bool = False) -> Analysis | None:
        program = tmp_path / "gnubg"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        closed = Event()
        if closing:
            closed.set()
        analyst = Analyst(closed, lambda: str(program), seconds)
        assert analyst.begin("match", GAMES)
        analyst.join()
        return analyst.of("match")

    return analysis


SAVED = "$(sed -n 's/^save match //p' \"$4\")"


def test_each_game_is_analysed_in_turn(analysis_by: Callable[..., Analysis | None]) -> None:
    assert analysis_by(f'echo done > "{SAVED}"') == Analysis(2, ("done\n", "done\n"))


@pytest.mark.parametrize("script", ["exit 3", "exit 0", f'printf "\\377" > "{SAVED}"', 'kill -SEGV $$'])
def test_a_broken_program_is_trouble(script: str, analysis_by: Callable[..., Analysis | None]) -> None:
    assert analysis_by(script) == Analysis(2, (), "failed")


def test_a_program_that_hangs_is_stopped(analysis_by: Callable[..., Analysis | None], tmp_path: Path) -> None:
    found = analysis_by(f"echo $$ > {tmp_path}/number; exec tail -f /dev/null", 1.0)
    assert found == Analysis(2, (), "slow")
    number = tmp_path / "number"
    assert not number.exists() or not Path("/proc", number.read_text().strip()).exists()


def test_a_closing_box_stops_it(analysis_by: Callable[..., Analysis | None]) -> None:
    assert analysis_by("exec tail -f /dev/null", closing=True) == Analysis(2, (), "slow")


def test_without_the_program_nothing_begins() -> None:
    analyst = Analyst(Event(), lambda: None)
    assert not analyst.there
    assert not analyst.begin("match", GAMES)
    assert analyst.of("match") is None
