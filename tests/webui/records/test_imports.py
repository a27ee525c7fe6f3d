"""Matches of Backgammon from other programs: played again under the referee, refused where they cannot be right."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from backgammon_matches import ELSEWHERE, played
from click.testing import CliRunner
from each import each
from hypothesis import given
from hypothesis import strategies as st

from referee.core import Placed, Roll
from referee.errors import BadRecord
from referee.games import profile
from referee.games.backgammon import board
from referee.match import Match
from referee.record import Record, from_lines, to_lines
from webui.cli import main
from webui.live.live import Live
from webui.records import backgammon_mat, backgammon_sgf
from webui.records.backgammon import CannotTell
from webui.records.backgammon_ids import ids, position_id
from webui.records.imports import imported
from webui.store.journal import Journal
from webui.table.values.actions import Throw
from webui.table.values.setup import Setup, players_at

WRITERS = {"mat": backgammon_mat.to_text, "sgf": backgammon_sgf.to_text}

MAT = """\
; [Crawford "On"]
; Played on a Sunday.

 3 point match

 Game 1
 Anna Lund : 0                      Ben : 0
  1)                                31:  8/5 6/5
  2) 64: 24/14                      55: 8/3(2) 6/1*(2)
  3) 61: Cannot Move                21: 13/10
  4)  Doubles => 2                   Takes
  5) 66:                            43: 10/3
      Wins 2 points

 Game 2
 Anna Lund : 2                      Ben : 0
  1) 21: 24/23 13/11
