"""What lies on the disk: calibration, known table, settings, classes, codes, backups, stands, the journal's file."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from vision.area.value import DiceArea
from vision.calibration.learn import measure
from vision.errors import UnreadablePicture
from vision.known.figures import figures, known_of
from vision.known.value import Known, KnownDice
from vision.layout import load_layout
from vision.observation import BoardSeen, Piece
from vision.picture import decode_picture
from webui.capture.files import STATE, CaptureFacts, NotACapture, begun, opened
from webui.capture.papers import Consent
from webui.checkup.frame_colours import FrameColours
from webui.checkup.kept import Calibrations
from webui.checkup.kept_table import KeptTable
from webui.live.live import Live
from webui.site.auth import LOCKED_FILE, PIN_FILE, TABLE_FILE, Door, first_word, mend_codes, session_key
from webui.site.limits.tries import FILE as WRONG_CODES
from webui.store.advice import FILE as ADVICE
from webui.store.advice import advice_allowed
from webui.store.backup import MANIFEST, BackupError, back_up, read_backup, restore
from webui.store.classes import NAME as CLASSES
from webui.store.classes import Classes
from webui.store.journal import NAME, Journal, JournalError
from webui.store.seats import FILE as HANDS
from webui.store.seats import Seats
from webui.store.sums import EVENTS, linked, row_sum, sealed
from webui.table.actions import Action, CloseTiles, CorrectTiles, Next, PlayMove, Throw
from webui.table.setup import Setup, players_at
from webui.words.games.sentences import foul_sentence

from .loop import Target

CAPTURE = CaptureFacts(Consent("Ada", "cc-by", "2026-03-04"), "occe", 12, "usb:0")
CLASS = {"id": 1, "title": "CE2", "pupils": ["Léa", "Tom"], "games": [{"id": 1, "started": "2026-11-23"}]}
NOTED = {"wrong": 1, "since": 5.0, "last": 6.0}
PLAYERS = {1: "Léa", 2: "Tom"}
HELD = {
    "players": [[1, "Léa"], [2, "Tom"]],
    "seats": {"1": {"code": "CDFGH", "phone": "ab" * 32}, "2": {"code": "JKMNP"}},
}
KINDS = ("teacher", "table", "hand")
WRONG = {
    "callers": {kind: {"10.0.0.1": 3} for kind in KINDS},
    "spent": {kind: [2, 1] for kind in KINDS},
    "noted": dict.fromkeys(KINDS, NOTED),
}
PLAYED: tuple[tuple[Setup, tuple[Action, ...]], ...] = (
    (
        Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), profile="OCCE enfant"),
        (Throw((6, 2)), CloseTiles((2, 6)), Next(), Throw((5, 5)), CorrectTiles(((1, (1, 9)),)), Throw((1, 1))),
    ),
    (Setup("royal", players_at((1, 2, 3))), (Throw((6, 2)), CloseTiles((8,)), Throw((4, 4)))),
    (Setup("backgammon", players_at((1, 2))), (Throw((6, 2)), PlayMove("24/18"))),
    (Setup("trente", players_at((1, 2))), (Throw((6, 2, 5, 5, 1)),)),
)


def targets(folder: Path) -> Iterator[Target]:
    """Each of them; `folder` is for files."""
    data = folder / "data"
    data.mkdir(exist_ok=True)

    def file(name: str, what: str, seeds: tuple[bytes, ...]) -> Target:
        return Target(name, seeds, lambda text: _settings(data, what, text))

    yield Target("calibration", _calibrations(), lambda text: _calibration(data, text), (ValueError,))
    yield Target("known", (_known(),), lambda text: known_of(text.decode()), (ValueError,))
    yield file("classes", CLASSES, (_line({"version": 1, "classes": [CLASS]}),))
    yield file("advice", ADVICE, (_line({"before": True, "after": False}),))
    yield file("frames", "frames.json", (_line(["red", "blue", "green", "yellow"]),))
    yield file("session key", "session.key", (b"00" * 32,))
    yield file("teacher's code", PIN_FILE, (b"scrypt:32768:8:1$salt$" + b"ab" * 64,))
    yield file("table's code", TABLE_FILE, (b"CDFG\n",))
    yield file("wrong codes", WRONG_CODES, (_line(WRONG),))
    yield file("locked", LOCKED_FILE, (_line(["a1b2", "c3d4"]),))
    yield file("hands", HANDS, (_line(HELD),))
    begun(folder / "set", CAPTURE)
    state = (folder / "set" / STATE).read_bytes()
    yield Target("capture", (state,), lambda text: _capture(folder / "set", text), (NotACapture, OSError))
    yield Target("picture", _pictures(), decode_picture, (UnreadablePicture,))
    yield from _journals(folder)


def _calibrations() -> tuple[bytes, ...]:
    """A table that was learnt, alone and with a dice area."""
    image = np.random.default_rng(1).integers(60, 200, (480, 640, 3)).astype(np.uint8)
    corners = ((120.0, 430.0), (140.0, 60.0), (520.0, 70.0), (530.0, 440.0))
    spaces = load_layout("occe").spaces_of()
    places = [(130.0 + 10 * space.slot, 90.0 * space.seat) for space in spaces]
    pieces = [Piece(space.name, "open", None, at, 0.9) for space, at in zip(spaces, places, strict=True)]
    board = measure(image, BoardSeen("occe", corners, True, 0.9), pieces)
    area = DiceArea(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)))
    return KeptTable(board).to_json().encode(), KeptTable(None, area).to_json().encode()


def _known() -> bytes:
    return figures(replace(Known("occe"), dice=KnownDice((14.0, 15.0), ((3, 4),)))).encode()


def _line(said: object) -> bytes:
    return json.dumps(said).encode()


def _calibration(folder: Path, text: bytes) -> None:
    for path in folder.iterdir():
        path.unlink()
    (folder / "calibration.json").write_bytes(text)
    Calibrations(folder)
    KeptTable.from_json(text.decode())


def _settings(folder: Path, name: str, text: bytes) -> None:
    """Whatever lies there: Piste starts, and every setting is asked for."""
    for path in folder.iterdir():
        path.unlink()
    (folder / name).write_bytes(text)
    assert len(session_key(folder)) == 32
    mend_codes(folder)
    door = Door(folder, lambda: 0.0, first_word(folder))
    door.stamp()
    door.table_code()
    door.wait("10.0.0.1")
    door.tries.noted()
    Classes(folder).all()
    advice_allowed(folder)
    FrameColours(folder)
    seats = Seats(folder)
    assert seats.code(PLAYERS, 1)
    seats.taken(PLAYERS)
    seats.opens(PLAYERS, "CDFGH")
    seats.held(PLAYERS, "secret")


def _capture(folder: Path, text: bytes) -> None:
    folder.mkdir(exist_ok=True)
    (folder / STATE).write_bytes(text)
    opened(folder)


def _pictures() -> tuple[bytes, ...]:
    image = np.random.default_rng(1).integers(0, 255, (24, 40, 3)).astype(np.uint8)
    endings = (".jpg", ".png", ".webp", ".bmp", ".tiff", ".gif")
    return tuple(cv2.imencode(ending, image)[1].tobytes() for ending in endings)


def _journals(folder: Path) -> Iterator[Target]:
    """The journal by its rows, by its file, and in a backup."""
    first = folder / "first"
    with closing(Live(Journal.open(first), sentence=foul_sentence)) as live:
        for setup, deeds in PLAYED:
            live.new_game(setup)
            for deed in deeds:
                live.act(deed)
    with closing(sqlite3.connect(first / NAME)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("PRAGMA journal_mode = DELETE")
        stands = tuple(stand.encode() for (stand,) in db.execute("SELECT stand FROM games"))
        lines = tuple(line.encode() for (line,) in db.execute("SELECT line FROM events ORDER BY length(line)"))
        setups = tuple(setup.encode() for (setup,) in db.execute("SELECT setup FROM games"))
    there = folder / "journal"
    yield Target("stand", stands, lambda text: _row(first, there, "UPDATE games SET stand = ?", text))
    yield Target("event", lines[::6], lambda text: _row(first, there, "UPDATE events SET line = ? WHERE seq > 1", text))
    yield Target("setup of a game", setups, lambda text: _row(first, there, "UPDATE games SET setup = ?", text))
    yield Target("journal", ((first / NAME).read_bytes(),), lambda data: _file(there, data), (JournalError, OSError))
    whole = folder / "whole.zip"
    whole.unlink(missing_ok=True)
    back_up(first, whole, made="2026-11-23", piste="0")
    refusals = (BackupError,)
    yield Target("backup", (whole.read_bytes(),), lambda data: _backup(folder, data), refusals)
    with zipfile.ZipFile(whole) as parts:
        files = {name: parts.read(name) for name in parts.namelist()}
    listed = (files.pop(MANIFEST),)
    yield Target("backup's list", listed, lambda text: _backup(folder, _zip({**files, MANIFEST: text})), refusals)


def _row(first: Path, there: Path, change: str, text: bytes) -> None:
    """A row says something else, and its sums are those of what it says: they hide nothing from who reads it."""
    _empty(there)
    shutil.copy(first / NAME, there / NAME)
    with closing(sqlite3.connect(there / NAME, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute(change, (text,))
        db.execute("UPDATE games SET stand = CAST(stand AS TEXT), setup = CAST(setup AS TEXT)")
        db.execute("UPDATE events SET line = CAST(line AS TEXT)")
        for (game,) in db.execute("SELECT id FROM games").fetchall():
            _sum_up(db, game)
    _opened(there)


def _sum_up(db: sqlite3.Connection, game: int) -> None:
    """Gives a game and its events the sums of what they say now."""
    sums = []
    for *row, _ in db.execute(EVENTS, (game,)).fetchall():
        sums.append(row_sum(*row))
        db.execute("UPDATE events SET sum = ? WHERE game = ? AND seq = ?", (sums[-1], *row[:2]))
    db.execute("UPDATE games SET chain = ? WHERE id = ?", (linked("", sums), game))
    sealed(db, game)


def _file(there: Path, data: bytes) -> None:
    _empty(there)
    (there / NAME).write_bytes(data)
    _opened(there)


def _opened(there: Path) -> None:
    """Piste starts, lists what was played, and what it opened can be seen and played on."""
    with closing(Live(Journal.open(there), sentence=foul_sentence)) as live:
        json.dumps(live.snapshot())
        for game in live.games():
            live.match(game.id)
            live.kept(game.id)
        live.lines()
        live.interrupted(10)
        live.beat()
        live.new_game(PLAYED[0][0])


def _zip(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as whole:
        for name, data in files.items():
            whole.writestr(name, data)
    return made.getvalue()


def _empty(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()


def _backup(folder: Path, data: bytes) -> None:
    file, there = folder / "one.zip", folder / "restored"
    _empty(there)
    file.write_bytes(data)
    restore(read_backup(file), there)
