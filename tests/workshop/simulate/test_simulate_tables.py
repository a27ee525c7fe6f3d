"""Games that were played are kept, a run that was broken off goes on, and the tables are made of what is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from workshop.commands.simulate import command
from workshop.simulate.faults import FORCED, OF_TILES
from workshop.simulate.figures import Sums
from workshop.simulate.game import PLAYED, Wish
from workshop.simulate.noise import CountedNoise, TableNoise
from workshop.simulate.running import Simulation, until
from workshop.simulate.tables import PARTS, TableRow, markdown, played, rows

KINDS = ("cast", "turn", "push", "lift", "linger")
TIMES = {f"lasts {kind}": (2.0, 2.5) for kind in KINDS} | {
    f"settled after {kind}": (0.0, 0.1) for kind in KINDS
}
PERFECT = CountedNoise((TableNoise(10, (), 10, 10, ()),), (), {}, TIMES, 10**9)
SHORT = Simulation(("occe_child",), 1, "exam", Wish(foul=0.2))


def counts(sums: Sums) -> object:
    figures = sums.figures()
    return {name: value for name, value in figures["all"].items() if name != "throws_an_hour"}, figures["faults"]


def test_a_run_that_was_broken_off_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    whole = until(SHORT, PERFECT, lambda sums: sums.games >= 3)
    until(SHORT, PERFECT, lambda sums: sums.games >= 1, file)
    with file.open("a", encoding="utf-8") as out:
        out.write('{"name": "occe_ch')  # the lamp went out
    again = until(SHORT, PERFECT, lambda sums: sums.games >= 3, file)
    assert counts(again) == counts(whole)
    told = []
    known = until(SHORT, PERFECT, lambda sums: sums.games >= 3, file, told.append)
    assert counts(known) == counts(whole)
    assert told == []


def test_games_of_another_run_are_not_taken_for_those_of_this_one(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    until(SHORT, PERFECT, lambda sums: sums.games >= 1, file)
    with pytest.raises(ValueError, match="it holds those of"):
        until(Simulation(("royal",), 2), PERFECT, lambda sums: sums.games >= 1, file)


def test_there_is_a_row_for_each_rule_set_and_each_fault() -> None:
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
    found = played((rules, wrong), PERFECT, tmp_path, lambda row, sums: None)
    text = list(markdown(found))
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
