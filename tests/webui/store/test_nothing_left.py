"""After "tout effacer" no name and no throw stands in any file: the raw bytes are searched, freed pages included."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from webui.live.live import Live
from webui.site.auth import TEACHERS
from webui.store.backup import back_up
from webui.store.classes import ClassGame
from webui.store.copies import copy
from webui.store.elsewhere import remember
from webui.store.held import held
from webui.store.journal import NAME, Journal, JournalBusy
from webui.store.lessons import LessonRound, TableStart
from webui.store.medium import copy_to_medium, name_medium, share_medium
from webui.store.tables import every_folder
from webui.table.values.actions import CloseTiles, Next, ReplacePlayer, Throw
from webui.table.values.setup import Setup, players_at

NAMES = ("Zéphyrine", "Barnabé", "Ludivine", "Théodule")
MARK = '"dice": [6, 2]'
"""How a throw stands in the journal."""


def remains(folder: Path) -> list[str]:
    """Files whose raw bytes hold a name or a throw, however they are encoded."""
    words = [word.encode(code) for word in (*NAMES, MARK) for code in ("utf-8", "utf-16-le", "latin-1")]
    words += [json.dumps(name)[1:-1].encode() for name in NAMES]
    files = [path for path in folder.rglob("*") if path.is_file()]
    return sorted(str(path.relative_to(folder)) for path in files if any(word in path.read_bytes() for word in words))


def lesson(visitor) -> None:
    """Games of named players, a class, phones that hold cards, an erased game, what was put aside, wrong codes."""
    visitor.sign_in()
    classes = visitor.app.extensions["piste"].classes
    classes.add("CE2", NAMES)
    agreed = Setup("occe_child", players_at((1, 3), NAMES[:2])).to_json()
    classes.lessons.add_round(1, "2026-11-23", NAMES[2:], LessonRound("", (TableStart(1, agreed),)))
    visitor.app.extensions["piste"].seats.take(dict(enumerate(NAMES, 1)), 1)
    for _ in range(8):
        visitor.live.new_game(Setup("occe_child", players_at((1, 3), NAMES[:2]), profile="OCCE enfant"))
        for _ in range(3):
            for deed in (Throw((6, 2)), CloseTiles((8,)), Next()):
                try:
                    visitor.live.act(deed)
                except ValueError:
                    break
        visitor.live.act(ReplacePlayer(3, NAMES[2]))


def test_everything_is_erased_from_every_file(visitor, tmp_path: Path) -> None:
    lesson(visitor)
    copy(tmp_path / NAME, "2026-11-23")
    (tmp_path / f"{NAME}.corrupt-1").write_bytes((tmp_path / NAME).read_bytes())
    (tmp_path / f"{NAME}.salvaged-wal").write_bytes((tmp_path / NAME).read_bytes())
    (tmp_path / ".backup-x").mkdir()
    (tmp_path / ".backup-x" / NAME).write_bytes((tmp_path / NAME).read_bytes())
    back_up(tmp_path, tmp_path / "all.zip", made="2026-11-23", piste="0")
    remember(tmp_path, tmp_path / "all.zip")
    door = visitor.app.extensions["piste"].door
    door.tries.begin("10.0.0.66", TEACHERS)
    door.tries.was_wrong(TEACHERS)
    assert len(remains(tmp_path)) >= 5
    visitor.live.new_game(Setup("occe_child", players_at((1, 3), NAMES[2:]), profile="OCCE enfant"))
    assert visitor.post("/enseignant/effacer/tout", sure="1").status_code == 302
    assert remains(tmp_path) == []
    assert not (tmp_path / "all.zip").exists()
    assert "10.0.0.66" not in "".join(path.read_text("latin-1") for path in tmp_path.iterdir() if path.is_file())


def test_the_same_search_finds_names_where_erasing_is_only_deleting(tmp_path: Path) -> None:
    """So that it would see what is left."""
    live = Live(Journal.open(tmp_path))
    live.new_game(Setup("occe_child", players_at((1, 3), NAMES[:2]), profile="OCCE enfant"))
    live.act(Throw((6, 2)))
    live.close()
    with closing(sqlite3.connect(tmp_path / NAME, isolation_level=None)) as db:
        db.execute("PRAGMA secure_delete = OFF")
        for table in ("events", "sittings", "games"):
            db.execute(f"DELETE FROM {table}")
    assert NAME in remains(tmp_path)


def test_a_log_still_being_read_is_reported_and_emptied_later(visitor, tmp_path: Path) -> None:
    lesson(visitor)
    with closing(sqlite3.connect(tmp_path / NAME, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM games").fetchone()
        with pytest.raises(JournalBusy):
            visitor.live.erase()
    visitor.live.erase()
    assert remains(tmp_path) == ["classes.json", "hands.json", "lessons.json"]


@pytest.mark.parametrize("away", [False, True])
def test_copies_on_a_second_medium_are_erased_at_its_return(visitor, tmp_path: Path, away: bool) -> None:
    stick, drawer = tmp_path.with_name(f"{tmp_path.name}-stick"), tmp_path.with_name(f"{tmp_path.name}-drawer")
    stick.mkdir()
    name_medium(tmp_path, str(stick))
    lesson(visitor)
    copy(tmp_path / NAME, "2026-11-23")
    assert copy_to_medium(tmp_path / NAME)
    (there,) = remains(stick)
    if away:
        stick.rename(drawer)
    assert visitor.post("/enseignant/effacer/tout", sure="1").status_code == 302
    if away:
        page = visitor.page("/enseignant")
        assert str(stick / there) in page  # what is owed
        assert page.count(str(stick)) == 2  # and the medium
        assert remains(drawer) == [there]
        drawer.rename(stick)
        assert str(stick) not in visitor.page("/enseignant")
    assert remains(stick) == []
    assert remains(tmp_path) == []
    assert not list(stick.rglob("*.sqlite"))


# Several tables in one box.


def play(live: Live, *names: str) -> None:
    live.new_game(Setup("occe_child", players_at((1, 3), names), profile="OCCE enfant"))
    live.act(Throw((6, 2)))


@pytest.fixture
def box(visitor, tmp_path: Path):
    """A box with tables 2, 3 and 4: names, copies, damaged files and copies elsewhere at each; 4 was taken away."""
    stick = tmp_path.with_name(f"{tmp_path.name}-stick")
    stick.mkdir()
    name_medium(tmp_path, str(stick))
    lesson(visitor)
    for number in (2, 3, 4):
        table = visitor.add_table()
        share_medium(tmp_path, number)
        play(table.live, NAMES[number % 4], NAMES[(number + 1) % 4])
        table.seats.take(dict(enumerate(NAMES, 1)), 1)
    for folder in every_folder(tmp_path).values():
        copy(folder / NAME, "2026-11-23")
        assert copy_to_medium(folder / NAME)
        (folder / f"{NAME}.corrupt-1").write_bytes((folder / NAME).read_bytes())
        back_up(folder, folder / "all.zip", made="2026-11-23", piste="0")
        remember(folder, folder / "all.zip")
    (tmp_path / "before-restore-1" / "tables" / "4").mkdir(parents=True)
    (tmp_path / "before-restore-1" / "tables" / "4" / NAME).write_bytes((tmp_path / NAME).read_bytes())
    (tmp_path / "tables.json.corrupt-1").write_text(NAMES[0], "utf-8")
    tables = visitor.app.extensions["piste"].tables
    tables.shut(4)
    tables.listed.remove(4)
    visitor.stick = stick
    return visitor


@pytest.mark.parametrize("at", ["", "/table/3"])
def test_everything_is_erased_at_every_table_also_those_taken_away(box, tmp_path: Path, at: str) -> None:
    assert len(remains(box.stick)) == 4
    for number in (2, 3, 4):
        assert len([file for file in remains(tmp_path) if file.startswith(f"tables/{number}/")]) >= 4
    assert box.post(f"{at}/enseignant/effacer/tout", sure="1").status_code == 302
    assert remains(tmp_path) == []
    assert remains(box.stick) == []
    assert list(tmp_path.rglob("*.zip")) == []
    assert box.client.get("/table/3/api/v1/table").get_json()["game"] is None


def test_copies_of_all_tables_are_owed_while_their_medium_is_away(box, tmp_path: Path) -> None:
    drawer = box.stick.with_name("drawer")
    box.stick.rename(drawer)
    box.post("/enseignant/effacer/tout", sure="1")
    assert remains(tmp_path) == []
    assert len(remains(drawer)) == 4
    assert box.page("/enseignant").count("table3/journal") == 1
    drawer.rename(box.stick)
    assert str(box.stick) not in box.page("/enseignant").replace(f"{box.stick}<", "")
    assert remains(box.stick) == []


def test_a_table_that_cannot_be_erased_keeps_no_other_from_it(box, tmp_path: Path) -> None:
    with held(tmp_path / "tables" / "4", "another server"):
        box.post("/enseignant/effacer/tout", sure="1")
    assert "Tout n’a pas pu être effacé" in box.words("/")
    assert {file.split("/")[1] for file in remains(tmp_path) if file.startswith("tables/")} == {"4"}
    assert NAME not in remains(tmp_path)
    assert box.post("/enseignant/effacer/tout", sure="1").status_code == 302
    assert remains(tmp_path) == []


def test_games_of_a_class_are_erased_at_their_tables(box, tmp_path: Path) -> None:
    first = box.app.extensions["piste"]
    with Journal.read(tmp_path / "tables" / "4") as closed:
        begun = [(1, first.live.started(1)), (3, first.at_table(3).live.started(1)), (4, closed.started(1))]
    for table, started in begun:
        first.classes.begun(1, ClassGame(1, started, table))
    first.classes.begun(1, ClassGame(1, "another game of that number", 2))
    page = box.page("/enseignant/classe/1")
    assert 'href="/table/3/partie/1"' in page
    assert 'href="/partie/1"' in page
    assert 'href="/table/3/partie/1"' in box.page("/table/2/enseignant/classe/1")
    assert "3 parties" in box.post("/enseignant/effacer/classe", **{"class": 1}, games=1).get_data(as_text=True)
    assert box.post("/enseignant/effacer/classe", **{"class": 1}, games=1, sure="1").status_code == 302
    assert (first.live.started(1), first.at_table(3).live.started(1)) == (None, None)
    assert first.at_table(2).live.started(1) is not None
    with Journal.read(tmp_path / "tables" / "4") as closed:
        assert closed.started(1) is None
    assert not (tmp_path / "tables" / "4" / "hands.json").exists()


def test_one_game_is_erased_at_its_table_alone(box) -> None:
    first = box.app.extensions["piste"]
    assert box.post("/table/3/enseignant/effacer/partie", game=1, sure="1").headers["Location"] == "/table/3/enseignant"
    started = [first.at_table(number).live.started(1) is None for number in (1, 2, 3)]
    assert started == [False, False, True]
