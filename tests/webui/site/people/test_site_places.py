"""Pupils change places during a round: games take, lose or hand on a player, or are kept while a new one waits."""

import contextlib
import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_text import text_of
from sent import sent

from webui.groups import meetings
from webui.live.classroom.hub import EVERY
from webui.live.live import Live
from webui.live.revision import revision_of
from webui.site.lesson.moving import next_setup
from webui.site.lesson.round import begin, written
from webui.store.lessons import LessonRound, Lessons, TableStart, groups_of
from webui.table.values.actions import CloseTiles, Next, Pause, Throw
from webui.table.values.setup import Setup, players_at

PATH = "/enseignant/lecon/1/places"
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')
GROUPS = {1: ("Léa", "Tom"), 2: ("Zoé", "Max", "Ana"), 3: ("Ali", "Eva", "Noé", "Ugo")}
PUPILS = [*(name for group in GROUPS.values() for name in group), "Yan", "Ida"]
TILES, MEN = ("occe_child", "OCCE enfant"), ("backgammon", "Backgammon international")


def agreed(names: tuple[str, ...], kind: tuple[str, str] = TILES, games: int = 1) -> Setup:
    seats = (1, 3) if len(names) == 2 and kind == TILES else range(1, len(names) + 1)
    return Setup(kind[0], players_at(seats, names), kind[1], games=games)


@pytest.fixture
def school(visitor):
    """A class of eleven in a round at three tables: Yan is absent, Ida looks on."""
    visitor.sign_in()
    for _ in range(2):
        visitor.add_table()
    box(visitor).classes.add("CE2", PUPILS)
    plays(visitor, {table: agreed(names) for table, names in GROUPS.items()})
    return visitor


def plays(school, setups: dict[int, Setup]) -> None:
    """A round of these games, with a throw at each table."""
    starts = [TableStart(table, setup.to_json()) for table, setup in setups.items()]
    planned = written(box(school).classes.find(1), box(school), ["Yan"], starts, "new")
    assert begin(box(school).classes.find(1), box(school), planned.rounds[-1].starts) == ()
    for table in setups:
        at(school, table).act(Throw((6, 2)[: at(school, table).snapshot().due.dice]))


def box(school):
    return school.app.extensions["piste"]


def at(school, table: int) -> Live:
    return box(school).at_table(table).live


def groups(page: str) -> dict[str, list[str]]:
    parts = page.split(' data-table="')[1:]
    found = {part.partition('"')[0]: re.findall(r'name="moved" value="\d+"><span>([^<]+)', part) for part in parts}
    return {table: names for table, names in found.items() if names}


def move(school, what: str, to: str, page: str | None = None) -> str:
    """The page once a pupil, or all pupils of a table, were put somewhere."""
    page = school.page(PATH) if page is None else page
    moved = str(PUPILS.index(what)) if what in PUPILS else what
    fields = dict(HIDDEN.findall(page.partition('id="lesson"')[2]))
    return school.post(PATH, **{**fields, "do": f"to-{to}", "moved": moved}).text


def confirm(school, page: str):
    return school.post(PATH, **{**dict(HIDDEN.findall(page.partition('id="lesson"')[2])), "do": "begin"})


def there(school, table: int) -> list[str]:
    """Who plays at a table and has not left."""
    return [player["name"] for player in sent(at(school, table).snapshot())["players"] if not player["left"]]


def lesson(school):
    return box(school).classes.lessons.all()[-1]


def met(school) -> set[frozenset[str]]:
    return set(meetings(groups_of([lesson(school)])))


def test_the_page_shows_who_is_where(school) -> None:
    assert groups(school.page(PATH)) == {
        **{str(table): list(names) for table, names in GROUPS.items()}, "0": ["Ida"], "out": ["Yan"],
    }  # fmt: skip
    assert PATH in school.page("/enseignant")
    assert PATH in school.page("/enseignant/lecon/1")


