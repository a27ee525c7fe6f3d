"""An area whose camera or tray was moved is noticed: the picture is shifted, turned, darkened, half covered."""

import json
from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.area.plane import area_alone
from vision.area.value import area_of, ring_of
from vision.follow.edge import AGREED, ASIDE_MOVED, MOVED, Edge, doubted, edge_of, watched_over
from vision.frame import Frame, Image
from vision.observation import Die, Observation

SIZE = (640, 480)
TRAY = area_of([(160, 380), (160, 100), (480, 100), (480, 380)], SIZE)
ROUND = ring_of((320, 240), 300, 260, SIZE)
FIVE = Die(5, "flat", (300.0, 200.0, 20.0, 20.0), 0.97, None, (0.004, 0.004, 0.004, 0.004, 0.98, 0.004), 0.99)


def table(*, round_: bool = False) -> Image:
    """A wooden table with a tray of felt upon it."""
    rng = np.random.default_rng(5)
    grain = cv2.resize(rng.normal(0, 14, (60, 40)).astype(np.float32), SIZE, interpolation=cv2.INTER_CUBIC)
    image = np.clip(np.array((70, 110, 150)) + grain[..., None] + rng.normal(0, 3, (480, 640, 1)), 0, 255)
    image = np.ascontiguousarray(image, np.uint8)
    if round_:
        cv2.ellipse(image, (320, 240), (150, 130), 0, 0, 360, (40, 90, 40), -1)
        cv2.ellipse(image, (320, 240), (150, 130), 0, 0, 360, (30, 40, 60), 8)
    else:
        cv2.rectangle(image, (160, 100), (480, 380), (40, 90, 40), -1)
        cv2.rectangle(image, (160, 100), (480, 380), (30, 40, 60), 8)
    return image


def pushed(image: Image, right: float, down: float, turn: float = 0.0) -> Image:
    """What a camera shows that was turned, degrees, and moved, px."""
    matrix = cv2.getRotationMatrix2D((320, 240), turn, 1.0)
    matrix[:, 2] += right, down
    return np.asarray(cv2.warpAffine(image, matrix, SIZE, borderMode=cv2.BORDER_REFLECT), np.uint8)


@pytest.fixture(params=["four corners", "a ring"])
def shown(request: pytest.FixtureRequest) -> tuple[Image, Edge]:
    image = table(round_=request.param == "a ring")
    return image, edge_of(image, (ROUND if request.param == "a ring" else TRAY).places(SIZE))


@pytest.mark.parametrize(
    ("right", "down", "turn", "moved"),
    [(0, 0, 0, False), (1, 1, 0, False), (16, 0, 0, True), (0, -20, 0, True), (12, 12, 4, True), (70, 50, 0, True)],
)
def test_a_moved_camera_is_noticed(
    shown: tuple[Image, Edge], right: float, down: float, turn: float, moved: bool
) -> None:
    image, edge = shown
    assert edge.moved(pushed(image, right, down, turn)) is moved


def test_another_light_and_what_lies_within_move_nothing(shown: tuple[Image, Edge]) -> None:
    image, edge = shown
    assert not edge.moved(np.asarray(image * 0.55, np.uint8))
    cv2.circle(image, (300, 240), 60, (230, 230, 230), -1)
    cv2.rectangle(image, (360, 280), (380, 300), (20, 20, 200), -1)
    assert not edge.moved(image)


@pytest.mark.parametrize("corner", range(4))
def test_a_hand_over_one_side_moves_nothing(shown: tuple[Image, Edge], corner: int) -> None:
    image, edge = shown
    x, y = edge.corners[corner]
    cv2.circle(image, (round(x), round(y)), 60, (120, 150, 210), -1)
    assert not edge.moved(image)


def test_the_edge_is_kept_as_json(shown: tuple[Image, Edge]) -> None:
    _, edge = shown
    assert Edge.from_json(json.loads(json.dumps(edge.to_json()))) == edge
    assert len(json.dumps(edge.to_json())) < 4000


SPOILT = [{"size": [0, 480]}, {"patches": ["AAAA"] * 4}, {"corners": [[1, 2]]}, {"size": None}]


