"""Light that changes, and what is known of the table without hands: plain pictures, eyes that read them exactly."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
import pytest
from each import each
from numpy.typing import NDArray
from painted_dice import fresh

from vision.follow.clear import Clear, differs
from vision.follow.follower import follow
from vision.follow.hands import hand_mask
from vision.follow.motion import Thumbnail, thumbnail
from vision.follow.relit import relit
from vision.frame import Frame, Image
from vision.observation import BoardSeen, Die, Observation

SIZE, EDGE, RATE = (240, 320), 14, 12
GRAIN = cv2.GaussianBlur(np.random.default_rng(2).normal(0, 100, SIZE), (0, 0), 1.5)[..., None]
WOOD = np.clip(np.array((60, 95, 140)) + GRAIN, 5, 200)
"""A table with a grain that tells light from things."""
NOISE = np.random.default_rng(3).normal(0.5, 1, (5, *SIZE, 3)).astype(np.float32)
SKIN = np.array((120, 150, 215))

Floats: TypeAlias = NDArray[Any]
Lamp = Callable[[Floats, float], Floats]
Change = Callable[[Floats], Floats]


def table(dice: Sequence[tuple[int, int]] = (), hand: tuple[int, int] | None = None) -> Floats:
    """A table with dice at (x, y), px; `hand`: a hand's fingertips, reaching in from the left edge."""
    image = WOOD.copy()
    for x, y in dice:
        image[y : y + EDGE, x : x + EDGE] = 235
        image[y + 5 : y + 9, x + 5 : x + 9] = 20
    if hand:
        mask, (x, y) = np.zeros(SIZE, np.uint8), hand
        for finger in range(-2, 3):
            cv2.line(mask, (0, y + 5), (x, y + 11 * finger), 1, 8)
        cv2.line(mask, (0, y + 5), (max(0, x - 30), y), 1, 40)
        image[mask > 0] = SKIN
    return image


def shown(image: Floats, seed: int = 0) -> Image:
    """As a camera shows it."""
    return np.asarray(np.clip(image + NOISE[seed % len(NOISE)], 0, 255), np.uint8)


def small_picture(image: Floats, time: float = 0.0, seed: int = 0) -> Thumbnail:
    return thumbnail(Frame(shown(image, seed), time))


def across(left: float, right: float) -> Floats:
    return np.linspace(left, right, SIZE[1])[None, :, None]


def projected(image: Floats) -> Floats:
    lit = image.copy()
    lit[60:, 100:] = 1.4 * lit[60:, 100:] + 20
    return lit


LIGHTS: dict[str, Change] = {
    "lamp off": lambda image: 0.4 * image,
    "lamp on": lambda image: 1.8 * image,
    "haze": lambda image: 0.75 * image + 45,
    "warmer": lambda image: image * (0.75, 1.0, 1.3),
    "lamp at one side": lambda image: image * across(1.5, 0.6),
    "exposed otherwise": lambda image: 255 * (image / 255) ** 0.7,
    "projector": projected,
}
everywhere = pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)


def known(image: Floats) -> Clear:
    return Clear.at(small_picture(image)).until(1.0)


@everywhere
def test_another_light_is_no_change(light: Change) -> None:
    was, now = small_picture(table()), small_picture(light(table()), seed=1)
    assert differs(was, now).mean() > 0.1
    assert differs(relit(was, now), now).mean() < 0.02
    assert not hand_mask(known(table()), now).any()


@everywhere
def test_a_hand_is_seen_in_another_light(light: Change) -> None:
    now = light(table(hand=(150, 120)))
    answer_given = hand_mask(known(table()), small_picture(now, seed=1))
    true = differs(small_picture(table()), small_picture(table(hand=(150, 120))))
    assert (answer_given & true).sum() > 0.7 * true.sum()
    assert (answer_given & ~true).mean() < 0.03


@pytest.mark.parametrize(("ends", "hand"), [(20, True), (105, False)])
def test_an_arm_in_a_wide_picture_is_a_hand(
    ends: int, hand: bool
) -> None:
    arm = table(hand=(170, 120))
    arm[:, :ends] = table()[:, :ends]
    board = BoardSeen("occe", ((90, 190), (90, 50), (230, 50), (230, 190)), True, 0.9)
    assert not hand_mask(known(table()), small_picture(arm)).any()
    assert hand_mask(known(table()), small_picture(arm), board).any() == hand


