"""A site on a real live table, played by touch."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webui.app import create_app
from webui.auth import PIN_FILE, new_pin
from webui.journal import Journal
from webui.live import Live
from webui.sentences import foul_sentence
from webui.setup import Setup, players_at


class Clock:
    """Seconds, set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Visitor:
    """A browser of the tests: it knows the token and the PIN."""

    client: FlaskClient
    live: Live
    app: Flask
    pin: str
    clock: Clock

    def token(self) -> str:
        return str(self.client.get("/api/v1/session").get_json()["csrf_token"])

    def post(self, path: str, **fields: object) -> TestResponse:
        return self.client.post(path, data={"csrf_token": self.token(), **fields})

    def act(self, **said: object) -> TestResponse:
        return self.client.post("/api/v1/actions", json=said, headers={"X-CSRFToken": self.token()})

    def sign_in(self) -> None:
        """As the login page does for the right code, without the slow comparing."""
        with self.client.session_transaction() as session:
            session["teacher"] = self.app.extensions["piste"].door.stamp()

    def page(self, path: str = "/") -> str:
        return self.client.get(path).get_data(as_text=True)

    def words(self, path: str = "/") -> str:
        """The page's text, without tags, white space joined."""
        return " ".join(re.sub(r"<[^>]+>", " ", self.page(path)).replace("&#39;", "'").split())


@pytest.fixture(scope="session")
def pin_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A PIN and the file that stores it: hashing is slow on purpose, so it is done once."""
    folder = tmp_path_factory.mktemp("pin")
    return new_pin(folder), folder / PIN_FILE


@pytest.fixture
def visitor(tmp_path: Path, pin_file: tuple[str, Path]) -> Iterator[Visitor]:
    """Nobody signed in, no game yet."""
    pin, file = pin_file
    shutil.copy(file, tmp_path)
    clock = Clock()
    live = Live(Journal.open(tmp_path), sentence=foul_sentence, clock=clock)
    app = create_app(live, tmp_path, clock=clock)
    app.testing = True
    yield Visitor(app.test_client(), live, app, pin, clock)
    live.close()


@pytest.fixture
def teacher(visitor: Visitor) -> Visitor:
    """The teacher, with a game for two of the children's rule."""
    visitor.sign_in()
    visitor.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), profile="OCCE enfant"))
    return visitor
