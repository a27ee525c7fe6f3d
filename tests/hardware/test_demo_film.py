"""The demonstration film: it can be read, it is small, and what it shows is a legal game."""

import json
from pathlib import Path

import cv2
import pytest

from referee.core import Roll
from referee.errors import IllegalMove
from referee.games import profile
from referee.games.tiles import Close

DEMO = Path(__file__).resolve().parents[2] / "hardware" / "demo"
TRUTH = [json.loads(line) for line in (DEMO / "demo.truth.jsonl").read_text(encoding="utf-8").splitlines()]


def test_the_film_is_small_and_every_frame_decodes() -> None:
    film = DEMO / "demo.mp4"
    assert film.stat().st_size <= 8_000_000
    reader = cv2.VideoCapture(str(film))
    frames = 0
    while reader.read()[0]:
        frames += 1
    assert frames / reader.get(cv2.CAP_PROP_FPS) == pytest.approx(TRUTH[-2]["t"], abs=6)
    assert (reader.get(cv2.CAP_PROP_FRAME_WIDTH), reader.get(cv2.CAP_PROP_FRAME_HEIGHT)) == (1280, 960)


def test_the_film_shows_a_legal_game_with_its_scores() -> None:
    game = profile("OCCE enfant")
    state = game.start(tuple(TRUTH[0]["seats"]))
    refused = 0
    for line in TRUTH[1:]:
        if line["event"] == "roll_settled":
            state = game.apply(state, Roll(tuple(line["dice"])))
        elif line["event"] == "move_accepted":
            state = game.apply(state, Close(tuple(line["closed"])))
        elif line["event"] == "move_refused":
            with pytest.raises(IllegalMove):
                game.apply(state, Close(tuple(line["tiles"])))
            refused += 1
    assert refused == 1
    assert sum(line["event"] == "die_cocked" for line in TRUTH) == 1
    assert game.awaits(state) is None
    (result,) = state.results
    assert dict(zip(map(str, TRUTH[0]["seats"]), result.scores, strict=True)) == TRUTH[-1]["scores"]
