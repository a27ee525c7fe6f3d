"""The dice area of the table that is followed: when it alone is looked at, and what teaches it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest
from red_dice import Reds, picture
from table_script import Script

from vision.area.plane import AREA as PLANE
from vision.area.plane import plane_of
from vision.area.value import DiceArea
from vision.errors import WrongArea
from vision.follow.edge import ASIDE_MOVED, MOVED
from vision.frame import Frame, Image
from vision.observation import Observation
from webui.checkup.kept import Calibrations
from webui.checkup.run import RunningCheck
from webui.live.area import FILE, FollowedArea
from webui.live.live import Live
from webui.live.lookout import Lookout
from webui.live.wiring import followed
from webui.store.journal import Journal
from webui.table.reducer import open_table, see
from webui.table.values.events import FIELDS, TableEvent
from webui.table.values.setup import Setup, players_at

AREA = DiceArea(((0.25, 0.75), (0.25, 0.25), (0.75, 0.25), (0.75, 0.75)))
BESIDE = DiceArea(((0.8, 0.75), (0.8, 0.25), (0.95, 0.25), (0.95, 0.75)))
SETTING_ASIDE = Setup("trente", players_at((1, 2)))
TILES, MEN = Setup("occe_child", players_at((1, 3))), Setup("jacquet", players_at((1, 2)))


@dataclass
class BoardEyes:
    """Eyes that look for a board, and find none."""

    looked: list[str] = field(default_factory=list)

    def look(self, frame: Frame, board: str, side: object, known: object, px: object) -> Observation:
        self.looked.append(board)
        return Observation(frame.time, None, ())


def film(*dice: tuple[int, int], start: float = 0.0, count: int = 12) -> Iterator[Frame]:
    return (Frame(picture(*dice), start + k / 10) for k in range(count))


@pytest.fixture
def area(tmp_path: Path) -> FollowedArea:
    return FollowedArea(Calibrations(tmp_path), Reds(), tmp_path)


@pytest.fixture
def lookout(area: FollowedArea, tmp_path: Path) -> Lookout:
    return Lookout(area._calibrations, BoardEyes(), RunningCheck(tmp_path), area=area)


def table_of(setup: Setup):
    return Script.laid(setup).table


def test_only_a_marked_area_in_games_of_men_is_followed(area: FollowedArea) -> None:
    area.played(table_of(MEN), ())
    assert area.followed is None
    area.mark(AREA, Frame(picture(), 0.0))
    assert area.followed == AREA
    area.played(table_of(TILES), ())
    assert area.followed is None
    area.played(table_of(MEN), ())
    area.unmark()
    assert (area.followed, area.stored) == (None, None)


def test_what_is_handed_on_shows_the_area_alone(area: FollowedArea, lookout: Lookout) -> None:
    area.mark(AREA, Frame(picture(), 0.0))
    lookout.played(table_of(MEN), ())
    eyes = BoardEyes()
    pairs = list(followed(film((300, 240), (60, 60)), eyes, lookout))
    assert eyes.looked == []
    assert {die.value for observation, _ in pairs for die in observation.dice} == {5}
    assert all(len(observation.dice) == 1 and observation.board is None for observation, _ in pairs)
    for _, frame in pairs:
        assert (frame.image[:119] == frame.image[0, 0]).all()
        assert (frame.image[:, :159] == frame.image[0, 0]).all()


def test_another_game_is_seen_at_the_next_picture(area: FollowedArea, lookout: Lookout) -> None:
    area.mark(AREA, Frame(picture(), 0.0))
    eyes = BoardEyes()

    def frames() -> Iterator[Frame]:
        lookout.played(table_of(TILES), ())
        yield from film((300, 240))
        lookout.played(table_of(MEN), ())
        yield from film((300, 240), (350, 200), start=3.0)
        lookout.played(table_of(TILES), ())
        yield from film(start=6.0)

    looks = [look for look, _ in followed(frames(), eyes, lookout)]
    counts = [(look.time >= 3.0, look.time >= 6.0, len(look.dice)) for look in looks]
    assert {many for late, last, many in counts if late and not last} == {2}
    assert {many for late, last, many in counts if last or not late} == {0}
    assert "auto" in eyes.looked


def wooden(image: Image) -> Image:
    """The same table with a tray's rim upon it, which shows where it lies."""
    grain = cv2.resize(np.random.default_rng(6).normal(0, 14, (60, 40)).astype(np.float32), (640, 480))
    shown = np.ascontiguousarray(np.clip(image + grain[..., None] * (image[..., 2:] < 150), 0, 255), np.uint8)
    cv2.rectangle(shown, (160, 120), (480, 360), (30, 40, 60), 8)
    return shown


