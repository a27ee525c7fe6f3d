"""What is kept of one table, as one JSON object: the board as it was learnt, the dice area as it was marked."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from vision.area.value import DiceArea
from vision.calibration.value import Calibration
from vision.follow.edge import Edge

AREA = "dice_area"
"""What the area is called beside the fields of the board's calibration."""
EDGE = "edge"
"""What its edge is called beside the fields of the area."""


@dataclass(frozen=True)
class KeptTable:
    """One table.

    Attributes:
        board: as it was learnt; None where no board was.
        area: where dice fall, for games whose board is not followed; None where none was marked.
        edge: what its edge looked like then; None where an older Piste did not ask.
    """

    board: Calibration | None = None
    area: DiceArea | None = None
    edge: Edge | None = None

    @property
    def empty(self) -> bool:
        """Nothing is kept."""
        return self.board is None and self.area is None

    def to_json(self) -> str:
        """Both as one JSON object: the board's calibration as ever, the area beside its fields."""
        fields: dict[str, Any] = {} if self.board is None else json.loads(self.board.to_json())
        if self.area is not None:
            edge = {} if self.edge is None else {EDGE: self.edge.to_json()}
            fields[AREA] = self.area.to_json() | edge
        return json.dumps(fields)

    @staticmethod
    def from_json(text: str) -> KeptTable:
        """What `to_json` wrote; a file from before there were areas is a board's alone.

        Raises:
            ValueError: the text is no such object.
        """
        try:
            fields = json.loads(text)
            said = fields.pop(AREA, None)
        except (ValueError, AttributeError, TypeError, RecursionError) as error:
            raise ValueError(f"expected a table as a JSON object; got {text[:60]!r} ({error!r})") from error
        area = None if said is None else DiceArea.from_json(said)
        edge = None if said is None or said.get(EDGE) is None else Edge.from_json(said[EDGE])
        board = None if area is not None and not fields else Calibration.from_json(json.dumps(fields))
        return KeptTable(board, area, edge)
