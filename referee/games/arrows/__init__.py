"""Games of men on the Ravensburger board of 24 arrows (S1): what Jacquet, Backgammon and Le Tric Trac share."""

from .plays import BAR, OFF, Play, Step
from .search import Trail, Walk, Whole

__all__ = ["BAR", "OFF", "Play", "Step", "Trail", "Walk", "Whole"]
