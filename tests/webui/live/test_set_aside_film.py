"""From pictures to points: turns of Trente as films, dice set aside under the camera, read by the real networks."""

import pytest

from referee.core import Roll
from referee.games.trente import Keep
from vision.area.eyes import AreaEyes
from webui.live.area import area_followed
from webui.live.eyes import open_eyes
from webui.table.reducer import open_table, see
from webui.table.values.setup import Setup, players_at
from workshop.recordings.set_aside import TURN, AsideMoment, film
from workshop.scenes.set_aside import aside_table

TAKEN_BACK = (
    *TURN[:4],
    *(AsideMoment((4, 2, 1, 5), (6, 5, None), 3),) * 2,
)
"""A five that was set aside is taken back, and thrown with the three others; a sleeve passes over them once more."""


@pytest.fixture(scope="module")
def dice():
    return open_eyes(boards=False).dice


def played(moments, seed, dice):
    """The table after a film, and everything that it reported."""
    table, events = aside_table(seed), []
    stands = open_table(Setup("trente", players_at((1, 2)))).table
    for observation, _ in area_followed(film(table, moments), AreaEyes(dice, table.area), table.area):
        step = see(stands, observation)
        stands = step.table
        events += step.events
    return stands, events


@pytest.mark.parametrize("seed", [7, 3], ids=["dice that stand out", "dice of nearly the cloth's colour"])
def test_a_turn_is_scored_by_where_the_dice_lie(dice, seed: int) -> None:
    table, reports = played(TURN, seed, dice)
    events = table.playing.events
    assert [sorted(roll.dice) for roll in events if isinstance(roll, Roll)] == [[1, 2, 3, 5, 5, 6], [1, 2, 4]]
    assert [sorted(roll.dice) for roll in events if isinstance(roll, Keep)] == [[5, 5, 6], [1, 2, 4]]
    assert table.playing.state.points == (23, 30)
    assert not [event for event in reports if event.event in ("move_refused", "corrected")]


def test_a_die_taken_back_is_reported_and_its_throw_void(dice) -> None:
    table, events = played(TAKEN_BACK, 7, dice)
    refused = [event.values for event in events if event.event == "move_refused"]
    assert [(values["rule"], values["values"]) for values in refused] == [("aside_stays", {"aside": [5]})]
    assert [sorted(values.dice) for values in table.playing.events if isinstance(values, Roll)][1:] == [[1, 2, 4]]
    assert table.playing.state.points == (30, 30)
