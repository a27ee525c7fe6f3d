"""Tablets that watch: each deed is seen on each of them, and one that sees nothing is reported."""

import pytest
from click.testing import CliRunner

from workshop.commands.torture import load as command
from workshop.torture import load as trial
from workshop.torture.load import LoadResult, Tablet, late, load


def test_each_deed_is_answered_and_seen_on_each_tablet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "PAUSE", (0.0, 0.0))
    result = load(3, 5, tables=2)
    assert (len(result.answered), len(result.seen), len(result.pages)) == (10, 30, 2)
    assert result.failed == []
    assert result.memory > 1e7
    assert result.processor > 0


def test_versions_are_noted_until_the_stream_ends() -> None:
    tablet = Tablet()
    tablet.watch(b"retry: 1000\n\nid: 7\nevent: table\ndata: id: 6\n\nevent: beat\n\nid: 9\ndata: x\n".splitlines())
    assert [version for version, _ in tablet.versions] == [7, 9]
    assert tablet.ended


def test_a_version_that_does_not_come_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    tablet = Tablet([(7, 1.5), (9, 2.5)])
    assert [tablet.shows(version) for version in (7, 8)] == [1.5, 2.5]
    monkeypatch.setattr(trial, "WAITS", 0.0)
    assert tablet.shows(10) is None


def test_the_command_fails_if_a_deed_was_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    for failed, code in (((), 0), (("a deed was not seen on a tablet",), 1)):
        result = LoadResult((0.01, 0.02), (0.03,), (0.04,), failed, 10**8, 0.6)
        monkeypatch.setattr(trial, "load", lambda *asked, result=result, **more: result)
        done = CliRunner().invoke(command, ["--tablets", "2"])
        assert done.exit_code == code
        assert f"| 1 | 2 | 15 / 20 / 20 | 30 / 30 / 30 | 40 / 40 / 40 | {code} | 15 | 100 |" in done.output


def test_99_of_100_come_within_it() -> None:
    assert (late([3.0, 1.0, 2.0]), late([*[1.0] * 99, 9.0]), late([])) == (3.0, 1.0, 0.0)
