"""A hall follows real boxes by a real Mosquitto: whoever dies in between, each result of each journal is there once."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mosquitto import PASSWORD, PATIENCE, USER, Box, Mosquitto
from touched_table import BY_HAND, BY_TOUCH, TWO

from webui.live.hall import ledger as ledger_module
from webui.live.hall.follower import HallFollower
from webui.live.hall.ledger import Ledger
from webui.live.hall.present import MOST_BOXES, Present
from webui.store.broker import Broker
from webui.table.values.actions import Throw

OVER, OTHER = BY_TOUCH["jacquet over"], BY_HAND["occe_child, 4 players, over"]


@dataclass
class Hall:
    """A hall in this process."""

    port: int
    database: str

    def __post_init__(self) -> None:
        self.ledger, self.present = Ledger(self.database), Present()
        broker = Broker(host="127.0.0.1", port=self.port, user=USER, password=PASSWORD, box="hallhall")
        self.follower = HallFollower(broker, self.ledger, self.present)
        self.follower.start()

    def close(self) -> None:
        self.follower.close()
        self.ledger.close()

    def until(self, holds: Callable[["Hall"], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not holds(self):
            assert time.monotonic() < end, (self.present.snapshot(), self.games(), self.follower.trouble)
            self.present.wait(self.present.snapshot().version, 0.2)

    def games(self) -> list[tuple]:
        return sorted((one.box, one.table, one.number, one.started) for one in self.ledger.between("", "9"))

    def card(self, letters: str, table: int):
        boxes = [box for box in self.present.snapshot().boxes if box.letters == letters]
        return next((card for box in boxes for card in box.cards if card.number == table), None)


def played(letters: str, box: Box) -> list[tuple]:
    """Every game of a box's journals that is over."""
    return [
        (letters, number, game, live.started(game))
        for number, live in box.lives.items()
        for game in live.begun("")
        if live.game_line(game).over
    ]


@pytest.fixture
def hall(broker: Mosquitto, tmp_path: Path) -> Iterator[Hall]:
    running = Hall(broker.port, f"sqlite:///{tmp_path / 'hall.db'}")
    yield running
    running.close()


@pytest.fixture
def boxes(tmp_path: Path) -> Iterator[list[Box]]:
    running = [Box(tmp_path / name) for name in ("one", "two")]
    yield running
    for box in running:
        box.close()


def test_every_table_of_every_box_is_there(broker: Mosquitto, hall: Hall, boxes: list[Box]) -> None:
    letters = [box.publish(broker, names="first_names") for box in boxes]
    TWO(Throw((5,)))(boxes[0].lives[2])
    hall.until(lambda h: len(h.present.snapshot().boxes) == 2)
    hall.until(lambda h: (card := h.card(letters[0], 2)) and card.players)
    assert [player.name for player in hall.card(letters[0], 2).players] == ["Léa", "Max"]
    assert {box.name for box in hall.present.snapshot().boxes} == {"Salle 12"}
    hall.until(lambda h: all(box.up and len(box.cards) == 2 for box in h.present.snapshot().boxes))
    boxes[1].close()
    hall.until(lambda h: [box.up for box in h.present.snapshot().boxes if box.letters == letters[1]] == [False])


def test_a_new_hall_gets_the_past_and_no_game_twice(broker: Mosquitto, database: str, boxes: list[Box]) -> None:
    for play in (OVER, OTHER, OVER):
        play(boxes[0].lives[1])
        play(boxes[1].lives[2])
    letters = [box.publish(broker) for box in boxes]
    expected = sorted(game for of, box in zip(letters, boxes, strict=True) for game in played(of, box))
    for _ in range(2):  # the second finds the database as the first has left it
        hall = Hall(broker.port, database)
        hall.until(lambda h: [game for game in h.games() if game[0] in letters] == expected)
        hall.close()


def test_nothing_is_lost_when_the_broker_dies(broker: Mosquitto, hall: Hall, boxes: list[Box]) -> None:
    letters = [box.publish(broker) for box in boxes]
    for _ in range(3):
        OVER(boxes[0].lives[1])
        broker.kill()
        OTHER(boxes[1].lives[2])
        broker.start()
    expected = sorted(game for of, box in zip(letters, boxes, strict=True) for game in played(of, box))
    assert len(expected) == 6
    hall.until(lambda h: h.games() == expected)


