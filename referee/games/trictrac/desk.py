"""The notation's questions about Le Tric Trac."""

from __future__ import annotations

from ... import expect
from ...answers import AnswersByKind, Plain
from .men import ENOUGH, HOME, MEN, Men, carried, worth
from .throws import ThrowRules

MOST = ENOUGH - 1
"""Most points of a party that goes on, and of one that was lost."""

POINTS = 10**6
"""Most points of a winner that a log accepts."""

CHOICES = ("prolong", "restart")
"""What the winner of a party may ask for."""


class TricTracDesk(AnswersByKind):
    """Answers questions about Le Tric Trac."""

    def __init__(self, throws: ThrowRules) -> None:
        self._throws = throws
        super().__init__(
            {
                "legal_results": self._results,
                "exact_results": self._results,
                "multiplier": self._multiplier,
                "carry": self._carry,
            }
        )

    def _results(self, state: Plain, question: Plain) -> Plain:
        """`dice_used` is 2 where the first of two moves wins, too."""
        men = men_of(state)
        first, second = dice = expect.two_dice(question)
        wholes = self._throws.wholes(men, dice)
        ends = [whole.position.men for whole in wholes] or [men]
        used = max((len(whole.trail) for whole in wholes), default=0)
        won = any(whole.position.men.score[0] >= ENOUGH for whole in wholes)
        return {
            "results": [plain(self._throws.counted(end, dice)) for end in ends],
            "pass": not wholes,
            "dice_used": 2 if won else used,
            "throw_again_if_not_won": first == second,
        }

    def _multiplier(self, state: Plain, question: Plain) -> Plain:
        value = expect.member(question, "loser_points", "input.loser_points")
        return {"multiplier": worth(expect.whole(value, "input.loser_points", 0, MOST))}

    def _carry(self, state: Plain, question: Plain) -> Plain:
        """The sheet is silent about the loser's points: they begin at 0 again."""
        value = expect.member(question, "winner_points", "input.winner_points")
        points = expect.whole(value, "input.winner_points", ENOUGH, POINTS)
        choice = expect.text(expect.member(question, "choice", "input.choice"), "input.choice")
        if choice not in CHOICES:
            raise expect.wrong("input.choice", f"one of {', '.join(CHOICES)}", choice)
        return {"winner_starts_with": carried(points, choice), "loser_starts_with": 0}


def men_of(state: Plain) -> Men:
    """The position of a question; at most 15 men of a colour, on any arrows."""
    expected = "24 whole numbers from -15 to 15, the first and the last 0"
    value = expect.member(state, "board", "state.board")
    board = expect.wholes(value, "state.board", -MEN, MEN, expected, HOME)
    if board[0] or board[-1]:
        raise expect.wrong("state.board", expected, value)
    start, off = (_pair(state, key, MEN) for key in ("start", "off"))
    mine = sum(men for men in board if men > 0) + start[0] + off[0]
    his = -sum(men for men in board if men < 0) + start[1] + off[1]
    if max(mine, his) > MEN:
        raise expect.wrong("state.board", f"at most {MEN} men of each, start and off counted", (mine, his))
    return Men(board, start, off, _pair(state, "score", MOST))


def plain(men: Men) -> Plain:
    """A position as an answer has it."""
    return {
        "board": list(men.board),
        "start": list(men.start),
        "off": list(men.off),
        "score": list(men.score),
        "won": men.score[0] >= ENOUGH,
        "multiplier": men.multiplier,
    }


def _pair(state: Plain, key: str, most: int) -> tuple[int, int]:
    path, expected = f"state.{key}", f"two whole numbers from 0 to {most}, mine and his"
    mine, his = expect.wholes(expect.member(state, key, path), path, 0, most, expected, 2)
    return mine, his
