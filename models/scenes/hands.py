"""Hands over the table."""

from .painter import Painter
from .scene import Hand
from .textures import Picture


def draw_hands(painter: Painter, hands: tuple[Hand, ...]) -> Picture | None:
    """Draw every hand; the mask (H, W) uint8 of what they hide in the finished picture, None without hands."""
    return None
