"""The notation's questions about Jacquet."""

from __future__ import annotations

from ... import expect
from ...answers import AnswersByKind, Plain
from .rules import ARROWS, GOAL, MEN, Position, Rules, start


class JacquetDesk(AnswersByKind):
    """Answers questions about Jacquet with some house rules; see `referee.answers.Desk`.

    Attributes:
        rules: the house rules that decide what a throw allows.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        super().__init__(
            {
                "legal_results": self._results,
                "exact_results": self._results,
                "start_position": self._start,
            }
        )

    def _results(self, state: Plain, question: Plain) -> Plain:
        """Every end of a throw, `post` 0 once a postillon has arrived; none is a pass."""
        position = position_of(state, "state")
        thrown = expect.two_dice(question)
        wholes = self.rules.walk.whole(position, self.rules.dice(position, thrown))
        return {"results": [plain_of(whole.position.settled()) for whole in wholes], "pass": not wholes}

    def _start(self, state: Plain, question: Plain) -> Plain:
        return plain_of(start())


def plain_of(position: Position) -> dict[str, list[int]]:
    """A position as the notation writes it: `board`, `off` and `post`."""
    return {"board": list(position.board), "off": list(position.off), "post": list(position.post)}


def position_of(state: Plain, path: str) -> Position:
    """The position that the notation wrote; `path` is what a message calls it.

    Raises:
        BadQuestion: a key is missing or holds something else than expected, or a player has more than 15 men,
            or my postillon stands where I have no man.
    """
    board = _numbers(state, "board", path, ARROWS, -MEN, MEN)
    off = _numbers(state, "off", path, 2, 0, MEN)
    post = _numbers(state, "post", path, 2, 0, GOAL - 1)
    mine = off[0] + sum(men for men in board if men > 0)
    his = off[1] - sum(men for men in board if men < 0)
    if max(mine, his) > MEN:
        raise expect.wrong(
            f"{path}.board", f"at most {MEN} men of each player, those of off counted", (mine, his)
        )
    if post[0] and board[post[0] - 1] <= 0:
        raise expect.wrong(f"{path}.post", "my postillon on an arrow where I have a man", post[0])
    return Position(board, (off[0], off[1]), (post[0], post[1]))


def _numbers(state: Plain, key: str, path: str, count: int, least: int, most: int) -> tuple[int, ...]:
    name = f"{path}.{key}"
    expected = f"a list of {count} whole numbers from {least} to {most}"
    return expect.wholes(expect.member(state, key, name), name, least, most, expected, count)
