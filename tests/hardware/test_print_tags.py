"""The sheet of corner tags: what is printed is what the camera finds."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from hardware.print.tags import FRENCH, WORDS, sheet
from webui.commands.print import command

RECT = re.compile(r'<rect class="tag-(\d)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"')
PX_PER_MM = 4


def drawn(svg: str) -> np.ndarray:
    page = np.full((297 * PX_PER_MM, 210 * PX_PER_MM), 255, np.uint8)
    for _, x, y, width in RECT.findall(svg):
        corner = (round(float(x) * PX_PER_MM), round(float(y) * PX_PER_MM))
        far = (
            round((float(x) + float(width)) * PX_PER_MM) - 1,
            round((float(y) + float(width)) * PX_PER_MM) - 1,
        )
        cv2.rectangle(page, corner, far, 0, -1)
    return page


@pytest.mark.parametrize("size", [20, 30, 40, 75])
def test_the_four_tags_are_found_at_their_size(size: float) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(drawn(sheet(size, FRENCH)))
    assert sorted(ids.ravel().tolist()) == [0, 1, 2, 3]
    for found in corners:
        side = np.linalg.norm(found[0][1] - found[0][0]) / PX_PER_MM
        assert side == pytest.approx(size, abs=0.6)


@pytest.mark.parametrize("size", [19.9, 76, -1])
def test_a_size_that_does_not_fit_is_refused(size: float) -> None:
    with pytest.raises(ValueError, match="20 to 75 mm"):
        sheet(size, FRENCH)


@pytest.mark.parametrize("language", sorted(WORDS))
def test_the_command_writes_the_sheet_in_each_language(language: str, tmp_path: Path) -> None:
    file = tmp_path / "tags.svg"
    run = CliRunner().invoke(command, ["tags", "--language", language, str(file)])
    assert run.exit_code == 0, run.output
    assert WORDS[language].title in file.read_text(encoding="utf-8")


def test_a_folder_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    run = CliRunner().invoke(command, ["tags", str(tmp_path / "none" / "tags.svg")])
    assert run.exit_code == 1
    assert "No such file" in run.output
