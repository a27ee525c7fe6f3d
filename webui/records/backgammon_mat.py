"""A match of backgammon as .mat, the text that Jellyfish wrote and most programs read."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.backgammon import Backgammon
from referee.record import Record

from .backgammon import BackgammonGame, CannotTell, DieWord, Stands, Thrown, Turn, games, notes
from .spreadsheet import printable

WIDTH = 28
"""Letters of the left column, White's."""

MOST_NAME = 31
"""Bytes of a name that every reader accepts."""


def to_text(record: Record) -> str:
    """The match as .mat; White is on the left.

    Raises:
        CannotTell: another game, or something that the format cannot express: men that a person placed, or a pass that
            only the leaflet's rule requires.
    """
    game, played_games = games(record.match)
    for played in played_games:
        _check(played)
    names = [_name(name, number) for number, name in enumerate(record.match.players, start=1)]
    lines = [
        *_head(game),
        *(f"; {note}" for note in notes(record, game, played_games)),
        "",
        f" {game.points} point match",
    ]
    for played in played_games:
        standing = [f" {name} : {points}" for name, points in zip(names, played.scores, strict=True)]
        lines += ["", f" Game {played.number}", f"{standing[0]:<{WIDTH + 3}} {standing[1]}", *_rows(played)]
    return "\n".join(lines) + "\n"


def _check(played: BackgammonGame) -> None:
    """Raises CannotTell for the first turn that .mat cannot express."""
    for number, turn in enumerate(played.turns, start=1):
        where = f"game {played.number}, turn {number}"
        if isinstance(turn, Stands):
            raise CannotTell(
                f"{where}: expected throws, plays and doubles; got men put by hand (sgf tells them)"
            )
        if isinstance(turn, Thrown) and turn.passed_up:
            dice = " ".join(str(die) for die in turn.dice)
            raise CannotTell(
                f"{where}: expected one of the dice {dice} to be played, as who reads this format asks; "
                "got a pass by the leaflet's rule (sgf tells it)"
            )


def _name(name: str, number: int) -> str:
    """A name for the score line: no colon, and short enough."""
    shown = " ".join(printable(name).replace(":", " ").split())
    short = shown.encode("utf-8")[:MOST_NAME].decode("utf-8", "ignore").strip()
    return short or f"Player {number}"


def _head(game: Backgammon) -> Iterator[str]:
    yield '; [Site "Piste"]'
    yield '; [Variation "Backgammon"]'
    if game.points:
        yield f'; [Crawford "{"On" if game.crawford else "Off"}"]'
    else:
        yield f'; [Jacoby "{"On" if game.jacoby else "Off"}"]'


def _rows(played: BackgammonGame) -> Iterator[str]:
    """The turns in two numbered columns, and the winner."""
    number, left = 1, ""
    for turn in played.turns:
        cell = _cell(turn)
        if turn.player == 1:
            yield _row(f"{number:3}) ", left, cell)
            number, left = number + 1, ""
        elif left:
            yield _row(f"{number:3}) ", left)
            number, left = number + 1, cell
        else:
            left = cell
    won = _won(played)
    if left and played.result and played.result.winner == 1:
        yield _row(f"{number:3}) ", left, won)
        return
    if left:
        yield _row(f"{number:3}) ", left)
    if played.result:
        yield _row(" " * 5, *(("", won) if played.result.winner else (won,)))


def _row(number: str, left: str, right: str = "") -> str:
    return f"{number}{left:<{WIDTH - 2}}  {right}".rstrip()


def _cell(turn: Turn) -> str:
    if isinstance(turn, DieWord):
        return {"double": f" Doubles => {turn.value}", "take": " Takes", "drop": " Drops"}[turn.word]
    if not isinstance(turn, Thrown):
        return ""
    dice = "".join(str(die) for die in turn.dice)
    steps = (
        f"{step.source}/{step.target}{'*' if hit else ''}"
        for step, hit in zip(turn.steps, turn.hits, strict=True)
    )
    return f"{dice}: {' '.join(steps) or 'Cannot Move'}"


def _won(played: BackgammonGame) -> str:
    points = played.result.points if played.result else 0
    return f" Wins {points} point{'' if points == 1 else 's'}"
