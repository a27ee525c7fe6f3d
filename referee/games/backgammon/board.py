"""Backgammon's board: where the men stand and where one die may take one of them (S1).

The player to move counts the arrows 24 down to 1 along the way to his last quarter. White's 24 is the arrow 1A and
White's 1 the arrow 1; for Black it is the other way round, so that my n is the opponent's 25 - n.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ..arrows import BAR, OFF, ManMove, printed_arrow

Cells: TypeAlias = tuple[int, ...]
"""28 numbers as the player to move sees them.

[0] my men borne off; [1..24] men on my arrow n, mine positive, the opponent's negative; [25] my men on the barrière,
[26] the opponent's there; [27] the opponent's borne off.
"""

MEN = 15
HOME = 6
"""Arrows of the last quarter: my 6 to 1."""
HIS_BAR = 26
HIS_OFF = 27

START: Cells = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0, 0, 0)
"""Croquis 1; S1: "Les 2 dames placées sur 1A", "Les 5 dames placées sur 12A"; 8 and 6 follow from its examples."""

STEPS = tuple(
    tuple(ManMove(source, max(source - die, OFF)) for die in range(1, 7)) for source in range(1, BAR + 1)
)
"""STEPS[source - 1][die - 1]: the step of a man with a die; made once, for the search looks at thousands."""


def numbers(player: int) -> dict[str, int]:
    """A player's own number of each printed arrow."""
    return {printed_arrow(player, number): number for number in range(1, 25)}


def turned(cells: Cells) -> Cells:
    """The same board as the opponent sees it."""
    arrows = tuple(-cells[number] for number in range(24, 0, -1))
    return (cells[HIS_OFF], *arrows, cells[HIS_BAR], cells[BAR], cells[OFF])


def men(cells: Cells) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """My men and the opponent's, each by the owner's own numbers OFF to BAR."""
    mine = tuple(max(cells[number], 0) for number in range(BAR + 1))
    his = (cells[HIS_OFF], *(max(-cells[25 - number], 0) for number in range(1, 25)), cells[HIS_BAR])
    return mine, his


def of_men(mine: tuple[int, ...], his: tuple[int, ...]) -> Cells:
    """The board with these men; the two never share an arrow."""
    arrows = tuple(mine[number] - his[25 - number] for number in range(1, 25))
    return (mine[OFF], *arrows, mine[BAR], his[BAR], his[OFF])


def rearmost(cells: Cells) -> int:
    """The greatest arrow on which a man of mine stands, BAR for the barrière, 0 when all are borne off."""
    return next((number for number in range(BAR, 0, -1) if cells[number] > 0), 0)


def moved(cells: Cells, source: int, target: int) -> Cells:
    """The board once a man of mine went from a place to another; a lone enemy man there is captured.

    S1: "Lorsqu'un coup tombe sur une flèche où se trouve une seule dame adverse, cette dernière est capturée".
    """
    after = list(cells)
    after[source] -= 1
    if target != OFF and after[target] == -1:
        after[target] = 0
        after[HIS_BAR] += 1
    after[target] += 1
    return tuple(after)


def steps(cells: Cells, die: int) -> Iterator[tuple[ManMove, Cells]]:
    """Every step that one die allows and the board after it, the rearmost man first.

    S1: "Tant qu'un joueur a encore des dames sur la barrière, il ne peut faire avancer aucune des dames placées sur
    le tablier"; "On ne peut placer ... une dame sur une flèche que si cette dernière est libre ou bien si elle est
    déjà occupée par ses propres dames", or to capture.
    """
    last = rearmost(cells)
    for source in (BAR,) if last == BAR else range(last, 0, -1):
        if cells[source] > 0:
            target = source - die
            if target > OFF:
                if cells[target] >= -1:
                    yield STEPS[source - 1][die - 1], moved(cells, source, target)
            elif last <= HOME and (target == OFF or source == last):
                yield STEPS[source - 1][die - 1], moved(cells, source, OFF)


def value(cells: Cells, *, needs_no_bearoff: bool) -> int:
    """What a game counts that the player to move has won: 1, or 2 for a gammon, 3 for a backgammon.

    S1: "doublée lorsque l'adversaire n'a retiré aucune dame du tablier (Gammon), ... triplée lorsque des dames de la
    couleur noire se trouvent encore dans le premier quartier ou sur la barrière (Backgammon)".

    Args:
        cells: the board; all of my men are borne off.
        needs_no_bearoff: True when a backgammon counts so only where the loser has borne off no man.
    """
    far = cells[HIS_BAR] > 0 or any(cells[number] < 0 for number in range(1, HOME + 1))
    if far and not (needs_no_bearoff and cells[HIS_OFF]):
        return 3
    return 1 if cells[HIS_OFF] else 2
