"""How a simulated game is scored, event by event; and the command."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from webui.table.setup import NO_GAME, Setup
from workshop.commands.simulate import command
from workshop.simulate.faults import Fault
from workshop.simulate.figures import Sums, recovered, wrong_at_most
from workshop.simulate.game import Check, Lived
from workshop.simulate.score import Recovery, believed, scored, unlike, wrong_commits
from workshop.simulate.telling import Told


def roll(t: float, *dice: int, **more: Any) -> dict[str, Any]:
    return {"event": "roll_settled", "t": t, "seat": 1, "dice": list(dice), **more}


def move(t: float, *closed: int) -> dict[str, Any]:
    return {"event": "move_accepted", "t": t, "seat": 1, "closed": list(closed)}


def putting_right(t: float, of: float, *dice: int) -> dict[str, Any]:
    return {
        "event": "corrected",
        "t": t,
        "seat": 1,
        "what": "roll",
        "of": of,
        "before": [],
        "after": list(dice),
    }


TRUTH = [roll(1.0, 2, 3), move(3.0, 5), roll(6.0, 1, 1), move(8.0, 2)]


def test_a_wrong_throw_put_right_before_the_next_move_is_no_wrong_commit() -> None:
    events = [roll(1.0, 2, 4), putting_right(2.0, 1.0, 3, 2), move(3.0, 5), roll(6.0, 1, 1), move(8.0, 2)]
    assert wrong_commits(TRUTH, events) == set()


def test_one_put_right_later_is() -> None:
    events = [roll(1.0, 2, 4), move(3.0, 5), putting_right(4.0, 1.0, 3, 2), roll(6.0, 1, 1), move(8.0, 2)]
    assert wrong_commits(TRUTH, events) == {("roll_settled", 1.0)}


def test_a_throw_told_late_stands_where_it_was_told() -> None:
    events = [move(3.0, 5), roll(3.0, 6, 2, at=2.0)]
    assert [event["event"] for event in believed(events)] == ["move_accepted", "roll_settled"]


def test_what_two_sequences_do_not_share_is_found_by_its_index() -> None:
    assert unlike("abcd", "abcd") == []
    assert unlike("axbc", "abc") == [1]
    assert unlike("abd", "abcd") == []
    assert unlike("xyz", "") == [0, 1, 2]
    assert unlike("aab", "ab") in ([0], [1])


@given(st.text("abc", max_size=9), st.text("abc", max_size=9))
def test_what_is_shared_is_the_longest_there_is(one: str, other: str) -> None:
    shared = [item for k, item in enumerate(one) if k not in unlike(one, other)]
    rest = iter(other)
    assert all(item in rest for item in shared)
    longest = max(
        len(some)
        for count in range(len(one) + 1)
        for some in combinations(one, count)
        if (left := iter(other)) and all(item in left for item in some)
    )
    assert len(shared) == longest


def test_fouls_found_and_false_are_counted_apart_and_recovery_in_throws() -> None:
    refused = {"event": "move_refused", "seat": 1, "rule": "must_close"}
    truth = (*TRUTH, {**refused, "t": 9.0}, {**refused, "t": 30.0})
    said = Told([*TRUTH, {**refused, "t": 9.5}, {**refused, "t": 20.0}], [False, False, True, True])
    checks = tuple(Check(k, k, None) for k in range(4))
    one = Lived(Setup(NO_GAME), (), truth, checks, (Fault("missed", 0, 1.0), Fault("ghost", 2, 5.0)))
    score = scored(one, said)
    assert (score.fouls, score.found, score.named, score.false) == (2, 1, 1, 1)
    assert score.recoveries == (Recovery("missed", 2, True), Recovery("ghost", 0, True))
    sums = Sums()
    sums.add("occe_child", score)
    figures = sums.figures()
    assert figures["all"]["fouls_found"] == 0.5
    assert figures["faults"]["missed"]["throws_most"] == 2


def test_what_is_wrong_in_few_games_is_less_certain_than_as_much_in_many() -> None:
    spread, heaped = [(10, 1)] * 40, [(10, 0)] * 38 + [(10, 20)] * 2
    assert wrong_at_most(heaped) > wrong_at_most(spread) > 0.1
    assert 0 < wrong_at_most([(10, 0)] * 40) < 0.01


def test_a_fault_that_was_never_put_right_counts_as_such() -> None:
    told = recovered([Recovery("missed", 3, False), Recovery("missed", 1, True)])
    assert (told["n"], told["harmed"], told["again"], told["within_2"]) == (2, 2, 1, 0.5)


def test_the_command_plays_and_refuses_what_it_does_not_know() -> None:
    played = CliRunner().invoke(command, ["run", "--throws", "3", "--game", "royal_frames", "--alone", "--json"])
    assert played.exit_code == 0, played.output
    assert json.loads(played.stdout)["all"]["throws"] >= 3
    assert json.loads(played.stdout)["faults"].keys() <= {"put_back", "pushed", "linger", "void"}
    assert CliRunner().invoke(command, ["run", "--fault", "flood"]).exit_code == 2
    assert CliRunner().invoke(command, ["run", "--game", "chess"]).exit_code == 2
    assert "NOISE.misread" in CliRunner().invoke(command, ["count"]).output
