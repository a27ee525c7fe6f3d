"""Small films of hard moments: the real eyes and the real table end with the true score, as `piste watch` would."""

import cv2
import pytest

from workshop.recordings.moments.followed import expected, followed, same_story
from workshop.recordings.moments.making import SEED, truth_text
from workshop.recordings.moments.scripts import MOMENTS, played
from workshop.recordings.watching import recorded
from workshop.scenes.film.clip import shots

MOST_BYTES = 1_000_000

WRONG_SCORE = {
    "board-turned-by-just-a-quarter": "the board lies just where it lay, so it is not looked for again: seat 1's "
    "tiles are read as seat 2's and closings refused as other_frame",
}
"""Film -> what happens in it today instead of the true score."""

WRONG_STORY = {
    "foul-that-nobody-puts-right": "the 5 that was surely read and whose foul was refused is at last told as a 6, with "
    "which the tile closed is legal; the other player's closing was refused as other_frame meanwhile",
}
"""The same for films whose score is true at the end, though a throw or a closing is told as it was not."""


def marked(wrong):
    """Every film by name, those that fail as such; strict, so that a mended one is noticed."""
    marks = {name: pytest.mark.xfail(strict=True, reason=reason) for name, reason in wrong.items()}
    return [pytest.param(name, marks=marks.get(name, ())) for name in MOMENTS]


@pytest.fixture(scope="module")
def moment(request, checkout):
    """The film's true end and what was made of it."""
    recording = recorded(checkout / "tests" / "recordings" / f"{request.param}.truth.jsonl")
    return expected(recording), followed(recording)


@pytest.mark.parametrize("moment", marked(WRONG_SCORE), indirect=True, scope="module")
def test_each_moment_ends_with_the_true_score(moment):
    true, result = moment
    assert result.ends == true.ends
    assert result.open == true.open


@pytest.mark.parametrize("moment", marked(WRONG_SCORE | WRONG_STORY), indirect=True, scope="module")
def test_each_moment_is_reported_right_after_corrections(moment):
    true, result = moment
    assert same_story(true.story, result.story), result.story


@pytest.mark.parametrize("name", MOMENTS)
def test_committed_films_and_truths_are_those_of_the_scripts(checkout, name):
    file = checkout / "tests" / "recordings" / f"{name}.mp4"
    assert file.with_suffix(".truth.jsonl").read_text(encoding="utf-8") == truth_text(name)
    assert file.stat().st_size <= MOST_BYTES
    clip, film = played(name).clip(SEED), cv2.VideoCapture(str(file))
    size = film.get(cv2.CAP_PROP_FRAME_WIDTH), film.get(cv2.CAP_PROP_FRAME_HEIGHT)
    frames, rate = film.get(cv2.CAP_PROP_FRAME_COUNT), film.get(cv2.CAP_PROP_FPS)
    film.release()
    assert (*size, frames, rate) == (*clip.scene.camera.size, sum(1 for _ in shots(clip)), clip.rate)
