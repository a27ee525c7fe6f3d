"""What is seen is explained by the rules: clear fouls are found, doubts are overruled or asked about."""

from typing import Any

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core import Foul, Legal, Partial, Roll, Sighting, Unclear, sure_sighting
from referee.games import find, profile
from referee.games.tiles import Close
from referee.options import build
from referee.witness import explain, touched, whatever_was_thrown


def thrown(game: Any, *dice: int, seats: tuple[int, ...] = (1, 3)) -> Any:
    return game.apply(game.start(seats), Roll(dice))


def closed(game: Any, state: Any, **chances: float) -> Sighting:
    """All tiles read as they should with 0.99; those named by number closed with this probability instead."""
    looks = {space: {"open": 0.99, "closed": 0.01} for space in game.appearance(state)}
    for name, chance in chances.items():
        space = game.space(state, state.player, int(name[1:]))
        looks[space] = {"closed": chance, "open": 1 - chance}
    return Sighting((), looks)


ADULTE, ENFANT, ROYAL = (profile(name) for name in ("OCCE adulte", "OCCE enfant", "Tric-Trac Royal"))

FOULS: list[tuple[str, dict[str, Any], tuple[int, ...], tuple[int, ...], str, dict[str, Any]]] = [
    (
        "occe_adult",
        {},
        (6, 2),
        (7, 2),
        "sum_mismatch",
        {"dice": (6, 2), "sum_due": 8, "closed": (2, 7), "sum_closed": 9},
    ),
    (
        "occe_child",
        {},
        (6, 2),
        (5, 3),
        "not_the_dice",
        {"dice": (6, 2), "sum_due": 8, "closed": (3, 5), "sum_closed": 8, "possible": ((2, 6), (8,))},
    ),
    (
        "occe_child",
        {},
        (4, 2),
        (2, 6),
        "too_many",
        {"dice": (4, 2), "closed": (2, 6), "possible": ((2, 4), (6,))},
    ),
    (
        "royal",
        {},
        (6, 3),
        (7, 5),
        "total_or_die",
        {"dice": (6, 3), "sum_due": 9, "closed": (5, 7), "sum_closed": 12, "sums": (9, 6, 3), "alone": ()},
    ),
    (
        "royal",
        {"single_combo": False},
        (6, 1),
        (1, 5),
        "single_not_split",
        {"dice": (6, 1), "closed": (1, 5), "sums": (7, 1), "alone": (6,)},
    ),
]


@each(("name", "options", "dice", "shut", "rule", "values"), FOULS)
def test_a_wrong_closing_names_its_rule(
    name: str,
    options: dict[str, Any],
    dice: tuple[int, ...],
    shut: tuple[int, ...],
    rule: str,
    values: dict[str, Any],
) -> None:
    game = build(find(name), options)
    state = thrown(game, *dice)
    verdict = explain(game, state, touched(game, state, Close(shut)))
    assert isinstance(verdict, Foul)
    assert (verdict.rule, dict(verdict.values)) == (rule, values)
    assert verdict.expected == game.legal(state)


def test_one_die_in_place_of_the_total() -> None:
    game = build(find("royal"), {"single_only_if_needed": True, "single_combo": False})
    state = thrown(game, 6, 5)
    foul = game.move_refusal(state, Close((6,)))
    assert (foul.rule, dict(foul.values)) == (
        "single_total_possible",
        {"dice": (6, 5), "sum_due": 11, "closed": (6,)},
    )


def test_one_of_two_open_tiles_is_half_a_closing() -> None:
    state = thrown(ENFANT, 4, 2)
    verdict = explain(ENFANT, state, touched(ENFANT, state, Close((4,))))
    assert verdict == Partial((Close((2, 4)),), (("seat-1/slot-4", "closed"),), verdict.sure, Close((4,)))
    foul = ENFANT.move_refusal(state, Close((4,)))
    assert foul is not None
    assert (foul.rule, dict(foul.values)) == (
        "single_not_allowed",
        {"dice": (4, 2), "closed": (4,), "other": 2},
    )


def test_one_die_closes_only_its_own_tile() -> None:
    game = ENFANT
    state = game.start((1,))
    for dice, shut in (((6, 3), 9), ((6, 2), 8), ((6, 1), 7)):
        state = game.apply(game.apply(state, Roll(dice)), Close((shut,)))
    state = game.apply(state, Roll((5,)))
    verdict = explain(game, state, touched(game, state, Close((2, 3))))
    assert isinstance(verdict, Foul)
    assert (verdict.rule, dict(verdict.values)) == ("not_the_die", {"dice": (5,), "closed": (2, 3)})


