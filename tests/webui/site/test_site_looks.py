"""The board on the page is the board on the table; static files are cached for ever; the page stays light."""

import gzip
import re
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.observation import BoardSeen, Die
from webui.live.crops import lying
from webui.site.show.dice import APART, REACH, laid, turned
from webui.site.statics import STATIC, packed, stamp
from webui.table.values.setup import Setup, players_at
from webui.table.values.view import ViewDie

THROWN = {"event": "roll_settled", "t": 1.0, "player": 1, "dice": [6, 2]}
CLOSED = {"event": "move_accepted", "t": 2.0, "player": 1, "seat": 1, "closed": [2, 6], "open": []}
REFUSED = {"event": "move_refused", "t": 1.5, "player": 1, "seat": 1, "rule": "sum", "values": {}}
PUT_BACK = {"event": "move_withdrawn", "t": 1.7, "player": 1, "seat": 1, "open": []}
DUE = {"player": 1, "seat": 1, "dice": 2, "may": [], "what": "throw"}
SEEN = st.builds(ViewDie, st.just(3), at=st.tuples(st.floats(0, 1), st.floats(0, 1)), turn=st.floats(0, 90))


@given(st.lists(SEEN | st.just(ViewDie(3)), max_size=2), st.sampled_from(["occe", "box"]))
def test_dice_lie_on_the_felt_and_never_on_each_other(dice, layout: str) -> None:
    points = laid(dice, layout)
    assert len(points) == len(turned(dice)) == len(dice)
    assert all(0 <= turn < 90 for turn in turned(dice))
    for x, y in points:
        assert (x - 0.5) ** 2 + (y - 0.5) ** 2 <= (REACH + 0.001) ** 2
    if len(points) == 2:
        (ax, ay), (bx, by) = points
        assert (ax - bx) ** 2 + (ay - by) ** 2 >= (APART - 0.02) ** 2


def test_a_die_is_drawn_where_and_as_it_lay(shown) -> None:
    left = {"value": 6, "sure": 1, "crop": None, "at": [0.35, 0.5], "turn": 31.0}
    right = {"value": 2, "sure": 1, "crop": None, "at": [0.65, 0.5], "turn": 0.0}
    found = re.findall(r'class="die is-read +x(\d+) y(\d+) r(\d+)"', shown(dice=[left, right]))
    assert [int(x) < 50 for x, _, _ in found] == [True, False]
    assert [turn for _, _, turn in found] == ["30", "0"]


def test_millimetres_become_shares_of_the_board() -> None:
    board = BoardSeen("occe", ((0, 480), (0, 0), (480, 0), (480, 480)), True, 1.0)
    die = Die(3, "flat", (0, 0, 16, 16), 0.9, at=(120.0, 360.0), turn=12.34)
    assert lying(die, board) == ((0.75, 0.75), 12.3)
    assert lying(die, None) is None


def test_four_frames_are_drawn_in_the_tables_colours(teacher) -> None:
    beds = re.findall(r'class="bed at-(\w+) is-(\w+) (is-ghost)?', teacher.page())
    assert beds == [
        ("bottom", "blue", ""),
        ("top", "red", ""),
        ("left", "green", "is-ghost"),
        ("right", "yellow", "is-ghost"),
    ]


@pytest.mark.parametrize("view", ["0", "1", "3", "4", "x"])
def test_without_a_script_an_address_turns_the_view(teacher, view: str) -> None:
    turned = view if view in "0123" else "0"
    assert f'data-view="{turned}"' in teacher.page(f"/?view={view}")


STATES = {
    "setup": {"state": "setup", "due": None},
    "waiting_start": {"state": "waiting_start"},
    "waiting_throw": {"state": "waiting_throw", "due": DUE},
    "waiting_move": {},
    "provisional": {"state": "provisional", "provisional": [8]},
    "put_back": {"state": "put_back", "due": DUE},
    "paused": {"state": "paused"},
    "game_over": {"state": "game_over", "winners": [1], "due": None},
}


@pytest.mark.parametrize("state", STATES)
def test_what_is_to_be_pressed_has_a_pictogram(shown, state: str) -> None:
    found = re.findall(r'class="button is-main[^>]*>\s*(<svg class="sign)?', shown(**STATES[state]))
    assert found
    assert all(found)


def test_old_dice_lie_small_while_a_throw_is_due(shown) -> None:
    seen = [{"value": 6, "sure": 1, "crop": None, "at": [0.5, 0.5], "turn": 0.0}]
    assert "is-stale" in shown(state="waiting_throw", due=DUE)
    assert 'class="die is-read' in shown(state="waiting_throw", due=DUE, dice=seen)
    assert '<figure class="die is-read' not in shown(state="waiting_throw", due=DUE)  # nobody saw where they lie
    assert "is-stale" not in shown()


def test_praise_stands_until_the_next_throw(shown) -> None:
    waits = {"state": "waiting_throw", "due": DUE}
    praise = "Léa ferme 2 et 6. C’est juste !"
    assert praise in shown(**waits, history=[THROWN, CLOSED])
    assert praise in shown(**waits, history=[THROWN, CLOSED, {"event": "paused", "t": 3.0}])
    assert praise not in shown(**waits, history=[THROWN, CLOSED, {"event": "roll_started", "t": 3.0, "player": 1}])


