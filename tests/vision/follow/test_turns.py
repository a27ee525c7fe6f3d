"""What is kept of dice that lie where they lay: how they are turned, and that they lie there."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pytest
from painted_dice import PlainEyes, table

from vision.follow.fates import steady, turned_as
from vision.follow.follower import follow
from vision.frame import Frame
from vision.observation import Die, Observation

RATE = 30
FIVE, THREE, NUDGED = (300, 200, 5), (380, 260, 3), (310, 204, 5)
OTHERS = (250, 320, 6), (450, 180, 2)


@dataclass
class Turning(PlainEyes):
    """Tells a die's turn by where it lies; remembers how many dice it was asked about."""

    asked: tuple[int, ...] = ()

    def turned(self, frame: Frame, observation: Observation) -> Observation:
        new = [die for die in observation.dice if die.state == "flat" and die.turn is None]
        self.asked += (len(new),) if new else ()
        dice = tuple(replace(die, turn=turn(die)) if die in new else die for die in observation.dice)
        return replace(observation, dice=dice)


def turn(die: Die) -> float:
    return die.box[0] % 90


def film(*shots: tuple[int, np.ndarray]) -> Iterator[Frame]:
    """So many pictures of each."""
    pictures = [picture for count, picture in shots for _ in range(count)]
    return (Frame(picture, k / RATE) for k, picture in enumerate(pictures))


def rolling() -> list[tuple[int, np.ndarray]]:
    return [(1, table((60 * k, 200, 1 + k), (50 * k, 260, 6 - k))) for k in range(6)]


def looks_at(eyes: PlainEyes, *shots: tuple[int, np.ndarray]) -> list[Observation]:
    return [look for look in follow(film(*shots), eyes, board="none") if look.still]


def test_the_turn_is_read_once_and_kept_at_rest() -> None:
    eyes, lying = Turning(), table(FIVE, THREE)
    looks = looks_at(eyes, (12, table()), *rolling(), (300, lying), (12, table()), *rolling(), (12, table(*OTHERS)))
    assert eyes.asked == (2, 2)
    assert len(eyes.looks) > 10
    assert {len(look.dice) for look in looks} == {0, 2}
    assert all(die.turn == turn(die) for look in looks for die in look.dice)


def test_the_turn_of_a_touched_die_is_read_again() -> None:
    eyes = Turning()
    looks_at(eyes, (12, table(FIVE, THREE)), *((1, table((300 + k, 200, 5), THREE)) for k in range(8)),
         (12, table(NUDGED, THREE)))  # fmt: skip
    assert eyes.asked == (2, 1)


@pytest.mark.parametrize(
    ("state", "touched", "expected"), [("flat", False, 30.0), ("flat", True, None), ("cocked", False, None)]
)
def test_only_flat_dice_that_lie_as_they_lay_keep_theirs(state: str, touched: bool, expected: float | None) -> None:
    lay = Die(3, "flat", (10, 10, 20, 20), 0.9, turn=30.0)
    lies = Die(3, state, (11, 10, 20, 20), 0.9)  # type: ignore[arg-type]  # of the states
    away = Die(3, "flat", (90, 10, 20, 20), 0.9)
    assert [die.turn for die in turned_as((lay,), (lies, away), lambda die: touched)] == [expected, None]


@pytest.mark.parametrize(
    ("touched", "bared", "lies"), [(False, False, True), (False, True, False), (True, False, False)]
)
def test_an_unread_die_stays_unless_its_place_changed(touched: bool, bared: bool, lies: bool) -> None:
    lay = Die(1, "flat", (10, 10, 20, 20), 0.9)
    assert steady((lay,), (), lambda die: touched, lambda die: bared) == ((lay,) if lies else ())


def test_a_read_die_needs_no_check_of_its_place() -> None:
    lay, lies = Die(1, "flat", (10, 10, 20, 20), 0.9), Die(4, "flat", (10, 10, 20, 20), 0.5)
    assert steady((lay,), (lies,), lambda die: False, lambda die: True) == (lay,)
