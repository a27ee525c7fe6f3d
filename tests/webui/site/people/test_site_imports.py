"""The teacher sends a match file: it is verified, retold, or returned as a record, and not stored."""

import io
from pathlib import Path

import pytest

from referee.record import to_lines
from webui.records.files import record_in
from webui.site.limits.bodies import MATCH

SEND = "/enseignant/import"
MAT = """\
 3 point match

 Game 1
 Anna Lund : 0                      Ben : 0
  1)                                31:  8/5 6/5
  2) 64: 24/14                      55: 8/3(2) 6/1*(2)
"""
RECORD = "".join(f"{line}\n" for line in to_lines(record_in("a.mat", MAT.encode()).match, drawn=True))
FORMS = {"a.mat": MAT, "A.MAT": MAT, "a.txt": RECORD, "a.txt with its mark": "\ufeff" + RECORD}


def send(teacher, text: str | bytes, name: str = "a.mat", **fields: object):
    data = text.encode() if isinstance(text, str) else text
    return teacher.post(SEND, file=(io.BytesIO(data), name), **fields)


def said(teacher, text: str | bytes, name: str = "a.mat") -> str:
    """What the teacher's page says of a file that was refused."""
    assert send(teacher, text, name).location == "/enseignant"
    return teacher.words("/enseignant")


@pytest.mark.parametrize("name", FORMS)
def test_a_match_from_a_file_is_told_move_by_move(teacher, name: str) -> None:
    answer = send(teacher, FORMS[name], name.partition(" ")[0])
    assert answer.status_code == 200
    assert "Anna Lund" in answer.text
    assert "Anna Lund joue 24/18+18/14." in answer.text


@pytest.mark.parametrize("name", FORMS)
def test_a_match_file_is_returned_as_a_record(teacher, name: str) -> None:
    answer = send(teacher, FORMS[name], name.partition(" ")[0], record="1")
    assert (answer.text, answer.mimetype) == (RECORD, "text/plain")
    assert answer.headers["Content-Disposition"].startswith("attachment")


def test_the_line_that_cannot_be_right_is_quoted(teacher) -> None:
    told = said(teacher, MAT.replace("24/14", "24/15"))
    assert "La ligne 6 de ce fichier ne peut pas être juste" in told
    assert "2) 64: 24/15 55: 8/3(2)" in told


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("", "a.mat"),
        ("", "a.txt"),
        (b"\xff\xfe\0\0", "a.txt"),
        (b"\x89PNG\r\n\x1a\n", "a.png"),
        ("(;" * 5000, "a.sgf"),
        ("<script>alert(1)</script>", "a.txt"),
        ("9" * 5000, "a.mat"),
    ],
)
def test_what_is_no_match_is_refused_in_words(teacher, text: str | bytes, name: str) -> None:
    told = said(teacher, text, name)
    assert "ce fichier" in told.lower()
    assert "<script>alert" not in teacher.page("/enseignant")


def test_no_file_is_said_to_be_none(teacher) -> None:
    assert teacher.post(SEND).location == "/enseignant"
    assert "Aucun fichier" in teacher.words("/enseignant")


def test_nothing_of_it_is_kept(teacher, tmp_path: Path) -> None:
    games, files = teacher.live.games(), sorted(tmp_path.iterdir())
    send(teacher, MAT)
    send(teacher, MAT, record="1")
    assert (teacher.live.games(), sorted(tmp_path.iterdir())) == (games, files)


def test_a_match_file_has_its_own_size_limit(teacher) -> None:
    assert send(teacher, RECORD + "\n" * 200_000, "a.txt").status_code == 200
    assert send(teacher, RECORD + "\n" * MATCH, "a.txt").status_code == 413


def test_pupils_import_nothing(pupil) -> None:
    assert send(pupil, MAT).location == "/login"
    assert send(pupil, RECORD + "\n" * 200_000, "a.txt").status_code in (302, 413)
