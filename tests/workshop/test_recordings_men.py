"""Games of men at random for films: every deed is the referee's, and the picture shows the men where the truth says."""

from dataclasses import dataclass, field
from functools import cache
from itertools import islice, pairwise
from random import Random

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from each import each, in_turn
from table_script import CORNERS
from table_script import Script as TableScript

from referee.core import Foul, Roll, sure_sighting
from referee.games.arrows.looks import ARROWS, men_of
from referee.games.arrows.looks import kind as kind_of
from referee.games.arrows.state import COLOURS
from referee.witness import explain
from vision.men.strips import LONG, strips_of
from vision.observation import BoardSeen, Piece
from webui.commands.read import opened
from webui.live.men import field_memory
from webui.table.reducer import open_table
from webui.table.values.setup import Setup, players_at
from workshop.__main__ import main
from workshop.recordings.aligned import BESIDE, fits
from workshop.recordings.making import MEN, scripted_men
from workshop.recordings.men_plays import play_men
from workshop.recordings.script import MenMoved, ScriptedThrow
from workshop.recordings.staged import men_table, staged, truth
from workshop.recordings.watching import Recording, looked
from workshop.scenes.film.clip import ends, film, shots
from workshop.scenes.film.clip_acts import Carry, Rest, Throw
from workshop.scenes.film.clip_shots import after
from workshop.scenes.men import men_look, men_scene, positions

SIZE = (640, 480)


def setup_of(name):
    return Setup(name, players_at((2, 1)), MEN[name][-1])


def shown(counts):
    return {space: kind_of(int(not white), white or black) for space, (white, black) in counts.items()}


def men_on(appearance):
    """How many men of each colour stand on each space."""
    return {space: [men_of(shows).get(colour, 0) for colour in COLOURS]
            for space, shows in appearance.items() if space != "said"}  # fmt: skip


def men_in(appearance):
    return {space: shows for space, shows in appearance.items() if shows not in ("empty", "nothing")}


@each("name", MEN)
@each("seed", in_turn(range(3), 0, 3))
def test_every_deed_of_a_whole_game_is_the_referees(name, seed):
    setup = setup_of(name)
    script, match = play_men(Random(seed), setup), setup.match()
    game, state = match.game, match.state
    counts = men_on(game.appearance(state))
    for step in script.steps:
        if isinstance(step.deed, MenMoved):
            for player, source, target in step.deed.ways:
                counts[source][player] -= 1
                counts[target][player] += 1
            assert min(map(min, counts.values())) == 0
            assert sum(map(sum, counts.values())) == 30
        for line in step.events:
            if line["event"] == "roll_settled":
                match = match.then(Roll(tuple(line["dice"])))
            elif line["event"] == "move_accepted":
                move = game.from_text(line["move"])
                assert move in game.legal(match.state)
                assert dict(game.effect(match.state, move)).items() <= shown(counts).items()
                match = match.then(move)
            elif line["event"] == "move_refused" and isinstance(step.deed, ScriptedThrow):
                assert game.roll_refusal(match.state, Roll(step.deed.dice)).rule == line["rule"]
            elif line["event"] == "move_refused":
                word = explain(game, match.state, sure_sighting((), shown(counts)))
                assert isinstance(word, Foul)
                assert word.rule == line["rule"]
            elif line["event"] == "move_withdrawn":
                assert men_in(shown(counts)) == men_in(game.appearance(match.state))
            elif line["event"] == "game_ended":
                assert line["winners"] == [match.seats[match.state.results[0].winner]]
    assert match.state.results


@each("name", MEN)
def test_a_seed_plays_the_same_game_again(name):
    first, again = (play_men(Random(5), setup_of(name), 30) for _ in range(2))
    assert first == again


@dataclass
class MenTable(TableScript):
    """A board of men that is seen without fault, but for men on the bar and borne off: a camera reads none there."""

    counts: dict = field(default_factory=dict)

    def observation(self, **changes):
        arrows = {space: kind for space, kind in shown(self.counts).items() if space in ARROWS}
        pieces = tuple(sure_piece(*arrow) for arrow in arrows.items())
        return super().observation(**{"board": BoardSeen("arrows", CORNERS, True, 0.99), "pieces": pieces, **changes})

    def happens(self, deed):
        if isinstance(deed, Rest):
            self.rest(max(1.5, deed.seconds))
        elif isinstance(deed, ScriptedThrow):
            self.roll(*deed.dice, states=["flat" if value else deed.void for value in deed.dice])
            self.rest(3.0)
        elif isinstance(deed, MenMoved):
            for player, source, target in deed.ways:
                self.hand()
                self.counts[source][player] -= 1
                self.hand()
                self.counts[target][player] += 1
            self.see()
        else:
            self.hand()


@cache
def sure_piece(space, kind):
    return Piece(space, kind, None, (0.0, 0.0), 0.995, ((kind, 0.995), ("unknown", 0.005)))


@each("name", MEN)
def test_perfect_eyes_report_the_first_turns_to_the_letter(name):
    setup = setup_of(name)
    script, game = play_men(Random(1), setup, 5), setup.build()
    step = open_table(setup)
    table = MenTable(step.table, {}, counts=men_on(game.appearance(game.start(setup.seats))))
    for each_step in script.steps:
        table.happens(each_step.deed)
    due = [line for each_step in script.steps for line in each_step.events]
    told = [event.as_json() for event in (*step.events, *table.events) if event.event not in BESIDE]
    assert [line["event"] for line in told] == [line["event"] for line in due]
    assert all(fits(*pair) for pair in zip(due, told, strict=True))
    assert [line["rule"] for line in told if "rule" in line] == [line["rule"] for line in due if "rule" in line]
    assert any("rule" in line for line in due)


