"""The teacher's page: how tablets get in, games of yesterday, codes, and erasing."""

import re

import pytest
from page_text import text_of
from sent import sent

from webui.box import network
from webui.box.network import ANYWHERE, Listening
from webui.live.live import Live
from webui.site.app import create_app
from webui.site.show import invite
from webui.store.backup import back_up
from webui.store.classes import NAME
from webui.store.elsewhere import remember
from webui.store.journal import Journal
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at

OTHER = Setup("royal", players_at((1, 2), ("Zoé", "Max")), "Tric-Trac Royal")
PAGES = ("/enseignant", "/enseignant/code", "/enseignant/classe", "/enseignant/sortie")


@pytest.fixture
def yesterday(teacher):
    """Léa's and Tom's game was interrupted by Zoé's and Max's; its number."""
    teacher.does(Throw((6, 3)), CloseTiles((9,)), Next())
    number = teacher.live.snapshot().id
    teacher.live.new_game(OTHER)
    return number


def test_the_pages_use_no_inline_style_and_no_third_party(teacher) -> None:
    for path in PAGES:
        page = teacher.page(path)
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page)
        assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", page)


def test_a_machine_without_a_network_says_so(teacher, monkeypatch) -> None:
    monkeypatch.setattr(network, "network_addresses", lambda: ())
    assert "n’est dans aucun réseau" in teacher.words("/enseignant")


def test_every_network_has_its_address_and_its_picture(teacher, monkeypatch) -> None:
    monkeypatch.setattr(network, "network_addresses", lambda: ("192.168.1.20", "10.42.0.1"))
    page = teacher.page("/enseignant")
    code = teacher.app.extensions["piste"].door.table_code()
    assert f">{code}<" in page
    for address in ("192.168.1.20", "10.42.0.1"):
        assert f">http://{address}/<" in page
        assert invite.qr_picture(f"http://{address}/jouer?code={code}") in page


