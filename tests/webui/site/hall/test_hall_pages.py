"""The pages of a hall: every table of every box, the week, tournaments; who may change what."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from page_text import text_of

from webui.live.hall.follower import HallFollower
from webui.live.hall.ledger import Ledger, PlayedResult
from webui.live.hall.present import Present
from webui.live.hall.remote import RemotePlayer
from webui.site.auth import new_pin
from webui.site.hall.app import hall_app
from webui.site.hall.standings import standings
from webui.site.roles import HALL, Role, without_stamp
from webui.store.broker import Broker

COLOURS, SHAPES = ("blue", "red", "green", "yellow"), ("circle", "square", "triangle", "star")


def players(*names: str, tiles: bool = True, winner: int = 0) -> list[dict]:
    closed = {"open": [8, 9], "closed": 7} if tiles else {"open": [], "closed": None}
    return [
        {"player": n, "seat": n, "colour": COLOURS[n - 1], "shape": SHAPES[n - 1], "turn": n == 1,
         "winner": n == winner, "left": False, "score": 17, "total": 17, "name": name} | closed
        for n, name in enumerate(names, 1)
    ]  # fmt: skip


def of(game: str) -> dict:
    return {"name": game, "profile": "", "layout": "occe", "game_number": 1, "games": 1}


class Boxes:
    """A hall that hears boxes without a broker, and a browser."""

    def __init__(self, data: Path) -> None:
        self.now, self.code = 0.0, new_pin(data)
        self.ledger, self.present = Ledger(f"sqlite:///{data / 'hall.db'}"), Present(lambda: self.now)
        self.follower = HallFollower(Broker(box="hallhall"), self.ledger, self.present)
        self.app: Flask = hall_app(data, self.present, self.ledger, self.follower)
        self.visitor: FlaskClient = self.app.test_client()

    def box(self, letters: str, name: str) -> None:
        self.heard(f"{letters}/up", "1")
        self.heard(f"{letters}/box", json.dumps({"version": "1", "name": name, "tables": []}))

    def table(self, letters: str, number: int, game: str = "occe_child", **more: object) -> None:
        state = {
            "number": number, "name": "", "colour": "blue", "game": of(game) if game else None, "asks": False,
            "state": "waiting_move" if game else "setup", "acting": 1 if game else 0, "shut": 0, "dice": [6, 2],
            "throws": 1, "players": players("Léa", "Max") if game else [], "closed": 0, "finished": 0, "problems": [],
        }  # fmt: skip
        self.heard(f"{letters}/table/{number}/state", json.dumps(state | more))

    def result(self, letters: str, number: int, at: datetime, game: str = "occe_child", **more: object) -> None:
        result = {
            "table": 1, "number": number, "started": at.isoformat(timespec="milliseconds"), "game": of(game),
            "throws": 9, "players": players("Léa", "Max", winner=2), "closed": 14, "finished": 1,
        }  # fmt: skip
        self.heard(f"{letters}/table/1/result", json.dumps(result | more))
        self.follower.flush()

    def heard(self, leaf: str, payload: str) -> None:
        self.follower.heard(f"piste/v1/{leaf}", payload.encode())
        self.now += 1

    def page(self, address: str = "/") -> str:
        return text_of(self.visitor.get(address).text)

    def cards(self, address: str = "/") -> list[str]:
        return re.findall(r'id="table-(\w+-\d+)"', self.visitor.get(address).text)

    def post(self, address: str, **form: str):
        token = re.search(r'name="csrf_token" value="([^"]+)"', self.visitor.get("/tournois").text)
        token = token or re.search(r'name="csrf_token" value="([^"]+)"', self.visitor.get("/code").text)
        return self.visitor.post(address, data=form | {"csrf_token": token[1]})

    def enter(self):
        return self.post("/code", pin=self.code)


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


def test_many_tables_come_in_pages(boxes: Boxes) -> None:
    for number in range(10):
        for table in range(1, 7):
            boxes.table(f"boxbox{'abcdefghij'[number] * 2}", table)
    pages = [boxes.cards(f"/?page={page}") for page in (1, 2, 3)]
    assert [len(page) for page in pages] == [24, 24, 12]
    assert len({card for page in pages for card in page}) == 60
    assert boxes.cards("/?page=99") == pages[2]
    assert boxes.cards("/?page=x") == pages[0]
    assert len(boxes.cards("/?mur=")) == 12


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
            tuple(
                RemotePlayer(
                    player=n, seat=n, colour="red", shape="circle", turn=False, winner=n == 1, left=False, score=1,
                    total=1, name=name, closed=7,
                )
                for n, name in enumerate(names, 1)
            ),
        )
        for number, (box, school_class, names) in enumerate(games)
    ]  # fmt: skip
    rows = standings(played)
    assert standings(data.draw(st.permutations(played))) == rows or len({game[0] for game in games}) > 1
    named = [row for row in rows if row.entrant.name]
    assert sum(row.played for row in named) == sum(bool(name) for *_, names in games for name in names)
    assert sum(row.won for row in named) == sum(bool(names[0]) for *_, names in games)
    assert sum(row.played for row in rows if not row.entrant.name) == sum(not any(names) for *_, names in games)
