"""The box's name, its networks, its card, and the words that it leaves for other programs."""

import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click import BadParameter
from click.testing import CliRunner
from each import each
from hypothesis import given
from hypothesis import strategies as st

from webui.box.card import Card, page, text
from webui.box.name import LONGEST, box_name, keep_name, tidy
from webui.box.network import Listening, Wifi, keep_wifi, own_wifi
from webui.box.power import OFF, RESTART, ask_for, power_file
from webui.box.word import leave_word, word_file, word_left
from webui.cli import main
from webui.site.auth import new_pin
from webui.table.values.languages import LANGUAGES
from webui.terminal import host_name
from webui.words import words

HERE, OWN, LOCAL = "http://192.168.1.20:8000/", "http://10.42.0.1:8000/", "http://piste.local:8000/"
CARD = Card("Table rouge", (HERE, OWN), (LOCAL,), "KMNPRT34", "sudo piste pin --reset", Wifi("Piste", "abcd-efgh"))


@given(st.text())
def test_a_name_is_one_short_line(name: str) -> None:
    line = tidy(name)
    assert len(line) <= LONGEST
    assert line == tidy(line)
    assert line.isprintable()


def test_a_name_is_kept_and_forgotten(tmp_path: Path) -> None:
    assert box_name(tmp_path) == ""
    keep_name(tmp_path, "  Table\nrouge ")
    assert box_name(tmp_path) == "Table rouge"
    keep_name(tmp_path, " ")
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_name_is_none(tmp_path: Path) -> None:
    (tmp_path / "name.txt").write_bytes(b"\xff\xfe")
    assert box_name(tmp_path) == ""


@pytest.mark.parametrize("deed", [OFF, RESTART])
def test_a_wish_is_left_whole_and_for_its_readers_alone(tmp_path: Path, deed: str) -> None:
    ask_for(deed, tmp_path / "power")
    assert (tmp_path / "power").read_text() == f"{deed}\n"
    assert stat.S_IMODE((tmp_path / "power").stat().st_mode) == 0o600


