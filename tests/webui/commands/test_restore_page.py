"""`piste serve` reopens, on the same port, on a backup sent to the teacher's page."""

import http.cookiejar
import os
import re
import subprocess
import sys
import urllib.parse
import urllib.request
import uuid
from pathlib import Path

from webui.live.live import Live
from webui.site.auth import new_pin
from webui.store.backup import back_up
from webui.store.journal import Journal
from webui.table.values.actions import Throw
from webui.table.values.setup import Setup, players_at


def lesson(folder: Path, *names: str) -> None:
    live = Live(Journal.open(folder))
    live.new_game(Setup("occe_child", players_at((1, 3), names), profile="OCCE enfant"))
    live.act(Throw((6, 2)))
    live.close()


def multipart(token: str, file: bytes) -> tuple[bytes, str]:
    edge = uuid.uuid4().hex
    head = f'--{edge}\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{token}\r\n--{edge}\r\n'
    head += 'Content-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n'
    return head.encode() + file + f"\r\n--{edge}--\r\n".encode(), f"multipart/form-data; boundary={edge}"


def test_a_backup_is_restored_and_what_was_there_is_kept(tmp_path: Path) -> None:
    first, data = tmp_path / "first", tmp_path / "data"
    for folder in (first, data):
        folder.mkdir()
    lesson(first, "Zoé", "Léo")
    lesson(data, "Ana", "Bob")
    pin = new_pin(data)
    back_up(first, tmp_path / "backup.zip", made="2026-11-23T10:00:00", piste="0")
    words = ("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(data), "--camera", "demo")
    here = {**os.environ, "ORT_DISABLE_TELEMETRY": "1", "PYTHONUNBUFFERED": "1", "LANG": "en"}
    with subprocess.Popen(
        [sys.executable, "-c", "from webui.cli import main; main()", *words],
        stdout=subprocess.PIPE,
        text=True,
        env=here,
    ) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            browser = urllib.request.build_opener(
                urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
            )
            browser.addheaders = [("Accept-Language", "en"), ("Accept", "text/html")]

            def page(
                path: str, data: bytes | None = None, kind: str = "application/x-www-form-urlencoded"
            ) -> str:
                asked = urllib.request.Request(f"{address}{path}", data, {"Content-Type": kind})
                with browser.open(asked, timeout=30) as answer:
                    return str(answer.read().decode())

            def token(text: str) -> str:
                return re.findall(r'name="csrf_token" value="([^"]+)"', text)[0]

            login = page("login")
            page("login", urllib.parse.urlencode({"csrf_token": token(login), "pin": pin}).encode())
            desk = page("enseignant")
            assert "Ana" in desk
            question = page(
                "enseignant/restauration", *multipart(token(desk), (tmp_path / "backup.zip").read_bytes())
            )
            (total,) = set(re.findall(r'name="sum" value="([0-9a-f]+)"', question))
            said = {"csrf_token": token(question), "sum": total, "sure": "1"}
            assert "being restored" in page(
                "enseignant/restauration/oui", urllib.parse.urlencode(said).encode()
            )
            for line in process.stdout:
                if line.strip() == address:
                    break
            table = page("")
            assert "Zoé" in table
            assert "Ana" not in table
        finally:
            process.terminate()
            process.wait(30)
    assert (data / "before-restore-1" / "journal.sqlite").is_file()
    assert not list(data.glob(".restore-*"))
