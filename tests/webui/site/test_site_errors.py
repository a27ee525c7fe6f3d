"""What a reader sees when a request fails: his own language and a way on; programs get problems."""

import pytest
from sent import sent

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.fixture
def broken(standing, teacher):
    """The teacher's browser before a running game that no page can draw."""
    players = [{**player, "seat": 99} for player in sent(teacher.live.snapshot())["players"]]
    return standing(players=players)


@pytest.mark.parametrize("path", ["/", "/pieces", "/correct"])
def test_a_page_that_fails_leads_to_a_new_game(broken, path: str) -> None:
    answer = broken.get(path, headers=BROWSER)
    assert (answer.status_code, answer.mimetype) == (500, "text/html")
    assert '<html lang="fr"' in answer.text
    assert "Quelque chose n’a pas marché ici" in answer.text
    assert 'href="/new"' in answer.text
    assert "Content-Security-Policy" in answer.headers
    assert broken.get("/new", headers=BROWSER).status_code == 200


def test_it_speaks_the_readers_language(broken) -> None:
    broken.set_cookie("language", "en")
    answer = broken.get("/", headers=BROWSER)
    assert '<html lang="en"' in answer.text
    assert "Something went wrong here" in answer.text


def test_a_picture_that_is_not_there_is_told_so(teacher) -> None:
    answer = teacher.client.get("/camera/picture.jpg", headers=BROWSER | {"Accept-Language": "de"})
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert "Die Kamera liefert gerade kein Bild." in answer.text


@pytest.mark.parametrize(
    ("language", "path", "says"),
    [
        ("fr", "/crops/gone.jpg", "Cette image est déjà oubliée."),
        ("en", "/crops/gone.jpg", "This picture is forgotten already."),
        ("de", "/crops/gone.jpg", "Dieses Bild ist schon vergessen."),
        ("de", "/actions", "Diese Seite lässt sich so nicht öffnen"),
        ("de", "/nowhere", "Diese Seite gibt es nicht"),
    ],
)
def test_whatever_fails_is_told_with_a_way_out(visitor, language: str, path: str, says: str) -> None:
    answer = visitor.client.get(path, headers=BROWSER | {"Accept-Language": language})
    assert answer.status_code >= 400
    assert (answer.mimetype, says in answer.text) == ("text/html", True)
    assert 'href="/"' in answer.text


def test_a_forgotten_picture_gives_scripts_a_problem(visitor) -> None:
    answer = visitor.client.get("/crops/gone.jpg", headers={"Accept": "image/avif,image/*,*/*;q=0.8"})
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_a_program_gets_a_problem(broken, visitor) -> None:
    for answer, status in (
        (broken.get("/pieces"), 500),
        (visitor.client.delete("/api/v1/table", headers=BROWSER), 405),
        (visitor.client.get("/nowhere"), 404),
    ):
        assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
        assert answer.get_json()["status"] == status


def test_a_page_opened_the_wrong_way_says_so(visitor) -> None:
    answer = visitor.client.get("/actions", headers=BROWSER)
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]
    assert "Cette page ne s’ouvre pas comme cela" in answer.text


def test_an_old_page_says_so_to_a_reader(visitor) -> None:
    answer = visitor.client.post("/new", headers=BROWSER)
    assert answer.status_code == 400
    assert "Cette page est trop ancienne" in answer.text.replace("\u00a0", " ")
