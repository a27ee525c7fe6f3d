"""A hand of cards on a phone: taken with a code, surviving a reload, passed on, and played from."""

import json
import re

import pytest
from sent import sent

from webui.store.classes import ClassGame
from webui.store.seats import FILE, Seats
from webui.table.values.actions import DealCards, Next, PlayMove
from webui.table.values.setup import Setup, players_at

NAMES = ("Léa", "Max", "Ana", "Noé")
WHO = dict(enumerate(NAMES, start=1))
HANDS = (("A", "2", "3", "6", "8"), ("9", "9", "D", "4", "5"), ("10", "10", "7", "2", "3"), ("6", "8", "V", "V", "4"))
RANK = re.compile(r'class="rank" aria-hidden="true">(\w+)<')
OFFERED = re.compile(r'class="playing-card is-(?:play|give|discard)" name="move" value="([^"]+)"')


@pytest.fixture
def phones(teacher):
    """A game whose cards phones hold, and what makes one more phone."""
    teacher.live.new_game(Setup("tock", players_at((1, 2, 3, 4), NAMES), options=(("hands", "known"),)))
    teacher.live.act(DealCards(HANDS))
    teacher.post("/language", language="fr", back="/")
    return Phones(teacher)


class Phones:
    def __init__(self, teacher) -> None:
        self.teacher, self.live = teacher, teacher.live
        self.seats = teacher.app.extensions["piste"].seats

    def taken(self, seat: int, code: str = ""):
        """A phone that has taken a place."""
        client = self.teacher.app.test_client()
        answer = post(client, "/main", code=code or self.seats.code(WHO, seat))
        assert answer.location == "/main"
        return client


def post(client, path: str, **fields):
    token = client.get("/api/v1/session").get_json()["csrf_token"]
    return client.post(path, data={"csrf_token": token, **fields})


def hand(client) -> list[str]:
    return RANK.findall(client.get("/main").get_data(as_text=True))


def test_each_phone_keeps_its_hand_after_a_reload(phones) -> None:
    clients = [phones.taken(seat) for seat in WHO]
    for client, cards in zip(clients, HANDS, strict=True):
        assert sorted(hand(client)) == sorted(cards)
        assert hand(client) == hand(client)


def test_a_code_opens_once_and_a_wrong_one_never(phones) -> None:
    code = phones.seats.code(WHO, 2)
    phones.taken(2)
    other = phones.teacher.app.test_client()
    assert post(other, "/main", code=code).status_code == 401
    assert post(other, "/main", code="").status_code == 401
    assert hand(other) == []


def test_a_hand_moves_to_another_phone(phones) -> None:
    first = phones.taken(3)
    page = first.get("/main").get_data(as_text=True)
    [code] = re.findall(r'class="code-of">(\w+)<', page)
    second = phones.taken(3, code)
    assert sorted(hand(second)) == sorted(HANDS[2])
    assert hand(first) == []
    assert RANK.findall(first.get("/main/pieces").get_data(as_text=True)) == []
    assert post(first, "/main/jouer", action="play", move="gives:7").location == "/main"
    assert sent(phones.live.snapshot())["provisional"] is None


def test_only_free_places_show_a_code(phones) -> None:
    phone = phones.taken(1)
    told = phones.teacher.page("/mains")
    assert phones.seats.code(WHO, 1) not in told
    assert phones.seats.code(WHO, 2) in told
    phones.teacher.post("/mains/liberer", seat="1")
    assert hand(phone) == []
    assert phones.seats.code(WHO, 1) in phones.teacher.page("/mains")


def test_a_phone_plays_only_when_its_player_is_due(phones) -> None:
    léa, max_ = phones.taken(1), phones.taken(2)
    assert OFFERED.findall(max_.get("/main").get_data(as_text=True)) == []
    post(max_, "/main/jouer", action="play", move="gives:9")
    assert sent(phones.live.snapshot())["provisional"] is None
    assert set(OFFERED.findall(léa.get("/main").get_data(as_text=True))) == {f"gives:{card}" for card in HANDS[0]}
    post(léa, "/main/jouer", action="play", move="gives:8")
    assert sent(phones.live.snapshot())["provisional"] == "gives:?"
    post(léa, "/main/jouer", action="next")
    assert sent(phones.live.snapshot())["due"]["seat"] == 2
    assert "8" not in hand(léa)


