"""Damaged records: refused with the line and the reason, or read as exactly what they say."""

import json
import random
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import BadRecord
from referee.games import GAMES, AnyGame
from referee.match import Match
from referee.record import Record, from_lines, to_lines
from referee.record_events import EVENT, WORD

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))
HEAD = ("game ", "profile ", "option ", "player ")
MOST = 15
"""Lines of a long record that are damaged in every way, spread over the whole of it."""

DAMAGES: dict[str, Callable[[str], str]] = {
    "cut in half": lambda line: line[: len(line) // 2],
    "last letter lost": lambda line: line[:-1],
    "last letter twice": lambda line: line + line[-1:],
    "first letter lost": lambda line: line[1:],
    "first word twice": lambda line: f"{line.partition(' ')[0]} {line}",
    "last word lost": lambda line: line.rpartition(" ")[0],
    "words turned round": lambda line: " ".join(reversed(line.split(" "))),
    "another digit": lambda line: line.translate(str.maketrans("0123456789", "1234567890")),
    "digits of another script": lambda line: line.translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")),
    "zeros before digits": lambda line: line.replace(" ", " 0"),
    "a zero before it": lambda line: f"0{line}",
    "capitals": str.upper,
    "a NUL in it": lambda line: f"{line[:3]}\0{line[3:]}",
    "a NUL after it": lambda line: f"{line}\0",
    "a tab for a blank": lambda line: line.replace(" ", "\t", 1),
    "a blank before it": lambda line: f" {line}",
    "a blank after it": lambda line: f"{line} ",
    "two blanks for one": lambda line: line.replace(" ", "  "),
    "a mark before it": lambda line: f"\ufeff{line}",
    "half a surrogate pair after it": lambda line: f"{line}\ud800",
    "a comma after it": lambda line: f"{line},",
    "refused by no rule": lambda line: f"{line}, refused: no_such_rule",
    "huge": lambda line: line + " 6" * 5_000,
    "a huge number": lambda line: line + "9" * 10_000,
    "deep brackets": lambda line: line + "[" * 50_000,
}


STRANGE = (
    "1 deals A 10 | ?",
    "1 deals",
    "1 deals | | | | | | |",
    "2 deals ? | ? | ? | ?",
    "1 touches seat-1/slot-1",
    "1 touches somewhere",
    "1 touches somewhere, refused: no_such_rule",
    "1 shows a b",
    "1 shows a b a b",
    "1 shows a",
    "1 shows a b, refused: not_the_dice",
    "1 plays nothing",
    "1 plays +",
    "1 plays 0",
    "1 plays -1/-2",
    "1 plays nothing, refused: not_the_dice",
    "1 throws 6 6 6 6 6 6 6",
    "1 throws 0",
    "- throws 6 6",
    "99 throws 6 6",
    "0 leaves",
    "99 leaves",
    "01 leaves",
    '01 is replaced by "Zoé"',
    "01 throws 6 2",
    '0 is replaced by "Zoé"',
    '99 is replaced by "Zoé"',
    "1 is replaced by Zoé",
    '1 is replaced by "Zoé',
    '1 is replaced by "", "Zoé"',
    "- pauses",
    "- pauses 5",
    '- pauses "\\"',
    '- resumes ""',
    "- sets up {}",
    "- sets up []",
    "- sets up null",
    "- sets up NaN",
    "- sets up {",
    '- sets up "{}"',
    "- sets up " + "[" * 50_000,
    '- sets up {"turn": 1e999}',
    "- sets up " + "9" * 10_000,
    "= ",
    "= match won by 1",
    "piste-record 2",
    "game occe_child",
    'player 3 seat 3 "Zoé"',
    "option games 3",
)
"""Lines that belong nowhere, or only where something else has happened before."""


def read(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def without_blank(lines: list[str]) -> list[str]:
    """The lines that say something."""
    return [line for line in lines if line.strip() and not line.startswith("#")]


@dataclass(frozen=True)
class Piece:
    """A short record: a golden one from the position before one of its events on.

    Attributes:
        lines: its head, the position set up by hand, and some lines of the golden record.
        at: which of them is to be damaged.
    """

    lines: list[str]
    at: int


@cache
def pieces(path: Path) -> list[Piece]:
    """A piece for each line of a record that says something, the first line and the head among them."""
    lines = read(path)
    record = from_lines(lines)
    accepted = [n for n, line in enumerate(lines) if re.match("[0-9-]", line) and ", refused: " not in line]
    head = [line for line in lines[: accepted[0]] if line.startswith((*HEAD, "piste-record"))]
    starts = [begun(now) for now in all_of(record.match)]
    result = [Piece([*head, *lines[accepted[0] : accepted[0] + 3]], at) for at in range(len(head))]
    for number in range(accepted[0], len(lines)):
        if without_blank([lines[number]]):
            last = max(bisect_left(accepted, number) - 1, 0)
            begin = [*head, *starts[last], *without_blank(lines[accepted[last] : number])]
            result.append(Piece([*begin, *without_blank(lines[number : number + 3])], len(begin)))
    return result


def begun(match: Match) -> list[str]:
    """Lines that lead to where a match stands, with nothing before; none for its beginning."""
    if not match.events:
        return []
    lines = [f"- sets up {match.game.position(match.state)}"]
    return [*lines, '- pauses ""'] if match.paused else lines


def all_of(match: Match) -> Iterator[Match]:
    """A match before each of its events."""
    now = match.until(0)
    for event in match.events:
        yield now
        now = now.then(event)


def spread(path: Path, most: int) -> list[Piece]:
    """At most about so many pieces of a record, evenly spread."""
    result = pieces(path)
    return result[:: 1 + len(result) // most]


def refused_or_told_again(damaged: list[str], first: int) -> None:
    """A damaged record is refused at the damage or after it, or every line of it is told again as it stands.

    More may be told than the record said: house rules at their defaults, and what events ended. The lines of the
    head may stand in any order.
    """
    try:
        record = from_lines(damaged)
    except BadRecord as refused:
        wrong, reason = refused.line, str(refused)
    else:
        told_again(damaged, record)
        return
    assert wrong >= first
    assert len(reason) < 800


def told_again(damaged: list[str], record: Record) -> None:
    lines = to_lines(record.match, record.refused)
    told_events = iter(lines)
    events = [line for line in without_blank(damaged)[1:] if not line.startswith(HEAD)]
    assert [line for line in events if line not in told_events] == []
    assert {line for line in without_blank(damaged)[1:] if line.startswith(HEAD)} <= set(lines)


@each("path", RECORDS)
def test_a_record_can_begin_anywhere(path: Path) -> None:
    """What the other tests damage is right as it stands."""
    for piece in pieces(path):
        told_again(piece.lines, from_lines(piece.lines))


@each("damage", DAMAGES)
def test_a_damaged_line_is_refused_or_means_what_it_says(damage: str) -> None:
    for piece in chain.from_iterable(spread(path, MOST) for path in RECORDS):
        wrong = DAMAGES[damage](piece.lines[piece.at])
        refused_or_told_again([*piece.lines[: piece.at], wrong, *piece.lines[piece.at + 1 :]], piece.at + 1)


@each("path", RECORDS)
def test_damaged_lines_are_refused_or_mean_their_text(path: Path) -> None:
    for piece in pieces(path):
        before, line, after = piece.lines[: piece.at], piece.lines[piece.at], piece.lines[piece.at + 1 :]
        for damaged in (after, [line, line, *after], [*after[:1], line, *after[1:]]):
            refused_or_told_again([*before, *damaged], piece.at + 1)


@each("path", RECORDS)
def test_strange_lines_are_refused_wherever_they_stand(path: Path) -> None:
    for piece in spread(path, 8):
        for line in STRANGE:
            refused_or_told_again([*piece.lines[: piece.at], line], piece.at + 1)


@each("path", RECORDS)
def test_a_record_cut_anywhere_is_refused_or_an_unfinished_match(path: Path) -> None:
    for piece in spread(path, MOST):
        line = piece.lines[piece.at]
        for end in range(len(line)):
            refused_or_told_again([*piece.lines[: piece.at], line[:end]], 1)


@each("path", RECORDS)
def test_a_position_with_something_changed_is_refused_or_told_again(path: Path) -> None:
    rng = random.Random(3)
    for piece in spread(path, 40):
        if piece.lines[piece.at - 1].startswith("- sets up "):
            position = json.loads(piece.lines[piece.at - 1].removeprefix("- sets up "))
            for _ in range(5):
                wrong = f"- sets up {json.dumps(changed(position, rng))}"
                refused_or_told_again(
                    [*piece.lines[: piece.at - 1], wrong, *piece.lines[piece.at :]], piece.at
                )


def changed(value: Any, rng: random.Random) -> Any:
    """A JSON value with one thing in it replaced, left out or doubled."""
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        rest = {name: first for name, first in value.items() if name != key}
        return rng.choice([rest, value | {"zzz": 1}, *[value | {key: changed(value[key], rng)}] * 4])
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        before, first, after = value[:at], value[at], value[at + 1 :]
        return rng.choice([[*before, *after], [*value, first], *[[*before, changed(first, rng), *after]] * 4])
    near = [value + 1, value - 1] if type(value) is int else []
    return rng.choice([*near, None, -1, 0, 99, 10**30, 0.5, True, "", "x", [], {}, [1], float("nan")])


@each("path", RECORDS)
@each("end", ["\r\n", "\n", ""])
def test_line_ends_do_not_matter(path: Path, end: str) -> None:
    lines = read(path)
    assert from_lines([line + end for line in lines]) == from_lines(lines)


@each(
    "first",
    [
        "piste-record 0",
        "piste-record 3",
        "piste-record",
        "piste-record 2 ",
        "\ufeffpiste-record 2",
        "",
        "# piste-record 2",
    ],
)
def test_another_version_is_refused(first: str) -> None:
    with pytest.raises(BadRecord, match="line 1: expected 'piste-record 2'"):
        from_lines([first, *read(RECORDS[0])[1:]])


@settings(max_examples=40)
@given(data=st.data())
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_bytes_break_the_reader(game: type[AnyGame], data: st.DataObject) -> None:
    """Whatever stands in the place of a golden record's line, there is no other error than BadRecord."""
    path = data.draw(st.sampled_from([path for path in RECORDS if f"game {game.name}" in read(path)]))
    piece = data.draw(st.sampled_from(pieces(path)))
    line = data.draw(st.text(max_size=30) | st.from_regex(EVENT) | st.from_regex(WORD))
    refused_or_told_again([*piece.lines[: piece.at], line, *piece.lines[piece.at + 1 :]], 1)
