"""The errors of a match of Backgammon on its page: asked for, shown beside each play, or said why not."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from backgammon_matches import ANALYSED, DEEDS

from webui.live.gnubg.analyst import Analyst
from webui.store.advice import AdviceAllowed, allow_advice
from webui.table.values.actions import Next, PlayMove, Throw
from webui.table.values.setup import Setup, players_at

SCRIPTS = {
    "works": """cp {canned} "$(sed -n 's/^save match //p' "$4")" """,
    "fails": "exit 1",
    "writes nonsense": """echo nonsense > "$(sed -n 's/^save match //p' "$4")" """,
    "hangs": "exec tail -f /dev/null",
}


@pytest.fixture
def backgammon(teacher, tmp_path: Path) -> Callable[..., object]:
    """A match of Backgammon whose first game was played; a script in place of GNU Backgammon, or none."""
    def played(how: str) -> object:
        program, canned = tmp_path / "gnubg", tmp_path / "canned"
        canned.write_text(ANALYSED, encoding="utf-8")
        program.write_text(f"#!/bin/sh\n{SCRIPTS.get(how, '').format(canned=canned)}\n")
        program.chmod(0o755)
        analyst = Analyst(Event(), lambda: None if how == "absent" else str(program), 1.0)
        first = teacher.app.extensions["piste"]
        object.__setattr__(first, "analyst", analyst)
        setup = Setup("backgammon", players_at((1, 2), ("Léa", "Max")), "Backgammon international", (("points", 3),))
        teacher.live.new_game(setup)
        for deed in DEEDS:
            throw = deed.replace(" ", "").isdigit()
            teacher.does(Throw(tuple(map(int, deed.split()))) if throw else PlayMove(deed))
            if not throw:
                teacher.does(Next())
        return teacher

    return played


def analysed(teacher) -> str:
    """The page's words once the button was pressed and the program has ended."""
    address = teacher.client.get("/partie").location
    answer = teacher.post(f"{address}/analyse")
    assert (answer.status_code, answer.location) == (303, f"{address}#analysis")
    teacher.app.extensions["piste"].analyst.join()
    return teacher.words(address)


def test_each_play_has_its_cost_and_its_mark(backgammon) -> None:
    teacher = backgammon("works")
    words = analysed(teacher).replace("\xa0", " ")
    assert "Léa 1 coup, 354 millièmes de point perdus" in words
    assert "Max 1 coup, 0 millièmes de point perdus" in words
    page = teacher.page(f"{teacher.client.get('/partie').location}/moments?pas=1&tous=1")
    assert "Grosse erreur\xa0: jouer 8-5 et 6-5 vaut 354" in page
    assert "Le meilleur coup" in page
    assert "Match en 3 points · Partie 1" in words


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("fails", "pas donné de réponse lisible"),
        ("writes nonsense", "pas donné de réponse lisible"),
        ("hangs", "mis trop de temps"),
    ],
)
def test_a_program_that_fails_is_named_and_may_try_again(how: str, says: str, backgammon) -> None:
    words = analysed(backgammon(how))
    assert says in words
    assert "Réessayer" in words
    assert "millièmes" not in words


def test_without_the_program_a_sentence_and_no_button(backgammon) -> None:
    teacher = backgammon("absent")
    words = teacher.words(teacher.client.get("/partie").location)
    assert "apt install gnubg" in words
    assert "Analyser avec" not in words
    assert "apt install gnubg" in analysed(teacher)


def test_a_running_match_is_analysed_only_where_advice_is_allowed(backgammon, tmp_path: Path) -> None:
    teacher = backgammon("works")
    address = teacher.client.get("/partie").location
    assert "Analyser avec GNU Backgammon" in teacher.words(address)
    allow_advice(tmp_path, AdviceAllowed(after=False))
    assert "GNU Backgammon" not in teacher.words(address)
    assert "millièmes" not in analysed(teacher)


def test_who_looks_on_starts_nothing(backgammon) -> None:
    teacher = backgammon("works")
    address = teacher.client.get("/partie").location
    with teacher.client.session_transaction() as session:
        session.clear()
    assert "Analyser avec" not in teacher.words(address)
    assert teacher.post(f"{address}/analyse").status_code in (302, 401)


def test_other_games_have_no_analysis(teacher) -> None:
    assert "GNU Backgammon" not in teacher.words(teacher.client.get("/partie").location)
