"""`python -m hardware.stand DIR`: the stand's parts as STL and STEP, and what is known of them as a table."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from .mesh import extent, hanging, read_stl, volume
from .picture import picture
from .size import balance, stand_for


def main() -> None:
    """Writes foot, elbow and holder into a folder, and a picture of the stand."""
    parser = argparse.ArgumentParser(prog="python -m hardware.stand", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    write(folder)
    size = stand_for()
    shown = picture(size, {name: read_stl(folder / f"{name}.stl") for name in ("foot", "elbow", "holder")})
    cv2.imwrite(str(folder / "stand.png"), shown)
    print("| part | size, mm | plastic, cm³ | hangs over, mm² |\n|---|---|--:|--:|")
    solid: dict[str, float] = {}
    for name in ("foot", "elbow", "holder"):
        mesh = read_stl(folder / f"{name}.stl")
        solid[name] = volume(mesh)
        lengths = " x ".join(f"{length:.0f}" for length in extent(mesh))
        print(f"| {name} | {lengths} | {solid[name] / 1000:.0f} | {hanging(mesh):.0f} |")
    volumes = solid["foot"], solid["elbow"], solid["holder"]
    lens = f"{size.height:.0f} mm over the table, {size.arm:.0f} mm before the upright"
    print(f"\nlens {lens}, tilted by {size.tilt:g} degrees")
    print(f"rods of {size.rod:g} mm: {size.upright:.0f} and {size.reach:.0f} mm")
    for ballast in (0.0, 1000.0):
        stands = balance(size, volumes, ballast)
        falls = f"falls when leaning {stands.tips:.0f} degrees, or pushed by {stands.push:.0f} g at the lens"
        print(f"with {ballast:.0f} g on the foot: {stands.mass:.0f} g; {falls}")


def write(folder: Path) -> None:
    """Writes the parts of the usual stand as NAME.stl and NAME.step."""
    from build123d import export_step, export_stl

    from .parts import parts

    folder.mkdir(parents=True, exist_ok=True)
    for name, solid in parts(stand_for()).items():
        export_stl(solid, str(folder / f"{name}.stl"), tolerance=0.05, angular_tolerance=0.2)
        export_step(solid, str(folder / f"{name}.step"))


if __name__ == "__main__":
    main()
