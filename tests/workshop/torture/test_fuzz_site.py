"""The site, asked as a pupil's browser, the teacher's or nobody's could ask: no page breaks, and none stays broken."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from odd_inputs import DEEP, EXAMPLES, in_time, nearly, often

from webui.live.live import Live
from webui.site.app import create_app
from webui.site.auth import PIN_FILE
from webui.site.deeds import DEEDS
from webui.site.roles import ROUTES
from webui.store.journal import Journal
from webui.table.values.setup import Setup, players_at
from webui.words.games.sentences import foul_sentence

SETUP = Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), profile="OCCE enfant")
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
TOUCH = "&die1=6&die2=2&tiles=2&seat=1&tile=3&state=open&all-1=1+2&was-1=&closed-1=2&name=Max"
FORMS: Mapping[str, tuple[str, ...]] = {
    "/actions": tuple(f"action={word}{TOUCH}" for word in DEEDS),
    "/new": ("profile=OCCE+enfant&seat=1&seat=3&games=2&name-1=L%C3%A9a&handicap-1=2&occe_child.single=free&sure=1",),
    "/language": ("language=de&back=/new",),
    "/login": ("pin=123456&back=/",),
    "/jouer": ("code=CDFG",),
    "/bienvenue": ("word=CDFG&code=soleil+vert&again=soleil+vert",),
    "/enseignant/classe": ("title=CE2&pupils=L%C3%A9a%0ATom",),
    "/enseignant/classe/1/liste": ("title=CE2&pupils=L%C3%A9a%0ATom%0AZo%C3%A9",),
    "/enseignant/classe/1/partie": ("pupil=L%C3%A9a&pupil=Tom&profile=OCCE+enfant&games=1&sure=1",),
    "/enseignant/position": ("open-1=1+2&open-3=9&turn=1&sure=1",),
    "/enseignant/joueurs/arrivee": ("seat=2&name=Max&sure=1",),
    "/enseignant/joueurs/depart": ("seat=3&sure=1",),
    "/enseignant/effacer/partie": ("game=1&sure=1",),
    "/enseignant/effacer/classe": ("class=1&games=1&sure=1",),
    "/frames": ("frame-1=red&frame-2=blue&frame-3=green&frame-4=yellow",),
    "/conseil": ("before=1&after=1",),
    "/camera": ("corners=1,2,3,4",),
}
FIELDS: tuple[dict[str, Any], ...] = (
    {"dice": [6, 2]}, {"tiles": [2, 6]}, {"seats": {"1": [1, 9]}}, {"seat": 1, "tile": 3, "state": "open"},
    {"seat": 1, "name": "Max"}, {"setup": SETUP.to_json(), "position": {"open": {}}}, {"game": 1}, {"on": True},
    {"move": "24/18"}, {"hands": [["K"], None]}, {"space": "24"}, {"moment": "1"},
)  # fmt: skip
DEEDS = [
    json.dumps({"action": word, **fields, "by": "teacher", "reason": "so"}).encode()
    for word in DEEDS
    for fields in FIELDS
]
ASKED = {"<path:filename>": "piste.css", "<crop_id>": "a", "<kind>": "ods", "<game>": "royal", "<name>": "x"}
"""What stands for a part of an address; 1 for all others."""
ANSWERS = frozenset(
    {200, 204, 206, 302, 303, 304, 308, 400, 401, 403, 404, 405, 409, 413, 415, 416, 421, 422, 429, 503}
)  # 500 is none of them


class Ask(NamedTuple):
    """A request."""

    role: str
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


def header(*right: str) -> st.SearchStrategy[str]:
    """A header's value as a server lets it through."""
    odd = nearly([value.encode() for value in right]).map(lambda data: data.decode("latin-1"))
    return st.sampled_from(right) | odd.map(lambda value: re.sub(r"[\r\n\0]", "", value)[:8000])


HEADERS = st.fixed_dictionaries(
    {},
    optional={
        "Accept": header("text/html", "application/json"),
        "Accept-Language": header("de", "fr;q=0.5"),
        "Last-Event-ID": header("12", "²"),
        "Origin": header("http://localhost", "null"),
        "X-Requested-With": header("fetch"),
        "Range": header("bytes=0-1"),
        "If-None-Match": header('"1"'),
    },
)


