"""The page of what leaves the box: off at first, it shows the very payloads, and never the password."""

import json
import re
import stat
from html import unescape

import pytest

from webui.live.broker.publisher import Publisher
from webui.store.broker import NAME, Broker, BrokerSettings

PAGE = "/enseignant/sortie"


@pytest.fixture(autouse=True)
def no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is called: what is published is `test_publisher`'s."""
    monkeypatch.setattr(Publisher, "start", lambda self: None)


def settings(visitor) -> Broker:
    return BrokerSettings(visitor.app.extensions["piste"].door.data).now()


def test_at_first_nothing_leaves(teacher) -> None:
    assert "Rien ne sort de la boîte" in teacher.words(PAGE)
    assert settings(teacher) == Broker()
    assert PAGE in teacher.page("/enseignant")


def test_the_page_shows_what_would_be_sent(teacher) -> None:
    shown = re.findall(r"<pre[^>]*><code>(.*?)</code>", teacher.page(PAGE), re.DOTALL)
    sent = [json.loads(unescape(payload)) for payload in shown]
    names = [[player.get("name") for player in table["players"]] for table in sent if "players" in table]
    assert names == [[None, None], ["L.", "T."], ["Léa", "Tom"]]


def test_what_is_filled_in_is_stored_for_its_owner(teacher) -> None:
    fields = {"on": "on", "host": "serveur.local", "user": "salle12", "password": "très secret", "tls": "on"}
    assert teacher.post(PAGE, **fields, names="initials").status_code == 302
    stored = settings(teacher)
    assert (stored.host, stored.port, stored.tls, stored.names) == ("serveur.local", 8883, True, "initials")
    assert re.fullmatch("[a-z]{8}", stored.box)
    file = teacher.app.extensions["piste"].door.data / NAME
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    page = teacher.page(PAGE)
    assert "très secret" not in page
    assert stored.box in page
    assert "piste_broker_connected 0" in teacher.page("/metrics")


def test_the_password_follows_to_no_other_broker(teacher) -> None:
    fields = {"on": "on", "host": "a.local", "user": "x", "names": "colours"}
    teacher.post(PAGE, **fields, password="secret")
    teacher.post(PAGE, **fields)
    assert settings(teacher).password == "secret"
    letters = settings(teacher).box
    teacher.post(PAGE, **fields | {"host": "b.local"})
    assert (settings(teacher).password, settings(teacher).box) == ("", letters)


@pytest.mark.parametrize(
    "wrong",
    [
        {"host": ""}, {"host": "a b"}, {"host": "http://a/b"}, {"port": "0"}, {"port": "70000"}, {"port": "x"},
        {"user": "a\nb"}, {"ca": "x"},
    ],
)  # fmt: skip
def test_what_cannot_hold_is_refused_in_words(teacher, wrong: dict[str, str]) -> None:
    answer = teacher.post(PAGE, **{"on": "on", "host": "a.local", "names": "colours"} | wrong)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.get_data(as_text=True)
    assert settings(teacher) == Broker()


def test_a_damaged_file_is_put_aside_and_nothing_leaves(teacher) -> None:
    data = teacher.app.extensions["piste"].door.data
    for damaged in ("{", '{"on": true}', '{"version": 9}', "[" * 5000):
        (data / NAME).write_text(damaged)
        assert settings(teacher) == Broker()
    assert len(list(data.glob(f"{NAME}.corrupt-*"))) == 4


def test_erasing_everything_makes_readers_forget(teacher) -> None:
    kept = teacher.app.extensions["piste"].publisher.settings
    kept.change(Broker(on=True, host="a.local"))
    kept.note(stands=True)
    teacher.confirm(teacher.post("/enseignant/effacer/tout"))
    assert kept.now().forgets
