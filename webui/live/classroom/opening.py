"""A table opens: what it follows, its live table, and what copies its journal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hardware.camera import is_film
from vision.look import Eyes

from ...store.journal import NAME
from ...table.values.setup import Setup
from .. import wiring
from ..copier import Copier
from ..eyes import open_eyes
from ..live import Live
from ..lookout import Lookout
from ..watchdog import Pulse


@dataclass(frozen=True)
class OpenTable:
    """A table that is open.

    Attributes:
        live: the live table.
        copier: copies its journal after each game.
        folder: of its data.
        lookout: what its camera observes; None without a camera.
        demo: the game of the demonstration recording, if that plays instead of a camera.
    """

    live: Live
    copier: Copier
    folder: Path
    lookout: Lookout | None = None
    demo: Setup | None = None

    def close(self) -> None:
        """Stops following, and waits for the copy that is being made."""
        self.live.close()
        self.copier.close()


def opened(
    folder: Path,
    camera: str,
    say: Callable[[str], None],
    t: wiring.Translate = str,
    *,
    begin: Setup | None = None,
    alive: Callable[[], None] | None = None,
    opens: Callable[[Callable[[], Live]], Live] = lambda live: live(),
    reads: Callable[[], Eyes] = open_eyes,
) -> OpenTable:
    """The table whose data are in a folder, already following its camera.

    Args:
        folder: of the journal, the codes and the calibration.
        camera: its word, as `wiring.camera_word` gives it; "" for play by touch.
        say: receives what is wrong.
        t: puts a sentence into the language of the person who started Piste.
        begin: the game to begin if none is going on.
        alive: called about once a second while the table lives.
        opens: calls what it is given until it opens.
        reads: the readers of its camera; tables may share them.

    Raises JournalError if the journal cannot be opened.
    """
    pulse = Pulse()
    source, lookout = wiring.open_source(camera, folder, say, pulse, t, reads) or (None, None)
    demo = wiring.DEMONSTRATION if camera == wiring.DEMO and source else None
    film = camera not in ("", wiring.DEMO) and is_film(camera)
    copier = Copier(folder / NAME)
    confirmed = wiring.both(copier.played, lookout.played if lookout else None)
    live = opens(
        lambda: wiring.open_live(
            folder, source, demo=demo, begin=begin, film=film, pulse=pulse, confirmed=confirmed, alive=alive
        )
    )
    return OpenTable(live, copier, folder, lookout, demo)
