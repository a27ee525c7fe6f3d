"""A real server on a free port: events arrive, standing streams never starve a page, and it ends cleanly."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from threading import Event

import pytest
from sent import sent
from served import served

from webui.box.card import Card
from webui.site import server, streams
from webui.site.app import STREAMS
from webui.site.pages import table
from webui.site.statics import STATIC, stamp
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at
from webui.words import words


@pytest.fixture
def port(teacher) -> Iterator[int]:
    """The teacher's site behind waitress."""
    with served(teacher.app) as serving:
        yield int(serving.effective_port)


def get(port: int, path: str, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers=headers)
    return connection.getresponse()


def message(stream: http.client.HTTPResponse) -> dict[str, str]:
    """The next event: its fields, several data lines joined."""
    fields: dict[str, str] = {}
    while True:
        line = stream.readline().decode().rstrip("\n")
        if not line and "data" in fields:
            return fields
        name, _, value = line.partition(": ")
        if name in ("id", "event", "data"):
            fields[name] = fields[name] + "\n" + value if name in fields else value


def test_a_stream_sends_the_newest_and_each_new_view(teacher, port: int) -> None:
    stream = get(port, "/api/v1/events")
    assert stream.getheader("Content-Type", "").startswith("text/event-stream")
    first = message(stream)
    assert json.loads(first["data"]) == sent(teacher.live.snapshot())
    teacher.live.act(Throw((6, 2)))
    then = message(stream)
    assert json.loads(then["data"])["state"] == "waiting_move"
    assert int(then["id"]) > int(first["id"])


def test_who_comes_back_gets_only_what_is_new(teacher, port: int) -> None:
    first = message(get(port, "/api/v1/events"))
    again = get(port, "/api/v1/events", **{"Last-Event-ID": first["id"]})
    teacher.live.act(Throw((6, 2)))
    assert json.loads(message(again)["data"])["state"] == "waiting_move"


def test_the_pages_stream_carries_the_pieces(teacher, port: int) -> None:
    piece = message(get(port, "/events"))["data"]
    assert re.match(r'\s*<div class="table is-waiting_throw', piece)
    assert "\n" in piece


def test_many_live_streams_do_not_starve_pages(teacher, port: int) -> None:
    with ExitStack() as stack:
        open_now = [stack.enter_context(get(port, "/api/v1/events")) for _ in range(STREAMS)]
        for stream in open_now:
            message(stream)
        too_many = stack.enter_context(get(port, "/events", **{"Accept-Language": "fr"}))
        assert too_many.status == 503
        assert too_many.getheader("Content-Type") == "application/problem+json"
        assert too_many.getheader("Retry-After")
        says = json.loads(too_many.read())["detail"].replace("\u202f", " ")
        assert says == "Beaucoup de pages sont déjà ouvertes ; celle-ci se met à jour toutes les deux secondes."
        for path in ("/", "/api/v1/table", f"/static/{stamp(STATIC)}/piste.css", "/pieces"):
            assert stack.enter_context(get(port, path)).status == 200
        teacher.live.act(Throw((6, 2)))
        told = [json.loads(message(stream)["data"]) for stream in open_now]
    assert [view["state"] for view in told] == ["waiting_move"] * STREAMS
    assert server.THREADS > STREAMS >= 60


def test_a_packed_stream_sends_only_changes(teacher, port: int) -> None:
    """Read as a browser does: each message is whole as soon as its bytes are there."""
    stream = get(port, "/events", **{"Accept-Encoding": "gzip"})
    assert stream.getheader("Content-Encoding") == "gzip"
    unpack, text, taken = zlib.decompressobj(31), "", []
    for deed in (None, Throw((6, 2)), CloseTiles((8,)), Next()):
        if deed is not None:
            teacher.live.act(deed)
        before = len(text)
        taken.append(0)
        while text.count("event: table") < len(taken) or not text.endswith("\n\n"):
            part = stream.read1(65536)
            taken[-1] += len(part)
            text += unpack.decompress(part).decode()
        assert "data: " in text[before:]
    assert "is-waiting_throw" in text
    assert max(taken[1:]) < taken[0] / 2
    assert sum(taken) < len(text) / 8


SHUT = ((6, 3), (9,)), ((6, 2), (8,)), ((6, 1), (7,)), ((6, 5), (5, 6)), ((4, 3), (3, 4)), ((2, 1), (1, 2))
"""Throws and what is closed with them until nothing is open."""
BUSIEST = 47
"""Events in a minute of the demonstration."""