def test_the_wall_lives_while_the_database_says_nothing(
    broker: Mosquitto, postgresql, boxes: list[Box], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger_module, "PATIENCE", 10 * PATIENCE)  # whoever waited for it would miss what follows
    letters, hall = boxes[0].publish(broker), Hall(broker.port, postgresql.url)
    hall.until(lambda h: h.card(letters, 1))
    with postgresql.silent():
        OVER(boxes[0].lives[1])
        hall.until(lambda h: h.follower.trouble == "database")
        for begin in (OTHER, OVER):
            begin(boxes[0].lives[1])
            game = boxes[0].lives[1].snapshot().game.name
            hall.until(lambda h, game=game: h.card(letters, 1).game.name == game)
    hall.until(lambda h: not h.follower.trouble)
    hall.until(lambda h: [game for game in h.games() if game[0] == letters] == played(letters, boxes[0]))
    hall.close()


DIES = """
import sys; from threading import Event; sys.path[:0] = sys.argv[1:3]
from test_follower import Hall
Hall(int(sys.argv[3]), sys.argv[4]); Event().wait()
"""


def test_the_wall_lives_while_the_database_is_down(broker: Mosquitto, postgresql, boxes: list[Box]) -> None:
    letters, hall = boxes[0].publish(broker), Hall(broker.port, postgresql.url)
    hall.until(lambda h: h.card(letters, 1))
    postgresql.kill()
    OVER(boxes[0].lives[1])
    hall.until(lambda h: h.card(letters, 1).state in ("game_over", "series_over"))
    hall.until(lambda h: h.follower.trouble == "database")
    postgresql.start()
    hall.until(lambda h: not h.follower.trouble)
    hall.until(lambda h: [game for game in h.games() if game[0] == letters] == played(letters, boxes[0]))
    hall.close()


def test_nothing_is_lost_when_the_hall_dies(
    broker: Mosquitto, boxes: list[Box], tmp_path: Path, checkout: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'hall.db'}"
    letters = [box.publish(broker) for box in boxes]
    paths = (str(Path(__file__).parent), str(checkout / "tests" / "plays"))
    words = [sys.executable, "-c", DIES, *paths, str(broker.port), database]
    for _ in range(2):
        process = subprocess.Popen(words, cwd=checkout)
        looks = Ledger(database)
        before = len(looks.between("", "9"))
        OVER(boxes[0].lives[1])
        end = time.monotonic() + PATIENCE
        while len(looks.between("", "9")) <= before:
            assert process.poll() is None
            assert time.monotonic() < end
        OTHER(boxes[1].lives[1])
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        OVER(boxes[0].lives[2])
        looks.close()
    hall = Hall(broker.port, database)
    expected = sorted(game for of, box in zip(letters, boxes, strict=True) for game in played(of, box))
    hall.until(lambda h: h.games() == expected)
    hall.close()


def test_what_a_box_erases_the_hall_forgets(broker: Mosquitto, hall: Hall, boxes: list[Box]) -> None:
    box, other = boxes
    letters, of_other = (one.publish(broker) for one in boxes)
    for play in (OVER, OTHER):
        play(box.lives[1])
    OVER(other.lives[1])
    hall.until(lambda h: len(h.games()) == 3)
    first = played(letters, box)[0]
    box.lives[1].erase(first[2])
    box.publisher.erased()
    hall.until(lambda h: h.games() == sorted(played(letters, box) + played(of_other, other)))
    box.lives[1].erase()
    box.publisher.forget()
    hall.until(lambda h: h.games() == played(of_other, other))
    other.settings.change(replace(other.settings.now(), on=False))
    hall.until(lambda h: h.games() == [] and [box.letters for box in h.present.snapshot().boxes] == [letters])


def test_a_wiped_hall_gets_everything_again(broker: Mosquitto, tmp_path: Path, boxes: list[Box]) -> None:
    letters = boxes[0].publish(broker)
    first = Hall(broker.port, f"sqlite:///{tmp_path / 'first.db'}")
    OVER(boxes[0].lives[1])
    first.until(lambda h: h.games() == played(letters, boxes[0]))
    first.close()
    broker.kill()
    broker.start()
    second = Hall(broker.port, f"sqlite:///{tmp_path / 'second.db'}")
    second.until(lambda h: h.games() == played(letters, boxes[0]))
    second.close()


