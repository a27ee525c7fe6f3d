"""A scripted game as a film: dice are thrown, a hand turns tiles, and each thing that happens is known.

    for frame in film(clip): frame.image, frame.time
    happenings(clip) -> what a watcher should tell, in order

The table is drawn once for each state of its tiles and dice; over it come what moves, the light and the noise.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ..describe.scene import Scene
from ..draw.cubes import blend, drawn_pose
from ..draw.hands import lay_hands
from ..draw.men import draw_man
from ..draw.painter import Painter
from ..draw.photo import filmed
from ..draw.render import drawn
from ..draw.textures import Picture
from .before_lens import veiled
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
from .clip_shots import played, shots

__all__ = [
    "SUBFRAMES", "Act", "Both", "Carry", "Clip", "Dim", "Hover", "Rest", "Shift", "Shot", "Still", "Throw", "Turn",
    "Unseen", "Wheel", "ends", "film", "happenings", "shots",
]  # fmt: skip

Grain = NDArray[np.int16]
"""(H + 64, W + 64, 3): noise that every frame takes another cut of."""


@dataclass(frozen=True, eq=False)
class Still:
    """One frame of a film: (H, W, 3) uint8 and seconds from the start."""

    image: Picture
    time: float


def film(clip: Clip) -> Iterator[Still]:
    """Every frame of the film, in order."""
    grain, photographed = _grain(clip), filmed(clip.scene.camera, clip.scene.look)
    table: tuple[Scene, Painter] | None = None
    before: tuple[Shot, Picture] | None = None
    for number, shot in enumerate(shots(clip)):
        if table is None or table[0] != shot.fixed:
            table = (shot.fixed, drawn(shot.fixed)[0])
        if before is None or before[0] != shot:
            painter = table[1]
            picture = veiled(lambda painter=painter, shot=shot: photographed(_frame(painter, shot)), shot)  # type: ignore[misc]
            before = (shot, picture)
        yield Still(_noisy(before[1], grain, number), number / clip.rate)


def ends(clip: Clip) -> list[float]:
    """When each act of a film ends, s from the start."""
    frames = np.cumsum([len(steps) for _, steps in played(clip)])
    return [round(int(count) / clip.rate, 3) for count in frames]


def happenings(clip: Clip) -> list[dict[str, object]]:
    """The due reports on a clip: event, seat, its dice or tiles, and the end of the act that shows it."""
    events: list[dict[str, object]] = []
    for act, end in zip(clip.acts, ends(clip), strict=True):
        if isinstance(act, Throw):
            values = [cube.value for cube in act.dice]
            word = "die_cocked" if None in values else "roll_settled"
            events.append({"event": word, "t": end, "seat": act.seat, "dice": values})
        elif isinstance(act, Turn):
            events.append({"event": f"move_{act.word}", "t": end, "seat": act.seat, "tiles": list(act.slots)})
    return events


def _frame(bare: Painter, shot: Shot) -> Picture:
    """What a shot shows, hands too, without what lens, light and sensor do to it; `bare`: its table without dice."""
    moments = max((len(die) for die in shot.dice), default=1)
    pictures = [_with_dice(bare, shot, moment) for moment in range(moments)]
    picture = pictures[0] if moments == 1 else np.mean(pictures, axis=0).astype(np.uint8)
    return _with_hand(replace(bare, picture=picture), shot)


def _with_dice(bare: Painter, shot: Shot, moment: int) -> Picture:
    painter = replace(bare, picture=bare.picture.copy())
    for die in shot.dice:
        posture = die[min(moment, len(die) - 1)]
        blend(painter, drawn_pose(painter, posture.pose, posture.look, posture.ground, shot.scene.look))
    return painter.picture


def _with_hand(painter: Painter, shot: Shot) -> Picture:
    """The painter's picture with the shot's hands, what they carry, and their shadows, if there are any."""
    if shot.carried is not None:
        draw_man(painter, shot.carried, painter.camera.scale(painter.camera.target) * 1.3)
    if shot.hands:
        lay_hands(painter, shot.hands, shot.scene.floor)
    return painter.picture


def _grain(clip: Clip) -> Grain:
    width, height = clip.scene.camera.size
    rng = np.random.default_rng(clip.seed)
    noise = rng.normal(0, clip.scene.look.noise, (height + 64, width + 64, 3))
    return np.asarray(noise.astype(np.int16))


def _noisy(image: Picture, grain: Grain, number: int) -> Picture:
    x, y = (number * 29) % 64, (number * 47) % 64
    height, width = image.shape[:2]
    return np.asarray(cv2.add(image, grain[y : y + height, x : x + width], dtype=cv2.CV_8U), np.uint8)
