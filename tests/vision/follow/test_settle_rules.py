"""What following may decide, and when: dice that roll out, dice that hit others, doubtful looks, covered tiles."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from each import each
from painted_dice import PlainEyes, fresh, table

from vision.follow.follower import follow
from vision.follow.pace import Pace
from vision.frame import Frame, Image
from vision.look import LooksForDice
from vision.observation import BoardSeen, Die, Observation, Piece

RATE = 30
BOARD = BoardSeen("box", ((200, 400), (200, 100), (500, 100), (500, 400)), True, 0.99)
PLACES = ((250, 250), (450, 150))
"""px: slot-1, which the hand covers, and slot-2, which it does not."""
HAND = (320, 250)
"""px: the fingertips of a hand from the left."""

Lying = tuple[int, int, int]
"""x, y (px, upper left) and value of a die."""
FIVE, THREE = (300, 200, 5), (380, 260, 3)
NUDGED = (308, 204, 5)


def rolling(x: int, y: int, value: int, lying: Sequence[Lying] = (), steps: int = 6) -> list[Image]:
    """A die flies from the left to 60 px before (x, y)."""
    way = range(steps, 0, -1)
    return [table(*lying, (max(0, x - 60 * k), y + 9 * (k % 2), 1 + (value + k) % 6)) for k in way]


def after_rest(images: Image, count: int = 12) -> list[Image]:
    return [images] * count


def film(*shots: Sequence[Image]) -> list[Frame]:
    """As a camera shows it: no two pictures are quite alike."""
    rng = np.random.default_rng(5)
    frames = []
    for k, picture in enumerate(picture for shot in shots for picture in shot):
        image = picture.copy()
        image[..., 2] += rng.integers(0, 3, image.shape[:2], np.uint8)
        frames.append(Frame(image, k / RATE))
    return frames


@dataclass
class WrongEyes(PlainEyes):
    """`wrong` of every three looks read each die as a one."""

    wrong: int = 0

    def look(self, frame: Frame, *asked: object) -> Observation:
        observation = super().look(frame, *asked)
        if len(self.looks) % 3 < self.wrong:
            return replace(observation, dice=tuple(replace(die, value=1, sure=0.6) for die in observation.dice))
        return observation


def looks_at(frames: Sequence[Frame], eyes: PlainEyes | None = None) -> list[Observation]:
    eyes = eyes or PlainEyes()
    return list(follow(frames, eyes, board="box" if eyes.board else "none"))


def values(observation: Observation) -> list[int | None]:
    return sorted((die.value for die in observation.dice), key=lambda value: value or 0)


@each("rocks", [0, 1, 2, 3, 4, 6, 9, 12])
def test_slow_throws_are_reported_two_frames_after_fusion(
    rocks: int,
) -> None:
    """The last moving frame is the one before the first that shows every die where it rests."""
    x, y, value = FIVE
    out = [table((x + 2 * (k % 2 == 0), y, value)) for k in range(rocks)]  # to and fro, by a point or so
    begin = [*after_rest(table()), *rolling(*FIVE), *out]
    frames = film(begin, after_rest(table(FIVE)))
    first = next(look for look in looks_at(frames) if fresh(look))
    assert round(first.time * RATE) - len(begin) <= Pace().reads + 2
    assert values(first) == [5]


def test_a_die_is_read_only_after_it_stops() -> None:
    x, y, value = FIVE
    out = [table((x + 2 * (k % 2 == 0), y, value)) for k in range(4)]
    begin = [*after_rest(table()), *rolling(*FIVE), *out]
    eyes = PlainEyes()
    looks_at(film(begin, after_rest(table(FIVE))), eyes)
    thrown = [round(time * RATE) for time in eyes.looks if time * RATE > 13]
    assert len(thrown) == Pace().reads
    assert min(thrown) >= len(begin)


def test_a_trembling_shadow_does_not_block_a_throw() -> None:
    def trembling(picture: Image, k: int) -> Image:
        image = picture.copy()
        image[40:44, 560 + 4 * (k % 2) : 572 + 4 * (k % 2)] //= 2
        return image

    still = [trembling(table(FIVE), k) for k in range(20)]
    begin = [*after_rest(table()), *rolling(*FIVE)]
    first = next(look for look in looks_at(film(begin, still)) if fresh(look))
    assert round(first.time * RATE) - len(begin) <= 2 * (Pace().reads + 2)


@each("between", [8, 20, 60])
@each("after", [FIVE, NUDGED])
def test_a_die_nudged_by_the_next_one_is_not_fresh(between: int, after: Lying) -> None:
    frames = film(
        after_rest(table()), rolling(*FIVE), after_rest(table(FIVE), between),
        rolling(*THREE, lying=[FIVE]), after_rest(table(after, THREE)),
    )  # fmt: skip
    both = [look for look in looks_at(frames) if values(look) == [3, 5]]
    assert [fresh(look) for look in both if fresh(look)] == [[3]]


def test_values_are_fused_over_the_still_frames() -> None:
    eyes = WrongEyes(wrong=1)
    frames = film(after_rest(table()), rolling(*FIVE), after_rest(table(FIVE, THREE)))
    first = next(look for look in looks_at(frames, eyes) if fresh(look))
    assert values(first) == [3, 5]
    assert all(die.sure == pytest.approx(0.66) for die in first.dice)  # two looks of three


def test_a_value_misread_in_most_frames_is_unsure() -> None:
    eyes = WrongEyes(wrong=2)
    frames = film(after_rest(table()), rolling(*FIVE), after_rest(table(FIVE)))
    first = next(look for look in looks_at(frames, eyes) if fresh(look))
    assert all(die.sure <= 0.66 for die in first.dice)


COMING = [table(FIVE, hand=(HAND[0] * k // 6, HAND[1])) for k in range(1, 7)]


def test_while_a_hand_covers_tiles_nothing_is_told_of_any() -> None:
    below = after_rest(table(FIVE, hand=HAND, turned=PLACES[0]), 30)
    frames = film(after_rest(table(FIVE)), COMING, below)
    covering = [look for look in looks_at(frames, PlainEyes(BOARD, PLACES)) if look.time * RATE >= 17]
    assert covering
    assert all(not look.still and look.pieces == () for look in covering)
    assert covering[-1].hands == {"slot-1"}


def test_once_the_hand_has_left_what_it_did_is_told() -> None:
    below = after_rest(table(FIVE, hand=HAND, turned=PLACES[0]), 30)
    leaving = [table(FIVE, hand=(HAND[0] * k // 6, HAND[1]), turned=PLACES[0]) for k in range(6, 0, -1)]
    frames = film(after_rest(table(FIVE)), COMING, below, leaving, after_rest(table(FIVE, turned=PLACES[0])))
    looks = looks_at(frames, PlainEyes(BOARD, PLACES))
    assert [piece.kind for piece in looks[-1].pieces] == ["open", "closed"]
    assert (looks[-1].still, values(looks[-1]), [fresh(look) for look in looks if fresh(look)]) == (True, [5], [])


def test_tiles_under_a_hand_are_unknown_others_are_read() -> None:
    below = after_rest(table(FIVE, hand=HAND), 110)
    last = looks_at(film(after_rest(table(FIVE)), COMING, below), PlainEyes(BOARD, PLACES))[-1]
    assert last.still
    assert [piece.kind for piece in last.pieces] == ["unknown", "closed"]


def test_a_die_under_a_hand_has_not_left() -> None:
    under = (270, 232, 4)
    begin = after_rest(table(under))
    coming = [table(under, hand=(HAND[0] * k // 20, HAND[1])) for k in range(1, 21)]
    leaving = coming[::-1]
    looks = looks_at(film(begin, coming, after_rest(coming[-1], 30), leaving, begin), PlainEyes(BOARD, PLACES))
    assert any(look.hands for look in looks)
    assert not any(die.state == "moving" for look in looks for die in look.dice)
    assert (values(looks[-1]), [fresh(look) for look in looks if fresh(look)]) == ([4], [])


@pytest.mark.parametrize("back", [True, False])
def test_a_die_hidden_by_a_hand_is_not_fresh(back: bool) -> None:
    under = (270, 232, 4)
    coming = [table(under, hand=(HAND[0] * k // 20, HAND[1])) for k in range(1, 21)]
    lying = [under] if back else []
    leaving = [table(*lying, hand=(HAND[0] * k // 20, HAND[1])) for k in range(20, 0, -1)]
    frames = film(after_rest(table(under)), coming, after_rest(coming[-1], 110), leaving, after_rest(table(*lying)))
    looks = looks_at(frames, PlainEyes(BOARD, PLACES))
    assert any(look.still and 32 <= look.time * RATE < 142 for look in looks)  # it was read with the hand there
    assert values(looks[-1]) == ([4] if back else [])
    assert [fresh(look) for look in looks if fresh(look)] == []


@dataclass
class QuickEyes(PlainEyes):
    """Can be asked for dice alone, and remembers with which tiles it was."""

    asked: list[tuple[Piece, ...]] = field(default_factory=list)

    def look_for_dice(
        self, frame: Frame, board: BoardSeen | None, pieces: Sequence[Piece], _: object
    ) -> tuple[Die, ...]:
        assert board == BOARD
        self.asked.append(tuple(pieces))
        return self.dice(frame)


def test_while_hands_move_only_dice_are_read() -> None:
    gone = [table(hand=(HAND[0] * k // 40, HAND[1])) for k in range(40, 0, -1)]
    frames = film(after_rest(table(FIVE)), COMING, gone, after_rest(table()))
    quick, plain = QuickEyes(BOARD, PLACES), PlainEyes(BOARD, PLACES)
    assert isinstance(quick, LooksForDice)
    assert not isinstance(plain, LooksForDice)
    assert looks_at(frames, quick) == looks_at(frames, plain)
    assert quick.asked
    assert all([piece.space for piece in pieces] == ["slot-1", "slot-2"] for pieces in quick.asked)
    assert len(quick.looks) + len(quick.asked) == len(plain.looks)
