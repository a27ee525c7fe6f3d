"""Follows a broker for a hall: what boxes publish goes into memory and a database, and each learns what is there.

Another thread waits for the database, so that the present is shown while it says nothing. A result is written in a
batch with others; whatever is lost on the way (a hall or a broker that dies, a full queue) is missing in `have`, so
that its box sends it again. What a box asks to forget is forgotten before it is acknowledged.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec
from paho.mqtt.client import MQTTMessage

from ...store.broker import Broker
from ..broker.line import BrokerLine, LineError
from ..broker.payloads import ROOT, UP, Have, Topics
from ..broker.publisher import PAUSES
from ..threads import Threads
from .ledger import Ledger, LedgerError
from .present import Present
from .remote import BOX, CARD, FORGET, RESULT, RemoteResult

if TYPE_CHECKING:
    from ..broker.line import Trouble

TOPIC = re.compile(rf"{ROOT}/([a-z]{{4,16}})/(?:table/(\d{{1,2}})/)?(\w+)", re.ASCII)
TOPICS = {"up": 1, "box": 1, "table/+/state": 0, "table/+/result": 1, "forget": 1}
"""What a hall asks for of each box, each at its quality of service."""
LONGEST = 200_000
"""Bytes of a payload that is read."""
FLUSH = 0.2
"""Seconds for which a result may wait for others."""
MOST_WAITING = 2000
"""Results that wait for the database; of more the boxes are asked again."""
SETTLED = 5.0
"""Seconds after a box's last result until it learns that it is there."""
ALL_AGAIN = 600.0
"""Seconds after which every box learns anew what is there: a broker with a full queue drops messages without a word."""
SWEPT = PAUSES[-1] + 10.0
"""Seconds after connecting until boxes that are silent are taken for gone: they may need a minute to connect, too."""
RETRY = 2.0
"""Seconds after which a database that refused is tried again."""
SLOW = 1.0
"""Seconds after which a database that has not answered yet is reported."""
HallTrouble: TypeAlias = "Trouble | Literal['database']"


class HallLine(BrokerLine):
    """A hall's connection to its broker.

    Args:
        broker: the settings; its letters are the hall's own.
        hears: gets the topic and the payload of each message. What it raises leaves the message unacknowledged.
    """

    def __init__(self, broker: Broker, hears: Callable[[str, bytes], None]) -> None:
        super().__init__(broker, "-hall", lasts=True)
        self._hears = hears

    def listen(self) -> None:
        """Asks for what every box publishes."""
        self.subscribe({f"{ROOT}/+/{leaf}": quality for leaf, quality in TOPICS.items()})

    def _heard(self, client: object, data: object, message: MQTTMessage) -> None:
        self._hears(message.topic, bytes(message.payload))


