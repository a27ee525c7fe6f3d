"""How long a table has been still: motion, faint motion and the frames that are read, on plain pictures."""

from collections.abc import Sequence

import numpy as np
import pytest

from vision.follow.motion import Mask, moves, thumbnail
from vision.follow.pace import Pace
from vision.follow.stillness import Stillness
from vision.frame import Frame, Image

PACE = Pace(still=0.16, copied=0.19, frames=2, reads=3)
RATE = 30
GRAIN = np.random.default_rng(4).integers(90, 110, (240, 320, 3)).astype(np.uint8)
FAR, NEW = (20, 20), (200, 120)


def picture(*dots: tuple[int, int], new: bool = False, seed: int = 0) -> Image:
    """A table of the size of the small picture; `dots` are marks of 6 px, `new` a die that was not there."""
    image = GRAIN + np.random.default_rng(seed).integers(0, 2, GRAIN.shape).astype(np.uint8)
    if new:
        image[NEW[1] : NEW[1] + 12, NEW[0] : NEW[0] + 12] = 235
    for x, y in dots:
        image[y : y + 6, x : x + 6] = 30
    return image


CLEAR = thumbnail(Frame(picture(), -1.0))


def shown(pictures: Sequence[Image]) -> tuple[int | None, Stillness]:
    """The frame at which the table is to be read (None: never), and the run then."""
    run: Stillness | None = None
    for k, image in enumerate(pictures):
        frame = Frame(image, k / RATE)
        now = thumbnail(frame)
        if run is None:
            run = Stillness.since(now, (frame,))
            continue
        motion: Mask = run.motion(now)
        if moves(motion, now.shadow):
            run = Stillness.since(now)
            continue
        run = run.longer(frame, now, motion, PACE.reads)
        if run.settled(PACE, CLEAR):
            return k, run
    assert run is not None
    return None, run


def jumping(at: tuple[int, int], moving: int, still: int, new: bool = False) -> list[Image]:
    """A dot that jumps to and fro by two of its sides for some frames, and then rests."""
    x, y = at
    places = [(x + 12 * (k % 2), y) for k in range(moving)]
    places += [places[-1]] * still
    return [picture(place, new=new, seed=k) for k, place in enumerate(places)]


def test_a_still_table_is_read_five_frames_after_the_first() -> None:
    at, run = shown([picture(seed=k) for k in range(12)])
    assert at == 5
    assert [round(frame.time * RATE) for frame in run.still_frames(PACE)] == [3, 4, 5]
    assert run.calmed(PACE)


def test_a_table_seen_but_once_is_not_read() -> None:
    assert shown([picture()])[0] is None


@pytest.mark.parametrize("moving", [2, 3, 4])
def test_what_is_new_and_moves_faintly_is_waited_for(moving: int) -> None:
    at, run = shown(jumping((NEW[0] + 2, NEW[1] + 2), moving, 12, new=True))
    last = moving - 1
    assert at == last + 5
    assert all(frame.time * RATE > last for frame in run.still_frames(PACE))


@pytest.mark.parametrize(("at", "read"), [(FAR, 5), ((NEW[0] + 2, NEW[1] + 2), 8)])
def test_a_flicker_delays_the_reading_only_at_something_new(at: tuple[int, int], read: int) -> None:
    flicker = {3: [at]}
    pictures = [picture(*flicker.get(k, []), new=True, seed=k) for k in range(14)]
    reported, run = shown(pictures)
    assert reported is not None
    assert read <= reported <= read + 1  # the picture after the flicker differs from it too
    assert run.faint is not None
    assert run.faint.any()
    assert run.calmed(PACE) == (at != FAR)


def test_endless_faint_motion_delays_a_reading_once() -> None:
    at, _ = shown(jumping((NEW[0] + 2, NEW[1] + 2), 40, 0, new=True))
    assert at is not None
    assert 5 < at <= 10


def test_a_run_contains_only_frames_after_faint_motion() -> None:
    pictures = jumping((NEW[0] + 2, NEW[1] + 2), 4, 2, new=True)
    _, run = shown(pictures)
    again = run.since_stirred()
    assert [round(frame.time * RATE) for frame in again.frames] == [4, 5]
    assert again.quiet == 2
    assert again.run is run.stirred
    assert again.faint is None


def test_faint_motion_in_the_newest_frame_empties_the_run() -> None:
    _, run = shown(jumping((NEW[0] + 2, NEW[1] + 2), 4, 0, new=True))
    assert run.since_stirred().frames == ()
    assert run.since_stirred().quiet == 0


def test_pictures_shown_twice_are_waited_for_longer() -> None:
    twice = [picture(seed=k // 2) for k in range(14)]
    assert shown(twice)[0] == 6
