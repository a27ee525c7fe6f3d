"""The actions that a page or a program may request: the table's own, and some of the whole site."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from random import SystemRandom
from typing import Any, TypeAlias, get_args

from ..live.live import Live
from ..live.revision import revision_of
from ..table.games import SHOWN
from ..table.values.actions import ACTIONS, ActionError, Next, PlayMove, Spoken, Statement, action_of_kinds
from ..table.values.setup import Setup, SetupError, expect_shown, expect_visible
from ..table.values.state import NotNow
from ..table.values.view import View
from .context import Site, held_here, role_for
from .forms import FormError
from .lesson.moving import class_game, next_of, next_setup, playing
from .roles import Role

REFUSED = (FormError, ActionError, NotNow, SetupError)
"""What `do` raises for a wish that cannot be granted; OSError stands for a journal that cannot be written."""

class Demonstration(Statement, frozen=True, tag="demonstration"):
    """Shows the demonstration from its beginning."""


class NewGame(Statement, frozen=True, tag="new_game"):
    """Begins a game of this setup, at a position if one is given.

    Attributes:
        setup: as `Setup.from_json` reads it.
        position: where play begins, as records write a position; of tiles `open`, the open ones of each player,
            `player` whose turn it is, `results` of the games that are over.
    """

    setup: dict[str, Any]
    position: dict[str, Any] | None = None


class NextGame(Statement, frozen=True, tag="next_game"):
    """Begins the same game again."""


class ResumeGame(Statement, frozen=True, tag="resume_game"):
    """Resumes an interrupted game of the journal."""

    game: int


class UseCamera(Statement, frozen=True, tag="use_camera"):
    """Switches between the camera and play by touch."""

    on: bool


class RollDice(Statement, frozen=True, tag="roll"):
    """Piste draws the due throw: this many dice, if the number may be chosen."""

    count: int | None = None


class DealAll(Statement, frozen=True, tag="deal"):
    """Piste deals the due cards."""


class SwapCards(Statement, frozen=True, tag="swap_cards"):
    """All players who still owe their partners a card have given one, unseen."""


Wish: TypeAlias = (
    Demonstration | NewGame | NextGame | ResumeGame | UseCamera | RollDice | DealAll | SwapCards
)
DEEDS: Mapping[str, type[Spoken | Wish]] = {
    **ACTIONS, **{str(kind.__struct_config__.tag): kind for kind in get_args(Wish)},
}  # fmt: skip
"""Everything that may be done, by the word of the API's `action`."""


class NotYours(Exception):
    """The action belongs to a higher role.

    Attributes:
        wanted: the role that may do it.
    """

    def __init__(self, wanted: Role) -> None:
        super().__init__(f"expected the session of a {wanted.name.lower()}")
        self.wanted = wanted


def do(place: Site, payload: Mapping[str, object], who: Role, device: str = "") -> View | None:
    """Does the action of a payload and returns the new view. Raises one of REFUSED, NotYours, or OSError.

    `device` may undo it until anything else happens; "" for none.
    With a "moment", that of the view it was meant for, it applies to no later state: raises MovedOn, one of REFUSED.
    The role of `who` is checked against the table that the action changes: no other game begins in between.
    """
    moment = payload.get("moment", "")
    if not isinstance(moment, str):
        raise ActionError(f"moment: expected the words of the view's moment; got {moment!r:.80}")
    with place.live.as_meant(str(payload.get("action")), moment):
        view = place.live.snapshot()
        if who < (wanted := role_for(str(payload.get("action")), view)):
            raise NotYours(wanted)
        _expect_no_hand(view, payload)
        expect_visible(payload.get("name"))
        with place.last_word.done_by(device, lambda: revision_of(place.live.snapshot())):
            return _done(place, payload)


def _expect_no_hand(view: View, payload: Mapping[str, object]) -> None:
    """Raises NotNow for an action of the phone that holds a hand: no other device may probe the hand for a card."""
    if payload.get("action") != "play" or view.for_everybody(str(payload.get("move", ""))):
        return
    if held_here(view) != view.acting - 1:  # a practising player holds it at this tablet
        raise NotNow("expected the phone that holds the hand; cards are played on it")


def _done(place: Site, payload: Mapping[str, object]) -> View | None:
    live = place.live
    match deed := action_of_kinds(payload, DEEDS):
        case Demonstration():
            if place.demo is None:
                raise NotNow("expected the demonstration recording; a camera or nothing is followed")
            live.use_camera(True)
            return live.new_game(place.demo)
        case NewGame():
            return _begin_game(place, deed)
        case NextGame():
            return _play_again(place)
        case ResumeGame(game):
            return live.resume_game(game, by_touch=place.demo is not None)
        case UseCamera(on):
            return live.use_camera(on)
        case RollDice(count):
            return live.roll(count)
        case DealAll():
            return live.deal(SystemRandom().shuffle)
        case SwapCards():
            return _swap_cards(live)
        case _:
            return live.act(deed)


def _play_again(place: Site) -> View:
    """The same game again with whoever waits, without who left; if the one before was a class's, so is this one."""
    before = class_game(place, place.live.snapshot().id or 0)

    def again(setup: Setup) -> Setup:
        there, lessons = playing(place.live.snapshot()), place.classes.lessons.of_day(date.today().isoformat())
        return next_of(place, lessons, setup, there) or next_setup(setup, (), there, {})

    view = place.live.next_game(again)
    game = class_game(place, view.id or 0)
    if before is not None and game is not None:
        with suppress(OSError):  # it has begun: a lesson finds it all the same
            place.classes.played_again(before, game)
    return view


def _begin_game(place: Site, deed: NewGame) -> View:
    expect_shown(deed.setup.get("game"), SHOWN)
    agreed = Setup.from_json(deed.setup)
    expect_visible(*(player.name for player in agreed.players))
    if agreed.practice is not None:
        raise SetupError("practice: expected none; a game for practice has a table of its own (POST /entrainement)")
    if place.demo is not None:
        place.live.use_camera(False)  # the recording must not play into a game of real players
    return place.live.new_game(agreed, "" if deed.position is None else json.dumps(deed.position))


def _swap_cards(live: Live) -> View:
    """Each player who still owes the partner a card gives one, unseen: paper cards go round the table at once."""
    view = live.snapshot()
    while view.swaps:
        live.act(PlayMove("gives:?"))
        view = live.act(Next())
    return view
