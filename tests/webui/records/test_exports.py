"""Records as JSON and as tables, opened again by other readers."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from python_calamine import CalamineWorkbook

from referee.core import Left, Paused, Placed, Replaced, Resumed, Roll
from referee.games import GAMES, profile
from referee.match import Match
from referee.record import Record, from_lines, to_lines
from webui.records import sheets, whole
from webui.records.files import read_record
from webui.records.sheets import Sheet
from webui.records.spreadsheet import to_csv, to_ods
from webui.table.values.languages import LANGUAGES
from webui.words import words

RECORDS = sorted((Path(__file__).parents[2] / "referee" / "records").glob("*.txt"))
FORMULA = ("=", "+", "-", "@")
FR, EN = words("fr"), words("en")


@pytest.fixture(params=RECORDS, ids=lambda path: path.stem)
def record(request: pytest.FixtureRequest) -> Record:
    return read_record(request.param)


@pytest.fixture
def broken_off() -> Record:
    """A match of three with a handicap, a pause, a player replaced, another who leaves, and a person's word."""
    match = Match(profile("OCCE adulte"), (1, 2, 4), ("Léa", "Max", "=1+1"), handicaps=(0, 1, 0))
    for event in (
        Roll((4, 5)), Placed((("seat-1/slot-9", "closed"),)), Paused("vendredi"), Resumed(),
        Replaced(1, "Zoé"), Left(2),
    ):  # fmt: skip
        match = match.then(event)
    return Record(match)


def lines_of(values: dict[str, Any]) -> list[str]:
    """The record's own lines, from nothing but its JSON."""
    head = ["piste-record 2", f"game {values['game']}"]
    head += [f"profile {values['profile']}"] if values["profile"] else []
    head += [f"option {name} {json.dumps(value)}" for name, value in values["options"].items()]
    for player in values["players"]:
        name = json.dumps(player["name"], ensure_ascii=not player["name"].isprintable())
        given = f" handicap {player['handicap']}" if player["handicap"] else ""
        head.append(f"player {player['player']} seat {player['seat']} {name}{given}")
    lines = [*head, ""]
    for event in values["events"]:
        refused = f", refused: {event['refused']['rule']}" if event["refused"] else ""
        lines.append(f"{event['player'] or '-'} {event['text']}{refused}")
        lines += [f"= {outcome}" for outcome in event["outcomes"]]
    return lines


def test_json_holds_the_whole_record(record: Record) -> None:
    values = json.loads(whole.to_text(record))
    assert lines_of(values) == list(to_lines(record.match, record.refused))
    assert from_lines(lines_of(values)) == record
    assert (values["format"], values["version"]) == ("piste-record-json", 1)
    assert values["over"] is True
    assert (
        values["events"][-1]["scores"] == values["scores"] == list(record.match.game.scores(record.match.state))
    )
    assert values["winners"] == [player + 1 for player in record.match.game.winners(record.match.state)]


def test_json_says_why_something_was_refused_in_every_language(record: Record) -> None:
    refused = [event["refused"] for event in json.loads(whole.to_text(record))["events"] if event["refused"]]
    assert refused
    for wrong in refused:
        assert set(wrong) == {"rule", "values", "reason"}
        assert set(wrong["reason"]) == set(LANGUAGES)
        assert all(len(sentence) > 5 for sentence in wrong["reason"].values())


def test_json_tells_what_no_game_knows(broken_off: Record) -> None:
    values = json.loads(whole.to_text(broken_off))
    assert [(event["kind"], event["player"], event["values"]) for event in values["events"]] == [
        ("throw", 1, {"dice": [4, 5]}),
        ("look", 1, {"spaces": {"seat-1/slot-9": "closed"}}),
        ("pause", None, {"note": "vendredi"}),
        ("resume", None, {"note": ""}),
        ("replace", 2, {"name": "Zoé"}),
        ("leave", 3, {}),
    ]
    assert values["players"][1] == {"player": 2, "name": "Max", "seat": 2, "handicap": 1}
    assert from_lines(lines_of(values)) == broken_off


