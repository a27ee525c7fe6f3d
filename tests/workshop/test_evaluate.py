"""Scoring by hand-made tables."""

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from each import each

from vision.observation import BoardSeen, Box, Die, Observation, Piece
from workshop.evaluate.amiss import Amiss, amiss
from workshop.evaluate.figures import acted_upon, report, upper_bound
from workshop.evaluate.lying import LyingDie, lean_report, lying, turn_report
from workshop.evaluate.report import tables
from workshop.evaluate.score import DiceScore, dice_score, score
from workshop.evaluate.truth import TrueDie, TrueTile, Truth, WrongLabels, read_truths

SIZE = (640.0, 480.0)
SQUARE = ((100.0, 400.0), (100.0, 100.0), (400.0, 100.0), (400.0, 400.0))


def read(value: int | None, x: float, y: float, state: str = "flat", side: float = 20) -> Die:
    return Die(value, state, (x - side / 2, y - side / 2, side, side), 0.99)  # type: ignore[arg-type]  # a table's word


def true(value: int | None, x: float, y: float, **more: Any) -> TrueDie:
    return TrueDie(value, (x - 20, y - 20, 40, 40), **more)


@each(
    ("truth", "observation", "ignore", "expected"),
    [
        ([true(5, 100, 100)], [read(5, 105, 95)], [], (1, 0, 0)),
        ([true(5, 100, 100)], [read(4, 105, 95)], [], (0, 1, 1)),  # a wrong value is extra and missed
        ([true(5, 100, 100)], [read(5, 125, 100)], [], (0, 1, 1)),  # centre outside the box
        ([true(5, 100, 100)], [], [], (0, 0, 1)),
        ([], [read(3, 200, 200)], [], (0, 1, 0)),  # a picture without dice
        ([true(5, 100, 100)], [read(5, 100, 100), read(5, 104, 100)], [], (1, 1, 0)),  # one die seen as two
        ([true(5, 100, 100)], [read(4, 104, 100), read(5, 100, 100)], [], (1, 1, 0)),
        ([true(5, 100, 100), true(5, 130, 100)], [read(5, 115, 100), read(5, 100, 100)], [], (2, 0, 0)),
        ([true(5, 100, 100)], [read(5, 100, 100, "cocked")], [], (0, 0, 1)),  # only flat dice are readings
        ([true(5, 100, 100)], [read(5, 100, 100, "off-board")], [], (0, 0, 1)),
        ([true(5, 100, 100)], [read(None, 100, 100)], [], (0, 0, 1)),
        ([], [read(3, 200, 200)], [(190, 190, 20, 20)], (0, 0, 0)),  # ignored ground
        ([true(3, 200, 200, role="neutral")], [read(4, 200, 200)], [], (0, 0, 0)),  # cut by the border
        ([true(3, 200, 200, role="neutral")], [], [], (0, 0, 0)),
        ([], [read(3, 9, 200)], [], (0, 0, 0)),  # itself cut by the border
        ([true(5, 22, 200)], [read(4, 9, 200)], [], (0, 1, 1)),  # ... but on a labelled die
        ([true(None, 200, 200, role="decoy")], [read(4, 200, 200)], [], (0, 1, 0)),  # cocked, read as flat
        ([true(None, 200, 200, role="decoy")], [read(None, 200, 200, "cocked")], [], (0, 0, 0)),
        ([true(6, 200, 200, pips=True)], [read(6, 250, 200, side=80)], [], (1, 0, 0)),  # 50 <= 1.5 * 40
        ([true(6, 200, 200, pips=True)], [read(6, 261, 200, side=80)], [], (0, 1, 1)),
        (
            [TrueDie(2, None), TrueDie(2, None)],
            [read(2, 9, 9), read(3, 90, 90)],
            [],
            (1, 1, 1),
        ),  # values alone
    ],
)
def test_dice_are_matched_by_place_and_value(
    truth: Sequence[TrueDie], observation: Sequence[Die], ignore: Sequence[Box], expected: tuple[int, int, int]
) -> None:
    assert dice_score(truth, observation, ignore, SIZE) == DiceScore(*expected)


