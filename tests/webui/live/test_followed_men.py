"""The learnt board of arrows: looked at whole in games of men, refused with a reason, forgotten with the camera."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from drawn_boards import BAR, DEEP, LEFT, START, STEP, TOP, TOWERS, Counts, Dice, Finds, drawn

from vision.area.men_board import BOARD_MOVED
from vision.errors import NoStart
from vision.frame import Frame
from vision.men.known import LAYOUT
from vision.observation import Die, Observation
from webui.checkup.kept import Calibrations
from webui.checkup.run import RunningCheck
from webui.live.area import FollowedArea
from webui.live.lookout import Lookout
from webui.live.men import FollowedMen, field_memory, film_followed
from webui.live.wiring import followed
from webui.table.reducer import open_table
from webui.table.values.setup import Setup, players_at

NETWORKS = (Finds(), Counts())
GAME = open_table(Setup("backgammon", players_at((1, 2)))).table


class NoEyes:
    """Eyes that look for a board of tiles, and find none."""

    def look(self, frame: Frame, *asked: object) -> Observation:
        return Observation(frame.time, None, ())


def film(*stands: dict[str, str]) -> Iterator[Frame]:
    """Each of these positions for a second."""
    pictures = [drawn(stand) for stand in stands]
    return (Frame(picture, number + k / 10) for number, picture in enumerate(pictures) for k in range(10))


def frames(stand: dict[str, str]) -> list[Frame]:
    return [Frame(drawn(stand), 0.0)]


@pytest.fixture
def men(tmp_path: Path) -> FollowedMen:
    return FollowedMen(Calibrations(tmp_path), Dice(), lambda: NETWORKS)


def lookout_of(men: FollowedMen, folder: Path) -> Lookout:
    calibrations = men._calibrations
    area = FollowedArea(calibrations, Dice(), folder)
    return Lookout(calibrations, NoEyes(), RunningCheck(folder), patience=0.0, area=area, men=men)


def test_a_learnt_board_is_looked_at_whole_in_games_of_men(men: FollowedMen, tmp_path: Path) -> None:
    lookout = lookout_of(men, tmp_path)
    men.learn(frames(START), swapped=False)
    moved = {**START, "arrow-8": "white x 2", "arrow-5": "white x 1"}
    lookout.played(GAME, ())
    looks = [seen for seen, _ in followed(film(START, moved), NoEyes(), lookout) if seen.still]
    assert {seen.board.layout for seen in looks if seen.board} == {LAYOUT}
    stands = {piece.space: piece.kind for piece in looks[-1].pieces}
    assert {space: kind for space, kind in stands.items() if kind != "empty"} == moved
    assert lookout.at_rest is looks[-1]


def test_a_board_that_is_learnt_during_a_game_of_men_is_followed(men: FollowedMen, tmp_path: Path) -> None:
    lookout = lookout_of(men, tmp_path)
    lookout.played(GAME, ())
    assert lookout.followed_men is None
    men.learn(frames(START), swapped=False)
    assert lookout.followed_men == men.learnt()
    lookout.played(open_table(Setup("occe_child", players_at((1, 3)))).table, ())
    assert lookout.followed_men is None


def test_what_lies_on_a_board_as_it_is_learnt_is_no_die(tmp_path: Path) -> None:
    x, y = LEFT + 6 * STEP + BAR / 2, TOP + DEEP  # a doubling die in the middle of the bar, read as a six
    cube, die = ((a - 15, b - 15, 30, 30) for a, b in ((x, y), (x + 2.5 * STEP, y)))
    seen = (Die(6, "flat", (a - LEFT, b - TOP, *size), 0.98) for a, b, *size in (cube, die))  # as read in the field
    men = FollowedMen(Calibrations(tmp_path), Dice(*seen), lambda: NETWORKS)
    men.learn(frames(START), swapped=False)
    known = men.learnt()
    assert known is not None
    picture = drawn(START)
    cv2.rectangle(picture, tuple(map(int, die[:2])), (int(die[0]) + 30, int(die[1]) + 30), (250, 250, 250), -1)
    dice = men.eyes().look(Frame(picture, 1.0), known_board=known.board).dice
    assert [round(each.center[0]) for each in dice] == [round(die[0] + 15)]
    men.forget()
    assert men.memory() is None


def test_a_wrong_start_is_told_and_what_was_learnt_stays(men: FollowedMen, tmp_path: Path) -> None:
    men.learn(frames(START), swapped=False)
    kept = men.learnt()
    men.learn(frames({**START, "arrow-6": "white x 3"}), swapped=False)
    assert men.refused is not None
    assert (men.refused.arrow, men.refused.expected) == ("arrow-6", "white x 5")
    assert men.learnt() == kept == Calibrations(tmp_path).men()


def test_another_start_on_the_same_board_moves_nothing(tmp_path: Path) -> None:
    finder = Finds()
    men = FollowedMen(Calibrations(tmp_path), Dice(), lambda: (finder, Counts()))
    lookout = lookout_of(men, tmp_path)
    men.learn(frames(START), swapped=False)
    before = men.learnt()
    lookout.played(GAME, ())
    finder.at = (3.0, -15.0)  # towers hide where the field ends
    looks = [seen for seen, _ in followed(film(TOWERS, TOWERS), NoEyes(), lookout) if seen.still]
    men.learn(frames(TOWERS), swapped=False)
    assert not any(BOARD_MOVED in seen.warnings for seen in looks)
    now = men.now()
    assert before is not None
    assert now is not None
    assert (men.refused, now.leaves) == (None, before.leaves)


def test_another_camera_knows_no_board(men: FollowedMen, tmp_path: Path) -> None:
    men.learn(frames(START), swapped=False)
    lookout_of(men, tmp_path).choose("usb:7")
    assert men.learnt() is None
    assert Calibrations(tmp_path).men() is None


def test_a_film_begins_with_its_start_position() -> None:
    moved = {**START, "arrow-1A": "white x 1", "arrow-2A": "white x 1"}
    looks = [seen for seen, _ in film_followed(film(START, moved), Dice(), NETWORKS, field_memory()) if seen.still]
    first, last = ({piece.space: piece.kind for piece in seen.pieces} for seen in (looks[0], looks[-1]))
    assert (first["arrow-1A"], last["arrow-1A"], last["arrow-2A"]) == ("white x 2", "white x 1", "white x 1")
    with pytest.raises(NoStart, match="expected"):
        next(film_followed(film({"arrow-3": "black x 2"}), Dice(), NETWORKS, field_memory()))
