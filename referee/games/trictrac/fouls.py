"""Why a throw of Le Tric Trac cannot be played so (S1)."""

from __future__ import annotations

from ...core import Foul
from ...rules import foul_of, joined
from ..arrows import OFF, ArrowState, ManMove, printed_place
from ..arrows.rules import RULE_IDS as ARROW_RULES
from ..arrows.search import Dice
from .men import BOSSE, CLOSED, HOME, START, Men
from .throws import LEAVE, POWER, ThrowRules, Way, before_power, movable

RULE_IDS = joined(
    ARROW_RULES,
    {
        "enter_first": ("waiting", "arrow"),  # `waiting` men on the start arrow come into play first
        "bosse_by_two": ("arrow",),  # a man alone on his own empty bosse
        "bosse_last_two": ("arrow",),  # one of the last two left his bosse without the other
        "bosse_closed": ("arrow", "own"),  # a man on the opponent's bosse; `own` is the player's
        # Two men by dice that lead onto the opponent's bosse `toward`: `reason` as ThrowRules.denied gives it.
        "privilege_denied": ("dice", "arrow", "toward", "reason"),
        "winning_move": ("dice",),  # of two dice one can be played; a move that wins counts as both
        "home_exact": ("dice", "arrow", "needed"),  # beyond the last arrow, which is `needed` points away
    },
)
"""Rule ids of Le Tric Trac. Arrows by what is printed on them."""

foul = foul_of(RULE_IDS)


def of_step(throws: ThrowRules, state: ArrowState, way: Way, rest: Dice, step: ManMove) -> Foul:
    """Why a step cannot be made with one of the dice that are left."""
    men, me = way.men, state.player
    source, target = printed_place(me, step.source), printed_place(me, step.target)
    if throws.walk.ends(way):
        return foul("dice_used_up", state.dice)
    if way.pair:
        return of_pair(throws, state, way)
    if not men.waits(step.source):
        return foul("no_man_there", source)
    if step.source not in movable(way):
        return foul("enter_first", men.start[0], printed_place(me, START))
    arrow = step.target or HOME
    if arrow < step.source:
        return foul("wrong_way", source, target)
    if step.target == HOME:
        return foul("not_a_play", state.dice)  # who arrives is taken off at once
    if arrow - step.source not in rest:
        return _no_die(throws, state, way, rest, step)
    if arrow == CLOSED:
        return foul("bosse_closed", target, printed_place(me, BOSSE))
    if arrow == BOSSE and not men.on(BOSSE):
        return foul("bosse_by_two", target)
    return foul("arrow_held", target, -men.on(arrow))


def _no_die(throws: ThrowRules, state: ArrowState, way: Way, rest: Dice, step: ManMove) -> Foul:
    """No die that is left has this step's points; the privilege or a larger die may have been meant."""
    me, distance = state.player, (step.target or HOME) - step.source
    source, target = printed_place(me, step.source), printed_place(me, step.target)
    if step.target == BOSSE and distance + 1 in rest:
        reason = throws.denied(way.men, (state.dice[0], state.dice[1]))
        return foul("privilege_denied", state.dice, target, printed_place(me, CLOSED), reason or "alone")
    if step.target == OFF and max(rest) > distance:
        return foul("home_exact", rest, source, distance)
    return foul("no_die_for_it", rest, source, target, distance)


def of_pair(throws: ThrowRules, state: ArrowState, way: Way) -> Foul:
    """Why a man may not stay behind alone that must move together with another."""
    bosse = printed_place(state.player, BOSSE)
    if way.pair == LEAVE:
        return foul("bosse_last_two", bosse)
    reason = throws.denied(before_power(way), (state.dice[0], state.dice[1])) if way.pair == POWER else ""
    if reason:
        return foul("privilege_denied", state.dice, bosse, printed_place(state.player, CLOSED), reason)
    return foul("bosse_by_two", bosse)


def pass_reason(men: Men, dice: Dice) -> str:
    """no_entry (men wait and none can come into play), not_exact (every man would go too far) or no_move."""
    if men.start[0]:
        return "no_entry"
    arrows = list(movable(Way(men)))
    return "not_exact" if all(arrow + die > HOME for arrow in arrows for die in dice) else "no_move"
