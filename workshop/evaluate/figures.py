"""Rates over many pictures, by source and over all: JSON values only.

Rates are 0 to 1, None where there is nothing to count.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from vision.observation import Observation

from .amiss import AMISS, amiss_report
from .coverage import Judged, coverage_report
from .lying import lean_report, turn_report
from .score import DiceScore, PictureScore

CONFIDENCE = 0.95


def report(scores: Iterable[PictureScore]) -> dict[str, Any]:
    """Everything that `python -m workshop evaluate` tells, JSON values only."""
    plain = list(scores)
    own = [score for score in plain if not score.custom_faces]
    custom = [score for score in plain if score.custom_faces]
    summary: dict[str, Any] = {
        "pictures": len(plain),
        "dice": _dice_report(own),
        "tiles": _tile_report(own),
        "board": _board_report(own),
        "acted_upon": _acted_report(own),
        "coverage": coverage_report(judged_throws(own)),
        "sources": {source: _source_report(group) for source, group in _by_source(own).items()},
    }
    if any(score.amiss for score in own):
        summary["amiss"] = {
            name: amiss_report(score.amiss[k] for score in own if score.amiss)
            for k, name in enumerate((*AMISS, "either"))
        }
    dice = [die for score in own for die in score.lying]
    if dice:
        summary |= {"lean": lean_report(dice), "turn": turn_report(dice)}
    groups = _by_condition(own)
    if groups:
        summary["conditions"] = {name: _condition_report(group) for name, group in groups.items()}
    if custom:
        summary["custom_faces"] = _dice_report(custom)
    return summary


def judged_throws(scores: Iterable[PictureScore]) -> list[Judged]:
    """How sure each labelled throw was, and whether all of it was right."""
    return [(score.sure, score.dice.all_right) for score in scores if score.dice is not None]


def coverage_groups(scores: Iterable[PictureScore], least: int = 20) -> dict[str, list[Judged]]:
    """The same, all together and by source, sources of fewer than `least` throws only in all."""
    own = [score for score in scores if not score.custom_faces]
    groups = {source: judged_throws(group) for source, group in _by_source(own).items()}
    return {"all": judged_throws(own), **{name: rows for name, rows in groups.items() if len(rows) >= least}}


def picture_line(picture: str, score: PictureScore, observation: Observation) -> dict[str, Any]:
    """One picture's score as a line of JSON: what was right, how sure the least sure die was, what was asked about."""
    sure = [die.sure for die in observation.dice if die.state == "flat"]
    return {
        "picture": picture,
        "source": score.source,
        "conditions": list(score.conditions),
        "dice_right": None if score.dice is None else score.dice.all_right,
        "tiles_right": None if score.tiles is None else score.tiles.turned == score.tiles.places,
        "throw_sure": round(score.sure, 5),
        "least_sure_die": round(min(sure, default=1.0), 5),
        "least_sure_tile": round(min((piece.sure for piece in observation.pieces), default=1.0), 5),
        "board_sure": None if observation.board is None else round(observation.board.sure, 5),
        "abstains": sorted(observation.abstains),
    }


def _source_report(group: Sequence[PictureScore]) -> dict[str, Any]:
    return {"pictures": len(group), "dice": _dice_report(group), "tiles": _tile_report(group)}


def _by_condition(scores: Iterable[PictureScore]) -> dict[str, list[PictureScore]]:
    groups: dict[str, list[PictureScore]] = {}
    for score in scores:
        for name in score.conditions:
            groups.setdefault(name, []).append(score)
    return {
        name: groups[name]
        for name in sorted(groups, key=lambda name: (name != "ordinary", name != "harsh", name))
    }


def _condition_report(group: Sequence[PictureScore]) -> dict[str, Any]:
    return {
        "pictures": len(group),
        "dice": _dice_report(group),
        "tiles": _tile_report(group),
        "board": _board_report(group),
        "acted_upon": _acted_report(group),
    }


def _by_source(scores: Iterable[PictureScore]) -> dict[str, list[PictureScore]]:
    groups: dict[str, list[PictureScore]] = {}
    for score in scores:
        groups.setdefault(score.source, []).append(score)
    return dict(sorted(groups.items()))


def _dice_report(scores: Sequence[PictureScore]) -> dict[str, Any] | None:
    marked = [score for score in scores if score.dice is not None]
    if not marked:
        return None
    report = _dice_figures([score.dice for score in marked if score.dice])
    groups = [_dice_figures([score.dice for score in g if score.dice]) for g in _by_source(marked).values()]
    report["macro_f1"] = _mean([g["f1"] for g in groups if g["dice"]])
    report["macro_all_right"] = _mean([g["all_right"] for g in groups])
    return report