@st.composite
def asks(draw: st.DrawFn, routes: tuple[str, ...]) -> Ask:
    """An address that there is, or nearly; what it is sent is what it expects, or nearly."""
    method, path = draw(st.sampled_from(routes)).split(" ", 1)
    path = re.sub(r"<[^>]+>", lambda part: ASKED.get(part[0], "1"), path)
    right = [form.encode() for form in FORMS.get(path, ("sure=1",))]
    kind = FORM
    if path == "/api/v1/actions":
        right, kind = DEEDS, JSON
    body = draw(st.sampled_from(right) | nearly(right)) if method == "POST" else b""
    if method == "GET":
        path += "?back=/new&version=1&code=CDFG"
    path = draw(st.just(path) | nearly([path.encode()]).map(lambda data: "/" + data.decode("latin-1").lstrip("/")))
    method = draw(st.just(method) | st.sampled_from(("HEAD", "PUT", "DELETE", "OPTIONS")))
    headers = {"Content-Type": draw(st.just(kind) | header(kind)), **draw(HEADERS)}
    return Ask(draw(st.sampled_from(("teacher", "pupil", "nobody"))), method, path, headers, body)


class AskedSite:
    """A site with a game."""

    def __init__(self, live: Live, folder: Path) -> None:
        (folder / PIN_FILE).write_text("scrypt:32768:8:1$salt$" + "ab" * 64 + "\n")
        self.live = live
        self.app = create_app(live, folder, clock=lambda: 0.0)
        self.app.config.update(WTF_CSRF_ENABLED=False, PROPAGATE_EXCEPTIONS=True)
        self.clients = {role: self.app.test_client() for role in ("nobody", "pupil", "teacher")}
        self.door = self.app.extensions["piste"].door
        self.door.table_code()
        live.new_game(SETUP)
        self.asked = 0

    def ask(self, ask: Ask) -> None:
        """Asks; raises whatever the site did not foresee, and AssertionError for an answer that says so."""
        client = self.clients[ask.role]
        if ask.role != "nobody":
            with client.session_transaction() as session:
                session[ask.role] = self.door.stamp() if ask.role == "teacher" else self.door.table_stamp()
        with in_time():
            answer = client.open(ask.path, method=ask.method, headers=dict(ask.headers), data=ask.body, buffered=False)
            if "event-stream" not in str(answer.mimetype):
                answer.get_data()
            answer.close()
        assert answer.status_code in ANSWERS, f"{ask}: {answer.status}"
        self.asked += 1
        if self.asked % 10 == 0:
            self.still_opens()

    def still_opens(self) -> None:
        """No input may poison a page, and none may end the game for good."""
        client = self.clients["teacher"]
        with client.session_transaction() as session:
            session["teacher"] = self.door.stamp()
        for path in ("/", "/enseignant", "/new", "/api/v1/table", "/metrics"):
            assert client.get(path).status_code == 200, path
        if self.live.snapshot().game is None or self.asked % 500 == 0:
            self.live.new_game(SETUP)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[AskedSite]:
    with closing(Live(Journal.open(tmp_path), sentence=foul_sentence, clock=lambda: 0.0)) as live:
        yield AskedSite(live, tmp_path)


@pytest.mark.parametrize(("method", "times"), [("GET", 2), ("POST", 4)])
def test_every_page_and_form_answers_whatever_is_asked(site: AskedSite, method: str, times: int) -> None:
    routes = tuple(route for route in ROUTES if route.startswith(method))
    for route in routes:
        path = re.sub(r"<[^>]+>", "1", route.split(" ", 1)[1])
        site.ask(Ask("teacher", method, path, {"Content-Type": FORM}, b"sure=1"))

    @settings(often, max_examples=times * EXAMPLES)
    @given(ask=asks(routes))
    def answers(ask: Ask) -> None:
        site.ask(ask)

    answers()


def test_every_deed_answers_whatever_it_says(site: AskedSite) -> None:
    @settings(often, max_examples=4 * EXAMPLES)
    @given(ask=asks(("POST /actions", "POST /api/v1/actions")))
    def answers(ask: Ask) -> None:
        site.ask(ask)

    answers()


@pytest.mark.parametrize(
    ("path", "kind", "body"),
    [
        ("/language", FORM, b"language=de&back=/%09/evil.example"),
        ("/new", FORM, b"profile=OCCE+enfant&seat=%C2%B2&games=%C2%B2"),
        ("/api/v1/actions", JSON, DEEP),
        ("/api/v1/actions", JSON, b'{"action": "throw", "dice": [1e400]}'),
    ],
)
def test_what_once_broke_the_site_is_answered(site: AskedSite, path: str, kind: str, body: bytes) -> None:
    site.ask(Ask("teacher", "POST", path, {"Content-Type": kind}, body))


def test_an_event_number_that_is_none_is_answered(site: AskedSite) -> None:
    site.ask(Ask("nobody", "GET", "/events", {"Last-Event-ID": "²"}, b""))
