"""Reports on dice set aside under the camera: the same keep that a tap makes, or dice taken back."""

from __future__ import annotations

from dataclasses import replace

from referee.core import CHANCE
from vision.observation import Observation

from ..belief.priors import PATIENCE
from ..games.laid import aside, declared_aside, is_missing, is_unaccounted, lying_aside, taken_back_foul
from ..values.everybody import acting
from ..values.state import ASIDE, ASIDE_MOVED, Step, Table
from . import moves

RULE = "aside_stays"
"""The referee's name for it."""


def keep_what_lies_aside(table: Table) -> Step:
    """Dice lying aside stand provisionally, as if a finger had set them aside; dice put back stand no more.

    Nothing changes after a touch, if a die is read with doubt, or if nobody can tell which die was first. While a throw
    is unreported, the belief decides what stood before it.
    """
    if table.sees_board or not table.sight.on or not table.closing_due or table.throws.unreported:
        return Step(table)
    if ASIDE_MOVED in table.sight.warnings:
        return Step(table)
    now, stood = lying_aside(table), table.turned.move
    if now.none and stood is not None:
        return moves.partial(table, None)
    if not (now.sure and now.there):
        return Step(table)
    if len(now.ways) > 1:
        return Step(table) if stood is None else moves.partial(table, None)
    move = now.ways[0][0]
    return Step(table) if move == stood else moves.legal(table, move)


def report_missing_dice(table: Table, observation: Observation) -> Step | None:
    """While dice set aside for good are missing nothing counts, and after a while the reason is reported.

    Nor is anything decided while it is unclear how many dice lie aside: another look decides, or a finger. If the place
    itself was moved nobody took them back. None if all is well.
    """
    if is_unaccounted(table, observation.dice):
        return Step(table.missing())
    if not is_missing(table, observation.dice):
        return None
    since = table.sight.otherwise.get(ASIDE, table.t)
    table = replace(table.missing(), sight=table.sight.since(ASIDE, since))
    if table.t - since < PATIENCE.aside or _refused(table) or ASIDE_MOVED in table.sight.warnings:
        return Step(table)
    return moves.refuse(table, taken_back_foul(table, observation.dice))


def report_dice_back(table: Table) -> Step:
    """The missing dice lie aside again."""
    if ASIDE not in table.sight.otherwise:
        return Step(table)
    step = Step(replace(table, sight=table.sight.since(ASIDE, None)))
    if not _refused(table):
        return step
    return step.say("move_withdrawn", acting(table.playing), open=[]).but(verdict=None)


def _refused(table: Table) -> bool:
    return table.verdict is not None and table.verdict.values.get("rule") == RULE


def count_aside(before: Table, table: Table) -> Table:
    """The table with the number of dice seen aside, of those that count as set aside.

    Args:
        before: as it was before this look.
        table: as it is after it.
    """
    if table.match is None or table.settled_dice is None:
        return table
    should = len(declared_aside(table))
    same = before.match is not None and table.playing.same(before.playing)
    due = table.due
    if due is not None and due.actor != CHANCE and same:
        return table  # what lies aside may be of the throw that stands
    count = min(should, max(table.aside, len(aside(table.settled_dice.dice))))
    return table if count == table.aside else replace(table, aside=count)
