"""Games at random for films: what is told of them is the referee's word, and a table that sees all tells just that."""

import hashlib
import json
import shutil
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from table_script import Script as TableScript
from table_script import die

from referee.core import Roll, sure_sighting
from referee.games.tiles import Close
from referee.witness import explain
from webui.table.values.setup import Setup, players_at
from workshop.recordings.making import GAMES, scripted
from workshop.recordings.plays import play
from workshop.recordings.script import ScriptedThrow, Stir
from workshop.recordings.watching import ANSWER, events_with_answers, recordings, watched
from workshop.scenes.film.clip_acts import Rest, Turn

SEATS = ((1, 3), (2, 4), (4, 1), (1, 2, 3), (3, 1, 4), (4, 3, 2, 1))
STEPS = {"roll_started", "tile_flipped"}
SEVERAL = settings(max_examples=40, deadline=None)
FEW = settings(max_examples=10, deadline=None)
setups = st.builds(
    lambda game, seats: Setup(game[0], players_at(seats), game[1], game[2]),
    st.sampled_from(GAMES),
    st.permutations((1, 2, 3, 4)).flatmap(lambda all_seats: st.integers(2, 4).map(lambda n: tuple(all_seats[:n]))),
)  # fmt: skip


def told_of(script):
    return [(step.deed, line) for step in script.steps for line in step.events]


@SEVERAL
@given(setup=setups, seed=st.integers(0, 10**6))
def test_every_deed_is_legal_or_its_foul_is_the_referees(setup, seed):
    script, match = play(Random(seed), setup, 8), setup.match()
    game, closed = match.game, set()
    for step in script.steps:
        if isinstance(step.deed, Turn):
            closed ^= {(step.deed.seat, slot) for slot in step.deed.slots}
        for line in step.events:
            word = line["event"]
            if word == "roll_settled":
                match = match.then(Roll(tuple(line["dice"])))
            elif word == "move_accepted":
                assert Close(tuple(line["closed"])) in game.legal(match.state)
                match = match.then(Close(tuple(line["closed"])))
            elif word == "move_refused" and isinstance(step.deed, ScriptedThrow):
                assert game.roll_refusal(match.state, Roll(step.deed.dice)).rule == line["rule"]
            elif word == "move_refused":
                shows = {
                    game.space(match.state, player, slot): "closed" if (seat, slot) in closed else "open"
                    for player, seat in enumerate(setup.seats)
                    for slot in range(1, 10)
                    if not game.has_finished(match.state, player)
                }
                sighting = sure_sighting(game.dice(match.state), shows)
                assert explain(game, match.state, sighting).rule == line["rule"]
            elif word == "game_ended":
                points = dict(zip(map(str, setup.seats), match.state.results[0].scores, strict=True))
                assert line["scores"] == points


@SEVERAL
@given(setup=setups, seed=st.integers(0, 10**6))
def test_a_foul_is_corrected_before_the_next_event(setup, seed):
    steps = [step for step in play(Random(seed), setup, 8).steps if not isinstance(step.deed, Rest)]
    for first, following in pairwise(steps):
        if isinstance(first.deed, Turn) and any(line["event"] == "move_refused" for line in first.events):
            assert [line["event"] for line in following.events] == ["move_withdrawn"]
            assert set(following.deed.slots) == set(first.deed.slots)
            assert following.deed.to != first.deed.to


def test_perfect_eyes_report_the_script():
    """To the letter; each game from every second of the seatings, and each seating in every second game."""
    pairs = [(game, seed) for number, game in enumerate(GAMES) for seed in range(number % 2, len(SEATS), 2)]
    unlike = [(game[0], seed) for game, seed in pairs
              if not _told_as_said(Setup(game[0], players_at(SEATS[seed]), game[1], game[2]), seed)]  # fmt: skip
    assert unlike == []


def _told_as_said(setup, seed):
    script = play(Random(seed), setup, 8)
    table = TableScript.laid(setup)
    for step in script.steps:
        _happens(table, step.deed)
    reported = [
        (event.event, event.seat, event.values.get("dice"))
        for event in table.events
        if event.event not in STEPS
    ]
    due = [(line["event"], line.get("seat"), line.get("dice")) for _, line in told_of(script)]
    return [look for look in reported if look[0] != "board_reset"] == due


def _happens(table, deed):
    """The deed at a table that is seen without fault."""
    if isinstance(deed, Rest):
        table.rest(max(1.5, deed.seconds))
    elif isinstance(deed, ScriptedThrow):
        states = ["flat" if value else (deed.void or "cocked") for value in deed.dice]
        table.roll(*deed.dice, states=states)
        table.rest(3.0)
    elif isinstance(deed, Turn):
        which = {"close": deed.slots} if deed.to == "closed" else {"reopen": deed.slots}
        table.turn(**which, seat=deed.seat)
    else:
        table.hand()
        assert not isinstance(deed, Stir) or deed.die < len(table.dice)


