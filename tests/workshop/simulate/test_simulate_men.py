"""Turns and games of men read with errors: without any all is told, with some no look with a man too many is."""

from dataclasses import replace
from random import Random

import pytest
from click.testing import CliRunner
from each import each

from referee.games import find
from workshop.commands.simulate import command
from workshop.simulate.game import PLAYED, Lived, Wish
from workshop.simulate.men import MenTurns, turns
from workshop.simulate.noise import load
from workshop.simulate.reporting import reports_of
from workshop.simulate.score import scored
from workshop.simulate.world import lived

GAMES = ("backgammon", "jacquet", "trictrac")


@each("name", GAMES)
def test_without_errors_every_turn_and_foul_is_found(name: str) -> None:
    told = sum(turns(find(name)(), 40, 0.0), MenTurns())
    assert (told.wrong, told.refused, told.asked) == (0, 0, 0)
    assert told.legal == told.boards == told.likeliest == told.right
    assert told.fouls == told.found > 5


@each("name", GAMES)
def test_errors_seldom_hide_a_move(name: str) -> None:
    told = sum(turns(find(name)(), 150, 0.006), MenTurns())
    assert told.boards < 0.9 * told.legal  # one board in ten or more is misread somewhere
    assert told.right >= 0.97 * told.legal  # without balance: 94 %
    assert told.refused <= 0.01 * told.legal


def test_the_command_prints_a_row_for_each_game_and_rate() -> None:
    done = CliRunner().invoke(command, ["men", "--turns", "5", "--wrong", "0", "--wrong", "0.01", "--game", "jacquet"])
    assert done.exit_code == 0
    assert [line.split(" | ")[0] for line in done.output.splitlines()[2:]] == ["| jacquet", "| jacquet"]
    assert "| 0.0 % | 100.0 % | 100.0 % | 100.0 % | 0.0 % | 0.0 % |" in done.output


@pytest.mark.parametrize(("name", "says"), [("chess", "expected"), ("trente", "expected games on arrows; got trente")])
def test_another_game_is_refused_in_words(name: str, says: str) -> None:
    done = CliRunner().invoke(command, ["men", "--game", name])
    assert done.exit_code == 2
    assert says in done.output


def begun(name: str, wrong: float, foul: float, looks: int = 450) -> Lived:
    """The beginning of a game whose men eyes read; its dice are read right."""
    game = lived(Random(f"seen-{name}"), load().without_errors(), PLAYED[name], Wish((), foul, wrong))
    last = game.looks[:looks][-1].time
    truth = tuple(line for line in game.truth if line["t"] < last - 12)
    cut = {kind: tuple(one for one in getattr(game, kind) if one.look < looks) for kind in ("checks", "fingers")}
    return replace(game, looks=game.looks[:looks], truth=truth, **cut)


@each("name", GAMES)
def test_with_eyes_that_never_err_all_is_told_right(name: str) -> None:
    game = begun(name, 0.0, 0.2, looks=300)
    score = scored(game, reports_of(game))
    assert (score.moves_right, score.right) == (score.moves, score.throws)
    assert score.found == score.fouls > 0
    assert (score.asked, score.tiles, score.entered) == (0, 0, 0)


def test_stacks_read_wrongly_now_and_then_cost_no_move() -> None:
    game = begun("backgammon", 0.006, 0.0)
    score = scored(game, reports_of(game))
    assert score.moves > 10
    assert score.moves_right == score.moves
    assert score.false <= 1
