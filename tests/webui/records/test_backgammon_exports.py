"""Matches of backgammon as .mat and SGF, opened again by GNU Backgammon and by SGF's grammar."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from backgammon_matches import ELSEWHERE, INTERNATIONAL, played
from each import each
from sgfmill import sgf_grammar

from referee.core import Left, Paused, Placed, Replaced, Roll, SetUp
from referee.games import profile
from referee.games.arrows import ManMove, Play, Say
from referee.games.backgammon import Backgammon
from referee.match import Match
from referee.record import Record
from webui.records import backgammon_mat, backgammon_sgf
from webui.records.backgammon import CannotTell
from webui.records.files import read_record

HOUSES = {
    **ELSEWHERE,
    "no doubling die": Backgammon(**INTERNATIONAL, games=1, cube=False),
    "leaflet": Backgammon(games=1),
}
DOUBLES = {"double", "take", "drop"}


@dataclass(frozen=True)
class Game:
    """One game as another reader understands it; the steps of a play in any order."""

    info: dict[str, str]
    players: tuple[str, str]
    rules: str
    result: str
    turns: tuple[tuple[str, ...], ...]


WITHOUT_DATABASE = re.compile(r"\*\*\*WARNING\*\*\*\s+GNU Backgammon will not use the two-sided bearoff.*?README", re.S)
"""What it says at its start where Debian's package has not worked out a database, which nothing here needs."""
Gnubg = Callable[[dict[str, str]], dict[str, list[Game]]]


@pytest.fixture
def gnubg(tmp_path: Path, gnubg_says: Callable[..., str]) -> Gnubg:
    """Opens files (name -> text) with GNU Backgammon and reads what it then knows of them."""
    def opened(files: dict[str, str]) -> dict[str, list[Game]]:
        commands: list[str] = []
        for name, text in files.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
            kind = "import mat" if name.endswith(".mat") else "load match"
            commands += [f"{kind} {tmp_path / name}", f"save match {tmp_path / name}.again"]
        output = WITHOUT_DATABASE.sub("", gnubg_says(*commands))
        assert [line for line in output.splitlines() if re.search("warn|invalid|unrec|error", line, re.I)] == []
        return {name: sgf_games((tmp_path / f"{name}.again").read_bytes()) for name in files}

    return opened


def sgf_games(text: bytes) -> list[Game]:
    """The games of an SGF file, by sgfmill's grammar."""
    games = []
    for tree in sgf_grammar.parse_sgf_collection(text):
        assert tree.children == []
        root, *nodes = tree.sequence
        assert (root["FF"], root["GM"]) == ([b"4"], [b"6"])
        games.append(
            Game(
                dict(value.decode().split(":") for value in root["MI"]),
                (named(root["PW"]), named(root["PB"])),
                named(root.get("RU", [b""])),
                named(root.get("RE", [b""])),
                tuple(turn for node in nodes for turn in turns(node)),
            )
        )
    return games


def named(values: list[bytes]) -> str:
    return re.sub(rb"\\(.)", rb"\1", values[0]).decode("utf-8", "replace")


def turns(node: dict[str, list[bytes]]) -> list[tuple[str, ...]]:
    """What a node does; not whose turn it is, for GNU Backgammon writes positions as White sees them."""
    result = []
    for who in ("W", "B"):
        for value in node.get(who, []):
            text = value.decode()
            steps = [text[at : at + 2] for at in range(2, len(text), 2)]
            result.append((who, text) if text in DOUBLES else (who, text[:2], *sorted(steps)))
    for key in ("AW", "AB", "CV", "CP", "DI"):
        if key in node:
            result.append((key, *sorted(value.decode() for value in node[key])))
    return result


def match_of(*texts: str, game: Backgammon = HOUSES["match"], names: tuple[str, str] = ("Léa", "Max")) -> Match:
    """A match of throws ("6 4"), plays ("24/18+18/14") and words ("double")."""
    match = Match(game, (1, 2), names)
    for text in texts:
        dice = re.fullmatch("[1-6]( [1-6])?", text)
        event = Roll(tuple(int(die) for die in text.split())) if dice else game.from_text(text)
        match = match.then(event)
    return match


BEGUN = ("3", "1", "8/5+6/5", "6 4", "24/18+18/14")
DROPPED = (*BEGUN, "double", "refuse")
SECOND = ("5", "6", "24/18+18/13", "6 6", "24/18+24/18+13/7+13/7", "double", "accept", "5 1", "13/8+6/5")

MAT = """\
; [Site "Piste"]
; [Variation "Backgammon"]
; [Crawford "Off"]
; Zoé plays on for player 2.

 3 point match

 Game 1
 Léa : 0                         Max : 0
  1) 31: 8/5 6/5                 64: 24/18 18/14
  2)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Léa : 1                         Max : 0
  1)                             65: 24/18 18/13
  2) 66: 24/18 24/18 13/7 13/7    Doubles => 2
  3)  Takes                      51: 13/8 6/5
"""