def test_who_comes_late_joins_the_game_that_goes_on(school) -> None:
    before = at(school, 1).snapshot()
    page = move(school, "Yan", "1")
    assert "La partie continue. Yan joue à partir de maintenant" in text_of(page)
    assert "Interrompre" not in page
    assert there(school, 1) == ["Léa", "Tom"]
    assert confirm(school, page).location == "/enseignant"
    after = at(school, 1).snapshot()
    assert (after.id, after.throws, there(school, 1)) == (before.id, before.throws, ["Léa", "Tom", "Yan"])
    assert lesson(school).absent == ()
    assert {frozenset(("Yan", "Léa")), frozenset(("Yan", "Tom"))} <= met(school)
    assert set(meetings(groups_of([lesson(school)])).values()) == {1}


def test_who_leaves_is_absent_and_the_others_play_on(school) -> None:
    before = at(school, 3).snapshot().id
    confirm(school, move(school, "Eva", "out"))
    assert (there(school, 3), at(school, 3).snapshot().id) == (["Ali", "Noé", "Ugo"], before)
    assert lesson(school).absent == ("Eva", "Yan")
    assert groups(school.page(PATH))["out"] == ["Eva", "Yan"]


def test_who_comes_back_gets_the_own_place_again(school) -> None:
    confirm(school, move(school, "Eva", "out"))
    page = move(school, "Eva", "3")
    assert "La partie continue. Eva revient à sa place." in text_of(page)
    assert confirm(school, page).location == "/enseignant"
    assert there(school, 3) == list(GROUPS[3])
    assert "prochaine partie" not in school.words("/table/3/")
    confirm(school, move(school, "Noé", "out", move(school, "Eva", "out")))
    confirm(school, move(school, "Noé", "3", move(school, "Ida", "3")))
    assert there(school, 3) == ["Ali", "Ida", "Noé", "Ugo"]


def test_nobody_comes_from_another_table_to_a_full_one(school) -> None:
    page = move(school, "Max", "3")
    assert "4 joueurs au plus" in text_of(page)
    assert "disabled" in page
    assert confirm(school, page).status_code == 422
    assert there(school, 3) == list(GROUPS[3])


def another_class(school, names: tuple[str, ...], setup: Setup) -> None:
    """A class of these children, whose lesson begins at the first table."""
    other, first = box(school).classes.add("CM1", names), box(school)
    planned = written(other, first, [], [TableStart(1, setup.to_json())], "new")
    assert begin(other, first, planned.rounds[-1].starts) == ()


def ends_lesson(school) -> None:
    school.confirm(school.post("/enseignant/lecon/1/fin"))


def test_another_class_may_play_another_game_at_a_table(school) -> None:
    another_class(school, ("Ada", "Bob"), agreed(("Ada", "Bob"), MEN))
    assert "CM1" in school.page("/enseignant")
    assert school.client.get("/enseignant/lecon/1").status_code == 200
    ends_lesson(school)
    assert [there(school, table) for table in (1, 2, 3)] == [["Ada", "Bob"], [], []]


def test_a_class_with_the_same_names_keeps_its_game(school) -> None:
    another_class(school, GROUPS[1], agreed(GROUPS[1]))
    school.page("/enseignant")
    assert [len(one.games) for one in box(school).classes.all()] == [3, 1]
    ends_lesson(school)
    assert there(school, 1) == [*GROUPS[1]]


def test_who_waits_does_not_come_into_another_classs_game(school) -> None:
    plays(school, {1: agreed(("Léa", "Tom"), MEN)})
    confirm(school, move(school, "Yan", "1"))
    assert "Yan" in school.page("/mur")
    another_class(school, ("Tom", "Bob", "Kim"), agreed(("Tom", "Bob"), MEN))
    assert not {"Yan", "Léa"} & {*re.findall(r"\w+", text_of(school.page("/mur")))}
    school.act(action="next_game")
    assert there(school, 1) == ["Tom", "Bob"]