"""
PLAYED = """\
2 plays 8/5+6/5
1 plays 24/18+18/14
2 plays 8/3+8/3+6/1+6/1
2 plays 13/11+11/10
1 plays double
2 plays accept
2 plays 10/6+6/3
1 plays 13/11+24/23
"""


def read(text: str, name: str = "a.mat") -> Record:
    return imported(name, text.encode())


def lines_of(record: Record) -> list[str]:
    return list(to_lines(record.match, drawn=record.drawn))


def test_a_match_is_told_play_by_play() -> None:
    record = read(MAT)
    assert record.match.players == ("Anna Lund", "Ben")
    assert (record.drawn, record.match.game.points, record.match.game.crawford) == (True, 3, True)
    assert "".join(f"{line}\n" for line in lines_of(record) if " plays " in line) == PLAYED
    assert record.match.game.totals(record.match.state) == (2, 0)
    assert from_lines(lines_of(record)) == record


@pytest.mark.parametrize("text", ["(;GM)", "(;GM[6]PW)", "(;GM[6]RE;W[31hefe])"])
def test_a_property_without_a_value_says_nothing_or_is_refused(text: str) -> None:
    with suppress(BadRecord):
        imported("a.sgf", text.encode())


def test_a_line_without_end_is_no_score() -> None:
    with pytest.raises(BadRecord):
        read(MAT.replace(" Game 1", " Game 1\n" + "a:0 " * 50_000 + "x", 1))


def test_an_older_alphabet_is_read() -> None:
    assert imported("A.MAT", MAT.replace("Anna", "Zoé").encode("latin-1")).match.players[0] == "Zoé Lund"


@each(
    ("old", "new", "line", "says"),
    [
        ("24/14", "24/15", 9, "expected a play of 6 4 such as .*; got 24/15"),
        ("24/14", "bar/14", 9, "got bar/14"),
        ("24/14", "14/24", 9, "from 24 down to 1"),
        ("24/14", "24-14", 9, "moves such as 24/18"),
        ("61: Cannot Move", "61: bar/24 14/8", 10, "expected a pass"),
        ("55: 8/3(2) 6/1*(2)", "55:", 9, "got a pass"),
        ("  2) 64: 24/14   ", "  2)             ", 9, "expected a turn of white; got one of black"),
        ("=> 2", "=> 4", 11, "expected a double to 2; got 4"),
        (" Takes", " Beavers", 11, "got '4\\)  Doubles => 2                   Beavers'"),
        ("Wins 2", "Wins 1", 13, "resigned for 2, 4, 6; got 1"),
        ("Lund : 2", "Lund : 1", 16, "expected the score 2 : 0; got 1 : 0"),
        ("      Wins 2 points\n", "", 15, "game 1 is not"),
        ("21: 24/23 13/11", "22: 24/22 13/11", 17, "two different dice"),
        (" 3 point match", " 3 points", 4, "expected a match of backgammon"),
        ('Crawford "On"', 'Variation "Nackgammon"', 1, "expected the variation Backgammon; got 'nackgammon'"),
        (MAT, "", 1, "got none"),
        ("Lund : 0", "Lund : 7", 7, "expected the score 2 : 0; got 7 : 0"),
    ],
)
def test_what_cannot_be_right_is_refused_with_its_line(old: str, new: str, line: int, says: str) -> None:
    assert old in MAT
    with pytest.raises(BadRecord, match=says) as refused:
        read(MAT.replace(old, new, 1))
    assert refused.value.line == line


@pytest.mark.parametrize(("points", "counts"), [(2, 2), (4, 4), (6, 6)])
def test_a_game_that_was_resigned_counts_what_was_given(points: int, counts: int) -> None:
    match = read(MAT.split("\n Game 2")[0].replace("Wins 2", f"Wins {points}")).match
    assert [(result.winner, result.points) for result in match.state.results] == [(0, counts)]
    assert isinstance(match.events[-1], Placed)


@given(st.integers(0, 10**6), st.sampled_from(sorted(ELSEWHERE)), st.sampled_from(sorted(WRITERS)))
def test_what_piste_writes_is_read_back(seed: int, house: str, form: str) -> None:
    record = some(house, seed)
    again = read(WRITERS[form](record), f"a.{form}").match
    assert again.state.results == record.match.state.results
    assert [lie for lie in map(lying, again.events) if lie] == [lie for lie in map(lying, record.match.events) if lie]


def lying(event: object) -> object:
    """An event, throws with the greater die first; nothing for a die of the draw, which may have been drawn again."""
    if not isinstance(event, Roll):
        return event
    return sorted(event.dice) if len(event.dice) > 1 else None


def some(house: str, seed: int, most: int = 60) -> Record:
    """So much of a match at random; nothing of it where it stops within a turn."""
    match = played(ELSEWHERE[house], seed, most, doubles=0.2).match
    return Record(match if match.events and not match.state.dice else match.until(0))


@given(st.sampled_from(sorted(WRITERS)), st.integers(0, 9), st.data())
def test_a_damaged_file_is_refused_and_nothing_else(form: str, seed: int, data: st.DataObject) -> None:
    text = WRITERS[form](some("match", seed))
    at = data.draw(st.integers(0, len(text)))
    put = data.draw(st.text("0123456789/:*()[];WB=> \nabx\\", max_size=4))
    damaged = text[:at] + put + text[at + data.draw(st.integers(0, 4)) :]
    with suppress(BadRecord):
        record = read(damaged, f"a.{form}")
        assert from_lines(lines_of(record)) == record


@each(
    ("text", "says"),
    [
        ("(;GM[1]FF[4])", "backgammon"),
        ("", "backgammon"),
        ("(;GM[6]MI[length:3];W[31hefe](;B[64aggk])(;B[65aggl]))", "one line of play"),
        ("(;GM[6]MI[length:3];W[31hefe]", "its end"),
        ("(;GM[6]MI[length:3]\n;PL[W]AE[a:y]AW[a]AB[b])", "put by hand"),
        ("(;GM[6]MI[length:3]\n;W[beaver])", "such as 31hefe"),
        ("(;GM[6]MI[length:3]\n;W[31hehe];W[31hefe])", "8/5 8/5"),
    ],
)
def test_sgf_that_cannot_be_right_is_refused(text: str, says: str) -> None:
    with pytest.raises(BadRecord, match=says):
        read(text, "a.sgf")


def test_another_kind_of_file_is_named() -> None:
    with pytest.raises(BadRecord, match=r"ends in \.mat or \.sgf; got 'a\.txt'"):
        read(MAT, "a.txt")


def test_what_another_program_writes_is_read(tmp_path: Path, gnubg_says: Callable[..., str]) -> None:
    """Programs play against each other, resigning as they do; and Piste's own matches come back from there."""
    kinds = ("cubedecision", "chequerplay")
    quick = [f"set player {number} {kind} evaluation plies 0" for number in "01" for kind in kinds]
    gnubg_says(
        "set player 0 gnubg", "set player 1 gnubg", *quick, "set automatic roll on", "set automatic game on",
        "set rng mersenne", "set seed 100", "new match 3", "end game", "end game",
        f"export match mat {tmp_path / 'theirs.mat'}", f"save match {tmp_path / 'theirs.sgf'}",
    )  # fmt: skip
    mat, sgf = (imported(f"a.{form}", (tmp_path / f"theirs.{form}").read_bytes()) for form in WRITERS)
    assert mat == sgf
    assert len(mat.match.events) > 50
    assert mat.match.state.results
    for seed in range(3):
        record = some("match, Crawford", seed, 400)
        (tmp_path / "ours.sgf").write_text(backgammon_sgf.to_text(record), encoding="utf-8")
        gnubg_says(f"load match {tmp_path / 'ours.sgf'}", f"export match mat {tmp_path / 'back.mat'}")
        back = imported("back.mat", (tmp_path / "back.mat").read_bytes())
        assert back.match.state.results == record.match.state.results
        assert back.match.state.table == record.match.state.table


