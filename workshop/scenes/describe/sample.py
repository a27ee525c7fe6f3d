"""Tables at random: which board, what lies on it, from where it is seen, in which light."""

from dataclasses import replace

import numpy as np

from ..draw.props import KINDS, SIZES
from .colours import coloured
from .sample_board import occe_board, occe_tags, play_box
from .sample_look import random_camera, random_look, random_table
from .scene import Cube, DrawnBoard, DrawnHand, Kind, Prop, Scene, Split
from .trouble import troubled


def sample_scene(
    rng: np.random.Generator,
    kind: Kind = "occe",
    split: Split = "train",
    harsh: float = 0.3,
    size: tuple[int, int] = (640, 480),
    tags: bool | None = None,
    trouble: float = 0.0,
    colours: float = 0.0,
) -> Scene:
    """A table at random; the same state of `rng` gives the same table.

    Args:
        rng: source of chance.
        kind: occe, box, or none (dice alone, or nothing).
        split: which typefaces, woods and marks may occur.
        harsh: 0: a teacher's set-up (lit, sharp, to 35 degrees); 1: dim, glaring, blurred, hands, to 50 degrees.
        size: of the picture, px.
        tags: whether AprilTags lie at the corners of an occe board; None: on two tables of three.
        trouble: share of occe boards with more missing, swapped and crooked tiles than most have.
        colours: share of occe boards whose digits and grounds have any two colours, of equal brightness too.

    Raises:
        ValueError: no such kind.
    """
    if kind == "occe":
        plain = occe_board(rng, split, harsh)
        amiss = trouble > 0 and rng.random() < trouble
        board: DrawnBoard | None = troubled(rng, plain) if amiss else plain
        if board is not None and colours > 0 and rng.random() < colours:
            board = coloured(rng, board)
    elif kind == "box":
        board = play_box(rng, split)
    elif kind == "none":
        board = None
    else:
        raise ValueError(f"kind: expected occe, box or none, got {kind!r}")
    tagged = kind == "occe" and (rng.random() < 2 / 3 if tags is None else tags)
    extent = board.size if board is not None else (float(rng.uniform(120, 450)),) * 2
    camera = random_camera(rng, extent, harsh, size, kind)
    dice = _dice(rng, board, extent, harsh)
    scene = Scene(
        kind, split, board, dice, occe_tags(rng, board, harsh) if tagged and board is not None else (),
        _props(rng, extent, board is None), _hands(rng, board, harsh), random_table(rng, split), camera,
        random_look(rng, harsh, size),
    )  # fmt: skip
    return _apart(scene)


def tidied(scene: Scene, most: float) -> Scene:
    """An OCCE table as play begins: tiles open, turned by `most` degrees at most, all tags seen, no dice, no hands."""
    assert scene.board is not None, "an occe table has a board"
    tiles = tuple(
        replace(tile, state="open", digit=tile.slot, turn=float(np.clip(tile.turn, -most, most)))
        for tile in scene.board.tiles
    )
    tags = tuple(replace(tag, hidden=False) for tag in scene.tags)
    return replace(scene, board=replace(scene.board, tiles=tiles), tags=tags, dice=(), hands=())


def _dice(
    rng: np.random.Generator, board: DrawnBoard | None, extent: tuple[float, float], harsh: float
) -> tuple[Cube, ...]:
    if board is None:
        count = int(rng.choice([0, 1, 2, 3, 4, 5, 6], p=[0.15, 0.17, 0.3, 0.14, 0.1, 0.08, 0.06]))
    else:
        count = int(rng.choice([0, 1, 2, 3, 4, 5, 6], p=[0.06, 0.2, 0.54, 0.07, 0.05, 0.04, 0.04]))
    side = float(rng.uniform(8, 25) if harsh > rng.random() else rng.uniform(12, 22))
    same, seed = rng.random() < 0.75, int(rng.integers(1 << 30))
    placed: list[Cube] = []
    for _ in range(count * 6):
        if len(placed) == count:
            break
        cube = _die(rng, board, extent, side, seed if same else int(rng.integers(1 << 30)))
        if placed and rng.random() < 0.12:
            cube = _touching(rng, cube, placed[-1])
        near = min((np.hypot(c.at[0] - cube.at[0], c.at[1] - cube.at[1]) for c in placed), default=1e9)
        if near > side * 1.02:
            placed.append(cube)
    return tuple(placed)


def _touching(rng: np.random.Generator, cube: Cube, other: Cube) -> Cube:
    angle = np.radians(other.turn + 90 * rng.integers(4))
    reach = other.side * rng.uniform(1.03, 1.2)
    at = (float(other.at[0] + np.cos(angle) * reach), float(other.at[1] + np.sin(angle) * reach))
    turn = float(other.turn + rng.normal(0, 5))
    beside = "off-board" if other.ground == 0 and cube.ground > 0 else cube.state
    state = ("flat" if other.ground > 0 else beside) if cube.value else "cocked"
    return replace(cube, at=at, turn=turn, ground=other.ground, state=state)