@pytest.mark.parametrize("mended", [PUT_BACK, CLOSED], ids=["put back", "closed rightly"])
def test_a_mistake_that_was_put_right_is_told_no_more(shown, mended: dict[str, object]) -> None:
    assert "n’était pas juste" in shown(history=[THROWN, REFUSED])
    assert "n’était pas juste" not in shown(history=[THROWN, REFUSED, mended])


def test_a_mark_on_every_tile_is_none(teacher) -> None:
    teacher.live.new_game(Setup("royal", players_at((1, 2))))
    teacher.act(action="throw", dice=[6, 3])
    assert "is-hint" not in teacher.page()
    assert 'id="moves"' in teacher.page()


def test_the_end_has_a_sentence_for_everyone(shown) -> None:
    page = shown(state="game_over", winners=[1], due=None)
    assert page.count("bravo, Léa") == 1
    assert page.count("bien joué, Tom") == 1
    assert 'id="board"' not in page


def test_static_files_have_permanent_versioned_addresses(teacher, tmp_path: Path) -> None:
    address = re.search(r'href="(/static/[0-9a-f]{8}/piste\.css)"', teacher.page())
    assert address is not None
    assert "immutable" in teacher.client.get(address[1]).headers["Cache-Control"]
    assert teacher.client.get("/static/piste.css").status_code == 404
    (tmp_path / "statics").mkdir()
    (tmp_path / "statics" / "a.css").write_text("a {}")
    first = stamp(tmp_path / "statics")
    (tmp_path / "statics" / "a.css").write_text("b {}")
    assert stamp(tmp_path / "statics") != first


GZIP = {"Accept-Encoding": "gzip, deflate, br"}


def without_comments(sheet: bytes) -> bytes:
    return b"".join(part.rpartition(b"*/")[2] for part in sheet.split(b"/*"))


@pytest.mark.parametrize("name", sorted(packed(STATIC)))
def test_texts_are_compressed_only_for_gzip_readers(teacher, name: str) -> None:
    path, whole = f"/static/{stamp(STATIC)}/{name}", (STATIC / name).read_bytes()
    plain, small = teacher.client.get(path), teacher.client.get(path, headers=GZIP)
    assert plain.data == whole
    assert gzip.decompress(small.data).split() == (without_comments(whole) if name.endswith(".css") else whole).split()
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert plain.mimetype == small.mimetype
    assert small.headers["ETag"] != plain.headers["ETag"]
    for answer in (plain, small):
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert "immutable" in answer.headers["Cache-Control"]
    again = teacher.client.get(path, headers=GZIP | {"If-None-Match": small.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_pictures_and_type_are_packed_already(teacher) -> None:
    for name in ("wood.avif", "atkinson-400.woff2"):
        answer = teacher.client.get(f"/static/{stamp(STATIC)}/{name}", headers=GZIP)
        assert answer.data == (STATIC / name).read_bytes()
        assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/pieces", "/regles/occe_child", "/api/v1/table"])
def test_pages_travel_packed_too(teacher, path: str) -> None:
    plain, small = teacher.client.get(path), teacher.client.get(path, headers=GZIP)
    assert len(small.data) < len(plain.data) / 2
    assert int(small.headers["Content-Length"]) == len(small.data)
    told = gzip.decompress(small.data).decode()
    assert re.sub(TOKEN, "", told) == re.sub(TOKEN, "", plain.text)
    assert {"Accept-Encoding", "Cookie"} <= {name.strip() for name in small.headers["Vary"].split(",")} or "api" in path


def test_short_compressed_or_streamed_answers_stay_unchanged(teacher) -> None:
    assert "Content-Encoding" not in teacher.client.get("/api/v1/session", headers=GZIP).headers
    assert teacher.client.head("/", headers=GZIP).data == b""


TOKEN = r'(?<=name="csrf_token" value=")[^"]+'


def test_a_first_view_weighs_at_most_90_kilobytes(teacher) -> None:
    page = teacher.page()
    files = {"morph.js", "wood.avif", "felt.avif", *re.findall(r'(?:src|href)="/static/[0-9a-f]{8}/([^"]+)"', page)}
    assert len(files) + 2 <= 12  # the page and its stream
    sent = [teacher.client.get(f"/static/{stamp(STATIC)}/{name}", headers=GZIP).data for name in files]
    assert sum(map(len, sent)) + 2 * len(teacher.client.get("/", headers=GZIP).data) <= 90_000
    assert sum((STATIC / name).stat().st_size for name in files if name.endswith(".avif")) <= 60_000


def test_the_typeface_is_the_one_whose_licence_lies_beside_it() -> None:
    assert "SIL Open Font License, Version 1.1" in (STATIC / "atkinson-OFL.txt").read_text()
    for name, digest in TYPE.items():
        assert sha256((STATIC / name).read_bytes()).hexdigest()[:16] == digest


TYPE = {"atkinson-400.woff2": "d64ba838ef5472bb", "atkinson-700.woff2": "140e2bd25a7315c8"}
