"""A game that goes on from a position set up by hand, at the live table."""

import json

import pytest
from each import each
from sent import view
from table_script import Script, only, restarted, words

from referee.record import from_lines, to_lines
from webui.interrupted import going_on, worth_taking_up
from webui.table.reducer import NotNow, open_table
from webui.table.values.actions import CloseTiles, Next, Throw, Undo
from webui.table.values.setup import Setup, SetupError, players_at
from webui.table.viewing import view as view_of

TWO = Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), "OCCE enfant")
POSITION = {"open": [[1, 2, 9], [3, 4]], "player": 2}


def begun(*, camera: bool = False) -> Script:
    """Léa has tiles 1, 2 and 9 open, Tom 3 and 4; it is his turn."""
    step = open_table(TWO, camera=camera, position=json.dumps(POSITION))
    script = Script(step.table, {seat: set(range(1, 10)) for seat in (1, 2, 3, 4)})
    script.events += step.events
    return script


def test_the_first_event_of_a_game_holds_its_position() -> None:
    script = begun()
    assert only(script.events, "game_started").values["position"] == POSITION
    shown = view(script.table)
    assert (shown["scores"], shown["due"]["player"]) == ({"1": 12, "3": 7}, 2)
    match = script.table.playing
    assert from_lines(to_lines(match)).match.events == match.events


def test_it_lasts_through_a_power_cut() -> None:
    script = begun()
    script.touch(Throw((4,)))
    assert restarted(script.table) == script.table


def test_undo_takes_back_what_was_played_but_not_the_position() -> None:
    script = begun()
    assert view(script.table)["undo"] is False
    script.touches(Throw((4,)), CloseTiles((4,)), Next(), Undo())
    assert (view(script.table)["scores"], script.table.throws.dice) == ({"1": 12, "3": 7}, (4,))
    script.touch(Undo())
    assert view(script.table)["undo"] is False
    with pytest.raises(NotNow):
        script.touch(Undo())


def test_a_position_that_somebody_set_up_is_missed() -> None:
    script = begun()
    assert going_on(view_of(script.table))
    assert worth_taking_up(script.table)


def test_with_a_camera_the_board_must_stand_so_first() -> None:
    script = begun(camera=True)
    script.rest(2.0)
    assert "game_started" not in words(script.events)
    fixes = {(fix["seat"], fix["tile"], fix["state"]) for fix in view(script.table)["put_back"]}
    assert (3, 9, "closed") in fixes
    assert (1, 9, "open") not in fixes
    script.open = {1: {1, 2, 9}, 2: set(range(1, 10)), 3: {3, 4}, 4: set(range(1, 10))}
    script.rest(2.0)
    assert "game_started" in words(script.events)
    script.roll(4)
    script.turn([4])
    script.rest(2.0)
    assert view(script.table)["scores"] == {"1": 12, "3": 3}


@each("position", ["{}", "[]", "x", '{"open": [[1], []]}', '{"open": [[1], [2]], "dice": [6, 6]}'])
def test_what_is_no_position_is_refused(position: str) -> None:
    with pytest.raises(SetupError):
        open_table(TWO, position=position)
