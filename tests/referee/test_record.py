"""Records: golden matches, what survives them, and what is refused with its line."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from referee.core import Placed, Roll
from referee.errors import BadRecord
from referee.games import GAMES, profile
from referee.games.tiles import Close
from referee.match import Match
from referee.record import Record, Refused, from_lines, profile_of, to_lines

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))

SHORT = """\
piste-record 2
game occe_child
profile OCCE enfant
option games 1
player 1 seat 1 "Léa"
player 2 seat 3 "Max"

# Léa hurries.
1 throws 6 3
1 plays 2+7, refused: not_the_dice
1 throws 6 3, refused: must_close
1 plays 9
1 throws 6 3
1 plays 3+6
1 throws 6 3
= 1 stops at 27, open 1 2 4 5 7 8, stuck
2 throws 5 3
"""


def read(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@each("path", RECORDS)
def test_golden_records_are_told_again_word_for_word(path: Path) -> None:
    record = from_lines(read(path))
    assert record.match.game.is_over(record.match.state)
    assert list(to_lines(record.match, record.refused)) == [line for line in read(path) if line[:1] != "#"]


def test_every_game_has_a_golden_record() -> None:
    assert {from_lines(read(path)).match.game.name for path in RECORDS} == {game.name for game in GAMES}


def test_a_record_tells_who_did_what() -> None:
    record = from_lines(SHORT.splitlines(keepends=True))
    match = record.match
    assert (match.game, match.seats, match.players) == (profile("OCCE enfant"), (1, 3), ("Léa", "Max"))
    assert match.events[:4] == (Roll((6, 3)), Close((9,)), Roll((6, 3)), Close((3, 6)))
    assert match.events[4:] == (Roll((6, 3)), Roll((5, 3)))
    assert record.refused == (
        Refused(1, Close((2, 7)), "not_the_dice"),
        Refused(1, Roll((6, 3)), "must_close"),
    )


ALTERNATE = """\
piste-record 1
game occe_child
option turns "alternate"
option games 2
player 1 seat 1 "Léa"
player 2 seat 3 "Max"

