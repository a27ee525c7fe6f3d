"""One connection to an MQTT broker, worked by one thread: it waits for nobody longer than it is told to."""

from __future__ import annotations

import ssl
import struct
import time
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from ...store.broker import Broker
from .payloads import DOWN, HAVE, Have, Topics

KEEPALIVE = 20
"""Seconds after which a broker that says nothing is asked whether it is there."""
PATIENCE = 5.0
"""Seconds for a connection, for the broker's first word, and for its last."""
LONGEST_HAVE = 2_000_000
Trouble: TypeAlias = Literal["", "away", "silent", "refused", "tls", "lost", "nonsense"]
"""Why nothing reaches the broker.

Attributes:
    away: nobody answers at its address.
    silent: somebody answers, and says nothing.
    refused: it refuses the user, the password or the box.
    tls: the connection cannot be encrypted, or its certificate does not hold.
    lost: the connection broke.
    nonsense: what it says is no MQTT.
"""


class LineError(OSError):
    """The broker cannot be reached, or not any more.

    Attributes:
        trouble: why.
    """

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(f"broker: expected a connection that lasts; got {trouble}")
        self.trouble = trouble


class BrokerLine:
    """A connection to a broker. Use it from one thread.

    Args:
        broker: the settings.
        role: what the client's name ends with, so that two programs of a box do not end each other's connection.
        lasts: the broker keeps for this name what arrives while it is not connected.
        clock: seconds, never decreasing.

    Attributes:
        have: what a hall keeps, as it said last; None while it has said nothing, or nothing new since `take_have`.
        waiting: the numbers of the messages that the broker has not acknowledged yet.
    """

    def __init__(
        self, broker: Broker, role: str = "", clock: Callable[[], float] = time.monotonic,
        *, lasts: bool = False,
    ) -> None:  # fmt: skip
        self._broker, self._clock, self._topics = broker, clock, Topics(broker.box)
        self._refused, self._connected = False, False
        self.have: Have | None = None
        self.waiting = set[int]()
        self._client = client = Client(
            CallbackAPIVersion.VERSION2, client_id=f"piste-{broker.box}{role}", clean_session=not lasts,
            reconnect_on_failure=False,
        )  # fmt: skip
        client.connect_timeout = PATIENCE
        if broker.user:
            client.username_pw_set(broker.user, broker.password or None)
        if broker.tls:
            client.tls_set_context(ssl.create_default_context(cadata=broker.ca or None))
        client.on_connect, client.on_message, client.on_publish = self._answered, self._heard, self._arrived

    def open(self, *, will: bool = True) -> None:
        """Connects; with `will` the broker says that the box is down once the connection breaks. Raises LineError."""
        if will:
            self._client.will_set(self._topics.up, DOWN, 1, True)
        try:
            self._client.connect(self._broker.host, self._broker.port, KEEPALIVE)
        except ssl.SSLError as error:
            raise LineError("tls") from error
        except (OSError, UnicodeError) as error:
            raise LineError("away") from error
        end = self._clock() + PATIENCE
        while not self._connected:
            self.work(0.1)
            if self._clock() > end:
                raise LineError("silent")

    def listen(self) -> None:
        """Asks for what a hall keeps of this box: the only thing that a box reads."""
        self.subscribe({self._topics.have: 1})

    def subscribe(self, topics: Mapping[str, int]) -> None:
        """Asks for these topics, each at its quality of service."""
        self._client.subscribe(list(topics.items()))

    def say(self, topic: str, payload: bytes, qos: int = 1, *, retain: bool = True) -> int:
        """Sends a message; returns its number. An empty payload removes what is retained."""
        number = self._client.publish(topic, payload, qos, retain).mid
        if qos:
            self.waiting.add(number)
        return number

    def work(self, seconds: float) -> None:
        """Sends what waits and hears what comes, for so long at most. Raises LineError once the connection broke."""
        try:
            broken = self._client.loop(seconds)
        except (struct.error, ValueError, LookupError) as error:
            raise LineError("nonsense") from error
        if broken:
            raise LineError("refused" if self._refused else "lost" if self._connected else "nonsense")

    def work_for(self, seconds: float) -> None:
        """The same for exactly so long. Raises LineError."""
        end = self._clock() + seconds
        while (left := end - self._clock()) > 0:
            self.work(left)

    def settle(self) -> None:
        """Waits until the broker has acknowledged everything. Raises LineError after PATIENCE."""
        end = self._clock() + PATIENCE
        while self.waiting:
            self.work(0.1)
            if self._clock() > end:
                raise LineError("silent")

    def take_have(self) -> Have | None:
        """What a hall keeps, if it has said so since it was last taken."""
        have, self.have = self.have, None
        return have

    def close(self) -> None:
        """Ends the connection in the broker's manner, if it stands."""
        self._client.disconnect()

    def _answered(self, client: Client, data: object, flags: object, reason: Any, properties: object) -> None:
        self._refused, self._connected = bool(reason.is_failure), not reason.is_failure

    def _heard(self, client: Client, data: object, message: MQTTMessage) -> None:
        if message.topic != self._topics.have or len(message.payload) > LONGEST_HAVE:
            return
        try:
            self.have = HAVE.decode(message.payload or b"{}")
        except (msgspec.DecodeError, ValueError, RecursionError):
            self.have = None  # whoever wrote it keeps nothing that can be relied on

    def _arrived(self, client: Client, data: object, number: int, reason: Any, properties: object) -> None:
        self.waiting.discard(number)


def tried(broker: Broker) -> Trouble:
    """Why nothing reaches a broker now; "" if something would. It connects beside a running site."""
    line = BrokerLine(broker, "-doctor")
    try:
        line.open(will=False)
    except LineError as error:
        return error.trouble
    finally:
        line.close()
    return ""
