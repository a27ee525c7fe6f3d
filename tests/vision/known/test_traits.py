"""What is kept of a tile's looks: enough to know its sides again after a restart, too little for a picture."""

import json
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from open_tiles import COUNT, Crops, backs, crops

from vision.known.acquaintance import acquaintance
from vision.known.figures import figures, known_of
from vision.known.looks import TileLooks, inner, none, probabilities, small
from vision.known.others import compared
from vision.known.teach import SURE_LESSON, TileWord, taught
from vision.known.traits import NUMBERS, Sides, TileTraits, beside_traits, lots, together, traits_of
from vision.known.value import Known

Colour = tuple[int, int, int]


RIDDLES: dict[str, tuple[Colour, Colour, bool]] = {
    "a digit as bright as its ground": ((60, 180, 60), (180, 107, 107), False),
    "a worn digit": ((150, 160, 170), (170, 182, 193), False),
    "a back with a drawing": ((30, 30, 30), (150, 180, 200), True),
}
FIRST = [-1, 1, -1, -1, 1, -1, -1, -1, 1, 1, 1, 1]
"""Of the first pixel; sha256 of `piste 0`."""
PLACES = np.zeros((3, COUNT, 2)) + np.linspace(0.1, 0.9, COUNT)[:, None]


def learnt(ink: Colour, ground: Colour, drawn: bool) -> TileLooks:
    """What play makes of tiles that were turned over and back, the network saying the contrary all the time."""
    looks = none(COUNT, (20, 20), 9)
    for kind, shown in ((0, crops(ink, ground)), (1, backs(ground, drawn=drawn)), (0, crops(ink, ground))):
        looks = taught(looks, small(shown), [TileWord(kind, SURE_LESSON, -3.9, (0.9, *(0.0125,) * 8))] * COUNT)
    return looks


def restarted(looks: TileLooks) -> TileTraits:
    """What is left of them once Piste begins anew."""
    back = known_of(figures(Known("occe", places=PLACES, looks=looks))).traits
    assert back is not None
    return back


def believed(traits: TileTraits, crops_seen: Crops, *, closed: float) -> NDArray[np.float32]:
    """How likely each tile is closed where the network says so with this probability."""
    read = np.tile(np.array([1 - closed - 0.002, closed, 0.001, 0.001], np.float32), (COUNT, 1))
    sides, beside = together(None, None, traits, beside_traits(traits, small(crops_seen)))
    return probabilities(sides, beside, read)[0][:, 1]


@each("riddle", RIDDLES)
@each("shift", [0, 2])
@each("lamp", [0.7, 1.0])
def test_after_a_restart_stored_sides_overrule_the_network(
    riddle: str, shift: int, lamp: float
) -> None:
    ink, ground, drawn = RIDDLES[riddle]
    traits = restarted(learnt(ink, ground, drawn))
    front, back = crops(ink, ground, shift=shift, seed=7), backs(ground, drawn=drawn, shift=shift, seed=8)
    dim = [np.clip(crops * lamp, 0, 255).astype(np.uint8) for crops in (front, back)]
    assert (believed(traits, dim[0], closed=0.99) < 0.1).all()
    assert (believed(traits, dim[1], closed=0.01) > 0.9).all()


def test_what_is_neither_side_is_left_to_the_network() -> None:
    traits = restarted(learnt(*RIDDLES["a back with a drawing"]))
    other = crops((200, 30, 30), (30, 60, 30), seed=9)[:, ::-1, ::-1]
    assert np.allclose(believed(traits, other, closed=0.3), 0.3, atol=0.05)


def test_only_a_few_tile_numbers_are_stored() -> None:
    looks = learnt(*RIDDLES["a worn digit"])
    stored = json.loads(figures(Known("occe", places=PLACES, looks=looks)))
    tiles = stored.pop("tiles")
    assert set(stored) == {"layout", "span", "counts", "colours", "right", "wrong"}
    assert {name: np.shape(tiles[name]) for name in tiles} == {
        "places": (3, COUNT, 2), "numbers": (COUNT, 2, NUMBERS), "level": (COUNT, 2, 3), "digits": (COUNT, 9),
        **dict.fromkeys(("theirs", "loose", "trust", "known"), (COUNT, 2)),
    }  # fmt: skip
    assert inner(looks.mean)[0, 0].size > 16 * NUMBERS


def test_after_a_restart_the_stored_tiles_are_counted() -> None:
    known = Known("occe", traits=restarted(learnt(*RIDDLES["a worn digit"])))
    assert (acquaintance(known, None).stored, acquaintance(known, None).lessons) == (COUNT, 0)


