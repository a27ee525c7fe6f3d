"""One frame in, one observation out, with readers that say what the test wants."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest
from each import each

from vision.dice.views import die_px
from vision.draw import drawn
from vision.frame import Frame, Image
from vision.layout import Layout, load_layout
from vision.light import faults, light
from vision.look import Eyes, Want, half_hidden
from vision.observation import UNREADABLE, BoardSeen, Die, Observation, Piece
from vision.thresholds import Thresholds

CORNERS = ((100.0, 400.0), (100.0, 100.0), (400.0, 100.0), (400.0, 400.0))
BOARD = BoardSeen("occe", CORNERS, True, 0.99)
RNG = np.random.default_rng(3)
FRAME = Frame(RNG.integers(60, 200, (480, 640, 3), np.uint8), 1.5)


def die(x: float, y: float, sure: float = 0.99, value: int | None = 5, state: str = "flat") -> Die:
    return Die(value, state, (x - 8, y - 8, 16, 16), sure)  # type: ignore[arg-type]  # a table's word


@dataclass
class Reader:
    """Says what it was given, and remembers what it was asked."""

    dice: tuple[Die, ...] = ()
    board: BoardSeen | None = None
    pieces: tuple[Piece, ...] = ()
    asked: list[Any] = field(default_factory=list)

    def eyes(self, **more: Any) -> Eyes:
        return Eyes(_Dice(self), _Board(self), _Tiles(self), **more)


@dataclass
class _Dice:
    of: Reader

    def read(
        self, image: Image, *, board: BoardSeen | None = None, die_px: tuple[float, float] | None = None
    ) -> tuple[Die, ...]:
        self.of.asked.append(("dice", board, die_px))
        return self.of.dice


@dataclass
class _Board:
    of: Reader

    def find(self, image: Image, want: Want = "auto", seat1_side: Any = None) -> BoardSeen | None:
        self.of.asked.append(("board", want, seat1_side))
        return self.of.board


@dataclass
class _Tiles:
    of: Reader

    def read(self, image: Image, board: BoardSeen, layout: Layout) -> tuple[Piece, ...]:
        self.of.asked.append(("tiles", layout.name))
        return self.of.pieces


def pieces(*odd: Piece) -> tuple[Piece, ...]:
    """36 open tiles, but for those given."""
    given = {piece.space: piece for piece in odd}
    return tuple(
        given.get(space.name, Piece(space.name, "open", space.number, (200, 200), 0.99))
        for space in load_layout("occe").spaces_of()
    )


def test_tiles_legible_only_mirrored_give_a_warning() -> None:
    class Mirrored(_Tiles):
        def read(self, image: Image, board: BoardSeen, layout: Layout) -> tuple[Piece, ...]:
            tiles = super().read(image, board, layout)
            return tiles if image is not FRAME.image else tuple(replace(t, kind="closed", reads=None) for t in tiles)

    for board in (BOARD, replace(BOARD, oriented=False)):
        of = Reader((), board, pieces())
        for tiles, warns in ((Mirrored(of), True), (_Tiles(of), False)):
            for known in (None, board):
                observation = Eyes(_Dice(of), _Board(of), tiles).look(FRAME, "auto", None, known)
                assert ("mirrored" in observation.warnings) == warns


def test_only_dice_on_the_board_have_a_place() -> None:
    observation = Reader((die(250, 250), die(500, 250)), BOARD, pieces()).eyes().look(FRAME)
    on, off = observation.dice
    assert (on.state, on.at) == ("flat", (240.0, 240.0))
    assert (off.state, off.at) == ("off-board", None)
    assert (observation.time, observation.abstains, observation.board) == (1.5, frozenset(), BOARD)


def test_a_leaning_die_beside_the_board_has_no_place() -> None:
    """Beside the board as much is asked of it as of a flat one there, and nobody is asked about less."""
    leans, less = die(500, 250, state="cocked"), replace(die(550, 250, state="cocked"), there=0.6)
    observation = Reader((leans, less), BOARD, pieces()).eyes().look(FRAME)
    assert [(item.state, item.at) for item in observation.dice] == [("cocked", None)]
    assert observation.abstains == frozenset()


def test_x_runs_from_the_first_corner_to_the_second() -> None:
    observation = Reader((die(100, 400), die(100, 100), die(400, 400)), BOARD).eyes().look(FRAME)
    assert [item.at for item in observation.dice] == [(0.0, 0.0), (480.0, 0.0), (0.0, 480.0)]


def test_a_die_barely_over_the_edge_is_on_board() -> None:
    observation = Reader((die(403, 250), die(405, 250)), BOARD).eyes().look(FRAME)
    assert [item.state for item in observation.dice] == ["flat", "off-board"]


def test_the_board_fixes_the_scale_at_which_dice_are_read() -> None:
    reader = Reader((), BOARD)
    reader.eyes().look(FRAME)
    reader.eyes().look(FRAME, dice_px=(20.0, 30.0))
    assert [entry for entry in reader.asked if entry[0] == "dice"] == [
        ("dice", BOARD, None),
        ("dice", BOARD, (20.0, 30.0)),
    ]
    least, greatest = die_px(BOARD, load_layout(BOARD.layout))
    assert least < 8 * 300 / 550  # an 8 mm die on the largest board, seen from above
    assert greatest > 25 * 300 / 400 * 2**0.5  # 25 mm, turned by 45 degrees, on the smallest


@pytest.mark.parametrize(
    ("want", "board", "asks"),
    [("none", BOARD, frozenset()), ("auto", None, {"board"}), ("occe", BOARD, frozenset())],
)
def test_without_a_board_the_dice_are_all_that_is_read(
    want: Want, board: BoardSeen | None, asks: set[str]
) -> None:
    observation = Reader((die(500, 250),), board, pieces()).eyes().look(FRAME, want)
    assert observation.abstains == asks
    if want != "occe":
        assert (observation.board, observation.pieces, observation.dice[0].state) == (None, (), "flat")


@pytest.mark.parametrize(("want", "is_found"), [("auto", False), ("occe", True)])
def test_an_unlikely_board_counts_only_where_expected(want: Want, is_found: bool) -> None:
    reader = Reader((die(500, 250),), BoardSeen("occe", CORNERS, True, 0.2))
    observation = reader.eyes(thresholds=Thresholds(board=0.5, there=0.35)).look(FRAME, want)
    assert (observation.board is not None) == is_found
    assert observation.dice[0].state == ("off-board" if is_found else "flat")
    assert "board" in observation.abstains


@each(
    ("there", "at", "reported", "asked"),
    [
        (0.1, 250, False, False),  # nothing
        (0.2, 250, False, True),  # hardly a die, but perhaps one
        (0.9, 250, True, False),
        (0.2, 500, False, False),  # beside the board
        (0.6, 500, False, False),  # there as much again speaks for a domino
        (0.8, 500, True, False),
        (0.55, 200, False, False),  # on a tile, whose digit may look like pips
        (0.65, 200, False, True),  # a die may well lie on a tile
        (0.85, 200, False, True),  # it would hide what the tile shows, and that is read surely
        (0.97, 200, True, False),  # a die that lies on a tile, plainly
    ],
)
def test_an_unlikely_die_raises_a_question(
    there: float, at: float, reported: bool, asked: bool
) -> None:
    observation = Reader((replace(die(at, at), there=there),), BOARD, pieces()).eyes().look(FRAME)
    assert bool(observation.dice) == reported
    assert ("dice" in observation.abstains) == asked


def test_a_known_board_is_not_looked_for_again() -> None:
    reader = Reader((), None, pieces())
    observation = reader.eyes().look(FRAME, "occe", known_board=BOARD)
    assert observation.board == BOARD
    assert [entry[0] for entry in reader.asked] == ["dice", "tiles"]


@each(
    ("reader", "asks"),
    [
        (Reader((die(250, 250),), BOARD, pieces()), frozenset()),
        (Reader((die(250, 250, sure=0.7),), BOARD, pieces()), {"dice"}),
        (Reader((die(250, 250, value=None),), BOARD, pieces()), {"dice"}),
        (Reader((die(250, 250, state="cocked", value=None, sure=0.8),), BOARD, pieces()), frozenset()),
        (
            Reader((), BOARD, pieces(Piece("seat-1/slot-3", "unknown", None, (1, 1), 0.9))),
            {"tiles"},
        ),
        (
            Reader((), BOARD, pieces(Piece("seat-1/slot-3", "open", 3, (1, 1), 0.6))),
            {"tiles"},
        ),
        (Reader((die(250, 250),), BoardSeen("occe", CORNERS, True, 0.2), pieces()), {"board"}),
    ],
)
def test_what_is_doubtful_is_asked(reader: Reader, asks: set[str]) -> None:
    thresholds = Thresholds(board=0.5, die=0.9, tile=0.8)
    assert reader.eyes(thresholds=thresholds).look(FRAME).abstains == asks


@pytest.mark.parametrize(("sure", "asks"), [(0.5, True), (0.79, True), (0.81, False)])
def test_a_perhaps_leaning_die_raises_a_question(sure: float, asks: bool) -> None:
    observation = Reader((die(250, 250, sure, None, "cocked"),), BOARD, pieces()).eyes().look(FRAME)
    assert [item.state for item in observation.dice] == ["cocked"]
    assert ("dice" in observation.abstains) == asks


@pytest.mark.parametrize(("board", "asks"), [("occe", True), ("none", False)])
def test_on_a_board_a_die_has_to_be_surer(board: Any, asks: bool) -> None:
    observation = Reader((die(250, 250, sure=0.92),), BOARD, pieces()).eyes().look(FRAME, board)
    assert ("dice" in observation.abstains) == asks


@each(
    ("board", "there", "reported", "asks"),
    [
        ("occe", 0.4, True, False),  # a board tells where dice lie and how large they are
        ("none", 0.4, False, True),
        ("none", 0.55, True, False),
        ("none", 0.1, False, True),  # no other die is told
        ("occe", 0.2, False, True),
    ],
)
def test_without_a_board_more_speaks_against_a_die(board: Any, there: float, reported: bool, asks: bool) -> None:
    reader = Reader((replace(die(250, 250), there=there),), BOARD, pieces())
    observation = reader.eyes().look(FRAME, board)
    assert (len(observation.dice) == 1) == reported
    assert ("dice" in observation.abstains) == asks
    if board == "none":
        assert bool(reader.eyes().look_for_dice(FRAME)) == reported


@each(
    ("want", "board", "asks"), [("none", None, True), ("box", None, True), ("auto", None, True), ("occe", BOARD, False)]
)
def test_a_faint_thing_is_asked_about_where_no_board_is(want: Want, board: BoardSeen | None, asks: bool) -> None:
    """A board is empty between two throws; a picture without one is shown for its dice."""
    observation = Reader((replace(die(250, 250), there=0.1),), board, pieces()).eyes().look(FRAME, want)
    assert (observation.dice, "dice" in observation.abstains, observation.missed > 0.35) == ((), asks, asks)
    assert observation.missed > 0
    assert "dice" not in Reader((), board, pieces()).eyes().look(FRAME, want).abstains


@pytest.mark.parametrize(("reads", "warned"), [(3, False), (5, True), (None, False)])
def test_a_tile_in_anothers_place_is_warned_of(reads: int | None, warned: bool) -> None:
    odd = Piece("seat-1/slot-3", "open", reads, (1, 1), 0.99)
    observation = Reader((), BOARD, pieces(odd)).eyes().look(FRAME)
    assert ("tile_out_of_order" in observation.warnings) == warned


@each(
    ("blind", "hands"),
    [
        ([], []),
        (["seat-1/slot-3"], []),  # a lone one may be glare
        (["seat-1/slot-3", "seat-1/slot-4"], ["seat-1/slot-3", "seat-1/slot-4"]),
        (["seat-1/slot-9", "seat-2/slot-1"], []),  # not neighbours: another row
        ([f"seat-{seat}/slot-{k}" for seat in (1, 2, 3) for k in range(1, 10)], []),  # too dark to read
    ],
)
def test_neighbours_that_cannot_be_read_are_under_a_hand(blind: list[str], hands: list[str]) -> None:
    odd = (Piece(space, "unknown", None, (1, 1), 0.9) for space in blind)
    observation = Reader((), BOARD, pieces(*odd)).eyes().look(FRAME)
    assert sorted(observation.hands) == hands
    assert ("hands_over_board" in observation.warnings) == bool(hands)


def test_a_drawing_leaves_the_picture_alone_and_shows_every_state() -> None:
    before = FRAME.image.copy()
    dice = tuple(
        die(50 + 40 * k, 50, state=state) for k, state in enumerate(("flat", "cocked", "off-board", "moving"))
    )
    kinds = ("open", "closed", "missing", "unknown")
    tiles = tuple(Piece(f"slot-{k}", kind, None, (50.0 * k, 90), 0.9) for k, kind in enumerate(kinds, 1))  # type: ignore[arg-type]  # kinds
    observation = Observation(0, BOARD, dice, tiles, abstains=frozenset({"dice"}), warnings=frozenset({"glare"}))
    assert not np.array_equal(drawn(FRAME.image, observation), before)
    assert np.array_equal(FRAME.image, before)


def scene(brightness: float, spread: float) -> Image:
    """Random blocks of 8 px around a brightness."""
    blocks = np.random.default_rng(1).normal(brightness, spread, (60, 80, 1)).clip(0, 255).astype(np.uint8)
    return np.repeat(np.repeat(np.repeat(blocks, 8, 0), 8, 1), 3, 2)


def blurred(image: Image) -> Image:
    import cv2

    return np.asarray(cv2.GaussianBlur(image, (0, 0), 12), np.uint8)


@each(
    ("image", "corners", "expected"),
    [
        (scene(120, 30), None, frozenset()),
        (scene(15, 6), None, {"light_low"}),
        (blurred(scene(120, 50)), None, {"blurred"}),
        (scene(240, 30), None, {"glare"}),
        (scene(120, 30), CORNERS, frozenset()),
        (scene(120, 30), ((200, 300), (200, 200), (300, 200), (300, 300)), {"board_small"}),
        (scene(120, 30), ((-30, 400), (100, 100), (400, 100), (400, 400)), {"board_cut"}),
    ],
)
def test_light_and_board_are_warned_of(image: Image, corners: Any, expected: set[str]) -> None:
    assert faults(image, corners) == expected


@pytest.mark.parametrize(("sure", "warned"), [(0.3, True), (0.9, False)])
def test_dice_read_unsurely_warn_of_the_table(sure: float, warned: bool) -> None:
    observation = Reader((die(250, 250, sure), die(300, 250, sure)), BOARD, pieces()).eyes().look(FRAME)
    assert (observation.warnings & UNREADABLE.keys() != set()) is warned


def test_light_is_measured_alike_at_every_size() -> None:
    small, large = light(scene(120, 30)), light(np.repeat(np.repeat(scene(120, 30), 2, 0), 2, 1))
    assert small.brightness == pytest.approx(large.brightness, abs=2)
    assert small.sharpness == pytest.approx(large.sharpness, rel=0.3)


@pytest.mark.parametrize("under", [Piece("seat-1/slot-1", "closed", None, (250, 250), 0.6),
                                   Piece("seat-1/slot-1", "unknown", None, (250, 250), 0.99)])  # fmt: skip
def test_a_likely_die_on_an_unsure_tile_is_reported(under: Piece) -> None:
    first = replace(die(250, 250), there=0.8)
    assert Reader((first,), BOARD, pieces(under)).eyes().look(FRAME).dice != ()


@each(
    ("at", "there", "sure"),
    [
        (200, 0.99, 0.5),  # on the tile
        (208, 0.99, 0.5),
        (230, 0.99, 0.99),  # beside it
        (200, 0.5, 0.99),  # hardly a die: the tile's own digit
    ],
)
def test_a_tile_under_a_die_is_not_read_surely(at: float, there: float, sure: float) -> None:
    first, second = (
        Piece("seat-1/slot-1", "open", 1, (200, 200), 0.99),
        Piece("seat-1/slot-2", "open", 2, (300, 200), 0.99),
    )
    shown = half_hidden([first, second], [replace(die(at, 200), there=there)], 0.6)
    assert [piece.sure for piece in shown] == [sure, 0.99]


def test_a_die_on_a_tile_raises_a_tile_question() -> None:
    tile = Piece("seat-1/slot-1", "open", 1, (300, 300), 0.99)
    rest = (replace(piece, center=(150, 150)) for piece in pieces()[1:])
    observation = Reader((die(300, 300),), BOARD, (tile, *rest)).eyes().look(FRAME)
    assert observation.pieces[0].sure == 0.5
    assert observation.abstains == {"tiles"}
