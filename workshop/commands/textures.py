"""`python -m workshop textures`: the wood and the felt that the site's board is made of, and the icons of its sign."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import click
import cv2
import numpy as np
from PIL import Image, ImageDraw

from ..scenes.describe.scene import Wood
from ..scenes.draw.textures import Picture, wooden

STATIC = Path(__file__).resolve().parents[2] / "webui" / "static"
BEECH = Wood("beech", (138, 180, 214), 3, 0.3, 300.0)
"""What the board of the demonstration film is cut from."""
FELT = (34, 30, 158)
QUALITY = {"wood": 62, "felt": 56}
ICONS = {"192": (192, False), "512": (512, False), "maskable": (512, True), "180": (180, True)}
"""Icons of a home screen: their side in px, and whether the device cuts their corners itself."""
FINER = 8
"""How many times larger an icon is drawn first: PIL draws no soft edges."""
MEASURES = ("x", "y", "width", "height", "rx", "cx", "cy", "r")


def wood(side: int = 800) -> Picture:
    """Beech with its grain along x, (side, side, 3) uint8 BGR."""
    cut = wooden(BEECH, side, side, side / 280.0, np.random.default_rng(11))
    return np.asarray(cv2.GaussianBlur(cut, (0, 0), 0.7), np.uint8)


def felt(side: int = 360) -> Picture:
    """Red wool that repeats without a seam, (side, side, 3) uint8 BGR."""
    rng = np.random.default_rng(5)
    fluff = sum(_seamless(rng, side, sigma) * share for sigma, share in ((1.1, 9.0), (2.6, 9.0), (7.0, 6.0)))
    shade = np.asarray(fluff, np.float32)[:, :, None] * np.array([0.35, 0.35, 1.0], np.float32)
    return np.asarray(np.clip(np.array(FELT, np.float32) + shade, 0, 255), np.uint8)


def _seamless(rng: np.random.Generator, side: int, sigma: float) -> np.ndarray:
    """Noise of mean 0 and deviation 1 that repeats after `side`; `sigma` px coarse."""
    noise = np.tile(rng.standard_normal((side, side)).astype(np.float32), (3, 3))
    middle = cv2.GaussianBlur(noise, (0, 0), sigma)[side : 2 * side, side : 2 * side]
    return np.asarray((middle - middle.mean()) / middle.std(), np.float32)


def icon(sign: Path, side: int, whole: bool) -> Image.Image:
    """The site's sign, an SVG of rectangles and circles, `side` px wide; `whole`: nothing cuts its corners."""
    root = ElementTree.parse(sign).getroot()
    scale = side * FINER / float(root.attrib["viewBox"].split()[2])
    picture = Image.new("RGBA", (side * FINER, side * FINER), root[0].attrib["fill"] if whole else None)
    pen = ImageDraw.Draw(picture)
    for group in (root, *root.iterfind(".//{*}g")):
        for shape in group:
            _draw(pen, shape, str(shape.get("fill", group.get("fill"))), scale)
    return picture.resize((side, side), Image.Resampling.LANCZOS)


def _draw(pen: ImageDraw.ImageDraw, shape: ElementTree.Element, fill: str, scale: float) -> None:
    x, y, wide, high, rx, cx, cy, r = (float(shape.get(name, "0")) * scale for name in MEASURES)
    if shape.tag.endswith("rect"):
        pen.rounded_rectangle((x, y, x + wide - 1, y + high - 1), rx, fill)
    elif shape.tag.endswith("circle"):
        pen.ellipse((cx - r, cy - r, cx + r, cy + r), fill)


@click.command()
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), default=STATIC, help="Folder; usually the site's own."
)
def command(out: Path) -> None:
    """Draw the site's wood and felt as AVIF, and the icons of its sign as PNG.

    Example: python -m workshop textures
    """
    for name, picture in (("wood", wood()), ("felt", felt())):
        path = out / f"{name}.avif"
        how = [cv2.IMWRITE_AVIF_QUALITY, QUALITY[name], cv2.IMWRITE_AVIF_SPEED, 2]
        written, data = cv2.imencode(".avif", picture, how)
        if not written:
            raise click.ClickException(f"expected OpenCV to write AVIF; it could not write {path.name}")
        path.write_bytes(data.tobytes())
        click.echo(f"{path}: {len(data)} bytes")
    (out / "icons").mkdir(exist_ok=True)
    for name, (side, whole) in ICONS.items():
        path = out / "icons" / f"{name}.png"
        icon(STATIC / "piste.svg", side, whole).quantize(64).save(path, optimize=True)
        click.echo(f"{path}: {path.stat().st_size} bytes")
