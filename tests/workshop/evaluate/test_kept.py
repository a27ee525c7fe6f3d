"""Scores that were kept make the same figures as those that were just reckoned."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workshop.evaluate.figures import report
from workshop.evaluate.kept import keep, kept
from workshop.evaluate.score import DiceScore, PictureScore

COUNT = st.integers(0, 4)
SCORES = st.lists(
    st.builds(
        PictureScore,
        source=st.sampled_from(["anna/dice", "bert/dés"]),
        dice=st.none() | st.builds(DiceScore, COUNT, COUNT, COUNT),
        tiles=st.none(),
        board_found=st.none(),
        corner_error=st.none(),
        asks=st.frozensets(st.sampled_from(["dice", "board"])),
        custom_faces=st.booleans(),
        sure=st.integers(0, 1000).map(lambda k: k / 1000),
    ),
    max_size=12,
)


@given(first=SCORES, second=SCORES)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_two_machines_kept_makes_the_figures_of_all(tmp_path: Path, first: list, second: list) -> None:
    keep(first, tmp_path / "0.jsonl")
    keep(second, tmp_path / "1.jsonl")
    assert kept(tmp_path) == [*first, *second]
    assert report(kept(tmp_path)) == report([*first, *second])
