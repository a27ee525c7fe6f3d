"""The box as the update asks for it: the site by its address, versions of Piste as programs."""

import http.server
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from webui.box import machine
from webui.box.machine import Machine

SERVES = """#!{python}
import http.server, json, signal, sys
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
port = int(sys.argv[sys.argv.index("--port") + 1])
class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response({status})
        self.end_headers()
        self.wfile.write(json.dumps(dict(problems=["journal_broken"])).encode())
    def log_message(self, *_): pass
http.server.HTTPServer(("127.0.0.1", port), Site).serve_forever()
"""
LISTS = """#!{python}
import sys
sys.exit("it is of a newer Piste") if {status} else print("1\\tone\\n2\\ttwo")
"""


def version(folder: Path, text: str, status: int) -> Path:
    """A version whose `piste` is this program."""
    program = folder / "bin" / "piste"
    program.parent.mkdir(parents=True)
    program.write_text(text.format(python=sys.executable, status=status))
    program.chmod(0o755)
    return folder


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "PAUSE", 0.01)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def test_a_version_that_is_ready_has_nothing_wrong(tmp_path: Path, data: Path) -> None:
    assert Machine(8000).tried(version(tmp_path / "v", SERVES, 200), data) == ""


def test_a_version_that_is_not_ready_says_why(tmp_path: Path, data: Path) -> None:
    wrong = Machine(8000, patience=5.0).tried(version(tmp_path / "v", SERVES, 503), data)
    assert wrong.startswith("/readyz says 503: journal_broken")


def test_a_version_that_ends_at_once_says_what_it_said(tmp_path: Path, data: Path) -> None:
    assert Machine(8000).tried(version(tmp_path / "v", LISTS, 1), data) == "it ended with 1. it is of a newer Piste"


def test_games_are_what_a_version_lists(tmp_path: Path, data: Path) -> None:
    lister = version(tmp_path / "v", LISTS, 0)
    assert Machine(8000).games(lister, data) == ()
    (data / "journal.sqlite").touch()
    assert len(Machine(8000).games(lister, data)) == 2
    (data / "tables" / "3").mkdir(parents=True)
    (data / "tables" / "3" / "journal.sqlite").touch()
    assert len(Machine(8000).games(lister, data)) == 4


def test_a_journal_that_a_version_cannot_read_is_an_error(tmp_path: Path, data: Path) -> None:
    (data / "journal.sqlite").touch()
    with pytest.raises(OSError, match="newer Piste"):
        Machine(8000).games(version(tmp_path / "v", LISTS, 1), data)


@pytest.fixture
def answers() -> Iterator[dict[str, bytes]]:
    """A site that answers what is put here by its path, and 404 for other paths; its port stands here too."""
    body: dict[str, bytes] = {}

    class Site(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path in body else 404)
            self.end_headers()
            self.wfile.write(body.get(self.path, b""))

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Site)
    body["port"] = str(server.server_port).encode()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield body
    server.shutdown()
    thread.join()
    server.server_close()


PLAYED = b'{"game": {"recorded": false}, "state": "throw", "events": [1], "undo": [], "doubt": null}'


@pytest.mark.parametrize("at", ["", "/table/5"])
@pytest.mark.parametrize(
    ("view", "runs"),
    [
        (b'{"game": null}', False),
        (PLAYED, True),
        (PLAYED.replace(b"throw", b"game_over"), False),
    ],
)
def test_the_site_says_whether_a_game_goes_on_at_any_table(
    answers: dict[str, bytes], at: str, view: bytes, runs: bool
) -> None:
    answers["/api/v1/table"] = b'{"game": null}'
    answers["/table/3/api/v1/table"] = b'{"game": null}'
    answers[f"{at}/api/v1/table"] = view
    assert Machine(int(answers["port"])).going_on() is runs


def test_where_nothing_serves_nobody_plays() -> None:
    assert Machine(1).going_on() is False
