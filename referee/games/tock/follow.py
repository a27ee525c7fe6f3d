"""A play followed step by step: the board it leads to, or the rule that it breaks."""

from __future__ import annotations

from functools import lru_cache

from ...core import Foul
from .board import BASE, HOUSE, LAST, TRACK, Pawns, partner_of, start_of
from .cards import BACK, ENTER, IN, OTHERS, STEPS, CardPlay, PawnStep
from .paths import ahead, back, first_protected
from .plays import Seven, Steps, begun, further, ways
from .rules import TockRules, foul

AT_HAND = 8
"""Number of plays whose boards stay in the cache: the check of a play precedes it."""


@lru_cache(maxsize=AT_HAND)
def outcome(rules: TockRules, board: Pawns, seat: int, play: CardPlay) -> Pawns | Foul:
    """The board after a whole play of `seat`, or the rule that it breaks; the Foul expects nothing yet."""
    if play.card == "7" and play.steps:
        reached = part_of_seven(rules, board, seat, play.steps)
        if isinstance(reached, Foul):
            return reached
        return foul("seven_rest", reached.rest) if reached.rest else reached.board
    for steps, after in ways(rules, board, seat, play.card):
        if play.steps in (steps, _mirrored(steps)):
            return after
    return _not_played(rules, board, seat, play)


def part_of_seven(rules: TockRules, board: Pawns, seat: int, steps: Steps) -> Seven | Foul:
    """Where the first steps of a 7 lead, or the rule that one of them breaks."""
    now = begun(board, seat)
    for step in steps:
        after = next((after for after in further(rules, now) if after.steps[-1] == step), None)
        if after is None:
            return _not_a_part(rules, now, step)
        now = after
    return now


def forced(board: Pawns, seat: int, play: CardPlay) -> Pawns:
    """The board after the steps, legal or not: what the table shows after an illegal play.

    A step without a pawn changes nothing; a pawn on the landing hole goes to its base.
    """
    mine = board.plays(seat)
    for step in play.steps:
        board = _forced(board, mine, step)
    return board


def _forced(board: Pawns, mine: int, step: PawnStep) -> Pawns:
    start, to = (BASE, start_of(mine)) if step == IN else (step.start, step.to)
    whose = board.at(start) if 0 <= start < HOUSE else mine
    if whose < 0 or start not in board.pawns[whose] or start == to:
        return board
    if step.exchange and max(start, to) < HOUSE and board.at(to) >= 0:
        return board.exchanged(start, to)
    if to >= HOUSE:
        return board if to in board.pawns[whose] else board.moved(whose, start, to, ())
    return board.moved(whose, start, to, (to,) if board.at(to) >= 0 else ())


def _mirrored(steps: Steps) -> Steps:
    """An exchange with its two pawns named the other way round; what is no exchange stays as it is."""
    return tuple(PawnStep(step.to, step.start, True) if step.exchange else step for step in steps)


def _not_played(rules: TockRules, board: Pawns, seat: int, play: CardPlay) -> Foul:
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


def _not_a_part(rules: TockRules, now: Seven, step: PawnStep) -> Foul:
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


def _not_special(rules: TockRules, board: Pawns, mine: int, card: str, step: PawnStep) -> Foul | None:
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


def _not_on_track(board: Pawns, hole: int) -> Foul | None:
    """Of a hole whose pawn is to be exchanged or pushed on."""
    if hole >= HOUSE:
        return foul("in_house", hole)
    if board.at(hole) < 0:
        return foul("no_pawn", hole)
    return foul("pawn_protected", hole) if board.protects(hole) else None


def _not_pushed(rules: TockRules, board: Pawns, mine: int, step: PawnStep) -> Foul:
    if step.start < HOUSE and board.at(step.start) == mine:
        return foul("five_others", step.start)
    broken = _not_on_track(board, step.start)
    if broken is not None:
        return broken
    whose = board.at(step.start)
    if whose == partner_of(mine) and rules.five == "opponents":
        return foul("five_opponents", step.start)
    return _not_ahead(rules, board, whose, "5", step, OTHERS)


def _not_mine(board: Pawns, mine: int, card: str, start: int) -> Foul | None:
    if start in board.pawns[mine] and start != BASE:
        return None
    if start >= HOUSE or board.at(start) < 0:
        return foul("no_pawn", start)
    return foul("not_yours", card, start)


def _not_back(rules: TockRules, board: Pawns, mine: int, step: PawnStep) -> Foul:
    if step.start >= HOUSE:
        return foul("in_house", step.start)
    lands = tuple(way.to for way in back(rules, board, mine, step.start, BACK))
    if lands:
        return foul("wrong_hole", "4", step.start, step.to, lands)
    blocks = [(step.start - count) % TRACK for count in range(1, BACK + 1)]
    first = next((hole for hole in blocks if _blocks(rules, board, mine, hole)), blocks[-1])
    return foul("way_blocked", step.start, first)


def _blocks(rules: TockRules, board: Pawns, mine: int, hole: int) -> bool:
    return board.protects(hole) and (rules.fresh_blocks_own or hole != start_of(mine))


def _not_ahead(rules: TockRules, board: Pawns, whose: int, card: str, step: PawnStep, count: int) -> Foul:
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


def _distance(whose: int, step: PawnStep) -> int:
    """How many steps ahead a place is for a pawn; teleports are not counted."""
    if step.to < HOUSE:
        return (step.to - step.start) % TRACK
    if step.start >= HOUSE:
        return step.to - step.start
    return (start_of(whose) - step.start) % TRACK + step.to - HOUSE + 1
