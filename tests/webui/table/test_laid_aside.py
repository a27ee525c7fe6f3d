"""Trente with dice set aside under the camera: where they lie says what a tap says, and no more than that."""

from dataclasses import replace

import pytest
from sent import view
from table_script import Script, only, restarted, words

from referee.games.trente import Keep
from vision.observation import Die
from webui.site.show.games.aside import shown
from webui.table.store import persistent
from webui.table.values.actions import Next, PlayMove, Throw, Undo
from webui.table.values.setup import Setup, players_at
from webui.table.viewing import view as view_of
from webui.words import words as words_in
from webui.words.aside import ASIDE_WORDS
from webui.words.now import now

THREE = players_at((1, 2, 3), ("Léa", "Max", "Zoé"))


def one(value, at, aside=False, sure=0.99, other=None):
    """A die that lies in the `at`-th place of the tray, or of those aside; `other`: what it may show besides."""
    chances = [(1 - sure) / 5] * 6
    chances[value - 1] = sure
    if other is not None:
        chances = [0.002] * 6
        chances[value - 1], chances[other - 1] = sure, 0.992 - sure
    box = (700.0 + 40 * at, 150.0, 20.0, 20.0) if aside else (200.0 + 40 * at, 150.0, 20.0, 20.0)
    return Die(value, "flat", box, sure, chances=tuple(chances), aside=aside)


class Tray(Script):
    """A table of Trente with a place for dice that are set aside."""

    def throws(self, *values, **kinds):
        """Dice that do not lie aside are taken up, thrown, and lie still."""
        events = self.see(still=False, pieces=(), dice=(*self.lying, *(replace(d, state="moving") for d in self.tray)))
        self.throw += 1
        row = 60.0 * (self.throw % 5)
        thrown = (one(value, k, **kinds) for k, value in enumerate(values))
        self.dice = (*self.lying, *(replace(die, box=(die.box[0], 150 + row, 20.0, 20.0)) for die in thrown))
        return events + self.see() + self.see(0.5)

    @property
    def lying(self):
        return tuple(die for die in self.dice if die.aside)

    @property
    def tray(self):
        return tuple(die for die in self.dice if not die.aside)

    def moves(self, *values, seen=True, **kinds):
        """A hand lays these dice of the throw aside."""
        events = self.see(still=False, pieces=(), hands=frozenset({"table"}))
        for value in values:
            taken = next(die for die in self.tray if die.value == value)
            place = max((round((die.box[0] - 700) / 40) for die in self.lying), default=-1) + 1
            self.dice = (*(die for die in self.dice if die is not taken), one(value, place, aside=True, **kinds))
        return events + (self.see() + self.see(0.5) if seen else [])

    def puts_back(self, *values):
        """A hand lays these dice into the tray again, elsewhere."""
        events = self.see(still=False, pieces=(), hands=frozenset({"table"}))
        for value in values:
            taken = next(die for die in self.lying if die.value == value)
            back = replace(one(value, 7 + len(self.tray)), box=(240.0 + 40 * len(self.tray), 420.0, 20.0, 20.0))
            self.dice = (*(die for die in self.dice if die is not taken), back)
        return events + self.see() + self.see(0.5)

    @property
    def stands(self):
        move = self.table.turned.move
        return None if move is None else self.table.game.to_text(move)

    @property
    def played(self):
        return [move.dice for move in self.table.playing.events if isinstance(move, Keep)]

    @property
    def stage(self):
        return view(self.table)["state"]


@pytest.fixture
def tray():
    return Tray.laid(Setup("trente", THREE, "Trente (Wikilivres)"))


def test_dice_laid_aside_stand_until_the_next_throw_accepts_them(tray) -> None:
    events = tray.throws(6, 5, 5, 1, 2, 3)
    assert only(events, "roll_settled").values["dice"] == [6, 5, 5, 1, 2, 3]
    assert tray.moves(6, 5) == []
    assert (tray.stands, tray.stage, tray.played) == ("5+6", "provisional", [])
    assert view(tray.table)["turn"]["kept"] == [[5, 6]]
    events = tray.throws(4, 4, 2, 1)
    assert words(events)[-1] == "roll_settled"
    assert only(events, "move_accepted").values["aside"] == [5, 6]
    assert only(events, "roll_settled").values["dice"] == [4, 4, 2, 1]
    assert tray.table.playing.state.threshold == 30


