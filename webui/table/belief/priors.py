"""How often things happen at a table, how often eyes err, and how long is waited: all in one place.

What happens was counted over recorded games of seeds of their own, never tuned on the films that are scored.
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
            `further` times as likely where a move might have changed it, else `elsewhere` times.
    """

    unchanged: float = 0.45
    move: float = 0.45
    part: float = 0.08
    foul: float = 0.0015
    further: float = 0.5
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


@dataclass(frozen=True)
class Noise:
    """How eyes err, counted over recordings (`python -m workshop simulate count`).

    Attributes:
        misread: chance that a die shows another value than the one told, however sure the eyes are.
        put_back: how many times likelier a die lies near where one lay when it was put back or pushed than when it
            was thrown, for a die within `near` widths, and for one farther away.
        near: widths.
        unseen: chance that a die lay there, not thrown, and was not seen before.
        lies_on: chance that a die of a throw lies exactly where a die lay, the picture unchanged.
        unnoticed: chance that the picture hardly changes where a die of a throw lies.
        came_up: chance that a die is seen where the picture hardly changed, and was not thrown.
        stain: chance that what is read as a die, and was not there before, is none.
        leans: chance that a die which is read as a flat one leans, or lies beside the board.
    """

    misread: float = 0.001
    put_back: tuple[float, float] = (12.0, 0.003)
    near: float = 1.3
    unseen: float = 0.007
    lies_on: float = 0.0007
    unnoticed: float = 0.013
    came_up: float = 0.004
    stain: float = 0.006
    leans: float = 0.007


@dataclass(frozen=True)
class Patience:
    """How long the table waits, seconds.

    Attributes:
        still: the board stands still until a move counts to which nothing can be added.
        wrong: tiles stand so that no move explains them until that is refused; until then what may have been missed is
            searched for.
        doubtful: the same where the reader would rather ask: it looks again; then a person is asked about the tile.
        turned: a tile stands so until it is reported as turned, where no move explains it; `lone`: where no hand was
            seen over it.
        reach: after a hand was over a tile that hand may have turned it, though it is not read at every moment.
        clear: a reading as sure as either of `tiles.CLEAR` lasts so long until it is taken to be certain.
        unsure: a doubtful throw is looked at until it is reported with a question mark.
        agrees: tiles stand so that they tell what was thrown until that is taken.
        asks: no further look will tell what was thrown until a person is asked.
        many: more dice than are due lie still until they are refused; `few`: fewer, and within that time one more die
            still belongs to the throw.
        void: a throw which likely does not count is looked at until that is reported.
        tiles: doubtful tiles are looked at when the next throw lies there already.
        late: after so long the report of a throw says when it came to rest.
        near: what was reported and what happened within this time are rather the same.
        aside: dice set aside are missed until that is refused: a sleeve may hide them.
        light: the light, or how well the table is read, must be otherwise until that is reported.
        lost: still pictures show no board until it counts as moved.
    """

    still: float = 1.0
    wrong: float = 1.0
    doubtful: float = 2.5
    turned: float = 0.4
    lone: float = 2.0
    reach: float = 6.0
    clear: tuple[float, float] = (1.0, 2.2)
    unsure: float = 0.5
    agrees: float = 0.5
    asks: float = 2.5
    many: float = 1.0
    few: float = 2.2
    void: float = 1.9
    tiles: float = 3.0
    late: float = 1.5
    near: float = 2.0
    aside: float = 2.5
    light: float = 2.0
    lost: float = 1.5


BOARD = Board()
ACTS = Acts()
NOISE = Noise()
PATIENCE = Patience()
