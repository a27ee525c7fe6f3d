"""What makes a game one for practice: the places that Piste plays, how it plays them, and who throws the dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from referee.core import Game
from referee.games.backgammon import Backgammon
from referee.options import values

HowPisteThinks = Literal["random", "advice", "gnubg"]
WhoThrows = Literal["piste", "people"]


class PracticeError(ValueError):
    """An invalid practice: the message says what was expected and what came."""


@dataclass(frozen=True)
class Practice:
    """A game that counts nowhere: neither in the results of a class nor in today's throws.

    Attributes:
        seats: the places that Piste plays; () if the person plays them all.
        plays: how it chooses: "random", any legal move with equal probability, "advice", the coach's best, if the coach
            is exact, or "gnubg", as GNU Backgammon would, where that is installed.
        dice: who throws: "piste" draws every throw, and the game goes by touch; "people" throw for all, Piste included.
    """

    seats: tuple[int, ...] = ()
    plays: HowPisteThinks = "random"
    dice: WhoThrows = "piste"

    def __post_init__(self) -> None:
        """Raises PracticeError."""
        if not all(type(seat) is int for seat in self.seats) or len(set(self.seats)) != len(self.seats):
            raise PracticeError(f"practice: expected each place of Piste's once; got {self.seats!r:.80}")
        for name, kind in (("plays", HowPisteThinks), ("dice", WhoThrows)):
            if getattr(self, name) not in get_args(kind):
                raise PracticeError(
                    f"{name}: expected {' or '.join(get_args(kind))}; got {getattr(self, name)!r:.80}"
                )

    def expect(self, game: Game, seats: tuple[int, ...]) -> None:
        """Raises PracticeError if this game, with players at these places, cannot be practised so."""
        if not set(self.seats) < set(seats):
            raise PracticeError(f"practice: expected some of the places {seats}, and a person; got {self.seats}")
        if self.plays == "advice" and not game.solved:
            raise PracticeError(f"plays: expected random, for nobody knows the best moves of {game.name}; got advice")
        if self.plays == "gnubg" and not isinstance(game, Backgammon):
            raise PracticeError(f"plays: expected random, for GNU Backgammon does not know {game.name}; got gnubg")
        hidden = {name: value for name, value in game.openly.items() if values(game)[name] != value}
        if self.seats and hidden:
            needed = " and ".join(f"{name} that are {value}" for name, value in hidden.items())
            raise PracticeError(f"practice: expected {needed}; Piste would have to guess its own cards")

    def to_json(self) -> dict[str, object]:
        """As JSON values; `from_json` makes an equal one of it."""
        return {"seats": list(self.seats), "plays": self.plays, "dice": self.dice}

    @classmethod
    def from_json(cls, payload: Any) -> Practice | None:
        """The practice in a page's, a program's or the journal's payload; None for none. Raises PracticeError."""
        if payload is None:
            return None
        seats = payload.get("seats", ()) if isinstance(payload, Mapping) else None
        if not isinstance(seats, list | tuple):
            raise PracticeError(f"practice: expected an object with the seats that Piste plays; got {payload!r:.80}")
        plays, dice = payload.get("plays", "random"), payload.get("dice", "piste")
        return cls(tuple(seats), cast(HowPisteThinks, plays), cast(WhoThrows, dice))