def test_the_start_has_the_position_id_that_everybody_knows() -> None:
    assert position_id(board.START) == "4HPwATDgc/ABMA"
    start, known = ids(Match(ELSEWHERE["match"], (1, 2), ("Léa", "Max")))
    assert (start, known) == ("4HPwATDgc/ABMA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:3:6")
    with pytest.raises(CannotTell, match="got one of occe_child"):
        ids(Match(profile("OCCE enfant"), (1,), ("Léa",)))


def test_another_program_takes_both_ids_for_one_position(gnubg_says: Callable[..., str]) -> None:
    match, ids_of = some("match, Crawford", 3, 400).match, dict[str, str]()
    for count in range(3, len(match.events), 5):
        now = match.until(count)
        if not (now.state.opening or now.state.champions or now.state.asked):
            ids_of.update([ids(now)])
    assert len(ids_of) > 10
    commands = [command for known in ids_of.values() for command in (f"set xgid {known}", "show board")]
    shown = dict.fromkeys(re.findall(r"Position ID: (\S+)", gnubg_says(*commands)))
    assert [position for position in shown if position in ids_of] == list(ids_of)


def run(*words: object) -> tuple[int, str]:
    done = CliRunner(env={"LANG": "en"}).invoke(main, list(map(str, words)))
    return done.exit_code, done.output


def test_import_writes_a_record_that_replay_tells(tmp_path: Path) -> None:
    file, out = tmp_path / "a.mat", tmp_path / "a.txt"
    file.write_text(MAT)
    assert run("import", file)[1].splitlines() == lines_of(read(MAT))
    assert run("import", file, "--out", out) == (0, f"{out}\n")
    code, output = run("replay", out)
    assert (code, "Anna Lund" in output) == (0, True)
    file.write_text(MAT.replace("24/14", "24/15"))
    code, output = run("import", file)
    assert (code, f"{file}: line 9: expected a play of 6 4" in output) == (1, True)


def test_replay_of_another_programs_match_names_what_reads_it(tmp_path: Path) -> None:
    (tmp_path / "a.mat").write_text(MAT)
    code, output = run("replay", tmp_path / "a.mat")
    assert (code, "piste import a.mat" in output) == (1, True)


def test_a_game_of_the_journal_tells_its_ids(tmp_path: Path) -> None:
    live = Live(Journal.open(tmp_path))
    live.new_game(Setup("backgammon", players_at((1, 2), ("Léa", "Max")), profile="Backgammon international"))
    live.act(Throw((3,)))
    live.act(Throw((1,)))
    live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Max")), profile="OCCE enfant"))
    live.close()
    code, output = run("record", "1", "--id", "--data", tmp_path)
    assert (code, output.splitlines()[0]) == (0, "4HPwATDgc/ABMA")
    assert ":31:0:0:" in output.splitlines()[1]
    assert run("record", "2", "--id", "--data", tmp_path)[0] == 1
    assert run("record", "--id", "--data", tmp_path)[0] == 2
