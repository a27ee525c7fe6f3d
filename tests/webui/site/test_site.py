"""The pages as a browser without scripts sees them, and who may change what."""

import re
from pathlib import Path

import pytest
from each import each
from sent import sent

from webui.box.network import Listening
from webui.live.view import TOO_SLOW
from webui.site.app import create_app
from webui.site.guard import known_host
from webui.site.show.scores import lines
from webui.table.values.actions import CloseTiles, Leave, Next, Throw
from webui.table.values.languages import LANGUAGES
from webui.table.values.setup import Setup, players_at
from webui.words import native_name, words


def test_anyone_may_look_on_and_is_offered_to_sign_in(visitor) -> None:
    page = visitor.page("/table/1/")
    assert '<html lang="fr"' in page
    assert "On joue" in page
    assert "/login" in page
    assert "Nouvelle partie" not in page


def test_a_wrong_code_is_told_and_too_many_must_wait(visitor) -> None:
    wrong = "000000" if visitor.pin != "000000" else "111111"
    answers = [visitor.post("/login", pin=wrong) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 401, 429]
    assert visitor.post("/login", pin=visitor.pin).status_code == 429
    visitor.clock.now += 31
    assert visitor.post("/login", pin=visitor.pin).location == "/"


def test_the_session_cookie_is_for_this_site_alone(visitor) -> None:
    cookie = visitor.post("/login", pin=visitor.pin).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_answers_carry_the_headers_without_inline_scripts(teacher) -> None:
    for path in ("/", "/new", "/correct", "/login", "/api/v1/table", "/nowhere"):
        answer = teacher.client.get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert not re.search(
            r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", answer.get_data(as_text=True)
        )


def test_no_page_asks_another_machine_for_anything(teacher, checkout: Path) -> None:
    for path in ("/", "/new", "/correct", "/login"):
        assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", teacher.page(path))
    for name in ("piste.css", "table.js", "morph.js"):
        assert "://" not in (checkout / "webui" / "static" / name).read_text()


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8000", True),
        ("192.168.1.20:8000", True),
        ("[fe80::1]:8000", True),
        ("[fd00::7]", True),
        ("[fd00::7].evil.example", False),
        ("localhost", True),
        ("piste.local:8000", True),
        ("evil.example", False),
        ("evil.example\\.local", False),
        ("localhost@evil.example", False),
        ("evil.example/.local", False),
        ("[evil.example]", False),
        ("[fd00::7", False),
        ("127.0.0.1.evil.example:8000", False),
        ("", False),
    ],
)
def test_a_strange_host_is_refused(visitor, host: str, known: bool) -> None:
    assert known_host(host) is known
    answer = visitor.client.get("/", headers={"Host": host, "Accept-Language": "de"})
    assert answer.status_code == (200 if known else 421)
    assert ("Unter diesem Namen antwortet Piste nicht" in answer.text) is not known


@pytest.mark.parametrize("host", ["salle3.college-hugo.fr:8000", "Piste.Fritz.Box", "piste.fritz.box."])
def test_a_configured_host_name_is_answered(visitor, tmp_path, host: str) -> None:
    assert visitor.client.get("/", headers={"Host": host}).status_code == 421
    named = Listening(names=("salle3.college-hugo.fr", "piste.fritz.box"))
    client = create_app(visitor.live, tmp_path, listening=named).test_client()
    assert client.get("/", headers={"Host": host}).status_code == 200
    assert client.get("/", headers={"Host": "college-hugo.fr"}).status_code == 421


def test_a_new_game_is_made_of_the_form(teacher) -> None:
    answer = teacher.post(
        "/new",
        profile="OCCE adulte",
        seat=["1", "2", "4"],
        games="5",
        **{"name-1": "Zoé", "occe_adult.one_die": "never", "occe_child.single": "free"},
    )
    view = sent(teacher.live.snapshot())
    assert answer.location == "/"
    assert [(p["seat"], p["name"]) for p in view["players"]] == [
        (1, "Zoé"),
        (2, "Joueur 2"),
        (4, "Joueur 4"),
    ]
    assert (view["game"]["name"], view["game"]["games"]) == ("occe_adult", 5)
    assert view["game"]["options"]["one_die"] == "never"
    assert "Partie 1 sur 5" in teacher.words()