def test_no_other_wish_is_left(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected one of off, restart; got 'halt'"):
        ask_for("halt", tmp_path / "power")


def test_only_a_box_has_a_place_for_wishes_and_words() -> None:
    assert power_file({}) is None
    assert word_file({"PISTE_WORD": ""}) is None
    assert word_file({"PISTE_WORD": "/run/piste/first-word"}) == Path("/run/piste/first-word")


def test_the_word_is_left_and_taken_away(tmp_path: Path) -> None:
    file = tmp_path / "word"
    leave_word("KMNPRT34", file)
    assert word_left(file) == "KMNPRT34"
    leave_word("", file)
    assert word_left(file) == word_left(None) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_says_what_a_teacher_needs(language: str) -> None:
    wifi = "WIFI:T:WPA;S:Piste;P:abcd-efgh;;"
    for card in (text(words(language), CARD, "QR of {}".format), page(words(language), CARD, "<svg>{}</svg>".format)):
        for part in ("Table rouge", HERE, OWN, LOCAL, "KMNP RT34", "abcd-efgh"):
            assert part in card
        assert re.findall(r"(?:QR of |<svg>)([^<\n]+)", card) == [wifi, f"{HERE}bienvenue", f"{OWN}bienvenue"]


def test_the_card_shows_no_word_once_there_is_a_code() -> None:
    card = text(words("en"), Card("", (HERE,), (), "", "sudo piste pin --reset"), str)
    assert "sudo piste pin --reset" in card
    assert "bienvenue" not in card


def test_the_card_page_escapes_the_name() -> None:
    assert "<b>" not in page(words("en"), Card("<b>", (), (), "", ""), str)


APART = """
ip link set lo up
ip link add wlan type veth peer name antenna
ip address add 10.42.0.1/24 dev wlan
ip link set wlan up
ip link set antenna up
ip address add 192.168.7.2/24 dev antenna
ip address add 192.168.7.3/24 dev antenna
ip link add unplugged type veth peer name far
ip address add 172.17.0.1/16 dev unplugged
"""
"""An interface with one address and one with two, without a route to anywhere else; a third has no link."""
ASKS = "from webui.box.network import Listening; print(*Listening({host!r}).addresses())"


@pytest.mark.parametrize(
    ("more", "listed"),
    [
        ("", {"10.42.0.1", "192.168.7.2", "192.168.7.3"}),
        ("ip link set antenna down\n", set()),
    ],
)
def test_addresses_are_found_without_a_route_to_anywhere(more: str, listed: set[str]) -> None:
    assert set(addresses_apart(more)) == listed


def test_the_address_of_the_default_route_comes_first() -> None:
    assert addresses_apart("ip route add default via 10.42.0.9\n")[0] == "10.42.0.1"
    assert addresses_apart("ip route add default via 192.168.7.9\n")[0] == "192.168.7.2"


def test_addresses_of_both_kinds_are_listed_when_listening_on_both() -> None:
    given = "".join(
        f"ip address add {address} dev antenna nodad{more}\n"
        for address, more in (("fd00::7/64", ""), ("fe80::7/64", ""), ("fd00::9/64", " preferred_lft 0 valid_lft 99"))
    )
    listed = addresses_apart(given, "::")
    assert set(listed) == {"10.42.0.1", "192.168.7.2", "192.168.7.3", "fd00::7"}
    assert listed[-1] == "fd00::7"
    assert "fd00::7" not in addresses_apart(given)


def addresses_apart(more: str, host: str = "0.0.0.0") -> list[str]:
    """The addresses that a machine with those interfaces reports, in its own network namespace."""
    command = ["unshare", "--user", "--map-root-user", "--net", "sh", "-ec", f'{APART}{more}exec "$@"', "sh"]
    try:
        done = subprocess.run([*command, sys.executable, "-c", ASKS.format(host=host)], capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("needs unshare, of util-linux")
    if done.returncode and not done.stderr.startswith("Traceback"):
        pytest.skip(f"needs a network namespace and ip: {done.stderr.strip()[:80]}")
    return done.stdout.split()


def test_a_site_for_this_machine_alone_is_reached_nowhere_else() -> None:
    for host in ("127.0.0.1", "localhost"):
        assert Listening(host, ("piste.fritz.box",)).urls(8000) == ()
        assert Listening(host, ("piste.fritz.box",)).named(8000) == ()
    listening = Listening("10.0.0.7", ("piste.fritz.box",))
    assert listening.urls(8443, "https") == ("https://10.0.0.7:8443/",)
    assert listening.named(None) == ("http://piste.fritz.box/",)


@each(
    ("host", "here", "elsewhere"),
    [
        ("fd00::7", "http://[fd00::7]:8000/", ("http://[fd00::7]:8000/",)),
        ("::1", "http://[::1]:8000/", ()),
        ("10.0.0.7", "http://10.0.0.7:8000/", ("http://10.0.0.7:8000/",)),
        ("localhost", "http://localhost:8000/", ()),
    ],
)
def test_an_address_is_told_as_it_is_typed(host: str, here: str, elsewhere: tuple[str, ...]) -> None:
    assert Listening(host).here(8000) == here
    assert Listening(host).urls(8000) == elsewhere


@pytest.mark.parametrize("host", ["::", "0.0.0.0"])
def test_this_machine_itself_is_told_the_address_that_all_have(host: str) -> None:
    assert Listening(host).here(8000) == "http://127.0.0.1:8000/"


def test_the_own_wifi_is_kept_and_forgotten(tmp_path: Path) -> None:
    assert own_wifi(tmp_path) is None
    printed = first_run(tmp_path, "--wifi", "Salle 3", "--wifi-password", "abcd-efgh")
    assert own_wifi(tmp_path) == Wifi("Salle 3", "abcd-efgh")
    assert printed.index("Salle 3") < printed.index("abcd-efgh") < printed.index("stay connected")
    first_run(tmp_path, "--wifi", "")
    assert list(tmp_path.iterdir()) == []
    keep_wifi(tmp_path, Wifi("libre"))
    assert Wifi("libre").joined_by == "WIFI:S:libre;;"


@pytest.mark.parametrize("stored", [b"", b"\xff", b"[]", b'{"name": 3}'])
def test_a_damaged_wifi_is_none(tmp_path: Path, stored: bytes) -> None:
    (tmp_path / "wifi.json").write_bytes(stored)
    assert own_wifi(tmp_path) is None


@each("given", ["http://piste.fritz.box/", "piste.fritz.box:8000", "a b", "-a", "a..b", "", "*.fr"])
def test_what_is_no_name_is_refused_in_words(given: str) -> None:
    with pytest.raises(BadParameter, match="expected a name"):
        host_name(given)
    assert host_name("Salle3.Collège-Hugo.fr.") == "salle3.xn--collge-hugo-19a.fr"


def first_run(data: Path, *more: str, word: str = "") -> str:
    given = {"LANG": "en", "PISTE_WORD": word, "PISTE_COMMAND": "sudo piste"}
    done = CliRunner(env=given).invoke(main, ["first-run", "--data", str(data), *more])
    assert done.exit_code == 0, done.output
    return done.output


def test_first_run_writes_the_card_on_a_stick(tmp_path: Path) -> None:
    data, stick, word = tmp_path / "data", tmp_path / "stick", tmp_path / "word"
    stick.mkdir()
    leave_word("KMNPRT34", word)
    printed = first_run(data, "--to", str(stick), "--name", "Table rouge", word=str(word))
    assert str(stick / "PISTE.html") in printed
    card = (stick / "PISTE.html").read_text(encoding="utf-8")
    assert "Table rouge" in card
    assert "KMNP RT34" in card


def test_first_run_hides_the_word_once_there_is_a_code(tmp_path: Path) -> None:
    word = tmp_path / "word"
    leave_word("KMNPRT34", word)
    assert "KMNP RT34" in first_run(tmp_path, word=str(word))
    new_pin(tmp_path)
    printed = first_run(tmp_path, word=str(word))
    assert "KMNP" not in printed
    assert "sudo piste pin --reset" in printed
