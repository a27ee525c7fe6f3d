"""Where the journal cannot be opened a page says why and what to do, and Piste goes on as soon as it can be."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from socket import socket

import pytest
from each import each
from werkzeug.test import Client

from webui.commands.serve import _open_live
from webui.live.notify import Notifier
from webui.site.recovery import TODO, RecoveryPage, serve
from webui.site.server import listen
from webui.store.file import JournalError, JournalFull, JournalNewer
from webui.table.values.languages import LANGUAGES
from webui.words import words


@pytest.fixture
def listener() -> Iterator[socket]:
    listening = listen("127.0.0.1", 0)
    yield listening
    listening.close()


@each("language", LANGUAGES)
@each("kind", [kind for kind in JournalError.__subclasses__() if kind.word in TODO])
def test_the_page_says_what_to_do_in_the_readers_language(kind: type[JournalError], language: str) -> None:
    answer = Client(RecoveryPage(kind("<why>"))).get("/table", headers={"Accept-Language": language})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 503
    assert words(language).t(TODO[kind.word]) in page
    assert "&lt;why&gt;" in page
    assert f'lang="{language}"' in page


def test_health_says_the_process_is_alive_but_not_ready() -> None:
    client = Client(RecoveryPage(JournalFull("no room")))
    assert client.get("/healthz").status_code == 200
    ready = client.get("/readyz")
    assert (ready.status_code, json.loads(ready.data)["problems"]) == (503, ["journal_full"])


def test_it_is_served_on_the_port_of_the_site(listener: socket) -> None:
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    with ThreadPoolExecutor(1) as pool:
        visit = pool.submit(_visited, address)
        while not visit.done():
            serve(listener, JournalNewer("of a newer Piste"), seconds=0.1)
        assert visit.result() == 503


def _visited(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_it_ends_as_soon_as_the_journal_opens(
    listener: socket, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tries: list[str] = []
    monkeypatch.setattr("webui.site.recovery.serve", lambda listener, error: tries.append(error.word))

    def opens() -> str:
        if len(tries) < 3:
            raise JournalFull("no room")
        return "live"

    assert _open_live(opens, listener, Notifier({})) == "live"
    assert tries == ["journal_full"] * 3
    assert capsys.readouterr().err.count("no room") == 1
