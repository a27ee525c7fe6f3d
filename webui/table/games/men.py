"""What the table knows of games of men on arrows."""

from __future__ import annotations

from typing import ClassVar, cast

from msgspec.structs import asdict

from referee.core import Event, Kind, Move, State
from referee.games.arrows import ArrowGame, Play, Say
from referee.games.arrows.state import COLOURS
from referee.match import Match

from ..values.everybody import acting
from ..values.sentence import by_seat, plain
from ..values.state import Table
from ..values.view import MenView, TouchView, View, ViewStep
from .family import ShownState, TableFamily, touched


class MenFamily(TableFamily):
    """Men on arrows."""

    games: ClassVar[type] = ArrowGame
    view: ClassVar[type[View]] = MenView
    lies: ClassVar[bool] = True

    def shown(self, table: Table, view: View, now: ShownState) -> MenView:
        """With how the men stand and what may be played next."""
        return _men_view(table, touched(table, view, now), now.read)

    def owed(self, match: Match) -> tuple[int, ...]:
        """The throw; it may be the draw for who starts."""
        return tuple(match.state.dice)

    def is_word(self, move: Move) -> bool:
        """It moves no man."""
        return isinstance(move, Say)

    def move_fields(self, before: Match, event: Event) -> dict[str, object]:
        """Where men went, and the points that it made for who made it."""
        if not isinstance(event, Play):
            return {}
        game = cast(ArrowGame, before.game)
        player = acting(before) or 0
        then, now = (match.game.scores(match.state)[player] for match in (before, before.then(event)))
        gained = {"gained": now - then} if now > then else {}
        return {"steps": [list(step) for step in game.journey(before.state, event)], **gained}

    def parts(self, move: Move) -> tuple[Move, ...]:
        """Man by man."""
        if not isinstance(move, Play):
            return (move,)
        return tuple(Play(move.steps[:count]) for count in range(1, len(move.steps) + 1))

    def is_next(self, state: State, player: int) -> bool:
        """A player throws next."""
        return not state.opening and not state.dice and state.player == player

    def named_next(self, state: State, player: int) -> Kind:
        """By the colour of the men."""
        return COLOURS[player]


def _men_view(table: Table, shown: TouchView, state: State) -> MenView:
    """The view of a state; a doubtful throw that nobody is asked about counts as its likeliest reading."""
    game = cast(ArrowGame, table.game)
    lies = table.turned.move if isinstance(table.turned.move, Play) else None
    stands = dict(game.appearance(state)) | (dict(game.effect(state, lies)) if lies else {})
    owes = bool(state.dice) and table.started
    left = _left(game, state, lies) if owes else None
    return MenView(
        **asdict(shown),
        stands=stands,
        steps=tuple(_steps(game, state, lies)) if owes else (),
        numbers=dict(game.numbers(state.player)) if owes else {},
        spent=tuple(_spent(game, state, left)) if owes else (),
        left=left or (),
        marked={} if lies else dict(game.marked(state)),
        to_go=by_seat(table, [game.points_to_go(player, stands) for player in (0, 1)]),
        asked=state.asked,
        drawn=state.drawn,
        lying=len(table.settled_dice.dice) if table.sight.on and table.settled_dice else 0,
        position={name: plain(value) for name, value in game.extras(state).items()},
        crawford=game.is_crawford(state),
    )


def _left(game: ArrowGame, state: State, lies: Play | None) -> tuple[int, ...] | None:
    """The dice that are still to be played, each as often as it counts; None if that is ambiguous."""
    dice = game.dice_for(state.table, state.dice)
    reached = game.walk.follow(state.table, dice, lies.steps if lies else ())
    rests = {tuple(sorted(left)) for _, left in reached}
    return rests.pop() if len(rests) == 1 else None


def _spent(game: ArrowGame, state: State, left: tuple[int, ...] | None) -> list[bool]:
    """For each die of the throw whether it is already played; for none if that is ambiguous."""
    dice = state.dice
    if left is None:
        return [False for _ in dice]
    if len(set(dice)) > 1:
        return [die not in left for die in dice]
    each = len(game.dice_for(state.table, dice)) // len(dice)
    return [len(left) <= each * after for after in reversed(range(len(dice)))]


def _steps(game: ArrowGame, state: State, lies: Play | None) -> list[ViewStep]:
    """What may be played next: one man's steps, and longer ones if only one way leads there."""
    first: dict[tuple[str, str], Play] = {}
    for play in game.onward(state, lies):
        first.setdefault(game.journey(state, play)[-1], play)
    further = _on_end(game, state, tuple(first.values()))
    both = {**first, **{ends: play for ends, play in further.items() if ends not in first}}
    return [_step(game, state, lies, play, ends) for ends, play in both.items()]


def _step(game: ArrowGame, state: State, lies: Play | None, play: Play, ends: tuple[str, str]) -> ViewStep:
    """What may be played next between two spaces: the move, the men that it takes, and what stands where it ends."""
    before = dict(game.appearance(state)) | (dict(game.effect(state, lies)) if lies else {})
    after = dict(game.appearance(state)) | dict(game.effect(state, play))
    added = game.journey(state, play)[len(lies.steps) if lies else 0 :]
    other = COLOURS[1 - state.player]
    takes = sum(
        space.startswith("arrow-") and before[space].startswith(other) and not after[space].startswith(other)
        for space in {target for _, target in added}
    )
    source, target = ends
    return ViewStep(source=source, target=target, move=game.to_text(play), takes=takes, then=after[added[-1][1]])


def _on_end(game: ArrowGame, state: State, first: tuple[Play, ...]) -> dict[tuple[str, str], Play]:
    """Where the man just moved may go on with further dice, if all ways there leave the men alike.

    S1 calls it a "coup continu".
    """
    ways_to: dict[tuple[str, str], list[Play]] = {}
    ways = [(play, len(play.steps) - 1) for play in first]
    while ways:
        ways = [
            (longer, start)
            for play, start in ways
            for longer in game.onward(state, play)
            if longer.steps[-1].source == play.steps[-1].target
        ]
        for play, start in ways:
            journey = game.journey(state, play)
            ways_to.setdefault((journey[start][0], journey[-1][1]), []).append(play)
    return {ends: plays[0] for ends, plays in ways_to.items() if _alike(game, state, plays)}


def _alike(game: ArrowGame, state: State, plays: list[Play]) -> bool:
    shown = [dict(game.effect(state, play)) for play in plays]
    return all(effect == shown[0] for effect in shown)
