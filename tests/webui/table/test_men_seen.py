"""Games of men that a camera follows: each turn, pass and foul is told from looks at the arrows alone."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import cache

import pytest
from each import each
from table_script import CORNERS, Script, only, restarted, words

from referee.core import CHANCE, Roll
from referee.games.arrows.looks import ARROWS
from vision.observation import BoardSeen, Observation, Piece
from webui.table.belief.value import possible_looks, weigh_board
from webui.table.games.board import evidence
from webui.table.reducer import open_table
from webui.table.values.actions import AnswerMen, Next, PlayMove, Undo
from webui.table.values.setup import Setup, players_at
from webui.table.values.state import NotNow
from webui.table.viewing import view as view_of
from webui.words import words as words_in
from webui.words.men import MEN
from webui.words.now import now

GAMES = ("backgammon", "jacquet", "trictrac")
FIRST = {"backgammon": "24/18+13/11", "jacquet": "1/7+7/9", "trictrac": "1/7+1/3"}
"""A turn with 6 and 2 by who starts, as the referee writes it."""


def setup(game: str) -> Setup:
    return Setup(game, players_at((1, 2)))


@cache
def piece(space: str, kind: str, sure: float) -> Piece:
    other = "white x 1" if kind == "empty" else "empty"
    return Piece(space, kind, None, (0.0, 0.0), sure, ((kind, sure), (other, (1 - sure) / 4)))


@dataclass
class Men(Script):
    """A board of men as hands move them; borne-off men and the bar are not read."""

    arrows: dict[str, str] = field(default_factory=dict)

    @classmethod
    def begun(cls, game: str, position: dict | None = None, dice: tuple[int, ...] = (6, 2)) -> Men:
        """White is to play these dice, at the start or in a position; () for White to throw."""
        step = open_table(setup(game), position=json.dumps(position) if position else "")
        script = cls(step.table, {})
        script._take(step)
        script.arrows = script.stands()
        script.rest()
        while script.table.due.dice == 1:
            script.roll(6 - script.throw)
            script.rest(1.0)
        if dice and not script.table.playing.state.dice:
            script.roll(*dice)
            script.rest(1.0)
        return script

    def stands(self, move: str = "") -> dict[str, str]:
        """What the arrows show as the referee has it, after some steps of a play."""
        game, state = self.table.game, self.table.playing.state
        effect = game.effect(state, game.from_text(move)) if move else {}
        return {space: {**game.appearance(state), **effect}[space] for space in ARROWS}

    def observation(self, **changes) -> Observation:
        seen = {"board": BoardSeen("arrows", CORNERS, True, 0.99), "pieces": self.men()}
        return super().observation(**{**seen, **changes})

    def men(self) -> tuple[Piece, ...]:
        return tuple(piece(space, kind, self.sure) for space, kind in self.arrows.items())

    def leaves(self, seconds: float = 1.5, **arrows: str):
        """A hand leaves some arrows so."""
        return self.lays({space.replace("_", "-"): kind.replace("_", " ") for space, kind in arrows.items()}, seconds)

    def lays(self, arrows: dict[str, str], seconds: float = 1.5):
        reported = self.hand()
        self.arrows = {**self.arrows, **arrows}
        return reported + self.see() + self.rest(seconds)

    def moves(self, move: str, seconds: float = 1.5):
        """A hand moves men, step by step, and is away between them."""
        ways, reported = move.split("+"), []
        stages = [self.stands("+".join(ways[: count + 1])) for count in range(len(ways))]
        for stage in stages:
            reported += self.lays(stage, 0.5 if stage is not stages[-1] else seconds)
        return reported


@each("game", GAMES)
def test_a_turn_is_told_by_its_move_and_then_counts(game: str) -> None:
    script = Men.begun(game)
    reported = script.moves(FIRST[game])
    assert words(reported) == ["move_accepted"]
    assert only(reported, "move_accepted").values["move"] == FIRST[game]
    assert script.arrows == script.stands()


@each("game", GAMES)
def test_a_move_counts_with_the_next_throw(game: str) -> None:
    script = Men.begun(game)
    assert words(script.moves(FIRST[game], 0.0)) == []
    assert script.table.turned.move is not None
    assert words(script.roll(5, 3)) == ["move_accepted", "roll_started", "roll_settled"]


@each("game", GAMES)
def test_a_man_a_pip_wrong_is_the_foul_that_touch_names(game: str) -> None:
    script = Men.begun(game)
    wrong = {"backgammon": "24/18+13/10", "jacquet": "1/8", "trictrac": "1/7+1/4"}[game]
    rules, state = script.table.game, script.table.playing.state
    refusal = rules.move_refusal(state, rules.from_text(wrong))
    refused = only(script.moves(wrong, 2.0), "move_refused")
    assert refused.values["rule"] == refusal.rule
    assert refused.values["values"] == json.loads(json.dumps(dict(refusal.values)))
    assert script.rest(3.0) == []  # refused once
    assert words(script.lays(script.stands())) == ["move_withdrawn"]
    assert only(script.moves(FIRST[game]), "move_accepted").values["move"] == FIRST[game]


@each("game", GAMES)
def test_a_man_in_the_hand_for_a_minute_is_no_foul(game: str) -> None:
    script = Men.begun(game)
    held = next(space for space, kind in script.arrows.items() if kind.startswith("white x 5") or kind == "white x 15")
    fewer = f"white x {int(script.arrows[held].split()[-1]) - 1}"
    assert script.lays({held: fewer}, 60.0) == []
    assert only(script.moves(FIRST[game]), "move_accepted").values["move"] == FIRST[game]


@each("game", GAMES)
def test_a_misread_stack_is_neither_move_nor_foul(game: str) -> None:
    script = Men.begun(game)
    tall = next(space for space, kind in script.arrows.items() if kind in ("white x 5", "white x 15"))
    was = script.arrows[tall]
    assert script.lays({tall: "white x 14" if was == "white x 15" else "white x 6"}, 20.0) == []
    assert script.lays({tall: was}, 5.0) == []


HIT = {"white": {"24": 2, "13": 5, "8": 3, "6": 5}, "black": {"24": 2, "13": 5, "8": 2, "6": 5, "5": 1}, "player": 1}
HOME = {"white": {"6": 2, "2": 1, "off": 12}, "black": {"1": 15}, "player": 1}


def test_a_hit_man_goes_to_the_bar_unseen_and_enters() -> None:
    script = Men.begun("backgammon", HIT, (6, 3))
    hit = script.table.game.space(1, 5)
    assert script.arrows[hit] == "black x 1"
    moved = script.moves("24/18+18/15")
    assert only(moved, "move_accepted").values["move"] == "24/18+18/15"
    script = Men.begun("backgammon", HIT, (4, 2))
    assert only(script.moves("24/20+13/11"), "move_accepted").values["move"] == "24/20+13/11"
    assert script.table.playing.state.player == 1
    assert script.table.game.appearance(script.table.playing.state)["bar-black"] == "black x 1"
    script.roll(6, 3)
    script.rest(1.0)
    entered = [*map(script.table.game.to_text, script.table.game.legal(script.table.playing.state))]
    assert only(script.moves(entered[0]), "move_accepted").values["move"] == entered[0]
    assert script.table.game.appearance(script.table.playing.state)["bar-black"] == "empty"


def test_men_are_borne_off_to_the_end() -> None:
    script = Men.begun("backgammon", HOME, (6, 6))
    reported = script.moves("6/off+6/off+2/off")
    assert {"move_accepted", "game_ended"} <= set(words(reported))
    assert script.table.due is None


def test_a_throw_that_allows_nothing_passes() -> None:
    held = {"white": {"bar": 1, "13": 14}, "black": dict.fromkeys("123456", 2) | {"13": 3}, "player": 1}
    script = Men.begun("backgammon", held, ())
    assert "turn_passed" in words(script.roll(6, 3) + script.rest(1.0))
    assert script.table.playing.state.player == 1


def test_finger_and_camera_take_turns_in_one_game() -> None:
    script = Men.begun("backgammon")
    assert words(script.touch(PlayMove("24/18+13/11"))) == []
    assert script.rest(5.0) == []  # the men are not moved yet
    assert words(script.moves("24/18+13/11")) == ["move_accepted"]
    script.roll(4, 1)
    script.rest(1.0)
    text = script.table.game.to_text(script.table.game.legal(script.table.playing.state)[0])
    assert words(script.moves(text)) == ["move_accepted"]
    script.roll(5, 3)
    script.rest(1.0)
    text = script.table.game.to_text(script.table.game.legal(script.table.playing.state)[0])
    assert words(script.touches(PlayMove(text), Next())) == ["move_accepted"]
    script.lays(script.stands())
    assert "roll_settled" in words(script.roll(2, 1))


def test_undo_waits_until_the_men_are_back() -> None:
    script = Men.begun("backgammon")
    before = script.stands()
    script.moves(FIRST["backgammon"])
    assert only(script.touch(Undo()), "corrected").values["what"] == "move"
    assert script.table.fitting
    assert script.rest(3.0) == []
    script.lays(before)
    assert not script.table.fitting
    assert words(script.moves("8/2+6/4")) == ["move_accepted"]


def test_the_game_begins_once_the_men_stand_as_at_the_start() -> None:
    step = open_table(setup("backgammon"))
    script = Men(step.table, {})
    script.arrows = {**script.stands(), "arrow-6": "white x 4", "arrow-5": "white x 1"}
    assert script.rest(2.0) == []
    assert words(script.lays(script.stands())) == ["game_started"]


@pytest.mark.parametrize("game", GAMES)
def test_a_restart_goes_on_by_camera(game: str) -> None:
    script = Men.begun(game)
    script.table = restarted(script.table)
    assert only(script.moves(FIRST[game]), "move_accepted").values["move"] == FIRST[game]


def test_without_a_learnt_board_men_are_moved_by_touch() -> None:
    step = open_table(setup("backgammon"))
    script = Script(step.table, {})
    script._take(step)
    script.rest()
    for value in (6, 5):
        script.roll(value)
        script.rest(1.0)
    script.roll(6, 2)
    assert not script.table.sees_board
    assert script.table.due.actor != CHANCE
    assert isinstance(script.table.playing.events[-1], Roll)
    assert replace(script.table.sight, layout="") == script.table.sight
    assert view_of(script.table).misplaced == ()


def said(script: Men, language: str = "en") -> tuple[str, ...]:
    return now(words_in(language), view_of(script.table), MEN).says


def test_what_stands_wrong_at_the_start_is_said_by_arrow() -> None:
    script = Men(open_table(setup("backgammon")).table, {})
    script.arrows = {**script.stands(), "arrow-6": "white x 4", "arrow-8": "white x 5"}
    script.rest(2.0)
    assert {"A man is missing on arrow 6.", "There are 2 men too many on arrow 8."} == set(said(script))
    assert "Il manque une dame sur la flèche 6." in said(script, "fr")
    script.lays({"arrow-6": "black x 5", "arrow-8": "white x 3"})
    assert said(script) == ("Put right: Arrow 6: 5 white men.",)


def test_after_a_refusal_the_page_says_what_to_put_back() -> None:
    script = Men.begun("backgammon")
    script.moves("24/18+13/10", 3.0)
    assert {(fix.space, fix.should) for fix in view_of(script.table).misplaced} == {
        (space, kind) for space, kind in script.stands().items() if script.arrows[space] != kind
    }
    script.lays(script.stands())
    assert view_of(script.table).misplaced == ()


def test_a_man_missing_for_long_is_asked_for() -> None:
    script = Men.begun("backgammon")
    script.lays({"arrow-6": "white x 4"}, 5.0)
    assert view_of(script.table).misplaced == ()
    script.rest(8.0)
    assert said(script)[0] == "A man is missing on arrow 6."


def test_a_throw_before_the_move_waits_for_what_the_men_tell() -> None:
    script = Men.begun("backgammon")
    reported = script.roll(5, 3) + script.rest(1.0)  # the dice before them leaned, and were read as flat ones
    reported += script.leaves(arrow_8="white_x_2", arrow_6="white_x_4", arrow_3="white_x_2")
    assert "move_refused" not in words(reported)
    assert only(reported, "corrected").values["after"] == [5, 3]
    assert only(reported, "move_accepted").values["move"] == "8/3+6/3"


def test_a_throw_before_the_move_is_refused_where_no_man_moves() -> None:
    script = Men.begun("backgammon")
    assert only(script.roll(5, 3) + script.rest(4.0), "move_refused").values["rule"] == "must_move"


def test_an_arrow_that_stands_as_it_should_is_not_overlooked_any_more() -> None:
    script = Men.begun("backgammon")
    match, look = script.table.playing, evidence(script.table)
    accepted = frozenset({("arrow-8", "white x 3"), ("arrow-6", "white x 4")})
    assert weigh_board(match, look, accepted)[2] == frozenset()  # as it should, and seen otherwise again
    script.leaves(arrow_6="white_x_4")
    assert weigh_board(match, evidence(script.table), accepted)[2] == {("arrow-6", "white x 4")}


def test_a_lone_man_that_would_have_been_captured_makes_no_second_foul() -> None:
    script = Men.begun("backgammon", HIT, (4, 2))
    script.lays(script.stands("24/19+13/11"), 0.0)
    assert possible_looks(script.table.playing, evidence(script.table), frozenset()).strange == 1


def test_the_page_asks_about_the_arrow_that_decides() -> None:
    script = Men.begun("backgammon")
    doubts = {"arrow-11": (("empty", 0.9), ("white x 1", 0.1)), "arrow-10": (("white x 1", 0.9), ("empty", 0.1))}
    plain = script.men
    script.men = lambda: tuple(
        replace(p, kind=doubts[p.space][0][0], sure=0.9, chances=doubts[p.space]) if p.space in doubts else p
        for p in plain()
    )
    assert words(script.lays(script.stands("24/18+13/11"), 1.0)) == []
    assert view_of(script.table).unclear == ""
    assert words(script.rest(3.0)) == []
    assert view_of(script.table).unclear in doubts
    assert any("? I cannot see it well." in text for text in said(script))
    shown = view_of(script.table)
    assert shown.answers == tuple(kind for kind, _ in doubts[shown.unclear])
    with pytest.raises(NotNow, match="expected men on an arrow in doubt"):
        script.touch(AnswerMen(shown.unclear, "white x 9"))
    reported = []
    while (asked := view_of(script.table).unclear) and not reported:
        reported = script.touch(AnswerMen(asked, script.stands("24/18+13/11")[asked])) + script.rest(4.0)
    assert only(reported, "move_accepted").values["move"] == "24/18+13/11"