def test_a_whole_turn_is_scored_without_a_finger(tray) -> None:
    tray.throws(6, 5, 5, 1, 2, 3)
    tray.moves(6, 5, 5)
    tray.throws(4, 2, 1)
    tray.moves(4)
    tray.throws(3, 1)
    tray.moves(3)
    tray.throws(2)
    tray.moves(2)
    events = tray.rest(2.0)
    assert only(events, "move_accepted").values["aside"] == [2]
    assert tray.played == [(5, 5, 6), (4,), (3,), (2,)]
    assert tray.table.playing.state.points == (25, 30, 30)
    tray.dice = ()
    assert only(tray.throws(1, 1, 2, 3, 4, 5), "roll_settled").player == 2


def test_set_aside_and_thrown_again_before_anybody_looked(tray) -> None:
    tray.throws(6, 5, 5, 1, 2, 3)
    tray.moves(6, 5, seen=False)
    events = tray.throws(4, 4, 2, 1)
    assert only(events, "move_accepted").values["aside"] == [5, 6]
    assert only(events, "roll_settled").values["dice"] == [4, 4, 2, 1]


def test_put_back_before_the_throw_it_was_not_set_aside(tray) -> None:
    tray.throws(6, 5, 5, 1, 2, 3)
    tray.moves(6, 5)
    tray.puts_back(5)
    assert tray.stands == "6"
    events = tray.puts_back(6)
    assert "move_withdrawn" in words(events)
    assert (tray.stands, tray.stage) == (None, "waiting_move")
    tray.moves(1)
    assert tray.stands == "1"


def test_the_last_die_may_be_put_back_before_counting(tray) -> None:
    tray.throws(6, 6, 6, 6, 5, 4)
    tray.moves(6, 6, 6, 6, 5)
    tray.throws(3)
    tray.see(still=False, pieces=(), hands=frozenset({"table"}))
    (last,) = tray.tray
    tray.dice = (*tray.lying, replace(one(3, 6, aside=True)))
    tray.see()
    assert (tray.stands, tray.played) == ("3", [(5, 6, 6, 6, 6)])
    tray.dice = (*(die for die in tray.lying if die.value != 3), replace(last, box=(300.0, 400.0, 20.0, 20.0)))
    events = tray.see(0.3)
    assert (tray.stands, "move_accepted" in words(events), tray.played) == (None, False, [(5, 6, 6, 6, 6)])


def test_which_was_first_is_asked_where_it_decides(tray) -> None:
    tray.throws(6, 5, 5, 1, 2, 3)
    tray.moves(6, 1)
    assert (tray.stands, tray.stage) == (None, "waiting_move")
    assert view(tray.table)["turn"]["orders"] == ["1+6", "6+1"]
    tray.touch(PlayMove("6+1"))
    assert (tray.stands, view(tray.table)["turn"]["orders"]) == ("6+1", [])
    tray.throws(4, 4, 2, 1)
    assert (tray.played, tray.table.playing.state.threshold) == ([(6, 1)], 30)


def test_laid_aside_one_after_the_other_the_first_is_known(tray) -> None:
    tray.throws(6, 5, 5, 1, 2, 3)
    tray.moves(1)
    tray.moves(6)
    assert tray.stands == "1+6"
    tray.moves(5)
    tray.throws(4, 4, 2)
    assert (tray.played, tray.table.playing.state.threshold) == ([(1, 5, 6)], 12)


@pytest.mark.parametrize(("word", "threshold"), [("1+6", 12), ("6+1", 30)])
def test_the_question_may_be_answered_after_the_next_throw(tray, word, threshold) -> None:
    tray.throws(6, 5, 5, 1, 2, 3)
    tray.moves(6, 1)
    events = tray.throws(4, 4, 2, 1) + tray.rest(6.0)
    assert not {"move_accepted", "move_refused", "roll_settled"} & set(words(events))
    assert (tray.stage, view(tray.table)["turn"]["orders"]) == ("waiting_move", ["1+6", "6+1"])
    events = tray.touch(PlayMove(word))
    assert only(events, "roll_settled").values["dice"] == [4, 4, 2, 1]
    assert tray.table.playing.state.threshold == threshold
    tray.moves(4)
    assert tray.stands == "4"


