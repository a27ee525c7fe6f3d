"""What a table holds, in millimetres, and how it is looked at.

Board frame: x from the first corner towards the second, y from the first corner towards the fourth, so that
seen from above x runs right and y down; heights rise from the table, which is at 0. Angles are degrees,
clockwise seen from above. Colours are (blue, green, red), 0 to 255.
"""

from dataclasses import dataclass
from typing import Literal

from ..physics.quaternion import Quaternion
from .board import Colour, DrawnBoard, Middle, Place, Rim, Tile, Wood, Writing
from .camera import Viewpoint
from .men_board import MenBoard

__all__ = [
    "Colour",
    "Cube",
    "DrawnBoard",
    "DrawnHand",
    "DrawnTag",
    "Kind",
    "Middle",
    "Mirrored",
    "Place",
    "Prop",
    "Rim",
    "Scene",
    "SceneLook",
    "Split",
    "TableTop",
    "Tile",
    "Viewpoint",
    "Wood",
    "Writing",
]  # fmt: skip

Kind = Literal["occe", "box", "none"]
Split = Literal["train", "test", "exam"]


@dataclass(frozen=True)
class DrawnTag:
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
        lean: another seed of its leaning; 0 for its own.
        pose: how it lies exactly, where that is known: the unit quaternion (w, x, y, z) from the die's axes to
            the die renderer's world (x right, y up the page, z up: the board's frame with y flipped).
        lift: height of its centre over `ground`, mm, beside a pose; None: its lowest corner touches the ground.
        rests: what it rests or leans on, where a throw found that out: table, board, tile, rim, die...
    """

    value: int | None
    state: str
    at: Place
    ground: float
    turn: float
    side: float
    seed: int
    lean: int = 0
    pose: Quaternion | None = None
    lift: float | None = None
    rests: str = ""


@dataclass(frozen=True)
class Prop:
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
class DrawnHand:
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
class TableTop:
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
class Mirrored:
    """A long lamp that varnish mirrors: a bright streak over the picture.

    Attributes:
        ends: where it begins and ends, px of the picture before its lens bends it.
        width: px.
        strength: 0 to 1; at 1 its middle hides nearly everything.
    """

    ends: tuple[Place, Place]
    width: float
    strength: float


@dataclass(frozen=True)
class SceneLook:
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
        mirrored: a streak of light over a row, or None.
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
    mirrored: Mirrored | None = None


@dataclass(frozen=True)
class Scene:
    """A table, what lies on it, the camera and the light.

    Attributes:
        kind: occe, box or none.
        split: train, test or exam.
        board: None for `none`.
        dice: every die.
        tags: AprilTags lying there.
        props: clutter.
        hands: hands over the table.
        table: the surface.
        camera: where it is seen from.
        look: the light and the camera's wear.
        men: a board of men instead of a `board`, or None.
    """

    kind: Kind
    split: Split
    board: DrawnBoard | None
    dice: tuple[Cube, ...]
    tags: tuple[DrawnTag, ...]
    props: tuple[Prop, ...]
    hands: tuple[DrawnHand, ...]
    table: TableTop
    camera: Viewpoint
    look: SceneLook
    men: MenBoard | None = None

    @property
    def extent(self) -> Place:
        """Width and height of the board; (0, 0) without one."""
        return self.board.size if self.board else self.men.on.size if self.men else (0.0, 0.0)

    @property
    def floor(self) -> float:
        """Height of what is played on; 0 without a board."""
        return self.board.thick if self.board else self.men.on.thick if self.men else 0.0
