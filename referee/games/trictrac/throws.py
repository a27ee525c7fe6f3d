"""What may be played with one throw of Le Tric Trac (S1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..arrows import OFF, ManMove, Walk, Whole
from ..arrows import step as to_step
from .men import BOSSE, CLOSED, ENOUGH, HOME, PONT_POINTS, START, Men

ARRIVE, POWER, LEAVE = "arrive", "power", "leave"
"""Two men that move as one: onto the own bosse, onto it by the privilege ("par puissance"), off it."""


@dataclass(frozen=True, slots=True)
class Way:
    """How the men stand on the way through a throw.

    Attributes:
        men: their places, from the thrower's side.
        entered: the arrow of the man that this throw brought into play while others still wait; 0 without one.
        pair: what the first of two men has begun and the second must end; "" where nothing is begun.
        die: the die that the first of the two was moved with; 0 where nothing is begun.
    """

    men: Men
    entered: int = 0
    pair: str = ""
    die: int = 0


@dataclass(frozen=True)
class ThrowRules:
    """The switches that decide what one throw may do.

    Attributes:
        home: "exact", or "overshoot": any man may use a larger die to arrive.
        puissance: the privilege whatever stands on the opponent's bosse, "any", or only while it is empty.
        pont: the grand pont counts after "each_throw" or after "each_turn", that is not after a doublet.
    """

    home: str
    puissance: str
    pont: str

    @property
    def walk(self) -> Walk[Way]:
        """The ways through a throw."""
        return Walk(steps=self._steps, may_rest=may_rest, ends=_has_won, look=_men)

    def wholes(self, men: Men, dice: tuple[int, int]) -> tuple[Whole[Way], ...]:
        """Every end of a throw, each once, the pont not yet counted; () where nothing can be played.

        S1: "dans la mesure du possible, il faut faire deux coups ... Si les joueurs ne peuvent réaliser qu'un coup,
        ils perdent le deuxième". A step that wins ends the throw and stands for both.
        """
        return self.walk.whole(Way(men), dice)

    def counted(self, men: Men, dice: tuple[int, int]) -> Men:
        """The men after a throw, the points of the grand pont added: "Ce pont rapporte 2 points"."""
        due = self.pont == "each_throw" or dice[0] != dice[1]
        return men.scored(PONT_POINTS) if due and men.has_pont else men

    def denied(self, men: Men, dice: tuple[int, int]) -> str:
        """Why two men may not take the own bosse by dice that lead both onto the opponent's; "" where they may.

        S1: "Si un joueur n'a pas encore occupé sa bosse ... il peut se placer sur sa propre bosse ... lorsqu'il ne
        peut réussir ce coup avec d'autres dames".

        Returns:
            "entering" (men wait on the start arrow), "taken" (the own bosse is), "opposed" (the opponent's is, with
            `puissance` opp_empty), "direct" (other men can take it) or "alone" (not both dice lead there).
        """
        reasons = {
            "entering": men.start[0] > 0,
            "taken": men.on(BOSSE) != 0,
            "opposed": self._opposed(men),
            "direct": reach(men, BOSSE, dice),
            "alone": not reach(men, CLOSED, dice),
        }
        return next((reason for reason, holds in reasons.items() if holds), "")

    def _opposed(self, men: Men) -> bool:
        return self.puissance == "opp_empty" and men.on(CLOSED) != 0

    def _steps(self, way: Way, die: int) -> Iterator[tuple[ManMove, Way]]:
        """What one die allows, in the order of the arrows."""
        if way.pair:
            yield from self._second(way, die)
            return
        for source in movable(way):
            target = self.target(way.men, source, die)
            if target is not None:
                yield self._moved(way, to_step(source, target))
        if not way.men.start[0]:
            yield from self._first(way.men, die)

    def target(self, men: Men, source: int, die: int) -> int | None:
        """Where a single man comes to rest, or None where it may not: the arrow is closed, or beyond the last."""
        arrow = source + die
        if arrow >= HOME:
            return OFF if arrow == HOME or self.home == "overshoot" else None
        if arrow == CLOSED or men.on(arrow) < -1:
            return None
        # The bosse never holds one man: two take it, and the last two leave it together.
        if (arrow == BOSSE and not men.on(BOSSE)) or (source == BOSSE and men.on(BOSSE) == 2):
            return None
        return arrow

    def _moved(self, way: Way, step: ManMove) -> tuple[ManMove, Way]:
        after = way.men.after(step)
        entered = step.target if step.source in (START, way.entered) and after.start[0] else 0
        return step, Way(after, entered)

    def _first(self, men: Men, die: int) -> Iterator[tuple[ManMove, Way]]:
        """The first of two men that must move together; alone it may not rest."""
        if not men.on(BOSSE):
            if men.on(BOSSE - die) > 0:
                yield _begun(men, to_step(BOSSE - die, BOSSE), ARRIVE, die)
            if men.on(CLOSED - die) > 0 and not self._opposed(men):
                yield _begun(men, to_step(CLOSED - die, BOSSE), POWER, die)
        elif men.on(BOSSE) == 2 and BOSSE + die != CLOSED and men.on(BOSSE + die) > -2:
            yield _begun(men, to_step(BOSSE, BOSSE + die), LEAVE, die)

    def _second(self, way: Way, die: int) -> Iterator[tuple[ManMove, Way]]:
        """What ends the move of the first of two men: the other, or for one that left the bosse a man that comes."""
        men = way.men
        places = [((CLOSED if way.pair == POWER else BOSSE) - die, BOSSE)]
        if way.pair == LEAVE and BOSSE + die != CLOSED and men.on(BOSSE + die) > -2:
            places.append((BOSSE, BOSSE + die))
        for source, target in places:
            denied = way.pair == POWER and self.denied(before_power(way), (way.die, die))
            if men.on(source) > 0 and not denied:
                step = to_step(source, target)
                yield step, Way(men.after(step))


def may_rest(way: Way) -> bool:
    """True where a throw may end: no man is on the way alone that must move together with another."""
    return not way.pair


def _has_won(way: Way) -> bool:
    return not way.pair and way.men.score[0] >= ENOUGH


def _men(way: Way) -> Men:
    return way.men


def _begun(men: Men, step: ManMove, pair: str, die: int) -> tuple[ManMove, Way]:
    return step, Way(men.after(step), pair=pair, die=die)


def before_power(way: Way) -> Men:
    """The men before the first of two was moved by the privilege."""
    board = list(way.men.board)
    board[BOSSE - 1] -= 1
    board[CLOSED - way.die - 1] += 1
    return replace(way.men, board=tuple(board))


def movable(way: Way) -> Iterator[int]:
    """The arrows from which a man may move now, ascending.

    S1: "Il faut tout d'abord mettre ses dames en jeu avant de les faire avancer": while men wait, only they move,
    and the one just brought in.
    """
    if way.men.start[0]:
        yield START
        if way.entered:
            yield way.entered
        return
    for arrow in range(START + 1, HOME):
        if way.men.on(arrow) > 0:
            yield arrow


def reach(men: Men, arrow: int, dice: tuple[int, int]) -> bool:
    """True where two men stand so that each reaches this arrow with its own die."""
    first, second = (arrow - die for die in dice)
    return men.on(first) > 0 and men.on(second) > (1 if first == second else 0)
