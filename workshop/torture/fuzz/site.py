"""The site: pages, forms and API as a pupil's browser, the teacher's, or nobody's could ask for them.

An input is a request as text: `POST /new`, header lines, an empty line, the body. A role is its first word where it
has three: `teacher POST /new`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException

from webui.live.live import Live
from webui.site.app import create_app
from webui.site.auth import PIN_FILE
from webui.site.deeds import WORDS
from webui.site.openapi import document
from webui.site.roles import ROUTES
from webui.store.journal import Journal
from webui.table.setup import Setup, players_at
from webui.words.games.sentences import foul_sentence

from .loop import Target

SETUP = Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), profile="OCCE enfant")
FORM = "Content-Type: application/x-www-form-urlencoded"
JSON = "Content-Type: application/json"
FORMS: dict[str, str] = {
    "/new": "profile=OCCE+enfant&seat=1&seat=3&games=2&name-1=L%C3%A9a&handicap-1=2&occe_child.single=free&sure=1",
    "/language": "language=de&back=/new",
    "/login": "pin=123456&back=/",
    "/jouer": "code=CDFG",
    "/bienvenue": "word=CDFG&code=soleil+vert&again=soleil+vert",
    "/enseignant/classe": "title=CE2&pupils=L%C3%A9a%0ATom",
    "/enseignant/classe/1/liste": "title=CE2&pupils=L%C3%A9a%0ATom%0AZo%C3%A9",
    "/enseignant/classe/1/partie": "pupil=L%C3%A9a&pupil=Tom&profile=OCCE+enfant&games=1&sure=1",
    "/enseignant/position": "open-1=1+2&open-3=9&turn=1&sure=1",
    "/enseignant/joueurs/arrivee": "seat=2&name=Max&sure=1",
    "/enseignant/joueurs/depart": "seat=3&sure=1",
    "/enseignant/effacer/partie": "game=1&sure=1",
    "/enseignant/effacer/classe": "class=1&games=1&sure=1",
    "/frames": "frame-1=red&frame-2=blue&frame-3=green&frame-4=yellow",
    "/conseil": "before=1&after=1",
    "/camera": "corners=1,2,3,4",
}
ACTIONS: tuple[dict[str, Any], ...] = (
    {"dice": [6, 2]}, {"tiles": [2, 6]}, {"seats": {"1": [1, 9]}}, {"seat": 1, "tile": 3, "state": "open"},
    {"seat": 1, "name": "Max"}, {"setup": SETUP.to_json(), "position": {"open": {}}}, {"game": 1}, {"on": True},
    {"move": "24/18"}, {"hands": [["K"], None]}, {"space": "24"}, {"moment": "1"},
)  # fmt: skip
ASKED = {"<path:filename>": "piste.css", "<crop_id>": "a", "<kind>": "ods", "<game>": "royal", "<name>": "x"}
"""What stands for a part of an address; 1 for all others."""


class AskedSite:
    """A site with a game, anew when it is asked to be.

    Args:
        folder: for its data; emptied.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        (folder / PIN_FILE).write_text("scrypt:32768:8:1$salt$" + "ab" * 64 + "\n")
        self.live = Live(Journal.open(folder), sentence=foul_sentence, clock=lambda: 0.0)
        self.app: Flask = create_app(self.live, folder, clock=lambda: 0.0)
        self.app.config.update(WTF_CSRF_ENABLED=False, PROPAGATE_EXCEPTIONS=True)
        self.clients = {role: self.app.test_client() for role in ("nobody", "pupil", "teacher")}
        door = self.app.extensions["piste"].door
        door.table_code()
        self.stamps = {"teacher": door.stamp, "pupil": door.table_stamp}
        self.live.new_game(SETUP)
        self.asked = 0

    def run(self, data: bytes) -> None:
        """Asks; raises whatever the site did not foresee, and AssertionError for an answer that says so."""
        role, method, path, headers, body = request_of(data)
        client = self._client(role)
        answer = client.open(path, method=method, headers=headers, data=body, buffered=False)
        if "event-stream" not in str(answer.mimetype):
            answer.get_data()
        answer.close()
        assert answer.status_code in STATUSES, f"{method} {path}: {answer.status}"
        self.asked += 1
        if self.asked % 10 == 0:
            self._still_opens()

    def _client(self, role: str) -> FlaskClient:
        client = self.clients[role]
        if role in self.stamps:
            with client.session_transaction() as session:
                session[role] = self.stamps[role]()
        return client

    def _still_opens(self) -> None:
        """No input may poison a page, and none may end the game for good."""
        for path in ("/", "/enseignant", "/new", "/api/v1/table", "/metrics"):
            assert self._client("teacher").get(path).status_code == 200, path
        if self.live.snapshot()["game"] is None or self.asked % 500 == 0:
            self.live.new_game(SETUP)


