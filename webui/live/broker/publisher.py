"""Publishes the tables of a box to an MQTT broker, beside them: no table and no page waits for it.

The journal is what is still to be sent: a hall says which results it keeps, and the box sends those that are missing.
Where no hall has ever spoken, the games are sent that end while Piste runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Event
from typing import TYPE_CHECKING, TypeAlias

from ...interrupted import OVER
from ...store.broker import Broker, BrokerSettings
from ...table.viewing import view
from ..classroom.hub import TableNow, TablesNow
from ..live import Live
from ..threads import Threads
from .payloads import (
    DOWN,
    UP,
    GameKey,
    Topics,
    box_payload,
    discovery_payload,
    forget_payload,
    result_payload,
    state_payload,
    written,
)

if TYPE_CHECKING:
    from .line import BrokerLine, Trouble

ClassOf: TypeAlias = Callable[[int, int], str]
EVERY = 1.0
"""Seconds between two messages about a table."""
PAUSES = (1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
"""Seconds of rest after one connection that failed, two in a row, and so on."""
AT_ONCE = 10
"""Results that are read in the journal and sent each EVERY: the tables go on meanwhile."""
MOST_FORGOTTEN = 1000
CLOSING = 7.0
"""Seconds for which closing waits for the last words to the broker."""


class Publisher:
    """The publisher of a box: one thread, once it is switched on. Other threads may use all of it.

    Args:
        settings: of the broker.
        look: the tables as they stand.
        lives: the open tables, by number.
        about: Piste's version and the name of the box.
        closing: set when the site closes.
        every: seconds between two messages about a table.
        class_of: the name of the class that has begun a game, by its table and number; "" for none.

    Attributes:
        trouble: why nothing reaches the broker; "" if all does, or nothing need.
        class_of: as handed in.
        connected: the connection stands.
        failures: connections that failed or broke.
    """

    def __init__(
        self, settings: BrokerSettings, look: Callable[[], TablesNow], lives: Callable[[], Iterable[tuple[int, Live]]],
        about: Callable[[], tuple[str, str]], closing: Event, every: float = EVERY,
        class_of: ClassOf = lambda table, game: "",
    ) -> None:  # fmt: skip
        self.settings, self.connected, self.failures = settings, False, 0
        self.trouble: Trouble = ""
        self._look, self._lives, self._about, self._closing, self._every = look, lives, about, closing, every
        self.class_of = class_of
        self._threads, self._started, self._woken = Threads(self._failed, closing), False, Event()
        self._outbox, self._row = Outbox(lives, class_of), 0

    def start(self) -> None:
        """Publishes from now on, if the settings say so."""
        if self.settings.now().calls and not self._started:
            self._started = True
            self._outbox.begin()
            self._threads.start(broker=self._round)
        self._woken.set()

    def forget(self) -> None:
        """Everything was erased: whoever reads the broker must forget this box. Raises OSError."""
        if self.settings.now().stands:
            self.settings.note(forgets=True)
        self.erased()

    def erased(self) -> None:
        """Something was erased: whoever keeps it must forget it."""
        self._outbox.look_again()
        self._woken.set()

    def close(self) -> None:
        """Says that the box is down; `closing` must be set."""
        self._woken.set()
        self._threads.join(CLOSING)

    def _failed(self) -> None:
        self.trouble, self.connected = "lost", False
        self.failures += 1

    def _round(self) -> None:
        """One connection, from its beginning to its end."""
        from .line import BrokerLine, LineError

        self._woken.clear()
        broker = self.settings.now()
        if not broker.calls or self._closing.is_set():
            self.trouble = ""
            self._woken.wait(0 if self._closing.is_set() else None)
            return
        line = BrokerLine(broker)
        try:
            line.open()
            self.trouble, self.connected, self._row = "", True, 0
            self._publish(line, broker)
        except LineError as error:
            self.trouble, self.connected = error.trouble, False
            self.failures += 1
            self._woken.wait(PAUSES[min(self._row, len(PAUSES) - 1)])
            self._row += 1
        finally:
            self.connected = False
            line.close()

    def _publish(self, line: BrokerLine, opened: Broker) -> None:
        """Says what changes until the settings or the site end it. Raises LineError."""
        topics, retained = Topics(opened.box), dict[str, bytes]()
        self.settings.note(stands=True)
        self._outbox.reconnected()
        line.listen()
        while not self._closing.is_set():
            broker = self.settings.now()
            if broker.address != opened.address or not broker.on:
                self._leave(line, topics, broker.address == opened.address)
                return
            if broker.forgets:
                self._forgotten(line, topics)
                retained.clear()
            self._say_changes(line, topics, broker, retained)
            self._outbox.send(line, topics, broker, self._look().tables)
            line.work_for(self._every)
        line.say(topics.up, DOWN)
        line.settle()

    def _say_changes(
        self, line: BrokerLine, topics: Topics, broker: Broker, retained: dict[str, bytes]
    ) -> None:
        """Says of every retained topic what has changed, and empties those of tables that are not there."""
        wanted = dict.fromkeys(topics.retained, b"") | retained_payloads(
            broker, self._about(), self._look().tables, self.class_of
        )
        for topic, payload in wanted.items():
            if retained.get(topic) != payload:
                line.say(topic, payload, 0 if "/table/" in topic and payload else 1)
                retained[topic] = payload

    def _forgotten(self, line: BrokerLine, topics: Topics) -> None:
        """Empties everything, and asks every reader to forget. Raises LineError; then it is tried again."""
        line.say(topics.forget, written(forget_payload(None)), retain=False)
        for topic in topics.retained:
            line.say(topic, b"")
        line.settle()
        self._outbox.forgotten()
        self.settings.note(forgets=False)

    def _leave(self, line: BrokerLine, topics: Topics, same: bool) -> None:
        """Takes everything of the box away from the broker; `same`: it is the one of the settings."""
        self._forgotten(line, topics)
        if same:
            self.settings.note(stands=False)


def retained_payloads(
    broker: Broker, about: tuple[str, str], tables: Iterable[TableNow], class_of: ClassOf
) -> dict[str, bytes]:
    """What stands at the broker, by topic: the very bytes.

    Args:
        broker: the settings.
        about: Piste's version, and the name of the box.
        tables: as they stand.
        class_of: the name of the class that has begun a game, by its table and number; "" for none.
    """
    topics, (version, name), tables = Topics(broker.box), about, tuple(tables)
    states = {
        topics.state(table.number): state_payload(
            table.view,
            table.number,
            table.name,
            table.colour,
            broker.names,
            class_of(table.number, table.view.id) if table.view.id and broker.names != "colours" else "",
            table.needs,
        )
        for table in tables
    }
    box = box_payload(version, name, ((table.number, table.name, table.colour) for table in tables))
    home = discovery_payload(broker.box, version, name, ((table.number, table.name) for table in tables))
    said = {topic: written(payload) for topic, payload in {**states, topics.box: box, topics.discovery: home}.items()}
    return said | {topics.up: UP}


class Outbox:
    """Which finished games are still to be sent, and which to be forgotten. Use it from the publisher's thread.

    Args:
        lives: the open tables, by number.
        class_of: the name of the class that has begun a game, by its table and number; "" for none.
    """

    def __init__(self, lives: Callable[[], Iterable[tuple[int, Live]]], class_of: ClassOf) -> None:
        self._lives, self._class_of = lives, class_of
        self._had, self._arrived = frozenset[GameKey](), set[GameKey]()
        self._sent = dict[int, GameKey]()
        self._marks: object = None
        self._again = Event()

    def begin(self) -> None:
        """The games that are over by now, or were left, are no news."""
        self._had = frozenset(
            key
            for number, live in self._lives()
            for key in _begun(number, live) - {(number, game, at) for game, at in _unfinished(live)}
        )

    def look_again(self) -> None:
        """The journals changed otherwise than by playing. Any thread may say so."""
        self._again.set()

    def reconnected(self) -> None:
        """What the last connection has not delivered is sent again."""
        self._sent.clear()
        self._again.set()

    def forgotten(self) -> None:
        """Nobody keeps anything any more; a hall says so, and gets it anew."""
        self._had |= self._arrived
        self._arrived.clear()

    def send(self, line: BrokerLine, topics: Topics, broker: Broker, tables: Iterable[TableNow]) -> None:
        """Sends some of what is missing, and what is to be forgotten."""
        self._note(line)
        marks = tuple((table.number, table.view.id, table.view.state in OVER) for table in tables)
        if marks == self._marks and not self._again.is_set():
            return
        self._again.clear()
        self._marks = marks
        left = AT_ONCE
        for number, live in self._lives():
            begun = _begun(number, live)
            self._forget_erased(line, topics, number, live, begun)
            missing = sorted(begun - self._had - self._arrived - set(self._sent.values()))
            for key in missing:
                if left and (payload := self._finished(live, key, broker)) is not None:
                    self._sent[line.say(topics.result(number), payload, retain=False)] = key
                    left -= 1
        if not left:
            self._again.set()

    def _note(self, line: BrokerLine) -> None:
        """Notes what has arrived, and what a hall keeps."""
        for number in [number for number in self._sent if number not in line.waiting]:
            self._arrived.add(self._sent.pop(number))
        if (have := line.take_have()) is not None:
            self._had = have.games()
            self._arrived.clear()
            self._again.set()

    def _forget_erased(
        self, line: BrokerLine, topics: Topics, number: int, live: Live, begun: frozenset[GameKey]
    ) -> None:
        """Asks to forget what others keep of a table and its journal does not, and a game whose end was taken back."""
        kept, running = [key for key in self._had | self._arrived if key[0] == number], _running(live)
        gone = [
            key
            for key in kept
            if key[1] == running or (key not in begun and live.started(key[1]) != key[2])
        ][:MOST_FORGOTTEN]
        if gone:
            line.say(topics.forget, written(forget_payload(gone)), retain=False)
            self._had -= frozenset(gone)
            self._arrived -= set(gone)

    def _finished(self, live: Live, key: GameKey, broker: Broker) -> bytes | None:
        """The result of a game that is over and counts, as it is sent; None for any other."""
        line = live.game_line(key[1])
        if line is None or not line.over or line.setup.recorded or line.setup.practice is not None:
            return None
        stored = live.stored_game(key[1])
        if stored is None:
            return None
        return written(result_payload(view(stored[1]), key, broker.names, self._class_of(*key[:2])))


def _begun(number: int, live: Live) -> frozenset[GameKey]:
    """All games of a table's journal."""
    return frozenset((number, game, started) for game in live.begun("") if (started := live.started(game)))


def _unfinished(live: Live) -> Iterable[tuple[int, str]]:
    """The running game of a table, and those that were interrupted."""
    return [(game, live.started(game) or "") for game in {_running(live), *live.left_open()}]


def _running(live: Live) -> int:
    """The number of the game that is being played; 0 for none."""
    now = live.snapshot()
    return 0 if now.state in OVER or now.id is None else now.id

