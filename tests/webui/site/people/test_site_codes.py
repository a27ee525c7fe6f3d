"""The pages of the codes: the first start, the teacher's way in and back, a pupil's way in."""

import re
from html import unescape

import pytest
from each import each

from webui.site.app import create_app
from webui.site.auth import PIN_FILE

FAR = {"REMOTE_ADDR": "192.168.1.30"}
ASTRAY = (
    "https://evil.example/", "//evil.example", "/\\evil.example", "/\t/evil.example", "/\n/evil.example",
    "\t//evil.example", "/new\r\nSet-Cookie: a=b", "/\0new", "javascript:alert(1)", "evil", "",
    "/\u2028/evil.example", "http:/evil",
)  # fmt: skip


@pytest.fixture
def fresh(visitor, tmp_path):
    """A browser before a site whose teacher has no code yet; its word is KMNPRT34."""
    (tmp_path / PIN_FILE).unlink()
    told = {"first_word": "KMNPRT34", "reset": "piste pin --reset --data d"}
    app = create_app(visitor.live, tmp_path, clock=visitor.clock, **told)
    visitor.app, visitor.client = app, app.test_client()
    return visitor


def begin(visitor, where=None, **fields):
    """The form of the first start, sent from the machine itself or from elsewhere."""
    given = {"code": "soleil vert", "again": "soleil vert", "csrf_token": visitor.token()}
    return visitor.client.post("/bienvenue", data=given | fields, environ_base=where or {})


def test_the_machine_itself_chooses_the_first_code(fresh) -> None:
    assert fresh.client.get("/login").location == "/bienvenue"
    assert 'name="word"' not in fresh.page("/bienvenue")
    assert begin(fresh).status_code == 302
    assert fresh.client.get("/new").status_code == 200
    assert fresh.client.get("/bienvenue").location == "/login"


def test_whoever_comes_first_from_elsewhere_needs_the_word(fresh) -> None:
    page = fresh.client.get("/bienvenue", environ_base=FAR).get_data(as_text=True)
    assert 'name="word"' in page
    assert "KMNPRT34" not in page
    assert begin(fresh, FAR).status_code == 401
    assert begin(fresh, FAR, word="KMNPRT33").status_code == 401
    assert not fresh.app.extensions["piste"].door.stamp()
    assert begin(fresh, FAR, word="kmnp rt34").status_code == 302
    assert fresh.app.extensions["piste"].door.opens("x", "soleil vert")


@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded", "X-Real-Ip", "Via"])
def test_a_visitor_through_a_local_proxy_is_not_local(fresh, name: str) -> None:
    page = fresh.client.get("/bienvenue", headers={name: "192.168.1.30"}).get_data(as_text=True)
    assert 'name="word"' in page


def test_another_name_of_the_machine_is_not_the_machine(fresh) -> None:
    page = fresh.client.get("/bienvenue", headers={"Host": "piste.local:8000"}).get_data(as_text=True)
    assert 'name="word"' in page


def test_wrong_words_must_wait(fresh) -> None:
    statuses = [begin(fresh, FAR, word="????").status_code for _ in range(5)]
    assert statuses == [401, 401, 401, 401, 429]
    assert begin(fresh, FAR, word="KMNPRT34").status_code == 429


@pytest.mark.parametrize(
    "wrong", [{"again": "soleil bleu"}, {"code": "abc", "again": "abc"}, {"code": "123456", "again": "123456"}]
)
def test_an_unsuitable_code_is_explained_and_the_word_stays(fresh, wrong: dict[str, str]) -> None:
    token = {"csrf_token": fresh.token(), "word": "KMNPRT34", "code": "soleil vert", "again": "soleil vert"}
    answer = fresh.client.post("/bienvenue", data=token | wrong, environ_base=FAR)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert 'value="KMNPRT34"' in answer.text
    assert wrong.get("code", "soleil vert") not in answer.text
    assert not fresh.app.extensions["piste"].door.stamp()


