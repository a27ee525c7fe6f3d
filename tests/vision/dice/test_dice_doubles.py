"""Of candidates that share a place the best one stays, whatever there is."""

from hypothesis import given
from hypothesis import strategies as st

from vision.dice.search import Detection, non_maximum_suppressed

PLACES = st.one_of(st.floats(0, 120), st.integers(0, 15).map(lambda cell: 8.0 * cell))
SIDES = st.floats(8, 60)
FOUND = st.builds(Detection, PLACES, PLACES, SIDES, SIDES, st.just(0.5))
CANDIDATES = st.lists(st.tuples(st.sampled_from((0.2, 0.5, 0.5, 0.9)), FOUND), max_size=25)


def shared(first: Detection, second: Detection) -> float:
    """Square px of both."""
    (x, y, w, h), (a, b, u, v) = first.box, second.box
    return max(0.0, min(x + w, a + u) - max(x, a)) * max(0.0, min(y + h, b + v) - max(y, b))


def doubles(first: Detection, second: Detection, unlike: float, share: float) -> bool:
    near = shared(first, second) > share * min(first.width * first.height, second.width * second.height)
    return near and max(first.side, second.side) <= unlike * min(first.side, second.side)


@given(CANDIDATES, st.sampled_from((1.4, 2.5)), st.sampled_from((0.2, 0.45)))
def test_only_doubles_of_better_detections_are_dropped(
    found: list[tuple[float, Detection]], unlike: float, share: float
) -> None:
    numbered = [(score, first, number) for number, (score, first) in enumerate(found)]
    stored = non_maximum_suppressed(numbered, unlike, share)
    due: list[int] = []
    for _, first, number in sorted(numbered, key=lambda candidate: -candidate[0]):
        if not any(doubles(first, found[other][1], unlike, share) for other in due):
            due.append(number)
    assert stored == due


def test_nothing_has_no_doubles() -> None:
    assert non_maximum_suppressed([], 2.0) == []