def test_a_minute_of_stream_weighs_at_most_40_kilobytes(teacher, port: int) -> None:
    teacher.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), games=2))
    stream = get(port, "/events", **{"Accept-Encoding": "gzip"})
    unpack, seen, taken, due = zlib.decompressobj(31), 0, 0, 1
    deeds = [deed for dice, tiles in SHUT * 5 for deed in (Throw(dice), CloseTiles(tiles), Next())]
    for deed in (None, *deeds):
        before = teacher.live.snapshot().version
        if deed is not None:
            due += teacher.live.act(deed).version - before
        while seen < due:
            part = stream.read1(65536)
            taken += len(part)
            seen += unpack.decompress(part).decode().count("event: table")
        if due > BUSIEST:
            break
    assert due == BUSIEST + 1
    assert 5_000 < taken <= 40_000


def test_a_stream_that_ends_gives_its_place_back(teacher) -> None:
    place = teacher.app.extensions["piste"].streams
    answer = teacher.client.get("/api/v1/events", buffered=False)
    assert place.open == 1
    answer.close()
    assert place.open == 0


NO_VERSION = ("²", "٣", "-1", "1.5", "9" * 19, "9" * 5000, "abc")
"""What a Last-Event-ID may not be; some count as digits elsewhere."""


@pytest.mark.parametrize("nonsense", NO_VERSION)
def test_an_invalid_last_event_id_holds_no_place(teacher, nonsense: str) -> None:
    headers = {"Last-Event-ID": nonsense}
    for _ in range(STREAMS + 1):
        answer = teacher.client.get("/events", headers=headers, buffered=False)
        assert answer.status_code == 200
        answer.close()
    assert teacher.app.extensions["piste"].streams.open == 0


def test_streams_work_after_many_bad_requests(teacher, port: int) -> None:
    for _ in range(STREAMS + 1):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("HEAD", "/events", headers={"Last-Event-ID": "²"})  # ends at once
        assert connection.getresponse().status == 200
        connection.close()
    view = message(get(port, "/api/v1/events", **{"Last-Event-ID": "²"}))["data"]
    assert json.loads(view) == sent(teacher.live.snapshot())


def test_a_failing_stream_frees_its_place(teacher) -> None:
    place = teacher.app.extensions["piste"]

    def broken(view: object) -> str:
        raise KeyError("tiles")

    with teacher.app.test_request_context("/events"):
        answer = streams.event_stream(place, broken)
        assert place.streams.open == 1
        with pytest.raises(KeyError):
            list(answer.response)
        answer.close()
    assert place.streams.open == 0


@pytest.mark.parametrize("path", ["/events", "/api/v1/events"])
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),  # another port of this machine
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Origin": "null"}, 403),  # a page out of a file
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),  # typed into the address bar
        ({"Origin": "http://localhost"}, 200),
        ({}, 200),  # a program
    ],
)
def test_only_this_site_and_programs_may_stream(
    teacher, path: str, headers: dict[str, str], status: int
) -> None:
    answer = teacher.client.get(path, headers=headers, buffered=False)
    open_now = teacher.app.extensions["piste"].streams.open
    answer.close()
    assert (answer.status_code, open_now) == (status, int(status == 200))


def test_foreign_pages_are_refused_in_the_readers_language(teacher) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Accept-Language": "fr"}
    answer = teacher.client.get("/api/v1/events", headers=headers)
    assert answer.get_json()["detail"] == "Une page d’un autre site ne peut pas suivre cette table."
    described = teacher.client.get("/api/v1/openapi.json").get_json()["paths"]["/api/v1/events"]["get"]
    assert set(described["responses"]) == {"200", "403"}


def test_a_silent_stream_shows_that_it_lives(teacher) -> None:
    class Patient:
        """A table where nothing happens, and waiting takes no time."""

        closed = False

        def snapshot(self):
            return teacher.live.snapshot()

        def wait(self, version: int, timeout: float) -> None:
            return None

    lines = streams.events(Patient(), lambda view: "x", None, Event())
    assert [next(lines) for _ in range(3)][2] == streams.BEAT


