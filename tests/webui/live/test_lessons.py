"""What play teaches of the table: which looks, and when a throw is confirmed."""

from dataclasses import replace

import numpy as np
import pytest
from table_script import Script

from vision.frame import Frame
from vision.known.value import Lesson
from vision.observation import BoardSeen
from webui.live.lessons import StillSight, WaitingThrow, lessons, standing
from webui.live.memory import FILE, TableMemory
from webui.table.values.actions import Pause
from webui.table.values.setup import Setup, players_at

CHILD = Setup("occe_child", players_at((1, 3)))
PICTURE = Frame(np.full((600, 600, 3), 160, np.uint8), 0.0)


class Play:
    """A script whose events are handed on as the live table does."""

    def __init__(self) -> None:
        self.script = Script.laid(CHILD)
        self.thrown: WaitingThrow | None = None
        self.taught: list[Lesson] = []
        self.reported = 0
        self.hand_on()

    def hand_on(self, **changes: object) -> None:
        now = StillSight(self.script.observation(**changes), PICTURE)
        events, self.reported = self.script.events[self.reported :], len(self.script.events)
        for taught in lessons(self.script.table, events, now, self.thrown):
            if isinstance(taught, tuple):
                self.taught.append(taught[1])
            else:
                self.thrown = taught


@pytest.fixture
def play() -> Play:
    return Play()


def test_a_new_game_teaches_open_tiles_and_a_bare_middle(play: Play) -> None:
    (first,) = play.taught
    assert set(first.kinds) == {f"seat-{seat}/slot-{n}" for seat in (1, 3) for n in range(1, 10)}
    assert set(first.kinds.values()) == {"open"}
    assert first.dice == ()


def test_a_throw_teaches_only_once_its_move_is_accepted(play: Play) -> None:
    play.script.roll(6, 2)
    play.script.rest()
    play.hand_on()
    assert len(play.taught) == 1
    assert play.thrown is not None
    assert play.thrown.lesson.dice == (6, 2)
    play.script.turn({8})
    play.script.rest(2.0)
    play.script.roll(4, 1)
    play.script.rest()
    play.hand_on()
    thrown, board = play.taught[1:3]
    assert (thrown.dice, thrown.kinds["seat-1/slot-8"]) == ((6, 2), "open")  # as it stood when the dice lay there
    assert (board.dice, board.kinds["seat-1/slot-8"]) == (None, "closed")
    assert play.thrown.lesson.dice == (4, 1)


def test_refused_moves_and_void_throws_confirm_nothing(play: Play) -> None:
    play.script.roll(6, None, states=("flat", "cocked"))
    play.script.rest(3.0)
    play.hand_on()
    assert (len(play.taught), play.thrown) == (1, None)
    play.script.roll(6, 2)
    play.script.rest()
    play.script.turn({9})
    play.script.rest(4.0)
    play.hand_on()
    assert (len(play.taught), play.thrown) == (1, None)
    assert standing(play.script.table) == ({}, frozenset())


def test_under_a_hand_or_without_a_board_nothing_is_learnt() -> None:
    script = Script.laid(CHILD)
    for sight in (
        StillSight(script.observation(hands=frozenset({"table"})), PICTURE),
        StillSight(script.observation(still=False), PICTURE),
        StillSight(script.observation(board=None), PICTURE),
        None,
    ):
        assert [lesson for lesson in lessons(script.table, script.events, sight, None) if lesson is not None] == []


def test_while_a_game_waits_nothing_is_sure(play: Play) -> None:
    play.script.touch(Pause())
    assert standing(play.script.table) == ({}, frozenset())


def test_a_persons_word_counts_more(play: Play) -> None:
    table = play.script.table
    space = "seat-1/slot-3"
    declared = replace(table, spots={**table.spots, space: replace(table.spots[space], declared="open")})
    kinds, people = standing(declared)
    assert people == {space}
    lesson = Lesson(kinds, None, people=people)
    assert lesson.odds(space) > lesson.odds("seat-1/slot-4")


class TestMemory:
    """The memory that eyes ask."""

    def test_it_learns_what_is_told_and_forgets(self, tmp_path) -> None:
        memory, script = TableMemory(None, tmp_path), Script.laid(CHILD)
        board = BoardSeen("occe", script.observation().board.corners, True, 1.0)
        observation = replace(script.observation(), board=board)
        memory.saw(observation, PICTURE)
        memory.played(script.table, script.events)
        assert memory() is not None
        assert (memory.acquaintance.lessons, memory.acquaintance.ground) == (1, True)
        memory.forget()
        assert (memory(), memory.acquaintance.lessons) == (None, 0)

    def test_figures_are_kept_when_a_game_ends_and_no_picture(self, tmp_path) -> None:
        memory, script = TableMemory(None, tmp_path), Script.laid(CHILD)
        memory.saw(script.observation(), PICTURE)
        memory.played(script.table, script.events)
        assert list(tmp_path.iterdir()) == []
        over = replace(script.events[0], event="game_ended", values={"scores": {}, "winners": []})
        memory.played(script.table, [over])
        assert [file.name for file in tmp_path.iterdir()] == [FILE]
        assert (tmp_path / FILE).stat().st_size < 1000
        again = TableMemory(None, tmp_path)
        assert again() is not None
        assert (again().ground, again().layout) == (None, "occe")

    def test_damaged_figures_are_put_aside(self, tmp_path) -> None:
        (tmp_path / FILE).write_text("{", encoding="utf-8")
        memory = TableMemory(None, tmp_path)
        assert (memory(), bool(memory.warning)) == (None, True)
        assert not (tmp_path / FILE).exists()

    def test_one_that_only_reads_leaves_the_folder_as_it_is(self, tmp_path) -> None:
        memory, script = TableMemory(None, tmp_path, writes=False), Script.laid(CHILD)
        memory.saw(script.observation(), PICTURE)
        over = replace(script.events[0], event="game_ended", values={"scores": {}, "winners": []})
        memory.played(script.table, [*script.events, over])
        assert memory() is not None
        assert list(tmp_path.iterdir()) == []
        (tmp_path / FILE).write_text("{", encoding="utf-8")
        assert TableMemory(None, tmp_path, writes=False).warning.startswith(str(tmp_path / FILE))
        assert (tmp_path / FILE).read_text(encoding="utf-8") == "{"

    def test_dice_are_looked_for_everywhere_again_after_a_while(self) -> None:
        memory, script = TableMemory(), Script.laid(CHILD)
        memory.saw(script.observation(), PICTURE)
        memory.played(script.table, script.events)
        known = memory()
        assert known is not None
        memory.saw(replace(script.observation(), time=script.t + 100.0), PICTURE)
        assert memory().checked == script.t + 100.0
