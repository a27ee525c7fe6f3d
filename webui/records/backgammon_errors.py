"""What the plays of a match of backgammon cost, as GNU Backgammon has analysed them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.games.arrows import ManMove, Play, Say
from referee.match import Match

from .backgammon import DieWord, Stands, Thrown, Turn, games
from .imports.sgf import PLAYERS, Node, place_of, trees

MARKS = {"DO": "?!", "BM1": "?", "BM2": "??"}
"""GNU Backgammon's marks in SGF (doubtful, bad, very bad), and the signs that players know."""
EQUITY = 9
"""Its place among the words of a candidate: "hefe E ver 3", five chances, the equity."""


@dataclass(frozen=True)
class Assessed:
    """A play, or a word about the doubling die, as analysed.

    Attributes:
        player: 0 for White, 1 for Black.
        mark: "?!", "?" or "??"; "" for none.
        lost: points of equity that it costs against the best play, 0 or more; None for a word.
        best: the best play; None if it was played, and for a word.
    """

    player: int
    mark: str
    lost: float | None = None
    best: Play | None = None


def assessed(match: Match, analysed: Sequence[str]) -> tuple[Assessed, ...]:
    """Each play and each word of the games that were analysed, in the order of the match.

    Args:
        match: of backgammon.
        analysed: the first of its games, each as GNU Backgammon saved it after it had analysed it.

    Raises:
        BadRecord: a text is no SGF.
        ValueError: a text is of another game, or was not analysed.
    """
    _, played = games(match)
    result: list[Assessed] = []
    for game, text in zip(played, analysed, strict=False):
        nodes = [node for _, node in trees(text)[0][1:] if any(name in node for name in PLAYERS)]
        turns = tuple(_turns(game.turns))
        if len(nodes) != len(turns):
            raise ValueError(f"expected {len(turns)} analysed turns; got {len(nodes)}")
        result += [_assessed(turn, node) for (turn, decided), node in zip(turns, nodes, strict=True) if decided]
    return tuple(result)


def decisions(match: Match) -> int:
    """How many plays and words a match has."""
    return sum(isinstance(event, Play | Say) for event in match.events)


def _turns(turns: Sequence[Turn]) -> Iterator[tuple[Thrown | DieWord, bool]]:
    """What GNU Backgammon has a node for, and whether a player decided it: no pass, no double that was set up."""
    before: Turn | None = None
    for turn in turns:
        if not isinstance(turn, Stands):
            set_up = isinstance(before, Stands) and before.asked
            yield turn, not set_up if isinstance(turn, DieWord) else bool(turn.steps)
        before = turn


def _assessed(turn: Thrown | DieWord, node: Node) -> Assessed:
    value = node.get(PLAYERS[turn.player], [""])[0]
    expected = turn.word if isinstance(turn, DieWord) else "".join(map(str, turn.dice))
    if not value.startswith(expected):
        raise ValueError(f"expected {expected} of {PLAYERS[turn.player]}; got {value[:20]!r}")
    mark = next((MARKS[name] for name in (*node, *(f"BM{n}" for n in node.get("BM", ()))) if name in MARKS), "")
    if isinstance(turn, DieWord):
        return Assessed(turn.player, mark)
    lost, best = _cost(node, turn.player)
    return Assessed(turn.player, mark, lost, best)


def _cost(node: Node, player: int) -> tuple[float, Play | None]:
    """Equity lost, and the best play unless it was played. Raises ValueError if the node was not analysed."""
    which, *candidates = node.get("A", [""])
    if not which.isdigit() or int(which) >= len(candidates):
        raise ValueError(f"expected an analysed play; got {which[:20]!r}")
    fields = [candidate.split() for candidate in candidates]
    try:
        lost = float(fields[0][EQUITY]) - float(fields[int(which)][EQUITY])
    except IndexError:
        raise ValueError(f"expected a move with its equity; got {candidates[0][:40]!r}") from None
    return max(lost, 0.0), None if which == "0" else _play(fields[0][0], player)


def _play(letters: str, player: int) -> Play:
    pairs = (letters[at : at + 2] for at in range(0, len(letters), 2))
    steps = [ManMove(place_of(player, pair[0]), place_of(player, pair[1])) for pair in pairs]
    return Play(tuple(sorted(steps, key=lambda step: -step.source)))
