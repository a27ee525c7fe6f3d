"""No clock on the wall ends a session; half a day of rest does."""

import time
from pathlib import Path

import pytest

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


def test_half_a_day_of_rest_ends_it_and_each_use_begins_that_anew(visitor) -> None:
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
