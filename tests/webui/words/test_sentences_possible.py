"""What a refusal says may be closed may be: on that board, with those dice, by the rules of that house."""

import re
from itertools import combinations
from typing import Any

import pytest
from each import each
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee.core import Foul, Placed, Roll
from referee.games.tiles import Close
from referee.options import build, choices
from webui.table.values.shown import WATCHED
from webui.words.games.sentences import foul_sentence


def houses(game: type[Any]) -> st.SearchStrategy[Any]:
    """The game with any of its rules that have words."""
    options = {choice.name: st.sampled_from(choice.values) for choice in choices(game) if choice.values}
    return st.fixed_dictionaries(options).map(lambda values: build(game, values))


def summing(tiles: frozenset[int], total: int) -> set[frozenset[int]]:
    sets = (some for n in range(1, len(tiles) + 1) for some in combinations(tiles, n))
    return {frozenset(some) for some in sets if sum(some) == total}


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def proposed(text: str, open_tiles: frozenset[int]) -> list[frozenset[int]]:
    """Every set of tiles that an English refusal says may be closed."""
    sets_proposed: list[frozenset[int]] = []
    if match := re.search(r"(?:you can close|it is) (.+?)(?:: you closed|, not all)", text):
        sets_proposed += [frozenset(numbers(part)) for part in match[1].split(", or ")]
    if match := re.search(r"of their sum: (?!you)(.+)\.", text):
        sets_proposed += [frozenset(numbers(part)) for part in match[1].split(", or ")]
    if match := re.search(r"must make ([\d, or]+?)(?:, or be|: you)", text):
        for total in numbers(match[1]):
            sets = summing(open_tiles, total)
            assert sets, f"{total} cannot be made: {text}"
            sets_proposed += sets
    if match := re.search(r"or be tile (.+) alone", text):
        sets_proposed += [frozenset({tile}) for tile in numbers(match[1])]
    if match := re.search(r"only tile (\d+) can be closed", text):
        sets_proposed.append(frozenset(numbers(match[1])))
    if match := re.search(r"if you close (\d+), close (\d+) too", text):
        sets_proposed.append(frozenset(map(int, match.groups())))
    if match := re.search(r"you can still make (\d+) with both", text):
        sets = summing(open_tiles, int(match[1]))
        assert sets, text
        sets_proposed += sets
    return sets_proposed


@pytest.mark.parametrize("game", WATCHED, ids=lambda game: game.name)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_every_set_that_a_refusal_proposes_is_a_legal_move(game: type[Any], data: st.DataObject) -> None:
    house = data.draw(houses(game))
    stands = frozenset(data.draw(st.sets(st.integers(1, house.tiles), min_size=1)))
    shut = tuple((f"{_frame(house)}slot-{tile}", "closed") for tile in sorted(house.all_tiles - stands))
    state = house.start((1,))
    state = house.apply(state, Placed(shut)) if shut else state
    count = data.draw(st.sampled_from(house.dice_allowed(stands)))
    dice = tuple(data.draw(st.integers(1, 6)) for _ in range(count))
    wanted = data.draw(st.sets(st.sampled_from(sorted(stands)), min_size=1, max_size=3))
    close = Close(tuple(sorted(wanted)))
    legal = {frozenset(tiles) for tiles in house.closings(stands, dice)}
    assume(wanted not in legal)
    if legal:
        foul = house.move_refusal(house.apply(state, Roll(dice)), close)
    else:
        foul = house.broken_rule(stands, dice, close)
    _holds(foul, stands, legal)


def _frame(house: Any) -> str:
    return "" if house.frames == "shared" else "seat-1/"


def _holds(foul: Foul, stands: frozenset[int], legal: set[frozenset[int]]) -> None:
    text = foul_sentence(foul, "en")
    if not legal and foul.rule in ("not_the_dice", "too_many", "total_or_die", "single_not_split"):
        assert "nothing can be closed" in text
        return
    if not legal:
        return
    named = proposed(text, stands)
    assert named, text
    assert set(named) <= legal, text
    hidden = foul_sentence(foul, "en", {"show_legal": "never"})
    assert hidden == text or not proposed(hidden, stands) or "must make" in hidden, hidden
    assert len(legal) == 1 or foul.rule not in ("not_the_dice", "too_many") or hidden != text, text
    if foul.rule not in ("single_not_allowed", "single_total_possible"):  # these speak of one thing alone
        assert set(named) == legal, text
    # The same numbers in French.
    assert sorted(numbers(foul_sentence(foul, "fr"))) == sorted(numbers(text))


@each(
    ("open_tiles", "says"),
    [
        ({2, 3, 6, 8}, "you can close 6 and 2, or 8:"),
        ({2, 3, 6}, "you can close 6 and 2:"),
        ({2, 3, 8}, "you can close 2, or 8:"),
        ({3, 8}, "you can close 8:"),
        ({3, 6}, "you can close 6:"),
        ({3}, "nothing can be closed:"),
    ],
)
def test_a_closed_tile_is_proposed_to_nobody(open_tiles: set[int], says: str) -> None:
    house = build(WATCHED[0], {})
    foul = house.broken_rule(frozenset(open_tiles), (6, 2), Close((3,)))
    assert foul_sentence(foul, "en") == f"With 6 and 2, {says} you closed 3."
