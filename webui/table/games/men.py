"""The view of a table that is played with men on arrows."""

from __future__ import annotations

from msgspec.structs import asdict

from referee.core import State
from referee.games.arrows import ArrowGame, Play
from referee.games.arrows.state import COLOURS

from ..sentence import by_seat, plain
from ..state import Table
from ..view import MenView, TouchView, ViewStep


def men_view(table: Table, shown: TouchView, state: State) -> MenView | None:
    """The view with how the men stand and what may be played next; None of a game without men.

    Args:
        table: the table.
        shown: the view of any game by touch.
        state: where its game stands; of a throw that nobody is asked about, as if it showed what it most probably does.
    """
    game = table.game
    if not isinstance(game, ArrowGame):
        return None
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
        lying=len(table.rest.dice) if table.sight.on and table.rest else 0,
        position={name: plain(value) for name, value in game.extras(state).items()},
        crawford=game.is_crawford(state),
    )


def owed(table: Table) -> tuple[int, ...]:
    """The throw for which men are to be moved, () otherwise; it may be the draw for who starts."""
    state = table.playing.state
    return tuple(state.dice) if isinstance(table.game, ArrowGame) else ()


def _left(game: ArrowGame, state: State, lies: Play | None) -> tuple[int, ...] | None:
    """The dice that are still to be played, each as often as it counts; None where more than one may have been."""
    dice = game.dice_for(state.table, state.dice)
    reached = game.walk.follow(state.table, dice, lies.steps if lies else ())
    rests = {tuple(sorted(rest)) for _, rest in reached}
    return rests.pop() if len(rests) == 1 else None


def _spent(game: ArrowGame, state: State, left: tuple[int, ...] | None) -> list[bool]:
    """Of each die of the throw that it is played already; of none where more than one may have been."""
    dice = state.dice
    if left is None:
        return [False for _ in dice]
    if len(set(dice)) > 1:
        return [die not in left for die in dice]
    each = len(game.dice_for(state.table, dice)) // len(dice)
    return [len(left) <= each * after for after in reversed(range(len(dice)))]


def _steps(game: ArrowGame, state: State, lies: Play | None) -> list[ViewStep]:
    """What may be played next from what lies there: one man's steps, and several on end where only one way leads."""
    found: dict[tuple[str, str], Play] = {}
    for play in game.onward(state, lies):
        found.setdefault(game.journey(state, play)[-1], play)
    further = _on_end(game, state, tuple(found.values()))
    both = {**found, **{ends: play for ends, play in further.items() if ends not in found}}
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
    """Where the man that was moved may go at once with further dice, if all ways there leave the men alike.

    S1 calls it a "coup continu".
    """
    found: dict[tuple[str, str], list[Play]] = {}
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
            found.setdefault((journey[start][0], journey[-1][1]), []).append(play)
    return {ends: plays[0] for ends, plays in found.items() if _alike(game, state, plays)}


def _alike(game: ArrowGame, state: State, plays: list[Play]) -> bool:
    shown = [dict(game.effect(state, play)) for play in plays]
    return all(one == shown[0] for one in shown)
