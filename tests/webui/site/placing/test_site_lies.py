"""“Le plateau est ainsi”: the board of the running game is put as it really lies, and the same game goes on."""

import json
import re
from html import unescape

import pytest
from sent import sent
from touched_table import BY_TOUCH, GOES_ON, NAMES, ON_TRACK, PARTY

from webui.table.values.actions import DealCards, Pause, PlayMove, Throw, Undo
from webui.table.values.setup import Setup, players_at

PAGE = "/correct/board"
FIELDS = (
    re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"'),
    re.compile(r'<input type="radio" name="(turn)" value="([^"]*)" checked'),
)
CHOICES = re.compile(r'name="turn" value="([^"]*)" (?:checked)?>\s*([^<]+)</label>')
SAYS = re.compile(r'id="placing-says"[^>]*>(.*?)</p>', re.DOTALL)
PLAYED = ("jacquet", "backgammon", "trictrac", "tock")
WON = "trictrac fits"
"""The move that lies there wins the match."""
NO_BOARD_YET = "backgammon Crawford"
"""Nobody has thrown in that game of the match."""
LEFT_OUT = (WON, NO_BOARD_YET)
ON_THE_WAY = [one for one in BY_TOUCH if one.startswith(PLAYED) and " over" not in one and one not in LEFT_OUT]
KEPT = ("id", "scores", "totals", "due", "dice", "game", "players", "results")


@pytest.fixture
def teacher(visitor):
    visitor.sign_in()
    return visitor


def begun(teacher, game: str, *deeds, position=None, **options) -> None:
    players = players_at(range(1, 5 if game == "tock" else 3), NAMES)
    setup = Setup(game, players, options=tuple(sorted(options.items())))
    teacher.live.new_game(setup, json.dumps(position) if position else "")
    for deed in deeds:
        teacher.live.act(deed)


def fields(page: str) -> dict[str, str]:
    """The values that the page would send, without the pressed button."""
    form = page[page.index('<form id="placing"') :]
    return {name: unescape(value) for found in FIELDS for name, value in found.findall(form)}


def pressed(teacher, page: str, **more: str):
    return teacher.client.post(PAGE, data={**fields(page), **more})


def tapped(teacher, *spaces: str) -> str:
    """The page once these spaces were tapped, one after the other."""
    page = teacher.page(PAGE)
    for space in spaces:
        page = pressed(teacher, page, tap=space).text
    return page


def says(answer) -> str:
    return " ".join(unescape(SAYS.search(answer.text)[1]).split())


def so(teacher, *spaces: str, **more: str) -> dict:
    """The view after tapping these spaces and confirming the board."""
    answer = pressed(teacher, tapped(teacher, *spaces), begin="1", **more)
    assert answer.location == "/", says(answer)
    return sent(teacher.live.snapshot())


GIVING = {"pawns": ON_TRACK["pawns"], "dealer": 4, "phase": "give", "turn": 1, "hands": [[None] * 5] * 4}
DEAL = tuple(tuple(f"{one} {one} {other} {other} 9".split()) for one, other in ("23", "45", "67", "8A"))
MOVED = {
    "backgammon": ("arrow-6", "arrow-4", "white x 1"),
    "jacquet": ("arrow-12", "arrow-5", "white x 1"),
    "trictrac": ("arrow-1", "arrow-5", "white x 1"),
    "tock": ("base-3", "hole-60", "pawn 3"),
}


@pytest.mark.parametrize("game", PLAYED)
def test_a_corrected_board_continues_the_game_and_can_be_undone(teacher, game: str) -> None:
    begun(teacher, game, *(() if game == "tock" else (Throw((5,)), Throw((2,)), Throw((6, 3)))))
    before = sent(teacher.live.snapshot())
    source, goal, there = MOVED[game]
    after = so(teacher, source, goal)
    assert after["stands"][goal] == there
    assert {key: after.get(key) for key in KEPT} == {key: before.get(key) for key in KEPT}
    page = teacher.page()
    assert "la même partie continue" in unescape(page)
    assert "Le plateau a été remis comme il est vraiment." in unescape(page)
    teacher.clock.now += 1
    teacher.live.act(Undo())
    undone = sent(teacher.live.snapshot())
    assert undone["stands"] == before["stands"]
    assert {key: undone.get(key) for key in KEPT} == {key: before.get(key) for key in KEPT}
    assert "le plateau est comme avant" in unescape(teacher.page())


