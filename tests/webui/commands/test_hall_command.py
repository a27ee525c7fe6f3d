"""`piste hall`, as it is started: it finds its broker, answers, and ends; a wrong address is refused in words."""

import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import click
import pytest
from mosquitto import PATIENCE, USER, Mosquitto

from webui.commands.hall import broker_of
from webui.site.tls import FILE as CERTIFICATE
from webui.site.tls import fingerprint


def status(address: str, trusted: ssl.SSLContext | None = None) -> int:
    try:
        return urlopen(address, timeout=5, context=trusted).status
    except HTTPError as error:
        return error.code


@contextmanager
def hall(data: Path, broker: Mosquitto, *more: str) -> Iterator[tuple[subprocess.Popen, str]]:
    """`piste hall`, and its address."""
    words = [sys.executable, "-c", "from webui.cli import main; main()", "hall", "--port", "0", "--host", "127.0.0.1"]
    address = f"mqtt://{USER}:mot%20de%20passe@127.0.0.1:{broker.port}"
    process = subprocess.Popen(
        [*words, "--data", data, "--broker", address, *more], stdout=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()
        broker.kill()


def test_it_serves_until_it_is_ended(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    with hall(tmp_path / "hall", broker) as (process, url):
        assert re.search(r"\b\d{6}\b", process.stdout.readline())  # the hall's code
        end = time.monotonic() + PATIENCE
        while status(f"{url}readyz") != 200:
            assert time.monotonic() < end
        assert status(url) == 200
        broker.kill()
        while status(f"{url}readyz") != 503:
            assert time.monotonic() < end
        assert status(url) == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_it_encrypts_and_waits_for_its_broker(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    broker.kill()
    with hall(tmp_path / "hall", broker, "--https") as (process, url):
        assert url.startswith("https://")
        file = tmp_path / "hall" / CERTIFICATE
        assert fingerprint(file) in process.stdout.readline()
        trusted = ssl.create_default_context(cafile=file)
        assert (status(url, trusted), status(f"{url}readyz", trusted)) == (200, 503)
        assert "Secure" in urlopen(f"{url}code", context=trusted).headers["Set-Cookie"]
        broker.start()
        end = time.monotonic() + PATIENCE
        while status(f"{url}readyz", trusted) != 200:
            assert time.monotonic() < end


def test_a_hall_knows_itself_again(tmp_path: Path) -> None:
    first = broker_of("mqtts://a:b%40c@broker.local", None, tmp_path)
    assert (first.host, first.port, first.tls, first.user, first.password) == ("broker.local", 8883, True, "a", "b@c")
    assert broker_of("mqtt://broker.local:1884", None, tmp_path).box == first.box


@pytest.mark.parametrize("address", ["broker.local", "http://broker.local", "mqtt://", "mqtt://x:99999", "mqtt://a b"])
def test_an_address_that_is_none_is_refused(address: str, tmp_path: Path) -> None:
    with pytest.raises(click.BadParameter, match="mqtt://"):
        broker_of(address, None, tmp_path)
