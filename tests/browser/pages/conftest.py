"""What the tests of the pages beside the table share: the sizes of the screens."""

from collections.abc import Callable

import pytest
from on_screen import WIDER, at_sizes

LEAST = 44
"""px that a finger needs in each direction."""

TOO_SMALL = f"""() => [...document.querySelectorAll("a, button, summary, select, label")].filter((one) => {{
  const box = one.getBoundingClientRect();
  const inline = one.matches("a") && getComputedStyle(one).display === "inline";
  return box.width > 1 && !inline && !one.matches(".skip") && (box.width < {LEAST} - 0.5 || box.height < {LEAST} - 0.5);
}}).map((one) => `${{one.tagName}} ${{one.className}} ${{one.textContent.trim()}}`)"""

FITS = f"() => [...({WIDER})(), ...({TOO_SMALL})()]"
SIZES = ((1280, 800), (1920, 1080), (800, 1280), (360, 740), (320, 640))


@pytest.fixture
def fits() -> Callable[..., None]:
    """Fails where a page can be pushed sideways, or something to tap is too small for a finger, at any size."""

    def look(page) -> None:
        assert [*at_sizes(page, FITS, SIZES)] == []

    return look
