"""Drawn hands: an arm comes in from the picture's edge, however wide the picture is."""

from dataclasses import replace

import numpy as np
from each import each

from workshop.scenes.describe.camera import Viewpoint
from workshop.scenes.describe.scene import DrawnHand
from workshop.scenes.draw.hands import lay_hands
from workshop.scenes.draw.render import drawn
from workshop.scenes.film.short import one_turn

HAND = DrawnHand((120.0, 200.0), 0.0, 150.0, 40.0, False, 3)


@each("distance", [800.0, 1200.0, 1600.0])
@each("tilt", [0.0, 25.0])
def test_an_arm_comes_in_from_the_edge(distance: float, tilt: float) -> None:
    scene = one_turn().scene
    camera = Viewpoint((320, 240), 240.0, (220.0, 220.0), distance, tilt, 90.0)
    painter, _ = drawn(replace(scene, camera=camera))
    hidden = lay_hands(painter, (HAND,)) > 0
    edge = np.concatenate([hidden[0], hidden[-1], hidden[:, 0], hidden[:, -1]])
    assert hidden.any()
    assert edge.any()