@each(
    "wrong",
    [
        {"seat": []},
        {"games": "0"},
        {"games": "many"},
        {"games": "²"},
        {"games": "9" * 5000},
        {"seat": ["²"]},
        {"seat": ["٣"]},
        {"profile": "Tarot"},
        {"occe_child.single": "perhaps"},
        {"name-1": "x" * 40},
    ],
)
def test_a_form_that_makes_no_game_is_shown_again(teacher, wrong: dict[str, object]) -> None:
    before = teacher.live.snapshot()
    answer = teacher.post("/new", **{"profile": "OCCE enfant", "seat": ["1"], "games": "1"} | wrong)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.get_data(as_text=True)
    assert teacher.live.snapshot() is before


def test_every_house_rule_is_offered_in_words(teacher) -> None:
    page = teacher.words("/new")
    assert "Avec combien de dés" in page
    assert not re.search(r"\b(one_die|if_other_shut|after_789|single_combo|extra_game|True|False)\b", page)


def test_a_throw_and_a_closing_by_forms_alone(teacher) -> None:
    assert teacher.post("/actions", action="throw", die1="6", die2="2").location == "/"
    assert "6 et 2" in teacher.words()
    teacher.post("/actions", action="close_tiles", tiles=["2", "6"])
    assert sent(teacher.live.snapshot())["provisional"] == [2, 6]
    teacher.post("/actions", action="next")
    assert "Léa ferme 2 et 6." in teacher.words()


def test_only_what_may_follow_is_marked_once_a_move_stands(teacher) -> None:
    marked = re.compile(r'class="tile [^"]*is-hint[^"]*" id="tile-1-(\d)"')
    teacher.post("/actions", action="throw", die1="6", die2="2")
    assert marked.findall(teacher.page()) == ["2", "6", "8"]
    teacher.post("/actions", action="close_tiles", tiles=["2", "6"])
    assert marked.findall(teacher.page()) == []


def test_a_wrong_closing_is_explained_and_what_fits_is_offered(teacher) -> None:
    teacher.post("/actions", action="throw", die1="6", die2="2")
    teacher.post("/actions", action="close_tiles", tiles=["7", "2"])
    words = teacher.words()
    assert "Ce n’est pas encore juste" in words
    assert "tu as fermé 2 et 7, cela fait 9." in words
    assert '<span class="unseen">Fermer 2 et 6</span>' in teacher.page()


def test_an_untimely_wish_is_told_on_the_page(teacher) -> None:
    teacher.post("/actions", action="close_tiles", tiles=["7"])
    teacher.post("/actions", action="resume")
    assert 'class="flash" role="alert"' in teacher.page()


def test_dice_are_corrected_by_a_form_alone(teacher) -> None:
    teacher.post("/actions", action="throw", die1="6", die2="2")
    assert "Les dés du dernier lancer" in teacher.words("/correct")
    teacher.post("/actions", action="correct_dice", die1="5", die2="2")
    assert [die["value"] for die in sent(teacher.live.snapshot())["dice"]] == [5, 2]


def test_a_form_corrects_only_the_tiles_that_changed(teacher) -> None:
    teacher.does(Throw((6, 2)), CloseTiles((2, 6)), Next())
    every = "1 2 3 4 5 6 7 8 9"
    form = {"all-1": every, "was-1": "2 6", "closed-1": "8", "all-3": every, "was-3": ""}
    teacher.post("/actions", action="correct_tiles", seat=["1", "3"], **form)
    view = teacher.live.snapshot()
    assert [tile.number for tile in view.players[0].tiles if tile.state == "closed"] == [8]
    assert [event["seat"] for event in view.history if event["event"] == "corrected"] == [1]
    assert "Léa : la case 8 est fermée et les cases 2 et 6 sont ouvertes." in teacher.words()
    teacher.post("/actions", action="correct_tiles", seat="1", **form | {"was-1": "8"})
    assert teacher.live.snapshot() is view


