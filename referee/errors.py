"""Errors of the referee's room.

RefereeError
├── IllegalMove (ValueError)     a throw or move that is not due; carries its Foul
├── BadPlace (ValueError)        a space that the board does not have now, or a kind that cannot stand there
├── BadSeats (ValueError)        players or places that the game or board does not have
├── BadStart (ValueError)        a handicap or a position set up by hand that the game cannot start from
├── BadOption (ValueError)       a house rule that the game does not know, or a value it cannot have
├── UnknownGame (LookupError)    no game or profile of that name
├── BadQuestion (ValueError)     a question of the notation that cannot be taken
└── BadRecord (ValueError)       a line of a record that cannot be right; carries its number
"""

from __future__ import annotations

from .core import Foul


class RefereeError(Exception):
    """Root of everything that the referee raises on purpose."""


class IllegalMove(RefereeError, ValueError):
    """A throw or a move that is not due.

    Attributes:
        foul: the rule that it breaks.
    """

    def __init__(self, message: str, foul: Foul) -> None:
        super().__init__(message)
        self.foul = foul


class BadPlace(RefereeError, ValueError):
    """A space that the board does not have now, or a kind that cannot stand there."""


class BadSeats(RefereeError, ValueError):
    """Players or places that the game or its board does not have."""


class BadStart(RefereeError, ValueError):
    """A handicap, or a position set up by hand, that the game cannot start from."""


class BadOption(RefereeError, ValueError):
    """A house rule that the game does not know, or a value it cannot have."""


class UnknownGame(RefereeError, LookupError):
    """No game, or no profile, of that name."""


class BadQuestion(RefereeError, ValueError):
    """A question of the notation that cannot be taken: the message names the key and what was expected."""


class BadRecord(RefereeError, ValueError):
    """A line of a record that cannot be right.

    Attributes:
        line: its number, from 1.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
