"""A look with a man too many or too few is a misreading: the likeliest with all men is what counts."""

from collections.abc import Mapping
from itertools import pairwise, product
from math import inf
from typing import Any

from each import each
from hypothesis import given
from hypothesis import strategies as st

from referee.core import Foul, Legal, Partial, Roll, Sighting
from referee.games import find
from referee.values.balanced import PossibleKind, balanced_looks
from referee.witness import explain, looks

GAMES = ("backgammon", "jacquet", "trictrac")
MORE = st.dictionaries(st.sampled_from(("white", "black")), st.sampled_from((-2, -1, 1, 2)), max_size=2)


@st.composite
def boards(draw: Any) -> list[list[PossibleKind]]:
    """Spaces that may stand as they should, or show up to two other kinds."""
    spaces = []
    for number in range(draw(st.integers(0, 5))):
        others = draw(st.lists(st.tuples(st.floats(-9, 0), MORE), max_size=2))
        stands = PossibleKind(draw(st.floats(-9, 0)), {})
        spaces.append([stands, *(PossibleKind(w, more, (f"s{number}", f"k{k}")) for k, (w, more) in enumerate(others))])
    return spaces


@given(boards())
def test_every_balanced_look_comes_once_likeliest_first(spaces: list[list[PossibleKind]]) -> None:
    expected = {}
    for choices in product(*spaces):
        if all(sum(choice.more.get(piece, 0) for choice in choices) == 0 for piece in ("white", "black")):
            expected[frozenset(c.change for c in choices if c.change)] = sum(choice.log for choice in choices)
    found = list(balanced_looks(spaces))
    assert set(found) == set(expected)
    assert len(found) == len(expected)
    weights = [expected[look] for look in found]
    assert all(after <= before + 1e-9 for before, after in pairwise(weights))


MISREAD = {"arrow-8": {"white x 4": 0.8, "white x 3": 0.2}}
"""Three men stand there at the start of Backgammon."""


def sighted(game: Any, state: Any, otherwise: Mapping[str, str], **doubts: Mapping[str, float]) -> Sighting:
    """Each space but the men borne off, surely read as it should be, or otherwise; some in doubt."""
    read = {**game.appearance(state), **otherwise}
    sure = {space: {kind: 0.999} for space, kind in read.items() if not space.startswith(("off", "said"))}
    return Sighting((), {**sure, **doubts})


def thrown(name: str) -> tuple[Any, Any]:
    """A game in which white plays 6 and 2."""
    game = find(name)()
    state = game.start((1, 2))
    while game.awaits(state).dice == 1:
        state = game.apply(state, Roll((6 - len(state.drawn),)))
    return game, state if state.dice else game.apply(state, Roll((6, 2)))


@each("name", GAMES)
def test_one_man_too_many_is_no_foul(name: str) -> None:
    game, state = thrown(name)
    free = next(space for space, kind in game.appearance(state).items() if kind == "empty" and "arrow" in space)
    assert not isinstance(explain(game, state, sighted(game, state, {free: "white x 1"})), Foul | Legal)


def test_a_misread_stack_hides_neither_move_nor_foul() -> None:
    game, state = thrown("backgammon")
    legal, wrong = game.from_text("24/18+13/11"), game.from_text("24/18+13/10")
    moved = explain(game, state, sighted(game, state, game.effect(state, legal), **MISREAD))
    assert isinstance(moved, Legal)
    assert moved.move == legal
    forbidden = sighted(game, state, game.effect(state, wrong), **MISREAD)
    assert explain(game, state, forbidden) == game.move_refusal(state, wrong)
    assert looks(game, state, forbidden).foul[0] == frozenset(game.effect(state, wrong).items())


def test_where_nothing_balanced_is_likely_there_is_no_foul() -> None:
    game, state = thrown("backgammon")
    assert looks(game, state, sighted(game, state, {})).foul == (frozenset(), -inf)
    assert isinstance(explain(game, state, sighted(game, state, {})), Partial)
