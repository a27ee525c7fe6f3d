"""Everything in one file, downloaded and brought back from the teacher's page: asked first, refused with a reason."""

import http.client
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from served import served
from werkzeug.test import TestResponse

from webui.site.app import create_app
from webui.site.limits import bodies
from webui.site.pages.memory.backups import STAGED
from webui.store.backup import read_backup
from webui.store.journal import NAME
from webui.table.values.setup import Setup, players_at

SEND, YES = "/enseignant/restauration", "/enseignant/restauration/oui"


@pytest.fixture
def asked(teacher, tmp_path: Path) -> list[bytes]:
    """The backups on which the site should reopen, with their content then."""
    found: list[bytes] = []
    app = create_app(
        teacher.live, tmp_path, clock=teacher.clock, restores=lambda file: found.append(file.read_bytes())
    )
    app.testing = True
    teacher.app, teacher.client = app, app.test_client()
    teacher.client.set_cookie("language", "en")
    teacher.sign_in()
    return found


def download(teacher) -> bytes:
    answer: TestResponse = teacher.client.get("/enseignant/sauvegarde.zip")
    assert answer.status_code == 200
    assert "attachment; filename=piste-20" in answer.headers["Content-Disposition"]
    return answer.data


def send(teacher, data: bytes, name: str = "piste.zip") -> TestResponse:
    return teacher.post(SEND, file=(io.BytesIO(data), name))


def field(page: str) -> str:
    return page.split('name="sum" value="')[1].split('"')[0]


def rewritten(data: bytes, **said: object) -> bytes:
    """The same backup, with other values in its backup.json."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, json.dumps(json.loads(part) | said) if name == "backup.json" else part)
    return out.getvalue()


def left(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith((".backup", ".restore"))]


def test_a_download_is_a_complete_backup_and_leaves_nothing(teacher, tmp_path: Path) -> None:
    (tmp_path / "got.zip").write_bytes(download(teacher))
    assert {NAME, "teacher.pin"} <= set(read_backup(tmp_path / "got.zip").files)
    assert left(tmp_path) == []


def test_a_download_at_any_table_holds_every_table(teacher, tmp_path: Path) -> None:
    teacher.sign_in()
    teacher.add_table().live.new_game(Setup("royal", players_at((1,), ("Ana",))))
    for at in ("", "/table/2"):
        (tmp_path / "whole.zip").write_bytes(teacher.client.get(f"{at}/enseignant/sauvegarde.zip").data)
        assert {NAME, "tables.json", f"tables/2/{NAME}"} <= set(read_backup(tmp_path / "whole.zip").files)


def test_the_site_opens_on_a_backup_after_confirmation(asked, teacher, tmp_path: Path) -> None:
    data = download(teacher)
    question = send(teacher, data)
    page = question.get_data(as_text=True)
    assert question.status_code == 200
    assert asked == []
    again = teacher.post(YES, sum=field(page))  # as another language asks
    assert field(again.get_data(as_text=True)) == field(page)
    assert asked == []
    assert teacher.post(YES, sum=field(page), sure="1").status_code == 200
    assert asked == [data]


def test_another_file_than_was_asked_about_is_not_restored(asked, teacher) -> None:
    page = send(teacher, download(teacher)).get_data(as_text=True)
    assert teacher.post(YES, sum="0" * 64, sure="1").status_code == 302
    assert send(teacher, b"other").status_code == 302
    assert teacher.post(YES, sum=field(page), sure="1").status_code == 302
    assert asked == []


def test_a_no_leaves_nothing_of_what_was_sent(asked, teacher, tmp_path: Path) -> None:
    page = send(teacher, download(teacher)).get_data(as_text=True)
    assert left(tmp_path) == [STAGED]
    assert (tmp_path / STAGED).stat().st_mode & 0o077 == 0
    teacher.page("/enseignant")
    assert left(tmp_path) == []
    assert teacher.post(YES, sum=field(page), sure="1").status_code == 302
    assert asked == []


def with_another_code(data: bytes) -> bytes:
    """A backup in which a code lies that was not in it when it was made."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as whole, zipfile.ZipFile(out, "w") as changed:
        for name in whole.namelist():
            changed.writestr(name, b"scrypt:1:1:1$a$b\n" if name == "teacher.pin" else whole.read(name))
    return out.getvalue()


def with_a_name_that_is_no_utf8(data: bytes) -> bytes:
    """Its list says that its names are UTF-8, and one of them is none."""
    at = data.rindex(b"PK\1\2")
    changed = bytearray(data)
    changed[at + 9] |= 0x08
    changed[at + 46] = 0xFF
    return bytes(changed)


