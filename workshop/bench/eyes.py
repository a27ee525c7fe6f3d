"""`python -m workshop bench eyes`: what seeing costs, from single steps to a whole game in a process of its own."""

from __future__ import annotations

import gc
import platform
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import cv2
import numpy as np

import models
from hardware.camera import DEMO
from referee.core import Roll
from vision.follow.fates import fates
from vision.follow.follower import follow, follow_frames
from vision.follow.pace import Pace
from vision.frame import Frame, Image
from vision.look import Eyes
from vision.observation import Die, Observation
from vision.picture import write_picture
from webui.live.eyes import NETWORKS, open_eyes
from webui.live.live import Live
from webui.live.wiring import DEMONSTRATION
from webui.store.journal import Journal
from webui.table.reducer import Table, open_table, see, touch
from webui.table.values.actions import Next, PlayMove
from webui.table.values.setup import Setup, players_at
from webui.table.values.shown import camera_reads

from ..chance import random_event
from ..recordings.plays import FOUL
from ..simulate.game import FILMED, PLAYED, Wish
from ..simulate.noise import COUNTED, load
from ..simulate.world import lived
from .report import FigureRow, alternating, as_json, cost
from .steps import (
    RATE,
    Moments,
    a_step,
    area_steps,
    grained,
    knowing_steps,
    known,
    machine,
    men_steps,
    moments,
    network,
    reading_steps,
    stirs,
    watching_steps,
    weights_mb,
)

ACTIVE = 0.15
"""Share of the pictures that are read in full where a table is called active."""
WARM, LONG = 6.0, 60.0
"""s of a still table before and until the end of measuring."""
LARGE = (4608, 2592)
"""px, a 12-megapixel still: width, height."""

WHAT = {
    "dice_known": ("dice, known table", 1 / 12),
    "full_known": ("dice and 36 tiles, known table", 1 / 8),
    "dice": ("dice, board and size known", 1 / 6),
    "dice_any_size": ("dice, board known", 1 / 6),
    "dice_no_board": ("dice, nothing known", 1 / 1.5),
    "area_known": ("dice, known dice area", None),
    "area": ("dice, unknown dice area", None),
    "men_known": ("24 arrows of men, learnt board", 1 / 12),
    "full": ("dice and 36 tiles, board and size known", None),
    "board": ("board, with tags", None),
    "board_no_tags": ("board, without tags", None),
    "gate": ("gate, nothing moves", 1 / 150),
    "gate_moving": ("gate, dice roll", 1 / 150),
    "gate_small_stream": ("gate on a 320x240 stream", None),
    "board_moved": ("has the board moved?", 1 / 100),
    "jpeg_decode": ("JPEG decoded, 1280x960", None),
    "jpeg_encode": ("JPEG encoded, 1280x960", None),
}
"""Each step: what to call it, and its target in times of A."""

PARTS = ("still", "active", "decision", "belief", "memory", "weights")
"""What is measured beside the steps."""
FIGURES = (*WHAT, *PARTS)
NEEDED = {"active": frozenset({"gate_moving", "full_known"})}
"""Steps that a figure is summed up from."""


def measured(rounds: int, say: Callable[[str], None], only: Collection[str] = ()) -> dict[str, Any]:
    """The figures of seeing as JSON values.

    Args:
        rounds: samples of each step.
        say: called with each step.
        only: names of FIGURES to measure; everything where there is none.

    Raises:
        CameraError, OSError: the demonstration film or its truth is absent.
        models.ModelError, VisionError: a network cannot be opened.
        ValueError: the film's table cannot be read.
    """
    cv2.setNumThreads(1)
    wanted = frozenset(only) or frozenset(FIGURES)
    measure, flop = network()
    eyes, film = open_eyes(), moments(DEMO)
    table = known(eyes, film.stills)
    steps = [a_step(measure), *reading_steps(eyes, table), *knowing_steps(eyes, table)]
    steps += [*area_steps(eyes, table), *men_steps(eyes)]
    steps += watching_steps(table, film.moving)
    steps = [step for step in steps if step.key in {"a"} | timed(wanted)]
    say(f"{len(steps)} steps, {rounds} rounds")
    seconds = alternating(steps, rounds, after=lambda done: say(f"round {done} of {rounds}"))
    a = seconds["a"]
    rows = [
        FigureRow(key, what, seconds[key] / a, "A", target)
        for key, (what, target) in WHAT.items()
        if key in wanted
    ]
    about = {"python": platform.python_version(), "machine": platform.machine(), "rounds": rounds}
    return as_json([*rows, *_beside(eyes, film, seconds, wanted, say)], a, flop, machine() | about)