1 throws 6 3
"""


@each(
    ("before", "look", "rule"),
    [
        (ALTERNATE, "1 shows seat-3/slot-9 closed", "other_frame"),
        (ALTERNATE, "1 shows seat-1/slot-9 closed seat-3/slot-1 closed", "other_frame"),
        (ALTERNATE, "1 shows seat-1/slot-4 missing", "tile_missing"),
        (ALTERNATE, "1 shows seat-1/slot-2 closed seat-1/slot-7 closed", "not_the_dice"),
        (ALTERNATE + "1 plays 9\n", "2 shows seat-3/slot-4 closed", "throw_first"),
        (SHORT.partition("1 throws 6 3\n1 plays 3+6")[0], "1 shows seat-1/slot-9 open", "reopened"),
        (SHORT.partition("1 plays 2+7")[0], "1 shows seat-1/slot-2 closed", "not_the_dice"),
    ],
)
def test_what_was_only_seen_is_refused_by_its_rule(before: str, look: str, rule: str) -> None:
    lines = [*before.splitlines(), f"{look}, refused: {rule}"]
    record = from_lines(lines)
    event = record.refused[-1].event
    assert isinstance(event, Placed)
    assert (record.refused[-1].rule, record.refused[-1].after) == (rule, len(record.match.events))
    assert f"{look}, refused: {rule}" in to_lines(record.match, record.refused)
    with pytest.raises(BadRecord, match=f"expected {rule}; got must_close"):
        from_lines([*lines[:-1], f"{look}, refused: must_close"])


def test_tiles_not_opened_again_are_refused_by_not_reset() -> None:
    game = profile("Tric-Trac Royal")
    match = Match(game, (1, 2), ("Léa", "Max"))
    for event in (Roll((6, 3)), Placed(tuple((f"slot-{n}", "closed") for n in range(1, 9))), Roll((6, 2))):
        match = match.then(event)
    match = match.then(Roll((1, 1)))
    stale = Placed(tuple((f"slot-{n}", "closed") for n in range(1, 9)))
    lines = to_lines(match, [Refused(len(match.events), stale, "not_reset")])
    assert lines[-1].endswith("refused: not_reset")
    assert from_lines(lines).refused[-1].rule == "not_reset"


@each(
    ("line", "reason"),
    [
        ("1 shows slot-9", "expected spaces, each with what stands there"),
        ("1 shows slot-9 closed", "expected some of seat-1/slot-1"),
        ("1 shows seat-1/slot-9 up", "expected open or closed"),
        ("1 shows slot-9 closed, refused: other_frame", "expected spaces of seat-1/slot-1"),
        ("1 shows seat-1/slot-9 closed, refused: other_frame", "expected it is legal"),
    ],
)
def test_a_look_that_cannot_be_right_is_refused(line: str, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        from_lines([*ALTERNATE.splitlines(), line])


def test_a_record_may_say_that_a_program_drew_the_dice() -> None:
    record = from_lines(SHORT.splitlines())
    lines = to_lines(record.match, record.refused, drawn=True)
    assert from_lines(lines) == replace(record, drawn=True)
    assert lines.count("dice drawn") == 1
    twice = [line for line in lines for _ in range(1 + (line == "dice drawn"))]
    with pytest.raises(BadRecord, match="each once; got 'dice drawn'"):
        from_lines(twice)


def test_what_an_event_ended_may_be_left_out() -> None:
    lines = [line for line in SHORT.splitlines() if not line.startswith("=")]
    assert from_lines(lines) == from_lines(SHORT.splitlines())


@each(
    ("line", "printed", "wrong", "reason"),
    [
        (1, 1, "piste-record 3", "expected 'piste-record 2'"),
        (2, 2, "game whist", "expected a game of occe_child"),
        (3, 3, "game occe_child", "expected game, profile, option or player"),
        (4, 4, "option games one", "Expecting value"),
        (5, 5, 'player 2 seat 1 "Léa"', "expected game, profile, option or player 1"),
        (5, 5, "player 1 seat 1 Léa", "expected game, profile, option or player 1"),
        # What only the whole header can show is told at the first event, which is in line 9.
        (3, 9, "profile Tric-Trac Royal", "does not go with this game"),
        (4, 9, "option games 0", "games: expected a whole number from 1 to 300"),
        (4, 9, "option colour 1", "colour: expected an option of"),
        (6, 9, 'player 2 seat 1 "Max"', "seats: expected different places"),
        (6, 9, 'player 2 seat 9 "Max"', "seats: expected different places"),
        (9, 9, "2 throws 6 3", "expected player 1; got 2"),
        (9, 9, "1 throws 6", "dice_count"),
        (9, 9, "1 throws 6 7", "not_dice"),
        (9, 9, "1 throws six", "expected dice such as 6 2"),
        (9, 9, "1 plays 9", "throw_first"),
        (9, 9, "Léa throws 6 3", "expected game, profile, option or player 3"),
        (10, 10, "1 plays 2+7, refused: too_many", "expected not_the_dice; got too_many"),
        (10, 10, "1 plays 9, refused: not_the_dice", "expected it is legal; got not_the_dice"),
        (12, 12, "1 plays 8", "not legal: not_the_dice"),
        (12, 12, "1 plays 9+9", "expected one or more numbers"),
        (12, 12, "1 plays nine", "expected tiles joined by a plus"),
        (12, 12, "= 1 stops at 27, open 1 2 4 5 7 8, stuck", "expected no outcome here"),
        (16, 16, "= 1 stops at 26, open 1 2 4 5 7 8, stuck", "expected 1 stops at 27"),
        (17, 17, 'player 3 seat 2 "Zoé"', "expected an event such as"),
    ],
)
def test_a_line_that_cannot_be_right_is_refused(line: int, printed: int, wrong: str, reason: str) -> None:
    lines = SHORT.splitlines()
    lines[line - 1] = wrong
    with pytest.raises(BadRecord, match=reason) as refused:
        from_lines(lines)
    assert refused.value.line == printed
    assert str(refused.value).startswith(f"line {printed}: ")


@pytest.mark.parametrize("lines", [[], ["piste-record 1"], ["piste-record 1", "game occe_child"]])
def test_a_record_without_its_header_is_refused(lines: list[str]) -> None:
    with pytest.raises(BadRecord):
        from_lines(lines)


@given(names=st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=4))
def test_any_name_survives(names: list[str]) -> None:
    match = Match(profile("OCCE adulte"), tuple(range(1, len(names) + 1)), tuple(names))
    assert from_lines("\n".join(to_lines(match)).split("\n")) == Record(match)


@given(lines=st.lists(st.one_of(st.text(), st.sampled_from(SHORT.splitlines())), max_size=30))
def test_any_text_is_read_or_refused(lines: list[str]) -> None:
    try:
        answer = from_lines(["piste-record 1", *lines]).match.players
    except BadRecord as refused:
        answer = tuple(str(number) for number in range(1, refused.line + 1))
    assert 1 <= len(answer) <= len(lines) + 2


@each("name", [name for game in GAMES for name in game.profiles])
def test_the_profile_is_that_of_the_options(name: str) -> None:
    assert profile_of(profile(name)) == name


def test_records_do_not_depend_on_names(steps: Any) -> None:
    game = profile("Tric-Trac Royal")
    events = tuple(event for _, event, _ in steps(game, (1, 2), 3))
    first, second = (to_lines(Match(game, (1, 2), names, events)) for names in (("a", "b"), ("c", "d")))
    assert [line for line in first if line not in second] == ['player 1 seat 1 "a"', 'player 2 seat 2 "b"']
