"""What happens in a recorded game, deed by deed, with what a perfect eye would see: the truth to count noise against.

A film's truth tells what should be told; hands that linger and dice that are pushed are in no line of it. The film is
staged again from its seed, without drawing it, and what lies where is kept beside it as `NAME.deeds.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import dist
from pathlib import Path
from typing import Any

import numpy as np

from ..scenes.describe.scene import Cube, Scene
from ..scenes.film.clip_acts import SUBFRAMES, Act, Clip, Hover, Shift, Throw, Turn
from ..scenes.film.clip_acts import Rest as Quiet

DEEDS = ".deeds.json"
TRUTH = ".truth.jsonl"
CREEPS = 0.1
"""Sides by which a die may move yet that lies."""


@dataclass(frozen=True)
class Lying:
    """A die at rest.

    Attributes:
        value: of a flat die, else None.
        state: flat, cocked or off-board.
        x, y: px, its centre.
        side: px.
    """

    value: int | None
    state: str
    x: float
    y: float
    side: float


@dataclass(frozen=True)
class Done:
    """One deed of a film.

    Attributes:
        kind: cast, turn, push, lift, linger or rest.
        start, end: s.
        acted: s, when the table shows it: the hand leaves later, and a throw is filmed a little longer.
        seat: who does it, or whose frame is touched.
        dice: as they lie once it is done.
        moved: index of the die that a push or a lift moves, else -1.
        slots: tiles that are turned, or () .
        to: how those then lie, or "".
        words: its due events, a refusal by its rule.
    """

    kind: str
    start: float
    end: float
    acted: float
    seat: int
    dice: tuple[Lying, ...] = ()
    moved: int = -1
    slots: tuple[int, ...] = ()
    to: str = ""
    words: tuple[str, ...] = ()


class Strange(ValueError):
    """A film that its seed does not make again."""


def happened(film: Path) -> tuple[Done, ...]:
    """The deeds of a recording, read from beside it, or staged again and kept there.

    Raises Strange for a film whose truth is not what its seed makes now.
    """
    beside = film.with_suffix(DEEDS)
    if not beside.exists():
        deeds = staged_again(film)
        beside.write_text(json.dumps([asdict(done) for done in deeds]) + "\n", encoding="utf-8")
    return tuple(map(_done, json.loads(beside.read_text(encoding="utf-8"))))


def _done(raw: dict[str, Any]) -> Done:
    dice = tuple(Lying(**die) for die in raw["dice"])
    return Done(**{**raw, "dice": dice, "slots": tuple(raw["slots"]), "words": tuple(raw["words"])})


def staged_again(film: Path) -> tuple[Done, ...]:
    """The deeds of a film made by `recordings make`. Raises Strange."""
    from ..recordings.making import scripted
    from ..recordings.staged import staged, truth
    from ..scenes.film.clip import ends

    text = film.with_suffix(TRUTH).read_text(encoding="utf-8").splitlines()
    lines = [json.loads(line) for line in text]
    head = lines[0]
    script = scripted(head["seed"], head["number"])
    clip = staged(script, head["seed"] * 1000 + head["number"])
    more = {name: head[name] for name in ("renderer", "seed", "number")}
    again = json.loads(json.dumps(list(truth(script, clip, **more))))
    if again != lines:
        raise Strange(f"{film.name}: its seed makes another game now")
    outcomes = [tuple(line.get("rule") or line["event"] for line in step.events) for step in script.steps]
    deeds = _deeds(clip, ends(clip))
    return tuple(replace(done, words=words) for done, words in zip(deeds, outcomes, strict=True))


def _deeds(clip: Clip, times: Sequence[float]) -> Iterator[Done]:
    scene, start = clip.scene, 0.0
    dice: tuple[Cube, ...] = ()
    for act, end in zip(clip.acts, times, strict=True):
        dice = _after(dice, act)
        lying = tuple(_lying(scene, cube) for cube in dice)
        acted = round(start + _acts_after(act, end - start, clip.rate), 3)
        yield _deed(act, (start, end, acted), lying)
        start = end


def _after(dice: tuple[Cube, ...], act: Act) -> tuple[Cube, ...]:
    if isinstance(act, Throw):
        return act.dice
    return (*dice[: act.die], act.to, *dice[act.die + 1 :]) if isinstance(act, Shift) else dice


def _acts_after(act: Act, lasts: float, rate: float) -> float:
    """Seconds after its start at which all that a deed changes on the table is done."""
    if isinstance(act, Turn | Shift):
        return lasts - 0.5 - 1 / rate
    if not isinstance(act, Throw):
        return lasts
    rolls = len(act.flight)
    creeps = next((k for k in reversed(range(rolls)) if _elsewhere(act.flight[k], act.dice)), -1)
    return lasts - 1 / rate - (rolls - 1 - creeps) / SUBFRAMES / rate


def _elsewhere(dice: tuple[Cube, ...], then: tuple[Cube, ...]) -> bool:
    """One of them does not lie yet where it will."""
    return any(dist(die.at, end.at) > CREEPS * end.side for die, end in zip(dice, then, strict=True))


def _deed(act: Act, times: tuple[float, float, float], dice: tuple[Lying, ...]) -> Done:
    if isinstance(act, Quiet):
        return Done("rest", *times, 0, dice)
    if isinstance(act, Turn):
        return Done("turn", *times, act.seat, dice, slots=tuple(act.slots), to=act.to)
    if isinstance(act, Shift):
        return Done("lift" if act.lifted else "push", *times, act.seat, dice, moved=act.die)
    if isinstance(act, Hover):
        return Done("linger", *times, act.seat, dice)
    if isinstance(act, Throw):
        return Done("cast", *times, act.seat, dice)
    raise ValueError(f"{type(act).__name__} is not counted: count films made by `recordings make`")


def _lying(scene: Scene, cube: Cube) -> Lying:
    centre = np.array([[*cube.at, cube.ground + cube.side / 2]])
    x, y = (round(float(part), 1) for part in scene.camera.project(centre)[0])
    side = round(cube.side * scene.camera.scale(cube.at, cube.ground), 1)
    return Lying(cube.value if cube.state == "flat" else None, cube.state, x, y, side)
