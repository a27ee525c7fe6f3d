"""What the camera sees, for the set-up pages: the newest picture, the calibration, a running check.

Pictures stay in memory. One thread follows the camera and passes pictures on; the threads of the pages ask.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from threading import Condition, Lock

from hardware.found_cameras import FoundCamera
from hardware.phone_camera import PhoneCamera
from hardware.turned_camera import UPRIGHT, Hanging
from vision.area.men_board import MenTableEyes
from vision.area.plane import area_alone
from vision.area.value import DiceArea
from vision.board.finder import Want
from vision.calibration.learn import Calibration
from vision.frame import Frame
from vision.geometry.plane import Quad
from vision.look import LooksAtTables
from vision.men.known import KnownMen
from vision.observation import BoardSeen, Observation, Side

from ..capture.run import RunningCapture
from ..checkup.calibrate import APART, COUNT, Learnt, learnt_by_hand, learnt_from
from ..checkup.kept import Calibrations
from ..checkup.run import RunningCheck
from ..table.values.events import TableEvent
from ..table.values.state import Table
from .area import FollowedArea
from .memory import TableMemory
from .men import FollowedMen

FRESH = 5.0
"""Seconds after which the newest picture is too old."""
PATIENCE = 12.0
"""Seconds to wait for pictures to learn from, by default."""


class NoPicture(RuntimeError):
    """The camera gives no picture now."""


class Lookout:
    """Stands between the camera and those who set it up.

    Args:
        calibrations: where calibrations are stored.
        eyes: read one frame.
        check: the check of the table that may run.
        clock: seconds, never decreasing.
        patience: seconds to wait for pictures to learn from.
        capture: the capture of photographs that may run; None if there is none to steer.
        memory: what is known of the table, taught by a new calibration; a new one by default.
        area: where dice fall in games whose board is not followed; None if nobody can read an area.
        men: the board of arrows, if one was learnt; None if nobody can read one.
        cameras: the cameras to choose from; empty if the camera was named at the start.
        phone: the phone camera, if one is followed.

    Attributes:
        calibrations, check, memory, area, men, cameras, phone: as handed in.
        learnt: the result of the newest attempt to learn the table, None before one.
        hung: how the camera of the newest picture hangs.
        live: a camera is followed, which may hang differently; False for a recording.
        at_rest: the newest observation of a table at rest, or of the dice area; None before one.
    """

    def __init__(
        self,
        calibrations: Calibrations,
        eyes: LooksAtTables,
        check: RunningCheck,
        clock: Callable[[], float] = time.monotonic,
        patience: float = PATIENCE,
        capture: RunningCapture | None = None,
        memory: TableMemory | None = None,
        area: FollowedArea | None = None,
        cameras: Callable[[], tuple[FoundCamera, ...]] = tuple,
        phone: PhoneCamera | None = None,
        men: FollowedMen | None = None,
    ) -> None:
        self.calibrations, self.check, self.capture, self.area = calibrations, check, capture, area
        self.men = men
        self.memory, self.cameras, self.phone = memory or TableMemory(), cameras, phone
        self.learnt: Learnt | None = None
        self.hung, self.live = UPRIGHT, True
        self._eyes, self._clock, self._patience = eyes, clock, patience
        self._news, self._one_by_one = Condition(), Lock()
        self._newest: Frame | None = None
        self._at = 0.0
        self.at_rest: Observation | None = None
        self._moves_since: float | None = None
        self._wanted = 0
        self._taken: list[Frame] = []

    # The camera's thread.

    def watched(self, frames: Iterable[Frame], *, live: bool = True) -> Iterator[Frame]:
        """The same frames, turned as a live camera hangs, until another camera is chosen; remembers the newest."""
        self.live, chosen = live, self.calibrations.camera()
        for given in frames:
            with self._news:
                if self.calibrations.camera() != chosen:
                    return
                self.hung = self.calibrations.hanging() if live else UPRIGHT
                frame = self.hung.frame(given)
                self._newest, self._at = frame, self._clock()
                self._take(frame)
                self._news.notify_all()
            yield frame

    def saw(self, observation: Observation, frame: Frame) -> None:
        """One observation, and the picture that it was read from."""
        self._note(observation)
        self.memory.saw(observation, frame)
        self.check.saw(observation, frame)
        if self.capture is not None:
            self.capture.saw(observation, frame)

    def saw_area(self, observation: Observation, frame: Frame, area: DiceArea) -> None:
        """One observation of the dice area, and its picture, which shows nothing else."""
        self._looked_away(observation, frame)
        if self.area is not None:
            self.area.saw(observation, frame, area)

    def saw_men(self, observation: Observation, frame: Frame, eyes: MenTableEyes) -> None:
        """One observation of the board of arrows, and its picture."""
        self._looked_away(observation, frame)
        if self.men is not None:
            self.men.saw(observation, frame, eyes)
        area = None if self.area is None else self.area.stored
        if self.area is not None and area is not None:  # what is known of its dice goes on being learnt
            self.area.saw(replace(observation, pieces=()), area_alone(frame, area.tray), area.tray)

    def _looked_away(self, observation: Observation, frame: Frame) -> None:
        """One observation of something else than the table with its tiles."""
        self._note(observation)
        self.memory.look_away()
        self.check.saw(observation, frame)

    def _note(self, observation: Observation) -> None:
        if observation.still:
            self.at_rest, self._moves_since = observation, None
        elif self._moves_since is None:
            self._moves_since = self._clock()

    @property
    def followed_area(self) -> DiceArea | None:
        """The dice area, while only it is looked at."""
        return None if self.area is None or self.followed_men is not None else self.area.followed

    @property
    def followed_men(self) -> KnownMen | None:
        """The learnt board of arrows, while it is looked at."""
        return None if self.men is None else self.men.followed

    @property
    def arrows_lie(self) -> bool:
        """Whether a board of arrows lies there, while nobody reads its men nor a learnt board of tiles."""
        calibration, newest = self.calibration(), self.newest
        if self.men is None or newest is None or self.followed_men is not None:
            return False
        return not (calibration is not None and self.board == calibration.board) and self.men.lies(newest)

    def played(self, table: Table, events: Iterable[TableEvent]) -> None:
        """Receives the events of the game: the memory of the table learns from them; the game decides where to look."""
        events = tuple(events)
        if self.area is not None:
            self.area.played(table, events)
        if self.men is not None:
            self.men.played(table, events)
        if self.followed_area is None and self.followed_men is None:
            self.memory.played(table, events)

    def _take(self, frame: Frame) -> None:
        late = not self._taken or abs(frame.time - self._taken[-1].time) >= APART
        if self._wanted and late:
            self._taken.append(frame)
            self._wanted -= 1

    # The pages' threads.

    @property
    def newest(self) -> Frame | None:
        """The newest picture; None if the camera shows none now."""
        with self._news:
            return self._newest if self._clock() - self._at <= FRESH else None

    @property
    def board(self) -> BoardSeen | None:
        """Where the board was last seen."""
        return None if self.at_rest is None else self.at_rest.board

    @property
    def moves_for(self) -> float | None:
        """For how many seconds something has been moving on the table; None at rest."""
        since = self._moves_since
        return None if since is None else self._clock() - since

    def calibration(self) -> Calibration | None:
        """The calibration that holds now."""
        return self.calibrations.now()

    def learn(self, want: Want, side: Side | None) -> Learnt:
        """Searches the board in some pictures and stores the result if it is sure enough.

        Raises NoPicture, or OSError if it cannot be kept.
        """
        with self._one_by_one:
            frames = self._pictures()
            return self._keep(learnt_from(frames, self._eyes, want, side), frames[-1])

    def learn_by_hand(self, corners: Quad, layout: str, side: Side | None) -> Learnt:
        """Learns the table whose corners a person showed. Raises NoPicture, or OSError if it cannot be kept."""
        with self._one_by_one:
            frames = self._pictures()
            return self._keep(learnt_by_hand(frames, self._eyes, corners, layout, side), frames[-1])

    def learn_men(self, *, swapped: bool, corners: Quad | None = None) -> None:
        """Learns the board of arrows on which a start position lies; `corners` as a person showed its field.

        Raises NoPicture, or OSError.
        """
        with self._one_by_one:
            if self.men is not None:
                self.men.learn(self._pictures(), swapped=swapped, corners=corners)

    def forget(self) -> None:
        """Forgets the board; it can be restored. Raises OSError."""
        self.calibrations.forget()
        self.memory.forget()
        self.learnt = None

    def bring_back(self) -> None:
        """Restores what was forgotten last. Raises OSError."""
        self.calibrations.bring_back()
        self.learnt = None

    def hang(self, hanging: Hanging) -> None:
        """The camera hangs differently: forgets what was learnt from its pictures. Raises OSError.

        Returns once a picture turned that way has arrived, or none came for too long.
        """
        if hanging != self.calibrations.hanging():
            self._anew(lambda: self.calibrations.hang(hanging))

    def choose(self, camera: str) -> None:
        """Another camera is followed from now on, as `hang` says. Raises OSError."""
        if camera != self.calibrations.camera():
            self._anew(lambda: self.calibrations.choose(camera))

    def _anew(self, change: Callable[[], None]) -> None:
        with self._one_by_one:
            with self._news:
                change()
                self.learnt = self.at_rest = self._newest = None
            self.memory.forget()
            if self.area is not None:
                self.area.memory.forget()
            if self.men is not None:
                self.men.forget()
            with self._news:
                self._news.wait_for(lambda: self._newest is not None, self._patience)

    def _keep(self, learnt: Learnt, frame: Frame) -> Learnt:
        self.learnt = learnt
        if learnt.usable and learnt.calibration is not None:
            self.calibrations.keep(learnt.calibration)
            board = learnt.calibration.board
            self.memory.calibrated(self._eyes.look(frame, board.layout, None, board, None), frame)
        return learnt

    def _pictures(self) -> list[Frame]:
        """Some pictures taken from now on; at least the newest. Raises NoPicture."""
        with self._news:
            self._wanted, self._taken = COUNT, []
            self._news.wait_for(lambda: self._wanted == 0, self._patience)
            taken, self._taken, self._wanted = self._taken, [], 0
        newest = self.newest
        if not taken and newest is None:
            raise NoPicture("expected a picture of the camera; none came")
        return taken or [newest]  # type: ignore[list-item]  # one of the two is there