def test_play_goes_on_where_nobody_says_which_was_first(tray) -> None:
    tray.throws(6, 5, 5, 1, 2, 3)
    tray.moves(6, 1)
    tray.throws(4, 4, 2, 1)
    tray.moves(4)
    events = tray.throws(3, 2, 5)
    assert [event.values["dice"] for event in events if event.event == "roll_settled"] == [[4, 4, 2, 1], [3, 2, 5]]
    accepted = [event.values for event in events if event.event == "move_accepted"]
    assert [(sorted(values["aside"]), "sure" in values) for values in accepted] == [([1, 6], True), ([4], False)]
    tray.moves(5)
    assert tray.stands == "5"


def test_play_goes_on_where_nobody_says_what_was_thrown(tray) -> None:
    dice = (*(one(value, k) for k, value in enumerate((6, 5, 5, 1, 2))), one(3, 5, sure=0.6, other=6))
    tray.dice = dice
    events = tray.see() + tray.rest(3)
    assert [event.values["asks"] for event in events if event.event == "roll_uncertain"] == [False, True]
    tray.moves(6, 5)
    events = tray.throws(4, 4, 2, 1)
    rolls = [(event.values["dice"], event.values["sure"] < 0.7) for event in events if event.event == "roll_settled"]
    assert rolls == [([6, 5, 5, 1, 2, 3], True), ([4, 4, 2, 1], False)]
    assert only(events, "move_accepted").values["aside"] == [5, 6]
    tray.moves(4, 4)
    assert tray.stands == "4+4"


def test_a_finger_wins(tray) -> None:
    tray.throws(6, 5, 5, 1, 2, 3)
    tray.moves(6, 5)
    tray.touch(PlayMove("6"))
    assert tray.rest() == []
    assert tray.stands == "6"
    tray.touch(PlayMove(""))
    assert tray.rest() == []
    assert tray.stands is None
    tray.touch(PlayMove("6+5"))
    tray.touch(Next())
    assert tray.played == [(6, 5)]
    tray.rest()
    assert tray.table.aside == 2


def test_dice_lying_aside_do_not_repeat_an_undone_move(tray) -> None:
    tray.throws(6, 5, 5, 1, 2, 3)
    tray.moves(6, 5)
    tray.touch(Undo())
    tray.rest()
    assert tray.stands is None


def test_dice_kept_by_finger_alone_are_never_missed(tray) -> None:
    tray.throws(6, 5, 5, 1, 2, 3)
    tray.touch(PlayMove("6+5"))
    tray.dice = tuple(die for die in tray.dice if die.value not in (5, 6)) + tuple(tray.tray[1:2])
    tray.touch(Next())
    tray.rest(5.0)
    tray.touch(Throw((4, 4, 2, 1)))
    assert "move_refused" not in words(tray.events)


def test_a_nudge_changes_nothing(tray) -> None:
    tray.throws(6, 5, 5, 1, 2, 3)
    tray.moves(6, 5)
    tray.throws(4, 4, 2, 1)
    lies = tray.lying
    tray.dice = (*tray.tray, *(replace(die, box=(die.box[0] + 12, die.box[1] + 9, 20.0, 20.0)) for die in lies))
    assert tray.see() + tray.rest() == []
    tray.moves(4)
    assert (tray.stands, tray.played) == ("4", [(5, 6)])


def test_a_doubtful_die_counts_as_the_one_thrown(tray) -> None:
    tray.throws(6, 6, 5, 1, 2, 3)
    tray.moves(5, sure=0.5, other=4)  # no four was thrown
    assert tray.stands == "5"


def test_where_two_thrown_dice_would_explain_it_nothing_stands(tray) -> None:
    tray.throws(6, 6, 5, 1, 2, 3)
    tray.moves(5, seen=False, sure=0.5, other=3)
    tray.dice = tray.lying  # the others are in a hand: they tell nothing
    tray.see()
    assert tray.rest() == []
    assert tray.stands is None
    events = tray.throws(4, 4, 2, 1, 1) + tray.rest(6.0)
    assert not {"move_accepted", "roll_settled"} & set(words(events))
    events = tray.touch(PlayMove("3"))
    assert only(events, "roll_settled").values["dice"] == [4, 4, 2, 1, 1]
    assert tray.played == [(3,)]


