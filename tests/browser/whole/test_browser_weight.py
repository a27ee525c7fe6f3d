"""What a first view of the table costs: bytes on the wire and requests, as the browser itself counts them."""

import pytest
from watched_table import EVERY

MOST_BYTES, MOST_REQUESTS = 90_000, 12
"""Of the page itself."""
WITH_PHOTOGRAPHS = 150_000
"""Bytes of it with the photographs of two dice in doubt."""
PHOTOGRAPHS, STREAM = "/crops/", "/events"
"""What is counted apart, and what brings the next view, sooner or later."""


@pytest.mark.parametrize("role", ["teacher", "pupil", ""], ids=["teacher", "pupil", "looker-on"])
def test_a_first_view_is_light(begin, opens, shows_newest, role: str) -> None:
    EVERY["doubt"](begin)
    page = opens(role=role, path="/healthz")  # its cache holds nothing of the page
    told = page.context.new_cdp_session(page)
    asked, body, whole = {}, {}, {}

    def begun(event: dict) -> None:
        if not event["request"]["url"].endswith("/favicon.ico"):  # of /healthz, asked for late: pages name their own
            asked[event["requestId"]] = event["request"]["url"]

    def came(event: dict) -> None:
        body[event["requestId"]] = body.get(event["requestId"], 0) + event["encodedDataLength"]

    def done(event: dict) -> None:
        whole[event["requestId"]] = event["encodedDataLength"]

    told.on("Network.requestWillBeSent", begun)
    told.on("Network.dataReceived", came)
    told.on("Network.loadingFinished", done)
    told.send("Network.enable")
    page.goto(begin.place.url)
    shows_newest(page, begin.place)
    page.wait_for_load_state()
    page.evaluate("document.fonts.ready")
    page.locator("#photographs img").last.evaluate("(one) => one.decode()")
    others = sorted(url for url in asked.values() if PHOTOGRAPHS not in url)
    assert len(others) <= MOST_REQUESTS, others
    taken = {url: whole.get(name, body.get(name, 0)) for name, url in asked.items()}
    itself = sum(size for url, size in taken.items() if PHOTOGRAPHS not in url and not url.endswith(STREAM))
    assert 10_000 < itself <= MOST_BYTES, taken
    assert itself < sum(taken.values()) <= WITH_PHOTOGRAPHS, taken
