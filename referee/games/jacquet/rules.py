"""Jacquet's positions and single steps: where one man may be put with one die (S1).

Arrows are numbered along the mover's own course, 1 to 24: 1 is the first arrow of one's petit jan, 13 the first
of the opponent's, 19 to 24 the opponent's grand jan. Both travel the same way round, so that my n is the
opponent's n + 12.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..arrows import BAR, OFF, ManMove, Walk, step

ARROWS = 24
"""Arrows of the course."""

GOAL = 19
"""First arrow of the opponent's grand jan: "à partir de la 19ème flèche"."""

MEN = 15
"""Men of each player: "15 pions appelés «dames»"."""


@dataclass(frozen=True, slots=True)
class Position:
    """The places of the men, from the side of the player to move.

    Attributes:
        board: 24 numbers, index i for arrow i + 1: my men, or the opponent's as a negative number.
        off: men borne off, mine and the opponent's.
        post: arrow of each postillon, mine and the opponent's, each in its owner's numbering; 0 once it has
            arrived. Within a throw mine may stand at 19 or beyond: it arrives with the end of the throw.
        touched: my arrows from which a man was touched in this throw and none has left since, in order.
    """

    board: tuple[int, ...]
    off: tuple[int, int] = (0, 0)
    post: tuple[int, int] = (0, 0)
    touched: tuple[int, ...] = ()

    def turned(self) -> Position:
        """The same table from the opponent's side."""
        half = ARROWS // 2
        return Position(
            tuple(-men for men in self.board[half:] + self.board[:half]),
            (self.off[1], self.off[0]),
            (self.post[1], self.post[0]),
        )

    def settled(self) -> Position:
        """The position at the end of a throw: a postillon that stands at 19 or beyond runs no more."""
        if self.post[0] < GOAL and not self.touched:
            return self
        return replace(self, post=(self.post[0] if self.post[0] < GOAL else 0, self.post[1]), touched=())

    def moved(self, source: int, target: int) -> Position:
        """The position once one of my men went from an arrow to another, or OFF."""
        board = list(self.board)
        board[source - 1] -= 1
        off, post = self.off, self.post
        if target == OFF:
            off = (off[0] + 1, off[1])
        else:
            board[target - 1] += 1
        if source == post[0]:
            post = (target, post[1])
        touched = self.touched
        if source in touched:
            touched = tuple(arrow for arrow in touched if arrow != source)
        return Position(tuple(board), off, post, touched)

    def rearmost(self) -> int:
        """The arrow of my man that has farthest to go, 25 when none is on the board."""
        return next((arrow for arrow, men in enumerate(self.board, start=1) if men > 0), ARROWS + 1)