def test_there_is_no_second_first_code(visitor) -> None:
    before = visitor.app.extensions["piste"].door.stamp()
    answer = visitor.post("/bienvenue", code="lune rouge", again="lune rouge")
    assert answer.location == "/login"
    assert visitor.app.extensions["piste"].door.stamp() == before


@pytest.mark.parametrize("back", ["/new", "/new?classe=2", "/camera/area"])
def test_the_code_leads_back_to_the_requested_page(visitor, back: str) -> None:
    assert visitor.client.get(back).location.startswith("/login?back=")
    assert f'name="back" value="{back}"' in visitor.client.get(visitor.client.get(back).location).text
    assert visitor.post("/login", pin=visitor.pin, back=back).location == back


@each("back", ASTRAY)
def test_nothing_leads_to_another_site(visitor, back: str) -> None:
    visitor.client.delete_cookie("piste")
    assert visitor.client.get("/login", query_string={"back": back}).text.count('name="back" value="/"') == 1
    assert visitor.post("/login", pin=visitor.pin, back=back).location == "/"
    assert visitor.post("/language", language="en", back=back).location == "/"


def test_the_typed_code_is_hidden_and_never_returned(visitor) -> None:
    answer = visitor.post("/login", pin="a wrong one")
    assert 'type="password"' in answer.text
    assert "a wrong one" not in answer.text


def test_a_pupil_enters_with_the_code_from_the_picture(visitor) -> None:
    code = visitor.app.extensions["piste"].door.table_code()
    assert f'value="{code}"' in visitor.page(f"/jouer?code={code}")
    assert visitor.client.get("/api/v1/session").get_json()["role"] == "looker_on"
    assert visitor.post("/jouer", code=code.lower()).location == "/"
    assert visitor.client.get("/api/v1/session").get_json()["role"] == "pupil"


def test_a_spectator_returns_after_entering_the_tables_code(visitor) -> None:
    asked = "/mains?vue=1"
    code = visitor.app.extensions["piste"].door.table_code()
    door = visitor.client.get(asked).location
    assert door.partition("?")[0] == "/jouer"
    page = visitor.page(door)
    of_the_language, back = map(unescape, re.findall(r'name="back" value="([^"]*)"', page))
    assert (of_the_language, back) == (door, asked)
    assert f'value="{asked}"' in visitor.post("/jouer", code="????", back=back).text
    assert visitor.post("/jouer", code=code, back=back).location == asked
    assert visitor.client.get(door).location == asked


def test_the_tables_code_leads_to_no_other_site(visitor) -> None:
    code = visitor.app.extensions["piste"].door.table_code()
    assert visitor.post("/jouer", code=code, back="//elsewhere.example").location == "/"


def test_a_wrong_code_of_the_table_is_told_and_counted(visitor) -> None:
    code = visitor.app.extensions["piste"].door.table_code()
    answers = [visitor.post("/jouer", code="????") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 401, 429]
    assert re.search(r"encore \d+ secondes? à attendre", answers[-1].text)  # teachers are told so too: no tu, no vous
    assert visitor.post("/jouer", code=code).status_code == 429
    assert visitor.post("/login", pin=visitor.pin).status_code == 302  # wrong codes of another kind count there


def test_the_teachers_tablet_stays_the_teachers(teacher) -> None:
    code = teacher.app.extensions["piste"].door.table_code()
    assert teacher.post("/jouer", code=code).location == "/"
    assert teacher.client.get("/api/v1/session").get_json()["role"] == "teacher"


def test_only_the_machine_itself_shows_the_data_folder(visitor, tmp_path) -> None:
    reset = "piste pin --reset --data /srv/piste"
    browser = create_app(visitor.live, tmp_path, clock=visitor.clock, reset=reset).test_client()
    assert reset in browser.get("/login").get_data(as_text=True)
    far = [browser.get("/login", environ_base=FAR), browser.get("/login", headers={"X-Forwarded-For": "192.168.1.30"})]
    assert ["/srv/piste" in answer.get_data(as_text=True) for answer in far] == [False, False]
