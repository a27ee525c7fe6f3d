"""Rules that can be broken at the table, and the values that their sentences are made of.

Each game holds its own, `rule_ids`; here are those of all games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Protocol, TypeAlias

from .core import Event, Foul, Move, Roll, Value, are_dice
from .errors import IllegalMove

MOST_TOLD = 15
"""Most legal moves that an error's message names."""

RuleIds: TypeAlias = Mapping[str, tuple[str, ...]]
"""Rule id -> the names of its values, in order. Dice and tiles are tuples of numbers, tiles ascending."""

COMMON: RuleIds = MappingProxyType(
    {
        "dice_count": ("due", "thrown"),  # `thrown` dice lie where `due` were due
        "not_dice": ("thrown",),  # numbers that no die shows
        "dice_unsure": ("readings", "closed"),  # none of what the dice may show allows it
        "board_unsure": ("tiles",),  # closed with a throw that was not read, and play went on
        "game_over": (),  # thrown or closed after the end
        # Rules of every match.
        "paused": (),  # play while the match is interrupted
        "not_paused": (),  # resumed without a pause
        "not_at_start": (),  # a position can be set up before the first throw only
        "not_in_this_game": (),  # cards dealt, or a touch noted, in a game that knows neither
        "no_such_player": ("player",),  # who leaves or is replaced does not play, or not any more
        "last_player": (),  # the last player cannot leave
    }
)
"""The rules that any game can break."""


class FoulMaker(Protocol):
    """Makes the fouls of some rules."""

    def __call__(self, rule: str, *values: Value, expected: tuple[Move, ...] = ()) -> Foul:
        """A Foul of this rule, its values named."""


def joined(*tables: RuleIds) -> RuleIds:
    """The rules of several tables.

    Raises:
        ValueError: a rule has other values in one table than in another.
    """
    rules: dict[str, tuple[str, ...]] = {}
    for rule, names in (pair for table in tables for pair in table.items()):
        if rules.setdefault(rule, names) != names:
            raise ValueError(f"{rule}: expected the values {rules[rule]} as elsewhere; got {names}")
    return MappingProxyType(rules)


def foul_of(rules: RuleIds) -> FoulMaker:
    """What makes the fouls of these rules: each with its values, named as the table says."""

    def foul(rule: str, *values: Value, expected: tuple[Move, ...] = ()) -> Foul:
        return Foul(rule, tuple(zip(rules[rule], values, strict=True)), expected)

    return foul


foul = foul_of(COMMON)


def dice_refusal(roll: Roll, allowed: tuple[int, ...]) -> Foul | None:
    """not_dice or dice_count of a throw that is due with so many dice, the first number the usual one; or None."""
    if not roll.dice or not are_dice(roll.dice):
        return foul("not_dice", roll.dice)
    return None if len(roll.dice) in allowed else foul("dice_count", allowed[0], len(roll.dice))


def refuse(broken: Foul | None, event: Event, to_text: Callable[[Move], str] = str) -> None:
    """Nothing where no rule is broken; see `illegal`.

    Raises:
        IllegalMove: a rule is broken.
    """
    if broken is not None:
        raise illegal(broken, event, to_text)


def illegal(broken: Foul, event: Event, to_text: Callable[[Move], str] = str) -> IllegalMove:
    """The error of an event that breaks a rule: its message names the rule, what was expected and the event.

    `to_text` writes the moves that would have been legal.
    """
    expected = " or ".join(map(to_text, broken.expected[:MOST_TOLD])) or "something else"
    values = ", ".join(f"{name}={value}" for name, value in broken.values)
    return IllegalMove(f"{broken.rule}({values}): expected {expected}; got {event}", broken)
