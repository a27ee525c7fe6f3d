"""What docs/architecture.md says about adding a game: it stands in GAMES, and nothing else names it."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from new_games import NEW_GAMES, Canoga, Counters, Take

import referee.desks
import referee.games
from referee.core import CHANCE, Foul, Left, Legal, Paused, Placed, Resumed, Roll, SetUp, sure_sighting
from referee.errors import BadPlace, BadStart, IllegalMove
from referee.games import find, profile
from referee.games.tiles.desk import TileDesk
from referee.match import Match
from referee.options import build, values
from referee.questions import FrontDesk
from referee.record import Record, Refused, from_lines, to_lines
from referee.witness import explain, touched

Steps = Callable[..., list[Any]]

SEATS = (1, 2)


@pytest.fixture(autouse=True)
def _standing_in_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line of GAMES."""
    monkeypatch.setattr(referee.games, "GAMES", (*referee.games.GAMES, *NEW_GAMES))


new = pytest.mark.parametrize("game", [kind() for kind in NEW_GAMES], ids=lambda game: game.name)


@new
def test_it_is_found_and_built(game: Any) -> None:
    assert find(game.name) is type(game)
    assert [profile(name) for name in game.profiles] == [game]
    assert build(type(game), values(game)) == game


@new
def test_it_is_played_to_its_end(game: Any, steps: Steps) -> None:
    for seed in range(5):
        played = steps(game, SEATS, seed)
        assert game.winners(played[-1][2])
        for state, event, after in played:
            due = game.awaits(state)
            assert bool(game.legal(state)) == (due.actor != CHANCE)
            assert game.apply(state, event) == after
            assert game.view(state, 0) == game.tidied(state) == state or game.leftover(state)


@new
def test_every_move_is_explained_by_what_it_looks_like(game: Any, steps: Steps) -> None:
    for state, event, _ in steps(game, SEATS, 1):
        if not isinstance(event, Roll):
            verdict = explain(game, state, touched(game, state, event))
            assert isinstance(verdict, Legal)
            assert (verdict.move, verdict.continuations) == (event, game.continuations(state, event))


@new
def test_its_record_is_read_again(game: Any, steps: Steps, event_at_random: Callable[..., Any]) -> None:
    match, rng = Match(game, SEATS, ("Léa", "Max"), (Paused("midi"), Resumed())), random.Random(2)
    refused = [Refused(2, Roll((1, 2, 3)), "dice_count")]
    while not game.is_over(match.state):
        match = match.then(event_at_random(game, match.state, rng))
    lines = to_lines(match, refused)
    assert from_lines(lines) == Record(match, tuple(refused))
    assert any(line.startswith("= match") for line in lines)
    # The story that `piste replay` tells of it is told with the words of the game: see the tests of webui.


@new
def test_it_goes_on_from_a_position_and_without_a_player(game: Any, steps: Steps) -> None:
    for state, _, _ in steps(game, SEATS, 3):
        begun = game.apply(game.start(SEATS), SetUp(game.position(state)))
        assert (game.position(begun), game.legal(begun)) == (game.position(state), game.legal(state))
    with pytest.raises(BadStart, match="expected"):
        game.apply(game.start(SEATS), SetUp('{"the moon": 1}'))
    match = Match(game, SEATS, ("Léa", "Max")).then(Left(0))
    with pytest.raises(IllegalMove, match=r"game_over|last_player"):
        match.then(Left(1))


@new
def test_its_fouls_are_its_own(game: Any, steps: Steps) -> None:
    rules = set()
    for state, _, after in steps(game, SEATS, 4):
        should = game.appearance(state)
        for space, kind in should.items():
            other = next(iter(set(game.appearance(after).values()) - {kind}), kind)
            verdict = explain(game, state, sure_sighting((), {**should, space: other}))
            if isinstance(verdict, Foul):
                assert tuple(name for name, _ in verdict.values) == game.rule_ids[verdict.rule]
                rules.add(verdict.rule)
    assert rules


def test_a_variant_of_the_tiles_names_its_own_rule() -> None:
    game = Canoga()
    state = game.apply(game.start(SEATS), Roll((2, 5)))
    assert [game.to_text(move) for move in game.legal(state)] == ["2+5", "7"]
    verdict = explain(game, state, touched(game, state, game.from_text("2+4")))
    assert isinstance(verdict, Foul)
    assert (verdict.rule, dict(verdict.values)) == ("both_or_sum", {"dice": (2, 5), "closed": (2, 4)})


def test_a_game_of_its_own_names_its_own_rules() -> None:
    game = Counters(counters=4)
    state = game.apply(game.start(SEATS), Roll((2,)))
    foul = explain(game, state, sure_sighting((), {**game.appearance(state), "counter-2": "gone"}))
    assert isinstance(foul, Foul)
    assert (foul.rule, foul.expected) == ("from_the_end", (Take(1), Take(2)))
    with pytest.raises(IllegalMove, match="too_many_taken"):
        game.apply(state, Take(3))
    with pytest.raises(BadPlace, match="without holes"):
        game.apply(state, Placed((("counter-1", "gone"),)))
    with pytest.raises(TypeError, match="expected a throw, a Take or a person's word; got 'take-1'"):
        game.apply(state, "take-1")


def test_the_notation_asks_about_it_once_it_has_a_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"id": "q", "game": "canoga", "kind": "legal_closings"}
    line = json.dumps({**asked, "state": {"open": [2, 4, 6]}, "input": {"dice": [4, 2]}})
    assert "expected one of occe_child," in FrontDesk().answer(line)["error"]
    monkeypatch.setattr(referee.desks, "DESKS", {**referee.desks.DESKS, "canoga": TileDesk})
    assert FrontDesk().answer(line)["answer"]["closings"] == [[2, 4], [6]]
