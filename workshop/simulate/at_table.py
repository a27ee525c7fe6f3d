"""The table during play, in any game: what lies there, who looks, and which events are due."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee.match import Match
from vision.observation import Box
from webui.table.values.setup import Setup

from ..recordings.script import EventFields, Linger, ScriptedThrow, Stir
from .casting import moved, stained, thrown
from .eyes import BEAT, SimulatedDie, SimulatedEyes
from .faults import WHEN, Fault
from .game import Check, Finger, Lived, Wish, standing
from .noise import CountedNoise

TAKES = 0.65
"""Seconds that a hand needs to take a die."""


@dataclass(eq=False)
class AtTable(ABC):
    """A table while it is played at.

    Attributes:
        rng, noise: chance, and how eyes err.
        setup, wish: what is played, and what is to go wrong.
        match: the truth, up to the newest event.
        eyes: what looks.
        t: s.
        cubes: the dice that lie there.
        closed: spaces.
        touched: where the picture changed since the table was last settled, and where it did not although it should.
        throws: that count, so far.
        pending: a throw waits for its check.
        away: nobody looks until a deed of that kind: "cast" or "any"; "" while all is looked at.
        later: the same from the next move on.
        put_right: whoever sees a wrong report corrects it.
        wanted, when: the fault that was asked for, until it happens, and the first throw at which it may.
    """

    rng: Random
    noise: CountedNoise
    setup: Setup
    wish: Wish
    match: Match
    eyes: SimulatedEyes
    t: float = 0.0
    cubes: list[SimulatedDie] = field(default_factory=list)
    closed: frozenset[str] = frozenset()
    touched: dict[Box, bool] = field(default_factory=dict)
    throws: int = 0
    pending: bool = False
    away: str = ""
    later: bool = False
    put_right: bool = False
    wanted: str = ""
    when: int = 0
    truth: list[Mapping[str, Any]] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    fingers: list[Finger] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wanted = self.rng.choice(self.wish.kinds) if self.wish.kinds else ""
        self.when = self.rng.randint(*WHEN)

    @abstractmethod
    def near(self, seat: int, slots: Sequence[int] = (5, 6)) -> frozenset[str]:
        """The spaces that the hand of a seat covers."""

    @abstractmethod
    def owes(self, events: Sequence[EventFields]) -> bool:
        """Whether a player owes a move after these events."""

    def ended(self) -> Lived:
        """All of it, once it is over."""
        self.check()
        return Lived(
            self.setup, tuple(self.eyes.looks), tuple(self.truth), tuple(self.checks), tuple(self.faults),
            tuple(self.fingers), self.eyes.table.kind, self.match,
        )  # fmt: skip

    def fault(self, *kinds: str) -> None:
        """These happen now."""
        self.faults += (Fault(kind, self.throws, round(self.t, 3)) for kind in kinds)

    # The truth.

    def says(self, events: Iterable[EventFields]) -> None:
        """These events are due by now."""
        for line in events:
            self.truth.append({"t": round(self.t, 3), **line})
            if line["event"] == "roll_settled":
                self.throws, self.pending = self.throws + 1, True

    @abstractmethod
    def tells(self, events: Sequence[EventFields]) -> None:
        """The same, and the match goes on by it."""

    def check(self) -> None:
        """The throw is reported by now, or it is not."""
        if self.pending:
            stands = standing(self.match)
            truth = self.match if self.put_right else None
            self.checks.append(Check(len(self.eyes.looks), self.throws - 1, stands, len(self.fingers), truth))
        self.pending = False

    # Looks.

    def rest(self, seconds: float) -> None:
        """Nothing moves."""
        end, last = self.t + seconds, self.eyes.looks[-1].time
        while not self.away and last + BEAT <= end:
            last += BEAT
            self.eyes.beat(last, self.cubes, self.closed)
        self.t = end

    def settles(self, kind: str) -> None:
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

    def hand(
        self, kind: str, spaces: frozenset[str], lasts: float = 0.0, takes: Sequence[SimulatedDie] | None = None
    ) -> None:
        """A hand comes and goes.

        Args:
            kind: of the deed.
            spaces: over which it is.
            lasts: seconds; as it was counted where it is 0.
            takes: the dice that a throw takes up; all where it is None.
        """
        lasts = lasts or self.noise.seconds(self.rng, f"lasts {kind}")
        at = max(self.t + self.rng.uniform(0.1, 0.3), self.eyes.looks[-1].time + 0.05)
        over = self.noise.rate(f"moving {kind}", "hands", "looks")
        shown = kind == "cast" and self.rng.random() < self.noise.rate("moving cast", "dice")
        old = [cube.box for cube in (self.cubes if takes is None else takes)] if shown else []
        reported = kind != "turn"  # over each of 57 tiles turned in three recorded games a hand was told, once at least
        while at < self.t + lasts - 0.1:
            hands = spaces if self.rng.random() < over or not reported else frozenset()
            reported = True
            self.eyes.moves(at, hands, old[: int((at - self.t) / TAKES)])
            at += self.rng.uniform(BEAT, 1.3 * BEAT)
        self.t += lasts

    # Deeds.

    def cast(
        self, cast: ScriptedThrow, events: Sequence[EventFields], wished: str, aside: Sequence[SimulatedDie] = ()
    ) -> None:
        """Dice are thrown, come to rest, and are read; `aside` ones lie aside and are left alone."""
        self.away, self.later = "", False
        cubes, kinds = thrown(self.rng, self.noise, self.eyes.table, cast, wished, aside)
        self.fault(*kinds)
        self.falls(cast.seat, cubes, wished, aside)
        self.wrongs(wished)
        self.tells(events)
        self.settles("cast")

    def falls(self, seat: int, cubes: list[SimulatedDie], wished: str = "", aside: Sequence[SimulatedDie] = ()) -> None:
        """The dice that lie there are gathered and thrown."""
        start, old = self.t, [cube for cube in self.cubes if cube not in aside]
        self.hand("cast", self.near(seat), takes=old)
        if len(old) > 1 and self.rng.random() < self.noise.rate("moving cast", "settled"):
            self._midway(start, old[0])
            old = [cube for cube in self.cubes if cube not in aside]
        for cube in old:
            ghost = wished == "ghost" or self.rng.random() < self.noise.rate("ghosts", "n", "taken")
            self.touched[cube.box] = not ghost
            self.fault(*["ghost"] * ghost)
        self.touched |= {cube.box: cube.stirred for cube in cubes}
        self.cubes = [*aside, *cubes]

    def _midway(self, start: float, first: SimulatedDie) -> None:
        """The table seems still for a moment, one die taken and the others not yet."""
        last = self.eyes.looks.pop() if self.eyes.looks[-1].time > start else None
        when = (last.time if last else start) + 0.05
        if last is not None and when > self.eyes.looks[-1].time:
            self.cubes = [cube for cube in self.cubes if cube is not first]
            self.touched[first.box] = True
            touched, self.touched = self.touched, {}
            self.eyes.rests(when, self.cubes, self.closed, lambda box: touched.get(box, False))

    def out_of_turn(self, cast: ScriptedThrow, aside: Sequence[SimulatedDie] = ()) -> None:
        """Another player throws first."""
        other = self.rng.choice([seat for seat in self.setup.seats if seat != cast.seat])
        dice = tuple(self.rng.randint(1, 6) for _ in cast.dice)
        cubes, _ = thrown(self.rng, self.noise, self.eyes.table, ScriptedThrow(other, dice), "", aside)
        self.fault("out_of_turn")
        self.falls(other, cubes, aside=aside)
        self.settles("cast")
        self.rest(self.rng.uniform(1.2, 2.2))

    def leans_first(self, cast: ScriptedThrow, aside: Sequence[SimulatedDie] = ()) -> None:
        """A throw with a leaning die, read as if it lay flat, before the one that counts."""
        dice = (*(self.rng.randint(1, 6) for _ in cast.dice[1:]), None)
        self.fault("void")
        line = {"event": "die_cocked", "seat": cast.seat, "dice": list(dice)}
        self.cast(ScriptedThrow(cast.seat, dice, "cocked"), (line,), "leans_flat", aside)
        self.rest(self.rng.uniform(1.6, 2.4))

    def wished(self, events: Sequence[EventFields]) -> str:
        """The fault that was asked for, once a game, at the first throw from then on where it may be; or none."""
        kind = self.wanted
        if self.throws < self.when or (kind == "out_of_turn" and not self.owes(events)):
            return ""
        self.wanted = ""
        return kind

    def wrongs(self, wished: str) -> None:
        """Faults that are not of one die."""
        if wished == "stain" or self.rng.random() < self.noise.stain:
            self.eyes.stain = stained(self.rng, self.noise, self.cubes), self.rng.randint(2, 20)
            self.fault("stain")
        if wished == "missed" and self.rng.random() < 0.5:
            self.away = "cast"  # its dice are seen in no look; else only they are not seen
        if wished == "hurried":
            self.away, self.later = ("any", False) if self.rng.random() < 0.5 else ("", True)
            self.fault("hurried")

    def stir(self, stir: Stir) -> None:
        """A die is pushed, or lifted and put back."""
        kind = "lift" if stir.lifted else "push"
        self.fault("put_back" if stir.lifted else "pushed")
        cube = self.cubes[min(stir.die, len(self.cubes) - 1)]
        others = [other_cube for other_cube in self.cubes if other_cube is not cube]
        self.hand(kind, self.near(stir.seat))
        self.lies(cube, kind, moved(self.rng, cube, others, lifted=stir.lifted))
        self.settles(kind)

    def lies(self, cube: SimulatedDie, kind: str, at: tuple[float, float]) -> None:
        """A die lies elsewhere, and shows what it showed."""
        self.touched[cube.box] = True
        cube.x, cube.y = at
        self.touched[cube.box] = self.rng.random() < self.noise.rate(f"fate {kind}", "stirred")

    def linger(self, linger: Linger) -> None:
        """A hand stays."""
        self.fault("linger")
        self.hand("linger", self.near(linger.over or linger.seat), linger.seconds + 1.1)
        self.settles("linger")
