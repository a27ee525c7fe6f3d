"""What a table holds, in millimetres, and how it is looked at.

Board frame: x from the first corner towards the second, y from the first corner towards the fourth, so that
seen from above x runs right and y down; heights rise from the table, which is at 0. Angles are degrees,
clockwise seen from above. Colours are (blue, green, red), 0 to 255.
"""

from dataclasses import dataclass
from typing import Literal

from .camera import Camera

Colour = tuple[float, float, float]
Place = tuple[float, float]
Kind = Literal["occe", "box", "none"]
Split = Literal["train", "test"]


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
class Tag:
    """A printed AprilTag 36h11 on the table.

    Attributes:
        number: 0 to 3.
        at: centre.
        turn: degrees.
        size: side of the black square.
        margin: white paper around it.
        hidden: lies there but is covered by a scrap of paper.
    """

    number: int
    at: Place
    turn: float
    size: float
    margin: float
    hidden: bool


@dataclass(frozen=True)
class Cube:
    """A six-sided die.

    Attributes:
        value: upper face, or None when cocked.
        state: flat, cocked, off-board.
        at: centre of it.
        ground: height that it rests on.
        turn: degrees.
        side: length of its edge.
        seed: of its look and, when cocked, its leaning.
    """

    value: int | None
    state: str
    at: Place
    ground: float
    turn: float
    side: float
    seed: int


@dataclass(frozen=True)
class Thing:
    """Something beside the game: cup, phone, pencil, card, coin, domino, button, paper...

    Attributes:
        kind: what it is.
        at: centre.
        turn: degrees.
        size: width and height of its footprint.
        high: its height.
        seed: of its look.
    """

    kind: str
    at: Place
    turn: float
    size: Place
    high: float
    seed: int


@dataclass(frozen=True)
class Hand:
    """A hand with its forearm and sleeve.

    Attributes:
        wrist: where the wrist is.
        turn: direction that the fingers point to, degrees from +x.
        size: length of the hand from wrist to middle fingertip.
        high: of its back over the table.
        left: a left hand.
        seed: of skin, sleeve and fingers.
        lift: height of the lowest part above the table (a hand in the air).
    """

    wrist: Place
    turn: float
    size: float
    high: float
    left: bool
    seed: int
    lift: float = 8.0


@dataclass(frozen=True)
class Board:
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


@dataclass(frozen=True)
class Table:
    """The surface under everything.

    Attributes:
        kind: wood, cloth, paper, white, checks, stripes, dots, stone, print.
        colour: its main colour.
        other: its second colour.
        wood: when it is wood.
        seed: of its pattern.
        scale: of its pattern, mm.
    """

    kind: str
    colour: Colour
    other: Colour
    wood: Wood | None
    seed: int
    scale: float


@dataclass(frozen=True)
class Look:
    """Light and camera's wear.

    Attributes:
        lamp: degrees that the light comes from, clockwise from +x.
        height: degrees of the lamp over the table.
        hard: 1 a hard shadow, 0 an overcast sky.
        second: the same for a second, weaker lamp, degrees, or None.
        shade: darkness of shadows, 0 to 1.
        warmth: -1 blue to 1 yellow.
        exposure: factor on the light that arrives.
        gradient: fall of light across the picture, 0 to 1.
        bars: strength of window bars, 0 to 1.
        glare: strength of mirrored lamps, 0 to 1.
        vignette: 0 to 1.
        defocus: radius, px.
        shake: length, px, and degrees.
        noise: standard deviation, grey levels.
        sharpen: 0 to 1.
        jpeg: quality, or 0 for none.
        seed: of noise and spots.
    """

    lamp: float
    height: float
    hard: float
    second: float | None
    shade: float
    warmth: float
    exposure: float
    gradient: float
    bars: float
    glare: float
    vignette: float
    defocus: float
    shake: tuple[float, float]
    noise: float
    sharpen: float
    jpeg: int
    seed: int


@dataclass(frozen=True)
class Scene:
    """A table, what lies on it, the camera and the light.

    Attributes:
        kind: occe, box or none.
        split: train or test.
        board: None for `none`.
        dice: every die.
        tags: AprilTags lying there.
        things: clutter.
        hands: hands over the table.
        table: the surface.
        camera: where it is seen from.
        look: the light and the camera's wear.
    """

    kind: Kind
    split: Split
    board: Board | None
    dice: tuple[Cube, ...]
    tags: tuple[Tag, ...]
    things: tuple[Thing, ...]
    hands: tuple[Hand, ...]
    table: Table
    camera: Camera
    look: Look
