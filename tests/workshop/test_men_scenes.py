"""Drawn boards of men: each position of a game lies where its truth says, in each of the four ways a board can lie."""

from dataclasses import replace
from itertools import islice, product

import numpy as np
import pytest
from each import each

from referee.games import find
from referee.games.arrows.looks import ARROWS
from vision.men.reader import LUMINANCE
from vision.men.strips import LONG, strips_of
from workshop.scenes.describe.men_board import BESIDE
from workshop.scenes.describe.sample_men import men_board
from workshop.scenes.men import leaves_of, men_look, men_scene, positions

GAMES = ("backgammon", "jacquet", "trictrac")
START = {"backgammon": {"arrow-1A": "white x 2", "arrow-12A": "white x 5", "arrow-6": "white x 5"},
         "jacquet": {"arrow-12": "white x 15", "arrow-1A": "black x 15"},
         "trictrac": {"arrow-1": "white x 15", "arrow-1A": "black x 15"}}  # fmt: skip


@each("name", GAMES)
def test_every_man_of_a_position_lies_on_its_space(name):
    rng = np.random.default_rng(4)
    for number, stands in enumerate(islice(positions(find(name)(), 3), 16)):
        board = men_board(np.random.default_rng(number), "test").laid(rng, stands)
        shown = {space: kind for space, kind in stands.items() if kind not in ("empty", "nothing")}
        counts = board.counted()
        assert {space: sum(both) for space, both in counts.items()} == {s: int(k.split()[-1]) for s, k in shown.items()}
        assert all(bool(black) == shown[space].startswith("black") for space, (_, black) in counts.items())
        assert sum(sum(both) for both in counts.values()) == 30


@each("name", GAMES)
def test_a_game_begins_as_its_sheet_has_it(name):
    look = men_look(men_scene(2, 1), next(positions(find(name)(), 1)), 1)
    assert START[name].items() <= look.truth["arrows"].items()
    assert sorted(look.truth["strips"]) == sorted(ARROWS)


@each(("number", "turned", "mirrored"), [(k, *ways) for k, ways in enumerate(product((False, True), repeat=2))])
def test_a_man_is_seen_on_his_arrow_however_the_board_lies(number, turned, mirrored):
    scene = men_scene(11, number, "test")
    scene = replace(scene, men=replace(scene.men, turned=turned, mirrored=mirrored, cube=None))
    leaves, strips = leaves_of(scene)

    def cuts(**stands):
        image = men_look(scene, stands, 5, dice=0).image
        return np.concatenate([strips_of(image, leaf) for leaf in leaves.tolist()])[:, LONG // 2 :].astype(float)

    bare = cuts()
    for space in ("arrow-2", "arrow-9A"):
        changed = np.abs(cuts(**{space: "white x 1"}) - bare).mean(axis=(1, 2, 3))
        assert strips[int(changed.argmax())] == space


@pytest.mark.parametrize("count", [3, 15])
def test_men_lie_on_one_another_and_never_in_one_another(count):
    for seed in range(12):
        rng = np.random.default_rng(seed)
        board = men_board(rng, "test").laid(rng, {"arrow-4": f"black x {count}"})
        for first in board.men:
            assert first.ground == pytest.approx(board.floor(first.at[0]) + first.level * first.high)
            beside = [m for m in board.men if m is not first and m.level == first.level]
            assert all(np.hypot(*np.subtract(m.at, first.at)) > 0.93 * first.across for m in beside)
            under = [m for m in board.men if m.level == first.level - 1]
            assert first.level == 0 or any(np.hypot(*np.subtract(m.at, first.at)) < 0.8 * first.across for m in under)
        assert board.men[board.top("arrow-4", 1)].level == max(man.level for man in board.men)


def test_white_men_are_the_lighter_ones():
    for seed in range(40):
        white, black = (man.colour for man in men_board(np.random.default_rng(seed), "test").blanks)
        assert float(np.subtract(white, black) @ LUMINANCE) > 40


def test_men_borne_off_lie_in_a_tray_or_beside_the_board():
    boards = [men_board(np.random.default_rng(seed), "test") for seed in range(12)]
    assert {bool(board.leaves.tray) for board in boards} == {True, False}
    for board in boards:
        first, _, _, last = board.field
        laid = board.laid(np.random.default_rng(2), {"off-white": "white x 15", "off-black": "black x 9"})
        assert all(man.at[0] < first or man.at[0] > last for man in laid.men)
        outside = [man for man in laid.men if not 0 < man.at[0] < board.on.size[0]]
        assert len(outside) == (0 if board.leaves.tray else 24)
        assert board.leaves.tray or len({round(man.at[0]) // round(board.across) for man in outside}) >= 15 // BESIDE


def test_dice_lie_among_the_men_and_on_none():
    scene = men_scene(3, 2)
    for seed, stands in enumerate(islice(positions(find("backgammon")(), 2), 3)):
        look = men_look(scene, stands, seed)
        again = men_look(scene, stands, seed)
        assert len(look.truth["dice"]) == 2
        assert np.array_equal(look.image, again.image)
