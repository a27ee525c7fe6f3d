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
        folder: the data folder for figures, and for pictures if the teacher agreed.
        now: the date and time, for the figures.
        learn: receives each step that was read as asked, with its observation and frame.

    Attributes:
        trouble: why figures or pictures could not be stored; "" if all is well.
    """

    def __init__(
        self, folder: Path, now: Callable[[], datetime] = datetime.now, learn: Learn | None = None
    ) -> None:
        self._folder, self._now, self._learn = folder, now, learn
        self._turn = Lock()
        self._trial: Trial | None = None
        self._newest: tuple[Observation, Frame] | None = None
        self._crops: Path | None = None
        self.kept_crops = 0
        self.trouble = ""

    @property
    def trial(self) -> Trial | None:
        """The present state of the check, finished or not; None before one began."""
        return self._trial

    @property
    def running(self) -> bool:
        """A step is waiting."""
        trial = self._trial
        return trial is not None and trial.ask is not None

    @property
    def keeps_crops(self) -> bool:
        """The teacher agreed to store pictures of dice and tiles."""
        return self._crops is not None

    def begin(self, *, tiles: bool = True, crops: bool = False) -> None:
        """Restarts the check; `crops` only if the teacher agreed to store pictures of dice and tiles."""
        with self._turn:
            self._trial, self._newest = Trial(FACES + (TILES if tiles else ())), None
            stamp = self._now().strftime("%Y-%m-%d-%H%M%S")
            self._crops = self._folder / FOLDER / stamp if crops else None
            self.kept_crops, self.trouble = 0, ""

    def saw(self, observation: Observation, frame: Frame) -> None:
        """One observation of the camera."""
        with self._turn:
            if self._trial is None or self._trial.ask is None:
                return
            self._newest = (observation, frame)
            self._move(step(self._trial, observation, _light(observation, frame)))

    def skip(self) -> None:
        """Skips the current step."""
        with self._turn:
            if self._trial is not None:
                self._move(skipped(self._trial))

    def confirm(self) -> None:
        """The teacher confirms that the table is as asked."""
        with self._turn:
            if self._trial is not None and self._newest is not None:
                self._move(confirmed(self._trial, _light(*self._newest)))

    def stop(self) -> None:
        """Ends the check: the remaining steps count as skipped."""
        with self._turn:
            while self._trial is not None and self._trial.ask is not None:
                self._move(skipped(self._trial))

    def result(self) -> Report | None:
        """The result; None while it runs, or before one began."""
        trial = self._trial
        return report(trial) if trial is not None and trial.ask is None else None

    def _move(self, after: Trial) -> None:
        """Moves to the next state, and stores pictures and figures when a step ends."""
        before, self._trial = self._trial, after
        if before is None or len(after.outcomes) == len(before.outcomes):
            return
        outcome, newest = after.outcomes[-1], self._newest
        if self._learn is not None and newest is not None and not outcome.skipped and outcome.right == outcome.n:
            self._learn(outcome.ask, *newest)
        try:
            self._keep_crops(before.ask, after)
            if after.ask is None:
                self._keep_figures(report(after))
        except OSError as error:
            self.trouble = str(error)

    def _keep_crops(self, ask: Ask | None, after: Trial) -> None:
        if self._crops is None or ask is None or self._newest is None or after.outcomes[-1].skipped:
            return
        self.kept_crops += keep_crops(self._crops, ask, *self._newest)

    def _keep_figures(self, report: Report) -> None:
        line = {"at": self._now().isoformat(timespec="seconds"), **report.to_json()}
        write_whole(self._folder / FILE, json.dumps(line, ensure_ascii=False) + "\n")


def _light(observation: Observation, frame: Frame) -> Light | None:
    """The light of a picture of a table at rest."""
    return light(frame.image, observation.board.corners if observation.board else None) if observation.still else None