def test_a_game_with_the_number_of_an_erased_one_is_others(school) -> None:
    at(school, 3).erase(at(school, 3).snapshot().id)
    at(school, 3).new_game(agreed(("Bob", "Kim")))
    assert at(school, 3).snapshot().id == 1
    ends_lesson(school)
    assert [there(school, table) for table in (1, 2, 3)] == [[], [], ["Bob", "Kim"]]


def test_what_another_page_has_changed_is_shown_first(school) -> None:
    plays(school, {1: agreed(("Léa", "Tom"), MEN)})
    old = move(school, "Ida", "2")
    confirm(school, move(school, "Yan", "1"))
    assert confirm(school, old).location == PATH
    assert (lesson(school).rounds[-1].rotas, there(school, 2)) == ({1: ("Léa", "Tom", "Yan")}, [*GROUPS[2]])


def test_a_handicap_of_a_new_game_is_kept_while_one_waits(school) -> None:
    plays(school, {1: agreed(("Léa", "Tom", "Zoé", "Max"))})
    confirm(school, move(school, "Yan", "1"))
    form = {"profile": TILES[1], "games": "1", "seat": ["1", "2", "3", "4"]}
    for seat, name in enumerate(("Léa", "Tom", "Zoé", "Yan"), 1):
        form |= {f"name-{seat}": name, f"handicap-{seat}": "3"}
    school.confirm(school.post("/new", **form))
    sat = set()
    for _ in range(5):
        players = at(school, 1).snapshot().players
        assert {player.handicap for player in players if player.name != "Max"} == {3}
        sat |= {player.name for player in players}
        school.act(action="next_game")
    assert sat == {"Léa", "Tom", "Zoé", "Max", "Yan"}


def said_at(school, table: int) -> str:
    """What a table's own projector says of who sits there."""
    page = school.page(f"/table/{table}/mur").partition('id="who-sits"')[2].partition(">")[2].partition("</details>")[0]
    return " ".join(re.sub("<[^>]*>", " ", page).split())


def test_a_change_of_places_is_said_at_the_tables_concerned(school) -> None:
    confirm(school, move(school, "Léa", "2", move(school, "Ida", "1")))
    assert said_at(school, 1) == "Ici jouent maintenant Tom · Ida Changez de table Léa va à la table 2 2"
    assert said_at(school, 2) == "Ici jouent maintenant Zoé · Max · Ana · Léa"
    assert said_at(school, 3) == ""
    assert 'id="movers"' not in school.page("/salle?mur")  # no game begins
    at(school, 1).act(CloseTiles((2, 6)))
    at(school, 1).act(Next())
    assert (said_at(school, 1), said_at(school, 2)) == ("", "Ici jouent maintenant Zoé · Max · Ana · Léa")
    confirm(school, move(school, "table-2", "0"))
    assert said_at(school, 2).endswith("Léa regarde pendant cette manche")


def test_who_comes_from_a_table_that_others_took_is_named(school) -> None:
    at(school, 3).new_game(agreed(("Bob", "Lou")))
    confirm(school, move(school, "Ugo", "1"))
    assert "Ugo" in said_at(school, 1)
    assert "Ugo" in school.words("/mur").partition("Ici jouent maintenant")[2]


def test_changes_that_follow_at_once_are_said_together(school) -> None:
    confirm(school, move(school, "Eva", "1"))
    confirm(school, move(school, "Noé", "2"))
    assert said_at(school, 3).endswith("Eva va à la table 1 1 Noé va à la table 2 2")


def test_two_who_swap_take_over_each_others_place(school) -> None:
    games = [at(school, table).snapshot().id for table in (1, 3)]
    fields = dict(HIDDEN.findall(school.page(PATH).partition('id="lesson"')[2]))
    swaps = {**fields, "do": "swap", "moved": [str(PUPILS.index(name)) for name in ("Tom", "Eva")]}
    page = school.post(PATH, **swaps).text
    assert 'class="wrong"' not in page
    confirm(school, page)
    assert (there(school, 1), there(school, 3)) == (["Léa", "Eva"], ["Ali", "Tom", "Noé", "Ugo"])
    assert [at(school, table).snapshot().id for table in (1, 3)] == games
    assert frozenset(("Tom", "Noé")) in met(school)
    assert frozenset(("Tom", "Eva")) not in met(school)


