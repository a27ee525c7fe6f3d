"""What the tests of the pages beside the table share: a scan for barriers, and the sizes of the screens."""

from collections.abc import Callable
from importlib import resources

import pytest

LEAST = 44
"""px that a finger needs in each direction."""

SCAN = """axe.run().then(found => found.violations.flatMap(
  one => one.nodes.map(node => `${one.id}: ${node.target.join(" ")} ${node.any[0]?.message ?? ""}`)))"""

TOO_SMALL = f"""() => [...document.querySelectorAll("a, button, summary, select, label")].filter((one) => {{
  const box = one.getBoundingClientRect();
  const inline = one.matches("a") && getComputedStyle(one).display === "inline";
  return box.width > 1 && !inline && !one.matches(".skip") && (box.width < {LEAST} - 0.5 || box.height < {LEAST} - 0.5);
}}).map((one) => `${{one.tagName}} ${{one.className}} ${{one.textContent.trim()}}`)"""

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SIZES = {"tablet": (1280, 800), "desktop": (1920, 1080), "upright": (800, 1280), "phone": (360, 740)}


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, which scans a page for barriers."""
    package = pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python (axe-core)")
    return (resources.files(package) / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def barriers(axe: str) -> Callable[..., list[str]]:
    """What axe finds on a page, best practices among it."""

    def scan(page) -> list[str]:
        page.evaluate(axe)
        return page.evaluate(SCAN)

    return scan


@pytest.fixture
def fits() -> Callable[..., None]:
    """Fails where a page can be pushed sideways, or something to tap is too small for a finger, at any size."""

    def look(page) -> None:
        for name, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(SIDEWAYS) <= 0, name
            assert page.evaluate(TOO_SMALL) == [], name

    return look


@pytest.fixture
def plain(chromium, place):
    """A browser without scripts."""
    size = {"width": 1280, "height": 800}
    context = chromium.new_context(java_script_enabled=False, viewport=size, locale="fr-FR")
    context.set_default_timeout(15_000)
    page = context.new_page()
    page.goto(place.url)
    yield page
    context.close()
