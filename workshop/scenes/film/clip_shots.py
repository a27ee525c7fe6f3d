"""From acts to frames: where hands, dice and tiles are at each moment of a film."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ..describe.camera import Floats
from ..describe.men import Man
from ..describe.scene import Cube, DrawnHand, Place, Scene
from .clip_acts import (
    SUBFRAMES,
    Act,
    Both,
    Carry,
    Clip,
    Dim,
    Hover,
    Rest,
    Shift,
    Shot,
    Throw,
    Turn,
    Unseen,
    Wheel,
)
from .clip_whole import at_once, covered, dimmed, wheeled
from .motion import at_rest, eased, flight, reaching

Dice = tuple[Cube, ...]
LIFTED = 35.0
"""mm by which a man is lifted when he is carried."""
FAR, FARTHEST = 260.0, 1200.0
"""mm from the board's edge at which a hand waits: at least, and at most where nearer it would be seen."""


def shots(clip: Clip) -> Iterator[Shot]:
    """What each frame shows."""
    for _, steps in played(clip):
        yield from steps


def played(clip: Clip) -> Iterator[tuple[Act, list[Shot]]]:
    """Each act and the frames that it takes."""
    shot = Shot(clip.scene, (), None)
    for act in clip.acts:
        steps = _played(clip, shot, act)
        yield act, steps
        shot = steps[-1]


def _played(clip: Clip, shot: Shot, act: Act) -> list[Shot]:
    """The frames of an act that begins where `shot` left the table."""
    if isinstance(act, Unseen):
        return covered(shot, act, lambda before, inner: _played(clip, before, inner))
    if isinstance(act, Both):
        return at_once(clip, shot, act, lambda before, inner: _played(clip, before, inner))
    if isinstance(act, Dim):
        return dimmed(clip, shot, act)
    steps = list(_lit(clip, shot, act))
    return steps if shot.light == 1 else [replace(step, light=shot.light) for step in steps]


def _lit(clip: Clip, shot: Shot, act: Rest | Turn | Carry | Hover | Shift | Throw | Wheel) -> Iterator[Shot]:
    """The same in the light of the beginning."""
    scene, dice = shot.scene, shot.lying
    if isinstance(act, Rest):
        yield from [Shot(scene, dice, None)] * max(1, round(act.seconds * clip.rate))
    elif isinstance(act, Turn):
        yield from _turning(clip, scene, dice, act)
    elif isinstance(act, Carry):
        yield from _carrying(clip, scene, dice, act)
    elif isinstance(act, Hover):
        yield from _hovering(clip, scene, dice, act)
    elif isinstance(act, Shift):
        yield from _shifting(clip, scene, dice, act)
    elif isinstance(act, Wheel):
        yield from wheeled(clip, shot, act, _home(scene, act.seat))
    else:
        yield from _throwing(clip, scene, dice, act)


def after(scene: Scene, act: Turn | Carry) -> Scene:
    """The table once tiles were turned, or men carried."""
    if isinstance(act, Carry):
        for number, man in act.ways:
            scene = _laid(scene, number, man)
        return scene
    for slot in act.slots:
        scene = _turned(scene, act.seat, slot, act.to)
    return scene


def _laid(scene: Scene, number: int, *instead: Man) -> Scene:
    """The table without one of its men, another put down instead."""
    assert scene.men is not None, "men lie on a board of arrows"
    bare = scene.men.without(number)
    return replace(scene, men=replace(bare, men=(*bare.men, *instead)))


def _carrying(clip: Clip, scene: Scene, dice: Dice, act: Carry) -> Iterator[Shot]:
    here = home = _home(scene, act.seat)
    for number, man in act.ways:
        assert scene.men is not None, "men are carried on a board of arrows"
        old, bare, now = scene.men.men[number], _laid(scene, number), _laid(scene, number, man)
        for share in _steps(clip, 0.5 if here == home else 0.35):
            at, lift = _between(here, old.at, share), old.ground + 6 + 25 * _arch(share)
            yield Shot(scene, dice, _hand(clip, act.seat, at, lift))
        for _ in _steps(clip, 0.15):
            yield Shot(scene, dice, _hand(clip, act.seat, old.at, old.ground + 4))
        for share in _steps(clip, 0.3 + 0.0012 * float(np.hypot(*np.subtract(man.at, old.at)))):
            high = old.ground + (man.ground - old.ground) * share + LIFTED * _arch(share)
            held = replace(man, at=_between(old.at, man.at, share), ground=high)
            yield Shot(bare, dice, _hand(clip, act.seat, held.at, high + 4), carried=held)
        yield Shot(now, dice, _hand(clip, act.seat, man.at, man.ground + 4))
        scene, here = now, man.at
    for share in _steps(clip, 0.45):
        yield Shot(scene, dice, _hand(clip, act.seat, _between(here, home, share), 10 + 30 * share))
    yield Shot(scene, dice, None)


