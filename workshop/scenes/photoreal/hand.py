"""Hands as skins over rods, with nails and sleeves."""

import numpy as np

from ..describe.scene import DrawnHand
from ..describe.stock import hue, shaded
from ..draw.hands import SKINS, Capsule, capsules_of
from .forms import Mesh, Surface, joined, rod, upright
from .wood import toned


def hand_solids(hand: DrawnHand) -> list[Mesh]:
    """The skin, the nails and the sleeve of one hand."""
    rng = np.random.default_rng(hand.seed + 1)
    skin = shaded(SKINS[int(rng.integers(len(SKINS)))], float(rng.uniform(0.9, 1.08)))
    nail = (min(255.0, skin[0] * 1.12 + 8), min(255.0, skin[1] * 1.03 + 4), min(255.0, skin[2] * 1.05 + 6))
    sleeve = hue(rng, (0.05, 0.8), (0.15, 0.85))
    parts: dict[str, list[Mesh]] = {"skin": [], "nail": [], "sleeve": []}
    for capsule in capsules_of(hand):
        parts[capsule.part].append(_rod(capsule))
    cloth = toned(sleeve, (256, 256), rng, 0.05)
    return [
        joined(parts["skin"], Surface(skin, 0.5, deep=0.6), skin=max(1.6, hand.size * 0.011)),
        joined(parts["nail"], Surface(nail, 0.3, coat=0.3)),
        joined(parts["sleeve"], Surface(cloth, 0.95, fuzz=0.4), skin=4.0),
    ]


def _rod(capsule: Capsule) -> Mesh:
    ends = upright(np.array([capsule.start, capsule.end]))
    radii = capsule.radii if capsule.part != "nail" else (capsule.radii[0] * 0.8, capsule.radii[1] * 0.8)
    return rod(ends[0], ends[1], radii, 18, 5)
