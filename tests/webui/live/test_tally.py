"""The reports of the table are counted; names and values are not."""

from hand_clock import HandClock

from webui.live.tally import STEPS, WINDOW, TableTally
from webui.table.values.events import TableEvent

CORRECTED = {"what": "dice", "of": 1, "before": [], "after": [], "reason": None}


def test_each_kind_is_counted_by_itself() -> None:
    tally = TableTally()
    tally.count(
        [
            TableEvent("roll_settled", 1.0, values={"dice": [6, 2], "sure": 0.9}),
            TableEvent("roll_uncertain", 2.0, values={"readings": [], "asks": True}),
            TableEvent("roll_uncertain", 2.0, values={"readings": [], "asks": False}),
            TableEvent("corrected", 3.0, values=CORRECTED | {"by": "piste"}),
            TableEvent("corrected", 3.0, values=CORRECTED | {"by": "teacher"}),
            TableEvent("corrected", 3.0, values=CORRECTED | {"by": "table"}),
            TableEvent("paused", 4.0),
        ]
    )
    assert (tally.throws, tally.questions, tally.refusals) == (1, 1, 0)
    assert tally.corrections == {"person": 2, "piste": 1}


def test_decisions_are_counted_by_how_long_they_took() -> None:
    tally = TableTally()
    tally.looked(0.06, decided=True)
    tally.looked(0.3, decided=True)
    tally.looked(9.0, decided=False)
    assert (tally.decisions, round(tally.seconds, 3)) == (2, 0.36)
    assert [tally.within[step] for step in STEPS] == [0, 1, 1, 2, 2, 2]


def test_the_rate_is_that_of_the_last_seconds() -> None:
    clock = HandClock(100.0)
    tally = TableTally(clock)
    for _ in range(30):
        clock.now += 0.5
        tally.looked(0.1, decided=False)
    assert tally.rate == 2.0
    clock.now += WINDOW
    assert tally.rate == 0.0
