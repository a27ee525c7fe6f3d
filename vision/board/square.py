"""A square board is seen as a square is seen: whether four corners can be that, and where a wrong one belongs."""

import numpy as np

from ..geometry.plane import USUAL_FOCAL, Matrix, Quad, homography, quad_of
from .views import Outlined, Viewer

UNSQUARE = 0.035  # four corners less like a square's view hold one that is wrong
FOCALS = np.geomspace(0.55, 2.6, 64)
"""Focal lengths that cameras above a table have, in parts of the picture's longer side."""
STEPS, STEP = 12, 0.25  # how often a corner is moved; px of the slope's measure
DAMPING = 0.03  # of the slope
NEARLY = 0.02  # how unlike a square's it may stay
ALIKE = 0.03  # of the board's diagonal: how near two places are one
ASIDE = 0.12  # of the board's diagonal: from where else the search for the place begins
FARTHEST = 0.8  # of the board's diagonal: how far a corner may have to move


def squared(viewer: Viewer, outlined: Outlined) -> Outlined:
    """The board; where its corners cannot be a square's, looked at anew with each in turn where it belongs.

    Args:
        viewer: of its picture.
        outlined: as it was outlined.
    """
    if not outlined.layout.square or unsquare(outlined.corners, viewer.size) <= UNSQUARE:
        return outlined
    guesses = [guess for wrong in range(4) for guess in completed(outlined.corners, wrong, viewer.size)]
    looks = [look for guess in guesses if (look := viewer.again(guess, outlined.layout)) is not None]
    fair = [look for look in looks if unsquare(look.corners, viewer.size) <= UNSQUARE]
    return max([outlined, *fair], key=lambda look: look.sure)


def unsquare(quad: Quad, picture: tuple[int, int]) -> float:
    """How far four corners are from the view of a square: how unlike its sides are and how far from upright they
    stand on each other, at the focal length that suits them best; 0 for a square.

    Args:
        quad: corners, px, in their order round the board.
        picture: its width and height, px; the camera looks at its middle.
    """
    return float(np.hypot(*_skew(homography(quad), picture, FOCALS)).min())


def completed(quad: Quad, wrong: int, picture: tuple[int, int]) -> tuple[Quad, ...]:
    """The corners with one of them put where the three others want it, if they are a square's.

    Three corners may belong to several squares with different tilts; a lens of usual width is assumed.

    Args:
        quad: corners, px, in their order round the board.
        wrong: index of the one that is not believed.
        picture: its width and height, px.
    """
    before, opposite, after = (np.asarray(quad[(wrong + k) % 4]) for k in (-1, 2, 1))
    middle, diagonal = before + after - opposite, float(np.hypot(*(before - after)))
    spots: list[Matrix] = []
    for aside in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
        spot = _settled(quad, wrong, middle + ASIDE * diagonal * np.array(aside), picture)
        if spot is None or np.hypot(*(spot - middle)) > FARTHEST * diagonal:
            continue
        if all(np.hypot(*(spot - other)) > ALIKE * diagonal for other in spots):
            spots.append(spot)
    return tuple(_with(quad, wrong, spot) for spot in spots)


def _settled(quad: Quad, wrong: int, spot: Matrix, picture: tuple[int, int]) -> Matrix | None:
    """The place near `spot` where the corner makes nearly a square's view, by damped steps; None where they lead
    nowhere. Where two squares fit almost alike no place fits quite, and the steps would grow without the damping."""
    off = _off(quad, wrong, spot, picture)
    for _ in range(STEPS):
        slope = np.column_stack(
            [(_off(quad, wrong, spot + step, picture) - off) / STEP for step in STEP * np.eye(2)]
        )
        if not np.isfinite(slope).all():  # corners in one place or in line
            return None
        damped = np.vstack([slope, DAMPING * np.sqrt(np.square(slope).sum()) * np.eye(2)])
        spot = spot - np.linalg.lstsq(damped, np.append(off, (0.0, 0.0)), rcond=None)[0]
        if not np.abs(spot).max() < 1e5:
            return None
        off = _off(quad, wrong, spot, picture)
    return spot if np.hypot(*off) < NEARLY else None


def _off(quad: Quad, wrong: int, spot: Matrix, picture: tuple[int, int]) -> Matrix:
    return _skew(homography(_with(quad, wrong, spot)), picture, np.array([USUAL_FOCAL]))[:, 0]


def _with(quad: Quad, index: int, spot: Matrix) -> Quad:
    return quad_of(np.array([spot if k == index else quad[k] for k in range(4)]))


def _skew(plane: Matrix, picture: tuple[int, int], focals: Matrix) -> Matrix:
    """How unlike the plane's two axes are, (2, n): the log of their lengths' ratio, the cosine between them.

    Args:
        plane: from a unit square to the picture's pixels, (3, 3).
        picture: its width and height, px.
        focals: (n,) in parts of the longer side.
    """
    middle = (np.asarray(picture) - 1) / 2
    deep = plane[2, :2]
    wide = plane[:2, :2] - middle[:, None] * deep
    pixels = (focals * max(picture)) ** 2
    across, down = (np.square(wide[:, k]).sum() / pixels + deep[k] ** 2 for k in range(2))
    between = wide[:, 0] @ wide[:, 1] / pixels + deep[0] * deep[1]
    with np.errstate(divide="ignore", invalid="ignore"):  # of such corners: no number
        skew = np.stack([0.5 * np.log(across / down), between / np.sqrt(across * down)])
    return np.where(np.isfinite(skew), skew, np.nan)
