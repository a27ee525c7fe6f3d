"""What a name may hold: signs that can be seen, those that join them, and nothing that hides."""

import pytest

from webui.table.values.setup import is_visible

FAMILY, HEART = "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u2764\ufe0f\u200d\U0001f525"


@pytest.mark.parametrize("name", ["Léa", "Jean-Luc d'Or", "Le\u0301a", "李", "Zoé", FAMILY, HEART, "علی\u200cرضا", ""])
def test_a_name_that_can_be_read_is_taken(name: str) -> None:
    assert is_visible(name)


HIDES = ["\0", "\u200b", "\u202eevil", "Léa\nTom", "Léa\u2028Tom", "\ufeffLéa", "\ufe0f", "\ue000", "\ud800"]


@pytest.mark.parametrize("name", [*HIDES, "\u200d", "Léa\u200d", "\u200dLéa", "L\u200d\u200da", "L \u200d a"])
def test_a_name_with_what_nobody_sees_is_not(name: str) -> None:
    assert not is_visible(name)
