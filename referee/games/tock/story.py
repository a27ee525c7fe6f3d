"""What an event ended, and its line of a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from ...core import Outcome
from ...story import ENDS, end_text, match_over, outcome
from .board import SEATS, partner_of
from .state import DEAL, GIVE, PLAY, TockState

OUTCOME_IDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "discards": (
            "card",
            "reason",
            "hand",
        ),  # moved nothing with it; `hand` is None where it was not known
        "exchanged": (),  # the partners, a card each
        "plays_on": ("other",),  # for a partner who has left
        "home": ("other",),  # all four pawns are, and play goes on for the partner
        "pack": (),  # is used up; the player deals
        "game": ENDS["game"],
        "match": ENDS["match"],
    }
)
"""What an event may end -> the names of its values."""


def outcomes(before: TockState, after: TockState) -> tuple[Outcome, ...]:
    """What changed between two states that the event itself does not say.

    A card that moved nothing, the partners' exchange, who plays for the partner now, a pack that is used up, who
    plays on for one who left, games, the match.
    """
    return tuple(_ended(before, after))


def to_text(outcome: Outcome) -> str:
    """One of `outcomes` as a record has it: "2 discards 5, nothing_playable, hand 2 3 3 3 5"."""
    values = outcome.named
    if outcome.what == "exchanged":
        return "partners have exchanged a card"
    if outcome.player is None:
        return end_text(outcome)
    who = outcome.player + 1
    if outcome.what == "discards":
        hand = "" if values["hand"] is None else f", hand {' '.join(values['hand'])}"
        return f"{who} discards {values['card']}, {values['reason']}{hand}"
    if outcome.what == "plays_on":
        return f"{who} plays on for {values['other'] + 1}"
    return f"{who} is home, plays for {values['other'] + 1}" if values else f"pack played, {who} deals"


def _ended(before: TockState, after: TockState) -> Iterator[Outcome]:
    yield from _discard(after)
    if before.phase == GIVE and after.phase == PLAY:
        yield Outcome("exchanged")
    for seat in sorted(after.gone - before.gone):
        if partner_of(seat) not in after.gone:
            yield _partners(after, "plays_on", partner_of(seat))
    new = after.results[len(before.results) :]
    for seat in SEATS:
        if not new and after.board.is_home(seat) and not before.board.is_home(seat):
            yield _partners(after, "home", seat)
    for number, result in enumerate(new, start=len(before.results) + 1):
        home = tuple(result.home[after.seat(player)] for player in range(len(after.places)))
        yield outcome(OUTCOME_IDS, "game", None, number, home, (), _team(after, result.team))
    if before.phase == PLAY and after.phase == DEAL and not after.deal and not new:
        yield Outcome("pack", after.player(after.dealer))
    if after.champions and not before.champions:
        yield match_over(after.champions)


def _discard(after: TockState) -> Iterator[Outcome]:
    """Why a card moved nothing: S2 "Si un joueur peut jouer, il est obligé de le faire"."""
    if after.last is None:
        return
    reason = "unjudged" if after.last.hand is None else "nothing_playable"
    player = after.player(after.last.seat)
    yield outcome(OUTCOME_IDS, "discards", player, after.last.card, reason, after.last.hand)


def _partners(state: TockState, what: str, seat: int) -> Outcome:
    """Something that the player of a seat does for the partner."""
    return outcome(OUTCOME_IDS, what, state.player(seat), state.player(partner_of(seat)))


def _team(state: TockState, team: int) -> tuple[int, ...]:
    return tuple(player for player in range(len(state.places)) if state.seat(player) % 2 == team)