def test_a_game_for_two_takes_no_third_and_keeps_no_single(school) -> None:
    plays(school, {1: agreed(("Léa", "Tom"), MEN)})
    assert "2 joueurs au plus" in text_of(move(school, "Max", "1"))
    assert "Ce jeu demande 2 joueurs" in text_of(move(school, "Léa", "0"))
    page = move(school, "Tom", "0", move(school, "Léa", "2"))
    assert "La partie en cours est gardée. La table devient libre." in text_of(page)
    assert confirm(school, page).location == "/enseignant"
    assert len(at(school, 1).interrupted(9)) == 2
    assert there(school, 2) == ["Zoé", "Max", "Ana", "Léa"]


def test_a_series_is_kept_and_another_waits_for_its_first_throw(school) -> None:
    plays(school, {1: agreed(("Léa", "Tom"), games=3)})
    live = at(school, 1)
    while live.snapshot().game.game_number == 1:
        view = live.snapshot()
        if view.state == "waiting_throw":
            live.act(Throw((6, 6)[: view.due.dice]))
        elif view.state == "waiting_move":
            live.act(CloseTiles(tuple(view.legal[0])))
        else:
            live.act(Next())
    old = live.snapshot().id
    page = move(school, "Yan", "1")
    assert "Yan joue à la prochaine série." in text_of(page)
    assert "Interrompre" not in page
    page = move(school, "Max", "1")
    assert "Interrompre la partie de 1 table" in text_of(page)
    assert "la partie en cours est gardée, et une nouvelle attend : Léa, Tom et Max." in text_of(page)
    assert "série" in text_of(page)
    without = HIDDEN.sub(lambda field: "" if field[1] == "interrupts" else field[0], page)
    assert "Interrompre" in confirm(school, without).text
    assert live.snapshot().id == old
    assert confirm(school, page).location == "/enseignant"
    view = live.snapshot()
    assert (view.state, view.game.games, view.game.game_number) == ("waiting_throw", 3, 1)
    assert there(school, 1) == ["Léa", "Tom", "Max"]
    assert [game.id for game in live.interrupted(9)] == [old, 1]
    assert len(lesson(school).rounds) == 2
    assert view.id in {game.id for game in box(school).classes.find(1).games if game.table == 1}


def ends(live: Live) -> None:
    """Plays the game that goes on to its end: nothing can be closed for long."""
    while (view := live.snapshot()).state not in ("game_over", "series_over"):
        if view.state == "waiting_throw":
            live.act(Throw((6, 6)[: view.due.dice]))
        else:
            live.act(CloseTiles(tuple(view.legal[0])) if view.state == "waiting_move" else Next())


def test_who_comes_late_to_a_game_of_turns_plays_in_the_next(school) -> None:
    plays(school, {1: replace(agreed(("Léa", "Tom")), options=(("turns", "alternate"),))})
    assert "Yan joue à partir de maintenant" in text_of(move(school, "Yan", "1"))
    for dice in ((6, 2), (6, 3)):
        at(school, 1).act(CloseTiles(dice))
        at(school, 1).act(Next())
        at(school, 1).act(Throw((6, 3)))
    old, page = at(school, 1).snapshot().id, move(school, "Yan", "1")
    assert "tous ont déjà lancé" in text_of(page)
    assert "Yan joue à la prochaine partie." in text_of(page)
    assert "Interrompre" not in page
    watched = at(school, 1).snapshot().version
    assert confirm(school, page).location == "/enseignant"
    assert (at(school, 1).snapshot().id, there(school, 1)) == (old, ["Léa", "Tom"])
    assert at(school, 1).snapshot().version > watched  # its tablets draw their page again
    school.clock.now += EVERY
    for words in (school.words(path) for path in ("/", "/enseignant", "/salle", PATH)):
        assert "Yan joue à la prochaine partie." in words
    assert groups(school.page(PATH))["1"] == ["Léa", "Tom", "Yan"]
    assert lesson(school).absent == ()
    assert {frozenset(("Yan", "Léa")), frozenset(("Yan", "Tom"))} <= met(school)
    ends(at(school, 1))
    school.act(action="next_game")
    assert there(school, 1) == ["Léa", "Tom", "Yan"]
    assert at(school, 1).snapshot().id in {game.id for game in box(school).classes.find(1).games if game.table == 1}
    school.clock.now += EVERY
    assert not any("prochaine partie" in school.words(path) for path in ("/", "/enseignant", "/salle", PATH))


