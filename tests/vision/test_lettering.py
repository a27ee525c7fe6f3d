"""French on a picture, drawn with strokes."""

import numpy as np
import pytest
from each import each

from vision.lettering import letter, letters, width_of


def drawn(text: str) -> np.ndarray:
    canvas = np.full((60, 200, 3), 255, np.uint8)
    end = letter(canvas, (10, 40), text, (0, 0, 0), 16)
    assert end == pytest.approx(10 + width_of(text, 16))
    return canvas[:, :, 0] < 128


@each(("plain", "accented"), [("e", "é"), ("a", "à"), ("o", "ô"), ("E", "É"), ("i", "ï")])
def test_an_accent_stands_over_its_letter(plain: str, accented: str) -> None:
    more = drawn(accented) & ~drawn(plain)
    assert more.any()
    assert np.nonzero(drawn(plain) | more)[0].min() == np.nonzero(more)[0].min()  # nothing is higher


def test_a_cedilla_hangs_below() -> None:
    more = drawn("ç") & ~drawn("c")
    assert np.nonzero(more)[0].max() > np.nonzero(drawn("c"))[0].max()


def test_what_cannot_be_drawn_becomes_something_that_can() -> None:
    spelt = "".join(base for base, _ in letters("l’œil : 3\u00a0× « π »"))
    assert spelt == 'l\'oeil : 3 ? " ? "'
    assert list(letters("")) == []
