"""Every throw at every set of open tiles, against a second enumeration written from the sheets alone.

The second one knows nothing of the first: it goes through all subsets as bit masks and asks of each what the
sheet says.
"""

import json
from collections.abc import Callable
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games import find
from referee.options import build

THROWS = [*combinations_with_replacement(range(1, 7), 2), *((die,) for die in range(1, 7))]
Says = Callable[[set[int], set[int], list[int]], bool]


def child_if_other_shut(shut: set[int], still_open: set[int], dice: list[int]) -> bool:
    """May these open tiles be shut? The dice's tiles, the sum's, or one whose companion is not open."""
    if shut == {sum(dice)} or sorted(shut) == sorted(dice):
        return True
    if len(shut) == 1 and shut <= set(dice):
        companion = set(dice) - shut
        return not companion or not companion <= still_open
    return False


def child_free(shut: set[int], still_open: set[int], dice: list[int]) -> bool:
    return shut == {sum(dice)} or sorted(shut) == sorted(dice) or (len(shut) == 1 and shut <= set(dice))


def adult(shut: set[int], still_open: set[int], dice: list[int]) -> bool:
    return sum(shut) == sum(dice)


def royal(shut: set[int], still_open: set[int], dice: list[int]) -> bool:
    return sum(shut) in (sum(dice), *dice)


def royal_exact(shut: set[int], still_open: set[int], dice: list[int]) -> bool:
    return sum(shut) == sum(dice) or (len(shut) == 1 and shut <= set(dice))


def needed(says: Says) -> Says:
    """One die only when the total cannot be covered."""

    def with_need(shut: set[int], still_open: set[int], dice: list[int]) -> bool:
        coverable = any(
            sum(group) == sum(dice)
            for count in range(1, len(still_open) + 1)
            for group in combinations(sorted(still_open), count)
        )
        return says(shut, still_open, dice) and (sum(shut) == sum(dice) or not coverable)

    return with_need


VARIANTS: list[tuple[str, dict[str, Any], Says]] = [
    ("occe_child", {"single": "if_other_shut"}, child_if_other_shut),
    ("occe_child", {"single": "free"}, child_free),
    ("occe_adult", {}, adult),
    ("royal", {}, royal),
    ("royal", {"single_combo": False}, royal_exact),
    ("royal", {"single_combo": False, "single_only_if_needed": True}, needed(royal_exact)),
    ("royal", {"single_only_if_needed": True}, needed(royal)),
    (
        "royal",
        {"single_combo": False, "single_only_if_needed": True, "single_ends": True},
        needed(royal_exact),
    ),
]

NAMES = [f"{name}{json.dumps(options)}" for name, options, _ in VARIANTS]

every_variant = pytest.mark.parametrize(("name", "options", "says"), VARIANTS, ids=NAMES)


def enumerated(mask: int, dice: tuple[int, ...], says: Says) -> set[tuple[int, ...]]:
    """All that the sentence allows, by going through every subset of the open tiles."""
    still_open = {tile + 1 for tile in range(12) if mask >> tile & 1}
    result = set()
    part = mask
    while part:
        shut = {tile + 1 for tile in range(12) if part >> tile & 1}
        if sum(shut) <= 12 and says(shut, still_open, list(dice)):
            result.add(tuple(sorted(shut)))
        part = (part - 1) & mask
    return result


@every_variant
def test_all_open_sets_and_throws(name: str, options: dict[str, Any], says: Says) -> None:
    game = build(find(name), options)
    for mask in range(512):
        open_tiles = frozenset(tile + 1 for tile in range(9) if mask >> tile & 1)
        for dice in THROWS:
            closings = game.closings(open_tiles, dice)
            assert len(set(closings)) == len(closings)
            assert set(closings) == enumerated(mask, dice, says), (open_tiles, dice)
            assert game.closings(open_tiles, dice[::-1]) == closings


@every_variant
@settings(deadline=None)
@given(mask=st.integers(0, 4095), dice=st.sampled_from(THROWS))
def test_boxes_of_twelve(
    name: str, options: dict[str, Any], says: Says, mask: int, dice: tuple[int, ...]
) -> None:
    game = build(find(name), {**options, "tiles": 12})
    open_tiles = frozenset(tile + 1 for tile in range(12) if mask >> tile & 1)
    assert set(game.closings(open_tiles, dice)) == enumerated(mask, dice, says)


@each(
    ("rule", "counts"),
    [
        ("after_789", {"789": (2,), "189": (2,), "1234": (1,), "123": (1,), "24": (1,), "": (1,)}),
        ("never", {"789": (2,), "1234": (2,), "24": (2,), "": (2,)}),
        ("may_after_789", {"189": (2,), "1234": (2, 1), "24": (2, 1)}),
        ("may_at_6", {"7": (2,), "1234": (2,), "123": (2, 1), "24": (2, 1), "6": (2, 1)}),
    ],
)
def test_how_many_dice_are_due(rule: str, counts: dict[str, tuple[int, ...]]) -> None:
    game = build(find("occe_adult"), {"one_die": rule})
    for tiles, allowed in counts.items():
        assert game.dice_allowed(frozenset(map(int, tiles))) == allowed


def test_one_die_rule_names_789_in_boxes_of_twelve() -> None:
    game = build(find("occe_adult"), {"tiles": 12})
    assert game.dice_allowed(frozenset({1, 10, 11, 12})) == (1,)
