"""Acts that are about the whole picture: the camera covered, two players at once, the lamp dimmed, the board turned."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from ..describe.camera import Floats
from ..describe.scene import Place, Scene
from .clip_acts import Act, Both, Clip, Dim, Shot, Unseen, Wheel
from .motion import eased, reaching

Player: TypeAlias = Callable[[Shot, Act], list[Shot]]
"""The frames of an act that begins where a shot left the table."""

COMING = (0.25, 0.6, 0.9)
"""Share of the picture that is hidden, frame by frame, as something comes before the lens."""

GRIP = 12.0
"""mm from the board's edge at which a hand holds it."""


def covered(shot: Shot, act: Unseen, play: Player) -> list[Shot]:
    """What happens while the camera is covered: it is hidden first, and seen again at the end."""
    steps = [replace(shot, covered=share) for share in COMING]
    for inner in act.acts:
        done = play(replace(shot, covered=0.0), inner)
        steps += [replace(step, covered=1.0) for step in done]
        shot = done[-1]
    steps += [replace(shot, covered=share) for share in reversed(COMING)]
    return [*steps, replace(shot, covered=0.0)]


def at_once(clip: Clip, shot: Shot, act: Both, play: Player) -> list[Shot]:
    """Two acts frame by frame: the tiles of the first, the dice of the second, the hands of both."""
    wait = round(act.later * clip.rate)
    tiles = [shot] * max(0, -wait) + play(shot, act.tiles)
    dice = [shot] * max(0, wait) + play(shot, act.dice)
    count = max(len(tiles), len(dice))
    pairs = zip(*(steps + [steps[-1]] * (count - len(steps)) for steps in (tiles, dice)), strict=True)
    return [replace(shot_b, scene=shot_a.scene, other=shot_a.hand) for shot_a, shot_b in pairs]


def dimmed(clip: Clip, shot: Shot, act: Dim) -> list[Shot]:
    """The light goes evenly to what it is afterwards."""
    count = max(1, round(act.seconds * clip.rate))
    shares = [(step + 1) / count for step in range(count)]
    return [replace(shot, light=shot.light + (act.to - shot.light) * share) for share in shares]


def wheeled(clip: Clip, shot: Shot, act: Wheel, home: Place) -> Iterator[Shot]:
    """A hand reaches for the board's rim, turns all that lies there about its middle, and leaves."""
    middle, away = _middle(shot.scene), np.asarray(home)
    out = (away - middle) / np.hypot(*(away - middle))
    grip = middle + out * (middle.max() - GRIP)
    carried = middle + _rotated(grip - middle, act.turn)

    def held(scene: Scene, done: float, at: Floats, lift: float) -> Shot:
        """The hand at a place of the table, which the board's own frame sees turned back."""
        place = middle + _rotated(at - middle, -act.turn * done)
        where, outward = (float(place[0]), float(place[1])), _rotated(out, -act.turn * done)
        return Shot(scene, shot.lying, reaching(where, outward, clip.hand, lift, clip.seed * 10 + act.seat))

    for share in _shares(clip, 0.5):
        yield held(shot.scene, 0.0, away + (grip - away) * share, 8)
    for share in _shares(clip, act.seconds):
        scene = _seen_turned(shot.scene, act.turn * share)
        yield held(scene, share, middle + _rotated(grip - middle, act.turn * share), 6)
    for share in _shares(clip, 0.5):
        yield held(scene, 1.0, carried + (away - carried) * share, 8 + 30 * share)
    yield Shot(scene, shot.lying, None)


def _shares(clip: Clip, seconds: float) -> list[float]:
    count = max(2, round(seconds * clip.rate))
    return [eased((step + 1) / count) for step in range(count)]


def _middle(scene: Scene) -> Floats:
    return np.asarray(scene.extent) / 2


def _rotated(way: Floats, degrees: float) -> Floats:
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(turn @ way)


def _seen_turned(scene: Scene, degrees: float) -> Scene:
    """The same table with its board turned clockwise: in the board's frame all else turns the other way."""
    camera, look, middle = scene.camera, scene.look, _middle(scene)
    target = middle + _rotated(np.asarray(camera.target) - middle, -degrees)
    place = (float(target[0]), float(target[1]))
    second = None if look.second is None else look.second - degrees
    return replace(
        scene,
        camera=replace(camera, target=place, azimuth=camera.azimuth - degrees),
        look=replace(look, lamp=look.lamp - degrees, second=second),
    )
