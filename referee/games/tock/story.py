"""What an event ended, in the words of a record; players are numbered from 1."""

from __future__ import annotations

from collections.abc import Iterator

from ...story import numbered
from .board import SEATS, partner_of
from .state import DEAL, GIVE, PLAY, TockState


def outcomes(before: TockState, after: TockState) -> tuple[str, ...]:
    """What changed between two states that the event itself does not say.

    A card that moved nothing, the partners' exchange, who plays for the partner now, a pack that is used up, who
    plays on for one who left, games, the match.
    """
    return tuple(_told(before, after))


def _told(before: TockState, after: TockState) -> Iterator[str]:
    yield from _discard(after)
    if before.phase == GIVE and after.phase == PLAY:
        yield "partners have exchanged a card"
    for seat in sorted(after.gone - before.gone):
        if partner_of(seat) not in after.gone:
            yield f"{_name(after, partner_of(seat))} plays on for {_name(after, seat)}"
    new = after.results[len(before.results) :]
    for seat in SEATS:
        if not new and after.board.is_home(seat) and not before.board.is_home(seat):
            yield f"{_name(after, seat)} is home, plays for {_name(after, partner_of(seat))}"
    for number, result in enumerate(new, start=len(before.results) + 1):
        home = " ".join(str(result.home[after.seat(player)]) for player in range(len(after.places)))
        yield f"game {number}: {home} won by {numbered(_team(after, result.team))}"
    if before.phase == PLAY and after.phase == DEAL and not after.deal and not new:
        yield f"pack played, {_name(after, after.dealer)} deals"
    if after.champions and not before.champions:
        yield f"match won by {numbered(after.champions)}"


def _discard(after: TockState) -> Iterator[str]:
    """Why a card moved nothing: S2 "Si un joueur peut jouer, il est obligé de le faire"."""
    if after.last is None:
        return
    who = f"{_name(after, after.last.seat)} discards {after.last.card}"
    if after.last.hand is None:
        yield f"{who}, unjudged"
    else:
        yield f"{who}, nothing_playable, hand {' '.join(after.last.hand)}"


def _team(state: TockState, team: int) -> tuple[int, ...]:
    return tuple(player for player in range(len(state.places)) if state.seat(player) % 2 == team)


def _name(state: TockState, seat: int) -> str:
    return str(state.player(seat) + 1)
