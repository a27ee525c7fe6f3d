"""The sheet of corner tags: what is printed is what the camera finds."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from each import each

from hardware.print.shapes import Area, PrintedPage
from hardware.print.tags import sheet
from webui.commands.print import command
from webui.table.values.languages import LANGUAGES
from webui.words import words
from webui.words.sheets import tags_sheet

FRENCH = tags_sheet(words("fr"))
PX_PER_MM = 4


def drawn(page: PrintedPage) -> np.ndarray:
    picture = np.full((297 * PX_PER_MM, 210 * PX_PER_MM), 255, np.uint8)
    for shape in page.shapes:
        if isinstance(shape, Area) and shape.fill == (0.0, 0.0, 0.0):
            (left, top), _, (right, bottom), _ = shape.outline
            corners = [round(PX_PER_MM * side) for side in (left, top, right, bottom)]
            cv2.rectangle(picture, (corners[0], corners[1]), (corners[2] - 1, corners[3] - 1), 0, -1)
    return picture


@each("size", [20, 30, 40, 75])
def test_the_four_tags_have_their_size_and_order(size: float) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(drawn(sheet(size, FRENCH)))
    result = {int(tag): quad[0] / PX_PER_MM for tag, quad in zip(ids.ravel(), corners, strict=True)}
    assert sorted(result) == [0, 1, 2, 3]
    for quad in result.values():
        assert np.linalg.norm(quad[1] - quad[0]) == pytest.approx(size, abs=0.6)
    middles = [result[tag].mean(axis=0) for tag in range(4)]
    around = np.mean(middles, axis=0)
    assert [tuple(np.sign(middle - around)) for middle in middles] == [(-1, -1), (1, -1), (1, 1), (-1, 1)]


@pytest.mark.parametrize("size", [19.9, 76, -1])
def test_a_size_that_does_not_fit_is_refused(size: float) -> None:
    with pytest.raises(ValueError, match="20 to 75 mm"):
        sheet(size, FRENCH)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_writes_the_sheet_in_each_language(language: str, tmp_path: Path) -> None:
    file = tmp_path / "tags.svg"
    run = CliRunner().invoke(command, ["tags", "--language", language, str(file)])
    assert run.exit_code == 0, run.output
    assert tags_sheet(words(language)).title in file.read_text(encoding="utf-8")


def test_a_folder_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    run = CliRunner().invoke(command, ["tags", str(tmp_path / "none" / "tags.pdf")])
    assert run.exit_code == 1
    assert "No such file" in run.output
