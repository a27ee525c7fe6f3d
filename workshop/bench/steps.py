"""What reading is made of and A, the network to compare with: each step ready to be timed, and on what pictures.

They are of the demonstration film: its moments at rest and one throw.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import open_camera
from models import ModelError
from referee.games.backgammon.game import Backgammon
from vision.area.eyes import AreaEyes
from vision.area.men_board import MenTableEyes
from vision.area.plane import AREA, alone, plane_of
from vision.area.value import area_of
from vision.board.finder import Want
from vision.board.tags import find_tags
from vision.calibration.patches import anchored, board_moved
from vision.follow.follower import Following
from vision.follow.motion import changed, moves, thumbnail
from vision.follow.pace import DieSizes, Pace, Question
from vision.follow.standing import Standing
from vision.frame import Frame, Image
from vision.geometry.plane import homography, project
from vision.known.learn import learnt
from vision.known.recall import Remembering
from vision.known.value import Known as KnownTable
from vision.known.value import Lesson, ReadsSlots
from vision.look import Eyes, Span
from vision.men.weigh import UnchangedStrips
from vision.observation import BoardSeen, Observation
from vision.picture import decode_picture
from vision.runtime import onnxruntime
from webui.checkup.men import learnt_men
from webui.live.eyes import open_men_networks

from ..scenes.men import men_look, men_scene, positions
from .report import Timed

STILLS = 5
"""Moments at rest that are taken."""
AFTER = 0.6
"""s after the report of a throw at which everything lies still."""
FLIGHT = (-1.6, 1.2)
"""s around the report of the first throw: its dice move, then lie."""
BEFORE = 1.0
"""s from the film's beginning at which the table lies there without a hand."""


@dataclass(frozen=True, eq=False)
class Moments:
    """Pictures of a film, (H, W, 3) uint8 BGR.

    Attributes:
        stills: tables at rest, each with another throw.
        throw: the table before, then the first throw, picture after picture, from the hand to the dice at rest.
        moving: those of `throw` in which dice move.
    """

    stills: tuple[Image, ...]
    throw: tuple[Image, ...]
    moving: tuple[Image, ...]


def throws_of(truth: Path) -> tuple[float, ...]:
    """The times of a film's throws, s, from its truth. Raises OSError."""
    events = map(json.loads, truth.read_text(encoding="utf-8").splitlines())
    return tuple(event["t"] for event in events if event["event"] == "roll_settled")


def moments(film: Path) -> Moments:
    """The first throws of a film that has its truth beside it. Raises CameraError, OSError."""
    throws = throws_of(film.with_suffix(".truth.jsonl"))
    with open_camera(str(film), paced=False) as camera:
        return chosen(camera.frames(), throws[:STILLS])


def chosen(frames: Iterable[Frame], throws: tuple[float, ...]) -> Moments:
    """The pictures at and around the throws of these times."""
    stills: list[Image] = []
    throw: list[Frame] = []
    for frame in frames:
        if frame.time < BEFORE or throws[0] + FLIGHT[0] <= frame.time <= throws[0] + FLIGHT[1]:
            throw.append(frame)
        if frame.time >= throws[len(stills)] + AFTER:
            stills.append(frame.image)
        if len(stills) == len(throws):
            break
    moving = tuple(now.image for before, now in pairwise(throw) if stirs(before.image, now.image))
    return Moments(tuple(stills), tuple(frame.image for frame in throw), moving)


def stirs(before: Image, now: Image) -> bool:
    """Whether something moves from one picture to the next."""
    return moves(changed(thumbnail(Frame(before, 0.0)), thumbnail(Frame(now, 0.0))))


GRAIN = 2.0
"""Levels by which a camera's pixels differ from picture to picture of a thing at rest (standard deviation)."""
RATE = 30.0
"""Pictures a second of a camera."""


@dataclass(frozen=True, eq=False)
class KnownMoments:
    """Pictures of one table at rest, and what is known of it by then.

    Attributes:
        images: (H, W, 3) uint8 BGR each, with dice on the board.
        board: where it stands in all of them.
        dice_px: least and greatest side of its dice, px.
        want: which board is looked for.
    """

    images: tuple[Image, ...]
    board: BoardSeen
    dice_px: Span
    want: Want = "occe"