def test_a_card_laid_by_phone_is_played_at_the_table(phones) -> None:
    léa = phones.taken(1)
    for gift in ("8", "D", "10", "V"):
        phones.live.act(PlayMove(f"gives:{gift}"))
        phones.live.act(Next())
    assert phones.teacher.post("/actions", action="play", move="A:").status_code == 302
    assert sent(phones.live.snapshot())["laid"] == ""
    post(léa, "/main/jouer", action="play", move="A:")
    assert sent(phones.live.snapshot())["laid"] == "A"
    phones.teacher.post("/actions", action="play", move="A:in")
    phones.teacher.post("/actions", action="next")
    assert sent(phones.live.snapshot())["spaces"]["hole-0"] == "pawn 1 new"


def test_the_table_in_the_middle_shows_no_card_to_lay(phones) -> None:
    for gift in ("8", "D", "10", "V"):
        phones.live.act(PlayMove(f"gives:{gift}"))
        phones.live.act(Next())
    page = phones.teacher.page()
    assert RANK.findall(page) == []
    assert "/mains" in page


def test_piste_deals_what_is_due_from_one_pack(teacher) -> None:
    teacher.live.new_game(Setup("tock", players_at((1, 2, 3, 4), NAMES), options=(("hands", "known"),)))
    teacher.post("/actions", action="deal")
    view = sent(teacher.live.snapshot())
    assert view["position"]["held"] == {"1": 5, "2": 5, "3": 5, "4": 5}
    dealt = [card for player in range(4) for card in sent(teacher.live.view_for(player))["hand"]]
    assert max(map(dealt.count, dealt)) <= 4


def test_places_survive_a_restart_for_the_same_players(tmp_path) -> None:
    secret = Seats(tmp_path).take(WHO, 2)
    assert Seats(tmp_path).held(WHO, secret) == 2
    assert Seats(tmp_path).held(WHO | {4: "Zoé"}, secret) == 0
    assert Seats(tmp_path).held(WHO, "") == 0
    assert secret not in (tmp_path / "hands.json").read_text()


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"seats": 3}'])
def test_what_cannot_be_read_of_the_places_holds_nobody_up(tmp_path, damaged: str) -> None:
    (tmp_path / "hands.json").write_text(damaged)
    places = Seats(tmp_path)
    assert places.opens(WHO, places.code(WHO, 3)) == 3
    assert json.loads((tmp_path / "hands.json").read_text())["players"][0] == [1, "Léa"]


def names_kept(phones) -> list[str]:
    kept = phones.seats.data / FILE
    return [name for name in NAMES if kept.exists() and name in kept.read_text(encoding="utf-8")]


def test_the_names_of_hands_are_erased_with_their_game(phones) -> None:
    for seat in WHO:
        phones.taken(seat)
    assert names_kept(phones) == list(NAMES)
    game = phones.live.snapshot().id
    assert phones.teacher.post("/enseignant/effacer/partie", game=game, sure="1").location == "/enseignant"
    assert names_kept(phones) == []


def test_erasing_a_class_erases_the_names_of_hands(phones) -> None:
    phones.taken(1)
    classes, game = phones.teacher.app.extensions["piste"].classes, phones.live.snapshot().id
    number = classes.add("CE2", NAMES).id
    classes.begun(number, ClassGame(game, phones.live.started(game)))
    phones.teacher.post("/enseignant/effacer/classe", **{"class": number, "games": "1", "sure": "1"})
    assert phones.live.started(game) is None
    assert names_kept(phones) == []


def test_players_keep_their_hands_while_another_game_is_erased(phones) -> None:
    phone, before = phones.taken(1), hand(phones.taken(2))
    assert phones.teacher.post("/enseignant/effacer/partie", game=1, sure="1").location == "/enseignant"
    assert phones.live.started(1) is None
    assert sorted(hand(phone)) == sorted(HANDS[0])
    assert before


ALIKE = json.dumps({"players": [[seat, name] for seat, name in WHO.items()], "seats": {"x": {}, "2": "CDFGH"}}).encode()


@pytest.mark.parametrize("damaged", [b"[" * 100_000, b"\xff\xfe", ALIKE, None])
def test_a_damaged_file_of_hands_is_begun_anew(phones, damaged: bytes | None) -> None:
    file = phones.seats.data / FILE
    file.mkdir() if damaged is None else file.write_bytes(damaged)
    client = phones.teacher.app.test_client()
    assert post(client, "/main", code="CDFGH").status_code == 401
    assert phones.teacher.client.get("/mains").status_code == 200
    assert sorted(hand(phones.taken(1))) == sorted(HANDS[0])
