"""The view of the live table: what `webui.table.view` makes, and what only a table that is followed has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..table.state import Table
from ..table.view import view
from .crops import Crops
from .moment import moment_of
from .newest import TableView

TOO_SLOW = "too_slow"
"""The problem: what is seen is told too late, or much is not looked at."""


def live_view(
    table: Table | None,
    *,
    game: int,
    camera: str,
    history: Sequence[dict[str, Any]],
    crops: Crops,
    troubles: Sequence[str],
    slow: bool = False,
) -> TableView:
    """Everything that a page draws, JSON values only.

    Args:
        table: the table; None before a game.
        game: its number in the journal, 0 before a game.
        camera: none, ok, lost or ended (a film), where the table itself does not look.
        history: the newest events, oldest first.
        crops: the pictures of the dice.
        troubles: problems of the journal.
        slow: this machine is too slow to follow.
    """
    shown = view(table) | {"id": game or None, "problems": [*troubles, *_problems(table, camera, slow)]}
    if shown["camera"]["state"] == "none":
        shown["camera"] = shown["camera"] | {"state": camera}
    shown["history"] = list(history)
    shown["last"] = history[-1] if history else None
    shown["dice"] = [die | {"crop": crops.of(k)} | crops.place(k) for k, die in enumerate(shown["dice"])]
    shown["moment"] = moment_of(shown).text
    if shown["doubt"] is not None:
        asked = shown["doubt"]["asks"]
        crop = crops.tiles.get((asked["seat"], asked["tile"])) if isinstance(asked, dict) else None
        shown["doubt"] = shown["doubt"] | {"crops": crops.newest, "tile_crop": crop}
    return shown


def _problems(table: Table | None, camera: str, slow: bool) -> list[str]:
    sight = None if table is None else table.sight
    sees = sight is not None and sight.on
    told = {
        "camera_lost": camera == "lost",
        "board_moved": sees and sight is not None and sight.moved,
        "mirrored": sees and sight is not None and "mirrored" in sight.warnings,
        "area_moved": sees and sight is not None and "area_moved" in sight.warnings,
        "aside_moved": sees and sight is not None and "aside_moved" in sight.warnings,
        "light_low": sees and sight is not None and "light_low" in sight.warnings,
        TOO_SLOW: sees and slow,
    }
    unread = sight.unreadable if sees and sight is not None else ""
    return [word for word, true in told.items() if true] + ([unread] if unread else [])
