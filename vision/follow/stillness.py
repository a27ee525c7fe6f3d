"""How long a table has been still, in thumbnails: what moved, what moved a little, and the frames since.

Motion ends a run of still frames. Faint motion, at most a shadow's edge, does not; but a die that rolls out ends
with it, and then the table is still only once that is over too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from ..frame import Frame
from .motion import STILL, Enough, Mask, Thumbnail, changed, copied, moved, moves
from .pace import Pace

BESIDE = 9
"""Small px: a side of the square in which faint motion counts as that of something new on the table."""
LONGER = 2.0
"""Times the wait until a table is read although something on it goes on moving faintly: perhaps no die does."""


@dataclass(frozen=True, eq=False)
class Stillness:
    """A run of frames without motion.

    Attributes:
        last: the newest frame.
        run: the frame of the last motion, or of the beginning; slow motion is seen in the difference to it.
        faint: where anything moved faintly since, (h, w); None: nowhere.
        stirred: the frame of the last faint motion; `run` before there is any.
        frames: the newest frames of the run, oldest first.
        quiet: how many frames the run has.
        calm: how many of them came after `stirred`.
        copies: one of them was a picture shown before.
    """

    last: Thumbnail
    run: Thumbnail
    stirred: Thumbnail
    faint: Mask | None = None
    frames: tuple[Frame, ...] = ()
    quiet: int = 0
    calm: int = 0
    copies: bool = False

    @classmethod
    def since(cls, now: Thumbnail, frames: tuple[Frame, ...] = ()) -> Stillness:
        """A new run of frames without motion may begin here."""
        return cls(now, now, now, frames=frames)

    def motion(self, now: Thumbnail, enough: Enough | None = None) -> Mask:
        """Where something moved since the newest frame or, slowly, since the run began.

        With `enough`, only where that counts, and perhaps not everywhere, where that is met.
        """
        since = moved(self.last, now)
        if self.run is not self.last and not (enough is not None and enough.met(since)):
            since = since | moved(self.run, now, 1.0)
        return since if enough is None or enough.within is None else since & enough.within

    def longer(self, frame: Frame, now: Thumbnail, motion: Mask, keep: int) -> Stillness:
        """The run with one more frame, in which there was faint motion at most; it keeps the newest `keep` frames."""
        stirs = moves(motion)
        if stirs and self.stirred is not self.run:
            stirs = moves(motion & (moved(self.last, now) | moved(self.stirred, now)))
        return replace(
            self,
            last=now,
            stirred=now if stirs else self.stirred,
            faint=motion if self.faint is None else self.faint | motion,
            frames=(*self.frames, frame)[-keep:],
            quiet=self.quiet + 1,
            calm=0 if stirs else self.calm + 1,
            copies=self.copies or copied(self.last, now),
        )

    def settled(self, pace: Pace, clear: Thumbnail) -> bool:
        """Whether the table is to be read.

        A little motion does not delay it, unless something moves that is new since the table was `clear`; and
        that not for long.
        """
        if not self._held(self.run, self.quiet, pace):
            return False
        if self.calmed(pace) or self.last.time - self.run.time >= LONGER * self._wait(pace):
            return True
        fresh = changed(clear, self.last, still=STILL).astype(np.uint8)
        news = cv2.dilate(fresh, np.ones((BESIDE, BESIDE), np.uint8)) > 0
        return self.faint is None or not (self.faint & news).any()

    def calmed(self, pace: Pace) -> bool:
        """Whether even faint motion is over for so long that it no longer matters."""
        return self._held(self.stirred, self.calm, pace)

    def still_frames(self, pace: Pace) -> tuple[Frame, ...]:
        """The frames to read, oldest first: those after the faint motion, where it is over for long enough."""
        return self._after() if self.calmed(pace) else self.frames

    def since_stirred(self) -> Stillness:
        """The run that began with the last faint motion, which was a die's."""
        return replace(self, run=self.stirred, faint=None, frames=self._after(), quiet=self.calm)

    def _after(self) -> tuple[Frame, ...]:
        """The frames after the last faint motion."""
        if self.stirred is self.run:
            return self.frames
        return self.frames[-self.calm :] if self.calm else ()

    def _held(self, begun: Thumbnail, frames: int, pace: Pace) -> bool:
        return frames >= pace.frames and self.last.time - begun.time >= self._wait(pace)

    def _wait(self, pace: Pace) -> float:
        return pace.copied if self.copies else pace.still