def timed(wanted: Collection[str]) -> frozenset[str]:
    """The steps to be timed for some figures."""
    return frozenset(wanted).union(*(NEEDED.get(key, ()) for key in wanted)) & frozenset(WHAT)


def _beside(
    eyes: Eyes,
    film: Moments,
    seconds: Mapping[str, float],
    wanted: Collection[str],
    say: Callable[[str], None],
) -> Iterator[FigureRow]:
    """The figures of PARTS that are wanted."""
    if "still" in wanted:
        say("a still table")
        yield still_load(still_share(eyes, film.stills[0]))
    if "active" in wanted:
        yield active_load(seconds)
    if "decision" in wanted:
        yield decision(eyes, film)
    if "belief" in wanted:
        say("the table's belief")
        yield from belief_rows(seconds["a"])
    if "memory" in wanted:
        say("the demonstration film and a large picture, each in a process of its own")
        yield from memory(film.stills[0])
    if "weights" in wanted:
        yield FigureRow("weights", "weights of all networks", _weights(), "MB", 3.0)


def _weights() -> float:
    return weights_mb([models.path(name) for name in NETWORKS])


def still_load(share: float) -> FigureRow:
    """The share of one core that a table takes at which nothing happens."""
    return FigureRow("still", "still table at 30 pictures a second, of one core", share, "share", 0.01)


def active_load(seconds: Mapping[str, float]) -> FigureRow:
    """The share of one core that a table takes at which much happens, summed up from steps."""
    share = RATE * (seconds["gate_moving"] + ACTIVE * seconds["full_known"])
    return FigureRow("active", "15 % of 30 pictures a second read in full, of one core", share, "share", 0.06)


def still_share(eyes: Eyes, image: Image, long: float = LONG, warm: float = WARM) -> float:
    """The share of a core that a table takes at which nothing happens, from the picture to the page's newest view."""
    rng = np.random.default_rng(2)
    pictures = [grained(image, rng) for _ in range(6)]
    begun = 0.0

    def frames() -> Iterator[Frame]:
        nonlocal begun
        for k in range(round(long * RATE)):
            if k == round(warm * RATE):
                begun = time.process_time()
            yield Frame(pictures[k % len(pictures)], k / RATE)

    with tempfile.TemporaryDirectory() as folder:
        live = Live(Journal.open(Path(folder)))
        live.new_game(DEMONSTRATION)
        for observation, frame in follow_frames(frames(), eyes, board="occe"):
            live.look(observation, frame)
        taken = time.process_time() - begun
        live.close()
    return taken / (long - warm)


def decision(eyes: Eyes, film: Moments) -> FigureRow:
    """Frames from the last moving one to the report of new dice, in a camera's 30 pictures a second."""
    rng = np.random.default_rng(3)
    pictures = [grained(image, rng) for image in film.throw]
    last = max(k for k, (before, now) in enumerate(pairwise(pictures), 1) if stirs(before, now))
    shown = (Frame(image, k / RATE) for k, image in enumerate(pictures))
    looks = follow(shown, eyes, board="occe")
    reported = next((look.time for look in looks if any(fate.fresh for fate in look.fates)), None)
    waited = None if reported is None else round(reported * RATE) - last
    return FigureRow(
        "decision", "frames from the last motion to the reported throw", waited, "frames", Pace().reads + 2
    )


def memory(still: Image) -> list[FigureRow]:
    """Peaks of memory and the load of a game, measured by processes of their own."""
    game = cost(["watch", "--game", "occe_child", "--players", "2", "--seats", "1,3", str(DEMO)])
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "large.jpg"
        write_picture(picture, np.asarray(cv2.resize(still, LARGE, interpolation=cv2.INTER_CUBIC), np.uint8))
        large = cost(["read", "--board", "occe", str(picture)])
    played = None if game is None else game.seconds / length_of(DEMO)
    return [
        FigureRow(
            "game", "the demonstration film at its own speed, with decoding, of one core", played, "share"
        ),
        FigureRow(
            "memory", "peak memory of piste watch, 1280x960", game.peak_mb if game else None, "MB", 210.0
        ),
        FigureRow(
            "memory_large", "peak memory of piste read, 4608x2592", large.peak_mb if large else None, "MB"
        ),
    ]


