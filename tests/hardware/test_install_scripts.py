"""The scripts and units that set a box up: safe, in two languages, and doing what the teacher's page asks for."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from each import each

INSTALL = Path(__file__).resolve().parents[2] / "hardware" / "install"
SCRIPTS = sorted(INSTALL.glob("*.sh"))
ENDURED = 2.0
"""What `systemd-analyze security` may count at most; 10 is a service that may do everything."""


def run(*command: object, **environment: str) -> subprocess.CompletedProcess[str]:
    given = {"PATH": os.environ["PATH"], **environment}
    return subprocess.run(list(map(str, command)), env=given, capture_output=True, text=True)


def program(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return file


@pytest.mark.parametrize("unit", ["piste.service", "piste-hall.service"])
def test_the_service_may_do_little(unit: str) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("this needs systemd-analyze")
    output = run("systemd-analyze", "security", "--offline=true", "--no-pager", INSTALL / unit).stdout
    match = re.search(r"Overall exposure level for \S+: ([\d.]+)", output)
    assert match is not None, output
    assert float(match[1]) <= ENDURED


def test_units_hold_nothing_that_systemd_does_not_know(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("this needs systemd-analyze")
    units = [*INSTALL.glob("*.service"), *INSTALL.glob("*.path")]
    for unit in units:
        text = unit.read_text().replace("/opt/piste/current/bin/piste", "/bin/true").replace("/opt/piste/box", "/bin")
        text = text.replace("/bin/power.sh", "/bin/true").replace("/bin/stick.sh", "/bin/true")
        text = text.replace("/opt/piste-hall/bin/piste", "/bin/true")
        (tmp_path / unit.name.replace("@.", "@sda1.")).write_text(text)
    output = run("systemd-analyze", "verify", "--man=no", *sorted(tmp_path.iterdir()), SYSTEMD_LOG_LEVEL="warning")
    ours = [line for line in output.stderr.splitlines() if str(tmp_path) in line]
    assert ours == []


def test_the_service_tells_systemd_that_it_lives() -> None:
    text = (INSTALL / "piste.service").read_text()
    assert {"Type=notify", "WatchdogSec=60", "Restart=always"} <= set(text.splitlines())


def test_readers_look_where_the_service_writes() -> None:
    service, first = ((INSTALL / name).read_text() for name in ("piste.service", "piste-first-run.service"))
    assert "PISTE_WORD=/run/piste/first-word" in service
    assert "PISTE_WORD=/run/piste/first-word" in first
    assert "PISTE_WORD=/run/piste/first-word" in (INSTALL / "install.sh").read_text()
    assert "PISTE_POWER=/run/piste/power" in service
    assert "PathExists=/run/piste/power\n" in (INSTALL / "piste-power.path").read_text()


def test_the_service_names_a_document_that_is_installed() -> None:
    unit = (INSTALL / "piste.service").read_text()
    (named,) = re.findall(r"^Documentation=file:/opt/piste/(.+)$", unit, re.MULTILINE)
    assert f'install -m 0644 "$guide" "$prefix/{named}"' in (INSTALL / "install.sh").read_text()
    assert (INSTALL.parents[1] / "docs" / Path(named).name).exists()


@each("script", SCRIPTS)
def test_shellcheck_has_nothing_to_say(script: Path) -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("this needs shellcheck, from Debian")
    output = run("shellcheck", "-x", "-P", INSTALL.parents[1], script)
    assert output.stdout == ""


@each("script", SCRIPTS)
def test_each_script_that_speaks_says_everything_in_both_languages(script: Path) -> None:
    spoken = re.findall(r"^\s*(?:[^#]*\|\| )?(?:say|step|fail) (.+)$", script.read_text(), re.MULTILINE)
    alone = [line for line in spoken if len(re.findall(r'"(?:[^"\\]|\\.)*"', line)) < 2 and not line.endswith("\\")]
    assert alone == []


@pytest.mark.parametrize(("language", "text"), [("fr_FR.UTF-8", "bonjour"), ("en_GB.UTF-8", "hello"), ("C", "bonjour")])
def test_scripts_speak_french_or_english(language: str, text: str) -> None:
    command = f". {INSTALL / 'words.sh'}; say bonjour hello"
    assert run("bash", "-c", command, LANG=language).stdout == f"{text}\n"


@pytest.mark.parametrize(("asked", "done"), [("off", "--no-block poweroff"), ("restart\n", "--no-block reboot")])
def test_what_the_teachers_page_asks_for_is_done_once(tmp_path: Path, asked: str, done: str) -> None:
    wish, log = tmp_path / "power", tmp_path / "told"
    wish.write_text(asked)
    systemctl = program(tmp_path / "bin", "systemctl", f'echo "$@" > {log}')
    assert run("sh", INSTALL / "power.sh", wish, SYSTEMCTL=str(systemctl)).returncode == 0
    assert log.read_text() == f"{done}\n"
    assert not wish.exists()


@pytest.mark.parametrize("asked", ["", "halt", "off; rm -rf /", "o" * 100])
def test_nothing_else_can_be_asked_for(tmp_path: Path, asked: str) -> None:
    wish, log = tmp_path / "power", tmp_path / "told"
    wish.write_text(asked)
    systemctl = program(tmp_path / "bin", "systemctl", f'echo "$@" > {log}')
    assert run("sh", INSTALL / "power.sh", wish, SYSTEMCTL=str(systemctl)).returncode == 2
    assert not log.exists()
    assert not wish.exists()


NMCLI = """
echo "$@" >> {log}
case "$*" in
  *"connection show"*) [ -e {made} ] || exit 10; case "$*" in *psk*) echo abcd-efgh-jkmn;; *) echo Piste-rouge;; esac;;
  *"connection add"*) touch {made};;
  *"connection delete"*) rm {made};;
