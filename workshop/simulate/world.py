"""A game at random, turned into what eyes would tell of it: looks, and the truth beside them.

    lived(Random("1-0"), noise, PLAYED["occe_child"], Wish()) -> Lived(setup, looks, truth, checks, faults)

What players do comes from `workshop.recordings.plays`, or from `fingers` where men are moved by touch; with whatever is
seen of it from `eyes`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from referee.games import profile as profile_of
from referee.games.arrows import ArrowGame
from webui.table.values.setup import Setup, players_at
from webui.table.values.shown import camera_reads, places_of

from ..recordings.plays import play
from ..recordings.script import Deed, EventFields, Linger, Script, ScriptedThrow, Stir
from ..scenes.film.clip_acts import Rest, Turn
from .at_table import AtTable
from .by_hand import ARROWS_SEEN, ByHand, EyesForMen
from .eyes import BOARD, FRAMES, SimulatedDie, SimulatedEyes
from .fingers import ByTouch
from .game import Lived, Played, Wish, after, foul_of, owes
from .noise import CountedNoise, Reading

ALWAYS = 10**6
OPEN, SHUT = (0.95, 0.045, 0.004, 0.001), (0.045, 0.95, 0.004, 0.001)
UNREAD = (0.1, 0.1, 0.0, 0.8)
"""Probabilities of `count.KINDS` given to a tile that is read wrongly."""

ONE_MORE = 0.3
"""Seconds for each tile that a hand reopens beside the first."""

SPARE, LOOKED_AT = 0.5, 0.5
"""How often one of two dice is laid beside the board where one is thrown; and is looked at there before the throw."""

BESIDE, SURE = 760.0, 0.95
"""px: where, the board ending at 700; and how surely a die beside the board is read as one."""

MOST = 4
"""Players of a game that more could play."""

END = 10**6
"""Throws after which no game goes on."""


def lived(rng: Random, noise: CountedNoise, played: Played, wish: Wish) -> Lived:
    """A whole game, or a series of them.

    Args:
        rng: all chance there is.
        noise: how eyes err.
        played: one of `game.PLAYED`.
        wish: what is to go wrong beside what was counted.
    """
    name, profile, options, games = played
    game: Any = profile_of(profile)
    if camera_reads(game):
        seats = tuple(rng.sample((1, 2, 3, 4), rng.choice((2, 2, 3, 4))))
    else:
        least, most = game.player_range
        some = sorted(rng.sample(list(places_of(game)), rng.randint(least, min(most, MOST))))
        first = rng.randrange(len(some))
        seats = (*some[first:], *some[:first])
    setup = Setup(name, players_at(seats), profile, options, games)
    match = setup.match()
    if wish.arrows is not None and isinstance(game, ArrowGame):
        seeing = EyesForMen(rng, noise, rng.choice(noise.tables), 0, (), ARROWS_SEEN, wrong=wish.arrows)
        return ByHand(rng, noise, setup, wish, match, seeing, put_right=True).lives()
    if not camera_reads(game):
        eyes = SimulatedEyes(rng, noise, rng.choice(noise.tables), 0, (), None)
        return ByTouch(rng, noise, setup, wish, match, eyes).lives()
    script, layout = play(rng, setup, END, wish.foul, whole=True), match.game.layout
    board = replace(BOARD, layout=layout)
    eyes = SimulatedEyes(rng, noise, rng.choice(noise.tables), game.tiles, FRAMES[layout], board)
    return _Tiles(rng, noise, setup, wish, match, eyes).lives(script)


@dataclass(eq=False)
class _Tiles(AtTable):
    """A table of tiles.

    Attributes:
        spare: the die that lies beside the board while one is due; none, or one.
    """

    spare: list[SimulatedDie] = field(default_factory=list)

    def near(self, seat: int, slots: Sequence[int] = (5, 6)) -> frozenset[str]:
        """Places of the frame before a seat, or of the box."""
        frame = f"seat-{seat}/" if len(self.eyes.frames) > 1 else ""
        return frozenset(f"{frame}slot-{slot}" for slot in slots)

    def owes(self, events: Sequence[EventFields]) -> bool:
        """Whether a closing is due after these events."""
        return owes(self.match, events)

    def tells(self, events: Sequence[EventFields]) -> None:
        """The truth, and the match by it."""
        self.says(events)
        for line in events:
            self.match = after(self.match, line)

    def lives(self, script: Script) -> Lived:
        """All of it."""
        self.eyes.rests(self.t, (), self.closed, lambda _: False)
        for step in script.steps:
            self._step(step.deed, step.events)
        return self.ended()

    def _step(self, deed: Deed, events: Sequence[EventFields]) -> None:
        if isinstance(deed, Rest):
            self.rest(deed.seconds)
            self.tells(events)
            return
        self.check()
        if isinstance(deed, ScriptedThrow):
            self._cast(deed, events)
        elif isinstance(deed, Turn):
            self._turn(deed, events)
        elif isinstance(deed, Stir):
            self.stir(replace(deed, die=deed.die + len(self.spare)))
        elif isinstance(deed, Linger):
            self.linger(deed)

    def _cast(self, cast: ScriptedThrow, events: Sequence[EventFields]) -> None:
        counts = any(line["event"] == "roll_settled" for line in events)
        wished = self.wished(events) if counts else ""
        aside = self._beside(cast)
        if wished == "out_of_turn":
            self.out_of_turn(cast, aside)
        if wished == "leans_flat":
            self.leans_first(cast, aside)
        if not counts:
            self.fault(foul_of(events))
        self.cast(cast, events, wished, aside)

    def _beside(self, cast: ScriptedThrow) -> list[SimulatedDie]:
        """What stays beside the board while a throw is made: of two dice one is laid there where one is thrown."""
        if len(cast.dice) > 1:
            self.spare = []
        elif not self.spare and [cube.state for cube in self.cubes] == ["flat"] * 2 and self.rng.random() < SPARE:
            self._lays_by(cast.seat)
        return self.spare

    def _lays_by(self, seat: int) -> None:
        self.fault("laid_by")
        self.hand("lift", self.near(seat))
        spare = self.rng.choice(self.cubes)
        spare.state, spare.story = "off-board", ((1, Reading("off-board", spare.value, SURE)),)
        self.lies(spare, "lift", (BESIDE + self.rng.uniform(-30, 30), BESIDE + self.rng.uniform(-200, 200)))
        self.spare = [spare]
        self.cubes.sort(key=lambda cube: cube is not spare)
        if self.rng.random() < LOOKED_AT:
            self.settles("lift")
            self.rest(self.rng.uniform(0.5, 1.5))

    def wrongs(self, wished: str) -> None:
        """Faults that are not of one die, those of tiles among them."""
        super().wrongs(wished)
        if wished in ("tile_for_good", "tile_a_while", "covered"):
            self.fault(wished)
            self._misread(wished)

    def _misread(self, wished: str) -> None:
        """Tiles of a player are read wrongly, or not at all."""
        seat, looks = self.rng.choice(self.setup.seats), self.rng.randint(3, 8)
        spaces = sorted(self.near(seat, range(1, self.eyes.tiles + 1)))
        if wished != "covered":
            spaces = [self.rng.choice(spaces)]
        for space in spaces:
            shut = space in self.closed
            chances = UNREAD if wished == "covered" else OPEN if shut else SHUT
            self.eyes.misread(space, chances, ALWAYS if wished == "tile_for_good" else looks, closed=shut)

    def _turn(self, turn: Turn, events: Sequence[EventFields]) -> None:
        spaces = self.near(turn.seat, turn.slots)
        if turn.word == "refused":
            self.fault("foul")
        if self.away == "any":
            self.away = ""
        more = ONE_MORE * (len(turn.slots) - 1) if turn.word == "reset" else 0.0
        lasts = self.noise.seconds(self.rng, "lasts turn") + more
        self.hand("turn", spaces, lasts)
        self.closed = self.closed | spaces if turn.to == "closed" else self.closed - spaces
        if self.later and turn.word == "accepted":
            self.away = "cast"
        flips = (
            {"event": "tile_flipped", "seat": turn.seat, "tile": n, "state": turn.to} for n in turn.slots
        )
        self.tells((*events, *flips))
        self.settles("turn")
