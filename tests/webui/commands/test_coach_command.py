"""`piste coach` and `piste fairness` from the outside."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from each import each

from referee.games import GAMES
from referee.games.tiles import TileGame
from referee.record import to_lines
from webui.cli import main
from webui.commands.coach import coached
from webui.records.files import read_record

RECORDS = sorted((Path(__file__).parents[2] / "referee" / "records").glob("*.txt"))
TILE_RECORDS = [path for path in RECORDS if path.stem.startswith(("occe", "royal"))]


def piste(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def output_lines(*arguments: str) -> list[str]:
    shown = piste(*arguments, "--language", "en")
    assert shown.exit_code == 0, shown.output
    return shown.stdout.splitlines()


def test_every_game_of_tiles_has_a_coach() -> None:
    tiles = [game.name for game in GAMES if issubclass(game, TileGame)]
    assert [name for name, coach in coached().items() if coach.module == "tiles"] == tiles


@each("game", coached())
def test_each_game_has_help_with_an_example(game: str) -> None:
    shown = piste("coach", game, "--help")
    assert shown.exit_code == 0, shown.output
    assert f"piste coach {game} " in shown.output.split("Options:")[0]


def test_the_best_closing_for_a_first_reader() -> None:
    assert output_lines("coach", "occe_adult", "--dice", "6,2", "--level", "first") == [
        "Close 8: that is the cleverest.",
        "Whatever you throw next, you can close something.",
    ]


def test_the_whole_frame_is_open_unless_it_is_said_otherwise() -> None:
    everything = output_lines("coach", "royal", "--dice", "6,2")
    assert everything == output_lines("coach", "royal", "--open", "1,2,3,4,5,6,7,8,9", "--dice", "6,2")
    assert everything != output_lines("coach", "royal", "--open", "1,2,3,4,5,6,7,8", "--dice", "6,2")


def test_a_house_rule_changes_the_answer() -> None:
    asked = ("coach", "occe_adult", "--open", "1,2,3", "--level", "nine")
    assert not any("two dice" in line for line in output_lines(*asked))
    assert any("two dice" in line for line in output_lines(*asked, "--option", "one_die=may_at_6"))


@pytest.mark.parametrize("value", ["true", "True"])
def test_a_yes_may_be_written_both_ways(value: str) -> None:
    answer = output_lines("coach", "royal", "--option", f"single_ends={value}", "--json")
    assert json.loads(answer[0])["options"]["single_ends"] is True


def test_json_has_exact_fractions() -> None:
    (line,) = output_lines("coach", "occe_adult", "--open", "1,2,3,4", "--dice", "5", "--json")
    answer = json.loads(line)
    assert [closing["closed"] for closing in answer["closings"]] == [[1, 4], [2, 3]]
    assert answer["closings"][0]["expected_score"]["exact"] == "115/36"
    assert answer["next"]["dice"][0]["p_go_on"] == {"value": 0.5, "exact": "1/2"}


@each(
    ("arguments", "reason"),
    [
        (("occe_adult", "--open", "1,x"), "expected whole numbers such as 1,2,5,9"),
        (("occe_adult", "--open", "1,10"), "expected a list of different tiles from 1 to 9"),
        (("occe_adult", "--open", "1,2", "--dice", "6,2"), "expected 1 dice from 1 to 6"),
        (("occe_adult", "--dice", "6,7"), "expected 2 dice from 1 to 6"),
        (("occe_adult", "--open", "", "--dice", "6"), "everything is closed"),
        (("occe_adult", "--option", "one_die"), "expected NAME=VALUE"),
        (("occe_adult", "--option", "one_die=3"), "one_die: expected 'after_789'"),
        (("chess",), "No such command"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_reason(arguments: tuple[str, ...], reason: str) -> None:
    shown = piste("coach", *arguments)
    assert shown.exit_code == 2
    assert reason in " ".join(shown.stderr.split())


def test_fairness_counts_all_records_together() -> None:
    alone = [json.loads(output_lines("fairness", str(path), "--json")[0])["dice"] for path in TILE_RECORDS]
    together = json.loads(output_lines("fairness", *map(str, TILE_RECORDS), "--json")[0])
    assert together["dice"] == sum(alone) > 0
    assert sum(together["faces"]["counts"].values()) == together["dice"]
    assert together["pairs"]["verdict"] == "too_few"


def test_fairness_leaves_out_what_piste_drew(tmp_path: Path) -> None:
    real, drawn = TILE_RECORDS[0], tmp_path / "practice.txt"
    record = read_record(real)
    drawn.write_text("\n".join(to_lines(record.match, record.refused, drawn=True)), encoding="utf-8")
    shown = piste("fairness", str(real), str(drawn), "--json", "--language", "en")
    assert "left out, for Piste drew the dice: 1" in shown.stderr
    alone = piste("fairness", str(real), "--json", "--language", "en")
    assert json.loads(shown.stdout) == json.loads(alone.stdout)
    assert json.loads(piste("fairness", str(drawn), "--json").stdout)["dice"] == 0


def test_fairness_prints_a_table_and_a_sentence() -> None:
    shown = output_lines("fairness", *map(str, TILE_RECORDS))
    assert [line.split()[0] for line in shown[1:7]] == list("123456")
    assert shown[8].startswith("Of ")
    assert shown[-1].endswith("180 are needed.")


@pytest.mark.parametrize("content", [b"\xff\xd8", b"piste-record 1\ngame chess\n"])
def test_fairness_refuses_what_is_no_record(tmp_path: Path, content: bytes) -> None:
    record = tmp_path / "wrong.txt"
    record.write_bytes(content)
    shown = piste("fairness", str(record))
    assert shown.exit_code == 1
    assert "wrong.txt: " in shown.stderr
