"""The pips of a table's own dice stand out by their colours, also of marble."""

import cv2
import numpy as np
import pytest
from each import each

from vision.dice.candidates import CUT
from vision.dice.pips import FEW, Colours, learnt, reweighed
from vision.dice.upper import PIPS, Shown, shown_in

DARK, LIGHT, WHITE = (50, 70, 20), (150, 190, 120), (235, 240, 240)
HALF = 11.0
EVEN = (1 / 6,) * 6


def marbled(value: int, degrees: float = 20.0, seed: int = 1) -> Shown:
    """A die of two greens run into one another, with pips."""
    rng = np.random.default_rng(seed)
    veins = cv2.resize(rng.random((14, 14)).astype(np.float32), (CUT, CUT), interpolation=cv2.INTER_CUBIC)[..., None]
    marble = np.float32(DARK) + np.clip(veins * 2 - 0.5, 0, 1) * np.subtract(LIGHT, DARK).astype(np.float32)
    angles = np.radians(degrees + 45 + 90 * np.arange(4))
    middle = (CUT - 1) / 2
    corners = middle + HALF * np.sqrt(2) * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    mask = np.zeros((CUT, CUT), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    cut = np.where(mask[..., None] > 127, marble, 110).astype(np.uint8)
    cos, sin = HALF / 2 * np.cos(np.radians(degrees)), HALF / 2 * np.sin(np.radians(degrees))
    for right, low in PIPS[value - 1]:
        x, y = middle + cos * right - sin * low, middle + sin * right + cos * low
        cv2.circle(cut, (round(x * 16), round(y * 16)), round(HALF * 0.17 * 16), WHITE, -1, cv2.LINE_AA, 4)
    cut = np.clip(cv2.GaussianBlur(cut, (0, 0), 0.8) + rng.normal(0, 4, cut.shape), 0, 255).astype(np.uint8)
    spread = abs(np.cos(np.radians(degrees))) + abs(np.sin(np.radians(degrees)))
    return shown_in(cut, (0.0, 0.0), 2 * HALF * spread * 0.95)


def known() -> Colours:
    colours = None
    for seed, value in enumerate((6, 3, 5, 2)):
        colours = learnt(colours, marbled(value, 15 + 20 * seed, seed), value)
    assert colours is not None
    return colours


@each("value", range(1, 7))
def test_known_colours_tell_what_a_marbled_die_shows(value: int) -> None:
    shows = [reweighed(EVEN, marbled(value, 5 + 13 * seed, 30 + seed), known()) for seed in range(6)]
    right = [1 + int(np.argmax(chances)) == value for chances in shows]
    assert sum(right) >= 5
    assert all(abs(sum(chances) - 1) < 1e-6 for chances in shows)


def test_colours_are_those_of_pips_and_body() -> None:
    colours = known()
    assert np.abs(np.subtract(colours.pips, WHITE)).max() < 70  # blurred
    assert np.abs(np.subtract(colours.body, (100, 130, 70))).max() < 50
    assert colours.faces == 4
    shows = colours.along(np.array([[colours.body, colours.pips]]).round().astype(np.uint8))
    assert shows == pytest.approx(np.array([[0, 1]]), abs=0.05)


def test_one_face_alone_says_nothing() -> None:
    assert FEW > 1
    assert reweighed(EVEN, marbled(4), learnt(None, marbled(5), 5)) == EVEN


def test_dice_without_such_pips_keep_their_reading() -> None:
    plain = shown_in(np.full((CUT, CUT, 3), 120, np.uint8), (0.0, 0.0), 24.0)
    assert reweighed(EVEN, plain, known()) == EVEN


def test_what_the_network_rules_out_is_not_told() -> None:
    chances = (1e-6, 1e-6, 1e-6, 1 - 5e-6, 1e-6, 1e-6)
    assert max(range(6), key=lambda k: reweighed(chances, marbled(5), known())[k]) == 3
