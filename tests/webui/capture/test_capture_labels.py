"""What a person says becomes the label, and the score is the workshop's."""

import json
from dataclasses import replace

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from vision.layout import load_layout
from vision.observation import BoardSeen, Die, Observation, Piece
from webui.capture.labels import (
    CaptureLabel,
    LabelledDie,
    LabelledTile,
    Unanswered,
    answers_asked,
    box_at,
    labelled_dice,
    tiles_asked,
    turned_over,
)
from webui.capture.plan import STEPS
from webui.capture.score import scored, total
from workshop.evaluate.score import score
from workshop.evaluate.truth import read_truths

BOARD = BoardSeen("occe", ((100, 500), (100, 100), (500, 100), (500, 500)), True, 0.9)
STEP = {step.name: step for step in STEPS}
MIDDLE, OTHER, OUTSIDE = (290.0, 290.0, 20.0, 20.0), (340.0, 300.0, 20.0, 20.0), (60.0, 300.0, 20.0, 20.0)


def dice(*values: int | None) -> list[Die]:
    return [Die(value, "flat", (200.0 + 40 * k, 300, 20, 20), 0.9) for k, value in enumerate(values)]


@each(
    ("step", "read", "filled"),
    [
        ("one-two", (1, 2), (1, 2)),
        ("one-two", (2, 1), (2, 1)),
        ("one-two", (2, 6), (2, 1)),  # asked were 1 and 2: the 6 is the other one
        ("one-two", (5, None), (1, 2)),
        ("one-two", (1,), (None,)),
        ("one-two", (1, 2, 3), (None, None, None)),
        ("throw", (4, 5), (None, None)),  # nobody but the person knows what was thrown
        ("start", (), ()),
        ("start", (3,), (None,)),
    ],
)
def test_only_dice_of_requested_values_are_filled_in_beforehand(
    step: str, read: tuple[int | None, ...], filled: tuple[int | None, ...]
) -> None:
    assert answers_asked(STEP[step], dice(*read)) == filled


@each(
    ("step", "answers"),
    [
        ("throw", (3, None)),  # one is not answered
        ("throw", (3, "none")),  # two were asked for
        ("one-two", (1, 3)),  # another value than was asked for
        ("one-two", (1, "leaning")),
        ("start", (3, 4)),
        ("throw", (3,)),
    ],
)
def test_answers_that_miss_the_question_are_refused(step: str, answers: tuple[object, ...]) -> None:
    with pytest.raises(Unanswered, match="expected"):
        labelled_dice(STEP[step], [MIDDLE, OTHER], answers, BOARD)  # type: ignore[arg-type]  # a person's answers


def test_a_label_holds_what_was_answered_and_where() -> None:
    labelled = labelled_dice(STEP["beside"], [MIDDLE, OTHER, OUTSIDE], [4, "none", 2], BOARD)
    assert labelled == (LabelledDie(MIDDLE, "flat", 4), LabelledDie(OUTSIDE, "off-board", 2))
    (leaning, flat) = labelled_dice(STEP["leaning"], [MIDDLE, OTHER], ["leaning", 6], BOARD)
    assert (leaning.state, leaning.value, flat.state) == ("cocked", None, "flat")


def test_an_added_die_has_the_size_of_the_others() -> None:
    assert box_at((300, 300), BOARD, [(0, 0, 30, 28)]) == (285, 285, 30, 30)
    x, _, side, _ = box_at((300, 300), BOARD, [])
    assert 10 < side < 25
    assert x == 300 - side / 2


def test_tiles_that_are_otherwise_are_turned_over_in_the_label() -> None:
    layout = load_layout("occe")
    tiles = turned_over(tiles_asked(STEP["odd"], layout, 9), ["seat-2/slot-3", "seat-4/slot-8"], layout)
    labelled = {tile.space(layout): (tile.kind, tile.reads) for tile in tiles}
    assert labelled["seat-2/slot-3"] == ("open", 3)
    assert labelled["seat-4/slot-8"] == ("closed", None)
    assert labelled["seat-2/slot-5"] == ("closed", None)


