"""What is looked at in a dice area, and what is told of it: with a reader that sees squares of one colour."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.area.eyes import AreaEyes
from vision.area.plane import AREA, NAME, alone, plane_of
from vision.area.value import DiceArea, area_of, ring_of
from vision.errors import UnfitPicture
from vision.frame import Frame, Image
from vision.known.learn import learnt
from vision.known.recall import Recalled, Remembering
from vision.known.value import Known, Lesson
from vision.look import LooksAtTables, LooksForDice, Span
from vision.observation import BoardSeen, Die

SIZE = (640, 480)
MARKED = area_of([(160, 380), (160, 100), (480, 100), (480, 380)], SIZE)
CHANCES = (0.002, 0.002, 0.002, 0.002, 0.99, 0.002)


@dataclass
class Squares:
    """Takes every red square for a five; remembers what it was shown."""

    asked: list[tuple[tuple[int, ...], BoardSeen | None, object, int]] = field(default_factory=list)
    shown: list[Image] = field(default_factory=list)

    def read(
        self, image: Image, *, board: BoardSeen | None = None, die_px: Span | None = None, within: Sequence[object] = ()
    ) -> tuple[Die, ...]:
        self.asked.append((image.shape, board, die_px, len(within)))
        self.shown.append(image)
        red = (image[..., 2].astype(int) - image[..., 0] > 90).astype(np.uint8)
        _, _, stats, _ = cv2.connectedComponentsWithStats(red)
        least, most = die_px or (0, 999)
        boxes = [tuple(map(float, row[:4])) for row in stats[1:] if row[4] > 60 and least <= max(row[2:4]) <= most]
        return tuple(Die(5, "flat", box, 0.97, None, CHANCES, 0.98) for box in boxes)


def table(*dice: tuple[int, int], side: int = 20, seed: int = 2) -> Image:
    """Grey cloth with red squares around some places, px."""
    image = np.random.default_rng(seed).integers(112, 120, (480, 640, 3)).astype(np.uint8)
    for x, y in dice:
        cv2.rectangle(image, (x - side // 2, y - side // 2), (x + side // 2, y + side // 2), (30, 30, 200), -1)
    return image


def test_they_are_eyes_as_following_asks_for_them() -> None:
    eyes = AreaEyes(Squares(), MARKED)
    taken: LooksAtTables = eyes
    assert isinstance(taken, LooksForDice)


def test_dice_are_read_in_the_area_and_only_there() -> None:
    reader = Squares()
    observation = AreaEyes(reader, MARKED).look(Frame(table((200, 150), (60, 60), (600, 400)), 3.0))
    assert (observation.time, observation.board, observation.pieces) == (3.0, None, ())
    assert [(die.value, [round(v) for v in die.box]) for die in observation.dice] == [(5, [190, 140, 21, 21])]
    assert all((picture[..., 2] > 150).sum() == 21 * 21 for picture in reader.shown)
    assert reader.asked[0][0][:2] == (281, 321)  # before the dice's size is known the part alone


def test_a_die_cut_by_the_edge_is_off_the_area() -> None:
    observation = AreaEyes(Squares(), MARKED).look(Frame(table((163, 200), (300, 200), (140, 300)), 0.0))
    assert sorted((round(die.center[0]), die.state) for die in observation.dice) == [(167, "off-board"), (300, "flat")]


def test_in_a_ring_its_corners_are_beyond() -> None:
    eyes = AreaEyes(Squares(), ring_of((320, 240), 320, 280, SIZE))
    observation = eyes.look(Frame(table((185, 125), (320, 240)), 0.0))
    assert [round(die.center[0]) for die in observation.dice] == [320]


@pytest.mark.parametrize("word", ["auto", "occe", "none"])
def test_no_board_is_looked_for_or_doubted_whatever_is_asked(word) -> None:
    observation = AreaEyes(Squares(), MARKED).look(Frame(table((300, 200)), 0.0), word)
    assert (observation.board, observation.abstains) == (None, frozenset())


def test_a_larger_still_is_reported_in_picture_pixels() -> None:
    small, large = table((300, 200)), cv2.resize(table((300, 200)), (1280, 960), interpolation=cv2.INTER_NEAREST)
    reader = Squares()
    eyes = AreaEyes(reader, MARKED)
    observation = eyes.look(Frame(small, 0.0, np.asarray(large, np.uint8)))
    assert [round(v) for v in observation.dice[0].center] == [300, 200]
    assert reader.asked[0][0][1] > 600
    assert len(eyes.look_for_dice(Frame(small, 0.0, np.asarray(large, np.uint8)))) == 1


def test_a_picture_that_can_show_no_table_is_refused() -> None:
    with pytest.raises(UnfitPicture):
        AreaEyes(Squares(), MARKED).look(Frame(np.zeros((8, 8, 3), np.uint8), 0.0))


@dataclass
class Lessons:
    """An area that is taught."""

    reader: Squares = field(default_factory=Squares)
    area: DiceArea = MARKED
    known: Known | None = None
    time: float = 0.0

    @property
    def eyes(self) -> AreaEyes:
        return AreaEyes(self.reader, self.area, recall=Remembering(lambda: self.known))

    def look(self, image: Image):
        self.time += 3
        return self.eyes.look(Frame(image, self.time))

    def teach(self, image: Image, dice: tuple[int, ...]) -> None:
        plane = plane_of(self.area, SIZE)
        observation = replace(self.look(image), board=plane)
        known = learnt(self.known, alone(image, self.area), observation, AREA, None, Lesson(dice=dice))
        assert known is not None
        self.known = known.at(self.time)


@pytest.fixture
def lesson() -> Lessons:
    return taught_twice()


def taught_twice() -> Lessons:
    """An area that was seen bare, and one throw of two dice."""
    taught = Lessons()
    taught.teach(table(), ())
    taught.teach(table((250, 180), (400, 300)), (5, 5))
    assert taught.known is not None
    assert (taught.known.layout, taught.known.dice.counts) == (NAME, ((2, 1),))
    return taught


TAUGHT = taught_twice()


def test_a_known_area_is_searched_only_where_it_changed(lesson: Lessons) -> None:
    lesson.reader.asked.clear()
    observation = lesson.look(table((300, 200), (380, 310), seed=9))
    assert len(observation.dice) == 2
    assert observation.abstains == frozenset()
    boards = {board for _, board, _, _ in lesson.reader.asked}
    assert plane_of(MARKED, SIZE) in boards
    spans = [span for _, board, span, _ in lesson.reader.asked if board is not None]
    assert all(span is not None and span[0] < 21 < span[1] for span in spans)
    assert all(many > 0 for _, board, _, many in lesson.reader.asked if board is not None)


def test_permanent_and_large_objects_are_no_dice(lesson: Lessons) -> None:
    lesson.teach(table((200, 340)), ())  # a red counter, which the reader takes for a five
    lesson.teach(table((250, 180), (400, 300), (200, 340)), (5, 5, 5)[:2])
    observation = lesson.look(table((300, 200), (380, 310), (200, 340), seed=9))
    assert sorted(round(die.center[0]) for die in observation.dice) == [300, 380]
    large = table((300, 200), (380, 310))
    cv2.rectangle(large, (200, 120), (245, 165), (30, 30, 200), -1)  # a doubling die
    assert sorted(round(die.center[0]) for die in lesson.look(large).dice) == [300, 380]


def test_an_unusual_number_of_dice_raises_a_question(lesson: Lessons) -> None:
    assert "dice" in lesson.look(table((300, 200))).abstains
    assert "dice" in lesson.look(table((300, 200), (380, 310), (220, 330))).abstains
    assert lesson.look(table()).abstains == frozenset()  # nothing lies there: nobody threw


def test_a_moved_man_is_ground_after_one_confirmed_throw(lesson: Lessons) -> None:
    def with_man(at: tuple[int, int], *dice: tuple[int, int]) -> Image:
        image = table(*dice)
        cv2.circle(image, at, 16, (200, 190, 60), -1)
        return image

    before = with_man((420, 150), (250, 180), (300, 330))
    lesson.teach(before, (5, 5))
    lesson.reader.asked.clear()
    lesson.look(with_man((420, 150), (250, 180), (300, 330)))
    still = [many for _, board, _, many in lesson.reader.asked if board is not None]
    assert still == [2]  # searched around the two dice, not around the man


def test_where_nothing_new_lies_nobody_reads_but_now_and_then(lesson: Lessons) -> None:
    lesson.reader.asked.clear()
    assert lesson.look(table(seed=9)).dice == ()
    assert lesson.reader.asked == []
    lesson.time += 25
    assert lesson.look(table(seed=9)).dice == ()
    assert len(lesson.reader.asked) == 2  # as a check, both as from straight above and as the picture shows it
    lesson.reader.asked.clear()
    lesson.known = None
    lesson.look(table(seed=9))
    assert len(lesson.reader.asked) == 1  # of an unknown area the picture itself is read


def test_a_die_and_a_man_are_something_new(lesson: Lessons) -> None:
    for observation, count in ((table((300, 200)), 1), (table((300, 200), side=17), 1)):
        lesson.reader.asked.clear()
        assert len(lesson.look(observation).dice) == count
        assert lesson.reader.asked
    man = table()
    cv2.circle(man, (420, 150), 16, (200, 190, 60), -1)
    lesson.reader.asked.clear()
    assert lesson.look(man).dice == ()
    assert lesson.reader.asked


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(180, 460), st.integers(120, 360), st.integers(1, 24)), max_size=4),
    st.integers(3, 30),
)
def test_reading_bare_ground_changes_no_report(
    things: list[tuple[int, int, int]], seed: int
) -> None:
    image = table(seed=seed)
    for x, y, side in things:
        cv2.rectangle(image, (x, y), (x + side, y + side), (30, 30, 200), -1)
    reported = []
    for bare in (Recalled.bare, False):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Recalled, "bare", bare)
            observation = replace(TAUGHT).look(image)
        reported.append((observation.dice, observation.abstains, observation.missed))
    assert reported[0] == reported[1]


def test_another_light_makes_nothing_a_die(lesson: Lessons) -> None:
    dim = np.asarray(table((300, 200), (380, 310), seed=9) * 0.7, np.uint8)
    assert len(lesson.look(dim).dice) == 2


BESIDE = area_of([(520, 380), (520, 100), (620, 100), (620, 380)], SIZE)
BOTH = replace(MARKED, aside=BESIDE)


def test_dice_beside_the_area_are_set_aside() -> None:
    reader = Squares()
    observation = AreaEyes(reader, BOTH).look(Frame(table((200, 150), (60, 60), (560, 200), (500, 300)), 3.0))
    assert sorted((round(die.center[0]), die.aside) for die in observation.dice) == [(200, False), (560, True)]
    assert len(AreaEyes(reader, BOTH).look_for_dice(Frame(table((200, 150), (560, 200)), 3.0))) == 2
    cut = AreaEyes(reader, BOTH).look(Frame(table((522, 200)), 3.0)).dice
    assert [(die.state, die.aside) for die in cut] == [("flat", True)]
    assert not any(die.aside for die in AreaEyes(reader, MARKED).look(Frame(table((560, 200)), 3.0)).dice)


def test_the_picture_shows_the_area_and_the_place_beside() -> None:
    shown = AreaEyes(Squares(), BOTH).shown(table((200, 150), (560, 200), (60, 60)))
    assert (shown[200, 560] == (30, 30, 200)).all()
    assert (shown[150, 200] == (30, 30, 200)).all()
    assert not shown[60, 60].any()
    assert not shown[240, 500].any()


def test_knowledge_of_the_area_is_used_there_alone(lesson: Lessons) -> None:
    taught = replace(lesson, area=BOTH)
    observation = taught.look(table((300, 200), (380, 310), (560, 200), (560, 300), seed=9))
    assert sorted((round(die.center[0]), die.aside) for die in observation.dice) == [
        (300, False), (380, False), (560, True), (560, True),
    ]  # fmt: skip
    assert observation.abstains == frozenset()  # two lie in the area, as ever
