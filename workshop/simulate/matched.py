"""Settled looks laid beside what happened: which die is which, what each tile shows, which deeds lie between two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import dist

from vision.observation import Die, Fate, Observation, Piece

from .happened import Done, Lying

BESIDE = 0.8
"""A die that is read lies within so many sides of the one it is."""

TAKEN = {"cast": 0.45, "push": 0.45, "lift": 0.45}
"""Seconds after which a deed's hand may have reached the dice."""

SHOWS = 0.05
"""Seconds by which times are rounded."""

FLIPS = 0.8, 0.85
"""Seconds until the first tile of a turn lies otherwise, and from one to the next."""

UNSETTLED = 0.3
"""Seconds around its turning in which what a tile shows is not counted."""


@dataclass(frozen=True)
class Matched:
    """A settled look and the truth.

    Attributes:
        look: the observation.
        since: deeds that were done since the last settled look, rests left out.
        consumed: while a deed touched dice there was a settled look already, which took away what changed.
        busy: a deed is under way that touches dice: what lies there is not counted.
        dice: each die that lies there, and how it is read; None where it is not seen.
        fates: of each of them; None where it is not seen.
        ghosts: dice read where one of the throw before lay, and lies no more.
        stains: other dice read where there is none.
        tiles: each tile that is sure to show what it shows, and whether that is closed.
    """

    look: Observation
    since: tuple[Done, ...]
    busy: bool
    consumed: bool = False
    dice: tuple[tuple[Lying, Die | None], ...] = ()
    fates: tuple[Fate | None, ...] = ()
    ghosts: tuple[Die, ...] = ()
    stains: tuple[Die, ...] = ()
    tiles: tuple[tuple[Piece, bool], ...] = ()


@dataclass
class _Truth:
    """What lies there, as the deeds go by."""

    deeds: Sequence[Done]
    at: int = 0
    dice: tuple[Lying, ...] = ()
    before: tuple[Lying, ...] = ()
    closed: dict[tuple[int, int], bool] = field(default_factory=dict)

    def until(self, time: float) -> list[Done]:
        """The deeds that were done by then, since the last time."""
        deeds = []
        while self.at < len(self.deeds) and self.deeds[self.at].acted <= time + SHOWS:
            done = self.deeds[self.at]
            deeds.append(done)
            if done.dice != self.dice:
                self.before, self.dice = self.dice, done.dice
            self.closed |= {(done.seat, slot): done.to == "closed" for slot in done.slots}
            self.at += 1
        return deeds

    def now(self) -> Done | None:
        """The deed under way."""
        return self.deeds[self.at] if self.at < len(self.deeds) else None


def matched(looks: Sequence[Observation], deeds: Sequence[Done]) -> Iterator[Matched]:
    """Every settled look, in order."""
    truth, consumed = _Truth(deeds), False
    for look in looks:
        if not look.still:
            continue
        since = tuple(done for done in truth.until(look.time) if done.kind != "rest")
        now = truth.now()
        busy = now is not None and now.kind in TAKEN and look.time > now.start + TAKEN[now.kind]
        plain = Matched(look, since, busy, consumed, tiles=tuple(_tiles(truth, look)))
        consumed = busy
        yield plain if busy else _with_dice(plain, truth)


def _tiles(truth: _Truth, look: Observation) -> Iterator[tuple[Piece, bool]]:
    loose = {
        (done.seat, slot)
        for done in truth.deeds[max(0, truth.at - 4) : truth.at + 2]
        for turned, slot in enumerate(done.slots)
        if abs(done.start + FLIPS[0] + FLIPS[1] * turned - look.time) <= UNSETTLED
    }
    for piece in look.pieces:
        side, _, number = piece.space.removeprefix("seat-").partition("/slot-")
        place = int(side), int(number)
        if place not in loose:
            yield piece, _closed(truth, look.time, place)


def _closed(truth: _Truth, time: float, place: tuple[int, int]) -> bool:
    """Whether a tile is closed, also in the middle of the deed that turns it."""
    now, stands = truth.now(), truth.closed.get(place, False)
    if now is None or now.seat != place[0] or place[1] not in now.slots:
        return stands
    flips = now.start + FLIPS[0] + FLIPS[1] * now.slots.index(place[1])
    return now.to == "closed" if time > flips else stands


def _with_dice(plain: Matched, truth: _Truth) -> Matched:
    look = plain.look
    fates = look.fates or (Fate(),) * len(look.dice)
    free = list(zip(look.dice, fates, strict=True))
    pairs: list[tuple[Lying, Die | None]] = []
    became: list[Fate | None] = []
    for lying in truth.dice:
        die, fate = _taken(free, lying)
        pairs.append((lying, die))
        became.append(fate)
    ghosts = [_taken(free, lying)[0] for lying in truth.before if lying not in truth.dice]
    return replace(
        plain, dice=tuple(pairs), fates=tuple(became), ghosts=tuple(die for die in ghosts if die is not None),
        stains=tuple(die for die, _ in free),
    )  # fmt: skip


def _taken(free: list[tuple[Die, Fate]], lying: Lying) -> tuple[Die | None, Fate | None]:
    """The die that is read there, taken out of those that are free."""
    near = min(free, key=lambda pair: _far(pair[0], lying), default=None)
    if near is None or _far(near[0], lying) > BESIDE:
        return None, None
    free.remove(near)
    return near


def _far(die: Die, lying: Lying) -> float:
    x, y, w, h = die.box
    return dist((x + w / 2, y + h / 2), (lying.x, lying.y)) / lying.side
