"""The pages of a hall: every table of every box, the week, tournaments; who may change what."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import get_args

import pytest
from hall_boxes import Boxes, of, players
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from webui.live.hall import reading
from webui.live.hall.ledger import PlayedResult
from webui.live.hall.reading import SharedReading
from webui.site.hall import wall
from webui.site.hall.standings import standings
from webui.site.roles import HALL, Role, without_stamp
from webui.table.values.view import Stage

PATIENCE = 60.0


@pytest.fixture
def boxes(tmp_path: Path) -> Iterator[Boxes]:
    hall = Boxes(tmp_path)
    yield hall
    hall.ledger.close()


def test_every_address_has_its_role(boxes: Boxes) -> None:
    rules = [
        (method, rule.rule)
        for rule in boxes.app.url_map.iter_rules()
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS")
    ]
    assert sorted(f"{method} {without_stamp(rule)}" for method, rule in rules) == sorted(HALL)
    assert {rule for rule, role in HALL.items() if role is not Role.LOOKER_ON and rule.startswith("GET ")} == set()


def test_tables_of_all_boxes_stand_on_one_page(boxes: Boxes) -> None:
    boxes.box("boxboxaa", "Salle 2")
    boxes.box("boxboxbb", "Salle 1")
    boxes.table("boxboxaa", 1, **{"class": "CE2"})
    boxes.table("boxboxbb", 2, "backgammon", **{"class": "CM1"})
    boxes.table("boxboxbb", 1, "")
    assert boxes.cards() == ["boxboxbb-2", "boxboxaa-1", "boxboxbb-1"]  # a free table comes last
    page = boxes.page()
    assert all(text in page for text in ("Salle 1", "Salle 2", "CE2", "Léa joue 6 et 2."))
    assert boxes.cards("/?classe=CM1") == ["boxboxbb-2"]
    assert boxes.cards("/?jeu=occe_child") == ["boxboxaa-1"]
    assert boxes.cards("/?boite=boxboxbb") == ["boxboxbb-2", "boxboxbb-1"]
    assert boxes.cards("/?boite=boxboxbb&classe=CE2") == []
    assert boxes.cards("/?mur=") == ["boxboxbb-2", "boxboxaa-1"]
    boxes.heard("boxboxaa/table/1/state", "")
    assert boxes.cards() == ["boxboxbb-2", "boxboxbb-1"]
    boxes.table("boxboxaa", 1)
    boxes.box("boxboxcc", "Salle 10")
    boxes.table("boxboxcc", 1)
    assert boxes.cards() == ["boxboxbb-2", "boxboxaa-1", "boxboxcc-1", "boxboxbb-1"]
    boxes.heard("boxboxaa/up", "0")  # what is not connected comes after what is
    assert boxes.cards() == ["boxboxbb-2", "boxboxcc-1", "boxboxaa-1", "boxboxbb-1"]


def test_the_hall_names_no_refused_move(boxes: Boxes) -> None:
    boxes.table("boxboxaa", 1, state="refused")
    page = boxes.page()
    assert "Léa vérifie son coup" in page
    assert "juste" not in page
    boxes.table("boxboxaa", 1, state="refused", players=[player | {"name": ""} for player in players("", "")])
    assert "Bleu vérifie son coup" in boxes.page()


def test_without_names_players_are_their_colours(boxes: Boxes) -> None:
    boxes.table("boxboxaa", 1, players=[player | {"name": ""} for player in players("", "")])
    assert "Bleu" in boxes.page()


def test_more_tables_than_fit_are_a_card_a_box(boxes: Boxes) -> None:
    letters = [f"boxbox{letter}{letter}" for letter in "abcd"]
    for box in letters:
        for table in range(1, 7):
            boxes.table(box, table, "occe_child" if table < 3 else "", **{"class": f"CE{table}"})
    assert (len(boxes.cards()), boxes.boxed()) == (24, [])
    assert (len(boxes.cards("/?mur=")), boxes.boxed("/?mur=")) == (8, [])  # those where a game goes on
    boxes.table("boxboxee", 1)
    assert (boxes.cards(), boxes.boxed()) == ([], [*letters, "boxboxee"])
    for box in letters:
        boxes.table(box, 3)
    assert (boxes.cards("/?mur="), boxes.boxed("/?mur=")) == ([], [*letters, "boxboxee"])
    page = boxes.visitor.get("/?page=1").text
    assert 'href="/?boite=boxboxaa"' in page
    assert "3 tables sur 6 jouent" in page
    assert boxes.cards("/?boite=boxboxaa") == [f"boxboxaa-{table}" for table in range(1, 7)]
    assert "mur" in re.search(r'href="(/[^"]+boite=boxboxaa[^"]*)"', boxes.visitor.get("/?mur=").text)[1]


def test_a_box_says_which_table_needs_somebody(boxes: Boxes) -> None:
    for number in range(25):
        boxes.table(f"boxbox{chr(97 + number) * 2}", 1)
    boxes.table("boxboxaa", 2, needs=["over"], state="game_over")
    assert "attend" not in boxes.page()
    boxes.table("boxboxaa", 3, needs=["question", "of a newer box"])
    boxes.table("boxboxaa", 1)  # what was said last is not what matters most
    page = boxes.page()
    assert "1 table attend quelqu’un" in page
    assert "Table 3 : Une question attend une réponse." in page
    boxes.table("boxboxaa", 3, needs=["refusal"], state="refused")
    page = boxes.page("/?boite=boxboxaa")
    assert "On vérifie le coup" in page
    assert "juste" not in page


def test_of_more_boxes_than_fit_a_projector_shows_the_pressing(boxes: Boxes) -> None:
    letters = [f"boxbox{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(70)]
    for box in letters:
        boxes.table(box, 1, "")
    for box in letters[60:]:
        boxes.table(box, 2)
    boxes.table(letters[69], 3, needs=["camera"], problems=["camera_lost"])
    assert boxes.boxed("/?mur=") == []  # where few tables play, these are shown
    for box in letters[40:]:
        boxes.table(box, 2)
    assert boxes.boxed("/?mur=") == letters[40:]
    boxes.table(letters[0], 3, needs=["camera"], problems=["camera_lost"])
    assert boxes.boxed("/?mur=") == [letters[0], *letters[40:68], letters[69]]  # whichever calls, by name
    assert "et 40 autres boîtes" in boxes.page("/?mur=")
    pages = [boxes.boxed(f"/?page={page}") for page in (1, 2, 99, "x")]
    assert [len(page) for page in pages] == [60, 10, 10, 60]
    assert sorted(pages[0] + pages[1]) == letters


PLAYERS = st.builds(
    lambda base, more: base | more, st.sampled_from(players("Léa", "Max", tiles=False) + players("Zoé")),
    st.fixed_dictionaries({}, optional={
        "player": st.integers(), "open": st.lists(st.integers(0, 99)), "closed": st.none() | st.integers(),
        "score": st.integers(), "colour": st.text(max_size=9), "shape": st.text(max_size=9), "turn": st.booleans(),
    }),
)  # fmt: skip
CARDS = st.fixed_dictionaries({}, optional={
    "name": st.text(max_size=9), "colour": st.text(max_size=9),
    "game": st.none() | st.sampled_from(["", "no game", "occe_child", "backgammon", "trente", "tock"]).map(of),
    "state": st.sampled_from(get_args(Stage)),
    "acting": st.integers(-1, 9), "asks": st.booleans(), "shut": st.integers(0, 5),
    "dice": st.lists(st.integers(-1, 99), max_size=20), "throws": st.integers(), "finished": st.integers(),
    "players": st.lists(PLAYERS, max_size=30), "closed": st.none() | st.integers(), "class": st.text(max_size=9),
    "problems": st.lists(st.sampled_from(["camera_lost", "", "x"])), "needs": st.lists(st.sampled_from(["x", "still"])),
})  # fmt: skip


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cards=st.lists(CARDS, max_size=3))
def test_whatever_a_box_says_every_page_answers(
    boxes: Boxes, monkeypatch: pytest.MonkeyPatch, cards: list[dict]
) -> None:
    for number, card in enumerate(cards, 1):
        boxes.table("boxboxaa", number, **card)
        boxes.table("boxboxbb", number)
    for address in ("/", "/?mur="):
        for most in (24, 1):
            monkeypatch.setattr(wall, "A_PAGE", most)
            monkeypatch.setattr(wall, "A_WALL", most)
            assert boxes.visitor.get(address).status_code == 200


def test_what_a_box_writes_is_never_taken_for_html(boxes: Boxes) -> None:
    bad = '"><script>x</script>'
    boxes.box("boxboxaa", bad)
    boxes.table("boxboxaa", 1, name=bad, colour=bad, players=players(bad, bad), **{"class": bad})
    boxes.result("boxboxaa", 1, datetime.now(UTC), players=players(bad, bad, winner=1), **{"class": bad})
    for address in ("/", "/?mur=", "/pieces", "/semaine", f"/?classe={bad}", f"/?jeu={bad}"):
        assert "<script>x" not in boxes.visitor.get(address).text


def test_the_live_part_is_new_only_after_a_change(boxes: Boxes) -> None:
    boxes.table("boxboxaa", 1)
    version = re.search(r'data-version="(\d+)"', boxes.visitor.get("/").text)[1]
    assert boxes.visitor.get(f"/pieces?version={version}").status_code == 204
    boxes.table("boxboxaa", 1, state="paused")
    assert "Pause" in boxes.page(f"/pieces?version={version}")
    stream = boxes.visitor.get("/events", buffered=False)
    parts = (part.decode() for part in stream.response)
    assert "Pause" in next(part for part in parts if "event: table" in part)
    stream.close()


def test_a_week_is_counted_by_day_game_and_class(boxes: Boxes) -> None:
    now = datetime.now(UTC)
    boxes.box("boxboxaa", "Salle 2")
    boxes.result("boxboxaa", 1, now, **{"class": "CE2"})
    boxes.result("boxboxaa", 2, now, "backgammon", closed=None)
    boxes.result("boxboxaa", 3, now - timedelta(days=14))
    boxes.result("boxboxaa", 1, now, **{"class": "CE2"})  # the same again
    page = boxes.page("/semaine")
    assert "2 parties" in page
    assert "14 cases" in page
    assert "★ Max a gagné 17" in " ".join(page.split())
    assert "1 partie " in boxes.page("/semaine?classe=CE2")
    assert "Aucune partie" in boxes.page("/semaine?semaine=2020-W10")
    year, week, _ = (now - timedelta(days=14)).isocalendar()
    assert "1 partie " in boxes.page(f"/semaine?semaine={year}-W{week:02}")
    for nonsense in ("2026-W99", "9999-W01", "x"):
        assert boxes.visitor.get(f"/semaine?semaine={nonsense}").status_code == 200


def test_a_tournament_needs_the_code_and_counts_results(boxes: Boxes) -> None:
    today = datetime.now().astimezone().date()
    wanted = {"name": "Coupe", "game": "occe_child", "since": today.isoformat(), "until": today.isoformat()}
    assert boxes.post("/tournois", **wanted).status_code in (303, 401)
    assert boxes.ledger.tournaments() == ()
    assert boxes.post("/code", pin="000 000 x").status_code == 401
    assert boxes.enter().status_code == 303
    assert boxes.visitor.post("/tournois", data=wanted).status_code == 400  # without a token
    assert boxes.post("/tournois", **(wanted | {"until": "2020-01-01"})).status_code == 422
    assert boxes.post("/tournois", **(wanted | {"name": " "})).status_code == 422
    for day in ("0001-01-01", "9999-12-31"):
        assert boxes.post("/tournois", **(wanted | {"since": day, "until": day})).status_code == 422
    made = boxes.post("/tournois", **wanted)
    assert made.status_code == 303
    now = datetime.now(UTC)
    boxes.result("boxboxaa", 1, now, **{"class": "CE2"})
    boxes.result("boxboxbb", 1, now, **{"class": "CE2"})
    boxes.result("boxboxaa", 2, now, "backgammon", closed=None)
    boxes.result("boxboxaa", 3, now - timedelta(days=3))
    page = " ".join(boxes.page(made.location).split())
    assert "2 parties comptent" in page
    assert page.index("Max · CE2 2 2 14") < page.index("Léa · CE2 2 0 14")
    boxes.heard("boxboxaa/forget", '{"all": true}')
    assert "1 partie compte" in boxes.page(made.location)
    assert boxes.post(f"{made.location}/retrait").status_code == 303
    assert boxes.visitor.get(made.location).status_code == 404
    assert len(boxes.ledger.between("", "9")) == 1


def test_too_many_wrong_codes_must_wait(boxes: Boxes) -> None:
    answers = [boxes.post("/code", pin="wrong!").status_code for _ in range(8)]
    assert answers[0] == 401
    assert answers[-1] == 429
    assert boxes.enter().status_code == 429


def test_a_database_that_is_gone_is_named(boxes: Boxes, tmp_path: Path) -> None:
    boxes.table("boxboxaa", 1)
    boxes.ledger.close()
    for file in tmp_path.glob("hall.db*"):
        file.unlink()
    assert boxes.visitor.get("/semaine").status_code == 503
    assert boxes.cards() == ["boxboxaa-1"]


class Hangs:
    """A database that says nothing until it is let go, and counts what it is asked."""

    def __init__(self) -> None:
        self.goes, self.asked = Event(), 0

    def __call__(self, *given: object) -> tuple:
        self.asked += 1
        self.goes.wait()
        return ()


@pytest.fixture
def hangs(boxes: Boxes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hangs]:
    database = Hangs()
    boxes.app.extensions["piste"] = replace(boxes.app.extensions["piste"], reading=SharedReading(0.2))
    for name in ("between", "tournaments"):
        monkeypatch.setattr(boxes.ledger, name, database)
    yield database
    database.goes.set()


def test_thirty_wait_together_for_a_database_that_hangs(boxes: Boxes, hangs: Hangs) -> None:
    with ThreadPoolExecutor(30) as visitors:
        asked = [visitors.submit(lambda: boxes.app.test_client().get("/semaine").status_code) for _ in range(30)]
    assert {one.result() for one in asked} == {503}
    assert boxes.visitor.get("/semaine?semaine=2020-W10").status_code == 503  # nor is anything else read meanwhile
    assert hangs.asked == 1


def test_a_hall_whose_database_hangs_is_not_ready(
    boxes: Boxes, hangs: Hangs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "REFUSED", 0.0)
    monkeypatch.setattr(wall, "SLOW", 0.1)
    boxes.follower.connected = True
    answer = boxes.visitor.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "database\n")
    hangs.goes.set()
    monkeypatch.setattr(wall, "SLOW", PATIENCE)
    assert boxes.visitor.get("/readyz").status_code == 200


def test_a_foreign_name_is_refused_and_pages_are_framed_by_none(boxes: Boxes) -> None:
    assert boxes.visitor.get("/", headers={"Host": "evil.example"}).status_code == 421
    assert "frame-ancestors 'none'" in boxes.visitor.get("/").headers["Content-Security-Policy"]


ENTRANTS = st.lists(st.sampled_from(["", "Léa", "Max", "Zoé"]), min_size=1, max_size=4, unique=True)
PLAYED = st.lists(st.tuples(st.sampled_from(["boxa", "boxb"]), st.sampled_from(["", "CE2"]), ENTRANTS), max_size=12)


@settings(max_examples=60)
@given(games=PLAYED, data=st.data())
def test_standings_count_each_game_once_in_any_order(games: list, data: st.DataObject) -> None:
    played = [
        PlayedResult(
            box, 1, number, f"2026-11-27T{number:02}", "royal", "", school_class, 1, 7, 1,
            json.dumps(players(*names, winner=1)),
        )
        for number, (box, school_class, names) in enumerate(games)
    ]  # fmt: skip
    rows = standings(played)
    assert standings(data.draw(st.permutations(played))) == rows or len({game[0] for game in games}) > 1
    named = [row for row in rows if row.entrant.name]
    assert sum(row.played for row in named) == sum(bool(name) for *_, names in games for name in names)
    assert sum(row.won for row in named) == sum(bool(names[0]) for *_, names in games)
    assert sum(row.played for row in rows if not row.entrant.name) == sum(not any(names) for *_, names in games)
