"""A game to be filmed, as values: what hands and dice do, and the due events. No place, no picture."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from ..scenes.film.clip_acts import Rest, Turn

EventFields: TypeAlias = Mapping[str, Any]
"""One event in the words of `piste watch`, without its time: event, seat, and its own fields."""


@dataclass(frozen=True)
class ScriptedThrow:
    """A throw.

    Attributes:
        seat: who throws.
        dice: the values; None for a die that leans or lies beside the board.
        void: what is the matter with such a die; "" where there is none.
    """

    seat: int
    dice: tuple[int | None, ...]
    void: Literal["", "cocked", "off-board"] = ""


@dataclass(frozen=True)
class Linger:
    """A hand stays over tiles or over a die, and leaves.

    Attributes:
        seat: whose hand.
        over: the frame of a seat, 1 to 4; 0: the dice.
        seconds: how long.
    """

    seat: int
    over: int
    seconds: float


@dataclass(frozen=True)
class Stir:
    """A hand pushes a die a little, or lifts it and puts it back, its value kept.

    Attributes:
        seat: whose hand.
        die: which of the dice that lie there.
        lifted: lifted and put back.
    """

    seat: int
    die: int
    lifted: bool


ManWay: TypeAlias = tuple[int, str, str]
"""Whose man, 0 white or 1 black, from which space to which, as the referee names them."""


@dataclass(frozen=True)
class MenMoved:
    """A hand moves men, one after the other.

    Attributes:
        seat: whose hand.
        ways: of each man.
    """

    seat: int
    ways: tuple[ManWay, ...]


Deed: TypeAlias = ScriptedThrow | Turn | MenMoved | Rest | Linger | Stir


@dataclass(frozen=True)
class ScriptStep:
    """One deed, and the events due after it.

    Attributes:
        deed: what happens.
        events: events, in order.
    """

    deed: Deed
    events: tuple[EventFields, ...] = ()


@dataclass(frozen=True)
class Script:
    """A whole recording.

    Attributes:
        game: as `--game` names it.
        profile: the rule profile, or "".
        options: house rules that differ from it.
        seats: the players' places in playing order.
        steps: what happens.
    """

    game: str
    profile: str
    options: tuple[tuple[str, Any], ...]
    seats: tuple[int, ...]
    steps: tuple[ScriptStep, ...]

    @property
    def throws(self) -> int:
        """How often dice are thrown, fouls and throws that do not count among them."""
        return sum(isinstance(step.deed, ScriptedThrow) for step in self.steps)
