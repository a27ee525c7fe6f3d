"""The calibration's file with and without a dice area."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn_boards import START, Counts, Finds, drawn
from each import each

from hardware.turned_camera import UPRIGHT, Hanging
from vision.area.value import DiceArea
from vision.calibration.value import Calibration
from vision.follow.edge import edge_of
from vision.men.learn import learn_men
from webui.checkup.kept import FILE, FORGOTTEN, Calibrations
from webui.checkup.kept_table import KeptTable

AREA = DiceArea(((0.2, 0.8), (0.25, 0.2), (0.7, 0.2), (0.75, 0.8)))
RING = DiceArea(((0.2, 0.8), (0.2, 0.2), (0.7, 0.2), (0.7, 0.8)), round=True)
BOARD = Calibration(
    "occe", (1280, 960), ((300.0, 840.0), (330.0, 140.0), (960.0, 150.0), (990.0, 850.0)), True, "bottom", (), 0.0,
    (1.0, 2.0, 3.0), (), ("", "", "", ""),
)  # fmt: skip


MEN = learn_men([drawn(START)], [START], Finds(), Counts())
EDGE = edge_of(np.random.default_rng(2).integers(0, 255, (96, 128, 3)).astype(np.uint8), AREA.places((128, 96)))


@each("board", [None, BOARD])
@each(("area", "edge"), [(AREA, EDGE), (AREA, None), (RING, None)])
@each(("hanging", "camera"), [(UPRIGHT, ""), (Hanging(270, mirror=True), ""), (UPRIGHT, "usb:2")])
@each("men", [None, MEN])
def test_all_are_one_object_of_which_any_may_be_missing(board, area, edge, hanging, camera, men) -> None:
    table = KeptTable(board, area, edge, hanging, camera, men=men)
    assert KeptTable.from_json(table.to_json()) == table
    assert isinstance(json.loads(table.to_json()), dict)


def test_a_file_from_before_there_were_areas_is_read() -> None:
    assert KeptTable.from_json(BOARD.to_json()) == KeptTable(BOARD)


def test_an_older_piste_reads_a_board_beside_an_area() -> None:
    assert Calibration.from_json(KeptTable(BOARD, AREA).to_json()) == BOARD


SPOILT = json.dumps({"dice_area": AREA.to_json() | {"edge": EDGE.to_json() | {"patches": ["?"] * 4}}})


@each(
    "text",
    ["", "3", "[]", "{}", '{"dice_area": 3}', '{"dice_area": {"corners": []}}', "{", SPOILT,
     '{"camera": {"turn": 45, "mirror": false}}', '{"camera": 90}', '{"camera": {}}',
     '{"camera": {"turn": 0, "mirror": false, "word": "/etc/passwd"}}',
     '{"camera": {"turn": 0, "mirror": 0, "word": 3}}'],
)  # fmt: skip
def test_what_is_no_table_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        KeptTable.from_json(text)


def test_the_area_is_stored_independently_of_a_board(tmp_path: Path) -> None:
    calibrations = Calibrations(tmp_path)
    calibrations.keep_area(AREA)
    assert (calibrations.now(), calibrations.area()) == (None, AREA)
    again = Calibrations(tmp_path)
    assert (again.now(), again.area(), again.warning) == (None, AREA, "")
    again.keep(BOARD)
    again.forget()
    assert (again.now(), again.area(), again.forgotten()) == (None, AREA, BOARD)
    after = Calibrations(tmp_path)
    assert (after.area(), after.forgotten()) == (AREA, BOARD)
    after.keep_area(RING)
    after.bring_back()
    assert (after.now(), after.area(), after.forgotten()) == (BOARD, RING, None)
    assert not (tmp_path / FORGOTTEN).exists()
    after.keep_area(None)
    assert Calibrations(tmp_path).area() is None
    assert Calibrations(tmp_path).now() == BOARD


def test_the_aside_edge_is_stored_as_long_as_its_place(tmp_path: Path) -> None:
    calibrations, place = Calibrations(tmp_path), DiceArea(((0.85, 0.7), (0.85, 0.3), (0.95, 0.3), (0.95, 0.7)))
    calibrations.keep_area(replace(AREA, aside=place), EDGE, EDGE)
    again = Calibrations(tmp_path)
    assert (again.area().aside, again.edge(), again.aside_edge()) == (place, EDGE, EDGE)
    calibrations.keep_area(AREA, EDGE, EDGE)
    assert (calibrations.aside_edge(), Calibrations(tmp_path).aside_edge()) == (None, None)


def test_the_edge_stays_as_long_as_its_area_does(tmp_path: Path) -> None:
    calibrations = Calibrations(tmp_path)
    calibrations.keep_area(AREA, EDGE)
    calibrations.keep(BOARD)
    calibrations.forget()
    calibrations.bring_back()
    assert Calibrations(tmp_path).edge() == calibrations.edge() == EDGE
    assert Calibration.from_json((tmp_path / FILE).read_text(encoding="utf-8")) == BOARD  # as an older Piste reads it
    calibrations.keep_area(RING)
    assert calibrations.edge() is None
    calibrations.keep_area(None, EDGE)
    assert calibrations.edge() is None


def test_where_nothing_is_left_to_keep_there_is_no_file(tmp_path: Path) -> None:
    calibrations = Calibrations(tmp_path)
    calibrations.keep_area(AREA)
    calibrations.keep_area(None)
    assert not (tmp_path / FILE).exists()


def test_where_it_cannot_be_written_the_old_area_holds(tmp_path: Path) -> None:
    calibrations = Calibrations(tmp_path)
    calibrations.keep_area(AREA)
    (tmp_path / f"{FILE}.new").mkdir()
    with pytest.raises(OSError, match=FILE):
        calibrations.keep_area(RING)
    assert calibrations.area() == AREA == Calibrations(tmp_path).area()


def test_a_damaged_area_is_put_aside_with_its_file(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"dice_area": {"corners": [[0, 0]]}}', encoding="utf-8")
    calibrations = Calibrations(tmp_path)
    assert (calibrations.area(), bool(calibrations.warning)) == (None, True)
    assert (tmp_path / f"{FILE}.corrupt-1").exists()


def test_a_camera_that_hangs_otherwise_makes_its_table_unknown(tmp_path: Path) -> None:
    calibrations = Calibrations(tmp_path)
    calibrations.keep(BOARD)
    calibrations.forget()
    calibrations.keep(BOARD)
    calibrations.keep_area(AREA)
    calibrations.hang(UPRIGHT)
    assert (calibrations.now(), calibrations.area(), calibrations.forgotten()) == (BOARD, AREA, BOARD)
    calibrations.hang(Hanging(90))
    for held in (calibrations, Calibrations(tmp_path)):
        assert (held.now(), held.area(), held.forgotten(), held.hanging()) == (None, None, None, Hanging(90))
    calibrations.keep(BOARD)
    calibrations.forget()
    assert Calibrations(tmp_path).hanging() == Hanging(90)
    calibrations.hang(UPRIGHT)
    assert list(tmp_path.iterdir()) == []
