"""A match is a value: then, undo, until, replace."""

import pytest

from referee.core import Roll
from referee.errors import BadSeats, IllegalMove
from referee.games import profile
from referee.games.tiles import Close
from referee.match import Match

EVENTS = (Roll((6, 3)), Close((9,)), Roll((6, 2)), Close((8,)), Roll((6, 1)), Close((7,)))


@pytest.fixture
def match() -> Match:
    begun = Match(profile("OCCE enfant"), (1, 3), ("Léa", "Max"))
    for event in EVENTS:
        begun = begun.then(event)
    return begun


def test_then_keeps_the_match_before_it(match: Match) -> None:
    longer = match.then(Roll((6,)))
    assert (match.events, longer.events) == (EVENTS, (*EVENTS, Roll((6,))))
    assert match.state.dice == ()
    assert longer.state.dice == (6,)


def test_a_match_is_its_events(match: Match) -> None:
    again = Match(match.game, match.seats, match.players, EVENTS)
    assert again == match
    assert hash(again) == hash(match)
    assert again.state == match.state


def test_two_matches_tell_how_far_they_are_alike(match: Match) -> None:
    """Whether one was made of the other, of the same beginning, or of nothing but equal events."""
    other = match.until(2).then(Roll((6, 2))).then(Close((6, 2))).then(Roll((1, 1)))
    apart = Match(match.game, match.seats, match.players, other.events)
    unplayed = Match(match.game, match.seats, match.players, EVENTS)
    for first, two, count in [
        (match, match.until(4), 4), (match, other, 3), (match, apart, 3), (other, apart, 5), (match, unplayed, 6),
        (other, unplayed, 3), (match.until(0), other, 0), (match, match.then(Roll((6,))), 6),
    ]:  # fmt: skip
        assert first.alike(two) == two.alike(first) == count
        assert first.follows(two) == (count == len(two.events))
        assert first.same(two) == two.same(first) == (first.events == two.events)
        assert (first == two) == (first.events == two.events)
    assert Match(match.game, (2, 3), match.players, EVENTS) != match


def test_a_match_tells_the_states_on_its_way(match: Match) -> None:
    assert match.stood() == tuple(match.until(count).state for count in range(7))
    assert match.stood(4) == (match.until(4).state, match.until(5).state, match.state)
    assert match.stood(6) == (match.state,)


class Counting:
    """A game of any number of throws; it counts how many it was asked to apply."""

    def __init__(self) -> None:
        self.applied = 0

    def start(self, seats: tuple[int, ...], handicaps: tuple[int, ...]) -> int:
        return 0

    def apply(self, state: int, event: Roll) -> int:
        self.applied += 1
        return state + 1


@pytest.fixture
def counting() -> Match:
    match = Match(Counting(), (1,), ("",))  # type: ignore[arg-type]  # a match asks no more of a game than this
    for _ in range(300):
        match = match.then(Roll((1,)))
    return match


def test_then_applies_one_event_however_long_the_match_was(counting: Match) -> None:
    assert (counting.state, counting.game.applied) == (300, 300)  # type: ignore[attr-defined]  # the counting game


def test_going_back_applies_nothing_again(counting: Match) -> None:
    assert [counting.until(count).state for count in (0, 150, 299, 300, 999)] == [0, 150, 299, 300, 300]
    assert counting.undo().undo().state == 298
    assert counting.game.applied == 300  # type: ignore[attr-defined]  # the counting game


def test_undo_takes_back_one_event(match: Match) -> None:
    assert match.undo().events == EVENTS[:-1]
    assert match.undo().then(EVENTS[-1]) == match
    begun = match.until(0)
    assert begun.undo() is begun


def test_replace_plays_the_rest_again(match: Match) -> None:
    corrected = match.replace(4, Roll((1, 6)))
    assert corrected.events[4] == Roll((1, 6))
    assert corrected.state.open == match.state.open


def test_replace_tells_which_later_event_is_not_due_any_more(match: Match) -> None:
    with pytest.raises(IllegalMove, match=r"^event 3: not_the_dice") as refused:
        match.replace(2, Roll((5, 1)))
    assert refused.value.foul.rule == "not_the_dice"


@pytest.mark.parametrize("index", [-1, 6])
def test_replace_needs_an_event_that_is_there(match: Match, index: int) -> None:
    with pytest.raises(IndexError, match="expected 0 to 5"):
        match.replace(index, Roll((1, 1)))


def test_names_and_places_go_together() -> None:
    with pytest.raises(BadSeats, match="expected 2 names; got 1"):
        Match(profile("OCCE enfant"), (1, 3), ("Léa",))


def test_nothing_given_is_nothing_said() -> None:
    game = profile("OCCE enfant")
    assert Match(game, (1, 2), ("a", "b"), handicaps=(0, 0)) == Match(game, (1, 2), ("a", "b"))
    assert Match(game, (1, 2), ("a", "b"), handicaps=(0, 3)).handicaps == (0, 3)
