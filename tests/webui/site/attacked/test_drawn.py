"""What is dear to draw is drawn once for all who ask, one at a time, and is bounded."""

from threading import Barrier, Thread

import pytest

from webui.site.limits.drawn import DrawnOnce


def test_simultaneous_requests_share_one_drawing() -> None:
    drawn, made, found, begin = DrawnOnce(10), [], [], Barrier(8)

    def asks() -> None:
        begin.wait(30)
        found.append(drawn.get("a", lambda: made.append(1) or object()))

    threads = [Thread(target=asks) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(made) == 1
    assert len(found) == 8
    assert len(set(map(id, found))) == 1


def test_what_nobody_asked_for_longest_goes_first() -> None:
    drawn = DrawnOnce(2)
    for name in ("a", "b", "a", "c"):
        drawn.get(name, lambda name=name: name.upper())
    assert len(drawn) == 2
    assert drawn.get("a", lambda: "again") == "A"
    assert drawn.get("b", lambda: "again") == "again"


def test_what_cannot_be_drawn_is_not_kept() -> None:
    drawn = DrawnOnce(2)
    with pytest.raises(ValueError, match="no such game"):
        drawn.get("a", lambda: int("no such game"))
    assert len(drawn) == 0
    assert drawn.get("a", lambda: 1) == 1
