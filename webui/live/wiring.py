"""From the words of the command line to a live table: camera, readers, journal, demonstration."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime
from itertools import groupby
from pathlib import Path

from hardware.camera import open_camera
from hardware.errors import NoCamera
from hardware.found_cameras import found_cameras, persistent_word
from hardware.phone_camera import PHONE, PhoneCamera
from hardware.turned_camera import Hanging
from models import ModelError
from vision.area.value import DiceArea
from vision.errors import VisionError
from vision.follow.follower import follow_frames
from vision.frame import Frame, fit
from vision.look import Eyes, LooksAtTables
from vision.men.known import LAYOUT, KnownMen
from vision.observation import Observation

from ..capture.run import RunningCapture
from ..checkup.kept import Calibrations
from ..checkup.run import RunningCheck
from ..interrupted import OVER
from ..store.journal import Journal
from ..table.values.events import TableEvent
from ..table.values.setup import Setup, players_at
from ..table.values.state import Table
from ..words.games.sentences import foul_sentence
from .area import FollowedArea, area_followed
from .eyes import open_eyes, open_men_networks
from .follow import Source
from .live import Confirmed, Live
from .lookout import Lookout
from .memory import remembering
from .men import FollowedMen
from .watchdog import Pulse

AUTO, DEMO = "auto", "demo"
LINGERS = 12.0
"""Seconds for which the end of the demonstration stays: with the end of the film itself, a podium of 15 s."""
DEMONSTRATION = Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), "OCCE enfant", recorded=True)
"""What is played in the demonstration recording."""

Say = Callable[[str], None]
Translate = Callable[[str], str]
"""Puts a sentence into the language of the person who started Piste."""


def camera_word(where: str, say: Say, t: Translate = str) -> str:
    """The camera to follow: `where`, "demo" if "auto" finds none, "" if there is nothing to follow.

    Raises NoCamera if a camera that was asked for by name is absent.
    """
    if where == PHONE:
        say(t("A phone is the camera once it shows the table on its page: /camera/telephone."))
        return where
    try:
        open_camera(where)
    except NoCamera as error:
        if where not in (AUTO, DEMO):
            raise
        return _demonstration(say, t) if where == AUTO else _nothing(say, str(error), t)
    return where


def _demonstration(say: Say, t: Translate) -> str:
    say(t("No camera was found."))
    try:
        open_camera(DEMO)
    except NoCamera as error:
        return _nothing(say, str(error), t)
    return DEMO


def _nothing(say: Say, why: str, t: Translate) -> str:
    touch = t("Play goes by touch.")
    say(f"{why}. {touch}")
    return ""


def open_source(
    where: str, folder: Path, say: Say, pulse: Pulse, t: Translate = str, reads: Callable[[], Eyes] = open_eyes
) -> tuple[Source, Lookout] | None:
    """What the live table follows, and its lookout; None if there is nothing to follow with.

    Args:
        where: the camera's word, "" if there is none.
        folder: the data folder, of the calibration and the checks.
        say: receives what is wrong.
        pulse: each picture that comes is a sign of life.
        t: puts a sentence into the language of the person who started Piste.
        reads: the readers; tables may share them, for they remember nothing.
    """
    if not where:
        return None
    try:
        plain = reads()
    except (ModelError, VisionError) as error:
        _nothing(say, t("The table cannot be read (%(why)s)") % {"why": error}, t)
        return None
    calibrations = Calibrations(folder)
    if calibrations.warning:
        say(calibrations.warning)
    eyes, memory = remembering(plain, None if where == DEMO else folder)  # that table is nobody's own
    area = FollowedArea(calibrations, plain.dice, None if where == DEMO else folder)
    men = FollowedMen(calibrations, plain.dice, open_men_networks)
    for warning in filter(None, (memory.warning, area.memory.warning)):
        say(warning)
    check, capture = RunningCheck(folder, learn=memory.checked), RunningCapture(folder, plain)
    finds = found_cameras if where == AUTO or where.startswith("usb:") else tuple
    cameras = finds if where == AUTO else tuple
    phone = PhoneCamera() if where == PHONE else None
    lookout = Lookout(
        calibrations, eyes, check, capture=capture, memory=memory, area=area, cameras=cameras, phone=phone,
        men=men,
    )

    persistent = persistent_word(where, finds())
    calibrations.call_camera(persistent_word(calibrations.camera(), cameras()))

    def source() -> Iterator[tuple[Observation, Frame]]:
        pulse.opens()
        wanted = calibrations.camera() if where == AUTO else persistent
        there = any(camera.word == wanted.partition("@")[0] for camera in finds())
        with phone or open_camera(wanted if there else where, paced=where != DEMO) as camera:
            frames = pulse.along(map(fit, camera.frames()))
            paced = unhurried(lingering(frames)) if where == DEMO else frames
            frames = lookout.watched(pulse.lag.along(paced), live=camera.live)
            yield from followed(frames, eyes, lookout)

    return source, lookout


def followed(frames: Iterable[Frame], eyes: LooksAtTables, lookout: Lookout) -> Iterator[tuple[Observation, Frame]]:
    """The observations with their pictures: of the table, of a learnt board of arrows, or of the dice area alone.

    Each picture decides which of them; with the area nothing else is passed on. A camera that now hangs differently
    shows another picture: nothing that was followed is carried over.
    """

    def followed_now(_: Frame) -> tuple[KnownMen | None, DiceArea | None, Hanging]:
        return lookout.followed_men, lookout.followed_area, lookout.hung

    for (men, area, _), part in groupby(frames, key=followed_now):
        if men is not None and lookout.men is not None:
            yield from _men_followed(part, lookout, lookout.men)
        elif area is None:
            for observation, frame in follow_frames(part, eyes, learnt=lookout.calibration):
                lookout.saw(observation, frame)
                yield observation, frame
        elif lookout.area is not None:
            its = lookout.area
            for observation, frame in area_followed(part, its.eyes(area), area, its.edge, its.aside_edge):
                lookout.saw_area(observation, frame, area)
                yield observation, frame


def _men_followed(
    frames: Iterable[Frame], lookout: Lookout, men: FollowedMen
) -> Iterator[tuple[Observation, Frame]]:
    """The observations of a learnt board of arrows; the marked dice area's memory helps to read its dice."""
    area = None if lookout.area is None or lookout.area.stored is None else lookout.area.stored.tray
    eyes = men.eyes(None if area is None or lookout.area is None else lookout.area.eyes(area))
    for observation, frame in follow_frames(frames, eyes, board=LAYOUT, learnt=men.now):
        lookout.saw_men(observation, frame, eyes)
        yield observation, frame