def occe(closed: set[str], turn: int = 0) -> tuple[Piece, ...]:
    """36 pieces; seats moved on by `turn`."""
    return tuple(
        Piece(f"seat-{(seat - 1 + turn) % 4 + 1}/slot-{k}", "closed" if f"{seat}/{k}" in closed else "open",
              None if f"{seat}/{k}" in closed else k, (0, 0), 0.99)
        for seat in range(1, 5) for k in range(1, 10)
    )  # fmt: skip


def scene(closed: set[str], **more: Any) -> Truth:
    tiles = {piece.space: TrueTile(piece.kind, piece.reads) for piece in occe(closed)}
    return Truth(Path("a.png"), "scenes", "test", SIZE, (), layout="occe", board_known=True, corners=SQUARE,
                 tiles=tiles, **more)  # fmt: skip


def board(first: int = 0) -> BoardSeen:
    corners = tuple(SQUARE[(first + k) % 4] for k in range(4))
    return BoardSeen("occe", corners, True, 0.99)  # type: ignore[arg-type]  # four of them


def observed(pieces: tuple[Piece, ...], result: BoardSeen | None = None, **more: Any) -> Observation:
    return Observation(0.0, result or board(), (), pieces, **more)


@each(
    ("truth", "observation", "expected"),
    [
        ([true(None, 100, 100, state="cocked")], [read(None, 104, 98, "cocked")], (1, 0, 0)),
        ([true(None, 100, 100, state="cocked")], [read(4, 104, 98)], (0, 0, 1)),  # told as flat
        ([true(None, 100, 100, state="cocked")], [read(4, 104, 98, "off-board")], (0, 0, 1)),
        ([true(None, 100, 100, state="cocked")], [], (0, 0, 1)),  # not seen
        ([true(5, 100, 100)], [read(None, 100, 100, "cocked")], (0, 1, 0)),  # flat, told as cocked
        ([true(5, 100, 100)], [read(4, 100, 100)], (0, 0, 0)),  # a wrong value is another matter
        ([], [read(None, 100, 100, "cocked")], (0, 1, 0)),  # no die
        ([], [read(3, 100, 100)], (0, 0, 0)),
        ([true(5, 100, 100, role="neutral")], [read(None, 100, 100, "cocked")], (0, 0, 0)),  # covered
        (
            [true(5, 100, 100), true(None, 130, 100, state="off-board")],
            [read(5, 100, 100), read(2, 131, 100, "off-board")],
            (1, 0, 0),
        ),
    ],
)
def test_uncounted_dice_are_kept_apart(
    truth: list[TrueDie], observation: list[Die], expected: tuple[int, int, int]
) -> None:
    assert amiss(truth, observation) == Amiss(*expected)


def test_how_dice_lie_is_told_by_their_lean_and_turn() -> None:
    truth = [
        true(5, 100, 100, lean=1.0, turn=85.0),
        true(None, 200, 100, state="cocked", role="decoy", lean=20.0, turn=10.0),
        true(2, 300, 100, lean=0.0, turn=40.0),
        true(2, 400, 100, lean=0.0, turn=40.0, role="neutral"),
        true(4, 500, 100),  # of a photograph: nobody knows
    ]
    observation = [replace(read(5, 102, 98), turn=3.0), replace(read(3, 200, 100), turn=50.0), read(4, 500, 100)]
    dice = lying(truth, observation)
    assert dice == (
        LyingDie("flat", 1.0, "flat", 8.0),
        LyingDie("cocked", 20.0, "flat", 40.0),
        LyingDie("flat", 0.0, None, None),
    )
    assert lean_report(dice) == {
        "0-4": {"dice": 2, "flat": 1, "cocked": 0, "off-board": 0, "missed": 1},
        "20-25": {"dice": 1, "flat": 1, "cocked": 0, "off-board": 0, "missed": 0},
    }
    assert turn_report(dice) == {"dice": 1, "told": 1, "median": 8.0, "at_95": 8.0, "close": 1.0}
    assert turn_report(dice[1:]) is None
    text = tables(report([score(Truth(Path("x.png"), "s", "test", SIZE, tuple(truth)), seen_of(observation))]))
    assert "\nturn of flat dice: told of 1 of 1, 100.0% within 10" in text


