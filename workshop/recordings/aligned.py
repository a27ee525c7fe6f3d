"""Reported events of a recording aligned with the true ones: right, wrong, missed, false, in order.

    score = scored(truth, told)    # lists of events, each with `event` and `t`

Both are read in order. An event told goes with the one that happened if both are of a kind and near enough in
time; of all ways to do so that keep the order, the one with the most right events, then the most pairs, is taken.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Event = Mapping[str, Any]

THROWS = ("roll_settled", "die_cocked", "die_off_board")
ASKED = "roll_uncertain"
FLIP = "tile_flipped"
STARTED = "roll_started"
BESIDE = frozenset({ASKED, FLIP, STARTED})
"""Events that are not aligned: questions, and steps on the way."""

WINDOWS = {
    "move_refused": (-1.5, 6.0), "move_accepted": (-8.0, 12.0), "turn_passed": (-8.0, 12.0),
    "game_started": (-5.0, 12.0), FLIP: (-2.5, 6.0),
}  # fmt: skip
"""Seconds after a deed within which its report counts; a move may be accepted as the next throw begins."""
WINDOW = (-4.8, 12.0)
"""The same for everything else: dice may creep a hair's breadth for seconds before their throw counts as done."""
RIGHT, PAIRED, NEARER = 4.0, 1.0, 0.02
"""Worth of a right pair, of one that is not, and of each second nearer."""
REST = 1.0
"""Seconds before its end at which a throw may be asked about."""


@dataclass(frozen=True)
class Pair:
    """A true event and its report; either may be missing.

    Attributes:
        truth: what happened.
        reported: the report.
    """

    truth: Event | None
    reported: Event | None

    @property
    def right(self) -> bool:
        """Told as it was."""
        return self.truth is not None and self.reported is not None and fits(self.truth, self.reported)


@dataclass(frozen=True)
class RecordingScore:
    """A recording's score.

    Attributes:
        pairs: every decided event, in order.
        asked: events by which Piste asked about a throw, each with the throw asked about.
        flips: the same as `pairs` for tiles seen to turn, tile by tile.
    """

    pairs: tuple[Pair, ...]
    asked: tuple[Pair, ...]
    flips: tuple[Pair, ...]

    def outcome(self, pair: Pair) -> str:
        """What became of something that happened: right, wrong, missed; asked_ before it where Piste asked."""
        word = "right" if pair.right else "missed" if pair.reported is None else "wrong"
        asked = any(pair.truth is not None and about.truth is pair.truth for about in self.asked)
        return f"asked_{word}" if asked else word


def scored(truth: Sequence[Event], reported: Sequence[Event]) -> RecordingScore:
    """Aligns reported with true events; both in the order of time."""
    happened = [event for event in truth if event["event"] not in BESIDE]
    decided = [event for event in reported if event["event"] not in BESIDE]
    flips = _flips([[event for event in events if event["event"] == FLIP] for events in (truth, reported)])
    doubts = (event for event in reported if event["event"] == ASKED and event.get("asks", True))
    asked = tuple(Pair(cast_before(happened, event["t"]), event) for event in doubts)
    return RecordingScore(aligned(happened, decided), asked, flips)


def _flips(both: Sequence[Sequence[Event]]) -> tuple[Pair, ...]:
    """Each tile's own turns in their order: of tiles closed by one grasp none is the first."""
    tiles = sorted({(event["seat"], event["tile"]) for events in both for event in events})
    each = (
        [[event for event in events if (event["seat"], event["tile"]) == tile] for events in both] for tile in tiles
    )
    return tuple(pair for truth, reported in each for pair in aligned(truth, reported))


def fits(truth: Event, reported: Event) -> bool:
    """Whether a report is right: its word, its seat, and the dice, tiles, men or scores."""
    if truth["event"] != reported["event"] or any(
        truth.get(key) != reported.get(key) for key in ("seat", "score", "winners")
    ):
        return False
    if "dice" in truth and sorted(map(str, truth["dice"])) != sorted(map(str, reported["dice"])):
        return False
    if "move" in truth and _gone(truth["move"]) != _gone(reported.get("move", "")):
        return False
    return all(
        truth[key] == reported.get(key) for key in ("closed", "scores", "seats", "tile", "state") if key in truth
    )


def _gone(move: str) -> Counter[str]:
    """By how many men each place changes in a move of steps such as 24/18+18/14, in whatever order they are made."""
    places: Counter[str] = Counter()
    for step in move.split("+"):
        source, _, target = step.partition("/")
        places.subtract([source])
        places.update([target])
    return Counter({place: count for place, count in places.items() if count})


def aligned(truth: Sequence[Event], reported: Sequence[Event]) -> tuple[Pair, ...]:
    """The pairs of the best alignment that keeps both orders."""
    rows, columns = len(truth), len(reported)
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in reversed(range(rows)):
        for j in reversed(range(columns)):
            worth = _worth(truth[i], reported[j])
            together = -1.0 if worth is None else worth + best[i + 1][j + 1]
            best[i][j] = max(best[i + 1][j], best[i][j + 1], together)
    return tuple(_walked(truth, reported, best))


def _walked(truth: Sequence[Event], reported: Sequence[Event], best: Sequence[Sequence[float]]) -> list[Pair]:
    pairs, i, j = [], 0, 0
    while i < len(truth) and j < len(reported):
        worth = _worth(truth[i], reported[j])
        if worth is not None and best[i][j] == worth + best[i + 1][j + 1]:
            pairs.append(Pair(truth[i], reported[j]))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            pairs.append(Pair(truth[i], None))
            i += 1
        else:
            pairs.append(Pair(None, reported[j]))
            j += 1
    return [*pairs, *(Pair(event, None) for event in truth[i:]), *(Pair(None, event) for event in reported[j:])]


def _worth(truth: Event, reported: Event) -> float | None:
    """What it is worth to take one for the other; None where they cannot be the same."""
    if _kind(truth) != _kind(reported):
        return None
    early, late = WINDOWS.get(str(truth["event"]), WINDOW)
    off = reported["t"] - truth["t"]
    if not early <= off <= late:
        return None
    return float((RIGHT if fits(truth, reported) else PAIRED) - NEARER * abs(off))


def _kind(event: Event) -> str:
    return "throw" if event["event"] in THROWS else str(event["event"])


def cast_before(truth: Sequence[Event], time: float) -> Event | None:
    """The throw that came to rest last before that second; None before there is one."""
    throws = [
        event
        for event in truth
        if event["event"] in THROWS or event.get("rule") in ("must_close", "dice_count")
    ]
    before = [event for event in throws if event["t"] - REST <= time]
    return before[-1] if before else None
