"""The calibration of the table, kept in the data folder."""

from __future__ import annotations

from pathlib import Path

from vision.calibration.learn import Calibration, with_looks

from ..files import put_aside, write_whole

FILE = "calibration.json"
FORGOTTEN = "calibration.forgotten.json"
"""The one that was forgotten last: it can be brought back."""


class Calibrations:
    """The calibration that holds now, in memory and on disk.

    Args:
        folder: the data folder.

    Attributes:
        warning: why the kept one could not be used and was put aside; "" where all is well.
    """

    def __init__(self, folder: Path) -> None:
        self._path, self._aside = folder / FILE, folder / FORGOTTEN
        self._forgotten = self._read(self._aside)
        self.warning = ""  # nobody needs to hear of a forgotten one
        self._now = self._read(self._path)

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
        """The board is looked for in every picture again; what was learnt is kept aside. Raises OSError."""
        if self._now is not None:
            self._path.replace(self._aside)
            self._now, self._forgotten = None, self._now

    def forgotten(self) -> Calibration | None:
        """The calibration that was forgotten last; None where none was."""
        return self._forgotten

    def bring_back(self) -> None:
        """The forgotten calibration holds again, and one that held is forgotten in its place. Raises OSError."""
        back, now = self._forgotten, self._now
        if back is None:
            return
        write_whole(self._path, back.to_json() + "\n")
        if now is not None:
            write_whole(self._aside, now.to_json() + "\n")
        else:
            self._aside.unlink(missing_ok=True)
        self._now, self._forgotten, self.warning = back, now, ""

    def _read(self, path: Path) -> Calibration | None:
        try:
            return Calibration.from_json(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except ValueError as error:  # no calibration, or no text at all
            put_aside(path)
            self.warning = f"{path}: damaged, put aside; calibrate the table again ({error})"
            return None
