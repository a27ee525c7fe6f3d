"""A check of the table that runs beside the game: fed by the camera's thread, shown and steered by the pages'."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import TypeAlias

from vision.frame import Frame
from vision.light import Light, light
from vision.observation import Observation

from ..files import write_whole
from .crops import FOLDER, keep_crops
from .report import Report, report
from .selftest import FACES, TILES, Ask, Trial, confirmed, skipped, step

FILE = "selftest.json"
Learn: TypeAlias = Callable[[Ask, Observation, Frame], None]
"""Is told what was asked, and what was seen when it lay there."""


class RunningCheck:
    """The one check that may run at a time.

    Args:
        folder: the data folder: figures are kept there, pictures only where they were agreed to.
        now: the date and time, for the figures.
        learn: is told each step that was read as asked, with what was seen.

    Attributes:
        trouble: why figures or pictures could not be kept; "" where all is well.
    """

    def __init__(
        self, folder: Path, now: Callable[[], datetime] = datetime.now, learn: Learn | None = None
    ) -> None:
        self._folder, self._now, self._learn = folder, now, learn
        self._turn = Lock()
        self._trial: Trial | None = None
        self._seen: tuple[Observation, Frame] | None = None
        self._crops: Path | None = None
        self.kept_crops = 0
        self.trouble = ""

    @property
    def trial(self) -> Trial | None:
        """The check as it stands, finished or not; None before one was begun."""
        return self._trial

    @property
    def running(self) -> bool:
        """Something is being asked."""
        trial = self._trial
        return trial is not None and trial.ask is not None

    @property
    def keeps_crops(self) -> bool:
        """The teacher agreed that pictures of dice and tiles are kept."""
        return self._crops is not None

    def begin(self, *, tiles: bool = True, crops: bool = False) -> None:
        """Begins anew; `crops` only where the teacher agreed that pictures of dice and tiles are kept."""
        with self._turn:
            self._trial, self._seen = Trial(FACES + (TILES if tiles else ())), None
            stamp = self._now().strftime("%Y-%m-%d-%H%M%S")
            self._crops = self._folder / FOLDER / stamp if crops else None
            self.kept_crops, self.trouble = 0, ""

    def saw(self, seen: Observation, frame: Frame) -> None:
        """One observation of the camera."""
        with self._turn:
            if self._trial is None or self._trial.ask is None:
                return
            self._seen = (seen, frame)
            self._move(step(self._trial, seen, _light(seen, frame)))

    def skip(self) -> None:
        """Passes over what is asked now."""
        with self._turn:
            if self._trial is not None:
                self._move(skipped(self._trial))

    def confirm(self) -> None:
        """What is asked lies there, says the teacher."""
        with self._turn:
            if self._trial is not None and self._seen is not None:
                self._move(confirmed(self._trial, _light(*self._seen)))

    def stop(self) -> None:
        """Ends the check: what was not reached counts as passed over."""
        with self._turn:
            while self._trial is not None and self._trial.ask is not None:
                self._move(skipped(self._trial))

    def result(self) -> Report | None:
        """What was found; None while it runs, or before one was begun."""
        trial = self._trial
        return report(trial) if trial is not None and trial.ask is None else None

    def _move(self, after: Trial) -> None:
        """Takes the next state, and keeps what there is to keep when a step ends."""
        before, self._trial = self._trial, after
        if before is None or len(after.outcomes) == len(before.outcomes):
            return
        outcome, seen = after.outcomes[-1], self._seen
        if self._learn is not None and seen is not None and not outcome.skipped and outcome.right == outcome.n:
            self._learn(outcome.ask, *seen)
        try:
            self._keep_crops(before.ask, after)
            if after.ask is None:
                self._keep_figures(report(after))
        except OSError as error:
            self.trouble = str(error)

    def _keep_crops(self, ask: Ask | None, after: Trial) -> None:
        if self._crops is None or ask is None or self._seen is None or after.outcomes[-1].skipped:
            return
        self.kept_crops += keep_crops(self._crops, ask, *self._seen)

    def _keep_figures(self, found: Report) -> None:
        line = {"at": self._now().isoformat(timespec="seconds"), **found.to_json()}
        write_whole(self._folder / FILE, json.dumps(line, ensure_ascii=False) + "\n")


def _light(seen: Observation, frame: Frame) -> Light | None:
    """The light of a picture of a table at rest."""
    return light(frame.image, seen.board.corners if seen.board else None) if seen.still else None
