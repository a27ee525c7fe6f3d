"""Lessons: written before their tables begin, so that whatever was interrupted is found again."""

import stat
from dataclasses import replace
from pathlib import Path

import pytest

from webui.store.classes import Classes
from webui.store.lessons import (
    MOST_LESSONS,
    MOST_ROUNDS,
    MOST_STARTS,
    NAME,
    ClassLesson,
    LessonRound,
    Lessons,
    PlayersChange,
    TableStart,
    groups_of,
    still_to_begin,
)
from webui.table.values.setup import Setup, players_at

PAIRS = (("Léa", "Tom"), ("Zoé", "Max"), ("Ana", "Ali"))
AT, DAY = "2026-11-20T10:00:00.000+00:00", "2026-11-20"


def setup_of(names: tuple[str, ...]) -> Setup:
    return Setup("occe_child", players_at((1, 3), names), "OCCE enfant", (("show_legal", "never"),))


ROUND = LessonRound(AT, tuple(TableStart(k, setup_of(pair).to_json(), 5) for k, pair in enumerate(PAIRS, 1)), "new")


@pytest.fixture
def lessons(tmp_path: Path) -> Lessons:
    return Lessons(tmp_path)


def test_rounds_of_a_day_are_one_lesson_and_survive_a_restart(lessons: Lessons, tmp_path: Path) -> None:
    lessons.add_round(1, DAY, ("Eva",), ROUND)
    lessons.add_round(2, DAY, (), ROUND)
    second = lessons.add_round(1, DAY, (), ROUND)
    assert second == ClassLesson(1, DAY, (), (ROUND, ROUND))
    lessons.add_round(1, "2026-11-24", (), ROUND)
    again = Lessons(tmp_path)
    assert [(one.school_class, one.day, len(one.rounds)) for one in again.all()] == [
        (2, DAY, 1), (1, DAY, 2), (1, "2026-11-24", 1),
    ]  # fmt: skip
    assert groups_of(again.of_class(1)) == PAIRS * 3
    assert Setup.from_json(again.all()[0].rounds[0].starts[0].setup) == setup_of(PAIRS[0])
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600


def test_the_oldest_lessons_and_rounds_make_room(lessons: Lessons) -> None:
    small = replace(ROUND, starts=ROUND.starts[:1])
    for number in range(MOST_LESSONS + 2):
        lessons.add_round(number, DAY, (), small)
    assert [lessons.all()[0].school_class, len(lessons.all())] == [2, MOST_LESSONS]
    for number in range(MOST_ROUNDS + 1):
        lessons.add_round(9, DAY, (), replace(small, at=str(number)))
    assert [one.at for one in lessons.of_class(9)[0].rounds] == [str(n) for n in range(1, MOST_ROUNDS + 1)]


def test_a_round_holds_no_more_games_than_the_file_may() -> None:
    with pytest.raises(ValueError, match="at most"):
        LessonRound(AT, tuple(TableStart(1 + n % 12, {}) for n in range(MOST_STARTS + 1)))
    full = LessonRound(AT, tuple(TableStart(1 + n % 12, {}, n) for n in range(MOST_STARTS)))
    assert [start.after for start in full.changed(ROUND.starts[:1], ()).starts[-2:]] == [MOST_STARTS - 1, 5]


def test_a_change_of_players_is_owed_until_it_is_made(lessons: Lessons, tmp_path: Path) -> None:
    late, free = PlayersChange(1, 6, ("Léa", "Tom", "Eva"), order=1), PlayersChange(2, 6, (), order=1)
    lesson = lessons.add_round(1, DAY, (), ROUND)
    changed = ROUND.changed((), (late, free))
    lessons.keep(replace(lesson, rounds=(changed,)))
    (again,) = Lessons(tmp_path).all()
    assert again.rounds[-1].left == (late, free)
    assert changed.made({1}).left == (free,)
    other = replace(ROUND.starts[1], after=6, order=2)
    assert changed.changed((other,), ()).left == (late,)
    assert changed.changed((other,), ()).agreed[2] == other


def test_a_group_that_others_join_or_leave_has_met_once() -> None:
    swapped = ROUND.changed(
        (), (PlayersChange(1, 6, ("Léa", "Max"), played=2), PlayersChange(2, 6, ("Zoé", "Tom"), played=2))
    )
    assert swapped.groups == (*PAIRS, ("Léa", "Max"), ("Zoé", "Tom"))
    joined = ROUND.changed(
        (), (PlayersChange(1, 6, ("Léa", "Tom", "Eva")), PlayersChange(2, 6, ("Zoé",), played=2))
    )
    assert joined.groups == (*PAIRS[1:], ("Léa", "Tom", "Eva"))
    parted = ROUND.changed((), (PlayersChange(1, 6, ("Léa", "Max")),))
    assert parted.groups == (*PAIRS[1:], ("Léa", "Max"))
    four = ("Ana", "Ali", "Zoé", "Max")
    merged = ROUND.changed((TableStart(3, Setup("occe_child", players_at(range(1, 5), four)).to_json(), 6),), ())
    assert merged.groups == (PAIRS[0], four)


