"""Whatever reads what somebody else wrote, texts and files of the data folder: it reads or refuses in words."""

import io
import json
import shutil
import signal
import sqlite3
import subprocess
import zipfile
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import odd_inputs
import pytest
from click.testing import CliRunner
from odd_inputs import DEEP, Hangs, tried

from referee.errors import BadRecord
from referee.games import GAMES
from referee.games.backgammon.board import START
from referee.questions import FrontDesk
from vision.area.value import DiceArea
from vision.calibration.learn import measure
from vision.errors import BrokenLayout, UnreadablePicture
from vision.known.figures import figures, known_of
from vision.known.value import Known, KnownDice
from vision.layout import layouts, load_layout
from vision.observation import BoardSeen, Piece
from vision.picture import decode_picture
from webui.capture.files import STATE, CaptureFacts, NotACapture, begun, opened
from webui.capture.papers import Consent
from webui.checkup.frame_colours import FrameColours
from webui.checkup.kept import Calibrations
from webui.checkup.kept_table import KeptTable
from webui.live.live import Live
from webui.records import sheets, whole
from webui.records.files import read_record
from webui.records.story import story
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
from webui.table.games import SHOWN
from webui.table.values.actions import Action, CloseTiles, CorrectTiles, Next, PlayMove, Throw
from webui.table.values.setup import Setup, SetupError, players_at
from webui.words import words
from webui.words.games.sentences import foul_sentence
from workshop.commands import torture
from workshop.evaluate.truth import WrongLabels, read_truths

CHECKOUT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Reader:
    """What is read: inputs that are right, who reads them, what it raises on purpose, what once broke it."""

    right: tuple[bytes, ...]
    read: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...] = ()
    broke: tuple[bytes, ...] = ()
    times: int = 6


LISTS = ("legal_results", "exact_results")
MEN = {"board": [0, 2, *[0] * 20, -2, 0], "off": [13, 13], "post": [1, 1], "to_move": 0}
QUESTIONS: tuple[dict[str, Any], ...] = (
    {"game": "occe_adult", "kind": "legal_closings", "state": {"open": [1, 2, 3, 6]}, "input": {"dice": [6, 2]}},
    {"game": "occe_adult", "kind": "tie", "variant": {"tie": "extra_game"}, "input": {"results": [7, 12, 7]}},
    {"game": "occe_child", "kind": "series", "input": {"scores": {"A": [1, 2], "B": [3, 0]}}},
    {"game": "royal", "kind": "payout", "state": {"stake": 4}, "input": {"results": [3, 12]}},
    {"game": "royal", "kind": "legal_closings", "state": {"open": list(range(1, 10))}, "input": {"dice": [3, 3]}},
    {"game": "occe_adult", "kind": "optimal_value", "state": {"open": [1, 2]}},
    *({"game": "backgammon", "kind": kind, "state": {"cells": list(START)}, "input": given} for kind, given in (
        ("legal_results", {"dice": [6, 5]}), ("exact_results", {"dice": [2, 2]}),
        ("legal_result", {"dice": [6, 4], "notation": ["1A-7A", "1A-5A"]}), ("start_position", {}),
    )),
    *({"game": "jacquet", "kind": kind, "state": MEN, "input": {"dice": [6, 5]}} for kind in LISTS),
    *({"game": "trictrac", "kind": kind, "state": MEN, "input": {"dice": [2, 1]}} for kind in LISTS),
    {"game": "trente", "kind": "turn_score", "input": {"set_aside_in_order": [1, 2, 3, 4, 5, 6]}},
    {"game": "trente", "kind": "attack", "input": {"level": 2, "rolls": [[2, 2, 1, 1, 1, 1], [1, 1, 1, 1]]}},
    {"game": "trente", "kind": "legal_keeps", "input": {"roll": [1, 2, 3]}},
    {"game": "trente", "kind": "attack_target", "state": {"alive": [True, True]}, "input": {"attacker": 0, "level": 2}},
    {"game": "trente", "kind": "round_log", "state": {"players": 3, "first": 0, "start_score": 30},
     "input": {"coups": [{"player": 0, "throws": [{"roll": [6] * 6, "kept": [6] * 6}]}]}},
    {"game": "tock", "kind": "deal", "input": {"players": 4}},
    {"game": "tock", "kind": "legal_results_per_card", "state": {}, "input": {"hand": ["K", "7"]}},
)
BOX = [10.0, 10.0, 30.0, 40.0]
PHOTO = {"image": "a.jpg", "source": "own", "width": 640, "height": 480}
LABELS: tuple[dict[str, Any], ...] = (
    {**PHOTO, "dice": [{"value": 5, "bbox": BOX}, {"value": 6, "bbox": None}], "ignore": [BOX], "bbox_kind": "pips"},
    {**PHOTO, "category": "shutbox_dice", "w": 640, "h": 480, "view": "top",
     "label": {"dice_boxes": [{"value": 5, "box": [0.1, 0.1, 0.2, 0.2]}], "dice": [5], "tiles": ["up", "down"]}},
    {**PHOTO, "format": "scene", "dice": [], "board": {"layout": "occe", "proposed": True}, "tiles": []},
)