def test_at_a_table_for_two_three_take_turns(school) -> None:
    plays(school, {1: agreed(("Léa", "Tom"), MEN)})
    page = move(school, "Yan", "1")
    assert "places de ce jeu sont prises. Yan joue à la prochaine partie, à la place de Léa." in text_of(page)
    confirm(school, page)
    for waits, goes, names in (
        ("Yan", "Léa", ["Tom", "Yan"]), ("Léa", "Tom", ["Yan", "Léa"]), ("Tom", "Yan", ["Léa", "Tom"])
    ):  # fmt: skip
        assert f"{waits} joue à la prochaine partie, à la place de {goes}." in school.words("/")
        school.act(action="next_game")
        assert there(school, 1) == names
    assert groups(school.page(PATH))["1"] == ["Léa", "Tom", "Yan"]


def test_who_waits_takes_the_place_of_who_leaves(school) -> None:
    plays(school, {1: agreed(("Léa", "Tom"), MEN)})
    confirm(school, move(school, "Yan", "1"))
    page = move(school, "Tom", "out")
    assert "Yan prend la place de Tom" in text_of(page)
    confirm(school, page)
    assert (there(school, 1), lesson(school).rounds[-1].rotas) == (["Léa", "Yan"], {})
    assert "prochaine partie" not in school.words("/")


def test_who_waits_may_go_to_another_table(school) -> None:
    plays(school, {1: agreed(("Léa", "Tom"), MEN)})
    confirm(school, move(school, "Yan", "1"))
    confirm(school, move(school, "Yan", "2"))
    assert there(school, 2) == ["Zoé", "Max", "Ana", "Yan"]
    school.act(action="next_game")
    assert there(school, 1) == ["Léa", "Tom"]


def test_who_has_left_does_not_come_back_by_playing_again(school) -> None:
    confirm(school, move(school, "Eva", "1"))
    school.at = "/table/3"
    school.act(action="next_game")
    school.at = ""
    assert (there(school, 3), there(school, 1)) == (["Ali", "Noé", "Ugo"], ["Léa", "Tom", "Eva"])


def test_who_waits_longest_comes_first(school) -> None:
    plays(school, {1: agreed(("Léa", "Tom"), MEN)})
    for late in sorted(("Yan", "Ida"), key=PUPILS.index, reverse=True):
        confirm(school, move(school, late, "1"))
    first, then = sorted(("Yan", "Ida"), key=PUPILS.index, reverse=True)
    assert f"{first} et {then} jouent à la prochaine partie" in school.words("/")
    confirm(school, move(school, then, "0"))
    school.act(action="next_game")
    assert there(school, 1) == ["Tom", first]
    confirm(school, move(school, then, "1"))
    assert f"Léa et {then} jouent à la prochaine partie" in school.words("/")