def with_a_list_before_its_begin(data: bytes) -> bytes:
    """Its end says that the list is longer than the file."""
    changed, end = bytearray(data), data.rindex(b"PK\5\6")
    changed[end + 16 : end + 20] = (2**31).to_bytes(4, "little")
    return bytes(changed)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda data: rewritten(data, format=9), "a newer Piste made it"),
        (with_another_code, "no backup of Piste, or it is damaged"),
        (lambda data: data[: len(data) // 2], "no backup of Piste, or it is damaged"),
        (lambda data: data.replace(b"teacher.pin", b"teacher.pan"), "no backup of Piste, or it is damaged"),
        (lambda data: b"holiday pictures", "no backup of Piste, or it is damaged"),
        (lambda data: b"", "no backup of Piste, or it is damaged"),
        (with_a_name_that_is_no_utf8, "no backup of Piste, or it is damaged"),
        (with_a_list_before_its_begin, "no backup of Piste, or it is damaged"),
    ],
)
def test_what_cannot_be_restored_is_refused_with_a_reason(asked, teacher, tmp_path: Path, spoil, why: str) -> None:
    before = teacher.live.snapshot()
    answer = send(teacher, spoil(download(teacher)))
    assert answer.headers["Location"] == "/enseignant"
    assert why in teacher.words("/enseignant")
    assert (asked, left(tmp_path)) == ([], [])
    assert teacher.live.snapshot() == before


def test_what_unpacks_to_too_much_is_refused(asked, teacher, monkeypatch: pytest.MonkeyPatch) -> None:
    data = download(teacher)
    monkeypatch.setattr("webui.site.pages.memory.backups.UNPACKED", 10_000)
    assert send(teacher, data).status_code == 302
    assert "or it is damaged" in teacher.words("/enseignant")


def test_an_endless_list_is_refused_before_reading(asked, teacher) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as whole:
        for number in range(2_000):
            whole.writestr(f"{number:020}", b"")
    assert send(teacher, out.getvalue()).status_code == 302
    assert "or it is damaged" in teacher.words("/enseignant")


def test_whatever_goes_wrong_nothing_of_what_was_sent_stays(asked, teacher, tmp_path: Path, monkeypatch) -> None:
    def fails(*_given: object, **_named: object) -> None:
        raise MemoryError

    monkeypatch.setattr("webui.site.pages.memory.backups.read_backup", fails)
    with pytest.raises(MemoryError):
        send(teacher, download(teacher))
    assert left(tmp_path) == []


def test_no_file_is_said(asked, teacher) -> None:
    assert teacher.post(SEND).status_code == 302
    assert "No file was chosen." in teacher.words("/enseignant")


def test_it_is_the_teachers_alone(asked, teacher) -> None:
    data = download(teacher)
    teacher.sign_in_as_pupil()
    assert teacher.client.get("/enseignant/sauvegarde.zip").status_code in (302, 403)
    assert send(teacher, data).status_code in (302, 403)
    assert teacher.post(YES, sum="", sure="1").status_code in (302, 403)
    assert asked == []


def test_nothing_is_restored_while_the_memory_cannot_be_written(asked, teacher, tmp_path: Path) -> None:
    data = download(teacher)
    (tmp_path / NAME).rename(tmp_path / "away")
    teacher.clock.now += 5
    teacher.live.beat()
    assert send(teacher, data).status_code == 302
    assert "Nothing can be restored now" in teacher.words("/enseignant")
    (tmp_path / "away").rename(tmp_path / NAME)


# How large: asked of a real server.


@pytest.fixture
def address(asked, teacher) -> Iterator[tuple[str, int]]:
    with served(teacher.app) as serving:
        yield "127.0.0.1", int(serving.effective_port)


def sent(address: tuple[str, int], teacher, size: int, *, path: str = SEND, cookie: bool = True) -> int:
    """The status with which a body of so many bytes is answered; its head alone is sent where that is refused."""
    signed = teacher.client.get_cookie("piste").value if cookie else ""
    connection = http.client.HTTPConnection(*address, timeout=20)
    connection.putrequest("POST", path)
    for name, value in (("Cookie", f"piste={signed}"), ("Content-Type", "multipart/form-data; boundary=x")):
        connection.putheader(name, value)
    connection.putheader("Content-Length", str(size))
    connection.endheaders()
    if size < 1_000_000:
        connection.send(b"-" * size)
    status = connection.getresponse().status
    connection.close()
    return status


def test_only_the_teacher_may_send_a_backup(address, teacher) -> None:
    assert sent(address, teacher, 300_000) == 400  # taken in; there is no token in it
    assert sent(address, teacher, bodies.LARGEST) == 413
    assert sent(address, teacher, 300_000, path="/actions") == 413
    assert sent(address, teacher, 300_000, cookie=False) == 413
    teacher.sign_in_as_pupil()
    assert sent(address, teacher, 300_000) == 413
