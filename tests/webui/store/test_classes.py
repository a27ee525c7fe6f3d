"""Class lists: one file of their owner's, there whole or not at all."""

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webui.store.classes import (
    LONGEST_NAME,
    LONGEST_TITLE,
    MOST_CLASSES,
    MOST_PUPILS,
    NAME,
    ClassError,
    Classes,
    ClassGame,
    SchoolClass,
    names_of,
)


@pytest.fixture
def classes(tmp_path: Path) -> Classes:
    return Classes(tmp_path)


def test_without_a_file_reading_finds_and_makes_no_class(classes: Classes) -> None:
    assert classes.all() == ()
    assert list(classes.folder.iterdir()) == []


def test_a_class_survives_a_restart_readable_by_its_owner_alone(classes: Classes) -> None:
    made = classes.add(" CE2 ", ("Léa", "Tom"))
    assert made == SchoolClass(1, "CE2", ("Léa", "Tom"))
    assert Classes(classes.folder).all() == (made,)
    assert stat.S_IMODE((classes.folder / NAME).stat().st_mode) == 0o600


def test_several_classes_are_changed_and_forgotten_apart(classes: Classes) -> None:
    first, second = classes.add("CE1", ("Ana",)), classes.add("CE2", ("Léa",))
    game = ClassGame(7, "2026-11-20T10:00:00+00:00")
    classes.begun(second.id, game)
    changed = classes.change(second.id, "CE2 B", ("Léa", "Max"))
    assert changed == SchoolClass(2, "CE2 B", ("Léa", "Max"), (game,))
    classes.forget(first.id)
    assert classes.all() == (changed,)
    assert classes.find(first.id) is None


def test_a_game_says_its_table_unless_that_is_the_first(classes: Classes) -> None:
    made = classes.add("CE2", ("Léa",))
    games = ClassGame(7, "2026-11-20T10:00:00+00:00"), ClassGame(7, "2026-11-20T10:00:05+00:00", table=3)
    for game in games:
        classes.begun(made.id, game)
    assert Classes(classes.folder).all()[0].games == games
    assert (classes.folder / NAME).read_text(encoding="utf-8").count('"table"') == 1


def test_what_is_not_there_is_not_changed(classes: Classes) -> None:
    assert classes.change(3, "CM1", ("Léa",)) is None
    assert classes.begun(3, ClassGame(1, "now")) is None


@pytest.mark.parametrize(
    ("title", "pupils", "why"),
    [
        ("  ", ("Léa",), "unnamed"),
        ("x" * (LONGEST_TITLE + 1), ("Léa",), "long_title"),
        ("CE2", (), "nobody"),
        ("CE2", tuple(map(str, range(MOST_PUPILS + 1))), "many_pupils"),
        ("CE2", ("x" * (LONGEST_NAME + 1),), "long_name"),
        ("CE2", ("Léa", "LÉA"), "twice"),
        ("CE2", ("Léa", "Tom\u200b"), "unseen"),
        ("CE\x002", ("Léa",), "unseen"),
    ],
)
def test_a_list_that_cannot_be_is_not_kept(classes: Classes, title: str, pupils: tuple[str, ...], why: str) -> None:
    with pytest.raises(ClassError) as refused:
        classes.add(title, pupils)
    assert refused.value.why == why
    assert classes.all() == ()


def test_there_is_an_end_to_classes(classes: Classes) -> None:
    for number in range(MOST_CLASSES):
        classes.add(f"C{number}", ("Léa",))
    with pytest.raises(ClassError) as refused:
        classes.add("one more", ("Léa",))
    assert refused.value.why == "many_classes"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"version": 1}',
        '{"version": 2, "classes": []}',
        "[" * 5000,
        '{"version": 1, "classes": [{"id": 1, "title": "", "pupils": [], "games": []}]}',
    ],
)
def test_a_damaged_file_is_put_aside(classes: Classes, text: str) -> None:
    (classes.folder / NAME).write_text(text)
    assert classes.all() == ()
    assert (classes.folder / f"{NAME}.corrupt-1").read_text() == text
    assert classes.add("CE2", ("Léa",)).id == 1


def test_forgetting_all_leaves_no_name_anywhere(classes: Classes) -> None:
    (classes.folder / NAME).write_text("Léa {")
    classes.add("CE2", ("Léa",))
    classes.forget_all()
    assert list(classes.folder.iterdir()) == []


def test_names_stand_on_lines_or_between_commas() -> None:
    assert names_of(" Léa \nTom,Max;  Anne  Marie\n\n,\n") == ("Léa", "Tom", "Max", "Anne Marie")


@given(st.lists(st.text("abcéL -'", min_size=1, max_size=12).map(str.strip).filter(bool), unique_by=str.casefold))
def test_names_that_are_written_down_are_read_again(names: list[str]) -> None:
    plain = [" ".join(name.split()) for name in names]
    assert list(names_of("\n".join(plain))) == plain


def test_the_next_class_puts_aside_a_folder_in_its_place(classes: Classes) -> None:
    (classes.folder / NAME).mkdir()
    assert classes.all() == ()
    classes.add("CE2", ("Ana",))
    assert [school_class.title for school_class in classes.all()] == ["CE2"]
    assert (classes.folder / f"{NAME}.corrupt-1").is_dir()
    classes.forget_all()
    assert classes.all() == ()


def test_a_game_is_noted_once(classes: Classes) -> None:
    made = classes.add("CE2", ["Léa"])
    for _ in range(2):
        classes.begun(made.id, ClassGame(1, "now"))
    assert classes.all()[-1].games == (ClassGame(1, "now"),)


def test_a_game_is_of_the_class_that_has_begun_it(classes: Classes) -> None:
    made, game = classes.add("CE2", ("Léa",)), ClassGame(7, "2026-11-27T09:12:03.120+00:00", 3)
    assert classes.title_of(game) == ""
    classes.begun(made.id, game)
    assert classes.title_of(game) == "CE2"
    assert classes.title_of(ClassGame(7, game.started)) == ""
    classes.change(made.id, "CE2 B", ("Léa",))
    assert classes.title_of(game) == "CE2 B"
    classes.forget(made.id)
    assert classes.title_of(game) == ""
