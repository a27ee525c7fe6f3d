"""The certificate of a finished game: linked from its end, made on request, stored nowhere."""

import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from webui.commands.print import command
from webui.store.journal import Journal
from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at
from webui.words import words
from webui.words.certificate import best_moment, certificate

STUCK = (Throw((6, 3)), CloseTiles((9,)), Next(), Throw((6, 3)), CloseTiles((3, 6)), Next(), Throw((6, 3)))


def over(live) -> int:
    """Léa and Tom play to the end, 27 points each; the game's number."""
    for deed in (*STUCK, *STUCK):
        live.act(deed)
    return int(live.snapshot().id)


def texts(pdf: bytes) -> list[str]:
    (page,) = PdfReader(BytesIO(pdf)).pages
    return page.extract_text().splitlines()


def test_the_podium_leads_to_it_and_nothing_is_stored(teacher, tmp_path: Path) -> None:
    number = over(teacher.live)
    assert f'href="/partie/{number}/diplome.pdf"' in teacher.page()
    before = sorted((path.name, path.stat().st_size) for path in tmp_path.iterdir())
    answer = teacher.client.get(f"/partie/{number}/diplome.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.headers["Content-Disposition"].startswith("inline")
    said = texts(answer.data)
    assert {"Diplôme", "Partie gagnée ensemble par", "Léa et Tom"} <= set(said)
    assert sum("27 points" in one for one in said) == 2
    assert any("Léa" in one and "3 et 6" in one for one in said)
    assert sorted((path.name, path.stat().st_size) for path in tmp_path.iterdir()) == before


def test_a_game_that_goes_on_has_none(teacher) -> None:
    teacher.live.act(Throw((6, 3)))
    number = teacher.live.snapshot().id
    assert teacher.client.get(f"/partie/{number}/diplome.pdf").status_code == 404
    assert teacher.client.get("/partie/999/diplome.pdf").status_code == 404


def test_earlier_certificates_are_for_the_teacher_only(teacher) -> None:
    number = over(teacher.live)
    anyone = teacher.app.test_client()
    assert anyone.get(f"/partie/{number}/diplome.pdf").status_code == 200
    teacher.live.new_game(Setup("royal", players_at((1, 2)), "Tric-Trac Royal"))
    assert anyone.get(f"/partie/{number}/diplome.pdf").status_code == 302
    assert teacher.client.get(f"/partie/{number}/diplome.pdf").status_code == 200
    assert f'href="/partie/{number}/diplome.pdf"' in teacher.page("/enseignant")


def test_who_plays_alone_gets_one_too(teacher) -> None:
    teacher.live.new_game(Setup("occe_child", players_at((1,), ("Léa",)), "OCCE enfant"))
    for deed in STUCK:
        teacher.live.act(deed)
    number = teacher.live.snapshot().id
    assert f'href="/partie/{number}/diplome.pdf"' in teacher.page()
    assert "Partie jouée par" in texts(teacher.client.get(f"/partie/{number}/diplome.pdf").data)


@pytest.mark.parametrize(
    ("language", "title", "day"),
    [("fr", "Diplôme", "novembre"), ("en", "Certificate", "November"), ("de", "Urkunde", "November")],
)
def test_it_speaks_the_readers_language(teacher, language: str, title: str, day: str) -> None:
    match = teacher.live.match(over(teacher.live))
    setup = Setup("occe_child", players_at((1, 3)), "OCCE enfant")
    told = certificate(words(language), setup, match, "2026-11-23T10:00:00+00:00")
    assert (told.title, day in told.when) == (title, True)
    assert certificate(words(language), setup, match, "rotten").when == ""


def test_the_best_moment_is_everything_closed_else_the_most_tiles() -> None:
    w = words("en")
    closed = [("Léa", (9,)), ("Tom", (1, 2)), ("Léa", (1, 2, 3)), ("Tom", (2, 3, 4))]
    assert best_moment(w, ["Tom"], closed) == "Tom closed everything!"
    assert "Léa closed 1, 2 and 3" in best_moment(w, [], closed)
    assert best_moment(w, [], closed[:1]) == ""


def test_the_terminal_writes_it_too(teacher, tmp_path: Path) -> None:
    over(teacher.live)
    teacher.live.new_game(Setup("royal", players_at((1, 2)), "Tric-Trac Royal"))
    file = tmp_path / "out.pdf"
    said = ["certificate", "--data", str(tmp_path), "--language", "de"]
    result = CliRunner().invoke(command, [*said, str(file)])
    assert result.exit_code == 0, result.output
    assert "Urkunde" in texts(file.read_bytes())
    wrong = CliRunner().invoke(command, [*said, "--game", "2", str(file)])
    assert wrong.exit_code == 1
    assert "expected a game that is over; got 2" in wrong.output


def test_a_folder_without_games_says_so(tmp_path: Path) -> None:
    Journal.open(tmp_path).close()
    result = CliRunner().invoke(command, ["certificate", "--data", str(tmp_path), str(tmp_path / "out.pdf")])
    assert "expected a game that is over; got none in the journal" in result.output


def test_the_printed_teachers_page_holds_no_teachers_code(teacher) -> None:
    assert teacher.pin not in teacher.page("/enseignant")


def test_what_draws_it_is_loaded_only_where_one_is_drawn() -> None:
    asked = "import sys, webui.site.app, webui.commands.print; print('reportlab' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True).stdout
    assert said.strip() == "False"
