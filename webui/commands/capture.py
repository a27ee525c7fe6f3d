"""`piste capture`: ten minutes before a real board, and a labelled set of photographs with the score of Piste on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast

import click

from hardware.errors import CameraGone
from vision.layout import layout_names, load_layout
from vision.observation import BoardSeen

from ..capture.files import SHOWN, png
from ..capture.fit import NEVER
from ..capture.labels import Unanswered
from ..capture.papers import LICENCES
from ..checkup.corners import NotABoard, corners_said
from ..files import write_bytes_whole
from ..words.capture import asked, read, result, unanswered, unfit
from .read import SIDES, opened

if TYPE_CHECKING:
    from hardware.camera import Camera
    from vision.calibration.learn import Calibration
    from vision.frame import Frame
    from vision.look import Eyes
    from vision.observation import Observation, Side

    from ..capture.labels import DieAnswer
    from ..capture.plan import CaptureStep
    from ..capture.run import RunningCapture, TakenPicture
    from ..words import Words

Moment: TypeAlias = "tuple[Observation, Frame]"
"""What was seen, and the picture that it was read from."""
Signed: TypeAlias = tuple[bool, str | None, str | None]
"""Consent, name and licence as they were given on the command line."""
PATIENCE = 20.0
"""Seconds that are waited for a table at rest."""
CORNER = re.compile(r"(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)")
ADDED = re.compile(r"\+([1-6-])@(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)")


@click.command()
@click.option(
    "--camera", default="auto", show_default=True,
    help="auto, demo, usb:N, pi, a URL, a film, or a folder with a picture for each step.",
)  # fmt: skip
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="The set's folder; one begun goes on.")
@click.option("--board", type=click.Choice(layout_names()), help="Which board; without: the one that was calibrated.")
@click.option("--tiles", type=int, help="How many tiles a row has, where boards differ.")
@click.option("--seat1-side", type=click.Choice(SIDES), help="Where place 1 is, if no corner tag tells.")
@click.option("--data", type=click.Path(path_type=Path), help="The data folder, as given to serve.")
@click.option("--agree", is_flag=True, help="Consent given beforehand: what would be asked is agreed to.")
@click.option("--name", help="Who signs the licence.")
@click.option("--licence", type=click.Choice(LICENCES), help="The licence of the pictures.")
@click.option("--delete", is_flag=True, help="Delete the set of --out, without it all sets of the data folder.")
@click.option("--yes", is_flag=True, help="Delete without being asked again.")
@click.option("--language", "--lang", type=click.Choice(["fr", "en"]), default="fr", show_default=True)
def command(
    camera: str, out: Path | None, board: str | None, tiles: int | None, seat1_side: str | None, data: Path | None,
    agree: bool, name: str | None, licence: str | None, delete: bool, yes: bool, language: str,
) -> None:  # fmt: skip
    """Photograph a real board, step by step: what to set out is said, each picture checked, its truth confirmed.

    Only the board and a small margin are ever written, and nothing before you agree. What lies there is what you
    confirm; what Piste reads by itself is its score. Enter takes the picture; p passes over a step, z goes back
    to the one before, q stops: the same command goes on later. The set is scored by
    `python -m workshop evaluate` too.

    Example: piste capture --camera usb:0
    """
    from hardware.errors import CameraError
    from vision.errors import VisionError

    from ..capture.files import NotACapture
    from ..words import words

    w = words(language)
    try:
        if delete:
            _delete(data, out, w, sure=yes)
        else:
            _capture(w, camera, out, board, tiles, seat1_side, data, (agree, name, licence))
    except NotACapture as error:
        raise click.ClickException(str(error)) from error
    except (CameraError, VisionError) as error:
        safe = w.t("What was kept is safe: the same command goes on.")
        raise click.ClickException(f"{error}. {safe}") from error
    except OSError as error:
        raise click.ClickException(f"{error.strerror or error} ({error.filename})") from error


def _capture(
    w: Words, where: str, out: Path | None, board: str | None, tiles: int | None, side: str | None,
    data: Path | None, signed: Signed,
) -> None:  # fmt: skip
    """Opens the camera and the set, and leads through what is left of it."""
    from hardware.camera import open_camera

    from ..capture.run import RunningCapture
    from ..checkup.kept import Calibrations
    from ..files import data_folder

    folder = data_folder(data)
    kept = Calibrations(folder)
    if kept.warning:
        click.echo(kept.warning, err=True)
    learnt = kept.now()
    layout = board or (learnt.layout if learnt else max(layout_names(), key=lambda name: load_layout(name).seats))
    eyes = opened(layout)
    capture = RunningCapture(folder, eyes)
    with open_camera(where, paced=False) as camera:
        count = _count(layout, tiles, learnt)
        if not _opened_set(capture, out, w) and not _begun(capture, out, w, signed, layout, count, camera.name):
            return
        moments = TableMoments(_moments(camera, where, eyes, layout, side, kept.now), eyes)
        CaptureDesk(capture, moments, w).lead()


def _delete(data: Path | None, out: Path | None, w: Words, *, sure: bool) -> None:
    """Deletes one set or all of them, once that is sure."""
    from ..capture.files import delete, delete_all
    from ..files import data_folder

    folder = data_folder(data)
    if not sure and not click.confirm(w.t("Delete every picture and label of it?")):
        return
    if out is not None:
        delete(out)
    else:
        delete_all(folder)
    click.echo(w.t("Deleted."))


def _opened_set(capture: RunningCapture, out: Path | None, w: Words) -> bool:
    """Goes on with the set of `out`, without it with the newest that is not finished; False where there is none."""
    from ..capture.files import STATE

    if out is not None and (out / STATE).exists():
        capture.resume(out)
    elif out is None and (left := [one for one in capture.sets() if one.step is not None]):
        capture.resume(left[0].folder)
    if capture.current is None:
        return False
    click.echo(w.t("Going on with %(folder)s.", folder=capture.current.folder))
    return True


def _begun(
    capture: RunningCapture, out: Path | None, w: Words, signed: Signed, layout: str, count: int, camera: str
) -> bool:
    """Asks for consent and begins a set; False where a person does not agree: then nothing is stored."""
    from ..capture.files import CaptureFacts
    from ..capture.papers import Consent, Licence, NotSigned
    from ..words.capture import consent, licence_says

    agree, name, licence = signed
    for line in consent(w):
        click.echo(f"- {line}")
    if not agree and not click.confirm(w.t("Do you agree?")):
        click.echo(w.t("Nothing was stored."))
        return False
    for line in licence_says(w).values():
        click.echo(f"- {line}")
    chosen = licence or click.prompt(w.t("Which licence?"), type=click.Choice(LICENCES), default=LICENCES[0])
    by = name or click.prompt(w.t("Your name, as it stands under the licence"))
    try:
        said = Consent(by, cast("Licence", chosen), date.today().isoformat())
    except NotSigned as error:
        raise click.ClickException(str(error)) from error
    capture.begin(CaptureFacts(said, layout, count, camera), out)
    return True


def _count(layout: str, said: int | None, learnt: Calibration | None) -> int:
    """How many tiles a row has: as it was said, else as it was calibrated, else the usual number."""
    board = load_layout(layout)
    told = len(learnt.slots) // board.seats if learnt is not None and learnt.layout == layout else 0
    count = said or told or board.counts[0]
    if count not in board.counts:
        raise click.BadParameter(f"expected {' or '.join(map(str, board.counts))} tiles a row; got {count}")
    return count


def _moments(
    camera: Camera, where: str, eyes: Eyes, layout: str, side: str | None, learnt: Callable[[], Calibration | None]
) -> Iterator[Moment]:
    """What the camera sees; each picture of a folder is a table at rest."""
    from hardware.recorded_camera import PICTURES
    from vision.follow.follower import follow_frames

    if Path(where).is_dir() or Path(where).suffix.lower() in PICTURES:
        for frame in camera.frames():
            yield eyes.look(frame, layout, cast("Side | None", side)), frame
    else:
        yield from follow_frames(
            camera.frames(), eyes, board=layout, seat1_side=cast("Side | None", side), learnt=learnt
        )


@dataclass
class TableMoments:
    """What the camera sees, one after the other, and the newest again.

    Attributes:
        coming: what comes.
        eyes: read a picture whose corners a person shows.
        newest: what came last, None before anything did.
    """

    coming: Iterator[Moment]
    eyes: Eyes
    newest: Moment | None = None

    def until(self, capture: RunningCapture) -> bool:
        """Shows the capture what comes until a picture is taken or refused; False where nothing more comes in time."""
        began: float | None = None
        for seen, frame in self.coming:
            self.newest = seen, frame
            capture.saw(seen, frame)
            began = seen.time if began is None else began
            if capture.taken is not None or capture.unfit or seen.time - began > PATIENCE:
                return True
        return False

    def by_hand(self, corners: Mapping[str, str], layout: str) -> None:
        """The newest picture, with the board where a person says. Raises NotABoard."""
        if self.newest is None:
            return
        frame = self.newest[1]
        height, width = frame.image.shape[:2]
        board = BoardSeen(layout, corners_said(corners, width, height), True, 1.0)
        self.newest = self.eyes.look(frame, layout, None, board), frame


@dataclass
class CaptureDesk:
    """Leads a person through a capture in a terminal.

    Attributes:
        capture: what is steered.
        moments: what the camera sees.
        w: the person's language.
    """

    capture: RunningCapture
    moments: TableMoments
    w: Words

    def lead(self) -> None:
        """Asks for each step in turn, until all are done, the person stops, or no picture comes any more."""
        before: CaptureStep | None = None
        while (step := self.capture.step) is not None:
            self._ask(step, before)
            if not self._answered(self._typed(self._keys())):
                break
            self._trouble()
            before = step
        self._told()

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
        """Does what was typed; False where the person stops."""
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
        return self._taken()

    def _once_more(self, *, insist: bool = False) -> bool:
        """The newest picture again."""
        self.capture.take(insist=insist)
        if self.moments.newest is not None:
            self.capture.saw(*self.moments.newest)
        return self._taken()

    def _corners(self, typed: str) -> bool:
        found = [number for pair in CORNER.findall(typed) for number in pair]
        names = [f"{axis}{k}" for k in range(1, 5) for axis in "xy"]
        capture = self.capture.current
        try:
            if capture is not None:
                self.moments.by_hand(dict(zip(names, found, strict=False)), capture.facts.layout)
        except NotABoard as error:
            click.echo(str(error))
            return True
        return self._once_more()

    def _taken(self) -> bool:
        """A picture was taken, or refused, or something moves; False where the person stops at it."""
        for text in unfit(self.w, self.capture.unfit):
            click.echo(f"  ! {text}")
        if self.capture.taken is None and not self.capture.unfit:
            click.echo("  ! " + self.w.t("Something moves…"))
        while (taken := self.capture.taken) is not None:
            typed = self._shown(taken)
            if typed in ("r", "q"):
                self.capture.again()
                return typed == "r"
            self._confirmed(taken, typed.split())
            self._trouble()
        return True

    def _shown(self, taken: TakenPicture) -> str:
        """Shows a picture, and hands back what is typed about it."""
        capture = self.capture.current
        if capture is None:
            return "q"
        shown = capture.folder / SHOWN
        write_bytes_whole(shown, png(taken.drawn()))
        click.echo("  " + self.w.t("This alone would be kept: %(file)s", file=shown))
        if taken.boxes or taken.step.dice:
            click.echo("  " + self._dice(taken))
        return self._typed(self.w.t(
            "[Enter] it is right; dice A, B… as 3 5 (- leans, x no die), +3@x,y one that is missing, t2/7 tile 7 of "
            "place 2 is otherwise, r take it again"
        ))  # fmt: skip

    def _dice(self, taken: TakenPicture) -> str:
        """ "A = 3, B = ?"."""
        names = [chr(65 + k) for k in range(len(taken.boxes))]
        told = [f"{name} = {'?' if said is None else said}" for name, said in zip(names, taken.answers, strict=True)]
        return ", ".join(told) or self.w.t("I see no die.")

    def _confirmed(self, taken: TakenPicture, said: list[str]) -> None:
        added = [found for word in said if (found := ADDED.fullmatch(word))]
        tiles = [word[1:] for word in said if word.startswith("t")]
        plain = [word for word in said if not ADDED.fullmatch(word) and not word.startswith("t")]
        answers = [_answer(word) for word in plain] or list(taken.answers)
        for found in added:
            try:
                self.capture.add_die((float(found[2]), float(found[3])))
            except ValueError as error:
                click.echo(f"  ! {error}")
                return
        try:
            self.capture.confirm([*answers, *(_answer(found[1]) for found in added)], map(self._space, tiles))
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

    def _typed(self, text: str) -> str:
        """A line that was typed; "q" where nothing can be typed any more."""
        try:
            return str(click.prompt(text, default="", show_default=False, prompt_suffix=" > ")).strip().lower()
        except click.Abort:
            return "q"

    def _trouble(self) -> None:
        if self.capture.trouble:
            click.echo(f"  ! {self.capture.trouble}", err=True)

    def _told(self) -> None:
        """The result so far, and where the files lie."""
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
