"""A real Mosquitto on this machine, which a test starts and kills; a box that publishes to it, and a reader of both."""

import json
import shutil
import socket
import subprocess
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Condition, Event

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from webui.live.broker.publisher import Publisher
from webui.live.classroom.hub import TableNow, TablesNow
from webui.live.live import Live
from webui.store.broker import Broker, BrokerSettings
from webui.store.journal import Journal
from webui.store.tables import table_folder

PROGRAM = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
USER, PASSWORD = "boite", "mot de passe"
PATIENCE = 60.0
"""Seconds in which a busy machine must be done."""


class Mosquitto:
    """A broker on 127.0.0.1 at a port of its own, for one user, in a folder. It remembers nothing when it is killed.

    With `pem`, a certificate and its key, it encrypts.
    """

    def __init__(self, folder: Path, pem: Path | None = None) -> None:
        if PROGRAM is None:
            pytest.skip("needs mosquitto")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        passwords = folder / "passwords"
        subprocess.run(["mosquitto_passwd", "-c", "-b", passwords, USER, PASSWORD], check=True, capture_output=True)
        passwords.chmod(0o644)
        self.config = folder / "mosquitto.conf"
        self.config.write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous false\npassword_file {passwords}\n"
            f"user {Path.home().owner()}\n" + (f"certfile {pem}\nkeyfile {pem}\n" if pem else "")
        )
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [PROGRAM, "-c", self.config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
        raise AssertionError("expected a broker that listens")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class Box:
    """A box with two tables, and its publisher."""

    def __init__(self, data: Path, every: float = 0.05) -> None:
        self.data, self.closing = data, Event()
        self.lives = {number: Live(Journal.open(table_folder(data, number))) for number in (1, 2)}
        self.settings = BrokerSettings(data)
        self.publisher = Publisher(
            self.settings, self.look, lambda: list(self.lives.items()), lambda: ("1.0.0", "Salle 12"), self.closing,
            every,
        )

    def look(self) -> TablesNow:
        return TablesNow(0, tuple(TableNow(n, "", "blue", live.snapshot(), ()) for n, live in self.lives.items()))

    def publish(self, broker: Mosquitto, **more: object) -> str:
        """Switches publishing on; the box's letters."""
        wanted = Broker(on=True, host="127.0.0.1", port=broker.port, user=USER, password=PASSWORD)
        box = self.settings.change(replace(wanted, **more)).box
        self.publisher.start()
        return box

    def close(self) -> None:
        self.closing.set()
        self.publisher.close()
        for live in self.lives.values():
            live.close()


@dataclass
class Reader:
    """Reads all that a broker has; keeps results once by (box, table, number, started), as a hall does."""

    broker: Mosquitto
    retained: dict[str, bytes] = field(default_factory=dict)
    results: dict[tuple, dict] = field(default_factory=dict)
    copies: Counter = field(default_factory=Counter)
    forgets: list[dict] = field(default_factory=list)
    states: list[bytes] = field(default_factory=list)
    changed: Condition = field(default_factory=Condition)

    def __enter__(self) -> "Reader":
        self.client = Client(CallbackAPIVersion.VERSION2, client_id="hall")
        self.client.username_pw_set(USER, PASSWORD)
        self.client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self.client.on_message = self.heard
        self.client.reconnect_delay_set(1, 1)
        self.client.connect_async("127.0.0.1", self.broker.port)
        self.client.loop_start()
        return self

    def __exit__(self, *_: object) -> None:
        self.client.disconnect()
        self.client.loop_stop()

    def heard(self, client: Client, data: object, message: object) -> None:
        topic, payload = message.topic, message.payload
        with self.changed:
            parts = topic.split("/")
            if topic.endswith("/result"):
                result = json.loads(payload)
                key = (parts[2], result["table"], result["number"], result["started"])
                self.results[key] = result
                self.copies[key] += 1
            elif topic.endswith("/forget"):
                self.forgets.append(json.loads(payload))
            elif payload:
                self.retained[topic] = payload
                self.states += [payload] * topic.endswith("/state")
            else:
                self.retained.pop(topic, None)
            self.changed.notify_all()

    def until(self, holds) -> None:
        """Waits until something holds of what was read."""
        with self.changed:
            assert self.changed.wait_for(lambda: holds(self), PATIENCE), (self.retained, self.results)

    def keep(self, box: str) -> None:
        """Says what it keeps of a box, as a hall does after it has connected."""
        tables: dict[str, dict[str, str]] = {}
        for of, table, number, started in self.results:
            if of == box:
                tables.setdefault(str(table), {})[str(number)] = started
        self.client.publish(f"piste/v1/{box}/have", json.dumps({"tables": tables}), 1, True)

    def leaf(self, box: str, leaf: str) -> bytes | None:
        return self.retained.get(f"piste/v1/{box}/{leaf}")
