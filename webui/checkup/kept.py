"""The calibration of the table, its dice area and how its camera hangs, kept in the data folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hardware.turned_camera import Hanging
from vision.area.value import DiceArea
from vision.calibration.learn import Calibration, with_looks
from vision.follow.edge import Edge

from ..files import put_aside, write_whole
from .kept_table import KeptTable

FILE = "calibration.json"
FORGOTTEN = "calibration.forgotten.json"
"""The board that was forgotten last: it can be brought back."""


class Calibrations:
    """The calibration and the dice area that hold now, in memory and on disk.

    Args:
        folder: the data folder.

    Attributes:
        warning: why the kept one could not be used and was put aside; "" where all is well.
    """

    def __init__(self, folder: Path) -> None:
        self._path, self._aside = folder / FILE, folder / FORGOTTEN
        self._forgotten = self._read(self._aside).board
        self.warning = ""  # nobody needs to hear of a forgotten one
        self._kept = self._read(self._path)

    def now(self) -> Calibration | None:
        """The calibration that holds; None where the table was never learnt."""
        return self._kept.board

    def area(self) -> DiceArea | None:
        """Where dice fall in games whose board is not followed; None where nobody marked it."""
        return self._kept.area

    def edge(self) -> Edge | None:
        """What the edge of that area looked like when it was marked; None where nobody knows."""
        return self._kept.edge

    def aside_edge(self) -> Edge | None:
        """The same of the place beside it, where dice are set aside."""
        return self._kept.aside_edge

    def keep(self, calibration: Calibration) -> None:
        """Writes it, whole or not at all, and lets it hold; tiles as they looked before are remembered.

        Raises OSError where it cannot be written; then the old one holds.
        """
        before = self._kept.board
        if before is not None and before.layout == calibration.layout:
            calibration = with_looks(calibration, before.looks)
        self._write(replace(self._kept, board=calibration))

    def keep_area(self, area: DiceArea | None, edge: Edge | None = None, aside_edge: Edge | None = None) -> None:
        """Writes where dice fall, or that nobody says so any more. Raises OSError; then the old area holds.

        `edge`: what its edge looks like now; `aside_edge`: that of the place beside it.
        """
        beside = None if area is None or area.aside is None else aside_edge
        self._write(replace(self._kept, area=area, edge=None if area is None else edge, aside_edge=beside))

    def hanging(self) -> Hanging:
        """What is done to the camera's pictures before anything is looked for in them."""
        return self._kept.hanging

    def hang(self, hanging: Hanging) -> None:
        """The camera hangs otherwise: board and area, the forgotten one as well, were learnt in other pictures.

        Raises OSError; then all stays as it was.
        """
        if hanging != self._kept.hanging:
            self._anew(KeptTable(hanging=hanging, camera=self._kept.camera))

    def camera(self) -> str:
        """The word of the camera that a person chose; "" where nobody did."""
        return self._kept.camera

    def call_camera(self, word: str) -> None:
        """The same camera has another word from now on: all that was learnt with it holds. Written when next all is."""
        self._kept = replace(self._kept, camera=word)

    def choose(self, camera: str) -> None:
        """Another camera is followed: it hangs in a way of its own, and the table lies elsewhere in its pictures.

        Raises OSError; then all stays as it was.
        """
        if camera != self._kept.camera:
            self._anew(KeptTable(camera=camera))

    def _anew(self, table: KeptTable) -> None:
        """Nothing that was learnt before holds, or can be brought back."""
        self._write(table)
        self._aside.unlink(missing_ok=True)
        self._forgotten = None

    def forget(self) -> None:
        """The board is looked for in every picture again; what was learnt is kept aside. Raises OSError.

        The dice area is no board's: it stays.
        """
        board = self._kept.board
        if board is not None:
            write_whole(self._aside, board.to_json() + "\n")
            self._write(replace(self._kept, board=None))
            self._forgotten = board

    def forgotten(self) -> Calibration | None:
        """The calibration that was forgotten last; None where none was."""
        return self._forgotten

    def bring_back(self) -> None:
        """The forgotten calibration holds again, and one that held is forgotten in its place. Raises OSError."""
        back, now = self._forgotten, self._kept.board
        if back is None:
            return
        self._write(replace(self._kept, board=back))
        if now is not None:
            write_whole(self._aside, now.to_json() + "\n")
        else:
            self._aside.unlink(missing_ok=True)
        self._forgotten = now

    def _write(self, table: KeptTable) -> None:
        """Lets it hold once it is written, or nothing is left to keep. Raises OSError."""
        if table.empty:
            self._path.unlink(missing_ok=True)
        else:
            write_whole(self._path, table.to_json() + "\n")
        self._kept, self.warning = table, ""

    def _read(self, path: Path) -> KeptTable:
        try:
            return KeptTable.from_json(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return KeptTable()
        except ValueError as error:  # no calibration, or no text at all
            put_aside(path)
            self.warning = f"{path}: damaged, put aside; calibrate the table again ({error})"
            return KeptTable()
