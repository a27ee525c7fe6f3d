"""No clock on the wall ends a session; half a day of rest does."""

import time
from pathlib import Path

import pytest

from webui.files import Folder
from webui.site.app import create_app
from webui.site.sessions import AT, RUN


def come_in(visitor) -> None:
    assert visitor.post("/login", pin=visitor.pin).location == "/"


@pytest.mark.parametrize("jump", [-400 * 86_400, -3600, -2, 13 * 3600, 400 * 86_400])
def test_a_wall_clock_that_jumps_signs_nobody_out(visitor, monkeypatch: pytest.MonkeyPatch, jump: int) -> None:
    come_in(visitor)
    cookie = visitor.client.get_cookie("piste")
    assert cookie is not None
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + jump)
    browser = visitor.app.test_client()  # the tests' own browser would forget its cookie by that clock
    browser.set_cookie("piste", cookie.value)
    assert browser.get("/api/v1/session").get_json()["role"] == "teacher"


def test_half_a_day_without_use_ends_a_session(visitor) -> None:
    come_in(visitor)
    for _ in range(3):
        visitor.clock.now += 11 * 3600
        assert visitor.client.get("/api/v1/session").get_json()["role"] == "teacher"
    visitor.clock.now += 12 * 3600 + 1
    assert visitor.client.get("/api/v1/session").get_json()["role"] == "looker_on"


def test_a_restart_ends_no_session(visitor, tmp_path: Path) -> None:
    come_in(visitor)
    visitor.clock.now += 11 * 3600
    cookie = visitor.client.get_cookie("piste")
    again = create_app(visitor.live, tmp_path, clock=lambda: 5.0).test_client()
    again.set_cookie("piste", cookie.value)
    assert again.get("/api/v1/session").get_json()["role"] == "teacher"


def test_a_cookie_that_nobody_signed_is_nobodys(visitor) -> None:
    come_in(visitor)
    cookie = visitor.client.get_cookie("piste")
    assert cookie is not None
    forged = visitor.app.test_client()
    forged.set_cookie("piste", cookie.value[:-2] + ("aa" if cookie.value[-2:] != "aa" else "bb"))
    assert forged.get("/api/v1/session").get_json()["role"] == "looker_on"
    with visitor.client.session_transaction() as session:
        assert set(session) >= {AT, RUN, "teacher"}


def test_a_tap_after_expiry_leads_to_the_code(pupil) -> None:
    token = pupil.token()
    pupil.client.get("/")
    with pupil.client.session_transaction() as session:
        session.permanent = True
    pupil.client.get("/api/v1/session")
    pupil.clock.now += 12 * 3600 + 1
    fields = {"csrf_token": token, "action": "throw", "die1": "6", "die2": "2"}
    led = pupil.client.post("/actions", data=fields)
    assert (led.status_code, led.location) == (302, "/jouer")
    assert "elle redemande le code" in pupil.words("/jouer")
    assert pupil.live.snapshot().throws == 0


def test_an_expired_session_answers_scripts_and_teachers(visitor) -> None:
    come_in(visitor)
    token = visitor.token()
    visitor.clock.now += 12 * 3600 + 1
    fields = {"csrf_token": token, "action": "pause"}
    told = visitor.client.post("/actions", data=fields, headers={"X-Requested-With": "fetch"})
    assert told.status_code == 401
    assert "elle redemande le code" in told.get_json()["detail"]
    assert "elle redemande le code" in visitor.words("/login")
    fresh = visitor.app.test_client()
    assert fresh.post("/actions", data=fields).location == "/login"


def test_a_spectator_with_an_old_page_needs_no_code(visitor) -> None:
    answer = visitor.client.post("/language", data={"csrf_token": "old", "language": "en"})
    assert answer.status_code == 400


def test_only_players_are_warned_before_expiry(pupil) -> None:
    assert 'role="status" data-rest="43200"' in pupil.page()
    assert "Garder ouverte" in pupil.words()
    assert "data-rest" not in pupil.app.test_client().get("/").get_data(as_text=True)


def test_code_pages_say_how_long_a_session_lasts(visitor) -> None:
    for path in ("/login", "/jouer"):
        assert "pendant une demi-journée, elle redemande le code" in visitor.words(path)


def test_a_copied_cookie_opens_nothing_once_its_tablet_was_locked(visitor, tmp_path: Path) -> None:
    come_in(visitor)
    other = visitor.app.test_client()
    for _ in range(2):  # the code typed again on an open tablet ends what was open before
        copied = visitor.client.get_cookie("piste").value
        other.set_cookie("piste", copied)
        assert other.get("/api/v1/session").get_json()["role"] == "teacher"
        come_in(visitor)
        assert other.get("/api/v1/session").get_json()["role"] == "looker_on"
    copied = visitor.client.get_cookie("piste").value
    visitor.post("/logout")
    for app in (visitor.app, create_app(visitor.live, tmp_path, clock=lambda: 5.0)):  # a restart unlocks nothing
        browser = app.test_client()
        browser.set_cookie("piste", copied)
        assert browser.get("/api/v1/session").get_json()["role"] == "looker_on"
    come_in(visitor)
    assert visitor.client.get("/api/v1/session").get_json()["role"] == "teacher"


def test_an_unwritable_lock_still_locks_only_its_own_session(visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_given: object) -> None:
        raise OSError(28, "No space left on device")

    second = visitor.app.test_client()
    come_in(visitor)
    token = second.get("/api/v1/session").get_json()["csrf_token"]
    assert second.post("/login", data={"csrf_token": token, "pin": visitor.pin}).location == "/"
    copied = visitor.client.get_cookie("piste").value
    monkeypatch.setattr(Folder, "write", full)
    visitor.post("/logout")
    other = visitor.app.test_client()
    other.set_cookie("piste", copied)
    roles = [browser.get("/api/v1/session").get_json()["role"] for browser in (other, second)]
    assert roles == ["looker_on", "teacher"]
