"""The view of the live table: what `webui.table.values.view` makes, and what only a table that is followed has."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..table.values.events import EventLine
from ..table.values.state import Table
from ..table.values.view import CameraState, DiceDoubt, TileDoubt, View
from ..table.viewing import view
from .crops import Crops
from .revision import revision_of

TOO_SLOW = "too_slow"
"""The problem: reports are late, or many looks are skipped."""


def live_view(
    table: Table | None,
    *,
    game: int,
    camera: CameraState,
    history: Sequence[EventLine],
    crops: Crops,
    troubles: Sequence[str],
    slow: bool = False,
) -> View:
    """Everything that a page draws.

    Args:
        table: the table; None before a game.
        game: its number in the journal, 0 before a game.
        camera: none, ok, lost or ended (a film), if the table itself does not look.
        history: the newest events, oldest first.
        crops: the pictures of the dice.
        troubles: problems of the journal.
        slow: this machine is too slow to follow.
    """
    shown = view(table)
    watched = shown.camera if shown.camera.state != "none" else replace(shown.camera, state=camera)
    shown = replace(
        shown,
        id=game or None,
        problems=(*troubles, *_problems(table, camera, slow)),
        camera=watched,
        history=tuple(history),
        last=history[-1] if history else None,
        dice=tuple(crops.on(k, die) for k, die in enumerate(shown.dice)),
        doubt=_pictured(shown.doubt, crops),
    )
    return replace(shown, moment=revision_of(shown).text)


def _pictured(doubt: DiceDoubt | TileDoubt | None, crops: Crops) -> DiceDoubt | TileDoubt | None:
    """A doubt with the pictures of what is asked about."""
    if isinstance(doubt, TileDoubt):
        crop = None if doubt.asks is None else crops.tiles.get((doubt.asks.seat, doubt.asks.tile))
        return replace(doubt, tile_crop=crop)
    return doubt if doubt is None else replace(doubt, crops=tuple(crops.newest))


def _problems(table: Table | None, camera: str, slow: bool) -> list[str]:
    sight = None if table is None else table.sight
    sees = sight is not None and sight.on
    problems = {
        "camera_lost": camera == "lost",
        "board_moved": sees and sight is not None and sight.moved,
        "mirrored": sees and sight is not None and "mirrored" in sight.warnings,
        "area_moved": sees and sight is not None and "area_moved" in sight.warnings,
        "aside_moved": sees and sight is not None and "aside_moved" in sight.warnings,
        "light_low": sees and sight is not None and "light_low" in sight.warnings,
        TOO_SLOW: sees and slow,
    }
    unread = sight.unreadable if sees and sight is not None else ""
    return [word for word, true in problems.items() if true] + ([unread] if unread else [])
