"""A board learnt from its start position: however it lies each arrow has its name, and its men are counted."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_boards import (
    DEEP,
    LEAVES,
    LEFT,
    START,
    STEP,
    TOP,
    TOWERS,
    Counts,
    Dice,
    Finds,
    Picture,
    drawn,
    foot,
)
from each import each
from numpy.typing import NDArray

from vision.area.men_board import BOARD_MOVED, MenTableEyes, dice_px_on
from vision.errors import NoStart
from vision.frame import Frame
from vision.men.finder import Leaves
from vision.men.known import KnownMen, spaces_of, surely
from vision.men.learn import learn_men
from vision.men.strips import leaf_of, strips_of
from vision.men.weigh import UnchangedStrips, better_known, read_known
from vision.observation import Die, Piece


def learnt(stand: dict[str, str], expected: dict[str, str], **lies: bool) -> KnownMen:
    return learn_men([drawn(stand, **lies)], [expected], Finds(), Counts())


def kinds(known: KnownMen, picture: Picture) -> dict[str, str]:
    strips = np.concatenate([strips_of(picture, leaf) for leaf in known.leaves])
    chances = read_known(Counts(), known, strips).chances
    return {space: known.kind(int(row.argmax())) for space, row in zip(known.spaces, chances, strict=True)}


@each("expected", [START, TOWERS])
@each(("turned", "mirrored"), [(False, False), (True, False), (False, True), (True, True)])
def test_a_start_position_tells_how_the_board_lies(expected: dict[str, str], turned: bool, mirrored: bool) -> None:
    known = learnt(expected, expected, turned=turned, mirrored=mirrored)
    assert (known.turned, known.mirrored) == (turned, mirrored)
    assert {known.spaces[strip]: known.kind(kind) for strip, kind in enumerate(known.stood) if kind} == expected


def test_a_person_may_swap_the_colours() -> None:
    swap = {"white": "black", "black": "white"}
    other = {space: swap[kind[:5]] + kind[5:] for space, kind in START.items()}
    known = learn_men([drawn(other)], [START], Finds(), Counts(), swapped=True)
    assert known.spaces == spaces_of(False, False)
    assert kinds(known, drawn({"arrow-3": "white x 2"}))["arrow-3"] == "black x 2"


@each("start", [START, TOWERS])
def test_men_are_counted_on_arrows_that_stood_empty_or_full(start: dict[str, str]) -> None:
    known = learnt(start, start)
    stand = {"arrow-1": "white x 1", "arrow-3": "black x 4", "arrow-12": "white x 2", "arrow-7A": "white x 5"}
    if start is START:
        assert {space: kind for space, kind in kinds(known, drawn(stand)).items() if kind != "empty"} == stand
    else:  # of towers alone nobody can tell how long a man is, but whose men stand where
        read = {space: kind.split()[0] for space, kind in kinds(known, drawn(stand)).items() if kind != "empty"}
        assert read == {space: kind.split()[0] for space, kind in stand.items()}


def test_another_light_is_no_man() -> None:
    known = learnt(START, START)
    ramp = np.linspace(0.7, 1.1, 1000)[None, :, None]
    read = kinds(known, np.clip(drawn({"arrow-5": "white x 2"}) * ramp, 0, 255).astype(np.uint8))
    assert {space for space, kind in read.items() if kind != "empty" and space not in START} == {"arrow-5"}


def test_a_wrong_start_is_refused_with_its_arrow() -> None:
    wrong = START | {"arrow-6": "white x 3", "arrow-4": "white x 2"}
    with pytest.raises(NoStart) as refused:
        learnt(wrong, START)
    assert (refused.value.why, refused.value.arrow) in {("men", "arrow-6"), ("men", "arrow-4")}
    with pytest.raises(NoStart) as refused:
        learn_men([drawn(START)], [START], Finds(None), Counts())
    assert refused.value.why == "no-board"


MISCOUNTS = [(arrow, kind, more) for arrow, kind in START.items() for more in (-1, 1)]


@each(("arrow", "kind", "more"), MISCOUNTS)
def test_one_man_less_or_more_is_told_at_its_arrow(arrow: str, kind: str, more: int) -> None:
    who, _, count = kind.partition(" x ")
    men = int(count) + more
    with pytest.raises(NoStart) as refused:
        learnt(START | {arrow: f"{who} x {men}"}, START)
    told = refused.value
    assert (told.arrow, told.expected) == (arrow, kind)
    assert told.read == f"{who} x {3 if men == 6 else men}", "six are drawn on three places"


def test_a_learnt_board_is_kept_as_json() -> None:
    known = learnt(START, START)
    text = json.dumps(known.to_json())
    assert KnownMen.from_json(json.loads(text)) == known
    assert len(text) < 100_000


@each(
    "damage",
    [{"bare": "AAAA"}, {"stood": [0] * 23}, {"leaves": []}, {"reach": {}}, {"light": [[1, 2]]}, {"size": None}],
)
def test_a_damaged_board_is_a_clear_error(damage: dict[str, object]) -> None:
    table = json.loads(json.dumps(learnt(START, START).to_json())) | damage
    with pytest.raises(ValueError, match="expected a learnt board of arrows"):
        KnownMen.from_json(table)


def test_a_die_on_an_arrow_does_not_blind_it() -> None:
    known = learnt(START, START)
    picture = drawn(START)
    x, rim, way = foot(known.spaces.index("arrow-3"))
    box = (float(x - 20), float(rim + way * 30 - 20), 40.0, 40.0)
    left, top = int(box[0]), int(box[1])
    cv2.rectangle(picture, (left, top), (left + 40, top + 40), (250, 250, 250), -1)
    die = Die(3, "flat", (box[0] - LEFT, box[1] - TOP, 40, 40), 0.99)  # as read in the field alone
    seen = MenTableEyes(Dice(die), Finds(), Counts(), lambda: known).look(Frame(picture, 0.0), known_board=known.board)
    assert {piece.space: piece.kind for piece in seen.pieces if piece.kind != "empty"} == START
    assert [die.value for die in seen.dice] == [3]


def test_dice_are_looked_for_as_large_as_go_with_the_men() -> None:
    known, asked = learnt(START, START), list[dict[str, object]]()

    class Asked(Dice):
        def read(self, image: object, **how: object) -> tuple[Die, ...]:
            asked.append(how)
            return super().read(image, **how)

    picture = Frame(drawn(START), 0.0)
    eyes = MenTableEyes(Asked(), Finds(), Counts(), lambda: known)
    eyes.look(picture, known_board=known.board)
    assert {how["die_px"] for how in asked} == {dice_px_on(known.board)}
    least, greatest = dice_px_on(known.board)
    assert (least, greatest) == pytest.approx((0.3 * STEP, STEP), rel=0.07)  # the bar is part of the field
    eyes.look(picture, known_board=known.board, dice_px=(21.0, 30.0))
    assert asked[-1]["die_px"] == (21.0, 30.0)


def test_what_covers_an_arrow_makes_it_unknown() -> None:
    known = learnt(START, START)
    picture = drawn(START)
    x, _, _ = foot(known.spaces.index("arrow-3"))
    picture[TOP + DEEP :, x - 30 : x + 30 + STEP] = (140, 160, 240)
    seen = MenTableEyes(Dice(), Finds(), Counts(), lambda: known).look(Frame(picture, 0.0), known_board=known.board)
    assert {piece.space for piece in seen.pieces if piece.kind == "unknown"} == seen.hands
    assert "arrow-3" in seen.hands
    assert "arrows" in seen.abstains


def test_a_board_that_was_moved_is_found_again_and_told() -> None:
    known = learnt(START, START)
    eyes = MenTableEyes(Dice(), Finds((25.0, -12.0)), Counts(), lambda: known)
    seen = eyes.look(Frame(drawn(START, at=(25, -12)), 0.0))
    assert BOARD_MOVED in seen.warnings
    assert {piece.space: piece.kind for piece in seen.pieces if piece.kind != "empty"} == START
    lost = replace(eyes, finder=Finds(None)).look(Frame(drawn({}), 0.0))
    assert (lost.board, lost.pieces, lost.abstains) == (None, (), {"board"})


class FindsAskew(Finds):
    """A finder that takes one corner for another arrow's: men lean over it."""

    def find(self, image: object, seat1_side: object = None) -> Leaves | None:
        assert isinstance(image, np.ndarray)
        left, right = LEAVES
        askew = np.array((left, (*right[:2], (right[2][0] + STEP, right[2][1]), right[3]))) * image.shape[1] / 1000
        return Leaves((leaf_of(askew[0]), leaf_of(askew[1])), 0.9)