def post(port: int, head: str, body: bytes) -> bytes:
    """The first line of the answer to a POST that may announce more than it sends."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(f"POST /login HTTP/1.1\r\nHost: localhost\r\n{head}\r\n\r\n".encode() + body)
        return connection.makefile("rb").readline()


@pytest.mark.parametrize(
    ("head", "body", "status"),
    [
        ("Content-Length: 10000000", b"", b"413"),  # before a single byte of it has come
        ("Content-Length: 65537", b"", b"413"),
        (
            "Transfer-Encoding: chunked",
            b"989680\r\n" + bytes(65537 - 8),
            b"413",
        ),  # more than the limit so far
        ("Content-Length: 65536", bytes(65536), b"400"),  # heard; there is no token in it
    ],
)
def test_a_long_body_is_refused_before_it_is_taken_in(
    teacher, port: int, tmp_path, monkeypatch, head: str, body: bytes, status: bytes
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "absent"))  # who wants a file there fails
    assert post(port, head, body).split()[1] == status


@pytest.mark.parametrize(
    ("language", "asks", "kept"),
    [
        ("fr_FR.UTF-8", "Aucun code enseignant n’existe encore", "La partie est gardée."),
        ("en_GB.UTF-8", "No teacher's code exists yet", "The game is kept."),
    ],
)
def test_serve_tells_its_address_first_and_ends_when_asked(tmp_path, language: str, asks: str, kept: str) -> None:
    command = [
        sys.executable,
        "-c",
        "from webui.cli import main; main()",
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--data",
        tmp_path,
    ]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "LC_ALL": language}
    process = subprocess.Popen(
        [*map(str, command), "--camera", "demo", "--game", "royal", "--players", "3"],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdout is not None
    try:
        address = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\n", process.stdout.readline())
        assert address is not None
        assert asks in process.stdout.readline()
        word = re.search(r": ([A-Z3-9]{4}) ([A-Z3-9]{4})$", process.stdout.readline())
        assert word is not None
        port = int(address[1])
        assert get(port, "/healthz").status == 200
        stream = get(port, "/api/v1/events")
        message(stream)
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 0
    assert kept in rest


@pytest.mark.parametrize("trouble", ["port", "folder", "camera"])
def test_serve_says_plainly_why_it_cannot(tmp_path, trouble: str) -> None:
    from click.testing import CliRunner

    from webui.commands.serve import command

    with socket.create_server(("127.0.0.1", 0)) as taken:
        file = tmp_path / "file"
        file.touch()
        wrong = {
            "port": ["--port", str(taken.getsockname()[1])],
            "folder": ["--port", "0", "--data", str(file / "below")],
            "camera": ["--port", "0", "--camera", str(tmp_path / "none.mp4")],
        }[trouble]
        result = CliRunner().invoke(command, ["--host", "127.0.0.1", "--data", str(tmp_path), *wrong])
    assert result.exit_code == 1
    assert re.match(r"(?s).*Erreur\xa0: \S.*", result.output)
    assert "Traceback" not in result.output


@pytest.mark.parametrize(("language", "network"), [("fr", "Sur les tablettes"), ("en", "On the tablets")])
def test_the_greeting_uses_the_terminals_language(language: str, network: str) -> None:
    card = Card("", ("http://192.168.1.20:8000/",), (), "KMNPRT34", "piste pin --reset")
    text = server.greeting(words(language), card, "http://127.0.0.1:8000/")
    lines = text.splitlines()
    assert lines[0] == "http://127.0.0.1:8000/"
    assert lines[1].startswith(network)
    assert lines[1].endswith("http://192.168.1.20:8000/")
    assert len(lines) > 12
    assert lines[-2].endswith(" http://127.0.0.1:8000/")
    assert lines[-1].endswith("KMNP RT34")


def test_the_greeting_tells_no_word_once_there_is_a_code() -> None:
    card = Card("", (), (), "", "piste pin --reset --data /srv/piste")
    text = server.greeting(words("fr"), card, "http://127.0.0.1:8000/")
    assert text.splitlines()[1:] == [
        "Code enseignant oublié\u202f? Cette commande en fait un nouveau\u00a0: piste pin --reset --data /srv/piste"
    ]


def test_tablets_share_a_drawing_but_no_token(pupil, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(table, "page", lambda *of, page=table.page, **how: drawn.append(of[1]) or page(*of, **how))
    pieces, tokens = [], []
    for _ in range(2):
        pupil.sign_in_as_pupil()  # a session of its own
        tokens.append(set(re.findall(r'name="csrf_token" value="([^"]+)"', text := pupil.page("/pieces"))))
        pieces.append(text)
    assert drawn == ["fr"]
    assert [len(found) for found in tokens] == [1, 1]
    assert tokens[0] != tokens[1]
    assert pieces[0].replace(*tokens[0], *tokens[1]) == pieces[1]
    assert pupil.post("/actions", action="throw", **{"die1": "6", "die2": "2"}).status_code == 302
    assert pupil.live.snapshot().state == "waiting_move"


def test_each_role_and_language_has_its_own_drawing(pupil) -> None:
    seen = set()
    for sign_in in (pupil.sign_in_as_pupil, pupil.sign_in, lambda: pupil.post("/logout")):
        sign_in()
        for language in ("fr", "de"):
            pupil.client.set_cookie("language", language)
            text = re.sub(r'name="csrf_token" value="[^"]+"', "", pupil.page("/pieces"))
            assert text == re.sub(r'name="csrf_token" value="[^"]+"', "", pupil.page("/pieces"))
            seen.add(text)
    assert len(seen) == 6


def test_a_device_that_may_take_back_has_its_own_drawing(pupil) -> None:
    other = pupil.app.test_client()
    pupil.act(action="throw", dice=[6, 2])
    door = pupil.app.extensions["piste"].door
    with other.session_transaction() as session:
        session["pupil"] = door.table_stamp()
    assert "of-undo" not in other.get("/pieces").get_data(as_text=True)
    assert "of-undo" in pupil.page("/pieces")
