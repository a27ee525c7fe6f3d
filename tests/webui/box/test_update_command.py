"""`piste update` as a whole: what a file or an index of packages holds, built, tried, served, and taken back."""

import http.server
import json
import os
import socket
import stat
import subprocess
import sys
import threading
import urllib.request
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from webui.box import machine
from webui.box.machine import Machine
from webui.box.update import KEPT
from webui.cli import main
from webui.store.journal import Journal
from webui.table.reducer import open_table
from webui.table.values.setup import Setup, players_at

PROGRAM = """#!{python}
import http.server, json, signal, sys
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
if sys.argv[1] == "record":
    sys.exit(print("1\\tone"))
served = sys.argv[sys.argv.index("--data") + 1]
ready = {ready} or served.endswith("update-trial")
class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if ready or self.path != "/readyz" else 503)
        self.end_headers()
        told = dict(game=None, version="{version}", problems=["journal_broken"])
        self.wfile.write(json.dumps(told).encode())
    def log_message(self, *_): pass
with http.server.HTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Site) as site:
    print("listens", flush=True)
    site.serve_forever()
"""
"""A Piste that lists one game and serves; one that is not ready is so on the trial's copy all the same."""
BUILD = """set -eu
wheel=$(echo "$1"/piste-*.whl)
folder=$PISTE_PREFIX/versions/$(basename "$wheel" -py3-none-any.whl)
{python} -m zipfile -e "$wheel" "$folder"
chmod +x "$folder/bin/piste"
touch "$folder/.complete"
echo "$folder"
"""
SYSTEMCTL = """#!{python}
import os, signal, subprocess, sys
from pathlib import Path
pid = Path("{folder}/pid")
if sys.argv[1] == "stop" and pid.exists():
    os.kill(int(pid.read_text()), signal.SIGTERM)
    pid.unlink()
if sys.argv[1] == "start":
    words = ["{folder}/opt/current/bin/piste", "serve", "--port", "{port}", "--data", "{folder}/data"]
    service = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    service.stdout.readline()
    pid.write_text(str(service.pid))
"""
"""The service is started as systemd does where it tells that it serves; stopped, its port may be taken again."""


@dataclass(frozen=True)
class Served:
    """A box of one folder, whose service runs: opt/, data/ and a port."""

    folder: Path
    port: int

    def update(self, *words: str) -> Result:
        place = ["--prefix", str(self.folder / "opt"), "--data", str(self.folder / "data"), "--port", str(self.port)]
        return CliRunner(env={"LANG": "en"}).invoke(main, ["update", *place, *words])

    @property
    def version(self) -> str:
        """Of the Piste that answers at the box's port."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=10) as answer:
            return str(json.load(answer)["version"])


class Hasty(Machine):
    """Asks a service that was started once: the one of `SYSTEMCTL` listens by then."""

    def start(self) -> str:
        return Machine(self.port, patience=0.01).start()


def script(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def program(version: str, *, ready: bool = True) -> str:
    return PROGRAM.format(python=sys.executable, version=version, ready=ready)


def wheel(folder: Path, name: str, version: str, needs: str = "", *, ready: bool = True) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file, info = folder / f"{name}-{version}-py3-none-any.whl", f"{name}-{version}.dist-info"
    with zipfile.ZipFile(file, "w") as whole:
        whole.writestr("bin/piste", program(version, ready=ready))
        whole.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}")
        whole.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        whole.writestr(f"{info}/RECORD", "")
    return file


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A box that serves version 8.0.0 and keeps one game; pip is as it comes, without anybody's settings."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    old, service = tmp_path / "opt" / "versions" / "old", tmp_path / "bin" / "systemctl"
    script(old / "bin" / "piste", program("8.0.0"))
    script(tmp_path / "opt" / "box" / "build.sh", BUILD.format(python=sys.executable))
    script(service, SYSTEMCTL.format(python=sys.executable, folder=tmp_path, port=port))
    (tmp_path / "opt" / "current").symlink_to(old)
    wheel(tmp_path / "opt" / "wheels", "needed", "1.0")
    with Journal.open(tmp_path / "data") as journal:
        journal.start(open_table(Setup("occe_child", players_at((1, 2))), camera=False))
    for name in [name for name in os.environ if name.startswith("PIP_") or name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PATH", f"{service.parent}:{os.environ['PATH']}")
    monkeypatch.setattr(machine, "SYSTEMD", tmp_path)
    monkeypatch.setattr(machine, "PAUSE", 0.01)
    monkeypatch.setattr(machine, "Machine", Hasty)
    subprocess.run([service, "start"], check=True)
    yield Served(tmp_path, port)
    subprocess.run([service, "stop"], check=True)


@pytest.fixture
def index(tmp_path: Path) -> Iterator[str]:
    """The address of an index that holds what lies in a folder's `simple`, served on a port of its own."""
    (tmp_path / "simple").mkdir()
    quiet = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(quiet, directory=str(tmp_path)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/simple/"
    server.shutdown()
    thread.join()
    server.server_close()


def newer(box: Served, needs: str, *, ready: bool = True) -> Path:
    """The wheel of version 9.0.0, in an index that has an older one, too, and a newer library."""
    folder = box.folder / "simple"
    wheel(folder / "piste", "piste", "7.0.0")
    wheel(folder / "needed", "needed", "2.0")
    return wheel(folder / "piste", "piste", "9.0.0", f"Requires-Dist: {needs}\n", ready=ready)


def kept(box: Served) -> list[str]:
    """The wheels that the next update finds."""
    return sorted(path.name.removesuffix("-py3-none-any.whl") for path in (box.folder / "opt" / "wheels").iterdir())


@pytest.mark.parametrize("source", ["file", "index"])
def test_the_next_version_takes_over_with_the_installed_libraries(box: Served, index: str, source: str) -> None:
    assert box.version == "8.0.0"
    file = newer(box, "needed")
    done = box.update(*([str(file)] if source == "file" else ["--index", index]))
    assert done.exit_code == 0, done.output
    assert "Done: piste-9.0.0." in done.output
    assert box.version == "9.0.0"
    assert kept(box) == ["needed-1.0", "piste-9.0.0"]


def test_an_index_version_that_never_gets_ready_is_rolled_back(box: Served, index: str) -> None:
    newer(box, "needed>=2", ready=False)
    done = box.update("--index", index)
    assert done.exit_code == 1
    assert "The new version takes over." in done.output
    assert "/readyz says 503: journal_broken" in done.output
    assert box.version == "8.0.0"
    assert (box.folder / "opt" / "current").resolve().name == "old"
    assert (box.folder / "data" / KEPT).exists()
    assert kept(box) == ["needed-2.0", "piste-9.0.0"]


def test_an_index_that_has_no_piste_changes_nothing(box: Served, index: str) -> None:
    done = box.update("--index", index)
    assert done.exit_code == 1
    assert box.version == "8.0.0"
    assert not list((box.folder / "opt").glob(".update-*"))
