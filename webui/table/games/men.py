"""What the table knows of games of men on arrows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, cast

from msgspec.structs import asdict

from referee.core import Appearance, Event, Game, Kind, Legal, Move, Sighting, State, Unclear, Verdict
from referee.games.arrows import ArrowGame, Play, Say
from referee.games.arrows.looks import NOTHING, SAID, men_of
from referee.games.arrows.state import COLOURS
from referee.match import Match
from referee.witness import IN_HAND, explain

from ..belief.priors import PATIENCE
from ..belief.value import FAIR, often
from ..values.everybody import acting
from ..values.sentence import by_seat, plain
from ..values.state import Spot, Step, Table
from ..values.view import MenFix, MenView, TouchView, View, ViewStep
from .family import ShownState, TableFamily, touched
from .spots import declare, misfits

LINGERS = 0.05
"""Share of the men in a hand that are there for more than a second or two."""

ANSWERS = 3
"""Answers that are offered at most about an arrow in doubt."""
POSSIBLY = 0.01
"""How likely each of them is at least."""
MISSED = 10.0
"""Seconds for which a man is missing until the page says so: it may have fallen down."""


class MenFamily(TableFamily):
    """Men on arrows."""

    games: ClassVar[type] = ArrowGame
    view: ClassVar[type[View]] = MenView
    lies: ClassVar[bool] = True
    fits: ClassVar[float] = 0.05
    strays: ClassVar[bool] = True
    wrong: ClassVar[float] = 2.0  # a man may still be in a hand
    settles: ClassVar[float] = 1.0  # later looks read a stack no better
    early: ClassVar[float] = 0.8  # a die that leans is read as a flat one as often
    digits: ClassVar[int] = 4

    def shown(self, table: Table, view: View, now: ShownState) -> MenView:
        """With how the men stand and what may be played next."""
        return _men_view(table, touched(table, view, now), now.read)

    # The board, if a camera reads it.

    def playing(self, match: Match) -> dict[str, Kind]:
        """Men that were borne off are not looked at."""
        return {s: kind for s, kind in match.game.appearance(match.state).items() if not s.startswith("off-")}

    def expected(self, table: Table, should: dict[str, Kind]) -> dict[str, Kind]:
        """As the men stand after the move."""
        lies = table.turned.move
        if not should or not isinstance(lies, Play):
            return should
        effect = table.game.effect(table.playing.state, lies)
        return should | {space: kind for space, kind in effect.items() if space in should}

    def unseen(self, state: State) -> Mapping[str, Mapping[Kind, float]]:
        """Words: a finger tells them."""
        return {SAID: {NOTHING: 1.0}}

    def certainty(self, spot: Spot, t: float, *, certain: bool) -> float:
        """Never: a stack is misread at every look, as surely as others."""
        return 0.0

    def looked(
        self, match: Match, read: Mapping[str, Mapping[Kind, float]], first: Appearance, *, setting_up: bool
    ) -> tuple[State, Sighting, float]:
        """After the end the men may stand anywhere."""
        game, state = match.game, match.state
        if game.is_over(state):
            return state, Sighting((), {}), FAIR
        there = state if setting_up else game.tidied(state)
        return there, Sighting((), {space: read[space] for space in self.playing(match) if space in read}), 0.0

    def verdict(self, game: Game, state: State, sighting: Sighting, stood: float = 0.0) -> Verdict:
        """By how often men stand so: misread stacks are no fouls.

        Whoever holds a man for long is accused of nothing; but a move that was made is not taken for one half made.
        """
        verdict, settled = explain(game, state, sighting, often), stood >= self.settles
        if not settled or not isinstance(verdict, Unclear):
            return verdict
        later = explain(game, state, sighting, often, IN_HAND * LINGERS)
        return later if isinstance(later, Legal) else verdict

    def same_move(self, table: Table, move: Move) -> Move:
        """Men that stand so may have been moved in several ways."""
        stands, (game, state) = table.turned.move, (table.game, table.playing.state)
        if stands is None or not table.whole:
            return move
        return stands if game.effect(state, stands) == game.effect(state, move) else move

    def hands_lag(self, table: Table) -> bool:
        """Whether the men stand otherwise than the finger said."""
        lags = table.turned.touched and table.turned.move is not None and table.sees_board
        should = self.expected(table, self.playing(table.playing)) if lags else {}
        return bool(misfits(table, should, self.fits)) or (lags and self.is_word(cast(Move, table.turned.move)))

    def by_hand(self, table: Table, move: Move | None) -> Step:
        """Where a camera read neither how the men stood nor how they stand, or asked, the finger is right."""
        if not table.sees_board:
            return Step(table)
        state = table.playing.state
        before = self.playing(table.playing)
        now = {} if move is None else table.game.effect(state, move)
        kinds = {
            space: kind
            for space, kind in now.items()
            if space in table.spots and table.spots[space].shows not in (kind, before[space])
        }
        asked = (space for space in table.sight.doubtful if now and space in table.spots)
        kinds |= {space: now.get(space, before[space]) for space in asked}
        sight = replace(table.sight, doubtful=())
        return Step(table.but(spots=declare(table, kinds), wrong=None, sight=sight))

    # Games of men.

    def tidies(self, table: Table) -> bool:
        """Where men stand wrong."""
        return bool(misplaced(table))

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


def misplaced(table: Table) -> tuple[MenFix, ...]:
    """Where men stand wrong, as far as somebody should be told."""
    if not table.sees_board or table.due is None:
        return ()
    family, waits = MenFamily(), table.fitting or table.setting_up or not table.started
    should = family.playing(table.playing)
    should = should if table.refused else family.expected(table, should)
    fixes = tuple(MenFix(s, kind, table.spots[s].shows) for s, kind in misfits(table, should, family.fits))
    return fixes if table.refused or waits or _missing(table, fixes) else ()


def _missing(table: Table, fixes: tuple[MenFix, ...]) -> bool:
    """Whether a man has been missing for a while, nothing else being wrong."""
    counts = [(men_of(fix.should), men_of(fix.shows)) for fix in fixes]
    lacks = bool(fixes) and all(sum(stand.values()) < sum(men.values()) for men, stand in counts)
    return lacks and all(table.t - table.spots[fix.space].since >= MISSED for fix in fixes)


def _men_view(table: Table, shown: TouchView, state: State) -> MenView:
    """The view of a state; a doubtful throw that nobody is asked about counts as its likeliest reading."""
    game = cast(ArrowGame, table.game)
    lies = table.turned.move if isinstance(table.turned.move, Play) else None
    stands = dict(game.appearance(state)) | (dict(game.effect(state, lies)) if lies else {})
    owes = bool(state.dice) and table.started
    left, unclear = _left(game, state, lies) if owes else None, _unclear(table)
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
        misplaced=misplaced(table),
        unclear=unclear,
        answers=_answers(table, unclear),
        followed=table.sees_board,
    )


def _unclear(table: Table) -> str:
    """The arrow that is asked about; a finger tells the move then."""
    since = max((max(spot.since, spot.reached) for spot in table.spots.values()), default=table.t)
    asks = table.sees_board and not table.refused and table.t - since >= PATIENCE.asks
    return next((space for space in table.sight.doubtful if asks and space in table.spots), "")


def _answers(table: Table, space: str) -> tuple[Kind, ...]:
    """What may stand on an arrow, likeliest first."""
    chances = sorted(table.spots[space].chances, key=lambda pair: -pair[1]) if space else []
    return tuple(kind for kind, chance in chances[:ANSWERS] if chance >= POSSIBLY)


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
