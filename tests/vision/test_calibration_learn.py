"""What several pictures of one table teach."""

import json
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest
from each import each

from vision.calibration.checks import backs_marked, checks, worn
from vision.calibration.learn import agreed_lens, learn, learn_on, merged, upside_down, with_looks
from vision.calibration.value import Calibration, SpaceLook
from vision.frame import Frame, Image
from vision.geometry.plane import Quad, homography, project, turned
from vision.layout import load_layout
from vision.light import Light
from vision.observation import BoardSeen, Die, Observation, Piece

CORNERS: Quad = ((120.0, 430.0), (140.0, 60.0), (520.0, 70.0), (530.0, 440.0))
BOARD = BoardSeen("occe", CORNERS, True, 0.9)
DICE = (Die(3, "flat", (300, 200, 20, 24), 0.98), Die(None, "cocked", (340, 220, 40, 40), 0.9))


def shifted(dx: float, dy: float, **changed: object) -> BoardSeen:
    """The board a little beside where it is."""
    moved = tuple((x + dx, y + dy) for x, y in CORNERS)
    return replace(BOARD, corners=moved, **changed)  # type: ignore[arg-type]  # fields of a board


def pieces(kind: str = "open", sure: float = 0.95) -> tuple[Piece, ...]:
    plane = homography(CORNERS)
    result = []
    for space in load_layout("occe").spaces_of():
        along, deep = 0.25 + 0.0625 * (space.slot - 1), 0.14
        x, y = [(along, 1 - deep), (deep, along), (1 - along, deep), (1 - deep, 1 - along)][space.seat - 1]
        (px,) = project(plane, [(x, y)])
        number = space.number if kind == "open" else None
        result.append(Piece(space.name, kind, number, (float(px[0]), float(px[1])), sure))  # type: ignore[arg-type]  # a PieceKind
    return tuple(result)


def picture(seed: int = 1) -> Image:
    rng = np.random.default_rng(seed)
    return np.asarray(cv2.resize(rng.integers(60, 200, (60, 80, 3), dtype=np.uint8), (640, 480)))


@dataclass
class Eyes:
    """Sees the boards that it is told to see, one a look, then reads what stands there."""

    boards: list[BoardSeen | None]
    kind: str = "open"
    asked: list[BoardSeen | None] = field(default_factory=list)

    def look(
        self, frame: Frame, board: str, side: str | None, known: BoardSeen | None, px: object
    ) -> Observation:
        self.asked.append(known)
        if known is None:
            return Observation(frame.time, self.boards.pop(0), ())
        return Observation(frame.time, known, DICE, pieces(self.kind))


def frames(count: int) -> list[Frame]:
    return [Frame(picture(), float(k)) for k in range(count)]


def test_corners_are_the_median_without_outliers() -> None:
    boards = [shifted(0, 0), shifted(3, 0), shifted(1, 0), shifted(90, 40, sure=0.5)]
    board = merged(boards)
    assert board is not None
    np.testing.assert_allclose(board.corners, np.add(CORNERS, (1, 0)))


def test_a_reading_with_seat_1_orders_the_others() -> None:
    guessed = BoardSeen("occe", turned(CORNERS, 1), False, 0.95)
    board = merged([guessed, replace(BOARD, sure=0.8), guessed])
    assert board is not None
    assert (board.corners, board.oriented, board.sure) == (CORNERS, True, 0.95)


def test_the_surest_reading_says_which_board_it_is() -> None:
    other = replace(BOARD, layout="box", sure=0.3)
    board = merged([other, BOARD, other])
    assert board is not None
    assert board.layout == "occe"


def test_without_a_board_nothing_is_learnt() -> None:
    assert learn(frames(2), Eyes([None, None])) is None
    assert merged([]) is None


def test_a_table_is_learnt_from_several_pictures() -> None:
    eyes = Eyes([shifted(0, 0), None, shifted(2, 2)])
    learnt = learn(frames(3), eyes)
    assert learnt is not None
    assert (learnt.layout, learnt.frames, len(learnt.slots), len(learnt.looks)) == ("occe", 3, 36, 36)
    np.testing.assert_allclose(learnt.corners, np.add(CORNERS, (1, 1)))
    assert (learnt.die_px, learnt.faces, learnt.by_hand) == (24.0, ((3, 0.98),), False)
    assert {known.corners for known in eyes.asked if known} == {learnt.corners}  # all read on the same board
    assert Calibration.from_json(learnt.to_json()) == learnt


def test_corners_given_by_hand_are_sure() -> None:
    learnt = learn_on(frames(1), Eyes([]), replace(BOARD, sure=0.2), by_hand=True)
    assert (learnt.sure, learnt.by_hand, learnt.corners, learnt.board.sure) == (1.0, True, CORNERS, 1.0)


def test_closed_looks_are_remembered_when_tiles_reopen() -> None:
    closed = learn_on(frames(1), Eyes([], "closed"), BOARD)
    again = with_looks(learn_on(frames(1), Eyes([]), BOARD), closed.looks)
    assert {(look.space, look.kind) for look in again.looks} >= {
        ("seat-1/slot-1", "open"), ("seat-1/slot-1", "closed"),
    }  # fmt: skip
    assert {kind for kind, _ in again.tiles} == {"open", "closed"}
    assert len(with_looks(again, closed.looks).looks) == 72  # nothing twice


