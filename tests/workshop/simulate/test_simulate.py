"""Games lived and scored without pixels, and what was counted of the eyes that see them."""

from __future__ import annotations

import json
from itertools import combinations
from math import inf
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from vision.observation import BoardSeen, Die, Fate, Observation, Piece
from webui.table.values.setup import NO_GAME, Setup
from workshop.commands.simulate import command
from workshop.simulate.count import counted
from workshop.simulate.faults import FORCED, OF_TILES, Fault
from workshop.simulate.figures import Sums, recovered, wrong_at_most
from workshop.simulate.game import PLAYED, Check, Lived, Wish
from workshop.simulate.happened import Done, Lying
from workshop.simulate.matched import matched
from workshop.simulate.noise import CountedNoise, TableNoise, load
from workshop.simulate.priors import listing
from workshop.simulate.reporting import Reports
from workshop.simulate.rests import die_rests, ghost_runs
from workshop.simulate.running import Simulation, until
from workshop.simulate.score import Recovery, believed, scored, unlike, wrong_commits
from workshop.simulate.story import AROUND, story
from workshop.simulate.tables import PARTS, TableRow, markdown, played, rows

BOARD = BoardSeen("occe", ((0.0, 0.0), (400.0, 0.0), (400.0, 400.0), (0.0, 400.0)), True, 0.99)
TWO, SIX = Lying(2, "flat", 100.0, 100.0, 20.0), Lying(6, "flat", 200.0, 100.0, 20.0)
FIVE = Lying(5, "flat", 300.0, 200.0, 20.0)
FIRST = Done("cast", 2.0, 4.0, 3.9, 1, (TWO, SIX), words=("roll_settled",))
QUIET = Done("rest", 4.0, 6.0, 6.0, 0, (TWO, SIX))
CLOSES = Done("turn", 6.0, 8.0, 7.4, 1, (TWO, SIX), slots=(8,), to="closed", words=("move_accepted",))
SECOND = Done("cast", 8.0, 10.0, 9.9, 1, (FIVE,), words=("roll_settled",))
DEEDS = (Done("rest", 0.0, 2.0, 2.0, 0), FIRST, QUIET, CLOSES, SECOND)


def read(lying: Lying, value: int | None = None) -> Die:
    value = value or lying.value
    chances = tuple(0.95 if v == value else 0.01 for v in range(1, 7))
    return Die(value, "flat", (lying.x - 10, lying.y - 10, 20.0, 20.0), 0.95, chances=chances)


def look(t: float, *dice: Die, fresh: bool = False, eight: str = "open") -> Observation:
    kind, other = (eight, "closed" if eight == "open" else "open")
    piece = Piece("seat-1/slot-8", kind, None, (0.0, 0.0), 0.99, ((kind, 0.99), (other, 0.01)))  # type: ignore[arg-type]
    fates = tuple(Fate(True, inf) if fresh else Fate() for _ in dice)
    return Observation(t, BOARD, dice, (piece,), fates=fates)


LOOKS = (
    look(1.0),
    look(4.0, read(TWO, 3), read(SIX), fresh=True),
    look(4.5, read(TWO, 3), read(SIX)),
    look(5.0, read(TWO), read(SIX)),
    look(7.9, read(TWO), read(SIX), eight="open"),
    look(8.2, read(TWO), read(SIX), eight="closed"),
    look(10.0, read(FIVE), read(SIX), fresh=True, eight="closed"),
    look(10.5, read(FIVE), eight="closed"),
)


def test_dice_are_matched_until_they_are_touched() -> None:
    rests = {rest.lying: rest for rest in die_rests(list(matched(LOOKS, DEEDS)))}
    assert [(None if die is None else die.value, looks) for die, looks in rests[TWO].runs()] == [
        (3, 2),
        (2, 3),
    ]
    (wrong,) = rests[TWO].amiss()
    assert (wrong[1], wrong[2]) == (2, False)
    assert rests[SIX].amiss() == ()


def test_a_taken_but_reported_die_is_a_ghost() -> None:
    assert ghost_runs(list(matched(LOOKS, DEEDS))) == (3, [1])


def test_counts_hold_values_fates_tiles_and_acts() -> None:
    counts = counted([(LOOKS, DEEDS)])["counts"]
    assert counts["value 2"] == {"3": 1}
    assert counts["value 6"] == {"6": 1}
    assert counts["fate cast"]["n"] == 3
    assert counts["fate cast"]["off new"] == 3
    assert counts["tile closed"] == {"closed": 3, "open": 1}
    assert counts["throw due"]["roll_settled"] == 2
    assert counts["ghosts"] == {"n": 1, "taken": 3}


