"""A board and what belongs to it, in millimetres of the board frame (see scene.py)."""

from dataclasses import dataclass, replace
from typing import Literal

Colour = tuple[float, float, float]
"""(blue, green, red), 0 to 255."""

Place = tuple[float, float]


@dataclass(frozen=True)
class Wood:
    """A wood: which grain, how dark, how much of it.

    Attributes:
        name: of the stock; belongs to one split.
        colour: mean colour.
        grain: index of the grain pattern.
        strength: contrast of the grain, 0 to 1.
        scale: millimetres of wood that one pattern of 512 px covers.
    """

    name: str
    colour: Colour
    grain: int
    strength: float
    scale: float


@dataclass(frozen=True)
class Writing:
    """How digits stand on tiles.

    Attributes:
        typeface: name in the stock of typefaces.
        manner: engraved, burnt, stencilled, sticker, written, printed.
        ink: colour of the digit.
        paper: colour of a sticker or painted disc under the digit, or None.
        height: digit's height as a share of the tile's, 0 to 1.
        six_nine: mark under 6 and 9: none, dot, line.
        back: what a turned tile shows: plain or the name of a mark.
    """

    typeface: str
    manner: str
    ink: Colour
    paper: Colour | None
    height: float
    six_nine: str
    back: str


@dataclass(frozen=True)
class Tile:
    """One loose or hinged tile.

    Attributes:
        seat: 1 to 4 (1 on a box).
        slot: the place it stands at, 1 upwards from that seat's left.
        digit: printed on it.
        state: open, closed or missing (then only the place is meant).
        at: centre of its footprint.
        turn: degrees from the seat's upright.
        size: width and height of its face.
        thick: thickness.
        paint: colour of its face, or None for bare wood.
        seed: of its grain and its wear.
        ink: colour of its digit, or None for the board's.
    """

    seat: int
    slot: int
    digit: int
    state: str
    at: Place
    turn: float
    size: Place
    thick: float
    paint: Colour | None
    seed: int
    ink: Colour | None = None


@dataclass(frozen=True)
class Rim:
    """A frame around one row of tiles.

    Attributes:
        seat: 1 to 4.
        centre: of the row.
        size: inner length and inner depth.
        style: raised, line, groove, none.
        width: of the rim.
        height: of the rim over the board.
        colour: of a painted line, or None for wood.
    """

    seat: int
    centre: Place
    size: Place
    style: str
    width: float
    height: float
    colour: Colour | None


@dataclass(frozen=True)
class Middle:
    """The red centre: felt or paint.

    Attributes:
        shape: square, round, octagon.
        size: width.
        colour: its red.
        felt: whether it is cloth.
    """

    shape: str
    size: float
    colour: Colour
    felt: bool


@dataclass(frozen=True)
class DrawnBoard:
    """The board itself.

    Attributes:
        layout: occe or box.
        size: along x and along y.
        thick: height of its top over the table (a box: of its walls).
        radius: of its rounded corners.
        wood: of the board.
        tile_wood: of tiles and rims.
        paint: colour that the top is painted with, or None.
        middle: red centre (a box: its felt), or None.
        rims: frames around rows.
        writing: of the digits.
        tiles: all tiles, missing ones too.
        floor: thickness of a box's bottom.
        wall: thickness of a box's walls.
        hinge: distance of a box's hinge from its far side.
    """

    layout: Literal["occe", "box"]
    size: Place
    thick: float
    radius: float
    wood: Wood
    tile_wood: Wood
    paint: Colour | None
    middle: Middle | None
    rims: tuple[Rim, ...]
    writing: Writing
    tiles: tuple[Tile, ...]
    floor: float = 0.0
    wall: float = 0.0
    hinge: float = 0.0

    def writing_of(self, tile: Tile) -> Writing:
        """How the digit of that tile looks."""
        return self.writing if tile.ink is None else replace(self.writing, ink=tile.ink)
