"""A pupil may undo the own tablet's last action, until somebody else has acted."""

import pytest
from sent import sent

from webui.table.values.actions import Next, Throw
from webui.table.values.setup import Setup, players_at


@pytest.fixture
def tablets(visitor):
    """Two pupils' tablets at one table, on which a game goes on by touch."""
    visitor.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
    other = type(visitor)(visitor.app.test_client(), visitor.live, visitor.app, visitor.pin, visitor.clock)
    for one in (visitor, other):
        one.sign_in_as_pupil()
        assert one.page()
    return visitor, other


def shows_undo(tablet) -> bool:
    return "of-undo" in tablet.page("/pieces")


def dice(tablet) -> list[int]:
    return [die["value"] for die in sent(tablet.live.snapshot())["dice"]]


def test_a_mistyped_throw_is_taken_back_alone(tablets) -> None:
    one, _ = tablets
    one.live.act(Throw((6, 3)))
    one.act(action="close_tiles", tiles=[9])
    one.act(action="next")
    one.act(action="throw", dice=[3, 3])
    assert shows_undo(one)
    assert one.act(action="undo").status_code == 200
    view = sent(one.live.snapshot())
    assert (view["state"], view["scores"]["1"]) == ("waiting_throw", 36)  # the 9 stays closed
    assert one.act(action="throw", dice=[3, 2]).status_code == 200


def test_a_tablet_takes_back_only_its_own_steps(tablets) -> None:
    one, _ = tablets
    one.live.act(Throw((6, 3)))
    one.act(action="close_tiles", tiles=[9])
    one.act(action="next")
    one.act(action="throw", dice=[3, 2])
    one.act(action="close_tiles", tiles=[5])
    for events in (3, 2, 1):
        assert one.act(action="undo").status_code == 200
        assert one.live.snapshot().events == events
    assert not shows_undo(one)
    assert one.act(action="undo").status_code == 403
    assert dice(one) == [6, 3]


@pytest.mark.parametrize("acts", ["another tablet", "the button", "a correction"])
def test_what_somebody_else_has_acted_on_stands(tablets, acts: str) -> None:
    one, other = tablets
    one.act(action="throw", dice=[6, 3])
    one.act(action="close_tiles", tiles=[9])
    if acts == "another tablet":
        other.act(action="next")
    elif acts == "the button":
        one.does(Next(), Throw((1, 1)))
    else:
        other.sign_in()
        other.act(action="correct_dice", dice=[5, 4])
    assert not shows_undo(one)
    assert one.act(action="undo").status_code == 403
    assert one.live.snapshot().events >= 1


def test_another_tablet_takes_nothing_back(tablets) -> None:
    one, other = tablets
    one.act(action="throw", dice=[6, 3])
    assert not shows_undo(other)
    assert other.act(action="undo").status_code == 403
    assert dice(one) == [6, 3]


def test_a_refused_deed_changes_nobodys_word(tablets) -> None:
    one, other = tablets
    one.act(action="throw", dice=[6, 3])
    assert other.act(action="throw", dice=[6, 3], moment="1.1.0.0.0").status_code == 409
    assert one.act(action="undo").status_code == 200


def test_a_move_completed_by_the_clock_can_be_undone(tablets) -> None:
    one, _ = tablets
    one.live.new_game(Setup("occe_child", players_at((1, 3)), counts="moment"))
    one.act(action="throw", dice=[6, 3])
    one.act(action="close_tiles", tiles=[9])
    one.clock.now += 2
    one.live.beat()
    assert one.live.snapshot().state == "waiting_throw"
    assert one.act(action="undo").status_code == 200
    assert (one.live.snapshot().state, dice(one)) == ("waiting_move", [6, 3])


def test_a_games_end_can_be_undone_but_not_a_start(tablets) -> None:
    one, _ = tablets
    one.live.new_game(Setup("occe_child", players_at((1,), ("Léa",))))
    for pair in ((1, 1), (1, 1)):
        one.act(action="throw", dice=list(pair))
        one.act(action="close_tiles", tiles=[sent(one.live.snapshot())["legal"][0][0]])
        one.act(action="next")
    one.act(action="throw", dice=[1, 1])
    assert one.live.snapshot().state == "game_over"
    assert one.act(action="undo").status_code == 200
    one.act(action="throw", dice=[1, 1])
    assert one.act(action="next_game").status_code == 200
    assert not shows_undo(one)
    assert one.act(action="undo").status_code == 403


@pytest.mark.parametrize("hands", ["known", "unknown"])
def test_cards_in_hands_are_not_dealt_again(tablets, hands: str) -> None:
    one, _ = tablets
    one.live.new_game(Setup("tock", players_at((1, 2, 3, 4)), options=(("hands", hands),)))
    assert one.act(action="deal").status_code == 200
    before = one.live.snapshot()
    assert one.act(action="undo").status_code in (403, 409)
    assert one.live.snapshot() is before
