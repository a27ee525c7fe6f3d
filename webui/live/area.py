"""The dice area: marked by the teacher, used in games whose board the camera does not follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from vision.area.eyes import AreaEyes
from vision.area.plane import AREA, NAME, area_alone, plane_of
from vision.area.value import DiceArea
from vision.errors import WrongArea
from vision.follow.edge import MOVED, Edge, doubted, doubted_aside, edge_of, watched_over
from vision.follow.follower import follow_frames
from vision.frame import Frame
from vision.known.recall import Remembering
from vision.known.value import Known
from vision.look import ReadsDice
from vision.observation import Fate, Observation

from ..checkup.kept import Calibrations
from ..table.values.events import TableEvent
from ..table.values.shown import camera_reads
from ..table.values.state import Table
from .memory import TableMemory

FILE = "known-area.json"


class FollowedArea:
    """Where dice fall, who reads them there, and what is known of it.

    Args:
        calibrations: stores the area.
        dice: reads dice; knows the layout of areas.
        folder: the data folder, which stores figures; None stores nothing.
        writes: False for a film that is watched: what is known of the area in which games are played stays as it is.

    Attributes:
        memory: what is known of the area.
        given_up: the area that was removed last, until Piste ends; None if none was.
    """

    def __init__(
        self, calibrations: Calibrations, dice: ReadsDice, folder: Path | None = None, *, writes: bool = True
    ) -> None:
        self._calibrations, self._dice = calibrations, dice
        self.memory = TableMemory(None, folder, {NAME: AREA}, file=FILE, writes=writes)
        self.given_up: DiceArea | None = None
        self._by_men = self._sets_aside = self._moved = False

    @property
    def stored(self) -> DiceArea | None:
        """The marked area."""
        return self._calibrations.area()

    @property
    def edge(self) -> Edge | None:
        """How its edge looked then; None if unknown."""
        return self._calibrations.edge()

    @property
    def aside_edge(self) -> Edge | None:
        """How the edge of the place beside it looked; None if unknown."""
        return self._calibrations.aside_edge()

    @property
    def followed(self) -> DiceArea | None:
        """The area, during a game whose board the camera does not follow; otherwise the board is searched.

        The place beside it is used only in games that set dice aside.
        """
        area = self.stored if self._by_men else None
        return area if area is None or self._sets_aside else area.tray

    def eyes(self, area: DiceArea) -> AreaEyes:
        """Who reads an area; for the stored one, with its memory."""
        plain = AreaEyes(self._dice, area)
        return replace(plain, recall=Remembering(self._known)) if self._holds(area) else plain

    def _holds(self, area: DiceArea) -> bool:
        """Whether it is the stored area, whatever place was marked beside it."""
        return self.stored is not None and area.tray == self.stored.tray

    def _known(self) -> Known | None:
        """What is known of the area, if it lies as marked."""
        return None if self._moved else self.memory()

    def look_at(self, area: DiceArea, frame: Frame) -> Observation:
        """What lies in an area now, or in the place beside it; doubtful, and reported so, if that has moved."""
        look, edge = self.eyes(area).look(frame), self.edge if self._holds(area) else None
        if edge is not None and edge.moved(frame.image):
            return doubted(look, reported=True)
        beside = self.aside_edge if self.stored is not None and area == self.stored.aside else None
        return doubted_aside(look, reported=True) if beside is not None and beside.moved(frame.image) else look

    def mark(self, area: DiceArea, frame: Frame) -> Observation:
        """Dice fall there from now on; other things that lie there become ground. Raises OSError.

        Keeps the place for dice set aside if it lies beside the area. Returns what was seen.
        """
        self._calibrations.keep_area(area.beside(self.stored), _edge(area, frame), self.aside_edge)
        self.memory.forget()
        self._moved = False
        observation = self.look_at(area, frame)
        if not observation.dice and not observation.abstains:
            self.memory.bare(placed(observation, frame, area), area_alone(frame, area))
        return observation

    def mark_aside(self, place: DiceArea | None, frame: Frame | None = None) -> None:
        """Dice are set aside there, beside the area, from now on; None removes the place.

        What is known of the area stays; without the picture nobody will notice that the place is moved. Raises
        WrongArea if no area is stored or the place lies on it, or OSError.
        """
        if self.stored is None:
            raise WrongArea("expected a dice area to mark a place beside; none is kept")
        beside = None if place is None or frame is None else _edge(place, frame)
        self._calibrations.keep_area(replace(self.stored, aside=place), self.edge, beside)

    def unmark(self) -> None:
        """Removes the area. Raises OSError."""
        was = self.stored
        self._calibrations.keep_area(None)
        self.given_up = was or self.given_up
        self.memory.forget()

    # The camera's thread.

    def saw(self, observation: Observation, frame: Frame, area: DiceArea) -> None:
        """One observation of the area, and its picture."""
        self._moved = MOVED in observation.warnings
        if self._moved:
            self.memory.look_away()
        elif area.aside is None:
            self.memory.saw(placed(observation, frame, area), frame)
        else:
            self.memory.saw(placed(_thrown(observation), frame, area.tray), area_alone(frame, area.tray))

    def played(self, table: Table, events: Iterable[TableEvent]) -> None:
        """Receives the events of the game; the game decides what is looked at."""
        self._by_men = table.match is not None and not camera_reads(table.game)
        self._sets_aside = table.match is not None and table.game.sets_aside
        if self._by_men:
            self.memory.played(table, events)
        else:
            self.memory.look_away()


def area_followed(
    frames: Iterable[Frame], eyes: AreaEyes, area: DiceArea, edge: Edge | None = None, beside: Edge | None = None
) -> Iterator[tuple[Observation, Frame]]:
    """What happens in an area: observations, each with the newest frame that it was read from.

    The whole picture is used only to check where the area lies, and not kept; `edge`: as it looked when the
    area was marked; `beside`: the same for the place beside it, if it is used.
    """
    newest: list[Frame] = []

    def alone() -> Iterator[Frame]:
        for frame in frames:
            newest[:] = [frame]
            yield area_alone(frame, area)

    observations = follow_frames(alone(), eyes, board="none")
    beside = None if area.aside is None else beside
    return watched_over(observations, lambda: newest[0].image if newest else None, edge, beside)


def _thrown(observation: Observation) -> Observation:
    """The same without the dice set aside: what is known of the area concerns thrown dice."""
    fates = observation.fates or (Fate(),) * len(observation.dice)
    pairs = [pair for pair in zip(observation.dice, fates, strict=True) if not pair[0].aside]
    dice, became = tuple(die for die, _ in pairs), tuple(fate for _, fate in pairs)
    gone = tuple(die for die in observation.gone if not die.aside)
    return replace(observation, dice=dice, fates=became if observation.fates else (), gone=gone)


def placed(observation: Observation, frame: Frame, area: DiceArea) -> Observation:
    """The same observation with the area's plane as its board."""
    return replace(observation, board=plane_of(area, _size(frame)))


def _edge(place: DiceArea, frame: Frame) -> Edge:
    """What its edge looks like now."""
    return edge_of(frame.image, place.places(_size(frame)))


def _size(frame: Frame) -> tuple[int, int]:
    """Width and height of a picture, px."""
    return frame.image.shape[1], frame.image.shape[0]
