"""Games whose men are moved by touch, simulated: dice are seen, a finger says the rest and puts right what is wrong."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from referee.core import Roll
from webui.table.values.actions import DealCards, Next, PlayMove, TouchMan
from webui.table.values.setup import Setup, players_at
from workshop.simulate.fingers import AISLE
from workshop.simulate.game import DICE, PLAYED, TILES, Check, Finger, Lived, Wish, standing
from workshop.simulate.noise import CountedNoise, TableNoise, load
from workshop.simulate.reporting import in_order, reports_of
from workshop.simulate.score import scored
from workshop.simulate.world import lived

KINDS = ("cast", "turn", "push", "lift", "linger")
TIMES = {f"lasts {kind}": (2.0, 2.5) for kind in KINDS} | {
    f"settled after {kind}": (0.0, 0.1) for kind in KINDS
}
PERFECT = CountedNoise((TableNoise(10, (), 10, 10, ()),), (), {}, TIMES, 10**9)


def game(name: str, seed: str = "touch", *kinds: str, foul: float = 0.0, noise: CountedNoise = PERFECT) -> Lived:
    return lived(Random(seed), noise, PLAYED[name], Wish(kinds, foul))


def test_every_game_and_profile_of_the_referee_is_simulated() -> None:
    from referee.games import GAMES

    assert {(name, profile) for name, profile, _, _ in PLAYED.values()} == {
        (item.name, profile) for item in GAMES for profile in item.profiles
    }
    assert set(TILES) | set(DICE) | {"tock", "tock_known"} == set(PLAYED)


@pytest.mark.parametrize("name", ["backgammon", "trictrac", "trente"])
def test_a_game_by_looks_and_fingers_is_reported_right(name: str) -> None:
    game_played = game(name)
    score = scored(game_played, reports_of(game_played))
    thrown = [event for event in game_played.truth if event["event"] == "roll_settled"]
    assert len(game_played.checks) == len(thrown) == score.throws > 10
    assert (score.right, score.wrong) == (score.throws, 0)
    assert game_played.truth[-1]["event"] == "game_ended"


def test_what_a_finger_says_is_what_happened() -> None:
    game_played = game("backgammon", foul=0.5)
    moves = [event["move"] for event in game_played.truth if event["event"] == "move_accepted"]
    answer = [finger for finger in game_played.fingers if isinstance(finger.action, PlayMove) and not finger.foul]
    whole = [finger.action.move for finger in answer]
    assert Counter(moves) <= Counter(whole)
    for finger in game_played.fingers:
        if finger.foul and isinstance(finger.action, PlayMove):
            game_, state = finger.before.game, finger.before.state
            assert game_.move_refusal(state, game_.from_text(finger.action.move)) is not None


def test_looks_fingers_and_checks_come_in_order() -> None:
    game_played = game("backgammon")
    items = [item for item in in_order(game_played) if not isinstance(item, Check)]
    times = [item.t if isinstance(item, Finger) else item.time for item in items]
    assert len(times) == len(game_played.looks) + len(game_played.fingers)
    assert min(after - before for before, after in pairwise(times)) > -1.0  # a look may be told a moment late
    checks = [item for item in in_order(game_played) if isinstance(item, Check)]
    assert checks == list(game_played.checks)


def test_dice_set_aside_stay_while_others_are_thrown() -> None:
    game_played = game("trente")
    thrown = [finger.before for finger in game_played.fingers if isinstance(finger.action, PlayMove)]
    again = {len(match.events[-1].dice) for match in thrown if isinstance(match.events[-1], Roll)}
    assert len(again) > 1
    for look in game_played.looks:
        assert len(look.dice) <= 6
    assert any(sum(die.box[0] + die.box[2] / 2 == AISLE[0] for die in look.dice) > 1 for look in game_played.looks)


def test_cards_are_dealt_and_played_by_fingers_alone() -> None:
    game_played = game("tock_known", foul=0.1)
    assert not any(look.dice for look in game_played.looks)
    assert any(isinstance(finger.action, DealCards) for finger in game_played.fingers)
    some = {type(finger.action) for finger in game_played.fingers}
    assert some == {DealCards, PlayMove, Next}


def test_touch_move_men_are_touched_first() -> None:
    game_played = game("jacquet_traditional")
    assert any(isinstance(finger.action, TouchMan) for finger in game_played.fingers)


@pytest.mark.parametrize("kind", ["missed", "misread"])
def test_who_is_refused_a_legal_move_enters_what_was_thrown(kind: str) -> None:
    game_played = game("backgammon", "fault", kind)
    assert kind in {fault.kind for fault in game_played.faults}
    reports = reports_of(game_played)
    score = scored(game_played, reports)
    assert score.entered > 0
    assert reports.entered >= score.entered
    assert score.right == score.throws
    match = [recovery for recovery in score.recoveries if recovery.kind == kind]
    assert match
    assert all(recovery.again and recovery.throws <= 2 for recovery in match)


def test_the_order_of_dice_aside_does_not_matter() -> None:
    start = Setup("trente", players_at((1, 2)), "Trente (Wikilivres)").match()
    first, second = (
        start.then(Roll((6, 6, low, 4, 5, 5))).then(start.game.from_text("6+6+5+5")).then(Roll((2, 3)))
        for low in (1, 5)
    )
    assert first.game.appearance(first.state) != second.game.appearance(second.state)
    assert standing(first) == standing(second)
    assert standing(first) != standing(start)


def test_with_counted_noise_nothing_ends_wrong() -> None:
    game_played = game("trictrac", noise=load(), foul=0.3)
    score = scored(game_played, reports_of(game_played))
    assert score.fouls > 0
    assert score.right > 0.9 * score.throws