SIZE = (640, 600)
boxes = st.builds(
    lambda x, y, side: (float(x), float(y), float(side), float(side)),
    st.integers(0, 610), st.integers(0, 570), st.integers(14, 30),
)  # fmt: skip
true_dice = st.builds(
    lambda box, state, value: LabelledDie(box, state, None if state == "cocked" else value),
    boxes, st.sampled_from(["flat", "flat", "flat", "cocked", "off-board"]), st.integers(1, 6),
)  # fmt: skip
near = st.tuples(st.integers(-12, 12), st.integers(-12, 12))


@st.composite
def looks(draw: st.DrawFn) -> tuple[CaptureLabel, Observation]:
    """A label, and a reading that is right in part."""
    layout = load_layout("occe")
    step = draw(st.sampled_from([each_step for each_step in STEPS if not each_step.dice]))
    tiles = tiles_asked(step, layout, 9)
    lying = tuple(draw(st.lists(true_dice, max_size=3)))
    label = CaptureLabel(SIZE, BOARD, draw(st.sampled_from([(), (0, 2)])), lying, tiles)
    read = [
        Die(draw(st.sampled_from([die.value, 3])), draw(st.sampled_from(["flat", "flat", "cocked", "off-board"])),
            (die.box[0] + dx, die.box[1] + dy, *die.box[2:]), 0.9)
        for die in label.dice for dx, dy in [draw(near)]
    ]  # fmt: skip
    read += [Die(draw(st.integers(1, 6)), "flat", draw(boxes), 0.9) for _ in range(draw(st.integers(0, 2)))]
    turn, wrong = draw(st.integers(0, 3)), draw(st.integers(0, 35))
    pieces = [_read(tile, turn, k == wrong) for k, tile in enumerate(tiles)]
    board = None if draw(st.booleans()) and not turn else replace(BOARD, oriented=draw(st.booleans()))
    asks = frozenset(draw(st.sets(st.sampled_from(["dice", "tiles", "board"]))))
    return label, Observation(0.0, board, tuple(read), tuple(pieces) if board else (), abstains=asks)


def _read(tile: LabelledTile, turn: int, wrong: bool) -> Piece:
    kind = {"open": "closed"}.get(tile.kind, "open") if wrong else tile.kind
    return Piece(f"seat-{(tile.seat - 1 + turn) % 4 + 1}/slot-{tile.slot}", kind, tile.reads, (0, 0), 0.9)  # type: ignore[arg-type]  # a kind


@given(looks())
def test_the_score_is_that_of_the_workshop(
    tmp_path_factory: pytest.TempPathFactory, both: tuple[CaptureLabel, Observation]
) -> None:
    label, observation = both
    file = tmp_path_factory.getbasetemp() / "labels.jsonl"
    file.write_text(json.dumps(label.line("a.png", "somebody", {"step": "odd"})) + "\n")
    (truth,) = read_truths(file)
    theirs, ours = score(truth, observation), scored(label, observation)
    assert theirs.dice is not None
    assert theirs.tiles is not None
    assert (ours.dice_right, ours.dice_extra, ours.dice - ours.dice_right) == (
        theirs.dice.right, theirs.dice.extra, theirs.dice.missed,
    )  # fmt: skip
    assert (ours.tiles_right, ours.tiles) == (theirs.tiles.turned, theirs.tiles.places)
    assert (bool(ours.boards), bool(ours.dice_all)) == (theirs.board_found, theirs.dice.all_right)
    assert ours.dice_wrong == ("dice" not in observation.abstains and not theirs.dice.all_right)
    assert theirs.corner_error is None  # its corners were proposed by who is scored


def test_scores_add_up() -> None:
    label = CaptureLabel(SIZE, BOARD, (0,), (LabelledDie(MIDDLE, "flat", 4),), ())
    right = scored(label, Observation(0, BOARD, (Die(4, "flat", MIDDLE, 0.9),)))
    wrong = scored(label, Observation(0, BOARD, (Die(5, "flat", MIDDLE, 0.9),)))
    both = total([right, wrong])
    assert (both.pictures, both.dice, both.dice_right, both.dice_extra, both.dice_wrong) == (2, 2, 1, 1, 1)
