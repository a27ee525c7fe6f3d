"""Which practice tables are open, whatever devices do and however time passes."""

from hand_clock import HandClock
from hypothesis import given
from hypothesis import strategies as st

from webui.live.classroom.practice import (
    FIRST_PRACTICE,
    IDLE,
    LAST_PRACTICE,
    LEFT,
    MOST_PRACTICES,
    PracticesFull,
    PracticeTables,
)
from webui.table.values.practice import Practice
from webui.table.values.setup import Setup, players_at

ALONE = Setup("occe_child", players_at((1, 3), ("Zoé", "Max")), practice=Practice())
DEVICES = st.integers(0, MOST_PRACTICES + 2).map(str)
BEGINS = st.tuples(st.just("begin"), DEVICES)
ROLLS = st.tuples(st.just("roll"), DEVICES)
WAITS = st.tuples(st.just("wait"), st.floats(0, 1.2 * IDLE))
MANY = [("begin", str(device)) for device in range(MOST_PRACTICES)]


@given(st.booleans(), st.lists(BEGINS | ROLLS | WAITS, max_size=12))
def test_open_is_what_a_device_has_touched_of_late(crowded: bool, deeds) -> None:
    clock, closed = HandClock(5.0), list[int]()
    tables, touched, used = PracticeTables(closed.append, clock), dict[str, float](), list[int]()
    for deed, what in [*(MANY if crowded else []), *deeds]:
        if deed == "wait":
            clock.now += what
            tables.beat()
            touched = {device: at for device, at in touched.items() if clock.now - at < IDLE}
        elif deed == "begin":
            full = len(touched) == MOST_PRACTICES and what not in touched
            longest = max(touched, key=lambda device: clock.now - touched[device]) if full else ""
            full = full and clock.now - touched[longest] < LEFT
            try:
                used.append(tables.begin(what, 1, ALONE).number)
                touched.pop(longest, None)
                touched[what] = clock.now
                assert not full
            except PracticesFull:
                assert full
        elif what in touched and tables.of(what).live.snapshot().state == "waiting_throw":
            tables.of(what).live.roll()
            touched[what] = clock.now
        now = tables.all()
        assert {table.device for table in now} == set(touched)
        assert all(tables.find(table.number) is table for table in now)
        assert sorted(closed) == sorted(set(used) - {table.number for table in now})
    assert used == list(range(FIRST_PRACTICE, FIRST_PRACTICE + len(used)))
    tables.close()
    assert tables.all() == ()


def test_a_number_is_free_again_once_all_others_were_used() -> None:
    tables = PracticeTables()
    lasting = tables.begin("lasting", 1, ALONE).number
    numbers = [tables.begin("restless", 1, ALONE).number for _ in range(LAST_PRACTICE - FIRST_PRACTICE + 1)]
    assert lasting not in numbers
    assert numbers[-2:] == [LAST_PRACTICE, FIRST_PRACTICE + 1]
    tables.close()
