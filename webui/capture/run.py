"""A capture that runs beside the game, or on the command line: fed by the camera, steered by a person."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from threading import RLock

from vision.frame import Frame
from vision.layout import load_layout
from vision.look import LooksAtTables
from vision.observation import Observation, Point

from ..readings import reading
from .files import FOLDER, CaptureFacts, CaptureRow, CaptureSet, begun, delete, delete_all, opened, sets
from .fit import NEVER, unfit
from .labels import CaptureLabel, DieAnswer, labelled_dice, tags_beside, tiles_asked, turned_over
from .plan import CaptureStep
from .score import CaptureScore, scored
from .taken import TakenPicture, taken_of

HOLD = 3.0
"""Seconds that a table must lie still, after something was moved, before a picture is taken by itself."""
UNTOUCHED = -1.0


class RunningCapture:
    """The one capture that may run at a time.

    Args:
        data: the data folder; its folder FOLDER holds the sets.
        eyes: read a picture without any help.
        now: the date and time.

    Attributes:
        trouble: why a file could not be written; "" if all is well.
        unfit: why the newest picture was not taken, words of `webui.capture.fit`; () if it was not refused.
        score: how Piste read the last stored picture; None before one.
    """

    def __init__(
        self, data: Path, eyes: LooksAtTables, now: Callable[[], datetime] = datetime.now
    ) -> None:
        self._data, self._eyes, self._now = data, eyes, now
        self._turn = RLock()
        self._set: CaptureSet | None = None
        self._taken: TakenPicture | None = None
        self._wanted = self._insists = self._stirred = False
        self._since = UNTOUCHED
        self.moving = False
        self.trouble = ""
        self.unfit: tuple[str, ...] = ()
        self.score: CaptureScore | None = None

    @property
    def current(self) -> CaptureSet | None:
        """The current set, finished or not; None before one begins or continues."""
        return self._set

    @property
    def step(self) -> CaptureStep | None:
        """The step to do now; None for none."""
        return self._set.step if self._set else None

    @property
    def taken(self) -> TakenPicture | None:
        """The picture that waits for a person's answers."""
        return self._taken

    @property
    def wanted(self) -> bool:
        """A picture is wanted, and is taken as soon as possible."""
        return self._wanted

    def folder(self) -> Path:
        """The place of a new set, named by the date and time."""
        return self._data / FOLDER / self._now().strftime("%Y-%m-%d-%H%M%S")

    def sets(self) -> tuple[CaptureSet, ...]:
        """Every set of the data folder, newest first."""
        return sets(self._data)

    def begin(self, facts: CaptureFacts, folder: Path | None = None) -> None:
        """Begins a set, after a person has agreed. Raises OSError; then nothing is stored."""
        with self._turn:
            self._open(begun(folder or self.folder(), facts))

    def resume(self, folder: Path) -> None:
        """Continues a set. Raises NotACapture, OSError."""
        with self._turn:
            self._open(opened(folder))

    def stop(self) -> None:
        """Leaves the set as it is; it can be continued."""
        with self._turn:
            self._set = None
            self._cleared()

    def delete(self, folder: Path | None = None) -> None:
        """Deletes a set, or all sets of the data folder. Raises NotACapture, OSError."""
        with self._turn:
            self.stop()
            if folder is None:
                delete_all(self._data)
            else:
                delete(folder)

    def take(self, *, insist: bool = False) -> None:
        """Takes a picture as soon as the table is still; with `insist` also one that is refused for its light."""
        with self._turn:
            self._wanted, self._insists, self.unfit = True, insist, ()

    def saw(self, observation: Observation, frame: Frame) -> None:
        """One observation, and the picture that it was read from."""
        with self._turn:
            step = self.step
            if step is None or self._set is None or self._taken is not None:
                return
            if self._still(observation):
                self._try(self._set, step, observation, frame)

    def again(self) -> None:
        """Discards the picture and retakes it."""
        with self._turn:
            self._cleared()

    def add_die(self, at: Point, answers: Sequence[DieAnswer] = ()) -> None:
        """Adds a die at this place of the crop, px; `answers` of the other places so far.

        Raises ValueError for a point outside it.
        """
        with self._turn:
            self.answered(answers)
            if self._taken is not None:
                self._taken = self._taken.with_die(at)

    def answered(self, answers: Sequence[DieAnswer]) -> None:
        """Stores the answers given so far for each place."""
        with self._turn:
            if self._taken is not None:
                self._taken = self._taken.answered(answers)

    def drop_die(self) -> None:
        """Removes the place of the die added last."""
        with self._turn:
            if self._taken is not None:
                self._taken = self._taken.without_die()

    def confirm(self, answers: Sequence[DieAnswer], otherwise: Iterable[str] = ()) -> None:
        """A person labels the picture; it is stored, read and scored.

        Args:
            answers: for each place of dice in the picture.
            otherwise: spaces whose tile is turned the other way.

        Raises Unanswered if a die has no answer or is too many.
        """
        with self._turn:
            taken, capture = self._taken, self._set
            if taken is None or capture is None:
                return
            label = self._label(capture, taken, answers, otherwise)
            observation = self._eyes.look(Frame(taken.image, 0.0), "auto", None, None, None)
            score = scored(label, observation)
            line = label.line("", capture.facts.consent.source, taken.condition())
            row = CaptureRow("", line, reading(observation, taken.image.shape), score)
            if self._write(lambda: capture.keep(taken.step, taken.image, row)):
                self._cleared()
                self.score = score

    def skip(self) -> None:
        """Skips the current step."""
        with self._turn:
            step, capture = self.step, self._set
            if step is not None and capture is not None and self._write(lambda: capture.skip(step)):
                self._cleared()

    def redo(self) -> None:
        """Goes back to the last step done, and discards its picture."""
        with self._turn:
            capture = self._set
            if capture is not None and self._write(capture.redo):
                self._cleared()

    def _label(
        self, capture: CaptureSet, taken: TakenPicture, answers: Sequence[DieAnswer], otherwise: Iterable[str]
    ) -> CaptureLabel:
        layout, (height, width) = load_layout(capture.facts.layout), taken.image.shape[:2]
        tiles = tiles_asked(taken.step, layout, capture.facts.count)
        return CaptureLabel(
            (width, height),
            taken.board,
            tags_beside(taken.image, taken.board),
            labelled_dice(taken.step, taken.boxes, answers, taken.board),
            turned_over(tiles, otherwise, layout),
        )

    def _open(self, capture: CaptureSet) -> None:
        self._set, self.trouble, self.score = capture, "", None
        self._cleared()

    def _cleared(self) -> None:
        """No picture is taken or wanted, and nothing was touched yet."""
        self._taken, self.unfit, self.score = None, (), None
        self._wanted = self._insists = self._stirred = False
        self._since = UNTOUCHED

    def _write(self, change: Callable[[], CaptureSet]) -> bool:
        """Stores a change and its files; `trouble` holds what failed."""
        try:
            self._set = changed = change()
        except OSError as error:
            self.trouble = _why(error)
            return False
        try:
            changed.papers()
            self.trouble = ""
        except OSError as error:  # the change stands; the next one writes the papers again
            self.trouble = _why(error)
        return True

    def _still(self, observation: Observation) -> bool:
        """True if the table is still and a picture is wanted, or due by itself."""
        self.moving = not observation.still
        if not observation.still:
            self._stirred, self._since, self.unfit = True, UNTOUCHED, ()
            return False
        if self._since == UNTOUCHED:
            self._since = observation.time
        return self._wanted or (self._stirred and observation.time - self._since >= HOLD)

    def _try(self, capture: CaptureSet, step: CaptureStep, observation: Observation, frame: Frame) -> None:
        reasons = unfit(step, observation, frame.image, capture.facts.layout)
        if reasons and (NEVER & set(reasons) or not self._insists):
            if reasons != self.unfit:
                self._set, self.unfit = capture.refuse(reasons), reasons
            return
        self._taken, self.unfit = taken_of(step, observation, frame, reasons), ()
        self._wanted = self._insists = False


def _why(error: OSError) -> str:
    """ "No space left on device (labels.jsonl)"."""
    return f"{error.strerror or error}" + (f" ({error.filename})" if error.filename else "")
