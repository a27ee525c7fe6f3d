"""How often things happen at a table, all in one place.

Counted over recorded games of seeds of their own, never tuned on the films that are scored.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Board:
    """How a board stands when it is looked at, shares.

    Attributes:
        unchanged: as before the throw.
        move: after a whole legal move, all of them together.
        part: on the way to one, all of them together.
        early: how many times seldomer a foul is while a throw is due.
        unready: not yet set up for the throw that was made.
        foul: after any one change of a space that no rule allows; each further space is
            `one_more` times as likely where a move might have changed it, else `elsewhere` times.
    """

    unchanged: float = 0.45
    move: float = 0.45
    part: float = 0.08
    foul: float = 0.0015
    one_more: float = 0.5
    elsewhere: float = 0.1
    early: float = 0.1
    unready: float = 0.1


@dataclass(frozen=True)
class Acts:
    """What dice that lie otherwise than before are, shares of the moments at which they do.

    Attributes:
        throw: a throw, while one is due.
        odd: a throw of too many or too few dice, of throws.
        stays: a die that was pushed, or lifted and put back, while a throw is due, and while a move is; each further
            one at once is `stays_too` times as likely.
        moved_and_thrown: the move that stands is meant and the next player throws, while a move is due.
        owed: a throw although a move is due.
        aside: dice of the last throw laid elsewhere while a move is due that no camera sees, and once a finger has made
            it. No recording has it: a guess.
        again: the last throw made again, for any reason; `asked_again`: once Piste has asked what it was.
        left: a board that no rule explains is left as it is when the next throw is made.
        late: a die of the same throw that came to rest later.
        missed_die: one die of a throw is not seen; `fallen`: because it leans, or fell beside the board.
        mistaken: a misread die was none of the readings that were followed.
        missed: a throw that nobody saw, before the one that is seen.
        unseen: a throw that nobody saw, although dice lie there untouched since the one before.
        unlooked: a throw and its move, before the throw that is seen, where nobody looked until then.
        doubted: a throw that was taken for one that does not count.
        laid_by: a die laid beside the board as fewer are due than were thrown, of all that come to lie there. A guess.
        between: dice that lie otherwise once a game is over and before the next one begins: nobody's throw. A guess.
        unread: a throw whose dice are not seen: none lie there. So many times likelier than tiles
            that are turned without a throw meanwhile.
    """

    throw: float = 0.85
    odd: float = 0.025
    stays: tuple[float, float] = (0.065, 0.64)
    stays_too: float = 0.1
    moved_and_thrown: float = 0.2
    owed: float = 0.02
    aside: tuple[float, float] = (0.3, 0.01)
    again: float = 0.002
    asked_again: float = 0.4
    left: float = 0.03
    late: float = 0.5
    unseen: float = 0.0001
    missed: float = 0.002
    unread: float = 0.4
    unlooked: float = 0.4
    doubted: float = 0.02
    missed_die: float = 0.01
    fallen: float = 0.015
    mistaken: float = 0.1
    laid_by: float = 0.9
    between: float = 0.1


BOARD = Board()
ACTS = Acts()
