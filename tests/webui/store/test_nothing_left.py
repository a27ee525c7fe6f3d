"""After "tout effacer" no name and no throw stands in any file: the raw bytes are searched, freed pages included."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from webui.live.live import Live
from webui.site.auth import TEACHERS
from webui.store.backup import back_up
from webui.store.copies import copy
from webui.store.elsewhere import remember
from webui.store.journal import NAME, Journal, JournalBusy
from webui.store.lessons import LessonRound, TableStart
from webui.store.medium import copy_to_medium, name_medium
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
