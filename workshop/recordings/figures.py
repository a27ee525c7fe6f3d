"""Figures of scored recordings: throws, fouls, moves, questions, false events; 95 % bounds. JSON values only.

Beside them the frames of a film at which something was told wrongly, to be looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2

from ..evaluate.figures import upper_bound
from ..table import table
from .aligned import THROWS, Pair, RecordingScore

LATE = 3.0
"""Seconds after which a right event counts as late."""
NO_FAULT = frozenset({"right", "asked_right"})


@dataclass(frozen=True)
class Watched:
    """One recording, scored.

    Attributes:
        name: of the film.
        group: what it is counted with: its renderer, or where it comes from.
        seconds: how long it lasts.
        score: of the reports.
        answered: of the reports when a finger answered Piste's questions.
        answers: how often the finger did.
    """

    name: str
    group: str
    seconds: float
    score: RecordingScore
    answered: RecordingScore | None = None
    answers: int = 0


def report(clips: Sequence[Watched]) -> dict[str, Any]:
    """Figures over all clips, by group, and of each clip."""
    groups = dict.fromkeys(clip.group for clip in clips)
    return {
        "all": _figures(clips),
        "groups": {group: _figures([clip for clip in clips if clip.group == group]) for group in groups},
        "answered": _answered(clips),
        "clips": {clip.name: _brief(clip) for clip in clips},
    }


def _answered(clips: Sequence[Watched]) -> dict[str, Any]:
    """The same figures over all clips where a finger answered what Piste asked, and how often it did."""
    again = [replace(clip, score=clip.answered) for clip in clips if clip.answered is not None]
    return {**_figures(again), "answers": sum(clip.answers for clip in again)}


def _figures(clips: Sequence[Watched]) -> dict[str, Any]:
    scores = [clip.score for clip in clips]
    return {
        "clips": len(clips),
        "minutes": round(sum(clip.seconds for clip in clips) / 60, 1),
        "throws": _outcomes(scores, THROWS),
        "fouls": {**_outcomes(scores, ("move_refused",)), **_named(scores)},
        "moves": _outcomes(scores, ("move_accepted",)),
        "turns_and_ends": _outcomes(scores, ("turn_passed", "game_started", "game_ended", "move_withdrawn")),
        "asked": _asked(scores),
        "false_events": dict(sorted(_false(scores).items())),
        "flips_missed": sum(pair.reported is None for score in scores for pair in score.flips),
        "delay": _delay(scores),
    }


def _outcomes(scores: Sequence[RecordingScore], words: Sequence[str]) -> dict[str, Any]:
    """How often each of these events happened, its results, and how often it was reported falsely."""
    every = [(score, pair) for score in scores for pair in score.pairs]
    counts = Counter(
        score.outcome(pair)
        for score, pair in every
        if pair.truth is not None and pair.truth["event"] in words
    )
    n, right = sum(counts.values()), sum(counts[word] for word in NO_FAULT)
    false = sum(pair.truth is None and _event_word(pair) in words for _, pair in every)
    return {
        "n": n, "right": right, "rate": round(right / n, 4) if n else None,
        "at_least": round(1 - upper_bound(n - right, n), 4) if n else None,
        **{word: counts[word] for word in ("asked_right", "wrong", "missed", "asked_wrong", "asked_missed")},
        "false": false,
    }  # fmt: skip


def _named(scores: Sequence[RecordingScore]) -> dict[str, int]:
    """Fouls found whose rule was named as the referee does."""
    pairs = [(p.truth, p.reported) for score in scores for p in score.pairs if p.right]
    fouls = [(truth, reported) for truth, reported in pairs if truth and reported and truth["event"] == "move_refused"]
    return {"named": sum(truth["rule"] == reported["rule"] for truth, reported in fouls)}


def _asked(scores: Sequence[RecordingScore]) -> dict[str, int]:
    """Questions about throws, and how many of them held the truth among their readings."""
    pairs = [pair for score in scores for pair in score.asked]
    held = sum(
        pair.truth is not None and pair.reported is not None and _among(pair.truth, pair.reported) for pair in pairs
    )
    return {"questions": len(pairs), "truth_among_readings": held}


def _among(truth: Mapping[str, Any], reported: Mapping[str, Any]) -> bool:
    dice = sorted(map(str, truth.get("dice", ())))
    return any(sorted(map(str, reading)) == dice for reading in reported["readings"])


def _false(scores: Iterable[RecordingScore]) -> Counter[str]:
    """False reports, by word; questions without a throw too."""
    pairs = [pair for score in scores for part in (score.pairs, score.flips, score.asked) for pair in part]
    return Counter(_event_word(pair) for pair in pairs if pair.truth is None)


def _event_word(pair: Pair) -> str:
    return "" if pair.reported is None else str(pair.reported["event"])


def _delay(scores: Sequence[RecordingScore]) -> dict[str, Any]:
    """Seconds from the end of a throw to its report, if that was right."""
    off = sorted(
        pair.reported["t"] - pair.truth["t"]
        for score in scores
        for pair in score.pairs
        if pair.right and pair.truth and pair.reported and pair.truth["event"] in THROWS
    )
    if not off:
        return {"median": None, "p95": None, "late": 0}
    middle, most = off[len(off) // 2], off[int(0.95 * (len(off) - 1))]
    return {"median": round(middle, 2), "p95": round(most, 2), "late": sum(seconds > LATE for seconds in off)}


def _brief(clip: Watched) -> dict[str, Any]:
    """A clip's line: how many throws and fouls of how many, and each fault with its second."""
    figures = _figures([clip])
    return {
        "throws": f"{figures['throws']['right']}/{figures['throws']['n']}",
        "fouls": f"{figures['fouls']['right']}/{figures['fouls']['n']}",
        "questions": figures["asked"]["questions"],
        "faults": [fault(pair) for pair in faults(clip.score)],
    }