def test_tiles_that_no_throw_explains_are_the_teachers_word(teacher) -> None:
    form = {"all-1": "1 2 3 4 5 6 7 8 9", "was-1": "", "closed-1": "9"}
    teacher.post("/actions", action="correct_tiles", seat="1", **form)
    assert teacher.live.snapshot().scores == {"1": 36, "3": 45}


@pytest.mark.parametrize(
    ("before", "closed", "says"),
    [
        ((Throw((6, 2)),), "9", "Aucun coup ne donne ces cases : le lancer compte comme joué."),
        ((), "9", "Aucun coup permis ne donne ces cases. Je les note comme vous l’avez dit."),
        ((Throw((6, 2)),), "8", ""),
        ((Throw((6, 2)), CloseTiles((2, 6)), Next()), "8", ""),
    ],
)
def test_unexplained_tiles_bring_a_warning_with_undo(teacher, before, closed, says) -> None:
    for deed in before:
        teacher.live.act(deed)
    scores = teacher.live.snapshot().scores
    form = {"all-1": "1 2 3 4 5 6 7 8 9", "was-1": "", "closed-1": closed}
    teacher.post("/actions", action="correct_tiles", seat="1", **form)
    flash = re.search(r'<div class="flash".*?</div>', teacher.page(), re.DOTALL)
    if not says:
        assert flash is None
        return
    assert flash is not None
    assert says in flash[0].replace("\u00a0", " ")
    assert 'name="action" value="undo"' in flash[0]
    teacher.post("/actions", action="undo")
    assert teacher.live.snapshot().scores == scores
    assert 'class="flash"' not in teacher.page()


def test_tiles_that_are_not_before_a_player_are_not_believed(visitor) -> None:
    visitor.sign_in()
    visitor.live.new_game(Setup("royal", players_at((1, 2)), profile="Tric-Trac Royal"))
    form = {"all-2": "1 2 3 4 5 6 7 8 9", "was-2": "", "closed-2": "9"}
    visitor.post("/actions", action="correct_tiles", seat="2", **form)
    assert "Ces lancers ne peuvent pas donner ces cases." in visitor.words()


def test_a_script_gets_a_short_answer_and_reasons(teacher) -> None:
    header = {"X-Requested-With": "fetch"}
    token = teacher.token()
    body = {"csrf_token": token, "action": "throw", "die1": "3", "die2": "3"}
    assert teacher.client.post("/actions", data=body, headers=header).status_code == 204
    again = teacher.client.post("/actions", data=body | {"action": "resume"}, headers=header)
    assert again.status_code == 409
    assert again.get_json()["detail"]


def test_pieces_come_only_when_there_is_something_new(teacher) -> None:
    version = teacher.live.snapshot().version
    assert teacher.client.get(f"/pieces?version={version}").status_code == 204
    assert f'data-version="{version}"' in teacher.page("/pieces")


def test_the_box_is_one_row_for_the_player_at_turn(teacher) -> None:
    teacher.live.new_game(Setup("royal", players_at((1, 2, 3))))
    page = teacher.page()
    assert "layout-box" in page
    assert re.findall(r'id="frame-(\d)"', page) == ["1"]
    assert len(re.findall(r'id="line-\d"', page)) == 3


