"""A box publishes to a real Mosquitto: what stands there, what arrives, and what is taken away again."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from threading import Thread

import pytest
from mosquitto import PASSWORD, USER, Box, Mosquitto, Reader
from touched_table import BY_HAND, BY_TOUCH, TWO

from webui.live.broker.line import BrokerLine, LineError, tried
from webui.site.tls import certificate
from webui.store.broker import Broker, BrokerSettings
from webui.table.values.actions import Throw

OVER, OTHER = BY_TOUCH["jacquet over"], BY_HAND["occe_child, 4 players, over"]


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    running = Box(tmp_path / "data")
    yield running
    running.close()


def state(reader: Reader, box: str, table: int) -> dict:
    return json.loads(reader.leaf(box, f"table/{table}/state") or b"{}")


def test_whoever_comes_later_reads_how_the_tables_stand(broker: Mosquitto, box: Box) -> None:
    OTHER(box.lives[2])
    letters = box.publish(broker)
    with Reader(broker) as early:
        early.until(lambda r: state(r, letters, 2).get("state") in ("game_over", "series_over"))
    with Reader(broker) as late:
        late.until(lambda r: {f"piste/v1/{letters}/{leaf}" for leaf in ("up", "box")} <= set(r.retained))
        late.until(lambda r: state(r, letters, 1) and state(r, letters, 2))
        late.until(lambda r: f"homeassistant/device/piste-{letters}/config" in r.retained)
        assert late.leaf(letters, "up") == b"1"
        assert state(late, letters, 1)["game"] is None
        assert "Léa" not in b"".join(late.retained.values()).decode()
        assert late.results == {}  # it was over before
    box.closing.set()
    box.publisher.close()
    with Reader(broker) as after:
        after.until(lambda r: r.leaf(letters, "up") == b"0")


def test_a_table_speaks_when_it_changes_and_not_oftener(broker: Mosquitto, box: Box) -> None:
    with Reader(broker) as reader:
        letters = box.publish(broker, names="first_names")
        TWO(Throw((5,)))(box.lives[1])
        reader.until(lambda r: [p["name"] for p in state(r, letters, 1).get("players", [])] == ["Léa", "Max"])
        OVER(box.lives[2])
        reader.until(lambda r: len(r.results) == 1)
        assert len(reader.states) == len(set(reader.states))


def test_every_result_arrives_although_the_broker_was_killed(broker: Mosquitto, box: Box) -> None:
    with Reader(broker) as reader:
        letters = box.publish(broker)
        reader.until(lambda r: r.leaf(letters, "up") == b"1")
        OVER(box.lives[1])
        reader.until(lambda r: len(r.results) == 1)
        broker.kill()
        for play in (OVER, OTHER, OVER):
            play(box.lives[1])
            play(box.lives[2])
        reader.retained.clear()
        broker.start()
        reader.until(lambda r: len(r.results) == 7)
        reader.until(lambda r: r.leaf(letters, "up") == b"1")
        assert {key[1:3] for key in reader.results} == {*((1, n) for n in (1, 2, 3, 4)), *((2, n) for n in (1, 2, 3))}
        assert all("name" not in player for result in reader.results.values() for player in result["players"])


def test_a_hall_gets_what_it_does_not_have(broker: Mosquitto, box: Box) -> None:
    for play in (OVER, OTHER):
        play(box.lives[1])
        play(box.lives[2])
    with Reader(broker) as hall:
        letters = box.publish(broker)
        hall.until(lambda r: r.leaf(letters, "up") == b"1")
        hall.keep(letters)
        hall.until(lambda r: len(r.results) == 4)
        lost = next(iter(hall.results))
        copies = dict(hall.copies)
        del hall.results[lost]
        hall.keep(letters)
        hall.until(lambda r: lost in r.results)
        assert hall.copies[lost] == copies[lost] + 1
        hall.keep(letters)
        hall.until(lambda r: len(r.results) == 4)
        number = lost[2]
        box.lives[lost[1]].erase(number)
        box.publisher.erased()
        hall.until(lambda r: any(list(lost[1:]) in asked.get("games", []) for asked in r.forgets))


def test_a_hall_that_talks_nonsense_changes_nothing(broker: Mosquitto, box: Box) -> None:
    with Reader(broker) as reader:
        letters = box.publish(broker)
        reader.until(lambda r: r.leaf(letters, "up") == b"1")
        for nonsense in (b"[1", b'{"tables": {"x": 1}}', b"\xff", b"[" * 5000, b'{"tables": 3}'):
            reader.client.publish(f"piste/v1/{letters}/have", nonsense, 1)
        reader.client.publish(f"piste/v1/{letters}/table/1/set", b"new_game", 1)
        OVER(box.lives[1])
        reader.until(lambda r: len(r.results) == 1)
        assert box.publisher.failures == 0


def test_switched_off_nothing_stands_there_any_more(broker: Mosquitto, box: Box) -> None:
    with Reader(broker) as reader:
        letters = box.publish(broker)
        reader.until(lambda r: len(r.retained) == 5)
        box.settings.change(replace(box.settings.now(), on=False))
        reader.until(lambda r: {"all": True} in r.forgets and not r.retained)
        box.publish(broker)
        reader.until(lambda r: r.leaf(letters, "up") == b"1" and len(r.retained) == 5)


@pytest.mark.parametrize("away", [False, True])
def test_after_erasing_everything_readers_are_asked_to_forget(broker: Mosquitto, box: Box, away: bool) -> None:
    with Reader(broker) as reader:
        letters = box.publish(broker, names="first_names")
        OVER(box.lives[1])
        reader.until(lambda r: b"Max" in (r.leaf(letters, "table/1/state") or b"") and r.results)
        if away:
            broker.kill()
        box.lives[1].erase()
        box.publisher.forget()
        if away:
            broker.start()
        reader.until(lambda r: state(r, letters, 1).get("players") == [])
        reader.until(lambda _: not box.settings.now().forgets)
        if away:  # whoever comes back after the box has asked says what it keeps, and is asked again
            reader.forgets.clear()
            reader.keep(letters)
            reader.until(lambda r: [[1, *key[2:]] for key in r.results] in [asked.get("games") for asked in r.forgets])
        else:
            reader.until(lambda r: {"all": True} in r.forgets)


def test_who_learns_less_from_now_on_is_asked_to_forget(broker: Mosquitto, box: Box) -> None:
    with Reader(broker) as reader:
        letters = box.publish(broker, names="first_names")
        OVER(box.lives[1])
        reader.until(lambda r: b"Max" in (r.leaf(letters, "table/1/state") or b""))
        box.settings.change(replace(box.settings.now(), names="colours"))
        reader.until(lambda r: {"all": True} in r.forgets)
        reader.until(lambda r: state(r, letters, 1) and b"Max" not in r.leaf(letters, "table/1/state"))


DIES = """
import sys; from pathlib import Path; from threading import Event
sys.path.insert(0, sys.argv[1])
from mosquitto import Box
box = Box(Path(sys.argv[2])); box.publisher.start(); Event().wait()
"""


def test_the_broker_says_that_a_killed_box_is_down(broker: Mosquitto, tmp_path: Path, checkout: Path) -> None:
    data = tmp_path / "killed"
    data.mkdir()
    wanted = Broker(on=True, host="127.0.0.1", port=broker.port, user=USER, password=PASSWORD)
    letters = BrokerSettings(data).change(wanted).box
    words = [sys.executable, "-c", DIES, str(checkout / "tests" / "plays"), str(data)]
    process = subprocess.Popen(words, cwd=checkout)
    try:
        with Reader(broker) as reader:
            reader.until(lambda r: r.leaf(letters, "up") == b"1")
            os.kill(process.pid, signal.SIGKILL)
            reader.until(lambda r: r.leaf(letters, "up") == b"0")
    finally:
        process.kill()
        process.wait()


def test_a_wrong_password_is_named_and_put_right(broker: Mosquitto, box: Box) -> None:
    with Reader(broker) as reader:
        letters = box.publish(broker, password="another")
        assert tried(box.settings.now()) == "refused"
        OVER(box.lives[1])
        box.publish(broker)
        reader.until(lambda r: r.leaf(letters, "up") == b"1" and len(r.results) == 1)
        assert (tried(box.settings.now()), box.publisher.trouble) == ("", "")


def test_an_encrypted_broker_is_checked_against_the_given_certificate(tmp_path: Path) -> None:
    pem = certificate(tmp_path, ("IP:127.0.0.1",))
    text = pem.read_text()
    broker = Mosquitto(tmp_path, pem)
    try:
        known = Broker(
            host="127.0.0.1", port=broker.port, user=USER, password=PASSWORD, tls=True, box="abc",
            ca=text[text.index("-----BEGIN CERTIFICATE") :],
        )  # fmt: skip
        assert tried(known) == ""
        assert [tried(replace(known, **wrong)) for wrong in ({"ca": ""}, {"host": "localhost"})] == ["tls", "tls"]
    finally:
        broker.kill()


def answering(answer: bytes) -> int:
    """The port of somebody who takes one call, and answers this."""
    server = socket.create_server(("127.0.0.1", 0))

    def take() -> None:
        with server, server.accept()[0] as caller:
            caller.sendall(answer)
            with suppress(ConnectionError):
                while caller.recv(4096):
                    pass

    Thread(target=take, daemon=True).start()
    return server.getsockname()[1]


@pytest.mark.parametrize(
    ("answer", "trouble"),
    [(b"", "silent"), (b"HTTP/1.1 400 Bad Request\r\n\r\n" * 9, "nonsense"), (b"\x20\x02\x00\x05", "refused"),
     (b"\x30\xff\xff\xff\xff\xff", "nonsense"), (b"\x20\x00", "nonsense")],
)  # fmt: skip
def test_what_is_no_broker_is_named(answer: bytes, trouble: str) -> None:
    port = answering(answer)
    ticks = count()
    line = BrokerLine(Broker(host="127.0.0.1", port=port, box="abc"), clock=lambda: next(ticks) / 5)
    with pytest.raises(LineError) as error:
        line.open()
    line.close()
    assert error.value.trouble == trouble


def test_nobody_at_the_address_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert tried(Broker(host="127.0.0.1", port=port, box="abc")) == "away"
    port = answering(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    assert tried(Broker(host="127.0.0.1", port=port, box="abc", tls=True)) == "tls"


def test_nothing_is_called_unless_switched_on(box: Box) -> None:
    box.publisher.start()
    box.publisher.erased()
    assert "broker" not in {thread.name for thread in threading.enumerate()}
