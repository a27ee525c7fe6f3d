"""A capture in a terminal: it prints each step, and typed answers steer it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import click

from hardware.errors import CameraGone
from vision.layout import load_layout
from vision.observation import BoardSeen

from ...capture.files import SHOWN, png
from ...capture.fit import NEVER
from ...capture.labels import Unanswered
from ...checkup.corners import NotABoard, corners_of_form
from ...files import write_bytes_whole
from ...words.capture import asked, read, result, unanswered, unfit

if TYPE_CHECKING:
    from vision.frame import Frame
    from vision.look import Eyes
    from vision.observation import Observation

    from ...capture.labels import DieAnswer
    from ...capture.plan import CaptureStep
    from ...capture.run import RunningCapture
    from ...capture.taken import TakenPicture
    from ...words import Words

Moment: TypeAlias = "tuple[Observation, Frame]"
"""What was seen, and the picture that it was read from."""
PATIENCE = 20.0
"""Seconds that are waited for a table at rest."""
CORNER = re.compile(r"(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)")
ADDED = re.compile(r"\+([1-6-])@(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)")


@dataclass
class TableMoments:
    """The camera's observations, one after the other, and the newest again.

    Attributes:
        coming: the next ones.
        eyes: read a picture with corners given by a person.
        newest: the last one, None before any.
    """

    coming: Iterator[Moment]
    eyes: Eyes
    newest: Moment | None = None

    def until(self, capture: RunningCapture) -> bool:
        """Feeds the capture until a picture is taken or refused; False if nothing more comes in time."""
        began: float | None = None
        for observation, frame in self.coming:
            self.newest = observation, frame
            capture.saw(observation, frame)
            began = observation.time if began is None else began
            if capture.taken is not None or capture.unfit or observation.time - began > PATIENCE:
                return True
        return False

    def by_hand(self, corners: Mapping[str, str], layout: str) -> None:
        """The newest picture, with the board where a person says. Raises NotABoard."""
        if self.newest is None:
            return
        frame = self.newest[1]
        height, width = frame.image.shape[:2]
        board = BoardSeen(layout, corners_of_form(corners, width, height), True, 1.0)
        self.newest = self.eyes.look(frame, layout, None, board), frame


@dataclass
class CaptureDesk:
    """Guides a person through a capture in a terminal.

    Attributes:
        capture: the running one.
        moments: the camera's observations.
        w: the person's language.
    """

    capture: RunningCapture
    moments: TableMoments
    w: Words

    def lead(self) -> None:
        """Shows each step in turn, until all are done, the person stops, or no picture comes any more."""
        before: CaptureStep | None = None
        while (step := self.capture.step) is not None:
            self._ask(step, before)
            if not self._answered(self._read_line(self._keys())):
                break
            self._trouble()
            before = step
        self._show_result()

    def _ask(self, step: CaptureStep, before: CaptureStep | None) -> None:
        capture = self.capture.current
        if capture is None or step is before:
            return
        hinged = load_layout(capture.facts.layout).hinged
        click.echo(f"\n{capture.steps.index(step) + 1}/{len(capture.steps)}")
        for new, text in asked(self.w, step, before, hinged):
            click.echo(f"  {'*' if new else ' '} {text}")

    def _keys(self) -> str:
        keys = self.w.t("[Enter] take the picture, p pass over, z go back, q stop")
        if not self.capture.unfit:
            return keys
        if NEVER & set(self.capture.unfit):
            return keys + ", " + self.w.t("c x,y x,y x,y x,y: the corners in this picture, place 1's left one first")
        return keys + ", " + self.w.t("g keep this one all the same")

    def _answered(self, typed: str) -> bool:
        """Does a typed command; False if the person stops."""
        if typed == "q":
            return False
        if typed == "p":
            self.capture.skip()
        elif typed == "z":
            self.capture.redo()
        elif typed.startswith("c"):
            return self._corners(typed)
        elif typed == "g":
            return self._once_more(insist=True)
        elif not typed:
            return self._take()
        return True

    def _take(self) -> bool:
        self.capture.take()
        if not self.moments.until(self.capture):
            raise CameraGone(self.w.t("No more pictures come"))
        return self._handle_picture()

    def _once_more(self, *, insist: bool = False) -> bool:
        """The newest picture again."""
        self.capture.take(insist=insist)
        if self.moments.newest is not None:
            self.capture.saw(*self.moments.newest)
        return self._handle_picture()

    def _corners(self, typed: str) -> bool:
        numbers = [number for pair in CORNER.findall(typed) for number in pair]
        names = [f"{axis}{k}" for k in range(1, 5) for axis in "xy"]
        capture = self.capture.current
        try:
            if capture is not None:
                self.moments.by_hand(dict(zip(names, numbers, strict=False)), capture.facts.layout)
        except NotABoard as error:
            click.echo(str(error))
            return True
        return self._once_more()

    def _handle_picture(self) -> bool:
        """A picture was taken, or refused, or something moves; False if the person stops."""
        for text in unfit(self.w, self.capture.unfit):
            click.echo(f"  ! {text}")
        if self.capture.taken is None and not self.capture.unfit:
            click.echo("  ! " + self.w.t("Something moves…"))
        while (taken := self.capture.taken) is not None:
            typed = self._show_picture(taken)
            if typed in ("r", "q"):
                self.capture.again()
                return typed == "r"
            self._confirm(taken, typed.split())
            self._trouble()
        return True

    def _show_picture(self, taken: TakenPicture) -> str:
        """Shows a picture, and returns the typed answer."""
        capture = self.capture.current
        if capture is None:
            return "q"
        shown = capture.folder / SHOWN
        write_bytes_whole(shown, png(taken.drawn()))
        click.echo("  " + self.w.t("This alone would be kept: %(file)s", file=shown))
        if taken.boxes or taken.step.dice:
            click.echo("  " + self._dice(taken))
        return self._read_line(self.w.t(
            "[Enter] it is right; dice A, B… as 3 5 (- leans, x no die), +3@x,y one that is missing, t2/7 tile 7 of "
            "place 2 is otherwise, r take it again"
        ))  # fmt: skip

    def _dice(self, taken: TakenPicture) -> str:
        """ "A = 3, B = ?"."""
        names = [chr(65 + k) for k in range(len(taken.boxes))]
        values = [f"{name} = {'?' if die is None else die}" for name, die in zip(names, taken.answers, strict=True)]
        return ", ".join(values) or self.w.t("I see no die.")

    def _confirm(self, taken: TakenPicture, typed: list[str]) -> None:
        added = [match for word in typed if (match := ADDED.fullmatch(word))]
        tiles = [word[1:] for word in typed if word.startswith("t")]
        plain = [word for word in typed if not ADDED.fullmatch(word) and not word.startswith("t")]
        answers = [_answer(word) for word in plain] or list(taken.answers)
        for match in added:
            try:
                self.capture.add_die((float(match[2]), float(match[3])))
            except ValueError as error:
                click.echo(f"  ! {error}")
                return
        try:
            self.capture.confirm([*answers, *(_answer(match[1]) for match in added)], map(self._space, tiles))
        except Unanswered as error:
            for _ in added:
                self.capture.drop_die()
            click.echo(f"  ! {unanswered(self.w, taken.step)} ({error})")
            return
        if self.capture.score is not None:
            good, text = read(self.w, self.capture.score)
            click.echo(f"  {'✓' if good else '!'} {text}")

    def _space(self, typed: str) -> str:
        """ "2/7" as the space's name; a box has one row: "7"."""
        seat, slash, slot = typed.rpartition("/")
        return f"seat-{seat}/slot-{slot}" if slash else f"slot-{slot}"

    def _read_line(self, text: str) -> str:
        """A typed line; "q" at the end of input."""
        try:
            return str(click.prompt(text, default="", show_default=False, prompt_suffix=" > ")).strip().lower()
        except click.Abort:
            return "q"

    def _trouble(self) -> None:
        if self.capture.trouble:
            click.echo(f"  ! {self.capture.trouble}", err=True)

    def _show_result(self) -> None:
        """Prints the result so far, and the place of the files."""
        capture = self.capture.current
        if capture is None:
            return
        (capture.folder / SHOWN).unlink(missing_ok=True)
        skipped = sum(not row.image for row in capture.rows.values())
        for good, text in result(self.w, capture.score, skipped):
            click.echo(f"{'✓' if good else '!'} {text}")
        click.echo(self.w.t("The set: %(folder)s", folder=capture.folder))
        if capture.step is not None:
            click.echo(self.w.t("Not finished: the same command goes on."))


def _answer(typed: str) -> DieAnswer:
    """A die's value, that it leans, or that none lies there; None for anything else."""
    if typed in ("-", "x"):
        return "leaning" if typed == "-" else "none"
    return int(typed) if typed in tuple("123456") else None