@pytest.mark.parametrize("state", ON_THE_WAY)
def test_a_board_can_be_corrected_in_every_state(teacher, state: str) -> None:
    BY_TOUCH[state](teacher.live)
    source, goal, there = MOVED[state.split()[0]]
    page = teacher.page(PAGE)
    stood = json.loads(fields(page)["spaces"])
    if stood[source] == "empty":
        source = next(space for space, kind in stood.items() if kind.startswith(("white", "pawn 3")))
    number, scores = teacher.live.snapshot().id, teacher.live.snapshot().scores
    after = so(teacher, source, goal)
    assert (after["stands"][goal].removesuffix(" new").split(" x ")[0], after["id"]) == (there.split(" x ")[0], number)
    assert after["scores"] == scores


def test_a_match_won_by_the_lying_move_is_not_corrected(teacher) -> None:
    BY_TOUCH[WON](teacher.live)
    assert teacher.client.get(PAGE).location == "/correct"


def test_the_page_begins_with_the_current_board(teacher) -> None:
    begun(teacher, "backgammon", Throw((3, 1)), PlayMove("8/5+6/5"), position=GOES_ON)
    page = teacher.page(PAGE)
    stood = json.loads(fields(page)["spaces"])
    assert {space: stood[space] for space in ("arrow-5", "arrow-8")} == {"arrow-5": "white x 2", "arrow-8": "white x 3"}
    assert CHOICES.findall(unescape(page)) == [("as-it-is", "C’est à Max de lancer"), ("1", "C’est à Léa de lancer")]
    teacher.clock.now += 2
    teacher.live.beat()  # the move counts meanwhile, as the page shows it
    page = pressed(teacher, pressed(teacher, page, tap="arrow-6").text, tap="arrow-4").text
    assert pressed(teacher, page, begin="1").location == "/"
    assert sent(teacher.live.snapshot())["due"]["player"] == 2


def test_the_question_who_continues_names_the_throw(teacher) -> None:
    begun(teacher, "backgammon", Throw((3, 1)), position=GOES_ON)
    page = teacher.page(PAGE)
    assert [told.strip() for _, told in CHOICES.findall(unescape(page))] == [
        "Léa joue le lancer qui est là\xa0: 3 et 1",
        "Ce lancer ne compte pas\xa0: Léa relance",
        "C’est à Max de lancer",
    ]
    after = so(teacher, "arrow-6", "arrow-4", turn="2")
    assert (after["due"]["player"], after["due"]["dice"]) == (2, 2)
    assert "ce lancer ne compte plus" in unescape(teacher.page())


@pytest.mark.parametrize(
    ("game", "position", "only"),
    [
        ("jacquet", None, "On lance un dé pour savoir qui commence"),
        ("tock", GIVING, "Les cartes et le tour restent comme ils sont"),
    ],
)
def test_where_nothing_may_be_chosen_one_answer_stands(teacher, game: str, position, only: str) -> None:
    begun(teacher, game, position=position)
    choices = CHOICES.findall(unescape(teacher.page(PAGE)))
    assert [(value, told.strip()) for value, told in choices] == [("as-it-is", only)]


def test_tock_names_the_player_and_unreported_cards(teacher) -> None:
    begun(teacher, "tock", position=ON_TRACK)
    before = sent(teacher.live.snapshot())
    choices = [(value, told.strip()) for value, told in CHOICES.findall(unescape(teacher.page(PAGE)))]
    assert choices == [
        ("as-it-is", "C’est à Léa de jouer"),
        ("2", "C’est à Max de jouer\xa0: Léa a posé une carte sans qu’on le note"),
        ("3", "C’est à Zoé de jouer\xa0: Léa et Max ont posé une carte chacun sans qu’on le note"),
        ("4", "C’est à Tom de jouer\xa0: Léa, Max et Zoé ont posé une carte chacun sans qu’on le note"),
    ]
    after = so(teacher, "base-3", "hole-60", turn="3")
    assert (after["due"]["player"], after["stands"]["hole-60"]) == (3, "pawn 3")
    assert "c’est à quelqu’un d’autre" in unescape(teacher.page())
    assert "c’est à quelqu’un d’autre" in unescape(teacher.page(f"/partie/{after['id']}"))
    teacher.clock.now += 1
    teacher.live.act(Undo())
    assert {key: sent(teacher.live.snapshot())[key] for key in KEPT} == {key: before[key] for key in KEPT}


