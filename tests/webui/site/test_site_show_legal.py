"""The teacher's switch: what may be closed is shown always, on request, or never."""

import re

import pytest

from webui.table.values.actions import CloseTiles, Throw
from webui.table.values.setup import Setup, players_at

HINT = re.compile(r'class="tile [^"]*is-hint')


@pytest.fixture
def game(visitor):
    """Begins a game for Léa and Tom that shows legal moves as said, and throws 6 and 3."""

    def begin(shows: str, name: str = "occe_child"):
        visitor.sign_in()
        options = (("show_legal", shows),)
        visitor.live.new_game(Setup(name, players_at((1, 3), ("Léa", "Tom")), options=options))
        visitor.live.act(Throw(dice=(6, 3)))
        return visitor

    return begin


@pytest.mark.parametrize("shows", ["always", "on_request"])
def test_what_may_be_closed_stands_on_the_page(game, shows: str) -> None:
    page = game(shows).page()
    assert f'data-shows-legal="{shows}"' in page
    assert 'id="moves"' in page
    assert 'id="ask-moves"' in page
    assert len(HINT.findall(page)) == 3


def test_what_is_never_shown_is_not_sent_at_all(game) -> None:
    page = game("never").page()
    assert 'data-shows-legal="never"' in page
    assert 'id="moves"' not in page
    assert 'id="ask-moves"' not in page
    assert HINT.findall(page) == []
    assert 'name="tiles" value="5"' in page  # any open tile may be tapped all the same


@pytest.mark.parametrize(("shows", "named"), [("always", True), ("on_request", False), ("never", False)])
def test_continuations_are_named_only_if_moves_are_shown(
    game, shows: str, named: bool
) -> None:
    visitor = game(shows, "royal")
    visitor.live.act(CloseTiles(tiles=(6,)))
    visitor.post("/language", language="en", back="/")
    words = visitor.words()
    assert ("You may still close 1, 2 or 3, or tap Next." in words) is named
    assert ("You may still close more, or tap Next." in words) is not named


def test_the_switch_is_a_rule_of_the_house_in_words(game) -> None:
    visitor = game("never")
    visitor.post("/language", language="en", back="/new")
    page = " ".join(visitor.page("/new").split())
    assert "Show what may be closed?" in page
    for word in ("Always", "Only when a player asks", "Never: the players find it themselves"):
        assert word in page
    assert '<option value="never" selected>' in page


@pytest.mark.parametrize(("shows", "named"), [("always", True), ("on_request", True), ("never", False)])
def test_a_refusal_names_no_move_that_players_must_find(game, shows: str, named: bool) -> None:
    visitor = game(shows)
    visitor.live.act(CloseTiles(tiles=(1,)))
    words = visitor.words()
    assert ("Avec 6 et 3, on ferme 6 et 3, ou bien 9 : tu as fermé 1." in words) is named
    rule = "Avec 6 et 3, tu fermes les cases de tes dés, ou la case de leur somme : tu as fermé 1."
    assert (rule in words) is not named
    assert 'id="why"' in visitor.page()