def _die(
    rng: np.random.Generator, board: DrawnBoard | None, extent: tuple[float, float], side: float, seed: int
) -> Cube:
    value: int | None = int(rng.integers(1, 7))
    state, ground = "flat", 0.0
    where = rng.random()
    middle = np.asarray(extent) / 2
    if board is None:
        at = middle + rng.uniform(-0.62, 0.62, 2) * extent
    elif board.layout == "box":
        inside = np.array(
            [board.size[0] - board.hinge - board.tiles[0].size[1] * 0.8, board.size[1] - board.wall]
        )
        low = np.array([board.wall + side, board.wall + side])
        at, ground = rng.uniform(low, np.maximum(inside - side, low + 1)), board.floor
    elif where < 0.85:
        assert board.middle is not None
        at, ground = middle + rng.uniform(-0.5, 0.5, 2) * (board.middle.size - side), board.thick
    elif where < 0.92:
        at, ground = middle + rng.uniform(-0.47, 0.47, 2) * extent, board.thick
        ground += _under(board, at)
    else:
        angle = rng.uniform(0, 2 * np.pi)
        at, state = (
            middle + np.array([np.cos(angle), np.sin(angle)]) * max(extent) * rng.uniform(0.75, 0.95),
            "off-board",
        )
    if board is not None and board.layout == "box" and where > 0.95:
        at, state, ground = np.array([-rng.uniform(20, 60), rng.uniform(0, extent[1])]), "off-board", 0.0
    if rng.random() < 0.06:
        value, state = None, "cocked"
    return Cube(value, state, (float(at[0]), float(at[1])), ground, float(rng.uniform(0, 360)), side, seed)


def _under(board: DrawnBoard, at: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    """Height over the board of what a die at that place rests on (the nearest tile, about)."""
    for tile in board.tiles:
        if tile.state != "missing" and np.abs(at - tile.at).max() < max(tile.size) * 0.6:
            return tile.thick
    return 0.0


def _props(rng: np.random.Generator, extent: tuple[float, float], alone: bool) -> tuple[Prop, ...]:
    count = int(rng.choice([0, 1, 2, 3, 5, 8], p=[0.3, 0.2, 0.18, 0.14, 0.12, 0.06]))
    props: list[Prop] = []
    for _ in range(count):
        kind = KINDS[int(rng.integers(len(KINDS)))]
        wide, tall, high = (float(rng.uniform(*span)) for span in SIZES[kind])
        reach = (max(wide, tall) * 0.5 if kind not in ("coin", "button", "token", "cup") else wide * 0.5) + 12
        angle = rng.uniform(0, 2 * np.pi)
        direction = np.array([np.cos(angle), np.sin(angle)])
        half = np.asarray(extent) / 2
        edge = min(half[0] / max(1e-3, abs(direction[0])), half[1] / max(1e-3, abs(direction[1])))
        far = rng.uniform(0.0, 1.0) * max(half) if alone else edge + reach + rng.uniform(0, 160)
        at = half + direction * far
        props.append(
            Prop(
                kind,
                (float(at[0]), float(at[1])),
                float(rng.uniform(0, 360)),
                (wide, tall),
                high,
                int(rng.integers(1 << 30)),
            )
        )
    return tuple(props)


def _apart(scene: Scene) -> Scene:
    """The same without dice that a tall thing or a thing on bare table stands on."""

    def free(cube: Cube) -> bool:
        far = (
            np.hypot(t.at[0] - cube.at[0], t.at[1] - cube.at[1]) - max(t.size) / 2
            for t in scene.props
            if t.high > 1
        )
        return cube.ground > 0 or min(far, default=1e9) > cube.side

    return replace(scene, dice=tuple(cube for cube in scene.dice if free(cube)))


def _hands(rng: np.random.Generator, board: DrawnBoard | None, harsh: float) -> tuple[DrawnHand, ...]:
    chance = 0.05 + 0.2 * harsh
    if rng.random() > chance:
        return ()
    extent = np.asarray(board.size if board is not None else (300, 300))
    hands = []
    for _ in range(1 if rng.random() < 0.8 else 2):
        angle = np.pi / 2 * rng.integers(4) + rng.normal(0, 0.35)
        out = np.array([np.cos(angle), np.sin(angle)])
        size = float(rng.uniform(120, 195))
        wrist = extent / 2 + out * (max(extent) * rng.uniform(0.3, 0.62)) + rng.normal(0, 60, 2)
        hands.append(
            DrawnHand((float(wrist[0]), float(wrist[1])), float(np.degrees(angle) + 180 + rng.normal(0, 14)), size,
                 float(rng.uniform(25, 60)), bool(rng.random() < 0.4), int(rng.integers(1 << 30)),
                 float(rng.uniform(4, 40)))
        )  # fmt: skip
    return tuple(hands)