def test_in_the_same_light_a_picture_stays_as_it_was() -> None:
    was = small_picture(table())
    assert relit(was, small_picture(table([(150, 100)], hand=(125, 150)), seed=1)) is was


def test_a_long_resting_arm_is_no_hand() -> None:
    clear, arm = known(table()), table(hand=(125, 120))
    for k in range(7):
        assert hand_mask(clear, small_picture(arm, 1 + k / 2)).any() == (1 + k / 2 <= 3.5)
        clear = clear.after_motion(small_picture(arm, 1 + k / 2), 2.5)
    assert not hand_mask(clear, small_picture(arm, 5.0)).any()
    assert not hand_mask(clear, small_picture(table(), 5.0)).any()
    assert hand_mask(clear, small_picture(table(hand=(125, 200)), 5.0)).any()
    left = clear.after_rest(small_picture(table(), 6.0))
    assert not hand_mask(left, small_picture(table(), 7.0)).any()
    assert hand_mask(left, small_picture(arm, 7.0)).any()  # where it lay it is a hand again


def test_a_hand_in_the_first_picture_is_never_the_table() -> None:
    begins = Clear.at(small_picture(table(hand=(125, 120)))).after_rest(small_picture(table(hand=(125, 120)), 0.2))
    assert not hand_mask(begins, small_picture(table(), 0.5)).any()
    after = begins.after_rest(small_picture(table(), 1.0)).until(2.0)
    assert not hand_mask(after, small_picture(table(), 2.0)).any()
    assert hand_mask(after, small_picture(table(hand=(125, 120)), 2.0)).any()


def test_pictures_of_another_size_begin_anew() -> None:
    small = thumbnail(Frame(shown(table())[::2, ::3], 1.0))
    assert not known(table()).differs(small).any()
    assert known(table()).after_motion(small, 2.5).newest is small


@dataclass
class Seeing:
    """Reads the dice of a script by time, whatever the light."""

    script: Sequence[tuple[float, Sequence[tuple[int, int]]]]

    def look(self, frame: Frame, *asked: object) -> Observation:
        places = next(places for until, places in self.script if frame.time < until)
        dice = tuple(Die(1, "flat", (x, y, EDGE, EDGE), 0.99) for x, y in places)
        return Observation(frame.time, None, dice)


FIRST, SECOND = [(150, 100), (190, 130)], [(125, 160), (225, 90)]


def thrown(light: Lamp) -> list[Observation]:
    """Two throws; from 2.8 to 3.4 s a hand takes the first one's dice."""
    script = [(1.5, []), (3.2, FIRST), (4.5, []), (99.0, SECOND)]
    frames = []
    for k in range(6 * RATE):
        t = k / RATE
        hand = (30 + 9 * k % 120, 120) if 2.8 <= t < 3.4 else None
        dice = next(places for until, places in script if t < until)
        frames.append(Frame(shown(light(table(dice, hand), t), k), t))
    return [item for item in follow(frames, Seeing(script), board="none") if item.still]


@each("at", [3.0, 4.6])
@each("light", [LIGHTS["warmer"], LIGHTS["haze"], LIGHTS["projector"]])
def test_each_throw_is_told_when_the_light_changes(light: Change, at: float) -> None:
    looks = thrown(lambda image, t: light(image) if t >= at else image)
    first, second = (look.time for look in looks if fresh(look))
    assert first < 3.2 < second < 5.4
    assert {tuple(die.box[:2] for die in look.dice) for look in looks} == {(), tuple(FIRST), tuple(SECOND)}


@each(
    "light",
    [
        lambda image, t: image * min(1.0, 0.3 + 0.1 * t),  # day breaks
        lambda image, t: image * (1 + 0.05 * (round(t * RATE) % 2)),  # mains
        lambda image, t: image * (1 + 0.2 * np.sin(6 * t)),  # exposure that hunts
        lambda image, t: 6 * image + 120 if t < 0.7 else image,  # burnt at first
        lambda image, t: image if t > 0.7 else 0.05 * image,
        lambda image, t: image if not 1.3 < t < 1.9 else 0.08 * image,  # dark while dice fall
    ],
)
def test_each_throw_is_told_in_restless_light(light: Lamp) -> None:
    assert [len(fresh(item)) for item in thrown(light) if fresh(item)] == [2, 2]