@pytest.mark.parametrize("begun", [set(), {1}, {1, 3}, {1, 2, 3}])
def test_what_the_tables_have_begun_says_what_is_left(begun: set[int]) -> None:
    games = [*((table, 5) for table in (1, 2, 3)), *((table, 6) for table in begun), (4, 9)]
    assert {start.table for start in still_to_begin(ROUND, games)} == {1, 2, 3} - begun


def test_a_start_knows_its_game_again() -> None:
    start = ROUND.starts[0]
    assert start.is_begun_by(6, Setup.from_json(setup_of(PAIRS[0]).to_json()))
    assert not start.is_begun_by(5, setup_of(PAIRS[0]))
    assert not start.is_begun_by(6, setup_of(PAIRS[1]))


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"version": 2, "lessons": []}',
        "[" * 5000,
        '{"lessons": [{"school_class": 1, "day": "", "absent": [], "rounds": [{"at": "", "starts": [{}]}]}]}',
        '{"lessons": [{"school_class": 1, "day": "", "absent": [], "rounds": [{"at": "", "starts": ['
        + ",".join(['{"table": 1, "setup": {}}'] * (MOST_STARTS + 1))
        + "]}]}]}",
        '{"lessons": [{"school_class": 1, "day": "", "absent": [], "rounds": []}]}',
        '{"lessons": [{"school_class": 1, "day": "", "absent": [], "rounds": [{"at": "", "starts": ['
        '{"table": 99, "setup": {}}]}]}]}',
        '{"lessons": [{"school_class": 1, "day": "", "absent": [], "rounds": [{"at": "", "starts": [], '
        '"rotas": {"1": ["Yan", "Yan"]}}]}]}',
    ],
)
def test_a_damaged_file_is_put_aside(lessons: Lessons, tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text)
    assert lessons.all() == ()
    assert (tmp_path / f"{NAME}.corrupt-1").read_text() == text
    assert lessons.add_round(1, DAY, (), ROUND).rounds == (ROUND,)


def test_an_odd_profile_is_no_handicap_of_anybody() -> None:
    setup = {"profile": [], "players": [{"name": "Léa", "handicap": 3}]}
    lesson = ClassLesson(1, DAY, (), (LessonRound(AT, (TableStart(1, setup),)),))
    assert ("OCCE enfant", "Léa") not in lesson.handicaps


def test_what_another_version_agreed_on_names_nobody_by_mistake() -> None:
    for odd in ({}, {"players": 3}, {"players": ["Léa", {"seat": 1}]}):
        assert TableStart(1, odd).pupils == ()


def test_a_class_is_forgotten_with_its_lessons(tmp_path: Path) -> None:
    classes = Classes(tmp_path)
    for title in ("CE1", "CE2"):
        classes.lessons.add_round(classes.add(title, ("Léa",)).id, DAY, (), ROUND)
    classes.forget(1)
    assert [lesson.school_class for lesson in classes.lessons.all()] == [2]
    (tmp_path / f"{NAME}.corrupt-1").write_text("Léa")
    classes.forget_all()
    assert list(tmp_path.iterdir()) == []


def test_who_changed_tables_last_sits_there() -> None:
    (one, two, _), moved = ROUND.starts, PlayersChange(2, 7, ("Zoé", "Max", "Léa"))
    changed = replace(ROUND, starts=(one, two)).changed((), (PlayersChange(1, 6, ("Tom",)), moved))
    assert changed.seated == {"Tom": 1, "Zoé": 2, "Max": 2, "Léa": 2}
    again = TableStart(2, setup_of(("Max", "Ana")).to_json(), 7)
    assert changed.changed((again,), ()).seated == {"Tom": 1, "Max": 2, "Ana": 2}


def test_who_stands_at_two_tables_sits_where_the_newer_puts_them() -> None:
    came = ROUND.changed((), (PlayersChange(1, 6, ("Léa", "Tom", "Ali")),))
    assert came.seated["Ali"] == 1
    went = came.changed((TableStart(2, setup_of(("Zoé", "Ali")).to_json(), 6),), ())
    assert went.seated["Ali"] == 2
