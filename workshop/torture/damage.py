"""The disk rots: bits flip, pages are others than were written; then Piste starts and must tell the truth."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from webui.live.live import Live
from webui.site.show.page import page
from webui.store.file import JournalError, stand
from webui.store.journal import NAME, Journal
from webui.table.reducer import NotNow
from webui.table.values.languages import LANGUAGES
from webui.words.games.sentences import foul_sentence

from .cuts import lines, scratch
from .deeds import SETUPS, playing

GAMES, DEEDS = 9, 40
PAGE = 4096
FILLINGS = (b"\0", b"\xff", b"Piste")
NEWEST = "WHERE id = (SELECT max(id) FROM games)"
LATE = "WHERE game = (SELECT max(id) FROM games) AND seq = 3"
BY_HAND: tuple[str, ...] = (
    f"UPDATE events SET line = replace(line, '\"event\": ', '\"event\"; ') {LATE}",
    f"UPDATE events SET line = CAST(x'7bff7d' AS TEXT) {LATE}",
    f"UPDATE events SET line = '[]' {LATE}",
    f"UPDATE games SET stand = CAST(x'ff' AS TEXT) {NEWEST}",
    f"UPDATE games SET stand = replace(stand, '\"spots\": {{}}', '\"spots\": []') {NEWEST}",
    f"UPDATE games SET stand = '' {NEWEST}",
    f"UPDATE games SET setup = '{{}}' {NEWEST}",
    "UPDATE games SET stand = CAST(x'ff' AS TEXT) WHERE id = 1",
    "DROP TABLE sittings",
    "PRAGMA user_version = 77",
)
"""What people, programs and disks have done to journals."""


@dataclass(frozen=True)
class Damaged:
    """What a damaged journal came to.

    Attributes:
        kind: of damage.
        wrong: a failed start, or an untrue state without a report; "" for neither.
        reported: a warning was given.
        games, events: how many can be read.
    """

    kind: str
    wrong: str
    reported: bool
    games: int
    events: int


def lesson(folder: Path) -> tuple[Path, frozenset[tuple[int, str]]]:
    """A closed journal of some games, and every table that it held: game and stand."""
    chance = random.Random(15)
    live = Live(Journal.open(folder), sentence=foul_sentence)
    tables = set()
    for number in range(GAMES):
        game = live.new_game(SETUPS[number % len(SETUPS)]).id or 0
        for _ in range(DEEDS):
            with suppress(NotNow):  # it is over
                live.act(playing(live.snapshot(), chance))
        stored = live.stored_game(game)
        assert stored is not None, "what was just played can be read"
        tables.add((game, stand(stored[1])))
    live.close()
    return folder / NAME, frozenset(tables)


def a_bit(file: Path, chance: random.Random) -> None:
    """One bit flips."""
    data = bytearray(file.read_bytes())
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    file.write_bytes(data)


def a_page(file: Path, chance: random.Random) -> None:
    """A page is another than was written, or the file ends there."""
    data = bytearray(file.read_bytes())
    page, filling = chance.randrange(len(data) // PAGE), chance.choice((*FILLINGS, b""))
    if filling:
        data[page * PAGE : (page + 1) * PAGE] = (filling * PAGE)[:PAGE]
    else:
        del data[page * PAGE :]
    file.write_bytes(data)


def by_hand(change: str) -> Callable[[Path, random.Random], None]:
    """Somebody, or a program, has changed it."""

    def damage(file: Path, chance: random.Random) -> None:
        with closing(sqlite3.connect(file)) as db, db:
            db.execute(change)

    return damage


def damaged(many: Mapping[str, int], seed: int) -> Iterator[Damaged]:
    """Damages a journal again and again, and starts.

    Args:
        many: how many flipped bits ("bits"), rotten pages ("pages") and damages by hand ("by hand", each in turn).
        seed: of the draws.
    """
    chance = random.Random(seed)
    with TemporaryDirectory(prefix="piste-damage-", dir=scratch()) as made:
        whole, tables = lesson(Path(made))
        bits, pages = repeat(("bits", a_bit), many["bits"]), repeat(("pages", a_page), many["pages"])
        hands = (("by hand", by_hand(BY_HAND[k % len(BY_HAND)])) for k in range(many["by hand"]))
        for kind, damage in (*bits, *pages, *hands):
            with TemporaryDirectory(prefix="piste-rot-", dir=scratch()) as folder:
                file = Path(shutil.copy(whole, folder))
                damage(file, chance)
                yield started(kind, Path(folder), lines(whole), tables)


def started(
    kind: str, folder: Path, written: Mapping[tuple[int, int], str], tables: frozenset[tuple[int, str]]
) -> Damaged:
    """Piste starts on a folder, shows its table and begins a game.

    Args:
        kind: of damage.
        folder: where the damaged journal lies.
        written: every event's line as it was written, by game and number.
        tables: every table as it stood.
    """
    with ThreadPoolExecutor(1) as pool:  # any exception is a finding
        tried = pool.submit(_start, folder)
    error = tried.exception()
    if error is not None:
        return Damaged(kind, f"{type(error).__name__}: {error}", isinstance(error, JournalError), 0, 0)
    start = tried.result()
    wrong = ""
    if start.stood and (start.game, start.stood) not in tables:
        wrong = f"game {start.game} is taken for another table"
    elif any(_written(written, line) != line for line in start.events):
        wrong = "an event is taken for another one"
    elif not start.reported and start.game != max(number for number, _ in tables):
        wrong = f"game {start.game} goes on, and nobody was told why"
    elif not start.reported and len(start.events) < len(written):
        wrong = f"{len(written) - len(start.events)} events are lost, and nobody was told"
    return Damaged(kind, wrong, start.reported, start.games, len(start.events))


@dataclass(frozen=True)
class Start:
    """What a start shows: the game that goes on, its stand, every event, how many games, and whether it warns."""

    game: int
    stood: str
    events: tuple[Mapping[str, Any], ...]
    games: int
    reported: bool


def _start(folder: Path) -> Start:
    live = Live(Journal.open(folder), sentence=foul_sentence)
    try:
        view = live.snapshot()
        for language in LANGUAGES:
            page(view, language)
        stored = live.stored_game(view.id) if view.id else None
        stood = "" if stored is None else stand(stored[1])
        start = Start(view.id or 0, stood, tuple(live.lines()), len(live.games()), bool(view.problems))
        live.new_game(SETUPS[0])
        return start
    finally:
        live.close()


def _written(written: Mapping[tuple[int, int], str], line: Mapping[str, Any]) -> Mapping[str, Any]:
    """An event as it was written, with what a journal adds to it."""
    fields: dict[str, Any] = json.loads(written.get((line["game_id"], line["seq"]), "{}"))
    return {name: line[name] for name in ("game_id", "seq", "at")} | fields
