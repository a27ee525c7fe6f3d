"""Whoever opens the site gets to a table, or to the front door that leads to one."""

import re
from dataclasses import replace
from itertools import islice

import pytest

from webui.site.auth import PIN_FILE
from webui.table.values.setup import Setup, players_at

GAME = Setup("occe_child", players_at((1, 3), ("Zoé", "Max")))
DEMONSTRATION = Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), recorded=True)
TABLE = 'class="table is-'


@pytest.fixture
def new(visitor, tmp_path):
    """Somebody before a Piste that has no teacher's code yet; the demonstration plays."""
    (tmp_path / PIN_FILE).unlink()
    visitor.live.new_game(DEMONSTRATION)
    return visitor


@pytest.fixture
def three(visitor):
    """Somebody without a code before three tables; at the second and the third a game goes on."""
    for _ in range(2):
        visitor.add_table().live.new_game(GAME)
    return visitor


def code_of(visitor, number: int) -> str:
    return visitor.app.extensions["piste"].at_table(number).door.table_code()


def test_before_the_first_code_the_door_leads_to_it(new) -> None:
    door = new.page("/")
    assert TABLE not in door
    assert re.findall(r'class="way[^"]*" href="([^"]*)"', door) == ["/bienvenue", "/enseignant"]
    assert 'name="code"' not in door


def test_the_demonstration_plays_behind_one_button(new) -> None:
    where = re.search(r'class="button is-quiet" href="([^"]*)"', new.page("/"))[1]
    page = new.page(where)
    assert TABLE in page
    assert "Léa" in page


def test_with_a_code_teacher_and_pupils_have_their_ways(visitor) -> None:
    door = visitor.page("/")
    assert TABLE not in door
    assert 'href="/login?back=/enseignant"' in door
    assert visitor.post("/jouer", code=code_of(visitor, 1)).location == "/"
    assert TABLE in visitor.page("/")


def test_the_door_opens_before_a_demonstration_too(visitor) -> None:
    visitor.live.new_game(DEMONSTRATION)
    assert 'href="/table/1/"' in visitor.page("/")


def test_where_one_table_has_a_game_everybody_sees_it(standing) -> None:
    for state in ("waiting_throw", "paused", "game_over"):
        assert TABLE in standing(signed_in=False, state=state).get("/").get_data(as_text=True)


@pytest.mark.parametrize("role", ["teacher", "pupil"])
def test_an_open_device_stays_at_its_table(visitor, role: str) -> None:
    {"teacher": visitor.sign_in, "pupil": visitor.sign_in_as_pupil}[role]()
    assert TABLE in visitor.page("/"), "no game"
    visitor.live.new_game(DEMONSTRATION)
    assert TABLE in visitor.page("/"), "the demonstration"
    visitor.add_table()
    assert TABLE in visitor.page("/"), "several tables"


def test_the_list_of_tables_follows_their_games_by_the_stream_of_all(three) -> None:
    door = three.page("/")
    stream, pieces = (re.search(f'data-{what}="([^"]+)"', door)[1] for what in ("stream", "pieces"))
    version = re.search(r'data-version="(\d+)"', door)[1]
    assert "Ali" not in three.page(f"{pieces}&version={version}")
    three.app.extensions["piste"].at_table(2).live.new_game(replace(GAME, players=players_at((1, 3), ("Ali", "Eva"))))
    three.clock.now += 1
    newer = three.page(f"{pieces}&version={version}")
    assert "Ali · Eva" in newer
    assert "table-card" not in newer
    with three.client.get(stream) as answer:
        assert "Ali · Eva" in b"".join(islice(answer.response, 2)).decode()
    assert "table-card" in three.page("/salle/pieces")


def test_before_several_tables_a_stranger_chooses_one(three) -> None:
    door = three.page("/")
    assert TABLE not in door
    for number in (1, 2, 3):
        assert f'href="/table/{number}/"' in door
        assert TABLE in three.page(f"/table/{number}/")
    assert three.words("/").count("Zoé · Max") == 2


def test_a_tablet_gets_back_to_the_table_of_its_code(three) -> None:
    assert three.post("/jouer", code=code_of(three, 3)).location == "/table/3/"
    assert three.client.get("/").location == "/table/3/"
    assert three.client.get("/table/2/jouer").status_code == 200


def test_another_code_moves_a_tablet(three) -> None:
    three.sign_in_as_pupil(2)
    assert 'name="code"' in three.page("/table/2/jouer")
    asked = f"/table/3/jouer?code={code_of(three, 3)}"
    assert 'name="code"' in three.page(asked), "the QR code of table 3"
    assert three.post("/table/2/jouer", code=code_of(three, 3)).location == "/table/3/"
    assert three.client.get("/").location == "/table/3/"
    assert three.client.get(asked).location == "/table/3/"


def test_a_tablet_whose_table_is_gone_finds_the_door(three) -> None:
    three.sign_in_as_pupil(3)
    three.app.extensions["piste"].tables.shut(3)
    door = three.page("/")
    assert TABLE not in door
    assert "/table/3/" not in door


def test_a_wrong_code_counts_once_for_all_tables(three) -> None:
    answers = [three.post("/jouer", code="XXXX").status_code for _ in range(5)]
    assert answers == [401, 401, 401, 401, 429]