def known(eyes: Eyes, images: Sequence[Image], want: Want = "occe") -> KnownMoments:
    """A table as it is known once its pictures were read.

    Raises ValueError where no board or not a single sure die is found.
    """
    looks = [eyes.look(Frame(image, 0.0), want) for image in images]
    boards = [look.board for look in looks if look.board]
    sizes = DieSizes()
    for look in looks:
        sizes = sizes.with_dice(look.dice)
    if not boards or sizes.expected is None:
        raise ValueError(f"expected a board and some dice in {len(looks)} pictures; got {boards}, {sizes}")
    return KnownMoments(tuple(images), max(boards, key=lambda board: board.sure), sizes.expected, want)


def grained(image: Image, rng: np.random.Generator) -> Image:
    """A picture of the same as a camera takes it the next time."""
    grain = rng.normal(0, GRAIN, image.shape)
    return np.asarray(np.clip(np.rint(image + grain), 0, 255), np.uint8)


def reading_steps(eyes: Eyes, table: KnownMoments) -> list[Timed]:
    """Dice, tiles and the board."""
    images, board = table.images, table.board
    untagged = tuple(map(without_tags, images))

    def each(key: str, run: Callable[[Image], object], these: tuple[Image, ...] = images) -> Timed:
        return Timed(key, lambda k: run(these[k % len(these)]))

    steps = [
        each("dice", lambda image: eyes.dice.read(image, board=board, die_px=table.dice_px)),
        each("dice_any_size", lambda image: eyes.dice.read(image, board=board)),
        each("dice_no_board", lambda image: eyes.dice.read(image)),
        each("full", lambda image: eyes.look(Frame(image, 0.0), table.want, None, board, table.dice_px)),
    ]
    finder = eyes.board
    if finder is not None:
        steps.append(each("board", lambda image: finder.find(image, table.want)))
        steps.append(each("board_no_tags", lambda image: finder.find(image, table.want), untagged))
    return steps


def knowing_steps(eyes: Eyes, table: KnownMoments) -> list[Timed]:
    """Dice and all that lies there once the table is known, as the line sees it between two looks everywhere."""
    learned: KnownTable | None = None
    tiles = eyes.tiles if isinstance(eyes.tiles, ReadsSlots) else None
    layout = eyes.known[table.board.layout]
    for image in table.images * 2:  # each shows the ground that dice hide in the others
        observation = eyes.look(Frame(image, 0.0), table.want, None, table.board, table.dice_px)
        kinds = {piece.space: piece.kind for piece in observation.pieces}
        lie = tuple(die.value for die in observation.dice if die.state == "flat" and die.value is not None)
        learned = learnt(learned, image, observation, layout, tiles, Lesson(kinds, lie))
    assert learned is not None, "there is a board"
    now, images = learned.at(0.0), table.images
    knowing = replace(eyes, recall=Remembering(lambda: now))

    def shown(k: int) -> Frame:
        return Frame(images[k % len(images)], 1.0)

    return [
        Timed("dice_known", lambda k: knowing.look_for_dice(shown(k), table.board, (), table.dice_px)),
        Timed("full_known", lambda k: knowing.look(shown(k), table.want, None, table.board, table.dice_px)),
    ]


PISTE = 0.27
"""From a board's edge to the dice area that is marked on it, in its sides."""


def area_steps(eyes: Eyes, table: KnownMoments) -> list[Timed]:
    """Dice in a dice area, the middle of the board, as games of men have it: known or not."""
    size = (table.images[0].shape[1], table.images[0].shape[0])
    unit = [(PISTE, PISTE), (1 - PISTE, PISTE), (1 - PISTE, 1 - PISTE), (PISTE, 1 - PISTE)]
    corners = [(float(x), float(y)) for x, y in project(homography(table.board.corners), unit)]
    area = area_of(corners, size)
    plain, learned = AreaEyes(eyes.dice, area), None
    for image in table.images * 2:
        observation = plain.look(Frame(image, 0.0))
        values = tuple(die.value for die in observation.dice if die.state == "flat" and die.value is not None)
        on_plane = replace(observation, board=plane_of(area, size))
        learned = learnt(learned, alone(image, area), on_plane, AREA, None, Lesson(dice=values))
    assert learned is not None, "an area has a plane"
    now = learned.at(0.0)
    knowing = replace(plain, recall=Remembering(lambda: now))

    def each(key: str, by: AreaEyes) -> Timed:
        return Timed(key, lambda k: by.look(Frame(table.images[k % len(table.images)], 1.0)))

    return [each("area", plain), each("area_known", knowing)]


