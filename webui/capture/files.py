"""A captured set as plain files in a folder: each written completely or not at all, so interruptions cost nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import msgspec

from vision.frame import Image
from vision.layout import layout_names, load_layout

from ..files import write_bytes_whole, write_whole
from .papers import Consent, licence_text, readme_text
from .plan import CaptureStep, plan
from .score import CaptureScore, total

FOLDER = "capture"
"""Of the data folder: every set is a folder in it."""
STATE, LABELS, READINGS, SUMMARY = "capture.json", "labels.jsonl", "readings.jsonl", "summary.json"
PICTURES, SHOWN = "pictures", "shown.png"
PAPERS = (LABELS, READINGS, SUMMARY, "LICENCE.txt", "README.md", SHOWN)
VERSION = 1


class NotACapture(ValueError):
    """A folder with other content than a captured set."""


@dataclass(frozen=True)
class CaptureFacts:
    """The facts at a set's beginning.

    Attributes:
        consent: who signed what.
        layout: the board.
        count: tiles a row.
        camera: a person's name for it.
    """

    consent: Consent
    layout: str
    count: int
    camera: str


@dataclass(frozen=True)
class CaptureRow:
    """One step that is done.

    Attributes:
        image: file of the picture; "" for a skipped step.
        label: its line of labels.jsonl.
        reading: Piste's unaided reading, as `piste read` prints it.
        score: the comparison.
    """

    image: str = ""
    label: Mapping[str, Any] | None = None
    reading: Mapping[str, Any] | None = None
    score: CaptureScore | None = None


@dataclass(frozen=True)
class CaptureState(CaptureFacts):
    """The file with a set's progress: the facts, its version, and the counts of `CaptureSet`."""

    version: int
    refused: dict[str, int]
    again: int
    rows: dict[str, CaptureRow]


_STATES = msgspec.json.Decoder(CaptureState)  # two threads that learn a type at once crash


@dataclass(frozen=True)
class CaptureSet:
    """A captured set and its progress; a changed one is on disk before it is returned.

    Attributes:
        folder: its place.
        facts: its beginning.
        rows: the result of each step done, by its name, oldest first.
        refused: how often a picture was refused, by the reason.
        again: how many pictures were retaken after Piste's reading had been shown.
    """

    folder: Path
    facts: CaptureFacts
    rows: Mapping[str, CaptureRow]
    refused: Mapping[str, int]
    again: int = 0

    @property
    def steps(self) -> tuple[CaptureStep, ...]:
        """Every step, in order."""
        return plan(load_layout(self.facts.layout))

    @property
    def step(self) -> CaptureStep | None:
        """The step to do now; None at the end."""
        return next((step for step in self.steps if step.name not in self.rows), None)

    @property
    def last(self) -> CaptureStep | None:
        """The last step done; None before one."""
        name = next(reversed(tuple(self.rows)), None)
        return next((step for step in self.steps if step.name == name), None)

    @property
    def pictures(self) -> tuple[CaptureRow, ...]:
        """The pictures, in the order of the steps."""
        rows = (self.rows.get(step.name) for step in self.steps)
        return tuple(row for row in rows if row is not None and row.image)

    @property
    def score(self) -> CaptureScore:
        """All pictures together."""
        return total(row.score for row in self.pictures if row.score)

    def keep(self, step: CaptureStep, image: Image, row: CaptureRow) -> CaptureSet:
        """The set with one more picture. Raises OSError; then nothing changes."""
        name = self.picture_of(step)
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        write_bytes_whole(path, png(image))
        label = None if row.label is None else {**row.label, "image": name}
        try:
            return replace(self, rows={**self.rows, step.name: replace(row, image=name, label=label)}).saved()
        except OSError:
            path.unlink(missing_ok=True)
            raise

    def skip(self, step: CaptureStep) -> CaptureSet:
        """The set with a step skipped. Raises OSError."""
        return replace(self, rows={**self.rows, step.name: CaptureRow()}).saved()

    def refuse(self, reasons: tuple[str, ...]) -> CaptureSet:
        """The set with one more picture refused; written with the next step."""
        counts = {word: self.refused.get(word, 0) + 1 for word in reasons}
        return replace(self, refused={**self.refused, **counts})

    def redo(self) -> CaptureSet:
        """The set without its last step, which will be repeated. Raises OSError."""
        last = self.last
        if last is None:
            return self
        rows = {name: row for name, row in self.rows.items() if name != last.name}
        less = replace(self, rows=rows, again=self.again + bool(self.rows[last.name].image)).saved()
        (self.folder / self.picture_of(last)).unlink(missing_ok=True)
        return less

    def saved(self) -> CaptureSet:
        """The same set, on disk. Raises OSError; then the old content stands."""
        facts = self.facts.consent, self.facts.layout, self.facts.count, self.facts.camera
        state = CaptureState(*facts, VERSION, dict(self.refused), self.again, dict(self.rows))
        write_whole(self.folder / STATE, _text(state))
        return self

    def papers(self) -> None:
        """Writes the files made from the state: labels, readings, figures, licence, description. Raises OSError.

        They can be written again at any time: the next step writes whatever failed now.
        """
        rows = self.pictures
        write_whole(self.folder / LABELS, _lines(row.label for row in rows))
        write_whole(self.folder / READINGS, _lines({"file": row.image, **(row.reading or {})} for row in rows))
        write_whole(self.folder / SUMMARY, _text(self.summary()))
        write_whole(self.folder / "LICENCE.txt", licence_text(self.facts.consent))
        write_whole(self.folder / "README.md", readme_text(self.facts.consent, self._facts_sheet()))

    def summary(self) -> dict[str, object]:
        """The figures: all pictures together, and each step."""
        each = {name: row.score for name, row in self.rows.items() if row.score}
        skipped = [name for name, row in self.rows.items() if not row.image]
        return {
            "finished": self.step is None, "layout": self.facts.layout, "camera": self.facts.camera,
            "all": self.score, "skipped": skipped, "refused": dict(self.refused),
            "taken_again_after_the_reading_was_shown": self.again, "steps": each,
        }  # fmt: skip

    def picture_of(self, step: CaptureStep) -> str:
        """The file of a step's picture, "pictures/03-three-four.png"."""
        return f"{PICTURES}/{self.steps.index(step) + 1:02}-{step.name}.png"

    def _facts_sheet(self) -> dict[str, object]:
        score, labels = self.score, [row.label for row in self.pictures if row.label]
        bright = [label["condition"]["brightness"] for label in labels]
        sharp = [label["condition"]["sharpness"] for label in labels]
        return {
            "board": f"{self.facts.layout}, {self.facts.count} tiles a row",
            "camera": self.facts.camera,
            "pictures": f"{len(labels)} of {len(self.steps)} steps",
            "light, 0 to 255": f"{min(bright):.0f} to {max(bright):.0f}" if bright else "-",
            "sharpness": f"{min(sharp):.2f} to {max(sharp):.2f}" if sharp else "-",
            "refused and taken again": ", ".join(f"{word} {n}" for word, n in self.refused.items()) or "none",
            "taken again after the reading was shown": self.again,
            "boards found by Piste": f"{score.boards} of {score.pictures}",
            "tiles read right": f"{score.tiles_right} of {score.tiles}",
            "dice read right": f"{score.dice_right} of {score.dice}, {score.dice_extra} where none lies so",
            "asked about (dice, tiles)": f"{score.dice_asked} and {score.tiles_asked} of {score.pictures} pictures",
            "not asked about and wrong": f"{score.dice_wrong} and {score.tiles_wrong} of {score.pictures} pictures",
        }