def length_of(film: Path) -> float:
    """s that a film lasts."""
    capture = cv2.VideoCapture(str(film))
    frames, rate = capture.get(cv2.CAP_PROP_FRAME_COUNT), capture.get(cv2.CAP_PROP_FPS)
    capture.release()
    return float(frames / rate)


SEED = 1
"""Of the games that the belief is timed in."""
MEDIAN, WORST = 1 / 25, 1 / 2
"""Times of A that a step may take, at the median and at worst."""
PLAYS = 4
"""Simulated games of each kind."""
THROWS = 40
"""Throws of a game in which the camera sees only dice."""
LOOKS = 4
"""Settled looks at such a throw."""
UNSEEN = ("trente", "jacquet", "backgammon", "trictrac")
"""Games in which the camera sees only dice."""


def belief_rows(a: float, plays: int = PLAYS, throws: int = THROWS) -> Iterator[FigureRow]:
    """The median and the worst of the settled looks of every game, in times of A.

    Args:
        a: seconds of A.
        plays: simulated games of each kind.
        throws: of each game in which the camera sees only dice.
    """
    names = dict.fromkeys(PLAYED[name][0] for name in FILMED)
    for name in (*names, *UNSEEN):
        taken = list(tiles(name, plays) if name in names else dice(name, throws))
        what = f"{name}: one step of the belief"
        yield FigureRow(f"belief_{name}", what, median(taken) / a, "A", MEDIAN)
        yield FigureRow(f"belief_worst_{name}", f"{what}, at worst", max(taken) / a, "A", WORST)


def tiles(name: str, plays: int) -> Iterator[float]:
    """Processor seconds of each settled look at simulated games, with the noise that was counted."""
    noise = load(COUNTED)
    filmed = [PLAYED[rules] for rules in FILMED if PLAYED[rules][0] == name]
    for number, played in enumerate(rules for rules in filmed for _ in range(plays)):
        game = lived(Random(f"{SEED}-{number}"), noise, played, Wish((), FOUL))
        table = open_table(game.setup).table
        gc.collect()
        for look in game.looks:
            table, seconds = looked(table, look)
            if look.still:
                yield seconds


def dice(name: str, throws: int) -> Iterator[float]:
    """The same of a random game whose men are moved by touch."""
    rng = Random(SEED)
    table = open_table(Setup(name, players_at((1, 2)))).table
    assert not camera_reads(table.game), "its dice are all that is seen"
    lie: tuple[Die, ...] = ()
    table, _ = looked(table, Observation(0.0, None, lie))
    gc.collect()
    for _ in range(throws):
        while table.due is not None and not isinstance(
            event := random_event(table.game, table.playing.state, rng, often=0.0), Roll
        ):
            table = touch(table, PlayMove(table.game.to_text(event)), table.t + 1).table
            table = touch(table, Next(), table.t).table if table.turned.move is not None else table
        if table.due is None:
            return
        rolling = (Die(None, "moving", (0.0, 0.0, 20.0, 20.0), 0.9),)
        table, _ = looked(table, Observation(table.t + 1, None, rolling, still=False))
        fell = tuple(fallen(rng, value, place) for place, value in enumerate(event.dice))
        became, gone = fates(lie, fell, lambda die: True)
        look = Observation(table.t + 1, None, fell, fates=became, gone=gone)
        lies, _ = fates(fell, fell, lambda die: False)
        for _ in range(LOOKS):
            table, seconds = looked(table, look)
            yield seconds
            look = replace(look, time=look.time + 0.4, fates=lies, gone=())
        lie = fell


def fallen(rng: Random, value: int, place: int) -> Die:
    """A die that came to rest, read nearly surely."""
    chances = tuple(0.99 if face == value else 0.002 for face in range(1, 7))
    box = (200 * place + rng.uniform(0, 150), rng.uniform(0, 400), 20.0, 20.0)
    return Die(value, "flat", box, 0.99, chances=chances)


def looked(table: Table, look: Observation) -> tuple[Table, float]:
    """The table after a look, and processor seconds; what other looks left behind is not collected meanwhile."""
    gc.disable()
    try:
        start = time.process_time()
        step = see(table, look)
        return step.table, time.process_time() - start
    finally:
        gc.enable()