esac
"""


@pytest.fixture
def wifi(tmp_path: Path):
    """Runs access-point.sh before an nmcli that notes what it is told."""
    log, made = tmp_path / "log", tmp_path / "made"
    program(tmp_path / "bin", "nmcli", NMCLI.format(log=log, made=made))
    program(tmp_path / "bin", "id", "echo 0")
    program(tmp_path / "bin", "piste", f'echo "piste $@" >> {log}')
    program(tmp_path / "bin", "nft", f'echo "nft $@" >> {log}')

    def act(word: str) -> tuple[str, str]:
        log.write_text("")
        path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
        manager = str(tmp_path / "manager")
        given = {"PATH": path, "LANG": "en", "PISTE_WIFI": "Piste-rouge", "PISTE_MANAGER": manager}
        done = run("bash", INSTALL / "access-point.sh", word, **given)
        assert done.returncode == 0, done.stderr
        return done.stdout, log.read_text()

    return act


def test_the_access_point_gets_its_own_phrase_once(wifi) -> None:
    output, done = wifi("on")
    match = re.search(r"802-11-wireless-security.psk (\S+)", done)
    assert match is not None
    assert re.fullmatch(r"[a-hj-km-np-z2-9]{4}-[a-hj-km-np-z2-9]{4}-[a-hj-km-np-z2-9]{4}", match[1])
    assert "802-11-wireless.mode ap" in done
    assert "ipv4.method shared" in done
    assert "Network: Piste-rouge" in output
    assert "piste first-run --port 8000 --wifi Piste-rouge --wifi-password abcd-efgh-jkmn\n" in done
    assert "connection add" not in wifi("on")[1]


def test_the_access_point_is_taken_away_again(wifi) -> None:
    wifi("on")
    gone = wifi("off")[1]
    assert "connection delete piste" in gone
    assert "piste first-run --port 8000 --wifi \n" in gone
    assert "There is none." in wifi("off")[0]


def test_on_the_access_point_every_name_is_the_box(wifi, tmp_path: Path) -> None:
    wifi("on")
    names = tmp_path / "manager" / "dnsmasq-shared.d" / "piste.conf"
    assert names.read_text() == "address=/#/10.42.0.1\nlocal=/#/\n"
    wifi("off")
    assert not names.exists()


@pytest.mark.parametrize(
    ("connection", "became", "leads"), [("piste", "up", True), ("piste", "down", False), ("school", "up", False)]
)
def test_port_80_of_the_access_point_leads_to_piste(wifi, tmp_path, connection: str, became: str, leads: bool) -> None:
    wifi("on")
    (tmp_path / "log").write_text("")
    script = tmp_path / "manager" / "dispatcher.d" / "90-piste"
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    assert run(script, "wlan7", became, PATH=path, CONNECTION_ID=connection).returncode == 0
    done = (tmp_path / "log").read_text()
    assert ('iifname "wlan7" ip daddr 10.42.0.1 tcp dport 80 redirect to :8000' in done) is leads
    assert ("delete table ip piste" in done) is (connection == "piste")
    wifi("off")
    assert not script.exists()


def test_whoever_is_not_root_is_told_so(tmp_path: Path) -> None:
    program(tmp_path / "bin", "id", "echo 1000")
    for script in ("install.sh", "uninstall.sh"):
        output = run("bash", INSTALL / script, PATH=f"{tmp_path / 'bin'}:{os.environ['PATH']}", LANG="en")
        assert output.returncode == 1
        assert "sudo" in output.stderr


@pytest.mark.parametrize(("source", "silent"), [("os.environ['NOTIFY_SOCKET']", False), ("pass", True)])
def test_the_service_fits_versions_that_tell_systemd_nothing(tmp_path: Path, source: str, silent: bool) -> None:
    module = tmp_path / "version" / "lib" / "python3.13" / "site-packages" / "webui" / "serve.py"
    module.parent.mkdir(parents=True)
    module.write_text(source)
    units = tmp_path / "units"
    for _ in range(2):
        done = run("sh", INSTALL / "fit.sh", tmp_path / "version", PISTE_UNITS=str(units))
        assert done.returncode == 0, done.stderr
        assert (units / "piste.service.d" / "10-silent.conf").exists() is silent
    module.write_text("os.environ['NOTIFY_SOCKET']")
    run("sh", INSTALL / "fit.sh", tmp_path / "version", PISTE_UNITS=str(units))
    assert not (units / "piste.service.d").exists()


def test_an_unfinished_environment_is_removed_with_a_reason(tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    (wheels / "piste-9.9.9-py3-none-any.whl").write_bytes(b"no wheel")
    ended = run("bash", INSTALL / "build.sh", wheels, PISTE_PREFIX=str(tmp_path / "opt"), HOME=str(tmp_path))
    assert ended.returncode != 0
    assert "unbound" not in ended.stderr
    assert "piste-9.9.9" in ended.stderr
    assert list((tmp_path / "opt" / "versions").iterdir()) == []