def lines(*answer: object) -> tuple[bytes, ...]:
    return tuple(json.dumps(item).encode() for item in answer)


def records(folder: Path) -> Reader:
    def read(data: bytes) -> None:
        (folder / "record.txt").write_bytes(data)
        record = read_record(folder / "record.txt")
        w = words("fr")
        assert all((list(story(record, "de")), sheets.scores(w, [("a", record)]), sheets.turns(w, [("a", record)])))
        whole.to_text(record)

    right = sorted((CHECKOUT / "tests" / "referee" / "records").glob("*.txt"))
    return Reader(tuple(path.read_bytes() for path in right), read, (BadRecord,), times=1)


def notation(folder: Path) -> Reader:
    def read(data: bytes) -> None:
        answered = FrontDesk().answer(data)
        json.dumps(answered)
        assert set(answered) in ({"id", "answer"}, {"id", "error"})

    return Reader(lines(*({"id": "q", **asked} for asked in QUESTIONS)), read, times=20)


def labels(folder: Path) -> Reader:
    def read(data: bytes) -> None:
        (folder / "labels.jsonl").write_bytes(data)
        list(read_truths(folder / "labels.jsonl"))

    right = lines(*({"id": "q", **label} for label in LABELS))
    return Reader(right, read, (WrongLabels,), (b'\xff\xfe{"file"', DEEP, b'{"file": 5, "dice": 7}'))


def setups(folder: Path) -> Reader:
    def read(data: bytes) -> None:
        try:
            answer = json.loads(data)
        except RecursionError:
            return  # who reads it (the API, the journal) refuses it in words
        if isinstance(answer, dict):
            setup = Setup.from_json(answer)
            assert Setup.from_json(setup.to_json()) == setup
            assert setup.build().name in {game.name for game in GAMES}

    least = ((game.name, range(1, max(2, game.player_range[0]) + 1)) for game in SHOWN)
    right = lines(*(Setup(name, players_at(places)).to_json() for name, places in least))
    return Reader(right, read, (SetupError, ValueError))


def boards(folder: Path) -> Reader:
    def read(data: bytes) -> None:
        (folder / "board.toml").write_bytes(data)
        assert layouts.__wrapped__(folder)  # what it remembers would be the first one

    right = tuple(path.read_bytes() for path in sorted((CHECKOUT / "vision" / "layouts").glob("*.toml")))
    return Reader(right, read, (BrokenLayout,), (b"a = " + DEEP, b"tiles = []", b'tiles = "loose"\nrow = 5'))