def lingering(frames: Iterable[Frame], seconds: float = LINGERS, every: float = 0.5) -> Iterator[Frame]:
    """The frames of a recording, then its last one repeated for so long: the winners stay visible."""
    last: Frame | None = None
    for frame in frames:
        last = frame
        yield frame
    if last is not None:
        for k in range(1, round(seconds / every) + 1):
            yield replace(last, time=last.time + k * every)


def unhurried(
    frames: Iterable[Frame],
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[Frame]:
    """The frames of a recording, none before its time and none skipped: a slow machine shows it slower."""
    opened = clock()
    for frame in frames:
        ahead = opened + frame.time - clock()
        if ahead > 0:
            sleep(ahead)
        yield frame


def both(first: Confirmed, second: Confirmed | None) -> Confirmed:
    """Passes the table's events on to both."""

    def confirmed(table: Table, events: Iterable[TableEvent]) -> None:
        reported = tuple(events)
        for confirm in filter(None, (first, second)):
            confirm(table, reported)

    return confirmed


def open_live(
    data: Path,
    source: Source | None,
    *,
    demo: Setup | None,
    begin: Setup | None = None,
    film: bool = False,
    pulse: Pulse | None = None,
    confirmed: Confirmed | None = None,
    alive: Callable[[], None] | None = None,
) -> Live:
    """The live table on the journal of a data folder, already following its camera.

    Args:
        data: the folder of the journal.
        source: what it follows, or None to play by touch.
        demo: the game of the demonstration recording, if that is the source; it opens if no other game does, and
            nobody has freed the table today.
        begin: the game to begin if none is going on.
        film: the source is another recording: once it is over, only a new game shows it again.
        pulse: the sign of life of the camera's follower, if the source gives it too.
        confirmed, alive: as Live has them.

    Raises JournalError if the journal cannot be opened.
    """
    live = Live(
        Journal.open(data), source=source, sentence=foul_sentence, again=demo, film=film, pulse=pulse,
        confirmed=confirmed, alive=alive,
    )  # fmt: skip
    view = live.snapshot()
    going_on = view.state not in OVER and not view.recorded
    free = view.game is None and _of_today(live.started(view.id or 0))  # a lesson is over: its tablets stay
    if demo is not None and (going_on or free or begin is not None):
        live.use_camera(False)  # somebody plays by touch: the recording must not play into it
    elif demo is not None:
        live.new_game(demo)
    if begin is not None and not going_on:
        live.new_game(begin)
    live.start()
    return live


def _of_today(started: str | None) -> bool:
    return started is not None and datetime.fromisoformat(started).astimezone().date() == date.today()
