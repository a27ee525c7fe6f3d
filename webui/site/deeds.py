"""What may be asked of the live table from outside: the table's own actions, and some of the whole site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..table.actions import ACTIONS, ActionError, action_from_json
from ..table.setup import Setup, SetupError, expect_shown
from ..table.state import NotNow
from .context import Site, View
from .forms import FormError

REFUSED = (FormError, ActionError, NotNow, SetupError)
"""What `do` raises for a wish that cannot be granted; OSError stands for a journal that cannot be written."""

WORDS = (
    *(word for word, _ in ACTIONS),
    "new_game",
    "next_game",
    "resume_game",
    "use_camera",
    "demonstration",
)
"""Everything that the API's `action` may be."""


def do(place: Site, said: Mapping[str, Any]) -> View | None:
    """Does what was said and hands back the new view. Raises one of REFUSED, or OSError.

    With a "moment", the view's that it was meant for, it is done to nothing else: MovedOn is raised, one of REFUSED.
    """
    moment = said.get("moment", "")
    if not isinstance(moment, str):
        raise ActionError(f"moment: expected the words of the view's moment; got {moment!r:.80}")
    with place.live.as_meant(str(said.get("action")), moment):
        return _done(place, said)


def _done(place: Site, said: Mapping[str, Any]) -> View | None:
    live = place.live
    match said.get("action"):
        case "demonstration":
            if place.demo is None:
                raise NotNow("expected the demonstration recording; a camera or nothing is followed")
            live.use_camera(True)
            return live.new_game(place.demo)
        case "new_game":
            setup = said.get("setup")
            if not isinstance(setup, Mapping):
                raise SetupError(f"setup: expected the game, its players and its rules; got {setup!r}")
            expect_shown(setup.get("game"))
            agreed = Setup.from_json(setup)
            if place.demo is not None:
                live.use_camera(False)  # the recording must not play into a game of real players
            return live.new_game(agreed)
        case "next_game":
            return live.next_game()
        case "resume_game":
            if type(said.get("game")) is not int:
                raise ActionError(
                    f"game: expected the number of an interrupted game; got {said.get('game')!r}"
                )
            return live.resume_game(said["game"], by_touch=place.demo is not None)
        case "use_camera":
            if not isinstance(said.get("on"), bool):
                raise ActionError(f'use_camera: expected "on": true or false; got {said.get("on")!r}')
            return live.use_camera(said["on"])
        case _:
            return live.act(action_from_json(said))
