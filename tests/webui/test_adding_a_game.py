"""A game of one file, one line and one row is whole: played, recorded, told, exported, coached, offered and shown.

Without its row, its words, nothing is missing but the words: what docs/architecture.md says of adding a game.
"""

import csv
import json
import random
import re
import shutil
from pathlib import Path

import pytest
from canoga import Canoga, add, add_words
from click.testing import CliRunner

from referee.core import Roll
from referee.games import find
from referee.games.tiles import Close
from referee.match import Match
from referee.record import Record, Refused, from_lines, to_lines
from webui.cli import main
from webui.records.story import story
from webui.site.show.worked import worked
from webui.table.values.languages import LANGUAGES
from webui.table.values.setup import Setup, players_at
from webui.words import words
from webui.words.games.sentences import foul_sentence
from webui.words.offer import games_offered
from webui.words.rules import files, rule_sheet
from workshop.chance import random_event


@pytest.fixture
def canoga(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game with its words."""
    add(monkeypatch)
    add_words(monkeypatch)


@pytest.fixture(params=["words", "no words"])
def either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """The game with its words, and without; True with them."""
    add(monkeypatch)
    if request.param == "words":
        add_words(monkeypatch)
    return bool(request.param == "words")


def played() -> Record:
    """A whole match of two games, and a wrong closing after its first throw."""
    match, rng = Match(find("canoga")(games=2, tie="shared"), (1, 3), ("Léa", "Max")), random.Random(7)
    match = match.then(Roll((6, 3)))
    wrong = Refused(1, Close((1, 2, 6)), "too_many_at_once")
    while not match.game.is_over(match.state):
        match = match.then(random_event(match.game, match.state, rng))
    return Record(match, (wrong,))


@pytest.fixture
def record(either: bool, tmp_path: Path) -> Path:
    """The record of the match, as a file."""
    file, match = tmp_path / "canoga.txt", played()
    file.write_text("\n".join(to_lines(match.match, match.refused)), encoding="utf-8")
    return file


def piste(*arguments: str | Path) -> str:
    shown = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert shown.exit_code == 0, shown.output
    return shown.stdout


def test_it_is_played_recorded_and_read_again(either: bool) -> None:
    match = played()
    lines = to_lines(match.match, match.refused)
    assert from_lines(lines) == match
    assert "1 plays 1+2+6, refused: too_many_at_once" in lines
    assert sum(line.startswith("= match won by ") for line in lines) == 1


@pytest.mark.parametrize(
    ("language", "stopped", "closes", "over"),
    [
        ("fr", r"s’arrête à \d+ point", "Léa ferme ", "Le match est fini"),
        ("en", r"stops at \d+ point", "Léa closes ", "The match is over"),
        ("de", r"hört mit \d+ Punkt", "Léa schließt ", "Das Match ist zu Ende"),
    ],
)
def test_its_story_is_told_to_the_end(
    record: Path, either: bool, language: str, stopped: str, closes: str, over: str
) -> None:
    told = piste("replay", "--language", language, record)
    assert told.splitlines() == list(story(played(), language))
    assert ("Canoga as in the park" if either else "Canoga Park") in told.splitlines()[0]
    stops = rf"= \w+ {stopped}"
    assert re.search(stops if either else r"= [12] stops at \d+, open .*, stuck", told)
    assert closes in told or not either
    assert f"  = {over}" in told


def test_its_refusal_is_told_in_words_or_plainly(either: bool) -> None:
    game = find("canoga")()
    foul = game.broken_rule(game.all_tiles, (6, 3), Close((1, 2, 6)))
    said = "With 6 and 3, close the sum with 2 tiles at most, not 1, 2 and 6."
    plain = "That does not go with the rule “too many at once” (dice: 6 and 3; closed: 1, 2 and 6; most: 2)."
    assert foul_sentence(foul, "en") == (said if either else plain)


def test_its_record_is_exported(record: Path, either: bool) -> None:
    told = json.loads(piste("export", record))
    assert (told["game"], told["over"], told["options"]["most"]) == ("canoga", True, 2)
    rows = list(csv.reader(piste("export", "--format", "csv", "--language", "en", record).splitlines()))
    assert rows[0][-4:] == ["Game 1", "Game 2", "Total", "Winner"]
    for row in rows[1:]:
        assert row[1] == ("Canoga as in the park" if either else "Canoga Park")
        assert int(row[-4]) + int(row[-3]) == int(row[-2])
    turns = piste("export", "--format", "csv", "--sheet", "turns", "--language", "en", record)
    assert len(turns.splitlines()) > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_offered_with_its_house_rules(either: bool, language: str) -> None:
    offered = next(game for game in games_offered(words(language), {"profile": "Canoga Park"}) if game.chosen)
    rule = next(rule for rule in offered.rules if rule.field == "Canoga Park.most")
    assert (offered.name, offered.about) == (
        ("Canoga as in the park", "Few tiles at once.") if either else ("Canoga Park", "")
    )
    assert rule.title == ("How many tiles at once?" if either else "most")
    assert [text for _, text, _ in rule.options] == (["Two", "One", "Three"] if either else ["2", "1", "3"])


def test_it_is_chosen_and_played_on_the_page(either: bool, teacher) -> None:
    name = "Canoga as in the park" if either else "Canoga Park"
    assert name in teacher.words("/new")
    fields = {"profile": "Canoga Park", "seat": ["1", "3"], "games": "1", "canoga.most": "1", "name-1": "Zoé"}
    assert teacher.post("/new", **fields).location == "/"
    assert teacher.live.snapshot().game.name == Canoga.name
    assert name in teacher.words()
    teacher.post("/actions", action="throw", die1="6", die2="2")
    teacher.post("/actions", action="close_tiles", tiles=["6", "2"])
    why = (
        "With 6 et 2, close the sum with 1 tiles at most, not 2 et 6."
        if either
        else "Cela ne va pas avec la règle"
    )
    assert why in teacher.words()
    teacher.post("/actions", action="withdraw")
    teacher.post("/actions", action="close_tiles", tiles=["8"])
    teacher.post("/actions", action="next")
    assert "Zoé ferme 8." in teacher.words()


@pytest.mark.usefixtures("canoga")
def test_it_has_a_coach() -> None:
    assert "canoga" in piste("coach", "--help")
    assert piste("coach", "canoga", "--dice", "6,2", "--language", "en", "--level", "first").startswith(
        "Close "
    )


def test_nobody_knows_it_before(tmp_path: Path) -> None:
    file = tmp_path / "canoga.txt"
    file.write_text('piste-record 2\ngame canoga\nplayer 1 seat 1 "Léa"\n\n1 throws 6 2\n', encoding="utf-8")
    refused = CliRunner().invoke(main, ["replay", str(file)])
    assert refused.exit_code != 0
    assert "line 2" in refused.output or "ligne 2" in refused.output


PAGE = """
[aim]
like = "tiles"

[close]
title = "What you may close"
says = ["Close %(most)s tiles at most.", { when = { most = 1 }, says = "One!" }]
rules = ["too_many_at_once"]

[[close.examples]]
key = "six-and-three"
title = "6 and 3"
position = { open = [[1, 2, 6, 9]] }
steps = [{ throw = [6, 3] }, { try = "1+2+6", breaks = "too_many_at_once" }, { play = "9" }]
score = 9
"""


@pytest.mark.usefixtures("canoga")
def test_the_page_of_its_rules_is_one_file(tmp_path: Path) -> None:
    shutil.copy(files.HERE / "tiles.toml", tmp_path)
    (tmp_path / "canoga.toml").write_text(PAGE, encoding="utf-8")
    sheet = rule_sheet("canoga", tmp_path)
    assert sheet.aim.sentences(words("de"), {}) == rule_sheet("royal").aim.sentences(words("de"), {})
    assert sheet.paragraphs["close"].sentences(words("en"), {"most": 1}) == ("Close 1 tiles at most.", "One!")
    (example,) = sheet.paragraphs["close"].examples
    steps = worked(words("en"), example, Setup("canoga", players_at((1,))))
    assert [step.tone for step in steps] == ["throw", "refused", "played"]
    assert (steps[1].rule, steps[-1].score) == ("too_many_at_once", example.score)


@pytest.mark.usefixtures("canoga")
def test_without_that_file_its_page_says_so_kindly(visitor) -> None:
    assert "Les règles de ce jeu ne sont pas encore racontées ici." in visitor.words("/regles/canoga")
