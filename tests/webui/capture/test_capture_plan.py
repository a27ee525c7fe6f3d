"""What a capture asks for."""

import pytest
from each import each

from vision.layout import load_layout
from webui.capture.labels import tiles_asked
from webui.capture.plan import STEPS, plan
from webui.capture.score import CaptureScore
from webui.words import words
from webui.words.capture import asked, consent, licence_says, result, unanswered, unfit

BOARDS = [("occe", 9), ("box", 9), ("box", 10), ("box", 12)]


@each(("name", "count"), BOARDS)
def test_together_the_pictures_show_every_tile_open_and_closed(name: str, count: int) -> None:
    layout = load_layout(name)
    shown = {(tile.space(layout), tile.kind) for step in plan(layout) for tile in tiles_asked(step, layout, count)}
    spaces = {space.name for space in layout.spaces_of(count)}
    assert {space for space, kind in shown if kind == "open"} == spaces
    assert {space for space, kind in shown if kind == "closed"} == spaces


@pytest.mark.parametrize("name", ["occe", "box"])
def test_every_value_lies_somewhere_and_dice_lie_in_every_way(name: str) -> None:
    dice = [die for step in plan(load_layout(name)) for die in step.dice]
    assert {die.value for die in dice if die.value} == {1, 2, 3, 4, 5, 6}
    assert {die.state for die in dice} == {"flat", "off-board", "cocked"}
    assert {die.place for die in dice} == {"middle", "edges", "touching", "tile", "beside", "leaning"}


@pytest.mark.parametrize("name", ["occe", "box"])
def test_steps_cover_lamps_angles_a_hand_and_an_empty_piste(name: str) -> None:
    steps = plan(load_layout(name))
    assert {step.lamp for step in steps} == {"usual", "dim", "side"}
    assert {step.stand for step in steps} == {"usual", "higher", "slanted"}
    assert any(step.extra == "hand" for step in steps)
    assert (steps[0].closed, steps[0].dice) == ("none", ())
    assert 20 <= len(steps) <= 24


def test_step_names_are_unique_and_possible_for_a_box() -> None:
    assert len({step.name for step in STEPS}) == len(STEPS)
    assert {step.name for step in STEPS} - {step.name for step in plan(load_layout("box"))} == {
        "swapped", "missing", "first",
    }  # fmt: skip


def test_place_one_shows_swapped_missing_and_covered_tiles() -> None:
    layout = load_layout("occe")
    shown = {step.name: {t.space(layout): t for t in tiles_asked(step, layout, 9)} for step in plan(layout)}
    assert [shown["swapped"][f"seat-1/slot-{k}"].reads for k in (6, 9, 5)] == [9, 6, 5]
    assert shown["missing"]["seat-1/slot-5"].kind == "missing"
    covered = {space for space, tile in shown["hand"].items() if tile.covered}
    assert covered == {f"seat-1/slot-{k}" for k in range(1, 10)}


@each("language", ["fr", "en"])
@each("hinged", [True, False])
def test_every_step_refusal_and_result_has_its_words(language: str, hinged: bool) -> None:
    w = words(language)
    texts = [*consent(w), *licence_says(w).values()]
    for before, step in zip((None, *STEPS), STEPS, strict=False):
        step_texts = [text for _, text in asked(w, step, before, hinged)]
        assert len(step_texts) >= 2
        texts += [*step_texts, unanswered(w, step)]
    texts += unfit(w, ("no_board", "other_board", "board_cut", "board_small", "light_low", "blurred", "glare", "hand"))
    texts += [text for _, text in result(w, CaptureScore(3, 3, 4, 3, 1, 2, 1, 0, 99, 98, 2, 1, 1), 2)]
    assert [text for text in texts if not text or "%(" in text] == []


def test_changes_since_the_last_step_are_marked() -> None:
    w, steps = words("fr"), {step.name: step for step in STEPS}
    first = asked(w, steps["start"], None, False)
    assert [new for new, _ in first] == [True, True]
    after = asked(w, steps["hand"], steps["side"], False)
    assert (True, "La lumière comme au début.") in after
    assert asked(w, steps["three-four"], steps["one-two"], False)[0] == (False, "Ouvrez toutes les cases.")
