"""A series on the demonstration table, in a process of its own that is killed in the middle and opened again."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from on_screen import UNSEEN

PATIENCE = 60_000
"""ms that a process may take to be there again on a busy machine."""

PHONES = ("en-GB", "de-DE")
"""Who looks on; the teacher's tablet is French."""
LOST = ("La liaison avec Piste est coupée", "The link to Piste is lost", "Die Verbindung zu Piste ist")
"""What each of the three says while the server is gone."""


@contextmanager
def process(folder: Path, port: int = 0) -> Iterator[tuple[subprocess.Popen, str]]:
    """`piste serve` with the demonstration, and its address; killed at the end."""
    command = [sys.executable, "-c", "from webui.cli import main; main()", "serve", "--host", "127.0.0.1"]
    command += ["--port", str(port), "--data", str(folder), "--camera", "demo"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as running:
        assert running.stdout is not None
        try:
            yield running, running.stdout.readline().strip().rstrip("/")
        finally:
            running.kill()


def test_a_series_on_the_demonstration_table_outlives_a_killed_server(chromium, tmp_path: Path) -> None:
    size = {"width": 1280, "height": 800}
    context = chromium.new_context(viewport=size, locale="fr-FR")
    context.set_default_timeout(PATIENCE)
    page, phones = context.new_page(), [chromium.new_context(locale=one).new_page() for one in PHONES]
    for one in (page, *phones):
        one.add_init_script(UNSEEN)
    with process(tmp_path) as (server, address):
        for phone in phones:
            phone.goto(f"{address}/table/1/")
            phone.locator("#demo-tag").wait_for(timeout=PATIENCE)
        page.goto(f"{address}/bienvenue")
        for field in page.locator("main form input[type=password]").all():
            field.fill("un code secret")
        page.click("main form .is-main")
        page.goto(f"{address}/new")
        page.fill('[name="name-1"]', "Léa")
        page.uncheck("#seat-3", force=True)
        page.locator('input[name="games"][value="3"]').check(force=True)
        page.click("main form .is-main")
        page.get_by_text("Partie 1 sur 3").wait_for()
        game(page)
        page.get_by_text("Partie 2 sur 3").wait_for()
        throws(page)
        page.locator('.frame.is-turn input[value="2"]').check(force=True)  # chosen, not sent
        server.send_signal(signal.SIGKILL)
        for one, says in zip((page, *phones), LOST, strict=True):
            one.locator("[data-lost]").get_by_text(says).wait_for(timeout=PATIENCE)
    with process(tmp_path, int(address.rsplit(":", 1)[1])):
        for one in (page, *phones):
            one.locator("[data-lost]").wait_for(state="hidden", timeout=PATIENCE)
        assert page.locator('.frame.is-turn input[value="2"]').is_checked()
        closes(page)
        game(page, (1,))
        page.get_by_text("Partie 3 sur 3").wait_for()
        game(page)
        for one in (page, *phones):
            one.locator("#table.is-series_over #scores").get_by_text("126").first.wait_for(timeout=PATIENCE)
    for one in (page, *phones):
        one.context.close()


def game(page, tiles: tuple[int, ...] = (2, 1)) -> None:
    """Closes these tiles with throws of two ones, then can close no more."""
    for tile in tiles:
        throws(page)
        page.locator(f'.frame.is-turn input[value="{tile}"]').check(force=True)
        closes(page)
    throws(page, "#table:not(.is-waiting_move)")


def throws(page, then: str = "#table.is-waiting_move") -> None:
    page.locator("#table.is-waiting_throw").wait_for()
    for die in ("die1", "die2"):  # the second one sends
        page.locator(f'#pad label:has([name="{die}"][value="1"])').click()
    page.locator(then).wait_for()


def closes(page) -> None:
    page.click("#close")
    page.locator("#table.is-provisional").wait_for()
    page.click("#deed .is-next")
    page.locator("#table:not(.is-provisional)").wait_for()
