"""Trente told a second time, straight from the sheet with lists that change, and compared on random rounds."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from referee.desks import desk_of
from referee.games import find
from referee.options import build
from referee.questions import FrontDesk

Json = dict[str, Any]


class Table:
    """A table at which one round is played with loaded dice; it writes the log and what must come of it."""

    def __init__(self, rng: random.Random, variant: Json, players: int, points: int) -> None:
        self.rng = rng
        self.variant = variant
        self.score = [points] * players
        self.order: list[int] = []  # who died, first to last
        self.coups: list[Json] = []
        self.reports: list[Json] = []
        # Some tables throw high, some low, some anything; some keep little by little, some all at once.
        self.faces = rng.choice([(1, 2, 3, 4, 5, 6), (5, 6, 6), (1, 1, 2), (1, 6), (4, 5, 6)])
        self.taste = rng.choice(["high", "low", "any"])

    def throw(self, count: int) -> list[int]:
        return [self.rng.choice(self.faces) for _ in range(count)]

    def living(self) -> int:
        return sum(points > -1 for points in self.score)

    def after(self, seat: int) -> int:
        """The next seat to the left, dead or not."""
        return 0 if seat == len(self.score) - 1 else seat + 1

    def before(self, seat: int) -> int:
        return seat - 1 if seat else len(self.score) - 1

    def play(self, first: int) -> None:
        seat = first
        while self.living() > 1:
            victim = self.coup(seat, revenge=False)
            while victim is not None:
                victim = self.coup(victim, revenge=True)
            seat = self.after(seat)
            while self.living() > 1 and self.score[seat] < 0:
                seat = self.after(seat)

    def coup(self, seat: int, *, revenge: bool) -> int | None:
        """One turn with its attack; who may avenge it, if anybody."""
        throws, aside = self.set_aside()
        low = self.variant.get("rules", "standard") == "standard" and aside[0] in (1, 2, 3)
        turn, missed = self.count(sum(aside), low)
        coup: Json = {"player": seat, "revenge": revenge, "throws": throws}
        fields: Json = {"turn": turn, "legal_targets": None, "attack": None, "killed": []}
        victim = None
        if missed and (not revenge or self.variant.get("revenge_penalty", True)):
            self.hurt(seat, turn["points_lost"], fields)
        elif turn["outcome"] == "attack":
            victim = self.attack(seat, revenge, coup, fields)
        fields["scores"] = self.score[:]
        self.coups.append(coup)
        self.reports.append(fields)
        return victim if self.variant.get("revenge", "yes") == "yes" else None

    def set_aside(self) -> tuple[list[Json], list[int]]:
        """Throws until six dice lie aside, and those dice in the order in which they were declared."""
        throws: list[Json] = []
        aside: list[int] = []
        while len(aside) < 6:
            roll = self.throw(6 - len(aside))
            wanted = self.rng.randint(1, len(roll)) if self.rng.random() < 0.4 else 1
            sign = {"high": -1, "low": 1, "any": self.rng.choice((1, -1))}[self.taste]
            stored = sorted(roll, key=lambda die: sign * die)[:wanted]
            self.rng.shuffle(stored)
            throws.append({"roll": roll, "kept": stored})
            aside += stored
        return throws, aside

    def count(self, total: int, low: bool) -> tuple[Json, bool]:
        """What the turn comes to, and whether it missed its threshold."""
        wanted = 12 if low else 30
        missed, apart = (total > 12 if low else total < 30), abs(total - wanted)
        turn = {
            "threshold": wanted,
            "direction": "at_most" if low else "at_least",
            "sum": total,
            "outcome": "miss" if missed else "attack" if apart else "equal",
            "points_lost": apart if missed else 0,
            "level": 0 if missed else apart,
        }
        return turn, missed

    def hurt(self, seat: int, points: int, reported: Json) -> None:
        for _ in range(points):
            self.score[seat] -= 1
        if self.score[seat] < 0 and seat not in self.order:
            self.order.append(seat)
            reported["killed"].append(seat)

    def attack(self, seat: int, revenge: bool, coup: Json, reported: Json) -> int | None:
        level = reported["turn"]["level"]
        targets = self.targets(seat, revenge, level)
        target = self.rng.choice(targets)
        rolls: list[list[int]] = []
        hits = full = 0
        left, going = 6, True
        while going:
            roll = self.throw(left)
            rolls.append(roll)
            result = Counter(roll)[level]
            hits += result
            left -= result
            going = result > 0
            if left == 0:
                full, left = full + 1, 6
            if len(rolls) > 7:
                self.faces = tuple(face for face in (1, 2, 3, 4, 5, 6) if face != level)
        coup["target"], coup["attack_rolls"] = target, rolls
        reported["legal_targets"] = targets
        reported["attack"] = {"hits": hits, "damage": hits * level, "full_hands": full, "finished": True}
        self.hurt(target, hits * level, reported)
        return target if reported["killed"] else None

    def targets(self, seat: int, revenge: bool, level: int) -> list[int]:
        everybody = [other for other in range(len(self.score)) if other != seat]
        if revenge:
            return everybody
        if self.variant.get("rules", "standard") == "nous":
            walk = self.before if level in (2, 4, 6) else self.after
        elif self.variant.get("round", 1) == 3:
            return [other for other in everybody if self.score[other] >= 0]
        else:
            walk = self.after if self.variant.get("round", 1) == 1 else self.before
        result = walk(seat)
        while self.score[result] < 0:
            result = walk(result)
        return [result]

    def expected(self) -> Json:
        best = max(self.score)
        return {
            "after_each_coup": self.reports,
            "scores": self.score,
            "alive": [points > -1 for points in self.score],
            "order_of_death": self.order,
            "winners": [seat for seat, points in enumerate(self.score) if points == best],
            "next_first_player": self.order[0],
        }


def rounds(seed: int, count: int) -> Iterator[tuple[Json, Json]]:
    """Random rounds: the question and what must be answered."""
    rng = random.Random(seed)
    for number in range(count):
        variant: Json = {"rules": rng.choice(["standard", "nous"]), "round": rng.randint(1, 3)}
        if rng.random() < 0.3:
            variant |= {"revenge": rng.choice(["yes", "no"]), "revenge_penalty": rng.random() < 0.5}
        players = rng.choice((2, 2, 3, 4, 5, 6, 12))
        points, first = rng.choice((30, 30, 30, 0, 1, 7)), rng.randrange(players)
        table = Table(rng, variant, players, points)
        table.play(first)
        state = {"players": players, "first": first, "start_score": points}
        question = {"kind": "round_log", "variant": variant, "state": state, "input": {"coups": table.coups}}
        yield {"id": str(number), "game": "trente", **question}, table.expected()


def ask(question: Json) -> Json:
    return FrontDesk().answer(
        json.dumps({"id": "q", "game": "trente", "variant": {}, "state": {}, **question})
    )


@pytest.mark.parametrize("seed", range(4))
def test_random_rounds_come_out_equal(seed: int) -> None:
    door, revenges, deaths = FrontDesk(), 0, 0
    for question, expected in rounds(seed, 100):
        answer = door.answer(json.dumps(question))
        assert answer == {"id": question["id"], "answer": expected}, json.dumps(question)
        revenges += sum(coup["revenge"] for coup in question["input"]["coups"])
        deaths += len(expected["order_of_death"])
    assert revenges > 40
    assert deaths > 200


def test_every_sum_is_counted_as_by_hand() -> None:
    rng = random.Random(5)
    for rules in ("standard", "nous"):
        desk = desk_of(build(find("trente"), {"rules": rules}))
        for _ in range(1500):
            dice = [rng.randint(1, 6) for _ in range(6)]
            threshold = 30 if rules == "nous" or dice[0] in (4, 5, 6) else 12
            beyond = sum(dice) - 30 if threshold == 30 else 12 - sum(dice)
            assert desk.answer("turn_score", {}, {"set_aside_in_order": dice}) == {
                "threshold": threshold,
                "direction": {30: "at_least", 12: "at_most"}[threshold],
                "sum": sum(dice),
                "outcome": {True: "attack", False: "miss"}[beyond > 0] if beyond else "equal",
                "points_lost": -beyond if beyond < 0 else 0,
                "level": beyond if beyond > 0 else 0,
            }


def struck(level: int, rolls: list[list[int]], left: int = 6) -> tuple[int, int, int]:
    """Hits, full hands, and dice that may still be thrown, by recursion."""
    if not rolls:
        return 0, 0, left
    hits = rolls[0].count(level)
    if hits == 0:
        return 0, 0, 0
    again, full, due = struck(level, rolls[1:], left - hits or 6)
    return hits + again, full + (hits == left), due


def test_attacks_cut_anywhere_come_out_equal() -> None:
    rng = random.Random(6)
    desk = desk_of(find("trente")())
    for _ in range(1500):
        level = rng.randint(1, 6)
        faces = [1, 2, 3, 4, 5, 6] + [level] * rng.choice((0, 6, 30))
        rolls: list[list[int]] = []
        while len(rolls) < 12 and (due := struck(level, rolls)[2]):
            rolls.append([rng.choice(faces) for _ in range(due)])
        rolls = rolls[: rng.randint(0, len(rolls))]
        hits, full, due = struck(level, rolls)
        expected = {"hits": hits, "damage": hits * level, "full_hands": full, "finished": due == 0}
        answer = desk.answer("attack", {}, {"level": level, "rolls": rolls})
        assert answer == expected | ({"dice_to_throw": due} if due else {})


def test_what_may_be_kept_is_every_choice_of_dice() -> None:
    rng = random.Random(7)
    desk = desk_of(find("trente")())
    for _ in range(300):
        roll = [rng.randint(1, 6) for _ in range(rng.randint(1, 6))]
        choices = range(1, 2 ** len(roll))
        sets = {tuple(sorted(die for n, die in enumerate(roll) if choice >> n & 1)) for choice in choices}
        keeps = desk.answer("legal_keeps", {}, {"roll": roll})["keeps"]
        assert len(keeps) == len(sets)
        assert {tuple(stored) for stored in keeps} == sets


def test_targets_are_found_by_walking_round_the_table() -> None:
    rng = random.Random(8)
    for _ in range(300):
        players, level = rng.randint(2, 9), rng.randint(1, 6)
        variant = {"rules": rng.choice(["standard", "nous"]), "round": rng.randint(1, 3)}
        table = Table(rng, variant, players, 0)
        table.score = [rng.choice((0, -1)) for _ in range(players)]
        me, other = rng.sample(range(players), 2)
        table.score[me] = table.score[other] = 0
        state = {"players": players, "alive": [points == 0 for points in table.score]}
        given = {"attacker": me, "round": variant["round"], "level": level}
        answer = ask({"kind": "attack_target", "variant": variant, "state": state, "input": given})["answer"]
        assert answer["legal_targets"] == table.targets(me, False, level)
        assert answer["level"] == level
