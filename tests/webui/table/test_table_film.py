"""The demonstration film through following and refereeing, with eyes that read every frame without fault."""

from contextlib import closing

import numpy as np
import pytest
from hand_clock import HandClock

from hardware.camera import DEMO, open_camera
from vision.follow.follower import follow_frames
from vision.observation import BoardSeen, Die, Observation, Piece
from webui.live.live import Live
from webui.live.wiring import DEMONSTRATION, lingering, unhurried
from webui.store.journal import Journal
from webui.table.reducer import close, open_table, see
from webui.table.values.setup import Setup, players_at
from workshop.scenes.describe.truth import corners_of
from workshop.scenes.draw.painter import raised
from workshop.scenes.film.clip import Throw, shots
from workshop.scenes.film.demonstration import demonstration
from workshop.scenes.film.motion import at_rest

ROLLS_OUT = 3.0
"""mm from its place within which a rolling die can be read."""

EARLY, LATE = 0.4, 1.9
"""s before and after the end of an act at which it is reported: the hand leaves the picture 0.42 s before."""


class PerfectEyes:
    """Reads what the film's script put into each frame; of the pixels it needs none."""

    def __init__(self):
        clip = demonstration()
        self.rate, self.shots = clip.rate, list(shots(clip))
        self.camera = clip.scene.camera
        thrown = [act.dice for act in clip.acts if isinstance(act, Throw)]
        self.rests = [(np.asarray(at_rest(cube).pose.centre), cube) for dice in thrown for cube in dice]

    def look(self, frame, *asked):
        shot = self.shots[min(round(frame.time * self.rate), len(self.shots) - 1)]
        corners = self.camera.project(corners_of(shot.scene.board))
        board = BoardSeen("occe", tuple(map(tuple, corners.tolist())), True, 0.99)
        cubes = [self.resting(die[0]) for die in shot.dice]
        dice = tuple(self.die(cube) for cube in cubes if cube is not None)
        return Observation(frame.time, board, dice, tuple(map(self.piece, shot.scene.board.tiles)))

    def resting(self, posture):
        """The die that lies there, or has all but come to rest there."""
        near = [(float(np.abs(posture.pose.centre - rest).max()), cube) for rest, cube in self.rests]
        off, cube = min(near, key=lambda pair: pair[0])
        return cube if off < ROLLS_OUT else None

    def die(self, cube):
        x, y = self.camera.project(raised(np.array([cube.at]), cube.ground + cube.side / 2))[0]
        side = 1.2 * cube.side * self.camera.focal / self.camera.distance
        box = (float(x) - side / 2, float(y) - side / 2, side, side)
        return Die(cube.value, cube.state, box, 0.97)

    def piece(self, tile):
        x, y = self.camera.project(raised(np.array([tile.at]), 15.0))[0]
        name = f"seat-{tile.seat}/slot-{tile.slot}"
        return Piece(name, tile.state, None, (float(x), float(y)), 0.97, ((tile.state, 0.97),))


@pytest.fixture(scope="module")
def looks():
    """What is seen of the film and of its last picture, which lingers, and when: as the site's demonstration looks."""
    if not DEMO.exists():
        pytest.skip(f"the film {DEMO} is not here")
    clock = HandClock()

    def sleep(seconds):
        clock.now += seconds

    with open_camera("demo", paced=False) as camera:
        frames = unhurried(lingering(camera.frames()), clock, sleep)
        return [(seen, clock.now) for seen, _ in follow_frames(frames, PerfectEyes(), board="occe")]


@pytest.fixture(scope="module")
def film_events(looks):
    setup, eyes = Setup("occe_child", players_at((1, 3)), "OCCE enfant"), PerfectEyes()
    step = open_table(setup)
    events = list(step.events)
    for observation, _ in looks:
        if observation.time < len(eyes.shots) / eyes.rate:
            step = see(step.table, observation)
            events += step.events
    return events + list(close(step.table, step.table.t).events)


DECIDED = (
    "game_started", "roll_settled", "die_cocked", "move_accepted", "move_refused", "move_withdrawn", "turn_passed",
    "game_ended",
)  # fmt: skip


def test_the_film_is_told_as_it_was_scripted(film_events, film_truth):
    decided = [event for event in film_events if event.event in DECIDED]
    assert [(e.event, e.seat) for e in decided] == [(line["event"], line.get("seat")) for line in film_truth]
    for event, line in zip(decided, film_truth, strict=True):
        for name in (
            {"closed", "open", "score", "scores", "winners", "seats"} & line.keys() & event.values.keys()
        ):
            if event.event not in ("move_refused", "move_withdrawn"):
                assert event.values[name] == line[name], event.to_line()
        if "dice" in line:
            assert sorted(map(str, event.values["dice"])) == sorted(map(str, line["dice"]))


def test_every_decision_comes_soon_after_it_was_due(film_events, film_truth):
    decided = [event for event in film_events if event.event in DECIDED]
    late = {
        (event.event, round(event.t - line["t"], 2))
        for event, line in zip(decided, film_truth, strict=True)
        if "t" in line and not -EARLY <= event.t - line["t"] <= LATE
    }
    assert late == set()


def test_nothing_else_is_told_of_the_film(film_events):
    assert {e.event for e in film_events} - set(DECIDED) <= {"roll_started", "tile_flipped"}
    throws = sum(e.event in ("roll_settled", "die_cocked") for e in film_events)
    assert sum(e.event == "roll_started" for e in film_events) == throws


PODIUM = 15.0
"""Seconds for which the site's demonstration holds who has won."""


def test_the_demonstration_holds_its_podium(tmp_path, looks):
    clock, won = HandClock(), None
    with closing(Live(Journal.open(tmp_path), clock=clock)) as live:
        live.use_camera(True)
        live.new_game(DEMONSTRATION)
        for observation, clock.now in looks:
            live.look(observation)
            if won is None and live.snapshot().state == "game_over":
                won = clock.now
        assert live.snapshot().state == "game_over"
    assert won is not None
    assert clock.now - won >= PODIUM  # then it begins anew
