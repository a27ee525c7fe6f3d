"""`piste referee` and `piste replay` from the outside."""

import json
import re
from pathlib import Path

from click.testing import CliRunner, Result
from each import each

from webui.cli import main

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))
GOOD = '{"id": "é", "game": "royal", "kind": "tie", "input": {"results": [7, 12, 7]}}'


def referee(text: bytes) -> Result:
    return CliRunner().invoke(main, ["referee"], input=text)


def test_answers_come_in_order_and_blank_lines_are_passed_over() -> None:
    shown = referee(f"{GOOD}\n\n  \n{GOOD.replace('é', 'b')}".encode())
    assert shown.exit_code == 0
    assert [json.loads(line)["id"] for line in shown.stdout.splitlines()] == ["é", "b"]
    assert "é" in shown.stdout


def test_a_bad_line_is_answered_and_the_run_goes_on() -> None:
    shown = referee(b'{"id": 1\n\xff\xfe\n' + GOOD.encode() + b'\n{"id": "x", "game": "chess"}\n')
    answers = [json.loads(line) for line in shown.stdout.splitlines()]
    assert shown.exit_code == 1
    assert [sorted(answer) for answer in answers] == [["error", "id"]] * 2 + [
        ["answer", "id"],
        ["error", "id"],
    ]
    assert [answer["id"] for answer in answers] == [None, None, "é", "x"]


def test_half_a_surrogate_pair_is_handed_back() -> None:
    shown = referee(GOOD.replace("é", "\\ud800").encode())
    assert json.loads(shown.stdout)["id"] == "\ud800"


def test_no_question_is_no_error() -> None:
    assert (referee(b"").exit_code, referee(b"").stdout) == (0, "")


@each("path", RECORDS)
def test_replay_tells_the_story(path: Path) -> None:
    shown = CliRunner().invoke(main, ["replay", "--language", "en", str(path)])
    assert shown.exit_code == 0
    lines = shown.stdout.splitlines()
    assert lines[-1].startswith("Every verdict is right: ")
    assert lines[-1].endswith("refused; the match is over.")
    refused = re.findall(r", refused: (\w+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert [line.rpartition("[")[2].rstrip("]") for line in lines if " Refused: " in line] == refused
    assert refused


def test_replay_names_the_line_that_cannot_be_right(tmp_path: Path) -> None:
    record = tmp_path / "wrong.txt"
    lines = RECORDS[0].read_text(encoding="utf-8").splitlines()
    index = next(number for number, line in enumerate(lines) if " plays " in line)
    lines[index] = "1 plays 9"
    record.write_text("\n".join(lines), encoding="utf-8")
    shown = CliRunner().invoke(main, ["replay", str(record)])
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert f"line {index + 1}: " in shown.stderr


def test_replay_tells_a_persons_word_in_one_sentence(tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    lines = [
        "piste-record 1", "game occe_child", 'player 1 seat 1 "Léa"', "", "1 throws 6 2",
        "1 shows seat-1/slot-7 closed, refused: not_the_dice", "1 shows seat-1/slot-7 closed", "1 throws 6 2",
    ]  # fmt: skip
    record.write_text("\n".join(lines), encoding="utf-8")
    shown = CliRunner().invoke(main, ["replay", "--language", "en", str(record)])
    assert shown.exit_code == 0, shown.output
    printed = shown.stdout.splitlines()
    assert printed[2].startswith("  In Léa's turn the table shows seat-1/slot-7 closed. Refused: With 6 and 2,")
    assert printed[2].endswith("[not_the_dice]")
    assert printed[3] == "  In Léa's turn a person says how it stands: seat-1/slot-7 closed."
    assert printed[-1] == "Every verdict is right: 3 events, 1 refused; the match is not over."


def test_replay_refuses_what_is_no_text(tmp_path: Path) -> None:
    record = tmp_path / "picture.jpg"
    record.write_bytes(b"\xff\xd8")
    shown = CliRunner().invoke(main, ["replay", str(record)])
    assert shown.exit_code == 1
    assert "expected UTF-8 text" in shown.stderr
