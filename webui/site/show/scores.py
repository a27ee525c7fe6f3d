"""The scores as a page draws them: a row for each player, points first."""

from __future__ import annotations

from dataclasses import dataclass

from ...table.values.view import SHUT, TilesView
from ...words import Words
from ...words.stakes import balance


@dataclass(frozen=True)
class Line:
    """One row of the scores.

    Attributes:
        name, colour, shape: the player.
        score, score_says: points of the running game; these in words.
        total, total_says: points of the whole series; these in words.
        games: points of each ended game.
        balance: counters won or paid so far, with their sign; "" without a stake.
        rank: 1 for the fewest points; equal points share a rank.
        start: points at the start of a game, at least those of now.
        turn, winner: plays now; has won the game that just ended.
        left: has left for good, and ranks after those who stayed.
        done: for each tile or pawn whether it is closed or home; () in other games.
        short: what stands on the table's card instead of the score; "" for the score.
    """

    name: str
    colour: str
    shape: str
    score: int
    score_says: str
    total: int
    total_says: str
    games: tuple[int, ...]
    balance: str
    rank: int
    start: int
    turn: bool
    winner: bool
    left: bool
    done: tuple[bool, ...] = ()
    short: str = ""


def lines(w: Words, view: TilesView) -> tuple[Line, ...]:
    """The scores, in playing order, with shared ranks (fewest points first)."""
    standing = [(player.left, player.total) for player in view.players]
    winners = set(view.winners)
    return tuple(
        Line(
            name=player.name,
            colour=player.colour,
            shape=player.shape,
            score=player.score,
            score_says=w.tn("%(n)s point", "%(n)s points", player.score),
            total=total,
            total_says=w.tn("%(n)s point", "%(n)s points", total),
            games=player.games,
            balance=balance(w, view, player.seat),
            rank=1 + sum(other < (left, total) for other in standing),
            start=max([sum(tile.number for tile in player.tiles), *(p.score for p in view.players)]),
            turn=player.turn,
            winner=player.player in winners,
            left=left,
            done=tuple(tile.state in SHUT for tile in player.tiles),
        )
        for player, (left, total) in zip(view.players, standing, strict=True)
    )