def test_royal_six_may_go_on_to_six_and_three() -> None:
    state = thrown(ROYAL, 6, 3)
    verdict = explain(ROYAL, state, touched(ROYAL, state, Close((6,))))
    assert isinstance(verdict, Legal)
    assert verdict.move == Close((6,))
    assert Close((3, 6)) in verdict.continuations


def look(game: Any, state: Any, **changes: str) -> Sighting:
    """The table as it should be, but for some spaces: s1_4="closed" is tile 4 of seat 1."""
    spaces = dict(game.appearance(state))
    for name, kind in changes.items():
        seat, slot = name[1:].split("_")
        spaces[f"seat-{seat}/slot-{slot}"] = kind
    return sure_sighting((), spaces)


@each(
    ("changes", "rule", "values"),
    [
        ({"s3_8": "closed"}, "other_frame", {"seat": 3, "closed": (8,), "opened": ()}),
        ({"s1_8": "closed", "s3_1": "closed"}, "other_frame", {"seat": 3, "closed": (1,), "opened": ()}),
        ({"s1_9": "open", "s1_8": "closed"}, "reopened", {"tiles": (9,)}),
        ({"s1_8": "missing"}, "tile_missing", {"seat": 1, "tiles": (8,)}),
        ({"s3_2": "missing"}, "tile_missing", {"seat": 3, "tiles": (2,)}),
    ],
)
def test_what_no_closing_may_do(changes: dict[str, str], rule: str, values: dict[str, Any]) -> None:
    state = ADULTE.apply(ADULTE.apply(thrown(ADULTE, 6, 3), Close((9,))), Roll((6, 2)))
    verdict = explain(ADULTE, state, look(ADULTE, state, **changes))
    assert isinstance(verdict, Foul)
    assert (verdict.rule, dict(verdict.values)) == (rule, values)


def test_closing_before_the_throw() -> None:
    state = ADULTE.start((1, 3))
    verdict = explain(ADULTE, state, look(ADULTE, state, s1_9="closed"))
    assert isinstance(verdict, Foul)
    assert (verdict.rule, dict(verdict.values)) == ("throw_first", {"closed": (9,), "due": 2})


def test_a_box_that_was_not_opened_again_before_the_throw() -> None:
    state = ROYAL.start((1, 2))
    for dice, shut in (((1, 1), (2,)), ((1, 1), (1,)), ((2, 1), (3,))):
        state = ROYAL.apply(ROYAL.apply(state, Roll(dice)), Close(shut))
    passed = ROYAL.apply(state, Roll((1, 1)))
    left = sure_sighting((), {**ROYAL.appearance(passed), **ROYAL.leftover(passed)})
    assert isinstance(explain(ROYAL, passed, left), Partial)
    verdict = explain(ROYAL, ROYAL.apply(passed, Roll((1, 2))), left)
    assert isinstance(verdict, Foul)
    assert (verdict.rule, dict(verdict.values)) == ("not_reset", {"tiles": (1, 2, 3)})
    # With 6 and 5 the same tiles would be a closing: nobody can tell from the picture alone.
    asked = explain(ROYAL, ROYAL.apply(passed, Roll((6, 5))), left)
    assert asked == Unclear((Close((1, 2, 3)),), ("slot-1", "slot-2", "slot-3"))


def test_after_the_end_nothing_is_judged() -> None:
    game = profile("OCCE enfant")
    state = game.start((1,))
    for dice, shut in (((6, 3), (9,)), ((6, 3), (3, 6))):
        state = game.apply(game.apply(state, Roll(dice)), Close(shut))
    state = game.apply(state, Roll((6, 3)))
    verdict = explain(game, state, look(game, state, s1_9="open"))
    assert verdict == Partial((), (("seat-1/slot-9", "open"),))


@each(
    ("eight", "three", "expected"),
    [
        (0.99, 0.01, Legal),
        (0.99, 0.2, Legal),  # the rules overrule a doubt
        (0.99, 0.5, Unclear),
        (0.99, 0.8, Unclear),
        (0.99, 0.99, Foul),  # 8 and 3 make 11
        (0.5, 0.01, Unclear),
        (0.01, 0.01, Partial),
    ],
)
def test_doubt(eight: float, three: float, expected: type) -> None:
    state = thrown(ADULTE, 6, 2)
    verdict = explain(ADULTE, state, closed(ADULTE, state, t8=eight, t3=three))
    assert isinstance(verdict, expected)
    if isinstance(verdict, Unclear):
        assert verdict.candidates[0] == Close((8,))
        assert verdict.doubtful[0] == ("seat-1/slot-3" if three > 0.01 else "seat-1/slot-8")


