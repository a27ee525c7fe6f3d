"""Keys on a page, as somebody without a mouse presses them."""


def tab_to(page, selector: str, most: int = 80) -> None:
    """Presses Tab until this has the focus. Raises AssertionError where no Tab leads there."""
    for _ in range(most):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector}: no Tab leads there")


def presses(page, selector: str, key: str) -> None:
    """Tabs there and presses a key."""
    tab_to(page, selector)
    page.keyboard.press(key)
