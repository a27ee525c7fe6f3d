"""A deed is done to what it was meant for, or to nothing."""

import pytest
from each import each

from webui.live.revision import MEANS, MovedOn, Revision, revision_of
from webui.site.deeds import DEEDS
from webui.table.values.view import View

NOW = Revision(game=3, number=1, throws=7, events=12, stands=1)
OTHERS = {
    "another game": Revision(4, 1, 7, 12, 1),
    "the next of the series": Revision(3, 2, 7, 12, 1),
    "another throw": Revision(3, 1, 6, 12, 1),
    "a move accepted": Revision(3, 1, 7, 13, 1),
    "a move taken back": Revision(3, 1, 7, 12, 0),
}
REFUSED = {
    "next_game": {"another game"},
    "correct_dice": {"another game", "the next of the series", "another throw"},
    "undo": set(OTHERS),
    "pause": set(),
}


@each("action", REFUSED)
def test_a_deed_meant_for_an_older_revision_is_refused(action: str) -> None:
    NOW.expect(action, NOW.text)
    NOW.expect(action, "")
    for name, other in OTHERS.items():
        if name in REFUSED[action]:
            with pytest.raises(MovedOn, match=rf"{action}: expected it to be meant for 3\.1\.7\.12\.1"):
                NOW.expect(action, other.text)
        else:
            NOW.expect(action, other.text)


def test_actions_that_need_a_revision_are_words_of_the_api() -> None:
    assert set(MEANS) < set(DEEDS)


@each("nonsense", ["x", "3", "3.1", "....", "²"])
def test_a_moment_that_is_none_is_another_one(nonsense: str) -> None:
    with pytest.raises(MovedOn):
        NOW.expect("undo", nonsense)


def test_before_a_game_there_is_a_moment_too() -> None:
    assert revision_of(View()) == Revision()
