"""The box's name, its card, and the words that it leaves for other programs."""

import stat
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from webui.box.card import Card, page, text
from webui.box.name import LONGEST, box_name, keep_name, tidy
from webui.box.power import OFF, RESTART, ask_for, power_file
from webui.box.word import leave_word, word_file, word_left
from webui.cli import main
from webui.site.auth import new_pin
from webui.words import LANGUAGES, words

HERE, LOCAL = "http://192.168.1.20:8000/", "http://piste.local:8000/"
CARD = Card("Table rouge", HERE, LOCAL, "KMNPRT34", "sudo piste pin --reset")


@given(st.text())
def test_a_name_is_one_short_line(name: str) -> None:
    kept = tidy(name)
    assert len(kept) <= LONGEST
    assert kept == tidy(kept)
    assert kept.isprintable()


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
    for told in (text(words(language), CARD, "QR"), page(words(language), CARD, "<svg></svg>")):
        for part in ("Table rouge", CARD.address, CARD.local, "KMNP RT34", f"{CARD.address}bienvenue"):
            assert part in told


def test_the_card_shows_no_word_once_there_is_a_code() -> None:
    told = text(words("en"), Card("", "http://192.168.1.20:8000/", "", "", "sudo piste pin --reset"), "")
    assert "sudo piste pin --reset" in told
    assert "bienvenue" not in told


def test_a_name_on_the_page_of_the_card_is_no_mark_up() -> None:
    assert "<b>" not in page(words("en"), Card("<b>", "", "", "", ""), "")


def first_run(data: Path, *more: str, word: str = "") -> str:
    given = {"LANG": "en", "PISTE_WORD": word, "PISTE_COMMAND": "sudo piste"}
    done = CliRunner(env=given).invoke(main, ["first-run", "--data", str(data), *more])
    assert done.exit_code == 0, done.output
    return done.output


def test_first_run_writes_the_card_on_a_stick(tmp_path: Path) -> None:
    data, stick, word = tmp_path / "data", tmp_path / "stick", tmp_path / "word"
    stick.mkdir()
    leave_word("KMNPRT34", word)
    told = first_run(data, "--to", str(stick), "--name", "Table rouge", word=str(word))
    assert str(stick / "PISTE.html") in told
    card = (stick / "PISTE.html").read_text(encoding="utf-8")
    assert "Table rouge" in card
    assert "KMNP RT34" in card


def test_first_run_tells_the_word_no_more_once_there_is_a_code(tmp_path: Path) -> None:
    word = tmp_path / "word"
    leave_word("KMNPRT34", word)
    assert "KMNP RT34" in first_run(tmp_path, word=str(word))
    new_pin(tmp_path)
    told = first_run(tmp_path, word=str(word))
    assert "KMNP" not in told
    assert "sudo piste pin --reset" in told
