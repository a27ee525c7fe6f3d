"""What the tests of the pages beside the table share: the sizes of the screens."""

from collections.abc import Callable

import pytest

LEAST = 44
"""px that a finger needs in each direction."""

TOO_SMALL = f"""() => [...document.querySelectorAll("a, button, summary, select, label")].filter((one) => {{
  const box = one.getBoundingClientRect();
  const inline = one.matches("a") && getComputedStyle(one).display === "inline";
  return box.width > 1 && !inline && !one.matches(".skip") && (box.width < {LEAST} - 0.5 || box.height < {LEAST} - 0.5);
}}).map((one) => `${{one.tagName}} ${{one.className}} ${{one.textContent.trim()}}`)"""

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SIZES = {"tablet": (1280, 800), "desktop": (1920, 1080), "upright": (800, 1280), "phone": (360, 740)}


@pytest.fixture
def fits() -> Callable[..., None]:
    """Fails where a page can be pushed sideways, or something to tap is too small for a finger, at any size."""

    def look(page) -> None:
        for name, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(SIDEWAYS) <= 0, name
            assert page.evaluate(TOO_SMALL) == [], name

    return look

