"""Whether a table can be read at all, and what most likely keeps it from that."""

from each import each

from vision.light import Light, likeliest, unreadable
from vision.observation import Piece, PieceKind, Point, Why

LARGE: tuple[Point, ...] = ((0, 400), (0, 0), (400, 0), (400, 400))
SMALL: tuple[Point, ...] = ((0, 200), (0, 0), (200, 0), (200, 200))
BRIGHT, SHINING, DIM = Light(120, 150, 0.5, 0.0), Light(120, 150, 0.5, 0.1), Light(50, 70, 0.5, 0.0)


def tiles(*sure: float, kind: PieceKind = "open") -> tuple[Piece, ...]:
    """Four tiles a row, a row for each figure."""
    return tuple(Piece(f"seat-{s}/slot-{k}", kind, k, (0, 0), p) for s, p in enumerate(sure, 1) for k in range(1, 5))


@each(
    ("dice", "observation", "expected"),
    [
        ((), (), False),
        ((), tiles(0.99, 0.99), False),
        ((), tiles(0.99, 0.99) + tiles(0.4, kind="unknown"), False),  # a hand
        ((), tiles(0.99) + tiles(0.9, 0.9, kind="unknown"), True),
        ((), tiles(0.99, 0.85), True),
        ((0.3, 0.98), tiles(0.99), False),
        ((0.3, 0.5), tiles(0.99), True),
        ((0.3, 0.5), (), True),
    ],
)
def test_a_table_read_unsurely_cannot_be_read(
    dice: tuple[float, ...], observation: tuple[Piece, ...], expected: bool
) -> None:
    assert unreadable(dice, observation) is expected


@each(
    ("pieces", "light", "corners", "die_px", "why"),
    [
        (tiles(0.8, 0.8), SHINING, LARGE, 20, "glare"),
        (tiles(0.99, 0.99, 0.6, 0.98), BRIGHT, SMALL, 20, "glare"),
        (tiles(0.8, 0.8), DIM, SMALL, 20, "small"),
        ((), DIM, None, 8, "small"),
        (tiles(0.8, 0.8), DIM, LARGE, 20, "dark"),
        (tiles(0.8, 0.8), BRIGHT, LARGE, None, "blurred"),
        ((), None, None, None, "blurred"),
    ],
)
def test_the_likeliest_reason_is_named(
    pieces: tuple[Piece, ...], light: Light | None, corners: tuple[Point, ...] | None, die_px: float | None, why: Why
) -> None:
    assert likeliest(pieces, light, corners, die_px) == why
