"""A scripted game as a film: dice are thrown, a hand turns tiles, and each thing that happens is known.

    for frame in film(clip): frame.image, frame.time
    happenings(clip) -> what a watcher should tell, in order

The table is drawn once for each state of its tiles; over it come the dice, the hand, the light and the noise.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from .camera import Floats
from .cubes import blend, drawn_pose
from .hands import draw_hands
from .motion import Posture, at_rest, eased, flight, reaching
from .painter import Painter
from .photo import photographed
from .render import drawn
from .scene import Cube, Hand, Place, Scene
from .textures import Picture

Grain = NDArray[np.int16]
"""(H + 64, W + 64, 3): noise that every frame takes another cut of."""

SUBFRAMES = 3
"""Moments that a frame with flying dice is the mean of."""


@dataclass(frozen=True)
class Throw:
    """A player gathers what dice lie there and throws.

    Attributes:
        seat: who throws.
        dice: as they come to rest; a cocked one has no value.
        flight: the same dice on their way, SUBFRAMES moments a frame; none: as `motion.flight` has it.
    """

    seat: int
    dice: tuple[Cube, ...]
    flight: tuple[tuple[Cube, ...], ...] = ()


@dataclass(frozen=True)
class Turn:
    """A player turns tiles over, one after the other, with one hand.

    Attributes:
        seat: whose frame.
        slots: which.
        to: how they then lie.
        word: what the watcher should say: accepted, refused, withdrawn, reset.
    """

    seat: int
    slots: tuple[int, ...]
    to: Literal["open", "closed"]
    word: Literal["accepted", "refused", "withdrawn", "reset"] = "accepted"


@dataclass(frozen=True)
class Rest:
    """Nothing happens.

    Attributes:
        seconds: for how long.
    """

    seconds: float


Act: TypeAlias = Throw | Turn | Rest


@dataclass(frozen=True)
class Clip:
    """A film of a table.

    Attributes:
        scene: the table before the first act, without dice and hands.
        acts: what happens, in order.
        rate: frames a second.
        hand: length of the players' hands, mm; its seed decides skin and sleeve, one a seat.
        seed: of the noise.
    """

    scene: Scene
    acts: tuple[Act, ...]
    rate: float = 15.0
    hand: float = 150.0
    seed: int = 1


@dataclass(frozen=True)
class Shot:
    """What one frame shows: the table, where each die is, where the hand is.

    Attributes:
        scene: with the tiles as they lie.
        dice: how each die lies or flies; several moments of it where it moves.
        hand: over the table, or None.
    """

    scene: Scene
    dice: tuple[tuple[Posture, ...], ...]
    hand: Hand | None


@dataclass(frozen=True, eq=False)
class Still:
    """One frame of a film: (H, W, 3) uint8 and seconds from the start."""

    image: Picture
    time: float


def film(clip: Clip) -> Iterator[Still]:
    """Every frame of the film, in order."""
    grain = _grain(clip)
    table: tuple[Scene, Painter] | None = None
    for number, shot in enumerate(shots(clip)):
        if table is None or table[0] is not shot.scene:
            table = (shot.scene, drawn(shot.scene)[0])
        image = _frame(shot, table[1])
        yield Still(_noisy(image, grain, number), number / clip.rate)


def shots(clip: Clip) -> Iterator[Shot]:
    """What each frame shows."""
    scene = clip.scene
    dice: tuple[Cube, ...] = ()
    for act in clip.acts:
        steps = list(_played(clip, scene, dice, act))
        yield from steps
        scene = steps[-1].scene
        if isinstance(act, Throw):
            dice = act.dice


def happenings(clip: Clip) -> list[dict[str, object]]:
    """What a watcher should tell of it: event, seat, its dice or tiles, and when the act that shows it ended."""
    told: list[dict[str, object]] = []
    count = 0
    scene = clip.scene
    dice: tuple[Cube, ...] = ()
    for act in clip.acts:
        steps = list(_played(clip, scene, dice, act))
        count += len(steps)
        scene = steps[-1].scene
        end = round(count / clip.rate, 3)
        if isinstance(act, Throw):
            dice = act.dice
            values = [cube.value for cube in act.dice]
            word = "die_cocked" if None in values else "roll_settled"
            told.append({"event": word, "t": end, "seat": act.seat, "dice": values})
        elif isinstance(act, Turn):
            told.append({"event": f"move_{act.word}", "t": end, "seat": act.seat, "tiles": list(act.slots)})
    return told


def _played(clip: Clip, scene: Scene, dice: tuple[Cube, ...], act: Act) -> Iterator[Shot]:
    resting = tuple((at_rest(cube),) for cube in dice)
    if isinstance(act, Rest):
        yield from (Shot(scene, resting, None) for _ in range(max(1, round(act.seconds * clip.rate))))
    elif isinstance(act, Turn):
        yield from _turning(clip, scene, resting, act)
    else:
        yield from _throwing(clip, scene, dice, act)


def _turning(clip: Clip, scene: Scene, dice: tuple[tuple[Posture, ...], ...], act: Turn) -> Iterator[Shot]:
    board = scene.board
    assert board is not None, "tiles are turned on a board"
    places = {tile.slot: tile.at for tile in board.tiles if tile.seat == act.seat}
    home = _home(scene, act.seat)
    path: list[tuple[Place, float]] = [(home, 0.0), (places[act.slots[0]], 0.55)]
    here = path[0][0]
    for slot in act.slots:
        there = places[slot]
        for share in _steps(clip, 0.55 if here == home else 0.35):
            yield Shot(
                scene, dice, _hand(clip, act.seat, _between(here, there, share), 10 + 25 * _arch(share))
            )
        for share in _steps(clip, 0.5):
            if share >= 0.5 and _state(scene, act.seat, slot) != act.to:
                scene = _turned(scene, act.seat, slot, act.to)
            yield Shot(scene, dice, _hand(clip, act.seat, there, 6 + 14 * _arch(share)))
        here = there
    for share in _steps(clip, 0.5):
        yield Shot(scene, dice, _hand(clip, act.seat, _between(here, home, share), 10 + 30 * share))
    yield Shot(scene, dice, None)


def _throwing(clip: Clip, scene: Scene, before: tuple[Cube, ...], act: Throw) -> Iterator[Shot]:
    home, edge = _home(scene, act.seat), _edge(scene, act.seat)
    here = home
    lying = tuple((at_rest(cube),) for cube in before)
    for cube in before:
        for share in _steps(clip, 0.45):
            yield Shot(
                scene, lying, _hand(clip, act.seat, _between(here, cube.at, share), 12 + 25 * _arch(share))
            )
        for _ in _steps(clip, 0.2):
            yield Shot(scene, lying, _hand(clip, act.seat, cube.at, 5))
        lying, here = lying[1:], cube.at
        yield Shot(scene, lying, _hand(clip, act.seat, here, 8))
    for share in _steps(clip, 0.5):
        yield Shot(scene, (), _hand(clip, act.seat, _between(here, edge, share), 20 + 50 * share))
    for share in _steps(clip, 0.5):
        wave = 12 * np.sin(share * 6 * np.pi)
        yield Shot(scene, (), _hand(clip, act.seat, (edge[0] + wave, edge[1] + wave), 70))
    yield from _flying(clip, scene, act, edge, home)
    yield Shot(scene, tuple((at_rest(cube),) for cube in act.dice), None)


def _flying(clip: Clip, scene: Scene, act: Throw, edge: Place, home: Place) -> Iterator[Shot]:
    seconds = 0.95
    if act.flight:
        for number in range(0, len(act.flight), SUBFRAMES):
            part = act.flight[number : number + SUBFRAMES]
            away = _between(edge, home, min(1.0, (number + 1) / SUBFRAMES / clip.rate / 0.5))
            hand = _hand(clip, act.seat, away, 70) if away != home else None
            yield Shot(scene, tuple(tuple(at_rest(m[die]) for m in part) for die in range(len(act.dice))), hand)
        return
    for share in _steps(clip, seconds):
        moments = [share - part / SUBFRAMES / (seconds * clip.rate) * 0.6 for part in range(SUBFRAMES)]
        dice = tuple(tuple(flight(cube, edge, max(0.0, m)) for m in moments) for cube in act.dice)
        out = min(1.0, share / 0.55)
        hand = _hand(clip, act.seat, _between(edge, home, out), 70) if out < 1 else None
        yield Shot(scene, dice, hand)


def _frame(shot: Shot, table: Painter) -> Picture:
    moments = max((len(die) for die in shot.dice), default=1)
    ground = shot.scene.board.thick if shot.scene.board else 0.0
    pictures = []
    for moment in range(moments):
        painter = Painter(table.camera, table.toward, table.picture.copy(), table.shadows)
        for die in shot.dice:
            posture = die[min(moment, len(die) - 1)]
            blend(painter, drawn_pose(painter, posture.pose, posture.look, posture.ground, shot.scene.look))
        pictures.append(painter.picture)
    picture = pictures[0]
    if moments > 1:
        picture = np.mean(pictures, axis=0).astype(np.uint8)
    painter = Painter(table.camera, table.toward, picture, table.shadows)
    if shot.hand is not None:
        draw_hands(painter, (shot.hand,), ground)
    return photographed(painter.picture, shot.scene.camera, replace(shot.scene.look, noise=0.0, jpeg=0))


def _grain(clip: Clip) -> Grain:
    width, height = clip.scene.camera.size
    rng = np.random.default_rng(clip.seed)
    noise = rng.normal(0, clip.scene.look.noise, (height + 64, width + 64, 3))
    return np.asarray(noise.astype(np.int16))


def _noisy(image: Picture, grain: Grain, number: int) -> Picture:
    x, y = (number * 29) % 64, (number * 47) % 64
    height, width = image.shape[:2]
    return np.asarray(cv2.add(image, grain[y : y + height, x : x + width], dtype=cv2.CV_8U), np.uint8)


def _steps(clip: Clip, seconds: float) -> list[float]:
    """Shares, up to 1, of a movement that takes so long."""
    count = max(1, round(seconds * clip.rate))
    return [(step + 1) / count for step in range(count)]


def _between(here: Place, there: Place, share: float) -> Place:
    part = eased(share)
    return here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part


def _arch(share: float) -> float:
    return float(np.sin(np.pi * share))


def _outward(seat: int) -> Floats:
    return np.array([(-1.0, 0.0), (0.0, -1.0), (1.0, 0.0), (0.0, 1.0)][seat - 1])


def _middle(scene: Scene) -> Floats:
    assert scene.board is not None, "a film needs a board"
    return np.asarray(scene.board.size) / 2


def _home(scene: Scene, seat: int) -> Place:
    far = _middle(scene) + _outward(seat) * (_middle(scene).max() + 260)
    return float(far[0]), float(far[1])


def _edge(scene: Scene, seat: int) -> Place:
    near = _middle(scene) + _outward(seat) * (_middle(scene).max() * 0.62)
    return float(near[0]), float(near[1])


def _hand(clip: Clip, seat: int, fingertips: Place, lift: float) -> Hand:
    return reaching(fingertips, _outward(seat), clip.hand, lift, clip.seed * 10 + seat)


def _state(scene: Scene, seat: int, slot: int) -> str:
    assert scene.board is not None, "tiles lie on a board"
    return next(tile.state for tile in scene.board.tiles if (tile.seat, tile.slot) == (seat, slot))


def _turned(scene: Scene, seat: int, slot: int, to: str) -> Scene:
    board = scene.board
    assert board is not None, "tiles lie on a board"
    tiles = tuple(replace(t, state=to) if (t.seat, t.slot) == (seat, slot) else t for t in board.tiles)
    return replace(scene, board=replace(board, tiles=tiles))
