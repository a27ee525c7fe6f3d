"""The view of dice set aside, compared with the referee."""

import random

import pytest
from sent import view

from referee.core import Roll
from referee.games.trente import Keep
from webui.table.reducer import open_table, touch
from webui.table.values.actions import Next, PlayMove, Throw
from webui.table.values.setup import Setup, players_at
from workshop.chance import random_event

PROFILES = ("Trente (Wikilivres)", "Trente (chez nous)")
SIX = (6, 6, 6, 6, 5, 4)


def opened(profile=PROFILES[0], players=3, **options):
    names = ("Léa", "Max", "Zoé", "Tom")[:players]
    setup = Setup("trente", players_at(range(1, players + 1), names), profile, tuple(sorted(options.items())))
    return open_table(setup, camera=False).table


def on(table, *actions):
    for action in actions:
        table = touch(table, action, 0.0).table
    return table


def after_keeping(dice, move):
    """A throw, and what is set aside of it for good."""
    return (Throw(dice), PlayMove(move), Next())


@pytest.mark.parametrize("profile", PROFILES)
def test_the_turn_agrees_with_the_referee_through_whole_matches(profile) -> None:
    table, rng, order = opened(profile), random.Random(profile), []
    while table.due is not None:
        event = random_event(table.game, table.playing.state, rng)
        state = table.playing.state
        if isinstance(event, Roll):
            order = order if not state.fresh else []
            table = on(table, Throw(event.dice))
        else:
            table = on(table, PlayMove(table.game.to_text(event)))
            order = [*order, list(event.dice)] if isinstance(event, Keep) else order
            view_turn = view(table)["turn"]
            assert not isinstance(event, Keep) or view_turn["kept"] == order or table.turned.move is None
            table = on(table, Next()) if table.turned.move is not None else table
        state, turn = table.playing.state, view(table)["turn"]
        assert turn["sum"] == sum(die for die in state.aside if die) * (not state.fresh)
        assert turn["threshold"] in (0, 12, 30)
        assert not state.threshold or turn["threshold"] == state.threshold
        assert turn["least"] <= turn["most"]
        assert (turn["hits"], turn["damage"]) == (state.hits, state.hits * state.level)
        assert all(turn["out"].count(player + 1) == (points < 0) for player, points in enumerate(state.points))
    assert sum(view(table)["turn"]["won"].values()) >= 3
    assert view(table)["winners"]


def test_dice_appear_in_the_order_they_were_set_aside() -> None:
    table = on(opened(), *after_keeping((6, 3, 5, 2, 4, 6), "6+3"), *after_keeping((5, 3, 2, 4), "5"), Throw((4, 1, 6)))
    assert view(table)["turn"]["kept"] == [[6, 3], [5]]
    assert view(on(table, PlayMove("6")))["turn"]["kept"] == [[6, 3], [5], [6]]
    assert {name: view(table)["turn"][name] for name in ("threshold", "sum", "least", "most")} == {
        "threshold": 30, "sum": 14, "least": 17, "most": 32,
    }  # fmt: skip


def test_the_first_die_decides_as_soon_as_it_is_chosen() -> None:
    table = on(opened(), Throw((6, 3, 5, 2, 4, 6)))
    assert view(table)["turn"]["threshold"] == 0
    assert view(on(table, PlayMove("3+6")))["turn"]["threshold"] == 12
    assert view(on(table, PlayMove("6+3")))["turn"]["threshold"] == 30
    assert view(opened(PROFILES[1]))["turn"]["threshold"] == 30


@pytest.mark.parametrize(
    ("profile", "aims"),
    [(PROFILES[0], [[2]] * 6), (PROFILES[1], [[2], [4], [2], [4], [2], [4]])],
)
def test_whom_each_level_would_hit_is_told(profile, aims) -> None:
    assert view(opened(profile, 4))["turn"]["aims"] == aims


def test_an_attack_shows_each_hit_and_every_full_hand() -> None:
    table = on(opened(), *after_keeping(SIX, "6+6+6+6+5+4"))
    turn = view(table)["turn"]
    assert (turn["level"], turn["target"], turn["hits"], turn["kept"]) == (3, 2, 0, [])
    assert turn["news"] == [
        {"what": "attacks", "player": 1, "values": {"sum": 33, "threshold": 30, "target": 1, "level": 3}}
    ]
    table = on(table, Throw((3, 3, 3, 3, 1, 1)), Throw((3, 3)))
    turn = view(table)["turn"]
    assert (turn["hits"], turn["full_hands"], turn["damage"], turn["kept"]) == (6, 1, 18, [])
    table = on(table, Throw((3, 1, 1, 1, 1, 1)))
    assert view(table)["turn"]["kept"] == [[3]]


def test_who_was_killed_is_asked_and_told_to_be_out() -> None:
    first = after_keeping(SIX, "6+6+6+6+5+4")
    table = on(opened(start_score=5), *first, Throw((3, 3, 1, 1, 1, 1)), Throw((1, 1, 1, 1)))
    turn = view(table)["turn"]
    assert (turn["asked"], turn["out"], view(table)["legal"]) == (2, [2], ["revenge", "no-revenge"])
    assert [news["what"] for news in turn["news"]] == ["hits", "dies", "may_revenge"]
    assert view(on(table, PlayMove("revenge"), Next()))["turn"]["revenge"]


def test_what_a_move_did_is_told_with_it() -> None:
    table = on(opened(round=3), Throw(SIX))
    events = touch(on(table, PlayMove("6+6+6+6+5+4")), Next(), 0.0).events
    assert [event.values["aside"] for event in events if event.event == "move_accepted"] == [[6, 6, 6, 6, 5, 4]]
    table = on(table, PlayMove("6+6+6+6+5+4"), Next())
    events = touch(on(table, PlayMove("attack-3")), Next(), 0.0).events
    assert [event.values["target"] for event in events if event.event == "move_accepted"] == [3]
