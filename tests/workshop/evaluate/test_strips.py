"""The looks at a known table as one picture: what its captions tell whoever sees it first."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from each import each

from vision.known.ground import learnt, sampled
from vision.known.value import Known
from vision.layout import load_layout
from vision.observation import BoardSeen, Observation
from workshop.evaluate.strips import ABOVE, BELOW, COLUMNS, PHASES, WIDE, Strip, headline, phase_of, used

OCCE = load_layout("occe")
BOARD = BoardSeen("occe", ((160.0, 400.0), (160.0, 80.0), (480.0, 80.0), (480.0, 400.0)), True, 1.0)


def table() -> np.ndarray:
    return np.random.default_rng(2).integers(110, 118, (480, 640, 3)).astype(np.uint8)


def known() -> Known:
    """Its bare table alone."""
    now = sampled(table(), BOARD, OCCE)
    return Known("occe", ground=learnt(None, now, np.ones_like(now.visible)), lessons=1)


@each("change", [None, *PHASES])
def test_headline_and_phases_say_what_changed_and_who_confirmed(change: str | None) -> None:
    title = headline(8307, 1, change)
    assert "8307" in title
    assert ("Half way" in title) is (change is not None)
    answer = [phase_of(phase, change) for phase in ("steady", "changed", "learnt again")]
    if change is None:
        assert set(answer) == {"as it was learnt"}
    else:
        assert len(set(answer)) == 3
        assert all(PHASES[change][1] in item for item in answer[1:])


def test_what_memory_served_for_is_told() -> None:
    bare = used(known(), table(), BOARD, OCCE, None)
    assert bare[0] == "dice searched everywhere"
    prop = table()
    cv2.rectangle(prop, (300, 200), (330, 230), (20, 20, 220), -1)
    assert used(known(), prop, BOARD, OCCE, None)[0] == "dice searched where something is new: 1 part"
    carpet = np.random.default_rng(3).integers(20, 240, (40, 40, 3)).astype(np.uint8)
    other = np.asarray(cv2.resize(carpet, (640, 480), interpolation=cv2.INTER_NEAREST))
    assert "not as it was" in used(known(), other, BOARD, OCCE, None)[0]
    for nothing in (None, replace(known(), layout="box")):
        lost = used(nothing, table(), BOARD, OCCE, None)
        assert lost == ("nothing fits: dice searched everywhere", "tiles by the network alone")


def test_each_look_stands_in_a_row_below_the_headline(tmp_path: Path) -> None:
    strip, observation = Strip(OCCE, headline(1, 2, "light")), Observation(0.0, BOARD, ())
    for verdict in ("right", "asked", "WRONG", "right", "right"):
        verdicts = {"phase": "as it was learnt", "verdict": verdict, "plain": "right"}
        strip.add(table(), observation, known(), **verdicts, did=("one", "two"))
    strip.write(tmp_path / "looks.png")
    shown = cv2.imread(str(tmp_path / "looks.png"))
    assert shown is not None
    assert shown.shape == (ABOVE + 2 * (WIDE * 480 // 640 + BELOW), COLUMNS * WIDE, 3)
    assert shown[:ABOVE].max() > 200
    assert shown[-BELOW:, WIDE:].max() == 0  # no look stands there
    Strip(OCCE).write(tmp_path / "none.png")
    assert not (tmp_path / "none.png").exists()
