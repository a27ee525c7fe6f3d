"""`python -m workshop textures`: the wood and the felt that the site's board is made of."""

from __future__ import annotations

from pathlib import Path

import click
import cv2
import numpy as np

from ..scenes.describe.scene import Wood
from ..scenes.draw.textures import Picture, wooden

STATIC = Path(__file__).resolve().parents[2] / "webui" / "static"
BEECH = Wood("beech", (138, 180, 214), 3, 0.3, 300.0)
"""What the board of the demonstration film is cut from."""
FELT = (34, 30, 158)
QUALITY = {"wood": 62, "felt": 56}


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


@click.command()
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), default=STATIC, help="Folder; usually the site's own."
)
def command(out: Path) -> None:
    """Draw the site's wood and felt as AVIF.

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