@pytest.mark.parametrize(("others_lie", "stands"), [(True, "5"), (False, None)])
def test_a_die_turned_while_moved_is_identified_by_the_others(
    tray, others_lie, stands
) -> None:
    tray.throws(6, 6, 5, 1, 2, 3)
    others = tuple(die for die in tray.dice if die.value != 5)
    tray.dice = (*(others if others_lie else ()), one(4, 0, aside=True))
    assert "roll_settled" not in words(tray.see() + tray.rest())
    assert (tray.stands, view(tray.table)["turn"]["orders"]) == (stands, [])


def test_while_a_die_is_not_seen_anywhere_nothing_more_stands(tray) -> None:
    tray.throws(6, 6, 5, 1, 2, 3)
    tray.moves(6, seen=False)
    tray.dice = tray.dice[1:]
    tray.see()
    tray.rest()
    assert tray.stands is None


def test_an_unseen_die_aside_postpones_every_decision(tray) -> None:
    tray.throws(6, 6, 5, 1, 2, 3)
    tray.moves(6, 5, seen=False)
    unseen = tray.lying[0]
    tray.dice = (*tray.tray, *tray.lying[1:])
    events = tray.throws(4, 4, 2, 1) + tray.rest(5.0)
    assert not {"move_accepted", "move_refused", "roll_settled", "roll_uncertain"} & set(words(events))
    assert tray.stage == "waiting_move"
    tray.dice = (*tray.dice, unseen)
    events = tray.see(0.5)
    assert only(events, "move_accepted").values["aside"] == [5, 6]
    assert only(events, "roll_settled").values["dice"] == [4, 4, 2, 1]


def test_where_a_die_aside_is_not_seen_a_finger_tells(tray) -> None:
    tray.throws(6, 6, 5, 1, 2, 3)
    tray.moves(6, 5, seen=False)
    tray.dice = (*tray.tray, *tray.lying[1:])
    tray.throws(4, 4, 2, 1)
    tray.touch(PlayMove("6+5"))
    events = tray.rest()
    assert only(events, "roll_settled").values["dice"] == [4, 4, 2, 1]
    assert tray.played == [(6, 5)]


def test_under_hands_nothing_is_decided(tray) -> None:
    tray.throws(6, 6, 5, 1, 2, 3)
    tray.moves(6, seen=False)
    assert tray.hand() == []
    assert tray.stands is None


def test_a_die_taken_back_is_refused_in_the_sheets_words(tray) -> None:
    tray.throws(6, 6, 5, 1, 2, 3)
    tray.moves(6, 6)
    tray.throws(4, 4, 2, 1)
    events = tray.puts_back(6) + tray.rest(3.0)
    refused = only(events, "move_refused")
    assert (refused.values["rule"], refused.values["values"]) == ("aside_stays", {"aside": [6]})
    assert (tray.stage, tray.played) == ("refused", [(6, 6)])
    back = next(die for die in tray.tray if die.value == 6)
    tray.dice = (*(die for die in tray.dice if die is not back), one(6, 1, aside=True))
    assert words(tray.see())[0] == "move_withdrawn"
    assert tray.stage == "waiting_move"
    tray.moves(4)
    assert tray.stands == "4"


def test_while_their_place_is_moved_no_dice_are_missed(tray) -> None:
    alone = frozenset({"aside_moved"})
    tray.throws(6, 6, 5, 1, 2, 3)
    tray.moves(6, 6)
    tray.throws(4, 4, 2, 1)
    lying = tray.lying
    tray.dice = tray.tray
    assert [tray.see(0.5, warnings=alone) for _ in range(8)] == [[]] * 8
    tray.dice = (*tray.tray[1:], *lying, one(4, 2, aside=True))
    assert [tray.see(0.5, warnings=alone) for _ in range(4)] == [[]] * 4
    assert (tray.stands, tray.stage, view(tray.table)["state"]) == (None, "waiting_move", "waiting_move")
    tray.touch(PlayMove("4"))
    assert tray.stands == "4"
    tray.touch(PlayMove(""))
    tray.see(0.5)
    tray.see(0.5)  # it lies there again, as marked: but a finger has spoken until the next throw
    assert (tray.stands, "aside_moved" in tray.table.sight.warnings) == (None, False)


