"""The calibration of the table, kept in the data folder."""

from __future__ import annotations

from pathlib import Path

from vision.calibration import Calibration, with_looks

from .journal_file import put_aside
from .whole_file import write_whole

FILE = "calibration.json"


class Calibrations:
    """The calibration that holds now, in memory and on disk.

    Args:
        folder: the data folder.

    Attributes:
        warning: why the kept one could not be used and was put aside; "" where all is well.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self.warning = ""
        self._now = self._read()

    def now(self) -> Calibration | None:
        """The calibration that holds; None where the table was never learnt."""
        return self._now

    def keep(self, calibration: Calibration) -> None:
        """Writes it, whole or not at all, and lets it hold; tiles as they looked before are remembered.

        Raises OSError where it cannot be written; then the old one holds.
        """
        before = self._now
        if before is not None and before.layout == calibration.layout:
            calibration = with_looks(calibration, before.looks)
        write_whole(self._path, calibration.to_json() + "\n")
        self._now, self.warning = calibration, ""

    def forget(self) -> None:
        """The board is looked for in every picture again. Raises OSError."""
        self._path.unlink(missing_ok=True)
        self._now = None

    def _read(self) -> Calibration | None:
        try:
            return Calibration.from_json(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except ValueError as error:  # no calibration, or no text at all
            put_aside(self._path)
            self.warning = f"{self._path}: damaged, put aside; calibrate the table again ({error})"
            return None