def test_misread_dice_are_stored_by_look_tiles_by_episode() -> None:
    (table,) = counted([(LOOKS, DEEDS)])["kept"]["tables"]
    (die,) = [item for item in table["amiss"] if item["true"] == "2"]
    assert [(looks, reading["value"]) for looks, reading in die["story"]] == [(2, 3), (3, 2)]
    (tile,) = table["tiles"]
    assert (tile["true"], tile["looks"], tile["turned"]) == ("closed", 1, True)


def test_the_priors_name_what_the_table_expects_with_bounds() -> None:
    lines = list(listing(counted([(LOOKS, DEEDS)])))
    assert any(line.startswith("NOISE.misread") and "at most" in line for line in lines)
    assert any(line.startswith("ACTS.throw, throw due") for line in lines)


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


def test_a_throw_corrected_in_time_is_no_wrong_commit() -> None:
    events = [roll(1.0, 2, 4), putting_right(2.0, 1.0, 3, 2), move(3.0, 5), roll(6.0, 1, 1), move(8.0, 2)]
    assert wrong_commits(TRUTH, events) == set()


def test_one_put_right_later_is() -> None:
    events = [roll(1.0, 2, 4), move(3.0, 5), putting_right(4.0, 1.0, 3, 2), roll(6.0, 1, 1), move(8.0, 2)]
    assert wrong_commits(TRUTH, events) == {("roll_settled", 1.0)}


def test_a_throw_told_late_stands_where_it_was_told() -> None:
    events = [move(3.0, 5), roll(3.0, 6, 2, at=2.0)]
    assert [event["event"] for event in believed(events)] == ["move_accepted", "roll_settled"]


def test_unshared_items_are_found_by_index() -> None:
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


def test_true_and_false_fouls_are_counted_apart() -> None:
    refused = {"event": "move_refused", "seat": 1, "rule": "must_close"}
    truth = (*TRUTH, {**refused, "t": 9.0}, {**refused, "t": 30.0})
    reports = Reports([*TRUTH, {**refused, "t": 9.5}, {**refused, "t": 20.0}], [False, False, True, True])
    checks = tuple(Check(k, k, None) for k in range(4))
    game_played = Lived(Setup(NO_GAME), (), truth, checks, (Fault("missed", 0, 1.0), Fault("ghost", 2, 5.0)))
    score = scored(game_played, reports)
    assert (score.fouls, score.found, score.named, score.false) == (2, 1, 1, 1)
    assert score.recoveries == (Recovery("missed", 2, True), Recovery("ghost", 0, True))
    sums = Sums()
    sums.add("occe_child", score)
    figures = sums.figures()
    assert figures["all"]["fouls_found"] == 0.5
    assert figures["faults"]["missed"]["throws_most"] == 2


def test_errors_in_few_games_are_less_certain() -> None:
    spread, heaped = [(10, 1)] * 40, [(10, 0)] * 38 + [(10, 20)] * 2
    assert wrong_at_most(heaped) > wrong_at_most(spread) > 0.1
    assert 0 < wrong_at_most([(10, 0)] * 40) < 0.01


def test_a_fault_that_was_never_put_right_counts_as_such() -> None:
    figures = recovered([Recovery("missed", 3, False), Recovery("missed", 1, True)])
    assert (figures["n"], figures["harmed"], figures["again"], figures["within_2"]) == (2, 2, 1, 0.5)


def test_the_command_plays_and_refuses_what_it_does_not_know() -> None:
    played = CliRunner().invoke(command, ["run", "--throws", "3", "--game", "royal_frames", "--alone", "--json"])
    assert played.exit_code == 0, played.output
    assert json.loads(played.stdout)["all"]["throws"] >= 3
    assert json.loads(played.stdout)["faults"].keys() <= {"put_back", "pushed", "linger", "void"}
    assert CliRunner().invoke(command, ["run", "--fault", "flood"]).exit_code == 2
    assert CliRunner().invoke(command, ["run", "--game", "chess"]).exit_code == 2
    assert "NOISE.misread" in CliRunner().invoke(command, ["count"]).output


