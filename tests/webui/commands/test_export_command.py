"""`piste export` from the outside."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from each import each
from python_calamine import CalamineWorkbook

from webui.cli import main

RECORDS = Path(__file__).parents[2] / "referee" / "records"
TWO_GAMES = RECORDS / "occe-child-two-games.txt"
BACKGAMMON = RECORDS / "backgammon-two-doubles.txt"
ROYAL = RECORDS / "royal-play-off.txt"


def export(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["export", *(str(argument) for argument in arguments)])


def test_json_is_printed_where_nothing_else_is_said() -> None:
    shown = export(TWO_GAMES)
    assert shown.exit_code == 0
    assert json.loads(shown.stdout)["players"][0]["name"] == "Léa"


@pytest.mark.parametrize("name", ["told.json", "told.csv", "told.ods", "TOLD.ODS"])
def test_the_files_name_tells_the_format(tmp_path: Path, name: str) -> None:
    shown = export(TWO_GAMES, "--out", tmp_path / name)
    assert (shown.exit_code, shown.stdout) == (0, f"{tmp_path / name}\n")
    written = (tmp_path / name).read_bytes()
    begins = {"json": b"{", "csv": b"\xef\xbb\xbf", "ods": b"PK"}
    assert written.startswith(begins[name[-4:].lstrip(".").lower()])


def test_several_records_make_one_table(tmp_path: Path) -> None:
    shown = export(TWO_GAMES, ROYAL, "--out", tmp_path / "all.ods", "--language", "en")
    assert shown.exit_code == 0
    book = CalamineWorkbook.from_path(tmp_path / "all.ods")
    assert book.sheet_names == ["Scores", "Turns"]
    rows = book.get_sheet_by_name("Scores").to_python()
    assert [row[0] for row in rows[1:]] == [TWO_GAMES.stem] * 2 + [ROYAL.stem] * 3


@pytest.mark.parametrize(("sheet", "columns"), [("scores", 9), ("turns", 9)])
def test_csv_holds_the_table_that_is_asked_for(sheet: str, columns: int) -> None:
    shown = export(TWO_GAMES, "--format", "csv", "--sheet", sheet, "--language", "fr")
    rows = list(csv.reader(io.StringIO(shown.stdout_bytes.decode("utf-8-sig")), delimiter=";"))
    assert {len(row) for row in rows} == {columns}
    assert len(rows) == {"scores": 3, "turns": 26}[sheet]


def test_a_match_of_backgammon_is_written_for_other_programs(tmp_path: Path) -> None:
    shown = export(BACKGAMMON, "--out", tmp_path / "match.sgf")
    assert shown.exit_code == 0
    assert (tmp_path / "match.sgf").read_text(encoding="utf-8").startswith("(;FF[4]GM[6]")


@pytest.mark.parametrize(
    ("record", "form", "reason"),
    [
        (ROYAL, "mat", "mat: expected a match of backgammon; got one of royal"),
        (ROYAL, "sgf", "sgf: expected a match of backgammon; got one of royal"),
        (BACKGAMMON, "mat", "got a pass by the leaflet's rule (sgf tells it)"),
    ],
)
def test_what_a_format_cannot_tell_is_refused(record: Path, form: str, reason: str) -> None:
    shown = export(record, "--format", form)
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert reason in shown.stderr


@each(
    ("arguments", "reason"),
    [
        ((TWO_GAMES, ROYAL), "expected one record for json; got 2"),
        ((TWO_GAMES, "--out", "scores.xls"), "a name that ends in .json, .csv"),
        ((TWO_GAMES, "--out", "scores"), "a name that ends in .json, .csv"),
        ((TWO_GAMES, "--format", "json", "--out", TWO_GAMES), "another file than the record"),
        (("nowhere.txt",), "nowhere.txt"),
        (("--format", "csv"), "RECORDS"),
    ],
)
def test_what_cannot_be_is_refused(arguments: tuple[str | Path, ...], reason: str) -> None:
    shown = export(*arguments)
    assert shown.exit_code == 2
    assert reason in shown.stderr


def test_a_record_that_cannot_be_right_is_not_exported(tmp_path: Path) -> None:
    wrong, out = tmp_path / "wrong.txt", tmp_path / "told.json"
    wrong.write_text(
        TWO_GAMES.read_text(encoding="utf-8").replace("throws 4 5", "throws 4 7", 1), encoding="utf-8"
    )
    shown = export(wrong, "--out", out)
    assert (shown.exit_code, out.exists()) == (1, False)
    assert f"{wrong}: line 17: not legal: not_dice" in shown.stderr


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    out = tmp_path / "nowhere" / "told.json"
    shown = export(TWO_GAMES, "--out", out)
    assert shown.exit_code == 1
    assert str(out) in shown.stderr