@pytest.mark.parametrize("hands", ["known", "unknown"])
def test_tock_names_the_dealer_before_cards_are_dealt(teacher, hands: str) -> None:
    begun(teacher, "tock", hands=hands)
    dealer = sent(teacher.live.snapshot())["due"]["player"]
    page = unescape(teacher.page(PAGE))
    assert [value for value, _ in CHOICES.findall(page)] == ["as-it-is", *(p for p in "1234" if p != str(dealer))]
    assert "C’est à Zoé de donner les cartes" in page
    answer = pressed(teacher, page, begin="1", turn="3")  # the pawns stand as they did
    assert answer.location == "/"
    assert sent(teacher.live.snapshot())["due"]["player"] == 3
    teacher.live.act(DealCards((None,) * 4 if hands == "unknown" else DEAL))
    assert sent(teacher.live.snapshot())["due"]["player"] == 4


def test_the_page_neither_shows_nor_accepts_points(teacher) -> None:
    begun(teacher, "trictrac", position=PARTY)
    page = teacher.page(PAGE)
    assert "points-1" not in page
    after = pressed(teacher, pressed(teacher, page, tap="arrow-2").text, tap="arrow-3").text
    pressed(teacher, after, begin="1", **{"points-1": "0", "points-2": "0"})
    assert [player["score"] for player in sent(teacher.live.snapshot())["players"]] == [11, 8]


@pytest.mark.parametrize(
    ("spaces", "why"),
    [
        ({"arrow-6": "white x 4"}, "Chaque joueur a quinze dames"),
        ({"arrow-6": "white x 5"}, "Le plateau est déjà ainsi"),
        ({"arrow-6": "empty", "off-black": "white x 5"}, "la place de l’autre joueur"),
    ],
)
def test_a_position_the_referee_refuses_is_explained(teacher, spaces, why: str) -> None:
    begun(teacher, "backgammon")
    page = teacher.page(PAGE)
    before = sent(teacher.live.snapshot())["spaces"]
    answer = pressed(teacher, page, spaces=json.dumps(spaces), begin="1")
    assert (answer.status_code, why in says(answer)) == (422, True)
    assert sent(teacher.live.snapshot())["spaces"] == before


def test_a_game_that_is_paused_is_to_go_on_first(teacher) -> None:
    begun(teacher, "backgammon", Pause())
    answer = pressed(teacher, tapped(teacher, "arrow-6", "arrow-4"), begin="1")
    assert (answer.status_code, "en pause" in says(answer)) == (422, True)


def test_a_changed_table_is_shown_without_losing_the_draft(teacher) -> None:
    begun(teacher, "backgammon", Throw((5,)), Throw((2,)))
    page = tapped(teacher, "arrow-6", "arrow-4")
    teacher.live.act(Throw((6, 3)))
    answer = pressed(teacher, page, begin="1")
    assert (answer.status_code, "La table a changé" in says(answer)) == (409, True)
    assert json.loads(fields(answer.text)["spaces"])["arrow-4"] == "white x 1"
    assert pressed(teacher, answer.text, begin="1").location == "/"


def test_a_program_says_the_same(teacher) -> None:
    begun(teacher, "jacquet", Throw((5,)), Throw((2,)))
    moved = {"arrow-12": "white x 14", "arrow-5": "white x 1"}
    assert teacher.act(action="correct_board", spaces=moved, turn=2).status_code == 200
    assert sent(teacher.live.snapshot())["due"]["player"] == 2
    assert teacher.act(action="correct_board", spaces={"arrow-5": "white x 2"}, turn=None).status_code == 409
    assert teacher.act(action="correct_board", spaces=[], turn=None).status_code == 409


def test_tiles_and_points_have_their_own_page(teacher) -> None:
    for game in ("occe_child", "trente"):
        begun(teacher, game)
        assert teacher.client.get(PAGE).location == "/correct"
        assert teacher.post(PAGE, begin="1").location == "/"


def test_the_correction_leads_there_while_the_game_goes_on(teacher) -> None:
    begun(teacher, "backgammon")
    assert f'href="{PAGE}"' in teacher.page("/correct")
    begun(teacher, "occe_child")
    assert f'href="{PAGE}"' not in teacher.page("/correct")


def test_another_language_loses_nothing(teacher) -> None:
    begun(teacher, "backgammon")
    told = pressed(teacher, tapped(teacher, "arrow-8", "arrow-4"), language="de").text
    assert "So steht das Brett" in told
    assert json.loads(fields(told)["spaces"])["arrow-4"] == "white x 1"