def test_a_moved_camera_or_tray_is_reported_until_marked_again(
    area: FollowedArea, lookout: Lookout
) -> None:
    area.mark(AREA, Frame(wooden(picture()), 0.0))
    assert area.memory() is not None
    lookout.played(table_of(MEN), ())
    table = open_table(Setup("none")).table  # which throws are reported, without a game's rules
    problems: list[str] = []

    def play(start: float, push: int, *dice: tuple[int, int]) -> None:
        nonlocal table
        shots = [()] * 6 + [((200, 300),)] + [dice] * 25
        shown = (np.roll(wooden(picture(*dice)), push, axis=1) for dice in shots)
        frames = [Frame(np.asarray(image), start + k / 5) for k, image in enumerate(shown)]
        for observation, _ in followed(frames, BoardEyes(), lookout):
            step = see(table, observation)
            table = step.table
            problems.extend(event.event for event in step.events)

    play(0.0, 0, (250, 180), (300, 240))
    assert (problems.count("roll_settled"), problems.count("board_moved")) == (1, 0)
    assert area.eyes(AREA).recall(picture(), plane_of(AREA, (640, 480)), PLANE, None) is not None
    play(20.0, 30, (350, 200), (400, 300))
    assert "board_moved" in problems
    assert (problems.count("roll_settled"), problems.count("roll_uncertain")) == (1, 1)  # nothing more is acted upon
    assert MOVED in area.look_at(AREA, Frame(np.roll(wooden(picture()), 30, axis=1), 0.0)).warnings
    assert area.eyes(AREA).recall(picture(), plane_of(AREA, (640, 480)), PLANE, None) is None
    area.mark(AREA, Frame(np.roll(wooden(picture()), 30, axis=1), 0.0))
    assert area.memory() is not None
    play(40.0, 30, (260, 180))
    assert "board_back" in problems


def event(word: str, **values: object) -> TableEvent:
    return TableEvent(word, 1.0, values=dict.fromkeys(FIELDS[word]) | values)


def test_an_accepted_move_teaches_its_throws_size_and_ground(
    area: FollowedArea, lookout: Lookout, tmp_path: Path
) -> None:
    area.mark(AREA, Frame(picture((200, 160)), 0.0))  # not bare: nothing is learnt
    assert area.memory() is None
    table = table_of(MEN)
    lookout.played(table, ())
    list(followed(film((300, 240), (350, 200)), BoardEyes(), lookout))
    lookout.played(table, [event("roll_settled", dice=[5, 5])])
    assert area.memory() is None
    lookout.played(table, [event("move_accepted")])
    known = area.memory()
    assert known is not None
    assert (known.dice.counts, known.ground is not None) == (((2, 1),), True)
    assert lookout.memory() is None  # the board's own memory learns nothing of it
    lookout.played(table, [event("game_ended")])
    assert (tmp_path / FILE).stat().st_size < 1000
    again = FollowedArea(Calibrations(tmp_path), Reds(), tmp_path)
    recalled = again.memory()
    assert recalled is not None
    assert (recalled.dice.span, recalled.ground, again.memory.warning) == (known.dice.span, None, "")


def test_a_new_game_before_a_bare_area_teaches_the_ground(area: FollowedArea, lookout: Lookout) -> None:
    area.mark(AREA, Frame(picture((200, 160)), 0.0))
    lookout.played(table_of(MEN), ())
    list(followed(film(), BoardEyes(), lookout))
    lookout.played(table_of(MEN), [event("game_started")])
    known = area.memory()
    assert known is not None
    assert known.ground is not None