class HallFollower:
    """Follows the broker in one thread, once it is started. Other threads may read its attributes.

    Args:
        broker: the settings.
        ledger: of the results.
        present: how the tables stand.
        clock: seconds, never decreasing.

    Attributes:
        trouble: why the hall is not up to date; "" if it is.
        connected: the connection stands.
        failures: connections that failed or broke.
        unreadable: messages that no Piste of this version writes.
    """

    def __init__(
        self, broker: Broker, ledger: Ledger, present: Present, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.connected, self.failures, self.unreadable = False, 0, 0
        self.trouble: HallTrouble = ""
        self._broker, self._ledger, self._present, self._clock = broker, ledger, present, clock
        self._closing, self._row = Event(), 0
        self._threads = Threads(self._failed, self._closing)
        self._desk = ThreadPoolExecutor(1, "ledger")
        self._job: Future[Mapping[str, Have]] | None = None  # what the database is asked, since when, and to write what
        self._asked_at, self._batch = 0.0, list[tuple[str, RemoteResult]]()
        self._waiting = list[tuple[str, RemoteResult]]()
        self._due = dict[str, float]()  # boxes that must learn what is there, and when
        self._flush_at = self._swept_at = self._all_at = float("inf")
        self._retry_at = 0.0

    def start(self) -> None:
        """Follows from now on."""
        self._threads.start(hall=self._round)

    def close(self) -> None:
        """Ends following, once what has arrived is written."""
        self._closing.set()
        self._threads.join()
        self._desk.shutdown()

    def _failed(self) -> None:
        self.trouble, self.connected = "lost", False
        self.failures += 1

    def _round(self) -> None:
        """One connection, from its beginning to its end."""
        line = HallLine(self._broker, self.heard)
        try:
            line.open(will=False)
            self.trouble, self.connected, self._row = "", True, 0
            self._follow(line)
        except (LineError, LedgerError) as error:
            self.trouble = error.trouble if isinstance(error, LineError) else "database"
            self.connected = False
            self.failures += 1
            self._closing.wait(PAUSES[min(self._row, len(PAUSES) - 1)])
            self._row += 1
        finally:
            self.connected = False
            line.close()

    def _follow(self, line: HallLine) -> None:
        """Hears the broker until the hall closes. Raises LineError or LedgerError."""
        now = self._clock()
        self._present.connected()
        self._swept_at, self._all_at = now + SWEPT, now
        line.listen()
        while not self._closing.is_set():
            line.work(FLUSH / 2)
            self._write(line)
        self.flush()

    def _write(self, line: HallLine) -> None:
        """Hands what is due to the database, and tells boxes what it says is there; waits for nothing."""
        now = self._clock()
        if now >= self._swept_at:
            self._swept_at = float("inf")
            self._present.swept()
        if self._job is not None:
            if self._job.done():
                self._answered(line)
            elif now >= self._asked_at + SLOW:
                self.trouble = "database"
        elif now >= max(self._retry_at, min(self._flush_at, self._all_at, *self._due.values())):
            due = [box for box, at in self._due.items() if at <= now]
            self._batch, self._waiting = self._waiting, []
            self._flush_at, self._asked_at = float("inf"), now
            self._job = self._desk.submit(_asked, self._ledger, self._batch, due, now >= self._all_at)

    def _answered(self, line: HallLine) -> None:
        """Tells boxes what is there."""
        try:
            there = self._settled()
        except LedgerError:
            self.trouble, self._retry_at = "database", self._clock() + RETRY
            return
        self.trouble = ""
        if self._all_at <= self._asked_at:
            self._all_at = self._asked_at + ALL_AGAIN
        for box, have in there.items():
            line.say(Topics(box).have, msgspec.json.encode(have))
            if self._due.get(box, float("inf")) <= self._asked_at:
                del self._due[box]

    def _settled(self) -> Mapping[str, Have]:
        """What the database has answered; waits for it. Raises LedgerError; then its results wait again."""
        if self._job is None:
            return {}
        job, self._job = self._job, None
        try:
            there = job.result()
        except LedgerError:
            self._waiting = self._batch + self._waiting
            self._flush_at = self._asked_at
            raise
        settled = self._clock() + SETTLED
        for box in {box for box, _ in self._batch}:
            self._due.setdefault(box, settled)
        return there

    def flush(self) -> None:
        """Writes the results that wait, and waits for that. Raises LedgerError."""
        self._settled()
        if self._waiting:
            self._ledger.add(self._waiting)
            settled = self._clock() + SETTLED
            for box in {box for box, _ in self._waiting}:
                self._due.setdefault(box, settled)
            self._waiting.clear()
        self._flush_at = float("inf")

    def heard(self, topic: str, payload: bytes) -> None:
        """Takes a message in. Raises LedgerError if a box asks to forget and that is not possible now."""
        match = TOPIC.fullmatch(topic)
        if match is None or len(payload) > LONGEST:
            self.unreadable += 1
            return
        box, table, leaf = match[1], int(match[2] or 0), match[3]
        try:
            self._takes(box, table, leaf, payload)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            self.unreadable += 1

    def _takes(self, box: str, table: int, leaf: str, payload: bytes) -> None:
        match leaf:
            case "up":
                if self._present.up(box, payload == UP) and payload == UP:
                    self._due[box] = self._clock()
            case "box":
                self._present.about(box, BOX.decode(payload) if payload else None)
            case "state":
                card = CARD.decode(payload) if payload else None
                self._present.state(box, _of(table, card.number if card else table), card)
            case "result" if payload:
                result = RESULT.decode(payload)
                _of(table, result.table)
                self._result(box, result)
            case "forget" if payload:
                self._forget(box, payload)

    def _result(self, box: str, result: RemoteResult) -> None:
        if len(self._waiting) >= MOST_WAITING:  # the box sends it again once `have` is written
            self._due[box] = self._clock()
            return
        self._waiting.append((box, result))
        self._flush_at = min(self._flush_at, self._clock() + FLUSH)

    def _forget(self, box: str, payload: bytes) -> None:
        asked = FORGET.decode(payload)
        self.flush()
        self._ledger.forget(box, None if asked.all else asked.games)
        self._due[box] = self._clock()


def _asked(
    ledger: Ledger, batch: Sequence[tuple[str, RemoteResult]], due: Iterable[str], everything: bool
) -> Mapping[str, Have]:
    """What is there of the boxes that are due, or also of every one, once a batch is written. Raises LedgerError."""
    if batch:
        ledger.add(batch)
    return {box: ledger.have(box) for box in {*due, *(ledger.boxes() if everything else ())}}


def _of(table: int, number: int) -> int:
    """A table's number, the same in the topic and in the payload. Raises msgspec.ValidationError."""
    if table != number:
        raise msgspec.ValidationError(f"table: expected {table} as in the topic; got {number}")
    return table
