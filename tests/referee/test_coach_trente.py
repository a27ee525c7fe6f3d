"""Exact odds of Trente against published figures, a second solver, and dice thrown at random."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.coach_trente import AIMS, TrenteCoach, TurnOdds
from referee.core import Roll
from referee.desks import desk_of
from referee.games import find
from referee.games.trente import Keep
from referee.options import build

LOSE_LEAST, REACH, ATTACK = "lose_least", "reach", "attack"


def coach_of(rules: str = "standard") -> TrenteCoach:
    return TrenteCoach(build(find("trente"), {"rules": rules}))


@pytest.fixture(scope="module")
def coach() -> TrenteCoach:
    return coach_of()


def test_the_published_odds_of_an_attack(coach: TrenteCoach) -> None:
    """ "P(no hit) = 33.49 %, mean 1.7984 hits"."""
    blow = coach.blow(2)
    assert blow.hits[0] == Fraction(5, 6) ** 6
    assert round(100 * float(blow.hits[0]), 2) == 33.49
    assert round(float(blow.mean_hits), 4) == 1.7984
    assert blow.mean_damage == 2 * blow.mean_hits
    assert sum(blow.hits) + blow.more == 1


def by_chain(steps: int) -> Counter[int]:
    """Chances of each number of hits, each throw die by die, in floating point."""
    running, over = {(0, 6): 1.0}, Counter[int]()
    for _ in range(steps):
        after: Counter[tuple[int, int]] = Counter()
        for (hits, left), chance in running.items():
            thrown = Counter({0: 1.0})
            for _ in range(left):
                thrown = Counter({n: thrown[n] * 5 / 6 + thrown[n - 1] / 6 for n in range(max(thrown) + 2)})
            over[hits] += chance * thrown[0]
            for more in range(1, left + 1):
                after[hits + more, left - more or 6] += chance * thrown[more]
        running = after
    return over


def test_hits_by_another_way(coach: TrenteCoach) -> None:
    over = by_chain(60)
    for hits, chance in enumerate(coach.blow(1, 30).hits):
        assert float(chance) == pytest.approx(over[hits], abs=1e-12)
    assert float(coach.blow(1).mean_hits) == pytest.approx(sum(n * p for n, p in over.items()), abs=1e-9)


def test_hits_of_attacks_thrown_at_random(coach: TrenteCoach) -> None:
    rng, game = random.Random(1), find("trente")()
    desk, observation = desk_of(game), []
    for _ in range(4000):
        rolls: list[list[int]] = []
        answer = {"dice_to_throw": 6}
        while "dice_to_throw" in answer:
            rolls.append([rng.randint(1, 6) for _ in range(answer["dice_to_throw"])])
            answer = dict(desk.answer("attack", {}, {"level": 5, "rolls": rolls}))
        observation.append(answer["hits"])
    assert sum(observation) / len(observation) == pytest.approx(float(coach.blow(5).mean_hits), abs=0.12)
    for hits in range(4):
        assert observation.count(hits) / len(observation) == pytest.approx(float(coach.blow(5).hits[hits]), abs=0.03)


@pytest.mark.parametrize(("level", "points"), [(1, 0), (3, 2), (6, 30), (2, 14), (5, 4)])
def test_an_attack_kills_who_has_less_than_it_takes(coach: TrenteCoach, level: int, points: int) -> None:
    hits = coach.blow(level, 80).hits
    spared = sum((chance for n, chance in enumerate(hits) if points - n * level >= 0), Fraction(0))
    assert coach.kills(level, points) == 1 - spared


def gain(aim: str, threshold: int, total: int) -> float:
    """What a finished turn is worth to who has this aim."""
    beyond = total - 30 if threshold == 30 else 12 - total
    return {REACH: float(beyond >= 0), ATTACK: float(beyond > 0), LOSE_LEAST: min(beyond, 0.0)}[aim]


def solver(aim: str) -> Callable[[int, int, int], float]:
    """A second solver: every set of dice that may be kept, in floating point, each threshold by itself."""

    @cache
    def throws(left: int) -> dict[tuple[int, ...], float]:
        result: Counter[tuple[int, ...]] = Counter()
        for roll in product(range(1, 7), repeat=left):
            result[tuple(sorted(roll))] += 1
        return {roll: ways / 6**left for roll, ways in result.items()}

    @cache
    def kept(roll: tuple[int, ...]) -> frozenset[tuple[int, int]]:
        picks = product((0, 1), repeat=len(roll))
        return frozenset((sum(pick), sum(map(prod, zip(pick, roll, strict=True)))) for pick in picks) - {
            (0, 0)
        }

    @cache
    def worth(threshold: int, left: int, total: int) -> float:
        if not left:
            return gain(aim, threshold, total)
        return sum(
            chance * max(worth(threshold, left - n, total + made) for n, made in kept(roll))
            for roll, chance in throws(left).items()
        )

    return worth


def main_figure(odds: TurnOdds, aim: str) -> Fraction:
    return {REACH: odds.reach, ATTACK: odds.attack, LOSE_LEAST: -odds.expected_loss}[aim]


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("threshold", [12, 30])
def test_every_position_by_a_second_solver(coach: TrenteCoach, aim: str, threshold: int) -> None:
    """All sums that two or more dice can make, for both thresholds."""
    worth = solver(aim)
    first = {12: 1, 30: 6}[threshold]
    for aside in range(2, 6):
        for total in range(aside, 6 * aside + 1):
            dice = spread(total - first, aside - 1)
            if dice is not None:
                odds = coach.odds((first, *dice), threshold, aim)
                assert float(main_figure(odds, aim)) == pytest.approx(
                    worth(threshold, 6 - aside, total), abs=1e-9
                )


def spread(total: int, dice: int) -> tuple[int, ...] | None:
    """Some dice that make a sum; None where none do."""
    if not dice <= total <= 6 * dice:
        return None
    return tuple(total // dice + (place < total % dice) for place in range(dice))


@settings(max_examples=40)
@given(data=st.data(), aim=st.sampled_from(AIMS), rules=st.sampled_from(("standard", "nous")))
def test_advice_is_about_the_legal_moves_and_adds_up(data: st.DataObject, aim: str, rules: str) -> None:
    game, coach = build(find("trente"), {"rules": rules}), coach_of(rules)
    die = st.integers(1, 6)
    state = game.start((1, 2))
    roll: tuple[int, ...] = ()
    for _ in range(data.draw(st.integers(1, 3))):
        due = game.awaits(state).dice
        roll = tuple(data.draw(st.lists(die, min_size=due, max_size=due)))
        state = game.apply(state, Roll(roll))
        keep = data.draw(st.sampled_from(game.legal(state)))
        if len(keep.dice) == due:
            break
        following = game.apply(state, keep)
        before, state = state, following
    else:
        state = before
    aside = tuple(item for item in state.aside if item)
    advice = coach.advice(aside, state.threshold, roll, aim)
    assert Counter(entry.keep for entry in advice) == Counter(game.legal(state))
    assert [entry.cost for entry in advice] == sorted(entry.cost for entry in advice)
    for entry in advice:
        figure = main_figure(entry.odds, aim)
        assert entry.cost == main_figure(advice[0].odds, aim) - figure
        assert entry.odds.attack == sum(entry.odds.levels)
        assert entry.threshold == game.threshold_after(state, entry.keep)
        after = game.apply(state, entry.keep)
        if len(aside) + len(entry.keep.dice) < 6:
            lies = tuple(item for item in after.aside if item)
            assert coach.odds(lies, after.threshold, aim) == entry.odds


def test_the_odds_before_a_throw_are_the_mean_after_it(coach: TrenteCoach) -> None:
    for aim in AIMS:
        mean = sum(
            (
                main_figure(coach.advice((6, 5, 6, 1), 30, roll, aim)[0].odds, aim)
                for roll in product(range(1, 7), repeat=2)
            ),
            Fraction(0),
        )
        assert mean / 36 == main_figure(coach.odds((6, 5, 6, 1), 30, aim), aim)


def test_the_start_by_a_second_solver(coach: TrenteCoach) -> None:
    """The first throw too: with 1, 2 or 3 first it is 12 or less, with 4, 5 or 6 it is 30 or more."""
    worth, mean = solver(REACH), 0.0
    weights = Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=6))
    for roll, ways in weights.items():
        best = 0.0
        for threshold, side in ((12, {1, 2, 3}), (30, {4, 5, 6})):
            for n in range(1, 7):
                # The best n dice for this side, with one of that side among them.
                stored = roll[:n] if threshold == 12 else roll[6 - n :]
                if side & set(stored):
                    best = max(best, worth(threshold, 6 - n, sum(stored)))
        mean += ways * best / 6**6
    assert float(coach.start(REACH).reach) == pytest.approx(mean, abs=1e-9)


def test_both_thresholds_mirror_each_other(coach: TrenteCoach) -> None:
    for aim in AIMS:
        assert coach.odds((1, 3), 12, aim) == coach.odds((6, 4), 30, aim)
        assert coach.start(aim).reach > coach_of("nous").start(aim).reach
        high, low = coach.advice((), 0, (1, 2, 3, 4, 5, 6), aim)[:2]
        assert {high.keep, low.keep} == {Keep((1,)), Keep((6,))}
        assert high.odds == low.odds


def test_turns_thrown_at_random_lose_as_much_as_is_told(coach: TrenteCoach) -> None:
    rng, game, lost = random.Random(3), find("trente")(), []
    for _ in range(150):
        state = game.start((1, 2))
        while not state.news:
            due = game.awaits(state).dice
            roll = tuple(rng.randint(1, 6) for _ in range(due))
            aside = tuple(item for item in state.aside if item)
            best = coach.advice(aside, state.threshold, roll)[0]
            state = game.apply(game.apply(state, Roll(roll)), best.keep)
        lost.append(state.news[0].lost)
    assert sum(lost) / len(lost) == pytest.approx(float(coach.start().expected_loss), abs=0.5)


@pytest.mark.parametrize(
    ("ask", "expected"),
    [
        (lambda c: c.odds((), 0), "expected a die or more"),
        (lambda c: c.odds((7,), 30), "expected up to six from 1 to 6"),
        (lambda c: c.odds((6,), 12), "expected 30 with"),
        (lambda c: c.odds((6, 1), 0), "expected 12 or 30 with"),
        (lambda c: c.odds((6,), 30, "win"), "aim: expected one of reach, attack, lose_least"),
        (lambda c: c.advice((6,), 30, (1, 2)), "roll: expected 5 dice; got 2"),
        (lambda c: c.blow(0), "level: expected 1 to 6"),
        (lambda c: c.kills(3, -1), "points: expected 0 or more"),
    ],
)
def test_what_cannot_be_asked_is_told(
    coach: TrenteCoach, ask: Callable[[TrenteCoach], Any], expected: str
) -> None:
    with pytest.raises(ValueError, match=expected):
        ask(coach)