def begun(folder: Path, facts: CaptureFacts) -> CaptureSet:
    """A new set. Raises OSError, FileExistsError for a folder that is not empty."""
    if folder.is_dir() and any(folder.iterdir()):
        raise FileExistsError(17, "expected an empty folder, or one of a capture to go on with", str(folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        new = CaptureSet(folder, facts, {}, {}).saved()
        new.papers()
        return new
    except OSError:
        delete(folder, known=True)
        raise


def opened(folder: Path) -> CaptureSet:
    """The set stored in a folder. Raises NotACapture, or OSError (FileNotFoundError without one)."""
    path = folder / STATE
    try:
        state = _STATES.decode(path.read_bytes())
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise NotACapture(f"{path}: expected how far a capture is; got {error!r}") from error
    if state.version != VERSION or state.layout not in layout_names():
        raise NotACapture(f"{path}: expected a capture of version {VERSION}; got another")
    facts = CaptureFacts(state.consent, state.layout, state.count, state.camera)
    return CaptureSet(folder, facts, state.rows, state.refused, state.again)


def sets(data: Path) -> tuple[CaptureSet, ...]:
    """Every readable set of a data folder, newest first."""
    readable = []
    for folder in sorted((data / FOLDER).glob("*"), reverse=True):
        try:
            readable.append(opened(folder))
        except (NotACapture, FileNotFoundError, NotADirectoryError):
            continue
    return tuple(readable)


def delete(folder: Path, *, known: bool = False) -> None:
    """Deletes a set, and nothing that a capture did not write; also the folder if it is empty then.

    Args:
        folder: of the set.
        known: it is a set even without its state file.

    Raises NotACapture if nothing marks it as one, or OSError.
    """
    if not known and not any(folder.glob(f"{STATE}*")):
        raise NotACapture(f"{folder}: expected a captured set; there is no {STATE}")
    pictures = folder / PICTURES
    for path in (*pictures.glob("[0-9][0-9]-*.png"), *pictures.glob("[0-9][0-9]-*.png.new")):
        path.unlink()
    for name in (*PAPERS, STATE):  # the state last: an interrupted deletion can start again
        for path in (folder / f"{name}.new", folder / name):
            path.unlink(missing_ok=True)
    for each in (pictures, folder):
        if each.is_dir() and not any(each.iterdir()):
            each.rmdir()


def delete_all(data: Path) -> int:
    """Deletes every set of a data folder, including unreadable ones; returns how many. Raises OSError."""
    folders = [folder for folder in (data / FOLDER).glob("*") if folder.is_dir()]
    for folder in folders:
        delete(folder, known=True)
    return len(folders)


def png(image: Image) -> bytes:
    """A picture (H, W, 3) uint8 BGR as a PNG. Raises OSError if the encoder refuses it."""
    done, data = cv2.imencode(".png", image)
    if not done:
        raise OSError(f"expected a picture that can be written; got one of {image.shape}")
    return data.tobytes()


def _lines(rows: Iterable[object]) -> str:
    return "".join(msgspec.json.encode(row).decode() + "\n" for row in rows)


def _text(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode() + "\n"
