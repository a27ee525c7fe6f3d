"""Dice among solids in MuJoCo (extra `train`): put them somewhere, let time pass, see how they lie.

Outside, lengths are millimetres and seconds, in the world with y up the page; MuJoCo computes in metres. A die is a
smaller sharp box that keeps its distance (MuJoCo's margin), which makes it a box with rounded edges.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..describe.camera import Floats
from ..describe.die_look import DieLook, random_look
from ..describe.scene import Cube
from .quaternion import Quaternion, rotation_of
from .solids import Solid

STEP = 0.001
"""Seconds of one step."""

_HARD = 800.0
"""Radians a second at which a die springs on what it hits: less than half of what the step can follow."""

_FAR = 2000.0
"""Metres over the table, from where dice fall that are not in play yet: nothing has to be computed for them."""

_STILL = 3e-5
"""Metres, and halves of radians, that a resting die may tremble by in a fiftieth of a second."""

_LEANED_ON = ("die", "hinged", "rim", "tile", "man", "wall", "ledge", "thing", "board", "floor", "table")


@dataclass(frozen=True)
class Stuff:
    """What dice are like to the hand and the ear.

    Attributes:
        friction: against everything.
        bounce: damping of an impact: 0.2 springs far, 1 lies dead.
        density: g a cubic centimetre.
    """

    friction: float
    bounce: float
    density: float

    @property
    def spring(self) -> str:
        """MuJoCo's `solref`: its time constant shortens with damping, so that every die is as hard."""
        return f"{1 / (_HARD * self.bounce):.6f} {self.bounce}"


def random_stuff(rng: np.random.Generator) -> Stuff:
    """Wood, plastic or acrylic on wood, paint or felt."""
    density = float(
        rng.choice([rng.uniform(0.55, 0.8), rng.uniform(1.05, 1.25), 1.18, rng.uniform(1.4, 1.9)])
    )
    return Stuff(float(rng.uniform(0.25, 0.75)), float(rng.uniform(0.22, 0.85)), density)


def rounding(look: DieLook) -> float:
    """Radius of a die's edges as a share of half its side: what its edge and the sphere that cuts it leave."""
    by_edge = (np.sqrt(2) - look.ball) / (np.sqrt(2) - 1)
    by_corner = (np.sqrt(3) - look.ball) / (np.sqrt(3) - 1)
    return float(np.clip(max(look.edge, by_edge, 0.6 * by_corner), 0.02, 0.6))


def _world(solids: tuple[Solid, ...], dice: tuple[Cube, ...], stuff: Stuff) -> str:
    """The model in MuJoCo's XML."""
    radii = [rounding(random_look(np.random.default_rng(cube.seed))) * cube.side / 2000 for cube in dice]
    still = "".join(_still(solid) for solid in solids)
    moving = "".join(
        _moving(number, cube, radius, stuff)
        for number, (cube, radius) in enumerate(zip(dice, radii, strict=True))
    )
    pairs = "".join(
        f'<pair geom1="die{first}" geom2="die{second}" margin="{radii[first] + radii[second]:.6f}" condim="4" '
        f'friction="{stuff.friction} {stuff.friction} .0005 .0001 .0001" solref="{stuff.spring}"/>'
        for first in range(len(dice)) for second in range(first)
    )  # fmt: skip
    return (
        f'<mujoco><option timestep="{STEP}" cone="elliptic" impratio="10" noslip_iterations="4" '
        'integrator="implicitfast"/><size memory="64M"/><worldbody><geom name="table" type="plane" size="9 9 1"/>'
        f"{still}{moving}</worldbody><contact>{pairs}</contact></mujoco>"
    )


def _still(solid: Solid) -> str:
    half = [part / 1000 for part in (solid.half if solid.shape == "box" else (solid.half[0], solid.half[2]))]
    return f'<geom type="{solid.shape}" {_placed(solid.centre, solid.turn)} size="{_words(half)}"/>'


def _moving(number: int, cube: Cube, radius: float, stuff: Stuff) -> str:
    half = cube.side / 2000 - radius
    mass = stuff.density * (cube.side / 10) ** 3 / 1000
    return (
        f'<body pos="{number} 0 {_FAR}"><freejoint/><geom name="die{number}" type="box" '
        f'size="{half} {half} {half}" margin="{radius:.6f}" mass="{mass}" priority="1" condim="4" '
        f'friction="{stuff.friction} .0005 .0001" solref="{stuff.spring}"/></body>'
    )


def _placed(centre: tuple[float, float, float], turn: Quaternion) -> str:
    return f'pos="{_words([part / 1000 for part in centre])}" quat="{_words(list(turn))}"'


