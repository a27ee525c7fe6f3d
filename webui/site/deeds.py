"""What may be asked of the live table from outside: the table's own actions, and some of the whole site."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import SystemRandom
from typing import Any

from ..live.live import Live
from ..live.moment import moment_of
from ..table.actions import ACTIONS, ActionError, Next, PlayMove, action_from_json
from ..table.setup import Setup, SetupError, expect_seen, expect_shown
from ..table.state import NotNow
from ..table.view import PawnsView, View
from .context import Site, held_here, role_for
from .forms import FormError
from .roles import Role

REFUSED = (FormError, ActionError, NotNow, SetupError)
"""What `do` raises for a wish that cannot be granted; OSError stands for a journal that cannot be written."""

WORDS = (
    *(word for word, _ in ACTIONS),
    "new_game",
    "next_game",
    "resume_game",
    "use_camera",
    "demonstration",
    "deal",
    "swap_cards",
    "roll",
    "practise",
)
"""Everything that the API's `action` may be."""


class NotYours(Exception):
    """Somebody wished for what only others may do.

    Attributes:
        wanted: who may.
    """

    def __init__(self, wanted: Role) -> None:
        super().__init__(f"expected the session of a {wanted.name.lower()}")
        self.wanted = wanted


def do(place: Site, said: Mapping[str, Any], who: Role, device: str = "") -> View | None:
    """Does what was said and hands back the new view. Raises one of REFUSED, NotYours, or OSError.

    `device` is the one that may take it back until anything else happens; "" for none.
    With a "moment", the view's that it was meant for, it is done to nothing else: MovedOn is raised, one of REFUSED.
    Whether `who` may do it is asked of the table that it is done to: no other game begins in between.
    """
    moment = said.get("moment", "")
    if not isinstance(moment, str):
        raise ActionError(f"moment: expected the words of the view's moment; got {moment!r:.80}")
    with place.live.as_meant(str(said.get("action")), moment):
        view = place.live.snapshot()
        if who < (wanted := role_for(str(said.get("action")), view)):
            raise NotYours(wanted)
        _expect_no_hand(view, said)
        expect_seen(said.get("name"))
        with place.last_word.told_by(device, lambda: moment_of(place.live.snapshot())):
            return _done(place, said)


def _expect_no_hand(view: View, said: Mapping[str, Any]) -> None:
    """Raises NotNow for what only the phone that holds a hand may do: whether a card is in it is nobody else's to try.

    A card that is laid lies there for everybody: its pawns may be moved by whoever sits at the table.
    """
    if said.get("action") != "play" or not isinstance(view, PawnsView) or not view.secret:
        return
    if held_here(view) == view.acting - 1:
        return  # who practises holds it at this tablet
    move, laid = str(said.get("move", "")), view.laid
    if not laid or (move and not move.startswith(f"{laid}:")):
        raise NotNow("expected the phone that holds the hand; cards are played on it")


def _done(place: Site, said: Mapping[str, Any]) -> View | None:
    live = place.live
    match said.get("action"):
        case "demonstration":
            if place.demo is None:
                raise NotNow("expected the demonstration recording; a camera or nothing is followed")
            live.use_camera(True)
            return live.new_game(place.demo)
        case "new_game" | "practise":
            setup = said.get("setup")
            if not isinstance(setup, Mapping):
                raise SetupError(f"setup: expected the game, its players and its rules; got {setup!r}")
            expect_shown(setup.get("game"))
            agreed = Setup.from_json(setup)
            expect_seen(*(player.name for player in agreed.players))
            if said["action"] == "practise" and agreed.practice is None:
                raise SetupError("practice: expected which places Piste plays; got none")
            position = _position(said.get("position"))
            if place.demo is not None:
                live.use_camera(False)  # the recording must not play into a game of real players
            return live.new_game(agreed, position)
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
        case "roll":
            return live.roll(said.get("count"))
        case "deal":
            return live.deal(SystemRandom().shuffle)
        case "swap_cards":
            return _swapped(live)
        case _:
            return live.act(action_from_json(said))


def _swapped(live: Live) -> View:
    """All who still owe their partners a card have given one, unseen: cards of paper go round the table at once."""
    view = live.snapshot()
    while isinstance(view, PawnsView) and view.position.phase == "give" and not view.secret:
        live.act(PlayMove("gives:?"))
        view = live.act(Next())
    return view


def _position(said: Any) -> str:
    """What a new game is to go on from, as `Game.position` writes it; "" where nothing is said."""
    if said is None:
        return ""
    if not isinstance(said, Mapping):
        raise SetupError(f"position: expected an object such as the game writes; got {said!r:.80}")
    return json.dumps(said)
