"""The stored facts of one table, as one JSON object: camera mounting, learnt board, marked dice area."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from hardware.found_cameras import CHOICE
from hardware.turned_camera import UPRIGHT, Hanging
from vision.area.value import DiceArea
from vision.calibration.value import Calibration
from vision.follow.edge import Edge
from vision.men.known import KnownMen

AREA = "dice_area"
"""What the area is called beside the fields of the board's calibration."""
CAMERA = "camera"
"""What is said of the camera there; left out where none was chosen and nothing is done to its pictures."""
EDGE = "edge"
"""What its edge is called beside the fields of the area, or of the place beside it."""
MEN = "men_board"
"""What the learnt board of arrows is called there."""
ASIDE = "aside"
"""What that place is called among the fields of the area."""


@dataclass(frozen=True)
class KeptTable:
    """One table.

    Attributes:
        board: as learnt; None without one.
        area: the dice area, for games whose board is not followed; None without one.
        edge: the look of its edge then; None from an older Piste.
        hanging: the mounting of the camera that took the pictures.
        camera: the word of the chosen camera; "" for none.
        aside_edge: the look of the edge of the place beside the area when it was marked; None if unknown.
        men: the board of arrows as learnt; None without one.
    """

    board: Calibration | None = None
    area: DiceArea | None = None
    edge: Edge | None = None
    hanging: Hanging = UPRIGHT
    camera: str = ""
    aside_edge: Edge | None = None
    men: KnownMen | None = None

    @property
    def empty(self) -> bool:
        """Nothing is stored."""
        return self == KeptTable()

    def to_json(self) -> str:
        """All as one JSON object: the board's calibration at the top level, area and mounting beside its fields."""
        fields: dict[str, object] = {} if self.board is None else json.loads(self.board.to_json())
        if self.area is not None:
            area = self.area.to_json() | _edge_json(self.edge)
            if self.area.aside is not None:
                area[ASIDE] |= _edge_json(self.aside_edge)
            fields[AREA] = area
        if self.men is not None:
            fields[MEN] = self.men.to_json()
        if self.hanging != UPRIGHT or self.camera:
            fields[CAMERA] = asdict(self.hanging) | ({"word": self.camera} if self.camera else {})
        return json.dumps(fields)

    @staticmethod
    def from_json(text: str) -> KeptTable:
        """Reads the text of `to_json`; an older file without an area still loads.

        Raises:
            ValueError: the text is no such object.
        """
        try:
            fields = json.loads(text)
            area_json, camera, men_json = (fields.pop(name, None) for name in (AREA, CAMERA, MEN))
            hanging = UPRIGHT if camera is None else Hanging(camera["turn"], bool(camera["mirror"]))
            word = "" if camera is None else camera.get("word", "")
            if word and not CHOICE.fullmatch(word):
                raise ValueError(f"expected pi or usb:N; got {word!r}")
        except (ValueError, AttributeError, LookupError, TypeError, RecursionError) as error:
            raise ValueError(f"expected a table as a JSON object; got {text[:60]!r} ({error!r})") from error
        area = None if area_json is None else DiceArea.from_json(area_json)
        beside = None if area is None or area.aside is None else area_json[ASIDE]
        men = None if men_json is None else KnownMen.from_json(men_json)
        alone = not fields and any(each is not None for each in (area, camera, men))
        board = None if alone else Calibration.from_json(json.dumps(fields))
        return KeptTable(board, area, _edge_of(area_json), hanging, word, _edge_of(beside), men)


def _edge_json(edge: Edge | None) -> dict[str, object]:
    return {} if edge is None else {EDGE: edge.to_json()}


def _edge_of(value: Mapping[str, object] | None) -> Edge | None:
    return None if value is None or value.get(EDGE) is None else Edge.from_json(value[EDGE])