def seen_of(dice: list[Die]) -> Observation:
    return Observation(0.0, None, tuple(dice))


def test_a_board_read_right_is_all_right() -> None:
    first = score(scene({"1/4"}), observed(occe({"1/4"})))
    assert first.tiles is not None
    assert (first.tiles.each, first.tiles.turned, first.tiles.places) == (36, 36, 36)
    assert (first.tiles.digits, first.tiles.digit_places) == (35, 35)
    assert first.board_found is True
    assert first.corner_error == 0


@pytest.mark.parametrize(("turn_known", "turned"), [(True, 34), (False, 36)])
def test_without_tags_a_board_is_scored_in_any_turn(turn_known: bool, turned: int) -> None:
    first = score(scene({"1/4"}, turn_known=turn_known), observed(occe({"1/4"}, turn=1), board(1)))
    assert first.tiles is not None
    assert (first.tiles.each, first.tiles.turned) == (34, turned)
    assert first.corner_error == 0


def test_an_unoriented_board_is_scored_in_any_turn() -> None:
    its_board = replace(board(1), oriented=False)
    first = score(scene({"1/4"}, turn_known=True), observed(occe({"1/4"}, turn=1), its_board))
    assert first.tiles is not None
    assert (first.tiles.each, first.tiles.turned) == (34, 36)


def test_a_board_that_is_not_found_has_no_tile_right() -> None:
    first = score(scene(set()), Observation(0.0, None, ()))
    assert first.tiles is not None
    assert (first.tiles.each, first.tiles.turned, first.board_found) == (0, 0, False)
    assert first.corner_error == math.inf


@each(
    ("wrong", "n", "expected"),
    [(0, 300, 0.00994), (0, 1, 0.95), (1, 100, 0.04656), (5, 50, 0.19883), (3, 3, 1.0), (0, 0, 1.0)],
)  # qbeta(0.95, wrong + 1, n - wrong)
def test_the_upper_bound_is_clopper_and_pearsons(wrong: int, n: int, expected: float) -> None:
    assert upper_bound(wrong, n) == pytest.approx(expected, abs=2e-4)


def test_what_is_acted_upon_leaves_out_what_piste_asks() -> None:
    summary = acted_upon([(True, False), (False, False), (False, True), (True, True)])
    assert (summary["of"], summary["n"], summary["share"], summary["wrong"]) == (4, 2, 0.5, 1)


def photo(source: str, right: int, wrong: int, **more: Any) -> list[Any]:
    """Scores of one-die pictures."""
    truth = Truth(Path("a.jpg"), source, "measure", SIZE, (true(5, 100, 100),), **more)
    values = [5] * right + [4] * wrong
    return [score(truth, Observation(0.0, None, (read(value, 100, 100),))) for value in values]


def test_macro_figures_weigh_every_source_alike() -> None:
    told = report(photo("big", 9, 0) + photo("small", 0, 1))
    assert told["dice"]["f1"] == pytest.approx(0.9)
    assert told["dice"]["macro_f1"] == pytest.approx(0.5)
    assert told["sources"]["small"]["dice"]["all_right"] == 0


def test_custom_faces_are_told_apart() -> None:
    summary = report(photo("a", 2, 0) + photo("a", 0, 2, custom_faces=True))
    assert summary["dice"]["all_right"] == 1
    assert summary["custom_faces"]["all_right"] == 0


def test_the_report_is_json_and_a_table() -> None:
    told = report(
        [*photo("big", 3, 1), score(scene({"2/2"}), observed(occe({"2/2"}))), score(scene(set()), observed(()))]
    )
    assert json.loads(json.dumps(told, allow_nan=False))["dice"]["pictures"] == 6
    text = tables(told)
    for word in ("big", "macro over sources", "as seated", "at most", "75.0%"):
        assert word in text


