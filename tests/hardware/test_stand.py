"""The stand: it sees the board, it stands, and its parts can be printed."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hardware.optics import AROUND_MM, BOARD_MM, CAMERAS, enough, least_distance
from hardware.stand.mesh import closed, extent, hanging, read_stl, volume
from hardware.stand.picture import assembled, picture, rods
from hardware.stand.size import balance, stand_for

BED = 220.0
VOLUMES = (210e3, 57e3, 22e3)


def cube(side: float) -> np.ndarray:
    """Twelve triangles, seen from outside counter-clockwise."""
    corners = np.array([[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1)], float) * side
    quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    return np.array([corners[list(pick)] for a, b, c, d in quads for pick in ((a, b, c), (a, c, d))])


def test_a_cube_is_closed_and_as_large_as_it_is() -> None:
    whole = cube(10)
    assert closed(whole)
    assert volume(whole) == pytest.approx(1000)
    assert extent(whole).tolist() == [10, 10, 10]
    assert hanging(whole) == 0


def test_a_mesh_with_a_hole_or_a_face_turned_inside_out_is_not_closed() -> None:
    assert not closed(cube(10)[1:])
    turned = cube(10)
    turned[0] = turned[0, ::-1]
    assert not closed(turned)


def test_a_ceiling_hangs_over() -> None:
    table = np.concatenate([cube(10), cube(10) * (3, 1, 1) + (0, 0, 10)])
    assert hanging(table) == pytest.approx(300)  # its underside, the part above the other cube too


def test_the_stand_holds_the_lens_where_the_optics_want_it() -> None:
    size = stand_for()
    distance = np.hypot(size.height, BOARD_MM / 2 + AROUND_MM / 2 + size.ahead - size.arm)
    assert distance >= least_distance(CAMERAS[1], size.tilt)
    assert enough(CAMERAS[1], float(distance), size.tilt)
    assert (
        size.ahead < BOARD_MM / 2 + AROUND_MM / 2 + size.ahead - BOARD_MM / 2
    )  # the board lies before the foot


def test_it_stands_with_the_camera_at_the_arms_end_and_better_with_a_weight() -> None:
    size = stand_for()
    bare, weighed = balance(size, VOLUMES), balance(size, VOLUMES, 1000)
    assert bare.before > 20
    assert bare.tips > 5
    assert weighed.tips > 10
    assert weighed.push > 3 * bare.push


def test_an_arm_that_is_too_long_makes_it_fall() -> None:
    assert balance(replace(stand_for(), arm=2000.0), VOLUMES).before < 0


@pytest.fixture(scope="module")
def meshes(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, np.ndarray]:
    pytest.importorskip("build123d", reason="needs the extra hardware")
    from hardware.stand.__main__ import write

    folder: Path = tmp_path_factory.mktemp("stand")
    write(folder)
    assert all(
        (folder / f"{name}.step").read_text().startswith("ISO-10303-21")
        for name in ("foot", "elbow", "holder")
    )
    return {name: read_stl(folder / f"{name}.stl") for name in ("foot", "elbow", "holder")}


@pytest.mark.parametrize("name", ["foot", "elbow", "holder"])
def test_each_part_can_be_printed(meshes: Mapping[str, np.ndarray], name: str) -> None:
    mesh = meshes[name]
    assert closed(mesh)
    assert volume(mesh) > 10e3
    assert extent(mesh).max() <= BED
    assert hanging(mesh) < 100  # the roofs of screw holes


def test_the_parts_meet_at_the_rods(meshes: Mapping[str, np.ndarray]) -> None:
    size = stand_for()
    foot, elbow, holder = (part.reshape(-1, 3) for part in assembled(size, meshes))
    upright, arm = (rod.reshape(-1, 3) for rod in rods(size))
    assert foot[:, 2].min() == pytest.approx(0, abs=1e-6)
    assert upright[:, 2].max() > elbow[:, 2].min() + 30
    assert elbow[:, 2].max() > size.axis > elbow[:, 2].min()
    assert arm[:, 0].max() > holder[:, 0].min() + 30
    assert arm[:, 0].max() < holder[:, 0].max()
    assert holder[:, 2].min() == pytest.approx(size.height, abs=15)


def test_a_picture_shows_it(meshes: Mapping[str, np.ndarray]) -> None:
    shown = picture(stand_for(), meshes, 0.5)
    assert shown.shape[0] > 200
    assert 0.05 < float((shown < 250).any(axis=2).mean()) < 0.9


def test_the_drawing_of_the_set_up_is_what_its_command_makes(checkout: Path) -> None:
    from hardware.drawing import setup
    from hardware.print.pages import as_svg

    drawn = as_svg(setup(stand_for()))
    assert drawn == (checkout / "docs" / "images" / "setup.svg").read_text(encoding="utf-8")
    assert f"{stand_for().height:.0f} mm" in drawn