def _turning(clip: Clip, scene: Scene, dice: Dice, act: Turn) -> Iterator[Shot]:
    board = scene.board
    assert board is not None, "tiles are turned on a board"
    places = {tile.slot: tile.at for tile in board.tiles if tile.seat == act.seat}
    by = act.by or act.seat
    here = home = _home(scene, by)
    for slot in act.slots:
        there = places[slot]
        for share in _steps(clip, 0.55 if here == home else 0.35):
            yield Shot(scene, dice, _hand(clip, by, _between(here, there, share), 10 + 25 * _arch(share)))
        for share in _steps(clip, 0.5):
            if share >= 0.5 and _state(scene, act.seat, slot) != act.to:
                scene = _turned(scene, act.seat, slot, act.to)
            yield Shot(scene, dice, _hand(clip, by, there, 6 + 14 * _arch(share)))
        here = there
    yield from [Shot(scene, dice, _hand(clip, by, here, 10))] * round(act.lingers * clip.rate)
    for share in _steps(clip, 0.5):
        yield Shot(scene, dice, _hand(clip, by, _between(here, home, share), 10 + 30 * share))
    yield Shot(scene, dice, None)


def _hovering(clip: Clip, scene: Scene, dice: Dice, act: Hover) -> Iterator[Shot]:
    home = _home(scene, act.seat)
    for share in _steps(clip, 0.55):
        yield Shot(scene, dice, _hand(clip, act.seat, _between(home, act.at, share), 10 + 25 * _arch(share)))
    yield from [Shot(scene, dice, _hand(clip, act.seat, act.at, 10))] * len(_steps(clip, act.seconds))
    for share in _steps(clip, 0.5):
        yield Shot(scene, dice, _hand(clip, act.seat, _between(act.at, home, share), 10 + 30 * share))
    yield Shot(scene, dice, None)


def _shifting(clip: Clip, scene: Scene, dice: Dice, act: Shift) -> Iterator[Shot]:
    home, old = _home(scene, act.seat), dice[act.die]
    without = dice[: act.die] + dice[act.die + 1 :]
    moved = (*dice[: act.die], act.to, *dice[act.die + 1 :])
    for share in _steps(clip, 0.5):
        yield Shot(scene, dice, _hand(clip, act.seat, _between(home, old.at, share), 12 + 25 * _arch(share)))
    if act.lifted:
        for share in _steps(clip, 0.8):
            up = _between(old.at, act.to.at, share)
            yield Shot(scene, without, _hand(clip, act.seat, up, 8 + 50 * _arch(share)))
    else:
        for share in _steps(clip, 0.35):
            at = _between(old.at, act.to.at, share)
            pushed = replace(old if share < 1 else act.to, at=at)
            lying = (*dice[: act.die], pushed, *dice[act.die + 1 :])
            yield Shot(scene, lying, _hand(clip, act.seat, at, 6))
    for share in _steps(clip, 0.5):
        yield Shot(scene, moved, _hand(clip, act.seat, _between(act.to.at, home, share), 10 + 30 * share))
    yield Shot(scene, moved, None)


