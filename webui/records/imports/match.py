"""A match of Backgammon as written in a file, made into a record by playing it again under the referee."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from referee.core import Event, Placed, Roll
from referee.errors import BadPlace, BadRecord, IllegalMove
from referee.games.arrows import BAR, OFF, ArrowState, Play, Say
from referee.games.arrows.looks import of_men
from referee.games.arrows.state import COLOURS
from referee.games.backgammon import Backgammon, board
from referee.match import Match
from referee.record import Record

INTERNATIONAL = Backgammon.profiles["Backgammon international"]
"""The rules that other programs play by."""
SAYS = {"double": "double", "take": "accept", "drop": "refuse"}
"""Words about the doubling die, in other programs and in Piste."""
FAR = 19
"""A loser's man from here on, in the winner's home or on the bar, makes a gammon a backgammon."""


@dataclass(frozen=True)
class WrittenThrow:
    """A throw and its play.

    Attributes:
        dice: in the written order.
        ways: for each man the places that he touched, by his owner's numbers, OFF to BAR; () for a pass.
    """

    dice: tuple[int, int]
    ways: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class WrittenWord:
    """A word about the doubling die.

    Attributes:
        word: of SAYS.
        value: what the game counts once a double is taken; 0 if not given.
    """

    word: str
    value: int = 0


@dataclass(frozen=True)
class WrittenWin:
    """The end of the game, on the board or because the other player resigned.

    Attributes:
        points: that the game counts.
    """

    points: int


@dataclass(frozen=True)
class WrittenTurn:
    """One turn of a game in a file.

    Attributes:
        line: where, from 1.
        player: 0 for White, 1 for Black.
        what: was thrown, said or won.
    """

    line: int
    player: int
    what: WrittenThrow | WrittenWord | WrittenWin


@dataclass(frozen=True)
class GameAsWritten:
    """A game of the match.

    Attributes:
        line: where it begins, from 1.
        scores: both players' points before it.
        turns: what happened, in order.
    """

    line: int
    scores: tuple[int, int]
    turns: tuple[WrittenTurn, ...]


@dataclass(frozen=True)
class WrittenMatch:
    """A match.

    Attributes:
        players: White's name and Black's.
        points: that win the match; 0 for single games.
        crawford, jacoby: as `Backgammon` has them.
        games: in order, at least one.
    """

    players: tuple[str, str]
    points: int
    crawford: bool
    jacoby: bool
    games: tuple[GameAsWritten, ...]


Cells: TypeAlias = board.Cells


def record_of(written: WrittenMatch) -> Record:
    """The record of the match; nobody knows whose dice they were, so they are not judged.

    Raises:
        BadRecord: something in it is not legal, or does not count what the file says.
    """
    game = Backgammon(
        **INTERNATIONAL,
        points=written.points,
        games=1 if written.points else len(written.games),
        crawford=written.crawford and written.points > 0,
        jacoby=written.jacoby and not written.points,
    )
    match = Match(game, (1, 2), written.players, handicaps=written.games[0].scores)
    for number, part in enumerate(written.games):
        match = _game(match, game, part, number)
    return Record(match, drawn=True)


def _game(match: Match, game: Backgammon, written: GameAsWritten, number: int) -> Match:
    if len(match.state.results) < number or match.state.champions:
        over = "the match is over" if match.state.champions else f"game {number} is not"
        raise BadRecord(written.line, f"expected no other game, for {over}; got game {number + 1}")
    if game.totals(match.state) != written.scores:
        counted, stated = (" : ".join(map(str, points)) for points in (game.totals(match.state), written.scores))
        raise BadRecord(written.line, f"expected the score {counted}; got {stated}")
    for turn in written.turns:
        try:
            match = _after(match, game, turn, number)
        except (IllegalMove, BadPlace) as error:
            raise BadRecord(turn.line, str(error)) from error
    return match


def _after(match: Match, game: Backgammon, turn: WrittenTurn, number: int) -> Match:
    state = match.state
    if isinstance(turn.what, WrittenWin):
        return _won(match, game, turn, turn.what, number)
    if len(state.results) > number:
        raise BadRecord(turn.line, "expected nothing more in this game, for it is over")
    due = 1 - state.player if state.asked else state.player
    if due != turn.player and not state.opening:
        raise BadRecord(turn.line, f"expected a turn of {COLOURS[due]}; got one of {COLOURS[turn.player]}")
    if isinstance(turn.what, WrittenWord):
        if turn.what.value not in (0, 2 * state.own.value):
            raise BadRecord(turn.line, f"expected a double to {2 * state.own.value}; got {turn.what.value}")
        return match.then(Say(SAYS[turn.what.word]))
    return _thrown(match, game, turn, turn.what)


def _thrown(match: Match, game: Backgammon, turn: WrittenTurn, what: WrittenThrow) -> Match:
    for roll in _rolls(match.state, turn, what.dice):
        match = match.then(roll)
    dice = " ".join(map(str, what.dice))
    state: ArrowState = match.state
    if not state.dice:
        if what.ways:
            raise BadRecord(turn.line, f"expected a pass, for nothing can be played with {dice}; got a play")
        return match
    play = play_meant(game, state, what.ways)
    if play is None:
        known = "; ".join(sorted(map(game.to_text, game.legal(state)))[:8])
        play_text = " ".join("/".join(map(_place, way)) for way in what.ways) or "a pass"
        raise BadRecord(turn.line, f"expected a play of {dice} such as {known}; got {play_text}")
    return match.then(play)


def _rolls(state: ArrowState, turn: WrittenTurn, dice: tuple[int, int]) -> tuple[Event, ...]:
    """The throw; in the first throw of a game each player threw one die, the beginner the greater."""
    if not state.opening:
        return (Roll(dice),)
    if dice[0] == dice[1]:
        raise BadRecord(turn.line, f"expected two different dice to begin a game with; got {dice[0]} twice")
    mine, his = max(dice), min(dice)
    white, black = (mine, his) if turn.player == 0 else (his, mine)
    return Roll((white,)), Roll((black,))


def play_meant(game: Backgammon, state: ArrowState, ways: tuple[tuple[int, ...], ...]) -> Play | None:
    """The legal play that ends where these ways do, or alone leaves the mover's men so; None for no such play.

    A way with only its ends may capture a man between them.
    """
    plays = {game.end_of(state, play): play for play in game.legal(state) if isinstance(play, Play)}
    end = _walked(state.table, ways)
    if end in plays:
        return plays[end]
    mine = board.men(end)[0] if end else None
    alike = [play for cells, play in plays.items() if cells and board.men(cells)[0] == mine]
    return alike[0] if len(alike) == 1 else None


def _walked(cells: Cells, ways: tuple[tuple[int, ...], ...]) -> Cells | None:
    """The board after these moves of hands; None if no man of the mover is at a source, or a target is blocked."""
    for way in ways:
        for source, target in pairwise(way):
            if cells[source] <= 0 or (target != OFF and cells[target] < -1):
                return None
            cells = board.moved(cells, source, target)
    return cells if ways else None


def _place(place: int) -> str:
    return {OFF: "off", BAR: "bar"}.get(place, str(place))


def _won(match: Match, game: Backgammon, turn: WrittenTurn, what: WrittenWin, number: int) -> Match:
    """The game as it counts; one that goes on was resigned, and its implied end is put on the board."""
    if len(match.state.results) == number:
        match = match.then(_resigned(match.state, game, turn, what.points))
    result = match.state.results[number]
    if (result.winner, result.points) != (turn.player, what.points):
        counted, stated = f"{COLOURS[result.winner]} {result.points}", f"{COLOURS[turn.player]} {what.points}"
        raise BadRecord(turn.line, f"expected that the game counts {counted}; got {stated}")
    return match


def _resigned(state: ArrowState, game: Backgammon, turn: WrittenTurn, points: int) -> Placed:
    """The winner's men all borne off, and as few of the loser's moved as it takes to count so many points."""
    mine, his = board.men(state.table)
    loser = list(his if turn.player == state.player else mine)
    times, rest = divmod(points, game.doubled(state))
    most = 1 if loser[OFF] or (game.jacoby and game.doubled(state) == 1) else 3
    if rest or not 1 <= times <= most:
        allowed = ", ".join(str(each * game.doubled(state)) for each in range(1, most + 1))
        raise BadRecord(turn.line, f"expected a game resigned for {allowed}; got {points}")
    foremost = next(place for place in range(1, BAR + 1) if loser[place])
    far = [place for place in range(FAR, BAR + 1) if loser[place]]
    if times == 1 and not loser[OFF]:
        _carried(loser, foremost, OFF)
    elif times == 3 and not far:
        _carried(loser, foremost, BAR)
    for place in far if times == 2 else ():
        while loser[place]:
            _carried(loser, place, FAR - 1)
    shown = of_men(game, turn.player, (board.MEN, *[0] * BAR), tuple(loser))
    known = game.appearance(state)
    return Placed(tuple((space, kind) for space, kind in shown.items() if known[space] != kind))


def _carried(men: list[int], source: int, target: int) -> None:
    men[source] -= 1
    men[target] += 1
