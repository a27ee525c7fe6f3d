"""On a Wi-Fi of the box's own, devices that look for the Internet are led to Piste; other names open nothing."""

import pytest

from webui.box.network import Wifi, keep_wifi
from webui.site.probes import MOST_STAYING, PROBES, Staying

WIFI = Wifi("Piste-rouge", "abcd-efgh-jkmn")
APPLE = ("captive.apple.com", "/hotspot-detect.html")
HERE = "http://127.0.0.1:80/wifi"
"""The page's address in the network from which the tests ask."""


def asked(browser, host: str, path: str, method: str = "GET"):
    return browser.client.open(path, method=method, headers={"Host": host})


@pytest.fixture
def phone(visitor, tmp_path):
    """A phone that has just joined the box's Wi-Fi."""
    keep_wifi(tmp_path, WIFI)
    return visitor


@pytest.mark.parametrize("probe", PROBES)
def test_an_internet_probe_is_led_to_the_page(phone, probe: str) -> None:
    host, path = probe.split("/", 1)
    for named in (host, f"{host}:80", host.upper()):
        answer = asked(phone, named, f"/{path}")
        assert (answer.status_code, answer.location) == (302, HERE)
        assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("probe", PROBES)
def test_where_its_user_stays_it_hears_what_it_hopes_for(phone, probe: str) -> None:
    assert phone.post("/wifi").location == "/wifi"
    host, path = probe.split("/", 1)
    hoped, answer = PROBES[probe], asked(phone, host, f"/{path}")
    if hoped is None:
        assert answer.location == HERE
    else:
        assert (answer.status_code, answer.text) == (hoped.status, hoped.body)


def test_each_system_hears_the_words_that_it_knows(phone) -> None:
    phone.post("/wifi")
    assert asked(phone, *APPLE).text == "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
    assert asked(phone, "connectivitycheck.gstatic.com", "/generate_204").status_code == 204
    assert asked(phone, "www.msftconnecttest.com", "/connecttest.txt").text == "Microsoft Connect Test"
    assert asked(phone, "detectportal.firefox.com", "/success.txt").text == "success\n"


@pytest.mark.parametrize(
    ("host", "path", "method"),
    [
        ("captive.apple.com", "/", "GET"),
        ("captive.apple.com", "/enseignant", "GET"),
        ("captive.apple.com", "/hotspot-detect.html/", "GET"),
        ("captive.apple.com:8000", "/hotspot-detect.html", "GET"),
        ("evil.example", "/hotspot-detect.html", "GET"),
        ("connectivitycheck.gstatic.com", "/hotspot-detect.html", "GET"),
        ("detectportal.firefox.com", "/api/v1/table", "GET"),
        ("captive.apple.com@evil.example", "/hotspot-detect.html", "GET"),
        ("captive.apple.com", "/wifi", "GET"),
    ],
)
def test_these_names_open_nothing_else(phone, host: str, path: str, method: str) -> None:
    phone.post("/wifi")
    assert asked(phone, host, path, method).status_code == 421


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_a_probe_changes_nothing(phone, method: str) -> None:
    assert asked(phone, *APPLE, method).status_code in (400, 421)


def test_a_box_without_own_wifi_answers_no_probe(visitor) -> None:
    assert asked(visitor, *APPLE).status_code == 421
    answer = visitor.client.get("/wifi")
    assert answer.status_code == 404
    assert "n’a pas de Wi-Fi à elle" in answer.text
    assert 'href="/enseignant"' in answer.text


def test_the_page_says_what_to_open_and_how_to_stay(phone) -> None:
    said = phone.words("/wifi")
    assert "Ce Wi-Fi n’a pas Internet" in said
    assert "http://localhost/" in said
    assert "Rester sur ce Wi-Fi" in said
    phone.post("/wifi")
    assert "Rester sur ce Wi-Fi" not in phone.words("/wifi")


def test_only_whoever_was_shown_the_page_stays(phone) -> None:
    assert phone.client.post("/wifi").status_code == 400
    assert asked(phone, *APPLE).location == HERE


def test_one_phone_does_not_stay_for_another(phone) -> None:
    phone.post("/wifi")
    other = phone.client.get(APPLE[1], headers={"Host": APPLE[0]}, environ_base={"REMOTE_ADDR": "127.0.0.2"})
    assert other.status_code == 302


def test_who_came_first_is_forgotten_first() -> None:
    staying = Staying()
    for number in range(MOST_STAYING + 1):
        staying.stays(str(number))
    assert "0" not in staying
    assert all(str(number) in staying for number in range(1, MOST_STAYING + 1))
