"""Which rule is broken by what lies on the table, where no legal move explains it."""

from __future__ import annotations

from dataclasses import replace

from ...core import Foul, Kind, Sighting, Space
from ...seen import changed
from . import looks
from .board import HOUSE
from .cards import DEALS, RANKS
from .choice import chosen
from .fouls import of_move
from .moves import Discard, Give, Move, Play, Step
from .rules import TockRules, foul
from .state import DEAL, GIVE, OVER, TockState

Changes = dict[Space, Kind]


def of_sighting(rules: TockRules, state: TockState, seen: Sighting) -> Foul:
    """The rule that the most probable reading breaks; asked only when no legal move explains it."""
    changes = changed(looks.appearance(state), looks.leftover(state), seen)
    return replace(_broken(rules, state, changes), expected=chosen(rules, state).legal)


def _broken(rules: TockRules, state: TockState, changes: Changes) -> Foul:
    if state.phase == OVER:
        return foul("game_over")
    if state.phase == DEAL:
        return foul("deal_first", DEALS[state.deal])
    if state.phase == GIVE:
        return _of_gift(rules, state, changes)
    laid = changes.pop("pile", None)
    if laid is None:
        return foul("card_first", tuple(sorted(changes)))
    card = laid.partition(" ")[0]
    move = _supposed(state, card, changes)
    found = None if move is None or laid != looks.pile((*state.played, card)) else of_move(rules, state, move)
    return found or foul("not_the_card", card if card in RANKS else "", tuple(sorted(changes)))


def _of_gift(rules: TockRules, state: TockState, changes: Changes) -> Foul:
    """A card was laid before all had given one, or somebody gave what cannot be given."""
    said = changes.get(f"said-{state.turn + 1}")
    if said is None or len(changes) > 1:
        return foul("give_first")
    card = None if said == looks.A_CARD else said
    found = of_move(rules, state, Give(card)) if card is None or card in RANKS else None
    return found or foul("give_first")


def _supposed(state: TockState, card: str, changes: Changes) -> Move | None:
    """The move that a player may have meant: one pawn went from a space to another; None where that is not so."""
    if card not in RANKS:
        return None
    if not changes:
        return Discard(card)
    before = looks.appearance(state)
    left = [space for space, kind in changes.items() if kind == looks.EMPTY and space[:4] != "base"]
    come = [space for space, kind in changes.items() if kind != looks.EMPTY and space[:4] != "base"]
    if len(left) != 1 or len(come) != 1 or changes[come[0]].split()[:2] != before[left[0]].split()[:2]:
        return None
    return Play(card, (Step(_number(left[0]), _number(come[0])),))


def _number(space: Space) -> int:
    """The hole, or the place of a house from 72."""
    last = int(space.rpartition("-")[2])
    return last if space.startswith("hole-") else HOUSE + last - 1