def pictures(folder: Path) -> Reader:
    image = np.random.default_rng(1).integers(0, 255, (24, 40, 3)).astype(np.uint8)
    endings = (".jpg", ".png", ".webp", ".bmp", ".tiff", ".gif")
    right = tuple(cv2.imencode(ending, image)[1].tobytes() for ending in endings)
    large = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0N \0\0N \x08\0\0\0\0"
    broke = (large, b"GIF89a\x10\0\x10\0", b"RIFF\0\0\0\0WEBPVP8X")
    return Reader(right, decode_picture, (UnreadablePicture,), broke, times=20)


def calibrations(folder: Path) -> Reader:
    """A table that was learnt, alone and with a dice area."""

    def read(data: bytes) -> None:
        (folder / "calibration.json").write_bytes(data)
        Calibrations(folder)
        KeptTable.from_json(data.decode())

    image = np.random.default_rng(1).integers(60, 200, (480, 640, 3)).astype(np.uint8)
    corners = ((120.0, 430.0), (140.0, 60.0), (520.0, 70.0), (530.0, 440.0))
    spaces = load_layout("occe").spaces_of()
    pieces = [Piece(s.name, "open", None, (130.0 + 10 * s.slot, 90.0 * s.seat), 0.9) for s in spaces]
    board = measure(image, BoardSeen("occe", corners, True, 0.9), pieces)
    area = KeptTable(None, DiceArea(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)))).to_json()
    huge = area.replace("0.9", "1" + "0" * 400, 1)
    right = (KeptTable(board).to_json().encode(), area.encode())
    broke = (DEEP, b'{"light": 5}', b'{"area": {}, "light": 5}', huge.encode())
    return Reader(right, read, (ValueError,), broke)


def known_tables(folder: Path) -> Reader:
    right = figures(replace(Known("occe"), dice=KnownDice((14.0, 15.0), ((3, 4),)))).encode()
    return Reader((right,), lambda data: known_of(data.decode()), (ValueError,), (DEEP, b'{"span": null}'))


def captures(folder: Path) -> Reader:
    def read(data: bytes) -> None:
        (folder / STATE).write_bytes(data)
        opened(folder)

    begun(folder / "set", CaptureFacts(Consent("Ada", "cc-by", "2026-03-04"), "occe", 12, "usb:0"))
    return Reader(((folder / "set" / STATE).read_bytes(),), read, (NotACapture, OSError), (DEEP,))


NOTED = {"wrong": 1, "since": 5.0, "last": 6.0}
KINDS = ("teacher", "table", "hand")
PLAYERS = {1: "Léa", 2: "Tom"}
SETTINGS: Mapping[str, tuple[bytes, tuple[bytes, ...]]] = {
    CLASSES: (
        *lines({
            "version": 1,
            "classes": [
                {"id": 1, "title": "CE2", "pupils": ["Léa", "Tom"], "games": [{"id": 1, "started": "2026-11-23"}]},
            ],
        }), (),
    ),
    ADVICE: (*lines({"before": True, "after": False}), (DEEP, b'{"before": []}')),
    "frames.json": (*lines(["red", "blue", "green", "yellow"]), (DEEP, b"[[]]")),
    "session.key": (b"00" * 32, (b"", b"zz", b"\xff")),
    PIN_FILE: (b"scrypt:32768:8:1$salt$" + b"ab" * 64, (b"\xff\xfe", b"")),
    TABLE_FILE: (b"CDFG\n", ()),
    WRONG_CODES: (
        *lines({
            "callers": {kind: {"10.0.0.1": 3} for kind in KINDS},
            "spent": {kind: [2, 1] for kind in KINDS},
            "noted": dict.fromkeys(KINDS, NOTED),
        }), (b'{"callers": {"a": 1e400}, "spent": {"teacher": Infinity}}', DEEP),
    ),
    LOCKED_FILE: (*lines(["a1b2", "c3d4"]), ()),
    HANDS: (
        *lines({
            "players": [[1, "Léa"], [2, "Tom"]],
            "seats": {"1": {"code": "CDFGH", "phone": "ab" * 32}, "2": {"code": "JKMNP"}},
        }), (),
    ),
}  # fmt: skip
"""Files of the data folder: what lies there, and what once broke its reader."""


