"""A school year in small: what is measured after each game, and that growth is seen."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from webui.live.live import Live
from webui.store.journal import Journal
from workshop.commands.torture import soak as command
from workshop.torture import soak as trial
from workshop.torture.cameras import Footprint
from workshop.torture.soak import MOST_DEEDS, OVER, GameTrace, _touch, grown, soak

GAME = GameTrace(film=False, deed=1e-3, page=4e-3, held=Footprint(3, 12, 100_000_000), stored=50_000)
FILM = replace(GAME, film=True, deed=0.02)


def year(change=lambda game, number: game) -> list[GameTrace]:
    return [change(FILM if number % 2 else GAME, number) for number in range(40)]


def held(name: str, more: int):
    def change(game: GameTrace, number: int) -> GameTrace:
        return replace(game, held=replace(game.held, **{name: getattr(game.held, name) + more * number}))

    return change


def test_a_year_without_growth_holds() -> None:
    assert all(holds for *_, holds in grown(year()).values())


def test_what_grows_is_named() -> None:
    assert not grown(year(held("threads", 1)))["threads"][3]
    assert not grown(year(held("files", 1)))["files"][3]
    assert not grown(year(held("memory", 2_000_000)))["memory"][3]
    slower = grown(year(lambda game, n: replace(game, deed=game.deed * (1 + n / 20), page=game.page * (1 + n / 20))))
    assert [name for name, (*_, holds) in slower.items() if not holds] == ["a deed by touch", "a look", "a page"]


def test_one_slow_game_is_no_growth() -> None:
    assert grown(year(lambda game, n: replace(game, deed=1.0) if n == 39 else game))["a look"][3]


def test_games_by_touch_are_played_and_measured() -> None:
    played = list(soak(2, 99))
    assert [game.film for game in played] == [False, False]
    assert all(game.deed > 0 and game.page > 0 and game.held.memory > 0 for game in played)
    assert played[1].stored > 0


def test_a_game_by_touch_ends_when_it_is_over(tmp_path: Path) -> None:
    with closing(Live(Journal.open(tmp_path))) as live:
        for seed in range(4):
            deeds = len(list(_touch(live, Random(seed))))
            assert live.snapshot().state in OVER
            assert deeds < MOST_DEEDS


def test_each_game_is_written_down_as_it_ends(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def killed(*_: object) -> Iterator[GameTrace]:
        yield from year()[:2]
        raise MemoryError

    monkeypatch.setattr(trial, "soak", killed)
    CliRunner().invoke(command, ["--lines", str(tmp_path / "year.csv")])
    assert (tmp_path / "year.csv").read_text().splitlines() == [
        "game,film,deed_ms,page_ms,threads,files,memory_mb,kept_mb",
        "1,0,1.000,4.000,3,12,100.0,0.05",
        "2,1,20.000,4.000,3,12,100.0,0.05",
    ]


@pytest.mark.parametrize(("played", "reported"), [(24, "24 of 400 games, 12 filmed"), (3, "Aborted!")])
def test_what_was_played_until_ctrl_c_is_told(monkeypatch: pytest.MonkeyPatch, played: int, reported: str) -> None:
    def interrupted(*_: object) -> Iterator[GameTrace]:
        yield from year()[:played]
        raise KeyboardInterrupt

    monkeypatch.setattr(trial, "soak", interrupted)
    assert reported in CliRunner().invoke(command, []).output