def test_no_picture_can_be_drawn_of_them() -> None:
    """The picture that has these numbers and is as near as can be to none shares hardly anything with the true one."""
    light = inner(learnt(*RIDDLES["a worn digit"]).mean)[:, 0]
    flat = (light - light.mean(axis=(1, 2), keepdims=True)).reshape(COUNT, -1)
    traits = restarted(learnt(*RIDDLES["a worn digit"]))
    drawn = traits.numbers[:, 0].astype(float) @ np.linalg.pinv(lots(flat.shape[1]))
    shared = [np.corrcoef(first, second)[0, 1] ** 2 for first, second in zip(flat, drawn, strict=True)]
    assert np.mean(shared) < 0.12


def test_what_was_seen_since_comes_before_what_was_kept() -> None:
    ink, ground, drawn = RIDDLES["a back with a drawing"]
    traits = restarted(learnt(ink, ground, drawn))
    front = small(crops(ink, ground, seed=5))
    looks = taught(none(COUNT, (20, 20), 9), front, [TileWord(0, SURE_LESSON, 1.0)] * COUNT)
    sides, beside = together(looks, compared(looks, front), traits, beside_traits(traits, front))
    assert isinstance(sides, Sides)
    assert sides.known.all()
    assert np.allclose(sides.trust[:, 0], looks.trust[:, 0])
    assert np.allclose(sides.trust[:, 1], traits.trust[:, 1])
    assert (beside.weight[:, 0] > beside.weight[:, 1] + 3).all()
    again = traits_of(looks, traits)  # and is kept in its place
    assert np.array_equal(again.numbers[:, 1], traits.numbers[:, 1])
    assert not np.array_equal(again.numbers[:, 0], traits.numbers[:, 0])


def test_tiles_named_by_the_network_alone_are_not_stored() -> None:
    front = small(crops(*RIDDLES["a worn digit"][:2]))
    words = [TileWord(0, SURE_LESSON if index < 2 else 0.0, 3.9) for index in range(COUNT)]
    looks = taught(none(COUNT, (20, 20), 9), front, words)
    assert looks.known[:, 0].all()
    assert restarted(looks).known[:, 0].tolist() == [True, True, *[False] * (COUNT - 2)]


KEPT: dict[str, Any] = json.loads(figures(Known("occe", places=PLACES, looks=learnt(*RIDDLES["a worn digit"]))))


def test_traits_of_other_boards_are_left_out() -> None:
    looks = learnt(*RIDDLES["a worn digit"])
    stored = traits_of(looks)
    fewer = replace(stored, **{field.name: getattr(stored, field.name)[1:] for field in fields(stored)})
    assert np.array_equal(traits_of(looks, fewer).known, stored.known)


def test_what_an_older_piste_wrote_is_read() -> None:
    older = {name: value for name, value in KEPT.items() if name != "tiles"}
    assert (known_of(json.dumps(older)).traits, known_of(json.dumps(older)).places) == (None, None)


@each(
    "tiles",
    [{}, [], 3, {**KEPT["tiles"], "numbers": [[[1] * NUMBERS]] * COUNT}, {**KEPT["tiles"], "places": None},
     {**KEPT["tiles"], "digits": []}, {**KEPT["tiles"], "trust": [[float("nan"), 1.0]] * COUNT},
     {**KEPT["tiles"], "numbers": [[[999] * NUMBERS] * 2] * COUNT}, {**KEPT["tiles"], "known": [[1, 1]] * 99},
     {**KEPT["tiles"], "level": [["dark"] * 3] * COUNT}],
)  # fmt: skip
def test_what_is_damaged_is_refused(tiles: Any) -> None:
    with pytest.raises(ValueError, match="expected figures of a table"):
        known_of(json.dumps({**KEPT, "tiles": tiles}))


values = st.recursive(
    st.none() | st.booleans() | st.integers(-300, 300) | st.floats() | st.text(max_size=4),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.sampled_from(sorted(KEPT["tiles"])), inside),
    max_leaves=6,
)


@given(name=st.sampled_from(sorted(KEPT["tiles"])), value=values)
def test_whatever_stands_there_is_read_or_refused(name: str, value: Any) -> None:
    text = json.dumps({**KEPT, "tiles": {**KEPT["tiles"], name: value}})
    with suppress(ValueError):
        assert known_of(text).traits is not None


def test_the_lots_are_the_same_everywhere() -> None:
    drawn = lots(432)
    assert drawn.shape == (432, NUMBERS)
    assert abs(float(drawn.mean())) < 0.05
    assert drawn[0, :12].tolist() == FIRST


def test_other_places_share_dice_but_not_tiles() -> None:
    stored = known_of(json.dumps(KEPT))
    assert stored.traits is not None
    assert (stored.elsewhere.traits, stored.elsewhere.places, stored.elsewhere.dice) == (None, None, stored.dice)