def settings_file(name: str) -> Callable[[Path], Reader]:
    def reader(folder: Path) -> Reader:
        def read(data: bytes) -> None:
            emptied(folder)
            (folder / name).write_bytes(data)
            starts_with_settings(folder)

        right, broke = SETTINGS[name]
        return Reader((right,), read, broke=broke, times=2)

    return reader


def starts_with_settings(folder: Path) -> None:
    """Whatever lies there: Piste starts, and every setting is asked for."""
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


PLAYED: tuple[tuple[Setup, tuple[Action, ...]], ...] = (
    (
        Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), profile="OCCE enfant"),
        (Throw((6, 2)), CloseTiles((2, 6)), Next(), Throw((5, 5)), CorrectTiles({1: (1, 9)}), Throw((1, 1))),
    ),
    (Setup("royal", players_at((1, 2, 3))), (Throw((6, 2)), CloseTiles((8,)), Throw((4, 4)))),
    (Setup("backgammon", players_at((1, 2))), (Throw((6, 2)), PlayMove("24/18"))),
    (Setup("trente", players_at((1, 2))), (Throw((6, 2, 5, 5, 1)),)),
)


def played(folder: Path) -> Path:
    """A closed journal of four games, in one file."""
    with closing(Live(Journal.open(folder), sentence=foul_sentence)) as live:
        for setup, deeds in PLAYED:
            live.new_game(setup)
            for deed in deeds:
                live.act(deed)
    with closing(sqlite3.connect(folder / NAME)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("PRAGMA journal_mode = DELETE")
    return folder


def column(asked: str, change: str, broke: tuple[bytes, ...] = ()) -> Callable[[Path], Reader]:
    """A column of the journal says something else, and its sums are those of what it says: they hide nothing."""

    def reader(folder: Path) -> Reader:
        first, there = played(folder / "first"), folder / "journal"

        def read(data: bytes) -> None:
            emptied(there)
            shutil.copy(first / NAME, there / NAME)
            with closing(sqlite3.connect(there / NAME, isolation_level=None)) as db:
                db.execute("PRAGMA synchronous = OFF")
                db.execute(change, (data,))
                db.execute("UPDATE games SET stand = CAST(stand AS TEXT), setup = CAST(setup AS TEXT)")
                db.execute("UPDATE events SET line = CAST(line AS TEXT)")
                for (game,) in db.execute("SELECT id FROM games").fetchall():
                    sum_up(db, game)
            starts_with_journal(there)

        with closing(sqlite3.connect(first / NAME)) as db:
            right = tuple(answer.encode() for (answer,) in db.execute(asked))
        return Reader(right, read, broke=broke, times=1)

    return reader


def sum_up(db: sqlite3.Connection, game: int) -> None:
    """Gives a game and its events the sums of what they say now."""
    sums = []
    for *row, _ in db.execute(EVENTS, (game,)).fetchall():
        sums.append(row_sum(*row))
        db.execute("UPDATE events SET sum = ? WHERE game = ? AND seq = ?", (sums[-1], *row[:2]))
    db.execute("UPDATE games SET chain = ? WHERE id = ?", (linked("", sums), game))
    sealed(db, game)


def starts_with_journal(there: Path) -> None:
    """Piste starts, lists what was played, and what it opened can be seen and played on."""
    with closing(Live(Journal.open(there), sentence=foul_sentence)) as live:
        msgspec.json.encode(live.snapshot())
        for game in live.games():
            live.match(game.id)
            live.stored_game(game.id)
        live.lines()
        live.interrupted(10)
        live.beat()
        live.new_game(PLAYED[0][0])


def journal_files(folder: Path) -> Reader:
    there = folder / "journal"

    def read(data: bytes) -> None:
        emptied(there)
        (there / NAME).write_bytes(data)
        starts_with_journal(there)

    right = (played(folder / "first") / NAME).read_bytes()
    return Reader((right,), read, (JournalError, OSError), times=1)


def backups(folder: Path) -> Reader:
    def read(data: bytes) -> None:
        emptied(folder / "restored")
        (folder / "one.zip").write_bytes(data)
        restore(read_backup(folder / "one.zip"), folder / "restored")

    back_up(played(folder / "first"), folder / "whole.zip", made="2026-11-23", piste="0")
    return Reader(((folder / "whole.zip").read_bytes(),), read, (BackupError,), times=2)


def backup_lists(folder: Path) -> Reader:
    of_backup = backups(folder)
    with zipfile.ZipFile(folder / "whole.zip") as parts:
        files = {name: parts.read(name) for name in parts.namelist()}

    def read(data: bytes) -> None:
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as other:
            for name, part in {**files, MANIFEST: data}.items():
                other.writestr(name, part)
        of_backup.read(made.getvalue())

    return replace(of_backup, right=(files[MANIFEST],), read=read)


def emptied(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()


STAND = (b'{"spots": []}', b"\xff", DEEP, b"{}")
READERS: Mapping[str, Callable[[Path], Reader]] = {
    "record": records,
    "notation": notation,
    "labels": labels,
    "setup": setups,
    "layout": boards,
    "picture": pictures,
    "calibration": calibrations,
    "known": known_tables,
    "capture": captures,
    **{name: settings_file(name) for name in SETTINGS},
    "stand": column("SELECT stand FROM games", "UPDATE games SET stand = ?", STAND),
    "event": column(
        "SELECT line FROM events ORDER BY length(line)", "UPDATE events SET line = ? WHERE seq > 1",
        (b'{"event"; "a"}', b"\xff", DEEP),
    ),
    "setup of a game": column("SELECT setup FROM games", "UPDATE games SET setup = ?"),
    "journal": journal_files,
    "backup": backups,
    "backup's list": backup_lists,
}  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_every_parser_reads_or_refuses(tmp_path: Path, name: str) -> None:
    reader = READERS[name](tmp_path)
    tried(reader.read, reader.right, *reader.refusals, broke=reader.broke, times=reader.times)


def test_what_breaks_a_parser_is_found() -> None:
    def breaks(data: bytes) -> None:
        if json.loads(data).get("a") is None:
            raise KeyError("a")

    with pytest.raises(KeyError):
        tried(breaks, (b'{"a": 1}',), ValueError, AttributeError)


@pytest.mark.parametrize("number", odd_inputs.PATIENCE)
def test_what_never_ends_is_found(monkeypatch: pytest.MonkeyPatch, number: signal.Signals) -> None:
    def never(data: bytes) -> None:
        while True:
            pass

    monkeypatch.setitem(odd_inputs.PATIENCE, number, (odd_inputs.PATIENCE[number][0], 0.02))
    with pytest.raises(Hangs):
        tried(never, (b"a",))


def test_the_command_runs_these_tests_with_more_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(words: list[str], env: Mapping[str, str], **_: object) -> subprocess.CompletedProcess[str]:
        assert {Path(__file__)} < {CHECKOUT / word for word in words if (CHECKOUT / word).is_file()}
        assert (env["PISTE_EXAMPLES"], words[words.index("-k") + 1]) == ("70", "journal")
        return subprocess.CompletedProcess(words, 3)

    monkeypatch.setattr(torture.subprocess, "run", run)
    assert CliRunner().invoke(torture.fuzz, ["--many", "70", "--only", "journal"]).exit_code == 3
    assert all((CHECKOUT / name).is_file() for name in torture.FUZZED)
