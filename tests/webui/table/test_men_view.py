"""The view of men on arrows, compared with the referee."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from sent import view
from table_script import Script, die

from referee.core import Roll, Touched
from referee.games.arrows import Play
from referee.match import Match
from referee.options import values
from referee.record import from_lines
from webui.table.reducer import open_table, touch
from webui.table.values.actions import Next, PlayMove, Throw, TouchMan
from webui.table.values.setup import Setup, players_at
from webui.table.viewing import view as view_of
from webui.words import words
from webui.words.games.sentences import event_sentence
from webui.words.men import MEN
from webui.words.now import now

FOLDER = Path(__file__).parents[2] / "referee" / "records"


def record(name: str) -> Match:
    return from_lines((FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()).match


def setup_of(match: Match) -> Setup:
    options = tuple(sorted((name, value) for name, value in values(match.game).items() if name != "games"))
    games = getattr(match.game, "games", 1)
    return Setup(match.game.name, players_at(match.seats, match.players), options=options, games=games)


def table_of(match: Match, setup: Setup):
    """The table before each event of a match by touch, and the reports of the event."""
    table = open_table(setup, camera=False).table
    for event in match.events:
        if isinstance(event, Roll):
            step = touch(table, Throw(event.dice), table.t)
        elif isinstance(event, Touched):
            step = touch(table, TouchMan(event.space), table.t)
        else:
            step = touch(table, PlayMove(table.game.to_text(event)), table.t)
            step = step.then(touch, Next(), table.t)
        yield table, event, step
        table = step.table


@pytest.mark.parametrize("name", ["trictrac-prolonged", "backgammon-two-doubles", "jacquet-postillon"])
def test_a_record_is_told_with_its_steps_and_its_points(name: str) -> None:
    match, gained = record(name), 0
    for table, event, step in table_of(match, setup_of(match)):
        game, state = table.game, table.playing.state
        if not isinstance(event, Play):
            continue
        [accepted] = [reported.as_json() for reported in step.events if reported.event == "move_accepted"]
        assert accepted["steps"] == [list(pair) for pair in game.journey(state, event)]
        more = game.scores(step.table.playing.state)[state.player] - game.scores(state)[state.player]
        assert accepted.get("gained", 0) == max(more, 0)
        gained += accepted.get("gained", 0)
        sentence = event_sentence(accepted, {1: "Léa", 2: "Max"}, "fr")
        assert ("Cela fait" in sentence) is (more > 0)
    assert gained or name != "trictrac-prolonged"


def test_provisional_pieces_are_drawn_without_changing_the_count() -> None:
    table = open_table(Setup("backgammon", players_at((1, 2), ("Léa", "Max"))), camera=False).table
    for action in (Throw((6,)), Throw((3,)), Throw((6, 3)), PlayMove("24/18")):
        table = touch(table, action, 0.0).table
    shown = view(table)
    assert (shown["spaces"]["arrow-7A"], shown["stands"]["arrow-7A"]) == ("empty", "white x 1")
    assert shown["to_go"] == {"1": 161, "2": 167}
    assert {step["from"] for step in shown["steps"]} >= {"arrow-7A", "arrow-8"}
    assert shown["numbers"]["arrow-7A"] == "18"


def test_one_man_plays_both_dice_only_if_all_ways_agree() -> None:
    setup = Setup("backgammon", players_at((1, 2), ("Léa", "Max")))
    table = open_table(setup, camera=False).table
    for action in (Throw((6,)), Throw((3,)), Throw((6, 3))):
        table = touch(table, action, 0.0).table
    ways = {(step["from"], step["to"]): step["move"] for step in view(table)["steps"]}
    assert ways["arrow-1A", "arrow-10A"] == "24/18+18/15"
    assert ("arrow-8", "off-white") not in ways


@pytest.mark.parametrize(
    ("dice", "moves"),
    [
        ((6, 3), {"": [False, False], "24/18": [True, False], "24/21": [False, True], "24/18+18/15": [True, True]}),
        ((2, 2), {"": [False] * 2, "6/4": [False] * 2, "6/4+6/4": [True, False], "6/4+6/4+8/6": [True, False]}),
    ],
)
def test_dice_that_are_played_already_are_told(dice, moves) -> None:
    table = open_table(Setup("backgammon", players_at((1, 2), ("Léa", "Max"))), camera=False).table
    for throw in ((6,), (3,), dice):
        table = touch(table, Throw(throw), 0.0).table
    assert {move: view(touch(table, PlayMove(move), 0.0).table)["spent"] for move in moves} == moves


def test_two_dice_where_one_is_due_get_a_hint() -> None:
    for lying, hint in (((), False), ((die(4),), False), ((die(4), die(3, at=1)), True)):
        table = open_table(Setup("jacquet", players_at((1, 2), ("Ana", "Bob"))), camera=True).table
        script = Script(table, {}, lying)
        script.rest()
        sentences = now(words("fr"), replace(view_of(script.table), history=()), MEN).says
        assert ("2 dés" in " ".join(sentences)) is hint
