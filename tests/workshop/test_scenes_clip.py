"""Films of tables: what happens in them is what their truth says, and the demonstration game is legal."""

import json
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from each import each

from referee.core import Roll
from referee.games import profile
from referee.games.tiles import Close
from workshop.scenes.describe.scene import Cube
from workshop.scenes.draw.render import render
from workshop.scenes.film.clip import Clip, Rest, Throw, Turn, film, happenings, shots
from workshop.scenes.film.demonstration import GAME, demonstration, truth
from workshop.scenes.film.motion import at_rest, eased, flight
from workshop.scenes.film.short import one_turn

DIE = Cube(5, "flat", (200.0, 220.0), 16.0, 30.0, 17.0, 339)
FILMS = ("hardware/demo/demo", "tests/recordings/one-turn")


def states(clip: Clip) -> list[dict[int, str]]:
    """Seat 1's tiles after every frame: slot -> state."""
    result = []
    for shot in shots(clip):
        assert shot.scene.board is not None
        result.append({tile.slot: tile.state for tile in shot.scene.board.tiles if tile.seat == 1})
    return result


def test_a_die_flies_to_where_it_rests() -> None:
    rest, landed = at_rest(DIE), flight(DIE, (0.0, 200.0), 1.0)
    assert landed.pose.centre == pytest.approx(rest.pose.centre, abs=1e-3)
    assert landed.pose.rotation == pytest.approx(rest.pose.rotation, abs=1e-3)


@each("share", np.linspace(0, 1, 9))
def test_a_flying_die_never_sinks_into_the_board(share: float) -> None:
    posture = flight(DIE, (0.0, 200.0), float(share))
    lowest = posture.pose.centre[2] - np.abs(posture.pose.rotation[2]).sum() * DIE.side / 2
    assert lowest > -1e-3


def test_a_movement_starts_and_ends_where_it_should() -> None:
    assert [eased(share) for share in (-1, 0, 0.5, 1, 2)] == [0, 0, 0.5, 1, 1]


def test_a_turn_changes_its_tiles_and_no_others() -> None:
    events = states(one_turn())
    assert set(events[0].values()) == {"open"}
    assert events[-1] == {**events[0], 8: "closed"}


def test_tiles_turn_one_after_the_other_under_a_hand() -> None:
    clip = replace(one_turn(), acts=(Turn(1, (2, 7), "closed"),))
    whole = list(shots(clip))
    changes = [number for number, (first, next_) in enumerate(pairwise(whole))
               if first.scene is not next_.scene]  # fmt: skip
    assert len(changes) == 2
    assert all(whole[number + 1].hand is not None for number in changes)
    assert whole[-1].hand is None


def test_dice_move_while_they_fly_and_lie_still_afterwards() -> None:
    whole = list(shots(replace(one_turn(), acts=(Throw(1, (DIE,)), Rest(1.0)))))
    centres = [shot.dice[0][0].pose.centre for shot in whole if shot.dice]
    still = round(1.0 * one_turn().rate)
    assert max(np.ptp(np.array(centres), axis=0)) > 50
    assert np.ptp(np.array(centres[-still:]), axis=0) == pytest.approx([0, 0, 0])


def test_happenings_are_in_order_with_their_values() -> None:
    events = happenings(one_turn())
    assert [line["event"] for line in events] == ["roll_settled", "move_accepted"]
    assert events[0]["dice"] == [5, 3]
    assert events[1]["tiles"] == [8]


def test_a_cocked_die_is_told_as_such() -> None:
    cocked = replace(DIE, value=None, state="cocked")
    events = happenings(replace(one_turn(), acts=(Throw(1, (DIE, cocked)),)))
    assert [(line["event"], line["dice"]) for line in events] == [("die_cocked", [5, None])]


def test_the_same_clip_gives_the_same_frames() -> None:
    clip = replace(one_turn(), acts=(Throw(1, (DIE,)),))
    first, again = (list(islice(film(clip), 4)) for _ in range(2))
    assert all(np.array_equal(one.image, other.image) for one, other in zip(first, again, strict=True))
    assert [still.time for still in first] == pytest.approx([n / clip.rate for n in range(4)])


def test_a_film_shows_the_table_that_a_picture_shows() -> None:
    """A frame without dice and hands equals the still renderer's picture but for noise and JPEG."""
    clip = replace(one_turn(), acts=(Rest(0.1),))
    frame = next(iter(film(clip))).image
    picture, _ = render(replace(clip.scene, look=replace(clip.scene.look, noise=0.0, jpeg=0)))
    assert np.abs(frame.astype(int) - picture).mean() < 3


def test_the_demonstration_is_a_legal_game_with_one_wrong_move() -> None:
    game = profile("OCCE enfant")
    state = game.start(tuple(GAME))
    results = len(state.results)
    for number, seat in enumerate(GAME):
        for throw in GAME[seat]:
            if None in throw.dice:
                continue  # a cocked die: the throw does not count
            due = game.awaits(state)
            assert due is not None
            assert (due.player, due.dice) == (number, len(throw.dice))
            state = game.apply(state, Roll(tuple(value for value in throw.dice if value)))
            if throw.mistake:
                assert game.move_refusal(state, Close(throw.mistake)) is not None
            if throw.closes:
                assert Close(throw.closes) in tuple(game.legal(state))
                state = game.apply(state, Close(throw.closes))
    assert len(state.results) == results + 1
    events = truth(demonstration())[-1]
    assert events["scores"] == {
        str(seat): score for seat, score in zip(GAME, state.results[0].scores, strict=True)
    }


def test_the_demonstration_has_a_cocked_die_and_a_refusal() -> None:
    words = [line["event"] for line in truth(demonstration())]
    assert words.count("die_cocked") == 1
    refused = words.index("move_refused")
    assert words[refused : refused + 3] == ["move_refused", "move_withdrawn", "move_accepted"]


@pytest.mark.parametrize("name", FILMS)
def test_committed_films_are_small_and_can_be_read(checkout: Path, name: str) -> None:
    file = checkout / f"{name}.mp4"
    assert file.stat().st_size <= (8_000_000 if "demo" in name else 1_000_000)
    film_read = cv2.VideoCapture(str(file))
    read, frame = film_read.read()
    assert read
    assert frame.shape[0] >= 480
    assert frame.shape[1] >= 640
    assert film_read.get(cv2.CAP_PROP_FPS) >= 5
    film_read.release()


def test_committed_truth_is_what_the_scripts_tell(checkout: Path) -> None:
    demo, short = ((checkout / f"{name}.truth.jsonl").read_text(encoding="utf-8") for name in FILMS)
    assert [json.loads(line) for line in demo.splitlines()] == truth(demonstration())
    assert [json.loads(line) for line in short.splitlines()][1:] == happenings(one_turn())