def test_a_misread_die_has_a_story():
    lines = [line.split() for line in story(load(), "misread", 0)]
    fault = next(float(words[0]) for words in lines if words[2] == "fault")
    assert {"happened", "told", "fault"} == {words[2] for words in lines}
    assert all(abs(float(words[0]) - fault) <= AROUND + 0.1 for words in lines)
    assert [float(words[0]) for words in lines] == sorted(float(words[0]) for words in lines)


def test_the_command_tells_a_story_and_names_the_kinds():
    run = CliRunner().invoke(command, ["story", "unnoticed", "--number", "0"])
    assert run.exit_code == 0, run.output
    assert "unnoticed" in run.output
    wrong = CliRunner().invoke(command, ["story", "thunder"])
    assert wrong.exit_code == 2
    assert "expected one of" in wrong.output


def test_a_game_without_the_fault_says_so():
    with pytest.raises(ValueError, match="expected a game in which doubtful happens"):
        story(load(), "doubtful", 1)


KINDS = ("cast", "turn", "push", "lift", "linger")
TIMES = {f"lasts {kind}": (2.0, 2.5) for kind in KINDS} | {
    f"settled after {kind}": (0.0, 0.1) for kind in KINDS
}
PERFECT = CountedNoise((TableNoise(10, (), 10, 10, ()),), (), {}, TIMES, 10**9)
SHORT = Simulation(("occe_child",), 1, "exam", Wish(foul=0.2))


def counts(sums: Sums) -> object:
    figures = sums.figures()
    return {name: value for name, value in figures["all"].items() if name != "throws_an_hour"}, figures["faults"]


def test_an_interrupted_run_resumes(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    whole = until(SHORT, PERFECT, lambda sums: sums.games >= 2)
    until(SHORT, PERFECT, lambda sums: sums.games >= 1, file)
    with file.open("a", encoding="utf-8") as out:
        out.write('{"name": "occe_ch')  # the lamp went out
    again = until(SHORT, PERFECT, lambda sums: sums.games >= 2, file)
    assert counts(again) == counts(whole)
    progress = []
    known = until(SHORT, PERFECT, lambda sums: sums.games >= 2, file, progress.append)
    assert counts(known) == counts(whole)
    assert progress == []


def test_games_of_other_runs_are_ignored(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    until(SHORT, PERFECT, lambda sums: sums.games >= 1, file)
    with pytest.raises(ValueError, match="it holds those of"):
        until(Simulation(("royal",), 2), PERFECT, lambda sums: sums.games >= 1, file)


def test_each_rule_set_and_fault_has_a_row() -> None:
    every = list(rows(100, 10))
    assert [row.name for row in every if row.part == "rules"] == list(PLAYED)
    faults = [row.name for row in every if row.part == "faults"]
    assert faults[: len(FORCED)] == [f"tiles-{kind}" for kind in FORCED]
    assert {f"dice-{kind}" for kind in FORCED if kind not in OF_TILES} == set(faults[len(FORCED) :])
    assert {row.part for row in every} == set(PARTS)
    assert len({row.file(Path()) for row in every}) == len(every)


def test_the_tables_say_how_many_and_within_which_bounds(tmp_path: Path) -> None:
    rules = TableRow("rules", "occe_child", SHORT, 5)
    fault = Simulation(("occe_child",), 1, "exam", Wish(("misread",), 0.0), alone=True)
    wrong = TableRow("faults", "tiles-misread", fault, 0, "misread", 2)
    result = played((rules, wrong), PERFECT, tmp_path, lambda row, sums: None)
    text = markdown(result).splitlines()
    assert any(line.startswith("| occe_child |") and "at least" in line and "at most" in line for line in text)
    assert any(line.startswith("| tiles, good tables |") for line in text)
    misread = next(line for line in text if "`misread`" in line)
    assert int(misread.split("|")[2]) >= 2


def test_the_command_makes_them_and_knows_its_rows(tmp_path: Path) -> None:
    asked = ["tables", "--out", str(tmp_path / "out"), "--throws", "1", "--only", "rules", "--row", "occe_child"]
    made = CliRunner().invoke(command, asked)
    assert made.exit_code == 0, made.output
    assert "| occe_child |" in made.output
    assert (tmp_path / "out" / "tables.md").read_text(encoding="utf-8") in made.output
    assert CliRunner().invoke(command, [*asked[:3], "--there"]).output == made.output
    assert CliRunner().invoke(command, [*asked[:3], "--row", "chess"]).exit_code == 2
    assert CliRunner().invoke(command, [*asked[:3], "--only", "chess"]).exit_code == 2