SGF = """\
(;FF[4]GM[6]CA[UTF-8]AP[Piste:1]MI[length:3][game:0][ws:0][bs:0]PW[Léa]PB[Max]RE[W+1]GC[Zoé plays on for player 2.]
;W[31hefe]
;B[64aggk]
;W[double]
;B[drop])
(;FF[4]GM[6]CA[UTF-8]AP[Piste:1]MI[length:3][game:1][ws:1][bs:0]PW[Léa]PB[Max]
;B[65aggl]
;W[66xrxrmgmg]
;B[double]
;W[take]
;B[51lqst])
"""


def test_a_match_line_by_line() -> None:
    match = match_of(*DROPPED, *SECOND).then(Replaced(1, "Zoé")).then(Paused("vendredi"))
    assert backgammon_mat.to_text(Record(match)) == MAT
    assert backgammon_sgf.to_text(Record(match)) == SGF


def test_another_reader_finds_the_same_in_both(gnubg: Gnubg) -> None:
    read = gnubg({"short.mat": MAT, "short.sgf": SGF})
    assert [game.turns for game in read["short.mat"]] == [game.turns for game in read["short.sgf"]]
    assert [game.turns for game in read["short.sgf"]] == [game.turns for game in sgf_games(SGF.encode())]
    assert read["short.mat"][0].turns[0] == ("W", "31", "fe", "he")
    assert [game.result for game in read["short.mat"]] == ["W+1", ""]


@pytest.mark.parametrize("house", HOUSES)
def test_random_matches_are_read_back_turn_by_turn(house: str, gnubg: Gnubg) -> None:
    game = HOUSES[house]
    records = [played(game, seed) for seed in range(3)]
    files = {f"{seed}.sgf": backgammon_sgf.to_text(record) for seed, record in enumerate(records)}
    if house != "leaflet":
        files |= {f"{seed}.mat": backgammon_mat.to_text(record) for seed, record in enumerate(records)}
    read = gnubg(files)
    for seed, record in enumerate(records):
        ours = sgf_games(files[f"{seed}.sgf"].encode())
        assert read[f"{seed}.sgf"] == ours
        assert len(ours) == len(record.match.state.results)
        for mine, other in zip(ours, read.get(f"{seed}.mat", ours), strict=True):
            assert (other.info, other.players, other.turns) == (mine.info, mine.players, mine.turns)
            # For single games .mat holds no rule: GNU Backgammon plays them with Jacoby's.
            assert other.result == mine.result or house == "no doubling die"


def test_a_whole_game_by_the_leaflet_is_read_back(gnubg: Gnubg, checkout: Path) -> None:
    record = read_record(checkout / "tests/referee/records/backgammon-two-doubles.txt")
    text = backgammon_sgf.to_text(record)
    (game,) = gnubg({"a.sgf": text})["a.sgf"]
    assert [game] == sgf_games(text.encode())
    assert game.result == "W+4"
    assert [turn for turn in game.turns if turn[1] in DOUBLES] == [
        ("B", "double"), ("W", "take"), ("W", "double"), ("B", "take"),
    ]  # fmt: skip


@each("house", HOUSES)
def test_every_turn_of_a_match_is_told(house: str) -> None:
    record = played(HOUSES[house], 7)
    events = record.match.events
    written_turns = [turn for game in sgf_games(backgammon_sgf.to_text(record).encode()) for turn in game.turns]
    assert sum(turn[1] in DOUBLES for turn in written_turns) == sum(isinstance(event, Say) for event in events)
    assert sum(len(turn) > 2 for turn in written_turns) == sum(isinstance(event, Play) for event in events)
    results = [game.result for game in sgf_games(backgammon_sgf.to_text(record).encode())]
    assert results == [f"{'WB'[result.winner]}+{result.points}" for result in record.match.state.results]


def test_only_another_game_cannot_be_told_at_all() -> None:
    record = Record(Match(profile("OCCE enfant"), (1,), ("Léa",)))
    for form in (backgammon_mat, backgammon_sgf):
        with pytest.raises(CannotTell, match="expected a match of backgammon; got one of occe_child"):
            form.to_text(record)


def test_only_sgf_holds_a_pass_required_by_the_leaflet(gnubg: Gnubg) -> None:
    record = played(HOUSES["leaflet"], 2)
    with pytest.raises(
        CannotTell, match=r"^game 1, turn [0-9]+: .* got a pass by the leaflet's rule \(sgf tells it\)"
    ):
        backgammon_mat.to_text(record)
    text = backgammon_sgf.to_text(record)
    passes = re.findall(r";[WB]\[[1-6]{2}\]C\[No play by the rule of the leaflet.\]", text)
    assert passes
    assert gnubg({"a.sgf": text})["a.sgf"] == sgf_games(text.encode())


def set_up(position: str) -> Match:
    return Match(HOUSES["match"], (1, 2), ("Léa", "Max")).then(SetUp(position))


