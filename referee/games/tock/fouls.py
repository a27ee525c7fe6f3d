"""Which rule a deal, a gift, a play or a discard breaks, or what lies on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ...changes import changed_spaces
from ...core import Deal, Foul, Kind, Left, Roll, Sighting, Space
from . import looks
from .board import HOUSE
from .cards import COPIES, DEALS, PLAYERS, RANKS, CardPlay, Discard, Give, Move, PawnStep
from .choice import chosen
from .follow import outcome
from .plays import is_playable
from .rules import TockRules, foul
from .state import DEAL, GIVE, OVER, PLAY, TockState


def of_roll(rules: TockRules, state: TockState, roll: Roll) -> Foul:
    """A throw is never due: Tock is played with cards."""
    return foul("game_over") if state.phase == OVER else foul("no_dice", expected=chosen(rules, state).legal)


def of_deal(rules: TockRules, state: TockState, deal: Deal) -> Foul | None:
    """Which rule a deal breaks, or None when it is due and the pack can hold it."""
    if state.phase != DEAL:
        return (
            foul("game_over")
            if state.phase == OVER
            else foul("not_dealing", expected=chosen(rules, state).legal)
        )
    due = DEALS[state.deal]
    dealt = tuple(due if cards is None else len(cards) for cards in deal.hands)
    if dealt != (due,) * PLAYERS:
        return foul("deal_count", due, dealt)
    if rules.hands == "known" and None in deal.hands:
        return foul("deal_unknown")
    return _not_in_pack(state, [card for cards in deal.hands for card in cards or ()])


def of_leaving(rules: TockRules, state: TockState, left: Left) -> Foul | None:
    """Which rule a player's leaving breaks, or None."""
    if state.phase == OVER:
        return foul("game_over")
    players = {state.player(seat) for seat in range(PLAYERS) if seat not in state.gone}
    if left.player in players:
        return None
    return foul("no_such_player", left.player + 1, expected=chosen(rules, state).legal)


def of_move(rules: TockRules, state: TockState, move: Move) -> Foul | None:
    """Which rule a gift, a play or a discard breaks, or None when it is legal."""
    broken = _of_phase(state, move) or _of_card(rules, state, move)
    return None if broken is None else replace(broken, expected=chosen(rules, state).legal)


def must_play(rules: TockRules, state: TockState, card: str | None = None) -> tuple[str, ...]:
    """The cards that the player whose turn it is certainly holds and can play, and `card` where it can be played."""
    hand = state.hands[state.turn].known
    certain = (rank for rank in RANKS if rank in hand or rank == card)
    return tuple(rank for rank in certain if is_playable(rules, state.board, state.turn, rank))


def _of_phase(state: TockState, move: Move) -> Foul | None:
    if state.phase == OVER:
        return foul("game_over")
    if state.phase == DEAL:
        return foul("deal_first", DEALS[state.deal])
    if isinstance(move, Give):
        return foul("give_done") if state.phase == PLAY else None
    return foul("give_first") if state.phase == GIVE else None


def _of_card(rules: TockRules, state: TockState, move: Move) -> Foul | None:
    hand = state.hands[state.turn]
    if isinstance(move, Give):
        if hand.cards is None:
            return None if move.card is None else foul("give_unseen")
        if move.card is None:
            return foul("give_named")
    if move.card not in state.possible(state.turn):
        return foul("card_gone", move.card) if hand.hidden else foul("not_in_hand", move.card)
    if isinstance(move, Discard):
        playable = must_play(rules, state, move.card)
        return foul("must_play", move.card, playable) if playable else None
    if isinstance(move, CardPlay):
        result = outcome(rules, state.board, state.turn, move)
        return result if isinstance(result, Foul) else None
    return None


def _not_in_pack(state: TockState, cards: Sequence[str]) -> Foul | None:
    strange = tuple(card for card in cards if card not in RANKS)
    if strange:
        return foul("no_such_card", strange)
    out = Counter(state.played) if state.deal else Counter[str]()
    counts = Counter(cards)
    for rank in RANKS:
        if counts[rank] > COPIES - out[rank]:
            return foul("pack_short", rank, COPIES - out[rank], counts[rank])
    return None


Changes = dict[Space, Kind]


def of_sighting(rules: TockRules, state: TockState, sighting: Sighting) -> Foul:
    """The rule that the most probable reading breaks; asked only when no legal move explains it."""
    changes = changed_spaces(looks.appearance(state), looks.leftover(state), sighting)
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
    broken = None if move is None or laid != looks.pile((*state.played, card)) else of_move(rules, state, move)
    return broken or foul("not_the_card", card if card in RANKS else "", tuple(sorted(changes)))


def _of_gift(rules: TockRules, state: TockState, changes: Changes) -> Foul:
    """A player laid a card before all gifts were made, or gave an impossible card."""
    gift = changes.get(f"said-{state.turn + 1}")
    if gift is None or len(changes) > 1:
        return foul("give_first")
    card = None if gift == looks.A_CARD else gift
    broken = of_move(rules, state, Give(card)) if card is None or card in RANKS else None
    return broken or foul("give_first")


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
    return CardPlay(card, (PawnStep(_number(left[0]), _number(come[0])),))


def _number(space: Space) -> int:
    """The hole, or the place of a house from 72."""
    last = int(space.rpartition("-")[2])
    return last if space.startswith("hole-") else HOUSE + last - 1
