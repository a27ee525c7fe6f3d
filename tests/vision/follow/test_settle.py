"""Following a table through time: plain pictures, eyes that read them exactly."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import cycle, pairwise

import cv2
import numpy as np
import pytest
from each import each, in_turn
from painted_dice import EDGE, MARK, PlainEyes, fresh
from painted_dice import table as painted

from vision.follow.follower import follow
from vision.follow.pace import Pace
from vision.frame import Frame, Image
from vision.observation import BoardSeen, Observation

Lying = tuple[int, int, int]
"""x, y (px) and value of a die; value 0 is cocked."""


def table(dice: Sequence[Lying] = (), hand: tuple[int, int] | None = None, gain: float = 1.0) -> Image:
    return painted(*dice, hand=hand, gain=gain)


def film(*shots: tuple[int, Image | Sequence[Image]], fps: float = 30) -> Iterator[Frame]:
    """Frames: each shot is a number of frames of one picture, or pictures shown one after the other."""
    pictures = [
        picture
        for count, shot in shots
        for picture in ([shot] * count if isinstance(shot, np.ndarray) else shot)
    ]
    return (Frame(picture, k / fps) for k, picture in enumerate(pictures))


def grainy(frames: Iterator[Frame]) -> Iterator[Frame]:
    """The same as a camera shows it: no two pictures are quite alike."""
    for frame, grain in zip(frames, cycle(grains()), strict=False):
        image = frame.image.copy()
        image[..., 2] += grain
        yield Frame(image, frame.time)


@cache
def grains() -> list[np.ndarray]:
    """What a camera adds to a picture, of which the next ones have another."""
    rng = np.random.default_rng(5)
    return [rng.integers(0, 3, EMPTY.shape[:2], np.uint8) for _ in range(13)]


def reach(
    dice: Sequence[Lying], to: tuple[int, int], steps: int = 6, after: Sequence[Lying] | None = None
) -> list[Image]:
    """A hand comes, and goes leaving `after`."""
    coming = [table(dice, (to[0] * k // steps, to[1])) for k in range(1, steps + 1)]
    going = [
        table(dice if after is None else after, (to[0] * k // steps, to[1])) for k in range(steps, 0, -1)
    ]
    return [*coming, *going]


def roll(start: tuple[int, int], end: Sequence[Lying], steps: int = 6) -> list[Image]:
    """Dice fly from one point to where they lie."""

    def at(k: int) -> list[Lying]:
        return [
            (
                start[0] + (x - start[0]) * k // steps,
                start[1] + (y - start[1]) * k // steps + 9 * (k % 2),
                1 + k % 6,
            )
            for x, y, _ in end
        ]

    return [table(at(k)) for k in range(steps)]


def settled(frames: Iterator[Frame]) -> list[Observation]:
    return [look for look in follow(frames, PlainEyes(), board="none") if look.still]


def changes(looks: Iterable[Observation]) -> list[tuple[float, list[int], list[int]]]:
    """Each change of the settled reading: when, the values, and which of them are fresh."""
    settled = [(look.time, sorted(die.value or 0 for die in look.dice), fresh(look)) for look in looks if look.still]
    return [look for k, look in enumerate(settled) if k == 0 or look[2] or look[1] != settled[k - 1][1]]


def throws(frames: Iterator[Frame]) -> list[tuple[list[int], list[int]]]:
    """Each change of the settled reading: the values, and which of them are fresh."""
    return [(values, news) for _, values, news in changes(settled(frames))]


A = [(300, 200, 5), (380, 260, 3)]
B = [(250, 320, 6), (450, 180, 2)]
AGAIN = [(240, 300, 5), (470, 150, 3)]
NUDGED = [(310, 204, 5), A[1]]
PUSHED = [(180, 300, 5), A[1]]
EMPTY = table()
FLIGHT = [[(300 + 9 * k, 150 + 8 * k, 1 + k), (300 + 14 * k, 160 + 16 * k, 6 - k)] for k in range(6)]
TAKEN = reach(A, (420, 240), after=[])


TURNS = [
    ([(12, table(A))], [([3, 5], [])]),  # lying there from the start: no throw
    ([(12, EMPTY), (0, roll((0, 240), A)), (12, table(A))], [([], []), ([3, 5], [3, 5])]),
    ([(0, roll((0, 240), A)), (12, table(A))], [([3, 5], [3, 5])]),  # already flying when the film begins
    (
        [(12, table(A)), (0, TAKEN), (12, EMPTY), (0, roll((0, 240), B)), (12, table(B))],
        [([3, 5], []), ([], []), ([2, 6], [2, 6])],
    ),
    (  # the same faces, thrown again
        [(12, table(A)), (0, TAKEN), (0, roll((0, 240), AGAIN)), (12, table(AGAIN))],
        [([3, 5], []), ([3, 5], [3, 5])],
    ),
    (  # a hand passes and leaves everything where it is
        [(12, table(A)), (0, reach(A, (420, 240))), (12, table(A))],
        [([3, 5], [])],
    ),
    (  # a nudge of half a die
        [(12, table(A)), (0, reach(A, (420, 240), after=NUDGED)), (12, table(NUDGED))],
        [([3, 5], [])],
    ),
    (  # one die pushed far aside, the other left
        [(12, table(A)), (0, reach(A, (420, 240), after=PUSHED)), (12, table(PUSHED))],
        [([3, 5], []), ([3, 5], [5])],
    ),
    (  # lifted, looked at, put back
        [(12, table(A)), (0, reach(A, (420, 240), after=A[1:])), (12, table(A[1:])),
         (0, reach(A[1:], (420, 240), after=[(296, 206, 5), A[1]])), (12, table([(296, 206, 5), A[1]]))],
        [([3, 5], []), ([3], []), ([3, 5], [])],
    ),
    (  # one die thrown again
        [(12, table(A)), (0, reach(A, (420, 240), after=A[1:])), (12, table(A[1:])),
         (0, roll((0, 240), [(200, 350, 2)])), (12, table([(200, 350, 2), A[1]]))],
        [([3, 5], []), ([3], []), ([2, 3], [2])],
    ),
    (  # taken up, thrown, and come to rest where it lay
        [(12, table(A[:1])), (0, reach(A[:1], (420, 240), after=[])), (12, EMPTY),
         (0, roll((0, 240), [(306, 204, 2)])), (12, table([(306, 204, 2)]))],
        [([5], []), ([], []), ([2], [2])],
    ),
    (  # one die thrown again shows what another shows that lies there still
        [(12, table(A)), (0, reach(A, (420, 240), after=A[1:])), (12, table(A[1:])),
         (0, roll((0, 240), [(200, 350, 3)])), (12, table([(200, 350, 3), A[1]]))],
        [([3, 5], []), ([3], []), ([3, 3], [3])],
    ),
    (  # a cocked die set straight is no throw
        [(12, table([(300, 200, 0), A[1]])), (0, reach(A, (420, 240))), (12, table(A))],
        [([0, 3], []), ([3, 5], [])],
    ),
]  # fmt: skip
"""What is shown, and each change that is told: the values, and which of them are thrown."""


@each(
    ("shots", "expected", "fps"),
    [(*both, fps) for turn, both in enumerate(TURNS) for fps in (30, *in_turn([10, 5], turn))],
)
def test_what_became_of_dice_is_told_once_they_rest(
    shots: list[tuple[int, Image | list[Image]]], expected: list[tuple[list[int], list[int]]], fps: int
) -> None:
    assert throws(film(*shots, fps=fps)) == expected


def test_a_resting_table_reports_only_its_rest() -> None:
    looks = settled(film((150, table(A))))
    assert len({look.dice for look in looks}) == 1
    assert all(0.3 < b.time - a.time < 0.8 for a, b in pairwise(looks[1:]))


def test_a_resting_table_is_seldom_read_in_full() -> None:
    eyes = PlainEyes()
    list(follow(film((300, table(A))), eyes, board="none"))
    assert len(eyes.looks) <= 10


@dataclass
class Reader(PlainEyes):
    """Doubts what it is told to doubt."""

    doubt: frozenset[str] = frozenset()

    def look(self, frame: Frame, *asked: object) -> Observation:
        return replace(super().look(frame, *asked), abstains=self.doubt)


@pytest.mark.parametrize(
    ("doubt", "gain", "least", "most"),
    [
        ("", 1.0, 1, 2),  # the same picture again and again
        ("dice", 1.0, 6, 8),  # something is in doubt
        ("", 1.1, 2, 3),  # the light has changed once
    ],
)
def test_a_picture_that_stays_the_same_is_rarely_read_again(
    doubt: str, gain: float, least: int, most: int
) -> None:
    eyes = Reader(doubt=frozenset({doubt} if doubt else ()))
    brighter = [table(A, gain=1 + (gain - 1) * min(1.0, k / 40)) for k in range(100)]
    shots = [(170, table(A)), (0, brighter), (330, brighter[-1])]
    list(follow(grainy(film(*shots, fps=10)), eyes, board="none"))
    later = [time for time in eyes.looks if time > 15]
    assert least <= len(later) <= most


def test_a_slow_change_of_light_is_no_motion() -> None:
    looks = list(follow(film((0, [table(A, gain=1 + k / 300) for k in range(60)])), PlainEyes(), board="none"))
    assert [look.still for look in looks].count(False) == 0


def test_a_resting_hand_delays_the_reading() -> None:
    shots = [(12, table(A)), (0, reach(A, (420, 240))[:6]), (30, table(A, (420, 240))), (12, table(A))]
    looks = list(follow(film(*shots), PlainEyes(), board="none"))
    resting = [look for look in looks if 18 / 30 <= look.time <= 47 / 30]
    assert resting
    assert all(look.hands and not look.still for look in resting)
    assert looks[-1].still
    assert not looks[-1].hands


def test_an_object_left_behind_stops_being_a_hand() -> None:
    shots = [(12, table(A)), (0, reach(A, (420, 240))[:6]), (150, table(A, (420, 240)))]
    assert list(follow(film(*shots), PlainEyes(), board="none"))[-1].still


def test_dice_taken_away_are_told_as_moving() -> None:
    shots = [(12, table(A)), (0, reach(A, (420, 240), steps=20, after=[])), (12, EMPTY)]
    moving = [look for look in follow(film(*shots), PlainEyes(), board="none") if not look.still]
    assert any(die.state == "moving" for look in moving for die in look.dice)
    assert all(look.pieces == () for look in moving)


MOVING = [
    [(13, EMPTY), (0, roll((0, 240), A)), (12, table(A))],
    [(13, EMPTY), (0, roll((0, 240), A, steps=7)), (2, table(A))],  # ends as they come to rest
    [
        (12, table(A)),
        (0, reach(A, (420, 240), after=[])),
        (12, EMPTY),
        (0, roll((0, 240), B)),
        (12, table(B)),
    ],
    [
        (12, table(A)),
        (0, reach(A, (420, 240), steps=9)),
        (3, table(A)),
        (0, reach(A, (420, 240))),
        (12, table(A)),
    ],
    [(12, EMPTY), (0, [table(dice) for dice in FLIGHT]), (1, table(A)), (3, table(B)), (12, table(A))],
]
"""Films in which something moves."""


@each(
    ("shots", "fps"),
    [(shots, fps) for turn, shots in enumerate(MOVING) for fps in in_turn([20, 25, 30, 50], turn)],
)
def test_frames_that_are_passed_over_while_something_moves_change_nothing(
    shots: list[tuple[int, Image | list[Image]]], fps: int
) -> None:
    def told(idle: float) -> list[tuple[int, list[int], list[int]]]:
        looks = follow(grainy(film(*shots, fps=fps)), PlainEyes(), board="none", pace=Pace(idle=idle))
        return [(round(time * fps), values, news) for time, values, news in changes(looks)]

    assert told(Pace().idle) == told(0.0)


def test_the_decision_comes_within_a_quarter_of_a_second() -> None:
    shots = [(12, EMPTY), (0, roll((0, 240), A)), (12, table(A))]
    first = next(case for case in settled(film(*shots)) if fresh(case))
    assert first.time - 18 / 30 <= 0.25  # frame 18 is the first that shows them at rest


def test_at_30_fps_two_frames_suffice_after_fusion() -> None:
    shots = [(12, EMPTY), (0, roll((0, 240), A)), (12, table(A))]
    first = next(look for look in follow(grainy(film(*shots)), PlainEyes(), board="none") if fresh(look))
    moving = 18  # the first that shows them where they rest: until then they moved
    assert round(first.time * 30) - moving <= Pace().reads + 2


def test_a_throw_that_ends_with_the_recording_is_still_read() -> None:
    assert throws(film((12, EMPTY), (0, roll((0, 240), A)), (4, table(A))))[-1] == ([3, 5], [3, 5])


def test_pictures_shown_several_times_over_are_no_rest() -> None:
    shots = [(30, EMPTY), *((6, picture) for picture in roll((0, 240), A)), (30, table(A))]
    assert throws(film(*shots)) == [([], []), ([3, 5], [3, 5])]


def test_no_frames_no_observations() -> None:
    assert list(follow(iter(()), PlainEyes(), pace=Pace())) == []


BOARD = BoardSeen("box", ((200, 400), (200, 100), (500, 100), (500, 400)), True, 0.99)


def on_board(
    *shots: tuple[int, Image | Sequence[Image]], places: tuple[tuple[int, int], ...] = ()
) -> list[Observation]:
    return list(follow(film(*shots), PlainEyes(BOARD, places), board="box"))


def test_spare_dice_beside_the_board_belong_to_no_throw() -> None:
    spare = (560, 420, 4)
    shots = [(12, table([spare])), (0, [table([spare, *dice]) for dice in FLIGHT]), (12, table([spare, *A]))]
    looks = on_board(*shots)
    assert {die.value for look in looks if look.still for die in look.dice} == {5, 3}
    assert [fresh(look) for look in looks if fresh(look)] == [[3, 5]]


def test_a_die_thrown_off_the_board_belongs_to_its_throw() -> None:
    landed = [A[0], (560, 420, 4)]
    looks = on_board((12, EMPTY), (0, roll((200, 240), landed)), (12, table(landed)))
    observations = next(look for look in looks if fresh(look))
    assert (fresh(observations), sorted(die.state for die in observations.dice)) == ([4, 5], ["flat", "off-board"])


def test_what_moves_far_from_the_board_does_not_matter() -> None:
    people = [table(A, (20 + k % 9, 300 + 3 * (k % 7))) for k in range(60)]
    looks = on_board((12, table(A)), (0, people))
    assert all(look.still for look in looks)
    assert not any(look.hands for look in looks)


def test_a_hand_present_from_the_start_causes_no_wait() -> None:
    places = ((250, 250), (280, 260))
    shots = [(12, table((), (320, 250))), (12, table())]
    looks = on_board(*shots, places=places)
    assert [piece.kind for piece in looks[-1].pieces] == ["closed", "closed"]
    assert looks[-1].still


def test_the_hand_is_told_by_the_spaces_that_it_covers() -> None:
    places = ((250, 250), (450, 150))
    shots = [(12, table()), (0, reach((), (320, 250), steps=20)), (12, table())]
    covered = {case.hands for case in on_board(*shots, places=places)}
    assert covered == {frozenset(), frozenset({"slot-1"})} or covered == {
        frozenset(),
        frozenset({"table"}),
        frozenset({"slot-1"}),
    }


class BoardEyes(PlainEyes):
    """Finds a board by its red, unless it is told where it lies."""

    def look(self, frame: Frame, *asked: object) -> Observation:
        observation = super().look(frame)
        known = asked[2]
        if isinstance(known, BoardSeen):
            return replace(observation, board=known)
        x, y, w, h = cv2.boundingRect((frame.image[:, :, 2] > 200).astype(np.uint8))
        return replace(
            observation, board=BoardSeen("box", ((x, y + h), (x, y), (x + w, y), (x + w, y + h)), True, 0.99)
        )


def small_board(x: int, y: int, side: int = 100, closed: Sequence[int] = ()) -> Image:
    """A table on which a small board lies, nine tiles along its lower edge."""
    image = table()
    cv2.rectangle(image, (x, y), (x + side, y + side), (30, 30, 230), -1)
    for number in range(1, 10):
        left = x + 10 * number
        cv2.rectangle(image, (left, y + 80), (left + 7, y + 92), (90, 150, 210), -1)
        if number not in closed:
            cv2.putText(image, str(number), (left, y + 90), cv2.FONT_HERSHEY_PLAIN, 0.6, (0, 0, 210), 1)
    return image


@pytest.mark.parametrize(("dx", "dy"), [(8, 0), (0, -8), (6, 6)])
def test_a_board_that_was_pushed_is_looked_for_again(dx: int, dy: int) -> None:
    hand = [cv2.circle(small_board(300, 200), (310 + 6 * k, 220), 25, (120, 150, 199), -1) for k in range(8)]
    shots = [(12, small_board(300, 200)), (0, hand), (20, small_board(300 + dx, 200 + dy))]
    looks = [look for look in follow(film(*shots), BoardEyes(), board="box") if look.still]
    board = looks[-1].board
    assert board is not None
    assert board.corners[1] == (300 + dx, 200 + dy)


def test_turned_tiles_cause_no_new_board_search() -> None:
    eyes = BoardEyes()
    known: list[object] = []
    look = eyes.look

    def counted(*asked: object) -> Observation:
        known.append(asked[3])
        return look(*asked)  # type: ignore[arg-type]  # as follow asks

    eyes.look = counted  # type: ignore[method-assign,assignment]  # counts the looks
    hand = [cv2.circle(small_board(300, 200), (310 + 6 * k, 220), 25, (120, 150, 199), -1) for k in range(8)]
    shots = [(12, small_board(300, 200)), (0, hand), (20, small_board(300, 200, closed=(3, 5, 9)))]
    list(follow(film(*shots), eyes, board="box"))
    assert [at for at in known[4:] if at is None] == []


@dataclass
class NearsightedEyes(PlainEyes):
    """Sees dice of the sizes asked for only, and remembers what was asked."""

    asked: tuple[tuple[float, float] | None, ...] = ()

    def look(self, frame: Frame, *asked: object) -> Observation:
        dice_px = asked[3]
        assert dice_px is None or isinstance(dice_px, tuple)
        self.asked += (dice_px,)
        observation = super().look(frame, *asked)
        low, high = dice_px or (0, 1000)
        return replace(observation, dice=tuple(die for die in observation.dice if low <= max(die.box[2:]) <= high))


CORNERS = ((100.0, 400.0), (100.0, 100.0), (500.0, 100.0), (500.0, 400.0))


def test_once_dice_were_seen_only_their_size_is_looked_for() -> None:
    eyes = NearsightedEyes(BoardSeen("occe", CORNERS, True, 0.95))
    throws = [table(((200, 200, 3), (260, 220, 4))), table(((300, 240, 2), (330, 300, 5)))]
    shots = [(10, table()), (14, throws[0]), (14, throws[1]), (14, table(((210, 310, 1), (400, 200, 6))))]
    looks = [look for look in follow(film(*shots), eyes) if look.still]
    assert {die.value for die in looks[-1].dice} == {1, 6}
    assert [fresh(look) for look in looks if fresh(look)] == [[3, 4], [2, 5], [1, 6]]
    low, high = eyes.asked[-1] or (0.0, 0.0)
    assert 0 < low < EDGE < high < 2 * EDGE


def test_dice_of_another_size_are_found_all_the_same() -> None:
    eyes = NearsightedEyes(BoardSeen("occe", CORNERS, True, 0.95))
    large = table()
    cv2.rectangle(large, (250, 200), (309, 259), (20 * 5, MARK, 250), -1)
    small = [table(((200, 200, 3), (260, 220, 4))), table(((300, 240, 2), (330, 300, 5)))]
    shots = [(10, table()), (14, small[0]), (14, small[1]), (14, large)]
    looks = [look for look in follow(film(*shots), eyes) if look.still]
    assert [die.value for die in looks[-1].dice] == [5]
