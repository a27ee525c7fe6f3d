"""`piste doctor`: plain sentences, exit codes, and a bundle that shows nobody."""

import json
import sqlite3
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from webui.checkup import doctor, machine
from webui.checkup.doctor import LATE, QUICK, SLOW, Grade, Symptom, examined, exit_code, timed
from webui.cli import main
from webui.live.live import Live
from webui.site.tls import AMISS
from webui.store.classes import Classes
from webui.store.journal import NAME, Journal
from webui.store.tables import every_folder
from webui.table.values.actions import Throw
from webui.table.values.languages import LANGUAGES
from webui.table.values.setup import Setup, players_at
from webui.words import words
from webui.words.doctor import SAYS, symptom_sentence


@pytest.fixture
def played(tmp_path: Path) -> Path:
    live = Live(Journal.open(tmp_path))
    live.new_game(Setup("occe_child", players_at((1, 3), ("Zéphyrine", "Barnabé")), profile="OCCE enfant"))
    live.act(Throw((6, 2)))
    live.close()
    Classes(tmp_path).add("CE2", ("Ludivine",))
    (tmp_path / "Zéphyrine.txt").touch()
    return tmp_path


@pytest.fixture(autouse=True)
def plenty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with room, and cool."""
    monkeypatch.setattr(machine, "room_left", lambda folder: 10**10)
    monkeypatch.setattr(machine, "memory_left", lambda: 10**10)
    monkeypatch.setattr(machine, "temperature", lambda: 50.0)


def words_of(folder: Path) -> dict[str, Grade]:
    return {symptom.word: symptom.grade for symptom in examined(folder, lambda: None)}


def test_every_table_is_looked_at(played: Path) -> None:
    Journal.open(played / "tables" / "3").close()
    (played / "tables" / "2").mkdir()
    (played / "tables" / "3" / NAME).write_bytes(b"nothing of ours" * 99)
    symptoms = list(examined(played, lambda: None, tables=every_folder(played)))
    assert [(each.table, each.word) for each in symptoms if each.table > 1] == [
        (2, "journal_new"), (2, "copies"), (3, "journal_unread"), (3, "copies"),
    ]  # fmt: skip
    assert exit_code(symptoms) == 3
    says = [symptom_sentence(words("fr"), each) for each in symptoms if each.table == 2]
    assert says[0] == "✓ Table 2 – Personne n’a encore joué ici."


def test_a_sound_machine_is_told_so(played: Path) -> None:
    symptoms = words_of(played)
    assert set(symptoms) == {"machine", "room", "memory", "warm", "folder", "journal", "copies", "look_quick"}
    assert set(symptoms.values()) == {Grade.WELL}


@pytest.mark.parametrize("amiss", ["", *AMISS])
def test_a_certificate_that_browsers_refuse_is_worth_knowing(played: Path, amiss: str) -> None:
    symptoms = list(examined(played, lambda: None, certificate=amiss))
    (symptom,) = (symptom for symptom in symptoms if symptom.word.startswith("certificate"))
    assert symptom.grade == (Grade.WORTH_KNOWING if amiss else Grade.WELL)
    assert (amiss in symptom.word, exit_code(symptoms)) == (True, int(bool(amiss)))
    assert "https" in symptom_sentence(words("en"), symptom)


@pytest.mark.parametrize(
    ("what", "value", "word", "grade"),
    [
        ("room_left", lambda folder: 50_000_000, "room_short", Grade.WORTH_KNOWING),
        ("room_left", lambda folder: 1_000_000, "room_short", Grade.BROKEN),
        ("memory_left", lambda: 1_000_000, "memory_short", Grade.WORTH_KNOWING),
        ("temperature", lambda: 85.0, "hot", Grade.WORTH_KNOWING),
    ],
)
def test_what_the_machine_lacks_is_told(played: Path, monkeypatch, what: str, value, word: str, grade: Grade) -> None:
    monkeypatch.setattr(machine, what, value)
    assert words_of(played)[word] is grade


def test_a_damaged_journal_is_told_and_left_alone(played: Path) -> None:
    whole = bytearray((played / NAME).read_bytes())
    whole[4096:8192] = b"\xff" * 4096
    (played / NAME).write_bytes(whole)
    symptoms = words_of(played)
    assert symptoms.get("journal_damaged", symptoms.get("journal_unread")) is Grade.BROKEN
    assert (played / NAME).read_bytes() == bytes(whole)


def test_names_that_others_can_read_are_told(played: Path) -> None:
    (played / NAME).chmod(0o644)
    assert words_of(played)["folder_open"] is Grade.WORTH_KNOWING


def test_a_journal_that_is_played_on_can_be_looked_at(played: Path) -> None:
    db = sqlite3.connect(played / NAME, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    assert words_of(played)["journal"] is Grade.WELL
    db.close()


@pytest.mark.parametrize(
    ("seconds", "word"), [(QUICK / 2, "look_quick"), (QUICK * 1.1, "look_slow"), (SLOW * 1.1, "look_too_slow")]
)
def test_one_look_says_whether_the_machine_suffices(played: Path, monkeypatch, seconds: float, word: str) -> None:
    monkeypatch.setattr(doctor, "timed", lambda look: seconds)
    assert word in words_of(played)


def test_a_throw_that_is_told_too_late_is_worth_knowing(played: Path, monkeypatch) -> None:
    monkeypatch.setattr(doctor, "timed", lambda look: look())
    for seconds, word in ((LATE, "look_quick"), (LATE * 1.1, "told_late")):
        symptoms = list(examined(played, lambda: QUICK / 2, read=lambda seconds=seconds: seconds))
        assert symptoms[-1].word == word
        assert exit_code(symptoms) == int(word == "told_late")


def test_timing_is_the_median_after_one_warm_up() -> None:
    ticks = iter([0, 1, 10, 12, 20, 21, 30, 39, 40, 41])
    assert timed(lambda: None, lambda: float(next(ticks))) == 1.0


def test_without_networks_piste_cannot_run(played: Path) -> None:
    assert exit_code(list(examined(played, None))) == 3


def test_exit_codes() -> None:
    assert exit_code([Symptom("room")]) == 0
    assert exit_code([Symptom("room"), Symptom("hot", Grade.WORTH_KNOWING)]) == 1
    assert exit_code([Symptom("hot", Grade.WORTH_KNOWING), Symptom("folder_closed", Grade.BROKEN)]) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_has_its_sentence(language: str) -> None:
    values = dict.fromkeys(("model", "python", "mb", "degrees", "folder", "games", "error", "n", "seconds", "day"), 1)
    for word, text in SAYS.items():
        said = symptom_sentence(words(language), Symptom(word, values=values))
        assert said.startswith("✓ ")
        assert "%(" not in said
        assert language == "en" or words(language).t(text) != text


def test_the_bundle_holds_no_name_no_picture_and_no_code(played: Path, tmp_path_factory) -> None:
    file = tmp_path_factory.mktemp("bundle") / "doctor.zip"
    done = CliRunner().invoke(main, ["doctor", "--data", str(played), "--bundle", str(file)])
    assert done.exit_code in (0, 1), done.output
    with zipfile.ZipFile(file) as whole:
        assert whole.namelist() == ["doctor.json"]
        text = whole.read("doctor.json").decode()
    for word in ("phyrine", "Barnab", "Ludivine", "CE2", str(played), "\\u00e9"):
        assert word not in text
    report = json.loads(text)
    assert {entry["word"] for entry in report["found"]} >= {"machine", "journal"}
    assert any(entry["name"] == "(another).txt" for entry in report["files"])
