"""Who plays with whom: nobody is lost, tables are even, and each way does what it promises."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webui.groups import KnownPupils, Way, evened, meetings, spread, table_sizes

WAYS = get_args(Way)
CLASS = [f"pupil {number}" for number in range(24)]
bounds = st.integers(1, 4).flatmap(lambda least: st.tuples(st.just(least), st.integers(least, 8)))
tables = st.lists(bounds, min_size=1, max_size=8)
pupils = st.integers(0, 30).map(lambda many: [f"pupil {number}" for number in range(many)])
known = st.builds(
    KnownPupils,
    st.lists(st.sets(st.sampled_from(CLASS), min_size=2, max_size=4), max_size=12),
    st.dictionaries(st.sampled_from(CLASS), st.integers(0, 45)),
    st.dictionaries(st.sampled_from(CLASS), st.integers(-1, 8), max_size=6),
)


@given(pupils, tables, st.sampled_from(WAYS), st.integers(0, 9), known)
def test_everybody_is_at_one_table_or_on_the_bench(pupils, tables, way, seed, known) -> None:
    spread_out = spread(pupils, tables, way, Random(seed), known)
    assert sorted([*spread_out.bench, *(name for group in spread_out.groups for name in group)]) == sorted(pupils)
    assert len(spread_out.groups) == len(tables)
    for group, (least, most) in zip(spread_out.groups, tables, strict=True):
        assert not group or least <= len(group) <= most
    assert spread_out == spread(pupils, tables, way, Random(seed), known)


@given(st.integers(0, 60), tables)
def test_sizes_are_equal_where_the_bounds_allow_it(pupils, tables) -> None:
    sizes = table_sizes(pupils, tables)
    assert sum(sizes) <= pupils
    used = [(size, *bound) for size, bound in zip(sizes, tables, strict=True) if size]
    for size, least, _ in used:
        for other, _, most in used:
            assert size <= other + 1 or size == least or other == most
    if sum(sizes) < pupils:
        assert all(size == most for size, _, most in used)
    if all(least == 2 and most >= 3 for least, most in tables) and pupils != 1:
        assert sum(sizes) == min(pupils, sum(most for _, most in tables))


@given(pupils, tables, st.sampled_from(WAYS), st.data())
def test_who_was_put_somewhere_by_hand_stays(pupils, tables, way, data) -> None:
    first = spread(pupils, tables, "chance", Random(1))
    placed = {name: table for table, group in enumerate(first.groups) for name in group}
    stays = {name: placed[name] for name in data.draw(st.sets(st.sampled_from(sorted(placed)))) } if placed else {}
    again = spread(pupils, tables, way, Random(2), KnownPupils(kept=stays))
    assert all(name in again.groups[table] for name, table in stays.items())


@pytest.mark.parametrize("seed", range(4))
def test_of_24_in_fours_nobody_meets_again_in_four_rounds(seed: int) -> None:
    past, chance = [], Random(seed)
    for _ in range(4):
        past += spread(CLASS, [(2, 4)] * 6, "new", chance, KnownPupils(past)).groups
    assert set(meetings(past).values()) == {1}
    for _ in range(4):
        past += spread(CLASS, [(2, 4)] * 6, "new", chance, KnownPupils(past)).groups
    assert max(meetings(past).values()) == 2
    assert sum(meetings(past).values()) - len(meetings(past)) < 40  # by chance about 70


def test_pairs_meet_everybody_before_they_meet_again() -> None:
    past, chance = [], Random(3)
    for _ in range(15):
        past += spread(CLASS, [(2, 2)] * 12, "new", chance, KnownPupils(past)).groups
    assert set(meetings(past).values()) == {1}


@given(st.permutations(range(24)), st.integers(0, 5))
def test_strong_with_weak_puts_one_of_each_quarter_at_each_table(points, seed) -> None:
    strength = dict(zip(CLASS, points, strict=True))
    quarters = [sorted(strength[name] // 6 for name in group) for group in _mixed(strength, seed, 6)]
    assert quarters == [[0, 1, 2, 3]] * 6
    assert [sum(strength[name] for name in pair) for pair in _mixed(strength, seed, 12)] == [23] * 12


def _mixed(strength, seed, many):
    return spread(CLASS, [(2, 24 // many)] * many, "mixed", Random(seed), KnownPupils(points=strength)).groups


def test_strong_with_weak_brings_others_together_next_time() -> None:
    strength = {name: number for number, name in enumerate(CLASS)}
    past = [*_mixed(strength, 1, 6)]
    for _ in range(3):
        past += spread(CLASS, [(2, 4)] * 6, "mixed", Random(2), KnownPupils(past, strength)).groups
    assert max(meetings(past).values()) == 1


def test_who_sat_on_the_bench_plays_next_time() -> None:
    past, benches = [], []
    for seed in range(3):
        out = spread(CLASS, [(2, 4)] * 4, "new", Random(seed), KnownPupils(past))
        past += out.groups
        benches.append(set(out.bench))
    assert all(not one & other for one, other in pairwise(benches))
    assert max(Counter(name for group in past for name in group).values()) == 2


@given(st.sets(st.sampled_from(CLASS)), st.lists(bounds, min_size=6, max_size=6))
def test_few_change_tables_when_some_come_or_go(absent, bounds) -> None:
    present = [name for name in CLASS if name not in absent]
    before = spread(CLASS[:22], [(1, 8)] * 6, "chance", Random(5)).groups
    stays = evened(before, present, bounds)
    after = spread(present, bounds, "new", Random(5), KnownPupils(kept=stays))
    assert all(name in after.groups[table] for name, table in stays.items())


def test_one_who_comes_late_moves_nobody() -> None:
    before = spread(CLASS[:23], [(2, 4)] * 6, "chance", Random(5)).groups
    assert len(evened(before, CLASS, [(2, 4)] * 6)) == 23
