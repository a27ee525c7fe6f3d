"""The doubling die, "dé à doubler" (S1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ... import expect

MOST = 64
"""The greatest number on the die."""


@dataclass(frozen=True)
class DoublingCube:
    """Where the doubling die lies.

    Attributes:
        value: what the running game counts by it: 1 before the first double, when 64 lies up beside the board.
        owner: its owner, from 0; None while it lies beside the board.
    """

    value: int = 1
    owner: int | None = None

    def may_double(self, player: int) -> bool:
        """True when a player may offer the next double.

        S1: "chaque joueur peut annoncer le premier doublet"; then "seule la couleur noire a le droit de proposer le
        second doublet", who accepted the first.
        """
        return self.value < MOST and self.owner in (None, player)

    def accepted(self, by: int) -> DoublingCube:
        """The die after a double that a player accepted.

        S1: "Elle placera alors le dé à doubler devant elle et le jeu sera poursuivi avec une mise double".
        """
        return DoublingCube(2 * self.value, by)


def written(cube: DoublingCube) -> dict[str, Any]:
    """The keys of a position: `cube` the number, `owner` numbered from 1; None before the first double."""
    if cube.owner is None:
        return {"cube": None, "owner": None}
    return {"cube": cube.value, "owner": cube.owner + 1}


def read(fields: Mapping[str, Any]) -> DoublingCube:
    """The die of a position. Raises BadQuestion."""
    value = expect.whole(fields.get("cube", 1), "cube", 1, MOST)
    if value & (value - 1):
        raise expect.wrong("cube", "1, 2, 4, 8, 16, 32 or 64", value)
    if value == 1 and "owner" not in fields:
        return DoublingCube()
    owner = expect.whole(expect.member(fields, "owner", "owner"), "owner", 1, 2) - 1
    if value == 1:
        raise expect.wrong("owner", "none before the first double", fields["owner"])
    return DoublingCube(value, owner)
