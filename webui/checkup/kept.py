"""The calibration of the table, its dice area and the camera's mounting, stored in the data folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hardware.turned_camera import Hanging
from vision.area.value import DiceArea
from vision.calibration.learn import Calibration, with_looks
from vision.follow.edge import Edge
from vision.men.known import KnownMen

from ..files import put_aside, write_whole
from .kept_table import KeptTable

FILE = "calibration.json"
FORGOTTEN = "calibration.forgotten.json"
"""The board that was forgotten last: it can be brought back."""


class Calibrations:
    """The valid calibration and dice area, in memory and on disk.

    Args:
        folder: the data folder.

    Attributes:
        warning: why the stored one was unusable and put aside; "" if all is well.
    """

    def __init__(self, folder: Path) -> None:
        self._path, self._aside = folder / FILE, folder / FORGOTTEN
        self._forgotten = self._read(self._aside).board
        self.warning = ""  # a forgotten calibration needs no warning
        self._kept = self._read(self._path)

    def now(self) -> Calibration | None:
        """The valid calibration; None if the table was never learnt."""
        return self._kept.board

    def area(self) -> DiceArea | None:
        """The dice area for games whose board is not followed; None if nobody marked it."""
        return self._kept.area

    def edge(self) -> Edge | None:
        """The look of that area's edge when it was marked; None if unknown."""
        return self._kept.edge

    def aside_edge(self) -> Edge | None:
        """The same for the place beside it, for dice set aside."""
        return self._kept.aside_edge

    def keep(self, calibration: Calibration) -> None:
        """Stores it, completely or not at all, and makes it valid; earlier looks of tiles are remembered.

        Raises OSError if it cannot be written; then the old one stays valid.
        """
        before = self._kept.board
        if before is not None and before.layout == calibration.layout:
            calibration = with_looks(calibration, before.looks)
        self._write(replace(self._kept, board=calibration))

    def keep_area(self, area: DiceArea | None, edge: Edge | None = None, aside_edge: Edge | None = None) -> None:
        """Stores the dice area, or removes it. Raises OSError; then the old area stays valid.

        `edge`: the present look of its edge; `aside_edge`: that of the place beside it.
        """
        beside = None if area is None or area.aside is None else aside_edge
        self._write(replace(self._kept, area=area, edge=None if area is None else edge, aside_edge=beside))

    def men(self) -> KnownMen | None:
        """The learnt board of arrows; None if none was learnt."""
        return self._kept.men

    def keep_men(self, men: KnownMen | None) -> None:
        """Stores a learnt board of arrows, or forgets it. Raises OSError; then the old one stays valid."""
        self._write(replace(self._kept, men=men))

    def hanging(self) -> Hanging:
        """The transformation of the camera's pictures before anything is looked for in them."""
        return self._kept.hanging

    def hang(self, hanging: Hanging) -> None:
        """The camera hangs differently: board and area, including forgotten ones, belong to other pictures.

        Raises OSError; then nothing changes.
        """
        if hanging != self._kept.hanging:
            self._anew(KeptTable(hanging=hanging, camera=self._kept.camera))

    def camera(self) -> str:
        """The word of the chosen camera; "" for none."""
        return self._kept.camera

    def call_camera(self, word: str) -> None:
        """The same camera has another word: everything learnt with it stays valid. Written with the next change."""
        self._kept = replace(self._kept, camera=word)

    def choose(self, camera: str) -> None:
        """Another camera is followed: it has its own mounting, and the table lies elsewhere in its pictures.

        Raises OSError; then nothing changes.
        """
        if camera != self._kept.camera:
            self._anew(KeptTable(camera=camera))

    def _anew(self, table: KeptTable) -> None:
        """Makes everything learnt before invalid, without a way back."""
        self._write(table)
        self._aside.unlink(missing_ok=True)
        self._forgotten = None

    def forget(self) -> None:
        """Forgets the learnt board, keeping a copy aside: every picture is searched again. Raises OSError.

        The dice area does not depend on a board: it stays.
        """
        board = self._kept.board
        if board is not None:
            write_whole(self._aside, board.to_json() + "\n")
            self._write(replace(self._kept, board=None))
            self._forgotten = board

    def forgotten(self) -> Calibration | None:
        """The calibration forgotten last; None for none."""
        return self._forgotten

    def bring_back(self) -> None:
        """Makes the forgotten calibration valid again, and forgets the valid one. Raises OSError."""
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
        """Makes it valid once it is written, or nothing is left to store. Raises OSError."""
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
        except ValueError as error:  # not a calibration, or not even text
            put_aside(path)
            self.warning = f"{path}: damaged, put aside; calibrate the table again ({error})"
            return KeptTable()
