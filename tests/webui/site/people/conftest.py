"""What the tests of people share."""

from collections.abc import Callable

import pytest


@pytest.fixture
def cut_after() -> Callable[[int], Callable[[Callable], Callable]]:
    """A power cut after so many calls of all the functions that it wraps: the next raises SystemExit instead."""

    def cut(steps: int) -> Callable[[Callable], Callable]:
        left = iter(range(steps))

        def until_the_cut(done: Callable) -> Callable:
            def step(*given):
                if next(left, None) is None:
                    raise SystemExit
                return done(*given)

            return step

        return until_the_cut

    return cut