FAR_ON = '"white": {"bar": 1, "6": 12, "off": 2}, "black": {"24": 1, "3": 13, "off": 1}, "player": 2'


FAR_ON_MEN = "PL[B]AE[a:y]AW" + "[f]" * 12 + "[y]AB" + "[v]" * 13 + "[a]"
PLACED = Placed((("arrow-8", "white x 3"), ("arrow-5", "white x 1")))
PUT = Placed((*PLACED.spaces, ("turn", "black")))


@pytest.mark.parametrize(
    ("match", "nodes"),
    [
        (set_up(f'{{{FAR_ON}, "cube": 4, "owner": 1}}'), f"CV[4]\n;CP[w]\n;{FAR_ON_MEN}"),
        (set_up(f"{{{FAR_ON}}}"), FAR_ON_MEN),
        (set_up(f'{{{FAR_ON}, "dice": [1, 2]}}'), f"{FAR_ON_MEN}\n;PL[B]DI[21]"),
        (
            set_up(f'{{{FAR_ON}, "asked": "double"}}').then(Say("accept")),
            f"{FAR_ON_MEN}\n;B[double]\n;W[take]",
        ),
        (
            match_of(*BEGUN).then(PLACED),
            "PL[W]AE[a:y]AW[e][f][f][f][f][h][h][h][m][m][m][m][m][x][x]"
            "AB[s][s][s][s][s][q][q][q][l][l][l][l][l][k][a]",
        ),
        (
            match_of(*BEGUN).then(PUT).then(Roll((3, 1))).then(Play((ManMove(13, 10), ManMove(10, 9)))),
            "PL[B]AE[a:y]AW[e][f][f][f][f][h][h][h][m][m][m][m][m][x][x]"
            "AB[s][s][s][s][s][q][q][q][l][l][l][l][l][k][a]\n;B[31loop]",
        ),
    ],
    ids=["doubling die", "throw due", "play due", "answer due", "corrected", "and played on"],
)
def test_men_put_by_hand_are_told_in_sgf_alone(match: Match, nodes: str, gnubg: Gnubg) -> None:
    with pytest.raises(CannotTell, match="got men put by hand"):
        backgammon_mat.to_text(Record(match))
    text = backgammon_sgf.to_text(Record(match))
    assert f"\n;{nodes})" in text
    assert gnubg({"a.sgf": text})["a.sgf"] == sgf_games(text.encode())


def test_points_given_before_the_first_game_are_its_score(gnubg: Gnubg) -> None:
    match = Match(HOUSES["match, Crawford"], (1, 2), ("Léa", "Max"), handicaps=(4, 1))
    for event in (Roll((6,)), Roll((1,))):
        match = match.then(event)
    files = {"a.mat": backgammon_mat.to_text(Record(match)), "a.sgf": backgammon_sgf.to_text(Record(match))}
    for (game,) in (*gnubg(files).values(), sgf_games(files["a.sgf"].encode())):
        assert (game.info["ws"], game.info["bs"], game.rules) == ("4", "1", "Crawford:CrawfordGame")


def test_who_leaves_has_resigned(gnubg: Gnubg) -> None:
    record = Record(match_of(*BEGUN, "double", "accept").then(Left(0)))
    files = {"a.mat": backgammon_mat.to_text(record), "a.sgf": backgammon_sgf.to_text(record)}
    assert "Game 1 ended because player 1 left." in files["a.mat"]
    for (game,) in gnubg(files).values():
        assert game.result == "B+2R"


def test_what_counts_otherwise_elsewhere_is_said() -> None:
    """A backgammon after a man was borne off counts three times in the leaflet, once elsewhere."""
    start = '{"white": {"2": 1, "off": 14}, "black": {"24": 1, "6": 13, "off": 1}, "player": 1}'
    match = Match(HOUSES["leaflet"], (1, 2), ("Léa", "Max")).then(SetUp(start)).then(Roll((6, 5)))
    text = backgammon_sgf.to_text(Record(match.then(match.game.legal(match.state)[0])))
    assert "RE[W+3]" in text
    assert "Game 1 counts 3 by the rules of the house; others count 1." in text


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "Léa : 3",
        "a]b",
        "back\\slash",
        "x" * 60,
        "é" * 40,
        "1 : 2 ; (",
        "a\nb",
        "; [Player",
        "\ud800",
        "0",
    ],
)
def test_any_name_can_be_read(name: str, gnubg: Gnubg) -> None:
    record = Record(match_of(*BEGUN, names=(name, "Max")))
    files = {"a.mat": backgammon_mat.to_text(record), "a.sgf": backgammon_sgf.to_text(record)}
    (ours,) = sgf_games(files["a.sgf"].encode())
    assert ours.players[0].split() == name.replace("\ud800", " ").split()
    for (game,) in gnubg(files).values():
        assert game.players[1] == "Max"
        assert game.turns == ours.turns
