"""All tables together: looked at four times a second at most, and waited for by any page."""

from threading import Event, Thread

from hand_clock import HandClock

from webui.live.classroom.hub import EVERY, EveryTable, TableNow
from webui.table.values.view import View


def table(number: int, version: int = 1) -> TableNow:
    return TableNow(number, "", "blue", View(version=version), ())


class Box:
    """Tables that a test changes, counting how often they are looked at."""

    def __init__(self) -> None:
        self.tables, self.looks, self.clock, self.closing = [table(1)], 0, HandClock(), Event()
        self.every = EveryTable(self.look, self.closing, self.clock)

    def look(self) -> list[TableNow]:
        self.looks += 1
        return self.tables


def test_many_readers_cost_four_looks_a_second() -> None:
    box = Box()
    for moment in range(100):
        box.clock.now = moment / 100
        box.every.snapshot()
    assert box.looks <= 1 / EVERY + 1


def test_its_version_grows_with_each_change_of_any_table() -> None:
    box, versions = Box(), []
    for tables in ([table(1), table(2)], [table(1), table(2, 7)], [table(1), table(2, 3)], [table(1)], [table(1)]):
        box.tables, box.clock.now = tables, box.clock.now + EVERY
        versions.append(box.every.snapshot().version)
        assert [one.number for one in box.every.snapshot().tables] == [one.number for one in tables]
    assert versions[:4] == sorted(set(versions[:4]))
    assert versions[4] == versions[3]
    assert versions[-1] < 2**53  # a script counts no further


def test_a_reader_waits_for_the_next_change() -> None:
    box = Box()
    known = box.every.snapshot().version
    assert box.every.wait(known - 1, 60) is box.every.snapshot()
    assert box.every.wait(known, 0) is None
    box.tables, box.clock.now = [], box.clock.now + EVERY
    assert box.every.wait(known, 60).tables == ()


def test_the_close_ends_every_waiting() -> None:
    box = Box()
    waits = Thread(target=box.every.wait, args=(box.every.snapshot().version, 1e6))
    waits.start()
    box.closing.set()
    waits.join(20)
    assert not waits.is_alive()