@each("game", GAMES)
def test_a_position_set_up_by_hand_is_told_as_json(game: Any) -> None:
    house, seats = game(), tuple(range(1, game.player_range[0] + 1))
    start = house.start(seats)
    lines = to_lines(Match(house, seats, ("a",) * len(seats)))
    record = from_lines([*lines, f"- sets up {house.position(start)}"])
    (event,) = whole.to_json(record)["events"]
    assert (event["kind"], event["player"]) == ("set_up", None)
    assert event["values"]["position"] == json.loads(house.position(start))


def test_half_a_surrogate_pair_in_a_name_can_be_written() -> None:
    text = whole.to_text(Record(Match(profile("OCCE enfant"), (1,), ("a\ud800",))))
    assert json.loads(text.encode())["players"][0]["name"] == "a\ud800"


def test_the_scores_of_a_series() -> None:
    records = [
        (path.stem, read_record(path))
        for path in RECORDS
        if path.stem in ("occe-child-two-games", "royal-play-off")
    ]
    sheet = sheets.scores(EN, records)
    assert sheet.head == (
        "Record", "Game", "Player", "Place", "Handicap", "Game 1", "Game 2", "Total", "Winner",
    )  # fmt: skip
    assert [row[2:] for row in sheet.rows] == [
        ("Léa", 1, 0, 18, 13, 31, ""),
        ("Max", 3, 0, 17, 10, 27, "yes"),
        ("Inès", 1, 0, 35, None, 35, ""),
        ("Jules", 2, 0, 17, None, 17, "yes"),
        ("Kim", 3, 0, 17, None, 17, ""),
    ]


def test_a_touched_man_stands_with_the_throw_and_the_move() -> None:
    record = read_record(next(path for path in RECORDS if path.stem == "jacquet-postillon"))
    rows = [row for row in sheets.turns(EN, [("a", record)]).rows if "touches" in str(row[4])]
    assert (rows[0][2], rows[0][3]) == ("Léa", "3 1")
    assert all(re.fullmatch(r"(\w+) touches .*\. \1 .*\.", str(row[4])) for row in rows)


@each("game", [game.name for game in GAMES])
def test_every_game_that_has_ended_has_its_column(game: str) -> None:
    for path in RECORDS:
        record = read_record(path)
        if record.match.game.name != game:
            continue
        sheet = sheets.scores(EN, [("a", record)])
        text = path.read_text(encoding="utf-8")
        ended = re.findall(r"^= (?:game|round) ([0-9]+): |^= [0-9]+ wins, party ([0-9]+)", text, re.MULTILINE)
        columns = [name for name in sheet.head if name.startswith("Game ")]
        assert columns == [f"Game {number or party}" for number, party in ended]
        winners = record.match.game.winners(record.match.state)
        assert [row[-1] for row in sheet.rows].count("yes") == len(winners) > 0


def test_the_points_of_a_game_that_counts_for_its_winner() -> None:
    (path,) = (path for path in RECORDS if path.stem == "backgammon-two-doubles")
    sheet = sheets.scores(EN, [("a", read_record(path))])
    assert [row[2:] for row in sheet.rows] == [("Léa", 1, 0, 4, 4, "yes"), ("Max", 2, 0, 0, 0, "")]


def test_the_turns_of_a_match() -> None:
    record = read_record(next(path for path in RECORDS if path.stem == "occe-child-two-games"))
    sheet = sheets.turns(EN, [("a", record)])
    assert sheet.rows[1] == (
        "a", 2, "Léa", "5 2", "Léa closes 2 and 5.", "",
        "Léa closes 1 and 8. With 5 and 2, you can close 5 and 2, or 7: you closed 1 and 8, that makes 9.", 29, 45,
    )  # fmt: skip
    assert sheet.rows[4][2:] == (
        "Léa", "4 6", "", "Léa stops at 18 points. With these dice you can close nothing more.", "", 18, 45,
    )  # fmt: skip
    assert sheet.rows[-1][5] == (
        "Max stops at 10 points. With these dice you can close nothing more. "
        "Game 2: Léa 13, Max 10. Max wins! The match is over: Max wins it!"
    )