def faults(score: RecordingScore) -> list[Pair]:
    """Wrong, missing and false reports, in the order of time."""
    wrong = [pair for pair in score.pairs if not pair.right]
    return sorted(
        [*wrong, *(pair for pair in (*score.flips, *score.asked) if pair.truth is None)], key=second
    )


def second(pair: Pair) -> float:
    """Time of the report, or else of the event, s."""
    return float((pair.reported or pair.truth or {"t": 0.0})["t"])


def fault(pair: Pair) -> str:
    """A fault in one line."""
    happened = "nothing" if pair.truth is None else _words(pair.truth)
    reported = "nothing" if pair.reported is None else _words(pair.reported)
    return f"{second(pair):.1f} s: {happened}; told: {reported}"


def _words(event: Mapping[str, Any]) -> str:
    wanted = ("seat", "dice", "readings", "rule", "closed", "move", "score", "scores", "tile", "state")
    return " ".join([str(event["event"]), *(f"{key}={event[key]}" for key in wanted if key in event)])


def lines(report: Mapping[str, Any]) -> str:
    """The report for people."""
    head = ("", "throws right", "at least", "asked", "moves right", "fouls found", "false events")
    faults = (f"{name}: {line}" for name, brief in report["clips"].items() for line in brief["faults"])
    return "\n".join((table(head, (_row(*part) for part in _parts(report))), *faults))


def _row(name: str, part: Mapping[str, Any]) -> Sequence[object]:
    throws, moves, fouls = part["throws"], part["moves"], part["fouls"]
    right = f"{throws['right']} of {throws['n']} ({_percent(throws['rate'])})"
    moved, named = (f"{of['right']} of {of['n']}" for of in (moves, fouls))
    false = sum(part["false_events"].values())
    return name, right, _percent(throws["at_least"]), part["asked"]["questions"], moved, named, false


def _parts(report: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    answered = report["answered"]
    name = f"all, {answered['answers']} answers given"
    return [("all", report["all"]), *report["groups"].items(), *([(name, answered)] if answered["clips"] else [])]


def _percent(rate: float | None) -> str:
    return "-" if rate is None else f"{100 * rate:.1f} %"


def save_faults(folder: Path, film: Path, score: RecordingScore) -> None:
    """Writes a PNG of each fault, with the true and the reported event; nothing without faults."""
    wrong = faults(score)
    if not wrong:
        return
    folder.mkdir(parents=True, exist_ok=True)
    video = cv2.VideoCapture(str(film))
    try:
        for number, pair in enumerate(wrong):
            video.set(cv2.CAP_PROP_POS_MSEC, 1000 * second(pair))
            there, image = video.read()
            if there:
                name = f"{film.stem}-{number:02d}-{second(pair):05.1f}.png"
                text = fault(pair).encode("ascii", "replace").decode()
                cv2.putText(image, text, (6, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 255), 1, cv2.LINE_AA)
                cv2.imwrite(str(folder / name), image)
    finally:
        video.release()
