"""Dice set aside under the camera: which keep they are in the game, and what was taken back.

If a place beside the dice area is marked, a die says by its place what a finger says by a tap. The values of the throw
that stands identify it: a die read with doubt means no keep that the game forbids.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import exp, log

from referee.core import Event, Foul, Move, sure_sighting
from referee.games.trente import Keep
from referee.match import Match
from vision.observation import Die

from ..belief.evidence import REAL, SettledDice, fits
from ..values.state import Table, Turned

SURE = 0.95
"""How probable it must be which dice lie aside until they count as set aside."""

ANOTHER = log(0.02)
"""Logarithm of how probable it is that the dice show nothing that the game allows."""


@dataclass(frozen=True)
class LyingAside:
    """What lies aside.

    Attributes:
        ways: the keeps that may lie there and how probable each is, likeliest first; () if none does.
        sure: it is practically certain which dice they are; with more than one of `ways` only the first die is not.
        none: nothing more lies aside than before the throw, and all other dice lie where they are thrown.
        there: all dice are seen, or those that are not aside were all picked up.
    """

    ways: tuple[tuple[Keep, float], ...] = ()
    sure: bool = False
    none: bool = False
    there: bool = False


def declared_aside(table: Table) -> tuple[int, ...]:
    """The faces of the dice that are aside in the running turn, in the game's state."""
    game, state = table.game, table.playing.state
    if not game.sets_aside:
        return ()
    return tuple(int(kind) for space, kind in game.appearance(state).items() if _is_die(space, kind))


def _is_die(space: str, kind: str) -> bool:
    return space.startswith("aside-") and kind.isdigit()


def aside(dice: Sequence[Die]) -> tuple[Die, ...]:
    """Those of the dice that lie aside."""
    return tuple(die for die in dice if die.aside and die.there >= REAL)


def dice_in_tray(dice: Sequence[Die]) -> tuple[Die, ...]:
    """Those of the dice that lie where dice are thrown."""
    return tuple(die for die in dice if not die.aside and die.there >= REAL)


def lying_aside(table: Table) -> LyingAside:
    """Which dice of the throw that stands lie aside; nothing after a touch, or if it cannot be decided."""
    game, settled = table.game, table.settled_dice
    before = declared_aside(table)
    if not game.sets_aside or settled is None or table.turned.touched or table.aside < len(before):
        return LyingAside()
    dice = aside(settled.dice)
    more = len(dice) - len(before)
    if more < 0 or any(die.state != "flat" for die in dice) or not table.playing.state.dice:
        return LyingAside()
    tray = dice_in_tray(settled.dice)
    every = len(tray) + len(dice) == len(table.playing.state.aside)
    if not more:
        return LyingAside(none=every, there=every)
    odds = {keep: _odds(table, keep, (*before, *keep.dice), dice, tray) for keep in _keeps(table, more)}
    ways = _narrowed(table, _ways(odds))
    return LyingAside(ways, sum(share for _, share in ways) >= SURE and _alike(ways), there=every or not tray)


def _keeps(table: Table, count: int) -> list[Keep]:
    """The legal keeps of so many dice."""
    legal = table.game.legal(table.playing.state)
    return [move for move in legal if isinstance(move, Keep) and len(move.dice) == count]


def _odds(table: Table, keep: Keep, values: Sequence[int], dice: Sequence[Die], tray: Sequence[Die]) -> float:
    """Logarithm of how much likelier dice are read so with a keep than by chance; unmoved thrown dice help."""
    settled = table.settled_dice or SettledDice()
    left = list(table.playing.state.dice)
    for value in keep.dice:
        left.remove(value)
    thrown_again = any(settled.dice[k] in tray for k in settled.stirred)
    return fits(dice, values) + (0.0 if thrown_again or len(left) != len(tray) else fits(tray, left))