def test_marked_anew_it_is_another_place(area: FollowedArea) -> None:
    area.mark(AREA, Frame(picture(), 0.0))
    before = area.memory()
    area.mark(DiceArea(AREA.corners, round=True), Frame(picture((300, 240)), 0.0))
    assert before is not None
    assert area.memory() is None


def test_the_live_table_tells_which_game_begins_and_goes_on(tmp_path: Path) -> None:
    games: list[tuple[str, int]] = []

    def confirmed(table, events) -> None:
        games.append((table.setup.game, len(tuple(events))))

    live = Live(Journal.open(tmp_path), confirmed=confirmed)
    live.new_game(TILES)
    live.close()
    assert games[0][0] == "occe_child"
    assert games[0][1] > 0
    again = Live(Journal.open(tmp_path), confirmed=confirmed)
    again.close()
    assert games[-1] == ("occe_child", 0)


def test_the_place_beside_it_is_followed_only_if_used(area: FollowedArea, lookout: Lookout) -> None:
    with pytest.raises(WrongArea):
        area.mark_aside(BESIDE)
    area.mark(AREA, Frame(picture(), 0.0))
    area.mark_aside(BESIDE)
    before = area.memory()
    assert before is not None  # what is known of the area stays
    lookout.played(table_of(MEN), ())
    assert area.followed == AREA
    lookout.played(table_of(SETTING_ASIDE), ())
    assert area.followed == area.stored
    pairs = list(followed(film((300, 240), (560, 240)), BoardEyes(), lookout))
    still = [look for look, _ in pairs if look.still]
    assert {tuple(sorted(die.aside for die in look.dice)) for look in still} == {(False, True)}
    area.unmark()
    assert (area.stored, area.followed) == (None, None)


def test_if_it_alone_moved_dice_are_set_aside_by_touch(
    area: FollowedArea, lookout: Lookout
) -> None:
    def shown(push: int) -> Image:
        image = wooden(picture((300, 240), (560, 240)))
        cv2.rectangle(image, (512 + push, 120), (608 + push, 360), (30, 40, 60), 6)
        return image

    area.mark(AREA, Frame(shown(0), 0.0))
    area.mark_aside(BESIDE, Frame(shown(0), 0.0))
    lookout.played(table_of(SETTING_ASIDE), ())
    assert ASIDE_MOVED not in area.look_at(BESIDE, Frame(shown(0), 0.0)).warnings
    assert ASIDE_MOVED in area.look_at(BESIDE, Frame(shown(14), 0.0)).warnings
    film = [Frame(shown(14), k / 5) for k in range(20)]
    observations = [observation for observation, _ in followed(film, BoardEyes(), lookout)]
    assert ASIDE_MOVED in observations[-1].warnings
    assert not any(MOVED in observation.warnings or observation.abstains for observation in observations)
    area.mark(AREA, Frame(shown(14), 0.0))  # the area anew: the place beside it is still where it was marked
    assert ASIDE_MOVED in area.look_at(BESIDE, Frame(shown(14), 0.0)).warnings
    area.mark_aside(BESIDE, Frame(shown(14), 0.0))
    assert ASIDE_MOVED not in area.look_at(BESIDE, Frame(shown(14), 0.0)).warnings


def test_dice_that_lie_aside_teach_nothing_of_the_area(area: FollowedArea, lookout: Lookout) -> None:
    area.mark(AREA, Frame(picture(), 0.0))
    area.mark_aside(BESIDE)
    table = table_of(SETTING_ASIDE)
    lookout.played(table, ())
    list(followed(film((300, 240), (350, 200), (560, 240)), BoardEyes(), lookout))
    lookout.played(table, [event("roll_settled", dice=[5, 5])])
    lookout.played(table, [event("move_accepted")])
    known = area.memory()
    assert known is not None
    assert known.dice.counts == ((2, 1),)