def _words(numbers: list[float]) -> str:
    return " ".join(f"{number:.6f}" for number in numbers)


class Arena:
    """Solids and dice; the dice wait far away until they are put somewhere.

    Args:
        solids: what stands still.
        dice: their sides and seeds count, not how they lie.
        stuff: of the dice.

    Raises:
        ModuleNotFoundError: MuJoCo is not installed.
    """

    def __init__(self, solids: tuple[Solid, ...], dice: tuple[Cube, ...], stuff: Stuff) -> None:
        import mujoco

        self._mujoco: Any = mujoco
        self._model: Any = mujoco.MjModel.from_xml_string(_world(solids, dice, stuff))
        self._data: Any = mujoco.MjData(self._model)
        self._whats = ("table", *(solid.what for solid in solids), *("die" for _ in dice))
        self.count = len(dice)
        self._playing: frozenset[int] = frozenset()
        mujoco.mj_forward(self._model, self._data)

    def put(
        self,
        die: int,
        centre: Floats,
        turn: Quaternion,
        speed: Floats | None = None,
        spin: Floats | None = None,
    ) -> None:
        """Set a die down or let it go: centre (3,) mm, speed (3,) mm/s, spin (3,) radians/s in its own axes."""
        self._playing |= {die}
        self._data.qpos[7 * die : 7 * die + 7] = [*(np.asarray(centre) / 1000), *turn]
        self._data.qvel[6 * die : 6 * die + 6] = 0
        if speed is not None:
            self._data.qvel[6 * die : 6 * die + 3] = np.asarray(speed) / 1000
        if spin is not None:
            self._data.qvel[6 * die + 3 : 6 * die + 6] = spin

    def memory(self) -> Floats:
        """Where everything is and how it moves; for `back_to`."""
        return np.concatenate([self._data.qpos, self._data.qvel])

    def back_to(self, memory: Floats) -> None:
        """Undo what happened since."""
        self._mujoco.mj_resetData(self._model, self._data)
        self._data.qpos[:], self._data.qvel[:] = np.split(memory, [self._model.nq])
        self._mujoco.mj_forward(self._model, self._data)

    def crowded(self, by: float = 0.6) -> bool:
        """Whether something stands in something else by more than `by` mm."""
        self._mujoco.mj_forward(self._model, self._data)
        contacts = self._data.contact
        return bool((contacts.dist - contacts.includemargin < -by / 1000).any())

    def run(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(max(1, round(seconds / STEP))):
            self._mujoco.mj_step(self._model, self._data)

    def settled(self, limit: float = 4.0) -> bool:
        """Let time pass until no die in play has moved for a tenth of a second, at most `limit` seconds."""
        still, own = 0, [7 * die + part for die in self._playing for part in range(7)]
        for _ in range(round(limit / 0.02)):
            before = self._data.qpos[own]
            self.run(0.02)
            still = still + 1 if np.abs(self._data.qpos[own] - before).max(initial=0) < _STILL else 0
            if still == 5:
                return True
        return False

    def pose(self, die: int) -> tuple[Floats, Floats]:
        """A die's centre (3,) mm and its rotation (3, 3) to the world."""
        w, x, y, z = self._data.qpos[7 * die + 3 : 7 * die + 7].tolist()
        return self._data.qpos[7 * die : 7 * die + 3] * 1000, rotation_of((w, x, y, z))

    def rests(self, die: int, leaning: bool) -> str:
        """What a die lies on: what bears most of it or, when it leans, what it leans on."""
        loads = self._loads(die)
        if leaning:
            return next((what for what in _LEANED_ON if loads.get(what, 0) > 0.02), "")
        return max(loads, key=lambda what: loads[what], default="")

    def _loads(self, die: int) -> dict[str, float]:
        """The force of each kind of thing on a die, as a share of them all, over the next few steps."""
        total: dict[str, float] = {}
        for _ in range(4):
            self._mujoco.mj_step(self._model, self._data)
            for what, force in self._forces(die):
                total[what] = total.get(what, 0.0) + force
        whole = sum(total.values())
        return {what: force / whole for what, force in total.items()} if whole > 0 else {}

    def _forces(self, die: int) -> Iterator[tuple[str, float]]:
        own, force = len(self._whats) - self.count + die, np.zeros(6)
        for number, contact in enumerate(self._data.contact):
            first, second = (int(part) for part in contact.geom)
            if own in (first, second):
                self._mujoco.mj_contactForce(self._model, self._data, number, force)
                yield self._whats[second if own == first else first], float(np.linalg.norm(force[:3]))