@each("name", MEN)
def test_fouls_of_several_kinds_are_made_and_put_right(name):
    rules, refused, righted = set(), 0, 0
    for number in range(3):
        steps = scripted_men(name, 3, number, 10_000).steps
        lines = [line for step in steps for line in step.events]
        rules |= {line["rule"] for line in lines if line["event"] == "move_refused"}
        by_hand = [step for step in steps if isinstance(step.deed, MenMoved) and step.events]
        refused += sum(step.events[0]["event"] == "move_refused" for step in by_hand)
        righted += sum(step.events[0]["event"] == "move_withdrawn" for step in by_hand)
        for first, second in pairwise(by_hand):
            if first.events[0]["event"] == "move_refused":
                assert second.deed.ways == tuple((k, b, a) for k, a, b in reversed(first.deed.ways))
    assert refused == righted > 10
    assert rules >= {"no_die_for_it", "wrong_way", "must_throw", "must_move", "dice_count", "not_a_play"}


@each("name", MEN)
@each("physics", [False, True])
def test_the_staged_table_follows_its_script(name, physics):
    if physics:
        pytest.importorskip("mujoco", reason="rigid bodies need the extra train")
    setup = setup_of(name)
    script = play_men(Random(6), setup, 14)
    clip = staged(script, 6, physics=physics, size=SIZE)
    scene, dice = clip.scene, ()
    laid = men_table(np.random.default_rng(1), setup.build(), SIZE).men.counted()
    assert scene.men.counted() == laid
    counts = {space: list(both) for space, both in laid.items()}
    for step, act in zip(script.steps, clip.acts, strict=True):
        if isinstance(act, Throw):
            dice = act.dice
            flat = [die for die in dice if die.state == "flat"]
            assert [die.value for die in flat] == [value for value in step.deed.dice if value]
            for die in flat:
                far = [np.hypot(*np.subtract(die.at, man.at)) - man.across / 2 - die.side / 2 for man in scene.men.men]
                assert min(far) > -0.5
                assert scene.men.on_a_leaf(die.at[0])
        elif isinstance(act, Carry):
            scene = after(scene, act)
            for player, source, target in step.deed.ways:
                counts[source][player] -= 1
                counts.setdefault(target, [0, 0])[player] += 1
            now = {space: list(both) for space, both in scene.men.counted().items()}
            assert now == {space: both for space, both in counts.items() if any(both)}
    carried = [shot for shot in shots(clip) if shot.carried is not None]
    assert all(len(shot.scene.men.men) == 29 and shot.hand is not None for shot in carried)


def test_a_filmed_move_changes_its_arrows_and_no_others():
    setup = Setup("backgammon", players_at((1, 2)), MEN["backgammon"][0])
    script = play_men(Random(2), setup, 5, foul=0.0)
    clip = staged(script, 7, physics=False, size=SIZE)
    head, *lines = truth(script, clip)
    number = next(k for k, step in enumerate(script.steps) if isinstance(step.deed, MenMoved))
    start, end = (round(ends(clip)[k] * clip.rate) for k in (number - 1, number))
    frames = list(islice(film(clip), end))
    stills = [frames[k - 1].image for k in (start, end)]
    before, then = (np.concatenate([strips_of(still, leaf) for leaf in head["leaves"]]) for still in stills)
    changed = np.abs(before.astype(float) - then)[:, LONG // 4 :].mean(axis=(1, 2, 3))
    touched = {space for _, *ends_of in script.steps[number].deed.ways for space in ends_of}
    quiet = [k for k, space in enumerate(head["strips"]) if space not in touched]
    moved = [k for k, space in enumerate(head["strips"]) if space in touched]
    assert sorted(head["strips"]) == sorted(ARROWS)
    assert changed[moved].min() > 2 * np.median(changed[quiet])
    assert any(line["event"] == "move_accepted" and line["t"] <= frames[-1].time + 1 for line in lines)


def test_a_film_is_followed_only_where_its_start_teaches_the_board(tmp_path, capsys):
    setup = Setup("backgammon", players_at((1, 2)), MEN["backgammon"][0])
    look = men_look(men_scene(7, 11, "test", 0.0, (960, 720)), next(positions(setup.build(), 1)), 1, dice=0)
    more = {"leaves": look.truth["board"]["leaves"]}
    for name, picture in (("start", look.image), ("nothing", np.full_like(look.image, 90))):
        (tmp_path / name).mkdir()
        for number in range(6):
            cv2.imwrite(str(tmp_path / name / f"{number}.png"), picture)
    eyes, memory = opened("arrows"), field_memory()
    films = [Recording(tmp_path / name, "", setup, (), more=more, marked=True) for name in ("start", "nothing")]
    followed, blank = (list(looked(film, eyes, memory)) for film in films)
    assert followed[-1].board.layout == "arrows"
    assert sum(piece.kind == look.truth["arrows"][piece.space] for piece in followed[-1].pieces) > 20
    assert blank == []
    assert "nothing: the board was not learnt" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("reported", "right"),
    [("13/7+8/4", True), ("8/4+13/7", True), ("13/9+9/4", False), ("13/7", False), ("double", False)],
)
def test_a_reported_move_is_right_in_any_order_of_its_steps(reported, right):
    happened = {"event": "move_accepted", "seat": 1, "move": "13/7+8/4"}
    assert fits(happened, happened | {"move": reported}) == right


def test_only_games_of_men_have_films_of_their_own(tmp_path):
    result = CliRunner().invoke(main, ["recordings", "make", "--out", str(tmp_path), "--seed", "1", "--game", "tock"])
    assert result.exit_code == 2
    assert "backgammon, jacquet, trictrac" in result.output