LINES: list[dict[str, Any]] = [
    {"image": "d.jpg", "source": "me", "width": 640, "height": 480, "bbox_kind": "pips", "use": "train",
     "dice": [{"value": 5, "bbox": [10, 10, 40, 40]}, {"value": 1, "bbox": [0, 10, 40, 40]},
              {"value": 2, "bbox": None}],
     "ignore": [[1, 2, 3, 4]], "custom_faces": True},
    {"category": "shutbox", "source": "us", "w": 100, "h": 200, "use": "measure", "image": "b.jpg",
     "label": {"tiles": ["up", "down"] * 4 + ["up"], "tile_boxes": [], "dice": [3],
               "dice_boxes": [{"value": 3, "box": [0.1, 0.2, 0.3, 0.4]}]}},
    {"category": "cards", "source": "x", "w": 1, "h": 1, "use": "train", "image": "c.jpg", "label": {}},
    {"format": "scene", "image": "s.png", "source": "scenes/quick", "split": "test",
     "width": 640, "height": 480,
     "board": {"layout": "occe", "corners": [list(p) for p in SQUARE], "oriented": False, "tags": []},
     "dice": [{"value": 4, "state": "flat", "box": [50, 50, 9, 9], "covered": True},
              {"value": None, "state": "cocked", "box": [90, 50, 9, 9]}],
     "tiles": [{"player": 2, "slot": 7, "number": 7, "reads": 7, "state": "open", "center": [1, 1]},
               {"player": 2, "slot": 8, "number": 8, "reads": None, "state": "closed", "center": [1, 1],
                "covered": True}]},
]  # fmt: skip


def test_three_formats_of_labels_become_one_value(tmp_path: Path) -> None:
    file = tmp_path / "labels.jsonl"
    file.write_text("\n".join(map(json.dumps, LINES)) + "\n\n", encoding="utf-8")
    dice, box, made = read_truths(file)
    assert dice.dice is not None
    assert [die.role for die in dice.dice] == ["counts", "neutral", "counts"]
    assert dice.dice[0].pips
    assert (dice.custom_faces, dice.ignore, dice.use, dice.picture) == (
        True,
        ((1, 2, 3, 4),),
        "train",
        tmp_path / "d.jpg",
    )
    assert box.tiles["slot-1"] == TrueTile("open", 1)
    assert box.tiles["slot-2"] == TrueTile("closed")
    assert box.dice is not None
    assert box.dice[0].box == pytest.approx((10, 40, 20, 40))
    assert made.dice is not None
    assert [die.role for die in made.dice] == ["neutral", "decoy"]
    assert (made.turn_known, made.use, made.layout) == (False, "test", "occe")
    assert made.tiles == {"seat-2/slot-7": TrueTile("open", 7), "seat-2/slot-8": TrueTile("unknown")}


@pytest.mark.parametrize("line", ["[1]", "{}", "not json", '{"category": "shutbox", "source": "a", "w": 1}'])
def test_other_lines_are_refused_with_their_number(tmp_path: Path, line: str) -> None:
    file = tmp_path / "labels.jsonl"
    file.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(WrongLabels, match=":2: expected"):
        list(read_truths(file))


def test_the_photographs_scored_against_themselves_are_all_right(shared: Path) -> None:
    for name in ("dice", "boards"):
        truths = list(read_truths(shared / "photos" / name / "labels.jsonl"))
        summary = report(score(truth, _oracle(truth)) for truth in truths)
        assert summary["dice"]["all_right"] == 1
        assert summary["dice"]["f1"] == 1


def _oracle(truth: Truth) -> Observation:
    dice = tuple(Die(die.value, "flat", die.box or (0, 0, 1, 1), 0.99) for die in truth.dice or ())
    pieces = tuple(Piece(space, tile.kind, tile.reads, (0, 0), 0.99) for space, tile in truth.tiles.items())  # type: ignore[arg-type]  # kinds are kinds
    return Observation(0.0, BoardSeen("box", SQUARE, True, 0.99) if truth.layout else None, dice, pieces)