STATUSES = frozenset(
    {200, 204, 206, 302, 303, 304, 308, 400, 401, 403, 404, 405, 409, 413, 415, 416, 421, 422, 429, 503}
)
"""What the site may answer; 500 is none of them."""
TOUCHED = (
    "throw", "close_tiles", "answer_tile", "correct_tiles", "replace_player", "undo", "next", "pause", "resume",
)  # fmt: skip
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS")


def request_of(data: bytes) -> tuple[str, str, str, list[tuple[str, str]], bytes]:
    """Role, method, path, headers and body of an input."""
    head, _, body = data.partition(b"\n\n")
    first, *lines = head.decode("latin-1").split("\n")
    parts = first.split(" ", 2)
    role = parts[0] if parts[0] in ("nobody", "pupil", "teacher") else "teacher"
    method = parts[1] if len(parts) > 1 and parts[1] in METHODS else "POST"
    path = "/" + (parts[2] if len(parts) > 2 else "").strip().lstrip("/")
    found = [line.partition(": ") for line in lines]
    headers = [(name, _clean(value)) for name, _, value in found if re.fullmatch(r"[A-Za-z-]{1,40}", name)]
    return role, method, path, [one for one in headers if one[0].lower() != "host"], body


def _clean(value: str) -> str:
    """A header's value as a server lets it through."""
    return re.sub(r"[\r\n\0]", "", value)[:8000]


def targets(folder: Path) -> Iterator[Target]:
    """Pages with forms, and the API as its own description has it."""
    forms, api = AskedSite(folder / "forms"), AskedSite(folder / "api")
    yield Target("forms", tuple(_forms()), forms.run, (HTTPException,))
    yield Target("API", tuple(_api()), api.run, (HTTPException,))


def _forms() -> Iterator[bytes]:
    for key in ROUTES:
        method, rule = key.split(" ", 1)
        path = re.sub(r"<[^>]+>", lambda part: ASKED.get(part[0], "1"), rule)
        if path.startswith("/api/"):
            continue
        if method == "GET":
            head = "Accept: text/html\nAccept-Language: de"
            yield f"teacher GET {path}?back=/new&version=1&code=CDFG\n{head}\n\n".encode()
        else:
            yield f"teacher POST {path}\n{FORM}\n\n{FORMS.get(path, 'sure=1')}".encode()
    for word in TOUCHED:
        body = f"action={word}&die1=6&die2=2&tiles=2&seat=1&tile=3&state=open&all-1=1+2&was-1=&closed-1=2&name=Max"
        yield f"pupil POST /actions\n{FORM}\nX-Requested-With: fetch\n\n{body}".encode()
    yield b"nobody GET /events\nLast-Event-ID: 12\nOrigin: http://localhost\n\n"


def _api() -> Iterator[bytes]:
    """Every path of the description; of actions each word, with each set of fields."""
    for path, methods in document()["paths"].items():
        for method in methods:
            yield f"nobody {method.upper()} {path}\n{JSON}\n\n{{}}".encode()
    for word in WORDS:
        for fields in ACTIONS:
            said = json.dumps({"action": word, **fields, "by": "teacher", "reason": "so"})
            yield f"teacher POST /api/v1/actions\n{JSON}\n\n{said}".encode()