def _dice_figures(dice: Sequence[DiceScore]) -> dict[str, Any]:
    right, extra, missed = (sum(getattr(score, name) for score in dice) for name in ("right", "extra", "missed"))
    return {
        "pictures": len(dice),
        "dice": right + missed,
        "right": right,
        "extra": extra,
        "missed": missed,
        "precision": _ratio(right, right + extra),
        "recall": _ratio(right, right + missed),
        "f1": _ratio(2 * right, 2 * right + extra + missed),
        "all_right": _ratio(sum(score.all_right for score in dice), len(dice)),
    }


def _tile_report(scores: Sequence[PictureScore]) -> dict[str, Any] | None:
    marked = [(score, score.tiles) for score in scores if score.tiles is not None]
    if not marked:
        return None
    tiles = [tile for _, tile in marked]
    both = [(score.dice.all_right, tile.turned == tile.places) for score, tile in marked if score.dice is not None]
    return {
        "boards": len(tiles),
        "tiles": sum(tile.places for tile in tiles),
        "each": _ratio(sum(tile.turned for tile in tiles), sum(tile.places for tile in tiles)),
        "all_right": _ratio(sum(tile.turned == tile.places for tile in tiles), len(tiles)),
        "all_right_as_seated": _ratio(sum(tile.each == tile.places for tile in tiles), len(tiles)),
        "digits": _ratio(sum(tile.digits for tile in tiles), sum(tile.digit_places for tile in tiles)),
        "all_right_with_digits": _ratio(
            sum(tile.turned == tile.places and tile.digits == tile.digit_places for tile in tiles), len(tiles)
        ),
        "board_and_dice": _ratio(sum(a and b for a, b in both), len(both)),
    }


def _board_report(scores: Sequence[PictureScore]) -> dict[str, Any] | None:
    verdicts = [score.board_found for score in scores if score.board_found is not None]
    errors = sorted(score.corner_error for score in scores if score.corner_error is not None)
    middle = errors[len(errors) // 2] if errors else math.inf
    if not verdicts:
        return None
    return {
        "pictures": len(verdicts),
        "found": _ratio(sum(verdicts), len(verdicts)),
        "corner_error_median": middle if math.isfinite(middle) else None,
        "corners_within_5_percent": _ratio(sum(error <= 0.05 for error in errors), len(errors)),
    }


def _acted_report(scores: Sequence[PictureScore]) -> dict[str, Any]:
    """What Piste would act upon without asking, and how often that is wrong."""
    dice = [(score.dice.all_right, _asks(score, "dice")) for score in scores if score.dice is not None]
    tiles = [
        (score.tiles.turned == score.tiles.places, _asks(score, "tiles", "board"))
        for score in scores
        if score.tiles is not None
    ]
    return {name: acted_upon(rows) for name, rows in (("dice", dice), ("tiles", tiles)) if rows}


def _asks(score: PictureScore, *words: str) -> bool:
    return any(word in score.asks for word in words)


def acted_upon(rows: Sequence[tuple[bool, bool]]) -> dict[str, Any]:
    """How many were acted upon, their share, the wrong ones and the 95 % upper bound.

    Args:
        rows: of each picture, whether all was right and whether Piste would have asked.
    """
    acted = [right for right, asks in rows if not asks]
    wrong = acted.count(False)
    return {
        "of": len(rows),
        "n": len(acted),
        "share": _ratio(len(acted), len(rows)),
        "wrong": wrong,
        "wrong_rate": _ratio(wrong, len(acted)),
        "wrong_at_most": upper_bound(wrong, len(acted)),
    }


def upper_bound(wrong: int, n: int) -> float:
    """The exact (Clopper-Pearson) one-sided 95 % upper bound of a rate; about 3/n when nothing was wrong."""
    if n == 0 or wrong >= n:
        return 1.0
    low, high = wrong / n, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(wrong, n, middle) > 1 - CONFIDENCE else (low, middle)
    return high


def _at_most(k: int, n: int, p: float) -> float:
    """Binomial probability of k or fewer of n."""
    if p <= 0 or p >= 1:
        return float(p <= 0)

    def term(i: int) -> float:
        ways = math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1)
        return math.exp(ways + i * math.log(p) + (n - i) * math.log1p(-p))

    return math.fsum(map(term, range(k + 1)))


def _ratio(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