@pytest.mark.parametrize("spoilt", SPOILT)
def test_what_is_no_edge_is_refused(shown: tuple[Image, Edge], spoilt: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected the edge of an area"):
        Edge.from_json(shown[1].to_json() | spoilt)


def looks_at(pictures: list[Image], *, still: bool = True) -> list[Observation]:
    """What is told of a film of which each picture is looked at once."""
    edge, now = edge_of(table(), TRAY.places(SIZE)), [pictures[0]]

    def seen() -> Iterator[tuple[Observation, Frame]]:
        for time, picture in enumerate(pictures):
            now[0] = picture
            frame = area_alone(Frame(picture, float(time)), TRAY)
            yield Observation(frame.time, None, (FIVE,), still=still), frame

    pairs = list(watched_over(seen(), lambda: now[0], edge))
    outside = [frame.image[:90].max() for _, frame in pairs]
    assert max(outside) == 0  # nothing beyond the area is handed on
    return [first for first, _ in pairs]


def test_a_displaced_area_is_unsure_and_reported_after_two_looks() -> None:
    here, there = table(), pushed(table(), 25, 10)
    looks = looks_at([here, there, there, there, here, here])
    assert [bool(look.abstains) for look in looks] == [False, True, True, True, False, False]
    assert [MOVED in look.warnings for look in looks] == [False, False, True, True, False, False]
    assert AGREED == 2
    assert looks[0].dice == looks[4].dice == (FIVE,)
    (doubtful,) = looks[1].dice
    assert (doubtful.value, doubtful.box) == (FIVE.value, FIVE.box)
    assert 0.5 <= doubtful.sure < 0.7  # a die that lies there, which Piste asks about


BESIDE = area_of([(510, 380), (510, 100), (620, 100), (620, 380)], SIZE)


def with_a_place_beside(right: int) -> Image:
    """The same table, and beside the tray a smaller one which alone was pushed to the right, px."""
    image = table()
    cv2.rectangle(image, (510 + right, 100), (620 + right, 380), (90, 40, 40), -1)
    cv2.rectangle(image, (510 + right, 100), (620 + right, 380), (30, 40, 60), 8)
    return image


def test_only_the_moved_place_beside_is_unsure() -> None:
    edges = [edge_of(with_a_place_beside(0), place.places(SIZE)) for place in (TRAY, BESIDE)]
    six = Die(5, "flat", (550.0, 200.0, 20.0, 20.0), 0.97, None, FIVE.chances, 0.99, aside=True)
    pushes = iter([0, 9, 9, 9, 0])
    shots = ((Observation(float(t), None, (FIVE, six)), Frame(with_a_place_beside(0), float(t))) for t in range(5))
    looks = [look for look, _ in watched_over(shots, lambda: with_a_place_beside(next(pushes)), *edges)]
    assert [ASIDE_MOVED in look.warnings for look in looks] == [False, False, True, True, False]
    assert not any(MOVED in look.warnings or look.abstains for look in looks)
    assert [look.dice[0] for look in looks] == [FIVE] * 5
    assert [look.dice[1].sure > 0.9 for look in looks] == [True, False, False, False, True]


def test_where_both_were_moved_the_area_is_told() -> None:
    edges = [edge_of(with_a_place_beside(0), place.places(SIZE)) for place in (TRAY, BESIDE)]
    shots = ((Observation(float(t), None, (FIVE,)), Frame(table(), float(t))) for t in range(3))
    looks = [look for look, _ in watched_over(shots, lambda: pushed(with_a_place_beside(0), 25, 10), *edges)]
    assert looks[-1].warnings == {MOVED}


def test_a_sleeve_for_a_moment_tells_nothing() -> None:
    here = table()
    sleeve = np.full_like(here, 90)
    assert not any(MOVED in look.warnings for look in looks_at([here, sleeve, here, sleeve, here]))


def test_while_something_moves_nothing_is_judged() -> None:
    looks = looks_at([pushed(table(), 25, 10)] * 3, still=False)
    assert all(look.dice == (FIVE,) and not look.warnings for look in looks)


def test_without_a_known_edge_all_is_as_it_was() -> None:
    observation = [(Observation(0.0, None, (FIVE,)), Frame(table(), 0.0))]
    assert list(watched_over(iter(observation), lambda: pushed(table(), 25, 10), None)) == observation


@given(st.lists(st.floats(0.01, 1.0), min_size=6, max_size=6), st.floats(0.3, 1.0))
def test_a_doubted_die_keeps_its_place_and_its_likeliest_values(weights: list[float], there: float) -> None:
    whole = sum(weights)
    chances = tuple(weight / whole for weight in weights)
    die = Die(1, "flat", FIVE.box, there * max(chances), None, chances, there)
    (doubtful,) = doubted(Observation(0.0, None, (die,)), reported=True).dice
    assert sum(doubtful.chances) == pytest.approx(1.0)
    assert all(first > other or doubtful.chances[a] <= doubtful.chances[b] + 1e-9
               for a, first in enumerate(chances) for b, other in enumerate(chances))  # fmt: skip
    assert max(doubtful.chances) <= max(chances) + 1e-9
    assert doubtful.sure <= die.sure + 1e-9