def test_who_took_turns_has_met_also_when_nobody_waits_any_more(school) -> None:
    plays(school, {1: agreed(("Léa", "Tom"), MEN)})
    confirm(school, move(school, "Yan", "1"))
    school.act(action="next_game")
    confirm(school, move(school, "Léa", "out"))
    assert (there(school, 1), lesson(school).rounds[-1].rotas) == (["Tom", "Yan"], {1: ("Tom", "Yan")})
    confirm(school, move(school, "Tom", "0", move(school, "Ida", "1")))
    assert (sorted(there(school, 1)), lesson(school).rounds[-1].rotas) == (["Ida", "Yan"], {})
    assert {frozenset(("Léa", "Tom")), frozenset(("Tom", "Yan"))} <= met(school)
    assert frozenset(("Léa", "Yan")) not in met(school)  # they have only been at one table


def test_a_new_game_at_the_table_and_its_wall_name_who_waits(school) -> None:
    plays(school, {1: agreed(("Léa", "Tom"), MEN)})
    confirm(school, move(school, "Yan", "1"))
    page = school.page("/new")
    for words in (text_of(page), school.words("/mur"), school.words("/mur/pieces")):
        assert "Yan joue à la prochaine partie, à la place de Léa." in words
    assert re.findall(r'name="name-\d" value="([^"]+)"', page) == ["Tom", "Yan"]
    assert "prochaine partie" not in school.words("/table/2/new") + school.words("/table/2/mur")


@pytest.mark.parametrize("other", ["Yan", "Bob"])
def test_a_new_game_at_the_table_is_the_lessons_if_its_pupils_play(school, other: str) -> None:
    plays(school, {1: agreed(("Léa", "Tom"), MEN)})
    form = {"profile": MEN[1], "games": "1", "seat": ["1", "2"], "name-1": "Tom", "name-2": other}
    assert school.confirm(school.post("/new", **form)).status_code == 302
    newest = at(school, 1).snapshot().id
    assert there(school, 1) == ["Tom", other]
    mine = {game.id for game in box(school).classes.find(1).games if game.table == 1}
    assert (newest in mine) == (other == "Yan")


def test_who_sat_out_a_game_keeps_the_handicap(school) -> None:
    four = agreed(("Léa", "Tom", "Zoé", "Max"))
    plays(school, {1: replace(four, players=tuple(replace(one, handicap=2) for one in four.players))})
    confirm(school, move(school, "Yan", "1"))
    for _ in range(2):
        school.act(action="next_game")
    players = at(school, 1).snapshot().players
    assert {player.name: player.handicap for player in players} == {"Zoé": 2, "Max": 2, "Yan": 0, "Léa": 2}


def test_who_is_no_pupil_of_the_class_any_more_waits_no_longer(school) -> None:
    plays(school, {1: agreed(("Léa", "Tom"), MEN)})
    confirm(school, move(school, "Yan", "1"))
    box(school).classes.change(1, "CE2", [name if name != "Yan" else "Yann" for name in PUPILS])
    at(school, 1).again()
    assert "prochaine partie" not in school.words("/")
    school.act(action="next_game")
    assert there(school, 1) == ["Léa", "Tom"]


def test_a_paused_table_says_the_same_of_who_comes_late(school) -> None:
    plays(school, {1: agreed(("Léa", "Tom"), MEN)})
    says = re.compile(r'id="then-1">([^<]*)<')
    going = says.search(move(school, "Yan", "1"))[1]
    assert "Yan joue à la prochaine partie, à la place de Léa." in going
    at(school, 1).act(Pause())
    assert says.search(move(school, "Yan", "1"))[1] == going


def test_who_waits_is_known_while_another_class_plays(school) -> None:
    plays(school, {1: agreed(("Léa", "Tom"), MEN)})
    confirm(school, move(school, "Yan", "1"))
    lessons, other = box(school).classes.lessons, box(school).classes.add("CM1", ["Bob", "Lou"])
    lessons.keep(replace(lesson(school), school_class=other.id, rounds=(LessonRound("9999", ()),)))
    assert "Yan joue à la prochaine partie" in school.words("/")
    school.act(action="next_game")
    assert there(school, 1) == ["Tom", "Yan"]