def men_steps(eyes: Eyes) -> list[Timed]:
    """The men on a drawn board whose start position was learnt, at most a move after the look before; dice known."""
    game = Backgammon()
    scene, stands = men_scene(1, 0), islice(positions(game, 1, events=1), 0, 4, 2)  # before a move and after it
    frames = [Frame(men_look(scene, each, 0).image, float(k)) for k, each in enumerate(stands)]
    finder, reader = open_men_networks()
    known = learnt_men(frames[:1], finder, reader)
    reads = MenTableEyes(eyes.dice, finder, UnchangedStrips(reader), lambda: known)
    looks = [reads.look(frame, known_board=known.board) for frame in frames]
    return [Timed("men_known", lambda k: reads.read(frames[k % len(frames)], looks[k % len(frames)]))]


def watching_steps(table: KnownMoments, moving: Sequence[Image]) -> list[Timed]:
    """What is done for every picture, or each second; `moving` are pictures in which something moves."""
    rng, first = np.random.default_rng(1), table.images[0]
    still = [grained(first, rng) for _ in range(4)]
    small = [thumbnail(Frame(image, 0.0)).colour for image in still]
    stirred = [grained(image, rng) for image in moving]
    anchor = anchored(first, table.board)
    jpeg = cv2.imencode(".jpg", first, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    return [
        Timed("gate", _gate(still, table.board)),
        Timed("gate_moving", _gate(stirred, table.board)),
        Timed("gate_small_stream", _gate(small)),
        Timed("board_moved", lambda k: board_moved(still[k % len(still)], anchor)),
        Timed("jpeg_decode", lambda _: decode_picture(jpeg)),
        Timed("jpeg_encode", lambda _: cv2.imencode(".jpg", first, [cv2.IMWRITE_JPEG_QUALITY, 85])),
    ]


@dataclass(frozen=True)
class _Blind:
    """Eyes that see nothing but where the board is, at no cost."""

    board: BoardSeen | None

    def look(self, frame: Frame, *asked: object) -> Observation:
        """The board."""
        return Observation(frame.time, self.board, ())


def _gate(images: Sequence[Image], board: BoardSeen | None = None) -> Callable[[int], object]:
    """A table followed from one picture to the next, by eyes that cost nothing; near a board where one is known."""
    following = Following.begun(Frame(images[0], 0.0), Question(_Blind(board), "auto", None), Pace(), Standing())

    def step(k: int) -> None:
        nonlocal following
        for after in following.after(Frame(images[k % len(images)], k / RATE)):
            following, _ = after

    return step


def without_tags(image: Image) -> Image:
    """The same table with its printed tags painted over in the colour around them."""
    painted = image.copy()
    for tag in find_tags(image):
        corners = np.asarray(tag.corners)
        wide = np.rint(corners.mean(axis=0) + 1.5 * (corners - corners.mean(axis=0))).astype(np.int32)
        colour = np.median([image[y, x] for x, y in _inside(wide, image.shape)], axis=0)
        cv2.fillConvexPoly(painted, wide, colour.tolist())
    return painted


def _inside(points: NDArray[np.int32], shape: tuple[int, ...]) -> NDArray[np.int32]:
    return np.asarray(np.clip(points, 0, (shape[1] - 1, shape[0] - 1)), np.int32)


def weights_mb(files: Sequence[Path]) -> float:
    """Size of the networks' files together, 10^6 bytes."""
    return sum(file.stat().st_size for file in files) / 1e6


def machine() -> dict[str, Any]:
    """What the figures were measured with."""
    return {"opencv": cv2.__version__, "onnxruntime": onnxruntime.__version__, "numpy": np.__version__}


class NoOnnx(ModelError, ImportError):
    """The package that builds A is not installed."""


def network() -> tuple[bytes, int]:
    """A as an .onnx file's bytes, and the operations that it costs.

    Raises NoOnnx where the package onnx is absent.
    """
    if find_spec("onnx") is None:
        raise NoOnnx(
            "expected the package onnx, which builds the network to compare with (extra dev); it is absent"
        )
    from .detector import build, flop

    model = build()
    return model.SerializeToString(), flop(model)


def a_step(network: bytes) -> Timed:
    """A on one picture, one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(network, options, providers=["CPUExecutionProvider"])
    (given,) = session.get_inputs()
    picture = np.random.default_rng(0).random(given.shape, np.float32)
    return Timed("a", lambda _: session.run(None, {given.name: picture}))
