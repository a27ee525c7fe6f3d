"""Which rule of Jacquet a step or a touch breaks, and why a throw passes."""

from __future__ import annotations

from ...core import Foul, Touched
from ...errors import BadPlace
from ...rules import foul_of, joined
from ..arrows import BAR, OFF, ArrowState, ManMove
from ..arrows.choice import legal
from ..arrows.rules import RULE_IDS as ARROW_RULES
from ..arrows.rules import ArrowRules
from ..arrows.search import Dice
from .rules import ARROWS, GOAL, Position, Rules, longest_row, movers, printed

RULE_IDS = joined(
    ARROW_RULES,
    {
        "postillon_first": ("post",),  # moved another man than the postillon, which stands on `post`
        "postillon_stays": ("post", "die"),  # `die` would take the postillon beyond the last arrow
        "too_long_block": ("most", "row"),  # would hold `row` arrows in a row without a man on the last two
        "not_all_arrived": ("outside",),  # borne off while `outside` men are not in the opponent's grand jan
        "not_exact": ("arrow", "needed", "die"),  # to bear off from there takes exactly `needed`
        "rearmost_first": ("arrow", "farther"),  # borne off while a man on `farther` has more to go
        "touched_man": ("arrow",),  # touched there without "j'adoube", and not moved
    },
)
"""Rule ids of Jacquet."""

foul = foul_of(RULE_IDS)


def of_step(rules: Rules, player: int, table: Position, rest: Dice, step: ManMove) -> Foul:
    """Why a step cannot be made with any of the dice that are left; asked only when it cannot.

    `table` is how the men of `player` stand by then.
    """
    source, target = printed(player, step.source), printed(player, step.target)
    if step.source == BAR or table.board[step.source - 1] <= 0:
        return foul("no_man_there", source)
    if step.target == OFF:
        return _borne_off_refusal(rules, player, table, rest, step)
    if step.target < step.source:
        return foul("wrong_way", source, target)
    die = step.target - step.source
    if die not in rest:
        return foul("no_die_for_it", rest, source, target, die)
    return _named(rules, player, table, step, die, rules.hindrance(table, step.source, die))


def _borne_off_refusal(rules: Rules, player: int, table: Position, rest: Dice, step: ManMove) -> Foul:
    """Why a man cannot be borne off with any of the dice that are left."""
    needed = ARROWS + 1 - step.source
    die = needed if needed in rest else max(rest)
    first = table.post[0] and step.source != table.post[0]
    why = "postillon_first" if first else rules.bearing_off_hindrance(table, step.source, die)
    if why == "postillon_stays" and die < needed:
        why = "not_all_arrived"
    if why == "not_exact" and rules.exit == "overshoot":
        return foul("die_too_small", rest, printed(player, step.source), needed)
    return _named(rules, player, table, step, die, why)


def _named(rules: Rules, player: int, table: Position, step: ManMove, die: int, why: str | None) -> Foul:
    """The foul with its values."""
    source = printed(player, step.source)
    if why == "postillon_first":
        return foul("postillon_first", printed(player, table.post[0]))
    if why == "postillon_stays":
        return foul("postillon_stays", printed(player, table.post[0]), die)
    if why == "too_long_block":
        return foul("too_long_block", rules.block, longest_row(table.moved(step.source, step.target)))
    if why == "not_all_arrived":
        return foul("not_all_arrived", sum(max(men, 0) for men in table.board[: GOAL - 1]))
    if why == "rearmost_first":
        return foul("rearmost_first", source, printed(player, table.rearmost()))
    if why == "not_exact":
        return foul("not_exact", source, ARROWS + 1 - step.source, die)
    return foul("arrow_held", printed(player, step.target), -table.board[step.target - 1])


def touched_arrow(state: ArrowState, event: Touched) -> int:
    """The arrow of a touch, in the numbering of the player whose turn it is. Raises BadPlace for no arrow."""
    numbers = {f"arrow-{printed(state.player, number)}": number for number in range(1, ARROWS + 1)}
    if event.space not in numbers:
        raise BadPlace(f"expected one of {', '.join(sorted(numbers))}; got {event.space!r}")
    return numbers[event.space]


def of_touch(rules: ArrowRules, state: ArrowState, event: Touched) -> Foul | None:
    """Which rule a touch breaks, or None when it is due: only one's own man can be touched, once the dice lie."""
    if state.champions:
        return foul("game_over")
    if not state.dice:
        return foul("must_throw", rules.dice_due(state))
    arrow = touched_arrow(state, event)
    if state.table.board[arrow - 1] <= 0:
        return foul("no_man_there", printed(state.player, arrow), expected=legal(rules, state))
    return None


def common_reason(rules: Rules, table: Position, dice: Dice) -> str:
    """The rule that forbids every step of a throw without a legal play; "nothing_fits" if there are several."""
    reasons = {rules.hindrance(table, source, die) for source in movers(table) for die in dice}
    return next(iter(reasons)) or "nothing_fits" if len(reasons) == 1 else "nothing_fits"
