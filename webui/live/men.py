"""The learnt board of arrows: looked at whole in games of men, and better known as play goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from threading import Lock

from vision.area.eyes import AreaEyes
from vision.area.men_board import MenTableEyes, field_of
from vision.area.plane import AREA, NAME, area_alone
from vision.calibration.patches import board_moved, packed
from vision.errors import NoStart
from vision.follow.follower import follow_frames
from vision.frame import Frame
from vision.geometry.plane import Quad
from vision.known.recall import Remembering
from vision.look import ReadsDice
from vision.men.finder import FindsLeaves, RememberedLeaves, ShownLeaves
from vision.men.known import LAYOUT, KnownMen
from vision.men.weigh import ReadsStrips, UnchangedStrips, better_known
from vision.observation import Observation, Piece
from vision.still import Zoom

from ..checkup.kept import Calibrations
from ..checkup.men import learnt_men, of_arrows
from ..table.values.events import TableEvent
from ..table.values.state import Table
from .area import placed
from .memory import TableMemory

Networks = tuple[FindsLeaves, ReadsStrips]


AGAIN = 4.0
"""Seconds after which it is asked again whether a board of arrows lies there, while a page wants to know."""
TRIED, EVERY = 20.0, 1.0
"""Seconds of a film in which its start position is looked for, and between two tries."""


class FollowedMen:
    """A board of arrows that was learnt, and who reads it.

    Args:
        calibrations: stores the board.
        dice: reads dice; knows the layout of areas.
        opens: opens the networks, once they are needed; raises as `open_men_networks`.

    Attributes:
        memory: what is known of its field and its dice.
        refused: why the newest attempt to learn a board failed; None if it did not.
        plays: a game that is played on such a board goes on.
    """

    def __init__(self, calibrations: Calibrations, dice: ReadsDice, opens: Callable[[], Networks]) -> None:
        self.memory = field_memory()
        self._calibrations, self._dice, self._opens = calibrations, dice, opens
        self._networks: Networks | None = None
        self._known = calibrations.men()
        self._seen: tuple[Piece, ...] = ()
        self.plays, self._turn = False, Lock()
        self.refused: NoStart | None = None
        self._lies = (float("-inf"), False)

    def learnt(self) -> KnownMen | None:
        """The board as it was learnt."""
        return self._calibrations.men()

    def now(self) -> KnownMen | None:
        """The board as it was learnt, and as play made it better known."""
        return self._known

    @property
    def followed(self) -> KnownMen | None:
        """The learnt board, during a game that is played on one."""
        return self.learnt() if self.plays else None

    def eyes(self, area: AreaEyes | None = None) -> MenTableEyes:
        """Who reads the table; `area` reads its dice, where a dice area was marked."""
        finder, reader = self._open()
        recall = Remembering(self.memory)
        return MenTableEyes(self._dice, finder, UnchangedStrips(reader), self.now, area, recall)

    def learn(self, frames: Sequence[Frame], *, swapped: bool, corners: Quad | None = None) -> None:
        """Learns the board from pictures of a start position; `refused` says why if it cannot. Raises OSError.

        `corners`: of the field, where a person shows them.
        """
        finder, reader = self._open()
        before = self.learnt()
        finds: FindsLeaves = finder if before is None else RememberedLeaves(finder, before.leaves)
        try:
            known = learnt_men(frames, finds if corners is None else ShownLeaves(corners), reader, swapped=swapped)
        except NoStart as error:
            self.refused = error
            return
        self._calibrations.keep_men(known)
        self.refused, self._known = None, known
        begins(self.memory, known, frames[-1])

    def lies(self, frame: Frame) -> bool:
        """Whether a board of arrows lies there, learnt or not."""
        asked, lies = self._lies
        if not asked <= frame.time < asked + AGAIN:
            lies = of_arrows(frame, self._open()[0])
            self._lies = frame.time, lies
        return lies

    def forget(self) -> None:
        """Forgets the board. Raises OSError."""
        self._calibrations.keep_men(None)
        self._known = self.refused = None
        self.memory.forget()

    def _open(self) -> Networks:
        with self._turn:
            if self._networks is None:
                self._networks = self._opens()
            return self._networks

    # The camera's thread.

    def saw(self, observation: Observation, frame: Frame, eyes: MenTableEyes) -> None:
        """One observation of the board, and its picture: what is sure makes the board better known, in memory."""
        if eyes.area is None:
            remember(self.memory, observation, frame)
        if observation.pieces == self._seen:
            return
        known = self._known
        better = None if known is None else taught(known, observation, frame, eyes)
        if known is self._known:  # nobody learnt another board meanwhile
            self._known, self._seen = better, observation.pieces

    def played(self, table: Table, events: Iterable[TableEvent]) -> None:
        """Receives the events of the game; the game decides what is looked at."""
        self.plays = table.match is not None and table.game.layout == LAYOUT
        if self.plays:
            self.memory.played(table, events)
        else:
            self.memory.look_away()


def field_memory() -> TableMemory:
    """What is known of a learnt board's field as a dice area, and of its dice, until Piste ends."""
    return TableMemory(known={NAME: AREA})