def start(given: tuple[int, ...] = ()) -> Position:
    """S1: "trois piles de 5 pions sur la première flèche de son «petit Jan»"; both postillons wait there, too.

    Args:
        given: men of mine and of the opponent that are borne off from the start; () for none.
    """
    mine, his = given or (0, 0)
    rest = (0,) * (ARROWS // 2 - 1)
    return Position((MEN - mine, *rest, his - MEN, *rest), off=(mine, his), post=(1, 1))


def running(board: Sequence[int]) -> int:
    """Where a player's postillon runs, by that player's own board as in Position; 0 once it has arrived.

    Whoever has a man on 19 or beyond, or none left, has no running postillon; else the foremost man is it.
    """
    foremost = next((arrow for arrow in range(ARROWS, 0, -1) if board[arrow - 1] > 0), 0)
    return foremost if foremost < GOAL else 0


@dataclass(frozen=True)
class Rules:
    """What one die, and one throw, allow.

    Attributes:
        block: most arrows in a row that a player without a man on 23 or 24 may hold; 99 for any number.
        exit: which men a die may bear off: "exact_rearmost", "exact_any" or "overshoot".
        doublet_postillon: True when a doublet is played four times by a running postillon, too.
    """

    block: int = 6
    exit: str = "exact_rearmost"
    doublet_postillon: bool = True

    def dice(self, position: Position, thrown: tuple[int, ...]) -> tuple[int, ...]:
        """The dice, once for each time that they may be played.

        S1: "Si les deux dés indiquent un même nombre de points, c'est un doublet. Le joueur double son tirage".
        """
        doubled = len(set(thrown)) == 1 and (self.doublet_postillon or not position.post[0])
        return thrown * 2 if doubled else thrown

    @property
    def walk(self) -> Walk[Position]:
        """How men walk with one throw; ends that look the same once the throw is over are one."""
        return Walk(self.steps, look=Position.settled)

    def steps(self, position: Position, die: int) -> Iterator[tuple[ManMove, Position]]:
        """Every step that one die allows and the position after it, the rearmost man first."""
        for source in movers(position):
            if self._own_hindrance(position, source, die) is None:
                target = landing(source, die)
                after = position.moved(source, target)
                if not self.blocks(after):
                    yield step(source, target), after

    def hindrance(self, position: Position, source: int, die: int) -> str | None:
        """Why a man of mine may not leave an arrow with a die, as the id of a rule; None when he may."""
        reason = self._own_hindrance(position, source, die)
        if reason is None and self.blocks(position.moved(source, landing(source, die))):
            return "too_long_block"
        return reason

    def _own_hindrance(self, position: Position, source: int, die: int) -> str | None:
        """The same, but independent of rows of arrows.

        One man of the opponent is enough to hold an arrow: "occupée par une ou plusieurs dames de l'adversaire".
        What lies between is no hindrance: "les dames peuvent se poser au-delà des flèches bouchées".
        """
        if position.board[source - 1] <= 0:
            return "no_man_there"
        if position.post[0] and source != position.post[0]:
            return "postillon_first"
        target = landing(source, die)
        if target == OFF:
            return self.bearing_off_hindrance(position, source, die)
        return "arrow_held" if position.board[target - 1] < 0 else None

    def bearing_off_hindrance(self, position: Position, source: int, die: int) -> str | None:
        """Why a man of mine may not be borne off with a die; None when he may.

        S1: "il doit obtenir le nombre de points nécessaire pour arriver sur la dernière flèche plus un", "dans
        l'ordre en commençant par celle qui est la plus éloignée de l'arrivée".
        """
        if position.post[0]:
            return "postillon_stays"
        rearmost = position.rearmost()
        if rearmost < GOAL:
            return "not_all_arrived"
        needed = ARROWS + 1 - source
        exact = die == needed
        if die < needed or (not exact and self.exit != "overshoot"):
            return "not_exact"
        if source != rearmost and (not exact or self.exit == "exact_rearmost"):
            return "rearmost_first"
        return None

    def blocks(self, position: Position) -> bool:
        """True when I hold more arrows in a row than I may.

        S1: "Un joueur ne peut boucher plus de 6 flèches consécutives que s'il a déjà posé au moins une dame sur
        le 23ème ou 24ème flèche de son parcours". Whoever held 24 and 1 as neighbours would have that man.
        """
        if position.board[22] > 0 or position.board[23] > 0:
            return False
        return longest_row(position) > self.block


def movers(position: Position) -> tuple[int, ...]:
    """My arrows with men, ascending; only the postillon's while it runs."""
    if position.post[0]:
        return (position.post[0],)
    return tuple(arrow for arrow, men in enumerate(position.board, start=1) if men > 0)


def landing(source: int, die: int) -> int:
    """Where a die takes a man, OFF beyond the last arrow."""
    return source + die if source + die <= ARROWS else OFF


def longest_row(position: Position) -> int:
    """Most arrows in a row, along my course, on which men of mine stand."""
    longest = row = 0
    for men in position.board:
        row = row + 1 if men > 0 else 0
        longest = max(longest, row)
    return longest


def arrow_name(player: int, number: int) -> str:
    """What is printed there: White's course is 12 to 1 and 1A to 12A, Black's 1A to 12A and 12 to 1."""
    along = number if player == 0 else (number + 11) % ARROWS + 1
    return str(13 - along) if along <= 12 else f"{along - 12}A"


def printed(player: int, number: int) -> str:
    """The same, and "bar" or "off" for what is no arrow."""
    return {OFF: "off", BAR: "bar"}.get(number) or arrow_name(player, number)
