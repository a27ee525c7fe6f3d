"""What is known of the followed table: the eyes ask it at each look, confirmed play teaches it.

Pictures stay in memory. The disk holds only figures from which no picture can be made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Lock

from vision.frame import Frame
from vision.known.acquaintance import Acquaintance, acquaintance
from vision.known.figures import figures, known_of
from vision.known.learn import learnt
from vision.known.recall import Remembering
from vision.known.value import Known, Lesson, ReadsSlots
from vision.layout import Layouts, layouts
from vision.look import Eyes
from vision.observation import Observation
from vision.still import Zoom

from ..checkup.selftest import Ask
from ..files import put_aside, write_whole
from ..table.values.events import TableEvent
from ..table.values.state import Table
from .lessons import StillSight, WaitingThrow, lessons

FILE = "known.json"
WRITES_AFTER = frozenset({"game_ended", "series_ended"})
"""Events after which the figures are written."""


def remembering(plain: Eyes, folder: Path | None = None, *, writes: bool = True) -> tuple[Eyes, TableMemory]:
    """Eyes that recall what is known of their table, and the memory that they ask.

    Args:
        plain: the same eyes without memory.
        folder, writes: as TableMemory has them.
    """
    slots = plain.tiles if isinstance(plain.tiles, ReadsSlots) else None
    memory = TableMemory(slots, folder, plain.known, writes=writes)
    return replace(plain, recall=Remembering(memory)), memory


class TableMemory:
    """The newest `Known`, and what waits to be learnt.

    Args:
        tiles: cuts the slots out; None if tiles are not read.
        folder: the data folder, which stores figures; None stores nothing.
        known: the boards there are, by name.
        file: what the figures' file is called.
        writes: False to read only: a watched film must not change what is known of the real table.

    Attributes:
        warning: why the stored figures could not be used; "" if they could.
    """

    def __init__(
        self,
        tiles: ReadsSlots | None = None,
        folder: Path | None = None,
        known: Layouts | None = None,
        file: str = FILE,
        *,
        writes: bool = True,
    ) -> None:
        self._writes = writes
        self._tiles, self._layouts = tiles, layouts() if known is None else known
        self._file = None if folder is None else folder / file
        self._turn = Lock()
        self._sight: StillSight | None = None
        self._thrown: WaitingThrow | None = None
        self.warning = ""
        self._known = self._read()

    def __call__(self) -> Known | None:
        """What is known now."""
        return self._known

    @property
    def acquaintance(self) -> Acquaintance:
        """What there is to report about it."""
        known = self._known
        return acquaintance(known, None if known is None else self._layouts.get(known.layout))

    # The camera's thread.

    def watched(self, pairs: Iterable[tuple[Observation, Frame]]) -> Iterator[Observation]:
        """What is seen, each with its picture, as it passes."""
        for observation, frame in pairs:
            self.saw(observation, frame)
            yield observation

    def saw(self, observation: Observation, frame: Frame) -> None:
        """One look at the table."""
        self._sight = StillSight(observation, frame) if observation.still else None
        with self._turn:
            if observation.still and self._known is not None:
                self._known = self._known.at(observation.time)

    def played(self, table: Table, events: Iterable[TableEvent]) -> None:
        """Receives the events of the game."""
        events = tuple(events)
        for taught in lessons(table, events, self._sight, self._thrown):
            if isinstance(taught, tuple):
                self._learn(*taught)
            else:
                self._thrown = taught
        if any(event.event in WRITES_AFTER for event in events):
            self._write()

    # The pages' threads.

    def checked(self, ask: Ask, observation: Observation, frame: Frame) -> None:
        """A step of the check was done and read as expected."""
        kinds = {}
        if ask.kind == "tiles":
            spaces = [piece.space for piece in observation.pieces]
            asked = [space for space in spaces if ask.state == "open" or space.startswith(("seat-1/", "slot-"))]
            kinds = dict.fromkeys(asked, ask.state)
        dice = (ask.face, ask.face) if ask.kind == "dice" else None
        self._learn(StillSight(observation, frame), Lesson(kinds, dice, people=frozenset(kinds)))

    def calibrated(self, observation: Observation, frame: Frame) -> None:
        """The table was learnt again: forgets places and looks, which may be of another table."""
        with self._turn:
            self._known = None if self._known is None else self._known.elsewhere
        self._learn(StillSight(observation, frame), Lesson())

    def bare(self, observation: Observation, frame: Frame) -> None:
        """The table is bare now: no dice, no hands."""
        self._learn(StillSight(observation, frame), Lesson(dice=()))

    def look_away(self) -> None:
        """Something else is looked at from now on."""
        self._sight = self._thrown = None

    def forget(self) -> None:
        """Forgets everything. Raises OSError if the figures cannot be removed."""
        with self._turn:
            self._known = self._sight = self._thrown = None
            if self._file is not None:
                self._file.unlink(missing_ok=True)

    def _learn(self, sight: StillSight, lesson: Lesson) -> None:
        if not sight.teaches:
            return
        observation, image = sight.observation, sight.frame.image
        if sight.frame.still is not None:
            observation, image = Zoom.between(image, sight.frame.still).observation(observation), sight.frame.still
        assert observation.board is not None, "a sight that teaches has a board"
        with self._turn:
            layout = self._layouts[observation.board.layout]
            self._known = learnt(self._known, image, observation, layout, self._tiles, lesson)

    def _write(self) -> None:
        known = self._known
        if self._file is None or known is None or not self._writes:
            return
        try:
            write_whole(self._file, figures(known) + "\n")
            self.warning = ""
        except OSError as error:
            self.warning = str(error)

    def _read(self) -> Known | None:
        if self._file is None:
            return None
        try:
            return known_of(self._file.read_text(encoding="utf-8"), self._layouts)
        except FileNotFoundError:
            return None
        except ValueError as error:
            if self._writes:
                put_aside(self._file)
            self.warning = f"{self._file}: damaged, {'put aside' if self._writes else 'not used'} ({error})"
            return None