def message(table: int, number: int) -> tuple[str, bytes]:
    """A result as a box sends it."""
    game = {"name": "royal", "profile": "", "layout": "box", "game_number": 1, "games": 1}
    whole = {
        "table": table, "number": number, "started": f"2026-11-2{number}", "game": game, "throws": 1, "players": [],
        "closed": None, "finished": 1,
    }  # fmt: skip
    return f"piste/v1/abcdefgh/table/{table}/result", json.dumps(whole).encode()


MESSAGES = st.lists(st.builds(message, st.integers(1, 3), st.integers(1, 4)), max_size=30)
NONSENSE = st.tuples(
    st.sampled_from(["up", "box", "forget", "table/1/state", "table/1/result", "table/99/state", "x/y", ""]),
    st.one_of(
        st.binary(max_size=40),
        st.sampled_from([b"[" * 5000, b'{"all": 3}', b'{"games": [[1, 2]]}', rb'{"name": "\ud800"}', b"null"]),
        st.dictionaries(st.sampled_from(["table", "number", "started", "players", "game"]), st.none() | st.text()).map(
            lambda value: json.dumps(value).encode()
        ),
    ),
)


def follower_of(database: str) -> HallFollower:
    return HallFollower(Broker(box="hallhall"), Ledger(database), Present())


@settings(max_examples=40)
@given(messages=MESSAGES, data=st.data())
def test_doubled_and_reordered_results_count_once(messages: list[tuple[str, bytes]], data: st.DataObject) -> None:
    ledger = Ledger("sqlite://")
    follower = HallFollower(Broker(box="hallhall"), ledger, Present())
    for topic, payload in data.draw(st.permutations(messages + messages[::2])):
        follower.heard(topic, payload)
        if data.draw(st.booleans()):
            follower.flush()
    follower.flush()
    games = [(one.table, one.number, one.started) for one in ledger.between("", "9")]
    sent = {(whole["table"], whole["number"], whole["started"]) for _, text in messages for whole in [json.loads(text)]}
    assert (sorted(games), follower.unreadable) == (sorted(sent), 0)
    ledger.close()


@settings(max_examples=40)
@given(sent=st.lists(NONSENSE, max_size=10))
def test_nonsense_leaves_everything_as_it_was(sent: list[tuple[str, bytes]]) -> None:
    ledger, present = Ledger("sqlite://"), Present()
    follower = HallFollower(Broker(box="hallhall"), ledger, present)
    follower.heard(*message(1, 1))
    for leaf, payload in sent:
        follower.heard(f"piste/v1/abcdefgh/{leaf}", payload)
    follower.flush()
    assert len(ledger.between("", "9")) == 1
    assert all(not box.cards for box in present.snapshot().boxes)
    ledger.close()


ELSEWHERE = ["table/2/result", "table/0/result", "table/13/result", "table/1000000/result", "a/table/1/result"]


@pytest.mark.parametrize("leaf", ELSEWHERE)
def test_what_a_topic_does_not_fit_is_not_read(leaf: str) -> None:
    follower = follower_of("sqlite://")
    _, payload = message(1, 1)
    follower.heard(f"piste/v1/abcdefgh/{leaf}", payload)
    follower.heard("piste/v1/../table/1/result", payload)
    assert follower.unreadable == 2


def test_a_flood_of_boxes_is_bounded() -> None:
    present = Present()
    follower = HallFollower(Broker(box="hallhall"), Ledger("sqlite://"), present)
    for number in range(2 * MOST_BOXES):
        box = "".join(chr(97 + int(digit)) for digit in f"{number:04}")
        follower.heard(f"piste/v1/{box}/up", b"1")
        follower.heard(f"piste/v1/{box}/box", b'{"version": "1", "name": ""}')
    assert len(present.snapshot().boxes) == MOST_BOXES


@pytest.mark.parametrize("text", ["a\x00b", "a\nb", "x" * 81])
def test_a_name_that_no_database_takes_is_not_read(text: str) -> None:
    follower = follower_of("sqlite://")
    topic, payload = message(1, 1)
    follower.heard(topic, json.dumps(json.loads(payload) | {"class": text}).encode())
    assert follower.unreadable == 1
