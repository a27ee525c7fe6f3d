"""The page of today's throws: what it counts, and that picture, table and sentence say the same."""

import re
from datetime import datetime, timedelta, timezone

import pytest

from referee.fairness import PAIRS, Tally, of_faces, of_pairs
from webui.site.pages.fairness import midnight
from webui.site.show.fairness import FOOT, HIGH, fairness_page
from webui.table.values.actions import Throw, Undo
from webui.table.values.setup import Setup, players_at
from webui.words import words
from webui.words.fairness import fairness_sentence, talk

EVEN = Tally((60,) * 6, tuple(10 if a == b else 20 for a, b in PAIRS))
LOADED = Tally((20, 20, 20, 20, 20, 200), tuple(80 if pair == (6, 6) else 9 for pair in PAIRS))


def test_before_the_first_throw_the_page_says_so(visitor) -> None:
    assert "Rien n’a été lancé aujourd’hui" in visitor.words("/equite").replace("'", "’")


def test_todays_throws_count_except_undone_ones(teacher) -> None:
    teacher.does(Throw(dice=(4, 2)), Undo(), Throw(dice=(6, 6)))
    teacher.live.new_game(Setup("occe_adult", players_at((1,), ("Zoé",))))
    teacher.live.act(Throw(dice=(6, 1)))
    page = teacher.words("/equite")
    assert "4 dés" in page
    assert "2 parties" in page
    rows = re.findall(r'<th scope="row">(\d) – (\d)</th><td>(\d+)</td>', teacher.page("/equite"))
    assert [(a, b) for a, b, seen in rows if seen == "1"] == [("1", "6"), ("6", "6")]


def test_the_throws_of_all_tables_count_or_of_one(teacher) -> None:
    teacher.live.act(Throw(dice=(6, 6)))
    third = (teacher.add_table(), teacher.add_table())[1].live
    third.new_game(Setup("occe_adult", players_at((1,), ("Zoé",))))
    third.act(Throw(dice=(6, 1)))
    says = {path: teacher.words(path) for path in ("/equite", "/table/1/equite", "/table/2/equite", "/table/3/equite")}
    assert "4 dés" in says["/equite"]
    assert "On compte ici les dés de toutes les tables." in says["/equite"]
    assert ["2 dés" in says[f"/table/{number}/equite"] for number in (1, 2, 3)] == [True, False, True]
    assert all(f"Table {number}." in says[f"/table/{number}/equite"] for number in (1, 2, 3))


def test_the_demonstration_and_yesterday_do_not_count(teacher) -> None:
    teacher.live.new_game(Setup("occe_child", players_at((1,), ("Film",)), recorded=True))
    teacher.live.act(Throw(dice=(6, 6)))
    assert "4 dés" not in teacher.words("/equite")
    assert teacher.live.begun("2999-01-01T00:00:00.000+00:00") == ()
    assert teacher.live.begun("") == (1, 2)


def test_a_day_begins_at_midnight_where_the_clock_stands() -> None:
    paris = timezone(timedelta(hours=2))
    assert midnight(datetime(2026, 6, 5, 1, 30, tzinfo=paris)) == "2026-06-04T22:00:00.000+00:00"


@pytest.mark.parametrize("counted", [EVEN, LOADED], ids=["even", "loaded"])
def test_picture_table_and_sentence_say_the_same(counted: Tally) -> None:
    w = words("en")
    shown = fairness_page(w, counted, 3)
    assert [bar.count for bar in shown.bars] == list(counted.faces)
    assert [disc.count for disc in shown.discs] == list(counted.pairs)
    assert shown.faces.says == fairness_sentence(w, of_faces(counted))
    assert shown.pairs.says == fairness_sentence(w, of_pairs(counted))
    heights = {bar.count: bar.height for bar in shown.bars}
    unit = max(heights.values()) / max(heights)
    for seen, height in heights.items():
        assert height == pytest.approx(seen * unit, abs=0.2)
    assert HIGH - FOOT - shown.dashes == pytest.approx(counted.dice / 6 * unit, abs=0.2)
    for disc in shown.discs:
        assert disc.radius**2 * float(max(counted.pairs)) == pytest.approx(
            max(d.radius for d in shown.discs) ** 2 * disc.count, rel=0.02
        )


def test_what_a_class_talks_about_follows_the_chance() -> None:
    w = words("en")
    assert "nearly all" in talk(w, of_faces(EVEN))[0]
    assert "hardly one" in talk(w, of_faces(LOADED))[0]
    some = Tally((10, 14, 8, 12, 9, 7))
    assert f"about {round(100 * of_faces(some).p)} of them" in talk(w, of_faces(some))[0]
    assert talk(w, of_faces(Tally((1, 0, 0, 0, 0, 0)))) == ("Throw on: the more throws, the more the dice tell.",)
