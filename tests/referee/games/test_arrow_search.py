"""The search over one throw, with small walks whose ends can be counted by hand or by brute force."""

import random
from collections.abc import Iterator
from itertools import permutations

import pytest
from each import each

from referee.games.arrows import BAR, OFF, ManMove, Play, Walk
from referee.games.arrows.plays import from_text, to_text

Men = tuple[int, ...]
"""Where each man stands, descending; 0 is off."""


def forward(men: Men, die: int) -> Iterator[tuple[ManMove, Men]]:
    """A small game: every man may walk down to 0, but never onto 5."""
    for man in sorted(set(men), reverse=True):
        target = man - die
        if man and target >= 0 and target != 5:
            rest = list(men)
            rest.remove(man)
            yield ManMove(man, target), tuple(sorted((*rest, target), reverse=True))


def ways(start: Men, dice: tuple[int, ...]) -> set[tuple[Men, ...]]:
    """Every longest way, as the positions on it; without keeping anything once."""
    result: set[tuple[Men, ...]] = set()

    def go_on(way: tuple[Men, ...], left: tuple[int, ...]) -> None:
        result.add(way)
        if left:
            for _, after in forward(way[-1], left[0]):
                go_on((*way, after), left[1:])

    for order in set(permutations(dice)):
        go_on((start,), order)
    longest = max(len(way) for way in result)
    return {way for way in result if len(way) == longest > 1}


def throw(seed: int) -> tuple[Men, tuple[int, ...]]:
    rng = random.Random(seed)
    men = tuple(sorted((rng.randint(0, 12) for _ in range(rng.randint(1, 4))), reverse=True))
    return men, rng.choice(((rng.randint(1, 6), rng.randint(1, 6)), (rng.randint(1, 6),) * 4))


WALK = Walk(forward)


def test_whole_throws_are_those_of_brute_force() -> None:
    for men, dice in map(throw, range(200)):
        wholes = WALK.whole(men, dice)
        ends = [whole.position for whole in wholes]
        assert len(set(ends)) == len(ends), (men, dice)
        assert set(ends) == {way[-1] for way in ways(men, dice)}, (men, dice)
        for whole in wholes:
            assert whole.position in {stands for stands, _ in WALK.follow(men, dice, whole.steps)}, (men, dice)


@pytest.mark.parametrize("seeds", [range(100), range(100, 200)], ids=["first", "second"])
def test_partials_are_stops_that_can_go_on(seeds: range) -> None:
    for men, dice in map(throw, seeds):
        assert_stops_on_the_way(men, dice)


def assert_stops_on_the_way(men: Men, dice: tuple[int, ...]) -> None:
    wholes, longest = WALK.whole(men, dice), ways(men, dice)
    partials = WALK.partials(men, dice, wholes)
    looks = [partial.position for partial in partials]
    assert len(set(looks)) == len(looks)
    ends = {way[-1] for way in longest}
    assert set(looks) == {stop for way in longest for stop in way} - ends - {men}
    for partial in partials:
        longer = WALK.continuations(men, dice, partial.steps, wholes)
        reached = {stands for steps in longer for stands, _ in WALK.follow(men, dice, steps)}
        assert reached & ends
        assert all(steps[: len(partial.steps)] == partial.steps for steps in longer)


def test_a_start_that_leads_nowhere_has_no_continuation() -> None:
    wholes = WALK.whole((8, 7), (3, 1))
    assert WALK.continuations((8, 7), (3, 1), (ManMove(8, 5),), wholes) == ()
    assert WALK.follow((8, 7), (3, 1), (ManMove(8, 6),)) == ()


def test_all_ends_may_be_asked_for_from_the_very_start() -> None:
    wholes = WALK.whole((9, 8), (2, 1))
    assert WALK.continuations((9, 8), (2, 1), (), wholes) == tuple(whole.steps for whole in wholes)


def test_a_rejected_trail_is_not_replaced_by_a_shorter() -> None:
    assert WALK.whole((3,), (6, 2), keep=lambda trail: trail[0][0] == 6) == ()
    assert [whole.trail for whole in WALK.whole((3,), (6, 2))] == [((2, ManMove(3, 1)),)]


def test_a_position_that_may_not_rest_is_only_passed() -> None:
    walk = Walk(forward, may_rest=lambda men: 4 not in men)
    assert {whole.position for whole in walk.whole((6, 3), (2, 1))} == {(6, 0), (3, 3)}
    assert walk.whole((5,), (1, 6)) == ()


def test_a_position_that_ends_the_throw_counts_as_every_die() -> None:
    walk = Walk(forward, ends=lambda men: 0 in men)
    positions = {whole.position for whole in walk.whole((7, 2), (2, 1))}
    assert (7, 0) in positions
    assert all(0 in men or sum(men) == 6 for men in positions)
    assert {whole.position for whole in walk.whole((6, 1), (1, 6))} == {(6, 0), (1, 0)}


def test_ends_that_look_the_same_are_one() -> None:
    walk = Walk(forward, look=lambda men: sum(men))
    assert len(walk.whole((9, 8), (2, 1))) == 1


@each("text", ["24/18+13/9", "bar/22", "6/off", "1/2", "8/7+8/7+6/5+6/5", "bar/off"])
def test_plays_survive_their_text(text: str) -> None:
    assert to_text(from_text(text)) == text


def test_bar_and_off_are_words() -> None:
    assert from_text("bar/22+6/off") == Play((ManMove(BAR, 22), ManMove(6, OFF)))


@each(
    "text",
    ["", "6", "6/", "/6", "6/6", "25/20", "6/0", "06/5", "off/6", "6/bar", "6/5+", "6/5 +5/4", "²/1", "٣/1",
     "6/5\n", "1/2+2/3+3/4+4/5+5/6"],
)  # fmt: skip
def test_what_is_no_play_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected one to four steps such as"):
        from_text(text)


@each(
    ("source", "target"), [(0, 5), (26, 5), (5, -1), (5, 25), (5, 5), (True, 5), (5, 4.0)]
)
def test_a_step_goes_from_a_place_to_another(source: int, target: int) -> None:
    with pytest.raises(ValueError, match=r"expected (an|another) arrow"):
        ManMove(source, target)


@pytest.mark.parametrize("steps", [(), (ManMove(2, 1),) * 5])
def test_a_play_has_one_to_four_steps(steps: tuple[ManMove, ...]) -> None:
    with pytest.raises(ValueError, match="steps: expected one to 4"):
        Play(steps)
