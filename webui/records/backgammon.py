"""A match of backgammon, game by game, in other programs' terms: the source of .mat and SGF."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from referee.core import Event, Placed, Replaced, Roll, SetUp
from referee.games.arrows import OFF, ArrowResult, ArrowState, ManMove, Play, Say
from referee.games.backgammon import Backgammon, board
from referee.match import Match
from referee.record import Record

from .spreadsheet import printable

WORDS = {"double": "double", "accept": "take", "refuse": "drop"}
"""Words about the doubling die, in Piste and in other programs."""


class CannotTell(ValueError):
    """A match that a format cannot express: the message says what was expected and what came."""


@dataclass(frozen=True)
class Thrown:
    """A throw as it was played.

    Attributes:
        player: 0 for White, 1 for Black.
        dice: the greater first.
        steps: one man with one die each, in the player's own numbers; () for a pass.
        hits: for each step, whether it captured a man.
        passed_up: a pass that the international rule forbids, because the smaller die could be played.
    """

    player: int
    dice: tuple[int, int]
    steps: tuple[ManMove, ...] = ()
    hits: tuple[bool, ...] = ()
    passed_up: bool = False


@dataclass(frozen=True)
class DieWord:
    """A word about the doubling die.

    Attributes:
        player: 0 for White, 1 for Black.
        word: "double", "take" or "drop".
        value: what the game counts once it is taken.
    """

    player: int
    word: str
    value: int


@dataclass(frozen=True)
class Stands:
    """A position of the men by a person's word: set up by hand, or corrected.

    Attributes:
        white, black: men at each place OFF to BAR, by their owner's numbers.
        player: who must throw or play, 0 for White.
        dice: the throw that is owed a play; () for none.
        doubled, owner: what the doubling die shows, and who has it; None for nobody.
        asked: that player has just offered to double.
    """

    white: tuple[int, ...]
    black: tuple[int, ...]
    player: int
    dice: tuple[int, ...]
    doubled: int
    owner: int | None
    asked: bool = False


Turn: TypeAlias = Thrown | DieWord | Stands


@dataclass(frozen=True)
class BackgammonGame:
    """One game of the match.

    Attributes:
        number: its place in the match, from 1.
        scores: both players' points before it.
        crawford: nobody may double in it.
        turns: what happened, in order.
        result: its result; None while it goes on.
        elsewhere: points that it counts by the international rules; equal to `result`'s if they agree.
    """

    number: int
    scores: tuple[int, ...]
    crawford: bool
    turns: tuple[Turn, ...] = ()
    result: ArrowResult | None = None
    elsewhere: int = 0


def games(match: Match) -> tuple[Backgammon, tuple[BackgammonGame, ...]]:
    """The house rules, and the games of a match of backgammon, each as far as it went.

    A game without any event is left out, unless it is the only one.

    Raises:
        CannotTell: it is another game.
    """
    game = house(match)
    return game, tuple(_games(game, match))


def house(match: Match) -> Backgammon:
    """The house rules of a match of backgammon. Raises CannotTell for another game."""
    if not isinstance(match.game, Backgammon):
        raise CannotTell(f"expected a match of backgammon; got one of {match.game.name}")
    return match.game


def _games(game: Backgammon, match: Match) -> Iterator[BackgammonGame]:
    now = match.until(0)
    played = _begun(game, now.state)
    for event in match.events:
        after = now.then(event)
        if isinstance(event, SetUp):
            played = _begun(game, after.state)
        played = replace(played, turns=(*played.turns, *_turns(game, now.state, event, after.state)))
        if len(after.state.results) >= played.number:
            yield _ended(game, played, now.state, event, after.state)
            played = _begun(game, after.state)
        now = after
    if played.turns or not match.state.results:
        yield played


def _begun(game: Backgammon, state: ArrowState) -> BackgammonGame:
    return BackgammonGame(len(state.results) + 1, game.totals(state), game.is_crawford(state))


def _turns(game: Backgammon, before: ArrowState, event: Event, after: ArrowState) -> Iterator[Turn]:
    """The turns of an event; none for a die of the draw, a pause, a new name, or a player who leaves."""
    match event:
        case Play(steps):
            yield _played(before, steps)
        case Say(word):
            player = 1 - before.player if before.asked else before.player
            yield DieWord(player, WORDS[word], 2 * before.own.value)
        case Roll(dice) if not before.opening and not after.dice:
            other = replace(game, single="international")
            yield Thrown(before.player, _sorted(dice), passed_up=bool(other.results(before.table, dice)))
        case SetUp() | Placed() if len(after.results) == len(before.results) or isinstance(event, SetUp):
            yield _stands(after)
            if after.asked:
                yield DieWord(after.player, WORDS[after.asked], 2 * after.own.value)


def _played(before: ArrowState, steps: tuple[ManMove, ...]) -> Thrown:
    cells, hits = before.table, []
    for step in steps:
        hits.append(step.target != OFF and cells[step.target] == -1)
        cells = board.moved(cells, step.source, step.target)
    return Thrown(before.player, _sorted(before.dice), steps, tuple(hits))


def _sorted(dice: tuple[int, ...]) -> tuple[int, int]:
    return max(dice), min(dice)


def _stands(state: ArrowState) -> Stands:
    mine, his = board.men(state.table)
    white, black = (mine, his) if state.player == 0 else (his, mine)
    return Stands(
        white, black, state.player, tuple(sorted(state.dice, reverse=True)), state.own.value, state.own.owner,
        bool(state.asked),
    )  # fmt: skip


def _ended(
    game: Backgammon, played: BackgammonGame, before: ArrowState, event: Event, after: ArrowState
) -> BackgammonGame:
    result = after.results[played.number - 1]
    return replace(played, result=result, elsewhere=_elsewhere(game, before, event, result))


def _elsewhere(game: Backgammon, before: ArrowState, event: Event, result: ArrowResult) -> int:
    """What the game counts by the international rules, for a gammon or backgammon that was played to its end."""
    if not isinstance(event, Play):
        return result.points
    others = replace(game, bg_needs_no_bearoff=True, jacoby=game.jacoby and not game.points)
    counted = others.ending(replace(before, table=game.end_of(before, event)))
    return result.points if counted is None else counted.points


def notes(record: Record, game: Backgammon, played_games: tuple[BackgammonGame, ...]) -> Iterator[str]:
    """What the formats cannot express, one sentence each, in English like the formats."""
    for event in record.match.events:
        if isinstance(event, Replaced):
            yield f"{_shown(event.name)} plays on for player {event.player + 1}."
    if any(record.match.handicaps):
        given = " and ".join(str(points) for points in record.match.handicaps)
        yield f"Handicaps: the players begin with {given} points."
    if game.opening == "reroll":
        yield "Who starts throws both dice again, so that a game may open with a doublet."
    if game.single == "strict_high":
        yield "Where one die only can be played it is the greater, or none."
    for played in played_games:
        if played.result is not None and played.result.points != played.elsewhere:
            counts, others = played.result.points, played.elsewhere
            yield f"Game {played.number} counts {counts} by the rules of the house; others count {others}."
        if played.result is not None and played.result.how == "left":
            yield f"Game {played.number} ended because player {2 - played.result.winner} left."


def _shown(name: str) -> str:
    return " ".join(printable(name).split())
