"""Why a card cannot do with the pawns what a player did: the rule, with the holes that a sentence needs."""

from __future__ import annotations

from ...core import Foul
from .board import BASE, HOUSE, LAST, TRACK, Board, partner_of, start_of
from .cards import BACK, ENTER, OTHERS, STEPS
from .moves import IN, Play, Step
from .paths import ahead, back, first_protected
from .rules import TockRules, foul
from .seven import Seven


def not_played(rules: TockRules, board: Board, seat: int, play: Play) -> Foul:
    """Which rule a play breaks, of a card other than 7; only asked when it may not be played so."""
    mine, card = board.plays(seat), play.card
    if not play.steps:
        return foul("card_alone", card)
    if len(play.steps) > 1:
        return foul("one_pawn", card)
    step = play.steps[0]
    special = _not_special(rules, board, mine, card, step)
    if special is not None:
        return special
    if card == "5":
        return _not_pushed(rules, board, mine, step)
    broken = _not_mine(board, mine, card, step.start)
    if broken is not None:
        return broken
    if card == "4":
        return _not_back(rules, board, mine, step)
    return _not_ahead(rules, board, mine, card, step, STEPS[card])


def not_a_part(rules: TockRules, now: Seven, step: Step) -> Foul:
    """Which rule the next part of a 7 breaks; only asked when it may not follow."""
    if now.whose < 0:
        return foul("seven_rest", now.rest)
    if not now.rest:
        return foul("seven_over", step.start, 0)
    special = _not_special(rules, now.board, now.whose, "7", step)
    if special is not None:
        return special
    if step.start in now.done:
        return foul("seven_twice", step.start)
    broken = _not_mine(now.board, now.whose, "7", step.start)
    if broken is not None:
        return broken
    count = _distance(now.whose, step)
    if count > now.rest:
        return foul("seven_over", step.start, now.rest)
    if count < 1:
        return foul("wrong_hole", "7", step.start, step.to, ())
    return _not_ahead(rules, now.board, now.whose, "7", step, count)


def _not_special(rules: TockRules, board: Board, mine: int, card: str, step: Step) -> Foul | None:
    """Of a step that brings a pawn in or exchanges two; None for any other."""
    if step == IN:
        if card not in ENTER:
            return foul("enter_card", card)
        return foul("start_taken", start_of(mine)) if board.pawns[mine][0] == BASE else foul("no_base")
    if not step.exchange:
        return None
    if card != "V":
        return foul("swap_card", card)
    for hole in (step.start, step.to):
        broken = _not_on_track(board, hole)
        if broken is not None:
            return broken
    if step.start == step.to:
        return foul("card_alone", card)
    own = mine in (board.at(step.start), board.at(step.to))
    return foul("swap_own", step.start, step.to) if own else foul("swap_theirs", step.start, step.to)


def _not_on_track(board: Board, hole: int) -> Foul | None:
    """Of a hole whose pawn is to be exchanged or pushed on."""
    if hole >= HOUSE:
        return foul("in_house", hole)
    if board.at(hole) < 0:
        return foul("no_pawn", hole)
    return foul("pawn_protected", hole) if board.protects(hole) else None


def _not_pushed(rules: TockRules, board: Board, mine: int, step: Step) -> Foul:
    if step.start < HOUSE and board.at(step.start) == mine:
        return foul("five_others", step.start)
    broken = _not_on_track(board, step.start)
    if broken is not None:
        return broken
    whose = board.at(step.start)
    if whose == partner_of(mine) and rules.five == "opponents":
        return foul("five_opponents", step.start)
    return _not_ahead(rules, board, whose, "5", step, OTHERS)


def _not_mine(board: Board, mine: int, card: str, start: int) -> Foul | None:
    if start in board.pawns[mine] and start != BASE:
        return None
    if start >= HOUSE or board.at(start) < 0:
        return foul("no_pawn", start)
    return foul("not_yours", card, start)


def _not_back(rules: TockRules, board: Board, mine: int, step: Step) -> Foul:
    if step.start >= HOUSE:
        return foul("in_house", step.start)
    lands = tuple(way.to for way in back(rules, board, mine, step.start, BACK))
    if lands:
        return foul("wrong_hole", "4", step.start, step.to, lands)
    blocks = [(step.start - count) % TRACK for count in range(1, BACK + 1)]
    first = next((hole for hole in blocks if _blocks(rules, board, mine, hole)), blocks[-1])
    return foul("way_blocked", step.start, first)


def _blocks(rules: TockRules, board: Board, mine: int, hole: int) -> bool:
    return board.protects(hole) and (rules.fresh_blocks_own or hole != start_of(mine))


def _not_ahead(rules: TockRules, board: Board, whose: int, card: str, step: Step, count: int) -> Foul:
    start, to = step.start, step.to
    home = 0 if start >= HOUSE else (start_of(whose) - start) % TRACK
    place = start + count if start >= HOUSE else HOUSE + count - home - 1
    lands = tuple(way.to for way in ahead(rules, board, whose, start, count))
    if place > LAST and (start >= HOUSE or to >= HOUSE):
        return foul("house_end", card, start)
    if HOUSE <= place <= LAST and (start >= HOUSE or to == place) and place not in lands:
        first = max(start + 1, HOUSE)
        stands = [pawn for pawn in board.pawns[whose] if first <= pawn <= place]
        if stands:
            return foul("house_jump", start, stands[0])
    if any(end >= HOUSE > start for end in lands) and to < HOUSE and rules.house_entry == "mandatory":
        return foul("must_go_home", start, lands[0])
    if lands:
        return foul("wrong_hole", card, start, to, lands)
    away = first_protected(rules, board, whose, start)
    return foul("way_blocked", start, (start + min(away, count)) % TRACK)


def _distance(whose: int, step: Step) -> int:
    """How many steps ahead a place is for a pawn; teleports are not counted."""
    if step.to < HOUSE:
        return (step.to - step.start) % TRACK
    if step.start >= HOUSE:
        return step.to - step.start
    return (start_of(whose) - step.start) % TRACK + step.to - HOUSE + 1