def test_places_of_a_lesson_that_has_ended_change_nothing(school) -> None:
    page = move(school, "Ida", "1")
    watched = at(school, 1).snapshot().version
    school.confirm(school.post("/enseignant/lecon/1/fin"))
    assert at(school, 1).snapshot().version > watched
    confirm(school, page)
    assert all(at(school, table).snapshot().game is None for table in (1, 2, 3))


def test_a_power_cut_after_who_waited_began_loses_no_game(school) -> None:
    plays(school, {1: agreed(("Léa", "Tom"), MEN)})
    confirm(school, move(school, "Yan", "1"))
    # before its class could be written
    at(school, 1).next_game(lambda setup: next_setup(setup, ["Yan"], setup.names, {}))
    school.page("/enseignant")
    assert at(school, 1).snapshot().id in {game.id for game in box(school).classes.find(1).games if game.table == 1}


@given(
    st.lists(st.sampled_from("abcdef"), min_size=3, max_size=6, unique=True),
    st.sampled_from([TILES, MEN]),
)
def test_all_of_a_rota_play_equally_often(names: list[str], kind: tuple[str, str]) -> None:
    """Whoever waits is never passed over: between any two of a rota lies one game at most."""
    of_round = LessonRound("", (), rotas={1: tuple(names)})
    setup, played = agreed(tuple(names[:2]), kind), Counter(names[:2])
    for _ in range(12):
        setup = next_setup(setup, of_round.waiting(1, setup.names), setup.names, {})
        played.update(setup.names)
        assert max(played[name] for name in names) - min(played[name] for name in names) <= 2
    assert set(played) == set(names)


def test_who_has_left_is_drawn_as_gone(school) -> None:
    confirm(school, move(school, "Eva", "out"))
    for page in (school.page("/table/3/"), school.page("/table/3/mur")):
        beds = re.findall(r'class="bed [^"]*is-gone[^"]*".*?class="name">([^<]*)<', page, re.DOTALL)
        assert beds == ["Eva"]


def test_two_tables_merge_and_one_is_free(school) -> None:
    old = at(school, 1).snapshot().id
    page = move(school, "table-1", "3", move(school, "table-3", "2"))
    assert "4 joueurs au plus" in text_of(page)  # seven at table 2
    page = move(school, "Max", "1", move(school, "table-1", "2", move(school, "Zoé", "out")))
    assert groups(page)["2"] == ["Léa", "Tom", "Ana"]
    page = move(school, "Max", "2", page)
    assert "La partie en cours est gardée. La table devient libre." in text_of(page)
    assert confirm(school, page).location == "/enseignant"
    assert sorted(there(school, 2)) == ["Ana", "Léa", "Max", "Tom"]
    assert sent(at(school, 1).snapshot())["game"] is None
    assert [game.id for game in at(school, 1).interrupted(9)] == [old]
    assert groups(school.page(PATH))["2"] == ["Léa", "Tom", "Max", "Ana"]
    assert "Personne ne joue" in school.words("/enseignant")


def test_a_new_table_takes_those_who_come(school) -> None:
    confirm(school, move(school, "Ida", "4", move(school, "Yan", "4")))
    assert there(school, 4) == ["Yan", "Ida"]
    assert at(school, 4).snapshot().game.profile == "OCCE enfant"


def test_places_change_while_all_look_at_the_teacher(school) -> None:
    at(school, 1).act(Pause())
    confirm(school, move(school, "Yan", "1"))
    assert (at(school, 1).snapshot().state, there(school, 1)) == ("paused", ["Léa", "Tom", "Yan"])


def test_no_tablet_takes_back_that_somebody_joined(school) -> None:
    def now():
        return revision_of(at(school, 1).snapshot())

    with box(school).last_word.done_by("a tablet", now):
        at(school, 1).act(CloseTiles((2, 6)))
    assert box(school).last_word.may_take_back("a tablet", now())
    confirm(school, move(school, "Yan", "1"))
    assert not box(school).last_word.may_take_back("a tablet", now())


