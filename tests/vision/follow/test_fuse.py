"""Several looks made one: those that agree with the newest count, and one that stands alone is a doubt."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from each import each

from vision.follow.follower import follow
from vision.follow.fuse import agreeing, alone, fused
from vision.follow.pace import Pace
from vision.frame import Frame
from vision.observation import Die, DieState, Observation, Piece, PieceKind


def die(value: int | None, sure: float = 0.99, x: float = 100, state: DieState = "flat", there: float = 1.0) -> Die:
    return Die(value, state, (x, 100, 30, 30), sure, there=there)


def look(*dice: Die, tile: tuple[PieceKind, float] = ("open", 0.99), time: float = 0.0) -> Observation:
    return Observation(time, None, dice, (Piece("slot-1", tile[0], None, (10, 10), tile[1]),))


def read(observation: Observation) -> tuple[list[int | None], str]:
    return [die.value for die in observation.dice], observation.pieces[0].kind


LEANS = look(die(4, 0.95, state="cocked"))
SIX, TWO = look(die(6)), look(die(2))


@each(
    ("looks", "count", "doubt"),
    [
        ([TWO, TWO, TWO], 3, set()),
        ([LEANS, SIX, TWO], 1, {"dice"}),  # it still tips: the last one stands alone
        ([LEANS, SIX, TWO, TWO], 2, set()),
        ([look(die(2, x=88)), TWO, TWO], 2, set()),  # it still rolled
        ([look(die(2, x=97)), TWO], 2, set()),  # the box trembles
        ([look(die(2), die(5, x=300)), TWO, TWO], 2, set()),  # one was taken away
        ([look(die(2), die(5, 0.4, x=300, there=0.4)), TWO, TWO], 3, set()),  # perhaps that was no die
        ([look(tile=("closed", 0.97)), look(), look()], 2, set()),  # a hand left
        ([look(tile=("closed", 0.97)), look()], 1, {"tiles"}),
        ([look(tile=("unknown", 0.97)), look()], 2, set()),  # what was hidden contradicts nothing
        ([look(die(6, 0.6)), TWO], 2, set()),  # the eyes were not sure of the first: both count
    ],
)
def test_only_the_newest_looks_that_agree_count(looks: list[Observation], count: int, doubt: set[str]) -> None:
    assert len(agreeing(looks)) == count
    assert alone(looks) == (count == 1)
    assert read(fused(looks)) == read(looks[-1])
    assert fused(looks).abstains == doubt


def test_looks_that_are_not_sure_are_averaged() -> None:
    both = fused([look(die(6, 0.6)), look(die(2, 0.99)), look(die(2, 0.99))])
    assert read(both)[0] == [2]
    assert both.dice[0].sure == pytest.approx(0.66)


def test_how_likely_a_die_leans_is_averaged_over_all_looks() -> None:
    looks = [look(replace(die(2), leans=leans)) for leans in (0.5, 0.1, 0.3)]
    assert fused(looks).dice[0].leans == pytest.approx(0.3)


RATE = 12


@dataclass
class Scripted:
    """Tells one look after the other, and the last one for ever."""

    looks: list[Observation]
    times: tuple[float, ...] = ()

    def look(self, frame: Frame, *asked: object) -> Observation:
        reported = self.looks[min(len(self.times), len(self.looks) - 1)]
        self.times += (frame.time,)
        return replace(reported, time=frame.time)


def looks_at(eyes: Scripted, seconds: float = 3.0) -> list[Observation]:
    """What is told of a picture that does not change, read anew after its first frame."""
    picture = np.full((120, 160, 3), 90, np.uint8)
    frames = [Frame(picture, k / RATE) for k in range(round(seconds * RATE))]
    return [observation for observation in follow(frames, eyes, board="none") if observation.still]


def test_a_table_is_at_rest_once_two_looks_agree() -> None:
    eyes = Scripted([look(), LEANS, LEANS, SIX, TWO, TWO])
    assert {tuple(read(observation)[0]) for observation in looks_at(eyes)} == {(2,)}
    first = eyes.times[1:6]
    assert np.allclose(np.diff(first), 1 / RATE)  # frame after frame, until two agree


def test_a_tile_seen_under_a_leaving_hand_is_never_told() -> None:
    hand, free = look(tile=("closed", 0.97)), look()
    assert {read(observation)[1] for observation in looks_at(Scripted([free, hand, hand, free, free]))} == {"open"}


def test_a_lone_look_is_doubtful_until_the_next_beat() -> None:
    eyes = Scripted([TWO, TWO, TWO, TWO, SIX, TWO])
    looks = looks_at(eyes, 6.0)
    assert {tuple(read(one)[0]) for one in looks} == {(2,)}
    assert tuple(one.time for one in looks if "dice" in one.abstains) == eyes.times[4:6]  # the last looks differ
    assert eyes.times[5] - eyes.times[4] == pytest.approx(Pace().beat, abs=1.5 / RATE)


def test_what_two_looks_at_rest_tell_otherwise_is_told() -> None:
    eyes = Scripted([TWO, TWO, TWO, TWO, SIX, SIX])
    looks = looks_at(eyes, 6.0)
    assert {one.time >= eyes.times[5] for one in looks if read(one)[0] == [6]} == {True}
    assert {one.time < eyes.times[5] for one in looks if read(one)[0] == [2]} == {True}


def test_eyes_that_never_agree_are_believed_after_six_looks() -> None:
    eyes = Scripted([look(), *[SIX, TWO] * 20])
    looks = looks_at(eyes, 12.0)
    assert looks[0].time <= 9 / RATE
    assert looks[0].abstains == {"dice"}
    assert len(eyes.times) <= 1 + Pace().most + 12 / Pace().beat