def test_every_turn_has_its_row(record: Record) -> None:
    sheet = sheets.turns(FR, [("a", record)])
    thrown = [" ".join(map(str, event.dice)) for event in record.match.events if isinstance(event, Roll)]
    assert [row[3] for row in sheet.rows if row[3]] == thrown
    assert [row[1] for row in sheet.rows] == list(range(1, len(sheet.rows) + 1))
    assert len({len(row) for row in (sheet.head, *sheet.rows)}) == 1
    assert sum(len(row[6]) > 0 for row in sheet.rows) <= len(record.refused)
    assert any(row[6] for row in sheet.rows)


def test_what_happens_between_turns_has_a_row_of_its_own(broken_off: Record) -> None:
    rows = sheets.turns(EN, [("a", broken_off)]).rows
    assert [row[2:5] for row in rows] == [
        ("Léa", "4 5", "In Léa's turn a person says how it stands: seat-1/slot-9 closed."),
        ("", "", "Pause. (vendredi)"),
        ("", "", "The game goes on."),
        ("Max", "", "Zoé plays on for Max."),
        ("=1+1", "", "=1+1 leaves the match for good."),
    ]
    assert [row[2] for row in sheets.scores(EN, [("a", broken_off)]).rows] == ["Léa", "Max → Zoé", "=1+1"]


def test_csv_opens_with_accents_and_in_columns(record: Record) -> None:
    sheet = sheets.scores(FR, [("partie", record)])
    for language, mark in (("fr", ";"), ("en", ",")):
        written = to_csv(sheet, language)
        assert written.startswith(b"\xef\xbb\xbf")
        rows = list(csv.reader(io.StringIO(written.decode("utf-8-sig"), newline=""), delimiter=mark))
        assert rows == [
            ["" if cell is None else str(cell) for cell in row] for row in (sheet.head, *sheet.rows)
        ]


def test_ods_opens_in_another_reader(record: Record) -> None:
    written = [sheets.scores(FR, [("partie", record)]), sheets.turns(FR, [("partie", record)])]
    book = CalamineWorkbook.from_filelike(io.BytesIO(to_ods(written, "fr")))
    assert book.sheet_names == [sheet.title for sheet in written]
    for number, sheet in enumerate(written):
        rows = book.get_sheet_by_index(number).to_python()
        assert rows == [["" if cell is None else cell for cell in row] for row in (sheet.head, *sheet.rows)]


WILD = (
    "=1+1",
    "+33",
    "-5",
    "@SUM(A1)",
    " =1",
    "\t=1",
    "\r=1",
    "＝1",
    'a"b;c,d',
    "a\nb",
    "a\0b",
    "\ud800",
    "é",
    "' =",
)


@each("name", WILD)
def test_no_name_is_a_formula(name: str) -> None:
    sheet = Sheet("Noms", ("Joueur", "Points"), ((name, -3),))
    for language, mark in (("fr", ";"), ("en", ",")):
        read = io.StringIO(to_csv(sheet, language).decode("utf-8-sig"), newline="")
        (_, (cell, points)) = csv.reader(read, delimiter=mark)
        assert not cell.lstrip().startswith((*FORMULA, "＝"))
        assert points == "-3"
    (cell, points) = (
        CalamineWorkbook.from_filelike(io.BytesIO(to_ods([sheet], "fr"))).get_sheet_by_index(0).to_python()[1]
    )
    assert isinstance(cell, str)
    assert cell.split() == re.sub(r"[\0\ud800]", " ", name).split()
    assert points == -3


@settings(max_examples=50)
@given(text=st.text(max_size=20))
def test_any_text_can_be_written(text: str) -> None:
    sheet = Sheet("Noms", (text, "x"), ((text, 1),))
    (_, (cell, _)) = csv.reader(
        io.StringIO(to_csv(sheet, "fr").decode("utf-8-sig"), newline=""), delimiter=";"
    )
    assert cell == "" or cell.lstrip(" ")[:1] not in FORMULA
    assert (
        CalamineWorkbook.from_filelike(io.BytesIO(to_ods([sheet], "fr")))
        .get_sheet_by_index(0)
        .to_python()[1][1]
        == 1
    )