@each(
    ("corners", "expected"),
    [
        (((100, 400), (160, 100), (480, 100), (540, 400)), False),  # larger below: the right way up
        (((160, 400), (100, 100), (540, 100), (480, 400)), True),
        (((480, 400), (160, 400), (100, 100), (540, 100)), True),  # the same, seat 1 elsewhere
        (((100, 400), (100, 100), (500, 100), (500, 400)), False),  # from straight above
    ],
)
def test_perspective_tells_a_camera_that_hangs_head_first(corners: Quad, expected: bool) -> None:
    assert upside_down(corners) is expected


def calibration(**changed: object) -> Calibration:
    learnt = learn_on(frames(1), Eyes([]), BOARD)
    good = {"tags": 4, "light": Light(120, 150, 0.5, 0.0), "die_px": 21.0, "tile_px": 30.0}
    return replace(learnt, **(good | changed))  # type: ignore[arg-type]  # fields of a calibration


def bad(observation: Calibration) -> set[str]:
    return {check.word for check in checks(observation) if not check.good}


@pytest.mark.parametrize(
    "changed", [{}, {"tags": 0, "oriented": True}, {"tags": 0, "oriented": False, "by_hand": True}]
)
def test_a_good_table_has_nothing_to_change(changed: dict[str, object]) -> None:
    assert bad(calibration(**changed)) == set()


FAR = tuple((x / 4, y / 4) for x, y in CORNERS)
ALONG = ((10, 400), (250, 60), (380, 60), (620, 400))


def test_a_table_read_too_unsurely_to_play_fails() -> None:
    unsure = tuple(replace(look, sure=0.9) for look in calibration().looks)
    assert bad(calibration(looks=unsure)) == {"unreadable"}
    assert bad(calibration(faces=((3, 0.3), (5, 0.2)))) == {"unreadable"}
    assert bad(calibration(faces=((3, 0.3), (5, 0.97)))) == set()


@each(
    ("changed", "word"),
    [
        ({"light": Light(20, 40, 0.5, 0.0)}, "light"),
        ({"light": Light(120, 150, 0.05, 0.0)}, "sharp"),
        ({"light": Light(120, 150, 0.5, 0.2)}, "glare"),
        ({"die_px": 9.0}, "dice"),
        ({"die_px": None}, "dice"),
        ({"tile_px": 11.0}, "tiles"),
        ({"tags": 3}, "tags"),
        ({"tags": 0, "oriented": False}, "tags"),
        ({"upside_down": True}, "turned"),
        ({"mirrored": True, "tags": 0, "oriented": False}, "mirrored"),
        ({"sure": 0.3}, "board"),
        ({"corners": FAR}, "size"),
        ({"corners": ALONG}, "steep"),
        ({"corners": ((-20, 430), *CORNERS[1:])}, "cut"),
    ],
)
def test_what_has_to_change_is_named(changed: dict[str, object], word: str) -> None:
    assert bad(calibration(**changed)) == {word}


def look(slot: int, kind: str, marks: float, sure: float = 0.99) -> SpaceLook:
    return SpaceLook(f"seat-1/slot-{slot}", kind, None, sure, (0, 0, 0), marks)  # type: ignore[arg-type]  # a PieceKind


def test_a_digit_that_hardly_stands_out_is_worn() -> None:
    looks = [look(k, "open", 5.0 if k == 4 else 30.0, 0.5 if k == 7 else 0.99) for k in range(1, 10)]
    assert worn(looks) == ("seat-1/slot-4", "seat-1/slot-7")


@pytest.mark.parametrize(("strength", "marked"), [(4.0, False), (28.0, True)])
def test_marked_backs_are_noticed(strength: float, marked: bool) -> None:
    looks = [look(k, "open", 30.0) for k in range(1, 6)] + [look(k, "closed", strength) for k in range(6, 10)]
    assert backs_marked(looks) is marked


@each(
    ("lenses", "agreed"),
    [
        ([0.0, 0.0, 0.0], 0.0),
        ([-0.10, -0.11, -0.12], -0.11),
        ([-0.10, -0.11, 0.0], -0.105),
        ([-0.10, 0.0, 0.0], 0.0),  # most of the pictures do not tell one
        ([-0.10, 0.0], 0.0),
        ([-0.10, -0.02, -0.06], 0.0),  # no two alike
    ],
)
def test_a_lens_counts_where_most_pictures_tell_it_alike(lenses: list[float], agreed: float) -> None:
    assert agreed_lens(lenses) == agreed
    boards = [replace(BOARD, lens=lens) for lens in lenses]
    board = merged(boards)
    assert board is not None
    assert board.lens == agreed


def test_older_calibrations_have_a_straight_lens() -> None:
    known = learn_on([Frame(picture(), 0.0)], Eyes([]), replace(BOARD, lens=-0.1))
    assert known.board.lens == -0.1
    table = json.loads(known.to_json())
    older = {name: value for name, value in table.items() if name != "lens"}
    assert Calibration.from_json(json.dumps(older)).lens == 0.0
    with pytest.raises(ValueError, match="calibration"):
        Calibration.from_json(json.dumps({**table, "lens": 3.0}))