def _throwing(clip: Clip, scene: Scene, dice: Dice, act: Throw) -> Iterator[Shot]:
    home, edge = _home(scene, act.seat), _edge(scene, act.seat)
    stay = tuple(dice[k] for k in act.stays)
    before = tuple(cube for k, cube in enumerate(dice) if k not in act.stays)
    here, lying = home, before
    for cube in before:
        for share in _steps(clip, 0.45):
            up = _between(here, cube.at, share)
            yield Shot(scene, (*stay, *lying), _hand(clip, act.seat, up, 12 + 25 * _arch(share)))
        for _ in _steps(clip, 0.2):
            yield Shot(scene, (*stay, *lying), _hand(clip, act.seat, cube.at, 5))
        lying, here = lying[1:], cube.at
        yield Shot(scene, (*stay, *lying), _hand(clip, act.seat, here, 8))
    for share in _steps(clip, 0.5):
        yield Shot(scene, stay, _hand(clip, act.seat, _between(here, edge, share), 20 + 50 * share))
    for share in _steps(clip, 0.5):
        wave = 12 * np.sin(share * 6 * np.pi)
        yield Shot(scene, stay, _hand(clip, act.seat, (edge[0] + wave, edge[1] + wave), 70))
    for step in _flying(clip, scene, act, edge, home):
        yield replace(step, lying=stay)
    yield Shot(scene, (*stay, *act.dice), None)


def _flying(clip: Clip, scene: Scene, act: Throw, edge: Place, home: Place) -> Iterator[Shot]:
    seconds = 0.95
    if act.flight:
        for number in range(0, len(act.flight), SUBFRAMES):
            part = act.flight[number : number + SUBFRAMES]
            away = _between(edge, home, min(1.0, (number + 1) / SUBFRAMES / clip.rate / 0.5))
            hand = _hand(clip, act.seat, away, 70) if away != home else None
            moving = tuple(tuple(at_rest(moment[die]) for moment in part) for die in range(len(act.dice)))
            yield Shot(scene, (), hand, moving)
        return
    for share in _steps(clip, seconds):
        moments = [share - part / SUBFRAMES / (seconds * clip.rate) * 0.6 for part in range(SUBFRAMES)]
        dice = tuple(tuple(flight(cube, edge, max(0.0, m)) for m in moments) for cube in act.dice)
        out = min(1.0, share / 0.55)
        hand = _hand(clip, act.seat, _between(edge, home, out), 70) if out < 1 else None
        yield Shot(scene, (), hand, dice)


def _steps(clip: Clip, seconds: float) -> list[float]:
    """Shares, up to 1, of a movement that takes so long."""
    count = max(1, round(seconds * clip.rate))
    return [(step + 1) / count for step in range(count)]


def _between(here: Place, there: Place, share: float) -> Place:
    part = eased(share)
    return here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part


def _arch(share: float) -> float:
    return float(np.sin(np.pi * share))


def _outward(scene: Scene, seat: int) -> Floats:
    """From the board to a player: at a board of men the first two places are its long sides."""
    if scene.men is not None:
        return np.array((0.0, 1.0 if seat % 2 else -1.0))
    return np.array([(-1.0, 0.0), (0.0, -1.0), (1.0, 0.0), (0.0, 1.0)][seat - 1])


def _middle(scene: Scene) -> Floats:
    assert scene.floor, "a film needs a board"
    return np.asarray(scene.extent) / 2


def _home(scene: Scene, seat: int) -> Place:
    """Where a hand waits: out of the picture."""
    middle = _middle(scene)
    for reach in np.arange(FAR, FARTHEST, 40):
        far = middle + _outward(scene, seat) * (middle.max() + reach)
        if not scene.camera.shows((float(far[0]), float(far[1]), 60.0)):
            break
    return float(far[0]), float(far[1])


def _edge(scene: Scene, seat: int) -> Place:
    near = _middle(scene) + _outward(scene, seat) * (_middle(scene).max() * 0.62)
    return float(near[0]), float(near[1])


def _hand(clip: Clip, seat: int, fingertips: Place, lift: float) -> DrawnHand:
    return reaching(fingertips, _outward(clip.scene, seat), clip.hand, lift, clip.seed * 10 + seat)


def _state(scene: Scene, seat: int, slot: int) -> str:
    assert scene.board is not None, "tiles lie on a board"
    return next(tile.state for tile in scene.board.tiles if (tile.seat, tile.slot) == (seat, slot))


def _turned(scene: Scene, seat: int, slot: int, to: str) -> Scene:
    board = scene.board
    assert board is not None, "tiles lie on a board"
    tiles = tuple(replace(t, state=to) if (t.seat, t.slot) == (seat, slot) else t for t in board.tiles)
    return replace(scene, board=replace(board, tiles=tiles))