def test_scripts_of_a_seed_repeat_with_enough_throws():
    assert scripted(5, 3) == scripted(5, 3)
    assert scripted(5, 3) != scripted(5, 4)
    assert min(scripted(5, number).throws for number in range(8)) >= 10


@each(
    ("seed", "number", "digest"),
    [(1201, 0, "bd9bf43968eb4bbe"), (1201, 1, "c997a320bdfee56e"), (1201, 2, "09c1efe7f2ba4a20"),
     (1201, 7, "fbad8fc38172a566"), (5, 3, "fb4c610f2c2557da")],
)  # fmt: skip
def test_seeds_still_give_the_games_of_the_films(seed, number, digest):
    newer = {", kept=()": "", ", events=": ", told=", ", lingers=0.0": ""}  # than the films
    newer |= {"ScriptStep(": "Step(", "ScriptedThrow(": "Cast("}
    text = repr(scripted(seed, number))
    for now, then in newer.items():
        text = text.replace(now, then)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest


def test_recordings_are_found_with_their_truth(tmp_path):
    head = {"game": "royal", "profile": "Tric-Trac Royal", "options": {"frames": "own"}, "seats": [4, 2],
            "seat1_side": "left", "renderer": "gl"}  # fmt: skip
    event = {"t": 2.5, "event": "game_started"}
    for name in ("a", "no-film"):
        (tmp_path / f"{name}.truth.jsonl").write_text(f"{json.dumps(head)}\n{json.dumps(event)}\n")
    (tmp_path / "a.mp4").touch()
    rolls = {
        "video": "b.mp4",
        "source": "here",
        "fps": 30,
        "rolls": [{"rest_frames": [60, 67], "values": [1, 2]}],
    }
    (tmp_path / "truth.jsonl").write_text(json.dumps(rolls) + "\n")
    game, throws = recordings([tmp_path])
    assert (game.film.name, game.group, game.setup.seats, game.seat1_side) == ("a.mp4", "gl", (4, 2), "left")
    assert game.truth == (event,)
    assert throws.truth == ({"t": 2.0, "event": "roll_settled", "dice": [1, 2]},)


@pytest.mark.parametrize("which", [0, 1])
def test_a_folder_without_films_has_no_recordings(tmp_path, which):
    assert list(recordings([tmp_path] * which)) == []


def test_a_short_film_is_watched_and_scored(tmp_path, checkout):
    there = checkout / "tests" / "recordings"
    shutil.copy(there / "one-turn.mp4", tmp_path)
    events = [json.loads(line) for line in (there / "one-turn.truth.jsonl").read_text().splitlines()[1:]]
    head = {"game": "occe_child", "profile": "OCCE enfant", "options": {}, "seats": [1, 3], "seat1_side": None,
            "renderer": "quick"}  # fmt: skip
    begun = {"t": 1.5, "event": "game_started", "seats": [1, 3]}
    closed = {**events[1], "closed": [8]}
    lines = "".join(json.dumps(line) + "\n" for line in (head, begun, events[0], closed))
    (tmp_path / "one-turn.truth.jsonl").write_text(lines)
    (recording,) = recordings([tmp_path])
    score = watched(recording).score
    assert [pair.right for pair in score.pairs] == [True] * 3
    assert watched(recording, again=False).score == score


def test_a_player_beside_a_recording_answers_what_is_asked():
    setup = Setup("occe_child", players_at((1, 3)), "OCCE enfant")
    table = TableScript.laid(setup)
    observation = [table.observation(time=0.5 * number) for number in range(5)]
    table.throw, table.dice = 1, (die(5, sure=0.6), die(3, sure=0.6, at=1))
    observation += [table.observation(time=3 + 0.5 * number) for number in range(8)]
    unsure = (("closed", 0.6), ("open", 0.4))
    pieces = tuple(
        replace(piece, kind="closed", chances=unsure) if piece.space == "seat-1/slot-8" else piece
        for piece in table.pieces()
    )
    observation += [table.observation(time=8 + 0.5 * number, pieces=pieces) for number in range(14)]
    truth = [
        {"t": 2.8, "event": "roll_settled", "seat": 1, "dice": [5, 3]},
        {"t": 7.9, "event": "tile_flipped", "seat": 1, "tile": 8, "state": "closed"},
    ]
    messages = []
    every = list(events_with_answers(setup, observation, truth, lambda table, events: messages.extend(events)))
    changes = [event for event in every if event["event"] not in STEPS]
    words = [event["event"] for event in changes]
    # what a table learns from hears all of it, after looks and after answers, but for what the film's end decides
    assert [event.as_json() for event in messages] == [event for event in every[:-1] if event["event"] != ANSWER]
    doubted = ["roll_uncertain", "roll_uncertain"]  # shown with a question mark at first, then asked
    assert words == ["game_started", *doubted, ANSWER, "roll_settled", ANSWER, "move_accepted"]
    assert ([changes[k]["asks"] for k in (1, 2)], changes[4]["dice"], changes[6]["closed"]) == (
        [False, True],
        [5, 3],
        [8],
    )
