"""SimulatedEyes without pictures: what a follower would tell of a table that is known, with the noise that was counted.

What becomes of dice is told by the follower's own code (`vision.follow.fates`); chance decides only where the
picture changed, what is read, and when there was a look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from vision.follow.fates import DiceSoFar, on_the_move, steady
from vision.observation import BoardSeen, Box, Die, Fate, Observation, Piece, PieceKind

from .count import KINDS
from .noise import CountedNoise, Reading, Story, TableNoise, kind_of

CORNERS = ((100.0, 100.0), (700.0, 100.0), (700.0, 700.0), (100.0, 700.0))
SIDE = 24.0
"""px, of a die."""

BEAT = 0.5
"""Seconds between two tellings of a table at rest."""

GHOSTS = 4
"""Looks until the table is read anew, and a taken die is no longer reported."""

ASKS_DICE, ASKS_TILES = 0.93, 0.9
"""Below so sure the eyes abstain."""

FRAMES: Mapping[str, tuple[str, ...]] = {"occe": ("seat-1/", "seat-2/", "seat-3/", "seat-4/"), "box": ("",)}
BOARD = BoardSeen("occe", CORNERS, True, 0.99)


@dataclass(eq=False)
class SimulatedDie:
    """A die on the table, and how it is read.

    Attributes:
        value, state: the truth.
        x, y: px, its centre.
        story: how it is read from look to look.
        looks: at how many settled looks it lay so far.
        stirred: the picture changed where it came to lie.
    """

    value: int | None
    state: str
    x: float
    y: float
    story: Story
    looks: int = 0
    stirred: bool = True

    @property
    def box(self) -> Box:
        """px."""
        return (self.x - SIDE / 2, self.y - SIDE / 2, SIDE, SIDE)

    def read(self) -> Reading | None:
        """How it is read at the next settled look."""
        left = self.looks
        for looks, reading in self.story:
            if left < looks:
                return reading
            left -= looks
        return self.story[-1][1]


@dataclass
class SimulatedEyes:
    """What the follower remembers.

    Attributes:
        rng, noise, table: chance, and what it is made of.
        tiles: numbers of each frame.
        frames: FRAMES of the board; () where none is read.
        board: as it is reported; None without a board.
        looks: all observations so far.
        dice: the follower's own memory of dice.
        shut: tiles that were closed at the last settled look.
        settled: the last settled look.
        ghosts: taken dice that are still reported, at the first settled look and `ghosted` more.
        stain: what is read as a die and is none, and for how many looks yet.
        amiss: tiles that are read badly, each with its probabilities, how long yet, and whether it is closed.
        known: the newest reported pieces, and their board.
    """

    rng: Random
    noise: CountedNoise
    table: TableNoise
    tiles: int
    frames: tuple[str, ...]
    board: BoardSeen | None = BOARD
    looks: list[Observation] = field(default_factory=list)
    dice: DiceSoFar = field(default_factory=DiceSoFar)
    settled: Observation | None = None
    ghosts: tuple[Die, ...] = ()
    ghosted: int = 0
    stain: tuple[Die, int] | None = None
    amiss: dict[str, tuple[tuple[float, ...], int, bool]] = field(default_factory=dict)
    shut: frozenset[str] = frozenset()
    known: tuple[object, tuple[Piece, ...], bool] | None = None

    def tell(self, look: Observation) -> None:
        """One more look."""
        self.looks.append(look)

    # At rest.

    def rests(
        self, t: float, cubes: Sequence[SimulatedDie], closed: frozenset[str], touched: Callable[[Box], bool]
    ) -> None:
        """The table comes to rest: the first settled look.

        Args:
            t: s.
            cubes: the dice that lie there.
            closed: the spaces whose tiles are closed.
            touched: whether the picture changed there since the table was last settled.
        """
        self._begin(closed)
        raw = self._raw(cubes)

        def changed(die: Die) -> bool:
            return touched(die.box)

        dice = raw if self.settled is None else steady(self.settled.dice, raw, changed, changed)
        self.ghosts = tuple(die for die in dice if not any(die.same(other) for other in raw))
        self.ghosted = 0
        self.dice, look = self.dice.after_rest(Observation(t, self.board, dice), changed)
        self._settle(look, cubes, closed)

    def beat(self, t: float, cubes: Sequence[SimulatedDie], closed: frozenset[str]) -> None:
        """The table rests yet: one more settled look."""
        if self.settled is None:
            return
        self.ghosted += 1
        if self.ghosted >= GHOSTS:
            self.ghosts = ()
        dice = self.dice.without_strays((*self._raw(cubes), *self.ghosts))
        self._settle(Observation(t, self.board, dice, fates=(Fate(),) * len(dice)), cubes, closed)

    def _settle(self, look: Observation, cubes: Sequence[SimulatedDie], closed: frozenset[str]) -> None:
        pieces, doubtful = self._pieces(closed)
        abstains = {"tiles"} if doubtful else set()
        if any(die.sure < ASKS_DICE for die in look.dice):
            abstains.add("dice")
        self.settled = replace(look, pieces=pieces, abstains=frozenset(abstains))
        self.tell(self.settled)
        for cube in cubes:
            cube.looks += 1

    def _raw(self, cubes: Iterable[SimulatedDie]) -> tuple[Die, ...]:
        read = ((cube, cube.read()) for cube in cubes)
        dice = [_die(cube.box, reading) for cube, reading in read if reading is not None]
        if self.stain is not None:
            die, left = self.stain
            self.stain = (die, left - 1) if left > 1 else None
            dice.append(die)
        return tuple(dice)

    # Tiles.

    def misread(self, space: str, chances: tuple[float, ...], looks: int, *, closed: bool) -> None:
        """From now on a tile is read so, for so many looks or until it is turned."""
        self.amiss[space] = (chances, looks, closed)

    def _begin(self, closed: frozenset[str]) -> None:
        """Tiles begin to be read badly, those that were turned since more often than others."""
        turned, self.shut = closed ^ self.shut, closed
        every = [f"{frame}slot-{n}" for frame in self.frames for n in self._numbers()]
        for episode in self.noise.episodes(self.rng, self.table, len(turned)):
            shut = episode.true == "closed"
            among = sorted(turned) if episode.turned else every
            some = [space for space in among if (space in closed) == shut and space not in self.amiss]
            if some:
                self.misread(self.rng.choice(some), episode.chances, episode.looks, closed=shut)

    def _pieces(self, closed: frozenset[str]) -> tuple[tuple[Piece, ...], bool]:
        """Every tile as it is read, and whether one is in doubt."""
        for space, (chances, looks, shut) in list(self.amiss.items()):
            if looks <= 0 or (space in closed) != shut:
                del self.amiss[space]
            else:
                self.amiss[space] = (chances, looks - 1, shut)
        key = (closed, tuple((space, row[0]) for space, row in sorted(self.amiss.items())))
        if self.known is None or self.known[0] != key:
            made = tuple(
                self._piece(f"{frame}slot-{n}", closed) for frame in self.frames for n in self._numbers()
            )
            self.known = (key, made, any(piece.sure < ASKS_TILES for piece in made))
        return self.known[1], self.known[2]

    def _numbers(self) -> range:
        return range(1, self.tiles + 1)

    def _piece(self, space: str, closed: frozenset[str]) -> Piece:
        if space not in self.amiss:
            return _clean_piece(space, "closed" if space in closed else "open")
        chances = self.amiss[space][0]
        ranked = sorted(zip(KINDS, chances, strict=True), key=lambda pair: -pair[1])
        return Piece(space, kind_of(chances), None, (0.0, 0.0), max(chances), tuple(ranked))

    # In motion.

    def moves(self, t: float, hands: frozenset[str], gone: Iterable[Box] = ()) -> None:
        """Something moves: a hand over some spaces, dice that leave rest."""
        if self.settled is None:
            return
        lifted = set(gone)
        left = tuple(die for die in self.settled.dice if die.box in lifted and die not in self.dice.left)
        if left:
            self.dice = self.dice.without(left)
        dice = tuple(on_the_move(die) if die in self.dice.left else die for die in self.settled.dice)
        self.tell(
            replace(self.settled, time=t, dice=dice, pieces=(), hands=hands, still=False, fates=(), gone=())
        )


def _die(box: Box, reading: Reading) -> Die:
    return Die(reading.value, reading.state, box, reading.sure, None, reading.chances, reading.there)


_PIECES: dict[tuple[str, PieceKind], Piece] = {}


def _clean_piece(space: str, kind: PieceKind) -> Piece:
    if (space, kind) not in _PIECES:
        other: PieceKind = "closed" if kind == "open" else "open"
        rest: tuple[tuple[PieceKind, float], ...] = (("missing", 0.0002), ("unknown", 0.0002))
        chances = ((kind, 0.999), (other, 0.0006), *rest)
        number = int(space.rpartition("-")[2]) if kind == "open" else None
        _PIECES[space, kind] = Piece(space, kind, number, (0.0, 0.0), 0.999, chances)
    return _PIECES[space, kind]
