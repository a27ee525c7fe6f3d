"""Scripts become films: dice show what the script says, hands do what it says, and the truth has its seconds."""

from itertools import pairwise

import numpy as np
import pytest
from each import each

from workshop.recordings.script import Linger, Script, ScriptedThrow, ScriptStep, Stir
from workshop.recordings.staged import SIDES, sampled_table, seat1_side, staged, truth
from workshop.scenes.describe.truth import corners_of
from workshop.scenes.draw.cubes import posed
from workshop.scenes.draw.die import upper
from workshop.scenes.film.clip import ends, shots
from workshop.scenes.film.clip_acts import Hover, Rest, Shift, Throw, Turn

SIZE = (320, 240)
ROLL = {"event": "roll_settled", "seat": 1, "dice": [5, 3]}


def script(*deeds):
    return Script("occe_child", "OCCE enfant", (), (1, 3), tuple(ScriptStep(deed) for deed in deeds))


def staged_acts(*deeds, seed=3, physics=False, size=SIZE):
    clip = staged(script(*deeds), seed, physics=physics, size=size)
    return clip, clip.acts


@each("physics", [False, True])
@each("dice", [(5, 3), (1, 1), (6,), (2, 4, 6)])
def test_dice_show_what_the_script_says_on_the_bare_board(dice, physics):
    if physics:
        pytest.importorskip("mujoco", reason="rigid bodies need the extra train")
    clip, (act,) = staged_acts(ScriptedThrow(1, dice), physics=physics, size=(640, 480))  # dice as small as real ones
    assert isinstance(act, Throw)
    assert [cube.value for cube in act.dice] == [upper(*posed(cube)) for cube in act.dice] == list(dice)
    assert {(cube.state, cube.ground) for cube in act.dice} == {("flat", clip.scene.board.thick)}
    apart = [np.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]) > a.side for a, b in pairwise(act.dice)]
    assert all(apart)
    assert bool(act.flight) == physics


@each("seed", range(4))
@each("void", ["cocked", "off-board"])
def test_a_void_throws_last_die_leans_or_falls_outside(void, seed):
    clip, (act,) = staged_acts(ScriptedThrow(3, (4, None), void), seed=seed)
    flat, bad = act.dice
    width, height = clip.scene.board.size
    inside = 0 <= bad.at[0] <= width and 0 <= bad.at[1] <= height
    assert (flat.value, flat.state, bad.state) == (4, "flat", void)
    assert inside == (void == "cocked")


@pytest.mark.parametrize("lifted", [False, True])
def test_a_stirred_die_keeps_its_value_and_lies_near(lifted):
    clip, (_, act, _) = staged_acts(ScriptedThrow(1, (5, 3)), Stir(1, 1, lifted), Rest(1.0))
    old = clip.acts[0].dice[1]
    assert isinstance(act, Shift)
    assert upper(*posed(act.to)) == 3
    assert np.hypot(act.to.at[0] - old.at[0], act.to.at[1] - old.at[1]) <= old.side
    whole = list(shots(clip))
    assert whole[-1].lying == (clip.acts[0].dice[0], act.to)
    start, end = (round(t * clip.rate) for t in ends(clip)[:2])
    assert (min(len(shot.lying) for shot in whole[start:end]) == 1) == lifted
    assert whole[end - 1].hand is None


@pytest.mark.parametrize("over", [0, 1, 4])
def test_a_lingering_hand_stays_over_its_place_and_changes_nothing(over):
    clip, (_, act, _) = staged_acts(ScriptedThrow(1, (5, 3)), Linger(1, over, 1.0), Rest(0.5))
    assert isinstance(act, Hover)
    row = [tile.at for tile in clip.scene.board.tiles if tile.seat == over]
    assert act.at in (row or [cube.at for cube in clip.acts[0].dice])
    start, end = (round(t * clip.rate) for t in ends(clip)[:2])
    whole = list(shots(clip))
    hands = [shot.hand for shot in whole[start:end]]
    assert max(hands.count(hand) for hand in hands if hand) >= round(clip.rate)
    assert whole[end].hand is None
    assert {shot.lying for shot in whole[start:]} == {whole[start].lying}


def test_a_hand_that_waits_is_never_seen():
    for seed in range(4):
        clip, _ = staged_acts(Rest(0.2), Turn(2, (4,), "closed"), Rest(0.2), seed=seed)
        first = next(shot.hand for shot in shots(clip) if shot.hand)
        assert first.wrist[1] < -100  # far beyond seat 2's side after a frame's way already


def test_another_players_hand_turns_the_tile_of_a_frame():
    clip, _ = staged_acts(Turn(2, (4,), "closed", "refused", 4))
    whole = list(shots(clip))
    state = {tile.slot: tile.state for tile in whole[-1].scene.board.tiles if tile.seat == 2}
    assert [slot for slot, lies in state.items() if lies == "closed"] == [4]
    hands = [shot.hand.turn for shot in whole if shot.hand]
    assert {round(turn) for turn in hands} == {-90}  # fingers point from seat 4 to seat 2


@pytest.mark.parametrize("seed", range(3))
def test_tables_stand_ready_and_say_where_seat_1_sits(seed):
    scene = sampled_table(np.random.default_rng(seed), SIZE)
    assert {(tile.state, tile.digit - tile.slot) for tile in scene.board.tiles} == {("open", 0)}
    assert (scene.dice, scene.hands, scene.split) == ((), (), "test")
    corners = scene.camera.project(corners_of(scene.board))
    way = (corners[3] + corners[0]) / 2 - corners.mean(axis=0)
    assert np.dot(way, SIDES[seat1_side(scene)]) >= 0.7 * np.linalg.norm(way)


def test_the_truth_has_the_seconds_at_which_deeds_are_done():
    steps = (
        ScriptStep(Rest(2.0)),
        ScriptStep(ScriptedThrow(1, (5, 3)), (ROLL,)),
        ScriptStep(Turn(1, (8,), "closed")),
        ScriptStep(Rest(1.0)),
    )
    game = Script("occe_child", "OCCE enfant", (("turns", "alternate"),), (1, 3), steps)
    clip = staged(game, 5, physics=False, size=SIZE)
    head, rolled, flipped = truth(game, clip, renderer="quick")
    _, thrown, turned, _ = ends(clip)
    assert (head["game"], head["options"], head["renderer"]) == (
        "occe_child",
        {"turns": "alternate"},
        "quick",
    )
    assert rolled == {"t": thrown, **ROLL}
    assert flipped == {"t": turned, "event": "tile_flipped", "seat": 1, "tile": 8, "state": "closed"}
    assert staged(game, 5, physics=False, size=SIZE) == clip