def test_a_board_with_other_men_lies_where_it_lay() -> None:
    known = learnt(START, START)
    eyes = MenTableEyes(Dice(), FindsAskew(), Counts(), lambda: known)
    seen = eyes.look(Frame(drawn(TOWERS), 0.0))
    assert (seen.board, BOARD_MOVED in seen.warnings) == (known.board, False)
    still = np.repeat(np.repeat(drawn(TOWERS), 2, axis=0), 2, axis=1)
    assert eyes.look(Frame(drawn(TOWERS), 0.0, still)).board == known.board
    shifted = replace(eyes, finder=Finds((18.0, 0.0))).look(Frame(drawn(TOWERS, at=(18, 0)), 0.0))
    assert BOARD_MOVED in shifted.warnings, "a third of an arrow is a move"


def test_play_makes_the_board_better_known() -> None:
    known = learnt(TOWERS, TOWERS)
    picture = drawn({"arrow-3": "white x 2", "arrow-5A": "black x 3"})
    strips = np.concatenate([strips_of(picture, leaf) for leaf in known.leaves])
    better = better_known(known, read_known(Counts(), known, strips))
    assert sum(better.own) == 24
    assert better.reach.spread[0][0] < known.reach.spread[0][0]
    assert kinds(better, drawn({"arrow-12": "black x 4"}))["arrow-12"] == "black x 4"


