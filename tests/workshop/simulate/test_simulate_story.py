"""One simulated game told, and the picture of what the table took for likely."""

from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from workshop.commands.simulate import command
from workshop.simulate.noise import load
from workshop.simulate.story import AROUND, drawn, story

NAMES = {"svg": "http://www.w3.org/2000/svg"}


def test_a_misread_die_is_told_with_what_happened_and_what_was_said_of_it():
    lines, picture = story(load(), "misread", 0)
    said = [line.split() for line in lines]
    fault = next(float(words[0]) for words in said if words[2] == "fault")
    assert {"happened", "told", "fault"} == {words[2] for words in said}
    assert all(abs(float(words[0]) - fault) <= AROUND + 0.1 for words in said)
    assert [float(words[0]) for words in said] == sorted(float(words[0]) for words in said)
    assert len(ElementTree.fromstring(picture).findall("svg:polyline", NAMES)) == 2


def test_shares_of_histories_are_drawn_from_below_to_above():
    root = ElementTree.fromstring(drawn([(0.0, 1.0, 0.0), (5.0, 0.0, 1.0)], 2.0, "missed"))
    told, other = (
        [tuple(map(float, point.split(","))) for point in line.get("points").split()]
        for line in root.findall("svg:polyline", NAMES)
    )
    assert told[0][0] < told[1][0]
    assert told[0][1] < told[1][1]  # less and less probable: lower in the picture
    assert other[0][1] > other[1][1]


def test_the_command_writes_the_picture_and_names_the_kinds(tmp_path):
    file = tmp_path / "belief.svg"
    told = CliRunner().invoke(command, ["story", "unnoticed", "--number", "0", "--svg", str(file)])
    assert told.exit_code == 0, told.output
    assert "unnoticed" in told.output
    assert file.read_text(encoding="utf-8").startswith("<svg")
    wrong = CliRunner().invoke(command, ["story", "thunder"])
    assert wrong.exit_code == 2
    assert "expected one of" in wrong.output


def test_a_game_without_the_fault_says_so():
    with pytest.raises(ValueError, match="expected a game in which doubtful happens"):
        story(load(), "doubtful", 1)