def test_a_die_taken_back_and_thrown_again_does_not_count(tray) -> None:
    tray.throws(6, 6, 5, 1, 2, 3)
    tray.moves(6, 6)
    tray.touch(Next())
    tray.rest()
    tray.dice = tuple(die for die in tray.dice if die != tray.lying[1])
    events = tray.throws(4, 4, 2, 1, 3) + tray.rest(3.0)
    assert only(events, "move_refused").values["rule"] == "aside_stays"
    assert "roll_settled" not in words(events)
    tray.see(still=False, pieces=(), hands=frozenset({"table"}))
    tray.dice = (*tray.lying, *tray.tray[:4], one(6, 1, aside=True))
    events = tray.see() + tray.rest()
    assert "move_withdrawn" in words(events)


def test_a_kept_die_laid_before_the_thrower_is_no_throw(tray) -> None:
    tray.throws(6, 6, 6, 6, 6, 3)
    tray.moves(6, 6, 6, 6, 6)
    tray.touch(Next())
    tray.rest()
    tray.dice = (*tray.lying[:4], replace(one(6, 3), box=(300.0, 420.0, 20.0, 20.0)))
    events = tray.see() + tray.rest(4.0)
    assert "roll_settled" not in words(events)
    assert only(events, "move_refused").values["values"] == {"aside": [6]}


def test_a_kept_die_unseen_for_a_moment_costs_nothing(tray) -> None:
    tray.throws(6, 6, 5, 1, 2, 3)
    tray.moves(6, 6)
    whole = tray.dice
    events = tray.throws(4, 4, 2, 1)
    thrown = tray.tray
    tray.dice = (*tray.lying[:1], *thrown)
    events = tray.see() + tray.see(0.5)
    tray.dice = (*(die for die in whole if die.aside), *thrown)
    events += tray.see() + tray.rest()
    assert events == []
    tray.moves(4, 4)
    assert tray.stands == "4+4"


def test_hits_of_an_attack_may_be_laid_aside(tray) -> None:
    tray.throws(6, 6, 6, 6, 5, 4)
    tray.moves(6, 6, 6, 6, 5, 4)
    tray.rest(2.0)
    assert tray.table.playing.state.level == 3
    tray.dice = ()
    tray.throws(3, 3, 1, 1, 2, 5)
    tray.moves(3, 3)
    tray.rest()
    tray.throws(3, 1, 1, 6)
    tray.moves(3)
    events = tray.throws(1, 2, 4) + tray.rest()
    assert "move_refused" not in words(events)
    assert tray.table.playing.state.points == (30, 21, 30)


def test_a_restart_keeps_what_a_finger_said(tray) -> None:
    tray.throws(6, 6, 5, 1, 2, 3)
    tray.touch(PlayMove("6"))
    restored = restarted(persistent(tray.table))
    assert restored.turned.touched
    assert restored == persistent(tray.table)
    tray.touch(Next())
    tray.rest()
    assert restarted(persistent(tray.table)) == persistent(tray.table)


def test_the_question_has_words_and_two_buttons(tray) -> None:
    tray.throws(6, 5, 5, 1, 2, 3)
    tray.moves(6, 1)
    w, its_view = words_in("fr"), view_of(tray.table)
    text = now(w, its_view, ASIDE_WORDS)
    assert text.tone == "ask"
    assert text.headline == "Lequel as-tu mis de côté en premier, Léa\u202f?"
    assert [(may.word, may.says) for may in shown(w, its_view).may] == [
        ("1+6", "Le 1 d’abord\xa0: 12 ou moins"), ("6+1", "Le 6 d’abord\xa0: 30 ou plus"),
    ]  # fmt: skip
    tray.touch(PlayMove("6+1"))
    assert shown(w, view_of(tray.table)).may == ()
