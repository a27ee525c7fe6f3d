"""How often things happen at a table, how often the eyes err, and how long the table waits: all in one place.

Frequencies were counted over recorded games with their own seeds, never tuned on the films that are scored.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Board:
    """How a board stands when it is looked at, as shares.

    Attributes:
        unchanged: as before the throw.
        move: after a whole legal move, all of them together.
        part: on the way to one, all of them together.
        early: factor of a foul while a throw is due.
        unready: not yet set up for the throw that was made.
        foul: after any one change of a space that no rule allows; each further space multiplies by `further` where a
            move might have changed it, else by `elsewhere`. Of counted pieces, after one was set down wrong in one way;
            each further one is seldomer by `referee.witness.ANOTHER`.
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
    """What it means that dice lie differently than before, as shares of such moments.

    Attributes:
        throw: a throw, while one is due.
        odd: a throw of too many or too few dice, of throws.
        stays: a die that was pushed, or lifted and put back, while a throw is due, and while a move is; `stays_too`:
            factor of each further one at once.
        moved_and_thrown: the move that stands is meant and the next player throws, while a move is due.
        owed: a throw although a move is due.
        aside: dice of the last throw put elsewhere while a move is due that no camera sees, and once a finger has made
            it. No recording contains it: a guess.
        again: the last throw made again, for any reason; `asked_again`: after Piste has asked what it was.
        left: a board that no rule explains is left as it is when the next throw is made.
        late: a die of the same throw that came to rest later.
        missed_die: one die of a throw is not seen; `fallen`: because it leans, or fell beside the board.
        mistaken: a misread die was none of the readings that were followed.
        missed: an unseen throw before the one that is seen.
        unseen: an unseen throw, although untouched dice lie there from the one before.
        unlooked: a throw and its move before the throw that is seen, if nobody looked until then.
        doubted: a throw that was taken for one that does not count.
        laid_by: a die put beside the board as fewer are due than were thrown, of all that come to lie there. A guess.
        between: dice that moved between two games: nobody's throw. A guess.
        unread: a throw whose dice are not seen because none lie there, relative to tiles that are turned without a
            throw meanwhile.
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
    """How the eyes err, counted over recordings (`python -m workshop simulate count`).

    Attributes:
        misread: chance that a die shows another value than the one reported, however sure the eyes are.
        put_back: how many times likelier a die lies near the place of an earlier one if it was put back or pushed than
            if it was thrown, within `near` widths, and farther away.
        near: widths.
        unseen: chance that a die was already there, not thrown and not seen before.
        lies_on: chance that a die of a throw lies exactly where a die lay, the picture unchanged.
        unnoticed: chance that the picture hardly changes where a die of a throw lies.
        came_up: chance that a die is seen where the picture hardly changed, and was not thrown.
        stain: chance that a new detection is not a die.
        leans: chance that a die read as flat leans, or lies beside the board.
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
        still: until a complete move on a board at rest counts.
        wrong: until tiles that no move explains are refused; meanwhile missed events are searched for.
        doubtful: the same if the reader would rather ask: it looks again; then a person is asked about the tile.
        turned: until a tile that no move explains is reported as turned; `lone`: if no hand was seen over it.
        reach: after a hand was over a tile that hand may have turned it, though it is not read at every moment.
        clear: until a reading as sure as either of `webui.table.games.tiles.CLEAR` is taken to be certain.
        unsure: until a doubtful throw is reported with a question mark.
        agrees: until tiles that show what was thrown settle a throw.
        asks: until a person is asked what was thrown.
        many: until more dice than are due are refused; `few`: fewer, and until then one more die still belongs to the
            throw.
        void: until a throw that probably does not count is reported.
        tiles: while the next throw already lies there, until doubtful tiles count as they are read.
        late: after this the report of a throw says when it came to rest.
        near: a report and an event within this time are more likely the same.
        aside: until missing dice set aside are refused: a sleeve may hide them.
        light: until a change of the light, or of how well the table is read, is reported.
        lost: until still pictures without a board mean that it was moved.
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
