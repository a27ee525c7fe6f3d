"""Whoever opened a tablet with a code is warned before it is closed for want of use, and told once it is."""

NEARLY, OVER = "11:55:00", "12:10:00"


def rests(page, long: str) -> None:
    """Nobody uses the page for so long, by its own clock."""
    page.clock.install()
    page.reload()
    page.locator("#table").wait_for()
    page.clock.fast_forward(long)
    page.locator("[data-rest][data-looks]").wait_for(state="attached")  # its script comes after a minute


def test_before_its_end_a_press_keeps_it_open(tablet, barriers) -> None:
    rests(tablet, NEARLY)
    tablet.locator("[data-soon]").wait_for()
    assert barriers(tablet) == []
    tablet.click("[data-stay]")
    tablet.locator("[data-soon]").wait_for(state="hidden")
    assert tablet.locator("[data-over]").is_hidden()


def test_a_closed_session_says_so_and_leads_to_the_code(tablet) -> None:
    rests(tablet, "00:02:00")
    tablet.context.clear_cookies()
    tablet.clock.fast_forward(OVER)
    leads = tablet.get_by_role("link", name="Taper le code")
    for _ in range(40):  # it looks again every quarter of a minute, should an answer be lost
        if leads.is_visible():
            break
        tablet.clock.fast_forward("00:00:15")
        tablet.evaluate("() => fetch('/healthz').then(() => null)")
    leads.click()
    tablet.locator("#pin").wait_for()


def test_one_that_was_used_elsewhere_says_nothing(tablet) -> None:
    rests(tablet, "00:02:00")
    with tablet.expect_response("**/api/v1/session"):
        tablet.clock.fast_forward(OVER)
    assert tablet.locator("[data-soon]").is_hidden()
    assert tablet.locator("[data-over]").is_hidden()