def test_the_boxes_own_wifi_stands_before_the_address(teacher, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(network, "network_addresses", lambda: ("10.42.0.1",))
    assert "Wi-Fi" not in teacher.page("/enseignant")
    network.keep_wifi(tmp_path, network.Wifi("Piste; rouge", "abcd-efgh"))
    page = teacher.page("/enseignant")
    assert invite.qr_picture("WIFI:T:WPA;S:Piste\\; rouge;P:abcd-efgh;;") in page
    shown = teacher.words("/enseignant")
    assert shown.index("Piste; rouge") < shown.index("abcd-efgh") < shown.index("http://10.42.0.1/")


def test_who_listens_for_this_machine_alone_invites_nobody(teacher, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(network, "network_addresses", lambda: ("192.168.1.20",))
    teacher.app = create_app(teacher.live, tmp_path, clock=teacher.clock, listening=Listening("127.0.0.1"))
    teacher.client = teacher.app.test_client()
    teacher.sign_in()
    assert "192.168.1.20" not in teacher.page("/enseignant")
    assert "pour cette machine seule" in teacher.words("/enseignant")


def test_the_address_that_the_teacher_uses_is_the_pupils_too() -> None:
    assert invite.reachable("http://piste.local:8000/", ANYWHERE) == ("http://piste.local:8000/",)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_the_machine_itself_tells_its_address_in_the_network(host: str, monkeypatch) -> None:
    monkeypatch.setattr(network, "network_addresses", lambda: ("192.168.1.20",))
    assert invite.reachable(f"http://{host}:8000/", ANYWHERE) == ("http://192.168.1.20:8000/",)
    assert invite.reachable(f"http://{host}:8000/", Listening("10.0.0.7")) == ("http://10.0.0.7:8000/",)


def test_another_code_of_the_table_is_asked_about_first(teacher) -> None:
    door = teacher.app.extensions["piste"].door
    before = door.table_code()
    asked = teacher.post("/enseignant/code-table")
    assert "Changer le code de la table ?" in text_of(asked.text)
    assert door.table_code() == before
    assert teacher.confirm(asked).location == "/enseignant"
    assert door.table_code() != before


def test_the_teacher_chooses_another_code(teacher) -> None:
    cookie = teacher.client.get_cookie("piste")
    answer = teacher.post("/enseignant/code", pin=teacher.pin, code="soleil vert", again="soleil vert")
    assert answer.location == "/enseignant"
    assert teacher.client.get("/enseignant").status_code == 200
    assert teacher.app.extensions["piste"].door.opens("a", "soleilvert")
    other = teacher.app.test_client()
    other.set_cookie("piste", cookie.value)
    assert other.get("/enseignant").status_code == 302


@pytest.mark.parametrize("wrong", [{"pin": "no"}, {"again": "other"}, {"code": "abc", "again": "abc"}])
def test_another_code_needs_the_old_one_and_is_typed_twice(teacher, wrong: dict[str, str]) -> None:
    before = teacher.app.extensions["piste"].door.stamp()
    given = {"pin": teacher.pin, "code": "soleil vert", "again": "soleil vert"} | wrong
    answer = teacher.post("/enseignant/code", **given)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert teacher.app.extensions["piste"].door.stamp() == before


def test_yesterdays_game_is_taken_up_again(teacher, yesterday: int) -> None:
    words = teacher.words("/enseignant")
    assert "Reprendre la partie de Léa et Tom" in words
    assert "interrompue" in words
    teacher.post("/actions", action="resume_game", game=yesterday)
    assert teacher.live.snapshot().scores == {"1": 36, "3": 45}
    assert "à la table" in teacher.words("/enseignant")


def test_another_player_goes_on_and_stands_so_after_a_restart(teacher, tmp_path) -> None:
    teacher.does(Throw((6, 3)), CloseTiles((9,)), Next(), Throw((6, 2)))
    before = sent(teacher.live.snapshot())
    assert "Qui continue pour Tom" in teacher.page("/enseignant")
    teacher.post("/actions", action="replace_player", seat="3", name="  Ana  Lou ")
    view = sent(teacher.live.snapshot())
    assert [player["name"] for player in view["players"]] == ["Léa", "Ana Lou"]
    same = ("id", "scores", "dice", "legal", "state", "history", "due")
    assert {key: view[key] for key in same} == {key: before[key] for key in same}
    teacher.does(CloseTiles((8,)), Next())
    assert teacher.live.snapshot().scores == {"1": 28, "3": 45}
    assert [player.name for player in teacher.live.games()[-1].setup.players] == ["Léa", "Ana Lou"]
    assert teacher.live.match(view["id"]).names == ("Léa", "Ana Lou")
    kept = sent(teacher.live.snapshot())
    teacher.live.close()
    again = Live(Journal.open(tmp_path))
    stands = sent(again.snapshot())
    assert [stands[key] for key in ("players", "scores")] == [kept[key] for key in ("players", "scores")]
    again.close()


@pytest.mark.parametrize(
    "wrong", [{"seat": "2"}, {"seat": "x"}, {"name": " "}, {"name": "x" * 25}, {"seat": "99"}, {"seat": ""}]
)
def test_nobody_is_replaced_by_nobody(teacher, wrong: dict[str, str]) -> None:
    before = teacher.live.snapshot()
    teacher.post("/actions", **{"action": "replace_player", "seat": "3", "name": "Ana"} | wrong)
    assert teacher.live.snapshot() is before
    assert 'class="flash"' in teacher.page()


def test_a_move_is_taken_back_after_a_player_was_replaced(teacher) -> None:
    teacher.does(Throw((6, 3)), CloseTiles((9,)), Next())
    teacher.act(action="replace_player", seat=1, name="Zoé")
    teacher.act(action="undo")
    view = sent(teacher.live.snapshot())
    assert (view["scores"], view["players"][0]["name"]) == ({"1": 45, "3": 45}, "Zoé")


def test_erasing_a_game_leaves_no_name(teacher, yesterday: int, tmp_path) -> None:
    asked = teacher.post("/enseignant/effacer/partie", game=yesterday)
    assert "Effacer cette partie ?" in text_of(asked.text)
    assert "Partie de Léa et Tom" in text_of(asked.text)
    assert [game.id for game in teacher.live.games()] == [yesterday, yesterday + 1]
    assert teacher.confirm(asked).location == "/enseignant"
    assert [game.id for game in teacher.live.games()] == [yesterday + 1]
    assert teacher.live.interrupted(9) == ()
    assert [path.name for path in tmp_path.iterdir() if "Léa".encode() in path.read_bytes()] == []


def test_erasing_a_game_first_names_its_backups(teacher, yesterday: int, tmp_path) -> None:
    keep = "Elle reste dans les sauvegardes faites avant."
    assert keep not in text_of(teacher.post("/enseignant/effacer/partie", game=yesterday).text)
    back_up(tmp_path, tmp_path / "all.zip", made="2026-11-23", piste="0")
    remember(tmp_path, tmp_path / "all.zip")
    assert keep in text_of(teacher.post("/enseignant/effacer/partie", game=yesterday).text)


def test_erasing_the_game_at_the_table_ends_it(teacher) -> None:
    teacher.live.act(Throw((6, 3)))
    asked = teacher.post("/enseignant/effacer/partie", game=teacher.live.snapshot().id)
    assert "C’est celle de la table" in text_of(asked.text)
    teacher.confirm(asked)
    assert teacher.live.snapshot().state == "setup"
    assert teacher.client.get("/").status_code == 200


def test_a_game_that_is_not_there_is_not_erased(teacher) -> None:
    for number in ("99", "", "²", "-1"):
        assert teacher.post("/enseignant/effacer/partie", game=number, sure="1").status_code == 404


def test_everything_is_erased_after_a_question(teacher, yesterday: int, tmp_path) -> None:
    teacher.post("/enseignant/classe", title="CE2", pupils="Léa\nTom")
    (tmp_path / "journal.sqlite.corrupt-1").write_text("Léa")
    (tmp_path / "journal.sqlite.before-1").write_text("Léa")
    asked = teacher.post("/enseignant/effacer/tout")
    assert "Tout effacer ?" in text_of(asked.text)
    assert len(teacher.live.games()) == 2
    teacher.confirm(asked)
    assert teacher.live.games() == ()
    assert not (tmp_path / NAME).exists()
    assert [path.name for path in tmp_path.iterdir() if "Léa".encode() in path.read_bytes()] == []
    assert teacher.live.new_game(OTHER).state != "setup"


def test_players_have_the_colours_of_their_frames(teacher) -> None:
    teacher.app.extensions["piste"].frames.keep(["purple", "white", "black", "orange"])
    page = teacher.page("/enseignant")
    assert 'badge is-purple' in page
    assert 'badge is-black' in page
    assert not re.search("badge is-(blue|red)", page)
    assert not re.search("badge is-(blue|red)", teacher.post("/enseignant/joueurs/depart", seat="1").text)


def test_who_has_no_class_sees_first_where_to_make_one(teacher) -> None:
    page = teacher.page("/enseignant")
    assert page.index("/enseignant/classe") < page.index('class="block invite"')
    teacher.app.extensions["piste"].classes.add("CE2", ["Léa"])
    page = teacher.page("/enseignant")
    assert page.index('class="block invite"') < page.index("Nouvelle classe")