class Asked(Counts):
    """Counts, and remembers about how many strips it was asked."""

    def __init__(self) -> None:
        self.strips: list[int] = []

    def read(self, strips: Picture, colours: object = None, bare: object = None) -> NDArray[np.float64]:
        self.strips.append(len(strips))
        return super().read(strips, colours, bare)


def test_only_strips_that_changed_are_read_anew() -> None:
    known, network = learnt(START, START), Asked()
    memory, rng = UnchangedStrips(network), np.random.default_rng(1)
    moved = START | {"arrow-6": "white x 4", "arrow-3": "white x 1"}
    lighter = (drawn(moved) * 1.04).clip(0, 255).astype(np.uint8)
    for picture in (drawn(START), drawn(START) // 2 * 2, drawn(moved), lighter):
        noisy = (picture + rng.normal(0, 2, picture.shape)).clip(0, 255).astype(np.uint8)
        strips = np.concatenate([strips_of(noisy, leaf) for leaf in known.leaves])
        read = read_known(memory, known, strips)
    assert len(network.strips) == 2, "the light or noise is no change"
    assert 2 <= network.strips[1] <= 6, "a strip shows the edges of those beside it"
    best = {space: known.kind(int(row.argmax())) for space, row in zip(known.spaces, read.network, strict=True)}
    assert (best["arrow-6"], best["arrow-3"]) == ("white x 4", "white x 1")


CHANCES = (("white x 5", 0.5), ("white x 6", 0.45), ("empty", 0.05))


def test_five_men_or_six_are_no_doubt_but_white_or_black_are() -> None:
    fives = Piece("arrow-6", "white x 5", None, (0.0, 0.0), 0.5, CHANCES)
    assert surely(fives) == pytest.approx(0.95)
    assert surely(replace(fives, chances=(("white x 5", 0.5), ("white x 4", 0.3), ("black x 6", 0.2)))) == 0.5
    assert surely(replace(fives, kind="white x 4", chances=(("white x 4", 0.5), ("white x 5", 0.5)))) == 0.5
