"""Sentences about men on the board of arrows, checked against the counts, and the command that prints them."""

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner, Result
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.coach_arrows import BackgammonCoach, pips
from referee.core import SetUp
from referee.games import GAMES, find
from referee.games.arrows import ArrowGame
from referee.games.backgammon import Backgammon
from referee.games.backgammon.board import START
from webui.cli import main
from webui.coach.arrows import board_lines, board_report
from webui.commands.coach import coached
from webui.table.values.languages import LANGUAGES
from webui.words import words
from webui.words.coach.arrows import entry_lines, pip_lines, shot_lines
from webui.words.coach.tiles import LEVELS

EN = words("en")
GAME = Backgammon()
COACH = BackgammonCoach(GAME)
MIDDLE = (
    '{"white": {"7": 1, "13": 1, "6": 12, "bar": 1}, "black": {"24": 2, "6": 2, "5": 2, "4": 9}, "player": 2}'
)


def standing(position: str) -> Any:
    return GAME.apply(GAME.start((1, 2)), SetUp(position))


def test_every_game_on_the_board_of_arrows_has_a_coach() -> None:
    arrows = [game.name for game in GAMES if issubclass(game, ArrowGame)]
    assert [name for name, coach in coached().items() if coach.module == "arrows"] == arrows


@each(
    ("level", "counts", "sentences"),
    [
        ("first", (167, 167), ("White and Black have equally far to go.",)),
        ("first", (90, 100), ("White is ahead.",)),
        ("first", (101, 100), ("Black is ahead.",)),
        ("nine", (90, 100), ("White still has 90 points to go, Black 100.",)),
        (
            "grown",
            (101, 100),
            ("White still has 101 points to go, Black 100.", "White is behind by 1 point."),
        ),
        ("grown", (167, 167), ("White still has 167 points to go, Black 167.",)),
    ],
)
def test_points_to_go(level: str, counts: tuple[int, int], sentences: tuple[str, ...]) -> None:
    assert pip_lines(EN, level, counts) == sentences


def test_a_lone_man_at_three_levels() -> None:
    """Six arrows before Black's two men with nothing between: 17 of 36, the leaflet's own number."""
    shots = COACH.shots(standing(MIDDLE), 0)
    assert shot_lines(EN, "first", 0, shots)[1] == "White's man alone on 7 is in danger."
    assert shot_lines(EN, "nine", 0, shots)[1] == "Of 36 throws 17 capture White's man alone on 7."
    grown = shot_lines(EN, "grown", 0, shots)
    assert "≈\u00a047.22\u00a0%: 2-2, 3-3, 4-2, 5-1, 6-1, 6-2, 6-3, 6-4, 6-5 and 6-6." in grown
    assert "From 1 it is 6 away: 17 of 36 throws on an empty board." in grown


def test_nobody_alone_and_nobody_in_reach() -> None:
    assert shot_lines(EN, "nine", 1, COACH.shots(standing(MIDDLE), 1)) == ("Black has no man alone.",)
    passed = standing('{"white": {"7": 1, "off": 14}, "black": {"6": 1, "off": 14}, "player": 1}')
    assert shot_lines(EN, "first", 0, COACH.shots(passed, 0)) == (
        "White's man alone on 7 is safe for this throw.",
    )