def test_doubt_between_closings_asks_for_the_deciding_tile() -> None:
    state = thrown(ROYAL, 6, 3)
    verdict = explain(ROYAL, state, closed(ROYAL, state, t6=0.99, t3=0.5))
    assert isinstance(verdict, Unclear)
    assert set(verdict.candidates) == {Close((6,)), Close((3, 6))}
    assert verdict.doubtful == ("slot-3",)


def test_what_is_not_seen_is_asked_about() -> None:
    state = thrown(ADULTE, 1, 1)
    assert explain(ADULTE, state, Sighting((), {})) == Unclear((Close((2,)),), ("seat-1/slot-2",))


def test_unsaid_probability_is_doubt() -> None:
    state = thrown(ADULTE, 6, 2)
    observation = {space: {kind: 0.97} for space, kind in ADULTE.appearance(state).items()}
    verdict = explain(ADULTE, state, Sighting((), {**observation, "seat-1/slot-8": {"closed": 0.4}}))
    assert isinstance(verdict, Unclear)


tiles = st.frozensets(st.integers(1, 9), min_size=1, max_size=5)
dice = st.tuples(st.integers(1, 6), st.integers(1, 6))
games = st.sampled_from((ADULTE, ENFANT, ROYAL))


@settings(max_examples=300, deadline=None)
@given(game=games, dice=dice, shut=tiles, sure=st.floats(0.99, 1.0))
def test_a_clear_reading_is_judged_by_the_rules_alone(
    game: Any, dice: tuple[int, int], shut: frozenset[int], sure: float
) -> None:
    state = thrown(game, *dice)
    legal = [set(move.tiles) for move in game.legal(state)]
    chances = {space: {kind: sure, "other": 1 - sure} for space, kind in game.appearance(state).items()}
    for tile in shut:
        chances[game.space(state, 0, tile)] = {"closed": sure, "open": 1 - sure}
    verdict = explain(game, state, Sighting((), chances))
    if shut in legal:
        assert isinstance(verdict, Legal)
        assert set(verdict.move.tiles) == shut
    elif any(shut < move for move in legal):
        assert isinstance(verdict, Partial)
        assert [set(move.tiles) for move in verdict.towards] == [move for move in legal if shut < move]
    else:
        assert isinstance(verdict, Foul)


@settings(max_examples=200, deadline=None)
@given(game=games, dice=dice, chances=st.lists(st.floats(0, 1), min_size=9, max_size=9))
def test_any_reading_gets_a_verdict(game: Any, dice: tuple[int, int], chances: list[float]) -> None:
    state = thrown(game, *dice)
    observation = closed(game, state, **{f"t{tile}": chance for tile, chance in enumerate(chances, start=1)})
    verdict = explain(game, state, observation)
    if isinstance(verdict, Legal):
        assert verdict.move in game.legal(state)
        assert 0.9 <= verdict.sure <= 1
    if isinstance(verdict, Unclear):
        assert set(verdict.candidates) <= set(game.legal(state))


@pytest.mark.parametrize(
    ("look", "rule", "values"),
    [
        ({"seat-1/slot-7": "closed"}, "dice_unsure", {"readings": ((5, 3), (6, 3)), "closed": (7,)}),
        ({"seat-3/slot-7": "closed"}, "other_frame", {"seat": 3, "closed": (7,), "opened": ()}),
        ({"seat-1/slot-7": "missing"}, "tile_missing", {"seat": 1, "tiles": (7,)}),
    ],
)
def test_a_foul_names_the_dice_only_if_they_matter(
    look: dict[str, str], rule: str, values: dict[str, Any]
) -> None:
    readings = ((5, 3), (6, 3))
    states = [thrown(ENFANT, *reading) for reading in readings]
    verdicts = [
        explain(ENFANT, state, sure_sighting((), {**ENFANT.appearance(state), **look})) for state in states
    ]
    fouls = [verdict for verdict in verdicts if isinstance(verdict, Foul)]
    foul = whatever_was_thrown(readings, fouls)
    assert (foul.rule, dict(foul.values)) == (rule, values)
    assert {Close((8,)), Close((9,)), Close((3, 5)), Close((3, 6))} == set(foul.expected)
