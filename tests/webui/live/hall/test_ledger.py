"""Both databases: whatever arrives, however often and in whatever order, each game is there once until forgotten."""

import json
import time
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mosquitto import PATIENCE

from webui.live.hall import ledger as ledger_module
from webui.live.hall.ledger import Ledger, LedgerError
from webui.live.hall.remote import RESULT, RemoteResult

DAYS = ("2026-11-26T09:12:03.120+00:00", "2026-11-27T09:12:03.120+00:00")
BOXES = st.sampled_from(["abcdefgh", "ijklmnop"])
KEYS = st.tuples(st.integers(1, 2), st.integers(1, 3), st.sampled_from(DAYS))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("result"), BOXES, st.lists(KEYS, max_size=4)),
        st.tuples(st.just("forget"), BOXES, st.lists(KEYS, max_size=2)),
        st.tuples(st.just("forget all"), BOXES, st.just([])),
        st.tuples(st.just("restart"), BOXES, st.just([])),
    ),
    max_size=12,
)
FEW = settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])


def result(table: int, number: int, started: str, **more: object) -> RemoteResult:
    game = {"name": "occe_child", "profile": "OCCE enfant", "layout": "occe", "game_number": 1, "games": 1}
    player = {
        "player": 1, "seat": 1, "colour": "red", "shape": "circle", "turn": False, "winner": True, "left": False,
        "score": 7, "total": 7, "name": "Zoé",
    }  # fmt: skip
    whole = {
        "table": table, "number": number, "started": started, "game": game, "throws": 9, "players": [player],
        "closed": 12, "finished": 1, "class": "CE2",
    }  # fmt: skip
    return RESULT.decode(json.dumps(whole | more))


def emptied(url: str) -> Ledger:
    ledger = Ledger(url)
    for box in ledger.boxes():
        ledger.forget(box)
    return ledger


@pytest.fixture
def ledger(database: str) -> Iterator[Ledger]:
    opened = emptied(database)
    yield opened
    opened.close()


@FEW
@given(steps=STEPS)
def test_it_holds_what_arrived_and_was_not_forgotten(database: str, steps: list) -> None:
    ledger, model = emptied(database), set()
    for step, box, keys in steps:
        if step == "result":
            ledger.add([(box, result(*key)) for key in keys])
            model |= {(box, *key) for key in keys}
        elif step == "restart":
            ledger.close()
            ledger = Ledger(database)
        else:
            ledger.forget(box, None if step == "forget all" else keys)
            model -= {game for game in model if game[0] == box and (step == "forget all" or game[1:] in keys)}
    there = [(one.box, one.table, one.number, one.started) for one in ledger.between("", "9")]
    assert len(there) == len(set(there))
    assert set(there) == model
    assert ledger.boxes() == {box for box, *_ in model}
    newest = {}
    for box, table, number, started in sorted(model):
        newest[box, table, number] = (table, number, started)
    for box in ledger.boxes():
        assert ledger.have(box).games() == {key for (of, *_), key in newest.items() if of == box}
    ledger.close()


def test_a_result_comes_back_as_it_was_sent(ledger: Ledger) -> None:
    ledger.add([("abcdefgh", result(1, 7, DAYS[0])), ("abcdefgh", result(1, 8, DAYS[1], closed=None))])
    first, second = ledger.between(DAYS[0], "9")
    assert (first.game, first.profile, first.school_class, first.throws) == ("occe_child", "OCCE enfant", "CE2", 9)
    assert (first.closed, second.closed, first.finished) == (12, None, 1)
    assert [(player.name, player.score, player.winner) for player in first.players] == [("Zoé", 7, True)]
    assert [one.number for one in ledger.between(DAYS[0], DAYS[1])] == [7]


def test_two_halls_may_write_the_same_game(database: str, ledger: Ledger) -> None:
    other = Ledger(database)
    for writer in (ledger, other, ledger):
        writer.add([("abcdefgh", result(1, 7, DAYS[0]))] * 2)
    assert len(other.between("", "9")) == 1
    other.close()


def test_a_database_that_says_nothing_is_not_waited_for(postgresql, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger_module, "PATIENCE", 0.2)
    ledger = emptied(postgresql.url)
    ledger.add([("abcdefgh", result(1, 7, DAYS[0]))])
    with postgresql.silent():
        for asks in (ledger.boxes, lambda: ledger.add([("abcdefgh", result(1, 8, DAYS[0]))])):
            with pytest.raises(LedgerError, match="database"):
                asks()
        with pytest.raises(LedgerError, match="database"):
            Ledger(postgresql.url)
    end = time.monotonic() + PATIENCE
    while True:  # the same ledger, as soon as the database answers again
        try:
            assert [one.number for one in ledger.between("", "9")] == [7]
            break
        except LedgerError:
            assert time.monotonic() < end
    ledger.close()


@pytest.mark.parametrize("url", ["mysql://x/y", "no address", "postgresql://piste:secret@127.0.0.1:1/x"])
def test_a_database_that_is_none_is_named_without_its_password(url: str) -> None:
    with pytest.raises(LedgerError, match="database") as error:
        Ledger(url)
    assert "secret" not in str(error.value)
