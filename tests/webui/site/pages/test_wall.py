"""The projector's page: its sentence as large as fits, the race, and that nothing on it is to press."""

import re

import pytest
from touched_table import BY_TOUCH

from webui.site.show.wall import SIZES, fitting, unbroken, wall
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at


def test_the_wall_shows_the_game_without_controls(teacher) -> None:
    teacher.does(Throw(dice=(6, 3)), CloseTiles(tiles=(3, 6)), Next())
    page = teacher.page("/mur")
    assert not re.search(r"<button|<input|type=.checkbox", page)
    assert page.count('id="racer-') == 2
    shown = wall(teacher.live.snapshot(), "fr")
    assert [(one.points, one.way) for one in shown.racers] == [(36, 20), (45, 0)]
    assert shown.start == 45


def test_before_a_game_there_is_no_race(visitor) -> None:
    assert "racer-" not in visitor.page("/mur")


def test_each_version_sends_its_pieces_once(teacher) -> None:
    version = teacher.live.snapshot().version
    assert teacher.client.get(f"/mur/pieces?version={version}").status_code == 204
    assert f'data-version="{version}"' in teacher.page("/mur/pieces?version=1")
    answer = teacher.client.get("/mur/events")
    told = next(part for part in answer.response if "event: table" in str(part))
    answer.close()
    assert "racer-1" in str(told)


@pytest.mark.parametrize(("theme", "word"), [("clair", "is-light"), ("sombre", "is-dark"), ("x", "")])
def test_the_theme_is_the_devices_or_that_of_the_address(visitor, theme: str, word: str) -> None:
    assert f'<body class="wall {word}">' in visitor.page(f"/mur?theme={theme}")


def test_sentences_are_sized_to_fit() -> None:
    assert fitting("Léa, à toi !") == SIZES[0]
    assert fitting("Ensemble " * 40) == SIZES[-1]
    assert fitting("Maximiliane-Antoinette gagne !") < SIZES[0]
    assert fitting("Léa, à toi !", ("Une phrase. " * 12,)) < SIZES[0]
    sizes = [fitting("mot " * n) for n in range(1, 60)]
    assert sizes == sorted(sizes, reverse=True)


def test_twelve_race_in_two_columns(visitor) -> None:
    names = tuple(f"Nom {n}" for n in range(1, 13))
    visitor.live.new_game(Setup("royal", players_at(range(1, 13), names), "Tric-Trac Royal"))
    page = visitor.page("/mur")
    assert "racers-many" in page
    assert 'id="racer-12"' in page


def test_a_name_is_not_broken_where_a_line_holds_it() -> None:
    assert unbroken("Anne-Sophie, à toi !") == "Anne\u2011Sophie, à\u00a0toi !"
    longest = "Marie-Antoinette-Joséphine"
    assert unbroken(longest) == longest


def test_a_sentence_with_a_sign_prefers_two_rows() -> None:
    assert fitting("__ Ce n’est pas encore juste") == 13


@pytest.mark.parametrize("state", ["backgammon move", "backgammon part", "tock laid", "trente aside"])
def test_nobody_is_told_to_touch_the_wall(teacher, state: str) -> None:
    BY_TOUCH[state](teacher.live)
    assert not re.search("touche", teacher.words("/mur"), re.IGNORECASE)


def test_the_wall_does_not_wait_for_next(teacher) -> None:
    teacher.does(Throw(dice=(6, 3)), CloseTiles(tiles=(9,)))
    assert "Suivant" in teacher.words("/")
    assert "Suivant" not in teacher.words("/mur")