def test_level_players_share_a_rank_before_leavers(visitor) -> None:
    visitor.live.new_game(Setup("occe_child", players_at((1, 2, 3))))
    visitor.live.act(Leave(2))
    assert [line.rank for line in lines(words("fr"), visitor.live.snapshot())] == [1, 3, 1]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"state": "rolling", "legal": []}, "Les dés roulent…"),
        ({"state": "paused"}, "La partie attend."),
        ({"problems": ["camera_lost"]}, "La caméra ne répond plus."),
        ({"problems": ["light_low"]}, "un peu sombre"),
        ({"problems": ["mirrored"]}, "comme dans un miroir"),
        ({"problems": ["journal_busy"]}, "Un autre programme tient la mémoire"),
        ({"problems": ["table_failed"]}, "Je réessaie"),
        ({"problems": ["table_stopped"]}, "Je ne regarde plus la table"),
        ({"camera": {"state": "ok", "light": "ok", "hands": True}}, 'class="hands"'),
        (
            {"state": "doubt", "doubt": {"kind": "dice", "readings": [[3, 6], [5, 6]], "asks": True, "crops": ["a"]}},
            "Que montrent les dés ?",
        ),
        (
            {"doubt": {"kind": "tiles", "tiles": [{"seat": 1, "tile": 8}]}},
            "la case 8",
        ),
        ({"state": "put_back", "put_back": [{"seat": 1, "tile": 7, "state": "open"}]}, "Rouvre 7."),
        ({"state": "series_over", "winners": [1, 2], "due": None}, "Léa et Tom gagnent ensemble !"),
        ({"state": "game_over", "winners": [2], "due": None}, "Tom gagne !"),
        ({"dice": [{"value": 6, "sure": 1, "crop": "a"}]}, "un dé qui montre 6"),
    ],
)
def test_each_state_of_the_table_is_said(shown, changed: dict, expected: str) -> None:
    assert expected in shown(**changed)


@each(
    ("problem", "says"),
    [
        *((f"unreadable_{why}", "Je lis mal la table") for why in ("glare", "small", "dark", "blurred")),
        (TOO_SLOW, "Cette machine est trop lente"),
    ],
)
def test_only_the_teacher_is_told_what_only_he_can_mend(standing, problem: str, says: str) -> None:
    told = [says in standing(signed_in=teacher, problems=[problem]).get("/").text for teacher in (True, False)]
    assert told == [True, False]


def test_crops_are_served_and_forgotten_ones_are_not_found(standing) -> None:
    client = standing()
    assert client.get("/crops/a.jpg").data == b"jpeg"
    assert client.get("/crops/b.jpg").status_code == 404


def test_an_unwritable_journal_changes_nothing_and_says_so(standing) -> None:
    client = standing()
    token = client.get("/api/v1/session").get_json()["csrf_token"]
    answer = client.post("/api/v1/actions", json={"action": "pause"}, headers={"X-CSRFToken": token})
    assert answer.status_code == 503


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-GB", "en"),
        ("it-IT,it;q=0.9,en;q=0.5,fr;q=0.4", "en"),
        ("it-IT", "fr"),
        ("*", "fr"),
        ("", "fr"),
    ],
)
def test_a_device_sees_its_own_language_until_one_is_chosen(visitor, header: str, language: str) -> None:
    def spoken() -> str:
        page = visitor.client.get("/", headers={"Accept-Language": header}).text
        return re.findall(r'<html lang="(\w+)"', page)[0]

    assert spoken() == language
    assert visitor.post("/language", language="de", back="/login").location == "/login"
    assert spoken() == "de"


def test_each_language_is_offered_by_its_own_name(visitor) -> None:
    offered = re.findall(r'name="language" value="(\w+)" lang="(\w+)">(.*?)<', visitor.page())
    assert offered == [(code, code, native_name(code)) for code in LANGUAGES if code != "fr"]
    assert ("de", "de", "Deutsch") in offered



# Forms that no page sends: ways back that lead elsewhere, numbers that are none.


@pytest.mark.parametrize("number", ["²", "-1", "٣", "9" * 19, "9" * 5000, "six", ""])
def test_a_form_whose_numbers_are_none_changes_nothing(teacher, number: str) -> None:
    header, token = {"X-Requested-With": "fetch"}, teacher.token()
    before = teacher.live.snapshot()
    for form in (
        {"action": "throw", "die1": number or "-", "die2": "2"},
        {"action": "close_tiles", "tiles": number or "-"},
        {"action": "answer_tile", "seat": number, "tile": "8", "state": "open"},
        {"action": "correct_tiles", "seat": number or "-"},
        {"action": "correct_tiles", "seat": "1", "closed-1": number or "-"},
    ):
        answer = teacher.client.post("/actions", data={"csrf_token": token, **form}, headers=header)
        assert (answer.status_code, answer.mimetype) == (409, "application/problem+json")
    assert teacher.live.snapshot() is before
