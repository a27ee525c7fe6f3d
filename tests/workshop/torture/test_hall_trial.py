"""A small hall: every result arrives although its broker was killed, and the page shows what tables say."""

import pytest
from click.testing import CliRunner
from mosquitto import PROGRAM

from workshop.commands.torture import hall as command
from workshop.torture import hall as trial
from workshop.torture.hall import HallTrial, hall


@pytest.mark.skipif(PROGRAM is None, reason="needs mosquitto")
def test_a_small_hall_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "ENDS", 10.0)
    monkeypatch.setattr(trial, "SPEAKS", 0.5)
    result = hall(3, 2, 1, 12.0, 1)
    assert result.sent > 0
    assert (result.lost, result.doubled, result.missed) == (0, 0, 0)
    assert result.processor > 0


def test_the_command_fails_if_a_result_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    for lost, code in ((0, 0), (1, 1)):
        result = HallTrial(3, 2, 1, sent=9, lost=lost, processor=0.05, memory=1e8, states=6, late=(0.1, 0.2))
        monkeypatch.setattr(trial, "hall", lambda *asked, result=result: result)
        done = CliRunner().invoke(command, ["--boxes", "3", "--tables", "2"])
        assert done.exit_code == code
        assert f"| 3 | 2 | 6 | 3 | 9 | {lost} | 0 | 5 % | 100 | 150 / 200 / 200 | 0 |" in done.output
