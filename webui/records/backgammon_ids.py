"""A position of Backgammon in the short texts of other programs: GNU Backgammon's position ID, and the XGID."""

from __future__ import annotations

import base64

from referee.games.arrows import BAR, ArrowState
from referee.games.backgammon import Backgammon, board
from referee.match import Match

from .backgammon import house

BITS = 80
"""Of a position ID: 30 men, and a 0 behind each of twice 25 places."""
MOST = 6
"""Greatest doubling of the die, as a power of 2."""


def ids(match: Match) -> tuple[str, str]:
    """The position ID and the XGID of a match as it stands, for the player who must throw or play.

    Raises:
        CannotTell: it is another game.
    """
    game, state = house(match), match.state
    return position_id(state.table), xgid(game, state)


def position_id(cells: board.Cells) -> str:
    """14 letters: the number of men on each place, the opponent's first. `cells` as the player to move sees them."""
    mine, his = board.men(cells)
    bits = "".join("1" * men[place] + "0" for men in (his, mine) for place in range(1, BAR + 1))
    number = int(bits.ljust(BITS, "0")[::-1], 2)
    return base64.b64encode(number.to_bytes(BITS // 8, "little")).decode().rstrip("=")


def xgid(game: Backgammon, state: ArrowState) -> str:
    """The XGID: the men, the doubling die, the throw, the score and the rules, as the player to move sees them."""
    me = state.player
    mine, his = board.men(state.table)
    arrows = "".join(_letter(mine[number], his[BAR - number]) for number in range(1, BAR))
    shown = f"{_letter(0, his[BAR])}{arrows}{_letter(mine[BAR], 0)}"
    owner = {None: 0, me: 1}.get(state.own.owner, -1)
    thrown = "D" if state.asked else "".join(map(str, sorted(state.dice, reverse=True))) or "00"
    points = game.totals(state)
    rules = int(game.is_crawford(state)) if game.points else int(game.jacoby)
    doubled = state.own.value.bit_length() - 1
    fields = (doubled, owner, 1, thrown, points[me], points[1 - me], rules, game.points, MOST)
    return f"XGID={shown}:{':'.join(map(str, fields))}"


def _letter(mine: int, his: int) -> str:
    """A place: "-", "A" for one man of the player to move, "a" for one of the opponent."""
    return chr(ord("A") + mine - 1) if mine else chr(ord("a") + his - 1) if his else "-"
