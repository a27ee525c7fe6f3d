"""A script becomes a film of one table, and the truth of that film.

The table: a teacher's set-up at random, every tile in its place and open, or men as the game begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.games import find
from referee.games.arrows import ArrowGame

from ..scenes.describe.camera import Floats
from ..scenes.describe.sample import sample_scene, tidied
from ..scenes.describe.scene import Cube, Place, Scene
from ..scenes.describe.truth import corners_of, visible_tags
from ..scenes.draw.painter import raised
from ..scenes.film.clip import Clip, ends
from ..scenes.film.clip_acts import Act, Carry, Hover, Rest, Shift, Throw, Turn
from ..scenes.film.clip_shots import after
from ..scenes.men import leaves_of, men_scene
from .dice import stirred, thrown
from .script import Deed, Linger, MenMoved, Script, ScriptedThrow, Stir

SIZES = ((800, 600), (960, 720), (960, 720), (1280, 960))
RATES = (8.0, 10.0, 12.0)
SIDES_MM = (12.0, 20.0)
MEN_DICE_MM = (10.0, 15.0)
"""Edges of dice, and of those of a board of men."""
LEAST_PX = 16.0
"""Dice are at least so wide in the picture."""


@dataclass
class _Stage:
    """The table while its film is made: tiles, men and dice as they lie."""

    rng: np.random.Generator
    scene: Scene
    die: Cube
    rate: float
    physics: bool
    dice: tuple[Cube, ...] = ()

    def act(self, deed: Deed) -> Act:
        """What the deed looks like here; the table is left as it is afterwards."""
        act = self._act(deed)
        if isinstance(act, Throw):
            self.dice = act.dice
        elif isinstance(act, Shift):
            self.dice = (*self.dice[: act.die], act.to, *self.dice[act.die + 1 :])
        elif isinstance(act, Turn | Carry):
            self.scene = after(self.scene, act)
        return act

    def _act(self, deed: Deed) -> Act:
        if isinstance(deed, Rest | Turn):
            return deed
        if isinstance(deed, ScriptedThrow):
            return thrown(self.rng, self.scene, deed, self.die, self.rate, physics=self.physics)
        if isinstance(deed, MenMoved):
            return self._carried(deed)
        if isinstance(deed, Stir):
            to = stirred(self.rng, self.scene, self.dice, deed.die, lifted=deed.lifted)
            return Shift(deed.seat, deed.die, to, deed.lifted)
        return Hover(deed.seat, self._over(deed), deed.seconds)

    def _carried(self, deed: MenMoved) -> Carry:
        """Which man a hand takes, and where it puts him down: never onto dice, unless there is no other place."""
        scene, ways = self.scene, []
        for player, source, target in deed.ways:
            assert scene.men is not None, "men are moved on a board of arrows"
            number = scene.men.top(source, player)
            there = scene.men.without(number)
            dice = [(die.at, there.across / 2 + 0.75 * die.side) for die in self.dice]
            ways.append((number, there.put(self.rng, target, player, clear=dice)))
            scene = after(scene, Carry(deed.seat, (ways[-1],)))
        return Carry(deed.seat, tuple(ways))

    def _over(self, deed: Linger) -> Place:
        if self.scene.men is not None and deed.over:
            return self.scene.men.men[int(self.rng.integers(len(self.scene.men.men)))].at
        if deed.over == 0:
            return self.dice[int(self.rng.integers(len(self.dice)))].at
        assert self.scene.board is not None, "films are made of boards"
        row = [tile.at for tile in self.scene.board.tiles if tile.seat == deed.over]
        return row[int(self.rng.integers(len(row)))]


def staged(script: Script, seed: int, *, physics: bool = True, size: tuple[int, int] | None = None) -> Clip:
    """The script as a film; the same script and seed give the same film.

    Args:
        script: what happens; each step becomes one act.
        seed: of the table, the light, the camera, the dice and the hands.
        physics: dice fly and lie as rigid bodies (MuJoCo, extra `train`).
        size: of the frames, px; None: one of SIZES.
    """
    rng = np.random.default_rng(seed)
    rate = float(rng.choice(RATES))
    shape, game = size or SIZES[int(rng.integers(len(SIZES)))], find(script.game)()
    scene = men_table(rng, game, shape) if isinstance(game, ArrowGame) else sampled_table(rng, shape)
    sides = SIDES_MM if scene.men is None else MEN_DICE_MM
    side = max(float(rng.uniform(*sides)), LEAST_PX / scene.camera.scale(scene.camera.target))
    die = Cube(1, "flat", (0.0, 0.0), 0.0, 0.0, side, int(rng.integers(1 << 30)))
    stage = _Stage(rng, scene, die, rate, physics)
    acts = tuple(stage.act(step.deed) for step in script.steps)
    return Clip(replace(scene, dice=()), acts, rate, float(rng.uniform(125, 185)), seed)


def truth(script: Script, clip: Clip, **more: Any) -> Iterator[dict[str, Any]]:
    """A line that says how to watch the film, then every event with the second at which its deed is done."""
    yield {
        "game": script.game, "profile": script.profile, "options": dict(script.options), "seats": list(script.seats),
        "seat1_side": seat1_side(clip.scene), "tags": len(clip.scene.tags), "rate": clip.rate,
        "size": list(clip.scene.camera.size), **_leaves(clip.scene), **more,
    }  # fmt: skip
    for step, end in zip(script.steps, ends(clip), strict=True):
        for line in step.events:
            yield {"t": end, **line}
        if isinstance(step.deed, Turn):
            for slot in step.deed.slots:
                yield {
                    "t": end,
                    "event": "tile_flipped",
                    "seat": step.deed.seat,
                    "tile": slot,
                    "state": step.deed.to,
                }


def men_table(rng: np.random.Generator, game: ArrowGame, size: tuple[int, int]) -> Scene:
    """A board of men of split `test` in the ordinary range, the men as a game begins."""
    scene = men_scene(int(rng.integers(1 << 30)), 0, "test", 0.0, size)
    assert scene.men is not None, "it has a board of arrows"
    laid = scene.men.laid(rng, game.appearance(game.start((1, 2))))
    return replace(scene, men=laid, look=replace(scene.look, jpeg=0))


def _leaves(scene: Scene) -> dict[str, Any]:
    """Where the leaves of a board of men are, px, and the arrow of each of their strips; nothing of other boards."""
    if scene.men is None:
        return {}
    leaves, strips = leaves_of(scene)
    return {"leaves": leaves.round(2).tolist(), "strips": list(strips)}


SIDES = {"right": (1.0, 0.0), "bottom": (0.0, 1.0), "left": (-1.0, 0.0), "top": (0.0, -1.0)}
PLAIN = 0.85
"""Least cosine between the way to seat 1 in the picture and the side named, for a board without tags."""


def sampled_table(rng: np.random.Generator, size: tuple[int, int]) -> Scene:
    """An OCCE table of split `test` in the ordinary range, without dice and hands; two of three have tags.

    Without tags seat 1 sits plainly at one side of the picture, as a teacher would be told to arrange it.
    """
    tagged = bool(rng.random() < 2 / 3)
    while True:
        scene = tidied(sample_scene(rng, "occe", "test", 0.0, size, tags=tagged), 4)
        scene = replace(scene, look=replace(scene.look, jpeg=0))
        if len(visible_tags(scene)) >= 2 or (not tagged and _seat1(scene)[1] >= PLAIN):
            return scene


def seat1_side(scene: Scene) -> str:
    """The side of the picture at which seat 1 sits: bottom, left, top or right."""
    return _seat1(scene)[0]


def _seat1(scene: Scene) -> tuple[str, float]:
    """The side, and the cosine between it and the way from the board's middle to seat 1."""
    corners: Floats
    if scene.board is None:
        (width, depth), high = scene.extent, scene.floor
        corners = scene.camera.project(raised(np.array([(0, depth), (0, 0), (width, 0), (width, depth)]), high))
    else:
        corners = scene.camera.project(corners_of(scene.board))
    way = (corners[3] + corners[0]) / 2 - corners.mean(axis=0)
    way = way / np.linalg.norm(way)
    fits = {side: float(np.dot(way, toward)) for side, toward in SIDES.items()}
    best = max(fits, key=lambda side: fits[side])
    return best, fits[best]