@each(
    ("waiting", "held", "first", "nine"),
    [
        (0, 3, (), ()),
        (1, 0, ("White can come in whatever is thrown.",), ("Of 36 throws 36 bring in a man of White.",)),
        (1, 3, ("White will most likely come in.",), ("Of 36 throws 27 bring in a man of White.",)),
        (1, 5, ("White needs luck to come in.",), ("Of 36 throws 11 bring in a man of White.",)),
        (1, 6, ("White cannot come in with this throw.",), ("Of 36 throws 0 bring in a man of White.",)),
        (
            2,
            5,
            ("White needs luck to come in.",),
            ("Of 36 throws 11 bring in a man of White.", "1 brings in all 2."),
        ),
    ],
)
def test_men_that_wait_to_come_in(
    waiting: int, held: int, first: tuple[str, ...], nine: tuple[str, ...]
) -> None:
    """With k arrows open 36 - (6-k)² throws bring one in, k² both, by the international rule for one die."""
    black = {str(n): 2 for n in range(1, held + 1)} | {"13": 1, "off": 14 - 2 * held}
    men = {"white": {"bar": waiting, "11": 15 - waiting}, "black": black, "player": 1}
    game = Backgammon(single="international")
    state = game.apply(game.start((1, 2)), SetUp(json.dumps(men)))
    entry = BackgammonCoach(game).entry(state, 0)
    assert entry_lines(EN, "first", 0, entry) == first
    assert entry_lines(EN, "nine", 0, entry) == nine


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_whatever_stands_is_told_in_whole_sentences(language: str, level: str, data: Any) -> None:
    place = st.sampled_from([*map(str, range(1, 7)), "bar"])
    white, black = (data.draw(st.lists(place, min_size=15, max_size=15)) for _ in range(2))
    men = {
        colour: {name: places.count(name) for name in set(places)}
        for colour, places in (("white", white), ("black", black))
    }
    state = standing(json.dumps({**men, "player": data.draw(st.sampled_from((1, 2)))}))
    sentences = board_lines(words(language), level, GAME, state, (6, 1))
    for line in sentences:
        assert re.fullmatch(r"\S.*[.!]", line)
        assert "%(" not in line
    report = board_report(EN, level, GAME, state)
    assert (report["pips"]["white"], report["pips"]["black"]) == pips(GAME, state)
    for player, side in enumerate(report["players"]):
        assert [shot["of_36"] for shot in side["shots"]] == [
            shots.odds.of_36 for shots in COACH.shots(state, player)
        ]
        assert side["entry"]["waiting"] == men[("white", "black")[player]].get("bar", 0)


def piste(game: str, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["coach", game, *arguments, "--language", "en"])


@pytest.mark.parametrize("game", [name for name, coach in coached().items() if coach.module == "arrows"])
def test_the_command_counts_from_the_start(game: str) -> None:
    answer = json.loads(piste(game, "--json").stdout)
    house = find(game)()
    assert isinstance(house, ArrowGame)
    assert (answer["pips"]["white"], answer["pips"]["black"]) == pips(house, house.start((1, 2)))


def test_the_command_takes_positions_in_both_forms() -> None:
    by_cells = piste("backgammon", "--cells", json.dumps(START), "--level", "nine")
    assert by_cells.stdout == piste("backgammon", "--level", "nine").stdout
    assert by_cells.stdout.startswith("White still has 167 points to go, Black 167.\n")
    assert (
        "17 capture White's man alone on 7"
        in piste("backgammon", "--position", MIDDLE, "--level", "nine").stdout
    )


def test_the_leaflets_openings() -> None:
    assert piste("backgammon", "--dice", "1,2", "--level", "first").stdout.splitlines()[-2:] == [
        "With 2-1 the leaflet recommends 1A-3A-4A to White.",
        "With 2-1 the leaflet recommends 12A-11, 6-5 to White.",
    ]


@each(
    ("arguments", "reason"),
    [
        (("--cells", "[3]"), "expected 28 whole numbers"),
        (("--cells", "["), "expected 28 whole numbers"),
        (("--cells", json.dumps([1] * 28)), "expected"),
        (("--position", "{}", "--cells", "[]"), "--cells: expected without --position"),
        (("--position", '{"white": 3}'), "white: expected an object"),
        (("--dice", "7,1"), "expected two dice from 1 to 6"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_reason(arguments: tuple[str, ...], reason: str) -> None:
    shown = piste("backgammon", *arguments)
    assert shown.exit_code == 2
    assert reason in shown.stderr
