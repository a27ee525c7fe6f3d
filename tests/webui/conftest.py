"""A site on a real live table, played by touch."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Self

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hand_clock import HandClock
from page_text import confirmed, text_of
from sent import changed
from werkzeug.security import generate_password_hash
from werkzeug.test import TestResponse

from hardware.camera import DEMO
from webui.live.classroom.opening import OpenTable
from webui.live.classroom.tables import FurtherTables
from webui.live.copier import Copier
from webui.live.lag import Lag
from webui.live.live import Live
from webui.live.tally import TableTally
from webui.site import auth
from webui.site.app import create_app
from webui.site.context import Site
from webui.store.journal import NAME, Journal
from webui.store.tables import NamedTable
from webui.table.values.actions import Action
from webui.table.values.setup import Setup, players_at
from webui.table.values.view import View
from webui.words.games.sentences import foul_sentence


@pytest.fixture
def film_truth() -> list[dict[str, Any]]:
    """What happens in the demonstration film, an event a line."""
    lines = DEMO.with_suffix(".truth.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture
def clock() -> HandClock:
    """The table's time, seconds; no moment is nought."""
    return HandClock(100.0)


def by_touch(folder: Path, table: NamedTable, *, clock: HandClock) -> OpenTable:
    """A table beside the first, as `serve` opens it without a camera."""
    live = Live(Journal.open(folder), sentence=foul_sentence, clock=clock, chance=random.Random(table.number))
    return OpenTable(live, Copier(folder / NAME), folder)


@dataclass
class Visitor:
    """A browser of the tests: it knows the token and the teacher's code.

    Its posts, deeds and pages are those of the table `at`, such as "/table/3".
    """

    client: FlaskClient
    live: Live
    app: Flask
    pin: str
    clock: HandClock
    at: str = ""

    def token(self) -> str:
        return str(self.client.get("/api/v1/session").get_json()["csrf_token"])

    def post(self, path: str, **fields: object) -> TestResponse:
        return self.client.post(self.at + path, data={"csrf_token": self.token(), **fields})

    def act(self, **said: object) -> TestResponse:
        return self.client.post(f"{self.at}/api/v1/actions", json=said, headers={"X-CSRFToken": self.token()})

    def does(self, *deeds: Action) -> None:
        """One after the other at the table, whoever is signed in."""
        for deed in deeds:
            self.live.act(deed)

    def sign_in(self) -> None:
        """As the login page does for the right code, without the slow comparing."""
        with self.client.session_transaction() as session:
            session["teacher"] = self.app.extensions["piste"].door.stamp()

    def add_table(self) -> Site:
        """Another table of the box; its pages."""
        first = self.app.extensions["piste"]
        return first.at_table(first.tables.add().number)

    def asks_to_practise(self, **fields: str) -> TestResponse:
        """Zoé practises against Piste, or what the fields say."""
        form = {"profile": "OCCE enfant", "with": "piste", "plays": "random", "dice": "piste", "name": "Zoé"}
        return self.post("/entrainement", **{**form, **fields})

    def practises(self, **fields: str) -> Self:
        """The same browser at its practice table."""
        begun = self.asks_to_practise(**fields)
        table = self.app.extensions["piste"].practices.find(int(begun.location.split("/")[2]))
        return replace(self, live=table.live, at=f"/table/{table.number}")

    def sign_in_as_pupil(self, table: int = 1) -> None:
        """As the page of the table's code does."""
        door = self.app.extensions["piste"].at_table(table).door
        door.table_code()
        with self.client.session_transaction() as session:
            session.clear()
            session["pupil"] = door.table_stamp()

    def page(self, path: str = "/") -> str:
        return self.client.get(self.at + path).get_data(as_text=True)

    def confirm(self, asked: TestResponse) -> TestResponse:
        return confirmed(self.client, asked)

    def words(self, path: str = "/") -> str:
        """The page's text, without tags, white space joined."""
        return text_of(self.page(path))


@pytest.fixture(scope="session", autouse=True)
def hashed_fast() -> Iterator[None]:
    """Codes are hashed slowly on purpose, which `test_a_code_is_hashed_slowly` alone is about."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(auth, "generate_password_hash", partial(generate_password_hash, method="scrypt:1024:8:1"))
        yield


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    """Nobody signed in, no game yet."""
    pin, clock = auth.new_pin(tmp_path), HandClock()
    live = Live(Journal.open(tmp_path), sentence=foul_sentence, clock=clock, chance=random.Random(1))
    tables = FurtherTables(tmp_path, partial(by_touch, clock=clock))
    app = create_app(live, tmp_path, clock=clock, tables=tables, chance=random.Random(1))
    app.testing = True
    yield Visitor(app.test_client(), live, app, pin, clock)
    app.extensions["piste"].practices.close()
    tables.close()
    live.close()


@pytest.fixture
def teacher(visitor: Visitor) -> Visitor:
    """The teacher, with a game for two of the children's rule."""
    visitor.sign_in()
    visitor.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), profile="OCCE enfant"))
    return visitor


@pytest.fixture
def pupil(teacher: Visitor) -> Visitor:
    """A pupil's tablet at the same game."""
    teacher.sign_in_as_pupil()
    return teacher


class Standing:
    """A live table that stands still: it shows what it is given, and its journal cannot be written."""

    failures, closed, unchanged = 0, False, 0.0

    def __init__(self, view: View) -> None:
        self.view, self.tally, self.lag = view, TableTally(), Lag()

    def snapshot(self) -> View:
        return self.view

    def crop(self, crop_id: str) -> bytes | None:
        return b"jpeg" if crop_id == "a" else None

    def left_open(self) -> frozenset[int]:
        return frozenset()

    def interrupted(self, most: int) -> tuple[object, ...]:
        return ()

    def as_meant(self, action: str, moment: str) -> AbstractContextManager[None]:
        return nullcontext()

    def act(self, action: object) -> None:
        raise OSError(28, "No space left on device")


@pytest.fixture
def standing(teacher: Visitor, tmp_path: Path) -> Callable[..., FlaskClient]:
    """A browser before a table that stands like the teacher's game with some keys replaced."""

    def before(*, signed_in: bool = True, **values: object) -> FlaskClient:
        client = create_app(Standing(changed(teacher.live.snapshot(), **values)), tmp_path).test_client()
        if signed_in:
            cookie = teacher.client.get_cookie("piste")
            assert cookie is not None
            client.set_cookie("piste", cookie.value)
        return client

    return before


@pytest.fixture
def shown(teacher: Visitor, standing: Callable[..., FlaskClient]) -> Callable[..., str]:
    """Draws the page of a view like the teacher's game after a throw of 6 and 2, with some keys replaced."""
    teacher.post("/actions", action="throw", die1="6", die2="2")

    def draw(**values: object) -> str:
        page = standing(**values).get("/").get_data(as_text=True)
        return " ".join(page.replace("\u202f", " ").replace("\u00a0", " ").split())

    return draw
