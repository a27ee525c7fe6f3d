"""The values that fill the form of a new game: the last game, or a form sent that could not begin one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..table.values.setup import COLOURS, Setup
from ..table.values.shown import MOST_PLACES
from ..table.values.view import View
from .forms import Form, FormError, game_of, handicap_of, numbers, options_of, seats_of


@dataclass(frozen=True)
class Filled:
    """The fields of the form.

    Attributes:
        profile: the marked rule profile; "" for the first one offered.
        options: house rules that differ from it.
        names: first names by place.
        seats: the ticked places.
        handicaps: handicap by place; 0 for a place not in it.
        games: games of the series.
        painted: the colours of the frames, place 1 first; () for the stored ones.
        counts: when a whole move by touch counts, as `Setup` has it.
    """

    profile: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    seats: frozenset[int] = frozenset()
    games: int = 1
    handicaps: Mapping[int, int] = field(default_factory=dict)
    painted: tuple[str, ...] = ()
    counts: str = "next"


def played_last(view: View, after: Setup | None = None) -> Filled:
    """The form for the same game with the same players, or those of `after`.

    Before any game the first place and the one across.
    """
    game, players = view.game, view.players if after is None else after.players
    names = {player.seat: player.name for player in players}
    if game is None:
        return Filled(seats=frozenset({1, 3}))
    return Filled(
        game.profile,
        game.options,
        names,
        frozenset(names),
        game.games,
        {player.seat: player.handicap for player in players},
        counts=game.counts,
    )


def as_sent(form: Form) -> Filled:
    """The form as it was sent, however wrong: nobody types anything twice."""
    places = range(1, MOST_PLACES + 1)
    profile = form.get("profile", "")
    try:
        options, seats = options_of(form, game_of(profile), profile), seats_of(form, MOST_PLACES)
    except FormError:
        options, seats = {}, []
    return Filled(
        profile,
        options,
        {place: form.get(f"name-{place}", "").strip() for place in places},
        frozenset(seats),
        _games(form),
        {place: _handicap(form, place) for place in places},
        _painted(form),
        form.get("counts", "next"),
    )


def _painted(form: Form) -> tuple[str, ...]:
    sent = tuple(form.getlist("colour"))
    return sent if len(sent) == 4 and set(sent) <= set(COLOURS) else ()


def _handicap(form: Form, place: int) -> int:
    try:
        return handicap_of(form, place)
    except FormError:
        return 0


def _games(form: Form) -> int:
    try:
        return numbers(form, "games")[0]
    except (FormError, IndexError):
        return 1