def _ways(odds: dict[Keep, float]) -> tuple[tuple[Keep, float], ...]:
    top = max((0.0, *odds.values()))
    whole = exp(ANOTHER - top) + sum(exp(weight - top) for weight in odds.values())
    shares = [(keep, exp(weight - top) / whole) for keep, weight in odds.items()]
    return tuple(sorted((way for way in shares if way[1] > 1 - SURE), key=lambda way: -way[1]))


def _narrowed(table: Table, ways: tuple[tuple[Keep, float], ...]) -> tuple[tuple[Keep, float], ...]:
    """Of keeps that differ only in the first die, those that continue what stands: it lay there first."""
    stood, whole = table.turned.move, sum(share for _, share in ways)
    if stood is None or not _alike(ways):
        return ways
    follow = table.game.continuations(table.playing.state, stood)
    goes_on = tuple(keep for keep, _ in ways if keep == stood or keep in follow)
    return tuple((keep, whole / len(goes_on)) for keep in goes_on) or ways


def _alike(ways: Sequence[tuple[Keep, float]]) -> bool:
    """Whether all of them keep the same dice."""
    return len({tuple(sorted(keep.dice)) for keep, _ in ways}) == 1


def possible_moves(table: Table) -> tuple[tuple[Move, float], ...]:
    """The moves that may have been made before the next throw, with their probabilities: by finger, or as dice lie."""
    turned, now = table.turned, lying_aside(table)
    if now.sure or (now.ways and turned.move is None):
        return now.ways
    if not table.whole or turned.move is None or (now.none and not turned.touched):
        return ()
    return ((turned.move, 1.0),)


def as_if_played(table: Table, match: Match) -> Table:
    """The table as if this had happened since the last report: what is aside in it was seen there."""
    after = replace(table, match=match, turned=Turned())
    return replace(after, aside=len(declared_aside(after)))


def alike(event: Event, other: Event) -> bool:
    """Whether the events are the same, or keep the same dice, whichever of them first."""
    both = isinstance(event, Keep) and isinstance(other, Keep)
    return event == other or (both and sorted(event.dice) == sorted(other.dice))


def orders(table: Table) -> tuple[Keep, ...]:
    """The keeps of which one lies aside, if only a person can say which die was the first; else ()."""
    if not table.sight.on or table.match is None or not table.closing_due or table.turned.move is not None:
        return ()
    now = lying_aside(table)
    return tuple(keep for keep, _ in now.ways) if now.sure and len(now.ways) > 1 else ()


def is_missing(table: Table, dice: Sequence[Die]) -> bool:
    """Whether dice that were set aside for good, and were seen there, are gone."""
    if table.match is None or not table.aside:
        return False
    return len(aside(dice)) < min(table.aside, len(declared_aside(table)))


def is_unaccounted(table: Table, dice: Sequence[Die]) -> bool:
    """Whether more dice lie aside than before the throw, while not all dice are seen: another one may lie there."""
    if table.match is None or not table.game.sets_aside or not table.closing_due or table.turned.touched:
        return False
    lie, tray = len(aside(dice)), len(dice_in_tray(dice))
    more, stood = lie - len(declared_aside(table)), table.turned.move
    known = isinstance(stood, Keep) and len(stood.dice) == more  # they were seen before
    return more > 0 and tray > 0 and not known and lie + tray != len(table.playing.state.aside)


def taken_back_foul(table: Table, dice: Sequence[Die]) -> Foul:
    """The rule that is broken if dice no longer lie aside, in the game's own words."""
    before, lie = declared_aside(table), [die for die in aside(dice) if die.state == "flat"]
    should = table.game.appearance(table.playing.state)
    places = [space for space, kind in should.items() if _is_die(space, kind)]
    stay = max(
        combinations(range(len(before)), min(len(lie), len(before))),
        key=lambda some: fits(lie, [before[k] for k in some]),
    )
    gone = {space: "empty" for k, space in enumerate(places) if k not in stay}
    return table.game.refusal(table.playing.state, sure_sighting((), {**should, **gone}))
