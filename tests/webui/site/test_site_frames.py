"""Each player has the colour of the own frame: read off the picture or chosen once, and stored."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from each import each

from hardware.camera import DEMO
from vision.calibration.frames import frame_colours
from vision.calibration.value import Calibration
from webui.checkup.frame_colours import FILE, USUAL, FrameColours, named, read_off

OTHERS = ["purple", "white", "black", "orange"]

def tile(space: str, *corners: float) -> tuple[str, tuple[tuple[float, float], ...]]:
    return space, tuple(zip(corners[::2], corners[1::2], strict=True))


SLOTS = (
    tile("seat-1/slot-2", 465, 747, 514, 747, 513, 798, 463, 798),
    tile("seat-1/slot-5", 614, 747, 664, 747, 664, 798, 614, 798),
    tile("seat-1/slot-8", 764, 747, 814, 747, 815, 798, 765, 798),
    tile("seat-2/slot-2", 372, 308, 370, 353, 323, 353, 325, 308),
    tile("seat-2/slot-5", 366, 445, 364, 491, 316, 491, 319, 445),
    tile("seat-2/slot-8", 360, 587, 358, 635, 309, 635, 312, 587),
    tile("seat-3/slot-2", 802, 211, 756, 211, 755, 167, 801, 168),
    tile("seat-3/slot-5", 663, 210, 617, 210, 617, 167, 663, 167),
    tile("seat-3/slot-8", 524, 210, 478, 210, 479, 167, 525, 167),
    tile("seat-4/slot-2", 920, 635, 918, 586, 966, 586, 969, 635),
    tile("seat-4/slot-5", 914, 491, 912, 444, 960, 444, 962, 491),
    tile("seat-4/slot-8", 909, 352, 907, 307, 954, 308, 956, 352),
)
"""Some of the places of the film, as the calibration finds them."""
CORNERS = ((269, 831), (305, 143), (974, 143), (1010, 831))
OF_THE_FILM = Calibration(
    "occe", (1280, 960), CORNERS, True, "bottom", SLOTS, 50.0, (0.0, 0.0, 0.0), (), ("", "", "", "")
)


def painted(page: str) -> dict[str, str]:
    return dict(re.findall(r'class="bed at-(\w+) is-(\w+)', page))


def test_the_colours_are_chosen_once_and_each_player_has_his(teacher, tmp_path: Path) -> None:
    assert painted(teacher.page()) == {"bottom": "blue", "left": "green", "top": "red", "right": "yellow"}
    page = teacher.page("/frames")
    assert re.findall(r'value="(\w+)" selected', page) == list(USUAL)
    assert teacher.post("/frames", colour=OTHERS).location == "/"
    assert painted(teacher.page()) == {"bottom": "purple", "left": "white", "top": "black", "right": "orange"}
    assert re.findall(r'class="line is-(\w+)', teacher.page()) == ["purple", "black"]
    assert FrameColours(tmp_path).now == tuple(OTHERS)


@pytest.mark.parametrize("colour", [["blue"], ["blue", "green", "red", "mauve"], []])
def test_what_are_no_four_colours_changes_nothing(teacher, colour: list[str]) -> None:
    teacher.post("/frames", colour=colour)
    assert painted(teacher.page())["bottom"] == "blue"


@pytest.mark.parametrize("text", ["", "{}", '["blue"]', '["blue", "green", "red", 4]'])
def test_a_file_that_has_rotted_is_that_of_no_table(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    kept = FrameColours(tmp_path)
    assert (kept.now, kept.chosen) == (USUAL, False)


@each(
    ("bgr", "name"),
    [
        ((131, 74, 38), "blue"),
        ((59, 117, 56), "green"),
        ((40, 51, 172), "red"),
        ((54, 162, 216), "yellow"),
        ((30, 120, 230), "orange"),
        ((140, 50, 120), "purple"),
        ((138, 180, 214), None),  # beech
        ((120, 120, 120), None),
        ((250, 250, 250), "white"),
        ((25, 25, 25), "black"),
    ],
)
def test_paint_has_a_name_and_bare_wood_none(bgr: tuple[float, float, float], name: str | None) -> None:
    assert named(bgr) == name


def test_what_a_picture_does_not_tell_stays_as_it_was() -> None:
    assert read_off({1: (40.0, 51.0, 172.0), 3: (120.0, 120.0, 120.0)}, USUAL) == ("red", "green", "red", "yellow")


def test_the_film_shows_the_usual_colours() -> None:
    film = cv2.VideoCapture(str(DEMO))
    good, image = film.read()
    film.release()
    assert good
    seen = frame_colours(np.asarray(image, np.uint8), OF_THE_FILM)
    assert read_off(seen, ("black",) * 4) == USUAL
    assert frame_colours(np.asarray(image[:100], np.uint8), OF_THE_FILM).keys() < {1, 2, 3, 4}