def begins(memory: TableMemory, known: KnownMen, frame: Frame) -> None:
    """A board was just learnt: what lies there with its men, such as a doubling die, is no die that was thrown."""
    memory.forget()
    area = field_of(known.board, frame)
    memory.bare(placed(Observation(frame.time, known.board, ()), frame, area), area_alone(frame, area))


def remember(memory: TableMemory, observation: Observation, frame: Frame) -> None:
    """One observation of a board, and its picture: play may confirm what dice lie there."""
    if observation.board is None:
        memory.look_away()
        return
    area = field_of(observation.board, frame)
    memory.saw(replace(placed(observation, frame, area), pieces=()), area_alone(frame, area))


def taught(known: KnownMen, observation: Observation, frame: Frame, eyes: MenTableEyes) -> KnownMen:
    """The board after one observation: what is surely read of a table at rest makes it better known.

    Men stand at its corners: if these look otherwise where the board was found to lie as before, that is remembered.
    """
    if not observation.still or observation.hands or observation.board != known.board:
        return known
    if board_moved(frame.image, known):
        known = replace(known, patches=packed([frame.image], known.corners))
    if frame.still is not None:
        zoom = Zoom.between(frame.image, frame.still)
        observation, frame = zoom.observation(observation), Frame(frame.still, frame.time)
    read = eyes.read(frame, observation)
    return known if read is None else better_known(known, read)


def film_followed(
    frames: Iterable[Frame], dice: ReadsDice, networks: Networks, memory: TableMemory, known: KnownMen | None = None
) -> Iterator[tuple[Observation, Frame]]:
    """The observations of a film of a game of men, each with its picture.

    Args:
        frames: of the film.
        dice: reads dice; knows the layout of areas.
        networks: find the board, read men.
        memory: learns the field and its dice from the events of the game, which it must receive.
        known: the board; None: it is learnt from the start position with which the film begins.

    Raises NoStart if the film's first seconds show no start position.
    """
    stream = iter(frames)
    begun: list[Frame] = []
    board = known or _learnt_of(stream, begun, networks)
    now = [board]
    finder, reader = networks
    eyes = MenTableEyes(dice, finder, UnchangedStrips(reader), lambda: now[0], recall=Remembering(memory))
    for frame in begun[-1:]:
        begins(memory, board, frame)
    for observation, frame in follow_frames(chain(begun, stream), eyes, board=LAYOUT, learnt=lambda: now[0]):
        now[0] = taught(now[0], observation, frame, eyes)
        remember(memory, observation, frame)
        yield observation, frame


def _learnt_of(frames: Iterator[Frame], begun: list[Frame], networks: Networks) -> KnownMen:
    """The board of a film's first seconds; the frames that were taken are added to `begun`."""
    refused, due = NoStart("no-board"), 0.0
    for frame in frames:
        begun.append(frame)
        since = frame.time - begun[0].time
        if since > TRIED:
            break
        if since < due:
            continue
        due = since + EVERY
        try:
            return learnt_men([frame], *networks)
        except NoStart as error:
            refused = max(refused, error, key=lambda each: each.fits)
    raise refused