def test_a_double_tap_changes_places_once(school) -> None:
    page = move(school, "Ida", "4", move(school, "Yan", "4"))
    for _ in range(2):
        assert confirm(school, page).location == "/enseignant"
    assert len(at(school, 4).games()) == 1


def test_a_table_that_no_box_can_have_gets_nobody(school) -> None:
    fields = dict(HIDDEN.findall(school.page(PATH).partition('id="lesson"')[2]))
    school.post(PATH, **{**fields, "at-0": "99", "do": "begin"})
    assert there(school, 1) == ["Léa", "Tom"]
    assert len(box(school).every_table()) == 3


def test_without_a_round_the_page_leads_to_the_lesson(school) -> None:
    box(school).classes.add("CM1", ["Bo", "Cy"])
    assert school.client.get("/enseignant/lecon/2/places").location == "/enseignant/lecon/2"
    assert school.client.get("/enseignant/lecon/9/places").status_code == 404


@pytest.mark.parametrize("steps", range(9))
def test_a_power_cut_between_two_tables_is_finished(
    school, steps: int, cut_after, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is written, then places are taken over at two tables, a third is free, and a fourth begins a game."""
    page = move(school, "table-2", "4", move(school, "Tom", "3", move(school, "Eva", "1")))
    until_the_cut = cut_after(steps)
    with monkeypatch.context() as patch:
        patch.setattr(Live, "act", until_the_cut(Live.act))
        patch.setattr(Live, "new_game", until_the_cut(Live.new_game))
        patch.setattr(Lessons, "keep", until_the_cut(Lessons.keep))
        with contextlib.suppress(SystemExit):
            confirm(school, page)
    school.post("/enseignant/lecon/1/finir")
    if steps == 0:
        assert there(school, 1) == ["Léa", "Tom"]
        return
    assert (there(school, 1), there(school, 3)) == (["Léa", "Eva"], ["Ali", "Tom", "Noé", "Ugo"])
    assert (there(school, 2), there(school, 4)) == ([], ["Zoé", "Max", "Ana"])
    assert [len(at(school, table).games()) for table in (1, 2, 3, 4)] == [1, 2, 1, 1]
    assert lesson(school).rounds[-1].left == ()
    assert "pas encore" not in school.words("/enseignant")


def full(*_):
    raise OSError(28, "No space left on device")


def test_a_full_disk_moves_nobody(school, monkeypatch: pytest.MonkeyPatch) -> None:
    page = move(school, "Ida", "4", move(school, "Yan", "4"))
    monkeypatch.setattr(Lessons, "keep", full)
    assert confirm(school, page).status_code == 503
    assert there(school, 1) == ["Léa", "Tom"]
    assert [place.number for place in box(school).every_table()] == [1, 2, 3]


def test_a_disk_that_fills_meanwhile_says_what_was_done(school, monkeypatch: pytest.MonkeyPatch) -> None:
    page, keep = move(school, "Yan", "1"), Lessons.keep
    notes = lambda lessons, one: full() if one.rounds[-1].changes[-1].made else keep(lessons, one)  # noqa: E731
    with monkeypatch.context() as patch:
        patch.setattr(Lessons, "keep", notes)
        assert confirm(school, page).location == "/enseignant/lecon/1"
    assert there(school, 1) == ["Léa", "Tom", "Yan"]
    words = text_of(school.page("/enseignant/lecon/1"))
    assert "Table 1 : c’est fait, mais cela n’a pas pu être noté." in words
    assert "rien n’a été changé" not in words
    school.post("/enseignant/lecon/1/finir")
    assert (there(school, 1), lesson(school).rounds[-1].left) == (["Léa", "Tom", "Yan"], ())


def test_another_language_keeps_who_was_moved(school) -> None:
    page = move(school, "Yan", "1")
    fields = dict(HIDDEN.findall(page.partition('id="lesson"')[2]))
    german = school.post(PATH, **{**fields, "language": "de"}).text
    assert groups(german)["1"] == ["Léa", "Tom", "Yan"]
    assert "Wer spielt wo?" in german
