"""How the men of Le Tric Trac stand, as the player whose throw it is sees it, and what one step makes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..arrows import OFF, ManMove

MEN = 15
"""Men of each colour."""

START = 1
"""The own arrow where men wait to come into play; what stands there is not "dans le jeu"."""

BOSSE = 12
"""The own arrow that two men take together, and that the last two leave together."""

CLOSED = 13
"""The opponent's bosse: "même si elle est inoccupée, est bloquée"."""

HOME = 24
"""The own arrow where men arrive and leave the game."""

ENOUGH = 12
"""Points that win a party: "Dès qu'un joueur totalise 12 points ... il a gagné la partie"."""

PONT = range(7, BOSSE + 1)
"""The arrows of the grand pont: "occuper sa bosse" and five rubans "de son côté" beside it."""

PONT_POINTS = 2
"""What the grand pont is worth: "Ce pont rapporte 2 points"."""

WHOLE = (0,) * HOME
"""A board without a man."""


@dataclass(frozen=True, slots=True)
class Men:
    """How a party stands between two steps. "Mine" are the men of the player who moves.

    Attributes:
        board: for each own arrow, 1 to 24, the men there: positive mine, negative his. My n is his 25 - n; the first
            and the last are always 0, for what stands there is outside the game.
        start: men that wait on their start arrow: mine, his.
        off: men that have arrived and were taken off: mine, his.
        score: points of this party: mine, his.
    """

    board: tuple[int, ...]
    start: tuple[int, int]
    off: tuple[int, int] = (0, 0)
    score: tuple[int, int] = (0, 0)

    def on(self, arrow: int) -> int:
        """Men on an own arrow from 1 to 24: positive mine, negative his."""
        return self.board[arrow - 1]

    def waits(self, arrow: int) -> int:
        """How many of my men may leave this place: those on the start arrow wait there; none stands on a bar."""
        if arrow == START:
            return self.start[0]
        return max(0, self.on(arrow)) if arrow <= HOME else 0

    def turned(self) -> Men:
        """The same as the other player sees it."""
        return Men(
            tuple(-men for men in reversed(self.board)), self.start[::-1], self.off[::-1], self.score[::-1]
        )

    def after(self, step: ManMove) -> Men:
        """One man moved, legal or not; a lone enemy man on the landing arrow returns to its start arrow.

        S1: "Chaque dame capturée ainsi que chaque dame retirée du jeu rapportent 1 point".
        """
        board, (mine, his), off, points = list(self.board), self.start, self.off[0], self.score[0]
        if step.source == START:
            mine -= 1
        else:
            board[step.source - 1] -= 1
        if step.target == OFF:
            off, points = off + 1, points + 1
        else:
            captured = board[step.target - 1] == -1
            board[step.target - 1] += 2 if captured else 1
            his, points = his + captured, points + captured
        return Men(tuple(board), (mine, his), (off, self.off[1]), (points, self.score[1]))

    def of_each(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """My men and his, each by the owner's own numbers OFF to BAR; those that wait stand on START."""
        arrows = range(START + 1, HOME)
        mine = (self.off[0], self.start[0], *(max(0, self.on(n)) for n in arrows), 0, 0)
        his = (self.off[1], self.start[1], *(max(0, -self.on(HOME + 1 - n)) for n in arrows), 0, 0)
        return mine, his

    @property
    def has_pont(self) -> bool:
        """True where my grand pont stands: "un «grand pont» que l'adversaire ne peut pas surmonter"."""
        return all(self.board[arrow - 1] > 1 for arrow in PONT)

    def scored(self, points: int) -> Men:
        """The same with points more on my side."""
        return replace(self, score=(self.score[0] + points, self.score[1]))

    @property
    def multiplier(self) -> int:
        """What the party counts for me now: 0 while I have not won it."""
        return worth(self.score[1]) if self.score[0] >= ENOUGH else 0

    def restacked(self) -> Men:
        """Whoever has all men off piles them on the start arrow again: "cela n'est pas compté comme un coup"."""
        mine, his = (off == MEN for off in self.off)
        start = (MEN if mine else self.start[0], MEN if his else self.start[1])
        return replace(self, start=start, off=(0 if mine else self.off[0], 0 if his else self.off[1]))


def worth(loser: int) -> int:
    """How many parties a won one counts as, from the loser's points: 1 to 4.

    S1: "Si l'autre joueur n'a pas dépassé le nombre 6, la partie compte double, s'il n'a pas dépassé le nombre 2,
    elle compte triple, s'il n'a obtenu aucun point, elle compte 4 fois plus".
    """
    if loser == 0:
        return 4
    if loser <= 2:
        return 3
    return 2 if loser <= 6 else 1


def carried(winner: int, choice: str) -> int:
    """Points that the winner of a party begins the next with: the excess where it is prolonged, else none.

    S1: "Si la partie est prolongée, le gagnant aura à son actif les points dépassant le nombre 12".
    """
    return winner - ENOUGH if choice == "prolong" else 0


def at_start(score: tuple[int, int] = (0, 0)) -> Men:
    """All men "empilées en 3 tours" on their start arrows."""
    return Men(WHOLE, (MEN, MEN), score=score)


def of_men(mine: tuple[int, ...], his: tuple[int, ...], score: tuple[int, int]) -> Men:
    """The position of these men, each by the owner's own numbers OFF to BAR; the two never share an arrow."""
    inner = tuple(mine[n] - his[HOME + 1 - n] for n in range(START + 1, HOME))
    return Men((0, *inner, 0), (mine[START], his[START]), (mine[OFF], his[OFF]), score)
