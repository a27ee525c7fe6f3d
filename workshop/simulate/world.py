"""A game at random, turned into what eyes would tell of it: looks, and the truth beside them.

    lived(Random("1-0"), noise, PLAYED[0], Wish()) -> Lived(setup, looks, truth, checks, faults)

What players do comes from `workshop.recordings.plays`, with whatever is seen of it from `eyes`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee.match import Match
from vision.observation import Box
from webui.table.setup import Setup, players_at

from ..recordings.plays import play
from ..recordings.script import Cast, Deed, Script, Stir, Told
from ..scenes.film.clip_acts import Rest, Turn
from .casting import moved, stained, thrown
from .eyes import BEAT, FRAMES, Cube, Eyes
from .faults import WHEN, Fault
from .game import Check, Lived, Played, Wish, after, foul_of, owes, standing
from .noise import Noise

TAKES = 0.65
"""Seconds that a hand needs to take a die."""

ALWAYS = 10**6
OPEN, SHUT = (0.95, 0.045, 0.004, 0.001), (0.045, 0.95, 0.004, 0.001)
UNREAD = (0.1, 0.1, 0.0, 0.8)
"""Probabilities of `count.KINDS` that a tile which is read wrongly is told with."""

END = 10**6
"""Throws after which no game goes on."""


def lived(rng: Random, noise: Noise, played: Played, wish: Wish) -> Lived:
    """A whole game."""
    name, profile, options = played
    seats = tuple(rng.sample((1, 2, 3, 4), rng.choice((2, 2, 3, 4))))
    setup = Setup(name, players_at(seats), profile, options)
    script = play(rng, setup, END, wish.foul)
    world = _World(rng, noise, setup, wish, setup.match())
    return world.lives(script)


@dataclass(eq=False)
class _World:
    """The table while it is played at.

    Attributes:
        match: the truth, as far as it was told.
        t: s.
        cubes: the dice that lie there.
        closed: spaces.
        touched: where the picture changed since the table was last settled, and where it did not although it should.
        throws: that count, so far.
        pending: a throw waits for its check.
        away: nobody looks until a deed of that kind: "cast" or "any"; "" while all is looked at.
        later: the same from the next closing on.
        wanted, when: the fault that was asked for, until it happens, and the first throw at which it may.
    """

    rng: Random
    noise: Noise
    setup: Setup
    wish: Wish
    match: Match
    t: float = 0.0
    cubes: list[Cube] = field(default_factory=list)
    closed: frozenset[str] = frozenset()
    touched: dict[Box, bool] = field(default_factory=dict)
    throws: int = 0
    pending: bool = False
    away: str = ""
    later: bool = False
    wanted: str = ""
    when: int = 0
    truth: list[Mapping[str, Any]] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def __post_init__(self) -> None:
        game: Any = self.match.game
        table = self.rng.choice(self.noise.tables)
        self.wanted = self.rng.choice(self.wish.kinds) if self.wish.kinds else ""
        self.when = self.rng.randint(*WHEN)
        self.eyes = Eyes(self.rng, self.noise, table, game.tiles, FRAMES[game.layout])

    def lives(self, script: Script) -> Lived:
        """All of it."""
        self.eyes.rests(self.t, (), self.closed, lambda _: False)
        for step in script.steps:
            self._step(step.deed, step.told)
        self._check()
        return Lived(
            self.setup, tuple(self.eyes.looks), tuple(self.truth), tuple(self.checks), tuple(self.faults)
        )

    def _step(self, deed: Deed, told: Sequence[Told]) -> None:
        if isinstance(deed, Rest):
            self._rest(deed.seconds)
            self._tells(told)
            return
        self._check()
        if isinstance(deed, Cast):
            self._cast(deed, told)
        elif isinstance(deed, Turn):
            self._turn(deed, told)
        elif isinstance(deed, Stir):
            self._stir(deed)
        else:
            self._fault("linger")
            self._hand(deed.seat, "linger", self._near(deed.over or deed.seat), deed.seconds + 1.1)
            self._settles("linger")

    def _fault(self, *kinds: str) -> None:
        self.faults += (Fault(kind, self.throws, round(self.t, 3)) for kind in kinds)

    # The truth.

    def _tells(self, told: Sequence[Told]) -> None:
        for line in told:
            self.truth.append({"t": round(self.t, 3), **line})
            self.match = after(self.match, line)
            if line["event"] == "roll_settled":
                self.throws, self.pending = self.throws + 1, True

    def _check(self) -> None:
        """What was thrown is told by now, or it is not."""
        if self.pending:
            self.checks.append(Check(len(self.eyes.looks), self.throws - 1, standing(self.match)))
        self.pending = False

    # Looks.

    def _rest(self, seconds: float) -> None:
        end, last = self.t + seconds, self.eyes.looks[-1].time
        while not self.away and last + BEAT <= end:
            last += BEAT
            self.eyes.beat(last, self.cubes, self.closed)
        self.t = end

    def _settles(self, kind: str) -> None:
        """The hand has left: the table is read, unless nobody looks."""
        if self.away:
            return
        soon = self.t + self.noise.seconds(self.rng, f"settled after {kind}")
        touched, self.touched = self.touched, {}
        self.eyes.rests(
            max(soon, self.eyes.looks[-1].time + 0.1),
            self.cubes,
            self.closed,
            lambda box: touched.get(box, False),
        )

    def _hand(self, seat: int, kind: str, spaces: frozenset[str], lasts: float = 0.0) -> None:
        """A hand comes and goes."""
        lasts = lasts or self.noise.seconds(self.rng, f"lasts {kind}")
        at = max(self.t + self.rng.uniform(0.1, 0.3), self.eyes.looks[-1].time + 0.05)
        over = self.noise.rate(f"moving {kind}", "hands", "looks")
        seen = kind == "cast" and self.rng.random() < self.noise.rate("moving cast", "dice")
        old = [cube.box for cube in self.cubes] if seen else []
        while at < self.t + lasts - 0.1:
            hands = spaces if self.rng.random() < over else frozenset()
            self.eyes.moves(at, hands, old[: int((at - self.t) / TAKES)])
            at += self.rng.uniform(BEAT, 1.3 * BEAT)
        self.t += lasts

    def _near(self, seat: int, slots: Sequence[int] = (5, 6)) -> frozenset[str]:
        frame = f"seat-{seat}/" if len(self.eyes.frames) > 1 else ""
        return frozenset(f"{frame}slot-{slot}" for slot in slots)

    # Deeds.

    def _cast(self, cast: Cast, told: Sequence[Told]) -> None:
        counts = any(line["event"] == "roll_settled" for line in told)
        wished = self._wished(told) if counts else ""
        if wished == "out_of_turn":
            self._out_of_turn(cast)
        if wished == "leans_flat":
            self._leans_first(cast)
        if not counts:
            self._fault(foul_of(told))
        self._throw(cast, told, wished)

    def _throw(self, cast: Cast, told: Sequence[Told], wished: str) -> None:
        """Dice are thrown, come to rest, and are read."""
        self.away, self.later = "", False
        cubes, kinds = thrown(self.rng, self.noise, self.eyes.table, cast, wished)
        self._fault(*kinds)
        self._falls(cast.seat, cubes, wished)
        self._wrongs(wished)
        self._tells(told)
        self._settles("cast")

    def _falls(self, seat: int, cubes: list[Cube], wished: str = "") -> None:
        """The dice that lie there are gathered and thrown."""
        start = self.t
        self._hand(seat, "cast", self._near(seat))
        if len(self.cubes) > 1 and self.rng.random() < self.noise.rate("moving cast", "settled"):
            self._midway(start)
        for cube in self.cubes:
            ghost = wished == "ghost" or self.rng.random() < self.noise.rate("ghosts", "n", "taken")
            self.touched[cube.box] = not ghost
            self._fault(*["ghost"] * ghost)
        self.touched |= {cube.box: cube.stirred for cube in cubes}
        self.cubes = cubes

    def _midway(self, start: float) -> None:
        """The table seems still for a moment, one die taken and the others not yet."""
        last = self.eyes.looks.pop() if self.eyes.looks[-1].time > start else None
        when = (last.time if last else start) + 0.05
        if last is not None and when > self.eyes.looks[-1].time:
            first, *self.cubes = self.cubes
            self.touched[first.box] = True
            touched, self.touched = self.touched, {}
            self.eyes.rests(when, self.cubes, self.closed, lambda box: touched.get(box, False))

    def _out_of_turn(self, cast: Cast) -> None:
        """Another player throws first."""
        other = self.rng.choice([seat for seat in self.setup.seats if seat != cast.seat])
        dice = tuple(self.rng.randint(1, 6) for _ in cast.dice)
        cubes, _ = thrown(self.rng, self.noise, self.eyes.table, Cast(other, dice), "")
        self._fault("out_of_turn")
        self._falls(other, cubes)
        self._settles("cast")
        self._rest(self.rng.uniform(1.2, 2.2))

    def _leans_first(self, cast: Cast) -> None:
        """A throw of which a die leans, read as if it lay flat, before the one that counts."""
        dice = (*(self.rng.randint(1, 6) for _ in cast.dice[1:]), None)
        self._fault("void")
        line = {"event": "die_cocked", "seat": cast.seat, "dice": list(dice)}
        self._throw(Cast(cast.seat, dice, "cocked"), (line,), "leans_flat")
        self._rest(self.rng.uniform(1.6, 2.4))

    def _wished(self, told: Sequence[Told]) -> str:
        """The fault that was asked for, once a game, at the first throw from then on where it may be; or none."""
        kind = self.wanted
        if self.throws < self.when or (kind == "out_of_turn" and not owes(self.match, told)):
            return ""
        self.wanted = ""
        return kind

    def _wrongs(self, wished: str) -> None:
        """Faults that are not of one die."""
        if wished == "stain" or self.rng.random() < self.noise.stain:
            self.eyes.stain = stained(self.rng, self.noise, self.cubes), self.rng.randint(2, 20)
            self._fault("stain")
        if wished == "missed" and self.rng.random() < 0.5:
            self.away = "cast"  # its dice are seen in no look; else only they are not seen
        if wished == "hurried":
            self.away, self.later = ("any", False) if self.rng.random() < 0.5 else ("", True)
            self._fault("hurried")
        if wished in ("tile_for_good", "tile_a_while", "covered"):
            self._fault(wished)
            self._tiles(wished)

    def _tiles(self, wished: str) -> None:
        """Tiles of a player are read wrongly, or not at all."""
        seat, looks = self.rng.choice(self.setup.seats), self.rng.randint(3, 8)
        spaces = sorted(self._near(seat, range(1, self.eyes.tiles + 1)))
        if wished != "covered":
            spaces = [self.rng.choice(spaces)]
        for space in spaces:
            shut = space in self.closed
            chances = UNREAD if wished == "covered" else OPEN if shut else SHUT
            self.eyes.misread(space, chances, ALWAYS if wished == "tile_for_good" else looks, closed=shut)

    def _turn(self, turn: Turn, told: Sequence[Told]) -> None:
        spaces = self._near(turn.seat, turn.slots)
        if turn.word == "refused":
            self._fault("foul")
        if self.away == "any":
            self.away = ""
        self._hand(turn.by or turn.seat, "turn", self._near(turn.seat, (turn.slots[0],)))
        self.closed = self.closed | spaces if turn.to == "closed" else self.closed - spaces
        if self.later and turn.word == "accepted":
            self.away = "cast"
        flips = (
            {"event": "tile_flipped", "seat": turn.seat, "tile": n, "state": turn.to} for n in turn.slots
        )
        self._tells((*told, *flips))
        self._settles("turn")

    def _stir(self, stir: Stir) -> None:
        kind = "lift" if stir.lifted else "push"
        self._fault("put_back" if stir.lifted else "pushed")
        cube = self.cubes[min(stir.die, len(self.cubes) - 1)]
        self._hand(stir.seat, kind, self._near(stir.seat))
        self.touched[cube.box] = True
        cube.x, cube.y = moved(
            self.rng, cube, [one for one in self.cubes if one is not cube], lifted=stir.lifted
        )
        self.touched[cube.box] = self.rng.random() < self.noise.rate(f"fate {kind}", "stirred")
        self._settles(kind)
